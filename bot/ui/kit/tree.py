"""The slash commands as the library keeps them: in the member's language, and kind about whatever goes wrong."""

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
    """A command came in another form than it was registered in."""


_STRANGE = (
    UnreadableCommandError,
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""What is wrong with a command and not with its answer."""


_KINDS: Final[dict[discord.AppCommandOptionType | None, type]] = {
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.boolean: bool,
}
"""As what the values of options come; all others that commands of this bot take are text, members by their ids too."""


class Tree(app_commands.CommandTree[Any]):
    """The slash commands; what is suggested while an option is typed comes in the member's language too."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Settle the language before anything is answered."""
        if hasattr(self.client, "readers"):
            read_in(self.client.readers.language_of(interaction))
        return True

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            # An end waits for what is being suggested too, or breaks it off; commands count where they are answered.
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
            interaction._cs_command = None  # type: ignore[attr-defined]  # noqa: SLF001 - it would be looked for again
            raise UnreadableCommandError from error

    def _check(self, interaction: discord.Interaction[Any]) -> None:
        """See that a command's options are what was registered; the library hands on whatever came.

        Raises:
            UnreadableCommandError: One of them is not.
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
        """Tell the member privately that it did not work, and the log why."""
        name, text = "?", tr(SOMETHING_WENT_WRONG)
        if isinstance(error, _STRANGE) or type(error) is app_commands.AppCommandError:
            # The library raises the general kind itself alone where nothing is being typed that could be completed.
            log.warning("a command cannot be read: %s", type(error.__cause__ or error).__name__)
            text = tr(UNKNOWN_COMMAND)
        else:
            name = interaction.command.qualified_name if interaction.command else "?"
            cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
            log.error("command failed", extra={"command": name}, exc_info=cause)
        if interaction.type is discord.InteractionType.autocomplete:
            return  # nothing can be said there
        try:
            if interaction.response.is_done():
                await interaction.followup.send(text, ephemeral=True)
            else:
                await interaction.response.send_message(text, ephemeral=True)
        except DISCORD_TROUBLE as refused:
            log.warning("could not report the failure", extra={"command": name, "why": reason(refused)})
