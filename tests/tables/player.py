"""A process that plays a game by itself: `python -m tests.tables.player URL SEED`.

A line on standard output says, each time, that a change has been stored and may be shown.
"""

from __future__ import annotations

import asyncio
import random
import sys
from typing import TYPE_CHECKING

from bot.engine import build_rules
from bot.tables.decisions import dealing
from bot.tables.values.parts import Terms
from db import Store
from db.session import Session
from tests.tables.at_table import ANN, BEN, CHANNEL, GUILD, Clock, choose, loading, post_board, tables_over
from tests.tables.made import cards_left, played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.tables import Table, Tables
    from bot.tables.decisions.occasion import Occasion

PLAYED, LEFT = 8, 4
"""Actions at the beginning of the deal, and cards left after it has been played on."""


async def history(tables: Tables, seed: int) -> AsyncIterator[Table]:
    """Yield a table after every change, from its opening to the end; the same for the same seed.

    After some tricks one change plays on to the last cards of the deal, so that its end comes soon.
    """
    rng = random.Random(seed)
    rules = build_rules("modern", 2, {"target": 1000})
    table = await tables.open(guild_id=GUILD, channel_id=CHANNEL, opener=ANN, rules=rules, terms=Terms("modern"))
    yield table
    yield await post_board(tables, table.id)
    yield await tables.join(table.id, BEN)
    yield await tables.ask(table.id, dealing.cut, ANN.user_id, "with luck")
    yield (await tables.start(table.id, ANN.user_id)).table
    table = await post_board(tables, table.id)
    yield table
    for _ in range(PLAYED):
        table = (await choose(tables, table, rng)).table
        yield table
    table = await tables.ask(table.id, _near_the_end)
    yield table
    while table.live:
        if table.awaits_deal:
            yield await post_board(tables, table.id)
            yield await tables.ask(table.id, dealing.cut, BEN.user_id, "once more")
            yield (await tables.ask(table.id, dealing.deal, None)).table
            table = await post_board(tables, table.id)
        else:
            table = (await choose(tables, table, rng)).table
        yield table


def _near_the_end(table: Table, _at: Occasion) -> Table:
    return played(table, lambda t: cards_left(t) == LEFT)


async def main(url: str, seed: int) -> None:
    Session.mark = staticmethod(lambda: 0)  # as in the test, which compares the tables
    store = await Store.open(url)
    tables = tables_over(store, Clock(), seed=seed)
    await loading(tables).load()
    shown = 0
    async for _ in history(tables, seed):
        sys.stdout.write(f"{shown}\n")
        sys.stdout.flush()
        shown += 1
    await store.close()


if __name__ == "__main__":
    address, number = sys.argv[1:]
    asyncio.run(main(address, int(number)))
