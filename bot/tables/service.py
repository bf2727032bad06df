"""All that may be asked of tables: playing again, and what the clock brings, on top of everything below."""

from __future__ import annotations

import logging
from datetime import timedelta

from db import DatabaseError, Transaction

from .keeper import Limits
from .overtime import Overtime
from .quiet import quiet_for
from .refused import Refused, Why
from .table import Kind, Player, Status, Table
from .timers import Due, Happening

__all__ = ["Limits", "Tables"]

log = logging.getLogger(__name__)

_TRY_AGAIN = timedelta(seconds=60)


class Tables(Overtime):
    """All tables of the bot: what may be asked of them, one method a request."""

    async def rematch(self, table_id: int, user_id: int) -> tuple[Table, Table | None]:
        """Ask for another game with the same players and rules; when all have asked, it is opened and sealed.

        Returns:
            The finished table with its votes, and the new table once everyone has asked.

        Raises:
            Refused: Not seated, not finished, or the rematch is on already.
        """
        async with self.hold(table_id) as held:
            table = held.table
            if table.seat_of(user_id) is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            if table.status is not Status.FINISHED:
                raise Refused(Why.NOT_STARTED if table.live else Why.CLOSED, table_id=table_id)
            if "rematch_id" in table.row.settings:
                raise Refused(Why.REMATCH_STANDS, table_id=int(table.row.settings["rematch_id"]))
            votes = (*(v for v in table.rematch_votes if v != user_id), user_id)
            changes: dict[str, object] = {"rematch": list(votes)}
            new: Table | None = None
            async with self._seating:
                async with self.store.write() as tx:
                    if set(votes) == set(table.users):
                        for each in table.users:
                            self._check_room(table.guild_id, each)
                        new = await self._open_rematch(tx, table)
                        changes["rematch_id"] = new.id
                    await tx.update_game(table_id, settings={**table.row.settings, **changes})
                held.table = table.with_settings(**changes)
                if new is not None:
                    self.put(new)
                    self._after_commit(new)
            return held.table, new

    async def tick(self) -> list[Happening]:
        """Do what is due, and return it to be shown; call it every second or so.

        Where the database fails, that table's turn comes again in a minute, and the others are not kept waiting.
        """
        happened = []
        for table_id, kind in self.due_now():
            try:
                happened += await self._do_due(table_id, kind)
            except DatabaseError as error:
                log.error("what is due could not be stored: %s", error, extra={"table": table_id, "due": kind.value})  # noqa: TRY400
                self.begin(table_id, kind, _TRY_AGAIN)
            except Refused:  # the table is gone, or its record broken
                self._due.pop((table_id, kind), None)
        return happened

    async def _do_due(self, table_id: int, kind: Due) -> list[Happening]:
        if kind is Due.DEAL:
            return await self._deal_when_due(table_id)
        if kind is Due.NUDGE:
            self._due.pop((table_id, kind), None)
            return await self._nudge_when_due(await self.get(table_id))
        if kind is Due.CLOCK:
            self._due.pop((table_id, kind), None)
            table = await self.get(table_id)
            return [Happening(kind, table)] if self._note_time_up(table) else []
        closed = await (self.abandon(table_id) if kind is Due.ABANDON else self.expire(table_id))
        self._due.pop((table_id, kind), None)
        return [Happening(kind, closed)] if closed is not None else []

    async def _nudge_when_due(self, table: Table) -> list[Happening]:
        """Remind the player on move, but not in their quiet hours."""
        if not table.turn_users or self.time_is_up(table):
            return []
        async with self.store.read() as reader:
            settings = await reader.user_settings(table.turn_users[0])
        wait = quiet_for(settings.get("quiet"), self.now())
        if wait:
            self.begin(table.id, Due.NUDGE, wait)
            return []
        return [Happening(Due.NUDGE, table)]

    async def _deal_when_due(self, table_id: int) -> list[Happening]:
        try:
            done = await self.deal(table_id)
        except Refused as refused:
            if refused.why is not Why.NOT_POSTED:
                raise
            # The message with the commitment could not be posted yet.
            self.begin(table_id, Due.DEAL, _TRY_AGAIN)
            return [Happening(Due.DEAL, await self.get(table_id))]
        if done.stale:
            self._due.pop((table_id, Due.DEAL), None)
            return []
        return [Happening(Due.DEAL, done.table)]

    async def _open_rematch(self, tx: Transaction, table: Table) -> Table:
        """Open the next game: the same seats and rules, and the deal passes on."""
        last = table.game.deal
        dealer = (last.base.dealer + 1) % table.rules.players if last is not None else 0
        settings = {key: value for key, value in table.row.settings.items() if key in ("preset", "auto_draw", "clock")}
        players = [Player(seat.user_id, seat.name) for seat in table.seats]
        new = await self._new(
            tx, Kind.REMATCH, table.guild_id, table.channel_id, players, table.rules,
            {**settings, "first_dealer": dealer}, rematch_of=table.id,
        )  # fmt: skip
        now = self.now()
        await tx.update_game(new.id, status="playing", started_at=now)
        await self.set_due(tx, new.id, Due.DEAL, self.limits.deal)
        return new.with_row(status="playing", started_at=now)
