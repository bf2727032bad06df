"""What members have chosen that every decision looks at: at hand, and told by word, as it holds in every server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.tables.values.holidays import HOLIDAYS, Holiday, read_holidays
from bot.tables.values.quiet import BY_MESSAGE, UNREACHABLE

KEYS: Final = (HOLIDAYS, BY_MESSAGE)
"""Under which such choices are stored."""


class Chosen:
    """Holidays, and who wants to be told of turns by direct message."""

    def __init__(self) -> None:
        self.holidays: dict[int, tuple[Holiday, ...]] = {}
        """Of the members who have any."""
        self.told: set[int] = set()
        """Who wants to be told of turns by direct message."""
        self.unreachable: set[int] = set()
        """Who wanted to, takes no direct messages, and has yet to be told that."""

    def fill(self, of_all: Mapping[int, Mapping[str, Any]]) -> None:
        """Know what all members have chosen, and nothing else."""
        for user_id in {*self.holidays, *self.told, *self.unreachable} - set(of_all):
            self.forget(user_id)
        for user_id, choices in of_all.items():
            self.take(user_id, choices)

    def take(self, user_id: int, choices: Mapping[str, Any]) -> None:
        """Take note of all of a member's choices."""
        self.forget(user_id)
        if found := read_holidays(choices.get(HOLIDAYS)):
            self.holidays[user_id] = found
        if choices.get(BY_MESSAGE) is True:
            self.told.add(user_id)
        elif choices.get(BY_MESSAGE) == UNREACHABLE:
            self.unreachable.add(user_id)

    def forget(self, user_id: int) -> None:
        """Know nothing of a member any more."""
        self.holidays.pop(user_id, None)
        self.told.discard(user_id)
        self.unreachable.discard(user_id)
