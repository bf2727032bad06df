"""Taking permissions from the bot in the channel, and giving them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

if TYPE_CHECKING:
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
