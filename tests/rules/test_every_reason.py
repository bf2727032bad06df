"""Every reason for which an action can be refused is given by a test of these rulings, by real play."""

from __future__ import annotations

import re
from pathlib import Path

from bot.engine import Reason

RULINGS = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
GIVEN = set(re.findall(r"\b(?:is|in) Reason\.([A-Z_]+)\b", RULINGS))


def test_every_reason_is_given_and_has_a_code_of_its_own() -> None:
    assert {reason.name for reason in Reason} - GIVEN == set(), "no test of a ruling refuses anything because of it"
    assert len({reason.code for reason in Reason}) == len(Reason)
