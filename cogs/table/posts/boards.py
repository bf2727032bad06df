"""The state of posted boards in this process, and the fingerprint of the code and texts that boards are made from.

If the fingerprint has changed since the last run, every board is checked at the start.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, ValuesView
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import discord

from bot import ui
from bot.lazy import dataclass
from bot.tables import Limits, Message, Table, number_of
from bot.tables.decisions.dealing import BOARD
from bot.ui.kit.reply import is_late
from bot.ui.text.i18n import LOCALE, tr
from cogs.table.posts.posts import LOCKED, alive, unposted_seal

_TABLE: Final = Path(__file__).parents[1]


def fingerprint_of_boards(limits: Limits, *, pictures: bool) -> str:
    """Return a fingerprint of the code and texts that boards are made from and of the operator's settings."""
    made_from = hashlib.sha256(repr((limits, pictures)).encode())
    code = (path for folder in (_TABLE, Path(ui.__path__[0])) for path in folder.rglob("*.py"))
    for path in sorted([*code, *LOCALE.rglob("*.mo")]):
        made_from.update(path.read_bytes())
    return made_from.hexdigest()[:32]


_OLD_MESSAGE: Final = timedelta(minutes=55)
_OFTEN: Final = timedelta(minutes=2)
"""Time between two edits below which an old board is posted again; Discord refuses frequent edits after an hour."""
_OUT_OF_SIGHT: Final = 3
"""Number of other messages below a board that push it out of sight."""
LATER: Final = timedelta(seconds=10)
"""Longest time for which a board may lag behind a change that leaves the same player on move."""
_TOGETHER: Final = timedelta(seconds=1.5)
"""Time after an edit within which all changes go into the next one."""
_NOT_AGAIN_FOR: Final = timedelta(seconds=60)
_WATCHING: Final = timedelta(minutes=5)
"""Time after a click for which a member who is not at the table is taken to look on."""


def wants_new(table: Table, deal: int | None) -> bool:
    """Tell whether a new board is needed: cards are being dealt, or the board is not of the sealed deal.

    A commitment counts from the message that carried it when it was posted, so it is never added to a board.
    """
    if not table.live or table.seal is None:
        return False
    return table.being_dealt or unposted_seal(table) is not None or (deal or 0) != table.seal.number


def wait_of(table: Table | None, known: PostedBoard | None, stands: Callable[[Table, int], bool]) -> timedelta | None:
    """Return how long a board waits for what comes next, as nobody looks on and the act ends nothing; None: not.

    It waits for the card that completes a trick, and what changes within `_TOGETHER` of an edit takes one edit more.
    Whoever is on move must see the last card in a panel.
    """
    view = table.view() if table is not None and table.live and not table.awaits_deal else None
    if table is None or view is None or known is None or not known.quiet:
        return None
    if known.newer or _since(known.watched_at) < _WATCHING:  # somebody has written below it, or looks on
        return None
    if table.awaited is not None and not stands(table, table.awaited):
        return None
    if view.trick:
        return LATER
    since = _since(known.edited_at)
    return _TOGETHER - since if since < _TOGETHER else None


def _since(moment: float | None) -> timedelta:
    """Return the time since a moment of the monotonic clock; very long if there was none."""
    return timedelta.max if moment is None else timedelta(seconds=time.monotonic() - moment)


def board_id(table: Table | None) -> int:
    """Return the id of a table's board, or 0."""
    board = table.message(BOARD) if table is not None else None
    return board.message_id if board is not None else 0


def is_renewed(table: Table, current: Message, known: PostedBoard, now: datetime) -> bool:
    """Tell whether a board is to be posted again: out of sight, in another channel, or too old for frequent edits."""
    often = _since(known.edited_at) < _OFTEN
    worn = often and now - current.posted_at > _OLD_MESSAGE and current.message_id == known.message_id
    return known.move or current.channel_id != table.channel_id or worn


def barred_words(table_id: int, error: discord.HTTPException, until: str) -> str | None:
    """Say why a board cannot be shown and what to do about it; return None for a temporary failure."""
    if isinstance(error, discord.NotFound):
        return tr(
            "The channel of table {table} is gone; move the board with `/hand`.",
            table=number_of(table_id),
        )
    if isinstance(error, discord.Forbidden) and until:
        return tr("I am in timeout here until {until}; the game is safe and goes on then.", until=until)
    if isinstance(error, discord.Forbidden) or error.code in LOCKED:
        return tr("I may no longer post there; the game is safe, move the board with `/hand`.")
    return None


@dataclass(slots=True)
class PostedBoard:
    """The state of a table's public message in this process."""

    message_id: int = 0
    shown: str = ""
    token: discord.Interaction[Any] | None = None
    """The newest interaction with a public message of this table as its original one."""
    token_of: int = 0
    """That message, which may be an earlier board: a click that is answered late brings it."""
    version: int = -1
    """The version of the table at which everything was shown."""
    edited_at: float | None = None
    """The moment of the last edit, by the monotonic clock."""
    newer: frozenset[int] = frozenset()
    """Messages of others seen after the board."""
    quiet: bool = False
    """Whether the board is shown and says nothing that ends with the next act, such as that a draw is offered."""
    watched_at: float | None = None
    """The moment, by the monotonic clock, of the newest click by somebody who is not at the table."""
    move: bool = False
    answered: bool = False
    """Whether a click on it has been answered by what it shows, since its final edit began."""

    def token_for(self, message_id: int) -> discord.Interaction[Any] | None:
        """Return the interaction by whose token a message can be edited; a token of another one would edit that."""
        return self.token if self.token_of == message_id else None


class PostedBoards:
    """The boards of this process, by table."""

    def __init__(self, before: Callable[[int], tuple[int, str]]) -> None:
        """Start without boards; `before` returns what a table's board showed before the start, as far as known."""
        self._before = before
        self._boards: dict[int, PostedBoard] = {}
        self._by_click: OrderedDict[int, None] = OrderedDict()
        """The tables whose board has a token, oldest click first."""

    def of(self, table_id: int, message_id: int = 0) -> PostedBoard:
        """Return the state of a table's board; a new state starts from before the restart, else from `message_id`."""
        known = self._boards.get(table_id)
        if known is None:
            known = self._boards[table_id] = PostedBoard(*self._before(table_id))
            known.message_id = known.message_id or message_id
        return known

    def known(self, table_id: int) -> PostedBoard | None:
        """Return the state of a table's board, or None if there is none."""
        return self._boards.get(table_id)

    def note_watcher(self, table: Table) -> None:
        """Note that somebody who is not at a table looks at it, so that for a while its board shows every card."""
        self.of(table.id, board_id(table)).watched_at = time.monotonic()

    def is_moving(self, table_id: int) -> bool:
        """Tell whether a table's board is about to be posted again, as when it is out of sight."""
        known = self._boards.get(table_id)
        return known is not None and known.move

    def doubt(self, table_id: int) -> None:
        """Have the board edited when it is next shown, even if unchanged, so that a deleted board is noticed."""
        if (known := self._boards.get(table_id)) is not None:
            known.shown = ""

    def note_below(self, table: Table, last: int, now: datetime, *, eager: bool) -> None:
        """Note the last message of a table's channel, and post the board again if it is out of sight."""
        current = table.message(BOARD)
        if current is None:
            return
        known = self.of(table.id, current.message_id)
        if last <= current.message_id or any(m.message_id == last for m in table.messages):
            return
        known.newer |= {last}
        out_of_sight = len(known.newer) >= _OUT_OF_SIGHT and not timedelta() <= now - current.posted_at < _NOT_AGAIN_FOR
        if eager or out_of_sight:
            known.move = True

    def values(self) -> ValuesView[PostedBoard]:
        return self._boards.values()

    def click(self, table_id: int, message_id: int, token: discord.Interaction[Any]) -> None:
        """Keep an interaction whose original message is a table's board, as the newest one."""
        if is_late(token):  # its original message is a private one
            return
        known = self._boards[table_id]
        known.token, known.token_of = token, message_id
        self._by_click[table_id] = None
        self._by_click.move_to_end(table_id)

    def drop(self, table_id: int) -> None:
        self._boards.pop(table_id, None)
        self._by_click.pop(table_id, None)

    def clear(self) -> None:
        self._boards.clear()
        self._by_click.clear()

    def let_go(self) -> None:
        """Drop the dead tokens, each of which holds a whole message."""
        while self._by_click:
            known = self._boards[next(iter(self._by_click))]
            if known.token is not None and alive(known.token):
                return
            known.token = None
            self._by_click.popitem(last=False)
