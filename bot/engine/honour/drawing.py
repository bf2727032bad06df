"""Drawing by hand: one card, or two that are lifted, and the choice between them (rulings 22 to 24 and 26)."""

from __future__ import annotations

from bot.engine.cards import NO_CARD, Card
from bot.engine.deal import Deal
from bot.engine.forfeits import Irregularity, Lifting

from .settling import close_claims, end_chance
from .state import (
    FULL_HAND,
    Choice,
    Fault,
    Honour,
    chooser_of,
    column_of,
    held,
    honour_of,
    needs_card,
    to_draw,
)


def draw(deal: Deal, seat: int) -> Deal:
    """Draw the next card of the stock, in turn or out of it."""
    deal = _begun(deal, seat)
    return _gained(*_taken_off(deal), seat)


def lift(deal: Deal, seat: int) -> Deal:
    """Lift two cards: one is the lifter's draw, and the table's column says what becomes of the second."""
    column = column_of(deal.base)
    chooser = chooser_of(deal, seat)
    how = column.winner_lifts if deal.tricks and seat == deal.leader else column.another_lifts
    if how is Lifting.BOTH_OPEN and not needs_card(deal, chooser):
        how = Lifting.BACK_ON_TOP
    deal = _begun(deal, seat)
    honour = honour_of(deal)
    first, second = honour.stock[:2]
    if how in (Lifting.BOTH_OPEN, Lifting.INTO_THE_MIDDLE):
        honour = honour._replace(choice=Choice(how, seat, chooser, (first, second)))
        deal = deal._replace(honour=honour._replace(stock=honour.stock[2:]), left=len(honour.stock) - 2)
        cards = 1 << first | 1 << second
        return _known(deal, cards) if how is Lifting.BOTH_OPEN else _shown_to(deal, chooser, cards)
    deal = _gained(*_taken_off(deal), seat)
    if how is Lifting.NEXT_DRAW:
        honour = honour_of(deal)
        # A draw brings its chooser one choice, however many lifts came before it.
        others = tuple(each for each in honour.waiting if each.chooser != chooser)
        waiting = (*others, Choice(how, seat, chooser, (second,)))
        deal = _shown_to(deal._replace(honour=honour._replace(waiting=waiting)), chooser, 1 << second)
    return deal


def take(deal: Deal, card: Card) -> Deal:
    """Take one of the cards of an open choice as the chooser's draw (B)."""
    honour = honour_of(deal)
    choice = honour.choice
    assert choice is not None
    (other,) = (each for each in choice.cards if each != card)
    deal = close_claims(end_chance(deal, choice.chooser), choice.chooser)
    if choice.how is Lifting.BOTH_OPEN:
        deal = _gained(_chosen(deal), other, choice.lifter)
        return _gained(deal, card, choice.chooser)
    gives = needs_card(deal, choice.lifter)
    stock = tuple(each for each in honour.stock if each != card and not (gives and each == other))
    deal = _gained(_stocked(_chosen(deal), stock), card, choice.chooser)
    return _handed(deal, other, choice.lifter) if gives else deal


def _handed(deal: Deal, card: Card, seat: int) -> Deal:
    """Add the card that the chooser left to the lifter's hand.

    The lifter did not act, so its chance to declare and its claims stay open. The card may not be declared in the same
    chance (ruling 9).
    """
    honour = honour_of(deal)
    chances = tuple(
        chance._replace(taken=chance.taken | 1 << card) if each == seat and chance is not None else chance
        for each, chance in enumerate(honour.chances)
    )
    return _gained(deal._replace(honour=honour._replace(chances=chances)), card, seat)


def return_one(deal: Deal, card: Card) -> Deal:
    """Put one of two lifted cards back into the middle of the stock; the lifter keeps the other (E)."""
    honour = honour_of(deal)
    choice = honour.choice
    assert choice is not None
    (other,) = (each for each in choice.cards if each != card)
    middle = len(honour.stock) // 2
    deal = _stocked(_chosen(deal), (*honour.stock[:middle], card, *honour.stock[middle:]))
    return _gained(deal, other, choice.lifter)


def waive(deal: Deal) -> Deal:
    """Waive a choice: the second card goes back on top of the stock, or stays there (ruling 24)."""
    choice = honour_of(deal).choice
    assert choice is not None
    deal = _chosen(deal)
    if choice.how is Lifting.NEXT_DRAW:
        return deal
    first, second = choice.cards
    honour = honour_of(deal)
    if choice.how is Lifting.BOTH_OPEN:
        honour = honour._replace(open_stock=honour.open_stock | 1 << second)
    deal = _stocked(deal._replace(honour=honour), (second, *honour.stock))
    return _gained(deal, first, choice.lifter)


def in_its_place(honour: Honour, card: Card, seven: Card) -> Honour:
    """Put a seven in the turn-up's place: last in the stock, and in an open choice if the turn-up was part of it."""
    choice = honour.choice
    if choice is not None and card in choice.cards:
        choice = choice._replace(cards=tuple(seven if each == card else each for each in choice.cards))
    lay_open = honour.open_stock >> card & 1
    open_stock = honour.open_stock & ~(1 << card) | lay_open << seven
    return honour._replace(stock=(*honour.stock[:-1], seven), choice=choice, open_stock=open_stock)


def _begun(deal: Deal, seat: int) -> Deal:
    """Note a fault if a draw is out of turn, and end the chance and the claims that a draw ends for its seat."""
    honour = honour_of(deal)
    faults = honour.faults
    if to_draw(deal) != seat:
        faults = (*faults, Fault(Irregularity.DRAWN_OUT_OF_TURN, seat, len(deal.tricks) + 1))
    deal = deal._replace(honour=honour._replace(faults=faults))
    return close_claims(end_chance(deal, seat), seat)


def _taken_off(deal: Deal) -> tuple[Deal, Card]:
    stock = honour_of(deal).stock
    return _stocked(deal, stock[1:]), stock[0]


def _stocked(deal: Deal, stock: tuple[Card, ...]) -> Deal:
    return deal._replace(honour=honour_of(deal)._replace(stock=stock), left=len(stock))


def _chosen(deal: Deal) -> Deal:
    return deal._replace(honour=honour_of(deal)._replace(choice=None))


def _gained(deal: Deal, card: Card, seat: int) -> Deal:
    """Add a card to a seat's hand, and note a fault if it then holds nine."""
    honour, bit = honour_of(deal), 1 << card
    hold = tuple(mask | bit if each == seat else mask for each, mask in enumerate(deal.hold))
    if card == deal.turn_up or honour.open_stock & bit:
        deal = _known(deal, bit)
    deal = deal._replace(
        hold=hold,
        turn_up=NO_CARD if card == deal.turn_up else deal.turn_up,
        honour=honour._replace(open_stock=honour.open_stock & ~bit),
    )
    if held(deal, seat) <= FULL_HAND:
        return deal
    honour = honour_of(deal)
    faults = (*honour.faults, Fault(Irregularity.NINE_CARDS, seat, len(deal.tricks) + 1))
    return deal._replace(honour=honour._replace(faults=faults))


def _known(deal: Deal, cards: int) -> Deal:
    return deal._replace(declared=deal.declared._replace(public=deal.declared.public | cards))


def _shown_to(deal: Deal, seat: int, cards: int) -> Deal:
    honour = honour_of(deal)
    seen = tuple(mask | cards if each == seat else mask for each, mask in enumerate(honour.seen))
    return deal._replace(honour=honour._replace(seen=seen))
