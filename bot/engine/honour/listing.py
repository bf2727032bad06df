"""Lists of acts at an honour table: what a correct player might do, and every claim with a visible ground."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.actions import PASSES, Action, Verb, plays_of
from bot.engine.cards import NO_CARD, SEVENS, Mask, cards_of, twins_in
from bot.engine.deal import Deal, Phase
from bot.engine.forfeits import Irregularity, Lifting
from bot.engine.legality import alike, legal_moves
from bot.engine.tricks import must_play

from .claims import claimable, ways_to_mark
from .refusals import why_not
from .state import as_regular, honour_of, in_last_eight, nothing_to_draw, opponents, to_draw, to_play

_VISIBLE = tuple(kind for kind in Irregularity if kind is not Irregularity.REVOKE)


def legal_acts(deal: Deal) -> list[Action]:
    """List the regular acts and possible claims of every seat, without claims of revokes and resigning."""
    if deal.phase is Phase.OVER:
        return []
    return [action for seat in range(deal.base.law.players) for action in acts_of(deal, seat)]


def acts_of(deal: Deal, seat: int) -> list[Action]:
    """List the regular acts and possible claims of one seat."""
    if deal.phase is Phase.OVER:
        return []
    honour = honour_of(deal)
    if deal.phase is Phase.CLAIM:
        if honour.done >> seat & 1:
            return []
        return [*_claims(deal, seat), Action(seat, Verb.DONE)]
    choice = honour.choice
    found = list(_claims(deal, seat))
    if choice is not None and choice.chooser == seat:
        verb = Verb.RETURN if choice.how is Lifting.INTO_THE_MIDDLE else Verb.TAKE
        found += [Action(seat, verb, (card,)) for card in sorted(choice.cards)]
        if choice.halts or honour.chances[seat] is None:
            found.append(PASSES[seat])
    if choice is not None and choice.halts:
        return found
    if choice is None and to_draw(deal) == seat:
        found.append(Action(seat, Verb.DRAW))
    found += [Action(seat, Verb.CALL, (card,)) for card in _to_call(deal, seat)]
    found += _in_chance(deal, seat)
    return found + _at_turn(deal, seat)


def _claims(deal: Deal, seat: int) -> Iterator[Action]:
    for kind in _VISIBLE:
        if claimable(deal, seat, kind) is not None:
            for way in ways_to_mark(deal, kind):
                yield Action(seat, Verb.CLAIM, name=f"{kind} {way}".rstrip())


def _to_call(deal: Deal, seat: int) -> list[int]:
    """List the faced cards that a seat may call."""
    honour = honour_of(deal)
    if in_last_eight(deal) or not honour.faced:
        return []
    found: Mask = 0
    for holder, hold in enumerate(deal.hold):
        if honour.called[holder] == NO_CARD and opponents(deal, seat, holder):
            found |= hold & honour.faced
    return cards_of(found)


def _in_chance(deal: Deal, seat: int) -> list[Action]:
    """List the acts of a chance to declare: those that are legal at an ordinary table and possible at this one."""
    honour = honour_of(deal)
    if honour.chances[seat] is None:
        return []
    return [action for action in legal_moves(as_regular(deal, seat)) if _stands(deal, action)]


def _stands(deal: Deal, action: Action) -> bool:
    return not action.mask & honour_of(deal).lying and why_not(deal, action) is None


def _at_turn(deal: Deal, seat: int) -> list[Action]:
    """List what a seat may do at its turn to play, once it has no draw to make."""
    honour, law = honour_of(deal), deal.base.law
    if seat != to_play(deal) or not nothing_to_draw(deal, seat):
        return []
    found: list[Action] = []
    if honour.chances[seat] is None and law.any_holder and deal.hold[seat] & SEVENS[deal.trump]:
        sevens = cards_of(deal.hold[seat] & SEVENS[deal.trump])
        exchanges = [Action(seat, Verb.EXCHANGE, (card,)) for card in sevens]
        found += [action for action in exchanges if why_not(deal, action) is None]
    if in_last_eight(deal) and deal.left:
        return found
    cards = deal.hold[seat]
    if honour.called[seat] != NO_CARD:
        cards = 1 << honour.called[seat]
    elif in_last_eight(deal):
        cards = must_play(cards, deal.trick, deal.trump)
    return plays_of(seat, cards, law.packs) + found


def distinct_acts(deal: Deal) -> list[Action]:
    """List the legal acts that make a difference: of two equal copies in one place, only the first."""
    return [action for seat in range(deal.base.law.players) for action in distinct_acts_of(deal, seat)]


def distinct_acts_of(deal: Deal, seat: int) -> list[Action]:
    """List the legal acts of one seat that make a difference."""
    return _distinct(deal, seat, acts_of(deal, seat))


def other_acts_of(deal: Deal, seat: int) -> list[Action]:
    """List the acts that a seat's hands can do now but a correct player would not; of equal copies only one.

    Declarations are left out, because any cards can be put down under any name while a chance is open.
    """
    if deal.phase is Phase.OVER:
        return []
    regular = set(acts_of(deal, seat))
    cards = cards_of(deal.hold[seat])
    wanted = [
        Action(seat, Verb.DRAW),
        Action(seat, Verb.LIFT),
        *plays_of(seat, deal.hold[seat], deal.base.law.packs),
        *(Action(seat, Verb.EXPOSE, (card,)) for card in cards),
    ]
    return _distinct(deal, seat, [act for act in wanted if act not in regular and why_not(deal, act) is None])


def _distinct(deal: Deal, seat: int, acts: list[Action]) -> list[Action]:
    """Return the acts without those that differ from an earlier one only in equal copies of a card."""
    honour = honour_of(deal)
    marked = (honour.lying, honour.faced, honour.spent, honour.exposed_once)
    likes = {
        card: (alike(deal, card), *(mask >> card & 1 for mask in marked))
        for card in cards_of(twins_in(deal.hold[seat]))
    }
    seen: set[tuple[Verb, str, tuple[tuple[int, ...], ...]]] = set()
    found = []
    for action in acts:
        like = tuple(sorted(likes.get(card, (card, 2)) for card in action.cards))
        if (key := (action.verb, action.name, like)) not in seen:
            seen.add(key)
            found.append(action)
    return found
