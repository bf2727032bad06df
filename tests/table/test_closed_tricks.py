"""Where only the last trick may be looked at no help counts what is not seen any more, and a hint names no number."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.coach.hints import Explanation, Hint
from bot.coach.samples import Measured
from bot.coach.themes import Reason, Theme
from bot.engine import Game, View, build_rules, observe, offered_actions, start_deal
from bot.engine.actions import PASSES
from bot.engine.advice import advise
from bot.engine.cards import CardSet, cards_of, mask_of
from bot.engine.foresight import costs
from bot.engine.game import apply
from bot.house.players import Method
from bot.ui.text.exercises import hint_words
from bot.ui.text.i18n import speaking
from tests.engine.positions import shuffled
from tests.table.test_advice import page_text

if TYPE_CHECKING:
    from collections.abc import Iterator


def views(past_tricks: str, players: int = 2) -> Iterator[View]:
    """Yield what a seat sees through some deals in which combinations are kept back and sevens exchanged."""
    rules = build_rules("enquire", players, {"past_tricks": past_tricks})
    for seed in range(4):
        random, game = Random(seed), Game(rules)
        game = start_deal(game, 0, shuffled(game.law.pack, seed)).game
        while not game.deals[-1].over and game.deals[-1].left:
            yield observe(game, game.deals[-1].turn)
            game = apply(game, random.choice(offered_actions(game))).game


def remembered_otherwise(view: View, random: Random) -> View:
    """Return a view that differs in nothing that can be seen: other cards have been played, and seen on their way."""
    own = view.hand.mask | view.tables[view.turn].mask
    visibility = view.in_sight | own | mask_of(c for table in view.tables for c in table)
    visibility |= 1 << view.turn_up if view.turn_up >= 0 else 0
    rest = [c for c in view.law.pack if not visibility >> c & 1]
    gone = random.sample(rest, (view.gone.mask & ~visibility).bit_count())
    known = tuple(each if seat == view.seat else CardSet(0) for seat, each in enumerate(view.known))
    return replace(view, gone=CardSet(view.in_sight | mask_of(gone)), known=known)


@pytest.mark.sweep
@pytest.mark.parametrize("players", [2, 3])
def test_no_help_depends_on_cards_that_may_not_be_looked_at_any_more(players: int) -> None:
    random, looked = Random(1), 0
    for number, view in enumerate(views("last_only", players)):
        if number % 3 or view.tricks_played < 3:
            continue
        other = remembered_otherwise(view, random)
        assert advise(other) == advise(view)
        actions = [each.action for each in (*advise(view).now, *advise(view).later)]
        assert costs(other, actions) == costs(view, actions)
        assert page_text(other) == page_text(view)
        looked += view.gone != other.gone
    assert looked > 20


def test_where_tricks_lie_open_the_same_help_counts_them() -> None:
    random, differ = Random(1), 0
    for number, view in enumerate(views("open")):
        if number % 3 == 0 and view.tricks_played > 5:
            differ += advise(remembered_otherwise(view, random)) != advise(view)
    assert differ


@pytest.mark.deep
def test_what_is_lacking_is_named_without_a_count() -> None:
    counted = re.compile(r"\(\d+ unseen\)")
    texts = {kind: "\n".join(map(page_text, views(kind))) for kind in ("open", "last_only")}
    assert counted.search(texts["open"])
    assert "lacks" in texts["last_only"]
    assert not counted.search(texts["last_only"])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hint_names_no_number(language: str) -> None:
    """What the house remembers a hint may rest on; by how many points would tell what is still to come."""
    said = {}
    for kind in ("open", "last_only"):
        view = next(view for view in views(kind) if len(view.offered) > 1 and view.tricks_played > 3)
        action, other = PASSES[0], view.offered[-1]
        found = Explanation(other, Measured(36.0, 4.0), told=True, reason=Reason(Theme.HOLDS_BACK, "four-aces"))
        with speaking(language):
            said[kind] = hint_words(Hint(action, Method.SAMPLED, found), view)
    assert "36" in said["open"]
    assert "36" not in said["last_only"]
    assert len(said["last_only"]) > 20


def test_cards_in_sight_are_those_of_the_last_trick_and_the_one_being_played() -> None:
    view = next(view for view in views("last_only") if view.tricks_played > 4 and view.trick)
    assert view.last_trick is not None
    assert set(cards_of(view.in_sight)) == {*view.last_trick.cards, *view.trick}
    assert len(view.gone) > len(CardSet(view.in_sight))
