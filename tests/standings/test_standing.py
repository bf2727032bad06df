"""What finished games count for: ratings and standings, kept as games end and found anew from the games."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, select

from bot.club import Board, By, Standings
from bot.club.standings.rating import RatedKind, Strength, kind_of, places_by, rated_anew
from bot.club.standings.recounting import rebuild
from bot.club.standings.results import Unrated, no_game, unrated
from bot.engine import build_rules
from bot.house.roster import Level
from bot.members import Members
from bot.tables import Player
from bot.tables.decisions import terms
from bot.tables.values.rated import MOST_A_DAY
from db import Store
from db.daily import daily_games
from db.ratings import ratings
from db.records import meetings, records, rules_played, sources
from db.results import conclusions, results
from db.standings import standings
from tests.tables.at_table import ANN, BEN, CAT, GUILD, PLAYERS, Clock
from tests.tables.ended import given_up
from tests.tables.made import ask, begun, counts, joined, noon, played, played_out, resigned, results_of, with_house

if TYPE_CHECKING:
    from bot.tables import Table, Tables
    from bot.tables.decisions.occasion import Occasion

SHORT = {"target": 500}
COUNTED = (ratings, standings, records, meetings, sources, rules_played)
"""The tables that are added up from games."""


def game_given_up(players: list[Player], loser: Player, *, seed: int = 1, **how: object) -> Table:
    """Return a game that a player gave up after four tricks."""
    rules = build_rules("modern", len(players), {"target": 9000})
    return resigned(played(begun(players, seed=seed, rules=rules, **how), counts, seed=seed), loser)


def becomes(_before: Table, _at: Occasion, after: Table) -> Table:
    """Decide that a table is another value of itself."""
    return after


async def nothing_counted(store: Store) -> None:
    """Delete all that is added up from games."""
    async with store.write() as tx:
        for table in COUNTED:
            await tx.standings._session.run(delete(table))


async def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Return all that is counted, as it is stored."""
    async with store.read() as reader:
        found = {}
        for table in (*COUNTED, results, conclusions, daily_games):
            rows = await reader.standings._session.run(select(table).order_by(*table.primary_key))
            found[table.name] = [tuple(row) for row in rows]
        return found


# ------------------------------------------------------------------ what counts


def test_game_that_is_lost_on_points_or_after_a_deal_is_one() -> None:
    assert not no_game(played_out(begun(rules=build_rules("modern", 2, SHORT))))
    second = played(begun(rules=build_rules("modern", 2, {"target": 9000})), lambda t: len(t.game.deals) == 2)
    assert not no_game(resigned(second, ANN))


def test_friendly_games_which_all_agree_to_and_those_with_the_house_are_not_rated() -> None:
    friendly = begun(friendly=True)
    assert unrated(friendly) is Unrated.FRIENDLY
    assert unrated(begun()) is None
    assert unrated(with_house((Level.REGULAR,))) is Unrated.HOUSE
    assert [row.rated for row in results_of(game_given_up([ANN, BEN], BEN, friendly=True))] == [False, False]
    lobby = joined()
    after = ask(lobby, terms.set_table, noon(), ANN.user_id, friendly=True)
    assert after.terms.friendly
    assert BEN.user_id in after.lobby.to_agree


def test_winner_comes_first_and_who_gave_up_last_the_others_by_points() -> None:
    table = game_given_up(list(PLAYERS[:3]), CAT)
    assert table.winner is not None
    places = places_by(results_of(table))
    assert places[2] == max(places) == 3 if len(table.winner) == 1 else places[2] > 1
    assert all(places[seat] == 1 for seat in table.winner)
    whole = played_out(begun(PLAYERS, rules=build_rules("modern", 4, SHORT)))
    totals = whole.game.totals
    order = sorted(range(4), key=lambda seat: places_by(results_of(whole))[seat])
    assert order[0] in (whole.winner or ())
    assert [totals[seat] for seat in order[1:]] == sorted((totals[seat] for seat in order[1:]), reverse=True)


def test_partners_are_rated_as_one_side() -> None:
    rules = build_rules("modern", 4, {"partners": True, "target": 500})
    assert kind_of(rules) is RatedKind.PARTNERS
    even = rated_anew([[Strength(), Strength()], [Strength(), Strength()]], [1, 2])
    assert even[0][0] == even[0][1]
    assert even[0][0].mu > Strength().mu > even[1][0].mu


def test_new_player_is_shown_at_a_thousand_and_equal_places_leave_equals_equal() -> None:
    assert (Strength().rating, Strength().uncertainty, Strength().lowest) == (1000, 333, 1000)
    (one,), (other,) = rated_anew([[Strength()], [Strength()]], [1, 1])
    assert one.mu == pytest.approx(other.mu)


# ------------------------------------------------------------------ what is kept


async def test_game_that_ends_is_counted_in_the_same_transaction(tables: Tables, store: Store, clock: Clock) -> None:
    table = await given_up(tables)
    changes = await Standings(store, clock).rating_changes(table.id)
    assert [(each.seat, each.before, each.games) for each in changes] == [(0, Strength(), 1), (1, Strength(), 1)]
    assert changes[0].after.rating > 1000 > changes[1].after.rating
    month, quarter = f"{clock():%Y-%m}", f"{clock():%Y}-Q{(clock().month + 2) // 3}"
    for season in ("", month, quarter):
        for kind in ("", "two"):
            leaders = await Standings(store, clock).leaderboard(Board(GUILD, By.WINS, season, kind), ANN.user_id)
            assert [(row.user_id, row.wins) for row in leaders.rows] == [(ANN.user_id, 1), (BEN.user_id, 0)]
    assert (await Standings(store, clock).boards(GUILD)) == (["two"], [quarter, month])


async def test_only_six_games_of_the_same_two_are_rated_in_a_day(tables: Tables, store: Store, clock: Clock) -> None:
    rated = []
    for number in range(MOST_A_DAY + 2):
        if number == MOST_A_DAY + 1:
            clock.pass_by(days=1)
        table = await given_up(tables)
        rated.append(bool(await Standings(store, clock).rating_changes(table.id)))
    assert rated == [True] * MOST_A_DAY + [False, True]


async def test_games_stay_in_the_season_of_the_clock_by_which_they_ended_also_counted_anew(
    tables: Tables, store: Store, clock: Clock
) -> None:
    clock.at = datetime(2026, 3, 31, 22, 30, tzinfo=UTC)

    async def game(seed: int) -> None:
        await given_up(tables, seed=seed)
        clock.pass_by(minutes=5)

    await game(1)
    await Members(tables).preferences.set_clock(GUILD, 120, clock())
    await game(2)
    await Members(tables).preferences.set_clock(GUILD, -60, clock())
    await game(3)
    kept = await everything(store)
    found = {str(row[1]): row[4] for row in kept["standings"] if row[2] == "two" and row[3] == ANN.user_id}
    assert {season: games for season, games in found.items() if season.startswith("2026-0")} == {
        "2026-03": 2,
        "2026-04": 1,
    }
    await rebuild(store)
    assert await everything(store) == kept


async def test_game_whose_conclusion_is_missing_is_concluded_by_a_recount(tables: Tables, store: Store) -> None:
    table = await given_up(tables)
    kept = await everything(store)
    await nothing_counted(store)
    async with store.write() as tx:
        await tx.standings._session.delete(conclusions, {"game_id": table.id})
    await rebuild(store)
    assert await everything(store) == kept
