"""Lots for seats and dealer, sealing, cutting and dealing: the shuffle of RECORD.md at a table.

A deal is sealed first: its secret is stored, and its commitment is shown in a public message. Then players may cut.
Asking for the deal closes the cuts; only then is the board of the deal posted. The board's id, which nobody can know
in advance, is the last entropy; with the secret and the other entropy it fixes the deck.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.engine import card_name, start_deal
from bot.engine.lots import DealerBy, SeatsBy, draw_lots
from bot.engine.lots import Lots as WrittenLots
from bot.engine.shuffle import (
    SECRET_BYTES,
    board_entropy,
    clean_cut,
    commitment,
    cut_entropy,
    make_deck,
    message_entropy,
)
from bot.tables.decisions.occasion import Done, Occasion, closed, stands_on
from bot.tables.decisions.turns import turn_begins
from bot.tables.values.clocks import Due
from bot.tables.values.parts import Kind, Lots, Status, VoidSeal
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from db.deals import CutRow, DealRow
from db.games import SeatRow
from db.messages import MessageRow


def sat_down(table: Table) -> tuple[SeatRow, ...]:
    """Return the seats in the order in which their players sat down; moving to another seat does not change it."""
    order = {user: at for at, user in enumerate(table.lobby.sat_down)}
    came = sorted(table.seats, key=lambda seat: (order.get(seat.user_id, len(order)), seat.joined_at, seat.seat))
    return tuple(came)


def number_of(table: Table, user_id: int) -> int | None:
    """Return a player's number in the cuts of a table, or None; where no lots are drawn it is the seat."""
    seat, written = table.seat_of(user_id), table.lots.written
    return seat if seat is None or written is None else written.numbers[seat]


def draws_seats(table: Table) -> bool:
    """Tell whether the seats are drawn by lot."""
    return table.rules.partners and table.terms.partners_drawn


def renumbered(rows: Collection[SeatRow]) -> tuple[SeatRow, ...]:
    """Return seats in the given order, numbered from 0."""
    return tuple(replace(row, seat=number) for number, row in enumerate(rows))


def numbered(table: Table) -> Table:
    """Number the players of a beginning game in the order in which they sat down; cuts refer to these numbers."""
    came = sat_down(table)
    numbers = tuple(came.index(row) for row in table.seats)
    seats = SeatsBy.JOINED if numbers == tuple(range(len(numbers))) else SeatsBy.CHOSEN
    return table.but(lots=Lots(written=WrittenLots(seats, DealerBy.CUT, numbers)))


def with_lots(table: Table, seal: DealRow) -> Table:
    """Draw the lots of a game whose players are numbered, from the seal of its first deal; a rematch draws none."""
    written = table.lots.written
    if written is None or written.dealer is not DealerBy.CUT:
        return table
    drawing = draw_lots(
        bytes.fromhex(seal.secret),
        seal.entropy,
        table.game.law.pack,
        table.rules.players,
        draw_seats=draws_seats(table),
    )
    if draws_seats(table):
        came = sat_down(table)
        written = WrittenLots(SeatsBy.DRAWN, DealerBy.CUT, drawing.numbers)
        table = table.but(seats=renumbered([came[number] for number in drawing.numbers]))
    rounds = tuple(tuple(None if card is None else card_name(card) for card in cuts) for cuts in drawing.rounds)
    return table.but(lots=Lots(drawing.dealer, rounds, written=written))


BOARD = "board"
"""The role of a table's public message while it shows the table."""
FAREWELL = "farewell"
"""The role of the message that says that a table was closed because its first message cannot be found."""
CLOSING = "closing"
"""The role of a former board that still awaits its final edit."""
COMMITTED = "committed"
"""The role of a former board that shows the commitment of a deal while the board of that deal is being posted."""
RENAMED = "renamed"
"""The role of a finished board with the name of a member whose data is deleted, which awaits one more edit."""
ROUND = "round"
"""The role of the message of a tournament's round that carries the commitment of a game's first deal."""
RESULT = "result"
"""The role of a result."""
BOARDS = (BOARD, CLOSING, COMMITTED, RENAMED)
"""The roles of messages that are or were boards and still get a final edit."""

INTERRUPTED = "interrupted"
"""The reason stored with a table closed because the bot cannot tell whether its first message was posted."""


def sealed(table: Table, at: Occasion) -> Table:
    """Seal the next deal: draw a new secret, to be stored before its commitment is shown to anybody."""
    secret = at.chance.randbytes(SECRET_BYTES)
    seal = DealRow(
        table.id, len(table.deals), None, None, commitment(secret), secret.hex(), (), None, at.now, None, None
    )
    return table.but(deals=(*table.deals, seal))


def posted(table: Table, at: Occasion, message_id: int, *, role: str = BOARD) -> Table:
    """Note a new public message of the table; a board shows the next commitment, or its id goes into the deal.

    If the cuts are closed, the same change deals the cards. A board that it replaces awaits its final edit.
    """
    seal = table.seal
    number = seal.number if seal is not None else None
    row = MessageRow(table.id, message_id, table.channel_id, role, at.now, deal=number)
    others = (m for m in table.messages if m.message_id != message_id)
    over = {"role": CLOSING} if role == BOARD else {"closed": True}
    before = tuple(replace(m, **over) if m.role == role and not m.closed else m for m in others)
    table = table.but(messages=(*before, row))
    if role in (BOARD, FAREWELL):
        table = table.but(sealing=replace(table.sealing, answering=None))
    # Only the first board's id counts: otherwise the bot's operator could post boards until an id suits them.
    if role == BOARD and table.being_dealt:
        return dealt(table, at, message_id)
    carries = role == BOARD or (role == ROUND and not table.sealing.void)  # else it carries the seal before
    return committed(table, at, message_id) if carries else table


def committed(table: Table, _at: Occasion, message_id: int) -> Table:
    """Note the first message that shows the commitment of the next deal; from now on players may cut."""
    seal = table.seal
    if seal is None or seal.deck is not None or seal.message_id is not None:
        return table
    return _resealed(table, replace(seal, message_id=message_id))


def unposted(table: Table, _at: Occasion, message_id: int) -> Table:
    """Note that a message of the table is deleted or no longer used."""
    return table.but(
        messages=tuple(replace(m, closed=True) if m.message_id == message_id else m for m in table.messages)
    )


def left_closing(table: Table, _at: Occasion, message_id: int) -> Table:
    """Note that a board is no longer used, but that its message still awaits its final edit."""
    rows = (replace(m, role=CLOSING) if m.message_id == message_id else m for m in table.messages)
    return table.but(messages=tuple(rows))


def became_result(table: Table, _at: Occasion, message_id: int) -> Table:
    """Note that a game's last board shows its result from now on."""
    rows = (replace(m, role=RESULT) if m.message_id == message_id else m for m in table.messages)
    return table.but(messages=tuple(rows))


def left_committed(table: Table, _at: Occasion, message_id: int) -> Table:
    """Note that a message shows the commitment of the deal whose board is being posted, without controls."""
    rows = (replace(m, role=COMMITTED) if m.message_id == message_id else m for m in table.messages)
    return table.but(messages=tuple(rows))


def left_late(table: Table, _at: Occasion, message_id: int) -> Table:
    """Note that a late answer has made a closed message show a board again, so that it awaits its final edit."""
    rows = (replace(m, role=CLOSING, closed=False) if m.message_id == message_id else m for m in table.messages)
    return table.but(messages=tuple(rows))


def left_behind(table: Table, _at: Occasion, row: MessageRow) -> Table:
    """Note a board that was already outdated when posted and awaits its final edit; a known message stays as it is."""
    if any(m.message_id == row.message_id for m in table.messages):
        return table
    return table.but(messages=(*table.messages, replace(row, role=CLOSING)))


def cut(table: Table, at: Occasion, user_id: int, text: str) -> Table:
    """Add a player's words to the coming shuffle; a second cut replaces the first."""
    seal = to_cut(table, user_id)
    others = tuple(c for c in table.cuts if (c.deal, c.user_id) != (seal.number, user_id))
    arrival = 1 + max((c.arrival for c in others if c.deal == seal.number), default=-1)
    row = CutRow(table.id, seal.number, user_id, arrival, clean_cut(text), at.now)
    return stands_on(table.but(cuts=(*others, row)), at)


def to_cut(table: Table, user_id: int) -> DealRow:
    """Return the sealed deal, posted and not asked for yet, if a user may cut it: a player, or who is challenged."""
    challenged = table.status is Status.LOBBY and table.kind is Kind.CHALLENGE and table.invited_id == user_id
    if table.seat_of(user_id) is None and not challenged:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    seal = table.seal
    if not table.live or seal is None or seal.deck is not None:
        raise Refused(Why.DEAL_RUNNING, table_id=table.id)
    if table.being_dealt:
        raise Refused(Why.BEING_DEALT, table_id=table.id)
    if seal.message_id is None:  # no cut counts before everybody can see the commitment
        raise Refused(Why.NOT_POSTED, table_id=table.id)
    return seal


def deal(table: Table, at: Occasion, user_id: int | None = None) -> Done:
    """Close the cuts of the next deal, at a player's request or (None) because its time has come.

    The cards are dealt by :func:`posted`, once the board of the deal is posted.
    """
    if user_id is not None and table.seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.adjourned is not None:
        raise Refused(Why.ADJOURNED, table_id=table.id)
    if not table.awaits_deal or table.being_dealt:
        return Done(table, stale=True)
    return Done(cuts_closed(table, at))


def deal_in_private(table: Table, at: Occasion, user_id: int, message_id: int | None) -> Done:
    """Close the cuts of a private table's next deal, whose commitment stands in that message, if it is not stored yet.

    The cards are dealt by :func:`dealt_in_private`, once the private message of the deal is sent.
    """
    return deal(table if message_id is None else committed(table, at, message_id), at, user_id)


def dealt_in_private(table: Table, at: Occasion, message_id: int, commitment: str) -> Table:
    """Deal a private table's cards with its message's id; change nothing if the deal is sealed anew since."""
    if not table.being_dealt or table.seal is None or table.seal.commitment != commitment:
        return table
    return dealt(table, at, message_id)


def cuts_closed(table: Table, at: Occasion) -> Table:
    """Close the cuts of the next deal and fix its entropy so far; its board is to be posted now."""
    seal = ready_seal(table)
    seal = replace(seal, entropy=entropy_of(table, seal), cuts_closed_at=at.now)
    return turn_begins(_resealed(table, seal), at)


def dealt(table: Table, at: Occasion, board_id: int) -> Table:
    """Deal the cards once the board's id is known, which fixes the deck and, before the first deal, the lots."""
    seal = table.seal
    assert seal is not None  # it is being dealt
    if seal.withdrawn:  # its secret was deleted together with a cut, so it is sealed anew
        return table
    entropy = (*seal.entropy, board_entropy(board_id))
    seal = replace(seal, entropy=entropy, dealt_at=at.now)
    if not table.game.deals:
        table = with_lots(table, seal)
    deck = make_deck(bytes.fromhex(seal.secret), entropy, table.game.law.pack)
    dealer = table.game.next_dealer()
    if dealer is None:
        dealer = table.lots.dealer
    game = start_deal(table.game, dealer, deck).game
    seal = replace(seal, dealer=dealer, deck=" ".join(card_name(c) for c in deck))
    done = tuple(replace(m, closed=True) if m.role == COMMITTED else m for m in table.messages)
    after = _resealed(table, seal).but(
        game=game, messages=_to_fold(done, seal.number), lobby=replace(table.lobby, sat_down=())
    )
    after = turn_begins(after, at)
    if game.deal is not None and game.deal.over:  # the dealer turned up a seven and so reached the target
        after = deal_over(after, at)
    return after


def _to_fold(messages: tuple[MessageRow, ...], number: int) -> tuple[MessageRow, ...]:
    """Have the last board of the deal before edited once more, as the next one is up."""
    before = [m for m in messages if m.role in (BOARD, CLOSING) and m.deal == number - 1]
    last = max(before, key=lambda m: m.message_id, default=None)
    return tuple(replace(m, role=CLOSING, closed=False) if m is last else m for m in messages)


def sealed_anew(table: Table, at: Occasion) -> Table:
    """Draw another secret for a deal that may have a message the bot does not know, and publish the old secret.

    Nothing changes if the cards are dealt, or if the commitment's message is known and the cuts are open.
    """
    seal = table.seal
    if not table.live or seal is None or seal.deck is not None:
        return table
    if seal.message_id is not None and not table.being_dealt:
        return table
    void = VoidSeal(seal.number, seal.commitment, seal.secret)
    messages = (replace(m, closed=True) if m.role == COMMITTED else m for m in table.messages)
    after = sealed(table.but(deals=table.deals[:-1], messages=tuple(messages)), at)
    return after.but(
        sealing=replace(table.sealing, void=(*table.sealing.void, void)),
        due={**after.due, Due.DEAL: at.now + at.limits.deal},
    )


def ready_seal(table: Table) -> DealRow:
    """Return the sealed deal, if the public message with its commitment is posted."""
    if table.seal is None or table.seal.message_id is None:
        raise Refused(Why.NOT_POSTED, table_id=table.id)
    return table.seal


def entropy_of(table: Table, seal: DealRow) -> tuple[str, ...]:
    """Return a deal's entropy before its board: the message's id, then the cuts with players' numbers, as they came."""
    assert seal.message_id is not None  # it is ready
    # A cut from before the seal does not count: it was already known when the secret was drawn.
    counts = (c for c in table.cuts if c.deal == seal.number and c.at >= seal.opened_at)
    cuts = sorted(counts, key=lambda c: c.arrival)
    numbered = [(number_of(table, c.user_id), c.text) for c in cuts]
    words = (cut_entropy(number, text) for number, text in numbered if number is not None and text)
    return message_entropy(seal.message_id), *words


def deal_over(table: Table, at: Occasion) -> Table:
    """Close a deal that is over, and seal the next one or end the game."""
    seal, result = table.seal, table.game.result
    assert seal is not None  # a deal that is over was sealed
    if seal.closed_at is None:
        table = _resealed(table, replace(seal, closed_at=at.now))
    if result is None:
        return sealed(table, at).but(due={**table.due, Due.DEAL: at.now + at.limits.deal})
    return table.but(status=Status.FINISHED, ended_at=at.now, end_reason=result.ending.value, winner=result.winner)


def _resealed(table: Table, seal: DealRow) -> Table:
    """Return a table with its newest deal replaced."""
    return table.but(deals=(*table.deals[:-1], seal))


def answer_lost(table: Table, at: Occasion) -> Table:
    """Close a table whose first message, an interaction's answer, cannot be found; players are still to be told."""
    if table.sealing.answering is None:
        return table
    after = table.but(sealing=replace(table.sealing, answering=""))
    return closed(after, Status.CANCELLED, at, INTERRUPTED) if table.live else after


def answer_absent(table: Table, at: Occasion) -> Table:
    """Close a table whose first message was certainly never posted, so that nobody has seen its seal."""
    after = table.but(sealing=replace(table.sealing, answering=None))
    return closed(after, Status.CANCELLED, at) if table.live else after
