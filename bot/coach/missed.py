"""Declarations that were missed or barred in a game, counted from its record.

Nothing here is measured or guessed. A declaration is *missed* if a seat ended a turn without declaring although the
rules allowed it a combination, and never later declared one of that class with any of those cards. It is *barred* if
the cards lay together later and a ruling refused them only because of an earlier declaration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Phase, Verb
from bot.engine.actions import declare
from bot.engine.cards import Mask, cards_of
from bot.engine.combinations import BEZIQUES, BY_NAME, Combination, Kind
from bot.engine.legality import declarable, distinct_moves, why_not
from bot.engine.reasons import Reason
from bot.lazy import dataclass


class Step(NamedTuple):
    """An action of the record and the deal before it."""

    at: int
    """Number of actions of the game before this one."""
    deal: Deal
    action: Action


class Allowed(StrEnum):
    """The rule that would have allowed a combination that was never declared."""

    HELD = "held"
    """All its cards were in the hand (rulings 7 and 11)."""
    TOGETHER = "together"
    """Some of its cards lay exposed for another combination; one was new (ruling 11)."""
    MANY = "many"
    """Another one had been declared in that turn, and the table allows several (``declarations_per_trick``)."""
    ANNOUNCED = "announced"
    """It had been announced, and the announcement lapsed (ruling 12)."""
    JOINED = "joined"
    """Lower béziques on the table join without a new card (``double_from_singles``, ruling 13)."""
    OLD_CARDS = "old-cards"
    """No new card is needed (``new_card``, ruling 11)."""
    PARTNER = "partner"
    """It was the partner's turn after the winner's (ruling 7)."""
    SHOWN = "shown"
    """A seven of trumps could be shown (ruling 10)."""
    AGAIN = "again"
    """A card declared with some of them had been played, so these could serve again (ruling 34)."""


RULINGS: Final = {
    Allowed.HELD: 11,
    Allowed.TOGETHER: 11,
    Allowed.MANY: 11,
    Allowed.ANNOUNCED: 12,
    Allowed.JOINED: 13,
    Allowed.OLD_CARDS: 11,
    Allowed.PARTNER: 7,
    Allowed.SHOWN: 10,
    Allowed.AGAIN: 34,
}
"""The number of the ruling to look up."""
SEVEN_SHOWN: Final = "seven-shown"
"""Name used in place of a combination's where a seven could have been shown."""


class Missed(NamedTuple):
    """A combination that could have been declared and never was."""

    deal: int
    """Number of the deal, from 0."""
    trick: int
    """Number of the trick after which it could first have been declared, from 1."""
    seat: int
    name: str
    cards: Mask
    points: int
    allowed: Allowed
    times: int
    """Number of turns in which it could have been declared."""


class Barred(NamedTuple):
    """A combination that an earlier declaration made impossible; its points are the cost of that declaration."""

    deal: int
    trick: int
    """Number of the trick after which the earlier declaration was made."""
    seat: int
    by: str
    """Name of the combination declared then."""
    name: str
    cards: Mask
    points: int
    later: int
    """Number of the trick after which the cards were first together."""
    reason: Reason


def steps_of(moments: Sequence[tuple[Action | None, Deal]], begun: int) -> list[Step]:
    """Return the steps of a deal, whose first moment has no action; `begun` actions of the game came before it."""
    return [
        Step(begun + at, before, action)
        for at, ((_, before), (action, _)) in enumerate(pairwise(moments))
        if action is not None
    ]


@dataclass(eq=False, slots=True)
class _Open:
    """A combination that could have been declared, before it is known whether it was declared later."""

    trick: int
    name: str
    points: int
    kind: Kind | None
    cards: Mask
    allowed: Allowed
    times: int = 1


def missed(steps: Sequence[Step], seat: int, excused: frozenset[int] = frozenset()) -> list[Missed]:
    """Return what a seat could have declared and never did, the most points first, but for acts that are excused."""
    found: dict[tuple[Kind | None, Mask], _Open] = {}
    for step in steps:
        deal, action = step.deal, step.action
        if action.seat != seat or deal.phase is not Phase.DECLARE:
            continue
        if action.verb in (Verb.DECLARE, Verb.SHOW):
            kind = deal.law.rows[action.name].kind if action.name else None
            found = {key: each for key, each in found.items() if not _made_good(each, kind, action.mask)}
        elif action.verb is Verb.PASS and step.at not in excused:
            for each in _could(deal):
                known = found.setdefault((each.kind, each.cards), each)
                known.times += known is not each
    number = steps[0].deal.base.number if steps else 0
    told: list[Missed] = []
    for each in sorted(found.values(), key=lambda one: (-one.points, one.trick, one.cards)):
        taken = (other for other in told if other.name == each.name or {other.name, each.name} <= _BEZIQUES)
        if not any(other.cards & each.cards for other in taken):
            told.append(Missed(number, each.trick, seat, each.name, each.cards, each.points, each.allowed, each.times))
    return told


_BEZIQUES: Final = frozenset(row.name for row in BY_NAME.values() if row.kind in BEZIQUES)


def _made_good(each: _Open, kind: Kind | None, cards: Mask) -> bool:
    """Tell whether a declaration is the one that could have been made before, or replaces it."""
    same = each.kind is kind or (kind in BEZIQUES and each.kind in BEZIQUES)
    return same and bool(each.cards & cards)


def _could(deal: Deal) -> Iterator[_Open]:
    """Yield the combinations that the seat on turn could declare instead of ending its turn."""
    trick = len(deal.tricks)
    for form, cards in declarable(deal):
        yield _Open(trick, form.row.name, form.row.points, form.row.kind, cards, _allowed(deal, form.row, cards))
    if deal.law.sevens_shown:
        for action in distinct_moves(deal):
            if action.verb is Verb.SHOW:
                yield _Open(trick, SEVEN_SHOWN, deal.law.quantities.seven, None, action.mask, Allowed.SHOWN)


def _allowed(deal: Deal, row: Combination, cards: Mask) -> Allowed:
    """Return the most particular rule that makes a declaration possible."""
    standing, used = deal.declared.announced[deal.turn], deal.declared.used
    if cards & used[row.kind]:
        return Allowed.AGAIN
    if not cards & ~deal.exposed:
        if standing is not None and standing.row.kind is row.kind and standing.cards == cards:
            return Allowed.ANNOUNCED
        lower = 0
        for kind in BEZIQUES[: BEZIQUES.index(row.kind)] if row.kind in BEZIQUES else ():
            lower |= used[kind]
        joins = deal.law.rules.double_from_singles and not cards & ~lower
        return Allowed.JOINED if joins else Allowed.OLD_CARDS
    if deal.declaring.declared:
        return Allowed.MANY
    if cards & deal.exposed:
        return Allowed.TOGETHER
    return Allowed.PARTNER if deal.turn != deal.leader else Allowed.HELD


_BARS: Final = {
    Reason.LOWER_BEZIQUE: BEZIQUES,
    Reason.ONLY_LOWER_BEZIQUES: BEZIQUES,
    Reason.BEZIQUE_LOCKED: BEZIQUES,
    Reason.SEQUENCE_PAIR: (Kind.SEQUENCE,),
    Reason.SEQUENCE_BARS: (Kind.SEQUENCE,),
}
"""The refusals that follow only from an earlier declaration, with the classes of that declaration."""


def barred(steps: Sequence[Step], seat: int) -> list[Barred]:
    """Return the combinations that a seat's declarations made impossible in a deal, the most points first.

    Only combinations that could otherwise have been declared are returned: the cards were together in one of the seat's
    turns before it declared anything in that turn, and the first reason for refusal is an earlier declaration.
    """
    found: dict[tuple[str, int], Barred] = {}
    for step in steps:
        deal = step.deal
        if deal.turn != seat or deal.phase is not Phase.DECLARE or deal.declaring.declared or deal.declaring.taken:
            continue
        for form in deal.law.forms[deal.trump].within(deal.hold[seat]):
            for cards in form.picks(deal.hold[seat]):
                each = _bar(deal, seat, form.row, cards)
                if each is not None:
                    found.setdefault((each.name, each.trick), each)
    melds = steps[-1].deal.declared.melds if steps else ()
    made = {(meld.row.kind, card) for meld in melds if meld.seat == seat for card in cards_of(meld.cards)}
    told = []
    for each in sorted(found.values(), key=lambda one: -one.points):
        kind = steps[0].deal.law.rows[each.name].kind
        if not any((kind, card) in made for card in cards_of(each.cards)):
            told.append(each)
    return told


def _bar(deal: Deal, seat: int, row: Combination, cards: Mask) -> Barred | None:
    refusal = why_not(deal, declare(seat, row.name, cards))
    classes = _BARS.get(refusal.reason) if refusal is not None else None
    if refusal is None or classes is None:
        return None
    earlier = [meld for meld in deal.declared.melds if meld.seat == seat and meld.row.kind in classes]
    cause = next((meld for meld in earlier if meld.cards & cards), None)
    if cause is None:
        return None
    number, later = deal.base.number, len(deal.tricks)
    return Barred(number, cause.trick, seat, cause.row.name, row.name, cards, row.points, later, refusal.reason)
