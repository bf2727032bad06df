"""The effects of acts at an honour table, drawing and lifting by hand among them (rulings 22 to 28)."""

from __future__ import annotations

from bot.engine.actions import Action, Verb
from bot.engine.cards import NO_CARD, SEVENS, Card, Mask, mask_of, suit_of
from bot.engine.combinations import Kind
from bot.engine.deal import Choice, Deal, Doubt, Ending, Fault, Honour, Meld, Phase, Result, put
from bot.engine.forfeits import Irregularity, Lifting
from bot.engine.honour.claims import was_wrong
from bot.engine.moves import announced_by, exchanged_by, laid_down, shown_by
from bot.engine.scoring import lose
from bot.engine.tricks import is_revoke

from .claims import claim
from .settling import close_claims, close_not_drawn, end_chance, return_cards, say_done, settle
from .state import (
    as_regular,
    chooser_of,
    column_of,
    held,
    honour_of,
    in_last_eight,
    mark,
    needs_card,
    nothing_to_draw,
    opponents,
    to_draw,
    to_play,
)


def advance(deal: Deal, action: Action) -> Deal:
    """Return the deal after an act that hands can do; the act is not checked again."""
    seat, verb, cards, name = action
    if verb in (Verb.RESIGN, Verb.TIMEOUT):
        ending = Ending.RESIGN if verb is Verb.RESIGN else Ending.TIMEOUT
        return deal._replace(phase=Phase.OVER, result=Result(lose(deal, seat), ending, seat))
    return settle(_after(deal, seat, verb, cards, name))


def _after(deal: Deal, seat: int, verb: Verb, cards: tuple[Card, ...], name: str) -> Deal:
    match verb:
        case Verb.PLAY:
            return _play(deal, seat, cards[0]) if seat == to_play(deal) else _slip(deal, seat, cards[0])
        case Verb.DRAW:
            return draw(deal, seat)
        case Verb.LIFT:
            return lift(deal, seat)
        case Verb.TAKE:
            return take(deal, cards[0])
        case Verb.RETURN:
            return return_one(deal, cards[0])
        case Verb.PASS:
            choice = honour_of(deal).choice
            if choice is not None and choice.chooser == seat:
                return waive(deal)
            return end_chance(deal, seat)
        case Verb.EXPOSE:
            return _expose(deal, cards[0])
        case Verb.CALL:
            return _call(deal, cards[0])
        case Verb.CLAIM:
            return claim(deal, seat, name)
        case Verb.DONE:
            return say_done(deal, seat)
        case Verb.DECLARE:
            return _put_down(deal, seat, name, cards)
        case _:
            return _in_regular_form(deal, seat, verb, cards, name)


def _play(deal: Deal, seat: int, card: Card) -> Deal:
    """Play a card in turn; to draw first and to follow suit is left to the player's honour."""
    law, number, bit = deal.base.law, len(deal.tricks) + 1, 1 << card
    honour = honour_of(deal)
    before = held(deal, seat)
    if in_last_eight(deal):
        if not deal.trick and not honour.returned:
            deal = return_cards(deal)
        must_win = column_of(deal.base).must_win
        if is_revoke(deal.hold[seat], deal.trick, card, deal.trump, must_win=must_win):
            deal = _with_fault(deal, Fault(Irregularity.REVOKE, seat, number))
    elif not nothing_to_draw(deal, seat):
        deal = _with_fault(deal, Fault(Irregularity.NOT_DRAWN, seat, number))
    if nothing_to_draw(deal, seat):
        deal = close_claims(deal, seat)
    deal = end_chance(close_not_drawn(deal, seat), seat)
    honour = honour_of(deal)
    choice = honour.choice
    if choice is not None and choice.chooser == seat:
        choice = None  # the chooser plays without choosing (ruling 24)
    overfull = honour.overfull
    if before > law.hand:
        overfull = put(overfull, seat, number)
    elif overfull[seat] < number:
        overfull = put(overfull, seat, 0)
    honour = honour._replace(choice=choice, overfull=overfull)
    deal = _without(deal._replace(honour=honour), seat, bit)
    deal = deal._replace(trick=(*deal.trick, card))
    if _seven_counts(deal, card):
        deal = mark(deal, seat, law.quantities.seven, "seven-played", number)
    return deal


def _seven_counts(deal: Deal, card: Card) -> bool:
    law = deal.base.law
    return (
        law.sevens_played
        and bool(SEVENS[deal.trump] >> card & 1)
        and (law.sevens_throughout or not in_last_eight(deal))
        and not deal.declared.counted >> card & 1
    )


def _without(deal: Deal, seat: int, cards: Mask) -> Deal:
    """Take cards out of a seat's hand and from its table, and clear their forfeits and calls."""
    honour = honour_of(deal)
    called = tuple(NO_CARD if card != NO_CARD and cards >> card & 1 else card for card in honour.called)
    honour = honour._replace(
        called=called,
        lying=honour.lying & ~cards,
        faced=honour.faced & ~cards,
        exposed_once=honour.exposed_once & ~cards,
    )
    hold = put(deal.hold, seat, deal.hold[seat] & ~cards)
    return deal._replace(hold=hold, exposed=deal.exposed & ~cards, honour=honour)


def _with_fault(deal: Deal, fault: Fault) -> Deal:
    honour = honour_of(deal)
    return deal._replace(honour=honour._replace(faults=(*honour.faults, fault)))


def _slip(deal: Deal, seat: int, card: Card) -> Deal:
    """Make a card played out of turn known to all, and take it back, let it lie or face it (rulings 22 and 28)."""
    number, bit = len(deal.tricks) + 1, 1 << card
    deal = _with_fault(deal, Fault(Irregularity.PLAYED_OUT_OF_TURN, seat, number))
    honour = honour_of(deal)
    honour = honour._replace(slipped=honour.slipped | 1 << seat)
    if column_of(deal.base).faces and not in_last_eight(deal):
        honour = honour._replace(faced=honour.faced | bit & ~honour.spent)
    return _seen_by_all(deal._replace(honour=honour), bit)


def _expose(deal: Deal, card: Card) -> Deal:
    honour = honour_of(deal)
    return _seen_by_all(deal._replace(honour=honour._replace(exposed_once=honour.exposed_once | 1 << card)), 1 << card)


def _seen_by_all(deal: Deal, bit: Mask) -> Deal:
    """Make a card known to all; with B and three or four players it stays on the table and serves in no declaration."""
    deal = deal._replace(declared=deal.declared._replace(public=deal.declared.public | bit))
    if deal.base.law.players not in column_of(deal.base).stays_exposed:
        return deal
    honour = honour_of(deal)
    return deal._replace(exposed=deal.exposed | bit, honour=honour._replace(lying=honour.lying | bit))


def _call(deal: Deal, card: Card) -> Deal:
    honour, bit = honour_of(deal), 1 << card
    called = tuple(card if hold & bit else each for hold, each in zip(deal.hold, honour.called, strict=True))
    honour = honour._replace(called=called, faced=honour.faced & ~bit, spent=honour.spent | bit)
    return deal._replace(honour=honour)


def _put_down(deal: Deal, seat: int, name: str, cards: tuple[Card, ...]) -> Deal:
    """Put down any cards under any name and mark the points; remember whether the declaration is wrong (ruling 27)."""
    law, mask, honour = deal.base.law, mask_of(cards), honour_of(deal)
    row, form = law.rows[name], as_regular(deal, seat)
    meld = Meld(seat, row, mask, len(deal.tricks))
    doubt = Doubt(meld, deal.exposed, deal.trump, deal.declared, form.declaring, honour.lying, honour.put_down)
    makes_trumps = deal.trump < 0 and row.kind is Kind.MARRIAGE and len(set(map(suit_of, cards))) == 1
    after = laid_down(form, meld, suit_of(cards[0]) if makes_trumps else deal.trump)
    doubtful = tuple(
        (*doubts, doubt) if opponents(deal, seat, each) else doubts for each, doubts in enumerate(honour.doubtful)
    )
    honour = honour._replace(doubtful=doubtful, put_down=honour.put_down + 1)
    deal = _from_regular_form(deal._replace(honour=honour), seat, after)
    if was_wrong(law, doubt):
        kind, fresh = Irregularity.WRONG_DECLARATION, mask & ~doubt.exposed
        deal = _with_fault(deal, Fault(kind, seat, meld.trick, meld=meld, fresh=fresh, made_trumps=makes_trumps))
    return mark(deal, seat, row.points, name, meld.trick)


def _in_regular_form(deal: Deal, seat: int, verb: Verb, cards: tuple[Card, ...], name: str) -> Deal:
    """Exchange, show or announce, with the conditions and effects of an ordinary table (ruling 22)."""
    form, quantities = as_regular(deal, seat), deal.base.law.quantities
    trick = len(deal.tricks) + (form.phase is Phase.PLAY)
    if verb is Verb.ANNOUNCE:
        meld = Meld(seat, deal.base.law.rows[name], mask_of(cards), len(deal.tricks))
        return _from_regular_form(deal, seat, announced_by(form, meld))
    if verb is Verb.SHOW:
        return mark(
            _from_regular_form(deal, seat, shown_by(form, cards[0])), seat, quantities.seven, "seven-shown", trick
        )
    after = _from_regular_form(deal, seat, exchanged_by(form, seat, cards[0]))
    honour = in_its_place(honour_of(after), deal.turn_up, cards[0])
    after = _without(after._replace(honour=honour), seat, 1 << cards[0])
    return mark(after, seat, quantities.exchange, "exchange", trick)


def _from_regular_form(deal: Deal, seat: int, after: Deal) -> Deal:
    """Return the deal with the changes that an act has made in the ordinary form of the moment."""
    honour = honour_of(deal)
    chances = honour.chances
    if chances[seat] is not None:
        chances = put(chances, seat, after.declaring)
    return deal._replace(
        hold=after.hold,
        exposed=after.exposed,
        trump=after.trump,
        turn_up=after.turn_up,
        declared=after.declared,
        honour=honour._replace(chances=chances),
    )


def draw(deal: Deal, seat: int) -> Deal:
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
    chance = honour.chances[seat]
    if chance is not None:
        chances = put(honour.chances, seat, chance._replace(taken=chance.taken | 1 << card))
        deal = deal._replace(honour=honour._replace(chances=chances))
    return _gained(deal, card, seat)


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
    if card == deal.turn_up or honour.open_stock & bit:
        deal = _known(deal, bit)
    deal = deal._replace(
        hold=put(deal.hold, seat, deal.hold[seat] | bit),
        turn_up=NO_CARD if card == deal.turn_up else deal.turn_up,
        honour=honour._replace(open_stock=honour.open_stock & ~bit),
    )
    if held(deal, seat) <= deal.law.hand:
        return deal
    honour = honour_of(deal)
    faults = (*honour.faults, Fault(Irregularity.NINE_CARDS, seat, len(deal.tricks) + 1))
    return deal._replace(honour=honour._replace(faults=faults))


def _known(deal: Deal, cards: int) -> Deal:
    return deal._replace(declared=deal.declared._replace(public=deal.declared.public | cards))


def _shown_to(deal: Deal, seat: int, cards: int) -> Deal:
    honour = honour_of(deal)
    return deal._replace(honour=honour._replace(seen=put(honour.seen, seat, honour.seen[seat] | cards)))
