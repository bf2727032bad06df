"""Rules compiled into the tables and numbers that a deal needs at every step, without branching on presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from .actions import Action, Takes, Verb
from .cards import BRISQUES, CARDS_PER_PACK, CLUBS, EIGHT, MOST_PACKS, NO_SUIT, Card, Suit, card, ordered_pack
from .combinations import Combination, Forms, Kind, forms_for
from .forfeits import COLUMNS, Column
from .quantities import GAMES, Quantities
from .rules import Rules
from .tricks import BEATS, Beats


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """A rule set and its quantities, compiled once; equal laws share one object while it is cached."""

    rules: Rules
    quantities: Quantities
    players: int
    packs: int
    pack: tuple[Card, ...]
    sides: tuple[int, ...]
    """By seat: the side it scores for."""
    side_seats: tuple[tuple[int, ...], ...]
    """By side: its seats."""
    hand: int
    """Number of cards in a full hand."""
    first_stage: int
    """Number of tricks before the stock is gone."""
    ending: int
    """Number of tricks of the strict ending, in which full hands are played out: the last eight of Bézique."""
    tricks: int
    """Number of tricks of a deal."""
    last_trick: int
    """The number, counted from 1, of the trick that scores as the last."""
    turns_up: bool
    many: bool
    sevens_played: bool
    sevens_throughout: bool
    """Whether sevens that are played count in the last eight tricks too."""
    sevens_shown: bool
    any_holder: bool
    brisques_as_taken: bool
    at_once: bool
    one_deal: bool
    """Whether the game is over after one deal, regardless of the target."""
    target: int
    column: Column | None
    """The forfeits of an honour table; None where irregularities are prevented."""
    both_out: str
    """How the winner is decided when more than one side may have won at the end of a deal (ruling 17)."""
    beats: Beats
    """The function that decides which card takes a trick of the first stage."""
    card_points: tuple[int, ...]
    """By card: the points of a brisque, or 0."""
    marked_points: tuple[int, ...]
    """The same where brisques are marked; else all 0."""
    brisques_late: bool
    """Whether brisques are marked at the end of the deal."""
    rows: Mapping[str, Combination]
    """By name: the combinations, with their points."""
    forms: tuple[Forms, ...]
    """By trump suit: the combinations that can be laid down; the last entry (index -1) is for no trumps."""

    def points_of(self, action: Action) -> int:
        """Return the points that an action counts by itself; an announcement counts them when it is declared."""
        if action.verb.takes is Takes.COMBINATION:
            return self.rows[action.name].points
        own = self.quantities
        return {Verb.EXCHANGE: own.exchange, Verb.SHOW: own.seven, Verb.CARTE_BLANCHE: own.carte_blanche}.get(
            action.verb, 0
        )

    def __eq__(self, other: object) -> bool:
        """Tell whether another law comes from equal rules and quantities; it usually is the same, cached object."""
        if self is other:
            return True
        return isinstance(other, Law) and (self.rules, self.quantities) == (other.rules, other.quantities)

    def __hash__(self) -> int:
        """Return a hash that is quick to compute and the same for equal laws."""
        return hash((self.players, self.target, self.hand))


@lru_cache(maxsize=256)
def law_for(rules: Rules, quantities: Quantities | None = None) -> Law:
    """Compile a rule set and its quantities (by default its game's); the cards must be drawn evenly to the end."""
    quantities = quantities or GAMES[rules.game]
    short = rules.packs == "two_less_an_eight"
    packs = 2 if short else quantities.packs or rules.players
    pack = ordered_pack(packs, without=(card(1, CLUBS, EIGHT),) if short else ())
    n = rules.players
    sides = tuple(seat % 2 if rules.partners else seat for seat in range(n))
    first_stage, over = divmod(len(pack) - quantities.hand * n, n)
    if first_stage < 1 or over:
        raise ValueError(f"{len(pack)} cards leave {n} hands of {quantities.hand} no stock that can be drawn evenly")
    ending = quantities.hand
    rows = tuple(row for row in quantities.combinations if rules.treble or row.kind is not Kind.TREBLE_BEZIQUE)
    turns_up, one_deal = rules.trump == "turn_up", rules.length == "one_deal"
    suits: tuple[Suit, ...] = (0, 1, 2, 3, NO_SUIT)
    return Law(
        rules=rules,
        quantities=quantities,
        players=n,
        packs=packs,
        pack=pack,
        sides=sides,
        side_seats=tuple(tuple(seat for seat in range(n) if sides[seat] == side) for side in range(max(sides) + 1)),
        hand=quantities.hand,
        first_stage=first_stage,
        ending=ending,
        tricks=first_stage + ending,
        last_trick=first_stage + ending if rules.last_trick == "final" else first_stage,
        turns_up=turns_up,
        many=rules.declarations_per_trick == "many",
        sevens_played=turns_up and rules.seven_scores in ("played", "played_throughout"),
        sevens_throughout=turns_up and rules.seven_scores == "played_throughout",
        sevens_shown=turns_up and rules.seven_scores == "declared",
        any_holder=rules.seven_exchange == "any_holder",
        brisques_as_taken=rules.brisques == "as_taken",
        at_once=rules.finish == "at_once" and not one_deal,
        one_deal=one_deal,
        target=rules.target,
        column=COLUMNS[rules.forfeits] if rules.irregularities == "forfeits" else None,
        both_out="higher_total" if one_deal else rules.both_out,
        beats=BEATS[rules.trick],
        marked_points=tuple(
            quantities.brisque * (BRISQUES >> c & 1) * quantities.brisques_marked
            for c in range(MOST_PACKS * CARDS_PER_PACK)
        ),
        brisques_late=quantities.brisques_marked and rules.brisques == "end_of_deal",
        card_points=tuple(quantities.brisque * (BRISQUES >> c & 1) for c in range(MOST_PACKS * CARDS_PER_PACK)),
        rows={row.name: row for row in quantities.combinations},
        forms=tuple(
            forms_for(suit, rows, packs, quantities.hand, by_trump=rules.bezique_cards == "by_trump") for suit in suits
        ),
    )
