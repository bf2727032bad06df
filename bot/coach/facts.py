"""Facts of a position: what the seat on turn can tell from its view about an action, without any guess.

A sentence of a hint or a reason is said only if its predicate (``plans.py``, ``reasons.py``) finds these facts.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Verb, View
from bot.engine.advice import known_deal, turns_left
from bot.engine.cards import NO_CARD, SEVEN, SEVENS, SUIT_MASKS, Card, Mask, cards_of, mask_of
from bot.engine.combinations import Form
from bot.engine.deal import FRESH_DECLARING
from bot.engine.legality import barring, declarable
from bot.engine.moves import advance, broken
from bot.engine.tricks import beats_suit_led, must_play, winning_place

MOST_LACKING: Final = 2
"""Most cards that a combination in reach may lack."""


class Reach(NamedTuple):
    """A combination that lacks a few cards, all of which may still come in time."""

    lacking: int
    unseen: int
    """Number of the cards it could take that nobody has seen."""
    of: int
    """Number of all such cards besides those that the seat has."""


class Facts:
    """What the seat on turn can tell from its view."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.law, self.seat = view, view.law, view.seat
        self.hold = view.hand.mask | view.tables[self.seat].mask
        """The seat's cards, exposed or not."""
        self.pack = mask_of(self.law.pack)
        others = 0
        for at in range(view.players):
            others |= 0 if at == self.seat else view.tables[at].mask | view.known[at].mask
        out = view.gone.mask | self.hold | (1 << view.turn_up if view.turn_up != NO_CARD else 0)
        self.unseen = self.pack & ~(out | others)
        """The cards whose place the seat does not know."""
        self.elsewhere = self.unseen | others
        """The cards that another seat may hold."""
        self.rounds = view.stock // view.players
        """Number of draws that each seat still has."""
        self.turns = turns_left(view)
        """Number of tricks of the deal after which something can be declared, an open turn not counted."""
        self.last_to_play = len(view.trick) == view.players - 1

    @cached_property
    def known(self) -> Deal:
        """The deal as the seat knows it, at its next turn to declare."""
        return known_deal(self.view)

    def after(self, action: Action) -> Deal:
        """Return the deal as the seat knows it at its next turn to declare, without what is drawn until then."""
        if action.verb is not Verb.PLAY:
            now = known_deal(self.view, self.view.declaring)
            done = now if action.verb is Verb.PASS else advance(now, action)
            announced = done.declared.announced
            if not done.declaring.announced:  # what was announced before holds for the open turn only (ruling 12)
                announced = tuple(None if at == self.seat else meld for at, meld in enumerate(announced))
            return done._replace(declared=done.declared._replace(announced=announced), declaring=FRESH_DECLARING)
        card, known = action.mask, self.known
        declared = (
            broken(known.declared, card) if known.exposed & card and self.law.quantities.again else known.declared
        )
        hold = tuple(cards & ~card if at == self.seat else cards for at, cards in enumerate(known.hold))
        return known._replace(hold=hold, exposed=known.exposed & ~card, declared=declared)

    def whole(self, action: Action) -> frozenset[str]:
        """Return the names of the combinations that can be declared at the next turn with what the seat has left."""
        return frozenset(form.row.name for form, _ in declarable(self.after(action)))

    def reach(self, deal: Deal, name: str) -> Reach | None:
        """Return how far a combination is, or None if it is whole, too far, or cannot come before the last turn."""
        if any(form.row.name == name for form, _ in declarable(deal)):
            return None
        found = [self._reach(deal, form) for form in deal.law.forms[deal.trump] if form.row.name == name]
        return min((each for each in found if each is not None), default=None)

    def _reach(self, deal: Deal, form: Form) -> Reach | None:
        barred = barring(deal, form.row)
        free = deal.hold[self.seat] & ~barred
        broken = free & self._broken(deal, form)
        if self.law.quantities.again and not broken:
            free &= ~deal.declared.used[form.row.kind]
        lacking = unseen = of = held = 0
        for wanted, count in form.needs:
            mine = (free & wanted).bit_count()
            held += mine
            if mine < count:
                there = (self.unseen & wanted).bit_count()
                if there < count - mine:
                    return None
                lacking += count - mine
                unseen += there
                of += (self.pack & wanted & ~(self.hold | barred)).bit_count()
        if not lacking and broken:  # each set of these cards has been declared, and another card makes a new one
            for wanted, count in form.needs:
                if broken & (~wanted if count == 1 else wanted):
                    unseen += (self.unseen & wanted).bit_count()
                    of += (self.pack & wanted & ~(self.hold | barred)).bit_count()
            lacking = min(1, unseen)
        in_time = self.turns and lacking < self.rounds  # the last turn to declare comes before the last draw
        return Reach(lacking, unseen, of) if held and 0 < lacking <= MOST_LACKING and in_time else None

    def _broken(self, deal: Deal, form: Form) -> Mask:
        """Return the cards by which a combination may be declared again (ruling 34)."""
        broken, serves = deal.declared.broken, 0
        for wanted, _ in form.needs:
            serves |= wanted
        return broken[form.row.kind] & serves if broken else 0

    def possible(self, deal: Deal, name: str, cards: Mask) -> bool:
        """Tell whether some of these cards that are free for it make up a combination."""
        return any(
            form.row.name == name and form.within(cards & ~barring(deal, form.row))
            for form in deal.law.forms[deal.trump]
        )

    # ------------------------------------------------------------------ the trick

    def takes(self, card: Card) -> bool | None:
        """Tell whether a card surely takes the trick for its seat; None if that depends on what others play."""
        view = self.view
        beats = beats_suit_led if view.last_eight else self.law.beats
        trick = (*view.trick, card)
        if winning_place(trick, view.trump, beats) != len(trick) - 1:
            return False
        if self.last_to_play:
            return True
        replies = self.elsewhere
        if view.last_eight and view.players == 2:  # all cards are known
            replies = must_play(replies, trick, view.trump)
        over = [beats(each, card, view.trump) for each in cards_of(replies)]
        if not any(over):
            return True
        return False if all(over) and view.last_eight and view.players == 2 else None

    def won(self, card: Card) -> bool | None:
        """Tell whether the trick surely goes to the seat's side if it plays a card, or surely does not."""
        takes = self.takes(card)
        if takes is not False:
            return takes
        if self.last_to_play:
            return self.law.sides[self._winner(card)] == self.law.sides[self.seat]
        return None if self.view.rules.partners else False

    def _winner(self, card: Card) -> int:
        """Return the seat that takes the trick as far as it has been played, with a card of this seat's."""
        view = self.view
        beats = beats_suit_led if view.last_eight else self.law.beats
        return (view.leader + winning_place((*view.trick, card), view.trump, beats)) % view.players

    def in_trick(self, card: Card) -> int:
        """Return the points that the tens and aces in the trick mark, with a card that is played to it."""
        return sum(self.law.marked_points[each] for each in (*self.view.trick, card))

    def brought(self, card: Card) -> int | None:
        """Return the points of tens and aces that a card brings home in the trick; None if that is not sure."""
        won = self.won(card)
        if won:
            return self.in_trick(card) if self.last_to_play else None
        return None if won is None else 0

    def lost(self, card: Card) -> int | None:
        """Return the points of tens and aces that go to the other side in the trick; None if that is not sure."""
        won = self.won(card)
        if won is False:
            return self.in_trick(card) if self.last_to_play else None
        return 0 if won else None

    # ------------------------------------------------------------------ cards

    def is_brisque(self, card: Card) -> bool:
        """Tell whether a card is a ten or an ace that is marked."""
        return self.law.marked_points[card] > 0

    def is_trump(self, card: Card) -> bool:
        return self.view.trump >= 0 and card >> 3 & 3 == self.view.trump

    def totals(self) -> tuple[int, int]:
        """Return the points of the seat's side and the most of another side."""
        totals, own = list(self.view.side_totals), self.law.sides[self.seat]
        mine = totals.pop(own)
        return mine, max(totals)

    @property
    def near_the_end(self) -> bool:
        """Whether no more tricks with a draw are to come than the strict ending has."""
        return self.rounds <= self.law.ending

    @property
    def trumps(self) -> Mask:
        return SUIT_MASKS[self.view.trump] if self.view.trump >= 0 else 0

    @property
    def fresh_sevens(self) -> Mask:
        """The sevens of trumps that have not counted yet, wherever they may be."""
        if not self.law.turns_up:
            return 0
        counted = self.view.counted.mask | self.view.shown.mask
        return self.pack & SEVENS[self.view.trump] & ~(self.view.gone.mask | counted)

    def can_exchange(self, hold: Mask) -> bool:
        """Tell whether these cards hold a seven that can be exchanged for the turn-up at the next turn to declare."""
        view = self.view
        turned = self.law.turns_up and view.turn_up != NO_CARD and view.turn_up & 7 != SEVEN
        return turned and bool(hold & SEVENS[view.trump] & ~view.shown.mask)
