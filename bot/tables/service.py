"""The tables with all that keeps and finds them: requests that depend on several of them, and their deadlines."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from bot.engine import Rules
from bot.house.roster import Level
from bot.lazy import dataclass
from bot.tables.archive import FrozenTables
from bot.tables.decisions import (
    adjourning,
    by_itself,
    daily,
    dealing,
    fixtures,
    house_seats,
    lobby,
    overtime,
    play,
    turns,
)
from bot.tables.values.clocks import Due, Limits
from bot.tables.values.times import away_for, quiet_for
from db import BoardRow, DatabaseError, LiveRow, Part, Store, Transaction
from db.settings import OUTSIDE

from .archive import Archive
from .decisions.occasion import Chance, Done, Occasion
from .leaving import LeftGames
from .memory import Memory, Whereabouts
from .preferences import QUIET, THREADS, Preferences
from .store import AtEnd, TableStore
from .values.parts import Kind, Player, Sealing, Terms
from .values.refused import Refused, Why
from .values.table import Table

log = logging.getLogger(__name__)

_TRY_AGAIN = timedelta(seconds=60)
"""Time after which a failed deadline is tried again."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A deadline that has passed, and the table as it stands after it."""

    due: Due
    table: Table


class Tables:
    """All tables of the bot: its parts keep and find them; it asks them, and handles what is due.

    What concerns one table alone is a decision: ``tables.ask(number, play.resign, user)``.
    """

    def __init__(
        self,
        db: Store,
        now: Callable[[], datetime],
        limits: Limits | None = None,
        chance: Chance | None = None,
        at_end: Sequence[AtEnd] = (),
        part: Part | None = None,
    ) -> None:
        self.memory = Memory(part)
        self.preferences = Preferences(db)
        self.store = TableStore(db, now, self.memory, self.preferences, limits, chance, at_end)
        self.get, self.ask, self.act = self.store.get, self.store.change, self.store.act
        self.archive = Archive(db)
        self.frozen = FrozenTables(db, part)
        self.boards = Boards(db)
        self.left_games = LeftGames(db, now)
        self.invitations = Invitations(db, now)
        self.whereabouts = Whereabouts(db, self.memory)
        self._presence = Presence()
        self._seating = asyncio.Lock()
        """Held while a member's tables are counted and a seat is taken, so that two requests cannot both fit."""

    def now(self) -> datetime:
        """Return the present moment, by the clock of all tables."""
        return self.store.now()

    def touch(self, table_id: int, user_id: int) -> None:
        """Note that a user has just clicked, or given a command, at a table, and needs no reminder now."""
        self._presence.touch(table_id, user_id, self.now())

    def is_late(self, table: Table) -> bool:
        """Return whether the time of the player on move has run out, also if the table does not show it yet."""
        return table.time_is_up or table.has_come(Due.CLOCK, self.now())

    def runs_until(self, table: Table) -> datetime | None:
        """Return when the time of the player on move will be up; None where there is no clock, or it has run out.

        At an honour table where forfeits can be claimed, return when claiming ends.
        """
        return None if self.is_late(table) else table.due.get(Due.CLOCK) or table.due.get(Due.FORFEITS)

    async def heartbeat(self) -> None:
        """Store that the bot is alive, so that a later start knows how long it was down."""
        now = self.now()
        await self.store.db.do(lambda tx: tx.schedule.heartbeat(now))
        await self.boards.store()

    # ------------------------------------------------------------ requests that depend on other tables too

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        opener: Player,
        rules: Rules,
        terms: Terms,
        invited_only: bool = False,
        answering: str | None = None,
    ) -> Table:
        """Open a table at which anybody may sit down; the opener takes the first seat.

        The opener's choices are remembered and offered next time. ``answering`` is the token of the interaction that
        the table's first message answers; it is stored with the table's seal.
        """
        async with self._seating:
            at = self.store.occasion()
            self._check_room(guild_id, opener.user_id, at)
            draft = lobby.opened(
                at, guild_id=guild_id, channel_id=channel_id, opener=opener, rules=rules, terms=terms,
                invited_only=invited_only,
            )  # fmt: skip
            await self.left_games.check(draft, opener.user_id)
            return await self.store.create(draft.but(sealing=Sealing(answering)))

    async def practise(
        self,
        *,
        guild_id: int,
        channel_id: int,
        player: Player,
        rules: Rules,
        preset: str,
        language: str,
        level: Level = Level.REGULAR,
    ) -> Table:
        """Begin a private practice (:func:`bot.tables.decisions.house_seats.practice_begun`)."""
        async with self._seating:
            at = self.store.occasion()
            self._check_room(guild_id, player.user_id, at)
            draft = house_seats.practice_begun(
                at, guild_id=guild_id, channel_id=channel_id, player=player, rules=rules, preset=preset,
                language=language, level=level,
            )  # fmt: skip
            return await self.store.create(draft)

    async def challenge(
        self,
        *,
        guild_id: int,
        channel_id: int,
        challenger: Player,
        invited: Player | None,
        rules: Rules,
        terms: Terms,
        best_of: int = 1,
        answering: str | None = None,
    ) -> Table:
        """Challenge one member, who alone may accept, or everybody, unless one of the two has such a challenge open."""
        invited_id = None if invited is None else invited.user_id
        if challenger.user_id == invited_id:
            raise Refused(Why.CHALLENGE_SELF)
        async with self._seating:
            at = self.store.occasion()
            first = invited_id and self.memory.live.challenge(guild_id, invited_id, challenger.user_id)
            if first:
                raise Refused(Why.CHALLENGED_FIRST, table_id=first)
            self._check_room(guild_id, challenger.user_id, at)
            standing = self.memory.live.challenge(guild_id, challenger.user_id, invited_id)
            if standing is not None:
                raise Refused(Why.CHALLENGE_STANDS, table_id=standing)
            if invited_id is not None:
                await self.invitations.count(challenger.user_id, invited_id)
            draft = lobby.challenged(
                at, guild_id=guild_id, channel_id=channel_id, challenger=challenger, invited=invited, rules=rules,
                terms=terms, best_of=best_of,
            )  # fmt: skip
            await self.left_games.check(draft, challenger.user_id)
            return await self.store.create(draft.but(sealing=Sealing(answering)))

    async def join(self, table_id: int, player: Player, edition: int | None = None) -> Table:
        """Sit down in the next free seat (:func:`bot.tables.decisions.lobby.join`)."""
        async with self._seating, self.store.lock(table_id):  # so that players get seats in the order of their requests
            table = await self.get(table_id)
            elsewhere = await self.whereabouts.count_of(table.guild_id, player.user_id)
            blocking = await self.invitations.blocking(player.user_id)
            await self.left_games.check(table, player.user_id)
            former = await self.store.db.ask(lambda reader: reader.people.aliases([player.user_id]))
            return await self.store.change_locked(
                table_id, lobby.join, player, edition, elsewhere=elsewhere, blocking=blocking, former=former
            )

    async def start(self, table_id: int, user_id: int, language: str | None = None) -> Done:
        """Start a game; its first deal is dealt once its board is posted (:func:`bot.tables.decisions.lobby.start`)."""
        async with self.store.lock(table_id):
            in_thread = await self._in_threads(table_id)
            await self.left_games.check_start(await self.get(table_id), user_id)
            return await self.store.change_locked(
                table_id, lobby.start, user_id, in_thread=in_thread, language=language
            )

    async def accept(self, table_id: int, player: Player) -> Done:
        """Accept a challenge, which starts the game (:func:`bot.tables.decisions.lobby.accept`)."""
        async with self._seating, self.store.lock(table_id):
            in_thread = await self._in_threads(table_id)
            table = await self.get(table_id)
            elsewhere = await self.whereabouts.count_of(table.guild_id, player.user_id)
            blocking = await self.invitations.blocking(player.user_id)
            await self.left_games.check(table, player.user_id)
            return await self.store.change_locked(
                table_id, lobby.accept, player, elsewhere=elsewhere, in_thread=in_thread, blocking=blocking
            )

    async def rematch(self, table_id: int, user_id: int) -> tuple[Table, Table | None]:
        """Ask for another game; return the finished table with its votes, and the new table once everyone has asked."""
        async with self._seating, self.store.lock(table_id):
            in_thread = await self._in_threads(table_id)
            table = await self.get(table_id)
            elsewhere = {user: await self.whereabouts.count_of(table.guild_id, user) for user in table.users}
            await self.left_games.check(table, user_id)
            done = await self.store.change_locked(
                table_id, lobby.ask_rematch, user_id, elsewhere=elsewhere, in_thread=in_thread
            )
        return done.table, done.opened

    async def named(self, number: int) -> int:
        """Return the key of the table with a number that somebody has typed, or the number if no table has it."""
        return await self.store.db.ask(lambda reader: reader.games.numbered(number)) or number

    async def several(self, table_ids: Iterable[int]) -> list[Table]:
        """Return the present state of some tables, without those that are gone or whose records are broken."""
        found = []
        for table_id in table_ids:
            with suppress(Refused):
                found.append(await self.get(table_id))
        return found

    def stands_until(self, table: Table) -> datetime | None:
        """Return when a lobby or challenge expires, or None if that is not known."""
        ends = {Kind.CHALLENGE: Due.CHALLENGE, Kind.TOURNAMENT: Due.ROUND}
        return self.memory.schedule.at(table.id, ends.get(table.kind, Due.LOBBY))

    def _check_room(self, guild_id: int, user_id: int, at: Occasion) -> None:
        """Refuse a new table where a member, a server or the bot has too many tables."""
        live = self.memory.live
        lobby.check_room(live.count_of(guild_id, user_id), at)
        lobby.check_house(live.count_in(guild_id) if guild_id != OUTSIDE else 0, len(live), at)

    async def _in_threads(self, table_id: int) -> bool:
        """Return whether the server of a table plays every game in its own thread."""
        guild_id = (await self.get(table_id)).guild_id
        return bool((await self.preferences.of_server(guild_id)).get(THREADS))

    # ------------------------------------------------------------ deadlines

    async def tick(self) -> list[Happening]:
        """Handle all deadlines that have passed, and return what happened, to be shown; call it about every second.

        If the database fails for one table, that table is tried again in a minute, and the others are handled.
        """
        happened, schedule = [], self.memory.schedule
        for table_id, kind in schedule.passed(self.now()):
            entry, due = self.memory.live.get(table_id), schedule.at(table_id, kind)
            if entry is None or not self.memory.owns(entry.guild_id):
                continue
            schedule.not_put_off(table_id, kind)
            if due is None or due > self.now():  # it was put off, or somebody has acted, since the others were handled
                continue
            try:
                after = await self._do_due(table_id, kind)
            except DatabaseError as error:
                log.error("what is due could not be stored: %s", error, extra={"table": table_id, "due": kind.value})  # noqa: TRY400
                self.put_off(table_id, kind, _TRY_AGAIN)
            except Refused:  # the table is gone, or its record broken
                continue
            else:
                happened += [Happening(kind, after)] if after is not None else []
        self.memory.rest(self.now())
        return happened

    def put_off(self, table_id: int, kind: Due, wait: timedelta) -> None:
        """Postpone a deadline that is due, until the deadline changes or `wait` is over."""
        now, schedule = self.now(), self.memory.schedule
        awaited = schedule.of(table_id, kind)
        if awaited is None or awaited <= now:  # else somebody has acted meanwhile, and the deadline is a new one
            schedule.put_off(table_id, kind, now + wait)

    async def _do_due(self, table_id: int, kind: Due) -> Table | None:
        """Handle a deadline of a table, and return the new table; None if the deadline no longer applies."""
        if kind in (Due.NUDGE, Due.TELL):
            return await self._remind(table_id, kind)
        if kind is Due.DEAL:
            try:
                done = await self.ask(table_id, dealing.deal)
            except Refused as refused:
                if refused.why is not Why.NOT_POSTED:
                    raise
                # The message with the commitment could not be posted yet.
                self.put_off(table_id, kind, _TRY_AGAIN)
                return await self.get(table_id)
        else:
            done = await self.ask(table_id, _DUE[kind])
        return None if done.stale else done.table

    async def _remind(self, table_id: int, kind: Due) -> Table | None:
        """Remind the player on move, or postpone it during quiet hours, holidays, and right after an act there."""
        table = await self.get(table_id)
        user, ply, wanted = table.keeps_waiting, table.ply_for(None), kind is Due.NUDGE
        if user is None or self.is_late(table) or not (wanted or user in self.preferences.told):
            await self.ask(table_id, turns.reminded, ply, kind)
            return None
        now, away = self.now(), table.terms.clock.by_correspondence
        quiet = quiet_for((await self.preferences.of_member(user)).get(QUIET), now)
        holiday = away_for(self.preferences.holidays.get(user, ()), now) if away else timedelta()
        if wait := max(quiet, holiday, self._presence.lasting(table_id, user, now)):
            self.put_off(table_id, kind, wait)
            return None
        done = await self.ask(table_id, turns.reminded, ply, kind)
        return None if done.stale else done.table


_DUE: dict[Due, Callable[[Table, Occasion], Done]] = {
    Due.LOBBY: lobby.expire,
    Due.CHALLENGE: lobby.expire,
    Due.CLOCK: overtime.note_time_up,
    Due.FORFEITS: play.end_claiming,
    Due.ABANDON: overtime.abandon,
    Due.DAY: daily.day_over,
    Due.ROUND: fixtures.round_over,
    Due.LAPSES: adjourning.lapsed,
    Due.RESUME: adjourning.time_to_go_on,
    Due.ENDS_SOON: adjourning.ends_soon,
    Due.LEFT: adjourning.left_too_long,
    Due.ITSELF: by_itself.by_itself,
}


OFTEN: Final = 3
"""Largest number of challenges and invitations from one member to the same other member within an hour."""
_HOUR: Final = timedelta(hours=1)


class Invitations:
    """Counts how often members ask each other to play, and respects blocks."""

    def __init__(self, db: Store, now: Callable[[], datetime]) -> None:
        self._db = db
        self._now = now

    async def blocking(self, user_id: int) -> frozenset[int]:
        return frozenset(await self._db.ask(lambda reader: reader.blocks.blocking(user_id)))

    async def count(self, user_id: int, asked_id: int) -> None:
        """Count that a member asks another one to play, if that is allowed.

        Raises:
            Refused: The asker has blocked the other member; or the other member may not be asked now. The second reason
                does not reveal whether that member has blocked the asker or has been asked too often.
        """
        now = self._now()

        async def stored(tx: Transaction) -> None:
            blocks = await tx.blocks.among((user_id, asked_id))
            if (user_id, asked_id) in blocks:
                raise Refused(Why.BLOCKED_BY_YOU)
            often = await tx.blocks.asked(user_id, asked_id, now - _HOUR) >= OFTEN
            if often or blocks:
                raise Refused(Why.NOT_ASKED_NOW)
            await tx.blocks.note_asking(user_id, asked_id, now)
            await tx.blocks.forget_askings(now - _HOUR)

        await self._db.do(stored)


LATELY: Final = timedelta(seconds=60)
"""Time for which a player is not reminded at a table after a click or command there."""


class Presence:
    """The times at which players last touched a table, each kept for `LATELY`."""

    def __init__(self) -> None:
        self._touched: OrderedDict[tuple[int, int], datetime] = OrderedDict()

    def touch(self, table_id: int, user_id: int, now: datetime) -> None:
        """Note that a user has just clicked, or given a command, at a table."""
        self._touched[table_id, user_id] = now
        self._touched.move_to_end((table_id, user_id))
        while (oldest := next(iter(self._touched.items())))[1] + LATELY <= now:
            del self._touched[oldest[0]]

    def lasting(self, table_id: int, user_id: int, now: datetime) -> timedelta:
        """Return for how much longer a user counts as present at a table; zero if they do not."""
        touched = self._touched.get((table_id, user_id))
        if touched is None or touched > now:  # the clock has been set back since
            return timedelta()
        return max(touched + LATELY - now, timedelta())


class Boards:
    """Stored notes of what each board shows, so that a start checks only the boards that may be outdated.

    A note is made once a board shows everything about its table, and stored with the next heartbeat. If a crash
    prevents that, the board is checked once more, which does no harm.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made_by = ""
        self._noted: dict[int, BoardRow] = {}
        """Notes that are not stored yet."""
        self._before: dict[int, BoardRow] = {}
        """The stored notes of boards to be checked, from before the start or from the process that had their tables."""

    def begin(
        self, rows: Iterable[LiveRow], noted: Iterable[BoardRow], moved: Container[int], made_by: str
    ) -> list[int]:
        """Return the tables whose boards have to be checked after a start, or after this process got their shard.

        Args:
            made_by: A fingerprint of everything besides the tables that determines the look of boards.
        """
        self._made_by = made_by
        known = {row.game_id: row for row in noted}
        rows = [row for row in rows if row.kind != Kind.DAILY.value and not row.private]
        changed = [row.id for row in rows if row.id in moved or not _shows(known.get(row.id), row, made_by)]
        self._before |= {table_id: known[table_id] for table_id in changed if table_id in known}
        return changed

    def before(self, table_id: int) -> tuple[int, str]:
        """Return a board's message id and the fingerprint of what it showed before the start, and forget both.

        The result is 0 and "" where that is not known.
        """
        row = self._before.pop(table_id, None)
        return (row.message_id, row.shown) if row is not None else (0, "")

    def remember(self, table: Table, message_id: int, shown: str) -> None:
        """Note that a table's board shows its present state."""
        self._noted[table.id] = BoardRow(table.id, message_id, table.version, shown, self._made_by)

    async def store(self) -> None:
        """Store the new notes; after a `DatabaseError` the next call tries again."""
        if not self._noted:
            return
        rows, self._noted = self._noted, {}
        try:
            await self._store.do(lambda tx: tx.live.note_boards(list(rows.values())))
        except BaseException:
            self._noted = rows | self._noted
            raise


def _shows(noted: BoardRow | None, row: LiveRow, made_by: str) -> bool:
    """Return whether a board shows the present state of its table."""
    return noted is not None and (noted.message_id, noted.version, noted.made_by) == (row.board, row.version, made_by)
