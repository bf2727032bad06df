"""Handlers for `/exercise` and **Try again**: they show a position, ask for the best move, and judge an answer."""

from __future__ import annotations

from bot.club.exercises.exercise import Exercise
from bot.club.exercises.values import Progress, Source
from bot.coach.answers import Verdict
from bot.engine import Action, ActionError, parse_action
from bot.engine.cards import NO_CARD
from bot.house.levels import Level
from bot.house.roster import HOUSE
from bot.tables.house.pool import ThinkingFailedError
from bot.tables.house.thinking import Thinking
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import in_own_message, in_place, say_privately
from bot.ui.routes.learn import Answer, NextExercise, OfExercise, ShowAnswer, TryAgain
from bot.ui.text.happened import drawn_lately
from bot.ui.text.i18n import tr
from cogs.learn.exercise_pages import Answered, Asking, answer_page, exercise_page, found_page, nothing_page
from cogs.table.desk import Desk, Interaction


async def show_exercise(desk: Desk, interaction: Interaction, source: Source) -> None:
    """Show the next exercise in a new private message."""
    await say_privately(interaction, await _next(desk, interaction, NextExercise(source)))


async def following(desk: Desk, interaction: Interaction, route: NextExercise) -> None:
    """Show the next exercise in place of the previous one."""
    await in_place(interaction, await _next(desk, interaction, route))


async def again(desk: Desk, interaction: Interaction, route: TryAgain) -> None:
    """Show a decision of a review as an exercise, in a new message, so that the review stays."""
    table = await desk.table_here(interaction, route.table_id)
    exercise = await desk.club.exercises.of_review(interaction.user.id, table, route.decision)
    asking = await _asking(desk, interaction, exercise, Source.OWN, counts=False)
    await say_privately(interaction, exercise_page(asking))


class Exercises:
    """The handlers of answers; those about members' own games are measured in the house's pool if need be."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def answer(self, desk: Desk, interaction: Interaction, route: Answer) -> None:
        """Show the verdict on an answer: the best move is found, or the member may try again."""
        exercise, asking = await _asked(desk, interaction, route)
        action = _possible(exercise, route.action)
        if action is None:
            await in_place(interaction, exercise_page(asking, note=tr("That cannot be done here.")))
            return
        verdict = exercise.known(action)
        measured = verdict is None
        if verdict is None:
            verdict = await self._measured(desk, interaction, exercise, action)
        page = await self._page(desk, interaction, asking, action, verdict)
        if measured:
            await interaction.edit_original_response(**page.editing())
        else:
            await in_place(interaction, page)

    async def show(self, desk: Desk, interaction: Interaction, route: ShowAnswer) -> None:
        """Show the best move; a member who has not answered before counts as not having found it."""
        exercise, asking = await _asked(desk, interaction, route)
        progress = await _noted(desk, interaction, exercise, found=False) if route.counts else None
        await in_place(interaction, answer_page(asking, progress))

    async def _measured(
        self, desk: Desk, interaction: Interaction, exercise: Exercise, action: Action
    ) -> Verdict | None:
        """Return the measured verdict on an answer, or None if the house is too busy."""
        desk.costly(interaction)
        # Thinking may take longer than Discord waits for a first answer.
        await interaction.response.defer(ephemeral=True, thinking=not in_own_message(interaction))
        try:
            asked, user = exercise.asked(action), interaction.user.id
            return await self._thinking.weigh_answer(asked, user=user, server=interaction.guild_id or 0)
        except ThinkingFailedError:
            return None

    async def _page(
        self, desk: Desk, interaction: Interaction, asking: Asking, action: Action, verdict: Verdict | None
    ) -> Layout:
        exercise = asking.exercise
        if verdict is None:
            note = tr(
                "The house is too busy to weigh that just now. Nothing has counted; please try again in a moment."
            )
            return exercise_page(asking, note=note)
        progress, first = None, False
        if asking.counts:
            first = exercise.name not in (await desk.club.exercises.progress(interaction.user.id)).tried
            progress = await _noted(desk, interaction, exercise, found=verdict.found)
        answered = Answered(action, verdict)
        if verdict.found:
            return found_page(asking, answered, progress, first=first)
        return exercise_page(asking, answered)


async def _next(desk: Desk, interaction: Interaction, route: NextExercise) -> Layout:
    user = interaction.user.id
    usual = await desk.members.preferences.offered(interaction.guild_id or 0, user)
    name = await desk.club.exercises.following(user, usual, route.source, route.after)
    if name is None:
        return nothing_page(route.source)
    exercise = await desk.club.exercises.get(user, name)
    return exercise_page(await _asking(desk, interaction, exercise, route.source, counts=True))


async def _asked(desk: Desk, interaction: Interaction, route: OfExercise) -> tuple[Exercise, Asking]:
    """Return the exercise to which a control belongs, and how its reader sees it.

    Raises:
        Refused: The exercise does not exist any more, or is another member's.
    """
    exercise = await desk.club.exercises.get(interaction.user.id, route.name)
    return exercise, await _asking(desk, interaction, exercise, route.source, counts=route.counts)


async def _asking(desk: Desk, interaction: Interaction, exercise: Exercise, source: Source, *, counts: bool) -> Asking:
    view, user = exercise.view, interaction.user.id
    names = exercise.names or _house(view.players, view.turn)
    server = interaction.guild_id or 0

    def drawn() -> int:
        return drawn_lately(exercise.dealt, exercise.before, view.turn) if exercise.before else NO_CARD

    style = await desk.showing.seat_style(view, names, user, server, drawn=drawn)
    return Asking(exercise, names, source, counts, style)


def _house(players: int, seat: int) -> tuple[str, ...]:
    """Return the seats' names for an exercise from the house's games: "You" for the reader, and house players."""
    others = iter([each.shown for each in HOUSE.values() if each.level is Level.REGULAR])
    return tuple(tr("You") if at == seat else next(others) for at in range(players))


def _possible(exercise: Exercise, words: str) -> Action | None:
    """Return the action that a control names, or None if it is not possible in the exercise."""
    try:
        action = parse_action(f"{exercise.view.turn} {words}")
    except ActionError:
        return None
    return action if action in exercise.view.legal else None


async def _noted(desk: Desk, interaction: Interaction, exercise: Exercise, *, found: bool) -> Progress:
    return await desk.club.exercises.note(interaction.user.id, exercise.name, found=found)
