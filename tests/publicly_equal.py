"""Two decks that everybody but one player sees played in the same way: with one the winner of a trick can declare.

That player is dealt a common marriage in the one; in the other the queen comes with the draw after that trick. Before
it there is nothing to declare then, and after it the hands are the same: only the order of the cards was different.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import NamedTuple

from bot.engine import (
    Action,
    Card,
    CardSet,
    Deal,
    Game,
    Phase,
    Rules,
    Verb,
    apply,
    card_name,
    legal_actions,
    offered_actions,
    parse_card,
    start_deal,
)
from bot.engine.cards import EIGHT, NINE, SEVEN, rank_of, suit_of
from bot.engine.law import law_for

KING, QUEEN = parse_card("KSa"), parse_card("QSa")
_SMALL = (SEVEN, EIGHT, NINE)


class Twins(NamedTuple):
    """The same deal twice, publicly."""

    rules: Rules
    dealer: int
    winner: int
    """The seat that takes the trick."""
    holder: int
    """The seat that can declare after the trick, or cannot: the winner, or their partner."""
    able: tuple[Card, ...]
    """The deck with which the winner can declare."""
    unable: tuple[Card, ...]
    plays: tuple[str, ...]
    """The cards played until the trick is complete, as ``0 play 7Ca``; what passes lie between them is not named."""
    lead: str
    """What the winner leads after it, without the seat."""

    def begun(self, *, able: bool) -> Game:
        return start_deal(Game(self.rules), self.dealer, self.able if able else self.unable).game


def twins(
    rules: Rules, *, winner: int = 0, leads: bool = True, last: bool = False, seed: int = 0, partner: bool = False
) -> Twins:
    """Find two such decks, and the cards that are played.

    Args:
        winner: The seat that takes the trick.
        leads: Whether the winner leads to the trick, and so has to wait for the others; else completes it.
        last: It is the trick that empties the stock, not the first.
        seed: Where to begin to look.
        partner: Whether the winner's partner can declare, and the winner cannot.
    """
    n = rules.players
    holder = (winner + 2) % n if partner else winner
    for at in count(seed):
        chance = Random(at)
        dealer = chance.randrange(n) if last else (winner - 1) % n if leads else winner
        able = _deck(rules, dealer, holder, chance)
        game = start_deal(Game(rules), dealer, able).game
        plays: list[str] = []
        game = _trick(game, holder, chance, plays)
        while last and game.deals[-1].left > n:
            game = _trick(_drawn(game), holder, chance, plays)
        deal = game.deals[-1]
        if deal.turn != winner or (deal.tricks[-1].leader == winner) is not leads or (deal.left == n) is not last:
            continue
        turn = (holder - winner) % n
        drawn = able[len(able) - deal.left + law_for(rules).turns_up + turn]  # the turn-up lies before the stock
        swap = {QUEEN: drawn, drawn: QUEEN}
        unable = tuple(swap.get(card, card) for card in able)
        found = Twins(rules, dealer, winner, holder, able, unable, tuple(plays), "")
        if not _is_unable(found):
            continue
        leads_with = [card for card in _small_first(_drawn(game).deals[-1], winner) if card not in swap]
        return found._replace(lead=f"play {card_name(leads_with[0])}")
    raise AssertionError("never")


def _is_unable(found: Twins) -> bool:
    """Tell whether both decks can be played, and the second gives nothing to declare in the end, nor a partner."""
    able, unable = (played(found.begun(able=able), found.plays) for able in (True, False))
    if able is None or unable is None:
        return False
    if found.holder != found.winner:
        if len(offered_actions(able)) > 1 or len(offered_actions(unable)) > 1:
            return False
        able, unable = (apply(each, Action(found.winner, Verb.PASS)).game for each in (able, unable))
    can = {action.words for action in legal_actions(able)}
    if can != {marriage(found.rules), "pass"} or len(offered_actions(unable)) > 1:
        return False
    if not found.rules.partners or found.holder != found.winner:
        return True
    return len(offered_actions(apply(able, Action(found.winner, Verb.PASS)).game)) == 1


def marriage(rules: Rules) -> str:
    """Return the declaration that its holder can make, without the seat: the first one may make trumps."""
    return f"declare {'common' if law_for(rules).turns_up else 'royal'}-marriage QSa KSa"


def played(game: Game, plays: tuple[str, ...]) -> Game | None:
    """Play these cards, with passes wherever somebody could declare; None where one cannot be played."""
    for text in plays:
        game = _drawn(game)
        action = next((each for each in legal_actions(game) if each.text == text), None)
        if action is None:
            return None
        game = apply(game, action).game
    return game


def _drawn(game: Game) -> Game:
    while game.deals[-1].phase is Phase.DECLARE:
        game = apply(game, Action(game.deals[-1].turn, Verb.PASS)).game
    return game


def _trick(game: Game, holder: int, chance: Random, plays: list[str]) -> Game:
    """Play a trick of cards that would serve in combinations, as far as there are, so that nobody collects any."""
    tricks = len(game.deals[-1].tricks)
    while len(game.deals[-1].tricks) == tricks:
        actions = [each for each in legal_actions(game) if each.verb is Verb.PLAY]
        kept = {KING, QUEEN} if game.deals[-1].turn == holder else set()
        free = [each for each in actions if each.cards[0] not in kept]
        court = [each for each in free if rank_of(each.cards[0]) not in _SMALL]
        action = chance.choice(court or free)
        plays.append(action.text)
        game = apply(game, action).game
    return game


def _small_first(deal: Deal, seat: int) -> list[Card]:
    return sorted(CardSet(deal.hold[seat]), key=rank_of)


def _deck(rules: Rules, dealer: int, holder: int, chance: Random) -> tuple[Card, ...]:
    """Shuffle a deck in which the holder has the marriage from the start, and spades are not trumps."""
    law = law_for(rules)
    deck = [card for card in law.pack if card not in (KING, QUEEN)]
    chance.shuffle(deck)
    turn = law.hand * rules.players
    while suit_of(deck[turn - 2]) == suit_of(KING) or rank_of(deck[turn - 2]) == SEVEN:
        chance.shuffle(deck)
    # The first packet goes round from the dealer's left.
    first = law.quantities.packets[0] * ((holder - dealer - 1) % rules.players)
    return (*deck[:first], KING, QUEEN, *deck[first:])
