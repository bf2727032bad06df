"""Looking back at a game that is over, from one seat: which decisions cost most."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import NamedTuple

from bot.coach.lookback import Lookback, looked_over
from bot.coach.review import USUAL, Charge, Done, Pains
from bot.coach.samples import same_in_kind
from bot.engine import Action, Phase, Verb, View, observe_deal, parse_action
from bot.house.chance import Purpose, seed_for
from bot.tables.values.acting import at_honour_table
from bot.tables.values.moments import moments
from bot.tables.values.parts import Blunder, Review, Status
from bot.tables.values.table import Table

from .pool import ThinkingFailedError
from .thinking import Thinking

PAINS: Pains = USUAL
"""What is measured of each decision. No clock changes it."""
COUNT = 3
"""So many decisions are told, the costliest."""


def can_review(table: Table, user_id: int) -> bool:
    """Tell whether a table's game may be looked back at by a user: one of theirs that is over, from their own seat.

    What was done at an honour table cannot be compared with what the house would do, which errs in nothing.
    """
    finished = table.status is Status.FINISHED and bool(table.game.deals)
    return finished and not at_honour_table(table) and table.seat_of(user_id) is not None


def review_of(table: Table, user_id: int) -> Review | None:
    """Return what came of a user's looking back, if they have."""
    seat = table.seat_of(user_id)
    return next((each for each in table.reviews if each.seat == seat), None)


def look_over(table: Table, user_id: int) -> Lookback:
    """Return what can be counted of a game that a user may look back at, from their seat; some ten milliseconds a deal.

    Raises:
        Refused: Not every deal is over.
    """
    seat = table.seat_of(user_id)
    assert seat is not None  # the caller has looked
    deals = [[(each.action, each.deal) for each in moments(table, number)] for number in range(len(table.game.deals))]
    return looked_over(deals, seat, frozenset(table.stood_in))


class _Choice(NamedTuple):
    at: int
    """How many actions came before."""
    deal: int
    trick: int
    view: View
    action: Action


def _choices(table: Table, seat: int) -> list[_Choice]:
    """Return every real choice that somebody at a seat had in a game that is over, with what could be seen.

    What the house did for an absent member is not theirs.
    """
    found = []
    stood_in = frozenset(table.stood_in)
    at = 0
    for number in range(len(table.game.deals)):
        for before, after in pairwise(moments(table, number)):
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
    """Tell whether somebody did what a hint had named."""
    return any(
        given.at == choice.at
        and given.seat == choice.action.seat
        and same_in_kind(choice.view, parse_action(given.action), choice.action)
        for given in table.given
    )


class LookingBack:
    """A game that is being looked back at from one seat: what of it has been measured, and what is still to be."""

    def __init__(self, table: Table, seat: int) -> None:
        """Find the decisions that are to be measured; some ten milliseconds a deal."""
        self.table_id, self.seat, self.server = table.id, seat, table.guild_id
        choices = _choices(table, seat)
        self._decisions = len(choices)
        self._to_do = deque(choice for choice in choices if not _followed(table, choice))
        self._many = len(self._to_do)
        self._charged: list[Blunder] = []
        self._failed = 0

    def next(self) -> Done | None:
        """Return the decision that is to be measured next, or None where all have been."""
        if not self._to_do:
            return None
        choice = self._to_do[0]
        one, two, three = (seed_for(self.table_id, choice.at, self.seat, each) for each in _PURPOSES)
        return Done(choice.view, choice.action, (one, two, three))

    def note(self, charge: Charge | None) -> None:
        """Note what came of the decision that was next."""
        choice = self._to_do.popleft()
        if charge is not None:
            self._charged.append(_blunder(choice, charge))

    def pass_over(self) -> None:
        """Leave the decision that was next unmeasured, as no answer came."""
        self._to_do.popleft()
        self._failed += 1

    @property
    def part(self) -> float:
        """How much is done, from 0 to 1."""
        return 1.0 - len(self._to_do) / max(1, self._many)

    @property
    def review(self) -> Review:
        """What has come of it so far."""
        worst = sorted(self._charged, key=lambda each: each.points, reverse=True)
        return Review(tuple(worst[:COUNT]), self._decisions, self._decisions - self._failed, self.seat)


def to_look_back(table: Table) -> list[int]:
    """Return the seats of people from which a game that is over has not been looked back at yet."""
    people = [user for user in table.users if user > 0 and can_review(table, user) and review_of(table, user) is None]
    return [seat for user in people if (seat := table.seat_of(user)) is not None]


async def review_game(looking: LookingBack, thinking: Thinking, progress: Callable[[float], Awaitable[None]]) -> Review:
    """Look back at a game from where that stands.

    Args:
        looking: What has been measured of it.
        thinking: Where the strong player thinks; one decision at a time, so that other tables get their turns.
        progress: Told now and then how much is done, from 0 to 1.
    """
    while (done := looking.next()) is not None:
        try:
            looking.note(await thinking.look_back(done, PAINS, server=looking.server))
        except ThinkingFailedError:
            looking.pass_over()
        await progress(looking.part)
    return looking.review


_PURPOSES = (Purpose.GLANCE, Purpose.REVIEW, Purpose.CONFIRM)


def _blunder(choice: _Choice, charge: Charge) -> Blunder:
    said = charge.reason
    return Blunder(
        choice.deal,
        choice.trick,
        choice.action.text,
        charge.better.text,
        round(charge.points, 1),
        round(charge.error, 1),
        said.theme.value,
        said.name,
        said.points,
        said.unseen,
        said.of,
    )
