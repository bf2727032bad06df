"""Operations of one deal: its tricks, leave to look at them, and the proof of its shuffle."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, operation
from bot.ui.routes.table import AtMoment, AtTable


@operation("tricks")
class ShowTricks(AtTable):
    """See the tricks and declarations of a deal, as far as the rules allow it."""

    deal: Count
    back: Count = 0
    """Number of pages back from the newest one."""
    panel: Count = 0
    """1 when the control is in a player's panel, below which the page is then shown; else 0."""


@operation("see")
class AskLook(AtTable):
    """Ask the other players for leave to look at all tricks of the deal, where only the last may be looked at."""

    deal: Count


@operation("see-yes")
class AllowLook(AtMoment):
    """Allow a look at the tricks; the ply is the number of cards led."""

    panel: Count = 0
    """1 when the control is in a player's panel, which the answer then updates; else 0."""


@operation("see-no")
class RefuseLook(AtMoment):
    """Refuse a look at the tricks; the ply is the number of cards led."""

    panel: Count = 0
    """1 when the control is in a player's panel, which the answer then updates; else 0."""


@operation("fair")
class ShowProof(AtTable):
    """See the proof of a deal's shuffle, checked by the bot."""

    deal: Count
