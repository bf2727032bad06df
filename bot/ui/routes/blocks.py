"""Operations of the list of blocked members."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Id, Route, operation


@operation("blocked")
class ListBlocked(Route):
    """Turn to a page of the members that one has blocked."""

    page: Count


@operation("unblock")
class Unblock(Route):
    """Unblock a member, and see the page of the list that named them."""

    blocked_id: Id
    page: Count
