from __future__ import annotations

import asyncio
import random
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from db import Store
from tests.databases import url_of
from tests.tables.at_table import loading, play_out, post_board, restarted, start, tables_over
from tests.tables.player import LEFT, PLAYED, history

if TYPE_CHECKING:
    from bot.tables import Table, Tables
    from tests.tables.at_table import Clock

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]


async def moments(tables: Tables, seed: int, count: int) -> list[Table]:
    """Return what the first changes of the same game lead to, played here."""
    seen: list[Table] = []
    async for table in history(tables, seed):
        seen.append(table)
        if len(seen) >= count:
            break
    return seen


# In the lobby, while cards are dealt, among the first tricks, and while the second deal is sealed, cut for and dealt.
@pytest.mark.parametrize("lines", [4, 5, 6 + PLAYED - 2, 6 + PLAYED + 1 + LEFT + 1])
async def test_after_kill_9_every_table_stands_where_it_was_shown(
    store: Store, clock: Clock, tmp_path: Path, lines: int
) -> None:
    """What was shown is there, and at most one change more that could no longer be shown."""
    seed, url = lines, url_of(tmp_path / "played.db")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.tables.player", url, str(seed), cwd=ROOT, stdout=PIPE
    )
    assert process.stdout is not None
    for line in range(lines):
        assert (await process.stdout.readline()).decode() == f"{line}\n"
    process.send_signal(signal.SIGKILL)
    rest, _ = await process.communicate()
    assert process.returncode == -signal.SIGKILL
    shown = lines + len(rest.decode().split("\n")) - 1

    here = tables_over(store, clock, seed=seed)
    await loading(here).load()
    expected = await moments(here, seed, shown + 1)
    killed = await Store.open(url)
    tables = await restarted(killed, clock)
    (table,) = tables.memory.awake()
    assert table in expected[shown - 1 :]
    if table.full:
        for user in (None, *table.users):
            assert table.view(user) == expected[expected.index(table)].view(user)
        if table.being_dealt:
            table = await post_board(tables, table.id)
        elif not table.game.deals:
            table = await start(tables, table.id, table.users[0])
        after = await play_out(tables, table.id, random.Random(1), plies=table.ply + 6)
        assert after.actions[: len(table.actions)] == table.actions
        assert len(after.actions) >= len(table.actions) + 6
    await killed.close()
