"""The language and the look of cards of each member and server: as they have chosen, else as their Discord is set."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypedDict

import discord

from bot.house.roster import is_house
from bot.lazy import dataclass
from bot.tables import Table
from bot.tables.preferences import (
    BOARDS,
    CHANNELS,
    CUTS,
    FOUR_COLOUR,
    LANGUAGE,
    LOOK,
    MODERATORS,
    TRUMPS_FIRST,
    Preferences,
)
from bot.ui.text.faces import Look
from bot.ui.text.i18n import LANGUAGES, language_of, speaking


class Servers(Protocol):
    """A source of the servers that are known: the client."""

    def get_guild(self, guild_id: int, /) -> discord.Guild | None:
        """Return a known server, or None."""


@dataclass(frozen=True, slots=True)
class Taste:
    """A way to show cards, and whether each suit has a colour of its own."""

    look: Look = Look.PICTURES
    four_colour: bool = False


class Manner(TypedDict):
    """How texts name and order the cards, as `speaking` and `read_in` take it."""

    in_words: bool
    trumps_first: str


def read_look(stored: object) -> Look:
    """Read a stored look; an unknown one is the default."""
    return Look(stored) if isinstance(stored, str) and stored in set(Look) else Look.PICTURES


class Readers:
    """Answers in which language and look somebody reads, from what is kept in memory."""

    def __init__(self, servers: Servers, preferences: Preferences, *, pictures: bool = True) -> None:
        self._servers = servers
        self._members = preferences.members
        self._guilds = preferences.servers
        self._pictures = pictures

    def language_of(self, interaction: discord.Interaction[Any]) -> str:
        """Return the language of the person who made an interaction."""
        return self._language_chosen_by(interaction.user.id) or language_of(interaction.locale)

    def taste_of(self, user_id: int) -> Taste:
        """Return the way in which a member wants to see cards, of those in which the bot shows them."""
        return self._shown(self._members.get(user_id, {}), LOOK)

    def manner_of(self, user_id: int) -> Manner:
        """Return how texts for a member name and order the cards."""
        chosen = self._members.get(user_id, {})
        return {"in_words": read_look(chosen.get(LOOK)) is Look.TEXT, "trumps_first": str(chosen.get(TRUMPS_FIRST, ""))}

    def taste_here(self, guild_id: int) -> Taste:
        """Return the way in which a server wants cards on its boards, of those in which the bot shows them."""
        return self._shown(self._guilds.get(guild_id, {}), BOARDS)

    def channels_of(self, guild_id: int) -> tuple[int, ...]:
        """Return the existing channels to which a server restricts the bot; empty means no restriction."""
        stored = self._guilds.get(guild_id, {}).get(CHANNELS)
        chosen = tuple(each for each in stored if type(each) is int) if isinstance(stored, list) else ()
        guild = self._servers.get_guild(guild_id)
        return chosen if guild is None else tuple(each for each in chosen if guild.get_channel(each) is not None)

    def is_moderator(self, interaction: discord.Interaction[Any]) -> bool:
        """Tell whether a person may manage the server, or has the role of its moderators."""
        role, user = self._guilds.get(interaction.guild_id or 0, {}).get(MODERATORS), interaction.user
        has_role = type(role) is int and isinstance(user, discord.Member) and user.get_role(role) is not None
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
        alone = next((user for user in table.users if not is_house(user)), 0)
        wanted = self._language_chosen_by(alone) or table.language
        if table.private:
            return speaking(wanted, **self.manner_of(alone))
        return self._for_server(table.guild_id, wanted)

    def for_member(self, user_id: int, guild_id: int) -> AbstractContextManager[None]:
        """Write unasked texts, inside the block, for a member: in their chosen language, else in the server's."""
        language = self._language_chosen_by(user_id) or self._language_in(guild_id)
        return speaking(language, **self.manner_of(user_id))

    def _for_server(self, guild_id: int, wanted: str | None) -> AbstractContextManager[None]:
        chosen = self._guilds.get(guild_id, {})
        language = self._language_in(guild_id) if wanted is None else wanted
        in_words = read_look(chosen.get(BOARDS)) is Look.TEXT
        return speaking(language, in_words=in_words, cuts_told=not chosen.get(CUTS))

    def _shown(self, choices: Mapping[str, Any], look: str) -> Taste:
        wanted = read_look(choices.get(look))
        if wanted is Look.PICTURES and not self._pictures:
            wanted = Look.EMOJI
        return Taste(wanted, bool(choices.get(FOUR_COLOUR)))

    def _language_chosen_by(self, user_id: int) -> str | None:
        return _language(self._members.get(user_id, {}))

    def _language_in(self, guild_id: int) -> str:
        """Return a server's language: the chosen one, else the one set in Discord."""
        chosen = _language(self._guilds.get(guild_id, {}))
        guild = None if chosen is not None else self._servers.get_guild(guild_id)
        return chosen or language_of(guild.preferred_locale if guild is not None else "")


def _language(choices: Mapping[str, Any]) -> str | None:
    language = choices.get(LANGUAGE)
    return language if isinstance(language, str) and language in LANGUAGES else None
