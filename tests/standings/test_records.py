"""What members have played: what each game adds, and that it is found anew by the command line."""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.cli import database
from bot.cli.exits import ExitCode, Stop
from bot.club.standings.results import (
    PlayedWith,
    meetings_of,
    played_with,
    read_rules,
    records_of,
    rules_played_in,
    sources_of,
    written_rules,
)
from bot.club.statistics import Statistics
from bot.config import Settings
from bot.engine import PRESETS, build_rules
from bot.house.roster import Level
from bot.other_processes import ALIVE
from bot.tables.decisions import consent, play
from db import Store, Visible
from tests.databases import of_files, url_of
from tests.standings.test_standing import everything, game_given_up, nothing_counted
from tests.tables.at_table import ANN, BEN, CAT, GUILD, PLAYERS, Clock, put
from tests.tables.ended import given_up
from tests.tables.made import ask, begun, counts, noon, played, played_out, resigned, results_of, with_house

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables import Table, Tables
    from db.records import RecordRow

SHORT = {"target": 500}


def drawn() -> Table:
    """Return a game that was drawn after some tricks."""
    return agreed_on_a_draw(played(begun(), counts))


def agreed_on_a_draw(table: Table) -> Table:
    """Let one player offer a draw and the other accept it."""
    table = ask(table, consent.offer_draw, noon(), ANN.user_id)
    assert table.draw is not None
    return ask(table, consent.accept_draw, noon(), BEN.user_id, table.draw.ply)


def records(table: Table) -> list[RecordRow]:
    return records_of(played_with(table), results_of(table))


def test_each_game_counts_once_among_all_and_once_in_its_kind() -> None:
    found = records(game_given_up([ANN, BEN], BEN))
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
    assert [(row.won, row.drawn, row.streak) for row in records(table)] == [(0, 1, 0)] * 4
    (meeting, _) = meetings_of(played_with(table), results_of(table))
    assert (meeting.games, meeting.won, meeting.lost, meeting.drawn) == (1, 0, 0, 1)
    early = agreed_on_a_draw(begun())
    assert early.drawn
    assert results_of(early) == []


def test_game_with_a_house_player_stands_apart_and_adds_to_nothing_else() -> None:
    table = resigned(played(with_house((Level.NOVICE,)), counts), ANN)
    assert played_with(table) is PlayedWith.HOUSE
    assert [(row.user_id, row.company) for row in records(table)] == [(ANN.user_id, "house")] * 2
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


async def test_command_counts_everything_anew(
    tables: Tables, store: Store, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = await spoilt(tables, store)
    await asyncio.to_thread(recount, path)
    assert await everything(store) == kept
    assert capsys.readouterr().out == "Counted anew: 1 games. Rows that were stored otherwise: 22.\n"


async def test_command_waits_until_the_bot_has_ended(tables: Tables, store: Store, path: Path) -> None:
    kept = await spoilt(tables, store)
    async with store.write() as tx:
        await tx.processes.heartbeat(99, datetime.now(UTC))
    with pytest.raises(Stop, match="Stop it"):
        await asyncio.to_thread(recount, path)
    async with store.write() as tx:
        await tx.processes.heartbeat(99, datetime.now(UTC) - 2 * ALIVE)
    await asyncio.to_thread(recount, path)
    assert await everything(store) == kept


@of_files
def test_command_makes_no_database_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="There is no database file"):
        recount(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []
