"""Counting anew changes nothing that was counted as games ended, and finds and mends what was changed besides."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, update

from bot.cli.exits import ExitCode
from bot.club import rebuild
from bot.club.moderation import Moderation
from bot.club.standings.recounting import Check, Checking
from bot.club.standings.results import Unrated
from bot.monitoring import Metrics, of_checking
from bot.tables.values.rated import MOST_A_DAY
from bot.ui.kit.reply import UnderWay
from db.deals import actions
from db.ratings import ratings
from db.results import conclusions, results
from db.standings import standings
from tests.db.test_checking import checked
from tests.learn.ticking import tick
from tests.standings.histories import SERVERS, History
from tests.standings.test_standing import everything
from tests.tables.at_table import ANN, BEN, GUILD
from tests.tables.ended import given_up

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables import Tables
    from db import Store
    from tests.tables.at_table import Clock

pytestmark = pytest.mark.deep

HISTORIES = int(os.environ.get("BEZIQUE_HISTORIES", "4"))
"""Random histories that are counted anew."""


@pytest.mark.parametrize("seed", range(HISTORIES))
async def test_counting_anew_changes_nothing_in_any_history(
    tables: Tables, store: Store, clock: Clock, seed: int
) -> None:
    history = History(store, tables, clock, Random(seed))
    for _ in range(2):
        await history.go_on(30)
        before = await everything(store)
        found = await rebuild(store)
        assert await everything(store) == before
        assert found.mended == 0
    assert found.games > 40


async def test_histories_hold_all_that_can_happen(tables: Tables, store: Store, clock: Clock) -> None:
    history = History(store, tables, clock, Random(1))
    await history.go_on(160)
    assert history.happened == {
        "game", "set_clock", "void", "block", "departure", "delete", "daily", "damage", "in_a_row",
    }  # fmt: skip
    kept = await everything(store)
    reasons = {row[4] for row in kept["conclusions"]}
    assert reasons >= {None, *(each.value for each in Unrated if each != Unrated.DAMAGED)}
    assert {row[1] for row in kept["conclusions"]} == set(SERVERS)
    assert len({row[3] for row in kept["conclusions"]}) > 2


async def test_three_rated_games_a_day_for_five_days_stay_rated(tables: Tables, store: Store, clock: Clock) -> None:
    for number in range(15):
        await given_up(tables, loser=ANN if number % 3 == 2 else BEN)
        clock.pass_by(hours=2 if number % 3 != 2 else 20)
    before = await everything(store)
    await rebuild(store)
    after = await everything(store)
    assert [row[5] for row in after["ratings"]] == [row[5] for row in before["ratings"]]
    assert after == before
    assert [row[4] for row in after["conclusions"]] == [None] * 15


async def test_a_game_that_is_counted_late_counts_as_one_of_its_own_day(
    tables: Tables, store: Store, clock: Clock
) -> None:
    for _ in range(MOST_A_DAY + 2):
        await given_up(tables)
        clock.pass_by(days=1)
    kept = await everything(store)
    async with store.write() as tx:
        await tx.games._session.run(update(results).values(game_kind="", rated=True, mu=None, sigma=None))
        for each in (conclusions, ratings, standings):
            await tx.games._session.run(delete(each))
    await rebuild(store)
    assert await everything(store) == kept


# ------------------------------------------------------------------ what is found


async def spoil_rating(store: Store) -> None:
    """Change what is believed of a player."""
    async with store.write() as tx:
        wanted = update(ratings).where(ratings.c.user_id == ANN.user_id).values(mu=ratings.c.mu + 1.0)
        await tx.games._session.run(wanted)


async def test_command_names_what_does_not_follow_from_the_games_and_changes_nothing(
    tables: Tables, store: Store, clock: Clock, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await History(store, tables, clock, Random(4)).go_on(6)
    table = await given_up(tables)
    assert await checked(path, "--standings") == (ExitCode.OK, "")
    assert "Counted anew, standings and ratings are the same." in capsys.readouterr().out
    await spoil_rating(store)
    month = f"{clock():%Y-%m}"
    async with store.write() as tx:
        await tx.games._session.run(delete(standings).where(standings.c.user_id == BEN.user_id))
        await tx.games._session.run(update(results).where(results.c.game_id == table.id).values(points=5))
    before = await everything(store)
    code, said = await checked(path, "--standings")
    assert code == ExitCode.FAILURE
    assert f"ratings guild_id={GUILD} game_kind=two user_id={ANN.user_id}: mu is " in said
    assert f"standings guild_id={GUILD} season={month} game_kind=two user_id={BEN.user_id}: is missing" in said
    assert (
        f"results game_id={table.id} seat=0 guild_id={GUILD} game_kind=two user_id={ANN.user_id}: points is 5" in said
    )
    assert await everything(store) == before
    assert await checked(path) == (ExitCode.OK, "")
    await rebuild(store)
    assert await checked(path, "--standings") == (ExitCode.OK, "")


async def test_a_damaged_record_is_named_and_its_game_still_counts(tables: Tables, store: Store, path: Path) -> None:
    table = await given_up(tables)
    async with store.write() as tx:
        await tx.games._session.run(update(actions).where(actions.c.ply == 0).values(action="play ZZz"))
    before = await everything(store)
    assert (await rebuild(store)).damaged == (table.id,)
    assert await everything(store) == before
    code, said = await checked(path, "--standings")
    assert code == ExitCode.DATABASE
    assert f"Game {table.id} does not replay" in said
    assert "Counted anew" not in said


# ------------------------------------------------------------------ once a week


async def weekly(checking: Checking, ticks: int = 2000) -> Check:
    """Let the clock tick until a check has ended."""
    before = checking.state.finished if checking.state is not None else ""
    for _ in range(ticks):
        await tick(checking)
        if checking.state is not None and checking.state.finished != before:
            break
    assert checking.state is not None
    return checking.state


async def test_bot_counts_anew_once_a_week_in_slices_and_tells_what_it_finds(
    tables: Tables, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    history = History(store, tables, clock, Random(2))
    await history.go_on(12)
    await given_up(tables)
    checking, metrics = Checking(store, clock, lambda _server: True), Metrics(UnderWay())
    metrics.watch(of_checking, checking)
    assert b"bezique_standings" not in metrics.text()
    assert (await weekly(checking)).found == 0
    assert b"bezique_standings_differences 0.0" in metrics.text()
    await spoil_rating(store)
    before = await everything(store)
    clock.pass_by(days=6)
    first = checking.state
    assert await weekly(checking, 50) == first
    clock.pass_by(days=1)
    found = await weekly(checking)
    assert found.found >= 1
    text = metrics.text().decode()
    assert f"bezique_standings_differences {found.found}.0" in text
    assert float(text.split("bezique_standings_check_timestamp_seconds ")[-1].split()[0]) == clock().timestamp()
    assert "what is counted does not follow from the games" in caplog.text
    assert str(ANN.user_id) not in caplog.text
    assert await everything(store) == before


async def test_check_goes_on_after_a_start_and_one_process_does_it(tables: Tables, store: Store, clock: Clock) -> None:
    history = History(store, tables, clock, Random(2))
    while len({server for _, server in history.games}) < 2:
        await history.game()
    first, other = (
        Checking(store, clock, lambda _server: True),
        Checking(store, clock, lambda server: server is not None),
    )
    for _ in range(2000):
        await tick(first)
        await tick(other)
        if first.state is not None and first.state.after is not None:
            break
    assert first.state is not None
    assert first.state.after == min(SERVERS)
    assert other.state is None
    second = Checking(store, clock, lambda _server: True)
    done = await weekly(second)
    assert (done.found, done.after) == (0, None)
    assert second.counted == len([each for each in history.games if each[1] == max(SERVERS)])


async def test_check_takes_no_change_in_the_middle_for_a_fault(tables: Tables, store: Store, clock: Clock) -> None:
    order, numbers = Moderation(store, clock), []
    for _ in range(12):
        numbers.append((await given_up(tables)).id)
        clock.pass_by(hours=12)
    checking = Checking(store, clock, lambda _server: True)
    while checking.counted < 10:
        await tick(checking)
    await order.void(GUILD, numbers[0], 77)
    assert (await weekly(checking)).found == 0
