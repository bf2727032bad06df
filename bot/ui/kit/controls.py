"""Buttons, menus and messages that stay valid for ever: a control carries its operation, and no state.

They are not registered with the library: the dispatcher answers every click by its custom id.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord.components import Button as _Button
from discord.ui.select import BaseSelect

from bot.ui.kit.mentions import former_named, with_mentions
from bot.ui.routes.custom_ids import Route
from bot.ui.text.faces import Picture, aloud, without_signs
from bot.ui.text.i18n import in_words, pair, tr

MOST_OPTIONS = 25
Content: TypeAlias = discord.ui.Item[Any] | Picture | str | None
"""What a layout may hold; None is left out."""


class Control(discord.ui.Button[Any]):
    """A button of this bot."""

    def __init__(
        self, custom_id: str, label: str | None, style: discord.ButtonStyle, emoji: str | None, *, disabled: bool
    ) -> None:
        # The library's own code without its checks of the kind of button, as one click builds dozens of buttons.
        discord.ui.Item.__init__(self)  # type: ignore[no-untyped-call]
        self._provided_custom_id = True
        made = self._underlying = _Button.__new__(_Button)
        made.custom_id, made.label, made.style, made.disabled = custom_id, label, style, disabled
        made.emoji = discord.PartialEmoji.from_str(emoji) if emoji is not None else None
        made.url = made.sku_id = made.id = None

    def __repr__(self) -> str:
        """Return a name for logs, without the label and the id, as either may name a card."""
        return "<Control>"


class Menu(discord.ui.Select[Any]):
    """A menu of this bot; the chosen value completes its operation."""

    def __repr__(self) -> str:
        """Return a name for logs, without the entries and the id, as any of them may name a card."""
        return "<Menu>"


def button(
    route: Route,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> Control:
    """Make a button; a label longer than Discord's limit is cut."""
    if in_words():
        label = without_signs(label)
        emoji = None if label else emoji
    label = label if len(label) <= 80 else label[:79] + "…"
    return Control(route.custom_id, label or None, style, emoji, disabled=disabled)


def switch(route: Route, text: str, *, on: bool) -> Control:
    """Make a button that turns something on or off; the text is the same for both, and a box or a word tells which."""
    if in_words():
        return button(route, pair(text, tr("on") if on else tr("off")))
    return button(route, f"{'☑' if on else '☐'} {text}")


def menu(
    placeholder: str, options: Sequence[tuple[str, Route, str]], *, chosen: Route | None = None, most: int = 1
) -> discord.ui.ActionRow[Any]:
    """Make a menu of at most 25 entries (label, operation, description), in its own row.

    Args:
        most: Number of entries that may be chosen together; their values are read one after the other.
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


class MemberPicker(discord.ui.UserSelect[Any]):
    """A menu of a server's members."""


def role_picker(route: Route, placeholder: str, role_id: int | None) -> discord.ui.ActionRow[Any]:
    """Make a menu of the server's roles in its own row; the chosen role, or none, completes its operation."""
    now = [discord.SelectDefaultValue.from_role(discord.Object(role_id))] if role_id is not None else []
    return discord.ui.ActionRow(
        RolePicker(custom_id=route.entry[0], placeholder=aloud(placeholder)[:150], min_values=0, default_values=now)
    )


def channel_picker(route: Route, placeholder: str, channel_ids: Sequence[int]) -> discord.ui.ActionRow[Any]:
    """Make a menu of the server's text channels in its own row; up to 25 may be chosen together."""
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


def member_picker(route: Route, placeholder: str) -> discord.ui.ActionRow[Any]:
    """Make a menu of the server's members in its own row; the chosen member completes its operation."""
    return discord.ui.ActionRow(MemberPicker(custom_id=route.entry[0], placeholder=aloud(placeholder)[:150]))


def rows(controls: Sequence[Control], per_row: int = 5) -> list[discord.ui.ActionRow[Any]]:
    """Arrange buttons in rows."""
    return [discord.ui.ActionRow(*controls[at : at + per_row]) for at in range(0, len(controls), per_row)]


CLOTH = 0x1F7A4D
"""The green of the card table, for a running game."""
BRASS = 0xC9A227
"""The colour for a decision or a result."""
SLATE = 0x5C6670
"""The colour for something that is over or closed."""
ROSE = 0xB0413E
"""The colour for a refusal or a warning."""


class PictureFile(BytesIO):
    """A picture on its way to Discord, freed with its last reference.

    The library replaces a file's ``close`` with functions that refer to the file. Without this class each sent picture
    would hold itself and wait for the garbage collector.
    """

    def __setattr__(self, name: str, value: object) -> None:
        """Set no attribute."""

    def close(self) -> None:
        """Stay open, as a repeated call reads the picture again."""


_MENU_IDS: Final = count(random.randrange(1000, 1 << 29))  # noqa: S311 - no secret
"""Ids of components that no message has had yet, above those that Discord gives itself and below messages' marks."""


def _is_small_print(item: discord.ui.Item[Any]) -> bool:
    return isinstance(item, discord.ui.TextDisplay) and all(line.startswith("-# ") for line in item.content.split("\n"))


class Layout(discord.ui.LayoutView):
    """A message of this bot: one container with texts and controls; small print alone stands without one."""

    def __init__(self, colour: int, *items: Content) -> None:
        super().__init__(timeout=None)
        self._pictures = [item for item in items if isinstance(item, Picture)]
        box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=colour)
        words = in_words()
        for item in items:
            if isinstance(item, str):
                text = without_signs(item) if words else item
                if text.strip():
                    box.add_item(discord.ui.TextDisplay(with_mentions(text) if "`/" in text else text))
            elif isinstance(item, Picture):
                shown = discord.MediaGalleryItem(f"attachment://{item.name}", description=item.words)
                box.add_item(discord.ui.MediaGallery(shown))
            elif item is not None:
                box.add_item(item)
        for item in box.walk_children():
            if isinstance(item, discord.ui.TextDisplay) and "<@" in item.content:
                item.content = former_named(item.content)
        for item in [*box.children] if all(map(_is_small_print, box.children)) else [box]:
            self.add_item(item)
        # Its controls are found by their ids alone. The library would keep a view that still listens for a quarter of
        # an hour, with a task of its own, for every private answer.
        self.stop()
        self._untie()
        self._written: list[dict[str, Any]] = []
        self._menus = [item for item in self.walk_children() if isinstance(item, BaseSelect)]

    def _untie(self) -> None:
        """Remove the items' references to the message, so that reference counting frees it with its pictures.

        No code uses these references. With them, the three messages of each click would wait for the garbage collector:
        they would take the memory of a hundred clicks, and the collector's pauses would be longer.
        """
        for item in self.walk_children():
            item._view = item._parent = None  # noqa: SLF001 - the library has no other way

    def written(self) -> list[dict[str, Any]]:
        """Return the components to compare them with others, made only once."""
        if not self._written:
            self._written = super().to_components()  # type: ignore[no-untyped-call]
        return self._written

    def to_components(self) -> list[dict[str, Any]]:
        """Return the components as Discord takes them, each menu as one that its reader has not used yet.

        A menu that stays the same component keeps showing what was chosen in it last, whatever page that led to and
        whatever it holds now.
        """
        if not self._menus:
            return self.written()
        for each in self._menus:
            each.id = next(_MENU_IDS)
        try:
            return super().to_components()  # type: ignore[no-untyped-call, no-any-return]
        finally:
            for each in self._menus:
                each.id = None

    def sending(self) -> dict[str, Any]:
        return {"view": self, "files": self._files()} if self._pictures else {"view": self}

    @contextmanager
    def marked(self, mark: int) -> Iterator[None]:
        """Number the layout while it is sent, so that its message can be found again."""
        (box,) = self.children
        box.id, self._written = mark, []
        try:
            yield
        finally:
            box.id, self._written = None, []

    def editing(self) -> dict[str, Any]:
        """Return the arguments for editing a message; its earlier pictures are removed."""
        return {"view": self, "attachments": self._files()}

    def _files(self) -> list[discord.File]:
        return [discord.File(PictureFile(p.data), p.name, description=p.words) for p in self._pictures]


MOST_COMPONENTS: Final = 40
"""Discord's limit of components (texts, pictures, rows, controls and the container) in a message."""


def components_in(items: Sequence[Content]) -> int:
    """Count the components of a layout with these items."""
    return 1 + sum(1 + len(getattr(item, "children", ())) for item in items if item)


def divider() -> discord.ui.Separator[Any]:
    return discord.ui.Separator(visible=True, spacing=discord.SeparatorSpacing.small)


class Page(NamedTuple):
    """A page of a list."""

    number: int
    """Counted from 0."""
    pages: int
    """Number of pages; an empty list has one."""
    size: int = 0
    """Number of entries of a whole page."""

    @classmethod
    def at(cls, number: int, count: int, size: int) -> Page:
        """Return a page of a list of `count` entries; too high a number means the last page."""
        pages = max(0, count - 1) // size + 1
        return cls(max(0, min(number, pages - 1)), pages, size)

    @property
    def part(self) -> slice:
        """The part of all entries that stands on the page."""
        return slice(self.number * self.size, (self.number + 1) * self.size)

    @property
    def words(self) -> str:
        """Which page it is; empty if there is only one."""
        return tr("Page {page} of {pages}", page=self.number + 1, pages=self.pages) if self.pages > 1 else ""

    def controls(self, turn: Callable[[int], Route]) -> list[Control]:
        """Build the buttons that turn to other pages, or none if there is only one page."""
        if self.pages < 2:
            return []
        return [
            button(turn(max(0, self.number - 1)), tr("Back"), disabled=self.number == 0),
            button(turn(self.number + 1), tr("More"), disabled=self.number >= self.pages - 1),
        ]
