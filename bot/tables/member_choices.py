"""The members' choices that every decision needs, kept in memory.

They hold in every server; other processes learn of a change by a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from bot.tables.values.holidays import HOLIDAYS, Holiday, read_holidays
from bot.tables.values.quiet import BY_MESSAGE, UNREACHABLE

if TYPE_CHECKING:
    from db import Store

KEYS: Final = (HOLIDAYS, BY_MESSAGE)
"""The keys under which these choices are stored."""


class MemberChoices:
    """All members' holidays, and the members who want to be told of turns by direct message."""

    def __init__(self) -> None:
        self.holidays: dict[int, tuple[Holiday, ...]] = {}
        """Holidays by user, for members who have any."""
        self.told: set[int] = set()
        """Users who want to be told of turns by direct message."""
        self.unreachable: set[int] = set()
        """Users who wanted that but accept no direct messages, and have not been told so yet."""

    async def read(self, db: Store) -> None:
        """Read the choices of all members; call it again where words about them may have been missed."""
        self.fill(await db.ask(lambda reader: reader.settings.by_member(KEYS)))

    def fill(self, of_all: Mapping[int, Mapping[str, Any]]) -> None:
        """Replace everything by the choices of all members."""
        for user_id in {*self.holidays, *self.told, *self.unreachable} - set(of_all):
            self.forget(user_id)
        for user_id, choices in of_all.items():
            self.take(user_id, choices)

    def take(self, user_id: int, choices: Mapping[str, Any]) -> None:
        """Replace what is known of a member by their choices."""
        self.forget(user_id)
        if found := read_holidays(choices.get(HOLIDAYS)):
            self.holidays[user_id] = found
        if choices.get(BY_MESSAGE) is True:
            self.told.add(user_id)
        elif choices.get(BY_MESSAGE) == UNREACHABLE:
            self.unreachable.add(user_id)

    def forget(self, user_id: int) -> None:
        """Drop everything known of a member."""
        self.holidays.pop(user_id, None)
        self.told.discard(user_id)
        self.unreachable.discard(user_id)
