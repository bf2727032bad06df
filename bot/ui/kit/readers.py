"""Who reads which language and how they see cards: as members and servers have chosen, else as their Discord is set."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import discord

from bot.house.roster import is_house
from bot.tables import Preferences, Table
from bot.ui.text.faces import Look
from bot.ui.text.i18n import LANGUAGES, language_of, speaking

LANGUAGE, LOOK, FOUR_COLOUR, BOARDS, CUTS = "language", "look", "four_colour", "boards", "cuts_hidden"
"""The keys under which choices are stored; a server's look is that of its boards."""
CHANNELS, MODERATORS = "channels", "moderators"
"""The keys under which a server's channels are stored to which the bot is kept, and the role of its moderators."""
_OF_MEMBERS: Final = (LANGUAGE, LOOK, FOUR_COLOUR)
_OF_SERVERS: Final = (LANGUAGE, BOARDS, FOUR_COLOUR, CUTS, CHANNELS, MODERATORS)


class Servers(Protocol):
    """Whoever knows the servers: the client."""

    def get_guild(self, guild_id: int, /) -> discord.Guild | None:
        """Return a server that is known, or None."""


@dataclass(frozen=True, slots=True)
class Taste:
    """A way to show cards, and whether each suit has a colour of its own."""

    look: Look = Look.PICTURES
    four_colour: bool = False


@dataclass(frozen=True, slots=True)
class _Choice:
    """What somebody has chosen; without a language their Discord is followed."""

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
    """Knows every choice of a language and a look, so that nobody has to wait for the store before being answered."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._members: dict[int, _Choice] = {}
        self._guilds: dict[int, _Choice] = {}

    async def load(self, preferences: Preferences) -> None:
        """Read what members and servers have chosen, and know nothing else."""
        members, guilds = await preferences.of_all(_OF_MEMBERS, _OF_SERVERS)
        self._members, self._guilds = {}, {}
        for user_id, choices in members.items():
            self.member_chose(user_id, choices)
        for guild_id, choices in guilds.items():
            self.server_chose(guild_id, choices)

    def member_chose(self, user_id: int, choices: Mapping[str, Any]) -> None:
        """Take note of all of a member's choices."""
        self._members[user_id] = _read(choices, LOOK)

    def server_chose(self, guild_id: int, choices: Mapping[str, Any]) -> None:
        """Take note of all of a server's choices."""
        self._guilds[guild_id] = _read(choices, BOARDS)

    def language_of(self, interaction: discord.Interaction[Any]) -> str:
        """Return the language of the person who made an interaction."""
        chosen = self._members.get(interaction.user.id, _USUAL)
        return chosen.language or language_of(interaction.locale)

    def taste_of(self, user_id: int) -> Taste:
        """Return how a member wants to see cards."""
        return self._members.get(user_id, _USUAL).taste

    def taste_here(self, guild_id: int) -> Taste:
        """Return how a server wants its boards."""
        return self._guilds.get(guild_id, _USUAL).taste

    def channels_of(self, guild_id: int) -> tuple[int, ...]:
        """Return the channels to which a server keeps the bot and that are still there; none: it may be in all."""
        guild, chosen = self._servers.get_guild(guild_id), self._guilds.get(guild_id, _USUAL).channels
        return chosen if guild is None else tuple(each for each in chosen if guild.get_channel(each) is not None)

    def is_moderator(self, interaction: discord.Interaction[Any]) -> bool:
        """Tell whether somebody keeps order in a server: who manages it, or has the role that it has named."""
        role, user = self._guilds.get(interaction.guild_id or 0, _USUAL).moderators, interaction.user
        has_role = role is not None and isinstance(user, discord.Member) and user.get_role(role) is not None
        return interaction.permissions.manage_guild or has_role

    def for_all(self, guild_id: int) -> AbstractContextManager[None]:
        """Let texts come out as everyone in a server reads them: in its language, and cards as it wants them."""
        return self._for_server(guild_id, None)

    def for_table(self, table: Table) -> AbstractContextManager[None]:
        """Let texts come out as those read them who see a table: all in its server, or who plays there alone.

        Somebody's own table has the language they have chosen since, or that in which they began.
        """
        if table.language not in LANGUAGES:
            return self.for_all(table.guild_id)
        chosen = next((self._members.get(user, _USUAL).language for user in table.users if not is_house(user)), None)
        return self._for_server(table.guild_id, chosen or table.language)

    def for_member(self, user_id: int, guild_id: int) -> AbstractContextManager[None]:
        """Let texts come out as a member reads them who has asked for nothing: as chosen, else as in a server."""
        chosen = self._members.get(user_id, _USUAL)
        return speaking(chosen.language or self._language_in(guild_id), in_words=chosen.taste.look is Look.TEXT)

    def _for_server(self, guild_id: int, wanted: str | None) -> AbstractContextManager[None]:
        chosen = self._guilds.get(guild_id, _USUAL)
        language = self._language_in(guild_id) if wanted is None else wanted
        return speaking(language, in_words=chosen.taste.look is Look.TEXT, cuts_told=chosen.cuts_told)

    def _language_in(self, guild_id: int) -> str:
        """Return a server's language: as it has chosen, else as its Discord is set."""
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
