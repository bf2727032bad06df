"""Operations of a new member's first buttons; they have no table and never become outdated."""

from __future__ import annotations

from bot.house.roster import Level
from bot.ui.routes.custom_ids import Count, Route, operation


@operation("home")
class ShowHome(Route):
    """See the home page, or the page behind its button *More*."""

    more: bool = False


@operation("learn")
class Learn(Route):
    """See the page that leads to all there is to learn; a newcomer begins the tutorial."""


@operation("practise")
class Practise(Route):
    """Play against the house at once."""

    beginner: bool = False
    """Whether the house player is of beginner's level, for a member who has just learned the game."""


@operation("practise-anew")
class PractiseAnew(Route):
    """Play against the house at once, beside a practice game that is not over."""

    level: Level
    code: str
    """The rules, written as a code."""


@operation("open")
class OpenTable(Route):
    """Open a table in this channel."""


@operation("read")
class ReadRules(Route):
    """Read the rule book from the beginning."""


@operation("learn-honour")
class LearnHonour(Route):
    """Turn to a page of the lesson on honour tables."""

    page: Count = 0
    said: str = ""
    """The chosen answer, where it does not lead to the next page."""
