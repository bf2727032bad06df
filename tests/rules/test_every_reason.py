"""Every reason for which an action can be refused is given by a test of these rulings, by real play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.engine import Reason

RULINGS = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
GIVEN = set(re.findall(r"\b(?:is|in) Reason\.([A-Z_]+)\b", RULINGS))


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.code)
def test_every_reason_is_given_and_has_a_code_of_its_own(reason: Reason) -> None:
    assert reason.name in GIVEN, f"no test of a ruling refuses anything because of {reason.name}"
    assert [each.code for each in Reason].count(reason.code) == 1
