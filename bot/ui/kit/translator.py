"""The slash commands in other languages, as Discord shows them in each member's own."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from bot.ui.text.i18n import ENGLISH, catalogue, language_of, name_in

COMMAND, OPTION = "command", "option"
"""What tells the name of a command and that of an option from other texts in the catalogue."""
_NAMES: Final = {Where.command_name: COMMAND, Where.group_name: COMMAND, Where.parameter_name: OPTION}


class Translator(app_commands.Translator):
    """Gives the names, descriptions and choices of commands in every language that has a catalogue."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Return a text of a command in a locale, or None where it is to be as in English."""
        language = language_of(locale)
        if language == ENGLISH:
            return None
        text = string.message
        where = _NAMES.get(context.location)
        if where is not None and not isinstance(context.data, app_commands.ContextMenu):
            found = name_in(language, where, text)
        else:
            found = catalogue(language).gettext(text)
        return found if found != text else None
