"""Answers **Hint** in the panel: what the strong house player would do with what this member sees, and why."""

from __future__ import annotations

import asyncio

from bot.coach.hints import Hint
from bot.engine import View
from bot.house.chance import Purpose
from bot.house.honour import something_to_do
from bot.house.levels import Level
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import house_seats
from bot.tables.house.thinking import Thinking, seed_of
from bot.ui.kit import routes
from bot.ui.kit.reply import Sent, in_own_message
from bot.ui.pages.panel import Hinted
from bot.ui.text.i18n import tr
from bot.ui.text.thoughts import hint_words

from .desk import Desk, Interaction


class Hints:
    """Gives hints, and the same again to whoever asks again at the same moment."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._given: dict[tuple[int, int], tuple[int, asyncio.Task[Hint]]] = {}
        """By table and member, the newest hint with the ply for which it is; it may still be thought about."""

    async def hint(self, desk: Desk, interaction: Interaction, route: routes.Hint) -> None:
        """Say in the panel what the house would do."""
        table, user = await desk.table_here(interaction, route.table_id), interaction.user.id
        if table.seat_of(user) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if table.status is Status.PLAYING and not table.hints:
            raise Refused(Why.NO_HINTS, table_id=table.id)
        view = table.view(user) if table.status is Status.PLAYING and not table.awaits_deal else None
        if view is None or view.over or not _has_something_to_do(view):
            said = tr("A hint is for your own turn. Ask again when it comes.") if table.live else ""
            await desk.in_panel(interaction, table, said)
            return
        private = in_own_message(interaction)
        # Thinking may take longer than Discord waits for a first answer.
        await interaction.response.defer(ephemeral=True, thinking=not private)
        given = await self._think(desk, table, user, view)
        # Kept before it is shown: nobody is ever charged for what the house has told them to do.
        now = await desk.tables.ask(table.id, house_seats.keep_hint, user, table.ply_for(user), given.action.text)
        said = ""
        hint: Hinted | None = Hinted(given.action, hint_words(given, view))
        if now.ply_for(user) != table.ply_for(user) or not now.live:
            hint = None
            said = tr("The table has moved on while the house was thinking. This is how it stands now.")
        layout = await desk.showing.panel(now, user, note=said, hint=hint)
        shown = await interaction.edit_original_response(**layout.editing())
        # Remembered as the panel without the hint, so that only a change at the table takes the hint away.
        plain = await desk.showing.panel(now, user, note=said)
        await desk.presenter.keep_panel(interaction, now, plain, Sent(shown.id), note=said)
        if (await desk.tables.get(table.id)).ply_for(user) != now.ply_for(
            user
        ):  # somebody acted while the answer was under way
            await desk.show(interaction, now)

    async def _think(self, desk: Desk, table: Table, user_id: int, view: View) -> Hint:
        """Return what the house would do; asked again at the same moment it says the same, and thinks only once."""
        known = self._given.get((table.id, user_id))
        if known is None or known[0] != table.ply_for(user_id):
            live = desk.tables.register
            self._given = {key: given for key, given in self._given.items() if key[0] in live}
            seeds = {each: seed_of(table, user_id, each) for each in (Purpose.HINT, Purpose.COMPARE)}
            thinking = self._thinking.hint(view, seeds, server=table.guild_id)
            thought = asyncio.create_task(thinking, name="hint")
            known = self._given[table.id, user_id] = table.ply_for(user_id), thought
        return await asyncio.shield(known[1])


def _has_something_to_do(view: View) -> bool:
    """Tell whether there is anything to give a hint about; the house calls no faced card."""
    return something_to_do(Level.STRONG, view) if view.honour is not None else bool(view.offered)
