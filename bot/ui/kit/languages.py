"""Who reads which language: as they have chosen, else as their Discord is set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import discord

from bot.tables import Preferences
from bot.ui.text.faces import naming
from bot.ui.text.i18n import LANGUAGES, language_of, speaking

LANGUAGE = "language"
"""The key under which a member's choice is stored, and a server's."""


class Servers(Protocol):
    """Whoever knows the servers: the client."""

    def get_guild(self, guild_id: int, /) -> discord.Guild | None:
        """Return a server that is known, or None."""


class Languages:
    """Knows every choice of a language, so that nobody has to wait for the store before being answered."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._members: dict[int, str] = {}
        self._guilds: dict[int, str] = {}

    async def load(self, preferences: Preferences) -> None:
        """Read what members and servers have chosen."""
        for user_id, chosen in (await preferences.of_all_members(LANGUAGE)).items():
            self.member_chose(user_id, chosen)
        for guild_id, chosen in (await preferences.of_all_servers(LANGUAGE)).items():
            self.server_chose(guild_id, chosen)

    def member_chose(self, user_id: int, chosen: object) -> None:
        """Take note of a member's choice; anything that is no language takes it back."""
        _note(self._members, user_id, chosen)

    def server_chose(self, guild_id: int, chosen: object) -> None:
        """Take note of a server's choice; anything that is no language takes it back."""
        _note(self._guilds, guild_id, chosen)

    def of_reader(self, interaction: discord.Interaction[Any]) -> str:
        """Return the language of the person who made an interaction."""
        return self._members.get(interaction.user.id) or language_of(interaction.locale)

    def of_server(self, guild_id: int) -> str:
        """Return the language of a server's public messages."""
        guild = self._servers.get_guild(guild_id)
        return self._guilds.get(guild_id) or language_of(guild.preferred_locale if guild is not None else "")

    @contextmanager
    def for_all(self, guild_id: int) -> Iterator[None]:
        """Let texts come out as everyone in a server reads them: in its language, and cards as signs."""
        with speaking(self.of_server(guild_id)), naming(False):
            yield


def _note(choices: dict[int, str], owner: int, chosen: object) -> None:
    if isinstance(chosen, str) and chosen in LANGUAGES:
        choices[owner] = chosen
    else:
        choices.pop(owner, None)
