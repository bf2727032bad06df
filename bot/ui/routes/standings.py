"""What the controls under a leaderboard ask for."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from bot.club import Board, By
from bot.ui.routes.custom_ids import Count, Id, Route, operation

EVER: Final = "ever"
"""The season that is all time, in an id, where a word cannot be empty."""
_SEASON: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2]|Q[1-4])")
NOBODY: Final = 0
"""Stands for who asked where a control turns nobody's page, and brings whoever presses it one of their own."""


class OneKind(StrEnum):
    """The games of which a leaderboard tells: all of them together, or those of one kind."""

    ALL = "all"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    PARTNERS = "partners"


class LeaderMenu(StrEnum):
    """Which control under a leaderboard was used: no two in a message have the same id."""

    PAGE = "page"
    BY = "by"
    KIND = "kind"
    SEASON = "season"


@operation("leaders")
class ListLeaders(Route):
    """Turn to a page of a leaderboard, or to another leaderboard of the server."""

    chosen = 4

    owner_id: Id
    """Who asked for it, and turns its pages for everybody."""
    menu: LeaderMenu
    page: Count
    by: By
    kind: OneKind
    season: str

    def board(self, guild_id: int) -> Board:
        """Return which leaderboard of a server is meant; what is no season means all time."""
        kind = "" if self.kind is OneKind.ALL else self.kind.value
        return Board(guild_id, self.by, self.season if _SEASON.fullmatch(self.season) else "", kind)


def to_board(board: Board, owner_id: int, menu: LeaderMenu = LeaderMenu.PAGE, page: int = 0) -> ListLeaders:
    """Return what turns to a leaderboard."""
    kind = OneKind(board.game_kind) if board.game_kind else OneKind.ALL
    return ListLeaders(owner_id, menu, page, board.by, kind, board.season or EVER)


@operation("stats")
class ShowStats(Route):
    """See what a member has played, with the course of their rating in a kind of game."""

    chosen = 1

    user_id: Id
    kind: OneKind


@operation("versus")
class ShowVersus(Route):
    """See what two members have played together, from the eyes of the first."""

    chosen = 1

    user_id: Id
    other_id: Id
