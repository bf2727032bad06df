"""The tree of slash commands with the values typed into them, and the translation of names and descriptions."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from bot.engine.options import MAX_TARGET, MIN_TARGET, TARGET_STEP
from bot.tables import DatabaseError
from bot.tables.values.clocks import MOST_DAYS, MOST_MINUTES
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import Form, Outcome, error_boundary, refuse
from bot.ui.text.i18n import ENGLISH, catalogue, language_of, mark, name_in, read_in, tr

LONGEST: Final = 20
_Offered = TypeVar("_Offered")
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}(?:[  ,.'’]?\d{3})*")
_TIME: Final = re.compile(r"(\d{1,4})\s*(\w*)\.?")
_MINUTES: Final = ("", "m", "min", "mn", "mins", "minute", "minutes")
_DAYS: Final = ("d", "day", "days", "j", "jour", "jours")


class NotUnderstoodError(ValueError):
    """A typed text that was not understood; the message says, in the reader's language, what can be typed."""


def read_target(typed: str) -> int:
    """Read a target as people write numbers: ``1500``, ``1,500``, ``1 500``."""
    text = typed.strip()
    points = int(re.sub(r"\D", "", text)) if _GROUPED.fullmatch(text) or (text.isascii() and text.isdigit()) else 0
    if not MIN_TARGET <= points <= MAX_TARGET or points % TARGET_STEP:
        raise NotUnderstoodError(
            tr(
                "{typed} cannot be the target; type a multiple of {step} from {least} to {most}.",
                typed=_quoted(typed), step=TARGET_STEP, least=MIN_TARGET, most=MAX_TARGET,
            )
        )  # fmt: skip
    return points


def read_clock(typed: str) -> str:
    """Read a time for a move, such as ``7``, ``7 min`` or ``4 days``, and return the key of its clock."""
    match = _TIME.fullmatch(typed.strip().lower())
    if match is not None:
        count, unit = int(match[1]), match[2]
        if unit in _MINUTES and 1 <= count <= MOST_MINUTES:
            return f"live-{count}"
        if unit in _DAYS and 1 <= count <= MOST_DAYS:
            return f"days-{count}"
    raise NotUnderstoodError(
        tr(
            "{typed} is no time; type minutes up to {minutes}, or days (4 d) up to {days}.",
            typed=_quoted(typed), minutes=MOST_MINUTES, days=MOST_DAYS,
        )
    )  # fmt: skip


def _quoted(typed: str) -> str:
    return "`" + typed.replace("`", "ˋ").strip()[:LONGEST] + "`"


class Entry(Form):
    """A form for one line; it holds the text that was typed before, to be corrected."""

    def __init__(
        self,
        title: str,
        label: str,
        line: str,
        typed: str,
        taken: Callable[[discord.Interaction[Any], str], Awaitable[None]],
        longest: int = LONGEST,
    ) -> None:
        super().__init__(title=title, timeout=900)
        self._taken = taken
        self.typed: discord.ui.TextInput[Entry] = discord.ui.TextInput(
            default=typed or None, max_length=longest, required=True
        )
        self.add_item(discord.ui.Label(text=label, description=line, component=self.typed))

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        await self._taken(interaction, self.typed.value)


log = logging.getLogger(__name__)

UNKNOWN_COMMAND = mark("Discord may show an old command; try again in a minute.")


def add_user_menu(
    tree: app_commands.CommandTree[Any], name: str, callback: Callable[..., Coroutine[Any, Any, None]]
) -> None:
    """Add an entry to the menu *Apps* of members, for use in servers; it goes with the extension that adds it."""
    servers = app_commands.AppCommandContext(guild=True)
    tree.add_command(app_commands.ContextMenu(name=name, callback=callback, allowed_contexts=servers))


def for_oneself(command: _Offered) -> _Offered:
    """Offer a command also to who has installed the bot for themselves, in direct messages and in any server."""
    command = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return app_commands.allowed_installs(guilds=True, users=True)(command)


class UnreadableCommandError(app_commands.AppCommandError):
    """A command that came in another form than the registered one."""


class ServersOnlyError(app_commands.CheckFailure):
    """A command for servers that was used outside of them."""


_KINDS: Final[dict[discord.AppCommandOptionType | None, type]] = {
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.boolean: bool,
}
"""The types of options' values; all other options of this bot's commands are text, members' ids included."""


class Tree(app_commands.CommandTree[Any]):
    """The tree of slash commands, the one entry of commands and suggestions; it explains every error to the member."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            return await self._suggest(interaction)
        async with error_boundary(interaction, self._name(interaction)) as answer:
            try:
                await self._read(interaction)
            except app_commands.CommandInvokeError as error:
                raise error.original from None
            except ServersOnlyError:
                answer.outcome = Outcome.REFUSED
                await refuse(interaction, tr("That works only in servers that have added me."))
            except app_commands.AppCommandError as error:
                answer.outcome = Outcome.UNREADABLE
                _log_unreadable(error)
                await refuse(interaction, tr(UNKNOWN_COMMAND))
        return None

    async def _suggest(self, interaction: discord.Interaction[Any]) -> None:
        """Answer with what an option can be, or with nothing; such an interaction takes no message."""
        under_way = self.client.under_way.answering(interaction.id, "suggestions", interaction.guild_id)
        with under_way as answer:  # a shutdown waits for them too
            try:
                await self._complete(interaction)
            except DISCORD_TROUBLE as error:
                answer.outcome = Outcome.LOST
                log.warning("Discord did not take suggestions: %s", reason(error))
                return
            except DatabaseError as error:
                answer.outcome = Outcome.UNSTORED
                log.warning("suggestions could not be read: %s", error)
            except app_commands.AppCommandError as error:
                answer.outcome = Outcome.UNREADABLE
                _log_unreadable(error)
            except Exception:
                answer.outcome = Outcome.FAILED
                log.exception("suggestions failed")
            if not interaction.response.is_done():
                with suppress(*DISCORD_TROUBLE):
                    await interaction.response.autocomplete([])

    async def _complete(self, interaction: discord.Interaction[Any]) -> None:
        """Have a command suggest values for the option that is being typed."""
        data: Any = interaction.data
        try:
            command, options = self._get_app_command_options(data)
            given: Any = options
            (typed,) = [option for option in given if option.get("focused")]
            parameter = next(each for each in command.parameters if each.display_name == typed["name"])
            if not parameter.autocomplete or type(typed["value"]) is not str:
                raise UnreadableCommandError  # noqa: TRY301
            namespace = app_commands.Namespace(interaction, {}, [typed])
        except Exception as error:
            raise UnreadableCommandError from error
        read_in(self.client.readers.language_of(interaction))
        # The library's own call would log each failure with a traceback and leave the member without an answer.
        await command._invoke_autocomplete(interaction, parameter.display_name, namespace)  # noqa: SLF001

    async def _read(self, interaction: discord.Interaction[Any]) -> None:
        try:
            self._check(interaction)
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            raise UnreadableCommandError from error

    def _name(self, interaction: discord.Interaction[Any]) -> str:
        """Return the name of a registered command as people know it, for the log."""
        data: Any = interaction.data
        try:
            if data.get("type", 1) != 1:
                menu = self.get_command(data["name"], type=discord.AppCommandType(data["type"]))
                return "an unknown menu" if menu is None else menu.name
            return f"/{self._get_app_command_options(data)[0].qualified_name}"
        except Exception:  # noqa: BLE001 - whatever came; the command itself is refused where it is read
            return "an unknown command"

    def _check(self, interaction: discord.Interaction[Any]) -> None:
        """Check what the library does not: that a command may be used here, and that its options are as registered."""
        data: Any = interaction.data
        if data.get("type", 1) != 1:
            menu = self.get_command(data["name"], type=discord.AppCommandType(data["type"]))
            _check_place(menu, interaction)
            return
        command, given = self._get_app_command_options(data)
        _check_place(command, interaction)
        options: Any = given
        known = {parameter.display_name: parameter.type for parameter in command.parameters}
        people = data.get("resolved", {}).get("users", {})
        for option in options:
            wanted = known.get(option["name"])
            is_right = wanted is not None and option["type"] == wanted.value
            if not is_right or type(option["value"]) is not _KINDS.get(wanted, str):
                raise UnreadableCommandError
            if wanted is discord.AppCommandOptionType.user and option["value"] not in people:
                raise UnreadableCommandError

    async def on_error(self, _interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Pass an error on to the entry, which explains it."""
        raise error


def _check_place(
    command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group | None,
    interaction: discord.Interaction[Any],
) -> None:
    """Check that a command may be used where it was; one that does not say where may be used in servers alone."""
    places = None if command is None else command.allowed_contexts
    if command is not None and interaction.guild_id is None and not (places is not None and places.dm_channel):
        raise ServersOnlyError


def _log_unreadable(error: app_commands.AppCommandError) -> None:
    log.warning("a command cannot be read: %s", type(error.__cause__ or error).__name__)


COMMAND, OPTION = "command", "option"
"""The contexts that tell the names of commands and of options from other texts in the catalogue."""
_LANGUAGES: Final = {locale: language_of(locale) for locale in discord.Locale}
"""The language for each of Discord's locales, in all of which it asks for every text."""
_NAMES: Final = {Where.command_name: COMMAND, Where.parameter_name: OPTION}


class Translator(app_commands.Translator):
    """The translator of commands' names, descriptions and choices, for every language that has a catalogue."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Return a command's text in a locale, or None to keep the English one."""
        language = _LANGUAGES[locale]
        if language == ENGLISH:
            return None
        text = string.message
        where = _NAMES.get(context.location)
        if where is not None and not isinstance(context.data, app_commands.ContextMenu):
            found = name_in(language, where, text)
        else:
            found = catalogue(language).gettext(text)
        return found if found != text else None
