"""Keeping rules under names: what is added to somebody's rule sets, taken away, or shown to others."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Final

from bot.engine import Rules, RulesError, read_code
from bot.tables.values.refused import Refused, Why
from bot.tables.values.rule_sets import LONGEST_NAME, MOST_SETS, RuleSet, Shelf, same_name, stored_options

_SHOWN_IN: Final = 50
"""In so many servers a rule set counts as shown; the oldest are forgotten."""


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
    """Keep rules under a name; the same ones under the same name are kept once.

    Args:
        shelf: What the owner keeps so far.
        name: What was typed, one line already.
        preset: The book from which the rules started.
        rules: The rules.
        friendly: Games by them are not rated.
        renamed: Where other rules are called so a number is put behind the name; else that is refused.
        by: The member who typed the name.

    Returns:
        What the owner keeps now, and the rule set among them.

    Raises:
        Refused: The name is empty or could be read as a rule code, other rules are called so, or there are too many.
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
    """Keep a rule set no more; nothing happens where it is gone already."""
    return replace(shelf, sets=tuple(each for each in shelf.sets if each.number != number))


def shown_in(shelf: Shelf, number: int, guild_id: int) -> Shelf:
    """Note that its owner has shown a rule set in a server, where others may look at it from now on."""

    def after(each: RuleSet) -> RuleSet:
        if each.number != number or guild_id in each.shared_in:
            return each
        return replace(each, shared_in=(*each.shared_in, guild_id)[-_SHOWN_IN:])

    return replace(shelf, sets=tuple(after(each) for each in shelf.sets))


def _is_code(name: str) -> bool:
    """Tell whether a name would be read as a rule code where rules are typed."""
    words = [word for word in name.split() if word.lower() != "friendly"]
    try:
        read_code(" ".join(words))
    except RulesError:
        return False
    return True
