"""A member's stored data: counting it, and exporting it for the member."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.club.standings.rating import Strength, day_of
from bot.engine.record import write_record
from bot.tables import Table
from bot.tables.values.rated import LEFT_GAMES_KEPT
from bot.tables.values.restore import BrokenRecord, recordable, restore, table_record
from db import GameRecordRows, Reader, Store
from db.formers import is_former
from db.people import EVERYWHERE

__all__ = ["Kept", "People", "is_former"]

FORMAT: Final = "bezique-data/1"


@dataclass(frozen=True, slots=True)
class Kept:
    """The number of rows stored about a member, by database table."""

    here: Mapping[str, int]
    """Rows of the server in which the member asks; empty in a direct message."""
    everywhere: Mapping[str, int]
    """Rows in all servers and outside servers."""
    servers: tuple[int, ...]
    """Servers with data about the member."""
    pending: bool
    """Whether some of it is being deleted."""


class People:
    """Reads the stored data of members."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def kept(self, user_id: int, guild_id: int | None) -> Kept:
        """Count the data stored about a member in a server and everywhere.

        Args:
            guild_id: The server; None: a direct message.
        """

        async def counted(reader: Reader) -> Kept:
            by_server = await reader.people.counts(user_id)
            here = by_server.get(guild_id, Counter[str]()) if guild_id is not None else Counter[str]()
            everywhere = sum(by_server.values(), Counter[str]())
            pending = any(row.user_id == user_id and not row.only_today for row in await reader.people.erasures())
            return Kept(+here, +everywhere, tuple(sorted(by_server.keys() - {EVERYWHERE})), pending)

        return await self._store.ask(counted)

    async def export(self, user_id: int, now: datetime) -> bytes:
        """Return all data stored about a member as JSON, with the records of the member's games that are over.

        Ids and names of other people are removed from the stored rows; the records contain the names of all players.
        For a game in play, or a daily deal not laid open yet, nothing is exported that its player cannot see; the times
        of acts are added once it is over.
        """
        async with self._store.read() as reader:
            servers = await reader.people.servers(user_id)
            rows = await reader.people.rows(user_id, [*servers, EVERYWHERE])
            # Longer ago only who has blocked the member could be told from it.
            if former := await reader.people.formers_of(user_id, now - LEFT_GAMES_KEPT):
                rows["former_players"] = former
        numbers = [int(row["game_id"]) for row in rows.get("seats", ())]
        closed = {int(row["id"]) for row in rows.get("games", ()) if _is_closed(row["settings"], now)}
        rows["actions"] = [row for row in rows.get("actions", ()) if row["game_id"] not in closed]
        return await asyncio.to_thread(_written, user_id, now, rows, [await self._game(each) for each in numbers])

    async def _game(self, game_id: int) -> GameRecordRows | None:
        return await self._store.ask(lambda reader: reader.game_record.load(game_id))


def _written(user_id: int, now: datetime, rows: Mapping[str, Any], games: list[GameRecordRows | None]) -> bytes:
    for row in rows.get("ratings", ()):
        strength = Strength(row["mu"], row["sigma"]).rested(day_of(now) - row["last_day"])
        row |= {"rating": strength.rating, "uncertainty": strength.uncertainty}
    document = {
        "format": FORMAT,
        "made_at": now.isoformat(timespec="seconds"),
        "user_id": str(user_id),
        "stored": rows,
        "records": [json.loads(text) for text in (_record(each, now) for each in games) if text is not None],
    }
    return json.dumps(document, ensure_ascii=False, default=_plain, indent=1).encode()


def _record(rows: GameRecordRows | None, now: datetime) -> str | None:
    """Return the record of a game that is over; None for a game that is in play, gone or broken.

    None also for a daily deal before it is laid open, as others play the same cards until then.
    """
    if rows is None:
        return None
    try:
        table: Table = restore(rows)
    except BrokenRecord:
        return None
    closed = table.daily is not None and now < table.daily.until
    return write_record(table_record(table)) if recordable(table) and not closed else None


def _is_closed(settings: Mapping[str, Any], now: datetime) -> bool:
    """Return whether a game's stored settings are those of a daily deal that others may still play."""
    daily = settings.get("daily")
    return daily is not None and now < datetime.fromisoformat(daily[1])


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else str(value)
