"""What a finished game counts for: whether it is rated, its players' results, and what it adds to their statistics."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final

from bot.club.standings.rating import THOUSAND, counted_under, kind_of
from bot.engine import Ending, Result, Rules, RulesError, build_rules, named_options
from bot.engine.scoring import value_of
from bot.house.roster import is_house
from bot.lazy import dataclass
from bot.tables.values.rated import before_first_trick, too_early
from bot.tables.values.table import Table
from db.records import ALL_KINDS, MeetingRow, RecordRow, RulesPlayedRow, SourceRow
from db.results import ConclusionRow, Outcome, ResultRow

DOUBLE: Final = "double-bezique"


class Unrated(StrEnum):
    """The reason why a game is not rated, as stored with its conclusion."""

    NO_GAME = "no-game"
    """It was given up so early that nobody wins or loses."""
    DRAWN = "drawn"
    DAILY = "daily"
    """It was a daily deal, which has its own leaderboard."""
    HOUSE = "house"
    FRIENDLY = "friendly"
    OFTEN = "often"
    VOID = "void"
    """A moderator has taken the rating back."""
    DAMAGED = "damaged"
    """Its record did not replay when it was to be counted."""


def unrated(table: Table) -> Unrated | None:
    """Return why a table's game is not rated, or None, as far as the table alone tells."""
    if any(is_house(user) for user in table.users) or table.house_sat:
        return Unrated.HOUSE
    return Unrated.FRIENDLY if table.terms.friendly else None


def unrated_at_end(table: Table) -> Unrated | None:
    """Return why a game that has ended is not rated, or None, as far as the table alone tells."""
    if table.daily is not None:
        return Unrated.DAILY
    if no_game(table):
        return Unrated.NO_GAME
    result = table.game.result
    return unrated(table) if result is not None and result.winner else Unrated.DRAWN


def to_be_rated(table: Table) -> tuple[int, ...]:
    """Return the users to whom the daily limit of rated games applies at a table; none if it will not be rated.

    A tournament's table has no such limit. A challenge to one member counts both before it is accepted.
    """
    if table.fixture is not None or unrated(table) is not None:
        return ()
    invited = (table.invited_id,) if table.invited_id is not None and len(table.users) == 1 else ()
    return (*table.users, *invited)


def no_game(table: Table) -> bool:
    """Return whether a game ended so early that nobody wins or loses."""
    result = table.game.result
    if result is None or result.by is None:
        return result is None and table.fixture is None and before_first_trick(table)
    return result.ending is not Ending.SCORE and too_early(table, result.by)


def concluded_results(table: Table, why: Unrated | None, *, leaver_alone: bool = True) -> list[ResultRow]:
    """Return the result of each person in a won or drawn game, rated if `why` is None; none if it was no game."""
    result, deal = table.game.result, table.game.deal
    if (result is None and not table.drawn) or deal is None or table.ended_at is None or why is Unrated.NO_GAME:
        return []
    game, sides, best, kind = table.game, deal.law.sides, _best_deals(table), kind_of(table.rules)
    value = value_of(deal)
    totals = [sum(game.totals[seat] for seat in seats) for seats in game.law.side_seats]
    standings = standings_of(table) if leaver_alone else None
    rows = []
    for seat in table.seats:
        if is_house(seat.user_id):
            continue
        won, side = result is not None and seat.seat in result.winner, sides[seat.seat]
        doubles = sum(mark.seat == seat.seat and mark.reason.startswith(DOUBLE) for mark in game.marks)
        rows.append(
            ResultRow(
                table.id, seat.seat, table.guild_id, seat.user_id, won, totals[side], _outcome(result, seat.seat), side,
                table.ended_at, kind.name, len(game.deals), best[side], doubles, rated=why is None,
                standing=None if standings is None else standings[seat.seat],
                value=value.points if won and value is not None else 0,
                rubicons=int(won and value is not None and value.rubiconed),
            )
        )  # fmt: skip
    return rows


CHANCE: Final = 0.1
"""What chance can change in a whole game, as a part of its length in points (docs/ratings.md)."""
ONE_DEAL: Final = 500
"""The length in points of a game of one deal."""
LAST: Final = 0.025
"""The part of a game that is always taken to be left, as nobody knows in which deal it ends."""


def standings_of(table: Table) -> list[int] | None:
    """Return how far ahead each seat was when one of three or four sides gave up, or None if that is not how it ended.

    A lead is measured in thousandths of what chance could still change. Brisques count that lie in tricks but have not
    been marked, as everybody at the table can know them.
    """
    game = table.game
    deal, result = game.deal, game.result
    if deal is None or result is None or result.by is None or len(game.law.side_seats) == 2:
        return None
    counted = deal.law.brisques_as_taken or deal.over
    points = [total + (0 if counted else deal.score.brisques[seat]) for seat, total in enumerate(game.totals)]
    if table.rules.length == "one_deal":
        length, left = ONE_DEAL, 1 - len(deal.tricks) / deal.law.tricks
    else:
        length, left = table.rules.target, 1 - max(points) / table.rules.target
    chance = CHANCE * length * math.sqrt(max(left, 0.0) + LAST)
    return [round(THOUSAND * each / chance) for each in points]


def _outcome(result: Result | None, seat: int) -> Outcome:
    if result is None or not result.winner:
        return "drawn"
    if seat == result.by:
        return "resigned" if result.ending is Ending.RESIGN else "timeout"
    return "won" if seat in result.winner else "lost"


def _best_deals(table: Table) -> list[int]:
    """Return the most points that each side made in one deal."""
    game = table.game
    best = []
    for seats in game.law.side_seats:
        totals = [0, *(sum(deal.score.totals[seat] for seat in seats) for deal in game.deals)]
        best.append(max(after - before for before, after in pairwise(totals)))
    return best


class PlayedWith(StrEnum):
    """Whether only people played a game, or house players too."""

    PEOPLE = "people"
    HOUSE = "house"


def played_with(table: Table) -> PlayedWith:
    """Return whether a house player sat at a table; a seat that the house held counts as its member's."""
    return played_among(table.users)


def played_among(users: Sequence[int]) -> PlayedWith:
    """Return whether a house player is among the users of a table."""
    return PlayedWith.HOUSE if any(is_house(user) for user in users) else PlayedWith.PEOPLE


def records_of(company: PlayedWith, results: Sequence[ResultRow]) -> list[RecordRow]:
    """Return what a game adds to its players' records, for its kind of game and for all kinds together."""
    return [_record(company, row, kind) for row in results for kind in (ALL_KINDS, row.game_kind)]


def _record(company: PlayedWith, row: ResultRow, kind: str) -> RecordRow:
    scored = (row.points, row.deals, row.best_deal) if kind in counted_under(row.game_kind) else (0, 0, 0)
    won = int(row.won)
    return RecordRow(
        row.guild_id, row.user_id, company.value, kind, 1, won, int(row.outcome == "drawn"), *scored, won, won,
        row.value, row.rubicons,
    )  # fmt: skip


def meetings_of(company: PlayedWith, results: Sequence[ResultRow]) -> list[MeetingRow]:
    """Return what a game adds for each two of its players, seen from each; nothing if the house played."""
    if company is PlayedWith.HOUSE:
        return []
    return [_meeting(row, other) for row in results for other in results if other.user_id != row.user_id]


def _meeting(row: ResultRow, other: ResultRow) -> MeetingRow:
    partners = row.side == other.side
    lost = not row.won if partners else other.won
    drawn = row.outcome == "drawn"
    return MeetingRow(
        row.guild_id, row.user_id, other.user_id, partners, 1, int(row.won), int(lost and not drawn), int(drawn),
        row.points, other.points, row.ended_at, row.ended_at,
    )  # fmt: skip


def sources_of(table: Table, results: Sequence[ResultRow]) -> list[SourceRow]:
    """Return what the players of a game scored points for, and how often; nothing if the house played."""
    if played_with(table) is PlayedWith.HOUSE:
        return []
    points: Counter[tuple[int, str]] = Counter()
    times: Counter[tuple[int, str]] = Counter()
    for mark in table.game.marks:
        points[mark.seat, mark.reason] += mark.points
        times[mark.seat, mark.reason] += 1
    users = {row.seat: row for row in results}
    return [
        SourceRow(users[seat].guild_id, users[seat].user_id, reason, points[seat, reason], count)
        for (seat, reason), count in sorted(times.items())
        if seat in users
    ]


def rules_played_in(table: Table, results: Sequence[ResultRow]) -> list[RulesPlayedRow]:
    """Return the rules of a game for each of its players; nothing if the house played."""
    if played_with(table) is PlayedWith.HOUSE:
        return []
    rules = written_rules(table.rules, table.terms.preset)
    return [RulesPlayedRow(row.guild_id, row.user_id, rules, 1) for row in results]


def written_rules(rules: Rules, preset: str) -> str:
    """Return rules in their stored form, the same text for equal rules: book, number of players, and deviations."""
    named = {**named_options(rules, preset), "preset": preset, "players": rules.players}
    return json.dumps(named, sort_keys=True, separators=(",", ":"))


def read_rules(written: str) -> tuple[str, Rules] | None:
    """Read the stored form of rules: the book and the rules; None if this version no longer knows them."""
    try:
        named = json.loads(written)
        preset = named.pop("preset")
        return preset, build_rules(preset, named.pop("players"), named)
    except (RulesError, KeyError, TypeError, ValueError, AttributeError):
        return None


@dataclass(frozen=True, slots=True)
class Game:
    """What one game adds to the counts of its server."""

    conclusion: ConclusionRow
    results: tuple[ResultRow, ...]
    """The results, without rating changes yet."""
    records: Sequence[RecordRow] = ()
    meetings: Sequence[MeetingRow] = ()
    sources: Sequence[SourceRow] = ()
    rules: Sequence[RulesPlayedRow] = ()
    daily: bool = False
    """Whether it is a daily deal, which counts only on its own leaderboard."""
    table: Table | None = None
    """The table; None if its record does not replay."""
