"""A member's stored data: counting it, exporting it for the member, and deleting it, as a server's is in the end.

Games belong to all who played them, so they stay: a *former player* replaces the member, with an id drawn for this
member and server alone that cannot be traced back. So nobody's rating changes, and everything can be counted anew. Text
that the member typed at a Cut is deleted, with the proofs of those deals; so are settings, standings and statistics.
A deletion is done in steps that continue after a crash, as the request is stored first.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from bot.club.daily import number_at
from bot.club.standings.rating import Strength, day_of
from bot.club.tournaments import Tournaments
from bot.club.tournaments.values import STOPPED
from bot.engine.record import write_record
from bot.engine.record_json import FORMER
from bot.lazy import dataclass
from bot.members.holidays import hand_on
from bot.tables import Kind, Refused, Status, Tables
from bot.tables.decisions import lobby, play
from bot.tables.values.rated import LEFT_GAMES_KEPT
from bot.tables.values.record import recordable, table_record
from bot.tables.values.stored import BrokenRecord, decode
from db import ErasureRow, GameRecordRows, Reader, Store, Transaction
from db.formers import new_former
from db.people import EVERYWHERE

log = logging.getLogger(__name__)

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
        """Count the data stored about a member in a server (None: a direct message) and everywhere."""

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
        closed = {
            int(row["id"])
            for row in rows.get("games", ())
            if (daily := row["settings"].get("daily")) and now < datetime.fromisoformat(daily[1])
        }
        rows["actions"] = [row for row in rows.get("actions", ()) if row["game_id"] not in closed]
        games = [await self._game(int(row["game_id"])) for row in rows.get("seats", ())]
        return await asyncio.to_thread(_written, user_id, now, rows, games)

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

    def plain(value: object) -> str:
        return value.isoformat() if isinstance(value, datetime) else str(value)

    return json.dumps(document, ensure_ascii=False, default=plain, indent=1).encode()


def _record(rows: GameRecordRows | None, now: datetime) -> str | None:
    """Return the record of a game that is over; None for a game that is in play, gone or broken.

    None also for a daily deal before it is laid open, as others play the same cards until then.
    """
    if rows is None:
        return None
    try:
        table = decode(rows)
    except BrokenRecord:
        return None
    closed = table.daily is not None and now < table.daily.until
    return write_record(table_record(table)) if recordable(table) and not closed else None


@dataclass(frozen=True, slots=True)
class Erased:
    """The outcome of deleting."""

    tables: tuple[int, ...] = ()
    """Tables in play, or left just now, that look different."""
    tournaments: tuple[int, ...] = ()
    """Tournaments that look different now."""
    pending: frozenset[int] = frozenset()
    """Members with data that could not be deleted just now; the bot tries again by itself."""
    until_midnight: frozenset[int] = frozenset()
    """Members of whom it is still stored that they have played today's daily deal."""

    @property
    def done(self) -> bool:
        """Whether everything that may be deleted now has been deleted."""
        return not self.pending


class Erasing:
    """Deletes the data of members who ask for it."""

    def __init__(self, store: Store, tables: Tables, tournaments: Tournaments) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._one_at_a_time = asyncio.Lock()

    async def ask(self, user_id: int, guild_id: int | None) -> None:
        """Store a request to delete a member's data in a server, or everywhere (None)."""
        now = self._tables.now()
        async with self._store.write() as tx:
            servers = [guild_id] if guild_id is not None else [*await tx.people.servers(user_id), EVERYWHERE]
            for server in servers:
                await tx.people.ask_erasure(ErasureRow(user_id, server, new_former(), now))

    async def go_on(self, user_id: int | None = None) -> Erased:
        """Carry out one member's open requests, or all, game by game; what cannot be deleted now waits."""
        async with self._one_at_a_time:
            wishes = await self._store.ask(lambda reader: reader.people.erasures())
            asked = [row for row in wishes if self._is_to_do(row, user_id)]
            touched: list[int] = []
            renamed: list[int] = []
            until_midnight: set[int] = set()
            for row in asked:
                try:
                    if not row.only_today:
                        left, organized = await self._erase(row)
                        touched += left
                        renamed += organized
                    if await self._is_today_left(row):
                        until_midnight.add(row.user_id)
                except Refused as refused:
                    log.warning("not deleted yet: %s", refused.why.name, extra={"table": refused.table_id})
            if asked:
                await self._store.empty_log()
            rest = await self._store.ask(lambda reader: reader.people.erasures())
            return Erased(
                tuple(dict.fromkeys(touched)),
                tuple(dict.fromkeys(renamed)),
                frozenset(row.user_id for row in rest if not row.only_today),
                frozenset(until_midnight),
            )

    def _is_to_do(self, row: ErasureRow, user_id: int | None) -> bool:
        """Return whether a request is to be carried out now: it is that member's, or (None) falls to this process."""
        server = None if row.guild_id == EVERYWHERE else row.guild_id
        return self._tables.memory.owns(server) if user_id is None else row.user_id == user_id

    async def _erase(self, row: ErasureRow) -> tuple[list[int], list[int]]:
        """Delete a member's data in one server, and return the live tables and tournaments that look different."""
        user, server = row.user_id, row.guild_id
        async with self._store.write() as tx:  # first, as a limit must know the member at every moment
            await tx.people.remember(row.former_id, server, user, self._tables.now())
        touched = [] if server == EVERYWHERE else await self._leave(server, user)
        naming: list[int] = []
        if server != EVERYWHERE:
            async with self._store.write() as tx:  # first, so that no new table gets such a name
                await tx.people.forget_tournament_names(user, server, row.former_id)
            async with self._store.read() as reader:
                naming = await reader.people.games_naming(user, server, row.former_id)
        for table_id in naming:
            await self._tables.store.rename(table_id, user, row.former_id)
            touched += [table_id] if table_id in self._tables.memory.live else []
        async with self._store.write() as tx:
            if server == EVERYWHERE:
                await hand_on(tx, user, row.former_id, self._tables.now())
            await tx.people.forget_in_server(user, server, row.former_id, FORMER)
            if server == EVERYWHERE:
                await tx.say("member", user)
            tournaments = await tx.tournaments.naming(server, row.former_id)
            await tx.tournaments.unsettle(tournaments, STOPPED)
            if not self._tables.memory.owns(server):
                for each in tournaments:
                    await tx.say("tournament", each)
            await tx.people.is_nearly_erased(row)
        await self._tournaments.of_server(server)  # this reads them anew
        if server == EVERYWHERE:
            self._tables.preferences.member_chose(user, {})
        log.info("what was kept of a member is deleted", extra={"games": len(naming)})
        return touched, tournaments

    async def _is_today_left(self, row: ErasureRow) -> bool:
        """Delete what has stood for a while, and return whether the member's game of today's deal still has to.

        It must not be played twice. Open reports of the member stay until a moderator has closed them.
        """
        today = number_at(self._tables.now())
        async with self._store.write() as tx:
            days_gone = await tx.people.forget_daily(row, today)
            if await tx.people.forget_ended(row) and days_gone:
                await tx.people.erased(row)
        return not days_gone

    async def _leave(self, server: int, user_id: int) -> list[int]:
        """Make a member leave all tournaments, lobbies, games and challenges of a server; return the changed tables."""
        left: list[int] = []
        for tournament in await self._tournaments.of_server(server):
            with suppress(Refused):  # the member takes no part, or has withdrawn already
                await self._tournaments.withdraw(tournament.id, user_id)
            if tournament.entrant(user_id) is not None:  # players cannot leave its tables by themselves
                left += (await self._tournaments.advance(tournament.id, in_threads=False, may_open=False)).tables
        for table_id in await self._tables.whereabouts.taking_part(server, user_id):
            try:
                table = await self._tables.get(table_id)
                if table.status is Status.PLAYING:
                    await self._tables.ask(table_id, play.resign, user_id)
                elif table.status is Status.LOBBY and table.kind is Kind.CHALLENGE and user_id == table.invited_id:
                    await self._tables.ask(table_id, lobby.decline, user_id)
                elif table.status is Status.LOBBY:
                    await self._tables.ask(table_id, lobby.leave, user_id)
            except Refused:
                if await self._sits_at(table_id, user_id):
                    raise
            left.append(table_id)
        return left

    async def _sits_at(self, table_id: int, user_id: int) -> bool:
        """Return whether a user still sits at a live table."""
        try:
            table = await self._tables.get(table_id)
        except Refused:
            return False
        return table.live and table.seat_of(user_id) is not None


REMOVED_KEPT: Final = timedelta(days=30)
"""Time for which a server's data is kept after the bot was removed; a server that adds the bot again keeps its data."""
NEVER_PLAYED_KEPT: Final = timedelta(days=30)
"""Time for which lobbies and challenges that came to nothing are kept."""
GIVEN_UP_KEPT: Final = timedelta(minutes=15)
"""Time for which a practice is kept that was given up before it counted: as long as its last message can be edited."""
ASKINGS_KEPT: Final = timedelta(hours=1)
"""Time for which it is kept which member asked which other one to play."""
MODERATIONS_KEPT: Final = timedelta(days=365)
"""Time for which moderators' measures are kept."""
REPORTS_KEPT: Final = timedelta(days=90)
"""Time for which a report is kept after a moderator has closed it."""
OPEN_REPORTS_KEPT: Final = timedelta(days=365)
"""Time for which a report that nobody closes is kept."""
_AT_ONCE: Final = 100
"""Largest number of games deleted in one transaction."""


class Servers:
    """Notes from which servers the bot was removed, and deletes data after the times that `docs/privacy.md` states.

    This concerns servers from which the bot was removed, lobbies that came to nothing, requests to play, moderators'
    measures, games that members left, and reports.
    """

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def removed(self, guild_id: int) -> None:
        now = self._tables.now()
        await self._store.do(lambda tx: tx.servers.note_removed(guild_id, now))

    async def returned(self, guild_id: int) -> None:
        await self._store.do(lambda tx: tx.servers.note_back(guild_id))

    async def compare(self, present: Collection[int], *, ours: Callable[[int], bool] = lambda _guild: True) -> None:
        """Store from which of our servers the bot was removed, or to which it returned, while it was not connected."""
        now = self._tables.now()

        async def compared(tx: Transaction) -> None:
            known, noted = await tx.servers.kept(), await tx.servers.removed()
            for guild in known:
                if ours(guild) and guild not in present and guild not in noted:
                    await tx.servers.note_removed(guild, now)
            for guild in noted:
                if guild in present:
                    await tx.servers.note_back(guild)

        await self._store.do(compared)

    async def forget_old(self, present: Collection[int]) -> None:
        """Delete data whose time is up, some games at a time; the next call deletes what is left.

        The process that holds a server deletes its data, but not that of a server in which the bot is present; the one
        that holds direct messages deletes data of no server.
        """
        now = self._tables.now()
        noted = await self._store.ask(lambda reader: reader.servers.removed())
        for guild, since in noted.items():
            if self._tables.memory.owns(guild) and guild not in present and now - since >= REMOVED_KEPT:
                await self._forget(guild)
        if not self._tables.memory.owns(None):  # one process deletes the data of no server
            return

        async def forgotten(tx: Transaction) -> None:
            await tx.blocks.forget_askings(now - ASKINGS_KEPT)
            await tx.moderation.forget_before(now - MODERATIONS_KEPT)
            await tx.leaving.forget_before(now - LEFT_GAMES_KEPT)
            await tx.people.forget_formers(now - LEFT_GAMES_KEPT, datetime(now.year, 1, 1, tzinfo=UTC))
            await tx.reports.forget(now - REPORTS_KEPT, now - OPEN_REPORTS_KEPT)

        await self._store.do(forgotten)
        while True:
            gone = await self._store.do(
                lambda tx: tx.servers.forget_never_played(now - NEVER_PLAYED_KEPT, now - GIVEN_UP_KEPT, _AT_ONCE)
            )
            self._drop(gone)
            if len(gone) < _AT_ONCE:
                return

    async def _forget(self, guild_id: int) -> None:
        while True:
            async with self._store.write() as tx:
                gone = await tx.servers.forget_games(guild_id, _AT_ONCE)
                if not gone:
                    await tx.servers.forget(guild_id)
            self._drop(gone)
            if not gone:
                self._tables.preferences.server_chose(guild_id, {})
                log.info("a server is forgotten, the bot was removed from it long ago")
                return

    def _drop(self, table_ids: Collection[int]) -> None:
        for table_id in table_ids:
            self._tables.memory.drop(table_id)
