"""A database of version 1, with games in every state, is taken over whole.

The file is `version_1.sql`; `tests.db.version_1` says how version 1's own code wrote it.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

from db import GameStatus, Outcome, Overtaken, Store
from tests.databases import of_files, url_of
from tests.db import version_1
from tests.db.samples import NOON, later, new_game

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROOT = Path(__file__).parents[2]
# What a game of version 1 kept besides its columns.
SETTINGS = {
    *(
        "preset",
        "auto_draw",
        "clock",
        "invited_only",
        "partners_cut",
        "hints",
        "invited",
        "guests",
        "to_agree",
        "terms",
    ),
    *("left", "first_dealer", "cut_for_deal", "cut_for_partners", "thread", "home", "held", "claims", "time_up"),
    *("draw", "undo", "undone", "rematch", "rematch_id", "review"),
}


@pytest.fixture
def old(path: Path) -> Path:
    version_1.write(path)
    return path


@pytest.fixture
async def upgraded(old: Path) -> AsyncIterator[Store]:
    opened = await Store.open(url_of(old))
    yield opened
    await opened.close()


def content(path: Path) -> bytes:
    return path.read_bytes()


def test_the_old_database_has_games_in_every_state(old: Path) -> None:
    stored = version_1.rows(old)
    games = stored["games"]
    assert stored["alembic_version"] == [{"version_num": "0001"}]
    assert {row["status"] for row in games} == set(get_args(GameStatus))
    assert {row["kind"] for row in games} == {"open", "challenge", "rematch"}
    assert {key for row in games for key in json.loads(row["settings"])} == SETTINGS
    assert {row["end_reason"] for row in games} >= {None, "score", "resign", "timeout", "draw", "abandoned", "frozen"}
    assert {row["outcome"] for row in stored["results"]} == set(get_args(Outcome)) - {"drawn"}
    assert {row["kind"] for row in stored["deadlines"]} == {"lobby", "challenge", "deal", "clock", "abandon"}
    assert {row["role"] for row in stored["messages"]} == {"board", "anchor", "nudge", "result"}
    assert all(stored.values()), "a table is empty"


async def test_every_row_survives_with_the_values_that_version_1_wrote(old: Path, url: str) -> None:
    before = version_1.rows(old)
    await (await Store.open(url)).close()
    after = version_1.rows(old)
    assert after.pop("alembic_version") == [{"version_num": "0026"}]
    assert (after.pop("processes"), after.pop("claims")) == ([], [])
    del before["alembic_version"]
    for row in before["games"]:
        settings = json.loads(row["settings"])
        row |= {"version": 0, "on_move": None, "home_id": settings.pop("home", None)}
        row["settings"] = json.dumps(settings, ensure_ascii=False, separators=(",", ":"))
    new = ["boards", "ratings", "standings", "blocks", "askings", "records", "meetings", "sources", "rules_played"]
    new += ["moderations", "conclusions", "callings", "turn_messages", "exercise_tries", "daily_deals", "daily_games"]
    new += ["tournaments", "tournament_entrants", "tournament_pairings", "tournament_messages"]
    new += ["erasures", "removed_servers", "shards", "identifies", "left_games", "reports"]
    before |= {name: [] for name in new}
    for row in before["results"]:
        row.update({"game_kind": "", "deals": 0, "best_deal": 0, "double_beziques": 0})
        row.update(dict.fromkeys(("mu_before", "sigma_before", "mu", "sigma")))
    before["departures"] = []
    before["luck"] = [
        {"game_id": row["game_id"], "seat": row["seat"], "guild_id": row["guild_id"]}
        | dict.fromkeys(("deals", "lead", "points"))
        for row in sorted(before["results"], key=itemgetter("game_id", "seat"))
        if row["game_id"] not in {seat["game_id"] for seat in before["seats"] if seat["user_id"] < 0}
    ]
    after["luck"].sort(key=itemgetter("game_id", "seat"))
    for row in before["deals"]:
        row["cuts_closed_at"] = None
    for row in before["deadlines"]:
        assert row.pop("payload") == "{}"
    assert after == before


async def test_an_upgraded_database_has_the_schema_of_a_new_one(old: Path, url: str, tmp_path: Path) -> None:
    await (await Store.open(url)).close()
    new = tmp_path / "new.db"
    await (await Store.open(url_of(new))).close()
    assert version_1.schema(old) == version_1.schema(new)


@of_files
async def test_opening_an_upgraded_database_again_changes_nothing(old: Path, url: str) -> None:
    await (await Store.open(url)).close()
    once = content(old)
    await (await Store.open(url)).close()
    assert content(old) == once


@pytest.mark.parametrize("words", ["ADD COLUMN version", "DROP COLUMN payload", "UPDATE alembic_version"])
async def test_an_upgrade_that_is_killed_leaves_version_1_and_is_done_by_the_next_start(
    old: Path, url: str, words: str
) -> None:
    rows, schema = version_1.rows(old), version_1.schema(old)
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.db.upgrader", url, words, cwd=ROOT)
    assert await process.wait() == -signal.SIGKILL
    assert version_1.rows(old) == rows
    assert version_1.schema(old) == schema
    store = await Store.open(url)
    async with store.read() as reader:
        assert {row.version for row in await reader.games.live()} == {0}
    await store.close()
    assert len(version_1.rows(old)["games"]) == len(rows["games"])


async def test_stores_that_open_an_old_database_at_once_upgrade_it_once(old: Path, url: str) -> None:
    games = len(version_1.rows(old)["games"])
    for store in await asyncio.gather(*(Store.open(url) for _ in range(4))):
        await store.ping()
        await store.close()
    assert len(version_1.rows(old)["games"]) == games


async def test_every_old_game_is_read_whole(old: Path, upgraded: Store) -> None:
    stored = version_1.rows(old)

    def count(table: str, game: int) -> int:
        return sum(row["game_id"] == game for row in stored[table])

    async with upgraded.read() as reader:
        for row in stored["games"]:
            found = await reader.game_record.load(row["id"])
            assert found is not None
            assert (found.game.id, found.game.status, found.game.version) == (row["id"], row["status"], 0)
            assert (found.game.rules, found.game.settings) == (json.loads(row["rules"]), json.loads(row["settings"]))
            parts: dict[str, tuple[Any, ...]] = {
                "seats": found.seats,
                "deals": found.deals,
                "actions": found.actions,
                "cuts": found.cuts,
                "messages": found.messages,
            }
            assert {name: len(part) for name, part in parts.items()} == {name: count(name, row["id"]) for name in parts}
            assert len(await reader.schedule.deadlines(row["id"])) == count("deadlines", row["id"])
            assert len(await reader.results.of(row["id"])) == count("results", row["id"])
        live = {row["id"] for row in stored["games"] if row["status"] in {"lobby", "playing"}}
        assert {row.id for row in await reader.games.live()} == live


async def test_an_old_game_is_changed_like_any_other_from_then_on(upgraded: Store) -> None:
    async with upgraded.write() as tx:
        old, *_ = await tx.games.live()
        await tx.games.update(old.id, 0, turn_since=NOON)
        await tx.schedule.shift(later(5) - NOON)
    with pytest.raises(Overtaken):
        async with upgraded.write() as tx:
            await tx.games.update(old.id, 0, turn_since=later(1))
    async with upgraded.write() as tx:
        assert await tx.games.version(old.id) == 1
        newest = max([row.id for row in await tx.games.live()])
        assert await new_game(tx) == newest + 1
