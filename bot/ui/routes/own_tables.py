"""What a member can want of one of their own tables, and the operation that says of which."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Id, Route, TableId, operation


class Wish(StrEnum):
    """A command that needs to know which table is meant."""

    HAND = "hand"
    DRAW = "draw"
    UNDO = "undo"
    ADJOURN = "adjourn"
    RESIGN = "resign"
    INVITE = "invite"
    HERE = "here"


@operation("own")
class AtOwn(Route):
    """Do what was asked at the table that is chosen."""

    wish: Wish
    guest_id: Id
    """Who is to be invited; 0 with every other wish."""
    own_id: TableId
