"""Handlers for reviews of finished games, and for hints."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.coach.hints import Hint
from bot.coach.lookback import Lookback
from bot.engine import View
from bot.house.chance import Purpose
from bot.house.honour import something_to_do
from bot.house.roster import Level
from bot.rota import Rota
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import house_seats
from bot.tables.house import reviews
from bot.tables.house.reviews import can_review, look_over, review_game, review_of
from bot.tables.house.thinking import Thinking, seed_of
from bot.tables.values.parts import Review
from bot.ui.kit.reconcile import DISCORD_TROUBLE
from bot.ui.kit.reply import Sent, in_own_message, say_privately, tell
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.text.exercises import hint_words
from bot.ui.text.i18n import tr
from cogs.archive.answers import LookingBack
from cogs.learn.review_pages import details_page, one_at_a_time, progress_page, review_page
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.panel import Hinted

_AT_ONCE: Final = 2
"""Number of reviews that are measured at the same time; the house has moves to think about, too."""
_TELL_EVERY: Final = 3.0
"""Seconds between two edits that tell a review's progress or place in the queue."""


class _Asked:
    """A review that a member has asked for: it waits for its turn, or is being measured."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.place: int | None = None
        """Its place in the queue, from 1; None if it does not wait."""
        self.moved = asyncio.Event()
        self.begun = asyncio.Event()

    def moved_to(self, place: int) -> None:
        """Note the review's place in the queue."""
        self.place = place
        self.moved.set()

    def begin(self) -> None:
        """Note that the review's turn has come."""
        self.place = None
        self.moved.set()
        self.begun.set()


class Reviews:
    """The handlers of reviews: each member has one at a time, servers take turns, and the results are stored."""

    def __init__(self, thinking: Thinking, looking_back: LookingBack) -> None:
        self._thinking = thinking
        self._looking_back = looking_back
        self._asked: dict[int, _Asked] = {}
        """The review that each member waits for."""
        self._places = Rota(_AT_ONCE)

    async def review(self, desk: Desk, interaction: Interaction, route: learn_routes.Review) -> None:
        """Show what the decisions cost, or all that can be counted; if they are not measured yet, measure them first.

        Raises:
            Refused: The member cannot review this game.
        """
        table, user = await desk.table_here(interaction, route.table_id), interaction.user.id
        if not can_review(table, user):
            raise Refused(Why.NO_REVIEW, table_id=table.id)
        known = review_of(table, user)
        if known is not None:
            found = await asyncio.to_thread(look_over, table, user)
            shown = details_page if route.more else review_page
            await say_privately(interaction, shown(table, known, found))
            return
        before = self._asked.get(user)
        if before is not None:
            await tell(interaction, one_at_a_time(before.table_id, before.place))
            return
        asked = self._asked[user] = _Asked(table.id)  # no await since the check, so a second click sees this one
        try:
            found = await asyncio.to_thread(look_over, table, user)
            review = await self._in_turn(desk, interaction, table, asked, found)
        finally:
            del self._asked[user]
        await interaction.edit_original_response(**review_page(table, review, found).editing())

    async def _in_turn(
        self, desk: Desk, interaction: Interaction, table: Table, asked: _Asked, found: Lookback
    ) -> Review:
        """Measure a review when its turn comes, and show its progress meanwhile."""
        user, seat = interaction.user.id, table.seat_of(interaction.user.id) or 0
        place = self._places.next_place(table.guild_id)
        waits = place > 0
        if waits:
            await say_privately(interaction, progress_page(table, seat, found, place=place))
            telling = asyncio.create_task(self._tell_places(interaction, table, seat, found, asked), name="a queue")
        try:
            async with self._places.of(table.guild_id, asked.moved_to):
                asked.begin()
                if waits:
                    await telling
                known = review_of(await desk.tables.get(table.id), user)
                if known is not None:  # it was measured in the background meanwhile
                    return known
                begun = desk.club.reviews.taken(table.id, seat)
                page = progress_page(table, seat, found, begun.part if begun else 0.0)
                if waits:
                    with contextlib.suppress(discord.HTTPException):
                        await interaction.edit_original_response(**page.editing())
                else:
                    await say_privately(interaction, page)
                looking = await asyncio.to_thread(reviews.LookingBack, table, seat) if begun is None else begun
                review = await self._look_back(interaction, table, looking, found)
        finally:
            if waits:
                telling.cancel()
        await desk.tables.ask(table.id, house_seats.keep_review, review)
        return review

    async def _tell_places(
        self, interaction: Interaction, table: Table, seat: int, found: Lookback, asked: _Asked
    ) -> None:
        """Show a review's place in the queue whenever it changes, at most every ``_TELL_EVERY`` seconds."""
        shown = asked.place
        while not asked.begun.is_set():
            await asked.moved.wait()
            asked.moved.clear()
            if asked.place in (None, shown):
                continue
            shown = asked.place
            with contextlib.suppress(*DISCORD_TROUBLE):  # after dismissing it, a member can ask again
                page = progress_page(table, seat, found, place=shown)
                await interaction.edit_original_response(**page.editing())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asked.begun.wait(), _TELL_EVERY)

    async def show_moment(self, desk: Desk, interaction: Interaction, route: archive_routes.ShowMoment) -> None:
        """Show a trick of a deal that is over in the replay, in a new message."""
        table = await desk.table_here(interaction, route.table_id)
        page = await self._looking_back.page(desk, interaction.user.id, table, route.deal, route.trick)
        await say_privately(interaction, page)

    async def _look_back(
        self, interaction: Interaction, table: Table, looking: reviews.LookingBack, found: Lookback
    ) -> Review:
        loop = asyncio.get_running_loop()
        told = loop.time()

        async def progress(part: float) -> None:
            nonlocal told
            if loop.time() - told >= _TELL_EVERY:
                told = loop.time()
                with contextlib.suppress(discord.HTTPException):  # after dismissing it, a member can ask again
                    await interaction.edit_original_response(view=progress_page(table, looking.seat, found, part))

        return await review_game(looking, self._thinking, progress)


_SOON: Final = 1.5
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

    async def hint(self, desk: Desk, interaction: Interaction, route: learn_routes.Hint) -> None:
        """Say in the panel what the house would do.

        Raises:
            Refused: The member is not seated, the table allows no hints, or they have asked for too much.
        """
        table, user = await desk.table_here(interaction, route.table_id), interaction.user.id
        if table.seat_of(user) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if table.status is Status.PLAYING and not table.hints:
            raise Refused(Why.NO_HINTS, table_id=table.id)
        view = _to_think_about(table, user)
        if view is None:
            said = tr("A hint is for your own turn; ask again then.") if table.live else ""
            await desk.in_panel(interaction, table, said if table.adjourned is None else "")
            return
        thought = self._thought(desk, interaction, table, view)
        # Thinking may take longer than Discord waits for a first answer.
        await interaction.response.defer(ephemeral=True, thinking=not in_own_message(interaction))
        thought.asked = interaction
        given = await self._awaited(desk, interaction, table, thought)
        if thought.asked is not interaction:  # a newer click answers the panel
            return
        now = await desk.tables.get(table.id)
        if given is not None:  # stored before it is shown, so that a review never charges a member for following it
            now = await desk.tables.ask(table.id, house_seats.keep_hint, user, thought.ply, given.action.text)
        if given is None or now.ply_for(user) != thought.ply or not now.live:
            said = tr("The table has moved on; this is how it stands now.")
            await self._show(desk, interaction, now, None, said)
        else:
            await self._show(desk, interaction, now, Hinted(given.action, hint_words(given, view)))

    async def _show(
        self, desk: Desk, interaction: Interaction, table: Table, hint: Hinted | None, said: str = ""
    ) -> None:
        """Show the panel with a hint, or with the reason why there is none."""
        user, panels = interaction.user.id, desk.presenter.panels
        said = desk.said_in(interaction, table, said)
        layout = await desk.showing.panel(table, user, note=said, hint=hint)
        if panels.is_above(interaction, table):
            sent = await panels.answer_below(interaction, table, layout)
        else:
            sent = Sent((await interaction.edit_original_response(**layout.editing())).id)
        # Registered as the panel without the hint, so that only a change at the table removes the hint.
        plain = await desk.showing.panel(table, user, note=said)
        await desk.presenter.keep_panel(interaction, table, plain, sent, note=said)
        if (await desk.tables.get(table.id)).ply_for(user) != table.ply_for(user):  # a player acted meanwhile
            await desk.show(interaction, table)

    def _thought(self, desk: Desk, interaction: Interaction, table: Table, view: View) -> _Thought:
        """Return the house's thought for a member; asked again at the same moment, it is the same one.

        Raises:
            Refused: The member has asked for too much in the last minute.
        """
        user = interaction.user.id
        known = self._thoughts.get((table.id, user))
        if known is not None and known.ply == table.ply_for(user) and not known.vain:
            return known
        desk.costly(interaction)
        if known is not None:
            known.task.cancel()  # its moment has passed
        live = desk.tables.register
        self._thoughts = {key: thought for key, thought in self._thoughts.items() if key[0] in live}
        seeds = {each: seed_of(table, user, each) for each in (Purpose.HINT, Purpose.COMPARE)}
        task = asyncio.create_task(self._thinking.hint(view, seeds, user=user, server=table.guild_id), name="hint")
        thought = self._thoughts[table.id, user] = _Thought(table.ply_for(user), task, interaction)
        return thought

    async def _awaited(self, desk: Desk, interaction: Interaction, table: Table, thought: _Thought) -> Hint | None:
        """Wait for a hint, and announce a long wait; return None if the table has moved on or a newer click waits."""
        clock, user = asyncio.get_running_loop().time, interaction.user.id
        while True:
            if thought.asked is not interaction:
                return None
            now = await desk.tables.get(table.id)
            if now.ply_for(user) != thought.ply or not now.live:
                thought.task.cancel()
                return None
            if thought.task.done():
                return thought.task.result()
            message = interaction.message.id if interaction.message is not None else None
            if clock() - thought.began > _SOON and thought.announced != message and in_own_message(interaction):
                thought.announced = message
                waiting = Hinted(None, tr("The house is thinking, half a minute at most; your move ends "
                "it."))  # fmt: skip
                layout = await desk.showing.panel(now, user, hint=waiting)
                await interaction.edit_original_response(**layout.editing())
                continue  # the table may have moved on meanwhile
            either: tuple[asyncio.Future[Any], ...] = thought.task, desk.presenter.panels.watchers.at(table.id)
            await asyncio.wait(either, timeout=_LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED)


def _to_think_about(table: Table, user_id: int) -> View | None:
    """Return a member's view if there is anything to give them a hint about, else None."""
    if table.status is not Status.PLAYING or table.adjourned is not None or table.awaits_deal:
        return None
    view = table.view(user_id)
    return view if view is not None and not view.over and _has_something_to_do(view) else None


def _has_something_to_do(view: View) -> bool:
    """Return whether there is anything to give a hint about; the house never calls a faced card."""
    return something_to_do(Level.STRONG, view) if view.honour is not None else bool(view.offered)
