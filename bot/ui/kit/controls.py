"""Buttons and menus that work for ever: they carry a table's number and a request, never any state.

A custom id reads ``bz:TABLE:PLY:OP WORDS``. The ply tells a click on an outdated control; the words of a game action
are RECORD.md's notation without the seat. Every control of the bot is a dynamic item of one of two templates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Protocol, cast

import discord

from bot.ui.text.style import Picture

from .mentions import with_mentions

_PRESS = r"(?P<table>\d{1,18}):(?P<ply>\d{1,9}):(?P<op>[a-z-]{1,20})(?: (?P<words>.{1,70}))?"
BUTTON_ID = re.compile("bz:" + _PRESS)
MENU_ID = re.compile("bzs:" + _PRESS)
MOST_OPTIONS = 25


@dataclass(frozen=True, slots=True)
class Press:
    """What a control asks for."""

    table_id: int
    ply: int
    op: str
    words: str = ""


class Desk(Protocol):
    """Whoever answers controls."""

    async def pressed(self, interaction: discord.Interaction, press: Press) -> None:
        """Answer a control."""


def read_press(custom_id: str, values: Sequence[str] = ()) -> Press | None:
    """Read a custom id of this bot, with the chosen values of a menu; None where it is none of ours."""
    match = BUTTON_ID.fullmatch(custom_id) or MENU_ID.fullmatch(custom_id)
    if match is None:
        return None
    words = values[0] if values else match["words"] or ""
    return Press(int(match["table"]), int(match["ply"]), match["op"], words)


def desk_of(interaction: discord.Interaction[Any]) -> Desk:
    """Return the bot's desk."""
    return cast("Desk", interaction.client.desk)


class Control(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON_ID):
    """A button of this bot."""

    def __init__(self, item: discord.ui.Button[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        _match: re.Match[str],
        /,
    ) -> Control:
        """Make the control anew from a click."""
        button = cast("discord.ui.Button[Any]", item)
        press = read_press(button.custom_id or "")
        if press is None:  # the template matched, so this cannot be
            raise ValueError(button.custom_id)
        return cls(button, press)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the click to the desk."""
        await desk_of(interaction).pressed(interaction, self.press)


class Menu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=MENU_ID):
    """A menu of this bot; the value chosen takes the place of the words."""

    def __init__(self, item: discord.ui.Select[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        _match: re.Match[str],
        /,
    ) -> Menu:
        """Make the menu anew from a choice."""
        select = cast("discord.ui.Select[Any]", item)
        press = read_press(select.custom_id)
        if press is None:  # the template matched, so this cannot be
            raise ValueError(select.custom_id)
        return cls(select, press)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the desk."""
        press = read_press(self.item.custom_id, self.item.values)
        if press is not None:
            await desk_of(interaction).pressed(interaction, press)


CONTROLS = (Control, Menu)


def custom_id(press: Press, prefix: str = "bz") -> str:
    """Write a request as a custom id."""
    words = f" {press.words}" if press.words else ""
    return f"{prefix}:{press.table_id}:{press.ply}:{press.op}{words}"


def button(
    press: Press,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> Control:
    """Make a button; a label longer than Discord takes is cut."""
    label = label if len(label) <= 80 else label[:79] + "…"
    return Control(
        discord.ui.Button(label=label or None, style=style, disabled=disabled, emoji=emoji, custom_id=custom_id(press)),
        press,
    )


def menu(press: Press, placeholder: str, options: Sequence[tuple[str, str, str]], *, chosen: str | None = None) -> Menu:
    """Make a menu of (label, value, description), at most 25 of them; ``chosen`` is the value that holds now."""
    select: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=placeholder[:150],
        custom_id=custom_id(press, "bzs"),
        options=[
            discord.SelectOption(
                label=label[:100], value=value, description=line[:100] or None, default=value == chosen
            )
            for label, value, line in options[:MOST_OPTIONS]
        ],
    )
    return Menu(select, press)


def rows(controls: Sequence[Control], per_row: int = 5) -> list[discord.ui.ActionRow[Any]]:
    """Lay buttons out in rows."""
    return [discord.ui.ActionRow(*controls[at : at + per_row]) for at in range(0, len(controls), per_row)]


def menu_row(select: Menu) -> discord.ui.ActionRow[Any]:
    """Lay a menu out in its row."""
    return discord.ui.ActionRow(select)


CLOTH = 0x1F7A4D
"""The green of the card table: a running game."""
BRASS = 0xC9A227
"""Something to decide, or a result."""
SLATE = 0x5C6670
"""Over and closed."""
ROSE = 0xB0413E
"""A refusal or a warning."""


class Layout(discord.ui.LayoutView):
    """A message of this bot: one container with texts and controls, built only of dynamic items."""

    def __init__(self, colour: int, *items: discord.ui.Item[Any] | Picture | str | None) -> None:
        super().__init__(timeout=None)
        self._pictures = [item for item in items if isinstance(item, Picture)]
        box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=colour)
        for item in items:
            if isinstance(item, str):
                if item.strip():
                    box.add_item(discord.ui.TextDisplay(with_mentions(item)))
            elif isinstance(item, Picture):
                shown = discord.MediaGalleryItem(f"attachment://{item.name}", description=item.words)
                box.add_item(discord.ui.MediaGallery(shown))
            elif item is not None:
                box.add_item(item)
        self.add_item(box)
        # Its controls are found by their ids alone. A view that still listens would be kept by the library, for a
        # quarter of an hour and with a task of its own, for every private answer.
        self.stop()

    def sending(self) -> dict[str, Any]:
        """Return what a new message is sent with."""
        return {"view": self, "files": self._files()} if self._pictures else {"view": self}

    def editing(self) -> dict[str, Any]:
        """Return what a message is edited with; pictures that it had before go."""
        return {"view": self, "attachments": self._files()}

    def _files(self) -> list[discord.File]:
        return [discord.File(BytesIO(p.data), p.name, description=p.words) for p in self._pictures]


def rule() -> discord.ui.Separator[Any]:
    """Make a thin line between parts of a message."""
    return discord.ui.Separator(visible=True, spacing=discord.SeparatorSpacing.small)
