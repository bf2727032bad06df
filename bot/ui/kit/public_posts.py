"""Limits on what members ask for: costly requests, and public posts by place and number.

Each handler that posts something new first asks :class:`PublicPosts` for a :class:`PostPermit`, and each function that
posts takes it as an argument. Boards, rematches, results and reminders of running games need none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

import discord

from bot.tables import OUTSIDE, Refused, Why
from bot.ui.kit.permissions import check_board, check_message

_REMEMBERED: Final = 10_000
"""Number of keys that are remembered; the one that has not asked for longest is forgotten first."""


class Pace:
    """A counter that allows each key, such as a member, a number of times within a window.

    A restart of the process resets the counts. Nothing is awaited between check and count, so two clicks at once cannot
    both use the last place.
    """

    def __init__(self, most: int, within: timedelta) -> None:
        self.most = most
        self.within = within
        self._asked: OrderedDict[Hashable, list[datetime]] = OrderedDict()

    def wait(self, key: Hashable, now: datetime) -> timedelta | None:
        """Count a key's request and return None; if there were too many, count nothing and return the time to wait.

        If the clock was set back, earlier requests count as made now, so the wait is never longer than the window.
        """
        lately = [min(at, now) for at in self._asked.pop(key, ()) if now - at < self.within]
        wait = None if len(lately) < self.most else self.within - (now - lately[0])
        self._asked[key] = lately if wait is not None else [*lately, now]
        while len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        return wait

    def give_back(self, key: Hashable) -> None:
        """Remove a key's latest request from the count, as it had no effect."""
        noted = self._asked.get(key)
        if noted:
            noted.pop()


MEMBER_POSTS: Final = 12
"""Number of new public posts that one member may cause in one server within `MEMBER_WINDOW`."""
MEMBER_REQUESTS: Final = 30
"""Number of requests that one member may make of the others at running games in one server within `MEMBER_WINDOW`."""
MEMBER_WINDOW: Final = timedelta(minutes=10)
SERVER_POSTS: Final = 60
"""Number of public posts that all members of one server may cause together within `SERVER_WINDOW`."""
SERVER_WINDOW: Final = timedelta(minutes=1)


class PostPermit:
    """Permission to post something on a member's behalf; it is counted once it is used."""

    __slots__ = ("used",)

    def __init__(self) -> None:
        self.used = False

    def use(self) -> None:
        """Mark this permission as used, before the call to Discord: the post may exist even if no answer comes."""
        self.used = True


class PublicPosts:
    """A count of members' posts, in the memory of the process that answers for their server."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._members = Pace(MEMBER_POSTS, MEMBER_WINDOW)
        self._requests = Pace(MEMBER_REQUESTS, MEMBER_WINDOW)
        self._servers = Pace(SERVER_POSTS, SERVER_WINDOW)

    def board(self, interaction: discord.Interaction[Any]) -> AbstractContextManager[PostPermit]:
        """Give permission for a message that the bot keeps up to date: a table, a challenge, a tournament."""
        check_board(interaction)
        return self._counted(self._members, interaction.guild_id or 0, interaction.user.id)

    def message(self, interaction: discord.Interaction[Any]) -> AbstractContextManager[PostPermit]:
        """Give permission for a public answer to an interaction, for which the bot needs no permission of Discord's."""
        check_message(interaction)
        return self._counted(self._members, interaction.guild_id or 0, interaction.user.id)

    def outside(self, interaction: discord.Interaction[Any]) -> AbstractContextManager[PostPermit]:
        """Give permission for a public answer outside of servers, where only Discord forbids anything."""
        return self._counted(self._members, OUTSIDE, interaction.user.id)

    def request(self, guild_id: int, user_id: int) -> AbstractContextManager[PostPermit]:
        """Permit a request to the other players in the running game's channel, made from any channel."""
        return self._counted(self._requests, guild_id, user_id)

    @contextmanager
    def _counted(self, members: Pace, guild_id: int, user_id: int) -> Iterator[PostPermit]:
        """Count a post before it is made, so that simultaneous clicks count too; uncount an unused permission."""
        now, member = self._now(), (guild_id, user_id)
        wait = members.wait(member, now)
        if wait is not None:
            raise Refused(Why.POSTED_MUCH, detail=_again(now + wait))
        wait = self._servers.wait(guild_id, now) if guild_id != OUTSIDE else None
        if wait is not None:
            members.give_back(member)
            raise Refused(Why.POSTED_MUCH_HERE, detail=_again(now + wait))
        permit = PostPermit()
        try:
            yield permit
        finally:
            if not permit.used:
                members.give_back(member)
                if guild_id != OUTSIDE:
                    self._servers.give_back(guild_id)


def _again(moment: datetime) -> str:
    """Write a moment as Discord's timestamp relative to now."""
    return f"<t:{ceil(moment.timestamp())}:R>"
