"""The powers of a moderator at a table: closing it, and removing a member before it begins."""

from __future__ import annotations

from dataclasses import replace

from bot.house.roster import is_house
from bot.tables.decisions.lobby import lobby_only, stood_up
from bot.tables.decisions.occasion import Occasion, closed, ended_without_result
from bot.tables.values.parts import Kind, Status
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

MODERATED = "moderated"
"""The reason stored with a table that a moderator closed."""


def close(table: Table, at: Occasion) -> Table:
    """Close a table; a game in play ends without a result."""
    if table.status is Status.LOBBY:
        return closed(table, Status.CANCELLED, at, MODERATED)
    if table.status is Status.PLAYING:
        return ended_without_result(table, at, MODERATED)
    raise Refused(Why.CLOSED, table_id=table.id)


def may_be_sent_away(table: Table) -> tuple[int, ...]:
    """Return the members whom a moderator may remove from a table."""
    if table.status is not Status.LOBBY or table.kind in (Kind.CHALLENGE, Kind.TOURNAMENT):
        return ()
    return tuple(user for user in table.users if not is_house(user))


def send_away(table: Table, at: Occasion, user_id: int) -> Table:
    """Remove a member from a lobby for good; the table closes if no people remain."""
    if user_id not in may_be_sent_away(lobby_only(table)):
        raise Refused(Why.NOT_THERE, table_id=table.id)
    lobby = table.lobby
    after = stood_up(table.but(lobby=replace(lobby, kept_out=(*lobby.kept_out, user_id))), at, {user_id})
    return after if after.live else after.but(end_reason=MODERATED)
