"""Each of a table's messages: posted once by the outbox and stored, and edited by a click's token or in the channel.

If storing fails, the next try stores it. A seal whose message may be posted is found, or laid open and replaced.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import partial
from typing import Any, Final, NamedTuple

import discord

from bot.tables import Message, Refused, Seal, Table, Tables, Why
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import BOARD, BOARDS
from bot.tables.decisions.moving import ANCHOR
from bot.tables.decisions.occasion import Occasion
from bot.ui.kit.controls import Layout
from bot.ui.kit.outbox import Outbox, carries_mark, nonce_for
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import age, is_late, routes_in
from bot.ui.routes.lobby import Join

log = logging.getLogger(__name__)

NOTICES: Final = (
    "nudge", "timeup", "undo", "look", "ready", "call", "adjourn", "there", "goes-on", "ends-soon", "rematch",
)  # fmt: skip
"""The roles of messages that are deleted once they have served their purpose."""


def nonce_of(table: Table, role: str) -> str:
    """Return the nonce of a table's next message of a role; it stays the same until one is stored, even on restart.

    A board's nonce also depends on the deal's seal and on whether its cuts are closed, as the board's id may go into
    the deal. A notice's nonce also depends on the moment of play, as its request holds for one moment.
    """
    like = (*BOARDS, ANCHOR) if role == BOARD else (role,)
    purpose: list[object] = [table.channel_id, role, sum(message.role in like for message in table.messages)]
    if role == BOARD and table.seal is not None:
        purpose += [table.seal.number, table.seal.commitment, table.being_dealt]
    if role in NOTICES:
        purpose.append(table.ply_for(None))
    return nonce_for(f"bz{table.id}.", *purpose)


def unposted_seal(table: Table) -> Seal | None:
    """Return the seal of a live table if it is undealt and its message is not known, else None."""
    seal = table.seal
    return seal if table.live and seal is not None and seal.deck is None and seal.message_id is None else None


def _carries(table: Table, role: str, message: Any) -> bool:  # noqa: ANN401 - as Discord sends it
    """Tell whether a message is a table's next one of a role."""
    if any(known.message_id == int(message["id"]) for known in table.messages):
        return False
    seal = unposted_seal(table) if role == BOARD else None
    if seal is not None and seal.commitment in json.dumps(message.get("components") or []):
        return True
    nonce = nonce_of(table, role)
    return message.get("nonce") == nonce or carries_mark(nonce, message)


class Post(NamedTuple):
    """A message that is posted and stored."""

    table: Table
    """The table with the message."""
    message_id: int
    fresh: bool
    """Whether the message was posted just now, and so shows the given content."""


class _Unstored(NamedTuple):
    """A message that is posted but not yet stored."""

    nonce: str
    row: Message
    meant: tuple[object, ...]
    """The purpose of the message (:func:`_meant`)."""


class Posts:
    """The poster of tables' messages, which also finds messages that may be posted but are not stored."""

    def __init__(self, client: discord.Client, tables: Tables, outbox: Outbox) -> None:
        self._client = client
        self._tables = tables
        self._outbox = outbox
        self._began = tables.now()
        self._settled: set[str] = set()
        """Messages, by nonce, that an earlier process may have posted but that are found or posted by now."""
        self._unstored: dict[tuple[int, str], _Unstored] = {}
        """Messages that were posted but not stored, by table and role."""

    async def once(self, table: Table, role: str, layout: Layout, **how: Any) -> Post:  # noqa: ANN401 - as `send` takes
        """Post a message in a table's channel and store it, or store the one that is already posted.

        Raises:
            discord.HTTPException, OSError: The message cannot be posted now.
            DatabaseError: The message could not be stored; the next try stores it.
            Refused: Another process has taken over the table and posts the message.
        """
        if not self._tables.memory.owns(table.guild_id):
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
        deal = table.seal.number if table.seal is not None else None
        row = Message(table.id, message_id, table.channel_id, role, self._tables.now(), deal=deal)
        self._unstored[table.id, role] = _Unstored(nonce_of(table, role), row, _meant(table))

    def stored(self, table_id: int, role: str) -> None:
        self._unstored.pop((table_id, role), None)

    def is_lost(self, table: Table, message: discord.Message) -> bool:
        """Tell whether a public message has a live table's controls and is not known: it is newer than a backup.

        An invitation is never known; all it offers is to join.
        """
        if not table.live or table.private or any(known.message_id == message.id for known in table.messages):
            return False
        offers = (each for each in routes_in(message) if getattr(each, "table_id", 0) == table.id)
        began = self._start(table)  # by the machine's clock, which may be ahead of Discord's
        before = table.created_at < began and message.created_at < began
        return before and not all(isinstance(each, Join) for each in offers)

    def may_be_up(self, table: Table, role: str) -> bool:
        """Tell whether a message that is not stored may be posted, by an earlier try or an earlier process."""
        nonce = nonce_of(table, role)
        return nonce in self._outbox.tried or (nonce not in self._settled and self._was_before(table, role))

    async def find(self, table: Table, role: str) -> int | None:
        """Look for a table's next message of a role and return its id, 0 if it may be posted, or None if it may not.

        It may not be posted if the bot cannot find out whether it is already posted. Nor may a board that is to deal
        cards and is not found, as it may have been deleted, and another board would give another deck.
        """
        nonce, carries = nonce_of(table, role), partial(_carries, table, role)
        found = await self._outbox.find(table.channel_id, nonce, self._since(table, role), carries)
        if found is None or nonce in self._outbox.tried:  # it could not be looked for
            return found
        self._settle(table, role)
        return None if found == 0 and role == BOARD and table.being_dealt else found

    async def _sent(self, table: Table, role: str, nonce: str, layout: Layout, how: dict[str, Any]) -> tuple[int, bool]:
        """Post or find a message; return its id and whether it was posted just now."""
        if self.may_be_up(table, role) and (found := await self.find(table, role)):
            log.info("a message was found that was not stored", extra={"table": table.id, "role": role})
            return found, False
        again = role in NOTICES  # they are not tried again later
        sent = await self._outbox.once(channel_of(self._client, table), nonce, layout, again=again, **how)
        self._settle(table, role)
        return sent.message_id, True

    def _since(self, table: Table, role: str) -> datetime:
        """Return the moment since which a message may be up that this process or an earlier one has tried to post."""
        since = _since(table, role)
        if role == BOARD and (table.being_dealt or unposted_seal(table) is not None):
            return since  # since the seal of a board that can be dealt from was opened
        loaded = self._tables.memory.loaded_of(table.guild_id)
        before = loaded.last_seen if loaded is not None else None
        return max(since, self._outbox.tried.get(nonce_of(table, role), before or since))

    def _settle(self, table: Table, role: str) -> None:
        if self._was_before(table, role):  # only these are asked for later
            self._settled.add(nonce_of(table, role))

    def _was_before(self, table: Table, role: str) -> bool:
        """Tell whether a process before this one may have posted a message."""
        return _since(table, role) < self._start(table)

    def _start(self, table: Table) -> datetime:
        """Return the moment from which this process has posted a table's messages."""
        loaded = self._tables.memory.loaded_of(table.guild_id)
        return self._began if loaded is None else loaded.at

    async def _leave(self, table: Table, key: tuple[int, str], row: Message) -> Table:
        """Give up an outdated message: delete a notice, or note that a board awaits its final edit."""
        if row.role == BOARD:
            table = await self._tables.ask(table.id, dealing.left_behind, row)
        else:
            with suppress(*DISCORD_TROUBLE):
                place = self._client.get_partial_messageable(row.channel_id, guild_id=table.guild_id)
                await place.get_partial_message(row.message_id).delete()
        self._unstored.pop(key, None)
        return table


def _meant(table: Table) -> tuple[object, ...]:
    """Return the purpose of a board: its channel, its seal and whether it deals cards."""
    return table.channel_id, table.seal.commitment if table.seal is not None else None, table.being_dealt


def _noted(table: Table, at: Occasion, post: _Unstored, *, role: str) -> Table:
    """Note a posted message; a board that was outdated while it was posted is left behind and deals no cards."""
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


# ---------------------------------------------------------------- edits

TOKEN_LIFE: Final = timedelta(minutes=14, seconds=30)
"""Time for which a token is used; Discord's tokens live 15 minutes."""
TOO_OLD_TO_EDIT: Final = 30046
THREAD_ARCHIVED: Final = 50083
"""Discord's code for an edit in an archived thread; a new message opens the thread again, an edit does not."""
LOCKED: Final = (THREAD_ARCHIVED, 160005)
"""Discord's codes when the bot cannot post because the thread is locked."""
_REFUSED: Final = "refused"
_UNANSWERED: Final = "unanswered"


class Edited(Enum):
    """The outcome of editing a message."""

    DONE = auto()
    GONE = auto()
    """The message is gone."""
    NOT_NOW = auto()
    """The message cannot be edited now, but perhaps later."""


def alive(token: discord.Interaction[Any]) -> bool:
    """Tell whether an interaction's token can still be used, as far as is known."""
    return age(token) < TOKEN_LIFE and _REFUSED not in token.extras


async def edit_by_token(token: discord.Interaction[Any] | None, layout: Layout) -> bool:
    """Edit the public message with which an interaction was answered; return False if its token cannot do that.

    A token that was refused once counts as dead. It may die early because the interaction came late, and repeated
    refusals can lead Discord to block the bot's address. A token whose call was not answered edits no public message
    again, as each try could take as long; the panel, which only the token can edit, is still tried.
    """
    # The original message of a late click on a public message is the private one that waited.
    if token is None or not alive(token) or _UNANSWERED in token.extras or is_late(token):
        return False
    try:
        await token.edit_original_response(**layout.editing())
    except discord.DiscordServerError:
        raise
    except discord.RateLimited:
        return False
    except discord.HTTPException:
        token.extras[_REFUSED] = True
        return False
    except TimeoutError:
        token.extras[_UNANSWERED] = True
        return False
    return True


def channel_of(client: discord.Client, table: Table, message_id: int | None = None) -> discord.PartialMessageable:
    """Return the channel of one of a table's messages, or the table's present channel if the message is unknown."""
    row = next((m for m in table.messages if m.message_id == message_id), None)
    return client.get_partial_messageable(row.channel_id if row else table.channel_id, guild_id=table.guild_id)


async def edit_posted(
    client: discord.Client,
    table: Table,
    message_id: int,
    layout: Layout,
    token: discord.Interaction[Any] | None,
) -> Edited:
    """Edit one of a table's messages, by the token of a click on it if that is alive, else through its channel."""
    if await edit_by_token(token, layout):
        return Edited.DONE  # otherwise the token died early or the message is gone; the edit in the channel tells which
    place = channel_of(client, table, message_id)
    try:
        await place.get_partial_message(message_id).edit(**layout.editing())
    except discord.NotFound:
        return Edited.GONE
    except discord.HTTPException as error:
        lost = error.status == 403 and place.id != table.channel_id
        if not lost and error.code not in (TOO_OLD_TO_EDIT, THREAD_ARCHIVED):
            raise
        return Edited.NOT_NOW
    return Edited.DONE


@asynccontextmanager
async def woken(client: discord.Client, channel_id: int) -> AsyncIterator[None]:
    """Unarchive an archived thread so that its messages can be edited, and archive it again on exit.

    A channel, or a thread that is open or locked, is left as it is.
    """
    place = await client.fetch_channel(channel_id)  # the cached state may be out of date
    if not isinstance(place, discord.Thread) or not place.archived or place.locked:
        yield
        return
    await place.edit(archived=False)
    try:
        yield
    finally:
        await place.edit(archived=True)


_DEAD_TOKEN: Final = 50027


class Seals:
    """The seals whose message may be posted but not stored, each of which is found, posted or replaced."""

    def __init__(self, client: discord.Client, tables: Tables, posts: Posts) -> None:
        self._client = client
        self._tables = tables
        self._posts = posts
        self._answering: set[int] = set()
        """The tables whose first message is being posted now."""

    def is_answering(self, table_id: int) -> bool:
        return table_id in self._answering

    @contextmanager
    def answering(self, table_id: int) -> Iterator[None]:
        """Mark a table's first message as being posted, so that it is not looked for meanwhile."""
        self._answering.add(table_id)
        try:
            yield
        finally:
            self._answering.discard(table_id)

    async def settled(self, table: Table) -> Table:
        """Find out whether the message of a table's seal is posted, and return the table as it stands then.

        If the message is found, it becomes the table's. If there is none, it may be posted. If that cannot be told, the
        seal is revealed, and another seal takes its place or the table is closed. The board of a deal whose cuts are
        closed is treated alike, but its deal is also sealed anew if the board is certainly gone.
        """
        if table.sealing.answering:
            return await self._by_token(table)
        if table.being_dealt and table.deals[-1].withdrawn:  # a member's words in the shuffle were deleted
            return await self._tables.ask(table.id, dealing.sealed_anew)
        posting = table.being_dealt or (unposted_seal(table) is not None and table.message(BOARD) is None)
        if not posting or not self._posts.may_be_up(table, BOARD):
            return table
        found = await self._posts.find(table, BOARD)
        if found is None:
            log.warning("a seal is replaced: its message may be up, and is not found", extra={"table": table.id})
            return await self._tables.ask(table.id, dealing.sealed_anew)
        return await self._found(table, found) if found else table

    async def _found(self, table: Table, message_id: int) -> Table:
        table = await self._tables.ask(table.id, dealing.posted, message_id)
        self._posts.stored(table.id, BOARD)
        return table

    async def _by_token(self, table: Table) -> Table:
        found = await self.answer_of(table)
        if found:
            log.info("a table's first message was found", extra={"table": table.id})
            return await self._found(table, found)
        log.warning("a table's first message cannot be found, it is closed", extra={"table": table.id})
        return await self._tables.ask(table.id, dealing.answer_lost)

    async def answer_of(self, table: Table) -> int:
        """Return the id of the message that answered the table's interaction, or 0 if it is gone."""
        route = discord.http.Route(
            "GET",
            "/webhooks/{application_id}/{webhook_token}/messages/@original",
            application_id=self._client.application_id,
            webhook_token=table.sealing.answering,
        )
        try:
            message = await self._client.http.request(route)
        except discord.HTTPException as error:
            if error.status in (401, 403, 404) or error.code == _DEAD_TOKEN:
                return 0
            raise
        # Two processes with one token and two databases answer the same click; a message of the other is not ours.
        seal = unposted_seal(table)
        if seal is not None and seal.commitment not in json.dumps(message.get("components", ())):
            return 0
        return int(message["id"])

    async def answer_if_told(self, table: Table) -> int | None:
        """Return the same, or None if Discord cannot be asked just now."""
        try:
            return await self.answer_of(table)
        except DISCORD_TROUBLE as error:
            log.warning("a table's first message cannot be asked for: %s", reason(error), extra={"table": table.id})
            return None
