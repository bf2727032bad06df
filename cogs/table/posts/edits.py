"""Calls for messages that everyone sees: where they stand, and editing them by whatever way is open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, Final

import discord

from bot.tables import Table
from bot.ui.kit.controls import Layout

TOKEN_LIFE: Final = timedelta(minutes=14, seconds=30)
"""Discord's tokens live 15 minutes."""
TOO_OLD_TO_EDIT: Final = 30046
THREAD_ARCHIVED: Final = 50083
"""A new message opens the thread again, an edit does not."""
LOCKED: Final = (THREAD_ARCHIVED, 160005)
"""But not where the thread is locked."""


_REFUSED: Final = "refused"


class Edited(Enum):
    """What came of editing a message."""

    DONE = auto()
    GONE = auto()
    """There is no such message any more."""
    NOT_NOW = auto()
    """It is there, and may perhaps be edited later."""


def alive(token: discord.Interaction[Any], now: datetime) -> bool:
    """Tell whether an interaction's token can still be used, as far as is known."""
    return now - token.created_at < TOKEN_LIFE and _REFUSED not in token.extras


async def edit_by_token(token: discord.Interaction[Any], layout: Layout) -> bool:
    """Edit the message that an interaction was answered with; False where Discord refuses.

    A token that was refused once is dead from then on: a clock that is slow, ours or Discord's, lets it die early, and
    each further try would be one more refusal on the way to a blocked address.

    Raises:
        discord.DiscordServerError: Discord has trouble, so nothing is known of the token.
    """
    try:
        await token.edit_original_response(**layout.editing())
    except discord.DiscordServerError:
        raise
    except discord.HTTPException:
        token.extras[_REFUSED] = True
        return False
    return True


def channel_of(client: discord.Client, table: Table, message_id: int | None = None) -> discord.PartialMessageable:
    """Return the channel of one of a table's messages, or the one in which the table stands now."""
    row = next((m for m in table.messages if m.message_id == message_id), None)
    return client.get_partial_messageable(row.channel_id if row else table.channel_id, guild_id=table.guild_id)


async def edit_posted(
    client: discord.Client,
    table: Table,
    message_id: int,
    layout: Layout,
    token: discord.Interaction[Any] | None,
    now: datetime,
) -> Edited:
    """Edit one of a table's messages, by a click's token while it lives, else in its channel.

    Args:
        client: The bot.
        table: The table.
        message_id: The message.
        layout: What it is to show.
        token: A click whose own message it is, if there was one.
        now: The present moment.
    """
    if token is not None and alive(token, now) and await edit_by_token(token, layout):
        return Edited.DONE  # else the token died early, or the message is gone: the channel tells
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
    """Wake a thread that was put away, in which nothing can be edited, and put it away again; a channel is awake."""
    place = await client.fetch_channel(channel_id)  # what is known of it here may be older than its sleep
    if not isinstance(place, discord.Thread) or not place.archived or place.locked:
        yield
        return
    await place.edit(archived=False)
    try:
        yield
    finally:
        await place.edit(archived=True)
