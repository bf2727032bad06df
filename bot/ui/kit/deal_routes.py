"""The operations that show a private page about one deal, as small typed values."""

from __future__ import annotations

from .custom_ids import Count, operation
from .routes import AtTable


@operation("tricks")
class ShowTricks(AtTable):
    """See the tricks and declarations of a deal, as far as they may be looked at."""

    deal: Count
    back: Count = 0
    """So many pages before the newest."""


@operation("fair")
class ShowProof(AtTable):
    """See what proves the shuffle of a deal, and have it checked."""

    deal: Count
