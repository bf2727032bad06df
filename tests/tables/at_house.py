"""House players at real tables, and people who play against them."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from bot.engine import build_rules
from bot.house.roster import Level
from bot.tables import CLOCKS
from bot.tables.decisions import house_seats
from bot.tables.house.moves import HouseMoves
from tests.tables.at_table import ANN, choose, deal, open_table, post_board, start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables import Player, Table, Tables
    from bot.tables.house.thinking import Thinking

LIVE = CLOCKS["live-3"]
SHORT = {"target": 500}
PARTNERS = {"partners": True, **SHORT}


class House:
    """The house at all tables of a bot, let act by the test."""

    def __init__(self, tables: Tables, mind: Thinking) -> None:
        self.shown: list[int] = []
        self.moves = HouseMoves(tables, self._moved, mind)

    async def _moved(self, table_id: int) -> None:
        self.shown.append(table_id)

    async def act(self) -> None:
        """Let every house player on move act once."""
        self.moves.tick()
        await asyncio.gather(*self.moves._acting.values())


async def with_house(
    tables: Tables,
    levels: Sequence[Level] = (Level.REGULAR,),
    people: Sequence[Player] = (ANN,),
    *,
    preset: str = "modern",
    changes: dict[str, object] | None = None,
) -> Table:
    """Open a table for some people and house players, and deal."""
    rules = build_rules(preset, len(levels) + len(people), SHORT if changes is None else changes)
    table = await open_table(tables, people, rules=rules, preset=preset)
    for level in levels:
        table = await tables.ask(table.id, house_seats.add_house, ANN.user_id, level)
    return await start(tables, table.id, ANN.user_id)


async def play_on(tables: Tables, house: House, table_id: int, *, plies: int = 10_000) -> Table:
    """Play to the end or for so many plies: the people at random, the house as it thinks best."""
    chance = random.Random(3)
    table = await tables.get(table_id)
    while table.live and table.ply < plies:
        if table.awaits_deal:
            if table.seal is not None and table.seal.message_id is None:
                await post_board(tables, table.id)
            await deal(tables, table.id, table.people[0])
        elif table.house_on_move is not None:
            await house.act()
        else:
            await choose(tables, table, chance)
        table = await tables.get(table_id)
    return table


async def until_house(tables: Tables, table: Table) -> Table:
    """Let the people act until the house is on move."""
    chance = random.Random(4)
    while table.house_on_move is None:
        table = (await choose(tables, table, chance)).table
    return table
