"""Reading games that are over, as lists or to announce their end, and tables whose record is broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime

from bot.lazy import dataclass
from bot.tables.decisions.dealing import BOARDS, RENAMED
from bot.tables.values.parts import Status, VoidSeal
from db import DealRow, GameRecordRows, GameRow, MessageRow, Part, Reader, ResultRow, SeatRow, Store, Visible


@dataclass(frozen=True, slots=True)
class Frozen:
    """What is known of a table whose record does not replay."""

    id: int
    guild_id: int
    boards: tuple[MessageRow, ...]
    """Its public messages: those that still show the table in play, or all."""
    deals: tuple[DealRow, ...] = field(repr=False)
    void: tuple[VoidSeal, ...] = field(repr=False)


class FrozenTables:
    """Reads what is left of frozen tables, and notes which boards say that they are frozen."""

    def __init__(self, store: Store, part: Part | None) -> None:
        self._store = store
        self._part = part

    async def untold(self) -> list[Frozen]:
        """Return the frozen tables of this process that have a board which still shows them in play."""

        async def looked(reader: Reader) -> list[Frozen]:
            found = []
            for game_id in await reader.messages.left_frozen(BOARDS, self._part):
                rows = await reader.game_record.load(game_id, played=False)
                assert rows is not None  # it has a message, so it exists
                boards = tuple(m for m in rows.messages if m.role in BOARDS and not m.closed)
                found.append(_frozen(rows, boards))
            return found

        return await self._store.ask(looked)

    async def of(self, game_id: int) -> Frozen | None:
        """Return a frozen table with all its boards, or None if there is none of that number."""
        rows = await self._store.ask(lambda reader: reader.game_record.load(game_id, played=False))
        if rows is None or rows.game.status != Status.FROZEN.value:
            return None
        return _frozen(rows, tuple(m for m in rows.messages if m.role in BOARDS))

    async def told(self, board: MessageRow) -> None:
        """Note that a board says that its table is frozen, or that the board is gone."""
        await self._store.do(lambda tx: tx.messages.put(replace(board, closed=True)))


def _frozen(rows: GameRecordRows, boards: tuple[MessageRow, ...]) -> Frozen:
    void = _void(rows.game.settings.get("void_seals"))
    return Frozen(rows.game.id, rows.game.guild_id, boards, rows.deals, void)


def _void(stored: object) -> tuple[VoidSeal, ...]:
    """Read the void seals, whose secrets are shown; unreadable ones are skipped, as the record is broken."""
    listed = stored if isinstance(stored, list) else []
    return tuple(VoidSeal(*each) for each in listed if isinstance(each, list) and _is_void(each))


def _is_void(each: list[object]) -> bool:
    return len(each) == 3 and isinstance(each[0], int) and isinstance(each[1], str) and isinstance(each[2], str)


@dataclass(frozen=True, slots=True)
class Finished:
    """An entry for a won or drawn game in a list."""

    id: int
    ended_at: datetime | None
    winner: tuple[int, ...] | None
    """The seats that won; None where the players agreed to a draw."""
    seats: tuple[SeatRow, ...]
    results: tuple[ResultRow, ...]
    reckoning: str
    """The unit in which its points were announced; the results hold tens."""
    house: Mapping[int, int] = field(default_factory=dict)
    """By side, in tens: the points of sides on which the house alone sat, of which there are no results."""


async def with_results(reader: Reader, rows: Sequence[GameRow]) -> list[Finished]:
    """Return games with their seats and results."""
    numbers = [row.id for row in rows]
    seats = await reader.games.seats_of_each(numbers)
    results = await reader.results.of_each(numbers)
    return [
        Finished(
            row.id,
            row.ended_at,
            None if row.winner is None else tuple(row.winner),
            tuple(seats.get(row.id, ())),
            tuple(results.get(row.id, ())),
            str(row.rules.get("reckoning", "tens")),
        )
        for row in rows
    ]


class Archive:
    """Reads games that are over."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def finished(
        self, guild_id: int, visible: Visible, user_id: int | None = None, limit: int = 25, offset: int = 0
    ) -> list[Finished]:
        """Return a page of a server's games that were won or drawn, the newest first, or of one member's."""

        async def page(reader: Reader) -> list[Finished]:
            return await with_results(reader, await reader.games.finished_of(guild_id, user_id, limit, offset, visible))

        return await self._store.ask(page)

    async def last_names(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, str]:
        """Return the names under which users last sat down in a server; users who never did are left out."""
        return await self._store.ask(lambda reader: reader.standings.last_names(guild_id, user_ids))

    async def renamed(self, part: Part | None = None) -> list[int]:
        """Return the games that are over and whose boards await an edit with the name of a former player."""
        return await self._store.ask(lambda reader: reader.messages.left_open(RENAMED, part))

    async def left_over(self, since: datetime, part: Part | None = None) -> list[int]:
        """Return the tables that are over and whose end has not been fully announced.

        These are tables with a board that still shows them in play, tables for which it is not known whether their
        first message was posted, and games won or drawn since a moment for which no result was posted.
        """

        async def found(reader: Reader) -> list[int]:
            closing = [each for role in BOARDS for each in await reader.messages.left_open(role, part)]
            untold = await reader.messages.unanswered(part)
            return [*closing, *untold, *await reader.messages.unannounced("result", since, part)]

        return await self._store.ask(found)
