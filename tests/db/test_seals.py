"""Seals in the database: one is replaced only while nobody can have been dealt from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from db import UnknownRow
from tests.db.samples import NOON, later, new_game, sealed

if TYPE_CHECKING:
    from db import DealRow, Store


async def stored(store: Store, **changes: object) -> DealRow:
    async with store.write() as tx:
        row = replace(sealed(await new_game(tx)), deck=None, dealer=None, **changes)  # type: ignore[arg-type]  # its fields
        await tx.deals.open(row)
    return row


@pytest.mark.parametrize("posted", [False, True], ids=["whose message is unknown", "whose board is not found"])
async def test_a_seal_can_be_replaced_and_nothing_is_kept_of_it(store: Store, posted: bool) -> None:
    row = await stored(store)
    async with store.write() as tx:
        if posted:
            await tx.deals.update(row.game_id, 0, message_id=77, entropy=("message:77",), cuts_closed_at=later(2))
        anew = replace(row, commitment="decaf", secret="5a5a", opened_at=later(3), entropy=())
        await tx.deals.seal_anew(anew)
    async with store.read() as reader:
        assert await reader.deals.of(row.game_id) == [anew]


async def test_a_seal_that_is_dealt_stays_as_it_is(store: Store) -> None:
    row = await stored(store)
    async with store.write() as tx:
        await tx.deals.update(row.game_id, 0, deck="ASa")
    with pytest.raises(UnknownRow, match="no deal 0 to be sealed anew"):
        async with store.write() as tx:
            await tx.deals.seal_anew(replace(row, commitment="decaf", secret="5a5a"))
    async with store.read() as reader:
        (kept,) = await reader.deals.of(row.game_id)
    assert (kept.commitment, kept.secret) == (row.commitment, row.secret)


async def test_games_that_are_over_and_owe_a_word_about_their_first_message_are_found(store: Store) -> None:
    async with store.write() as tx:
        owing, told, live = [await new_game(tx) for _ in range(3)]
        await tx.games.update(owing, 0, status="cancelled", ended_at=NOON, unanswered=True)
        await tx.games.update(told, 0, status="cancelled", ended_at=NOON)
        await tx.games.update(live, 0, unanswered=True)
    async with store.read() as reader:
        assert await reader.messages.unanswered() == [owing]
