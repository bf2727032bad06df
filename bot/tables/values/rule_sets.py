"""Rule sets: rules that a member or a server keeps under a name of their own."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.engine import Rules, build_rules, named_options
from bot.engine.options import Value
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
        """Return the rules.

        Raises:
            RulesError: An update has removed something that the rules need.
        """
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
    """Return the options of rules in the form that a rule set stores."""
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
