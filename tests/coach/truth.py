"""Whether what is told of an action is so: asked of the whole deal by brute force, and of new samples.

Nothing of ``bot.coach`` that decides what is said is used here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from bot.coach.themes import Reason, Theme
from bot.engine import Action, Deal, Verb
from bot.engine.cards import SEVEN, TEN, Card, Mask, cards_of, mask_of, suit_of
from bot.engine.combinations import BEZIQUES
from bot.engine.legality import legal_moves

from .moment import Moment, after, brisques_in, later_turn
from .plans_checked import PLANS, may_declare

if TYPE_CHECKING:
    from bot.coach.reasons import Story
    from bot.coach.samples import Comparison


def amiss(deal: Deal, one: Action, said: Reason, other: Action | None = None, seed: int = 1) -> str:
    """Return what is wrong with what is told of an action, or nothing.

    Args:
        deal: The whole deal, with the seat on turn that asks.
        one: The action that is told of.
        said: What is told.
        other: The action that it is compared with, if it is.
        seed: The source of chance for the hidden cards.
    """
    at = Moment(deal)
    check = _CHECKS.get(said.theme)
    return "no check" if check is None else check(at, one, said, other, Random(seed))


def _plays(one: Action, other: Action | None) -> Iterator[Card]:
    for each in (one, other):
        if each is not None and each.verb is Verb.PLAY:
            yield each.cards[0]


def _wins_to_declare(at: Moment, one: Action, said: Reason, other: Action | None, rng: Random) -> str:
    if other is None or other.verb is not Verb.PLAY:
        return "nothing to compare with"
    if all(end.tricks[-1].winner == at.seat for end in at.sure(other, rng)):
        return "the other takes the trick as surely"
    return may_declare(at, one, said, other, rng)


def _can_come(at: Moment, deal: Deal, name: str, cards: Mask) -> bool:
    """Tell whether there are enough cards for a combination or, if it is a bézique, for any."""
    kinds = {form.row.kind for form in at.law.forms[deal.trump] if form.row.name == name}
    beziques = kinds & set(BEZIQUES)
    for form in at.law.forms[deal.trump]:
        if form.row.name != name and not (beziques and form.row.kind in BEZIQUES):
            continue
        free = cards & ~deal.declared.serving[form.row.kind]
        if all((free & wanted).bit_count() >= count for wanted, count in form.needs):
            return True
    return False


def _comes_about(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    if not later_turn(at, one):
        return "no turn to declare is left"
    there = mask_of(at.hidden) | at.hold
    for seat, hold in enumerate(at.deal.hold):
        there |= hold if at.ours(seat) else 0
    there &= ~one.mask if one.verb is Verb.PLAY else -1
    if one.verb is Verb.EXCHANGE:
        there |= 1 << at.deal.turn_up
    return "" if _can_come(at, after(at, one), said.name, there) else "it can never come"


def _denies(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    mine = one.verb is Verb.PLAY and len(at.deal.trick) + 1 == at.law.players and any(
        end.tricks[-1].winner == at.seat for end in at.tricks(one)
    )  # fmt: skip
    if at.rounds - (mine or one.verb is not Verb.PLAY) < 1:
        return "the others can declare no more"
    there = mask_of(card for card in at.law.pack if not (at.played | at.hold) >> card & 1)
    return "" if _can_come(at, after(at, one), said.name, there) else "it can never come"


def _of_trick(*, ours: bool) -> Callable[[Moment, Action, Reason, Action | None, Random], str]:
    def check(at: Moment, one: Action, _: Reason, other: Action | None, __: Random) -> str:
        cards = list(_plays(one, other))
        if not at.law.quantities.brisques_marked:
            return "tens and aces are not marked"
        if len(at.deal.trick) + 1 < at.law.players or len(cards) < 2 or other is None:
            return ""
        got = []
        for each in (one, other):
            (end, *_rest) = at.tricks(each)
            got.append(brisques_in(end.tricks[-1].cards) if at.ours(end.tricks[-1].winner) is ours else 0)
        return "" if (got[0] > got[1] if ours else got[0] < got[1]) else f"{got[0]} and {got[1]} in the trick"

    return check


def _saves(at: Moment, one: Action, _: Reason, other: Action | None, rng: Random) -> str:
    if not at.law.quantities.brisques_marked:
        return "tens and aces are not marked"
    if one.verb is not Verb.PLAY or one.cards[0] & 7 >= TEN:
        return "the ten or ace is the one that is played"
    others = [each for each in legal_moves(at.deal) if each.verb is Verb.PLAY and each.cards[0] & 7 >= TEN]
    if other is not None and other.verb is Verb.PLAY and other.cards[0] & 7 >= TEN:
        others = [other]
    if len(at.deal.trick) + 1 < at.law.players:
        return ""
    safe = all(at.ours(end.tricks[-1].winner) for each in others for end in at.sure(each, rng))
    return "nothing was at risk" if safe else ""


def _kept(at: Moment, one: Action, said: Reason, other: Action | None, __: Random) -> str:
    cards = list(_plays(one, other))
    if len(cards) < 2 or not at.deal.left:
        return "kept where no card is played, or no longer"
    mine, theirs = cards
    if said.theme is Theme.KEEPS_TRUMP:
        return "" if suit_of(theirs) == at.deal.trump != suit_of(mine) else "a trump kept that is none"
    return "" if suit_of(mine) == suit_of(theirs) and mine & 7 < theirs & 7 else "the higher card is played"


def _seven(at: Moment, _: Action, __: Reason, ___: Action | None, ____: Random) -> str:
    counted = at.deal.declared.counted | at.deal.declared.shown | at.played
    there = mask_of(at.hidden) | at.hold
    sevens = [card for card in cards_of(there & ~counted) if card & 7 == SEVEN and suit_of(card) == at.deal.trump]
    return "" if sevens and at.law.turns_up else "no seven counts any more"


def _holds_back(at: Moment, one: Action, said: Reason, other: Action | None, __: Random) -> str:
    if one.verb is not Verb.PASS or other is None or said.name == other.name or at.rounds < 2:
        return "nothing is held back"
    now, then = at.lacks(at.deal, at.hold, said.name), at.lacks(after(at, other), at.hold, said.name)
    return "" if now is not None and (then is None or then > now) else "it could serve after declaring as well"


def _brisques_later(at: Moment, _: Action, __: Reason, ___: Action | None, ____: Random) -> str:
    return "" if at.law.quantities.brisques_marked else "tens and aces are not marked"


def _fine(_: Moment, __: Action, ___: Reason, ____: Action | None, _____: Random) -> str:
    return ""  # how often is asked of new samples


_CHECKS: Final = {
    **PLANS,
    Theme.WINS_TO_DECLARE: _wins_to_declare,
    Theme.COMES_ABOUT: _comes_about,
    Theme.DENIES: _denies,
    Theme.WINS_BRISQUES: _of_trick(ours=True),
    Theme.FEWER_BRISQUES_LOST: _of_trick(ours=False),
    Theme.SAVES_BRISQUE: _saves,
    Theme.KEEPS_TRUMP: _kept,
    Theme.KEEPS_STRENGTH: _kept,
    Theme.SEVEN: _seven,
    Theme.HOLDS_BACK: _holds_back,
    Theme.BRISQUES_LATER: _brisques_later,
    Theme.STRONGER_END: _fine,
    Theme.LAST_TRICK: _fine,
    Theme.WINS_GAME: _fine,
    Theme.MANY: _fine,
    Theme.LITTLE: _fine,
}
assert set(_CHECKS) == set(Theme)


def holds(afresh: Comparison, story: Story) -> str:
    """Return what new samples speak against, or nothing: it must hold for the one, and less for the other."""
    theme = story.reason.theme
    if afresh.part(story.causes).mean <= 0.0:
        return "makes no difference"
    if theme is Theme.WINS_TO_DECLARE and afresh.wins[0] <= afresh.wins[1]:
        return "takes the trick no more often"
    if theme in (Theme.WINS_TO_DECLARE, Theme.WINS_AND_DECLARES):
        often = afresh.at_once.get(story.reason.name, (0.0, 0.0))
        if often[0] <= often[1]:
            return "is declared after the trick no more often"
    return ""
