"""Posting a message exactly once, even if Discord's answer is lost, the database fails or this process ends.

Each message has a nonce derived from its purpose. If the same message is posted again within some minutes, Discord
returns the first one. Later, or after a crash, the message is looked for among the channel's last messages by a mark
derived from the nonce, which is the number of its container. A room stores that it is about to post, or knows since
when it may have, posts here, and stores the id.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

import aiohttp
import discord

from bot.ui.kit.controls import Layout

_LONGEST: Final = 25
"""Largest number of characters that Discord takes in a nonce."""
_REMEMBERED: Final = timedelta(seconds=60)
"""Time for which Discord is relied upon to return the first message for the same nonce; it does so for some minutes."""
_FAILED: Final = 500
"""Lowest HTTP status at which Discord's answer does not say whether anything was done."""
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
_SKEW: Final = timedelta(minutes=10)
"""Largest allowed difference between Discord's clock, from which message ids are made, and the machine's."""
_PAGE: Final = 100
_PAGES: Final = 5

_CLOSED: Final = 50007
"""Discord's code for a member who takes no direct messages from the bot."""


def takes_no_messages(error: object) -> bool:
    """Tell whether Discord has refused a direct message because its member takes none from the bot."""
    return isinstance(error, discord.Forbidden) or getattr(error, "code", 0) == _CLOSED


def nonce_for(prefix: str, *purpose: object) -> str:
    """Return a nonce that is the same for the same purpose, at most 25 characters long."""
    return (prefix + hashlib.sha256(json.dumps(purpose).encode()).hexdigest())[:_LONGEST]


def mark_of(nonce: str) -> int:
    """Return the mark by which a message posted with a nonce is found again, a 31-bit number of at least 2**30.

    It is the id of a component. Discord numbers components without an id from 1.
    """
    return 1 << 30 | int.from_bytes(hashlib.sha256(nonce.encode()).digest()[:4]) >> 2


def carries_mark(nonce: str, message: Any) -> bool:  # noqa: ANN401 - as Discord sends it
    mark = mark_of(nonce)
    return any(each.get("id") == mark for each in message.get("components") or [])


class Delivery(NamedTuple):
    """What became of a message that is to be posted once."""

    message_id: int
    """0: the message was not posted, as it cannot be told whether it is up already."""
    fresh: bool
    """Whether the message was posted just now, and so shows the given content."""


class Outbox:
    """The poster of every message that is posted once for its purpose."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        self.tried: dict[str, datetime] = {}
        """Moment of this process's first try at a message that may be posted, by nonce."""

    async def once(
        self,
        place: discord.abc.MessageableChannel,
        nonce: str,
        layout: Layout,
        *,
        since: datetime | None = None,
        blindly: bool = False,
        again: bool = False,
        **how: Any,  # noqa: ANN401 - as `send` takes
    ) -> Delivery:
        """Post a message, or find the one that was posted before.

        Args:
            since: The moment since which the message may be up; None: it was certainly not posted.
            blindly: Whether to post also where it cannot be told whether the message is up.
        """
        found = 0 if since is None else await self.find(place.id, nonce, since)
        if found or (found is None and not blindly):
            return Delivery(found or 0, fresh=False)
        known = nonce in self.tried
        self.tried.setdefault(nonce, self._now())
        with layout.marked(mark_of(nonce)):
            try:
                try:
                    sent = await place.send(**layout.sending(), nonce=nonce, **how)
                except (aiohttp.ClientError, ConnectionError, TimeoutError):
                    if not again:
                        raise
                    sent = await place.send(**layout.sending(), nonce=nonce, **how)
            except (discord.HTTPException, discord.RateLimited, aiohttp.ClientConnectorError) as error:
                refused = not isinstance(error, discord.HTTPException) or error.status < _FAILED
                if refused and not known:  # refused, or Discord was not reached: the message is not posted
                    self.tried.pop(nonce, None)
                raise
        self.tried.pop(nonce, None)
        return Delivery(sent.id, fresh=True)

    async def find(
        self, channel_id: int, nonce: str, since: datetime, carries: Callable[[Any], bool] | None = None
    ) -> int | None:
        """Look for a message, as `search`; in a server if the bot may read there.

        Where it may not and the first try was just now, the message may be posted again: Discord returns the first one.
        """
        channel: Any = self._client.get_channel(channel_id)
        if channel is None:  # an archived thread, or a deleted channel, for which Discord raises
            channel = await self._client.fetch_channel(channel_id)
        if isinstance(channel, discord.DMChannel):
            return await self.search(channel_id, nonce, since, carries)
        may = channel.permissions_for(channel.guild.me)
        if may.view_channel and may.read_message_history:
            return await self.search(channel_id, nonce, since, carries)
        tried = self._now() - self.tried.get(nonce, _LONG_AGO)
        if timedelta() <= tried < _REMEMBERED:  # negative where the clock was set back: then it is not known
            return 0  # posted again it is the same message
        await self._client.fetch_channel(channel_id)  # raises if the bot may not see the channel
        return None

    async def search(
        self, channel_id: int, nonce: str, since: datetime, carries: Callable[[Any], bool] | None = None
    ) -> int | None:
        """Look for a message that may have been posted since a moment, by the machine's clock.

        Returns:
            The id of the first one; 0 if there is none; None if too many messages have come since to tell.
        """
        after = discord.utils.time_snowflake(since - _SKEW)
        own = str(self._client.user.id) if self._client.user is not None else ""
        for _ in range(_PAGES):
            page = await self._client.http.logs_from(channel_id, _PAGE, after=after)
            found = [
                int(message["id"])
                for message in page
                if message["author"]["id"] == own and (carries or partial(carries_mark, nonce))(message)
            ]
            if found or len(page) < _PAGE:
                self.tried.pop(nonce, None)
                return min(found, default=0)
            after = max(int(message["id"]) for message in page)
        return None
