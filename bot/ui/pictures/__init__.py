"""Cards, tables and hands as pictures, drawn from shapes: pure functions from visible cards to PNG bytes.

They know nothing of Discord, take milliseconds of processor time (so call them off the event loop), and return the same
bytes for the same cards. :mod:`.tableface` says each picture in words.
"""

from bot.ui.pictures.cardface import Print, emoji_picture
from bot.ui.pictures.table import hands_picture, table_picture
from bot.ui.pictures.tableface import (
    LONGEST,
    OpenHand,
    TableFace,
    describe_hands,
    describe_table,
    seen_by_all,
    seen_from,
)

__all__ = [
    "LONGEST",
    "OpenHand",
    "Print",
    "TableFace",
    "describe_hands",
    "describe_table",
    "emoji_picture",
    "hands_picture",
    "seen_by_all",
    "seen_from",
    "table_picture",
]
