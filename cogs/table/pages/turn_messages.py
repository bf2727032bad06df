"""The direct message that tells a member of their turn in a game by correspondence."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.tables import Table
from bot.ui.kit.controls import BRASS, Layout, button, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.settings import TellTurns
from bot.ui.text.faces import shown_name, shown_title
from bot.ui.text.i18n import tr
from bot.ui.text.words import joined, moment
from cogs.table.pages.notices import board_link


def turn_message(table: Table, user_id: int, server: str, until: datetime | None) -> Layout:
    """Build the direct message for one turn of one member; it shows no card.

    Args:
        table: The table.
        user_id: The player on move.
        server: The name of the table's server.
        until: When their time will be up, if there is a clock.
    """
    others = joined([shown_name(seat.name) for seat in table.seats if seat.user_id != user_id])
    words = tr("It is your turn at table {table} in {server}, with {others}.",
               table=table.id, server=shown_title(server), others=others)  # fmt: skip
    time = " " + tr("Time is up {moment}.", moment=moment(until)) if until is not None else ""
    play = button(table_routes.ShowHand(table.id), tr("Play"), discord.ButtonStyle.primary)
    return Layout(
        BRASS,
        f"**{words}**{time} {board_link(table)}",
        *rows([play, button(TellTurns(on=False), tr("No more of these"))]),
        "-# " + tr("This message goes when you have played."),
    )
