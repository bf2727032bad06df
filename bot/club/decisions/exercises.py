"""Which exercise comes next, how an exercise from somebody's own game is called, and how a row of them counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from bot.club.values.exercises import Progress, Source
from bot.coach.kinds import Outline
from bot.engine import Rules
from db.rows import TryRow

_OWN: Final = re.compile(r"g([1-9][0-9]{0,17})\.([0-9]{1,6})")


def own_name(table_id: int, at: int) -> str:
    """Return what an exercise from a member's own game is called.

    Args:
        table_id: The table.
        at: How many actions of the game came before.
    """
    return f"g{table_id}.{at}"


def read_own(name: str) -> tuple[int, int] | None:
    """Read such a name: the table, and how many actions came before; None where it is another's."""
    match = _OWN.fullmatch(name)
    return None if match is None else (int(match[1]), int(match[2]))


def progress_of(tries: Sequence[TryRow]) -> Progress:
    """Return what somebody's first answers, the oldest first, come to."""
    streak = longest = 0
    for each in tries:
        streak = streak + 1 if each.found else 0
        longest = max(longest, streak)
    return Progress({each.exercise: each.found for each in tries}, streak, longest)


def own_tried(progress: Progress, table_id: int) -> int:
    """Return how many exercises from a game of their own somebody has answered."""
    return sum(1 for name in progress.tried if (read_own(name) or (0, 0))[0] == table_id)


def after_own(names: Sequence[str], tried: Mapping[str, bool], after: str) -> str | None:
    """Return the next exercise from games of one's own that is not answered yet, or None.

    Args:
        names: All that are there, in their order.
        tried: Those that are answered.
        after: The one at which somebody is now, or nothing; what stands before it has been passed over.
    """
    rest = names[names.index(after) + 1 :] if after in names else names
    return next((name for name in rest if name not in tried), None)


def next_position(
    outlines: Iterable[Outline], progress: Progress, user_id: int, usual: tuple[str, Rules], source: Source, after: str
) -> str | None:
    """Return which of the project's positions comes next for somebody, or None where there is none at all.

    First what they have not answered, by the rules and for the number of players that they are used to; then what they
    did not find, then all anew, the longest ago first. The order is each member's own.

    Args:
        outlines: What there is.
        progress: What they have answered.
        user_id: Who.
        usual: The rule book and the rules that they are used to.
        source: From where it is wanted.
        after: The exercise at which they are now, or nothing.
    """
    preset, rules = usual
    times = {name: at for at, name in enumerate(progress.tried)}

    def order(each: Outline) -> tuple[int, int, bool, bool, str]:
        tried = progress.tried.get(each.id)
        answered = 0 if tried is None else 1 + tried
        like = (each.players, each.partners) == (rules.players, rules.partners)
        own = sha256(f"{user_id}:{each.id}".encode()).hexdigest()
        return answered, times.get(each.id, 0), each.preset != preset, not like, own

    wanted = sorted((each for each in outlines if source is Source.ANY or each.preset == source.value), key=order)
    new = [each.id for each in wanted if each.id not in progress.tried]
    names = new or [each.id for each in wanted]
    at = names.index(after) + 1 if after in names else 0
    return next(iter([*names[at:], *names[:at]]), None)
