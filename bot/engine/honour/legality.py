"""What hands cannot do at an honour table, and what a correct player might do there (rulings 22 to 29)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.actions import PASSES, Action, Verb, When, plays_of
from bot.engine.cards import NO_CARD, SEVENS, Card, Mask, cards_of, twins_in
from bot.engine.deal import Choice, Deal, Phase
from bot.engine.forfeits import Irregularity, Lifting
from bot.engine.legality import alike, legal_moves, not_held
from bot.engine.legality import why_not as why_not_regular
from bot.engine.reasons import Reason, Refusal
from bot.engine.tricks import must_play

from .claims import claimable, ways_to_mark, why_not_claim
from .state import (
    as_regular,
    has_played,
    held,
    honour_of,
    in_last_eight,
    nothing_to_draw,
    opponents,
    to_draw,
    to_play,
)

_LEAST_TO_LIFT = 3


def why_not(deal: Deal, action: Action) -> Refusal | None:
    """Return why a seat cannot do this now at an honour table, or None if it can, whether regular or not."""
    if deal.result is not None:
        return Refusal(Reason.GAME_OVER)
    seat, verb, cards, name = action
    if not 0 <= seat < deal.base.law.players:
        return Refusal(Reason.NO_SUCH_SEAT)
    if verb in (Verb.RESIGN, Verb.TIMEOUT):
        return None  # ruling 21: at any moment, before the last *done* too
    if deal.phase is Phase.OVER:
        return Refusal(Reason.DEAL_OVER)
    if verb is Verb.DONE or deal.phase is Phase.CLAIM:
        return _why_not_afterwards(deal, action)
    if verb is Verb.CLAIM:
        return why_not_claim(deal, seat, name)
    choice = honour_of(deal).choice
    if choice is not None and (choice.halts or verb in (Verb.TAKE, Verb.RETURN)):
        return _why_not_choose(choice, action)
    if verb.when is When.CHANCE:
        return _why_not_in_chance(deal, action)
    return _why_not_with_hands(deal, seat, verb, cards)


def _why_not_afterwards(deal: Deal, action: Action) -> Refusal | None:
    """Refuse all but claims and *done* once the deal is played out, or has stopped at the target (ruling 25)."""
    honour = honour_of(deal)
    if deal.phase is not Phase.CLAIM:
        return Refusal(Reason.NOT_DONE_YET)
    if action.verb is not Verb.DONE and action.verb is not Verb.CLAIM:
        return Refusal(Reason.DEAL_OVER if honour.counted else Reason.STOPPED)
    if honour.done >> action.seat & 1:
        return Refusal(Reason.SAID_DONE)
    return None if action.verb is Verb.DONE else why_not_claim(deal, action.seat, action.name)


def _why_not_with_hands(deal: Deal, seat: int, verb: Verb, cards: tuple[Card, ...]) -> Refusal | None:
    match verb:
        case Verb.PLAY:
            return _why_not_play(deal, seat, cards[0])
        case Verb.DRAW | Verb.LIFT:
            return _why_not_draw(deal, seat, lifts=verb is Verb.LIFT)
        case Verb.EXPOSE:
            return _why_not_expose(deal, seat, cards[0])
        case Verb.CALL:
            return _why_not_call(deal, seat, cards[0])
        case _:
            return Refusal(Reason.NOTHING_TO_CHOOSE)


def _why_not_choose(choice: Choice, action: Action) -> Refusal | None:
    if action.seat != choice.chooser:
        return Refusal(Reason.CHOICE_OPEN if choice.halts else Reason.NOTHING_TO_CHOOSE)
    if action.verb is Verb.PASS:
        return None
    if action.verb is not (Verb.RETURN if choice.how is Lifting.INTO_THE_MIDDLE else Verb.TAKE):
        return Refusal(Reason.CHOICE_OPEN if choice.halts else Reason.NOTHING_TO_CHOOSE)
    return None if action.cards[0] in choice.cards else Refusal(Reason.NOT_TO_CHOOSE, action.cards)


def _why_not_play(deal: Deal, seat: int, card: Card) -> Refusal | None:
    honour = honour_of(deal)
    if not deal.hold[seat] >> card & 1:
        return not_held(deal, seat, 1 << card)
    if has_played(deal, seat):
        return Refusal(Reason.HAS_PLAYED)
    if deal.left and held(deal, seat) < deal.law.hand - 1:
        return Refusal(Reason.TOO_FEW_TO_PLAY)
    if deal.left and in_last_eight(deal):
        return Refusal(Reason.STOCK_FIRST)
    if honour.called[seat] not in (NO_CARD, card):
        return Refusal(Reason.CALLED)
    if seat != to_play(deal) and honour.slipped >> seat & 1:
        return Refusal(Reason.SLIPPED_BEFORE)
    return None


def _why_not_draw(deal: Deal, seat: int, *, lifts: bool) -> Refusal | None:
    honour = honour_of(deal)
    if not deal.left:
        return Refusal(Reason.STOCK_EMPTY)
    if lifts and deal.left < _LEAST_TO_LIFT:
        return Refusal(Reason.TOO_FEW_TO_LIFT)
    if held(deal, seat) > deal.law.hand:
        return Refusal(Reason.TENTH_CARD)
    if honour.overfull[seat]:
        return Refusal(Reason.NO_DRAW_AFTER_NINE)
    if honour.choice is not None:
        return Refusal(Reason.CHOICE_OPEN)
    return None


def _why_not_expose(deal: Deal, seat: int, card: Card) -> Refusal | None:
    if not deal.hold[seat] >> card & 1:
        return not_held(deal, seat, 1 << card)
    if (deal.exposed | honour_of(deal).exposed_once) >> card & 1:
        return Refusal(Reason.EXPOSED_BEFORE, (card,))
    return None


def _why_not_call(deal: Deal, seat: int, card: Card) -> Refusal | None:
    honour = honour_of(deal)
    holder = next((each for each, hold in enumerate(deal.hold) if hold >> card & 1), None)
    if in_last_eight(deal):
        return Refusal(Reason.CALLS_ARE_OVER)
    if holder is None or not honour.faced >> card & 1 or not opponents(deal, seat, holder):
        return Refusal(Reason.CALLED_BEFORE if honour.spent >> card & 1 else Reason.NOT_FACED, (card,))
    if honour.called[holder] != NO_CARD:
        return Refusal(Reason.CALL_STANDS)
    return None


def _why_not_exchange_before_playing(deal: Deal, action: Action) -> Refusal | None:
    """Check an exchange outside a chance, which the rules may allow any holder on turn to play (ruling 9)."""
    if not deal.base.law.any_holder or not deal.tricks:
        return why_not_regular(as_regular(deal, action.seat), action)
    if action.seat != to_play(deal):
        return Refusal(Reason.NOT_YOUR_TURN)
    if honour_of(deal).barred[action.seat]:
        return Refusal(Reason.NO_SCORE_YET)
    return _why_not_seven(deal, action) or why_not_regular(as_regular(deal, action.seat), action)


def _why_not_seven(deal: Deal, action: Action) -> Refusal | None:
    """Refuse a seven that was not in the hand before, and an exchange for a turn-up that is already taken."""
    exchanges = action.verb is Verb.EXCHANGE
    if (deal.hold[action.seat] & deal.exposed) >> action.cards[0] & 1:
        return Refusal(Reason.EXCHANGE_FROM_TABLE if exchanges else Reason.SHOW_FROM_TABLE, action.cards)
    chance = honour_of(deal).chances[action.seat]
    if chance is not None and chance.taken >> action.cards[0] & 1:
        return Refusal(Reason.JUST_TAKEN, action.cards)
    if exchanges and deal.base.law.turns_up and deal.turn_up == NO_CARD:
        return Refusal(Reason.TURN_UP_TAKEN)
    return None


def _why_not_in_chance(deal: Deal, action: Action) -> Refusal | None:
    """Check an act that belongs to a chance: whether there is one, whether it may score, and the act itself."""
    seat, verb, _, name = action
    honour, cards = honour_of(deal), action.mask
    choice = honour.choice
    if verb is Verb.PASS and choice is not None and seat == choice.chooser:
        return None
    if honour.chances[seat] is None and verb is Verb.EXCHANGE:
        return _why_not_exchange_before_playing(deal, action)
    if honour.chances[seat] is None:
        return Refusal(Reason.LAST_EIGHT if honour.returned else Reason.NOT_DECLARING)
    if verb is Verb.PASS:
        return None
    if honour.barred[seat]:
        return Refusal(Reason.NO_SCORE_YET)
    if verb is Verb.DECLARE:
        return _why_not_put_down(deal, seat, name, cards)
    if verb is Verb.ANNOUNCE:
        if honour.silenced >> seat & 1:
            return Refusal(Reason.TAKEN_BACK)
        if cards & honour.lying:
            return Refusal(Reason.LIES_AS_FORFEIT, tuple(cards_of(cards & honour.lying)))
    elif refusal := _why_not_seven(deal, action):
        return refusal
    return why_not_regular(as_regular(deal, seat), action)


def _why_not_put_down(deal: Deal, seat: int, name: str, cards: Mask) -> Refusal | None:
    """Refuse a declaration that hands cannot make; any other cards can be put down under any name (ruling 27)."""
    honour = honour_of(deal)
    if honour.silenced >> seat & 1:
        return Refusal(Reason.TAKEN_BACK)
    if missing := cards & ~deal.hold[seat]:
        return not_held(deal, seat, missing)
    if name not in deal.base.law.rows:
        return Refusal(Reason.NOT_THAT_COMBINATION)
    same = (seat, name, cards, len(deal.tricks))
    if any((meld.seat, meld.row.name, meld.cards, meld.trick) == same for meld in deal.declared.melds):
        return Refusal(Reason.PUT_DOWN_BEFORE)
    return None


_VISIBLE = tuple(kind for kind in Irregularity if kind is not Irregularity.REVOKE)


def legal_acts(deal: Deal) -> list[Action]:
    """List the regular acts and possible claims of every seat, without claims of revokes and resigning."""
    if deal.phase is Phase.OVER:
        return []
    return [action for seat in range(deal.base.law.players) for action in acts_of(deal, seat)]


def acts_of(deal: Deal, seat: int) -> list[Action]:
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
    regular = legal_moves(as_regular(deal, seat))
    return [action for action in regular if not action.mask & honour.lying and why_not(deal, action) is None]


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
