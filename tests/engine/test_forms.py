"""What can be picked from a hand: few answers are kept, and they are those that a search would give."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bot.engine.combinations import Forms
from bot.engine.law import law_for
from tests.ui.dealt import rules_for

if TYPE_CHECKING:
    import pytest


def test_few_answers_are_kept_and_those_are_as_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.engine.combinations._MOST_KNOWN", 20)
    law, rng = law_for(rules_for(2)), Random(1)
    forms = law.forms[0]
    kept = Forms(forms.forms, 2, 8)
    for _ in range(2_000):
        hand = sum(1 << card for card in rng.sample(list(law.pack), 8))
        enough = tuple(
            form for form in forms if all((hand & cards).bit_count() >= count for cards, count in form.needs)
        )
        assert kept.within(hand) == enough
        assert len(kept._known) <= 20
