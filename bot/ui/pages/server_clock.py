"""The private page on which a server's clock is set."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.tables.values.server_clock import ServerClock
from bot.ui.kit.controls import SLATE, Layout, button, menu
from bot.ui.routes.settings import EnterServerClock, SetServerClock, ShowSettings, Whose
from bot.ui.text.i18n import tr

from .quiet import clocks_in_a_menu, kept_to_mend, time_there, write_offset


def server_clock_page(
    clock: ServerClock, now: datetime, *, saved: bool = False, said: str = "", typed: str = ""
) -> Layout:
    """Build the private page on which it is chosen how far a server's clock is from UTC.

    Args:
        clock: The server's clock.
        now: The present moment.
        saved: Something has just been changed.
        said: Why what was typed could not be taken.
        typed: What was typed and could not be taken: it is offered again to be mended.
    """
    offset = clock.offset
    clocks = clocks_in_a_menu(offset, now)
    entries = [(label, SetServerClock(each), "") for each, label in clocks]
    return Layout(
        SLATE,
        f"### {tr('Clock of this server')}" + (f"\n{tr('Saved.')}" if saved else ""),
        f"⚠ {said}" if said else None,
        tr("It is {time} here now ({offset}).", time=time_there(offset, now), offset=write_offset(offset)),
        menu(dict(clocks)[offset], entries, chosen=SetServerClock(offset)),
        discord.ui.ActionRow(button(EnterServerClock(kept_to_mend(typed)), tr("Another clock …"))),
        "-# "
        + tr(
            "Months and seasons begin by this clock, and the daily message comes by it. The day of a daily deal is the "
            "same everywhere: it begins at midnight UTC. Moments in messages stand in each reader's own time."
        )
        + "\n-# "
        + tr("Where the clocks change in summer and winter, set it anew."),
        discord.ui.ActionRow(button(ShowSettings(Whose.SERVER), tr("All settings"))),
    )
