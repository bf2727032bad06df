"""An index of the live tables, awake or asleep, so that they are counted and found without waking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .values.parts import Kind, Status
from .values.table import Table


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index knows of a live table."""

    id: int
    guild_id: int
    channel_id: int
    """The channel or thread in which it is played."""
    home_id: int
    """The channel in which it was opened; the parent of its own thread, where it has one."""
    kind: Kind
    status: Status
    opener_id: int
    invited_id: int | None
    users: tuple[int, ...]
    """The users at the table, by seat."""
    house_waited_for: bool
    """Whether the house may have to act, for itself or for an absent member."""
    private: bool = False
    """Whether only its player may know of it (:attr:`.Table.private`)."""


def entry_of(table: Table) -> Entry:
    return Entry(
        table.id, table.guild_id, table.channel_id, table.place.home_id, table.kind, table.status, table.opener_id,
        table.invited_id, table.users, house_waited_for(table), table.private,
    )  # fmt: skip


def house_waited_for(table: Table) -> bool:
    """Return whether the house may have to act at a table.

    At an honour table the house may have to act at any of its seats, not only when it is on move.
    """
    waited = table.seats_waited_for
    at = range(len(table.seats)) if table.is_honour and waited else waited
    return any(table.house_level(seat) is not None for seat in at)


class LiveTables:
    """The live tables by number and by member, and those where it is the house's turn."""

    def __init__(self) -> None:
        self._entries: dict[int, Entry] = {}
        self._of_user: dict[int, set[int]] = {}
        self._in_server: Counter[int] = Counter()
        self.house_turns: dict[int, None] = {}
        """Tables at which the house may have to act, in the order in which that began.

        The code that moves for the house removes a table where there is nothing to do.
        """

    def __contains__(self, table_id: int) -> bool:
        """Return whether a table is live."""
        return table_id in self._entries

    def get(self, table_id: int) -> Entry | None:
        """Return a live table's line, or None."""
        return self._entries.get(table_id)

    def __len__(self) -> int:
        """Return the number of live tables."""
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the lines of the live tables."""
        return iter(self._entries.values())

    def put(self, entry: Entry) -> None:
        """Enter a table's line, in place of its earlier one."""
        if entry.house_waited_for:
            self.house_turns.setdefault(entry.id)
        else:
            self.house_turns.pop(entry.id, None)
        known = self._entries.get(entry.id)
        if known is None:
            self._in_server[entry.guild_id] += 1
        if known != entry:
            self._entries[entry.id] = entry
            self._seat(entry.id, known.users if known is not None else (), entry.users)

    def drop(self, table_id: int) -> None:
        """Remove the line of a table that is over or gone."""
        known = self._entries.pop(table_id, None)
        if known is not None:
            self._in_server[known.guild_id] -= 1
            if not self._in_server[known.guild_id]:
                del self._in_server[known.guild_id]
            self._seat(table_id, known.users, ())
            self.house_turns.pop(table_id, None)

    def _seat(self, table_id: int, before: Iterable[int], after: tuple[int, ...]) -> None:
        for user in before:
            if user not in after:
                of_user = self._of_user[user]
                of_user.discard(table_id)
                if not of_user:
                    del self._of_user[user]
        for user in after:
            self._of_user.setdefault(user, set()).add(table_id)

    def house_turns_of_each(self) -> dict[int, list[int]]:
        """Return the tables at which the house may have to act, by server, in the order in which that began."""
        found: dict[int, list[int]] = {}
        for table_id in self.house_turns:
            found.setdefault(self._entries[table_id].guild_id, []).append(table_id)
        return found

    def of_server(self, guild_id: int) -> list[Entry]:
        """Return the live tables of a server, the oldest first, without those that are private."""
        found = (entry for entry in self if entry.guild_id == guild_id and not entry.private)
        return sorted(found, key=lambda entry: entry.id)

    def of_member(self, guild_id: int, user_id: int) -> list[int]:
        """Return the live tables of a server at which a user sits, the oldest first, without daily deals."""
        at = (self._entries[table_id] for table_id in self._of_user.get(user_id, ()))
        return sorted(entry.id for entry in at if entry.guild_id == guild_id and entry.kind is not Kind.DAILY)

    def daily_of(self, user_id: int) -> list[int]:
        """Return the daily deals that a user is playing, in any server, the oldest first."""
        at = (self._entries[table_id] for table_id in self._of_user.get(user_id, ()))
        return sorted(entry.id for entry in at if entry.kind is Kind.DAILY)

    def count_in(self, guild_id: int) -> int:
        """Return the number of live tables in a server, including daily deals."""
        return self._in_server[guild_id]

    def count_of(self, guild_id: int, user_id: int) -> int:
        """Return the number of live tables of a server at which a user sits, without daily deals."""
        return len(self.of_member(guild_id, user_id))

    def sits_somewhere(self, user_id: int) -> bool:
        """Return whether a user sits at any live table in any server."""
        return user_id in self._of_user

    def of_user(self, user_id: int) -> list[int]:
        """Return the live tables at which a user sits in any server, the oldest first."""
        return sorted(self._of_user.get(user_id, ()))

    def challenge(self, guild_id: int, opener_id: int, invited_id: int | None) -> int | None:
        """Return the table of a member's open challenge to another one, or None.

        Args:
            invited_id: The challenged member; None: a challenge to anybody.
        """
        wanted = (guild_id, opener_id, invited_id)
        for entry in self:
            stands = entry.kind is Kind.CHALLENGE and entry.status is Status.LOBBY
            if stands and (entry.guild_id, entry.opener_id, entry.invited_id) == wanted:
                return entry.id
        return None

    def challenges(self, guild_id: int) -> list[Entry]:
        """Return the open challenges of a server, the oldest first."""
        found = (each for each in self if each.kind is Kind.CHALLENGE and each.status is Status.LOBBY)
        return sorted((each for each in found if each.guild_id == guild_id), key=lambda entry: entry.id)

    def count(self) -> Counter[Status]:
        """Return the number of live tables by status."""
        return Counter(entry.status for entry in self)
