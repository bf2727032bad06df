"""The opener's private sheet of house rules, as tests use it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.simulated import components_of
from tests.simulated.player import button_named, lobby_at, private_answer, words_of

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

MOST_COMPONENTS, MOST_TEXT, MOST_OPTIONS = 40, 4000, 25


@dataclass
class Sheet:
    """The opener's private sheet of house rules."""

    opener: MemberActor
    message: ResponseMessage

    @classmethod
    async def opened(cls, opener: MemberActor, lobby: ResponseMessage) -> Sheet:
        """Press [House rules] in the lobby."""
        return cls(opener, private_answer(await opener.click(lobby, label="House rules")))

    def menus(self) -> dict[str, dict[str, Any]]:
        """Return the menus of the page, by what they choose."""
        menus = [item for item in components_of(self.message) if item["type"] == 3]
        return {re.split("[ :]", menu["custom_id"])[-1]: menu for menu in menus}

    def chosen(self, key: str) -> str:
        """Return the value that a menu shows as the present one."""
        (value,) = [option["value"] for option in self.menus()[key]["options"] if option.get("default")]
        return str(value)

    async def choose(self, key: str, value: object) -> None:
        """Choose a value from a menu of the page."""
        menu = self.menus()[key]
        await self.opener.select(self.message, [str(value)], custom_id=menu["custom_id"])

    async def turn_to(self, group: str) -> None:
        """Turn to a page, unless it is open."""
        if button_named(self.message, group):
            await self.opener.click(self.message, label=group)

    def check_limits(self) -> None:
        """Hold the page to what Discord takes."""
        items = components_of(self.message)
        assert len(items) <= MOST_COMPONENTS
        assert len(words_of(self.message)) <= MOST_TEXT
        for menu in self.menus().values():
            assert 1 <= len(menu["options"]) <= MOST_OPTIONS
            assert len({option["value"] for option in menu["options"]}) == len(menu["options"])
            assert sum(bool(option.get("default")) for option in menu["options"]) == 1
        ids = [item["custom_id"] for item in items if "custom_id" in item]
        assert len(set(ids)) == len(ids)


async def four_seats(world: World, opener: MemberActor, *, partners: bool = False) -> ResponseMessage:
    """Open a table and set it to four players in its lobby."""
    lobby = await lobby_at(world, opener)
    sheet = await Sheet.opened(opener, lobby)
    await sheet.choose("players", 4)
    if partners:
        await sheet.choose("partners", "true")
    return lobby
