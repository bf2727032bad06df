"""Answers **Hint** in the panel: what the strong house player would do with what this member sees, and why."""

from __future__ import annotations

from typing import Any

import discord

from bot.house.players import Level
from bot.tables import Refused, Status, Why
from bot.tables.thinking import Thinking

from .controls import Press
from .desk import Desk
from .hand import HINT, Hint
from .i18n import tr
from .thoughts import hint_words


class Hints:
    """Answers this control of the panel."""

    def __init__(self, desk: Desk, thinking: Thinking) -> None:
        self._desk = desk
        self._thinking = thinking
        desk.add(HINT, self._hint)

    async def _hint(self, interaction: discord.Interaction[Any], press: Press) -> None:
        desk, user = self._desk, interaction.user.id
        table = await desk.table_here(interaction, press.table_id)
        if table.seat_of(user) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if table.status is Status.PLAYING and not table.hints:
            raise Refused(Why.NO_HINTS, table_id=table.id)
        view = table.view(user) if table.status is Status.PLAYING and not table.awaits_deal else None
        if view is None or view.over or not view.offered:
            said = tr("A hint is for your own turn. Ask again when it comes.") if table.live else ""
            await desk.in_panel(interaction, table, said)
            return
        clicked = interaction.message
        private = clicked is not None and clicked.flags.ephemeral
        # Thinking may take longer than Discord waits for a first answer.
        await interaction.response.defer(ephemeral=True, thinking=not private)
        weighed = await self._thinking.weigh(Level.STRONG, view, desk.tables.random.randrange(2**32), why=True)
        now = await desk.tables.get(table.id)
        said = ""
        hint: Hint | None = Hint(weighed.decision.action, hint_words(weighed, view))
        if now.ply != table.ply or not now.live:
            hint = None
            said = tr("The table has moved on while the house was thinking. This is how it stands now.")
        layout = await desk.presenter.showing.panel(now, user, note=said, hint=hint)
        await interaction.edit_original_response(**layout.editing())
        # Remembered as the panel without the hint, so that only a change at the table takes the hint away.
        plain = await desk.presenter.showing.panel(now, user, note=said)
        desk.presenter.keep_panel(interaction, now, plain, note=said)
