"""Everything that can happen at a table that is being played, and the clock."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

from bot.engine import Action, Event, IllegalAction, Verb, apply, offered_actions, parse_action
from bot.engine.actions import ActionError
from db import ActionRow, DatabaseError, PlyTaken, Transaction

from .arranging import Arranging
from .dealing import Done
from .keeper import Limits
from .refused import Refused, Why
from .table import Kind, Player, Status, Table
from .timers import Due, Happening

__all__ = ["Limits", "Tables"]

log = logging.getLogger(__name__)

_TRY_AGAIN = timedelta(seconds=60)


class Tables(Arranging):
    """All tables of the bot: what may be asked of them, one method a request."""

    async def act(self, table_id: int, user_id: int, words: str, ply: int) -> Done:
        """Do a player's action.

        Args:
            table_id: The table.
            user_id: Who acts.
            words: The action in RECORD.md's notation without the seat, as ``play QSa``.
            ply: How many actions the table had when the control was made. Where it has more by now (also where
                another process stored one at the same moment) the answer is stale and nothing is done.

        Raises:
            Refused: Not seated, not playing, or against the rules (with the engine's reason).
        """
        try:
            async with self.hold(table_id) as held:
                table = held.table
                seat = self._seat_in_play(table, user_id)
                if ply != table.ply or table.awaits_deal:
                    return Done(table, stale=True)
                try:
                    action = parse_action(f"{seat} {words}")
                except ActionError as error:
                    raise Refused(Why.ILLEGAL, table_id=table_id, detail=str(error)) from None
                if action.verb in (Verb.RESIGN, Verb.TIMEOUT):
                    return Done(table, stale=True)  # these have ways of their own that ask first
                held.table, events = await self._play(table, action)
                return Done(held.table, events)
        except PlyTaken:
            return Done(await self.get(table_id), stale=True)

    async def resign(self, table_id: int, user_id: int) -> Done:
        """Give up the game, which loses it for the player's side (ruling 21); undealt, it ends without a result.

        Raises:
            Refused: Not seated, or not playing.
        """
        try:
            async with self.hold(table_id) as held:
                seat = self._seat_in_play(held.table, user_id)
                if held.table.game.deal is None:
                    held.table = await self._close(held.table, Status.ABANDONED)
                    return Done(held.table)
                held.table, events = await self._play(held.table, Action(seat, Verb.RESIGN))
                return Done(held.table, events)
        except PlyTaken:  # resigning is for any moment, so also for the one that the other process made
            return await self.resign(table_id, user_id)

    async def claim(self, table_id: int, user_id: int, absent_id: int) -> Done:
        """Claim the game from a player who is no longer in the server; the caller has made sure of that.

        Raises:
            Refused: Not seated, not playing, or the absent player does not sit here.
        """
        try:
            async with self.hold(table_id) as held:
                mine = self._seat_in_play(held.table, user_id)
                seat = self._seat_in_play(held.table, absent_id)
                if mine == seat:
                    raise Refused(Why.STILL_HERE, table_id=table_id)
                if held.table.game.deal is None:
                    held.table = await self._close(held.table, Status.ABANDONED)
                    return Done(held.table)
                held.table, events = await self._play(held.table, Action(seat, Verb.TIMEOUT))
                return Done(held.table, events)
        except PlyTaken:
            return await self.claim(table_id, user_id, absent_id)

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
            table = await self.get(table_id)
            return [Happening(kind, table)] if table.turn_users else []
        closed = await self.expire(table_id)
        self._due.pop((table_id, kind), None)
        return [Happening(kind, closed)] if closed is not None else []

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

    def _seat_in_play(self, table: Table, user_id: int) -> int:
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if table.status is Status.LOBBY:
            raise Refused(Why.NOT_STARTED, table_id=table.id)
        if table.status is not Status.PLAYING:
            raise Refused(Why.OVER, table_id=table.id)
        return seat

    async def _play(self, table: Table, action: Action) -> tuple[Table, tuple[Event, ...]]:
        """Apply an action and the forced draws behind it, and store them together."""
        if table.game.deal is None:
            raise Refused(Why.NOT_STARTED, table_id=table.id)
        now = self.now()
        events: tuple[Event, ...] = ()
        rows: list[ActionRow] = []
        game, due = table.game, [action]
        number = table.game.deal.base.number
        while due:
            act = due.pop()
            try:
                game, more = apply(game, act)
            except IllegalAction as error:
                raise Refused(Why.ILLEGAL, table_id=table.id, refusal=error.refusal) from None
            events += more
            rows.append(ActionRow(table.id, table.ply + len(rows), number, act.seat, act.text, now))
            if table.auto_draw and (forced := offered_actions(game)) and len(forced) == 1:
                due = [forced[0]] if forced[0].verb is Verb.PASS else []
        after = replace(table, game=game, actions=(*table.actions, *rows)).with_row(turn_since=now)
        async with self.store.write() as tx:
            for row in rows:
                await tx.add_action(row.game_id, row.ply, row.deal, row.seat, row.action, row.at)
            await tx.update_game(table.id, turn_since=now)
            if game.deal is not None and game.deal.over:
                after = await self._deal_over(tx, after)
        self._after_commit(after)
        return after, events

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
