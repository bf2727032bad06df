"""The steps of a deal that are kept are those that playing it made, whatever was asked before."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.engine import Action, Game, apply, offered_actions, start_deal
from bot.engine.course import LAST_STEPS, deal_after, last_steps, steps_from
from bot.engine.law import law_for
from tests.ui.dealt import rules_for

if TYPE_CHECKING:
    from bot.engine import Deal
    from bot.engine.course import Step


def played(players: int, seed: int, **options: str) -> tuple[list[Action], list[Step]]:
    """Play a deal at random; return what was done and every step."""
    rng, rules = Random(seed), rules_for(players).changed(options)
    deck = list(law_for(rules).pack)
    rng.shuffle(deck)
    game = start_deal(Game(rules), 0, tuple(deck)).game
    done: list[Action] = []
    steps: list[Step] = []
    while actions := offered_actions(game):
        before = game.deals[-1]
        done.append(rng.choice(actions))
        game = apply(game, done[-1]).game
        steps.append((before, done[-1], game.deals[-1]))
    return done, steps


@pytest.mark.sweep
@pytest.mark.parametrize("irregularities", ["prevented", "forfeits"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_steps_are_those_of_the_play_in_whatever_order_they_are_asked_for(players: int, irregularities: str) -> None:
    done, steps = played(players, players, irregularities=irregularities)
    base, rng = steps[0][0].base, Random(5)
    asked = [*range(len(done) + 1), *(rng.randrange(len(done) + 1) for _ in range(60))]
    for count in asked:
        first, last = last_steps(base, done[:count])
        assert last == tuple(steps[first:count])
        assert len(last) <= LAST_STEPS
        assert last or not count
        assert deal_after(base, done[:count]) == (steps[count - 1][2] if count else steps[0][0])
        start = rng.randrange(count + 1)
        assert steps_from(base, done[:count], start) == tuple(steps[start:count])


def test_who_goes_on_from_what_is_known_is_known_too() -> None:
    done, steps = played(2, 3)
    base = steps[0][0].base
    assert deal_after(base, done[:9]).base is base
    assert deal_after(base, []).base is base


def test_what_was_done_otherwise_after_an_undoing_takes_the_place_of_what_was_known() -> None:
    done, steps = played(2, 8)
    base = steps[0][0].base
    last_steps(base, done)
    at = next(at for at in range(40, len(done)) if len(choices(steps[at][0])) > 1)
    other = next(action for action in choices(steps[at][0]) if action != done[at])
    first, last = last_steps(base, [*done[:at], other])
    assert last[:-1] == tuple(steps[first:at])
    assert last[-1][:2] == (steps[at][0], other)
    assert deal_after(base, done) == steps[-1][2]


def test_deals_with_equal_cards_at_two_tables_are_kept_apart() -> None:
    done, steps = played(2, 3)
    base = steps[0][0].base
    twin = base._replace()
    assert deal_after(base, done[:30]) == steps[29][2]
    assert deal_after(twin, done[:7]) == steps[6][2]
    assert deal_after(base, done[:31]) == steps[30][2]


def choices(deal: Deal) -> list[Action]:
    """Return what may be done now, as a game of this one deal offers it."""
    return offered_actions(Game(deal.law.rules, deals=(deal,)))
