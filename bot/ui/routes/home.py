"""Operations of a new member's first buttons; they have no table and never become outdated."""

from __future__ import annotations

from bot.house.roster import Level
from bot.ui.routes.custom_ids import Count, Route


class ShowHome(Route, op="home"):
    """See the home page, or the page behind its button *More*."""

    more: bool = False


class Learn(Route, op="learn"):
    """See the page that leads to all there is to learn; a newcomer begins the tutorial."""


class Practise(Route, op="practise"):
    """Play against the house at once."""

    beginner: bool = False
    """Whether the house player is of beginner's level, for a member who has just learned the game."""


class PractiseAnew(Route, op="practise-anew"):
    """Play against the house at once, beside a practice game that is not over."""

    level: Level
    code: str
    """The rules, written as a code."""


class OpenTable(Route, op="open"):
    """Open a table in this channel."""


class ReadRules(Route, op="read"):
    """Read the rule book from the beginning."""


class LearnHonour(Route, op="learn-honour"):
    """Turn to a page of the lesson on honour tables."""

    page: Count = 0
    said: str = ""
    """The chosen answer, where it does not lead to the next page."""
