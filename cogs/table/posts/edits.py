"""Functions that find the channel of a table's public messages and edit them, by a click's token or in the channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from enum import Enum, auto
from typing import Any, Final

import discord

from bot.tables import Table
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import age, is_late

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

    Raises:
        discord.DiscordServerError: Discord has trouble, which says nothing about the token.
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
    """Edit one of a table's messages, by a click's token if it is alive, else through its channel.

    Args:
        token: A click whose original message this is, or None.
    """
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
