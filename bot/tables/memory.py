"""The tables in this process's memory: an index and the deadlines of all live tables, and some whole tables.

A table is awake while its whole value is in memory. A table that nobody has touched for a while is put to sleep: its
value is dropped, and is read from the database when it is needed again. The index answers what needs no whole value.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from bot.engine.course import forget
from bot.engine.deal import Base
from bot.house.roster import is_house
from bot.lazy import dataclass
from bot.tables.decisions.turns import nudge_at
from bot.tables.schedule import Schedule
from bot.tables.values.clocks import Due, Limits, clock_of, shifted
from bot.tables.values.parts import Kind, Status
from bot.tables.values.table import Table
from db import DeadlineRow, LiveRow, Part, Store


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
    if Due.ITSELF in table.due:
        return False  # it hesitates
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
        """Return the table of a member's open challenge to another one, or to anybody (None); None if there is none."""
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


AWAKE_FOR: Final = timedelta(minutes=10)
"""Time for which a table stays awake after it was last touched."""
_AWAKE_MOST: Final = 1000
"""Largest number of live tables that are awake; waking another one takes a few milliseconds."""
ENDED_FOR: Final = timedelta(minutes=3)
"""Time for which a table that is over stays in memory after it was last touched, for buttons on its last messages."""
_ENDED_MOST: Final = 50
"""Largest number of tables that are over in memory; each takes 100 to 250 KB."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """When this process loaded its tables, and when a process last answered for them before."""

    at: datetime
    last_seen: datetime | None
    """None if no process ever did."""


class Memory:
    """This process's live tables, awake and asleep, and those that ended last; none of other processes."""

    def __init__(self, part: Part | None = None) -> None:
        self.part = part
        """The servers that this process answers for; None: all."""
        self.idle = False
        """Whether this process may do nothing by itself at the moment, as another one may be answering."""
        self.loaded: Loaded | None = None
        self.live = LiveTables()
        self.schedule = Schedule()
        self._awake: OrderedDict[int, Table] = OrderedDict()
        """Live tables that are awake, the one touched last at the end."""
        self._ended: OrderedDict[int, Table] = OrderedDict()
        """Tables that have ended, the one touched last at the end."""
        self._touched: dict[int, datetime] = {}
        self._doubtful: dict[int, object] = {}
        """Tables to be read anew before their next use, each with an object that identifies its last doubt.

        A write of them failed, or another process has changed them.
        """

    def keeps(self, guild_id: int | None) -> bool:
        """Return whether a server's tables are kept here; None stands for direct messages and what is no server's."""
        return self.part is None or self.part.has(guild_id)

    def owns(self, guild_id: int | None) -> bool:
        """Return whether a server's tables are kept here and this process answers for them."""
        return self.keeps(guild_id) and not self.idle

    def suspend(self, lost: bool) -> None:  # noqa: FBT001 - a callback
        """Do nothing without being asked while another process may have taken this one's shards."""
        self.idle = lost

    def loaded_of(self, guild_id: int) -> Loaded | None:
        """Return when a server's tables were loaded; None where another process has them."""
        return self.loaded if self.keeps(guild_id) else None

    def of_part(self, part: Part | None) -> list[int]:
        """Return the live tables of a part of the servers, the oldest first."""
        return sorted(each.id for each in self.live if part is None or part.has(each.guild_id))

    def doubt_all(self) -> None:
        """Mark every table in memory to be read anew before its next use."""
        for table_id in (*self._awake, *self._ended):
            self.doubt(table_id)

    def doubt(self, table_id: int) -> None:
        """Mark a table to be read anew before its next use; a table unknown here is read anyway."""
        if table_id in self.live or self.known(table_id) is not None:
            self._doubtful[table_id] = object()

    def doubt_of(self, table_id: int) -> object | None:
        """Return the object of the last doubt about a table, or None."""
        return self._doubtful.get(table_id)

    def dispel(self, table_id: int) -> None:
        """Remove the doubt about a table."""
        self._doubtful.pop(table_id, None)

    def awake(self) -> list[Table]:
        """Return the live tables that are awake, the oldest first."""
        return sorted(self._awake.values(), key=lambda table: table.id)

    def if_awake(self, table_id: int) -> Table | None:
        """Return a live table if it is awake, else None."""
        return self._awake.get(table_id)

    def known(self, table_id: int) -> Table | None:
        """Return a live or ended table if its value is in memory, else None."""
        return self._awake.get(table_id) or self._ended.get(table_id)

    def is_asleep(self, table_id: int) -> bool:
        """Return whether a table is live but its value is not in memory."""
        return table_id in self.live and table_id not in self._awake

    def touch(self, table_id: int, now: datetime) -> None:
        """Note that a table is in use, so that it stays in memory."""
        for kept in (self._awake, self._ended):
            if table_id in kept:
                kept.move_to_end(table_id)
                self._touched[table_id] = now

    def put(self, table: Table, now: datetime) -> None:
        """Replace what is known of a table; a table of another process is ignored."""
        if not self.keeps(table.guild_id):
            return
        before = self.known(table.id)
        if before is not None and _present(before) is not _present(table):
            _let_go(before)
        if table.live:
            self._awake[table.id] = table
            self.live.put(entry_of(table))
            self.schedule.set(table.id, table.due)
            self.touch(table.id, now)
            self._keep(self._awake, _AWAKE_MOST)
            return
        self._forget(table.id)
        self._ended[table.id] = table
        self.touch(table.id, now)
        self._keep(self._ended, _ENDED_MOST)

    def became(self, before: Table, after: Table, now: datetime) -> None:
        """Replace a table by its stored new value, and end the postponement of deadlines that have changed."""
        self.put(after, now)
        for kind in Due:
            if not after.live or after.due.get(kind) != before.due.get(kind):
                self.schedule.not_put_off(before.id, kind)

    def drop(self, table_id: int) -> None:
        """Forget a table that is gone, or whose record is broken."""
        if (known := self.known(table_id)) is not None:
            _let_go(known)
        self._forget(table_id)
        self._ended.pop(table_id, None)
        self._doubtful.pop(table_id, None)

    def _forget(self, table_id: int) -> None:
        self._awake.pop(table_id, None)
        self._touched.pop(table_id, None)
        self.live.drop(table_id)
        self.schedule.drop(table_id)

    def rest(self, now: datetime) -> None:
        """Put live tables to sleep and drop ended ones that nobody has touched for a while."""
        for kept, longest in ((self._awake, AWAKE_FOR), (self._ended, ENDED_FOR)):
            while kept and self._touched[next(iter(kept))] + longest <= now:
                self._keep(kept, len(kept) - 1)

    def _keep(self, tables: OrderedDict[int, Table], most: int) -> None:
        """Drop the values of the tables untouched for longest, until at most `most` are left."""
        while len(tables) > most:
            table_id, table = tables.popitem(last=False)
            del self._touched[table_id]
            _let_go(table)

    def shift(self, by: timedelta, tables: Collection[int]) -> None:
        """Move the deadlines of some tables later, except fixed ones."""
        moved = frozenset(tables)
        self.schedule.shift(by, moved)
        for table_id, table in self._awake.items():
            if table_id in moved:
                self._awake[table_id] = table.but(due=shifted(table.due, by))

    def with_running_clocks(self, now: datetime) -> list[int]:
        """Return the tables, awake or asleep, whose boards show a running clock or the end of claiming forfeits."""
        found = {each for kind in (Due.CLOCK, Due.FORFEITS) for each in self.schedule.tables_with(kind)}
        return sorted(each for each in found if not self.schedule.has_come(each, Due.CLOCK, now))

    def fill(self, rows: Iterable[LiveRow], deadlines: Iterable[DeadlineRow], now: datetime, limits: Limits) -> None:
        """Register stored live tables as asleep; those already in memory are marked to be read anew."""
        due: dict[int, dict[Due, datetime]] = {}
        kinds = {kind.value: kind for kind in Due}
        for each in deadlines:
            if each.kind in kinds:
                due.setdefault(each.game_id, {})[kinds[each.kind]] = each.due_at
        for row in rows:
            known = self.known(row.id)
            self.doubt(row.id)
            if known is not None and known.version > row.version:
                continue
            awaited = due.get(row.id, {})
            if _may_be_reminded(row):
                awaited[Due.NUDGE] = nudge_at(clock_of(row.settings.get("clock")), awaited.get(Due.CLOCK), now, limits)
            self.live.put(_entry(row))
            self.schedule.set(row.id, awaited)


def _present(table: Table) -> Base | None:
    """Return what identifies a table's last deal."""
    return table.game.deals[-1].base if table.game.deals else None


def _let_go(table: Table) -> None:
    """Drop what is kept of a table's deals beside it, each of which takes some 50 KB."""
    for deal in table.game.deals:
        forget(deal.base)


class Whereabouts:
    """Finds the live tables of members, whichever process holds them."""

    def __init__(self, db: Store, memory: Memory) -> None:
        self._db = db
        self._memory = memory

    async def of_user(self, user_id: int) -> list[int]:
        """Return the live tables at which a user sits in any server, the oldest first."""
        if self._memory.part is None:
            return self._memory.live.of_user(user_id)
        found = await self._db.ask(lambda reader: reader.live.of_user(user_id))
        return [each.id for each in found]

    async def daily_of(self, user_id: int) -> list[int]:
        """Return the daily deals that a user is playing in any server, the oldest first."""
        if self._memory.part is None:
            return self._memory.live.daily_of(user_id)
        found = await self._db.ask(lambda reader: reader.live.of_user(user_id))
        return [each.id for each in found if each.kind == Kind.DAILY.value]

    async def versions(self, table_ids: Collection[int]) -> dict[int, int]:
        """Return the versions of some tables, whichever process holds them."""
        return await self._db.ask(lambda reader: reader.live.versions(table_ids))

    async def taking_part(self, guild_id: int, user_id: int) -> list[int]:
        """Return the live tables of a server at which a user sits or is challenged, the oldest first."""
        if self._memory.owns(guild_id):
            there = (each for each in self._memory.live if each.guild_id == guild_id)
            return sorted(each.id for each in there if user_id in each.users or each.invited_id == user_id)
        found = await self._db.ask(lambda reader: reader.live.taking_part(guild_id, user_id))
        return [each.id for each in found]

    async def count_of(self, guild_id: int, user_id: int) -> int:
        """Return the number of live tables of a server at which a user sits, without daily deals."""
        if self._memory.owns(guild_id):
            return self._memory.live.count_of(guild_id, user_id)
        found = await self._db.ask(lambda reader: reader.live.taking_part(guild_id, user_id))
        return sum(each.sits and each.kind != Kind.DAILY.value for each in found)


def _entry(row: LiveRow) -> Entry:
    """Return a stored table's entry in the index; at an honour table several may act, so the house may be on move."""
    house = _by_house(row)
    on_move = bool(house) if row.rules.get("irregularities") == "forfeits" else row.on_move in house
    playing = row.status == Status.PLAYING.value
    return Entry(
        row.id, row.guild_id, row.channel_id, row.home_id or row.channel_id, Kind(row.kind), Status(row.status),
        row.opener_id, row.invited_id, row.users, playing and on_move,
        row.kind == Kind.DAILY.value or row.private,
    )  # fmt: skip


def _may_be_reminded(row: LiveRow) -> bool:
    """Return whether a reminder may be due to a person on move; only the whole table tells for certain."""
    if row.status != Status.PLAYING.value or "nudge" in row.roles or row.settings.get("time_up") is not None:
        return False
    house = _by_house(row)
    return len(row.users) - len(house) > 1 and row.on_move != 0 and row.on_move not in house


def _by_house(row: LiveRow) -> set[int]:
    """Return the users for whom the house plays: house players, and absent members whose seats the house holds."""
    held = row.settings.get("held") or {}
    return {user for seat, user in enumerate(row.users) if is_house(user) or str(seat) in held}
