"""Two processes that share the work over one database: each has the tables of one of two shards."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bot.club import conclude, score
from bot.tables import Limits, Tables
from bot.tables.values.parts import Terms
from db import Part, shard_of
from tests.tables.at_table import CHANNEL, GUILD, TWO, loading, post_board, start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables import Player, Table
    from db import Store
    from tests.tables.at_table import Clock

COUNT = 2
THERE = GUILD + (1 << 22)
"""A server of shard 1; the one in which other tests play is of shard 0."""
assert (shard_of(GUILD, COUNT), shard_of(THERE, COUNT)) == (0, 1)


async def process(store: Store, clock: Clock, *shards: int, seed: int = 1) -> Tables:
    """Return the tables of a process that has just started, with some of two shards."""
    part = Part(frozenset(shards), COUNT)
    tables = Tables(store, clock, Limits(), random.Random(seed), at_end=(conclude, score), part=part)
    await loading(tables).load()
    return tables


async def played_in(tables: Tables, guild_id: int, players: Sequence[Player]) -> Table:
    """Open a table in a server, and deal the first deal."""
    table = await tables.open(
        guild_id=guild_id, channel_id=CHANNEL, opener=players[0], rules=TWO, terms=Terms("modern")
    )
    await post_board(tables, table.id)
    for each in players[1:]:
        await tables.join(table.id, each)
    return await start(tables, table.id, players[0].user_id)


def known(tables: Tables) -> list[int]:
    """Return every table of which a process knows anything without asking."""
    memory = tables.memory
    return sorted({*(entry.id for entry in memory.live), *memory._awake, *memory._ended})
