"""Players' ratings from their finished games, by the model PlackettLuce of the library openskill with its defaults.

The formulas are in docs/ratings.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, permutations
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from bot.engine import Rules
from bot.engine.quantities import GAMES
from bot.lazy import dataclass
from db.ratings import LOWEST, NEWCOMER_MU, NEWCOMER_SIGMA, PER_POINT, RATING, REST_DAYS, VARIANCE_A_DAY, RatingRow
from db.records import ALL_KINDS
from db.results import ResultRow

_MODEL = PlackettLuce(mu=NEWCOMER_MU, sigma=NEWCOMER_SIGMA)
THOUSAND: Final = 1000
FARTHEST: Final = -500.0
"""The lowest logarithm of a weight, so that none becomes 0."""
PROVISIONAL = 10
"""Number of rated games below which a rating is provisional."""


class RatedKind(NamedTuple):
    """A kind of game with its own ratings, as each kind needs its own skill."""

    name: str
    """The name under which it is stored."""
    game: str
    players: int
    partners: bool = False

    @property
    def has_value(self) -> bool:
        """Whether a game has a value beside its points; their points then compare with those of no other kind."""
        return GAMES[self.game].stakes is not None

    @property
    def counted_under(self) -> tuple[str, ...]:
        """The kinds under which standings count a game: its own, and all together where its points compare."""
        return (self.name,) if self.has_value else (ALL_KINDS, self.name)


KINDS: Final = {
    kind.name: kind
    for kind in (
        RatedKind("two", "bezique", 2),
        RatedKind("three", "bezique", 3),
        RatedKind("four", "bezique", 4),
        RatedKind("partners", "bezique", 4, partners=True),
        RatedKind("rubicon", "rubicon", 2),
    )
}


def kind_of(rules: Rules) -> RatedKind:
    """Return the kind under which a game by these rules is rated."""
    wanted = (rules.game, rules.players, rules.partners)
    return next(kind for kind in KINDS.values() if kind[1:] == wanted)


def counted_under(game_kind: str) -> tuple[str, ...]:
    """Return the kinds under which standings count a result of a stored kind; the daily deal has its own."""
    return KINDS[game_kind].counted_under if game_kind in KINDS else (game_kind,)


@dataclass(frozen=True, slots=True)
class Strength:
    """An estimate of a player's strength: its mean and its standard deviation."""

    mu: float = NEWCOMER_MU
    sigma: float = NEWCOMER_SIGMA

    @property
    def rating(self) -> int:
        """The rating as people see it: 1000 for a newcomer."""
        return round(RATING + PER_POINT * (self.mu - NEWCOMER_MU))

    @property
    def uncertainty(self) -> int:
        """The number shown after ± next to the rating: one standard deviation."""
        return round(PER_POINT * self.sigma)

    @property
    def lowest(self) -> int:
        """The value that decides places: the rating less three times its uncertainty, shifted to 1000 for newcomers."""
        return round(LOWEST + PER_POINT * (self.mu - 3 * self.sigma))

    def rested(self, days: int) -> Strength:
        """Return the estimate `days` days after the last game; it grows less sure from the 91st day on."""
        grown = self.sigma**2 + VARIANCE_A_DAY * max(0, days - REST_DAYS)
        return replace(self, sigma=max(self.sigma, min(NEWCOMER_SIGMA, math.sqrt(grown)))) if days > REST_DAYS else self


def day_of(moment: datetime) -> int:
    """Return the day (UTC) of a moment, counted from the year 1."""
    return moment.astimezone(UTC).date().toordinal()


def strength_on(rating: RatingRow | None, day: int) -> Strength:
    """Return the estimate of a player's strength on a day; `rating` is None before the first game."""
    return Strength() if rating is None else Strength(rating.mu, rating.sigma).rested(day - rating.last_day)


def strength_before(row: ResultRow) -> Strength:
    return Strength(row.mu_before or 0.0, row.sigma_before or 0.0)


def strength_after(row: ResultRow) -> Strength:
    return Strength(row.mu or 0.0, row.sigma or 0.0)


def rated_anew(sides: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """Return the estimates after a game, in the order of `sides`; place 1 is the best, places may be shared."""
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in sides]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [[Strength(each.mu, each.sigma) for each in side] for side in after]


def rated_results(rows: Sequence[ResultRow], before: Mapping[int, Strength]) -> list[ResultRow]:
    """Return the results of a rated game with the rating changes.

    Where one of three or four sides gave up, that one loses as the last, and the others are rated by what was to be
    expected then, as an accomplice could choose the moment (:func:`expected_anew`).
    """
    sides = [[row for row in rows if row.side == side] for side in sorted({row.side for row in rows})]
    strengths = [[before[row.user_id] for row in side] for side in sides]
    anew = rated_anew(strengths, places_by(rows))
    standings = [row.standing for (row, *_) in sides if row.standing is not None]
    if standings:
        expected = expected_anew([strength for (strength,) in strengths], standings)
        anew = [last if gave_up(row) else [then] for (row,), last, then in zip(sides, anew, expected, strict=True)]
    after = {row.seat: strength for row, strength in zip(chain(*sides), chain(*anew), strict=True)}
    return [
        replace(
            row, mu_before=before[row.user_id].mu, sigma_before=before[row.user_id].sigma,
            mu=after[row.seat].mu, sigma=after[row.seat].sigma,
        )
        for row in rows
    ]  # fmt: skip


def expected_anew(strengths: Sequence[Strength], standings: Sequence[int]) -> list[Strength]:
    """Return what to believe of players whose game ended early: the mean over all orders in which it could have ended.

    An order is as likely as the model takes it to be, with what a player was ahead by added to the strength. So nobody
    can expect to gain by ending a game at one moment rather than another, and nobody is known less by it.

    Args:
        standings: How far each player was ahead, in thousandths (:attr:`ResultRow.standing`).
    """
    scale = math.sqrt(sum(each.sigma**2 + _MODEL.tau**2 + _MODEL.beta**2 for each in strengths))
    merits = [each.mu / scale + standing / THOUSAND for each, standing in zip(strengths, standings, strict=True)]
    weights = [math.exp(max(merit - max(merits), FARTHEST)) for merit in merits]
    means, squares = [0.0] * len(strengths), [0.0] * len(strengths)
    for order in permutations(range(len(strengths))):
        chance = math.prod(weights[seat] / sum(weights[each] for each in order[at:]) for at, seat in enumerate(order))
        anew = rated_anew([[each] for each in strengths], [1 + order.index(seat) for seat in range(len(order))])
        for seat, (after,) in enumerate(anew):
            means[seat] += chance * after.mu
            squares[seat] += chance * (after.sigma**2 + after.mu**2)
    return [
        Strength(mean, min(before.sigma, math.sqrt(max(square - mean**2, 0.0))))
        for before, mean, square in zip(strengths, means, squares, strict=True)
    ]


def rate(rows: Sequence[ResultRow], known: Mapping[int, RatingRow]) -> tuple[list[ResultRow], list[RatingRow]]:
    """Return the results of a rated game with the rating changes, and the players' ratings after it."""
    day = day_of(rows[0].ended_at)
    before = {row.user_id: strength_on(known.get(row.user_id), day) for row in rows}
    rated = rated_results(rows, before)
    return rated, [rating_after(row, known.get(row.user_id)) for row in rated]


def rating_after(row: ResultRow, before: RatingRow | None) -> RatingRow:
    """Return a player's rating after a rated game; `before` is None for the first one of its kind."""
    games = 1 + (before.games if before is not None else 0)
    day = day_of(row.ended_at)
    return RatingRow(row.guild_id, row.game_kind, row.user_id, row.mu or 0.0, row.sigma or 0.0, day, games)


def places_by(rows: Sequence[ResultRow]) -> list[int]:
    """Return the place of each side of a rated game: the winner first, a side that gave up last, others by points."""
    merits = []
    for side in sorted({row.side for row in rows}):
        players = [row for row in rows if row.side == side]
        won, left = all(row.won for row in players), any(map(gave_up, players))
        merits.append((won, not left, 0 if won else players[0].points))
    return [1 + sum(other > merit for other in merits) for merit in merits]


def gave_up(row: ResultRow) -> bool:
    """Return whether a player resigned or lost on time."""
    return row.outcome in ("resigned", "timeout")
