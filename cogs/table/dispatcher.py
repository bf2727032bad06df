"""The dispatcher, which passes every click on a button or menu, however old, to its handler."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord

from bot.tables import DatabaseError, Refused, Status, Table
from bot.tables.decisions.dealing import BOARD
from bot.tables.values.times import BY_MESSAGE
from bot.ui.kit.reply import error_boundary, refuse, tell
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes.custom_ids import BUTTON_ID, MENU_ID, Route, read_route
from bot.ui.text.i18n import tr
from cogs.table.app import App, Interaction
from cogs.table.pages.board import lost_message

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[App, Interaction, Any], Awaitable[None]]
"""The handler of one kind of route."""


class Dispatcher:
    """The dispatcher of controls."""

    def __init__(self, app: App, handlers: Mapping[type[Route], Handler]) -> None:
        self._app = app
        self._handlers = handlers

    async def arrived(self, interaction: Interaction) -> None:
        """Answer a click on any control, also one its message no longer shows, or a form opened before a restart."""
        data: Any = interaction.data or {}
        wanted, values = data.get("custom_id", ""), data.get("values") or ()
        strange = interaction.client.arrivals.strange
        if interaction.id in strange:
            strange.discard(interaction.id)
            if interaction.type is discord.InteractionType.modal_submit:
                async with error_boundary(interaction, "an old form"):
                    await refuse(interaction, tr("I was started anew; open that form again."))
            else:
                await self.pressed(interaction, None)
        elif interaction.type is discord.InteractionType.component and (
            BUTTON_ID.fullmatch(wanted) or MENU_ID.fullmatch(wanted)
        ):
            whole = isinstance(values, list | tuple) and all(isinstance(value, str) for value in values)
            await self.pressed(interaction, read_route(wanted, " ".join(values)) if whole else None)

    async def pressed(self, interaction: Interaction, route: Route | None) -> None:
        """Answer a control; ``route`` is None if its id is unknown."""
        table_id, passes = getattr(route, "table_id", 0), getattr(route, "action", "") == "pass"
        if not passes:
            self._app.tables.touch(table_id, interaction.user.id)
        async with error_boundary(interaction, route.op if route is not None else "an unknown control"):
            if route is None:
                await refuse(interaction, tr("That button is outdated: `/hand` shows your table."))
            else:
                route.check(self._app.tables.now())  # before anything is read or written
                clicked = interaction.message
                public = clicked is not None and not clicked.flags.ephemeral and interaction.guild_id is not None
                with self._app.redeliver_on_failure(table_id, quiet=passes):
                    if not (table_id and public and await self._retired(interaction, table_id)):
                        await self._handlers[type(route)](self._app, interaction, route)
                if interaction.user.id in self._app.tables.preferences.unreachable and interaction.guild_id is not None:
                    await self._say_unreachable(interaction)
        table = self._app.tables.memory.if_awake(table_id)
        if table is not None and table.status is Status.LOBBY and not interaction.client.is_closed():
            await self._look_for_absent(interaction, table)

    async def _retired(self, interaction: Interaction, table_id: int) -> bool:
        """Take the controls from a public message that a restored backup does not know; tell whether it was one."""
        message = interaction.message
        assert message is not None
        try:
            table = await self._app.tables.get(table_id)
        except Refused:
            return False
        if not (visibility_of(interaction).table(table) and self._app.posts.is_lost(table, message)):
            return False
        self._app.boards.note_watcher(table)
        self._app.boards.doubt(table_id)  # the board that the backup knows may have been closed since
        await self._app.presenter.show(table_id)
        table = await self._app.tables.get(table_id)
        if not self._app.posts.is_lost(table, message):  # it was posted just before a crash, and is found now
            return False
        with self._app.renderer.for_all(table):
            layout = lost_message(table, table.message(BOARD))
        await interaction.response.edit_message(**layout.editing())
        return True

    async def _say_unreachable(self, interaction: Interaction) -> None:
        """Tell a member once that the bot cannot send them direct messages, and stop sending them."""
        await self._app.tables.preferences.set_of_member(interaction.user.id, {BY_MESSAGE: None})
        await tell(
            interaction,
            tr("Your direct messages are closed to me; allow them in your privacy settings here, then switch mine on "
            "again with `/settings`."),
        )  # fmt: skip

    async def _look_for_absent(self, interaction: Interaction, table: Table) -> None:
        """Check, after a click at a table that has not begun, that all who sit there are still in the server."""
        if table.guild_id != interaction.guild_id or not visibility_of(interaction).table(table):
            return
        try:
            if await self._app.attendance.sweep(table, interaction.user.id) is not table:
                await self._app.presenter.show(table.id)
        except (DatabaseError, Refused) as error:  # the next click finds out
            log.warning("absent members could not be looked for: %s", type(error).__name__, extra={"table": table.id})
