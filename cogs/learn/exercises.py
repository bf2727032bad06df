"""Exercises: their pages, and the handlers of answers."""

from __future__ import annotations

from typing import NamedTuple

import discord

from bot.club.exercises import Exercise, Progress, Source
from bot.coach.positions import Verdict
from bot.coach.samples import same_in_kind
from bot.engine import Action, ActionError, Phase, Verb, parse_action
from bot.engine.actions import play
from bot.engine.cards import NO_CARD
from bot.house.roster import HOUSE, Level
from bot.tables import number_of
from bot.tables.house.pool import ThinkingFailedError
from bot.tables.house.thinking import Thinking
from bot.ui.kit.controls import BRASS, CLOTH, SLATE, Content, Control, Layout, button, menu, rows
from bot.ui.kit.reply import in_own_message, in_place, say_privately
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.learn import Answer, ListLessons, NextExercise, OfExercise, ShowAnswer, TryAgain
from bot.ui.text.exercises import answer_words, found_words, question, score, why_words, wrong_words
from bot.ui.text.faces import Style, own_hand
from bot.ui.text.happened import drawn_lately, what_happened
from bot.ui.text.history import turn_up_text
from bot.ui.text.i18n import tr, trn
from bot.ui.text.learning import rated_words
from bot.ui.text.table_lines import hand_lines, table_lines
from bot.ui.text.words import rules_line
from cogs.table.app import App, Interaction
from cogs.table.pages.declaring import MOST_BUTTONS, label, lies_line, offered, passing
from cogs.table.pages.panel import CARDS_A_ROW


class Asking(NamedTuple):
    """An exercise, with all that is needed to show it to one reader."""

    exercise: Exercise
    names: tuple[str, ...]
    source: Source
    """The source from which the reader wants the next exercise."""
    style: Style


class Answered(NamedTuple):
    """An answer and the verdict on it."""

    action: Action
    verdict: Verdict


def exercise_page(asking: Asking, answered: Answered | None = None, note: str = "") -> Layout:
    """Build the message that asks; after an answer that is not the best, it says what that costs and asks again."""
    exercise, view = asking.exercise, asking.exercise.view
    wrong = wrong_words(answered.action, answered.verdict, view) if answered is not None else None
    items = _table(asking, before=True)
    items += [wrong or f"**{question(exercise.kind, view.rules)}**"]
    items += _choices(asking, answered)
    return Layout(CLOTH, f"⚠ {note}" if note else None, *items)


def found_page(asking: Asking, answered: Answered, progress: Progress, *, first: bool) -> Layout:
    """Build the message after an answer that is as good as the best; `first` if it was the first answer to it."""
    exercise = asking.exercise
    words = found_words(answered.action, exercise.best, why_words(exercise.best, exercise.alternatives, exercise.view))
    return Layout(BRASS, *_table(asking), words, *_after(asking, progress, first=first))


def answer_page(asking: Asking, progress: Progress) -> Layout:
    """Build the message that shows the best answer to a member who gives up."""
    exercise = asking.exercise
    words = answer_words(exercise.best, why_words(exercise.best, exercise.alternatives, exercise.view))
    return Layout(SLATE, *_table(asking), words, *_after(asking, progress, first=False))


def nothing_page(source: Source) -> Layout:
    """Build the message that says that no exercise is left."""
    if source is not Source.OWN:
        return Layout(SLATE, f"### {tr('Exercise')}", tr("No exercise just now."))
    return Layout(
        SLATE,
        f"### {tr('Exercise')}",
        tr("None left from your own games; **What cost me most** under a result makes new ones."),
        *rows([button(NextExercise(), tr("Another one"), discord.ButtonStyle.primary)]),
    )


def _table(asking: Asking, *, before: bool = False) -> list[Content]:
    """Lay out what the player could see at that moment, and `before` it, unless a picture shows what had happened."""
    exercise, view, style = asking.exercise, asking.exercise.view, asking.style
    if style.picture is not None:
        return [_heading(asking), style.picture]
    head = [f"### {tr('Exercise')}", _heading(asking)]
    head += [turn_up_text(view), score(view, asking.names), *table_lines(view, asking.names, style)]
    head += hand_lines(view, style)
    happened = what_happened(exercise.dealt, exercise.before, view.turn, asking.names, style) if before else ""
    return ["\n".join(head), happened or None]


def _heading(asking: Asking) -> str:
    exercise = asking.exercise
    if (own := exercise.own) is None:
        return "-# " + rules_line(exercise.view.rules, exercise.preset)
    return "-# " + tr("From your game at table {table}: deal {deal}, trick {trick}",
                      table=number_of(own.table_id), deal=own.deal + 1, trick=own.trick)  # fmt: skip


def _choices(asking: Asking, answered: Answered | None) -> list[Content]:
    """Lay out a control for each possible answer."""
    exercise, view = asking.exercise, asking.exercise.view
    others = offered(view)
    ways = [
        button(ShowAnswer(exercise.name, asking.source, counts=True), tr("Show me")),
        button(NextExercise(asking.source, exercise.name), tr("Another one")),
    ]
    if view.phase is not Phase.DECLARE:
        items: list[Content] = list(rows(_cards(asking, answered), CARDS_A_ROW))
        items += rows([_control(asking, each, label(each, view), answered) for each in others], 2)
        if answered is None and (line := lies_line(view, asking.style, buttons=True)):
            items.append(f"-# {line}")
        return [*items, *rows(ways)]
    if len(others) > MOST_BUTTONS:
        entries = [(label(each, view), _route(asking, each), "") for each in others]
        items = [menu(tr("What do you declare?"), entries)]
    else:
        items = list(rows([_control(asking, each, label(each, view), answered) for each in others], 2))
    return [*items, *rows([_control(asking, Action(view.turn, Verb.PASS), passing(view), answered), *ways])]


def _cards(asking: Asking, answered: Answered | None) -> list[Control]:
    """Make a button for each card held; only those that may be played can be pressed."""
    view = asking.exercise.view
    playable = {action.cards[0] for action in view.legal if action.verb is Verb.PLAY}
    found = []
    for card in own_hand(view):
        text, emoji = asking.style.label(card, lies=card in view.tables[view.turn])
        found.append(
            _control(asking, play(view.turn, card), text, answered, emoji=emoji, disabled=card not in playable)
        )
    return found


def _control(
    asking: Asking,
    action: Action,
    text: str,
    answered: Answered | None,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> Control:
    tried = answered is not None and same_in_kind(asking.exercise.view, answered.action, action)
    style = discord.ButtonStyle.danger if tried else discord.ButtonStyle.primary
    style = discord.ButtonStyle.secondary if disabled else style
    return button(_route(asking, action), text, style, emoji=emoji, disabled=disabled or tried)


def _route(asking: Asking, action: Action) -> Answer:
    return Answer(asking.exercise.name, asking.source, counts=True, action=action.words)


def _after(asking: Asking, progress: Progress, *, first: bool) -> list[Content]:
    """Lay out what stands under an answer: how it counts, and the buttons that lead on."""
    own, name = asking.exercise.own, asking.exercise.name
    controls = [button(NextExercise(asking.source, name), tr("Another one"), discord.ButtonStyle.success)]
    if own is not None:
        controls.append(button(archive_routes.ShowMoment(own.table_id, own.deal, own.trick), tr("Replay the deal")))
    controls.append(button(ListLessons(), tr("Learn")))
    return [_row(progress, first=first), *rows(controls)]


def _row(progress: Progress, *, first: bool) -> str | None:
    """Say how many exercises the member solved in a row; only the first answer to each counts."""
    if not progress.found:
        return None
    found = tr("{found} of {tried} found at the first try", found=progress.found, tried=len(progress.tried))
    counted = f"{rated_words(progress.strength)} · {found}"
    if first and progress.streak > 1:
        now = trn("**{count} in a row!**", "**{count} in a row!**", progress.streak)
        best = tr("longest row: {count}", count=progress.longest)
        return f"{now}\n-# {counted}; {best}"
    return f"-# {counted}"


async def following(app: App, interaction: Interaction, route: NextExercise) -> None:
    """Show the next exercise in place of the previous one."""
    user = interaction.user.id
    usual = await app.members.preferences.offered(interaction.guild_id or 0, user)
    name = await app.club.exercises.following(user, usual, route.source, route.after)
    if name is None:
        await in_place(interaction, nothing_page(route.source))
        return
    exercise = await app.club.exercises.get(user, name)
    await in_place(interaction, exercise_page(await _asking(app, interaction, exercise, route.source)))


async def again(app: App, interaction: Interaction, route: TryAgain) -> None:
    """Show a decision of a review as an exercise, in a new message, so that the review stays."""
    table = await app.table_here(interaction, route.table_id)
    exercise = await app.club.exercises.of_review(interaction.user.id, table, route.decision)
    asking = await _asking(app, interaction, exercise, Source.ANY)
    await say_privately(interaction, exercise_page(asking))


class Exercises:
    """The handlers of answers; those about members' own games are measured in the house's pool if need be."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    async def answer(self, app: App, interaction: Interaction, route: Answer) -> None:
        """Show the verdict on an answer: the best move is found, or the member may try again."""
        asking = await _asked(app, interaction, route)
        exercise = asking.exercise
        action = _possible(exercise, route.action)
        if action is None:
            await in_place(interaction, exercise_page(asking, note=tr("That cannot be done here.")))
            return
        verdict = exercise.known(action)
        measured = verdict is None
        if verdict is None:
            verdict = await self._measured(app, interaction, exercise, action)
        page = await self._page(app, interaction, asking, action, verdict)
        if measured:
            await interaction.edit_original_response(**page.editing())
        else:
            await in_place(interaction, page)

    async def show(self, app: App, interaction: Interaction, route: ShowAnswer) -> None:
        """Show the best move; a member who has not answered before counts as not having found it."""
        asking = await _asked(app, interaction, route)
        progress = await _noted(app, interaction, asking.exercise, found=False)
        await in_place(interaction, answer_page(asking, progress))

    async def _measured(self, app: App, interaction: Interaction, exercise: Exercise, action: Action) -> Verdict | None:
        """Return the measured verdict on an answer, or None if the house is too busy."""
        app.costly(interaction)
        # Thinking may take longer than Discord waits for a first answer.
        await interaction.response.defer(ephemeral=True, thinking=not in_own_message(interaction))
        try:
            asked, user = exercise.asked(action), interaction.user.id
            return await self._thinking.weigh_answer(asked, user=user, server=interaction.guild_id or 0)
        except ThinkingFailedError:
            return None

    async def _page(
        self, app: App, interaction: Interaction, asking: Asking, action: Action, verdict: Verdict | None
    ) -> Layout:
        exercise = asking.exercise
        if verdict is None:
            note = tr("The house is too busy; nothing counted; try again in a moment.")
            return exercise_page(asking, note=note)
        first = exercise.name not in (await app.club.exercises.progress(interaction.user.id)).tried
        progress = await _noted(app, interaction, exercise, found=verdict.found)
        answered = Answered(action, verdict)
        if verdict.found:
            return found_page(asking, answered, progress, first=first)
        return exercise_page(asking, answered)


async def _asked(app: App, interaction: Interaction, route: OfExercise) -> Asking:
    exercise = await app.club.exercises.get(interaction.user.id, route.name)
    return await _asking(app, interaction, exercise, route.source)


async def _asking(app: App, interaction: Interaction, exercise: Exercise, source: Source) -> Asking:
    view, user = exercise.view, interaction.user.id
    names = exercise.names or _house(view.players, view.turn)
    server = interaction.guild_id or 0

    def drawn() -> int:
        return drawn_lately(exercise.dealt, exercise.before, view.turn) if exercise.before else NO_CARD

    style = await app.renderer.seat_style(view, names, user, server, drawn=drawn)
    return Asking(exercise, names, source, style)


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


async def _noted(app: App, interaction: Interaction, exercise: Exercise, *, found: bool) -> Progress:
    user, hard = interaction.user.id, exercise.hardness
    return await app.club.exercises.answered(user, exercise.name, found=found, hardness=hard)
