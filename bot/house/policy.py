"""The choices of a player with an evaluation, fast enough to play out thousands of sampled tricks.

Of the deal, only the hand of the seat on turn and the open cards are read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Phase, Verb
from bot.engine.actions import PLAYS
from bot.engine.cards import (
    BRISQUES,
    CARDS_PER_PACK,
    HIGHER_IN_SUIT,
    SUIT_MASKS,
    TEN,
    Card,
    Mask,
    Suit,
    cards_of,
    in_all_packs,
)
from bot.engine.combinations import Kind
from bot.engine.law import Law
from bot.engine.legality import distinct_moves, legal_moves
from bot.engine.moves import advance
from bot.engine.tricks import beats_suit_led, must_play, winning_place

from .learned import Learned, kind_of, learned
from .moments import unseen, worth_of
from .weights import CERTAIN, Weights
from .worth import Worth

_SOON: Final = 7
"""Tricks of the first stage still to come from which on it counts what others may declare at once."""

_PLAYING: Final = Phase.PLAY
_SEQUENCE: Final = int(Kind.SEQUENCE)


class Scored(NamedTuple):
    """An action and its estimated worth in points."""

    score: float
    action: Action


class Mind:
    """An evaluation with the odds of one moment, which chooses at that moment and in the tricks after it."""

    __slots__ = (
        "_beaten",
        "_chosen",
        "_closed",
        "_deny",
        "_heads",
        "_keeping",
        "_known",
        "_learned",
        "_sides",
        "_urgency",
        "_w",
        "law",
        "worth",
    )

    def __init__(
        self,
        deal: Deal,
        seat: int,
        weights: Weights,
        *,
        pool: Mask | None = None,
        worth: Worth | None = None,
        ahead: int = 0,
        keeping: Worth | None = None,
    ) -> None:
        """Take a moment of a deal as a seat sees it.

        Args:
            deal: The moment; of the other hands only their sizes and the cards known to lie there are read.
            seat: The seat whose knowledge counts.
            ahead: How many tricks after the deal's moment to choose, with what is known now.
            keeping: The result of :func:`keeping_of` for that moment, to choose by the learned numbers.
        """
        law = self.law = deal.base.law
        self._w = weights
        self._sides = law.sides
        n = law.players
        pool = unseen(deal, seat) if pool is None else pool
        turns = max(0, deal.left // n - ahead)
        self.worth = worth_of(deal, weights, pool, ahead=ahead, kept=False) if worth is None else worth
        self._learned = learned(kind_of(law), turns) if keeping else None
        self._keeping = keeping or self.worth
        self._urgency = weights.ready + (1.0 - weights.ready) * 0.5 ** (turns - 1) if turns else 0.0
        self._known = 0
        closed = []
        deny = claims = 0.0
        soon = weights.denial * 0.5 ** (turns - 1) if 0 < turns <= _SOON else 0.0
        for each in range(n):
            if law.sides[each] == law.sides[seat]:
                continue
            visible = deal.hold[each] & (deal.exposed | deal.declared.public)
            self._known |= visible
            closed.append((deal.hold[each] & ~visible).bit_count())
            if turns and visible:
                deny += self._promise(visible, deal)
            if soon:
                claims += self._claim(visible, closed[-1], deal)
        # Only one of several opponents takes the trick, but either of two partners may then declare.
        share = soon / len(closed) if not law.rules.partners else soon
        self._deny = weights.deny * deny + share * claims
        size = pool.bit_count()
        self._closed = sum(closed) / len(closed) / size if size else 0.0
        self._beaten: dict[int, float] = {}
        self._heads = _heads(law, self.worth.trump)
        self._chosen: dict[object, Action] = {}

    def _promise(self, visible: Mask, deal: Deal) -> float:
        """Return the worth of exposed cards for combinations of their owner, apart from their worth in the play."""
        used = deal.declared.serving
        worth = self.worth
        value = 0.0
        for suit in range(4):
            cards = visible & SUIT_MASKS[suit]
            if cards:
                _, marriage, sequence, _ = worth.suit_value(
                    suit, cards, worth.pool & SUIT_MASKS[suit], deal.exposed, used
                )
                _, none, nothing, _ = worth.suit_value(suit, 0, worth.pool & SUIT_MASKS[suit], deal.exposed, used)
                value += marriage + sequence - none - nothing
        for at in range(4):
            value += worth.four(at, visible, deal.exposed, used)[0] - worth.four(at, 0, deal.exposed, used)[0]
        return value + worth.bezique(visible, deal.exposed, used).value - worth.bezique(0, deal.exposed, used).value

    def _claim(self, visible: Mask, closed: int, deal: Deal) -> float:
        """Return the points that an opponent with these cards and so many closed ones may declare at once."""
        law, pool = self.law, self.worth.pool
        at_hand = Worth(law, CERTAIN, self.worth.trump, draws=closed, turns=1, pool=pool)
        seen, used = deal.exposed, deal.declared.serving
        found = [at_hand.bezique_value(visible & at_hand.bezique_cards, pool & at_hand.bezique_cards, seen, used)[0]]
        for suit, cards in enumerate(SUIT_MASKS):
            found += at_hand.suit_value(suit, visible & cards, pool & cards, seen, used)[1:3]
        found += [at_hand.four(at, visible, seen, used)[0] for at in range(4)]
        return sum(found) if law.many else max(found)

    @property
    def denied(self) -> float:
        """The points that taking a trick is worth because it keeps the others from declaring."""
        return self._deny

    def heads(self, card: Card) -> Mask:
        """Return the cards that beat a card of the first stage when they are played after it."""
        return self._heads[card & 31]

    def risk(self, card: Card) -> float:
        """Return the chance that one opponent who plays later takes the trick from this card."""
        chance = self._beaten.get(card & 31)
        if chance is None:
            w = self._w
            beating = self.heads(card)
            same = SUIT_MASKS[card >> 3 & 3]
            trumps = SUIT_MASKS[self.worth.trump] if self.worth.trump >= 0 else 0
            plays_trump = w.trump_brisque if card & 7 >= TEN else w.trump_plain
            safe = 1.0
            for cards, held in ((self.worth.pool & beating, self._closed), (self._known & beating, 1.0)):
                if not held or not cards:
                    continue
                brisque = (cards & same & BRISQUES).bit_count() if not same & trumps else 0
                plain = (cards & same).bit_count() - brisque
                other = cards & ~same
                trump = (other & trumps).bit_count()
                rest = other.bit_count() - trump
                eager = w.trump_brisque if same & trumps else w.take_plain
                safe *= (
                    (1.0 - held * w.take_brisque) ** brisque
                    * (1.0 - held * (eager if card & 7 >= TEN else w.take_plain)) ** (plain + rest)
                    * (1.0 - held * plays_trump) ** trump
                )
            chance = self._beaten[card & 31] = 1.0 - safe
        return chance

    def plays(self, deal: Deal, hold: Mask | None = None) -> list[tuple[float, Card]]:
        """Return every card that the seat on turn may play, from its or a supposed hand, with its score in points."""
        seat, trick = deal.turn, deal.trick
        hold = deal.hold[seat] if hold is None else hold
        if not deal.left:
            return self._last_eight(deal, must_play(hold, trick, deal.trump))
        losses, ready = self._keeping.losses(hold, deal.exposed, deal.declared.serving)
        law = self.law
        row = self._learned
        if row is None:
            at_stake = self._w.tempo + self._urgency * ready + self._deny
        else:
            at_stake = row.tempo[not trick] + row.ready * ready + row.deny * self._deny
        announced = deal.declared.announced[seat]
        if announced is not None:  # its cards must still lie on the table when it is scored
            worth = announced.row.points * self._w.win
            losses = [(c, loss + worth if announced.cards >> c & 1 else loss) for c, loss in losses]
            at_stake += self._urgency * announced.row.points
        seven = -1
        if law.sevens_played:
            seven = deal.trump << 3
        found: list[tuple[float, Card]] = []
        points = law.marked_points
        n = law.players
        if row is not None:
            return self._learned_plays(deal, row, losses, at_stake)
        if n == 2:
            if trick:
                led = trick[0]
                heads = self._heads[led & 31]
                at_stake += points[led]
                for c, loss in losses:
                    swing = at_stake + points[c]
                    score = (swing if heads >> c & 1 else -swing) - loss
                    found.append((score + law.quantities.seven if c & 31 == seven else score, c))
                return found
            for c, loss in losses:
                score = (1.0 - 2.0 * self.risk(c)) * (at_stake + points[c]) - loss
                found.append((score + law.quantities.seven if c & 31 == seven else score, c))
            return found
        return self._plays_of_many(deal, losses, at_stake, seven)

    def _plays_of_many(
        self, deal: Deal, losses: list[tuple[Card, float]], at_stake: float, seven: int
    ) -> list[tuple[float, Card]]:
        """Score the plays for three or four players, where later seats may still take the trick."""
        law = self.law
        at_stake += sum([law.marked_points[c] for c in deal.trick])
        found = []
        for (c, loss), swing in zip(losses, self.swings(deal, losses), strict=True):
            score = swing * (at_stake + law.marked_points[c]) - loss
            found.append((score + law.quantities.seven if c & 31 == seven else score, c))
        return found

    def _learned_plays(
        self, deal: Deal, row: Learned, losses: list[tuple[Card, float]], at_stake: float
    ) -> list[tuple[float, Card]]:
        """Score the plays by the learned numbers, which already contain the points of a seven played."""
        trick, trump, exposed, points = deal.trick, self.worth.trump, deal.exposed, self.law.marked_points
        share = row.points[not trick]
        at_stake += share * sum([points[c] for c in trick])
        found = []
        for (c, loss), swing in zip(losses, self.swings(deal, losses), strict=True):
            score = swing * (at_stake + share * points[c]) - loss
            kind = (c & 7) + 8 if c >> 3 & 3 == trump else c & 7
            if not trick:
                score += row.leads[kind]
            elif swing > 0.0:
                score += row.wins[kind]
            if exposed >> c & 1:
                score += row.exposed
            found.append((score, c))
        return found

    def swings(self, deal: Deal, losses: list[tuple[Card, float]]) -> list[float]:
        """Return for each card the chance that its side takes the trick less the chance that it does not: -1 to 1."""
        seat, trick, law = deal.turn, deal.trick, self.law
        n, sides = law.players, law.sides
        own = sides[seat]
        after = sum(sides[(seat + step) % n] != own for step in range(1, n - len(trick)))
        heads = 0
        standing = 0.0
        if trick:
            place = winning_place(trick, deal.trump, law.beats)
            heads = self.heads(trick[place])
            if sides[(deal.leader + place) % n] == own:
                standing = (1.0 - self.risk(trick[place])) ** after
        found = []
        for c, _ in losses:
            won = standing
            if not trick or heads >> c & 1:
                won = (1.0 - self.risk(c)) ** after if after else 1.0
            found.append(2.0 * won - 1.0)
        return found

    def _last_eight(self, deal: Deal, able: Mask) -> list[tuple[float, Card]]:
        """Score the plays of the last eight tricks by rule of thumb, where no exact search is made."""
        trick, trump, law = deal.trick, deal.trump, self.law
        cards = cards_of(able)
        if len(cards) == 1:
            return [(0.0, cards[0])]
        stake = sum(law.marked_points[c] for c in trick) + 4.0
        seat, n = deal.turn, law.players
        found = []
        if not trick:
            others = self.worth.pool
            for each in range(n):
                if law.sides[each] != law.sides[seat]:
                    others |= deal.hold[each] & (deal.exposed | deal.declared.public)
            others &= ~deal.hold[seat]
            for played in deal.tricks[law.first_stage :]:
                for c in played.cards:
                    others &= ~(1 << c)
            for c in cards:
                suit = SUIT_MASKS[c >> 3 & 3]
                higher = (others & HIGHER_IN_SUIT[c]).bit_count()
                trumps = (others & SUIT_MASKS[trump]).bit_count() if trump >= 0 and c >> 3 & 3 != trump else 0
                follow = (others & suit).bit_count()
                lost = 1.0 if higher else min(1.0, 0.12 * trumps * (2.0 if follow < 2 else 1.0)) if trumps else 0.0
                cost = 0.7 * (c & 7) + (4.0 if c >> 3 & 3 == trump else 0.0)
                found.append(((1.0 - 2.0 * lost) * (stake + law.marked_points[c]) - cost, c))
            return found
        place = winning_place(trick, trump, beats_suit_led)
        best = trick[place]
        own = law.sides[(deal.leader + place) % n] == law.sides[seat]
        last = len(trick) == n - 1
        for c in cards:
            won = (1.0 if last else 0.6) if own or beats_suit_led(c, best, trump) else 0.0
            cost = 0.7 * (c & 7) + (4.0 if c >> 3 & 3 == trump else 0.0)
            found.append(((2.0 * won - 1.0) * (stake + law.marked_points[c]) - cost, c))
        return found

    def play(self, deal: Deal) -> Action:
        """Return the play with the highest score; in the first stage equal moments are judged once."""
        seat = deal.turn
        declared, hold = deal.declared, deal.hold[seat]
        if not deal.left or declared.announced[seat] is not None:
            return PLAYS[seat][max(self.plays(deal))[1]]
        exposed = hold & deal.exposed
        key = (seat, hold, deal.leader, deal.trick, deal.trump, exposed, declared.serving if exposed else None)
        found = self._chosen.get(key)
        if found is None:
            found = self._chosen[key] = PLAYS[seat][max(self.plays(deal))[1]]
        return found

    def act(self, deal: Deal) -> Action:
        """Return the action with the highest score; equal moments are judged once."""
        if deal.phase is _PLAYING:
            if self.law.any_holder and deal.left and deal.tricks:
                for action in legal_moves(deal):
                    if action.verb is Verb.EXCHANGE:
                        return action
            return self.play(deal)
        declared, seat = deal.declared, deal.turn
        used, hold = declared.serving, deal.hold[seat]
        pairs = tuple([meld.cards for meld in declared.melds]) if hold & used[_SEQUENCE] else None  # ruling 13
        key = (
            seat, hold, deal.left, deal.trump, deal.turn_up, deal.exposed, used, pairs, declared.announced,
            declared.shown, declared.public, declared.counted, deal.declaring,
        )  # fmt: skip
        found = self._chosen.get(key)
        if found is None:
            legal = legal_moves(deal)
            found = legal[0] if len(legal) == 1 else max(self._scored(deal, legal), key=_score).action
            self._chosen[key] = found
        return found

    def declaring(self, deal: Deal) -> list[Scored]:
        """Return every action in the seat's turn to declare (ruling 7), with its score; passing scores 0."""
        return self._scored(deal, distinct_moves(deal))

    def _scored(self, deal: Deal, actions: list[Action]) -> list[Scored]:
        seat = deal.turn
        keeping = self._keeping
        before = keeping.hand(deal.hold[seat], deal.exposed, deal.declared.serving)[0]
        exposing = self._w.exposing if self._learned is None else -self._learned.exposing
        found = []
        for action in actions:
            if action.verb is Verb.PASS:
                found.append(Scored(0.0, action))
                continue
            after = advance(deal, action)
            gain = float(after.score.totals[seat] - deal.score.totals[seat])
            if action.verb is Verb.ANNOUNCE:
                meld = after.declared.announced[seat]
                gain = 0.5 * meld.row.points if meld else 0.0
            else:
                if after.trump != keeping.trump:
                    # The first marriage makes its suit trumps: what follows is worth more than this evaluation tells.
                    gain += 40.0
                else:
                    gain += keeping.hand(after.hold[seat], after.exposed, after.declared.serving)[0] - before
                if action.verb is Verb.DECLARE:
                    gain -= exposing * len([c for c in action.cards if not deal.exposed >> c & 1])
            found.append(Scored(gain, action))
        return found


@lru_cache(maxsize=256)
def _heads(law: Law, trump: Suit) -> tuple[Mask, ...]:
    """Return for each kind of card of the first stage the cards that beat it when they are played after it."""
    found = []
    for card in range(CARDS_PER_PACK):
        kinds = 0
        for other in range(CARDS_PER_PACK):
            if law.beats(other, card, trump):
                kinds |= 1 << other
        found.append(in_all_packs(kinds))
    return tuple(found)


def _score(scored: Scored) -> float:
    return scored.score
