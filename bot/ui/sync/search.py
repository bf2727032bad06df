"""Looks in a channel for a message of the bot's own that may be up without being stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

import discord

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
    """Return what tells of a message whether it carries a mark (:func:`bot.ui.sync.posts.mark_of`)."""
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
