"""Registering the slash commands with Discord, where Discord's differ from the bot's own.

While Discord refuses them the bot goes on with those that Discord has, and tries again later.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.kit.mentions import learn_commands
from bot.ui.kit.reconcile import DISCORD_TROUBLE, barred_wait, reason

log = logging.getLogger(__name__)

Registered: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group

# Fields that Discord adds, or that `contexts` replaces: they do not show a difference.
_IGNORED = frozenset({"id", "application_id", "guild_id", "version", "dm_permission"})
_OF_ALL_SERVERS = frozenset({"contexts", "integration_types"})
"""Fields that mean nothing for the commands of one server."""
PATIENCE: Final = 10.0
"""Seconds for which a start waits until Discord has the commands; then they are registered while the bot is online."""


class Registration:
    """The registration of the commands, tried until Discord has taken them; `force`: even if nothing differs."""

    def __init__(self, register: Callable[[bool], Awaitable[object]], *, force: bool) -> None:
        self._register, self._force = register, force
        self._trying: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()
        self.trouble: Exception | None = None
        """Why Discord did not take them at the last try."""
        self.done = False
        """Whether Discord has them."""

    async def begin(self) -> None:
        """Try to register them, and go on trying after this returns if it takes long or fails."""
        self._trying = asyncio.create_task(self._try(), name="commands")
        first = asyncio.create_task(self._tried.wait())
        await asyncio.wait((self._trying, first), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        first.cancel()
        if self._trying.done():
            self._trying.result()
        elif self.trouble is None:
            log.warning("the commands are not registered yet; the bot goes online with those that Discord has")

    async def first_tried(self) -> None:
        await self._tried.wait()
        if self.trouble is not None:
            raise self.trouble

    def end(self) -> None:
        if self._trying is not None:
            self._trying.cancel()

    async def _try(self) -> None:
        force, times = self._force, 0
        while not self.done:
            try:
                await self._register(force)
            except DISCORD_TROUBLE as error:
                self.trouble, force = error, False
                wait = barred_wait(times)
                log.warning("Discord did not take the commands, so those that it has stay: %s", reason(error))
                self._tried.set()
                times += 1
                await asyncio.sleep(wait.total_seconds())
            else:
                self.trouble, self.done = None, True
        self._tried.set()


def same_commands(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether two lists of command payloads mean the same, apart from order and default values.

    Discord adds ids and default values to the payloads it was sent, and leaves out empty fields.
    """
    ignored = _IGNORED | _OF_ALL_SERVERS if any(each.get("guild_id") for each in theirs) else _IGNORED
    return len(ours) == len(theirs) and _comparable(ours, ignored) == _comparable(theirs, ignored)


async def synchronised(bot: commands.Bot | commands.AutoShardedBot, server: int | None, *, force: bool) -> bool:
    """Register the commands, in one server or all, if Discord's differ; learn their ids; tell whether it was so."""
    guild = discord.Object(server) if server else None
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    if not force:
        ours = [await _payload(command, bot.tree) for command in bot.tree.get_commands(guild=guild)]
        theirs = await registered(bot, guild)
        learn_commands(theirs)
        if same_commands(ours, theirs):
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
    if tree.translator is None:
        return command.to_dict(tree)
    return await command.get_translated_payload(tree, tree.translator)


def _comparable(payloads: Iterable[Mapping[str, Any]], ignored: frozenset[str]) -> list[str]:
    return sorted(json.dumps(_reduced({"type": 1, **payload}, ignored), sort_keys=True) for payload in payloads)


def _reduced(value: object, ignored: frozenset[str]) -> object:
    if isinstance(value, dict):
        reduced = {key: _reduced(item, ignored) for key, item in value.items() if key not in ignored}
        return {key: item for key, item in reduced.items() if not _is_default(item)}
    if isinstance(value, list):
        numbers = [item for item in value if isinstance(item, int)]
        return sorted(numbers) if len(numbers) == len(value) else [_reduced(item, ignored) for item in value]
    return value


def _is_default(value: object) -> bool:
    return value is None or value is False or value in ("", [], {})
