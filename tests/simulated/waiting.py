"""What tests of the clock share: letting time go by, and reading what the channel then says."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from simcord import ChannelHandle, InteractionResult, ResponseMessage

from bot.client import TICK_SECONDS
from bot.members.loading import Downtime
from bot.playground import World
from tests.simulated import bot_of
from tests.simulated.player import Player, Sitting, private_answer, public_messages, sit_down, words_of

HOUR, DAY = 3600, 24 * 3600
STAMP = re.compile(r"<t:(\d+):R>")


async def later(world: World, seconds: float) -> None:
    """Let much time go by for the tables, without a tick for each second of it."""
    clock = bot_of(world)._clock
    clock.change_interval(seconds=seconds + 1)
    await world.env.advance_time(seconds)
    bot_of(world).downtime.pass_over()  # which would take it for a sleep
    clock.change_interval(seconds=TICK_SECONDS)
    await world.env.advance_time(3)


class Patient(Downtime):
    """Takes no late look for a sleep: the tests' clock looks less often, and not at once."""

    def look(self, now: datetime, *, able: bool, after: timedelta) -> timedelta:
        return super().look(now, able=able, after=max(after, timedelta(seconds=DAY)))


def be_patient(world: World) -> None:
    """Let the bot take no late look for a sleep from now on; time without a gateway still counts."""
    if not isinstance(bot_of(world).downtime, Patient):
        bot_of(world).downtime = Patient()


async def meanwhile(world: World, seconds: float, *, every: float = 30) -> None:
    """Let time go by for everybody, the bot's clock looking only twice a minute what is due, not every second."""
    be_patient(world)
    clock = bot_of(world)._clock
    clock.change_interval(seconds=every)
    await world.env.advance_time(seconds)
    clock.change_interval(seconds=TICK_SECONDS)
    await bot_of(world).tables.heartbeat()  # which it does a few times a minute, and counts in looks


def notices(world: World) -> list[ResponseMessage]:
    """Return the messages that say that somebody's time is up."""
    return [m for m in public_messages(world) if "time is up at table" in words_of(m)]


def reminders(world: World) -> list[ResponseMessage]:
    """Return the messages that remind somebody of a turn."""
    return [m for m in public_messages(world) if "it is your turn" in words_of(m)]


def pinged(world: World, message: ResponseMessage) -> list[int]:
    """Return whom a message has really mentioned."""
    return list(world.env.backend.get_message(message.message.channel.id, message.id).ping_user_ids)


async def with_clock(world: World, clock: str) -> Sitting:
    """Begin a game of two with another clock: that which the server offers."""
    async with bot_of(world).store.write() as tx:
        await tx.settings.set_of_guild(world.env.guild.id, "clock", clock)
    return await sit_down(world, world.members[:2])


async def out_of_time(world: World, sitting: Sitting) -> tuple[Player, list[Player], ResponseMessage]:
    """Let the time of the player on move run out; return them, the others, and the message that says so."""
    mover, others = sitting.on_move(), sitting.waiting()
    await meanwhile(world, 3 * 60 + 12, every=10)
    (notice,) = notices(world)
    return mover, others, notice


def link_to(world: World, message: ResponseMessage) -> str:
    """Return the address of a message in the channel."""
    return f"https://discord.com/channels/{world.env.guild.id}/{world.channel.id}/{message.id}"


def other_channel(world: World) -> tuple[World, ChannelHandle]:
    """Make a second channel, and the same world seen from there."""
    channel = world.env.guild.create_text_channel("elsewhere")
    return replace(world, channel=channel), channel


def lose(world: World) -> None:
    """Delete the channel with everything in it."""
    world.env.backend.delete_channel(world.channel.id)


def said(result: InteractionResult) -> str:
    """Return what a command or click was answered with, privately."""
    return words_of(private_answer(result))
