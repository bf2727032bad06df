"""Translation of the slash commands, which Discord shows in each member's language."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from bot.ui.text.i18n import ENGLISH, catalogue, language_of, name_in

COMMAND, OPTION = "command", "option"
"""The contexts that tell the names of commands and of options from other texts in the catalogue."""
_NAMES: Final = {Where.command_name: COMMAND, Where.group_name: COMMAND, Where.parameter_name: OPTION}


class Translator(app_commands.Translator):
    """The translator of commands' names, descriptions and choices, for every language that has a catalogue."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Return a command's text in a locale, or None to keep the English one."""
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
