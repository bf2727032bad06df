"""How somebody wants to see cards: a member for the own panel, a server for its boards."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from bot.tables import Preferences
from bot.ui.text.style import Look

_KEPT = 2000


@dataclass(frozen=True, slots=True)
class Taste:
    """A way to show cards, and whether each suit has a colour of its own."""

    look: Look = Look.PICTURES
    four_colour: bool = False


LOOK, FOUR_COLOUR, BOARDS = "look", "four_colour", "boards"
"""The keys under which tastes are stored: two of a member's, one of a server's."""


def read_look(stored: object) -> Look:
    """Read a stored look; an unknown one is the default."""
    return Look(stored) if isinstance(stored, str) and stored in set(Look) else Look.PICTURES


class Tastes:
    """Reads tastes, and remembers them until they are changed."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._known: OrderedDict[tuple[str, int], Taste] = OrderedDict()
        self._changes = 0
        """How often somebody has changed their taste: what was read before that may be outdated."""
        self._plain: set[int] = set()
        """The members who want plain text: nobody has to wait for the store before being answered."""
        self._plain_servers: set[int] = set()

    async def load(self) -> None:
        """Read who wants plain text."""
        for user_id, look in (await self._preferences.of_all_members(LOOK)).items():
            self.member_chose(user_id, look)
        for guild_id, look in (await self._preferences.of_all_servers(BOARDS)).items():
            self.server_chose(guild_id, look)

    def member_chose(self, user_id: int, look: object) -> None:
        """Take note of how a member wants cards to be shown, or (None) that it is as usual."""
        self.forget(user_id)
        (self._plain.add if read_look(look) is Look.TEXT else self._plain.discard)(user_id)

    def server_chose(self, guild_id: int, look: object) -> None:
        """Take note of how a server wants its boards, or (None) that it is as usual."""
        self.forget(guild_id)
        (self._plain_servers.add if read_look(look) is Look.TEXT else self._plain_servers.discard)(guild_id)

    def server_wants_words(self, guild_id: int) -> bool:
        """Tell whether cards are to be named in words in what everyone in a server sees."""
        return guild_id in self._plain_servers

    def wants_words(self, user_id: int) -> bool:
        """Tell whether a member wants cards to be named in words."""
        return user_id in self._plain

    async def of_member(self, user_id: int) -> Taste:
        """Return how a member wants the own panel."""
        return await self._taste("member", user_id)

    async def of_server(self, guild_id: int) -> Taste:
        """Return how a server wants its boards."""
        return await self._taste("server", guild_id)

    def forget(self, id_: int) -> None:
        """Read a member's or a server's taste anew the next time."""
        self._changes += 1
        self._known.pop(("member", id_), None)
        self._known.pop(("server", id_), None)

    async def _taste(self, whose: str, id_: int) -> Taste:
        key = (whose, id_)
        known = self._known.get(key)
        if known is None:
            changes = self._changes
            if whose == "member":
                stored = await self._preferences.of_member(id_)
                look = read_look(stored.get(LOOK))
            else:
                stored = await self._preferences.of_server(id_)
                look = read_look(stored.get(BOARDS))
            known = Taste(look, bool(stored.get(FOUR_COLOUR, False)))
            if changes == self._changes:
                self._known[key] = known
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return known
