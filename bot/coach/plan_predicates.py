"""The predicates of plans: what must be so of an action in a position before a plan is told.

Only the view is read. Reasons, which compare two actions, have theirs in ``reason_predicates.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine import Action, Verb
from bot.engine.cards import NINE, SUIT_MASKS, cards_of, suit_of
from bot.engine.combinations import BEZIQUES, BY_NAME
from bot.engine.tricks import must_play

from .facts import Facts
from .themes import Reason, Theme

Plan = Callable[[Facts, Action, Reason], bool]


def family(name: str) -> str:
    """Return a combination's name; all béziques count as one, because the same cards make them."""
    return "single-bezique" if name in BY_NAME and BY_NAME[name].kind in BEZIQUES else name


def names_in(kind: str, facts: Facts) -> tuple[str, ...]:
    """Return the names of a family that the rules have, the lowest first."""
    return tuple(name for name in facts.law.rows if family(name) == kind)


def plan_holds(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether a plan is true of an action."""
    predicate = _PLANS.get(said.theme)
    return predicate is not None and predicate(facts, action, said)


def plays(action: Action) -> bool:
    """Tell whether a card is played."""
    return action.verb is Verb.PLAY


def in_time(facts: Facts, action: Action) -> bool:
    """Tell whether a turn to declare may still come after the action and, if the trick is lost, after that trick."""
    missed = plays(action) and facts.won(action.cards[0]) is False
    return facts.turns - missed > 0


def takes(facts: Facts, action: Action) -> bool:
    """Tell whether a card is played that surely takes the trick."""
    return plays(action) and facts.takes(action.cards[0]) is True


def _declarable(facts: Facts, action: Action, said: Reason) -> bool:
    return facts.turns > 0 and said.name in facts.whole(action) and said.points == facts.law.rows[said.name].points


def _wins_and_declares(facts: Facts, action: Action, said: Reason) -> bool:
    return takes(facts, action) and _declarable(facts, action, said)


def may_declare(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether a card may take the trick, after which a combination could be declared."""
    return plays(action) and facts.takes(action.cards[0]) is not False and _declarable(facts, action, said)


def _wins_and_exchanges(facts: Facts, action: Action, _: Reason) -> bool:
    return takes(facts, action) and facts.turns > 0 and facts.can_exchange(facts.after(action).hold[facts.seat])


def _takes_brisques(facts: Facts, action: Action, said: Reason) -> bool:
    return takes(facts, action) and facts.in_trick(action.cards[0]) == said.points > 0 and facts.last_to_play


def _feeds_partner(facts: Facts, action: Action, said: Reason) -> bool:
    if not plays(action) or takes(facts, action):
        return False
    return facts.brought(action.cards[0]) == said.points > 0


def _takes_turn(facts: Facts, action: Action, _: Reason) -> bool:
    return takes(facts, action) and facts.turns > 1


def _takes_last_turn(facts: Facts, action: Action, _: Reason) -> bool:
    return takes(facts, action) and facts.turns == 1


def _takes_lead(facts: Facts, action: Action, _: Reason) -> bool:
    return takes(facts, action) and facts.view.last_eight


def _likely(facts: Facts, action: Action, _: Reason) -> bool:
    return plays(action) and facts.takes(action.cards[0]) is None


def _keeps(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether a combination that lacks some cards lacks no more of them after the card has been played."""
    if not plays(action) or not in_time(facts, action):
        return False
    before, after = facts.reach(facts.known, said.name), facts.reach(facts.after(action), said.name)
    if before is None or after is None or before.lacking != after.lacking:
        return False
    return said.unseen is None or (facts.view.searchable and (after.unseen, after.of) == (said.unseen, said.of))


def _keeps_whole(facts: Facts, action: Action, said: Reason) -> bool:
    later = plays(action) and facts.takes(action.cards[0]) is not True  # else it can be declared now
    return later and in_time(facts, action) and _declarable(facts, action, said)


def _keeps_trumps(facts: Facts, action: Action, _: Reason) -> bool:
    if not plays(action) or facts.view.last_eight:
        return False
    return not facts.is_trump(action.cards[0]) and (facts.hold & facts.trumps).bit_count() > 1


def _master(facts: Facts, action: Action, _: Reason) -> bool:
    mine = facts.hold & facts.trumps & ~(1 << action.cards[0]) if plays(action) else 0
    if not mine or not facts.view.last_eight or not facts.view.searchable:
        return False
    highest, others = max(card & 7 for card in cards_of(mine)), cards_of(facts.elsewhere & facts.trumps)
    return bool(others) and all(card & 7 < highest for card in others)


def _keeps_highest(facts: Facts, action: Action, _: Reason) -> bool:
    if not plays(action) or not facts.view.last_eight or not facts.view.searchable:
        return False
    for suit, cards in enumerate(SUIT_MASKS):
        mine, others = facts.hold & cards, cards_of(facts.elsewhere & cards)
        if mine and others and suit not in (suit_of(action.cards[0]), facts.view.trump):
            highest = max(card & 7 for card in cards_of(mine))
            if all(card & 7 < highest for card in others):
                return True
    return False


def _leads_highest(facts: Facts, action: Action, _: Reason) -> bool:
    view = facts.view
    if not plays(action) or not view.last_eight or view.trick or not view.searchable:
        return False
    card = action.cards[0]
    same = cards_of(facts.elsewhere & SUIT_MASKS[suit_of(card)])
    unsure = not facts.is_trump(card) and facts.takes(card) is None
    follow = len(same) >= view.players - 1  # else somebody cannot, and must play a trump if there is one (ruling 16)
    return unsure and follow and all(each & 7 <= card & 7 for each in same)


def _throws(facts: Facts, action: Action, _: Reason) -> bool:
    return plays(action) and action.cards[0] & 7 <= NINE and not facts.is_trump(action.cards[0])


def _lets_go(facts: Facts, action: Action, _: Reason) -> bool:
    return plays(action) and facts.lost(action.cards[0]) == 0 and facts.won(action.cards[0]) is False


def _plays_safe(facts: Facts, action: Action, _: Reason) -> bool:
    """Tell whether a card is no ten or ace where one that may be played too could be lost."""
    if not plays(action) or facts.is_brisque(action.cards[0]):
        return False
    cards = [each.cards[0] for each in facts.view.offered if plays(each)]
    return any(facts.is_brisque(card) and facts.won(card) is not True for card in cards)


def _lost_anyway(facts: Facts, action: Action, _: Reason) -> bool:
    cards = [each.cards[0] for each in facts.view.offered if plays(each)]
    more = any(not plays(each) for each in facts.view.offered)  # an exchange could bring a card that takes it
    if not plays(action) or more or not facts.view.trick or any(facts.takes(card) is not False for card in cards):
        return False
    ranks = sorted((facts.is_trump(card), card & 7) for card in cards)
    return (facts.is_trump(action.cards[0]), action.cards[0] & 7) == ranks[0] < ranks[-1]


def _gives_lead(facts: Facts, action: Action, _: Reason) -> bool:
    if not plays(action) or facts.view.trick or not facts.view.last_eight or facts.hold.bit_count() < 2:
        return False
    return facts.takes(action.cards[0]) is False


def _trumps_drawn(facts: Facts, action: Action) -> int:
    """Return how many trumps the other hand has if it must give one to the trick, else 0; two hands, the last eight."""
    view = facts.view
    if not plays(action) or not view.last_eight or view.players > 2 or view.trick or not view.searchable:
        return 0
    trumps = facts.elsewhere & facts.trumps
    forced = must_play(facts.elsewhere, action.cards, view.trump) & ~facts.trumps == 0
    return trumps.bit_count() if forced else 0


def _draws_trump(facts: Facts, action: Action, _: Reason) -> bool:
    return _trumps_drawn(facts, action) > 1


def _draws_last_trump(facts: Facts, action: Action, _: Reason) -> bool:
    return _trumps_drawn(facts, action) == 1


def _seven_now(facts: Facts, action: Action, said: Reason) -> bool:
    law = facts.law
    counts = law.sevens_throughout if facts.view.last_eight else law.sevens_played
    mine = plays(action) and bool(facts.fresh_sevens >> action.cards[0] & 1)
    return counts and mine and said.points == facts.view.quantities.seven


def declares(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether this combination is declared, for these points."""
    return action.verb is Verb.DECLARE and (said.name, said.points) == (action.name, facts.law.rows[action.name].points)


def followed(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether a combination could be declared a turn after this declaration."""
    return action.verb is Verb.DECLARE and _declarable(facts, action, said)


def _turn_up(facts: Facts, action: Action, said: Reason) -> bool:
    return action.verb is Verb.EXCHANGE and said.points == facts.view.quantities.exchange


def _shows(_: Facts, action: Action, __: Reason) -> bool:
    return action.verb is Verb.SHOW


def _exchanges(_: Facts, action: Action, __: Reason) -> bool:
    return action.verb is Verb.EXCHANGE


def _announces(facts: Facts, action: Action, said: Reason) -> bool:
    return action.verb is Verb.ANNOUNCE and said.name == action.name and _declarable(facts, action, said)


def _hides(facts: Facts, action: Action, _: Reason) -> bool:
    hidden = facts.view.hand.mask & ~facts.view.known[facts.seat].mask
    offered = [each for each in facts.view.offered if each.verb is Verb.DECLARE]
    return action.verb is Verb.PASS and any(each.mask & hidden for each in offered)


def _keeps_seven(facts: Facts, action: Action, _: Reason) -> bool:
    sevens = any(each.verb in (Verb.EXCHANGE, Verb.SHOW) for each in facts.view.offered)
    return action.verb is Verb.PASS and sevens


_PLANS: Final[Mapping[Theme, Plan]] = {
    Theme.WINS_AND_DECLARES: _wins_and_declares,
    Theme.MAY_DECLARE: may_declare,
    Theme.WINS_AND_EXCHANGES: _wins_and_exchanges,
    Theme.TAKES_BRISQUES: _takes_brisques,
    Theme.FEEDS_PARTNER: _feeds_partner,
    Theme.TAKES_TURN: _takes_turn,
    Theme.TAKES_LAST_TURN: _takes_last_turn,
    Theme.TAKES_LEAD: _takes_lead,
    Theme.LIKELY: _likely,
    Theme.KEEPS_COMBINATION: _keeps,
    Theme.KEEPS_WHOLE: _keeps_whole,
    Theme.KEEPS_TRUMPS: _keeps_trumps,
    Theme.MASTER: _master,
    Theme.KEEPS_HIGHEST: _keeps_highest,
    Theme.LEADS_HIGHEST: _leads_highest,
    Theme.THROWS: _throws,
    Theme.LETS_GO: _lets_go,
    Theme.SAVES_BRISQUE: _plays_safe,
    Theme.LOST_ANYWAY: _lost_anyway,
    Theme.GIVES_LEAD: _gives_lead,
    Theme.DRAWS_TRUMP: _draws_trump,
    Theme.DRAWS_LAST_TRUMP: _draws_last_trump,
    Theme.SEVEN_NOW: _seven_now,
    Theme.DECLARES: declares,
    Theme.FOLLOWED: followed,
    Theme.TURN_UP: _turn_up,
    Theme.SHOWS: _shows,
    Theme.EXCHANGES: _exchanges,
    Theme.ANNOUNCES: _announces,
    Theme.HIDES: _hides,
    Theme.KEEPS_SEVEN: _keeps_seven,
}
"""By plan: what must be so of the action."""
