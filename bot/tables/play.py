"""Playing: acts of the players, and resigning."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Action, Event, IllegalAction, Verb, apply, offered_actions, parse_action
from bot.engine.actions import ActionError
from db import ActionRow

from .dealing import Done
from .housing import Housing
from .keeper import anew
from .refused import Refused, Why
from .table import Status, Table


class Play(Housing):
    """What happens at a table that is being played."""

    @anew
    async def act(self, table_id: int, user_id: int, words: str, ply: int, *, by_house: bool = False) -> Done:
        """Do a player's action; somebody whose seat the house holds takes it back with that.

        Args:
            table_id: The table.
            user_id: Who acts.
            words: The action in RECORD.md's notation without the seat, as ``play QSa``.
            ply: How many actions the table had when the control was made. Where it has more by now (also where
                another process stored one at the same moment) the answer is stale and nothing is done.
            by_house: The house acts, for itself or for the seat that it holds.

        Raises:
            Refused: Not seated, not playing, or against the rules (with the engine's reason).
        """
        async with self.hold(table_id) as held:
            table = held.table
            seat = self._seat_in_play(table, user_id)
            if by_house and table.house_on_move is None:
                return Done(table, stale=True)  # the member came back while the house was thinking
            if not by_house and seat in table.held:
                table = held.table = await self._return_seat(table, seat)
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

    @anew
    async def resign(self, table_id: int, user_id: int) -> Done:
        """Give up the game, which loses it for the player's side (ruling 21); undealt, it ends without a result.

        Raises:
            Refused: Not seated, or not playing.
        """
        async with self.hold(table_id) as held:
            seat = self._seat_in_play(held.table, user_id)
            if held.table.game.deal is None:
                held.table = await self._close(held.table, Status.ABANDONED)
                return Done(held.table)
            held.table, events = await self._play(held.table, Action(seat, Verb.RESIGN))
            return Done(held.table, events)

    def _seat_in_play(self, table: Table, user_id: int) -> int:
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if table.status is Status.LOBBY:
            raise Refused(Why.NOT_STARTED, table_id=table.id)
        if table.status is not Status.PLAYING:
            raise Refused(Why.OVER if table.status is Status.FINISHED else Why.CLOSED, table_id=table.id)
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
            rows.append(ActionRow(table.id, len(table.actions) + len(rows), number, act.seat, act.text, now))
            if table.auto_draw and (forced := offered_actions(game)) and len(forced) == 1:
                due = [forced[0]] if forced[0].verb is Verb.PASS else []
        after = replace(table, game=game, actions=(*table.actions, *rows)).with_row(turn_since=now)
        async with self.changing(table.id) as tx:
            for row in rows:
                await tx.add_action(row.game_id, row.ply, row.deal, row.seat, row.action, row.at)
            await tx.update_game(table.id, turn_since=now)
            await self._wind(tx, after)
            if game.deal is not None and game.deal.over:
                after = await self._deal_over(tx, after)
        self._after_commit(after)
        return after, events
