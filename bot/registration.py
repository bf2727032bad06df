"""Registering the slash commands with Discord, where Discord's differ from the bot's own."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from bot.ui.kit.mentions import learn_commands

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discord.ext import commands

log = logging.getLogger(__name__)

Registered: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group

# Fields that Discord adds, or that `contexts` replaces: they do not show a difference.
_IGNORED = frozenset({"id", "application_id", "guild_id", "version", "dm_permission"})


def same_commands(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether two lists of command payloads mean the same, apart from order and default values.

    Discord adds ids and default values to the payloads it was sent, and leaves out empty fields.
    """
    return len(ours) == len(theirs) and _comparable(ours) == _comparable(theirs)


async def synchronised(bot: commands.Bot | commands.AutoShardedBot, server: int | None, *, force: bool) -> bool:
    """Register the commands if Discord's differ, learn their ids, and return whether they were registered.

    Args:
        bot: The bot whose commands they are.
        server: The only server to register them in; None: all servers.
        force: Register them even if nothing differs.
    """
    guild = discord.Object(server) if server else None
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    if not force:
        ours = [await _payload(command, bot.tree) for command in bot.tree.get_commands(guild=guild)]
        theirs = await registered(bot, guild)
        if same_commands(ours, theirs):
            learn_commands(theirs)
            log.info("commands unchanged", extra={"commands": len(ours)})
            return False
    known = await bot.tree.sync(guild=guild)
    learn_commands(command.to_dict() for command in known)
    log.info("commands registered", extra={"commands": len(known)})
    return True


async def registered(client: discord.Client, guild: discord.Object | None) -> Sequence[Mapping[str, Any]]:
    """Return the commands that Discord has for all servers, or for one, in every language."""
    assert client.application_id is not None
    place = "/guilds/{guild_id}" if guild else ""
    route = discord.http.Route(
        "GET",
        f"/applications/{{application_id}}{place}/commands",
        application_id=client.application_id,
        guild_id=guild.id if guild is not None else None,
    )
    found: Sequence[Mapping[str, Any]] = await client.http.request(route, params={"with_localizations": "true"})
    return found


async def _payload(command: Registered, tree: app_commands.CommandTree[Any]) -> Mapping[str, Any]:
    """Return a command's payload for registration, in all languages."""
    if tree.translator is None:
        return command.to_dict(tree)
    return await command.get_translated_payload(tree, tree.translator)


def _comparable(payloads: Iterable[Mapping[str, Any]]) -> list[str]:
    return sorted(json.dumps(_reduced({"type": 1, **payload}), sort_keys=True) for payload in payloads)


def _reduced(value: object) -> object:
    if isinstance(value, dict):
        reduced = {key: _reduced(item) for key, item in value.items() if key not in _IGNORED}
        return {key: item for key, item in reduced.items() if not _is_default(item)}
    if isinstance(value, list):
        numbers = [item for item in value if isinstance(item, int)]
        return sorted(numbers) if len(numbers) == len(value) else [_reduced(item) for item in value]
    return value


def _is_default(value: object) -> bool:
    return value is None or value is False or value in ("", [], {})
