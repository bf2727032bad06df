"""What members and servers have chosen: the keys, and how choices are read, changed, and kept at hand.

Each is a row of `user_settings` or `guild_settings` (``db/settings.py``) under its key. What no answer may wait for is
kept in memory too, and other processes are told of each change by a word. Holidays and rule sets are changed in
``bot/members``, as more than a row changes with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from bot.tables.values.clocks import SERVER_CLOCK, ServerClock, read_server_clock
from bot.tables.values.rule_sets import Choice, offered
from bot.tables.values.times import Holiday, quiet_for, read_holidays
from db import Reader, Store, Transaction
from db.personal import SERVER_SETTINGS

LANGUAGE, FOUR_COLOUR = "language", "four_colour"
"""The keys of the language, and of cards in four colours, of members and servers alike."""

LOOK = "look"
"""The key of how a member sees cards."""
ONLY_CARD = "only_card"
"""The key of a member's choice to play the only card themselves: False."""
TRUMPS_FIRST = "trumps_first"
"""The key of how a member holds the cards behind the trumps: ``suit`` or ``rank``."""
HOLIDAYS, QUIET = "holidays", "quiet"
"""The keys of a member's holidays and quiet hours (:mod:`.values.times`)."""
BY_MESSAGE, DAILY_REMINDER = "by_message", "daily_reminder"
"""The keys of a member's wish to be told of turns, or reminded of the daily deal, by direct message."""
UNREACHABLE = "closed"
"""The value stored under either key after Discord refused such a message, until the member has been told so."""

BOARDS, CUTS, THREADS = "boards", "cuts_hidden", "threads"
"""The keys of a server's boards: their look, whether words of cuts are hidden, whether each game has its own thread."""
CHANNELS, MODERATORS = "channels", "moderators"
"""The keys of the channels to which a server restricts the bot, and of its moderators' role."""
_OF_MEMBERS: Final = (LANGUAGE, LOOK, FOUR_COLOUR, HOLIDAYS, BY_MESSAGE, DAILY_REMINDER, ONLY_CARD, TRUMPS_FIRST)
_OF_SERVERS: Final = (LANGUAGE, BOARDS, FOUR_COLOUR, CUTS, CHANNELS, MODERATORS)


class Preferences:
    """Reads and writes the choices of members, which hold in every server, and of servers."""

    def __init__(self, db: Store) -> None:
        self._db = db
        self.members: dict[int, Mapping[str, Any]] = {}
        """Language and look of cards that members have chosen, holidays, and direct messages, by user."""
        self.servers: dict[int, Mapping[str, Any]] = {}
        """What servers have chosen about language, boards, channels and moderators, by server."""
        self.holidays: dict[int, tuple[Holiday, ...]] = {}
        """Holidays by user, for members who have any."""
        self.told: set[int] = set()
        """Users who want to be told of turns by direct message."""
        self.unreachable: set[int] = set()
        """Users who wanted that but accept no direct messages, and have not been told so yet."""
        self.by_hand: set[int] = set()
        """Users who play the only card that they may play themselves."""

    # ------------------------------------------------------------ in memory

    async def load(self) -> None:
        """Read what is kept in memory; call it again where words about changes may have been missed."""

        async def chosen(reader: Reader) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
            return await reader.settings.by_member(_OF_MEMBERS), await reader.settings.by_guild(_OF_SERVERS)

        members, servers = await self._db.ask(chosen)
        for user_id in {*self.members, *members}:
            self.member_chose(user_id, members.get(user_id, {}))
        for guild_id in {*self.servers, *servers}:
            self.server_chose(guild_id, servers.get(guild_id, {}))

    async def heard(self, about: str, number: int) -> None:
        """Read again what another process has changed: the choices of a member, or of a server (`guild`)."""
        if about == "member":
            self.member_chose(number, await self.of_member(number))
        else:
            self.server_chose(number, await self.of_server(number))

    def member_chose(self, user_id: int, choices: Mapping[str, Any]) -> None:
        """Replace what is known of a member by their choices."""
        _keep(self.members, user_id, choices, _OF_MEMBERS)
        self.holidays.pop(user_id, None)
        self.told.discard(user_id)
        self.unreachable.discard(user_id)
        self.by_hand.discard(user_id)
        if choices.get(ONLY_CARD) is False:
            self.by_hand.add(user_id)
        if found := read_holidays(choices.get(HOLIDAYS)):
            self.holidays[user_id] = found
        if choices.get(BY_MESSAGE) is True:
            self.told.add(user_id)
        if UNREACHABLE in (choices.get(BY_MESSAGE), choices.get(DAILY_REMINDER)):
            self.unreachable.add(user_id)

    def server_chose(self, guild_id: int, choices: Mapping[str, Any]) -> None:
        """Replace what is known of a server by its choices."""
        _keep(self.servers, guild_id, choices, _OF_SERVERS)

    async def cannot_reach(self, user_id: int, key: str) -> None:
        """Switch off direct messages that a member wanted and takes none of, until they are told so."""
        if self.members.get(user_id, {}).get(key):  # else they were switched off or deleted meanwhile
            await self.set_of_member(user_id, {key: UNREACHABLE})

    async def reached_again(self, user_id: int) -> None:
        """Forget that a member accepts no direct messages; they switch on again which they want."""
        mine = self.members.get(user_id, {})
        off = [key for key in (BY_MESSAGE, DAILY_REMINDER) if mine.get(key) == UNREACHABLE]
        await self.set_of_member(user_id, dict.fromkeys(off))

    # ------------------------------------------------------------ stored

    async def of_member(self, user_id: int) -> dict[str, Any]:
        return await self._db.ask(lambda reader: reader.settings.of_user(user_id))

    async def of_server(self, guild_id: int) -> dict[str, Any]:
        return await self._db.ask(lambda reader: reader.settings.of_guild(guild_id))

    async def of_all_servers(self, key: str) -> dict[int, Any]:
        """Return the choices that servers have made under a key, by server."""
        found = await self._db.ask(lambda reader: reader.settings.by_guild([key]))
        return {guild_id: chosen[key] for guild_id, chosen in found.items()}

    async def set_of_member(self, user_id: int, changes: Mapping[str, object]) -> dict[str, Any]:
        """Store some of a member's choices by key, where None deletes one; return all of the member's choices."""

        async def stored(tx: Transaction) -> dict[str, Any]:
            for key, value in changes.items():
                await tx.settings.set_of_user(user_id, key, value)
            await tx.say("member", user_id)
            return await tx.settings.of_user(user_id)

        choices = await self._db.do(stored)
        self.member_chose(user_id, choices)
        return choices

    async def set_of_server(self, guild_id: int, changes: Mapping[str, object]) -> dict[str, Any]:
        """Store some of a server's choices by key, where None deletes one; return all of the server's choices."""
        return await self._change_server(guild_id, lambda _stored: changes)

    async def clock_of(self, guild_id: int) -> ServerClock:
        return read_server_clock((await self.of_server(guild_id)).get(SERVER_CLOCK))

    async def set_clock(self, guild_id: int, minutes: int, now: datetime) -> dict[str, Any]:
        """Set a server's clock so many minutes ahead of UTC from now on; return all of the server's choices."""

        def changed(stored: Mapping[str, Any]) -> dict[str, object]:
            return {SERVER_CLOCK: read_server_clock(stored.get(SERVER_CLOCK)).set_to(minutes, now).stored()}

        return await self._change_server(guild_id, changed)

    async def offered(self, guild_id: int, user_id: int) -> Choice:
        """Return the choices offered to a member for a new table: those of their last one, else the server's."""
        return offered(await self.of_member(user_id), await self.of_server(guild_id))

    async def awake(self, users: Iterable[int], now: datetime) -> list[int]:
        """Return those of some users who are not in their quiet hours at a moment."""
        stored = {user: await self.of_member(user) for user in users}
        return [user for user, choices in stored.items() if not quiet_for(choices.get(QUIET), now)]

    async def _change_server(
        self, guild_id: int, decide: Callable[[Mapping[str, Any]], Mapping[str, object]]
    ) -> dict[str, Any]:
        async def stored(tx: Transaction) -> dict[str, Any]:
            changes = decide(await tx.settings.of_guild(guild_id))
            if unknown := changes.keys() - SERVER_SETTINGS.keys():
                raise ValueError(f"say in db/personal.py what these tell of people: {sorted(unknown)}")
            for key, value in changes.items():
                await tx.settings.set_of_guild(guild_id, key, value)
            await tx.say("guild", guild_id)
            return await tx.settings.of_guild(guild_id)

        choices = await self._db.do(stored)
        self.server_chose(guild_id, choices)
        return choices


def _keep(known: dict[int, Mapping[str, Any]], owner: int, choices: Mapping[str, Any], keys: Iterable[str]) -> None:
    kept = {key: choices[key] for key in keys if key in choices}
    if kept:
        known[owner] = kept
    else:
        known.pop(owner, None)
