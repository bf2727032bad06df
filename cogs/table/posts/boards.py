"""What the look of every board follows from besides its table: where that changes, a start looks at all of them."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Collection, ValuesView
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import discord

from bot.tables import Limits, Message, Table
from bot.tables.decisions.dealing import BOARD
from cogs.table.posts.edits import alive

_UI: Final = Path(__file__).parents[1]
_LOCALE: Final = _UI.parent / "locale"


def looks(limits: Limits, *, pictures: bool) -> str:
    """Return a fingerprint of the code and the texts from which boards are made, and of what whoever runs the bot sets.

    Args:
        limits: How long things stand at a table.
        pictures: Whether boards are drawn.
    """
    made_from = hashlib.sha256(repr((limits, pictures)).encode())
    for path in sorted([*_UI.rglob("*.py"), *_LOCALE.rglob("*.mo")]):
        made_from.update(path.read_bytes())
    return made_from.hexdigest()[:32]


_OLD_MESSAGE: Final = timedelta(minutes=55)
_OFTEN: Final = timedelta(minutes=2)
"""Discord refuses frequent edits of messages older than an hour: such a board is posted again beforehand."""
_OUT_OF_SIGHT: Final = 3
"""So many other messages after a board push it out of sight."""
_NOT_AGAIN_FOR: Final = timedelta(seconds=60)


def wants_new(table: Table, deal: int | None) -> bool:
    """Tell whether a board belongs to an earlier deal than the one that is being dealt, or played."""
    if not table.live or table.seal is None or (table.awaits_deal and not table.being_dealt):
        return False
    return table.being_dealt or deal != table.seal.number


def board_id(table: Table | None) -> int:
    """Return the id of a table's board, or 0."""
    board = table.message(BOARD) if table is not None else None
    return board.message_id if board is not None else 0


def is_out_of_sight(current: Message, known: PostedBoard, now: datetime) -> bool:
    """Tell whether so many messages stand below a board that it is posted again, which is not done too often."""
    return len(known.newer) >= _OUT_OF_SIGHT and now - current.posted_at >= _NOT_AGAIN_FOR


def is_renewed(table: Table, current: Message, known: PostedBoard, now: datetime) -> bool:
    """Tell whether a board is to be posted again: out of sight, elsewhere, or too old for so many edits."""
    often = known.edited_at is not None and now - known.edited_at < _OFTEN
    worn = often and now - current.posted_at > _OLD_MESSAGE and current.message_id == known.message_id
    return known.move or current.channel_id != table.channel_id or worn


_LONGEST_WAIT = timedelta(minutes=5)
"""So long at most until a board that could not be shown is tried again."""
_BARRED_WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
"""When it is tried again where the bot may not post or the channel is gone; the last of them again and again."""
_MOST_BARRED = 24 * 7
"""So often at most: a game that nobody can see has closed itself by then."""


@dataclass(slots=True)
class PostedBoard:
    """What is known of a table's public message in this process."""

    message_id: int = 0
    shown: str = ""
    token: discord.Interaction[Any] | None = None
    """The newest interaction whose original message is this board."""
    version: int = -1
    """That of the table of which nothing was left to be shown."""
    edited_at: datetime | None = None
    newer: frozenset[int] = frozenset()
    """Messages of others seen after the board."""
    move: bool = False
    busy: bool = False
    again: bool = False
    failures: int = 0
    """How often in a row it could not be shown."""
    barred: int = 0
    """How often in a row it was put off because the bot may not post there, or the channel is gone."""
    barred_until: datetime | None = None
    told: frozenset[int] = frozenset()
    """Who has heard why."""

    def succeeded(self) -> None:
        """Note that the board is shown as it is."""
        self.failures, self.barred, self.barred_until = 0, 0, None
        self.told = frozenset()

    def failed(self, now: datetime) -> datetime:
        """Note that something went wrong that may pass; return when to try again, later each time."""
        wait = min(timedelta(seconds=2**self.failures), _LONGEST_WAIT)
        self.failures = min(self.failures + 1, 10)
        return now + wait

    def put_off(self, now: datetime) -> datetime | None:
        """Note that the bot may not post there; return when to try again, as nothing tells when it may, or None.

        Clicks meanwhile make it no later.
        """
        if self.barred_until is None or self.barred_until <= now:
            self.barred_until = now + _BARRED_WAITS[min(self.barred, len(_BARRED_WAITS) - 1)]
            self.barred += 1
        return self.barred_until if self.barred <= _MOST_BARRED else None

    def is_news(self, user_id: int) -> bool:
        """Tell whether a member is to hear what keeps the board from being shown; where it is barred only once."""
        if not self.barred:
            return True
        news = user_id not in self.told
        self.told |= {user_id}
        return news


class PostedBoards:
    """The boards of this process, by table."""

    def __init__(self, before: Callable[[int], tuple[int, str]]) -> None:
        """Keep nothing yet.

        Args:
            before: Tells a table's board and what it showed before the start, as far as that is known; asked once.
        """
        self._before = before
        self._boards: dict[int, PostedBoard] = {}
        self._by_click: OrderedDict[int, None] = OrderedDict()
        """Tables whose board has a token, the oldest click first."""

    def of(self, table_id: int, message_id: int = 0) -> PostedBoard:
        """Return what is known of a table's board; of one that is new here that is this message, or nothing."""
        known = self._boards.get(table_id)
        if known is None:
            known = self._boards[table_id] = PostedBoard(*self._before(table_id))
            known.message_id = known.message_id or message_id
        return known

    def known(self, table_id: int) -> PostedBoard | None:
        """Return what is known of a table's board, None where it is nothing."""
        return self._boards.get(table_id)

    def is_moving(self, table_id: int) -> bool:
        """Tell whether a table's board is about to be posted again as it is out of sight."""
        known = self._boards.get(table_id)
        return known is not None and known.move

    def is_news(self, table_id: int, user_id: int) -> bool:
        """Tell whether a member is to hear what keeps a board from being shown; where it is barred only once."""
        known = self._boards.get(table_id)
        return known is None or known.is_news(user_id)

    def is_barred(self, table_id: int) -> bool:
        """Tell whether a table's board could not be shown the last time, for want of a permission or a channel."""
        known = self._boards.get(table_id)
        return known is not None and known.barred > 0

    def doubt(self, table_id: int) -> None:
        """Have it looked at the next occasion whether a board is still there, also where nothing has changed on it."""
        if (known := self._boards.get(table_id)) is not None:
            known.shown = ""

    def values(self) -> ValuesView[PostedBoard]:
        """Return all boards."""
        return self._boards.values()

    def click(self, table_id: int, token: discord.Interaction[Any]) -> None:
        """Keep an interaction whose original message is a table's board."""
        self._boards[table_id].token = token
        self._by_click[table_id] = None
        self._by_click.move_to_end(table_id)

    def drop(self, table_id: int) -> None:
        """Forget a board."""
        self._boards.pop(table_id, None)
        self._by_click.pop(table_id, None)

    async def at_rest(self, tables: Collection[int], patience: float) -> None:
        """Wait until no board of some tables is being shown, for at most so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while any(known is not None and known.busy for known in map(self.known, tables)):  # noqa: ASYNC110 - rare
                    await asyncio.sleep(patience / 100)

    def clear(self) -> None:
        """Forget all boards."""
        self._boards.clear()
        self._by_click.clear()

    def let_go(self, now: datetime) -> None:
        """Let the tokens go that are dead: each holds a whole message."""
        while self._by_click:
            known = self._boards[next(iter(self._by_click))]
            if known.token is not None and alive(known.token, now):
                return
            known.token = None
            self._by_click.popitem(last=False)
