"""When a board is posted again instead of being edited."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.tables import Message, Table
from bot.tables.decisions.dealing import BOARD

from .posted import PostedBoard

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
