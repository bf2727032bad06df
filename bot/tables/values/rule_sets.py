"""Rules kept under a name by a member or a server, and the rules and terms offered for a new table."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.engine import Rules, RulesError, build_rules, named_options
from bot.engine.options import Value
from bot.lazy import dataclass
from bot.tables.values.clocks import DEFAULT_CLOCK, Clock, clock_of
from bot.tables.values.table import Table
from db.keys import number_of

RULE_SETS: Final = "rule_sets"
"""The key for rule sets in a member's or a server's settings; `db/personal.py` uses it too."""
MOST_SETS: Final = 25
"""Largest number of rule sets of a member or a server: as many as a menu shows."""
LONGEST_NAME: Final = 40
"""Longest name of a rule set, in characters."""


class Owner(StrEnum):
    """The kinds of owner of rule sets."""

    MEMBER = "member"
    SERVER = "server"


class Keeper(NamedTuple):
    """A member or a server that keeps rule sets."""

    owner: Owner
    id: int


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules kept under a name."""

    number: int
    """The set's key (`db/keys.py`), never used twice for the same owner: an old button must not find newer rules."""
    name: str
    preset: str
    options: Mapping[str, Value]
    """The options as stored, including the number of players."""
    friendly: bool = False
    """Whether games by these rules are not rated."""
    shared_in: tuple[int, ...] = ()
    """The servers in which its owner has shown it, so that others may look at it there."""
    by: int = 0
    """The member who typed the name, kept when somebody else copies the set; 0 if unknown."""

    def rules(self) -> Rules:
        """Return the rules, or raise `RulesError` if an update has removed something that they need."""
        options = dict(self.options)
        return build_rules(self.preset, options.pop("players", 2), options)

    def plays(self, preset: str, rules: Rules) -> bool:
        """Tell whether this set has the same book and the same rules."""
        return self.preset == preset and dict(self.options) == stored_options(preset, rules)


@dataclass(frozen=True, slots=True)
class Shelf:
    """All rule sets of one owner, in the order of their names."""

    sets: tuple[RuleSet, ...] = ()
    next: int = 1
    """The number in the key of the next set to be added."""

    def numbered(self, number: int) -> RuleSet | None:
        """Return the rule set with a number, or None."""
        return next((each for each in self.sets if each.number == number), None)

    def called(self, name: str) -> RuleSet | None:
        """Return the rule set with a name, compared by :func:`same_name`, or None."""
        wanted = same_name(name)
        return next((each for each in self.sets if same_name(each.name) == wanted), None)

    def stored(self) -> dict[str, Any]:
        """Return the shelf in the form stored in settings."""
        return {"next": self.next, "sets": [_stored(each) for each in self.sets]}


class Shelves(NamedTuple):
    """The rule sets that a member can choose in a server: their own and the server's."""

    own: Shelf
    server: Shelf


EMPTY: Final = Shelf()
NO_SETS: Final = Shelves(EMPTY, EMPTY)


def same_name(name: str) -> str:
    """Return a name without differences of case, spacing and Unicode form, for comparison."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def stored_options(preset: str, rules: Rules) -> dict[str, Value]:
    return {**named_options(rules, preset), "players": rules.players}


def read_shelf(stored: object) -> Shelf:
    """Read a stored shelf, leaving out rule sets that cannot be read."""
    if not isinstance(stored, dict) or not isinstance(stored.get("sets"), list):
        return EMPTY
    sets = tuple(found for each in stored["sets"] if (found := _read(each)) is not None)
    following = stored.get("next")
    least = 1 + max((number_of(each.number) for each in sets), default=0)
    return Shelf(sets, max(least, following) if type(following) is int else least)


def _read(stored: object) -> RuleSet | None:
    if not isinstance(stored, dict):
        return None
    number, name, preset, options = (stored.get(key) for key in ("number", "name", "preset", "rules"))
    if type(number) is not int or not isinstance(name, str) or not isinstance(preset, str):
        return None
    if not isinstance(options, dict):
        return None
    shared = tuple(each for each in stored.get("shared", ()) if type(each) is int)
    by = stored.get("by")
    return RuleSet(number, name, preset, options, bool(stored.get("friendly")), shared, by if type(by) is int else 0)


def _stored(each: RuleSet) -> dict[str, Any]:
    kept: dict[str, Any] = {
        "number": each.number, "name": each.name, "preset": each.preset, "rules": dict(each.options),
    }  # fmt: skip
    if each.friendly:
        kept["friendly"] = True
    if each.shared_in:
        kept["shared"] = list(each.shared_in)
    if each.by:
        kept["by"] = each.by
    return kept


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
