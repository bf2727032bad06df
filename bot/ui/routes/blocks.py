"""What the controls ask for by which members say with whom they play."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Id, Route, operation


@operation("blocked")
class ListBlocked(Route):
    """Turn to a page of the members whom one has blocked."""

    page: Count


@operation("unblock")
class Unblock(Route):
    """Let a member in again, and see the page on which they stood."""

    blocked_id: Id
    page: Count
