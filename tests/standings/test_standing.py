"""What finished games count for: kept as games end, and found anew from the games and by the command line."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, select

from bot.cli import database
from bot.cli.exits import ExitCode, Stop
from bot.club import Board, By, Standings
from bot.club.standings.rating import KINDS, Strength, kind_of, places_by, rated_anew
from bot.club.standings.recounting import rebuild
from bot.club.standings.results import (
    PlayedWith,
    Unrated,
    meetings_of,
    no_game,
    played_with,
    read_rules,
    records_of,
    rules_played_in,
    sources_of,
    unrated,
    unrated_at_end,
    written_rules,
)
from bot.club.statistics import Statistics
from bot.club.tournaments.ranking import game_outcome
from bot.club.tournaments.values import Outcome
from bot.config import Settings
from bot.engine import PRESETS, Ending, Result, build_rules
from bot.engine.quantities import GAMES
from bot.engine.scoring import value_of
from bot.house.roster import Level
from bot.members import Members
from bot.other_processes import ALIVE
from bot.tables import Player
from bot.tables.decisions import consent, play, terms
from db import Store, Visible
from db.daily import daily_games
from db.ratings import ratings
from db.records import meetings, records, rules_played, sources
from db.results import conclusions, results
from db.standings import standings
from tests.databases import of_files, url_of
from tests.tables.at_table import ANN, BEN, CAT, GUILD, PLAYERS, Clock, put
from tests.tables.ended import given_up
from tests.tables.made import ask, begun, counts, joined, noon, played, played_out, resigned, results_of, with_house

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables import Table, Tables
    from bot.tables.decisions.occasion import Occasion
    from db.records import RecordRow


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
    assert kind_of(rules).name == "partners"
    even = rated_anew([[Strength(), Strength()], [Strength(), Strength()]], [1, 2])
    assert even[0][0] == even[0][1]
    assert even[0][0].mu > Strength().mu > even[1][0].mu


def test_new_player_is_shown_at_a_thousand_and_equal_places_leave_equals_equal() -> None:
    assert (Strength().rating, Strength().uncertainty, Strength().lowest) == (1000, 333, 1000)
    (one,), (other,) = rated_anew([[Strength()], [Strength()]], [1, 1])
    assert one.mu == pytest.approx(other.mu)


# ------------------------------------------------------------------ games that have a value

RUBICON = build_rules("rubicon", 2, {})


def scored(totals: tuple[int, int], brisques: tuple[int, int] = (320, 320), winner: tuple[int, ...] = (0,)) -> Table:
    """Return a game of Rubicon that was played out, with other points and another winner."""
    table = rubicon_played_out()
    (deal,) = table.game.deals
    deal = deal._replace(
        score=deal.score._replace(totals=totals, brisques=brisques), result=Result(winner, Ending.SCORE)
    )
    return table.but(game=replace(table.game, deals=(deal,)), winner=winner)


@cache
def rubicon_played_out() -> Table:
    return played_out(begun(rules=RUBICON))


def test_every_game_of_the_family_is_of_one_kind() -> None:
    shapes = {(game, players, False) for game, row in GAMES.items() for players in row.players}
    shapes |= {(game, 4, True) for game, row in GAMES.items() if 4 in row.players}
    assert {kind[1:] for kind in KINDS.values()} == shapes
    assert len(KINDS) == len(shapes)
    for game, players, partners in shapes:
        rules = build_rules("modern", players, {"game": game, "partners": partners})
        assert kind_of(rules)[1:] == (game, players, partners)


def test_ruling_38_value_and_rubicon_are_those_of_the_winner() -> None:
    won, lost = results_of(scored((1320, 620)))
    assert (won.game_kind, won.won, won.value, won.rubicons) == ("rubicon", True, 3200, 1)
    assert (lost.game_kind, lost.won, lost.value, lost.rubicons) == ("rubicon", False, 0, 0)
    assert [(row.value, row.rubicons) for row in results_of(scored((1240, 1510), winner=(1,)))] == [(0, 0), (800, 0)]


def test_ruling_38_game_that_nobody_wins_is_drawn_and_not_rated_and_in_a_tournament_half_a_point_each() -> None:
    table = scored((1200, 1200), winner=())
    assert unrated_at_end(table) is Unrated.DRAWN
    assert [(row.outcome, row.won, row.rated, row.value) for row in results_of(table)] == [
        ("drawn", False, False, 0)
    ] * 2
    assert game_outcome(table) == (Outcome.DRAW, (1200, 1200))
    assert unrated_at_end(scored((1200, 1180))) is None


def test_ruling_39_who_resigns_loses_a_rated_game_without_a_value() -> None:
    table = resigned(played(begun(rules=RUBICON), counts), BEN)
    assert unrated_at_end(table) is None
    assert [(row.outcome, row.won, row.rated, row.value, row.rubicons) for row in results_of(table)] == [
        ("won", True, True, 0, 0), ("resigned", False, True, 0, 0),
    ]  # fmt: skip


async def test_points_of_rubicon_are_counted_apart_from_those_of_bezique(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await put(tables, begun(rules=RUBICON))
    over = rubicon_played_out()
    rows = tuple(replace(row, game_id=table.id) for row in over.actions)
    deals = tuple(replace(row, game_id=table.id) for row in over.deals)
    await tables.ask(table.id, becomes, table.but(
        game=over.game, actions=rows, deals=deals, status=over.status, end_reason=over.end_reason, winner=over.winner,
        ended_at=clock(), due={}, turn_since=None,
    ))  # fmt: skip
    await given_up(tables)
    standing, deal = Standings(store, clock), over.game.deals[0]
    value = value_of(deal)
    assert value is not None
    assert over.winner is not None
    winner = (ANN, BEN)[over.winner[0]].user_id
    found = {
        (by, kind): (await standing.leaderboard(Board(GUILD, by, game_kind=kind), winner)).own
        for by in (By.WINS, By.BEST_VALUE, By.RUBICONS, By.RATING)
        for kind in ("", "two", "rubicon")
    }
    best, rubicons = found[By.BEST_VALUE, "rubicon"], found[By.RUBICONS, "rubicon"]
    assert best is not None
    assert rubicons is not None
    assert (best.place, best.best_value, best.games) == (1, value.points, 1)
    assert (rubicons.rubicons, rubicons.wins) == (int(value.rubiconed), 1)
    bezique = [found[by, kind] for by in (By.WINS, By.BEST_VALUE) for kind in ("", "two")]
    assert [(row.games, row.best_value, row.rubicons) for row in bezique if row is not None] == [(1, 0, 0)] * 4
    rated = found[By.RATING, "rubicon"]
    assert rated is not None
    assert (rated.rated_games, rated.place) == (1, 1)
    async with store.read() as reader:
        whole, own = [
            row for row in await reader.records.of(GUILD, winner) if row.game_kind in ("", "rubicon")
        ]  # fmt: skip
    assert (whole.games, whole.deals, own.games, own.deals) == (2, 1, 1, 1)
    assert (own.points, own.best_value) == (deal.score.totals[over.winner[0]], value.points)
    assert whole.best_deal < own.best_deal
    kept = await everything(store)
    assert (await rebuild(store)).mended == 0
    await nothing_counted(store)
    await rebuild(store)
    assert await everything(store) == kept


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


def drawn() -> Table:
    """Return a game that was drawn after some tricks."""
    return agreed_on_a_draw(played(begun(), counts))


def agreed_on_a_draw(table: Table) -> Table:
    """Let one player offer a draw and the other accept it."""
    table = ask(table, consent.offer_draw, noon(), ANN.user_id)
    assert table.draw is not None
    return ask(table, consent.accept_draw, noon(), BEN.user_id, table.draw.ply)


def rows_added_by(table: Table) -> list[RecordRow]:
    return records_of(played_with(table), results_of(table))


def test_each_game_counts_once_among_all_and_once_in_its_kind() -> None:
    found = rows_added_by(game_given_up([ANN, BEN], BEN))
    assert [(row.user_id, row.game_kind, row.won, row.drawn) for row in found] == [
        (ANN.user_id, "", 1, 0),
        (ANN.user_id, "two", 1, 0),
        (BEN.user_id, "", 0, 0),
        (BEN.user_id, "two", 0, 0),
    ]
    assert {row.company for row in found} == {PlayedWith.PEOPLE}


def test_drawn_game_is_one_unless_hardly_anything_was_played() -> None:
    table = drawn()
    assert [row.outcome for row in results_of(table)] == ["drawn", "drawn"]
    assert not any(row.rated or row.won for row in results_of(table))
    assert [(row.won, row.drawn, row.streak) for row in rows_added_by(table)] == [(0, 1, 0)] * 4
    (meeting, _) = meetings_of(played_with(table), results_of(table))
    assert (meeting.games, meeting.won, meeting.lost, meeting.drawn) == (1, 0, 0, 1)
    early = agreed_on_a_draw(begun())
    assert early.drawn
    assert results_of(early) == []


def test_game_with_a_house_player_stands_apart_and_adds_to_nothing_else() -> None:
    table = resigned(played(with_house((Level.NOVICE,)), counts), ANN)
    assert played_with(table) is PlayedWith.HOUSE
    assert [(row.user_id, row.company) for row in rows_added_by(table)] == [(ANN.user_id, "house")] * 2
    results = results_of(table)
    assert not [
        *meetings_of(played_with(table), results),
        *sources_of(table, results),
        *rules_played_in(table, results),
    ]


def test_of_three_one_wins_and_the_others_neither_win_nor_lose_against_each_other() -> None:
    table = game_given_up(list(PLAYERS[:3]), CAT)
    results = results_of(table)
    winner = next(row.user_id for row in results if row.won)
    beaten = [row.user_id for row in results if not row.won]
    met = {(row.user_id, row.other_id): (row.won, row.lost) for row in meetings_of(played_with(table), results)}
    assert len(met) == 6
    assert met[winner, beaten[0]] == (1, 0)
    assert met[beaten[0], winner] == (0, 1)
    assert met[beaten[0], beaten[1]] == met[beaten[1], beaten[0]] == (0, 0)


def test_partners_win_and_lose_together() -> None:
    table = played_out(begun(PLAYERS, rules=build_rules("modern", 4, {"partners": True, **SHORT})))
    results = results_of(table)
    won = {row.user_id for row in results if row.won}
    for row in meetings_of(played_with(table), results):
        assert row.partners == ((row.user_id in won) == (row.other_id in won))
        assert (row.won, row.lost) == ((1, 0) if row.user_id in won else (0, 1))


def test_points_add_up_to_the_score_by_what_they_were_marked_for() -> None:
    table = played_out(begun(rules=build_rules("modern", 2, SHORT)))
    results = results_of(table)
    sources = sources_of(table, results)
    for row in results:
        assert sum(each.points for each in sources if each.user_id == row.user_id) == row.points
    assert {each.reason for each in sources} >= {"brisques", "last-trick"}
    assert len({(each.user_id, each.reason) for each in sources}) == len(sources)


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_read_back_as_they_were_kept(preset: str) -> None:
    rules = build_rules(preset, 2, {"reckoning": "units", "past_tricks": "open"})
    assert read_rules(written_rules(rules, preset)) == (preset, rules)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"preset":"modern","players":2,"gone":1}', '{"preset":"?"}', "7"])
def test_rules_of_another_version_are_not_known(text: str) -> None:
    assert read_rules(text) is None


async def test_streak_goes_on_until_a_game_is_not_won(tables: Tables, store: Store, clock: Clock) -> None:
    for number, loser in enumerate([BEN, BEN, ANN, BEN]):
        table = await put(tables, played(begun(seed=number), counts, seed=number))
        clock.pass_by(hours=1)
        await tables.ask(table.id, play.resign, loser.user_id)
    async with store.read() as reader:
        found = {row.game_kind: row for row in await reader.records.of(GUILD, ANN.user_id)}
        (meeting,) = await reader.records.opponents(GUILD, ANN.user_id, 10)
        assert await reader.records.of(GUILD + 1, ANN.user_id) == []
    for kind in ("", "two"):
        assert (found[kind].games, found[kind].won) == (4, 3)
        assert (found[kind].streak, found[kind].longest) == (1, 2)
    assert (meeting.other_id, meeting.games, meeting.won, meeting.lost) == (BEN.user_id, 4, 3, 1)
    assert meeting.last_at > meeting.first_at


async def test_of_two_members_the_games_against_each_other_are_told(tables: Tables, store: Store, clock: Clock) -> None:
    for number, other in enumerate([BEN, CAT, CAT]):
        await given_up(tables, (ANN, other), other, seed=number)
    found = await Statistics(store, clock).versus(GUILD, ANN.user_id, CAT.user_id, Visible(None))
    assert found.against is not None
    assert (found.against.other_id, found.against.games, found.against.won) == (CAT.user_id, 2, 2)


def recount(path: Path) -> ExitCode:
    """Run the command."""
    settings = Settings(database_url=url_of(path))
    return database.run(settings, argparse.Namespace(task="recount"))


async def spoilt(tables: Tables, store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Play a game, return what is counted, and take that away."""
    await given_up(tables)
    kept = await everything(store)
    await nothing_counted(store)
    assert await everything(store) != kept
    return kept


async def test_command_counts_everything_anew_once_the_bot_has_ended(
    tables: Tables, store: Store, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = await spoilt(tables, store)
    async with store.write() as tx:
        await tx.processes.heartbeat(99, datetime.now(UTC))
    with pytest.raises(Stop, match="Stop it"):
        await asyncio.to_thread(recount, path)
    async with store.write() as tx:
        await tx.processes.heartbeat(99, datetime.now(UTC) - 2 * ALIVE)
    await asyncio.to_thread(recount, path)
    assert await everything(store) == kept
    assert capsys.readouterr().out == "Counted anew: 1 games. Rows that were stored otherwise: 22.\n"


@of_files
def test_command_makes_no_database_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="There is no database file"):
        recount(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []
