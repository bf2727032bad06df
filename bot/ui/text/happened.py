"""The line above the buttons of every panel: what has happened since a player last acted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from bot.engine import Action, Card, Deal, Event, Mark, Trick, Verb
from bot.engine.cards import NO_CARD
from bot.engine.course import LAST_STEPS, Step, last_steps, steps_from
from bot.engine.events import (
    CardDrawn,
    CarteBlancheShown,
    CombinationAnnounced,
    CombinationDeclared,
    PointsMarked,
    SevenExchanged,
    SevenShown,
    StockGone,
    TrumpsMade,
)
from bot.engine.forfeits import Irregularity
from bot.engine.game import step_events
from bot.engine.honour import told
from bot.ui.text.faces import Voice, capital
from bot.ui.text.scoring import combination_title, last_tricks, spoken

from .faces import PLAIN, Style, suit_sign
from .honour_happened import drew, honour_clause, is_public_draw, off_or_for
from .i18n import mark, pair, tr
from .scoring import is_forfeit, mark_reason

_BETWEEN: Final = " · "
_MOST: Final = 12
"""Most clauses in one line; more come together only where the house has played for an absent player."""


def what_happened(
    deal: Deal,
    actions: Sequence[Action],
    seat: int,
    names: Sequence[str],
    style: Style = PLAIN,
    *,
    by_house: Collection[int] = (),
) -> str:
    """Say in one line what has happened since the beginning of the trick in which a seat last played.

    Nothing older is told. If the seat has not played yet, the line tells all of the deal and who dealt it. It tells
    only what everybody may know, and what this seat alone may know. Beside a picture it leaves out what that one shows:
    the cards of the tricks, the card just drawn, and those declared.

    Args:
        by_house: Numbers of the actions, counted from 0, that the house has done for an absent player; the seat has not
            seen its own among these.
    """
    tale = _Tale(Voice(seat, names, style))
    start, steps = _since(deal, actions, seat, by_house)
    if not any(_plays(step, seat) and at not in by_house for at, step in enumerate(steps, start=start)):
        tale.open(steps[0][0] if steps else deal)
    for at, step in enumerate(steps, start=start):
        tale.tell(step, step_events(*step), by_house=at in by_house)
    return tale.line()


def happened_lately(deal: Deal, actions: Sequence[Action], names: Sequence[str], style: Style, *, room: int) -> str:
    """Say in one line for everybody what has happened lately at an honour table, besides plays and declarations.

    These are claims and their results since the last complete trick was led, and draws since it was taken.

    Args:
        room: Most characters; the latest clauses are kept.
    """
    if deal.honour is None:
        return ""
    steps = steps_from(deal.base, actions, max(0, len(actions) - LAST_STEPS))
    done = len(steps[-1][2].tricks) if steps else 0
    tale = _Tale(Voice(None, names, style))
    for step in steps:
        if len(step[0].tricks) >= done - 1:
            tale.tell_honour(step, step_events(*step), drawn=len(step[0].tricks) == done)
    return tale.latest(room)


def drawn_lately(deal: Deal, actions: Sequence[Action], seat: int) -> Card:
    """Return the card that a seat has drawn since it last played, or ``NO_CARD``; for this seat alone."""
    drawn, steps = NO_CARD, _since(deal, actions, seat)[1]
    last = next((at for at in reversed(range(len(steps))) if _plays(steps[at], seat)), 0)
    for step in steps[last:]:
        for event in step_events(*step):
            if isinstance(event, CardDrawn) and event.seat == seat and event.audience in (None, seat):
                drawn = event.card
    return drawn


def _is_play(step: Step) -> bool:
    """Tell whether a card was played; a card taken back, at an honour table, was not."""
    _, action, after = step
    return action.verb is Verb.PLAY and not after.hold[action.seat] >> action.cards[0] & 1


def _plays(step: Step, seat: int) -> bool:
    return step[1].seat == seat and _is_play(step)


def _since(
    deal: Deal, actions: Sequence[Action], seat: int, by_house: Collection[int] = ()
) -> tuple[int, Sequence[Step]]:
    """Return the number of the first step of the trick in which the seat last played, and every step from it on.

    If the seat has not played yet, these are all steps. A play by the house for the seat does not count.
    """
    first, steps = last_steps(deal.base, actions)
    began = _began(steps, first, seat, by_house)
    if began is None and first:
        first, steps = 0, steps_from(deal.base, actions, 0)
        began = _began(steps, first, seat, by_house)
    began = 0 if began is None else began
    return began, steps[began - first :]


def _began(steps: Sequence[Step], first: int, seat: int, by_house: Collection[int]) -> int | None:
    """Return the number of the first step of the trick in which a seat last played; None if it is not there."""
    played = False
    for at in range(len(steps) - 1, -1, -1):
        played = played or (_plays(steps[at], seat) and at + first not in by_house)
        if played and _is_play(steps[at]) and not steps[at][0].trick:
            return at + first
    return None


class _Play(NamedTuple):
    """A card that was played."""

    seat: int
    card: Card
    by_house: bool = False
    """Whether the house has played it for an absent player."""


_COUNTED = (CombinationDeclared, SevenExchanged, SevenShown, CarteBlancheShown)
"""Events that are told together with the points that they bring."""


def _pays(event: Event) -> bool:
    """Tell whether an event is told together with its forfeits; a challenge is not, but its taking back is."""
    if isinstance(event, told.Claimed):
        return event.kind is not Irregularity.WRONG_DECLARATION
    return isinstance(event, (told.DeclarationTakenBack, told.EightBrought))


class _Tale:
    """A collector of clauses, told to one seat or to everybody."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._pictured = voice.style.picture is not None
        self._clauses: list[str] = []
        self._plays: list[_Play] = []
        self._drew: list[int] = []
        """Seats that have drawn since the last clause, at an honour table."""

    def open(self, dealt: Deal) -> None:
        """Begin with the dealer, and the points that the turn-up has brought."""
        dealer = dealt.base.dealer
        of = self._voice.of
        self._clauses.append(of(dealer, mark("you dealt"), mark("{name} dealt")))
        self._clauses += [self._marked(each, spoken(each.points, dealt.law.rules)) for each in dealt.score.marks]

    def tell(self, step: Step, events: Sequence[Event], *, by_house: bool = False) -> None:
        """Add a step, with whether the house has done it for an absent player."""
        before, action, after = step
        if _is_play(step):
            self._plays.append(_Play(action.seat, action.cards[0], by_house))
        if len(after.tricks) > len(before.tricks):  # after a stop at the target, with a claim
            self._add(self._trick(after.tricks[-1]))
            self._plays.clear()
        marks = [each.mark for each in events if isinstance(each, PointsMarked)]
        for event in events:
            if is_public_draw(event, after, self._voice.seat):
                assert isinstance(event, CardDrawn)
                self._drew.append(event.seat)
                continue
            if event.audience not in (None, self._voice.seat) or not (words := self._event(event, after)):
                continue
            if isinstance(event, _COUNTED) and marks:
                words = f"{words}, {spoken(sum(each.points for each in marks), after.law.rules)}"
                marks = []
            self._add(words)
            if _pays(event):
                marks = self._with_forfeits(marks, after)
        for each in marks:
            self._add(self._marked(each, spoken(each.points, after.law.rules)))

    def tell_honour(self, step: Step, events: Sequence[Event], *, drawn: bool) -> None:
        """Add only what is told at honour tables alone; ``drawn``: also the seats that have drawn."""
        marks = [each.mark for each in events if isinstance(each, PointsMarked) and is_forfeit(each.mark)]
        for event in events:
            if drawn and is_public_draw(event, step[2], None) and isinstance(event, CardDrawn):
                self._drew.append(event.seat)
                continue
            if event.audience is not None:
                continue
            open_draw = drawn and isinstance(event, CardDrawn)
            words = self._event(event, step[2]) if open_draw else honour_clause(event, step[2], self._voice)
            if words:
                self._add(words)
                if _pays(event):
                    marks = self._with_forfeits(marks, step[2])

    def _with_forfeits(self, marks: list[Mark], after: Deal) -> list[Mark]:
        """Add to the last clause the points that a claim or judgement has brought and cost; return the other marks."""
        paid = [each for each in marks if is_forfeit(each)]
        if paid:
            sums: Counter[int] = Counter()
            for each in paid:
                sums[each.seat] += each.points
            said = (off_or_for(seat, spoken(sums[seat], after.law.rules), self._voice) for seat in sums)
            self._clauses[-1] = tr("{claim} ({points})", claim=self._clauses[-1], points=", ".join(said))
        return [each for each in marks if each not in paid]

    def _add(self, clause: str) -> None:
        self._flush()
        self._clauses += [clause] if clause else []

    def _flush(self) -> None:
        if self._drew:
            self._clauses.append(drew(self._drew, self._voice))
            self._drew.clear()

    def line(self) -> str:
        """Return the whole line with a capital; if there are too many clauses, only the latest."""
        self._flush()
        clauses = self._clauses + [self._played(play) for play in self._plays if self._is_told(play)]
        if len(clauses) > _MOST:
            clauses = ["…", *clauses[-_MOST:]]
        return capital(_BETWEEN.join(clauses))

    def latest(self, room: int) -> str:
        """Return the latest clauses that fit into a number of characters."""
        self._flush()
        for first in range(len(self._clauses)):
            text = capital(_BETWEEN.join(["…"] * bool(first) + self._clauses[first:]))
            if len(text) <= room:
                return text
        return ""

    def _marked(self, each: Mark, points: int) -> str:
        """Tell points that no declaration has brought: a seven played, the last trick, brisques."""
        reason = mark_reason(each.reason)
        if points < 0:
            return pair(off_or_for(each.seat, points, self._voice), reason)
        return self._voice.of(
            each.seat,
            mark("{points} for you: {reason}"),
            mark("{points} for {name}: {reason}"),
            points=points,
            reason=reason,
        )

    def _is_told(self, play: _Play) -> bool:
        """Tell whether a play is told: beside a picture only what the house has played for the hearer."""
        return not self._pictured or (play.by_house and play.seat == self._voice.seat)

    def _played(self, play: _Play) -> str:
        shown = self._voice.card(play.card)
        if play.by_house and play.seat == self._voice.seat:
            return tr("the house played {card} for you", card=shown)
        return self._voice.of(play.seat, mark("you played {card}"), mark("{name} played {card}"), card=shown)

    def _trick(self, trick: Trick) -> str:
        """Tell a complete trick: the cards that lost it, its winner, and the winning card."""
        lost = [self._played(play) for play in self._plays if play.seat != trick.winner and self._is_told(play)]
        best = next((play for play in self._plays if play.seat == trick.winner), _Play(trick.winner, NO_CARD))
        shown = self._voice.card(best.card)
        if best.by_house and best.seat == self._voice.seat:
            won = tr("the house won with {card} for you", card=shown)
        else:
            won = self._voice.of(trick.winner, mark("you won with {card}"), mark("{name} won with {card}"), card=shown)
        if self._pictured:
            return " · ".join([*lost, *([won] if self._is_told(best) else [])])
        return tr("{plays} and {won}", plays=", ".join(lost), won=won)

    def _event(self, event: Event, after: Deal) -> str:
        match event:
            case CombinationDeclared():
                return self._declared(event)
            case CombinationAnnounced():
                what = f"{combination_title(event.name).lower()} {self._voice.cards(event.cards)}"
                return self._voice.of(
                    event.seat, mark("you announced {what}"), mark("{name} announced {what}"), what=what
                )
            case SevenExchanged():
                seven, taken = self._voice.card(event.seven), self._voice.card(event.taken)
                return self._voice.of(
                    event.seat,
                    mark("you exchanged {seven} for {card}"),
                    mark("{name} exchanged {seven} for {card}"),
                    seven=seven,
                    card=taken,
                )
            case SevenShown() | CarteBlancheShown():
                shown = (
                    self._voice.card(event.card)
                    if isinstance(event, SevenShown)
                    else f"{mark_reason('carte-blanche')} {self._voice.cards(event.cards)}"
                )
                return self._voice.of(event.seat, mark("you showed {card}"), mark("{name} showed {card}"), card=shown)
            case CardDrawn(card=card, seat=seat) if card != NO_CARD:
                if self._pictured and seat == self._voice.seat:
                    return ""
                drawn = self._voice.card(card)
                return self._voice.of(event.seat, mark("you drew {card}"), mark("{name} drew {card}"), card=drawn)
            case TrumpsMade():
                return tr("trumps are {suit}", suit=suit_sign(event.suit))
            case StockGone():
                return tr("{tricks} begin", tricks=last_tricks(after.law))
        return honour_clause(event, after, self._voice)

    def _declared(self, event: CombinationDeclared) -> str:
        cards = "" if self._pictured else f" {self._voice.cards(event.cards)}"
        what = f"{combination_title(event.name).lower()}{cards}"
        return self._voice.of(event.seat, mark("you declared {what}"), mark("{name} declared {what}"), what=what)
