"""The language and the look of cards of each member and server: as they have chosen, else as their Discord is set."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import discord

from bot.house.roster import is_house
from bot.members import Preferences
from bot.tables import Table
from bot.ui.text.faces import Look
from bot.ui.text.i18n import LANGUAGES, language_of, speaking

LANGUAGE, LOOK, FOUR_COLOUR, BOARDS, CUTS = "language", "look", "four_colour", "boards", "cuts_hidden"
"""The keys under which choices are stored; a server's look is the look of its boards."""
CHANNELS, MODERATORS = "channels", "moderators"
"""The keys of the channels to which a server restricts the bot, and of its moderators' role."""
_OF_MEMBERS: Final = (LANGUAGE, LOOK, FOUR_COLOUR)
_OF_SERVERS: Final = (LANGUAGE, BOARDS, FOUR_COLOUR, CUTS, CHANNELS, MODERATORS)


class Servers(Protocol):
    """A source of the servers that are known: the client."""

    def get_guild(self, guild_id: int, /) -> discord.Guild | None:
        """Return a known server, or None."""


@dataclass(frozen=True, slots=True)
class Taste:
    """A way to show cards, and whether each suit has a colour of its own."""

    look: Look = Look.PICTURES
    four_colour: bool = False


@dataclass(frozen=True, slots=True)
class _Choice:
    """The choices of a member or server; without a language, the one set in Discord counts."""

    language: str | None
    taste: Taste
    cuts_told: bool = True
    channels: tuple[int, ...] = ()
    moderators: int | None = None


_USUAL: Final = _Choice(None, Taste())


def read_look(stored: object) -> Look:
    """Read a stored look; an unknown one is the default."""
    return Look(stored) if isinstance(stored, str) and stored in set(Look) else Look.PICTURES


class Readers:
    """All choices of language and look, kept in memory so that no answer waits for the database."""

    def __init__(self, servers: Servers, *, pictures: bool = True) -> None:
        self._servers = servers
        self._pictures = pictures
        self._members: dict[int, _Choice] = {}
        self._guilds: dict[int, _Choice] = {}

    async def load(self, preferences: Preferences) -> None:
        """Load the choices of all members and servers, in place of those known before."""
        members, guilds = await preferences.of_all(_OF_MEMBERS, _OF_SERVERS)
        self._members, self._guilds = {}, {}
        for user_id, choices in members.items():
            self.member_chose(user_id, choices)
        for guild_id, choices in guilds.items():
            self.server_chose(guild_id, choices)

    def member_chose(self, user_id: int, choices: Mapping[str, Any]) -> None:
        """Replace the known choices of a member."""
        self._members[user_id] = _read(choices, LOOK)

    def server_chose(self, guild_id: int, choices: Mapping[str, Any]) -> None:
        """Replace the known choices of a server."""
        self._guilds[guild_id] = _read(choices, BOARDS)

    def language_of(self, interaction: discord.Interaction[Any]) -> str:
        """Return the language of the person who made an interaction."""
        chosen = self._members.get(interaction.user.id, _USUAL)
        return chosen.language or language_of(interaction.locale)

    def taste_of(self, user_id: int) -> Taste:
        """Return the way in which a member wants to see cards, of those in which the bot shows them."""
        return self._shown(self._members.get(user_id, _USUAL).taste)

    def taste_here(self, guild_id: int) -> Taste:
        """Return the way in which a server wants cards on its boards, of those in which the bot shows them."""
        return self._shown(self._guilds.get(guild_id, _USUAL).taste)

    def channels_of(self, guild_id: int) -> tuple[int, ...]:
        """Return the existing channels to which a server restricts the bot; empty means no restriction."""
        guild, chosen = self._servers.get_guild(guild_id), self._guilds.get(guild_id, _USUAL).channels
        return chosen if guild is None else tuple(each for each in chosen if guild.get_channel(each) is not None)

    def is_moderator(self, interaction: discord.Interaction[Any]) -> bool:
        """Tell whether a person may manage the server, or has the role of its moderators."""
        role, user = self._guilds.get(interaction.guild_id or 0, _USUAL).moderators, interaction.user
        has_role = role is not None and isinstance(user, discord.Member) and user.get_role(role) is not None
        return interaction.permissions.manage_guild or has_role

    def for_all(self, guild_id: int) -> AbstractContextManager[None]:
        """Write texts, inside the block, for everyone in a server: in its language, and with its look of cards."""
        return self._for_server(guild_id, None)

    def for_table(self, table: Table) -> AbstractContextManager[None]:
        """Write texts, inside the block, for the readers of a table: everyone in its server, or its only player.

        The table of a player who plays alone has the language that they have chosen since, or the one in which they
        began; a private one also has their look of cards.
        """
        if table.language not in LANGUAGES:
            return self.for_all(table.guild_id)
        alone = next((self._members.get(user, _USUAL) for user in table.users if not is_house(user)), _USUAL)
        wanted = alone.language or table.language
        if table.private:
            return speaking(wanted, in_words=alone.taste.look is Look.TEXT)
        return self._for_server(table.guild_id, wanted)

    def for_member(self, user_id: int, guild_id: int) -> AbstractContextManager[None]:
        """Write unasked texts, inside the block, for a member: in their chosen language, else in the server's."""
        chosen = self._members.get(user_id, _USUAL)
        return speaking(chosen.language or self._language_in(guild_id), in_words=chosen.taste.look is Look.TEXT)

    def _for_server(self, guild_id: int, wanted: str | None) -> AbstractContextManager[None]:
        chosen = self._guilds.get(guild_id, _USUAL)
        language = self._language_in(guild_id) if wanted is None else wanted
        return speaking(language, in_words=chosen.taste.look is Look.TEXT, cuts_told=chosen.cuts_told)

    def _shown(self, taste: Taste) -> Taste:
        drawn = self._pictures or taste.look is not Look.PICTURES
        return taste if drawn else Taste(Look.EMOJI, taste.four_colour)

    def _language_in(self, guild_id: int) -> str:
        """Return a server's language: the chosen one, else the one set in Discord."""
        chosen = self._guilds.get(guild_id, _USUAL).language
        guild = None if chosen is not None else self._servers.get_guild(guild_id)
        return chosen or language_of(guild.preferred_locale if guild is not None else "")


def _read(choices: Mapping[str, Any], look: str) -> _Choice:
    language = choices.get(LANGUAGE)
    known = language if isinstance(language, str) and language in LANGUAGES else None
    taste = Taste(read_look(choices.get(look)), bool(choices.get(FOUR_COLOUR)))
    channels, role = choices.get(CHANNELS), choices.get(MODERATORS)
    kept_to = tuple(each for each in channels if type(each) is int) if isinstance(channels, list) else ()
    return _Choice(known, taste, not choices.get(CUTS), kept_to, role if type(role) is int else None)
