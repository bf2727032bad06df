"""What whoever is new can press: operations without a table, which stay pressable for ever."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Route, operation


@operation("learn")
class Learn(Route):
    """Take up the tutorial."""


@operation("practise")
class Practise(Route):
    """Play against the house at once."""

    beginner: bool = False
    """Against a beginner, as whoever has just learned the game is one too."""


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
    """What was chosen, where it does not lead on."""
