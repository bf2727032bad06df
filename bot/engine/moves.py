"""What an action does: pure functions from one moment of a deal to the next."""

from __future__ import annotations

from typing import TypeVar

from .actions import Action, Verb
from .cards import BRISQUES, NO_CARD, SEVEN, Card
from .combinations import BY_NAME, Kind, marriage_suit
from .deal import FRESH_CHANCE, Base, Chance, Deal, Ending, Meld, Phase, Result, Score, Trick
from .legality import why_not
from .reasons import IllegalAction
from .scoring import Marker, decide, lose
from .tricks import beats_suit_led, winning_place

_T = TypeVar("_T")


def apply_move(deal: Deal, action: Action) -> Deal:
    """Return the deal after an action.

    Raises:
        IllegalAction: The rules refuse it; it carries the reason.
    """
    refusal = why_not(deal, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    return advance(deal, action)


def advance(deal: Deal, action: Action) -> Deal:
    """Return the deal after an action taken from ``legal_moves`` of this very deal; it is not checked again."""
    verb = action.verb
    if verb is Verb.PLAY:
        return _play(deal, action.seat, action.cards[0])
    if verb is Verb.PASS:
        return _pass(deal)
    if verb is Verb.DECLARE:
        return _declare(deal, action.seat, action.name, action.cards)
    if verb is Verb.ANNOUNCE:
        meld = Meld(action.seat, BY_NAME[action.name], action.mask, len(deal.tricks))
        return deal._replace(
            declared=deal.declared._replace(announced=_put(deal.declared.announced, action.seat, meld)),
            chance=deal.chance._replace(announced=True),
        )
    if verb is Verb.EXCHANGE:
        return _exchange(deal, action.seat, action.cards[0])
    if verb is Verb.SHOW:
        bit = 1 << action.cards[0]
        declared = deal.declared
        after = deal._replace(declared=declared._replace(shown=declared.shown | bit, public=declared.public | bit))
        return _marked(after, action.seat, 10, "seven-shown")
    ending = Ending.RESIGN if verb is Verb.RESIGN else Ending.TIMEOUT
    return deal._replace(phase=Phase.OVER, result=Result(lose(deal, action.seat), ending, action.seat))


def _play(deal: Deal, seat: int, card: Card) -> Deal:
    base, hold, exposed, trump, turn_up, left, _, _, leader, trick, tricks, score, declared, _, _ = deal
    law = base.law
    bit = 1 << card
    hold = hold[:seat] + (hold[seat] ^ bit,) + hold[seat + 1 :]
    exposed &= ~bit
    trick += (card,)
    if left and law.sevens_played and card & 31 == trump * 8 + SEVEN:
        marker = Marker(base, score, len(tricks) + 1)
        marker.add(seat, 10, "seven-played")
        score = marker.score()
        if marker.result is not None:  # the trick stays unfinished: the game is over (ruling 17)
            return Deal(base, hold, exposed, trump, turn_up, left, Phase.OVER, seat, leader, trick, tricks,
                        score, declared, FRESH_CHANCE, marker.result)  # fmt: skip
    n = law.players
    if len(trick) < n:
        turn = seat + 1 if seat + 1 < n else 0
        return Deal(base, hold, exposed, trump, turn_up, left, Phase.PLAY, turn, leader, trick, tricks,
                    score, declared, FRESH_CHANCE, None)  # fmt: skip
    beats = law.beats if left else beats_suit_led  # ruling 16
    winner = (leader + winning_place(trick, trump, beats)) % n
    tricks += (Trick(leader, trick, winner),)
    score, result = _trick_points(base, score, trick, winner, len(tricks))
    if result is not None:
        phase = Phase.OVER
    elif left:
        phase = Phase.CHANCE
    elif len(tricks) < law.tricks:
        phase = Phase.PLAY
    else:
        score, result = decide(base, score, tricks)
        phase = Phase.OVER
    return Deal(base, hold, exposed, trump, turn_up, left, phase, winner, winner, (), tricks,
                score, declared, FRESH_CHANCE, result)  # fmt: skip


def _trick_points(
    base: Base, score: Score, trick: tuple[Card, ...], winner: int, number: int
) -> tuple[Score, Result | None]:
    """Count a complete trick: its brisques, then the last trick (ruling 19)."""
    law = base.law
    points = 0
    for c in trick:
        if BRISQUES >> c & 1:
            points += 10
    if points:
        score = Score(score.totals, score.marks, _put(score.brisques, winner, score.brisques[winner] + points))
    last = number == law.last_trick
    if not last and not (points and law.brisques_as_taken):
        return score, None
    marker = Marker(base, score, number)
    if points and law.brisques_as_taken:
        marker.add(winner, points, "brisques")
    if last:
        marker.add(winner, 10, "last-trick")
    return marker.score(), marker.result


def _pass(deal: Deal) -> Deal:
    seat, law, declared = deal.turn, deal.law, deal.declared
    if declared.announced[seat] is not None and not deal.chance.announced:
        # Ruling 12: an announcement is scored at the next chance and not later.
        declared = declared._replace(announced=_put(declared.announced, seat, None))
    if law.rules.partners and seat == deal.leader:
        return deal._replace(turn=(seat + 2) % 4, declared=declared, chance=FRESH_CHANCE)
    return _draw(deal, declared.announced)


def _draw(deal: Deal, announced: tuple[Meld | None, ...]) -> Deal:
    """Let everyone draw, the trick's winner first (ruling 7); with the last card the last eight begin (ruling 8)."""
    base, hold, exposed, trump, turn_up, left, _, _, leader, _, tricks, score, declared, _, _ = deal
    n, deck = base.law.players, base.deck
    held = list(hold)
    at = len(deck) - left + (turn_up != NO_CARD)  # the turn-up counts among those left but lies elsewhere
    for step in range(n):
        seat = leader + step if leader + step < n else leader + step - n
        if at < len(deck):
            held[seat] |= 1 << deck[at]
            at += 1
        else:
            held[seat] |= 1 << turn_up
            declared = declared._replace(public=declared.public | 1 << turn_up)
            turn_up = NO_CARD
    left -= n
    if not left:
        exposed = 0
        announced = (None,) * n
    if announced != declared.announced:
        declared = declared._replace(announced=announced)
    return Deal(base, tuple(held), exposed, trump, turn_up, left, Phase.PLAY, leader, leader, (), tricks,
                score, declared, FRESH_CHANCE, None)  # fmt: skip


def _declare(deal: Deal, seat: int, name: str, cards: tuple[Card, ...]) -> Deal:
    row, declared, chance = BY_NAME[name], deal.declared, deal.chance
    mask = 0
    for c in cards:
        mask |= 1 << c
    trump = deal.trump
    if trump < 0 and row.kind is Kind.MARRIAGE:
        trump = marriage_suit(cards)  # ruling 15
    announced = declared.announced
    if announced[seat] is not None and not deal.law.many:
        announced = _put(announced, seat, None)  # scored, or passed over for another declaration
    after = deal._replace(
        exposed=deal.exposed | mask,
        trump=trump,
        declared=declared._replace(
            used=_put(declared.used, row.kind, declared.used[row.kind] | mask),
            melds=(*declared.melds, Meld(seat, row, mask, len(deal.tricks))),
            announced=announced,
            public=declared.public | mask,
        ),
        chance=Chance(chance.declared + 1, chance.now | mask, row.kind, chance.announced, chance.taken),
    )
    return _marked(after, seat, row.points, name)


def _exchange(deal: Deal, seat: int, seven: Card) -> Deal:
    """Put a seven in the turn-up's place (ruling 9)."""
    taken = 1 << deal.turn_up
    in_chance = deal.phase is Phase.CHANCE
    after = deal._replace(
        hold=_put(deal.hold, seat, (deal.hold[seat] ^ 1 << seven) | taken),
        turn_up=seven,
        declared=deal.declared._replace(public=deal.declared.public | taken),
        chance=deal.chance._replace(taken=deal.chance.taken | taken) if in_chance else deal.chance,
    )
    return _marked(after, seat, 10, "exchange")


def _marked(deal: Deal, seat: int, points: int, reason: str) -> Deal:
    """Mark points; before playing they carry the coming trick's number, in a chance the last one's."""
    number = len(deal.tricks) + (deal.phase is Phase.PLAY)
    marker = Marker(deal.base, deal.score, number)
    marker.add(seat, points, reason)
    if marker.result is None:
        return deal._replace(score=marker.score())
    return deal._replace(score=marker.score(), phase=Phase.OVER, result=marker.result)


def _put(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*values[:at], value, *values[at + 1 :])
