"""The opener's private sheet of house rules, as tests use it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from simcord import MemberActor, ResponseMessage

from bot.playground import World
from tests.simulated import buttons_of, components_of
from tests.simulated.player import button_named, lobby_at, more_of, words_of

FIRST_PAGE, TABLE_PAGE = "Essentials", "The table"
MOST_COMPONENTS, MOST_TEXT, MOST_OPTIONS = 40, 4000, 25


@dataclass
class Sheet:
    """The opener's private sheet of house rules."""

    opener: MemberActor
    message: ResponseMessage

    @classmethod
    async def opened(cls, opener: MemberActor, lobby: ResponseMessage) -> Sheet:
        """Press [More…] in the lobby, and [House rules] on the page that comes."""
        page = await more_of(opener, lobby)
        (rules,) = [item["custom_id"] for item in buttons_of(page) if ":arrange" in item["custom_id"]]
        await opener.click(page, custom_id=rules)
        return cls(opener, page)

    def menus(self) -> dict[str, dict[str, Any]]:
        """Return the menus of the page, by what they choose."""
        menus = [item for item in components_of(self.message) if item["type"] == 3]
        return {re.split("[ :]", menu["custom_id"])[-1]: menu for menu in menus}

    def chosen(self, key: str) -> str:
        """Return the value that a menu shows as the present one."""
        (value,) = [option["value"] for option in self.menus()[key]["options"] if option.get("default")]
        return str(value)

    async def choose(self, key: str, value: object) -> None:
        """Choose a value from a menu of the open page, else of the first page or the one behind its [More…]."""
        if key not in self.menus():
            await self.turn_to(FIRST_PAGE)
        if key not in self.menus():
            await self.turn_to(TABLE_PAGE)
        menu = self.menus()[key]
        await self.opener.select(self.message, [str(value)], custom_id=menu["custom_id"])

    async def tick(self, label: str) -> None:
        """Press what can be ticked, on the page behind [More…]."""
        await self.turn_to(TABLE_PAGE)
        await self.opener.click(self.message, label=label)

    async def turn_to(self, group: str) -> None:
        """Turn to a page, unless it is open; the first one leads to the others by [More…]."""
        if group != FIRST_PAGE and button_named(self.message, "More…"):
            await self.opener.click(self.message, label="More…")
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
