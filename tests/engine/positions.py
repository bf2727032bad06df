"""Random legal rule sets, random play, and decks that agree with everything a seat has seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.engine import Action, Card, Deal, Game, Mask, Rules, Verb, legal_actions
from bot.engine.cards import cards_of, mask_of, ordered_pack
from bot.engine.combinations import COMBINATIONS
from bot.engine.options import OPTIONS
from bot.engine.rules import make_rules

SIZES = {form.name: size for form, size in zip(COMBINATIONS, (2, 2, 2, 4, 6, 4, 4, 4, 4, 5), strict=True)}


@st.composite
def legal_rules(draw: st.DrawFn) -> Rules:
    """Draw a value for every option; where two cannot go together the second gives way."""
    values: dict[str, Any] = {
        option.key: draw(st.sampled_from([choice.value for choice in option.choices]))
        for option in OPTIONS
        if option.key not in {"target", "irregularities"}
    }
    values["target"] = draw(st.sampled_from([500, 510, 750, 1000]))
    if values["players"] != 4:
        values["partners"] = False
    if values["players"] != 3:
        values["packs"] = "per_player"
    if values["declarations_per_trick"] == "many":
        values["announce"] = False
    if not values["new_card"]:
        values["announce"] = False
    if values["bezique_cards_locked"]:
        values["double_from_singles"] = False
    return make_rules(values)


def shuffled(pack: tuple[Card, ...], seed: int) -> tuple[Card, ...]:
    """Return a pack in an order that follows from a number."""
    deck = list(pack)
    Random(seed).shuffle(deck)
    return tuple(deck)


def choose(game: Game, random: Random) -> Action:
    """Choose a legal action, rather a declaration, an announcement or a seven than a pass."""
    actions = sorted(legal_actions(game), key=lambda action: action.text)
    special = [action for action in actions if action.verb not in {Verb.PLAY, Verb.PASS}]
    return random.choice(special if special and random.random() < 0.8 else actions)


def every_action(deal: Deal, random: Random) -> Iterator[Action]:
    """Yield everything that anybody could say: all plays and sevens, and declarations of the cards that are held.

    Declarations of sets that the seat on turn does not hold are sampled.
    """
    law = deal.law
    for seat in range(4):
        for verb in (Verb.PASS, Verb.RESIGN, Verb.TIMEOUT):
            yield Action(seat, verb)
        for card in ordered_pack(4):
            for verb in (Verb.PLAY, Verb.EXCHANGE, Verb.SHOW):
                yield Action(seat, verb, (card,))
    held = cards_of(deal.hold[deal.turn])
    for name, size in SIZES.items():
        sets = list(combinations(held, size))
        sets += [tuple(sorted(random.sample(law.pack, random.choice((1, size, size + 1))))) for _ in range(3)]
        for cards in sets:
            for verb in (Verb.DECLARE, Verb.ANNOUNCE):
                yield Action(deal.turn, verb, cards, name)


def seen_by(deal: Deal, seat: int | None) -> Mask:
    """Return every card whose place a seat (None: a spectator) knows in this moment, or that it has seen played."""
    seen = deal.exposed | mask_of(deal.trick) | mask_of(c for trick in deal.tricks for c in trick.cards)
    for hold in deal.hold:
        seen |= hold & deal.declared.public
    if deal.turn_up >= 0:
        seen |= 1 << deal.turn_up
    if seat is not None:
        seen |= deal.hold[seat]
    return seen


def relabelled_deck(deal: Deal, seat: int | None, random: Random) -> tuple[Card, ...]:
    """Return the deal's deck with the cards that a seat has not seen exchanged among each other."""
    unseen = [c for c in deal.law.pack if not seen_by(deal, seat) >> c & 1]
    other = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))
    return tuple(other.get(c, c) for c in deal.base.deck)


def permuted(deal: Deal, seat: int | None, random: Random) -> Deal:
    """Return the moment with the cards that a seat has not seen dealt anew to closed hands and stock."""
    seen = seen_by(deal, seat)
    pool = [c for c in deal.law.pack if not seen >> c & 1]
    random.shuffle(pool)
    holds = []
    for hold in deal.hold:
        hidden = (hold & ~seen).bit_count()
        holds.append(hold & seen | mask_of(pool[:hidden]))
        del pool[:hidden]
    deck = deal.base.deck
    if pool:
        deck = (*deck[: -len(pool)], *pool)
    return deal._replace(hold=tuple(holds), base=deal.base._replace(deck=deck))
