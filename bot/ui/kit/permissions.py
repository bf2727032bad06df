"""The permissions that the bot and its members need in a channel, and the texts that name the missing ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import Any, Final

import discord

from bot.ui.text.faces import Look
from bot.ui.text.i18n import mark, tr

_NEEDED: Final = (
    ("view_channel", mark("View Channel")),
    ("send_messages", mark("Send Messages")),
)
_FOR_PICTURES: Final = ("attach_files", mark("Attach Files"))
_IN_THREADS: Final = ("send_messages_in_threads", mark("Send Messages in Threads"))
OPENING_THREADS: Final = mark("Create Public Threads")


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """List the permissions that the bot lacks in the channel of an interaction."""
    look = interaction.client.readers.taste_here(interaction.guild_id or 0).look
    thread = isinstance(interaction.channel, discord.Thread)
    return missing_in(interaction.app_permissions, look, thread=thread)


def missing_in(have: discord.Permissions, look: Look, *, thread: bool) -> list[str]:
    """List the permissions that the bot lacks for boards of a look in a channel or thread, given those that it has."""
    needed = [_IN_THREADS if name == "send_messages" and thread else (name, title) for name, title in _NEEDED]
    needed += [_FOR_PICTURES] if look is Look.PICTURES else []
    return [title for name, title in needed if not getattr(have, name)]


def elsewhere(interaction: discord.Interaction[Any]) -> str:
    """Say where to go if the server restricts the bot to other channels and their threads; else return ""."""
    kept_to = interaction.client.readers.channels_of(interaction.guild_id or 0)
    parent = getattr(interaction.channel, "parent_id", None)
    if not kept_to or interaction.channel_id in kept_to or parent in kept_to:
        return ""
    return tr(
        "Here I play in {channels}; `/hand` and `/rules` answer everywhere.",
        channels=", ".join(f"<#{each}>" for each in kept_to),
    )


def not_here(interaction: discord.Interaction[Any]) -> str:
    """Say why nothing can be posted in the channel of an interaction; return "" if it can."""
    if words := elsewhere(interaction) or in_timeout(interaction.guild):
        return words
    lacks = missing_permissions(interaction)
    return lacking(lacks) if lacks else ""


def silent_until(guild: discord.Guild | None) -> str:
    """Write until when the bot itself is in timeout in a server; return "" if it is not."""
    me = guild.me if guild is not None else None
    if me is None or me.timed_out_until is None or not me.is_timed_out():
        return ""
    return _moment(me.timed_out_until, "f")


def in_timeout(guild: discord.Guild | None) -> str:
    """Say until when the bot itself may not speak in a server; return "" if it may."""
    until = silent_until(guild)
    if not until:
        return ""
    return tr("I am in timeout here until {until}; try then, or ask a moderator.", until=until)


def _moment(at: datetime, how: str) -> str:
    return f"<t:{ceil(at.timestamp())}:{how}>"


class HinderedError(Exception):
    """A refusal to post something new in a channel; the text says why and what to do, in the reader's language."""


def check_board(interaction: discord.Interaction[Any]) -> None:
    """Check that a new board or tournament may be posted in the channel of an interaction on its member's behalf."""
    _check(_in_no_server(interaction) or not_here(interaction) or may_not_write(interaction))


def check_message(interaction: discord.Interaction[Any]) -> None:
    """Check that an interaction may be answered with a new message to everyone in its channel.

    The bot itself needs no permission for an answer.
    """
    _check(_in_no_server(interaction) or elsewhere(interaction) or may_not_write(interaction))


def _check(hindrance: str) -> None:
    if hindrance:
        raise HinderedError(hindrance)


def _in_no_server(interaction: discord.Interaction[Any]) -> str:
    if interaction.guild_id is not None:
        return ""
    return tr("That works only in servers that have added me.")


def may_not_write(interaction: discord.Interaction[Any]) -> str:
    """Say that nothing new is posted for a member who may not write in the channel; return "" if they may.

    Discord lets such a member use commands all the same. Channels that moderators chose for the bot are open to all
    members except those in timeout.
    """
    may, channel, member = interaction.permissions, interaction.channel, interaction.user
    if may.administrator:
        return ""
    until = member.timed_out_until if isinstance(member, discord.Member) else None
    if until is not None and until > interaction.created_at:
        return tr("Your timeout ends {ends}; try again then.", ends=_moment(until, "R"))
    kept_to = interaction.client.readers.channels_of(interaction.guild_id or 0)
    if interaction.channel_id in kept_to or getattr(channel, "parent_id", None) in kept_to:
        return ""
    if isinstance(channel, discord.Thread):
        writes = may.send_messages_in_threads and (may.manage_threads or not channel.locked)
    else:
        writes = may.send_messages
    if writes:
        return ""
    return tr("You may not write here; go where you may, or ask a moderator.")


def missing_for_threads(have: discord.Permissions) -> list[str]:
    """List the permissions that the bot lacks to open a thread and play there."""
    needed = (("create_public_threads", OPENING_THREADS), _IN_THREADS)
    return [title for name, title in needed if not getattr(have, name)]


def bold(permissions: Sequence[str]) -> str:
    """List the names of permissions in bold, as the reader's Discord calls them."""
    return ", ".join(f"**{tr(name)}**" for name in permissions)


def lacking(permissions: Sequence[str]) -> str:
    """Say which permissions the bot lacks, and what to do about it."""
    return tr(
        "I lack {permissions} here; use another channel, or ask a manager.",
        permissions=bold(permissions),
    )


def without_threads(interaction: discord.Interaction[Any]) -> str:
    """Say which permissions the bot lacks to play in threads of an interaction's channel; return "" for none."""
    lacks = missing_for_threads(interaction.app_permissions)
    if not lacks:
        return ""
    if words := in_timeout(interaction.guild):
        return words
    return tr(
        "I lack {permissions} here; games are played in the channel.",
        permissions=bold(lacks),
    )


def only_managers() -> str:
    """Say who may change the settings of a server."""
    return tr("Changing this takes **Manage Server**.")
