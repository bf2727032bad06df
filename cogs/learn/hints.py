"""The handler of hints."""

from __future__ import annotations

import asyncio
from dataclasses import field
from typing import Any, Final

from bot.coach.hints import Hint
from bot.engine import View
from bot.house.chance import Purpose
from bot.house.honour import something_to_do
from bot.house.roster import Level
from bot.lazy import dataclass
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import house_seats
from bot.tables.house.thinking import Thinking, seed_of
from bot.ui.kit.reply import Sent, in_own_message
from bot.ui.routes import learn as learn_routes
from bot.ui.text.exercises import hint_words
from bot.ui.text.i18n import tr
from bot.ui.text.learning import looking_words
from cogs.table.app import App, Interaction
from cogs.table.pages.panel import Hinted

_SOON: Final = 1.0
"""Seconds after which the panel says that the house is thinking, as nothing else in it shows that."""
_LOOK_EVERY: Final = 0.5
"""Seconds between two looks at the table while the house thinks."""


@dataclass(eq=False, slots=True)
class _Thought:
    """What the house thinks for a member at one moment of a table."""

    ply: int
    task: asyncio.Task[Hint]
    asked: Interaction
    """The newest click that asks for it; only this one is answered."""
    began: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    announced: int | None = None
    """The id of the message that says that the hint takes longer; None before that."""

    @property
    def vain(self) -> bool:
        """Whether asking again may bring a better hint, as this one failed or is only a rule of thumb."""
        if not self.task.done():
            return False
        return self.task.cancelled() or self.task.exception() is not None or self.task.result().rule_of_thumb


class Hints:
    """The handler of hints, which gives the same hint to a member who asks again at the same moment."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._thoughts: dict[tuple[int, int], _Thought] = {}
        """The newest thought by table and member; it may still be going on."""

    async def hint(self, app: App, interaction: Interaction, route: learn_routes.Hint) -> None:
        """Say in the panel what the house would do."""
        table, user = await app.table_here(interaction, route.table_id), interaction.user.id
        if table.seat_of(user) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if table.status is Status.PLAYING and not table.hints:
            raise Refused(Why.NO_HINTS, table_id=table.id)
        view = _to_think_about(table, user)
        if view is None:
            said = tr("A hint is for your own turn; ask again then.") if table.live else ""
            await app.in_panel(interaction, table, said if table.adjourned is None else "")
            return
        thought = self._thought(app, interaction, table, view)
        # Thinking may take longer than Discord waits for a first answer.
        await interaction.response.defer(ephemeral=True, thinking=not in_own_message(interaction))
        thought.asked = interaction
        given = await self._awaited(app, interaction, table, thought)
        if thought.asked is not interaction:  # a newer click answers the panel
            return
        now = await app.tables.get(table.id)
        if given is not None:  # stored before it is shown, so that a review never charges a member for following it
            now = await app.tables.ask(table.id, house_seats.keep_hint, user, thought.ply, given.action.text)
        if given is None or now.ply_for(user) != thought.ply or not now.live:
            said = tr("The table has moved on; this is how it stands now.")
            await self._show(app, interaction, now, None, said)
        else:
            await self._show(app, interaction, now, Hinted(given.action, hint_words(given, view)))

    async def _show(
        self, app: App, interaction: Interaction, table: Table, hint: Hinted | None, said: str = ""
    ) -> None:
        """Show the panel with a hint, or with the reason why there is none."""
        user, panels = interaction.user.id, app.panels
        said = app.said_in(interaction, table, said)
        layout = await app.renderer.panel(table, user, note=said, hint=hint)
        if panels.is_above(interaction, table):
            sent = await panels.answer_below(interaction, table, layout)
        else:
            sent = Sent((await interaction.edit_original_response(**layout.editing())).id)
        # Registered as the panel without the hint, so that only a change at the table removes the hint.
        plain = await app.renderer.panel(table, user, note=said)
        await panels.keep(interaction, table, plain, sent, note=said)
        if (await app.tables.get(table.id)).ply_for(user) != table.ply_for(user):  # a player acted meanwhile
            await app.show(interaction, table)

    def _thought(self, app: App, interaction: Interaction, table: Table, view: View) -> _Thought:
        """Return the house's thought for a member; asked again at the same moment, it is the same one."""
        user = interaction.user.id
        known = self._thoughts.get((table.id, user))
        if known is not None and known.ply == table.ply_for(user) and not known.vain:
            return known
        app.costly(interaction)
        if known is not None:
            known.task.cancel()  # its moment has passed
        live = app.tables.memory.live
        self._thoughts = {key: thought for key, thought in self._thoughts.items() if key[0] in live}
        seeds = {each: seed_of(table, user, each) for each in (Purpose.HINT, Purpose.COMPARE)}
        task = asyncio.create_task(self._thinking.hint(view, seeds, user=user, server=table.guild_id), name="hint")
        thought = self._thoughts[table.id, user] = _Thought(table.ply_for(user), task, interaction)
        return thought

    async def _awaited(self, app: App, interaction: Interaction, table: Table, thought: _Thought) -> Hint | None:
        """Wait for a hint, and announce a long wait; return None if the table has moved on or a newer click waits."""
        clock, user = asyncio.get_running_loop().time, interaction.user.id
        while True:
            if thought.asked is not interaction:
                return None
            now = await app.tables.get(table.id)
            if now.ply_for(user) != thought.ply or not now.live:
                thought.task.cancel()
                return None
            if thought.task.done():
                return thought.task.result()
            message = interaction.message.id if interaction.message is not None else None
            if clock() - thought.began > _SOON and thought.announced != message and in_own_message(interaction):
                thought.announced = message
                layout = await app.renderer.panel(now, user, hint=Hinted(None, looking_words()))
                await interaction.edit_original_response(**layout.editing())
                continue  # the table may have moved on meanwhile
            either: tuple[asyncio.Future[Any], ...] = thought.task, app.panels.watchers.at(table.id)
            await asyncio.wait(either, timeout=_LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED)


def _to_think_about(table: Table, user_id: int) -> View | None:
    """Return a member's view if there is anything to give them a hint about, else None."""
    if table.status is not Status.PLAYING or table.adjourned is not None or table.awaits_deal:
        return None
    view = table.view(user_id)
    if view is None or view.over:
        return None
    # At an honour table the house never calls a faced card.
    to_do = something_to_do(Level.STRONG, view) if view.honour is not None else bool(view.offered)
    return view if to_do else None
