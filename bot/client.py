"""The Discord client: opens the store, loads the cogs, registers the commands."""

from __future__ import annotations

import logging
import pkgutil
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

import cogs
from db import Store

if TYPE_CHECKING:
    from bot.config import Settings

log = logging.getLogger(__name__)

SOMETHING_WENT_WRONG = "Something went wrong on my side. Please try again; the game itself is safe."


class BeziqueBot(commands.Bot):
    """The bot: the guilds intent only, no member cache, no message cache, no pings unless asked for."""

    store: Store

    def __init__(self, settings: Settings, *, force_sync: bool = False) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            activity=discord.Game("Bézique"),
        )
        self.settings = settings
        self.force_sync = force_sync
        self.tree.error(self._on_command_error)
        self._keep_last_message_ids()

    async def setup_hook(self) -> None:
        """Open the store, load every cog and register the commands where they changed.

        Raises:
            Exception: Whatever a cog raised while loading; a bot without one of its cogs must not run.
        """
        self.store = await Store.open(self.settings.database_url)
        for name in cog_names():
            await self.load_extension(name)
        await self.sync_commands()

    async def close(self) -> None:
        """Leave Discord, then close the store; safe to call twice."""
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()

    async def sync_commands(self) -> None:
        """Register the slash commands with Discord, for every server or for the one in the settings."""
        guild = discord.Object(self.settings.sync_guild) if self.settings.sync_guild else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)
        log.info("commands registered", extra={"guild": self.settings.sync_guild})

    async def _on_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        name = interaction.command.qualified_name if interaction.command else "?"
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        log.error("command failed", extra={"command": name}, exc_info=cause)
        try:
            if interaction.response.is_done():
                await interaction.followup.send(SOMETHING_WENT_WRONG, ephemeral=True)
            else:
                await interaction.response.send_message(SOMETHING_WENT_WRONG, ephemeral=True)
        except discord.HTTPException as refused:
            log.warning("could not report the failure", extra={"command": name, "status": refused.status})

    def _keep_last_message_ids(self) -> None:
        """Copy a channel's last message id from each interaction into the cached channel.

        The library drops the interaction's own copy of the channel when it has one cached, and without the
        message intent nothing else brings the cached one up to date.
        """
        parsers = self._connection.parsers
        parse = parsers["INTERACTION_CREATE"]

        def parse_with_channel(data: dict[str, Any]) -> None:
            raw = data.get("channel") or {}
            channel = self.get_channel(int(raw.get("id") or 0))
            if raw.get("last_message_id") and hasattr(channel, "last_message_id"):
                channel.last_message_id = int(raw["last_message_id"])
            parse(data)

        parsers["INTERACTION_CREATE"] = parse_with_channel


def cog_names() -> list[str]:
    """Return the full names of the modules in the package `cogs`, sorted."""
    return sorted(f"cogs.{module.name}" for module in pkgutil.iter_modules(cogs.__path__))
