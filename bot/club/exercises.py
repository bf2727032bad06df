"""Exercises for members, from their own reviewed games and from the project's own positions.

An exercise is a moment of a game at which a member looks for the best move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from bot.club.standings.rating import Strength, rated_anew
from bot.coach.positions import (
    RIGHT,
    Asked,
    Outline,
    Position,
    Verdict,
    hardness,
    outlines,
    position,
    stored_verdict,
    verdict,
)
from bot.coach.samples import Measured, same_in_kind
from bot.coach.themes import Kind, Reason, Skill, kind_at, lost_by_skill, most_first, skill_of
from bot.engine import Action, Deal, Rules, View, observe_deal
from bot.house.chance import Purpose, seed_for
from bot.lazy import dataclass
from bot.tables import Refused, Table, Tables, Why
from bot.tables.house.reviews import Charged, can_review, charged, review_of
from bot.tables.values.parts import Review
from bot.tables.values.rule_sets import Choice
from bot.tables.values.stored import reviews_in
from db import Reader, Store, Transaction
from db.exercises import ExerciseRatingRow, TryRow
from db.ratings import NEWCOMER_MU, NEWCOMER_SIGMA

LATELY: Final = 5
"""Number of a member's reviewed games, the newest, that tell what they should train."""
GAMES: Final = 50
"""Number of a member's reviewed games, the newest, from which exercises are taken."""


@dataclass(frozen=True, slots=True)
class Own:
    """The place in a member's own game from which an exercise comes."""

    table_id: int
    guild_id: int
    at: int
    """The number of actions of the game before it."""
    deal: int
    """From 0."""
    trick: int
    done: Action
    """The action that the member chose in the game."""
    cost: Measured
    """The measured cost of that action."""
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which the best action is to be found; only the view is shown of its cards."""

    name: str
    preset: str
    kind: Kind
    view: View
    best: Action
    names: tuple[str, ...]
    """The players' names by seat; empty: the names of house players are used."""
    dealt: Deal = field(repr=False)
    """The deal as dealt, with hidden cards: used to tell what had happened, never shown."""
    before: tuple[Action, ...]
    """The actions of the deal before the position."""
    position: Position | None = None
    own: Own | None = None

    def known(self, answer: Action) -> Verdict | None:
        """Return the verdict on an answer, or None where it has to be measured first or the action is impossible."""
        if self.position is not None:
            return stored_verdict(self.position, answer)
        assert self.own is not None
        if same_in_kind(self.view, answer, self.best):
            return RIGHT
        if same_in_kind(self.view, answer, self.own.done):
            return verdict(self.own.cost, self.own.reason)
        return None

    def asked(self, answer: Action) -> Asked:
        """Return what to measure for an answer; its seed is fixed, so the same answer always gets the same verdict."""
        assert self.own is not None
        seed = seed_for(self.own.table_id, self.own.at, self.view.turn, Purpose.EXERCISE)
        return Asked(self.view, self.best, answer, seed)

    @property
    def hardness(self) -> float:
        """How hard it looks, in units of strength."""
        gap = self.position.options[1].cost if self.position is not None else self.own.cost if self.own else None
        return 0.0 if gap is None else hardness(len(self.view.legal), gap.mean)

    @property
    def alternatives(self) -> tuple[tuple[Action, Verdict], ...]:
        """The other actions whose cost is known, each with its verdict, the cheapest first."""
        if self.position is not None:
            rest = self.position.options[1:]
            return tuple((each.action, verdict(each.cost, each.reason)) for each in rest)
        assert self.own is not None
        return ((self.own.done, verdict(self.own.cost, self.own.reason)),)


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
    strength: Strength = Strength()
    """The estimate of the member's strength at exercises."""

    @property
    def found(self) -> int:
        """The number of exercises whose first answer was right."""
        return sum(self.tried.values())


_OWN: Final = re.compile(r"g([1-9][0-9]{0,17})\.([0-9]{1,6})")


def own_name(table_id: int, at: int) -> str:
    """Return the name of an exercise from a member's own game, before which the game had `at` actions."""
    return f"g{table_id}.{at}"


def read_own(name: str) -> tuple[int, int] | None:
    """Read a name made by :func:`own_name`: the table, and the number of actions before; None for other names."""
    match = _OWN.fullmatch(name)
    return None if match is None else (int(match[1]), int(match[2]))


UNSURE: Final = NEWCOMER_SIGMA / 2
"""Standard deviation of an exercise's estimated hardness before anybody has answered it."""


def as_hard_as(hardness: float) -> Strength:
    """Return the estimate for an exercise that nobody has answered."""
    return Strength(NEWCOMER_MU + hardness, UNSURE)


@cache
def _starts() -> Mapping[str, Strength]:
    """Return the estimates of all of the project's exercises before anybody has answered them."""
    return {each.id: as_hard_as(each.hardness) for each in outlines()}


def start_of(name: str) -> Strength:
    """Return the estimate of an exercise before anybody has answered it; of an unknown one, that of a usual one."""
    return _starts().get(name, as_hard_as(0.0))


def met(member: Strength, exercise: Strength, *, found: bool) -> tuple[Strength, Strength]:
    """Return the estimates of a member and an exercise after a first answer: a game that one of the two has won."""
    ((one,), (other,)) = rated_anew([[member], [exercise]], (1, 2) if found else (2, 1))
    return one, other


def progress_of(tries: Sequence[TryRow]) -> Progress:
    """Return a member's progress from their first answers, the oldest first."""
    streak, longest, strength = 0, 0, Strength()
    for each in tries:
        streak = streak + 1 if each.found else 0
        longest = max(longest, streak)
        if each.mu is not None and each.sigma is not None:
            strength = Strength(each.mu, each.sigma)
        else:
            strength, _ = met(strength, start_of(each.exercise), found=each.found)
    return Progress({each.exercise: each.found for each in tries}, streak, longest, strength)


def own_tried(progress: Progress, table_id: int) -> int:
    """Return the number of exercises from one of their own games that a member has answered."""
    return sum(1 for name in progress.tried if (read_own(name) or (0, 0))[0] == table_id)


def after_own(names: Sequence[str], tried: Mapping[str, bool], after: str) -> str | None:
    """Return the next exercise of a member's own games that is not answered yet; those before `after` were skipped."""
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


async def lately_in(reader: Reader, user_id: int) -> Lately:
    """Return what the reviews of a member's latest games charge."""
    games = await reader.exercises.reviewed(user_id, LATELY)
    return lately_of(each for _, seat, stored in games for each in reviews_in(stored) if each.seat == seat)


def found_by_skill(outlines: Iterable[Outline], progress: Progress) -> Mapping[Skill, tuple[int, int]]:
    """Return by skill how many of the project's positions a member found at the first try, and how many they tried."""
    found: dict[Skill, tuple[int, int]] = {}
    for each in outlines:
        right, skill = progress.tried.get(each.id), skill_of(each.kind, each.theme)
        if right is not None and skill is not None:
            before = found.get(skill, (0, 0))
            found[skill] = before[0] + right, before[1] + 1
    return found


_NEAR: Final = 1.25
"""Difference in strength, fifty points, within which exercises are equally near to a member."""


def next_position(
    outlines: Iterable[Outline],
    progress: Progress,
    user_id: int,
    usual: tuple[str, Rules],
    source: Source,
    after: str,
    to_train: Sequence[Skill] = (),
    hard: Mapping[str, float] | None = None,
) -> str | None:
    """Return the next of the project's positions for a member, or None where there is none at all.

    Unanswered positions come first, beginning with the rule book and number of players that the member is used to, of
    those with the skill that costs the member most, and of those with a rating near the member's. When all are
    answered, those with a wrong first answer come again, then the others, the longest ago first. A fixed order of each
    member's own breaks ties.
    """
    known, own_mu = hard or {}, progress.strength.mu
    preset, rules = usual
    ranks = {skill: at for at, skill in enumerate(to_train)}
    times = {name: at for at, name in enumerate(progress.tried)}

    def order(each: Outline) -> tuple[int, int, bool, bool, int, int, str]:
        tried = progress.tried.get(each.id)
        answered = 0 if tried is None else 1 + tried
        like = (each.players, each.partners) == (rules.players, rules.partners)
        own = sha256(f"{user_id}:{each.id}".encode()).hexdigest()
        skill = skill_of(each.kind, each.theme)
        rank = len(ranks) if skill is None else ranks.get(skill, len(ranks))
        far = round(abs(known.get(each.id, NEWCOMER_MU + each.hardness) - own_mu) / _NEAR)
        return answered, times.get(each.id, 0), each.preset != preset, not like, rank, far, own

    wanted = sorted((each for each in outlines if source is Source.ANY or each.preset == source.value), key=order)
    new = [each.id for each in wanted if each.id not in progress.tried]
    names = new or [each.id for each in wanted]
    at = names.index(after) + 1 if after in names else 0
    return next(iter([*names[at:], *names[:at]]), None)


class Exercises:
    """Finds exercises, and stores members' answers."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def progress(self, user_id: int) -> Progress:
        return progress_of(await self._store.ask(lambda reader: reader.exercises.tries_of(user_id)))

    async def answered(self, user_id: int, name: str, *, found: bool, hardness: float = 0.0) -> Progress:
        """Store an answer, and return the member's progress; only the first answer to an exercise counts.

        It is a game between member and exercise, which changes the ratings of both; one of the member's own has no
        rating.
        """
        now, own = self._tables.now(), read_own(name) is not None

        async def store(tx: Transaction) -> Progress:
            await tx.in_turn("exercise", name)
            tries = await tx.exercises.tries_of(user_id)
            if any(each.exercise == name for each in tries):
                return progress_of(tries)
            rated = None if own else (await tx.exercises.ratings([name])).get(name)
            start = as_hard_as(hardness) if own else start_of(name)
            against = start if rated is None else Strength(rated.mu, rated.sigma)
            mine, theirs = met(progress_of(tries).strength, against, found=found)
            row = TryRow(user_id, name, found, now, mine.mu, mine.sigma)
            await tx.exercises.answered(row)
            if not own:
                answers = 1 + (0 if rated is None else rated.answers)
                await tx.exercises.rate(ExerciseRatingRow(name, theirs.mu, theirs.sigma, answers))
            return progress_of([*tries, row])

        return await self._store.do(store)

    async def get(self, user_id: int, name: str) -> Exercise:
        """Return an exercise, unless it is from a game that the member may not review now."""
        asked = read_own(name)
        if asked is None:
            found = position(name)
            if found is None:
                raise Refused(Why.NO_EXERCISE)
            preset = next(each.preset for each in outlines() if each.id == name)
            deals, actions = found.replayed()
            view = observe_deal(deals[-1], found.seat)
            return Exercise(name, preset, found.kind, view, found.best, (), deals[0], actions, position=found)
        table_id, at = asked
        table = await self._tables.get(table_id)
        moment = next((each for each in self._charged(table, user_id) if each.at == at), None)
        if moment is None:
            raise Refused(Why.NO_EXERCISE)
        return self._from(table, moment)

    async def of_review(self, user_id: int, table: Table, decision: int) -> Exercise:
        """Return the mistake of that number, from 0, in a member's review as an exercise, if it may be shown now."""
        review = review_of(table, user_id)
        wanted = review.worst[decision : decision + 1] if review is not None else ()
        moment = next((each for each in self._charged(table, user_id) if each.blunder in wanted), None)
        if moment is None:
            raise Refused(Why.NO_EXERCISE)
        return self._from(table, moment)

    async def following(self, user_id: int, usual: Choice, source: Source, after: str = "") -> str | None:
        """Return the name of a member's next exercise after the present one (empty: none), or None."""
        progress = await self.progress(user_id)
        if source is Source.OWN or (source is Source.ANY and position(after) is None):
            found = await self._own(user_id, progress, after)
            if found is not None or source is Source.OWN:
                return found
        to_train = most_first((await self.lately(user_id)).lost)
        hard = {
            name: row.mu for name, row in (await self._store.ask(lambda reader: reader.exercises.ratings())).items()
        }
        return next_position(outlines(), progress, user_id, (usual.preset, usual.rules), source, after, to_train, hard)

    async def lately(self, user_id: int) -> Lately:
        """Return what the reviews of a member's latest games charge."""
        return await self._store.ask(lambda reader: lately_in(reader, user_id))

    async def _own(self, user_id: int, progress: Progress, after: str) -> str | None:
        """Return the next exercise from a member's own games, or None; only games that may have one are read."""
        games = await self._store.ask(lambda reader: reader.exercises.reviewed(user_id, GAMES))
        numbers = [game for game, _, _ in games]
        now = read_own(after)
        if now is not None and now[0] in numbers:
            games = games[numbers.index(now[0]) :]
        for game, seat, settings in games:
            count = sum(len(each.worst) for each in reviews_in(settings) if each.seat == seat)
            if own_tried(progress, game) >= count:
                continue
            try:
                table = await self._tables.get(game)
            except Refused:  # its record is broken
                continue
            names = [own_name(game, each.at) for each in self._charged(table, user_id)]
            found = after_own(names, progress.tried, after)
            if found is not None:
                return found
        return None

    def _charged(self, table: Table, user_id: int) -> tuple[Charged, ...]:
        """Return the mistakes that the review of a member's seat found; none for a daily deal not yet laid open."""
        review = review_of(table, user_id) if can_review(table, user_id) else None
        closed = table.daily is not None and self._tables.now() < table.daily.until
        return () if review is None or closed else charged(table, review)

    def _from(self, table: Table, moment: Charged) -> Exercise:
        blunder, view = moment.blunder, moment.view
        done, best = blunder.acts
        cost = Measured(blunder.points, blunder.error)
        own = Own(table.id, table.guild_id, moment.at, blunder.deal, blunder.trick, done, cost, blunder.why)
        name, kind = own_name(table.id, moment.at), kind_at(view.phase, view.trick, view.stock)
        names, preset = tuple(table.names), table.terms.preset
        return Exercise(name, preset, kind, view, best, names, moment.dealt, moment.before, own=own)
