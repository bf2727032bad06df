"""Exercises as values, and decisions about them: the next one, names of those from own games, and progress."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple

from bot.coach.skills import Skill, lost_by_skill, skill_of
from bot.coach.themes import Outline
from bot.engine import Rules
from bot.tables.values.parts import Review
from db.exercises import TryRow


class Source(StrEnum):
    """A source of exercises."""

    ANY = "any"
    """Own games first, then the project's own."""
    OWN = "own"
    MODERN = "modern"
    BRITANNICA = "britannica"
    ENQUIRE = "enquire"
    PARLOUR = "parlour"


class Progress(NamedTuple):
    """A member's answers so far; only the first answer to an exercise counts."""

    tried: Mapping[str, bool]
    """Whether the first answer was right, by exercise, in the order of the answers."""
    streak: int
    """Number of latest exercises in a row whose first answer was right."""
    longest: int
    """The longest such streak."""

    @property
    def found(self) -> int:
        """The number of exercises whose first answer was right."""
        return sum(self.tried.values())


_OWN: Final = re.compile(r"g([1-9][0-9]{0,17})\.([0-9]{1,6})")


def own_name(table_id: int, at: int) -> str:
    """Return the name of an exercise from a member's own game.

    Args:
        at: The number of actions of the game before it.
    """
    return f"g{table_id}.{at}"


def read_own(name: str) -> tuple[int, int] | None:
    """Read a name made by :func:`own_name`: the table, and the number of actions before; None for other names."""
    match = _OWN.fullmatch(name)
    return None if match is None else (int(match[1]), int(match[2]))


def progress_of(tries: Sequence[TryRow]) -> Progress:
    """Return a member's progress from their first answers, the oldest first."""
    streak = longest = 0
    for each in tries:
        streak = streak + 1 if each.found else 0
        longest = max(longest, streak)
    return Progress({each.exercise: each.found for each in tries}, streak, longest)


def own_tried(progress: Progress, table_id: int) -> int:
    """Return the number of exercises from one of their own games that a member has answered."""
    return sum(1 for name in progress.tried if (read_own(name) or (0, 0))[0] == table_id)


def after_own(names: Sequence[str], tried: Mapping[str, bool], after: str) -> str | None:
    """Return the next exercise from a member's own games that is not answered yet, or None.

    Args:
        names: All such exercises, in order.
        after: The member's present exercise, or empty; those before it were skipped.
    """
    rest = names[names.index(after) + 1 :] if after in names else names
    return next((name for name in rest if name not in tried), None)


class Lately(NamedTuple):
    """What the reviews of a member's latest games charge."""

    lost: Mapping[Skill, float]
    """Points, by skill."""
    games: int
    """Number of those games."""


def lately_of(reviews: Iterable[Review]) -> Lately:
    """Return what reviews of a member's games charge; those without a decision are left out."""
    told = [each for each in reviews if each.decisions]
    return Lately(lost_by_skill((cost.skill, cost.points) for each in told for cost in each.costs), len(told))


def found_by_skill(outlines: Iterable[Outline], progress: Progress) -> Mapping[Skill, tuple[int, int]]:
    """Return by skill how many of the project's positions a member found at the first try, and how many they tried."""
    found: dict[Skill, tuple[int, int]] = {}
    for each in outlines:
        right, skill = progress.tried.get(each.id), skill_of(each.kind, each.theme)
        if right is not None and skill is not None:
            before = found.get(skill, (0, 0))
            found[skill] = before[0] + right, before[1] + 1
    return found


def next_position(
    outlines: Iterable[Outline],
    progress: Progress,
    user_id: int,
    usual: tuple[str, Rules],
    source: Source,
    after: str,
    to_train: Sequence[Skill] = (),
) -> str | None:
    """Return the next of the project's positions for a member, or None where there is none at all.

    Unanswered positions come first, beginning with the rule book and number of players that the member is used to, and
    of those with the skill that costs the member most. When all are answered, those with a wrong first answer come
    again, then the others, the longest ago first. A fixed order of each member's own breaks ties.

    Args:
        progress: The member's answers.
        usual: The rule book and the rules that they are used to.
        source: The source from which they want positions.
        after: The member's present exercise, or empty.
        to_train: The skills that cost the member points, the costliest first.
    """
    preset, rules = usual
    ranks = {skill: at for at, skill in enumerate(to_train)}
    times = {name: at for at, name in enumerate(progress.tried)}

    def order(each: Outline) -> tuple[int, int, bool, bool, int, str]:
        tried = progress.tried.get(each.id)
        answered = 0 if tried is None else 1 + tried
        like = (each.players, each.partners) == (rules.players, rules.partners)
        own = sha256(f"{user_id}:{each.id}".encode()).hexdigest()
        skill = skill_of(each.kind, each.theme)
        rank = len(ranks) if skill is None else ranks.get(skill, len(ranks))
        return answered, times.get(each.id, 0), each.preset != preset, not like, rank, own

    wanted = sorted((each for each in outlines if source is Source.ANY or each.preset == source.value), key=order)
    new = [each.id for each in wanted if each.id not in progress.tried]
    names = new or [each.id for each in wanted]
    at = names.index(after) + 1 if after in names else 0
    return next(iter([*names[at:], *names[:at]]), None)
