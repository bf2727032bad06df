"""Sealing, cutting and dealing: the shuffle of RECORD.md at a table.

A deal is sealed first: its secret is stored, and its commitment stands in the public message that opens the deal.
Only then the message's id and the players' cuts are known, and with the secret they fix the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta

from bot.engine import Ending, Event, Game, card_name, start_deal
from bot.engine.cards import parse_card, rank_of
from bot.engine.law import law_for
from bot.engine.scoring import side_totals
from bot.engine.shuffle import clean_cut, commitment, cut_entropy, make_deck, message_entropy
from bot.house.roster import is_house
from db import CutRow, DealRow, MessageRow, Outcome, ResultRow, Transaction

from .keeper import Keeper, anew
from .refused import Refused, Why
from .table import Table
from .timers import Due

SECRET_BYTES = 64


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a request: the table after it, and what happened, for whom."""

    table: Table
    events: tuple[Event, ...] = field(default=(), repr=False)
    """Some are for one seat alone: look at their audience."""
    stale: bool = False
    """The request was made for an older state; nothing was done, the present state is the answer."""


class Dealing(Keeper):
    """What concerns the cards before they are played."""

    @anew
    async def posted(self, table_id: int, message_id: int, *, role: str = "board") -> Table:
        """Note a public message of the table; a board's id becomes the entropy of the deal it opens."""
        async with self.hold(table_id) as held:
            table = held.table
            number = table.seal.number if table.seal is not None else None
            row = MessageRow(table_id, message_id, table.channel_id, role, self.now(), number)
            others = [m for m in table.messages if m.message_id != message_id]
            old = [m for m in others if m.role == role and not m.closed]
            seal = table.seal
            async with self.changing(table_id, act=False) as tx:
                for message in old:
                    await tx.close_message(table_id, message.message_id)
                await tx.put_message(row)
                # A board posted again keeps the first one's entropy, else whoever runs the bot could draw lots for it.
                if role == "board" and seal is not None and seal.deck is None and seal.message_id is None:
                    seal = replace(seal, message_id=message_id)
                    await tx.update_deal(table_id, seal.number, message_id=message_id)
            closed = tuple(replace(m, closed=True) if m in old else m for m in others)
            table = replace(table, messages=(*closed, row))
            held.table = table.with_seal(seal) if seal is not None else table
            return held.table

    @anew
    async def unposted(self, table_id: int, message_id: int) -> Table:
        """Note that a message of the table is no longer there or no longer used."""
        async with self.hold(table_id) as held:
            async with self.changing(table_id, act=False) as tx:
                await tx.close_message(table_id, message_id)
            held.table = replace(
                held.table,
                messages=tuple(
                    replace(m, closed=True) if m.message_id == message_id else m for m in held.table.messages
                ),
            )
            return held.table

    @anew
    async def cut(self, table_id: int, user_id: int, text: str) -> Table:
        """Add a player's words to the coming shuffle; a second cut replaces the first.

        Raises:
            Refused: Not seated here, or the cards are dealt already.
        """
        async with self.hold(table_id) as held:
            table, now = held.table, self.now()
            if table.seat_of(user_id) is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            seal = table.seal
            if not table.live or seal is None or seal.deck is not None:
                raise Refused(Why.DEAL_RUNNING, table_id=table_id)
            words = clean_cut(text)
            async with self.changing(table_id) as tx:
                await tx.put_cut(table_id, seal.number, user_id, words, now)
            others = tuple(c for c in table.cuts if (c.deal, c.user_id) != (seal.number, user_id))
            arrival = 1 + max((c.arrival for c in others if c.deal == seal.number), default=-1)
            held.table = replace(table, cuts=(*others, CutRow(table_id, seal.number, user_id, arrival, words, now)))
            return held.table

    @anew
    async def deal(self, table_id: int, user_id: int | None = None) -> Done:
        """Deal the next deal, for a player who asks for it or (None) because its time has come.

        Raises:
            Refused: Not seated, nothing to deal, or the public message with the commitment is not up yet.
        """
        async with self.hold(table_id) as held:
            table = held.table
            if user_id is not None and table.seat_of(user_id) is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            if not table.awaits_deal:
                return Done(table, stale=True)
            async with self.changing(table_id) as tx:
                held.table, events = await self._deal(tx, table)
            self._after_commit(held.table)
            return Done(held.table, events)

    async def _seal(self, tx: Transaction, table_id: int, number: int) -> DealRow:
        """Seal a deal: store a new secret, before its commitment is shown to anybody."""
        secret = self.random.randbytes(SECRET_BYTES)
        sealed = DealRow(
            table_id, number, None, None, commitment(secret), secret.hex(), (), None, self.now(), None, None
        )
        await tx.open_deal(
            table_id, number, commitment=sealed.commitment, secret=sealed.secret, opened_at=sealed.opened_at
        )
        return sealed

    async def _deal(self, tx: Transaction, table: Table) -> tuple[Table, tuple[Event, ...]]:
        seal = table.seal
        if seal is None or seal.message_id is None:
            raise Refused(Why.NOT_POSTED, table_id=table.id)
        law = law_for(table.rules)
        cuts = sorted((c for c in table.cuts if c.deal == seal.number), key=lambda c: c.arrival)
        entropy = (
            message_entropy(seal.message_id),
            *(cut_entropy(seat, c.text) for c in cuts if c.text and (seat := table.seat_of(c.user_id)) is not None),
        )
        deck = make_deck(bytes.fromhex(seal.secret), entropy, law.pack)
        dealer = table.game.next_dealer()
        if dealer is None:
            dealer = int(table.row.settings.get("first_dealer", 0))
        step = start_deal(table.game, dealer, deck)
        now = self.now()
        seal = replace(seal, dealer=dealer, deck=" ".join(card_name(c) for c in deck), entropy=entropy, dealt_at=now)
        await tx.update_deal(table.id, seal.number, dealer=dealer, deck=seal.deck, entropy=entropy, dealt_at=now)
        await tx.update_game(table.id, turn_since=now)
        await self.clear_due(tx, table.id, Due.DEAL)
        after = replace(table, game=step.game).with_seal(seal).with_row(turn_since=now)
        await self._wind(tx, after)
        if step.game.deal is not None and step.game.deal.over:
            after = await self._deal_over(tx, after)
        return after, step.events

    async def _deal_over(self, tx: Transaction, table: Table) -> Table:
        """Close a deal: seal the next one, or store the game's results."""
        now = self.now()
        seal = table.seal
        assert seal is not None  # a deal that is over was sealed
        if seal.closed_at is None:
            await tx.update_deal(table.id, seal.number, closed_at=now)
            table = table.with_seal(replace(seal, closed_at=now))
        result = table.game.result
        if result is None:
            sealed = await self._seal(tx, table.id, seal.number + 1)
            await self.set_due(tx, table.id, Due.DEAL, self.limits.deal)
            return replace(table, deals=(*table.deals, sealed))
        await tx.update_game(
            table.id, status="finished", ended_at=now, end_reason=result.ending.value, winner=result.winner
        )
        await tx.add_results(self._results(table))
        await tx.clear_deadlines(table.id)
        return table.with_row(status="finished", ended_at=now, end_reason=result.ending.value, winner=result.winner)

    def _results(self, table: Table) -> list[ResultRow]:
        game = table.game
        result, deal = game.result, game.deal
        assert result is not None  # called for a finished game
        assert deal is not None
        law, totals = deal.law, side_totals(deal.base, game.totals)
        left: dict[Ending, Outcome] = {Ending.RESIGN: "resigned", Ending.TIMEOUT: "timeout"}
        rows = []
        rated = not any(is_house(seat.user_id) for seat in table.seats)
        for seat in table.seats:
            if is_house(seat.user_id):
                continue
            won = seat.seat in result.winner
            outcome: Outcome = "won" if won else "lost"
            if seat.seat == result.by:
                outcome = left[result.ending]
            side = law.sides[seat.seat]
            rows.append(
                ResultRow(
                    table.id,
                    seat.seat,
                    table.guild_id,
                    seat.user_id,
                    won,
                    totals[side],
                    outcome,
                    side,
                    self.now(),
                    rated,
                )
            )
        return rows

    def _after_commit(self, table: Table) -> None:
        """Begin to wait for what comes next, once what happened is stored."""
        if table.awaited is not None:
            a_move = table.clock.a_move
            if table.keeps_waiting is not None:
                self.begin(table.id, Due.NUDGE, self.nudge_after(table))
                if a_move is not None:
                    self.begin(table.id, Due.CLOCK, a_move)
            self.begin(table.id, Due.ABANDON, self.limits.abandon + (a_move or timedelta()))
        elif table.awaits_deal:
            self.begin(table.id, Due.DEAL, self.limits.deal)
            self.begin(table.id, Due.ABANDON, self.limits.abandon)

    async def _wind(self, tx: Transaction, table: Table) -> None:
        """Store the deadlines of the turn that begins; ``_after_commit`` then waits for them."""
        a_move = table.clock.a_move
        if table.keeps_waiting is None or a_move is None:
            await self.clear_due(tx, table.id, Due.CLOCK)
        else:
            await self.set_due(tx, table.id, Due.CLOCK, a_move)
        after = self.limits.abandon + (a_move or timedelta()) if table.turn_users else self.limits.abandon
        await self.set_due(tx, table.id, Due.ABANDON, after)

    def _cut_for_deal(self, game: Game) -> tuple[int, list[list[str | None]]]:
        """Let everyone cut a card; the highest deals, and those who tie for highest cut again (ruling 2)."""
        law = game.law
        seats = list(range(law.players))
        rounds: list[list[str | None]] = []
        while True:
            pack = list(law.pack)
            cuts: list[str | None] = [None] * law.players
            for seat in seats:
                cuts[seat] = card_name(pack.pop(self.random.randrange(len(pack))))
            rounds.append(cuts)
            ranks = {seat: rank_of(parse_card(cuts[seat] or "")) for seat in seats}
            best = max(ranks.values())
            seats = [seat for seat in seats if ranks[seat] == best]
            if len(seats) == 1:
                return seats[0], rounds
