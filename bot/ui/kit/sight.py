"""What somebody may see of a server's tables: what stands in a channel is shown to those alone who see that channel.

Told from what the client knows of servers, channels and roles, so that nobody has to wait for Discord. What it does not
know, such as a thread of the members' own that has been put away or a channel that is gone, is not seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import discord

from bot.club.values.tournament import Tournament
from bot.tables import Table, Visible
from bot.tables.register import Entry


@dataclass(frozen=True, slots=True)
class Sight:
    """What one reader sees of a server, or all those together who see a channel."""

    guild_id: int
    here: int
    """The channel in which it is asked; whoever reads the answer sees that one."""
    user_id: int | None = None
    """The reader; None: everyone."""
    guild: discord.Guild | None = field(default=None, compare=False)
    whose: discord.Member | discord.Role | None = field(default=None, compare=False)
    """Whose permissions count; None where they are not known."""

    def channel(self, channel_id: int) -> bool:
        """Tell whether the reader sees a channel or a thread."""
        if channel_id == self.here or self._all:
            return True
        known = None if self.guild is None else self.guild.get_channel_or_thread(channel_id)
        return known is not None and self._sees(known)

    def table(self, table: Table | Entry) -> bool:
        """Tell whether the reader may know of a table: of their own, and of those in channels that they see.

        A table in a thread of its own is seen where the channel above it is. In a direct message those are
        seen at which the reader plays.
        """
        if not self.guild_id and self.user_id is not None:
            return self.user_id in table.users
        if table.guild_id != self.guild_id:
            return False
        if self.user_id is not None and self.user_id in (*table.users, table.invited_id):
            return True
        if isinstance(table, Table) and self.user_id in table.lobby.guests:
            return True
        home = table.home_id if isinstance(table, Entry) else table.place.home_id
        return table.channel_id == self.here or self.channel(home)

    def tournament(self, tournament: Tournament) -> bool:
        """Tell whether the reader may know of a tournament: only of those in channels that they see."""
        return tournament.guild_id == self.guild_id and self.channel(tournament.channel_id)

    def is_gone(self, channel_id: int) -> bool:
        """Tell whether a server that is known has no such channel or thread any more."""
        return self.guild is not None and self.guild.get_channel_or_thread(channel_id) is None

    def visible(self) -> Visible:
        """Return what a list of games that are over may name: the reader's own, and those of channels that they see."""
        if self._all:
            return Visible(None, self.user_id)
        there = () if self.guild is None else (*self.guild.channels, *self.guild.threads)
        return Visible(frozenset((self.here, *(each.id for each in there if self._sees(each)))), self.user_id)

    @property
    def _all(self) -> bool:
        """Whether the reader sees whatever there is and was."""
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


def sight_of(interaction: discord.Interaction[Any]) -> Sight:
    """Return what the person who made an interaction sees of the server in which it was made."""
    user = interaction.user
    return Sight(
        interaction.guild_id or 0,
        interaction.channel_id or 0,
        user.id,
        _known(interaction),
        user if isinstance(user, discord.Member) else None,
    )


def sight_of_all(interaction: discord.Interaction[Any]) -> Sight:
    """Return what everyone sees who sees the channel of an interaction: for answers that are not private."""
    guild = _known(interaction)
    role = None if guild is None else guild.default_role
    return Sight(interaction.guild_id or 0, interaction.channel_id or 0, None, guild, role)


def _known(interaction: discord.Interaction[Any]) -> discord.Guild | None:
    """Return the server with its channels; what comes with an interaction alone has none."""
    found: discord.Guild | None = interaction.client.get_guild(interaction.guild_id or 0)
    return found
