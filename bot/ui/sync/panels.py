"""Private panels that are still open: kept in step through their owners' last clicks, whose tokens live a while.

A player has one live panel at a table: the one opened or clicked last. Where another one stands it is taken away, or,
where its token is dead, says at its next click that there was a newer one, and is the live one from then on.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import discord

from bot.tables import DatabaseError, Table, Tables
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import Sent
from bot.ui.kit.trouble import DISCORD_TROUBLE
from bot.ui.text.faces import Look
from bot.ui.text.i18n import speaking

from .posting import alive
from .showing import Showing


def fingerprint(layout: Layout) -> str:
    """Return a message's content in a form that can be compared."""
    return json.dumps(layout.to_components(), sort_keys=True, default=str)  # type: ignore[no-untyped-call]


@dataclass(slots=True)
class _Panel:
    """The live panel of a player at a table."""

    token: discord.Interaction[Any]
    sent: Sent
    shown: str
    at: Table
    """The table as it was when the panel was built: nothing has to be built anew while it is the same."""
    note: str = ""
    """What is said on top of it until the next action."""
    lost: bool = False
    """It cannot be edited any more before it is clicked again, if it is still there at all."""
    busy: bool = False
    again: bool = False


class Panels:
    """The live panels of all tables, by table and player."""

    def __init__(self, tables: Tables, showing: Showing) -> None:
        self._tables = tables
        self._showing = showing
        self._panels: dict[tuple[int, int], _Panel] = {}
        self.failed: set[int] = set()
        """Tables of which a panel could not be shown for a reason that may pass."""

    async def keep(
        self,
        interaction: discord.Interaction[Any],
        table: Table,
        layout: Layout,
        sent: Sent,
        *,
        note: str = "",
    ) -> None:
        """Remember a private panel, so that it can be refreshed while its token lives; an older one is taken away."""
        key = (table.id, interaction.user.id)
        older = self._panels.get(key)
        self._panels[key] = _Panel(interaction, sent, fingerprint(layout), table, note)
        if older is not None and older.sent.message_id != sent.message_id:
            await self._take_away(older)

    def is_older(self, interaction: discord.Interaction[Any], table_id: int) -> bool:
        """Tell whether a click was made on a panel after which its player has opened another one."""
        known, clicked = self._panels.get((table_id, interaction.user.id)), interaction.message
        private = clicked is not None and clicked.flags.ephemeral
        return private and known is not None and clicked is not None and known.sent.message_id != clicked.id

    async def _take_away(self, panel: _Panel) -> None:
        """Delete a panel that a newer one has replaced, if its token lives; else it answers its next click itself."""
        if panel.lost or not alive(panel.token, self._tables.now()):
            return
        with suppress(*DISCORD_TROUBLE):
            if panel.sent.original:
                await panel.token.delete_original_response()
            else:
                await panel.token.followup.delete_message(panel.sent.message_id)

    async def refresh(self, table_id: int) -> None:
        """Bring every panel of a table up to date; those of a game that is over are forgotten after that."""
        table = await self._tables.get(table_id)
        users = [user for at, user in self._panels if at == table_id]
        outdated = [user for user in users if (p := self._panels[table_id, user]).at is not table and not p.lost]
        await asyncio.gather(*(self._refresh_one(table_id, user) for user in outdated))
        if not table.live:
            for user in users:
                self._panels.pop((table_id, user), None)

    async def redraw(self, user_id: int) -> None:
        """Bring a member's panels up to date though nothing has happened: they have chosen to see them otherwise."""
        own = [table_id for (table_id, user), panel in self._panels.items() if user == user_id and not panel.lost]
        await asyncio.gather(*(self._refresh_one(table_id, user_id) for table_id in own))

    async def _refresh_one(self, table_id: int, user_id: int) -> None:
        """Bring a panel up to date; its edits follow one another, and the last one always arrives."""
        known = self._panels[table_id, user_id]
        known.again = True
        if known.busy:
            return
        known.busy = True
        try:
            while known.again:
                known.again = False
                known.lost = not await self._edit(await self._tables.get(table_id), user_id, known)
        except (*DISCORD_TROUBLE, DatabaseError) as error:
            if not isinstance(error, discord.HTTPException) or error.status >= 500:
                known.shown = ""
                self.failed.add(table_id)
            else:  # it was dismissed, or the member's client was started anew: [My hand] brings another
                known.lost = True
        finally:
            known.busy = False

    async def _edit(self, table: Table, user_id: int, known: _Panel) -> bool:
        """Show a panel as the table stands; False where its token is dead."""
        if not alive(known.token, self._tables.now()):
            return False
        readers = self._showing.readers
        in_words = readers.taste_of(user_id).look is Look.TEXT
        with speaking(readers.language_of(known.token), in_words=in_words):
            note = known.note if table.ply_for(user_id) == known.at.ply_for(user_id) else ""
            layout = await self._showing.panel(table, user_id, note=note)
        text = fingerprint(layout)
        if text != known.shown:
            if known.sent.original:
                await known.token.edit_original_response(**layout.editing())
            else:
                await known.token.followup.edit_message(known.sent.message_id, **layout.editing())
        known.shown, known.at, known.note = text, table, note
        return True
