"""What the controls in the list of challenges ask for."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Route, operation
from bot.ui.routes.table import AtTable


class Reply(StrEnum):
    """What may be said to a challenge."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


@operation("challenges")
class ListChallenges(Route):
    """Turn to a page of the challenges that wait."""

    page: Count


@operation("reply")
class ReplyTo(AtTable):
    """Answer a challenge in the list, and see the page on which it stood."""

    reply: Reply
    page: Count
