"""Operations of the list of open challenges."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Route, operation
from bot.ui.routes.table import AtTable


class Reply(StrEnum):
    """The possible replies to a challenge."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


@operation("challenges")
class ListChallenges(Route):
    """Turn to a page of the open challenges."""

    page: Count


@operation("reply")
class ReplyTo(AtTable):
    """Answer a challenge in the list, and see the page that showed it."""

    reply: Reply
    page: Count
