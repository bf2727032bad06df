"""Looking back at a practice game: which decisions of the one person cost most."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Phase, Verb, View, observe_deal
from bot.house.levels import Level
from bot.house.review import loss_of
from bot.house.worker import Weighed, weigh
from bot.tables.values.acting import at_honour_table
from bot.tables.values.moments import moments
from bot.tables.values.parts import Blunder, Review, Status
from bot.tables.values.table import Table

from .thinking import Thinking

REVIEW_SECONDS = 18.0
"""The review is shown after so long, whatever has been looked at by then."""
_CLOSELY: Final = 30
"""So many decisions, those that look worst at a glance, are looked at closely."""
COUNT: Final = 3


def can_review(table: Table, user_id: int) -> bool:
    """Tell whether a table's game may be looked back at by a user: a practice game of theirs that is over.

    What was done at an honour table cannot be compared with what the house would do, which errs in nothing.
    """
    finished = table.status is Status.FINISHED and bool(table.game.deals)
    return finished and table.practice and not at_honour_table(table) and table.seat_of(user_id) is not None


class _Choice(NamedTuple):
    deal: int
    trick: int
    view: View
    action: Action


def _choices(table: Table, seat: int) -> list[_Choice]:
    """Return every real choice that a seat had in a game that is over, with what it saw."""
    found = []
    for number in range(len(table.game.deals)):
        for before, after in pairwise(moments(table, number)):
            deal, action = before.deal, after.action
            if action is None or deal.turn != seat or action.seat != seat:
                continue
            if action.verb in (Verb.RESIGN, Verb.TIMEOUT):
                continue
            view = observe_deal(deal, seat)
            if len(view.offered) > 1:
                trick = len(deal.tricks) + (deal.phase is Phase.PLAY)
                found.append(_Choice(number, trick, view, action))
    return found


def _at_a_glance(table: Table, seat: int, seed: int) -> tuple[int, list[_Choice]]:
    """Return how many choices there were, and those that look worst, the worst first; takes about a second."""
    losses = []
    choices = _choices(table, seat)
    for choice in choices:
        better = weigh(Level.REGULAR, choice.view, seed).decision
        losses.append(loss_of(choice.view, choice.action, better) or 0.0)
        time.sleep(0)  # whoever answers people goes first
    order = sorted(range(len(choices)), key=lambda at: losses[at], reverse=True)
    return len(choices), [choices[at] for at in order[:_CLOSELY]]


async def review_game(
    table: Table, user_id: int, thinking: Thinking, seed: int, progress: Callable[[float], Awaitable[None]]
) -> Review:
    """Look back at a practice game.

    Args:
        table: The table, at which the game is over.
        user_id: Whose decisions; only what they could see is looked at.
        thinking: Where the strong player thinks; one decision at a time, so that other tables get their turns.
        seed: The source of chance.
        progress: Told now and then how much is done, from 0 to 1.
    """
    seat = table.seat_of(user_id)
    assert seat is not None  # the caller has looked
    loop = asyncio.get_running_loop()
    until = loop.time() + REVIEW_SECONDS
    decisions, closely = await asyncio.to_thread(_at_a_glance, table, seat, seed)
    rng = Random(seed)  # noqa: S311 - play, not secrets
    worst: list[Blunder] = []
    looked = 0
    for choice in closely:
        if loop.time() >= until:
            break
        better = await thinking.weigh(Level.STRONG, choice.view, rng.randrange(2**32), why=True, server=table.guild_id)
        looked += 1
        worst += _blunder(choice, better)
        await progress(looked / len(closely))
    worst.sort(key=lambda each: each.points, reverse=True)
    return Review(tuple(worst[:COUNT]), decisions, looked)


def _blunder(choice: _Choice, weighed: Weighed) -> list[Blunder]:
    loss = loss_of(choice.view, choice.action, weighed.decision)
    if loss is None or round(loss) < 1:
        return []
    said = weighed.explanation
    return [
        Blunder(
            choice.deal,
            choice.trick,
            choice.action.text,
            weighed.decision.action.text,
            round(loss, 1),
            said.theme.value if said is not None else "",
            said.name if said is not None else "",
        )
    ]
