"""The evaluation that the house players share: the points that a hand may still bring.

A hand's worth is a sum of independent parts: the cards of one suit (marriages, the sequence, their worth in the last
eight tricks), the four of each rank, the béziques. Each part depends on very few cards, so its worth and the loss with
each of its cards are kept in a table. The odds are those of one moment, so a table holds for that moment and for the
few tricks that a sample is played on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from bot.engine.cards import (
    ACE,
    KING,
    KNAVE,
    MOST_PACKS,
    QUEEN,
    RANK_MASKS,
    SEVEN,
    SUIT_MASKS,
    TEN,
    Card,
    Mask,
    cards_of,
)
from bot.engine.combinations import BEZIQUES, COMBINATIONS, SEQUENCE_RANKS, Kind, bezique_suits
from bot.engine.combinations import FOURS as RANK_OF_FOUR
from bot.engine.law import Law

from .learned import Judged
from .weights import LAST_EIGHT, Weights

_MARRIAGE, _SEQUENCE = int(Kind.MARRIAGE), int(Kind.SEQUENCE)
_SINGLE, _DOUBLE = int(Kind.SINGLE_BEZIQUE), int(Kind.DOUBLE_BEZIQUE)
_TREBLE, _QUADRUPLE = int(Kind.TREBLE_BEZIQUE), int(Kind.QUADRUPLE_BEZIQUE)
BEZIQUE_NAMES: Final = ("single-bezique", "double-bezique", "treble-bezique", "quadruple-bezique")


def _long(shares: Sequence[float]) -> list[float]:
    """Return shares for 0 to 5 missing cards, filled up with the last one given."""
    return [*shares, *[shares[-1]] * (6 - len(shares))]


_MARRIED: Final = 1 << KING | 1 << QUEEN
"""Bits of the ranks that serve in combinations within a plain suit."""
_SEQUENCED: Final = _MARRIED | sum(1 << rank for rank in SEQUENCE_RANKS)
"""The same for trumps."""


FOURS: Final[tuple[tuple[int, int, str], ...]] = tuple(
    (RANK_OF_FOUR[row.kind], int(row.kind), row.name) for row in COMBINATIONS if row.kind in RANK_OF_FOUR
)
"""The ranks of which four count, each with the class and the name of its combination."""
FOUR_OF: Final = {
    rank: next((kind for four, kind, _ in FOURS if four == rank), int(Kind.MARRIAGE)) for rank in range(8)
}
"""By rank, the class of its four; a rank without a four has no worth as one, so its class does not matter."""


class Values(NamedTuple):
    """The points of a game's combinations; 0 for those that it does not have."""

    common: int
    royal: int
    sequence: int
    plain_sequence: int
    opening_sequence: int
    """A sequence while there are no trumps."""
    beziques: tuple[int, ...]
    """Single, double, treble, quadruple."""
    fours: tuple[int, ...]
    """In the order of :data:`FOURS`."""


@lru_cache(maxsize=256)
def values_of(law: Law) -> Values:

    def points(name: str) -> int:
        return law.rows[name].points if name in law.rows else 0

    sequences = [row for row in law.rows.values() if row.kind is Kind.SEQUENCE]
    allowed = {form.row.name for form in law.forms[0]}
    return Values(
        common=points("common-marriage"),
        royal=points("royal-marriage"),
        sequence=points("sequence"),
        plain_sequence=points("plain-sequence"),
        opening_sequence=max((row.points for row in sequences if row.makes_trumps), default=0),
        beziques=tuple(points(name) if name in allowed else 0 for name in BEZIQUE_NAMES),
        fours=tuple(points(name) for _, _, name in FOURS),
    )


MOST_COPIES: Final = 4 * MOST_PACKS
"""Most cards of one rank at any table."""


@lru_cache(maxsize=4096)
def draw_odds(draws: int, unseen: int) -> tuple[tuple[float, ...], ...]:
    """Return, by copies unseen and by copies wanted (0 to 4), the chance to draw at least as many as wanted."""
    draws = min(draws, unseen)
    rows = []
    for copies in range(MOST_COPIES + 1):
        exactly = [
            comb(copies, got) * comb(unseen - copies, draws - got) / comb(unseen, draws)
            if unseen >= copies and draws >= got
            else 0.0
            for got in range(4)
        ]
        row = [1.0]
        for got in range(4):
            row.append(max(0.0, row[-1] - exactly[got]) if unseen >= copies else row[-1])
        rows.append(tuple(row))
    return tuple(rows)


@lru_cache(maxsize=4096)
def _keep_values(law: Law, w: Weights, trump: int, turns: int, turn_up: Card) -> list[float]:
    """Return the worth of each kind of card apart from combinations."""
    sure = law.quantities.seven if law.sevens_throughout else 0
    if not turns:
        kept = [LAST_EIGHT[kind >> 3 == trump][kind & 7] for kind in range(32)]
        if sure and trump >= 0:
            kept[trump << 3] += sure
        return kept
    now = 1.0 - (1.0 - w.win) ** turns
    share = w.late * (w.early + (1.0 - w.early) * (1.0 - turns / law.first_stage))
    values = []
    for kind in range(32):
        suit, rank = kind >> 3, kind & 7
        value = share * LAST_EIGHT[suit == trump][rank]
        if suit == trump:
            value += w.trump
            if rank >= TEN:
                value += w.trump_brisque_kept
            elif rank == SEVEN and law.turns_up:
                value += sure or (law.quantities.seven * now if law.sevens_played else 0.0)
                if turn_up >= 0 and turn_up & 7 != SEVEN:
                    value += (law.quantities.exchange + share * LAST_EIGHT[1][turn_up & 7] - value) * now
        elif rank >= TEN:
            value += w.ace if rank == ACE else w.ten
        else:
            value += w.rank_step * rank
        values.append(value)
    return values


class Part(NamedTuple):
    """The worth of one part of a hand, the points declarable from it now, and the cost of losing each card."""

    value: float
    ready: float
    losses: tuple[tuple[Card, float], ...]


class Worth:
    """The odds of one moment, as one seat sees them, and the tables that follow from them."""

    __slots__ = (
        "_any_card", "_bez_knave", "_bez_queen", "_bezique_parts", "_beziques", "_chance", "_common",
        "_four_parts", "_fours", "_joins", "_keep", "_locked", "_marriage_bars",
        "_most_pairs", "_now", "_royal", "_sequence", "_suit_parts", "_values", "_w", "bezique_cards",
        "draws", "law", "pool", "trump", "turns",
    )  # fmt: skip

    def __init__(
        self,
        law: Law,
        weights: Weights,
        trump: int,
        *,
        draws: int,
        turns: int,
        pool: Mask,
        unseen: int | None = None,
        turn_up: Card = -1,
        judged: Judged | None = None,
    ) -> None:
        """Take the odds of a moment.

        Args:
            draws: How many cards each seat will still draw.
            turns: How many tricks of the first stage are still to be taken.
            unseen: How many cards a drawn card can be; by default the number of cards in the pool.
        """
        self.law, self._w, self.trump = law, weights, trump
        self._values = values_of(law)
        self.draws, self.turns, self.pool = draws, turns, pool
        w = weights
        self._chance = draw_odds(draws, max(1, pool.bit_count() if unseen is None else unseen))
        lose = 1.0 - w.win
        self._now = 1.0 - lose**turns
        if judged is not None:
            self._common, self._royal = _long(judged.common), _long(judged.royal)
            self._sequence = _long(judged.sequence)
            self._fours = [[*each, 0.0] for each in judged.fours]
            self._beziques = [_long(judged.single), *[_long(judged.double)] * (len(BEZIQUES) - 1)]
            self._keep = self._judged_values(judged, turn_up)
        else:
            later = 1.0 - (1.0 - w.later) ** ((turns + 1) / 2)
            missing = [self._now, w.one_missing * later]
            for _ in range(4):
                missing.append(missing[-1] * w.more_missing)
            if not turns:
                missing = [0.0] * 6
            self._common = self._royal = self._sequence = missing
            self._fours = [missing] * len(FOURS)
            doubled = [missing[0], *[w.double * each for each in missing[1:]]]
            self._beziques = [missing, *[doubled] * (len(BEZIQUES) - 1)]
            self._keep = _keep_values(law, w, trump, turns, turn_up)
        self._locked = law.rules.bezique_cards_locked
        self._marriage_bars = law.rules.sequence_bars_marriage
        self._any_card = not law.rules.new_card
        self._joins = law.rules.double_from_singles
        self._most_pairs = max((at + 1 for at, points in enumerate(self._values.beziques) if points), default=0)
        queen, knave = bezique_suits(trump, by_trump=law.rules.bezique_cards == "by_trump")
        self._bez_queen = RANK_MASKS[QUEEN] & SUIT_MASKS[queen]
        self._bez_knave = RANK_MASKS[KNAVE] & SUIT_MASKS[knave]
        self.bezique_cards = self._bez_queen | self._bez_knave
        self._suit_parts: tuple[dict[object, Part], ...] = ({}, {}, {}, {})
        self._four_parts: tuple[dict[object, tuple[float, float, float]], ...] = ({}, {}, {}, {})
        self._bezique_parts: dict[object, Part] = {}

    def _judged_values(self, judged: Judged, turn_up: Card) -> list[float]:
        law, trump = self.law, self.trump
        values = [(judged.trumps if kind >> 3 == trump else judged.plain)[kind & 7] for kind in range(32)]
        if trump >= 0 and not law.sevens_throughout:  # the numbers were learned where sevens count when played
            values[trump << 3] -= law.quantities.seven * (1.0 - self._now * law.turns_up)
        if turn_up >= 0 and turn_up & 7 != SEVEN:
            values[trump << 3] += judged.exchange[turn_up & 7 >= TEN]
        return values

    # Every part exists twice: as a function of its cards, and as a table of that function's results.

    def suit_value(self, suit: int, cards: Mask, free: Mask, seen: Mask, used: Sequence[Mask]) -> tuple[float, ...]:
        """Return a suit's worth when kept, as marriages and as the sequence, and the declarable points."""
        keep = 0.0
        values = self._keep
        mask = cards
        while mask:
            low = mask & -mask
            keep += values[(low.bit_length() - 1) & 31]
            mask ^= low
        if not self.turns:
            return keep, 0.0, 0.0, 0.0
        chance, missing = self._chance, self._royal if suit == self.trump else self._common
        barred = used[_MARRIAGE]
        if self._marriage_bars:
            barred |= used[_SEQUENCE]
        locked = 0
        if self._locked:
            locked = self._in_bezique(used)
            barred |= locked
        points = self._values.royal if self.trump in (suit, -1) else self._values.common
        kings, queens = RANK_MASKS[KING], RANK_MASKS[QUEEN]
        able = cards & ~barred
        have_k, have_q = (able & kings).bit_count(), (able & queens).bit_count()
        more_k, more_q = chance[(free & kings).bit_count()], chance[(free & queens).bit_count()]
        ready = 0.0
        pairs = min(have_k, have_q)
        if pairs and not able & (kings | queens) & ~(used[_SEQUENCE] if self._any_card else seen):
            pairs = 0  # no new card, or only a sequence's own pair: another king or queen must come
            marriage: float = points * missing[1] * max(more_k[1], more_q[1])
        elif have_k > pairs:
            marriage = points * missing[1] * more_q[1]
        elif have_q > pairs:
            marriage = points * missing[1] * more_k[1]
        else:
            marriage = points * missing[2] * more_k[1] * more_q[1]
        if pairs:
            ready = float(points * pairs)
            marriage += ready * missing[0]
        sequence, more = self._sequence_value(suit, cards & ~locked, free, seen, used[_SEQUENCE])
        ready += more
        return keep, marriage, sequence, ready

    def _sequence_value(self, suit: int, cards: Mask, free: Mask, seen: Mask, served: Mask) -> tuple[float, float]:
        """Return the worth of a suit's cards as the sequence, and the declarable points."""
        counts = self._values.plain_sequence if self.trump >= 0 else self._values.opening_sequence
        if suit == self.trump:
            counts = self._values.sequence
        if not counts:
            return 0.0, 0.0
        able, chance = cards & ~served, self._chance
        odds, lacking, new = 1.0, 0, self._any_card
        for rank in SEQUENCE_RANKS:
            mine = able & RANK_MASKS[rank]
            if mine:
                new = new or bool(mine & ~seen)
            else:
                odds *= chance[(free & RANK_MASKS[rank]).bit_count()][1]
                lacking += 1
        ready = 0.0 if lacking else float(counts)
        if not lacking and not new:
            odds, lacking, ready = 0.5 * chance[2][1], 1, 0.0
        return counts * odds * self._sequence[lacking], ready

    def suit(self, suit: int, hold: Mask, seen: Mask, used: Sequence[Mask]) -> Part:
        """Return the part for a hand's cards of one suit, from the table."""
        cards = hold & SUIT_MASKS[suit]
        key: object = cards
        if cards & seen:
            key = (cards, cards & seen, cards & used[_MARRIAGE], cards & used[_SEQUENCE], cards & used[_SINGLE])
        table = self._suit_parts[suit]
        part = table.get(key)
        if part is None:
            free = self.pool & SUIT_MASKS[suit] & ~cards
            keep, marriage, sequence, ready = self.suit_value(suit, cards, free, seen, used)
            value = keep + marriage + sequence
            losses = []
            sequenced = suit == self.trump or self._values.plain_sequence
            kept, linked = self._keep, _SEQUENCED if sequenced else _MARRIED
            for c in cards_of(cards):
                if not linked >> (c & 7) & 1:  # it serves in no combination of the suit
                    losses.append((c, kept[c & 31]))
                    continue
                less = self.suit_value(suit, cards ^ 1 << c, free, seen, used)
                losses.append((c, value - less[0] - less[1] - less[2]))
            part = table[key] = Part(value, ready, tuple(losses))
        return part

    def four(self, at: int, hold: Mask, seen: Mask, used: Sequence[Mask]) -> tuple[float, float, float]:
        """Return the worth of a rank's cards as a four, the declarable points, and the cost of losing a card."""
        rank, kind, _ = FOURS[at]
        mine = hold & RANK_MASKS[rank]
        key: object = mine
        if mine & seen:
            key = (mine, mine & seen, mine & used[kind], self._locked and mine & self._in_bezique(used))
        found = self._four_parts[at].get(key)
        if found is None:
            able = mine & ~used[kind]
            if self._locked:
                able &= ~self._in_bezique(used)
            have, free = able.bit_count(), (self.pool & RANK_MASKS[rank] & ~mine).bit_count()
            new = self._any_card or bool(able & ~seen)
            points = self._values.fours[at]
            missing = self._fours[at]
            value, ready = self._four_value(missing, have, free, points, new=new)
            less = self._four_value(missing, have - 1, free, points, new=new)[0] if have else value
            found = self._four_parts[at][key] = (value, ready, value - less)
        return found

    @staticmethod
    def _in_bezique(used: Sequence[Mask]) -> Mask:
        return used[_SINGLE] | used[_DOUBLE] | used[_TREBLE] | used[_QUADRUPLE]

    def _four_value(self, missing: list[float], have: int, free: int, points: int, *, new: bool) -> tuple[float, float]:
        chance = self._chance[min(free, MOST_COPIES)]
        if have >= 4:
            if new:
                return points * missing[0], float(points)
            return points * missing[1] * chance[1], 0.0
        lacking = 4 - have
        return points * missing[lacking] * chance[lacking], 0.0

    def bezique(self, hold: Mask, seen: Mask, used: Sequence[Mask]) -> Part:
        """Return the worth of a hand's bézique cards, with the cost of losing each."""
        cards = hold & self.bezique_cards
        key: object = cards
        if cards & seen:
            key = (cards, cards & seen, *[cards & used[kind] for kind in BEZIQUES])
        part = self._bezique_parts.get(key)
        if part is None:
            free = self.pool & self.bezique_cards & ~cards
            value, ready = self.bezique_value(cards, free, seen, used)
            losses = tuple(
                (c, value - self.bezique_value(cards ^ 1 << c, free, seen, used)[0]) for c in cards_of(cards)
            )
            part = self._bezique_parts[key] = Part(value, ready, losses)
        return part

    def bezique_value(self, cards: Mask, free: Mask, seen: Mask, used: Sequence[Mask]) -> tuple[float, float]:
        """Return the worth of some bézique cards while others may still be drawn, and the declarable points."""
        if not self.turns:
            return 0.0, 0.0
        chance = self._chance
        free_q, free_k = chance[(free & self._bez_queen).bit_count()], chance[(free & self._bez_knave).bit_count()]
        value = ready = 0.0
        for count in range(1, self._most_pairs + 1):
            barred = self._in_bezique(used) if self._locked else 0
            for kind in BEZIQUES[count - 1 :]:
                barred |= used[kind]
            able = cards & ~barred
            have_q, have_k = (able & self._bez_queen).bit_count(), (able & self._bez_knave).bit_count()
            lack_q, lack_k = max(0, count - have_q), max(0, count - have_k)
            lacking = lack_q + lack_k
            if not lacking and not able & ~seen:
                # All cards lie exposed: lower béziques need `_joins` to form a higher one, other cards `_any_card`.
                lower = 0
                for kind in BEZIQUES[: count - 1]:
                    lower |= used[kind]
                if not (self._any_card if able & ~lower else self._joins):
                    continue
            odds = free_q[lack_q] * free_k[lack_k]
            if odds:
                value += self._values.beziques[count - 1] * odds * self._beziques[count - 1][min(lacking, 5)]
            if not lacking:
                ready = float(self._values.beziques[count - 1])
        return value, ready

    def hand(self, hold: Mask, seen: Mask, used: Sequence[Mask]) -> tuple[float, float]:
        """Return the worth of a hand and the points that can be declared from it."""
        value = ready = 0.0
        for suit in range(4):
            if hold & SUIT_MASKS[suit]:
                part = self.suit(suit, hold, seen, used)
                value += part.value
                ready += part.ready
        if self.turns:
            for at in range(4):
                four = self.four(at, hold, seen, used)
                value += four[0]
                ready += four[1]
            part = self.bezique(hold, seen, used)
            value += part.value
            ready += part.ready
        return value, ready

    def losses(self, hold: Mask, seen: Mask, used: Sequence[Mask]) -> tuple[list[tuple[Card, float]], float]:
        """Return the cost of giving away each card of a hand, and the points that can be declared now."""
        ready = 0.0
        found: list[tuple[Card, float]] = []
        closed = not hold & seen  # then the tables are read here: calls would cost half as much again
        for suit, parts in enumerate(self._suit_parts):
            cards = hold & SUIT_MASKS[suit]
            if cards:
                part = parts.get(cards) if closed else None
                _, more, losses = self.suit(suit, hold, seen, used) if part is None else part
                ready += more
                found += losses
        if not self.turns:
            return found, 0.0
        by_rank = [0.0] * 8
        for at, fours in enumerate(self._four_parts):
            rank = FOURS[at][0]
            four = fours.get(hold & RANK_MASKS[rank]) if closed else None
            _, more, by_rank[rank] = self.four(at, hold, seen, used) if four is None else four
            ready += more
        if closed and not hold & self.bezique_cards:
            return [(c, loss + by_rank[c & 7]) for c, loss in found], ready
        part = self.bezique(hold, seen, used)
        ready += part.ready
        special = dict(part.losses)
        kinds = FOUR_OF
        return [
            (c, loss + (0.0 if used[kinds[c & 7]] >> c & 1 else by_rank[c & 7]) + special.get(c, 0.0))
            for c, loss in found
        ], ready
