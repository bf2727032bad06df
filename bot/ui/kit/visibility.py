"""The part of a server's tables that a reader may see: only those in channels that the reader sees.

It is decided from the client's cache of servers, channels and roles, without a call to Discord. A channel or thread
that the cache does not have, such as an archived private thread or a deleted channel, counts as not seen.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

import discord

from bot.club.tournaments.values import Tournament
from bot.lazy import dataclass
from bot.tables import Table, Visible
from bot.tables.memory import Entry


@dataclass(frozen=True, slots=True)
class Visibility:
    """The channels and tables of a server that are visible to one reader, or to everyone who sees a channel."""

    guild_id: int
    here: int
    """The id of the channel of the question; every reader of the answer sees this channel."""
    user_id: int | None = None
    """The id of the reader; None for everyone."""
    guild: discord.Guild | None = field(default=None, compare=False)
    whose: discord.Member | discord.Role | None = field(default=None, compare=False)
    """The member or role whose permissions count; None if they are not known."""

    def channel(self, channel_id: int) -> bool:
        """Tell whether the reader sees a channel or a thread."""
        if channel_id == self.here or self._all:
            return True
        known = None if self.guild is None else self.guild.get_channel_or_thread(channel_id)
        return known is not None and self._sees(known)

    def table(self, table: Table | Entry) -> bool:
        """Tell whether the reader may know of a table: one of their own, or one in a channel that they see.

        Everyone who sees a channel also sees the tables in its threads of their own. A private table is seen by its
        player alone. In a direct message, the reader sees the tables at which they play.
        """
        if not self.guild_id and self.user_id is not None:
            return self.user_id in table.users
        if table.guild_id != self.guild_id:
            return False
        if self.user_id is not None and self.user_id in (*table.users, table.invited_id):
            return True
        if isinstance(table, Table) and self.user_id in table.lobby.guests:
            return True
        if table.private:
            return False
        home = table.home_id if isinstance(table, Entry) else table.place.home_id
        return table.channel_id == self.here or self.channel(home)

    def tournament(self, tournament: Tournament) -> bool:
        """Tell whether the reader may know of a tournament: only of one in a channel that they see."""
        return tournament.guild_id == self.guild_id and self.channel(tournament.channel_id)

    def is_gone(self, channel_id: int) -> bool:
        """Tell whether a known server no longer has a channel or thread."""
        return self.guild is not None and self.guild.get_channel_or_thread(channel_id) is None

    def visible(self) -> Visible:
        """Return the finished games that a list may name: the reader's own, and those of channels that they see."""
        if self._all:
            return Visible(None, self.user_id)
        there = () if self.guild is None else (*self.guild.channels, *self.guild.threads)
        return Visible(frozenset((self.here, *(each.id for each in there if self._sees(each)))), self.user_id)

    @property
    def _all(self) -> bool:
        """Whether the reader sees every channel, deleted ones included."""
        return isinstance(self.whose, discord.Member) and self.whose.guild_permissions.administrator

    def _sees(self, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
        if self.whose is None:
            return False
        if not isinstance(channel, discord.Thread):
            return channel.permissions_for(self.whose).view_channel
        if channel.parent is None:
            return False
        may = channel.parent.permissions_for(self.whose)
        return may.view_channel and (may.manage_threads or not channel.is_private())


def visibility_of(interaction: discord.Interaction[Any]) -> Visibility:
    """Return what the person who made an interaction may see of its server."""
    user = interaction.user
    return Visibility(
        interaction.guild_id or 0,
        interaction.channel_id or 0,
        user.id,
        interaction.client.get_guild(interaction.guild_id or 0),  # the one in an interaction has no channels
        user if isinstance(user, discord.Member) else None,
    )
