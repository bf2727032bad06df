"""The effects of actions: pure functions from one moment of a deal to the next."""

from __future__ import annotations

from typing import Final

from .actions import Action, Verb
from .cards import COURT, NO_CARD, SEVENS, Card, Mask, Suit, mask_of, suit_of
from .deal import (
    FRESH_DECLARING,
    Base,
    Deal,
    Declared,
    Declaring,
    Ending,
    Meld,
    Phase,
    Result,
    Score,
    Trick,
    deal_of,
    put,
)
from .law import Law
from .scoring import Marker, decide, lose
from .tricks import beats_suit_led, winning_place

_new: Final = tuple.__new__
"""Function that makes a named tuple from its fields at half the cost of calling its class."""

# Looking a member up in an enumeration costs several times as much as a global (Python 3.11).
_PLAYING: Final = Phase.PLAY
_DECLARING: Final = Phase.DECLARE
_OVER: Final = Phase.OVER
_PLAY: Final = Verb.PLAY
_PASS: Final = Verb.PASS


def advance(deal: Deal, action: Action) -> Deal:
    """Return the deal after an action from ``legal_moves`` of this deal; the action is not checked again."""
    seat, verb, cards, name = action
    if verb is _PLAY:
        return _play(deal, seat, cards[0])
    if verb is _PASS:
        return _pass(deal, seat)
    if verb is Verb.DECLARE:
        return _declare(deal, seat, name, cards)
    if verb is Verb.ANNOUNCE:
        return announced_by(deal, Meld(seat, deal.base.law.rows[name], action.mask, len(deal.tricks)))
    if verb is Verb.EXCHANGE:
        return _marked(exchanged_by(deal, seat, cards[0]), seat, deal.base.law.quantities.exchange, "exchange")
    if verb is Verb.CARTE_BLANCHE:
        points = deal.base.law.quantities.carte_blanche
        return _marked(_blank_shown(deal, seat, cards), seat, points, "carte-blanche")
    if verb is Verb.SHOW:
        return _marked(shown_by(deal, cards[0]), seat, deal.base.law.quantities.seven, "seven-shown")
    ending = Ending.RESIGN if verb is Verb.RESIGN else Ending.TIMEOUT
    return deal._replace(phase=Phase.OVER, result=Result(lose(deal, seat), ending, seat))


def _play(deal: Deal, seat: int, card: Card) -> Deal:
    (base, hold, exposed, trump, turn_up, left, _phase, _turn, leader, trick, tricks, score, declared, _declaring,
     _result, _honour) = deal  # fmt: skip
    law = base.law
    bit = 1 << card
    hold = put(hold, seat, hold[seat] ^ bit)
    if exposed:
        if exposed & bit and law.quantities.again:
            declared = broken(declared, bit)
        exposed &= ~bit
    trick += (card,)
    if law.sevens_played and bit & SEVENS[trump] and (left or law.sevens_throughout) and not declared.counted & bit:
        marker = Marker(base, score, len(tricks) + 1)
        marker.add(seat, law.quantities.seven, "seven-played")
        score = marker.score()
        if marker.result is not None:  # the trick stays unfinished: the game is over (ruling 17)
            return deal_of((base, hold, exposed, trump, turn_up, left, _OVER, seat, leader, trick, tricks,
                            score, declared, FRESH_DECLARING, marker.result, None))  # fmt: skip
    n = law.players
    if len(trick) < n:
        turn = seat + 1 if seat + 1 < n else 0
        return deal_of((base, hold, exposed, trump, turn_up, left, _PLAYING, turn, leader, trick, tricks,
                        score, declared, FRESH_DECLARING, None, None))  # fmt: skip
    beats = law.beats if left else beats_suit_led  # ruling 16
    winner = (leader + winning_place(trick, trump, beats)) % n
    tricks += (_new(Trick, (leader, trick, winner)),)
    score, result = _trick_points(base, score, trick, winner, len(tricks))
    if result is not None:
        phase = _OVER
    elif left:
        phase = _DECLARING
    elif len(tricks) < law.tricks:
        phase = _PLAYING
    else:
        score, result = decide(base, score, tricks)
        phase = _OVER
    return deal_of((base, hold, exposed, trump, turn_up, left, phase, winner, winner, (), tricks,
                    score, declared, FRESH_DECLARING, result, None))  # fmt: skip


def broken(declared: Declared, played: Mask) -> Declared:
    """Return what was declared, with the declarations of a card that is played as broken (ruling 34)."""
    broken = list(declared.broken or (0,) * len(declared.used))
    for meld in declared.melds:
        if meld.cards & played:
            broken[meld.row.kind] |= meld.cards
    return declared._replace(broken=tuple(broken))


def _trick_points(
    base: Base, score: Score, trick: tuple[Card, ...], winner: int, number: int
) -> tuple[Score, Result | None]:
    """Count a complete trick: its brisques, then the last trick (ruling 19)."""
    law = base.law
    card_points = law.card_points
    points = 0
    for c in trick:
        points += card_points[c]
    if points:
        totals, marks, brisques = score
        score = _new(Score, (totals, marks, put(brisques, winner, brisques[winner] + points)))
    last = number == law.last_trick
    if not last and not (points and law.brisques_as_taken):
        return score, None
    marker = Marker(base, score, number)
    if points and law.brisques_as_taken:
        marker.add(winner, points, "brisques")
    if last:
        marker.add(winner, law.quantities.last_trick, "last-trick")
    return marker.score(), marker.result


def _pass(deal: Deal, seat: int) -> Deal:
    """End a turn to declare: the partner's begins, or everyone draws (ruling 7)."""
    declared = deal.declared
    if declared.announced[seat] is not None and not deal.declaring.announced:
        # Ruling 12: an announcement is scored at the next turn to declare and not later.
        declared = declared._replace(announced=put(declared.announced, seat, None))
    if deal.base.law.rules.partners and seat == deal.leader:
        return deal._replace(turn=(seat + 2) % 4, declared=declared, declaring=FRESH_DECLARING)
    return _draw(deal, declared)


def _draw(deal: Deal, declared: Declared) -> Deal:
    """Let everyone draw, the winner first (ruling 7); with the last card the strict ending begins (ruling 8)."""
    (base, hold, exposed, trump, turn_up, left, _phase, _turn, leader, _trick, tricks, score, _declared, _declaring,
     _result, _honour) = deal  # fmt: skip
    deck, held = base.deck, list(hold)
    n = len(held)
    at = len(deck) - left + (turn_up != NO_CARD)  # ``left`` includes the turn-up, which lies elsewhere
    left -= n
    drawn = deck[at : at + n]
    seat = leader
    for c in drawn:
        held[seat] |= 1 << c
        seat = seat + 1 if seat + 1 < n else 0
    if declared.blank:
        blank = _still_blank(declared.blank, leader, drawn) if left else ()
        declared = declared._replace(blank=blank)
    if not left:
        announced: tuple[Meld | None, ...] = (None,) * n
        public = declared.public
        if turn_up != NO_CARD:
            held[seat] |= 1 << turn_up
            public |= 1 << turn_up
            turn_up = NO_CARD
        declared = declared._replace(announced=announced, public=public)
        exposed = 0
    return deal_of((base, tuple(held), exposed, trump, turn_up, left, _PLAYING, leader, leader, (), tricks,
                    score, declared, FRESH_DECLARING, None, None))  # fmt: skip


def _declare(deal: Deal, seat: int, name: str, cards: tuple[Card, ...]) -> Deal:
    row = deal.base.law.rows[name]
    mask = 0
    for c in cards:
        mask |= 1 << c
    trump = deal.trump
    if trump < 0 and row.makes_trumps:
        trump = suit_of(cards[0])  # ruling 15
    return _marked(laid_down(deal, Meld(seat, row, mask, len(deal.tricks)), trump), seat, row.points, name)


def laid_down(deal: Deal, meld: Meld, trump: Suit) -> Deal:
    """Return the deal with a combination laid down and ``trump`` as the new trumps; its points are not yet marked."""
    seat, row, mask, _ = meld
    declared, own = deal.declared, deal.declaring
    announced = declared.announced
    if trump != deal.trump:
        announced = tuple(each and _still_announced(deal.law, trump, each) for each in announced)
    if announced[seat] is not None and not deal.law.many and not own.announced:
        announced = put(announced, seat, None)  # scored, or passed over for another declaration
    return deal._replace(
        exposed=deal.exposed | mask,
        trump=trump,
        declared=declared._replace(
            used=put(declared.used, row.kind, declared.used[row.kind] | mask),
            melds=(*declared.melds, meld),
            announced=announced,
            public=declared.public | mask,
        ),
        declaring=Declaring(own.declared + 1, own.now | mask, row.kind, own.announced, own.taken),
    )


def _still_announced(law: Law, trump: Suit, announced: Meld) -> Meld | None:
    """Return an announcement as it counts under the first trumps; None if it is no combination then (ruling 12)."""
    for form in law.forms[trump]:
        if form.row.kind is announced.row.kind and form.matches(announced.cards):
            return announced._replace(row=form.row)
    return None


def announced_by(deal: Deal, meld: Meld) -> Deal:
    return deal._replace(
        declared=deal.declared._replace(announced=put(deal.declared.announced, meld.seat, meld)),
        declaring=deal.declaring._replace(announced=True),
    )


def shown_by(deal: Deal, seven: Card) -> Deal:
    """Return the deal with a seven shown (ruling 10); its points are not yet marked."""
    bit, declared = 1 << seven, deal.declared
    declared = declared._replace(
        shown=declared.shown | bit, public=declared.public | bit, counted=declared.counted | bit
    )
    return deal._replace(declared=declared)


def exchanged_by(deal: Deal, seat: int, seven: Card) -> Deal:
    """Return the deal with a seven in the turn-up's place (ruling 9); its points are not yet marked."""
    taken = 1 << deal.turn_up
    declaring = deal.phase is Phase.DECLARE
    return deal._replace(
        hold=put(deal.hold, seat, (deal.hold[seat] ^ 1 << seven) | taken),
        turn_up=seven,
        declared=deal.declared._replace(
            public=deal.declared.public | taken, counted=deal.declared.counted | 1 << seven
        ),
        declaring=deal.declaring._replace(taken=deal.declaring.taken | taken) if declaring else deal.declaring,
    )


def _blank_shown(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """Return the deal with a hand, or the card drawn since, shown as carte blanche (ruling 33)."""
    declared, seen = deal.declared, mask_of(cards) or deal.hold[seat]
    blank = put(declared.blank or (None,) * len(deal.hold), seat, NO_CARD)
    declared = declared._replace(blank=blank, shown=declared.shown | seen, public=declared.public | seen)
    return deal._replace(declared=declared)


def _still_blank(blank: tuple[Card | None, ...], leader: int, drawn: tuple[Card, ...]) -> tuple[Card | None, ...]:
    """Return, by seat, the card that may now be shown after a carte blanche (ruling 33)."""
    n = len(blank)
    after = [drawn[(seat - leader) % n] for seat in range(n)]
    return tuple(None if each is None or COURT >> c & 1 else c for each, c in zip(blank, after, strict=True))


def _marked(deal: Deal, seat: int, points: int, reason: str) -> Deal:
    """Mark points in the coming trick, or during a turn to declare in the last trick."""
    number = len(deal.tricks) + (deal.phase is Phase.PLAY)
    marker = Marker(deal.base, deal.score, number)
    marker.add(seat, points, reason)
    if marker.result is None:
        return deal._replace(score=marker.score())
    return deal._replace(score=marker.score(), phase=Phase.OVER, result=marker.result)
