"""The effects of acts at an honour table: functions from one moment of a deal to the next."""

from __future__ import annotations

from bot.engine.actions import Action, Verb
from bot.engine.cards import NO_CARD, SEVEN, Card, Mask, mask_of
from bot.engine.combinations import Kind, marriage_suit
from bot.engine.deal import Deal, Declaring, Ending, Meld, Phase, Result
from bot.engine.forfeits import Irregularity
from bot.engine.honour.claims import was_wrong
from bot.engine.moves import announced_by, exchanged_by, laid_down, shown_by
from bot.engine.scoring import lose

from .claims import claim
from .drawing import draw, in_its_place, lift, return_one, take, waive
from .marking import mark
from .revoke import is_revoke
from .settling import close_claims, close_not_drawn, end_chance, return_cards, say_done, settle
from .state import (
    FULL_HAND,
    Doubt,
    Fault,
    as_regular,
    column_of,
    held,
    honour_of,
    in_last_eight,
    nothing_to_draw,
    opponents,
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
        if is_revoke(deal, seat, card):
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
    overfull = list(honour.overfull)
    if before > FULL_HAND:
        overfull[seat] = number
    elif overfull[seat] < number:
        overfull[seat] = 0
    honour = honour._replace(choice=choice, overfull=tuple(overfull))
    deal = _without(deal._replace(honour=honour), seat, bit)
    deal = deal._replace(trick=(*deal.trick, card))
    if _seven_counts(deal, card):
        deal = mark(deal, seat, law.quantities.seven, "seven-played", number)
    return deal


def _seven_counts(deal: Deal, card: Card) -> bool:
    law = deal.base.law
    return (
        card & 7 == SEVEN
        and law.sevens_played
        and card >> 3 & 3 == deal.trump
        and (law.sevens_throughout or not in_last_eight(deal))
        and not deal.declared.counted >> card & 1
    )


def _without(deal: Deal, seat: int, cards: Mask) -> Deal:
    """Take cards out of a seat's hand and from its table, and clear their forfeits and calls."""
    hold = tuple(mask & ~cards if each == seat else mask for each, mask in enumerate(deal.hold))
    honour = honour_of(deal)
    called = tuple(NO_CARD if card != NO_CARD and cards >> card & 1 else card for card in honour.called)
    honour = honour._replace(
        called=called,
        lying=honour.lying & ~cards,
        faced=honour.faced & ~cards,
        exposed_once=honour.exposed_once & ~cards,
    )
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
    makes_trumps = deal.trump < 0 and row.kind is Kind.MARRIAGE and len({card >> 3 & 3 for card in cards}) == 1
    after = laid_down(form, meld, marriage_suit(cards) if makes_trumps else deal.trump)
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
    chances: list[Declaring | None] = list(honour.chances)
    if chances[seat] is not None:
        chances[seat] = after.declaring
    return deal._replace(
        hold=after.hold,
        exposed=after.exposed,
        trump=after.trump,
        turn_up=after.turn_up,
        declared=after.declared,
        honour=honour._replace(chances=tuple(chances)),
    )
