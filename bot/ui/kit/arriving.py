"""What whoever is new can press: four operations without a table, which stay pressable for ever."""

from __future__ import annotations

from .custom_ids import Route, operation


@operation("learn")
class Learn(Route):
    """Take up the tutorial."""


@operation("practise")
class Practise(Route):
    """Play against the house at once."""


@operation("open")
class OpenTable(Route):
    """Open a table in this channel."""


@operation("read")
class ReadRules(Route):
    """Read the rule book from the beginning."""
