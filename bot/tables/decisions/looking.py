"""Looking at all tricks of a running deal, by consent of all others, where else only the last may be looked at.

Everybody sees the request, which holds until the next card is led. It is not recorded, and the house always agrees.
"""

from __future__ import annotations

from dataclasses import replace

from bot.tables.values.looking import leads, yet_to_let_look
from bot.tables.values.parts import Asked
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

from .occasion import Occasion, seat_in_play


def ask_look(table: Table, _at: Occasion, user_id: int) -> Table:
    """Ask all others that the tricks may be looked at; if they are all house players, the tricks lie open at once.

    Raises:
        Refused: The user is not seated, the game is not being played, the tricks are open by the rules, no deal is
            running, or somebody has declined.
    """
    _at_tricks(table, user_id)
    if table.looking is None:
        return table.but(looking=Asked(leads(table), user_id))
    if table.looking.declined:
        raise Refused(Why.LOOK_DECLINED, table_id=table.id)
    return table


def allow_look(table: Table, _at: Occasion, user_id: int, led: int) -> Table:
    """Agree that the tricks are looked at; once everybody has, they lie open until the next card is led.

    Args:
        table: The table.
        user_id: The user who agrees.
        led: Number of cards led when it was asked; once another is led, the request has lapsed.

    Raises:
        Refused: The user is not seated, the game is not being played, it is the user's own request, or the request has
            lapsed.
    """
    asked = _asked(table, user_id, led)
    if user_id not in yet_to_let_look(table):
        return table
    return table.but(looking=replace(asked, agreed=(*asked.agreed, user_id)))


def refuse_look(table: Table, _at: Occasion, user_id: int, led: int) -> Table:
    """Decline a look at the tricks; it can be asked again once the next card has been led.

    Raises:
        Refused: The user is not seated, the game is not being played, it is the user's own request, or the request has
            lapsed.
    """
    asked = _asked(table, user_id, led)
    if user_id not in yet_to_let_look(table):  # consent cannot be withdrawn
        return table
    return table.but(looking=replace(asked, declined=True))


def _at_tricks(table: Table, user_id: int) -> None:
    seat_in_play(table, user_id)
    view = table.view()
    if table.awaits_deal or view is None or view.over:
        raise Refused(Why.BETWEEN_DEALS, table_id=table.id)
    if len(view.tricks) == view.tricks_played and not view.opened:
        raise Refused(Why.TRICKS_OPEN, table_id=table.id)


def _asked(table: Table, user_id: int, led: int) -> Asked:
    seat_in_play(table, user_id)
    asked = table.looking
    if asked is None or asked.declined or led != asked.ply:
        raise Refused(Why.LOOK_NOT_ASKED, table_id=table.id)
    if asked.user == user_id:
        raise Refused(Why.OWN_LOOK, table_id=table.id)
    return asked
