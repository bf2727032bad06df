"""Deleting what is kept of a member, in steps that a crash between them does not undo: what is asked is stored first.

Games belong to those who played them, so they stay: in the place of the member stands a *former player* with an id of
his own, drawn for this member and server alone, which leads nowhere. So nobody's rating changes, and all of it can be
counted anew. Cuts that the member typed go, with the proofs of those deals; settings, standings and statistics go.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.engine.record_values import FORMER
from bot.tables import Kind, Refused, Status, Tables
from bot.tables.decisions import lobby, play
from db import ErasureRow, Store
from db.people import EVERYWHERE, new_former

from .tournaments import Tournaments
from .values.daily import number_at

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Erased:
    """What came of deleting."""

    tables: tuple[int, ...] = ()
    """Tables that look different now."""
    tournaments: tuple[int, ...] = ()
    """Tournaments that look different now."""
    pending: frozenset[int] = frozenset()
    """Of whom something is left that could not be deleted just now; it goes on by itself."""
    until_midnight: frozenset[int] = frozenset()
    """Of whom it is still known that they have played the deal of today."""

    @property
    def done(self) -> bool:
        """Whether nothing is left that could be deleted now."""
        return not self.pending


class Erasing:
    """Deletes what members want deleted."""

    def __init__(self, store: Store, tables: Tables, tournaments: Tournaments) -> None:
        self._store = store
        self._tables = tables
        self._tournaments = tournaments
        self._one_at_a_time = asyncio.Lock()
        self.forgotten: Callable[[int], object] = lambda _user_id: None
        """Told of each member of whom nothing is kept any more beside the servers."""

    async def ask(self, user_id: int, guild_id: int | None) -> None:
        """Store that all that is kept of a member in a server (None: everywhere) is to be deleted.

        Raises:
            DatabaseError: It could not be stored.
        """
        now = self._tables.now()
        async with self._store.write() as tx:
            servers = [guild_id] if guild_id is not None else [*await tx.people.servers(user_id), EVERYWHERE]
            for server in servers:
                await tx.people.ask_erasure(ErasureRow(user_id, server, new_former(), now))

    async def go_on(self, user_id: int | None = None) -> Erased:
        """Delete what is asked for and not yet deleted, game by game; what cannot be deleted now is tried again.

        Args:
            user_id: Whose, in all servers; None: everybody's in the servers of this process.

        Raises:
            DatabaseError: Something could not be stored; what is left is deleted the next time.
        """
        async with self._one_at_a_time:
            wishes = await self._store.ask(lambda reader: reader.people.erasures())
            asked = [row for row in wishes if self._is_to_do(row, user_id)]
            touched: list[int] = []
            renamed: list[int] = []
            for row in asked:
                try:
                    if not row.only_today:
                        left, organized = await self._erase(row)
                        touched += left
                        renamed += organized
                    await self._erase_days(row)
                except Refused as refused:
                    log.warning("not deleted yet: %s", refused.why.name, extra={"table": refused.table_id})
            if asked:
                await self._store.empty_log()
            rest = await self._store.ask(lambda reader: reader.people.erasures())
            return Erased(
                tuple(dict.fromkeys(touched)),
                tuple(dict.fromkeys(renamed)),
                frozenset(row.user_id for row in rest if not row.only_today),
                frozenset(row.user_id for row in rest if row.only_today),
            )

    def _is_to_do(self, row: ErasureRow, user_id: int | None) -> bool:
        """Tell whether something is to be deleted now: a member's own wish, or as it is left to this process."""
        server = None if row.guild_id == EVERYWHERE else row.guild_id
        return self._tables.share.has(server) if user_id is None else row.user_id == user_id

    async def _erase(self, row: ErasureRow) -> tuple[list[int], list[int]]:
        """Delete what is kept of a member in one server, and return the tables and tournaments that look different.

        Raises:
            Refused: The member cannot leave a table just now.
        """
        user, server = row.user_id, row.guild_id
        touched = [] if server == EVERYWHERE else await self._leave(server, user)
        naming: list[int] = []
        if server != EVERYWHERE:
            async with self._store.write() as tx:  # first, so that no table is opened under such a name any more
                await tx.people.forget_tournament_names(user, server, row.former_id)
            async with self._store.read() as reader:
                naming = await reader.people.games_naming(user, server, row.former_id)
        for table_id in naming:
            await self._tables.store.rename(table_id, user, row.former_id)
            touched += [table_id] if table_id in self._tables.register else []
        async with self._store.write() as tx:
            await tx.people.forget_in_server(user, server, row.former_id, FORMER)
            if server == EVERYWHERE:
                await tx.say("member", user)
            for each in await self._tournaments.elsewhere(tx, server):
                await tx.say("tournament", each)
            await tx.people.ask_erasure(replace(row, only_today=True))
        live = await self._tournaments.of_server(server)  # they are read anew
        tournaments = [each.id for each in live if row.former_id == each.organizer_id or each.entrant(row.former_id)]
        if server == EVERYWHERE:
            self.forgotten(user)
        log.info("what was kept of a member is deleted", extra={"games": len(naming)})
        return touched, tournaments

    async def _erase_days(self, row: ErasureRow) -> None:
        """Delete who has played which daily deals, but for that of today: nobody is to play it twice."""
        today = number_at(self._tables.now())
        async with self._store.write() as tx:
            if await tx.people.forget_daily(row.user_id, row.guild_id, row.former_id, today):
                await tx.people.erased(row)

    async def _leave(self, server: int, user_id: int) -> list[int]:
        """Have a member leave all that goes on in a server: tournaments, lobbies, games, challenges.

        Raises:
            Refused: One of them cannot be left just now.
        """
        left: list[int] = []
        for tournament in await self._tournaments.of_server(server):
            with suppress(Refused):  # no part in it, or none any more
                await self._tournaments.withdraw(tournament.id, user_id)
            if tournament.entrant(user_id) is not None:  # its tables let nobody go by themselves
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
        """Tell whether somebody still sits at a table at which something can happen."""
        try:
            table = await self._tables.get(table_id)
        except Refused:
            return False
        return table.live and table.seat_of(user_id) is not None
