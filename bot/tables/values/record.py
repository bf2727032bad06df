"""What was played at a table: the record with the proofs of its deals, and every moment of a deal that is over.

:func:`history_of` is the only access to cards that were hidden; it refuses a deal that is still being played.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from itertools import pairwise

from bot.engine import Action, CardSet, Deal, Verb, parse_action
from bot.engine.cards import Card, cards_of
from bot.engine.game import apply_move, deal_out
from bot.engine.record import DealRecord, Record, make_record, write_deck
from bot.engine.shuffle import Shuffle
from bot.lazy import dataclass
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from db.deals import DealRow


def recordable(table: Table) -> bool:
    """Tell whether a table's game may be published as a record: it is over, and cards were dealt in it."""
    return not table.live and bool(table.game.deals)


def table_record(table: Table) -> Record:
    """Return the record of a table's game that is over, with the proof of every deal that was dealt.

    It leaves out a deal that was sealed but never dealt, and that deal's secret.
    """
    if not recordable(table):
        raise ValueError(f"table {table.id} has no record to give out")
    deals = table.deals[: len(table.game.deals)]
    actions = [[row.action for row in table.actions if row.deal == deal.number] for deal in deals]
    return make_record(
        table.game,
        table.names,
        actions,
        shuffles=[shuffle_of(deal) for deal in deals],
        lots=table.lots.written,
        preset=table.terms.preset,
        extra={
            "table": table.number,
            "opened_at": _moment(table.created_at),
            "started_at": _moment(table.started_at),
            "ended_at": _moment(table.ended_at),
        },
        deal_extras=[_times(deal) for deal in deals],
        closed=True,
    )


def proofs_of(table: Table) -> list[DealRecord]:
    """Return the deals of a game with their proofs and without their actions.

    They include the secrets of a deal that is still played: use them for checking, never for showing.
    """
    return [
        DealRecord(deal.base.dealer, write_deck(deal.base.deck), (), shuffle_of(row))
        for deal, row in zip(table.game.deals, table.deals, strict=False)
    ]


def shuffle_of(deal: DealRow) -> Shuffle:
    """Return the proof of a deal that is over; only its commitment if a cut was deleted."""
    if deal.withdrawn:
        return Shuffle(deal.commitment, (), withdrawn=True)
    return Shuffle(deal.commitment, deal.entropy, deal.secret)


def _times(deal: DealRow) -> dict[str, object]:
    return {"dealt_at": _moment(deal.dealt_at), "closed_at": _moment(deal.closed_at)}


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")


_DRAWING = (Verb.PASS, Verb.DRAW, Verb.LIFT, Verb.TAKE, Verb.RETURN)
"""The verbs after which cards are drawn: everybody draws after a pass; the others are acts at an honour table."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An action and the deal right after it; ``action`` is None for the cards as dealt."""

    action: Action | None
    deal: Deal


@dataclass(frozen=True, slots=True)
class Drawn:
    """The cards that a seat was dealt, and the cards that it drew, in order."""

    dealt: CardSet
    drew: tuple[Card, ...]


def deal_is_open(table: Table, number: int) -> bool:
    """Tell whether every card of a deal may be shown: it was dealt, and nothing more can be played in it."""
    deals = table.game.deals
    return 0 <= number < len(deals) and (deals[number].over or not table.live)


def history_of(table: Table, number: int) -> tuple[Moment, ...]:
    """Return every moment of a deal that is over (from 0), beginning with the cards as dealt; refuse any other."""
    if not 0 <= number < len(table.game.deals):
        raise Refused(Why.NO_SUCH_DEAL, table_id=table.id)
    if not deal_is_open(table, number):
        raise Refused(Why.DEAL_HIDDEN, table_id=table.id)
    texts = tuple(row.action for row in table.actions if row.deal == number)
    return _replayed(table.game.deals[number], texts)


@lru_cache(maxsize=4)  # of 90 KB each, for those who turn the pages of one
def _replayed(played: Deal, texts: tuple[str, ...]) -> tuple[Moment, ...]:
    base = played.base
    deal = deal_out(base.law, base.number, base.dealer, base.deck, base.carried)
    found = [Moment(None, deal)]
    for text in texts:
        action = parse_action(text)
        deal = apply_move(deal, action)
        found.append(Moment(action, deal))
    return tuple(found)


def hands_of(history: tuple[Moment, ...]) -> tuple[Drawn, ...]:
    """Return, by seat, the cards dealt and drawn in a deal that is over."""
    first = history[0].deal
    seats = range(first.law.players)
    drew: list[list[Card]] = [[] for _ in seats]
    for before, after in pairwise(history):
        for seat, cards in enumerate(drawn_in(before, after)):
            drew[seat] += cards
    return tuple(Drawn(CardSet(first.hold[seat]), tuple(drew[seat])) for seat in seats)


def drawn_in(before: Moment, after: Moment) -> tuple[tuple[Card, ...], ...]:
    """Return, by seat, the cards drawn between two consecutive moments."""
    held = zip(before.deal.hold, after.deal.hold, strict=True)
    if after.action is None or after.action.verb not in _DRAWING:
        return ((),) * len(after.deal.hold)
    return tuple(tuple(cards_of(now & ~then)) for then, now in held)
