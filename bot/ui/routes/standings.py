"""Operations of leaderboards and of members' statistics."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from bot.club import Board, By, measures
from bot.club.standings.rating import KINDS
from bot.ui.routes.custom_ids import Count, Id, Route

EVER: Final = "ever"
"""The word for all time in the place of a season, as a word in a custom id cannot be empty."""
_SEASON: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2]|Q[1-4])")
ALL: Final = "all"
"""The word for all kinds of games together in the place of one."""
NOBODY: Final = 0
"""The owner's id in a control that turns no page; a member who presses it gets a leaderboard of their own."""


class LeaderMenu(StrEnum):
    """The control under a leaderboard that was used; it keeps the custom ids in a message different."""

    PAGE = "page"
    BY = "by"
    KIND = "kind"
    SEASON = "season"


class ListLeaders(Route, op="leaders"):
    """Turn to a page of a leaderboard, or to another leaderboard of the server."""

    chosen = 4

    owner_id: Id
    """The member who asked for it, and who turns its pages for everybody."""
    menu: LeaderMenu
    page: Count
    by: By
    kind: str
    season: str

    def board(self, guild_id: int) -> Board:
        """Return the leaderboard of a server that is meant; what is no season or no kind means all of them."""
        kind = self.kind if self.kind in KINDS else ""
        by = self.by if self.by in measures(kind) else By.WINS
        return Board(guild_id, by, self.season if _SEASON.fullmatch(self.season) else "", kind)


def to_board(board: Board, owner_id: int, menu: LeaderMenu = LeaderMenu.PAGE, page: int = 0) -> ListLeaders:
    """Return the operation that turns to a leaderboard."""
    return ListLeaders(owner_id, menu, page, board.by, board.game_kind or ALL, board.season or EVER)


class ShowStats(Route, op="stats"):
    """See a member's statistics, with the course of their rating in one kind of game."""

    chosen = 1

    user_id: Id
    """The member; `NOBODY` stands for whoever presses."""
    kind: str


class ShowStatsOf(Route, op="stats-of"):
    """See the statistics of a member who is chosen among those of the server."""

    user_id: Id


class ShowFigures(Route, op="figures"):
    """See what stands behind a member's card."""

    user_id: Id


class ListOpponents(Route, op="opponents"):
    """See a page of the members against whom a member has played."""

    user_id: Id
    page: Count


class ShareStats(Route, op="stats-share"):
    """Post the card with one's own statistics in this channel."""

    kind: str


class ShareMilestones(Route, op="milestones-share"):
    """Post the picture with one's own newest milestones in this channel."""


class ShowVersus(Route, op="versus"):
    """See the games between two members, from the first one's point of view."""

    chosen = 1

    user_id: Id
    other_id: Id
