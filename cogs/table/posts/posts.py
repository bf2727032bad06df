"""Posts a table's messages once each, whatever becomes of Discord's answers, of the database and of this process.

A message is known by a nonce that follows from what it is for, so that Discord returns the one that is there where the
same is posted again within some minutes. Later, or after a crash, it is looked for among the channel's last messages by
a mark that the nonce makes, the number of its container. One that was posted and could not be stored is stored by the
next try.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

import aiohttp
import discord

from bot.tables import Message, Refused, Seal, Table, Tables, Why
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import BOARD, BOARDS
from bot.tables.decisions.moving import ANCHOR
from bot.tables.decisions.occasion import Occasion
from bot.ui.kit.controls import Layout
from bot.ui.kit.trouble import DISCORD_TROUBLE
from cogs.table.posts.edits import channel_of

log = logging.getLogger(__name__)

NOTICES: Final = ("nudge", "timeup", "undo", "look", "ready", "call", "adjourn", "there", "goes-on", "ends-soon")
"""What is taken away when it has done its work."""
_LONGEST: Final = 25
"""Discord takes so many characters in a nonce."""
_REMEMBERED: Final = timedelta(seconds=60)
"""Discord returns the message that is there for the same nonce for some minutes; so long it is relied upon."""
_FAILED: Final = 500
"""From this status on an answer of Discord's does not say whether anything was done."""
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


def nonce_of(table: Table, role: str) -> str:
    """Return the nonce of a table's next message of a role: the same until one is stored, and after a restart.

    A board's nonce follows from the deal's seal too, and from whether its cuts are closed, as its id may go into the
    deal. What a notice asks holds for one moment.
    """
    like = (*BOARDS, ANCHOR) if role == BOARD else (role,)
    purpose: list[object] = [table.channel_id, role, sum(message.role in like for message in table.messages)]
    if role == BOARD and table.seal is not None:
        purpose += [table.seal.number, table.seal.commitment, table.being_dealt]
    if role in NOTICES:
        purpose.append(table.ply_for(None))
    return nonce_for(f"bz{table.id}.", *purpose)


def nonce_for(prefix: str, *purpose: object) -> str:
    """Return a nonce that is the same for the same purpose, at most 25 characters long."""
    return (prefix + hashlib.sha256(json.dumps(purpose).encode()).hexdigest())[:_LONGEST]


def mark_of(nonce: str) -> int:
    """Return the number by which a message is found again that was posted with a nonce: 31 bits, and a large one.

    A component carries it; Discord numbers those that carry none from 1.
    """
    return 1 << 30 | int.from_bytes(hashlib.sha256(nonce.encode()).digest()[:4]) >> 2


def unposted_seal(table: Table) -> Seal | None:
    """Return the seal of a live table whose message is not known."""
    seal = table.seal
    return seal if table.live and seal is not None and seal.deck is None and seal.message_id is None else None


class Post(NamedTuple):
    """A message that is up and stored."""

    table: Table
    """The table with it."""
    message_id: int
    fresh: bool
    """Whether it was posted just now, and shows what it was to show."""


class _Unstored(NamedTuple):
    """A message that is up and has yet to be stored."""

    nonce: str
    row: Message
    meant: tuple[object, ...]
    """What it was posted for (:func:`_meant`)."""


class Posts:
    """Posts messages, and finds those that may be up without being known."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._began = tables.now()
        self._tried: dict[tuple[int, str], datetime] = {}
        """By table and nonce, since when this process has tried to post what may be up; it was not refused."""
        self._settled: set[tuple[int, str]] = set()
        """What may have been posted before the table was this process's, and has been looked for, or posted since."""
        self._unstored: dict[tuple[int, str], _Unstored] = {}
        """By table and role, what was posted but could not be stored."""

    async def once(self, table: Table, role: str, layout: Layout, **how: Any) -> Post:  # noqa: ANN401 - as `send` takes
        """Post a message in a table's channel and store it as the table's; or take the one that is up already.

        Args:
            table: The table.
            role: What the message is for.
            layout: What it shows.
            how: What else it is sent with.

        Raises:
            discord.HTTPException, OSError: It cannot be posted now.
            DatabaseError: It could not be stored; the next try does that.
            Refused: The table is another process's by now, which posts it.
        """
        if not self._tables.owns(table.guild_id):
            raise Refused(Why.NO_SUCH_TABLE, table_id=table.id)
        nonce, key = nonce_of(table, role), (table.id, role)
        kept, fresh = self._unstored.get(key), False
        if kept is not None and (kept.meant != _meant(table) if role == BOARD else kept.nonce != nonce):
            table = await self._leave(table, key, kept.row)
            kept, nonce = None, nonce_of(table, role)
        if kept is None:
            message_id, fresh = await self._sent(table, role, nonce, layout, how)
            self.keep(table, role, message_id)
        else:
            message_id = kept.row.message_id
        table = await self._tables.ask(table.id, _noted, self._unstored[key], role=role)
        self.stored(table.id, role)
        return Post(table, message_id, fresh)

    def keep(self, table: Table, role: str, message_id: int) -> None:
        """Remember a message that is up and has yet to be stored."""
        deal = table.seal.number if table.seal is not None else None
        row = Message(table.id, message_id, table.channel_id, role, self._tables.now(), deal)
        self._unstored[table.id, role] = _Unstored(nonce_of(table, role), row, _meant(table))

    def stored(self, table_id: int, role: str) -> None:
        """Forget a message that has been stored."""
        self._unstored.pop((table_id, role), None)

    def disown(self, tables: Collection[int]) -> None:
        """Know nothing any more of the messages of tables that another process has."""
        gone = frozenset(tables)
        self._tried = {key: at for key, at in self._tried.items() if key[0] not in gone}
        self._settled = {key for key in self._settled if key[0] not in gone}
        self._unstored = {key: kept for key, kept in self._unstored.items() if key[0] not in gone}

    def may_be_up(self, table: Table, role: str) -> bool:
        """Tell whether a message may be up though it is not stored: it was tried, or a process before may have."""
        key = table.id, nonce_of(table, role)
        return key in self._tried or (key not in self._settled and self._was_before(table, role))

    async def look(self, table: Table, role: str) -> int | None:
        """Look for a table's next message of a role; 0 where it may be posted, None where it may not.

        It may not where nobody can tell whether it is up, nor where it was to deal cards and is not found: it may have
        been deleted, and another one would give another deck.

        Raises:
            discord.HTTPException, OSError: Discord could not be asked just now.
        """
        nonce = nonce_of(table, role)
        channel: Any = self._client.get_channel(table.channel_id)
        if channel is None:  # a thread that is asleep, or a channel that is gone, which is told so by Discord
            channel = await self._client.fetch_channel(table.channel_id)
        may = channel.permissions_for(channel.guild.me)
        if not (may.view_channel and may.read_message_history):
            if self._tables.now() - self._tried.get((table.id, nonce), _LONG_AGO) < _REMEMBERED:
                return 0  # posted again it is the same message
            await self._client.fetch_channel(table.channel_id)  # else each try would be taken for a new occasion
            return None
        found = await self._search(table, role, nonce)
        if found is not None:
            self._settle(table, role, nonce)
        return None if found == 0 and role == BOARD and table.being_dealt else found

    async def _search(self, table: Table, role: str, nonce: str) -> int | None:
        since = _since(table, role)
        deals = role == BOARD and (table.being_dealt or unposted_seal(table) is not None)
        if not deals:  # what can be dealt from is looked for from its beginning
            adopted = self._tables.owning.since(table.guild_id)
            before = adopted.last_seen if adopted is not None else None
            since = max(since, self._tried.get((table.id, nonce), before or since))
        carries = partial(self._carries, table=table, role=role, nonce=nonce)
        return await first_own(self._client, table.channel_id, since, carries)  # the first one binds

    def _carries(self, message: Any, table: Table, role: str, nonce: str) -> bool:  # noqa: ANN401 - as Discord sends it
        if any(known.message_id == int(message["id"]) for known in table.messages):
            return False
        components, seal = message.get("components") or [], unposted_seal(table) if role == BOARD else None
        if seal is not None and seal.commitment in json.dumps(components):
            return True
        return message.get("nonce") == nonce or marked(mark_of(nonce))(message)

    async def _sent(self, table: Table, role: str, nonce: str, layout: Layout, how: dict[str, Any]) -> tuple[int, bool]:
        """Return the id of a message that is up now, and whether it was posted just now."""
        if self.may_be_up(table, role) and (found := await self.look(table, role)):
            log.info("a message was found that was not stored", extra={"table": table.id, "role": role})
            return found, False
        key = table.id, nonce
        known = key in self._tried
        self._tried.setdefault(key, self._tables.now())
        place = channel_of(self._client, table)
        with layout.marked(mark_of(nonce)):
            try:
                try:
                    sent = await place.send(**layout.sending(), nonce=nonce, **how)
                except (aiohttp.ClientError, ConnectionError):
                    if role not in NOTICES:  # which nobody tries again later
                        raise
                    sent = await place.send(**layout.sending(), nonce=nonce, **how)
            except (discord.HTTPException, aiohttp.ClientConnectorError) as error:
                refused = not isinstance(error, discord.HTTPException) or error.status < _FAILED
                if refused and not known:  # by Discord, or before it was reached: so it is not up
                    self._tried.pop(key, None)
                raise
        self._settle(table, role, nonce)
        return sent.id, True

    def _settle(self, table: Table, role: str, nonce: str) -> None:
        self._tried.pop((table.id, nonce), None)
        if self._was_before(table, role):  # of what is younger nobody asks
            self._settled.add((table.id, nonce))

    def _was_before(self, table: Table, role: str) -> bool:
        """Tell whether a process before this one may have posted a message."""
        adopted = self._tables.owning.since(table.guild_id)
        return _since(table, role) < (self._began if adopted is None else adopted.at)

    async def _leave(self, table: Table, key: tuple[int, str], row: Message) -> Table:
        """Give up a message that was posted for what has passed meanwhile: a notice goes, a board is closed."""
        if row.role == BOARD:
            table = await self._tables.ask(table.id, dealing.left_behind, row)
        else:
            with suppress(*DISCORD_TROUBLE):
                place = self._client.get_partial_messageable(row.channel_id, guild_id=table.guild_id)
                await place.get_partial_message(row.message_id).delete()
        self._unstored.pop(key, None)
        return table


def _meant(table: Table) -> tuple[object, ...]:
    """Return what a board is posted for: it deals no cards if its cuts were still open, or elsewhere."""
    return table.channel_id, table.seal.commitment if table.seal is not None else None, table.being_dealt


def _noted(table: Table, at: Occasion, post: _Unstored, *, role: str) -> Table:
    """Note a message that is up; a board for what has passed while it was posted is left behind, and deals nothing."""
    if role == BOARD and _meant(table) != post.meant:
        return dealing.left_behind(table, at, post.row)
    return dealing.posted(table, at, post.row.message_id, role=role)


def _since(table: Table, role: str) -> datetime:
    """Return the moment before which a table's next message of a role was certainly not posted."""
    since = table.created_at
    if role in NOTICES:
        since = table.turn_since or since
    elif not table.live:
        since = table.ended_at or since
    elif table.seal is not None:
        since = table.seal.cuts_closed_at or table.seal.opened_at
    return since


_SKEW: Final = timedelta(minutes=10)
"""So far Discord's clock, by which messages are numbered, may be from the machine's."""
_PAGE: Final = 100
_PAGES: Final = 5


async def first_own(
    client: discord.Client, channel_id: int, since: datetime, carries: Callable[[Any], bool]
) -> int | None:
    """Return the first own message since a moment that carries what is looked for.

    Args:
        client: The bot, which must be allowed to read the channel's history.
        channel_id: The channel, or thread.
        since: The moment, by the machine's clock.
        carries: Tells of a message as Discord sends it.

    Returns:
        Its id; 0 where there is none, None where too many messages have come since to tell.
    """
    after = discord.utils.time_snowflake(since - _SKEW)
    own = str(client.user.id) if client.user is not None else ""
    for _ in range(_PAGES):
        page = await client.http.logs_from(channel_id, _PAGE, after=after)
        found = [int(message["id"]) for message in page if message["author"]["id"] == own and carries(message)]
        if found or len(page) < _PAGE:
            return min(found, default=0)
        after = max(int(message["id"]) for message in page)
    return None


def marked(mark: int) -> Callable[[Any], bool]:
    """Return what tells of a message whether it carries a mark (:func:`cogs.table.posts.posts.mark_of`)."""
    return lambda message: any(each.get("id") == mark for each in message.get("components") or [])


async def left_behind(client: discord.Client, channel: Any, since: datetime, mark: int) -> int | None:  # noqa: ANN401
    """Return a message that a process before this one may have posted.

    Args:
        client: The bot.
        channel: Where; None where that is not known.
        since: When it was about to be posted.
        mark: By which it is known.

    Returns:
        Its id; 0 where it is not up, None where nobody can tell.
    """
    if channel is None:
        return None
    may = channel.permissions_for(channel.guild.me)
    if not (may.view_channel and may.read_message_history):
        return None
    return await first_own(client, channel.id, since, marked(mark))
