"""Best of three: games follow one another by themselves until one of the two has won two."""

from __future__ import annotations

import random

import pytest

from bot.tables import Kind, Status
from bot.tables.decisions import lobby, play
from bot.tables.decisions.consent import accept_draw, offer_draw
from bot.tables.decisions.lobby import ask_rematch, next_in_series
from bot.tables.decisions.moderating import close
from bot.tables.values.parts import Series
from bot.tables.values.table import Table
from tests.tables.at_table import ANN, BEN
from tests.tables.made import ask, challenged, dealt, done, noon


def accepted() -> Table:
    """Return the first game of a series, dealt."""
    return dealt(challenged(best_of=3), lobby.accept, noon(), BEN)


def game(series: Series) -> Table:
    """Return a game in a series."""
    return accepted().but(series=series)


@pytest.mark.parametrize(
    ("won", "wins", "decided"),
    [((), (0, 0), False), ((0, 1), (1, 1), False), ((0, None, 0), (2, 0), True), ((1, 0, 1), (1, 2), True)],
)
def test_two_games_of_three_decide_and_a_drawn_one_counts_for_nobody(
    won: tuple[int | None, ...], wins: tuple[int, int], decided: bool
) -> None:
    assert (Series(3, won).wins, Series(3, won).decided) == (wins, decided)


def test_next_game_follows_with_the_deal_passed_on_and_what_was_won() -> None:
    first = accepted()
    assert first.series == Series(3)
    over = ask(first, play.resign, noon(), BEN.user_id)
    after = next_in_series(over, noon(chance=random.Random(2)))
    assert after is not None
    assert (after.kind, after.status, after.users) == (Kind.REMATCH, Status.PLAYING, first.users)
    assert after.series == Series(3, (0,))
    assert after.lots.dealer == 1 - first.lots.dealer
    assert after.seal is not None
    assert after.seal.commitment != first.deals[0].commitment


def test_nothing_follows_a_series_that_is_won_a_closed_game_or_one_that_has_a_successor() -> None:
    won = ask(game(Series(3, (0,))), play.resign, noon(), BEN.user_id)
    assert next_in_series(won, noon()) is None
    assert won.series_so_far == Series(3, (0, 0))
    assert next_in_series(ask(accepted(), close, noon()), noon()) is None
    assert next_in_series(accepted(), noon()) is None
    over = ask(accepted(), play.resign, noon(), BEN.user_id)
    assert next_in_series(over.but(rematch=over.rematch.__class__(next_id=9)), noon()) is None


def test_drawn_game_is_followed_by_another_one() -> None:
    first = accepted()
    offered = ask(first, offer_draw, noon(), ANN.user_id)
    assert offered.draw is not None
    over = ask(offered, accept_draw, noon(), BEN.user_id, offered.draw.ply)
    after = next_in_series(over, noon())
    assert after is not None
    assert after.series == Series(3, (None,))


def test_rematch_of_a_series_is_a_series_from_its_beginning() -> None:
    over = ask(game(Series(3, (0,))), play.resign, noon(), BEN.user_id)
    voted = ask(over, ask_rematch, noon(), ANN.user_id, elsewhere={})
    opened = done(voted, ask_rematch, noon(), BEN.user_id, elsewhere={}).opened
    assert opened is not None
    assert opened.series == Series(3)


def test_game_that_nobody_wins_is_followed_by_another_one() -> None:
    over = ask(accepted(), play.resign, noon(), BEN.user_id).but(winner=())  # ruling 38
    assert over.series_so_far == Series(3, (None,))
    after = next_in_series(over, noon())
    assert after is not None
    assert after.series == Series(3, (None,))
