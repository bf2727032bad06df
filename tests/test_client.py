"""The client itself: commands registered, errors answered, channels kept up to date."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord.ext import commands

from bot import client
from bot.client import BeziqueBot
from bot.registration import same_commands
from tests.databases import of_files
from tests.simulated import bot_of, press_together, restart, simulated
from tests.simulated.player import private_answer, public_answer, words_of

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.playground import World


class ProbingBot(BeziqueBot):
    """The bot with commands that fail, that tell the channel's last message, and that show a button."""

    pressed: list[str]

    async def setup_hook(self) -> None:
        self.pressed = []

        @self.tree.command(name="fail", description="Fail")
        async def fail(interaction: discord.Interaction, *, late: bool) -> None:
            if late:
                await interaction.response.defer(ephemeral=True)
            raise RuntimeError("a reason that is nobody's business")

        @self.tree.command(name="last", description="Tell the channel's last message")
        async def last(interaction: discord.Interaction, *, private: bool) -> None:
            channel = interaction.channel
            assert isinstance(channel, discord.TextChannel)
            await interaction.response.send_message(str(channel.last_message_id), ephemeral=private)

        @self.tree.command(name="buttons", description="Show a button")
        async def buttons(interaction: discord.Interaction) -> None:
            view = discord.ui.View(timeout=None)
            button: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="Press", custom_id="press")
            button.callback = self.press  # type: ignore[method-assign]
            view.add_item(button)
            await interaction.response.send_message(view=view)

        await super().setup_hook()

    async def press(self, interaction: discord.Interaction) -> None:
        self.pressed.append(interaction.user.display_name)
        await interaction.response.defer()


async def test_command_that_fails_answers_privately_and_without_the_reason(settings: Settings) -> None:
    async with simulated(settings, bot=ProbingBot(settings)) as world:
        for number, late in enumerate((False, True), 1):
            result = await world.members[0].slash(world.channel, "fail", late=late)
            answers = [*result.followups, *([result.response] if result.response else [])]
            (told,) = [words_of(answer) for answer in answers if words_of(answer)]
            assert told == "Something went wrong on my side; the game is safe, try again."
            assert all(answer.ephemeral for answer in answers)
            assert len(world.env.errors) == number


async def test_channel_knows_its_last_public_message_and_presses_in_the_same_instant_all_arrive(
    settings: Settings,
) -> None:
    bot = ProbingBot(settings)
    async with simulated(settings, bot=bot) as world:
        ann, ben, *_ = world.members
        written = await ann.send(world.channel, "hello")
        for private in (True, False):
            shown = await ann.slash(world.channel, "last", private=private)
            assert [each.content for each in (shown.response, *shown.followups) if each] == [str(written.id)]
        again = private_answer(await ann.slash(world.channel, "last", private=True))
        assert again.content == str(shown.response.id)  # type: ignore[union-attr]  # the public one
        board = public_answer(await ann.slash(world.channel, "buttons"))
        results = await press_together(world, [(ann, board, "press"), (ben, board, "press")])
        assert sorted(bot.pressed) == ["Ann", "Ben"]
        assert all(result.acknowledged for result in results)


async def test_commands_are_registered_only_where_they_changed(settings: Settings) -> None:
    async with simulated(settings, bot=ProbingBot(settings)) as world:

        def registrations() -> int:
            return sum(entry.method == "PUT" for entry in world.env.http_requests)

        assert registrations() == 1
        await restart(world, ProbingBot(settings))
        assert registrations() == 1
        assert await bot_of(world).sync_commands() is False
        assert await bot_of(world).sync_commands(force=True) is True
        assert registrations() == 2
        await restart(world)
        assert registrations() == 3


OPTION = {"type": 4, "name": "n", "description": "x"}


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        ({"options": []}, {}, True),
        ({"type": 1, "nsfw": False, "contexts": None}, {}, True),
        ({"description": "other"}, {}, False),
        ({"options": [OPTION]}, {}, False),
        ({"contexts": [0]}, {}, False),
        ({"options": [OPTION]}, {"options": [dict(reversed(OPTION.items()))]}, True),  # keys in any order
        ({"options": [{**OPTION, "min_value": 0}]}, {"options": [OPTION]}, False),
        # Where a command of one server works is not compared.
        ({"contexts": [0], "integration_types": [0]}, {"guild_id": "5", "integration_types": [0]}, True),
        ({"contexts": [0], "integration_types": [0]}, {"contexts": [0, 1], "integration_types": [0]}, False),
    ],
)
def test_commands_are_compared_by_what_they_mean(ours: dict[str, Any], theirs: dict[str, Any], *, same: bool) -> None:
    command = {"name": "a", "description": "d"}
    known = {"id": "1", "version": "7", "application_id": "2", **command, "dm_permission": True, **theirs}
    assert same_commands([{**command, **ours}], [known]) is same


async def test_cog_that_fails_to_load_is_fatal(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "brokencog.py").write_text("raise RuntimeError('broken')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(client, "cog_names", lambda: ["brokencog"])
    with pytest.raises(commands.ExtensionFailed, match="brokencog"):
        async with simulated(settings):
            pytest.fail("the bot started")


async def test_bot_keeps_no_members_and_no_messages(world: World) -> None:
    bot = bot_of(world)
    await world.members[0].send(world.channel, "hello")
    guild = bot.get_guild(world.env.guild.id)
    assert guild is not None
    assert bot.user is not None
    assert [member.id for member in guild.members] == [bot.user.id]
    assert list(bot.cached_messages) == []
    assert bot.intents == discord.Intents(guilds=True)


async def test_database_stays_open_until_the_boards_that_a_start_brings_up_to_date_are_let_go(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "FINISH_SECONDS", 0.05)
    reached = asyncio.Event()
    ended: list[str] = []

    async with simulated(settings) as world:
        bot = bot_of(world)

        async def wait() -> list[int]:
            try:
                reached.set()
                await asyncio.Event().wait()
            finally:
                await bot.store.try_writing()
                ended.append("with the database open")
            return []

        monkeypatch.setattr(bot.tournament_posts, "load", wait)
        bot._show_aside(bot._show_kept_back())
        await reached.wait()
        await bot.close()
        assert ended == ["with the database open"]


@pytest.mark.parametrize("stuck", [True, False])
async def test_an_end_names_what_it_does_not_wait_for_any_longer(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, stuck: bool
) -> None:
    monkeypatch.setattr(client, "FINISH_SECONDS", 0.05)
    async with simulated(settings) as world:
        bot = bot_of(world)

        async def answer() -> None:
            with bot.under_way.answering(1, "act"):
                await asyncio.Event().wait()

        answering = [asyncio.create_task(answer())] if stuck else []
        await asyncio.sleep(0)
        await bot.close()
        assert all(task.cancelled() for task in answering)
        told = [record.getMessage() for record in caplog.records if "not finished" in record.getMessage()]
        assert [line.rsplit(" for ")[0] for line in told] == (["not finished before the end: act"] if stuck else [])


@of_files
async def test_log_of_the_database_is_emptied_with_the_upkeep(world: World, settings: Settings) -> None:
    bot, log = bot_of(world), Path(settings.database_url.removeprefix("sqlite+aiosqlite:///") + "-wal")
    async with bot.store.write() as tx:
        await tx.settings.set_of_guild(1, "kept", value="x" * 2**20)
    before = log.stat()  # noqa: ASYNC240 - of a test
    bot._ticks = client.TIDY_TICKS  # its next look tidies up
    await world.env.advance_time(client.TICK_SECONDS)
    after = log.stat()  # noqa: ASYNC240 - as above
    assert after.st_size < 2**20 < before.st_size
