"""What a finished game adds to its players' statistics: records, meetings, sources of points, and rules played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from bot.engine import Rules, RulesError, build_rules, named_options
from bot.house.roster import is_house
from bot.tables.values.table import Table
from db.records import MeetingRow, RecordRow, RulesPlayedRow, SourceRow
from db.results import ResultRow

ALL_KINDS: Final = ""
"""Stands for all kinds of games together."""


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
    return [
        RecordRow(
            row.guild_id, row.user_id, company.value, kind, 1, int(row.won), int(row.outcome == "drawn"), row.points,
            row.deals, row.best_deal, int(row.won), int(row.won),
        )
        for row in results
        for kind in (ALL_KINDS, row.game_kind)
    ]  # fmt: skip


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
