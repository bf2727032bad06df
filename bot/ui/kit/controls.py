"""Buttons, menus and messages that work for ever: a control carries what it asks for, never any state.

The library knows none of them: the bot's desk answers every click by the id that comes with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, Final

import discord
from discord.components import Button as _Button

from bot.ui.routes.custom_ids import Route
from bot.ui.text.aloud import aloud
from bot.ui.text.faces import Picture
from bot.ui.text.i18n import in_words

from .mentions import with_mentions

MOST_OPTIONS = 25


class Control(discord.ui.Button[Any]):
    """A button of this bot."""

    def __init__(
        self, custom_id: str, label: str | None, style: discord.ButtonStyle, emoji: str | None, *, disabled: bool
    ) -> None:
        # As the library does it, without asking which of its kinds of buttons this is: there are dozens in a click.
        discord.ui.Item.__init__(self)  # type: ignore[no-untyped-call]
        self._provided_custom_id = True
        made = self._underlying = _Button.__new__(_Button)
        made.custom_id, made.label, made.style, made.disabled = custom_id, label, style, disabled
        made.emoji = discord.PartialEmoji.from_str(emoji) if emoji is not None else None
        made.url = made.sku_id = made.id = None

    def __repr__(self) -> str:
        """Name it for a log without its label and id, either of which may name a card."""
        return "<Control>"


class Menu(discord.ui.Select[Any]):
    """A menu of this bot; the value chosen completes what it asks for."""

    def __repr__(self) -> str:
        """Name it for a log without its entries and id, any of which may name a card."""
        return "<Menu>"


def button(
    route: Route,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> Control:
    """Make a button; a label longer than Discord takes is cut."""
    label = aloud(label)
    if in_words() and label:
        emoji = None
    label = label if len(label) <= 80 else label[:79] + "…"
    return Control(route.custom_id, label or None, style, emoji, disabled=disabled)


def menu(
    placeholder: str, options: Sequence[tuple[str, Route, str]], *, chosen: Route | None = None, most: int = 1
) -> discord.ui.ActionRow[Any]:
    """Make a menu of (label, what it asks for, description) in its row, at most 25 of them.

    Args:
        placeholder: What it shows while nothing is chosen.
        options: The entries; all ask for the same operation, and differ in its last fields.
        chosen: The entry that holds now.
        most: How many of the entries may be chosen together; their values are read one after the other.

    Raises:
        ValueError: The entries do not belong into one menu.
    """
    entries = [
        (aloud(label), route.entry, aloud(line), route == chosen) for label, route, line in options[:MOST_OPTIONS]
    ]
    (custom_id,) = {entry[0] for _, entry, _, _ in entries}
    select = Menu(
        placeholder=aloud(placeholder)[:150],
        custom_id=custom_id,
        max_values=most,
        options=[
            discord.SelectOption(label=label[:100], value=value, description=line[:100] or None, default=holds)
            for label, (_, value), line, holds in entries
        ],
    )
    return discord.ui.ActionRow(select)


class RolePicker(discord.ui.RoleSelect[Any]):
    """A menu of a server's roles."""


class ChannelPicker(discord.ui.ChannelSelect[Any]):
    """A menu of a server's channels."""


def role_picker(route: Route, placeholder: str, role_id: int | None) -> discord.ui.ActionRow[Any]:
    """Make a menu of the server's roles in its row; the one chosen, or none, completes what it asks for.

    Args:
        route: What it asks for with nothing chosen.
        placeholder: What it shows while nothing is chosen.
        role_id: The one that holds now.
    """
    now = [discord.SelectDefaultValue.from_role(discord.Object(role_id))] if role_id is not None else []
    return discord.ui.ActionRow(
        RolePicker(custom_id=route.entry[0], placeholder=aloud(placeholder)[:150], min_values=0, default_values=now)
    )


def channel_picker(route: Route, placeholder: str, channel_ids: Sequence[int]) -> discord.ui.ActionRow[Any]:
    """Make a menu of the server's text channels in its row, of which up to 25 may be chosen together."""
    now = [discord.SelectDefaultValue.from_channel(discord.Object(each)) for each in channel_ids[:MOST_OPTIONS]]
    return discord.ui.ActionRow(
        ChannelPicker(
            custom_id=route.entry[0],
            placeholder=aloud(placeholder)[:150],
            min_values=0,
            max_values=MOST_OPTIONS,
            channel_types=[discord.ChannelType.text, discord.ChannelType.forum, discord.ChannelType.voice],
            default_values=now,
        )
    )


def rows(controls: Sequence[Control], per_row: int = 5) -> list[discord.ui.ActionRow[Any]]:
    """Lay buttons out in rows."""
    return [discord.ui.ActionRow(*controls[at : at + per_row]) for at in range(0, len(controls), per_row)]


CLOTH = 0x1F7A4D
"""The green of the card table: a running game."""
BRASS = 0xC9A227
"""Something to decide, or a result."""
SLATE = 0x5C6670
"""Over and closed."""
ROSE = 0xB0413E
"""A refusal or a warning."""


class PictureFile(BytesIO):
    """A picture on its way to Discord, let go with the last who wants it.

    The library puts other functions in the place of a file's ``close``, by which the file would hold itself, and every
    picture that was sent would wait for the collector.
    """

    def __setattr__(self, name: str, value: object) -> None:
        """Keep no attribute."""

    def close(self) -> None:
        """Stay open: a call that is repeated reads it once more."""


class Layout(discord.ui.LayoutView):
    """A message of this bot: one container with texts and controls."""

    def __init__(self, colour: int, *items: discord.ui.Item[Any] | Picture | str | None) -> None:
        super().__init__(timeout=None)
        self._pictures = [item for item in items if isinstance(item, Picture)]
        box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=colour)
        for item in items:
            if isinstance(item, str):
                if (text := aloud(item)).strip():
                    box.add_item(discord.ui.TextDisplay(with_mentions(text) if "`/" in text else text))
            elif isinstance(item, Picture):
                shown = discord.MediaGalleryItem(f"attachment://{item.name}", description=item.words)
                box.add_item(discord.ui.MediaGallery(shown))
            elif item is not None:
                box.add_item(item)
        self.add_item(box)
        # Its controls are found by their ids alone. A view that still listens would be kept by the library, for a
        # quarter of an hour and with a task of its own, for every private answer.
        self.stop()
        self._untie()
        self._written: list[dict[str, Any]] = []

    def _untie(self) -> None:
        """Take from the items what leads back to the message, so that it is let go by count, with its pictures.

        Nobody asks an item where it stands. Three messages a click, held by their own items, would else wait for the
        collector: as much memory as a hundred clicks take, and pauses to look through it.
        """
        for item in self.walk_children():
            item._view = item._parent = None  # noqa: SLF001 - the library has no other way

    def to_components(self) -> list[dict[str, Any]]:
        """Return it as Discord takes it, made once: it is compared with what stands there before it is sent."""
        if not self._written:
            self._written = super().to_components()  # type: ignore[no-untyped-call]
        return self._written

    def sending(self) -> dict[str, Any]:
        """Return what a new message is sent with."""
        return {"view": self, "files": self._files()} if self._pictures else {"view": self}

    @contextmanager
    def marked(self, mark: int) -> Iterator[None]:
        """Let it carry a number while it is sent, by which the message can be found again."""
        (box,) = self.children
        box.id, self._written = mark, []
        try:
            yield
        finally:
            box.id, self._written = None, []

    def editing(self) -> dict[str, Any]:
        """Return what a message is edited with; pictures that it had before go."""
        return {"view": self, "attachments": self._files()}

    def _files(self) -> list[discord.File]:
        return [discord.File(PictureFile(p.data), p.name, description=p.words) for p in self._pictures]


MOST_COMPONENTS: Final = 40
"""So many texts, pictures, rows and controls Discord takes in a message, its container among them."""


def components_in(items: Sequence[discord.ui.Item[Any] | Picture | str | None]) -> int:
    """Count the components of a layout of these items."""
    return 1 + sum(1 + len(getattr(item, "children", ())) for item in items if item)


def divider() -> discord.ui.Separator[Any]:
    """Make a thin line between parts of a message."""
    return discord.ui.Separator(visible=True, spacing=discord.SeparatorSpacing.small)
