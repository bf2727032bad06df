"""Milestones: what a member reaches for the first time in a server, as the games there tell."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from bot.engine.deal import Mark
from bot.house.roster import HOUSE, Level
from bot.tables import OUTSIDE, Table
from db import Store, Transaction
from db.formers import is_former
from db.milestones import MilestoneRow
from db.records import ALL_KINDS
from db.results import ResultRow


class Moment(NamedTuple):
    """The end of a member's game, with what they had done in the server by then."""

    table: Table
    row: ResultRow
    marks: Sequence[Mark]
    """All points of the game."""
    games: int = 0
    """Number of their finished games, without daily deals."""
    days: int = 0
    """Number of daily deals in a row; 0 after any other game."""

    @property
    def won(self) -> bool:
        return self.row.won and self.table.daily is None

    def marked(self, reason: str, last_trick: int = 99) -> bool:
        """Return whether the member scored for a combination, at the latest after a trick of its deal."""

        def wanted(mark: Mark) -> bool:
            return mark.seat == self.row.seat and mark.reason.startswith(reason) and mark.trick <= last_trick

        return any(map(wanted, self.marks))


class Milestone(NamedTuple):
    """Something to be reached once."""

    key: str
    words: str
    test: Callable[[Moment], bool]


def _beat_strong(at: Moment) -> bool:
    sides = at.table.game.law.sides
    others = (user for seat, user in enumerate(at.table.users) if sides[seat] != at.row.side)
    return at.won and any(user in HOUSE and HOUSE[user].level is Level.STRONG for user in others)


def _big_deal(at: Moment) -> bool:
    return at.row.best_deal >= 500 and at.table.rules.game == "bezique"  # at Rubicon every deal makes more


MILESTONES: Final = (
    Milestone("first-win", "First win", lambda at: at.won),
    Milestone("hundred-games", "A hundred games", lambda at: at.games >= 100),
    Milestone("sequence", "First sequence", lambda at: at.marked("sequence")),
    Milestone("four-aces", "First four aces", lambda at: at.marked("four-aces")),
    Milestone("double-bezique", "First double bézique", lambda at: at.marked("double-bezique")),
    Milestone("early-marriage", "Royal marriage within three tricks", lambda at: at.marked("royal-marriage", 3)),
    Milestone("big-deal", "500 points in a deal", _big_deal),
    Milestone("strong", "A strong house player beaten", _beat_strong),
    Milestone("partners", "Won with a partner", lambda at: at.won and at.table.rules.partners),
    Milestone("rubicon", "First rubicon", lambda at: at.row.rubicons > 0),
    Milestone("daily", "The house beaten in a daily deal", lambda at: at.days > 0 and at.row.points > 0),
    Milestone("ten-days", "Ten daily deals in a row", lambda at: at.days >= 10),
)
BY_KEY: Final = {each.key: each for each in MILESTONES}


def reached(at: Moment) -> set[str]:
    """Return the keys of the milestones that a game reaches, also of those reached before."""
    return {each.key for each in MILESTONES if each.test(at)}


def in_a_row(days: Collection[int], number: int) -> int:
    """Return how many days without a gap hold a day that is among them."""
    first = last = number
    while first - 1 in days:
        first -= 1
    while last + 1 in days:
        last += 1
    return last - first + 1


async def note_milestones(tx: Transaction, table: Table, results: Collection[ResultRow]) -> None:
    """Store which milestones a game that has just been counted has brought to its players."""
    for row in results:
        if is_former(row.user_id) or row.guild_id == OUTSIDE or table.ended_at is None:
            continue
        days, games = 0, 0
        if table.daily is not None:
            days = in_a_row(set(await tx.daily.days_of(row.user_id, row.guild_id)), table.daily.number)
        else:
            records = await tx.records.of(row.guild_id, row.user_id)
            games = sum(each.games for each in records if each.game_kind == ALL_KINDS)
        found = reached(Moment(table, row, table.game.marks, games, days))
        if found:
            known = {each.milestone for each in await tx.milestones.of(row.guild_id, row.user_id)}
            fresh = [MilestoneRow(row.guild_id, row.user_id, key, table.ended_at) for key in sorted(found - known)]
            await tx.milestones.reach(fresh)


class Milestones:
    """Reads members' milestones, and notes which have been shown to them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild_id: int, user_id: int) -> list[MilestoneRow]:
        """Return the milestones of a member in a server, the newest first."""
        found = await self._store.ask(lambda reader: reader.milestones.of(guild_id, user_id))
        return [each for each in found if each.milestone in BY_KEY]

    async def shown(self, guild_id: int, user_id: int) -> None:
        """Store that all milestones of a member have been shown to them."""
        await self._store.do(lambda tx: tx.milestones.shown(guild_id, user_id))
