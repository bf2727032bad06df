"""Random legal rule sets, random play, and decks that agree with everything a seat has seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.engine import Action, Card, Deal, Game, Mask, Rules, Verb, legal_actions
from bot.engine.cards import COURT, cards_of, mask_of, ordered_pack
from bot.engine.combinations import BY_NAME, FOURS, Kind
from bot.engine.options import OPTIONS
from bot.engine.quantities import GAMES
from bot.engine.rules import make_rules

SIZES = {
    row.name: 5 if row.kind is Kind.SEQUENCE else 4 if row.kind in FOURS else 2 * row.packs for row in BY_NAME.values()
}


@st.composite
def legal_rules(draw: st.DrawFn, games: tuple[str, ...] = ("bezique", *GAMES)) -> Rules:
    """Draw a value for every option that has an effect; where two cannot go together the second gives way."""
    game = draw(st.sampled_from(games))
    fixed = {"game", "players", "target", "irregularities", *dict(GAMES[game].fixed)}
    values: dict[str, Any] = {
        option.key: draw(st.sampled_from([choice.value for choice in option.choices]))
        for option in OPTIONS
        if option.key not in fixed
    }
    values |= {"game": game, "players": draw(st.sampled_from(GAMES[game].players))}
    if "target" not in dict(GAMES[game].fixed):
        values["target"] = draw(st.sampled_from([500, 510, 750, 1000]))
    if values["players"] != 4:
        values["partners"] = False
    if values["players"] != 3:
        values.pop("packs", None)
    if values.get("declarations_per_trick") == "many" or not values.get("new_card", True):
        values["announce"] = False
    if values.get("bezique_cards_locked"):
        values["double_from_singles"] = False
    return make_rules(values)


def shuffled(pack: tuple[Card, ...], seed: int) -> tuple[Card, ...]:
    """Return a pack in an order that follows from a number."""
    deck = list(pack)
    Random(seed).shuffle(deck)
    return tuple(deck)


def deck_of(game: Game, seed: int) -> tuple[Card, ...]:
    """Return a deck for a game; where carte blanche counts, two of three decks have it, and cards to show after it."""
    deck = shuffled(game.law.pack, seed)
    if not game.law.quantities.carte_blanche or seed % 3 == 0:
        return deck
    plain = [c for c in deck if not COURT >> c & 1][: game.law.hand * game.law.players + seed % 12]
    return (*plain, *(c for c in deck if c not in plain))


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
        for verb in (Verb.PASS, Verb.RESIGN, Verb.TIMEOUT, Verb.CARTE_BLANCHE):
            yield Action(seat, verb)
        for card in ordered_pack(4):
            for verb in (Verb.PLAY, Verb.EXCHANGE, Verb.SHOW, Verb.CARTE_BLANCHE):
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
    """Return the moment with the cards that a seat has not seen dealt anew to closed hands and stock.

    So another seat has drawn another card after its carte blanche, one to show or a king, queen or knave.
    """
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
    blank = deal.declared.blank
    others = [random.choice((None, *cards_of(hold & ~seen & ~COURT))) for hold in holds]
    blank = tuple([each if owner == seat else others[owner] for owner, each in enumerate(blank)])
    return deal._replace(
        hold=tuple(holds), base=deal.base._replace(deck=deck), declared=deal.declared._replace(blank=blank)
    )
