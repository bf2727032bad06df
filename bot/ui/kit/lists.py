"""Lists that are shown page by page."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.ui.kit.controls import Control, button
from bot.ui.routes.custom_ids import Route
from bot.ui.text.i18n import tr


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
