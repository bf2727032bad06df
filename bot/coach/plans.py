"""Plans: what an action is for, as the position itself tells.

Every plan that is true of an action has a weight in points, roughly what it brings or saves against the other things
that could be done; the heaviest is told. Weights only choose between true sentences. Only the view is read; reasons,
which compare two actions, stand in ``reasons.py``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from bot.engine import Action, Verb, View
from bot.engine.cards import NINE, NO_SUIT, SUIT_MASKS, Card, cards_of, suit_of
from bot.engine.combinations import BEZIQUES, BY_NAME, Kind
from bot.engine.legality import declarable
from bot.engine.tricks import must_play
from bot.house.moments import worth_of
from bot.house.weights import tuned

from .facts import Facts
from .samples import Part, Share, hand_parts
from .themes import Reason, Theme

_CHANCE: Final = 0.3
"""Least chance to take the trick for which it is told what could be declared then."""
_HIGHER: Final = 0.25
"""Share of what bézique cards are worth that is told as worth for the double or the treble."""
_FAINT: Final = 0.25
"""Points below which a card kept is no plan."""


class Plan(NamedTuple):
    """A plan that is true of an action."""

    weight: float
    said: Reason


def plans(view: View, action: Action, chance: Share | None = None, facts: Facts | None = None) -> list[Plan]:
    """Return the plans that are true of an action at an ordinary table, the most important first."""
    facts = facts or Facts(view)
    found = _of_play(facts, action, chance) if action.verb is Verb.PLAY else _of_deed(facts, action)
    return sorted((each for each in found if plan_holds(facts, action, each.said)), key=lambda each: -each.weight)


def _simple(*themes: Theme) -> Iterator[Plan]:
    for theme in themes:
        yield Plan(_PLANS[theme].weight, Reason(theme))


def _of_deed(facts: Facts, action: Action) -> Iterator[Plan]:
    """Yield what speaks for declaring, announcing, using a seven or passing."""
    rows, quantities, points = facts.law.rows, facts.view.quantities, facts.law.points_of(action)
    if points and quantities.stakes is not None:
        yield Plan(quantities.stakes.rubiconed, Reason(Theme.SAVES_RUBICON, "", quantities.stakes.rubicon))
    if action.verb is Verb.DECLARE:
        yield Plan(points, Reason(Theme.DECLARES, action.name, points))
        for name in facts.whole(action):
            yield Plan(points + rows[name].points, Reason(Theme.FOLLOWED, name, rows[name].points))
        yield Plan(points + 1, Reason(Theme.MAKES_TRUMPS))
        for name, row in rows.items():
            yield Plan(points + _HIGHER * row.points, Reason(Theme.TRUMPS_IN_REACH, name, row.points))
    elif action.verb is Verb.CARTE_BLANCHE:
        yield Plan(points, Reason(Theme.DECLARES, "", points))
    elif action.verb is Verb.ANNOUNCE:
        yield Plan(1.0, Reason(Theme.ANNOUNCES, action.name, rows[action.name].points))
    elif action.verb is Verb.EXCHANGE:
        yield Plan(1.0, Reason(Theme.TURN_UP, "", quantities.exchange))
    elif action.verb is Verb.SHOW:
        yield Plan(1.0, Reason(Theme.SHOWS))
    else:
        yield from _simple(Theme.HIDES, Theme.KEEPS_SEVEN)


def _of_play(facts: Facts, action: Action, chance: Share | None) -> Iterator[Plan]:
    """Yield what speaks for playing a card."""
    card, rows, view = action.cards[0], facts.law.rows, facts.view
    takes = facts.takes(card)
    likely = 1.0 if takes else 0.0 if takes is False or chance is None else chance.mean
    if likely >= _CHANCE:
        theme = Theme.WINS_AND_DECLARES if takes else Theme.MAY_DECLARE
        for name in facts.whole(action) if facts.turns else ():
            yield Plan(likely * rows[name].points, Reason(theme, name, rows[name].points))
    if facts.view.quantities.stakes is not None:
        points = sum(facts.law.card_points[each] for each in (*view.trick, card))
        yield Plan(points, Reason(Theme.TO_SAVE_RUBICON, "", points))
        yield Plan(points, Reason(Theme.AGAINST_RUBICON, "", points))
    for meld in facts.view.melds if facts.law.quantities.again else ():
        if meld.cards >> card & 1:
            yield Plan(_HIGHER * meld.row.points, Reason(Theme.AGAIN, meld.row.name, meld.row.points))
    points = facts.in_trick(card)
    yield Plan(points, Reason(Theme.TAKES_BRISQUES, "", points))
    yield Plan(points, Reason(Theme.FEEDS_PARTNER, "", points))
    yield Plan(view.quantities.exchange, Reason(Theme.WINS_AND_EXCHANGES))
    yield Plan(view.quantities.seven / 2, Reason(Theme.SEVEN_NOW, "", view.quantities.seven))
    yield from _simple(Theme.TAKES_TURN, Theme.TAKES_LAST_TURN, Theme.TAKES_LEAD, Theme.MASTER)
    yield from _simple(Theme.KEEPS_HIGHEST, Theme.LEADS_HIGHEST)
    yield from _simple(Theme.SAVES_BRISQUE, Theme.THROWS, Theme.LETS_GO, Theme.LOST_ANYWAY)
    yield from _simple(Theme.DRAWS_TRUMP, Theme.DRAWS_LAST_TRUMP, Theme.GIVES_LEAD)
    if takes is None and chance is not None and chance.least > 1 / 2:
        yield from _simple(Theme.LIKELY)
    if not view.last_eight:
        yield from _kept(facts, card)


def _kept(facts: Facts, card: Card) -> Iterator[Plan]:
    """Yield what stays in the hand if a card is played that another card would have taken away."""
    worth = _worth_without_each(facts)
    others = [each for each in worth if each & 31 != card & 31]
    mine = worth[card]
    for kind in mine if others else ():
        gain = mine[kind] - sum(worth[each][kind] for each in others) / len(others)
        if gain < _FAINT:
            continue
        if kind == Part.TRUMPS:
            yield Plan(gain, Reason(Theme.KEEPS_TRUMPS))
            continue
        rows = facts.law.rows
        for name in names_in(kind, facts):
            yield Plan(min(gain, rows[name].points), Reason(Theme.KEEPS_WHOLE, name, rows[name].points))
            yield Plan(gain, in_reach(facts, name))
            gain *= _HIGHER


def _worth_without_each(facts: Facts) -> dict[Card, dict[str, float]]:
    """Return the worth of the hand without each card that may be played, by what it is for."""
    deal = facts.known
    worth = worth_of(deal, tuned(deal.law), facts.unseen)
    found: dict[Card, dict[str, float]] = {}
    for action in facts.view.offered:
        if action.verb is Verb.PLAY:
            kept: dict[str, float] = defaultdict(float)
            for part, name, points in hand_parts(worth, deal, facts.hold & ~(1 << action.cards[0])):
                kept[family(name) if part is Part.COMBINATION else str(part)] += points
            kept.pop(Part.STRENGTH, None)
            found[action.cards[0]] = kept
    return found


def in_reach(facts: Facts, name: str) -> Reason:
    """Return the plan to keep a combination in reach, with a count of its cards where one may be given."""
    reach = facts.reach(facts.known, name)
    several = sum(form.row.name == name for form in facts.law.forms[facts.view.trump]) > 1
    if reach is None or not facts.view.searchable or several:
        return Reason(Theme.KEEPS_COMBINATION, name)
    return Reason(Theme.KEEPS_COMBINATION, name, 0, reach.unseen, reach.of)


def family(name: str) -> str:
    """Return a combination's name; all béziques count as one, because the same cards make them."""
    return "single-bezique" if name in BY_NAME and BY_NAME[name].kind in BEZIQUES else name


def names_in(kind: str, facts: Facts) -> tuple[str, ...]:
    """Return the names of a family that the rules have, the lowest first."""
    return tuple(name for name in facts.law.rows if family(name) == kind)


def plan_holds(facts: Facts, action: Action, said: Reason) -> bool:
    row = _PLANS.get(said.theme)
    return row is not None and row.holds(facts, action, said)


def plays(action: Action) -> bool:
    return action.verb is Verb.PLAY


def in_time(facts: Facts, action: Action) -> bool:
    """Tell whether a turn to declare may still come after the action and, if the trick is lost, after that trick."""
    missed = plays(action) and facts.won(action.cards[0]) is False
    return facts.turns - missed > 0


def takes(facts: Facts, action: Action) -> bool:
    """Tell whether a card is played that surely takes the trick."""
    return plays(action) and facts.takes(action.cards[0]) is True


def declares(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether this combination is declared, or a carte blanche shown, for these points."""
    shown = action.verb in (Verb.DECLARE, Verb.CARTE_BLANCHE)
    return shown and (said.name, said.points) == (action.name, facts.law.points_of(action))


def followed(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether a combination could be declared a turn after this declaration."""
    return action.verb is Verb.DECLARE and _declarable(facts, action, said)


def may_declare(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether a card may take the trick, after which a combination could be declared."""
    return plays(action) and facts.takes(action.cards[0]) is not False and _declarable(facts, action, said)


def _declarable(facts: Facts, action: Action, said: Reason) -> bool:
    return facts.turns > 0 and said.name in facts.whole(action) and said.points == facts.law.rows[said.name].points


def _wins_and_exchanges(facts: Facts, action: Action, _: Reason) -> bool:
    return takes(facts, action) and facts.turns > 0 and facts.can_exchange(facts.after(action).hold[facts.seat])


def _takes_brisques(facts: Facts, action: Action, said: Reason) -> bool:
    return takes(facts, action) and facts.in_trick(action.cards[0]) == said.points > 0 and facts.last_to_play


def _feeds_partner(facts: Facts, action: Action, said: Reason) -> bool:
    return plays(action) and not takes(facts, action) and facts.brought(action.cards[0]) == said.points > 0


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
    return (
        plays(action)
        and any(facts.law.marked_points)
        and facts.lost(action.cards[0]) == 0
        and facts.won(action.cards[0]) is False
    )


def _saves_brisque(facts: Facts, action: Action, _: Reason) -> bool:
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


def _seven_now(facts: Facts, action: Action, said: Reason) -> bool:
    counts = facts.law.sevens_throughout if facts.view.last_eight else facts.law.sevens_played
    mine = plays(action) and bool(facts.fresh_sevens >> action.cards[0] & 1)
    return counts and mine and said.points == facts.view.quantities.seven


def _announces(facts: Facts, action: Action, said: Reason) -> bool:
    return action.verb is Verb.ANNOUNCE and said.name == action.name and _declarable(facts, action, said)


def _hides(facts: Facts, action: Action, _: Reason) -> bool:
    hidden = facts.view.hand.mask & ~facts.view.known[facts.seat].mask
    offered = [each for each in facts.view.offered if each.verb is Verb.DECLARE]
    return action.verb is Verb.PASS and any(each.mask & hidden for each in offered)


def _keeps_seven(facts: Facts, action: Action, _: Reason) -> bool:
    sevens = any(each.verb in (Verb.EXCHANGE, Verb.SHOW) for each in facts.view.offered)
    return action.verb is Verb.PASS and sevens


def _makes_trumps(facts: Facts, action: Action) -> bool:
    made = action.verb is Verb.DECLARE and facts.law.rows[action.name].makes_trumps
    return made and facts.view.trump == NO_SUIT


def _of_longest(facts: Facts, action: Action, _: Reason) -> bool:
    held = [(facts.hold & cards).bit_count() for cards in SUIT_MASKS]
    return _makes_trumps(facts, action) and held.count(max(held)) == 1 and held[suit_of(action.cards[0])] == max(held)


def _trumps_in_reach(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether a combination that is of trumps alone is in reach once trumps have been made."""
    row = facts.law.rows[said.name]
    near = _makes_trumps(facts, action) and row.kind is Kind.SEQUENCE and row.trumps and said.points == row.points
    return near and facts.reach(facts.after(action), said.name) is not None


def _again(facts: Facts, action: Action, said: Reason) -> bool:
    """Tell whether one more card makes a declared combination again only because a card of it is played."""
    if not plays(action) or not in_time(facts, action) or said.name in facts.whole(action):
        return False
    mine = [meld for meld in facts.view.melds if meld.seat == facts.seat and meld.cards >> action.cards[0] & 1]
    before, after = facts.reach(facts.known, said.name), facts.reach(facts.after(action), said.name)
    declared = (said.name, said.points) in [(meld.row.name, meld.row.points) for meld in mine]
    nearer = after is not None and after.lacking == 1 and (before is None or before.lacking > 1)
    return declared and nearer and all(form.row.name != said.name for form, _ in declarable(facts.known))


def _saves_rubicon(facts: Facts, action: Action, said: Reason) -> bool:
    stakes, (own, _) = facts.view.quantities.stakes, facts.totals()
    return stakes is not None and own < stakes.rubicon == said.points <= own + facts.law.points_of(action)


def _takes_for_rubicon(facts: Facts, action: Action, said: Reason, *, mine: bool) -> bool:
    """Tell whether tens and aces are taken that count for a side which is behind, late in the deal."""
    stakes, (own, other) = facts.view.quantities.stakes, facts.totals()
    low, high = (own, other) if mine else (other, own)
    if stakes is None or not facts.near_the_end or not low < stakes.rubicon or low > high:
        return False
    there = sum(facts.law.card_points[each] for each in (*facts.view.trick, *action.cards))
    return takes(facts, action) and facts.last_to_play and there == said.points > 0


class _Row(NamedTuple):
    holds: Callable[[Facts, Action, Reason], bool]
    """What must be so of the action."""
    weight: float = 0.0
    """For a plan that brings no points by itself."""


_PLANS: Final[Mapping[Theme, _Row]] = {
    Theme.WINS_AND_DECLARES: _Row(lambda facts, act, said: takes(facts, act) and _declarable(facts, act, said)),
    Theme.MAY_DECLARE: _Row(may_declare),
    Theme.WINS_AND_EXCHANGES: _Row(_wins_and_exchanges),
    Theme.TAKES_BRISQUES: _Row(_takes_brisques),
    Theme.FEEDS_PARTNER: _Row(_feeds_partner),
    Theme.TAKES_TURN: _Row(lambda facts, act, _: takes(facts, act) and facts.turns > 1, 2.0),
    Theme.TAKES_LAST_TURN: _Row(lambda facts, act, _: takes(facts, act) and facts.turns == 1, 8.0),
    Theme.TAKES_LEAD: _Row(lambda facts, act, _: takes(facts, act) and facts.view.last_eight, 3.0),
    Theme.LIKELY: _Row(lambda facts, act, _: plays(act) and facts.takes(act.cards[0]) is None, 0.5),
    Theme.KEEPS_COMBINATION: _Row(_keeps),
    Theme.KEEPS_WHOLE: _Row(_keeps_whole),
    Theme.KEEPS_TRUMPS: _Row(_keeps_trumps),
    Theme.MASTER: _Row(_master, 6.0),
    Theme.KEEPS_HIGHEST: _Row(_keeps_highest, 0.4),
    Theme.LEADS_HIGHEST: _Row(_leads_highest, 0.6),
    Theme.THROWS: _Row(_throws, 1.0),
    Theme.LETS_GO: _Row(_lets_go, 0.8),
    Theme.SAVES_BRISQUE: _Row(_saves_brisque, 1.5),
    Theme.LOST_ANYWAY: _Row(_lost_anyway, 0.2),
    Theme.GIVES_LEAD: _Row(_gives_lead, 0.7),
    Theme.DRAWS_TRUMP: _Row(lambda facts, act, _: _trumps_drawn(facts, act) > 1, 7.0),
    Theme.DRAWS_LAST_TRUMP: _Row(lambda facts, act, _: _trumps_drawn(facts, act) == 1, 9.0),
    Theme.SEVEN_NOW: _Row(_seven_now),
    Theme.DECLARES: _Row(declares),
    Theme.FOLLOWED: _Row(followed),
    Theme.TURN_UP: _Row(
        lambda facts, act, said: act.verb is Verb.EXCHANGE and said.points == facts.view.quantities.exchange
    ),
    Theme.SHOWS: _Row(lambda _, act, __: act.verb is Verb.SHOW),
    Theme.EXCHANGES: _Row(lambda _, act, __: act.verb is Verb.EXCHANGE),
    Theme.ANNOUNCES: _Row(_announces),
    Theme.HIDES: _Row(_hides, 2.0),
    Theme.KEEPS_SEVEN: _Row(_keeps_seven, 1.0),
    Theme.MAKES_TRUMPS: _Row(_of_longest),
    Theme.TRUMPS_IN_REACH: _Row(_trumps_in_reach),
    Theme.AGAIN: _Row(_again),
    Theme.SAVES_RUBICON: _Row(_saves_rubicon),
    Theme.TO_SAVE_RUBICON: _Row(partial(_takes_for_rubicon, mine=True)),
    Theme.AGAINST_RUBICON: _Row(partial(_takes_for_rubicon, mine=False)),
}
