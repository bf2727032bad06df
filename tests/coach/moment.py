"""A moment of a whole deal, with what follows from the rules alone, for checking what is told of it.

Nothing of ``bot.coach`` is used: the deal is played on by the rules, cards are counted one by one, and missing cards
are put into the hand to see what could be declared with them.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Final

from bot.engine import Action, Deal, Phase, Verb
from bot.engine.cards import ACE, TEN, Card, Mask, mask_of
from bot.engine.deal import FRESH_DECLARING
from bot.engine.legality import distinct_moves, legal_moves
from bot.engine.moves import advance
from tests.engine.positions import permuted

_DEALT_ANEW: Final = 6
"""How many times the hidden cards are dealt anew to see whether something is sure."""
_MOST_LINES: Final = 600
"""Most ways to complete a trick that are tried in one deal."""


class Moment:
    """A moment of a deal from the seat on turn."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.seat = deal, deal.turn
        self.law, self.hold = deal.law, deal.hold[deal.turn]
        self.played = mask_of(deal.trick) | mask_of(card for trick in deal.tricks for card in trick.cards)
        open_to_all = deal.exposed | deal.declared.public
        seen = self.played | self.hold | (1 << deal.turn_up if deal.left and deal.turn_up >= 0 else 0)
        for hold in deal.hold:
            seen |= hold & open_to_all
        self.hidden = [card for card in self.law.pack if not seen >> card & 1]
        self.rounds = deal.left // self.law.players

    def ours(self, seat: int) -> bool:
        """Tell whether a seat is of the same side."""
        return self.law.sides[seat] == self.law.sides[self.seat]

    def tricks(self, action: Action, deal: Deal | None = None) -> list[Deal]:
        """Return the moments after the trick to which a card is played, in whichever way the others complete it."""
        open_, done = [advance(deal or self.deal, action)], []
        while open_:
            at = open_.pop()
            if len(at.tricks) > len(self.deal.tricks):
                done.append(at)
            elif len(done) < _MOST_LINES:
                open_ += [advance(at, each) for each in distinct_moves(at) if each.verb is Verb.PLAY]
        return done

    def sure(self, action: Action, rng: Random) -> list[Deal]:
        """Return the moments after the trick also where the hidden cards lie otherwise."""
        found = self.tricks(action)
        for _ in range(_DEALT_ANEW):
            found += self.tricks(action, permuted(self.deal, self.seat, rng))
        return found

    def declaring(self, deal: Deal, hold: Mask) -> Deal:
        """Return the deal at a turn to declare of the seat with these cards; those it does not have yet come closed."""
        hands = tuple(hold if at == self.seat else each for at, each in enumerate(deal.hold))
        return deal._replace(phase=Phase.DECLARE, turn=self.seat, leader=self.seat, trick=(), hold=hands,
                             exposed=deal.exposed & self.hold & hold, declaring=FRESH_DECLARING)  # fmt: skip

    def can_declare(self, deal: Deal, hold: Mask, name: str) -> bool:
        """Tell whether the rules let the seat declare a combination with these cards."""
        return any(each.verb is Verb.DECLARE and each.name == name for each in legal_moves(self.declaring(deal, hold)))

    def lacks(self, deal: Deal, hold: Mask, name: str, most: int = 3) -> int | None:
        """Return how many hidden cards at least make a combination, or None if more than `most`."""
        counts = (count for count in range(most + 1) if self._completing(deal, hold, name, self.hidden, count))
        return next(counts, None)

    def completing(self, deal: Deal, hold: Mask, name: str, count: int) -> list[Card]:
        """List the cards, wherever they may be, that are among so many that make a combination."""
        others = [card for card in self.law.pack if not self.hold >> card & 1]
        found = self._completing(deal, hold, name, others, count)
        likes = {self._like(card) for some in found for card in some}
        return [card for card in others if self._like(card) in likes]

    def _like(self, card: Card) -> tuple[int, ...]:
        """Return the kind of a card, and how it has served."""
        return card & 31, *(used >> card & 1 for used in self.deal.declared.used)

    def _completing(self, deal: Deal, hold: Mask, name: str, cards: list[Card], count: int) -> list[tuple[Card, ...]]:
        """List the sets of so many cards that make a combination, of equal cards one."""
        useful: list[Card] = []
        for card in cards:
            serves = any(wanted >> card & 1 for form in self.law.forms[deal.trump] if form.row.name == name
                         for wanted, _ in form.needs)  # fmt: skip
            if serves and sum(self._like(each) == self._like(card) for each in useful) < count:
                useful.append(card)
        return [some for some in combinations(useful, count)
                if self.can_declare(deal, hold | mask_of(some), name)]  # fmt: skip


def brisques_in(cards: tuple[Card, ...]) -> int:
    return 10 * sum(card & 7 in (TEN, ACE) for card in cards)


def later_turn(at: Moment, one: Action) -> bool:
    """Tell whether the seat may still come to declare, as far as the trick in play decides it."""
    if one.verb is not Verb.PLAY:
        return at.rounds > 1
    full = len(at.deal.trick) + 1 == at.law.players
    return at.rounds > (full and not any(at.ours(end.tricks[-1].winner) for end in at.tricks(one)))


def after(at: Moment, one: Action) -> Deal:
    """Return the moment with what the action makes of what was declared."""
    if one.verb is Verb.PLAY:
        declared = at.deal.declared._replace(broken=advance(at.deal, one).declared.broken)
        return at.deal._replace(declared=declared)
    return advance(at.deal, one) if one.verb in (Verb.DECLARE, Verb.ANNOUNCE) else at.deal
