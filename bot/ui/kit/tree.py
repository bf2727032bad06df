"""The library's tree of slash commands, with answers in the member's language and kind answers to errors."""

from __future__ import annotations

import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from bot.ui.text.i18n import mark, read_in, tr

log = logging.getLogger(__name__)

SOMETHING_WENT_WRONG = mark("Something went wrong on my side. Please try again; the game itself is safe.")
UNKNOWN_COMMAND = mark("I do not know that command in this form. Discord may show an older one: try again in a minute.")


class UnreadableCommandError(app_commands.AppCommandError):
    """A command that came in another form than the registered one."""


_STRANGE = (
    UnreadableCommandError,
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""The errors that are in the command received, and not in the answer to it."""


_KINDS: Final[dict[discord.AppCommandOptionType | None, type]] = {
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.boolean: bool,
}
"""The types of options' values; all other options of this bot's commands are text, members' ids included."""


class Tree(app_commands.CommandTree[Any]):
    """The tree of slash commands; suggestions while an option is typed are in the member's language too."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Set the language before anything is answered."""
        if hasattr(self.client, "readers"):
            read_in(self.client.readers.language_of(interaction))
        return True

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            # A shutdown waits for suggestions too, or cancels them. Commands are counted where they are answered.
            with self.client.under_way.answering(interaction.id, "suggestions"):
                return await self._read(interaction)
        return await self._read(interaction)

    async def _read(self, interaction: discord.Interaction[Any]) -> None:
        try:
            self._check(interaction)
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            interaction._cs_command = None  # type: ignore[attr-defined]  # noqa: SLF001 - else the library looks it up again
            raise UnreadableCommandError from error

    def _check(self, interaction: discord.Interaction[Any]) -> None:
        """Check that a command's options have the registered names and types, which the library does not check.

        Raises:
            UnreadableCommandError: An option differs.
        """
        data: Any = interaction.data
        if interaction.type is not discord.InteractionType.application_command or data.get("type", 1) != 1:
            return
        command, given = self._get_app_command_options(data)
        options: Any = given
        known = {parameter.display_name: parameter.type for parameter in command.parameters}
        for option in options:
            wanted = known.get(option["name"])
            is_right = wanted is not None and option["type"] == wanted.value
            if not is_right or type(option["value"]) is not _KINDS.get(wanted, str):
                raise UnreadableCommandError

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the member privately that the command failed, and log the cause."""
        name, text = "?", tr(SOMETHING_WENT_WRONG)
        if isinstance(error, _STRANGE) or type(error) is app_commands.AppCommandError:
            # The library raises the base class itself only for a suggestion without an option being typed.
            log.warning("a command cannot be read: %s", type(error.__cause__ or error).__name__)
            text = tr(UNKNOWN_COMMAND)
        else:
            name = interaction.command.qualified_name if interaction.command else "?"
            cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
            log.error("command failed", extra={"command": name}, exc_info=cause)
        if interaction.type is discord.InteractionType.autocomplete:
            return  # such an interaction takes no message
        try:
            if interaction.response.is_done():
                await interaction.followup.send(text, ephemeral=True)
            else:
                await interaction.response.send_message(text, ephemeral=True)
        except DISCORD_TROUBLE as refused:
            log.warning("could not report the failure", extra={"command": name, "why": reason(refused)})
