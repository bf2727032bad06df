"""What members may have the bot post in public: where, and how often.

Each handler that posts something new asks :class:`PublicPosts` for a :class:`Leave` first, and whatever posts takes
that as an argument. Boards, rematches, results and reminders of games that run need none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

import discord

from bot.tables import Refused, Why

from .pace import Pace
from .permissions import check_board, check_message

MEMBER_POSTS: Final = 12
"""Number of new public posts that one member may cause in one server within `MEMBER_WINDOW`."""
MEMBER_REQUESTS: Final = 30
"""Number of requests that one member may make of the others at running games in one server within `MEMBER_WINDOW`."""
MEMBER_WINDOW: Final = timedelta(minutes=10)
SERVER_POSTS: Final = 60
"""Number of public posts that all members of one server may cause together within `SERVER_WINDOW`."""
SERVER_WINDOW: Final = timedelta(minutes=1)


class Leave:
    """Leave to post something on a member's behalf; it counts as soon as it is used."""

    __slots__ = ("used",)

    def __init__(self) -> None:
        self.used = False

    def use(self) -> None:
        """Note that something is being posted: it may be up from now on, also where no answer comes."""
        self.used = True


class PublicPosts:
    """Counts what members have posted, in the memory of the process that answers for their server."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._members = Pace(MEMBER_POSTS, MEMBER_WINDOW)
        self._requests = Pace(MEMBER_REQUESTS, MEMBER_WINDOW)
        self._servers = Pace(SERVER_POSTS, SERVER_WINDOW)

    @contextmanager
    def board(self, interaction: discord.Interaction[Any]) -> Iterator[Leave]:
        """Give leave for a message that the bot keeps up to date: a table, a challenge, a tournament.

        Raises:
            HinderedError: Nothing is put up in this channel, or not for this member.
            Refused: The member, or the whole server, has posted too much lately.
        """
        check_board(interaction)
        with self._counted(self._members, interaction.guild_id or 0, interaction.user.id) as leave:
            yield leave

    @contextmanager
    def message(self, interaction: discord.Interaction[Any]) -> Iterator[Leave]:
        """Give leave for a message that answers an interaction in its channel, for which the bot needs no permission.

        Raises:
            HinderedError: Nothing is said in this channel, or not for this member.
            Refused: The member, or the whole server, has posted too much lately.
        """
        check_message(interaction)
        with self._counted(self._members, interaction.guild_id or 0, interaction.user.id) as leave:
            yield leave

    @contextmanager
    def request(self, guild_id: int, user_id: int) -> Iterator[Leave]:
        """Give leave to ask the others at a running game in its channel, wherever the member asks from.

        Raises:
            Refused: The member, or the whole server, has posted too much lately.
        """
        with self._counted(self._requests, guild_id, user_id) as leave:
            yield leave

    @contextmanager
    def _counted(self, members: Pace, guild_id: int, user_id: int) -> Iterator[Leave]:
        """Count a post before it is made, so that clicks at once count too; what is not used is given back."""
        now, member = self._now(), (guild_id, user_id)
        wait = members.wait(member, now)
        if wait is not None:
            raise Refused(Why.POSTED_MUCH, detail=_again(now + wait))
        wait = self._servers.wait(guild_id, now)
        if wait is not None:
            members.give_back(member)
            raise Refused(Why.POSTED_MUCH_HERE, detail=_again(now + wait))
        leave = Leave()
        try:
            yield leave
        finally:
            if not leave.used:
                members.give_back(member)
                self._servers.give_back(guild_id)


def _again(moment: datetime) -> str:
    """Write when something is possible again, as Discord shows it relative to now."""
    return f"<t:{ceil(moment.timestamp())}:R>"
