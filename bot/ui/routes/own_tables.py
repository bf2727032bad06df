"""Operations of choosing one of a member's own tables for a command."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Id, Route, TableId, operation


class Wish(StrEnum):
    """The commands that need to know which table is meant."""

    HAND = "hand"
    DRAW = "draw"
    UNDO = "undo"
    ADJOURN = "adjourn"
    RESIGN = "resign"
    INVITE = "invite"
    HERE = "here"


@operation("own")
class AtOwn(Route):
    """Run the command at the chosen table."""

    wish: Wish
    guest_id: Id
    """The member to invite; 0 with every other command."""
    own_id: TableId
