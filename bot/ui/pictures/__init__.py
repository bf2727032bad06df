"""Cards, hands and boards as pictures, drawn from shapes: pure functions from what may be seen to PNG bytes.

They know nothing of Discord, take milliseconds of processor time (so call them off the event loop), and return the
same bytes for the same cards. :mod:`.describe` says each picture in words.
"""

from .board import board_picture
from .describe import LONGEST, SEAT_EMOJI, describe_board, describe_hand, describe_hands
from .fan import Held, hand_picture, held, own_hand_picture
from .open_hands import OpenHand, hands_picture
from .single import card_picture, emoji_picture

__all__ = [
    "LONGEST",
    "SEAT_EMOJI",
    "Held",
    "OpenHand",
    "board_picture",
    "card_picture",
    "describe_board",
    "describe_hand",
    "describe_hands",
    "emoji_picture",
    "hand_picture",
    "hands_picture",
    "held",
    "own_hand_picture",
]
