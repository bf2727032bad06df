"""Changes to an owner's rule sets: adding, dropping and showing them."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Final

from bot.engine import Rules, RulesError, read_code
from bot.tables.values.refused import Refused, Why
from bot.tables.values.rule_sets import LONGEST_NAME, MOST_SETS, RuleSet, Shelf, same_name, stored_options

_SHOWN_IN: Final = 50
"""Number of servers remembered in which a rule set was shown, the newest."""


def added(
    shelf: Shelf,
    name: str,
    preset: str,
    rules: Rules,
    *,
    friendly: bool = False,
    renamed: bool = False,
    by: int = 0,
) -> tuple[Shelf, RuleSet]:
    """Add rules to a shelf under a name; the same rules under the same name are kept only once.

    Args:
        shelf: The owner's rule sets so far.
        name: The name as typed, already reduced to one line.
        preset: The book from which the rules started.
        rules: The rules.
        friendly: Whether games by them are not rated.
        renamed: Whether a number is added to a name that other rules already have; else the name is refused.
        by: The member who typed the name.

    Returns:
        The new shelf, and the rule set on it.

    Raises:
        Refused: The name is empty, could be read as a rule code or belongs to other rules, or there are too many sets.
    """
    name = unicodedata.normalize("NFC", name)[:LONGEST_NAME].strip()
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Refused(Why.RULE_SET_NAME)
    if _is_code(name):
        raise Refused(Why.RULE_SET_IS_CODE)
    others = [f"{name[: LONGEST_NAME - 3]} {number}" for number in range(2, MOST_SETS + 2)] if renamed else []
    for wanted in (name, *others):
        known = shelf.called(wanted)
        if known is None:
            break
        if known.plays(preset, rules) and known.friendly == friendly:
            return shelf, known
    else:
        raise Refused(Why.RULE_SET_TAKEN)
    if len(shelf.sets) >= MOST_SETS:
        raise Refused(Why.RULE_SETS_MANY, detail=str(MOST_SETS))
    new = RuleSet(shelf.next, wanted, preset, stored_options(preset, rules), friendly, by=by)
    return Shelf(tuple(sorted((*shelf.sets, new), key=lambda each: same_name(each.name))), shelf.next + 1), new


def dropped(shelf: Shelf, number: int) -> Shelf:
    """Return a shelf without the rule set of a number."""
    return replace(shelf, sets=tuple(each for each in shelf.sets if each.number != number))


def shown_in(shelf: Shelf, number: int, guild_id: int) -> Shelf:
    """Note that a rule set's owner has shown it in a server, so that others may look at it there from now on."""

    def after(each: RuleSet) -> RuleSet:
        if each.number != number or guild_id in each.shared_in:
            return each
        return replace(each, shared_in=(*each.shared_in, guild_id)[-_SHOWN_IN:])

    return replace(shelf, sets=tuple(after(each) for each in shelf.sets))


def _is_code(name: str) -> bool:
    """Tell whether a name would be read as a rule code when typed as rules."""
    words = [word for word in name.split() if word.lower() != "friendly"]
    try:
        read_code(" ".join(words))
    except RulesError:
        return False
    return True
