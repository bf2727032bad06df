"""The stored choices of members and servers, by key; the code that shows a choice knows its meaning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from bot.tables.values.choice import Choice, offered
from bot.tables.values.clocks import SERVER_CLOCK, ServerClock, read_server_clock
from bot.tables.values.quiet import QUIET, quiet_for
from db import Reader, Store, Transaction
from db.personal import SERVER_SETTINGS

LESSONS: Final = "lessons"
"""The key of a member's progress in the lessons."""
TUTORIAL: Final = "first-deal"
"""The name of the tutorial among the lessons that a member has done."""


def lessons_done(stored: object) -> frozenset[str]:
    """Return the names of the lessons in a member's stored progress that are done; none if it is unreadable."""
    done = stored.get("done") if isinstance(stored, dict) else None
    return frozenset(done) if isinstance(done, list) and all(isinstance(each, str) for each in done) else frozenset()


class Preferences:
    """Reads and writes the choices of members, which hold in every server, and of servers."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_member(self, user_id: int) -> dict[str, Any]:
        """Return a member's choices."""
        return await self._store.ask(lambda reader: reader.settings.of_user(user_id))

    async def of_server(self, guild_id: int) -> dict[str, Any]:
        """Return a server's choices."""
        return await self._store.ask(lambda reader: reader.settings.of_guild(guild_id))

    async def of_all(
        self, of_members: Collection[str], of_servers: Collection[str]
    ) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
        """Return the choices of all members and all servers under some keys.

        Args:
            of_members: The keys of members' choices.
            of_servers: The keys of servers' choices.

        Returns:
            Members' choices by user, and servers' choices by server.
        """

        async def chosen(reader: Reader) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
            return await reader.settings.by_member(of_members), await reader.settings.by_guild(of_servers)

        return await self._store.ask(chosen)

    async def of_all_servers(self, key: str) -> dict[int, Any]:
        """Return the choices that servers have made under a key, by server."""
        found = await self._store.ask(lambda reader: reader.settings.by_guild([key]))
        return {guild_id: chosen[key] for guild_id, chosen in found.items()}

    async def set_of_member(self, user_id: int, choices: Mapping[str, object]) -> dict[str, Any]:
        """Store some of a member's choices in one transaction, and return all of the member's choices.

        Args:
            choices: The new choices by key; None deletes one.
        """

        async def stored(tx: Transaction) -> dict[str, Any]:
            for key, value in choices.items():
                await tx.settings.set_of_user(user_id, key, value)
            await tx.say("member", user_id)
            return await tx.settings.of_user(user_id)

        return await self._store.do(stored)

    async def change_of_server(self, guild_id: int, key: str, change: Callable[[object], object]) -> dict[str, Any]:
        """Replace a server's choice by a function of its stored value, and return all of the server's choices.

        Args:
            key: The key of the choice.
            change: Returns the new value from the stored one; None deletes the choice.

        Raises:
            ValueError: The key is not among `db.personal.SERVER_SETTINGS`.
        """
        _check([key])

        async def stored(tx: Transaction) -> dict[str, Any]:
            before = (await tx.settings.of_guild(guild_id)).get(key)
            await tx.settings.set_of_guild(guild_id, key, change(before))
            await tx.say("guild", guild_id)
            return await tx.settings.of_guild(guild_id)

        return await self._store.do(stored)

    async def clock_of(self, guild_id: int) -> ServerClock:
        """Return a server's clock."""
        return read_server_clock((await self.of_server(guild_id)).get(SERVER_CLOCK))

    async def set_clock(self, guild_id: int, minutes: int, now: datetime) -> dict[str, Any]:
        """Set a server's clock from now on, and return all of the server's choices.

        Args:
            minutes: Minutes by which the clock is ahead of UTC.
        """
        return await self.change_of_server(
            guild_id, SERVER_CLOCK, lambda stored: read_server_clock(stored).set_to(minutes, now).stored()
        )

    async def offered(self, guild_id: int, user_id: int) -> Choice:
        """Return the choices offered to a member for a new table: those of their last one, else the server's."""
        return offered(await self.of_member(user_id), await self.of_server(guild_id))

    async def awake(self, users: Iterable[int], now: datetime) -> list[int]:
        """Return those of some users who are not in their quiet hours at a moment."""
        stored = {user: await self.of_member(user) for user in users}
        return [user for user, choices in stored.items() if not quiet_for(choices.get(QUIET), now)]

    async def set_of_server(self, guild_id: int, choices: Mapping[str, object]) -> dict[str, Any]:
        """Store some of a server's choices in one transaction, and return all of the server's choices.

        Args:
            choices: The new choices by key; None deletes one.

        Raises:
            ValueError: A key is not among `db.personal.SERVER_SETTINGS`.
        """
        _check(choices)

        async def stored(tx: Transaction) -> dict[str, Any]:
            for key, value in choices.items():
                await tx.settings.set_of_guild(guild_id, key, value)
            await tx.say("guild", guild_id)
            return await tx.settings.of_guild(guild_id)

        return await self._store.do(stored)


def _check(keys: Collection[str]) -> None:
    """Refuse keys for which `db.personal.SERVER_SETTINGS` does not say whether they hold personal data.

    Raises:
        ValueError: There is such a key.
    """
    unknown = set(keys) - SERVER_SETTINGS.keys()
    if unknown:
        raise ValueError(f"say in db/personal.py what these tell of people: {sorted(unknown)}")
