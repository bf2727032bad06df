"""The operations that show a private page about one deal, as small typed values."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, operation
from bot.ui.routes.table import AtMoment, AtTable


@operation("tricks")
class ShowTricks(AtTable):
    """See the tricks and declarations of a deal, as far as they may be looked at."""

    deal: Count
    back: Count = 0
    """So many pages before the newest."""
    panel: Count = 0
    """1 in a player's panel, below which the page is then shown."""


@operation("see")
class AskLook(AtTable):
    """Ask the others to let the tricks of the deal be looked at, where only the last may be."""

    deal: Count


@operation("see-yes")
class AllowLook(AtMoment):
    """Let the tricks be looked at; the moment is that of so many cards led."""

    panel: Count = 0
    """1 in a player's panel, which the answer brings up to date."""


@operation("see-no")
class RefuseLook(AtMoment):
    """Leave the tricks closed; the moment is that of so many cards led."""

    panel: Count = 0
    """1 in a player's panel, which the answer brings up to date."""


@operation("fair")
class ShowProof(AtTable):
    """See what proves the shuffle of a deal, and have it checked."""

    deal: Count
