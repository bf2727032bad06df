"""Nobody takes all the room: a member, a server and the whole bot have so many tables at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables import Limits, Why
from bot.tables.decisions import lobby
from tests.tables.at_table import ANN, BEN, CAT, DAN, loading, open_table, tables_over, why

if TYPE_CHECKING:
    from db import Store
    from tests.tables.at_table import Clock


@pytest.mark.parametrize(
    ("limits", "said"),
    [(Limits(tables_a_server=2), Why.SERVER_FULL), (Limits(tables_in_all=2), Why.HOUSE_FULL)],
)
async def test_a_server_and_the_bot_have_so_many_tables_at_most(
    store: Store, clock: Clock, limits: Limits, said: Why
) -> None:
    tables = tables_over(store, clock, limits=limits)
    await loading(tables).load()
    first = await open_table(tables, (ANN,))
    await open_table(tables, (BEN,))
    assert await why(open_table(tables, (CAT,))) is said
    await tables.join(first.id, DAN)  # what is open goes on
    await tables.start(first.id, ANN.user_id)
    assert await why(open_table(tables, (CAT,))) is said
    second = next(entry.id for entry in tables.memory.live if entry.id != first.id)
    await tables.ask(second, lobby.cancel, BEN.user_id)
    await open_table(tables, (CAT,))
    again = tables_over(store, clock, limits=limits)
    await loading(again).load()
    assert await why(open_table(again, (BEN,))) is said
    assert again.memory.live.count_in(first.guild_id) == 2
