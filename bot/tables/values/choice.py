"""The rules and terms offered for a new table: those of the member's last table, else the server's choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine import Rules, RulesError, build_rules, named_options
from bot.tables.values.clocks import DEFAULT_CLOCK, Clock, clock_of
from bot.tables.values.rule_sets import RULE_SETS, read_shelf
from bot.tables.values.table import Table

LAST_TABLE: Final = "last_table"
"""The settings key for a member's last table."""
BOOK, CLOCK = "book", "clock"
"""The settings keys for what a server offers to members who have not opened a table yet.

A book is stored by its name, one of the server's rule sets by its number.
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """Rules and terms for a table."""

    preset: str
    rules: Rules
    clock: Clock
    auto_draw: bool
    partners_drawn: bool = False
    hints: bool = False

    def stored(self) -> dict[str, Any]:
        """Return the choice in the form stored in a member's settings."""
        return {
            "preset": self.preset,
            "rules": {**named_options(self.rules, self.preset), "players": self.rules.players},
            "clock": self.clock.key,
            "auto_draw": self.auto_draw,
            "partners_cut": self.partners_drawn,
            "hints": self.hints,
        }


def choice_of(table: Table) -> Choice:
    """Return a table's rules and terms, to be offered again to its opener."""
    terms = table.terms
    return Choice(terms.preset, table.rules, terms.clock, terms.auto_draw, terms.partners_drawn, terms.hints)


def read_choice(stored: Mapping[str, Any] | None) -> Choice:
    """Read a stored choice; the default for missing values is ``modern`` for two, three minutes a move."""
    try:
        values: dict[str, Any] = dict(stored or {})
        rules = dict(values.get("rules") or {})
        preset = values.get("preset", "modern")
        return Choice(
            preset,
            build_rules(preset, rules.pop("players", 2), rules),
            clock_of(values.get("clock", DEFAULT_CLOCK.key)),
            bool(values.get("auto_draw", True)),
            bool(values.get("partners_cut", False)),
            bool(values.get("hints", False)),
        )
    except (RulesError, TypeError, ValueError):  # stored by a version that knew other options
        return Choice("modern", build_rules("modern", 2, {}), DEFAULT_CLOCK, auto_draw=True)


def offered(member: Mapping[str, Any], server: Mapping[str, Any]) -> Choice:
    """Return the choice offered to a member who opens a table."""
    if member.get(LAST_TABLE):
        return read_choice(member[LAST_TABLE])
    book = server.get(BOOK)
    found = read_shelf(server.get(RULE_SETS)).numbered(book) if isinstance(book, int) else None
    chosen = {"preset": None if isinstance(book, int) else book, "clock": server.get(CLOCK)}
    usual = read_choice({key: value for key, value in chosen.items() if value is not None})
    try:
        return usual if found is None else replace(usual, preset=found.preset, rules=found.rules())
    except RulesError:  # an update has made the rule set unplayable
        return usual
