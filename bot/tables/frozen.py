"""Frozen tables, whose record is broken: nobody can play there, but their seals are still laid open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.shards.share import Share
from db import DealRow, MessageRow, Reader, Store

from .decisions.dealing import BOARDS
from .values.parts import VoidSeal


@dataclass(frozen=True, slots=True)
class Frozen:
    """What is known of a table whose record does not replay."""

    id: int
    guild_id: int
    boards: tuple[MessageRow, ...]
    """Its public messages that still show the table in play."""
    deals: tuple[DealRow, ...] = field(repr=False)
    void: tuple[VoidSeal, ...] = field(repr=False)


class FrozenTables:
    """Reads what is left of frozen tables, and notes which boards say that they are frozen."""

    def __init__(self, store: Store, share: Share) -> None:
        self._store = store
        self._share = share

    async def untold(self) -> list[Frozen]:
        """Return the frozen tables of this process that have a board which still shows them in play."""
        part = self._share.part()

        async def looked(reader: Reader) -> list[Frozen]:
            found = []
            for game_id in await reader.messages.left_frozen(BOARDS, part):
                rows = await reader.game_record.load(game_id)
                assert rows is not None  # it has a message, so it exists
                boards = tuple(m for m in rows.messages if m.role in BOARDS and not m.closed)
                void = _void(rows.game.settings.get("void_seals"))
                found.append(Frozen(game_id, rows.game.guild_id, boards, rows.deals, void))
            return found

        return await self._store.ask(looked)

    async def told(self, board: MessageRow) -> None:
        """Note that a board says that its table is frozen, or that the board is gone."""
        await self._store.do(lambda tx: tx.messages.put(replace(board, closed=True)))


def _void(stored: object) -> tuple[VoidSeal, ...]:
    """Read the void seals, whose secrets are shown; unreadable ones are skipped, as the record is broken."""
    listed = stored if isinstance(stored, list) else []
    return tuple(VoidSeal(*each) for each in listed if isinstance(each, list) and _is_void(each))


def _is_void(each: list[object]) -> bool:
    return len(each) == 3 and isinstance(each[0], int) and isinstance(each[1], str) and isinstance(each[2], str)
