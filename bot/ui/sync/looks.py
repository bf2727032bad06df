"""What the look of every board follows from besides its table: where that changes, a start looks at all of them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from bot.tables import Limits

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
