"""Named rule sets, which members and servers keep among their settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.engine import Rules
from bot.tables.decisions.rule_sets import added, dropped, shown_in
from bot.tables.values.rule_sets import RULE_SETS, Keeper, Owner, RuleSet, Shelf, Shelves, read_shelf
from db import Reader, Store, Transaction

T = TypeVar("T")


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
        """Store rules under a name (:func:`bot.tables.decisions.rule_sets.added`).

        Raises:
            Refused: The name cannot be used, or the keeper has too many rule sets.
            DatabaseError: The rule set could not be stored, and nothing has changed.
        """
        return await self._changed(
            keeper, lambda shelf: added(shelf, name, preset, rules, friendly=friendly, renamed=renamed, by=by)
        )

    async def drop(self, keeper: Keeper, number: int) -> None:
        """Delete a rule set."""
        await self._changed(keeper, lambda shelf: (dropped(shelf, number), None))

    async def note_shown(self, keeper: Keeper, number: int, guild_id: int) -> None:
        """Store that a rule set is shown to everybody in a server."""
        await self._changed(keeper, lambda shelf: (shown_in(shelf, number, guild_id), None))

    async def _changed(self, keeper: Keeper, decide: Callable[[Shelf], tuple[Shelf, T]]) -> T:
        async def stored(tx: Transaction) -> T:
            before = await _read(tx, keeper)
            after, found = decide(before)
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
