"""The commands for settings: ``/settings me``, ``/settings server``, and ``/ruleset``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.service import THREADS
from bot.tables.values.choice import BOOK, CLOCK
from bot.tables.values.quiet import QUIET
from bot.tables.values.rule_sets import LONGEST_NAME
from bot.ui.kit.days import offset_choices, read_offset
from bot.ui.kit.permissions import only_managers, without_threads
from bot.ui.kit.readers import BOARDS, CUTS, FOUR_COLOUR, LANGUAGE, LOOK
from bot.ui.kit.reply import refuse, say_privately
from bot.ui.kit.tree import NotUnderstoodError
from bot.ui.text.i18n import LANGUAGES, mark
from cogs.settings.answers import choose_own, page_of, show_own_tables
from cogs.settings.pages import AS_DISCORD, LOOKS, server_page
from cogs.settings.quiet_pages import new_quiet
from cogs.settings.rule_sets import save, show_all
from cogs.table.answers.house_rules import rule_choices, server_choice_of
from cogs.table.answers.lobby import CLOCK_CHOICES
from cogs.table.desk import choose_for_server

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]
Hour = app_commands.Range[int, 0, 24]
LANGUAGE_CHOICES = [
    *(app_commands.Choice(name=name, value=key) for key, name in LANGUAGES.items()),
    app_commands.Choice(name=mark("as set in Discord"), value=AS_DISCORD),
]
LOOK_CHOICES = [app_commands.Choice(name=words, value=look.value) for look, words in LOOKS.items()]


@app_commands.guild_only()
class SettingsCog(
    commands.GroupCog, group_name="settings", group_description="What you choose for yourself, or for this server"
):
    """The slash commands that show and change settings."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        self._preferences = bot.members.preferences
        super().__init__()

    @app_commands.command(name="me", description="Your own settings; without options it shows them")
    @app_commands.describe(
        cards="How your own cards are shown",
        four_colours="A colour for each suit: clubs green, diamonds blue",
        language="The language in which the bot speaks to you",
        quiet_from="Quiet hours: no reminders from this full hour on (0 to 24)",
        quiet_to="Quiet hours: reminders again from this full hour on (0 to 24)",
        utc_offset="How far your clock is from UTC, in hours: +1, -3:30, 5.5",
        quiet_off="No quiet hours any more",
    )
    @app_commands.choices(cards=LOOK_CHOICES, language=LANGUAGE_CHOICES)
    async def me(
        self,
        interaction: Interaction,
        cards: app_commands.Choice[str] | None = None,
        four_colours: bool | None = None,  # noqa: FBT001
        language: app_commands.Choice[str] | None = None,
        quiet_from: Hour | None = None,
        quiet_to: Hour | None = None,
        utc_offset: str | None = None,
        quiet_off: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Change the given settings, and show all of them to the member alone."""
        choices = await self._preferences.of_member(interaction.user.id)
        changes: dict[str, object] = {}
        if cards is not None:
            changes[LOOK] = cards.value
        if four_colours is not None:
            changes[FOUR_COLOUR] = four_colours or None
        if language is not None:
            changes[LANGUAGE] = _chosen(language)
        try:
            if quiet_off:
                changes[QUIET] = None
            elif (quiet_from, quiet_to, utc_offset) != (None, None, None):
                clock = await self._preferences.clock_of(interaction.guild_id or 0)
                changes[QUIET] = new_quiet(
                    choices.get(QUIET), quiet_from, quiet_to, utc_offset, usual=clock.offset
                ).stored()
        except NotUnderstoodError as error:
            await refuse(interaction, str(error))
            return
        if changes:
            choices = await choose_own(self.bot.desk, interaction, changes)
        await say_privately(interaction, await page_of(self.bot.desk, interaction, choices, saved=bool(changes)))
        if changes:
            await show_own_tables(self.bot.desk, interaction)

    @app_commands.command(name="server", description="This server's settings; changing them takes Manage Server")
    @app_commands.describe(
        boards="How the cards on boards are shown",
        four_colours="A colour for each suit: clubs green, diamonds blue",
        language="The language of the boards and of all that everyone sees",
        threads="Play each game in a thread of its own, opened when it begins and closed with it",
        rules="The rule book or rule set offered to whoever has opened no table yet",
        clock="The clock offered to whoever has opened no table yet",
        cuts="Show in messages what is typed at a Cut (default: yes)",
        utc_offset="How far this server's clock is from UTC, in hours: +1, -3:30, 5.5",
    )
    @app_commands.choices(boards=LOOK_CHOICES, language=LANGUAGE_CHOICES, clock=CLOCK_CHOICES)
    async def server(  # noqa: PLR0917 - a command's options
        self,
        interaction: Interaction,
        boards: app_commands.Choice[str] | None = None,
        four_colours: bool | None = None,  # noqa: FBT001
        language: app_commands.Choice[str] | None = None,
        threads: bool | None = None,  # noqa: FBT001
        rules: str | None = None,
        clock: app_commands.Choice[str] | None = None,
        cuts: bool | None = None,  # noqa: FBT001
        utc_offset: str | None = None,
    ) -> None:
        """Change the given settings, and show all of them; only members who may manage the server may change them."""
        changes: dict[str, object] = {}
        if boards is not None:
            changes[BOARDS] = boards.value
        if four_colours is not None:
            changes[FOUR_COLOUR] = four_colours or None
        if language is not None:
            changes[LANGUAGE] = _chosen(language)
        if threads is not None:
            changes[THREADS] = threads or None
        if rules is not None:
            changes[BOOK] = await server_choice_of(self.bot.desk, interaction.guild_id or 0, rules)
        if clock is not None:
            changes[CLOCK] = clock.value
        if cuts is not None:
            changes[CUTS] = None if cuts else True
        manager = interaction.permissions.manage_guild
        if not changes and utc_offset is None:
            choices = await self._preferences.of_server(interaction.guild_id or 0)
            await say_privately(interaction, server_page(choices, manager=manager))
            return
        if not manager:
            await refuse(interaction, only_managers())
            return
        if utc_offset is not None:
            try:
                away = read_offset(utc_offset)
            except NotUnderstoodError as error:
                await refuse(interaction, str(error))
                return
            await self._preferences.set_clock(interaction.guild_id or 0, away, self.bot.tables.now())
        choices = await choose_for_server(self.bot.desk, interaction, changes)
        warning = without_threads(interaction) if threads else ""
        await say_privately(interaction, server_page(choices, manager=True, saved=True, warning=warning))

    @server.autocomplete("rules")
    async def rules_offered(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer rule books and the server's rule sets."""
        return await rule_choices(self.bot.desk, interaction, current, for_server=True)

    @me.autocomplete("utc_offset")
    @server.autocomplete("utc_offset")
    async def _offsets(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = offset_choices(str(typed), self.bot.tables.now())
        return [app_commands.Choice(name=name, value=value) for name, value in found]


def _chosen(language: app_commands.Choice[str]) -> str | None:
    """Return the stored value of a choice of language: None to follow Discord."""
    return None if language.value == AS_DISCORD else language.value


@app_commands.guild_only()
class RuleSetCog(commands.GroupCog, group_name="ruleset", group_description="Rules under names of your own"):
    """The slash commands that save rules under a name and show saved ones."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(name="save", description="Keep rules under a name, to play by them again")
    @app_commands.describe(
        name="What they are to be called",
        rules="A rule code such as: britannica 3 target=2000 (default: the rules of your table here)",
        table="A table's number, to keep its rules",
        server="For everyone in this server; that takes a moderator (default: for yourself)",
    )
    async def save(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        rules: str | None = None,
        table: int | None = None,
        server: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Save rules under a name, and show them."""
        await save(self.bot.desk, interaction, name, rules, table, for_server=server)

    @app_commands.command(name="show", description="Your rule sets and this server's: play, show or delete them")
    async def show(self, interaction: Interaction) -> None:
        """List the rule sets from which the member can choose."""
        await show_all(self.bot.desk, interaction)

    @save.autocomplete("rules")
    async def _rule_codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot.desk, interaction, str(typed))


async def setup(bot: BeziqueBot) -> None:
    """Add the commands of this room to the bot."""
    for cog in (SettingsCog(bot), RuleSetCog(bot)):
        await bot.add_cog(cog)
