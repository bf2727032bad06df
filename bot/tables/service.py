"""All that may be asked of tables: playing again, and what the clock brings, on top of everything below."""

from __future__ import annotations

import logging
from datetime import timedelta

from bot.house.roster import is_house
from db import DatabaseError, Transaction

from .keeper import Limits, anew
from .lobby import THREADS
from .moving import Moving
from .quiet import QUIET, quiet_for
from .refused import Refused, Why
from .table import Kind, Player, Status, Table
from .timers import Due, Happening

__all__ = ["Limits", "Tables"]

log = logging.getLogger(__name__)

_TRY_AGAIN = timedelta(seconds=60)
_KEPT = ("preset", "auto_draw", "clock", "hints")
"""What a rematch takes over besides the rules and players."""


class Tables(Moving):
    """All tables of the bot: what may be asked of them, one method a request."""

    @anew
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
            if table.status is not Status.FINISHED and not table.drawn:
                raise Refused(Why.NOT_STARTED if table.live else Why.CLOSED, table_id=table_id)
            if "rematch_id" in table.row.settings:
                raise Refused(Why.REMATCH_STANDS, table_id=int(table.row.settings["rematch_id"]))
            votes = (*(v for v in table.rematch_votes if v != user_id), user_id)
            changes: dict[str, object] = {"rematch": list(votes)}
            new: Table | None = None
            async with self._seating:
                async with self.changing(table_id) as tx:
                    if set(votes) >= {user for user in table.users if not is_house(user)}:
                        for each in votes:
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
            if not self.is_due(table_id, kind):  # somebody acted while another table was being seen to
                continue
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
            late = await self.note_time_up(table_id)
            if late is None and self.is_due(table_id, kind):
                self._due.pop((table_id, kind), None)
            return [Happening(kind, late)] if late is not None else []
        closed = await (self.abandon(table_id) if kind is Due.ABANDON else self.expire(table_id))
        if closed is not None or self.is_due(table_id, kind):
            self._due.pop((table_id, kind), None)
        return [Happening(kind, closed)] if closed is not None else []

    async def _nudge_when_due(self, table: Table) -> list[Happening]:
        """Remind the player on move, but not in their quiet hours."""
        if table.keeps_waiting is None or table.time_is_up or self.is_due(table.id, Due.CLOCK):
            return []
        async with self.store.read() as reader:
            settings = await reader.user_settings(table.keeps_waiting)
        wait = quiet_for(settings.get(QUIET), self.now())
        if wait:
            self._due.setdefault((table.id, Due.NUDGE), self.now() + wait)  # somebody may have acted meanwhile
            return []
        now = await self.get(table.id)
        return [Happening(Due.NUDGE, now)] if now.ply == table.ply else []

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
        """Open the next game: the same rules and partners, and the deal passes on to the next player.

        Where more than two play, everyone moves one seat to the left.
        """
        last, count = table.game.deal, table.rules.players
        move = 1 if count > 2 else 0
        dealer = (last.base.dealer + 1 + move) % count if last is not None else 0
        settings = {key: value for key, value in table.row.settings.items() if key in _KEPT}
        settings["first_dealer"] = dealer
        if (await tx.guild_settings(table.guild_id)).get(THREADS):
            settings["thread"] = "wanted"
        seats = [table.seats[(at - move) % count] for at in range(count)]
        players = [Player(seat.user_id, seat.name) for seat in seats]
        new = await self._new(
            tx, Kind.REMATCH, table.guild_id, table.home_id, players, table.rules, settings, rematch_of=table.id
        )
        now = self.now()
        await tx.update_game(new.id, status="playing", started_at=now)
        await self.set_due(tx, new.id, Due.DEAL, self.limits.deal)
        await self.set_due(tx, new.id, Due.ABANDON, self.limits.abandon)
        return new.with_row(status="playing", started_at=now)
