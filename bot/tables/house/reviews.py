"""Reviews of games that are over: the costliest decisions of one seat, each found again in the game."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import field
from itertools import pairwise
from typing import NamedTuple

from bot.coach.lookback import Lookback, lookback_of
from bot.coach.review import USUAL, Charge, Done, SampleGroups
from bot.coach.samples import same_in_kind
from bot.coach.themes import kind_at
from bot.engine import Action, Deal, Phase, Verb, View, observe_deal, parse_action
from bot.house.chance import Purpose, seed_for
from bot.lazy import dataclass
from bot.tables.values.parts import Blunder, Cost, Review, Status
from bot.tables.values.record import history_of
from bot.tables.values.table import Table

from .pool import ThinkingFailedError
from .thinking import Thinking

SAMPLE_GROUPS: SampleGroups = USUAL
"""The effort spent on measuring each decision; it does not depend on time."""
COUNT = 3
"""Number of decisions that a review names, the costliest."""


def can_review(table: Table, user_id: int) -> bool:
    """Tell whether a user may review a table's game: it is finished, and they played in it.

    Acts at an honour table cannot be compared with those of the house, which never acts irregularly.
    """
    finished = table.status is Status.FINISHED and bool(table.game.deals)
    return finished and not table.is_honour and table.seat_of(user_id) is not None


def review_of(table: Table, user_id: int) -> Review | None:
    """Return the review of a table's game from a user's seat, or None if there is none."""
    seat = table.seat_of(user_id)
    return next((each for each in table.reviews if each.seat == seat), None)


def look_over(table: Table, user_id: int) -> Lookback:
    """Return the counts of a finished game from a user's seat, which take some ten milliseconds a deal."""
    seat = table.seat_of(user_id)
    assert seat is not None  # the caller has checked
    deals = [
        [(each.action, each.deal) for each in history_of(table, number)] for number in range(len(table.game.deals))
    ]
    return lookback_of(deals, seat, frozenset(table.stood_in))


class _Choice(NamedTuple):
    at: int
    """Number of actions before it."""
    deal: int
    trick: int
    view: View
    action: Action


def _choices(table: Table, seat: int) -> list[_Choice]:
    """Return every real choice of a seat in a game that is over, with the seat's view at that moment.

    Acts that the house did for an absent member are left out.
    """
    found = []
    stood_in = frozenset(table.stood_in)
    at = 0
    for number in range(len(table.game.deals)):
        for before, after in pairwise(history_of(table, number)):
            deal, action = before.deal, after.action
            index, at = at, at + 1
            if action is None or deal.turn != seat or action.seat != seat or index in stood_in:
                continue
            if action.verb in (Verb.RESIGN, Verb.TIMEOUT):
                continue
            view = observe_deal(deal, seat)
            if len(view.offered) > 1:
                trick = len(deal.tricks) + (deal.phase is Phase.PLAY)
                found.append(_Choice(index, number, trick, view, action))
    return found


def _followed(table: Table, choice: _Choice) -> bool:
    """Tell whether a player did what a hint had named."""
    return any(
        given.at == choice.at
        and given.seat == choice.action.seat
        and same_in_kind(choice.view, parse_action(given.action), choice.action)
        for given in table.given
    )


class LookingBack:
    """A review in progress, of a game from one seat: the decisions measured, and those still to be measured."""

    def __init__(self, table: Table, seat: int) -> None:
        """Find the decisions to measure, which takes some ten milliseconds a deal."""
        self.table_id, self.seat, self.server = table.id, seat, table.guild_id
        choices = _choices(table, seat)
        self._decisions = len(choices)
        self._to_do = deque(choice for choice in choices if not _followed(table, choice))
        self._many = len(self._to_do)
        self._worst: list[Blunder] = []
        self._costs: list[Cost] = []
        self._failed = 0

    def next(self) -> Done | None:
        """Return the decision to measure next, or None if all have been measured."""
        if not self._to_do:
            return None
        choice = self._to_do[0]
        one, two, three = (seed_for(self.table_id, choice.at, self.seat, each) for each in _PURPOSES)
        return Done(choice.view, choice.action, (one, two, three))

    def charged(self, charge: Charge | None) -> None:
        """Note the charge for the decision that was next, or None for no charge."""
        choice = self._to_do.popleft()
        if charge is not None:
            self._worst.append(_blunder(choice, charge))
            self._costs.append(_in_short(choice, charge))

    def pass_over(self) -> None:
        """Leave the decision that was next unmeasured, because no answer came."""
        self._to_do.popleft()
        self._failed += 1

    @property
    def part(self) -> float:
        """The part that is done, from 0 to 1."""
        return 1.0 - len(self._to_do) / max(1, self._many)

    @property
    def review(self) -> Review:
        """The review as far as it is done."""
        worst = sorted(self._worst, key=lambda each: each.points, reverse=True)[:COUNT]
        measured = self._decisions - self._failed
        return Review(tuple(worst), self._decisions, measured, self.seat, tuple(self._costs))


def to_look_back(table: Table) -> list[int]:
    """Return the seats of people whose review of a finished game has not been made yet."""
    people = [user for user in table.users if user > 0 and can_review(table, user) and review_of(table, user) is None]
    return [seat for user in people if (seat := table.seat_of(user)) is not None]


async def review_game(looking: LookingBack, thinking: Thinking, progress: Callable[[float], Awaitable[None]]) -> Review:
    """Finish a review, one decision at a time, so that other tables get their turns; tell `progress` the part done."""
    while (done := looking.next()) is not None:
        try:
            looking.charged(await thinking.look_back(done, SAMPLE_GROUPS, server=looking.server))
        except ThinkingFailedError:
            looking.pass_over()
        await progress(looking.part)
    return looking.review


_PURPOSES = (Purpose.GLANCE, Purpose.REVIEW, Purpose.CONFIRM)


def _blunder(choice: _Choice, charge: Charge) -> Blunder:
    said, points, error = charge.reason, round(charge.points, 1), round(charge.error, 1)
    done, better = choice.action.text, charge.better.text
    return Blunder(choice.deal, choice.trick, done, better, points, error, said.theme.value, *said[1:])


def _in_short(choice: _Choice, charge: Charge) -> Cost:
    view = choice.view
    kind = kind_at(view.phase, view.trick, view.stock)
    return Cost(choice.deal, kind.value, charge.reason.theme.value, round(charge.points - charge.game, 1))


@dataclass(frozen=True, slots=True)
class Charged:
    """A decision that a review charges."""

    at: int
    """Number of actions in the game before it."""
    blunder: Blunder
    dealt: Deal = field(repr=False)
    """The cards as dealt, including hidden ones; used to work out what had happened, never shown."""
    before: tuple[Action, ...]
    """The earlier actions of the deal."""
    view: View


def charged(table: Table, review: Review) -> tuple[Charged, ...]:
    """Return the decisions that a review charges, the costliest first, without those no longer in the game."""
    found = (_found_again(table, review.seat, blunder) for blunder in review.worst)
    return tuple(each for each in found if each is not None)


def _found_again(table: Table, seat: int, blunder: Blunder) -> Charged | None:
    """Find the moment of a decision; deal, trick and action identify it, as no action occurs twice in a trick."""
    first = sum(row.deal < blunder.deal for row in table.actions)
    history = history_of(table, blunder.deal)
    for at, (before, after) in enumerate(pairwise(history)):
        deal = before.deal
        if after.action is None or after.action.text != blunder.done or deal.turn != seat:
            continue
        if len(deal.tricks) + (deal.phase is Phase.PLAY) != blunder.trick:
            continue
        done = tuple(moment.action for moment in history[1 : at + 1] if moment.action is not None)
        return Charged(first + at, blunder, history[0].deal, done, observe_deal(deal, seat))
    return None
