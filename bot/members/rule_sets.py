"""Named rule sets, which members and servers keep among their settings."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from bot.engine import Rules, RulesError, read_code
from bot.tables.values.refused import Refused, Why
from bot.tables.values.rule_sets import (
    LONGEST_NAME,
    MOST_SETS,
    RULE_SETS,
    Keeper,
    Owner,
    RuleSet,
    Shelf,
    Shelves,
    read_shelf,
    same_name,
    stored_options,
)
from db import Reader, Store, Transaction
from db.keys import key_of

T = TypeVar("T")

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
    mark: int = 0,
) -> tuple[Shelf, RuleSet]:
    """Add rules to a shelf, once under one name; a name that others have is refused, or `renamed` by a number."""
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
    new = RuleSet(key_of(shelf.next, mark), wanted, preset, stored_options(preset, rules), friendly, by=by)
    return Shelf(tuple(sorted((*shelf.sets, new), key=lambda each: same_name(each.name))), shelf.next + 1), new


def dropped(shelf: Shelf, number: int) -> Shelf:
    return replace(shelf, sets=tuple(each for each in shelf.sets if each.number != number))


def shown_in(shelf: Shelf, number: int, guild_id: int) -> Shelf:
    """Note that a rule set's owner has shown it in a server, so that others may look at it there from now on."""

    def after(each: RuleSet) -> RuleSet:
        if each.number != number or guild_id in each.shared_in:
            return each
        return replace(each, shared_in=(*each.shared_in, guild_id)[-_SHOWN_IN:])

    return replace(shelf, sets=tuple(after(each) for each in shelf.sets))


def _is_code(name: str) -> bool:
    words = [word for word in name.split() if word.lower() != "friendly"]
    try:
        read_code(" ".join(words))
    except RulesError:
        return False
    return True


class RuleSets:
    """Reads and writes rule sets; they are shown, exported and deleted like all settings."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, keeper: Keeper) -> Shelf:
        """Return the rule sets of a member or a server; a member's can be used in every server."""
        return await self._store.ask(lambda reader: _read(reader, keeper))

    async def here(self, guild_id: int, user_id: int) -> Shelves:
        """Return the rule sets that a member can choose from in a server: their own and the server's."""

        async def shelves(reader: Reader) -> Shelves:
            own = await _read(reader, Keeper(Owner.MEMBER, user_id))
            return Shelves(own, await _read(reader, Keeper(Owner.SERVER, guild_id)))

        return await self._store.ask(shelves)

    async def keep(
        self,
        keeper: Keeper,
        name: str,
        preset: str,
        rules: Rules,
        *,
        friendly: bool = False,
        renamed: bool = False,
        by: int = 0,
    ) -> RuleSet:
        """Store rules under a name (:func:`added`)."""
        return await self._changed(
            keeper,
            lambda shelf, mark: added(shelf, name, preset, rules, friendly=friendly, renamed=renamed, by=by, mark=mark),
        )

    async def drop(self, keeper: Keeper, number: int) -> None:
        await self._changed(keeper, lambda shelf, _mark: (dropped(shelf, number), None))

    async def note_shown(self, keeper: Keeper, number: int, guild_id: int) -> None:
        await self._changed(keeper, lambda shelf, _mark: (shown_in(shelf, number, guild_id), None))

    async def _changed(self, keeper: Keeper, decide: Callable[[Shelf, int], tuple[Shelf, T]]) -> T:
        async def stored(tx: Transaction) -> T:
            before = await _read(tx, keeper)
            after, found = decide(before, tx.mark())
            if after != before and keeper.owner is Owner.MEMBER:
                await tx.settings.set_of_user(keeper.id, RULE_SETS, after.stored())
            elif after != before:
                await tx.settings.set_of_guild(keeper.id, RULE_SETS, after.stored())
            return found

        return await self._store.do(stored)


async def _read(reader: Reader | Transaction, keeper: Keeper) -> Shelf:
    if keeper.owner is Owner.MEMBER:
        return read_shelf((await reader.settings.of_user(keeper.id)).get(RULE_SETS))
    return read_shelf((await reader.settings.of_guild(keeper.id)).get(RULE_SETS))
