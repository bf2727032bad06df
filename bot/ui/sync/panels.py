"""Private panels that are still open: kept in step through their owners' last clicks, whose tokens live a while."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

import discord

from bot.tables import DatabaseError, Table, Tables
from bot.ui.kit.controls import Layout
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
    """A private panel that can still be refreshed."""

    token: discord.Interaction[Any]
    message_id: int | None
    """None: the interaction's original message."""
    shown: str
    at: Table
    """The table as it was when the panel was built: nothing has to be built anew while it is the same."""
    note: str = ""
    """What is said on top of it until the next action."""
    busy: bool = False
    again: bool = False


class Panels:
    """The private panels of all tables that can still be refreshed."""

    def __init__(self, tables: Tables, showing: Showing) -> None:
        self._tables = tables
        self._showing = showing
        self._panels: dict[tuple[int, int], _Panel] = {}
        self.failed: set[int] = set()
        """Tables of which a panel could not be shown for a reason that may pass."""

    def keep(
        self,
        interaction: discord.Interaction[Any],
        table: Table,
        layout: Layout,
        *,
        message_id: int | None = None,
        note: str = "",
    ) -> None:
        """Remember a private panel, so that it can be refreshed while its token lives."""
        known = _Panel(interaction, message_id, fingerprint(layout), table, note)
        self._panels[table.id, interaction.user.id] = known

    async def refresh(self, table_id: int) -> None:
        """Bring every panel of a table up to date; those of a game that is over are forgotten after that."""
        table = await self._tables.get(table_id)
        users = [user for at, user in self._panels if at == table_id]
        outdated = [user for user in users if self._panels[table_id, user].at is not table]
        await asyncio.gather(*(self._refresh_one(table_id, user) for user in outdated))
        if not table.live:
            for user in users:
                self._panels.pop((table_id, user), None)

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
                if not await self._edit(await self._tables.get(table_id), user_id, known):
                    self._forget(table_id, user_id, known)
        except (*DISCORD_TROUBLE, DatabaseError) as error:
            if not isinstance(error, discord.HTTPException) or error.status >= 500:
                known.shown = ""
                self.failed.add(table_id)
            else:  # it was dismissed, or the member's client was started anew: [My hand] brings another
                self._forget(table_id, user_id, known)
        finally:
            known.busy = False

    def _forget(self, table_id: int, user_id: int, known: _Panel) -> None:
        if self._panels.get((table_id, user_id)) is known:
            self._panels.pop((table_id, user_id))

    async def _edit(self, table: Table, user_id: int, known: _Panel) -> bool:
        """Show a panel as the table stands; False where its token is dead."""
        if not alive(known.token, self._tables.now()):
            return False
        readers = self._showing.readers
        in_words = readers.taste_of(user_id).look is Look.TEXT
        with speaking(readers.language_of(known.token), in_words=in_words):
            note = known.note if table.ply == known.at.ply else ""
            layout = await self._showing.panel(table, user_id, note=note)
        text = fingerprint(layout)
        if text != known.shown:
            if known.message_id is None:
                await known.token.edit_original_response(**layout.editing())
            else:
                await known.token.followup.edit_message(known.message_id, **layout.editing())
        known.shown, known.at, known.note = text, table, note
        return True
