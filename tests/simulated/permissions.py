"""Taking permissions from the bot in the channel, and giving them back."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import Any

import discord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.playground import World


def forbid(world: World, *names: str) -> None:
    """Take permissions from everyone in the channel, the bot too."""
    backend = world.env.backend
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    everyone = world.env.guild.id
    backend.set_overwrite(
        world.channel.id, Overwrite(target_id=everyone, type=OverwriteType.ROLE, allow=0, deny=denied)
    )


def allow(world: World) -> None:
    """Give back what was taken."""
    world.env.backend.delete_overwrite(world.channel.id, world.env.guild.id)


def time_out_bot(world: World, minutes: float) -> int:
    """Put the bot in timeout in the server, and return the end of it as Discord's texts name it.

    Discord tells each bot of its own changes; the simulation does so only with the intent for all members.
    """
    until, backend = world.env.now() + timedelta(minutes=minutes), world.env.backend
    guild = backend.get_guild(world.env.guild.id)
    member = backend.edit_member(guild.id, backend.bot_user.id, {"timed_out_until": until.isoformat()})
    told: Any = {**serializers.member_payload(backend, guild, member), "guild_id": str(guild.id)}
    world.env.bot._connection.parse_guild_member_update(told)
    return ceil(until.timestamp())
