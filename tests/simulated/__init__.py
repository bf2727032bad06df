"""The simulated Discord for behaviour tests: the real bot, a server, members who click.

async with simulated(settings) as world:
    ann, ben = world.members[:2]
    shown = await ann.slash(world.channel, "play")
    await ben.click(shown.response, label="Join")
"""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, cast

import discord
from discord.app_commands import CommandInvokeError
from simcord import Env, InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.components import walk_components
from simcord.interactions import base_payload

from bot.client import BeziqueBot
from bot.config import Settings
from bot.engine import RulesError
from bot.playground import CHANNEL_NAME, MEMBER_NAMES, SERVER_NAME, World, build_world
from bot.tables import AnsweredElsewhere, DatabaseError, Refused
from bot.ui.kit.permissions import HinderedError
from bot.ui.kit.reconcile import DISCORD_TROUBLE

PATIENCE_SECONDS = 110.0
"""The bot has answered by then, also on a machine that is busy with other things."""
START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
REQUEST_LOG = "REQUEST_LOG"
_CHANCE = 17
"""Where the bot's chance begins: with the same secrets a test has the same cards at every run."""
_DISCORDS_FIRST = 1_420_070_400_000
"""The moment from which Discord's ids count, in milliseconds since 1970."""
_IDS_OF_COMMANDS, _IDS_OF_MESSAGES = 1 << 16, 15
"""The first id within a millisecond."""
_EXPLAINED = (AnsweredElsewhere, Refused, HinderedError, RulesError, DatabaseError, *DISCORD_TROUBLE)
"""The errors that are no mistake of the code: the error boundary turns each into a sentence of its own."""
Shown = ResponseMessage | discord.Message
_MENTION = re.compile(r"</([^:>]+):\d+>")


@asynccontextmanager
async def simulated(settings: Settings, *, bot: BeziqueBot | None = None, at: datetime = START) -> AsyncIterator[World]:
    """Run the bot in a simulated server from the moment `at` on.

    Errors of the bot that the test did not look at (`world.env.errors`) fail it at the end.
    """
    async with running(settings, bot=bot, at=at) as world:
        with world.env.time_context():
            yield world


@asynccontextmanager
async def running(settings: Settings, *, bot: BeziqueBot | None = None, at: datetime = START) -> AsyncIterator[World]:
    """Do the same, but leave the test's own `discord.utils.utcnow()` at the real time; for fixtures."""
    world = build_world(bot or BeziqueBot(settings), at=at, check_errors=True, patience=PATIENCE_SECONDS)
    try:
        with _ids_of_commands_apart(world.env):
            await world.env.start()
        bot_of(world).tables.store.chance = Random(_CHANCE)
        yield world
    finally:
        write_requests(world.env)
        await bot_of(world).close()
        await world.env.shutdown()
    check_errors(world)


def another_server(world: World) -> World:
    """Open a server with members of its own, at the bot that runs already."""
    env = world.env
    guild = env.create_guild(SERVER_NAME)
    env._guilds.insert(0, env._guilds.pop())  # the one that `env.guild` is
    members = tuple(guild.add_member(env.create_user(name.lower(), global_name=name)) for name in MEMBER_NAMES)
    return World(env, guild.create_text_channel(CHANNEL_NAME), members)


def check_errors(world: World) -> None:
    """Fail where the bot raised what the test has not looked at."""
    unseen = unexplained(world)
    if unseen:
        raise BaseExceptionGroup("the bot raised", unseen)


def unexplained(world: World) -> list[BaseException]:
    """Return the bot's errors that the test has not looked at, without those that the error boundary explains."""
    found = world.env.errors_since(world.env._errors_acknowledged)
    return [
        each for each in found if not (isinstance(each, CommandInvokeError) and isinstance(each.original, _EXPLAINED))
    ]


@contextmanager
def _ids_of_commands_apart(env: Env) -> Iterator[None]:
    """Give what the bot registers at its start ids of their own, so that a new command deals no test other cards.

    The cards of a deal follow from the ids of messages, too.
    """
    backend = env.backend
    moment = int(backend.clock.now().timestamp() * 1000) - _DISCORDS_FIRST
    backend._sequences[moment] = _IDS_OF_COMMANDS
    yield
    backend._sequences[moment] = _IDS_OF_MESSAGES


def bot_of(world: World) -> BeziqueBot:
    return cast("BeziqueBot", world.env.bot)


async def restart(world: World, bot: BeziqueBot | None = None) -> None:
    """End the bot as a crash would and start a fresh one, or `bot`, over the same database; its chance goes on."""
    old = bot_of(world)
    await world.env.restart_bot(bot or BeziqueBot(old.settings))
    bot_of(world).tables.store.chance = old.tables.store.chance
    await old.store.close()


async def press(world: World, member: MemberActor, message: Shown, custom_id: str, *values: str) -> InteractionResult:
    """Send a member's press of any control, also of one that the message offers no longer."""
    result = _emit(world, member, message, custom_id, values)
    await world.env.settle()
    return result


async def press_together(
    world: World, presses: Sequence[tuple[MemberActor, Shown, str]]
) -> tuple[InteractionResult, ...]:
    """Send several members' presses in the same instant, before the bot has answered any."""
    results = tuple(_emit(world, member, message, custom_id, ()) for member, message, custom_id in presses)
    await world.env.settle()
    return results


def components_of(message: Shown) -> list[dict[str, Any]]:
    raw = message.components
    roots = [item if isinstance(item, dict) else cast("dict[str, Any]", item.to_dict()) for item in raw]
    return list(walk_components(roots))


def text_of(message: Shown) -> str:
    """Return all the text that a message shows; commands that are mentioned as they are typed."""
    return _MENTION.sub(r"`/\1`", raw_text_of(message))


def raw_text_of(message: Shown) -> str:
    """Return all the text of a message as Discord has it."""
    return "\n".join(item["content"] for item in components_of(message) if item["type"] == 10) or message.content


def buttons_of(message: Shown, *, enabled: bool = True) -> list[dict[str, Any]]:
    buttons = [item for item in components_of(message) if item["type"] == 2]
    return [button for button in buttons if not (enabled and button.get("disabled"))]


def channel_calls(world: World, since: int = 0) -> list[str]:
    """Return the calls that count against the bot's own limit, as `METHOD path`, from the request `since` on."""
    calls = [f"{entry.method} {entry.path}" for entry in world.env.http_requests[since:]]
    return [call for call in calls if " /channels/" in call]


def _emit(
    world: World, member: MemberActor, message: Shown, custom_id: str, values: Sequence[str]
) -> InteractionResult:
    backend = world.env.backend
    channel_id = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
    if values:
        data["values"] = list(values)
    record, payload = base_payload(
        backend, type=3, channel_id=channel_id, guild_id=member.guild.id, user_id=member.id, data=data
    )
    stored = backend.get_message(channel_id, message.id)
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    backend.emit("INTERACTION_CREATE", payload)
    return InteractionResult(world.env, record)


def write_requests(env: Env) -> None:
    """Keep the requests of a test for those who check and compare them, where the environment asks for it."""
    folder = os.environ.get(REQUEST_LOG)
    if not folder:
        return
    path = Path(folder) / f"{uuid.uuid4().hex}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    test = os.environ.get("PYTEST_CURRENT_TEST", "").split(" ")[0]
    with path.open("w", encoding="utf-8") as file:
        for entry in env.http_requests:
            line = {
                "test": test,
                "method": entry.method,
                "path": entry.path,
                "params": entry.params,
                "json": entry.json,
            }
            file.write(json.dumps(line, default=str) + "\n")
