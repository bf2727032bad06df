"""Handlers for the tutorial, lessons and exercises."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final, Protocol

import discord

from bot.engine import Action, Card
from bot.engine.cards import NO_CARD
from bot.members import Members, Preferences
from bot.tables import Tables
from bot.tables.house.reviews import can_review
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.kit.sight import sight_of
from bot.ui.routes import home as home_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes.learn import (
    AnswerLesson,
    ListLessons,
    OpenLesson,
)
from bot.ui.text.faces import Style, title_name
from bot.ui.text.happened import drawn_lately
from bot.ui.text.i18n import tr
from cogs.learn.lessons import progress as lessons
from cogs.learn.lessons.course import SHOWN, Standing, suggested
from cogs.learn.lessons.course import take_up as begin
from cogs.learn.lessons.pages import SHOW_ME, Learned, learn_page, lesson_page, seats
from cogs.learn.lessons.progress import LessonProgress, read_progress
from cogs.learn.lessons.shelf import BY_KEY, FIRST, HONOUR
from cogs.learn.pupil import PUPIL, names
from cogs.learn.tutorial.first_deal import FirstDeal, LostThread, Stage, read_steps, take_up
from cogs.learn.tutorial.honour import LAST, drawn_on, honour_lesson, seen
from cogs.learn.tutorial.pages import AGAIN, ASK, BACK, page, restart_page
from cogs.learn.tutorial.script import SCRIPT
from cogs.table.desk import Desk, Interaction
from cogs.table.posts.showing import Showing

KEY = "tutorial"
"""The key under which a member's progress is stored: the script's number, and the steps that the member has done."""
GAMES: Final = 3
"""Number of latest games that the page Learn offers to look back at."""


class Host(Protocol):
    """The desk, which keeps members' progress and knows how they see cards."""

    tables: Tables
    members: Members
    showing: Showing


async def show_lesson(host: Host, interaction: discord.Interaction[Any]) -> None:
    """Show the tutorial where the member has left it."""
    lesson = await _lesson(host.members.preferences, interaction.user.id)
    await say_privately(interaction, page(lesson, style=await _style(host, interaction, lesson)))


async def show_learn(desk: Desk, interaction: Interaction) -> None:
    """Show the page that leads to the tutorial, the lessons, the exercises and games to look back at."""
    await say_privately(interaction, await _learn_page(desk, interaction))


async def is_newcomer(desk: Desk, user_id: int) -> bool:
    """Tell whether a member has begun neither the tutorial nor anything else on the page Learn."""
    stored = await desk.members.preferences.of_member(user_id)
    begun = read_steps(stored.get(KEY), SCRIPT) or stored.get(lessons.KEY)
    return not begun and not (await desk.club.exercises.progress(user_id)).tried


async def _learn_page(desk: Desk, interaction: Interaction, said: str = "") -> Layout:
    user = interaction.user.id
    begun = bool((await _lesson(desk.members.preferences, user)).steps)
    exercises, games = await desk.club.exercises.progress(user), await _to_look_back_at(desk, interaction)
    lately = await desk.club.exercises.lately(user)
    return learn_page(Learned(await _progress(desk, user), begun, exercises, games, lately), said)


async def _to_look_back_at(desk: Desk, interaction: Interaction) -> list[tuple[int, str]]:
    """Return the member's latest games in this server that they may review, with the names of the others."""
    user, guild, now = interaction.user.id, interaction.guild_id, desk.tables.now()
    if guild is None:
        return []
    latest = await desk.tables.archive.finished(guild, sight_of(interaction).visible(), user, GAMES)
    found = await desk.tables.several([each.id for each in latest])
    return [
        (table.id, ", ".join(title_name(seat.name) for seat in table.seats if seat.user_id != user))
        for table in found
        if can_review(table, user) and (table.daily is None or now >= table.daily.until)
    ]


class Lessons:
    """The handlers that move members' lessons on."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        """Held during a step, so that of two simultaneous clicks the second sees the result of the first."""

    async def step(self, host: Host, interaction: discord.Interaction[Any], route: learn_routes.Tutor) -> None:
        """Do a step of the tutorial, store it, and show the next page; an earlier page's button shows this one."""
        user, preferences = interaction.user.id, host.members.preferences
        async with self._one_at_a_time:
            lesson = await _lesson(preferences, user)
            current = route.done == len(lesson.steps)
            if current and route.step == AGAIN:
                lesson = FirstDeal()
                await preferences.set_of_member(user, {KEY: None})
            elif current and lesson.allows(route.step):
                lesson.take(route.step)
                chosen: dict[str, object] = {KEY: {"script": SCRIPT, "steps": lesson.steps}}
                if lesson.stage is Stage.OVER:
                    chosen[lessons.KEY] = (await _progress(host, user)).with_done(FIRST).stored
                await preferences.set_of_member(user, chosen)
        asked = current and route.step == ASK
        known = current or route.step == BACK
        said = "" if known else _earlier()
        if asked:
            await in_place(interaction, restart_page(lesson))
        else:
            await in_place(interaction, page(lesson, said=said, style=await _style(host, interaction, lesson)))

    async def list_lessons(self, desk: Desk, interaction: Interaction, _route: ListLessons) -> None:
        """Show the page Learn."""
        await in_place(interaction, await _learn_page(desk, interaction))

    async def open(self, desk: Desk, interaction: Interaction, route: OpenLesson) -> None:
        """Open a lesson where it was left; one that is over, or that is to begin anew, opens at its beginning."""
        user = interaction.user.id
        if route.lesson == FIRST:
            first = await _lesson(desk.members.preferences, user)
            await in_place(interaction, page(first, style=await _style(desk, interaction, first)))
            return
        if route.lesson == HONOUR:
            await self.honour(desk, interaction, home_routes.LearnHonour())
            return
        lesson = BY_KEY.get(route.lesson)
        if lesson is None:
            known = tr("That lesson is no longer given; these are.")
            await in_place(interaction, await _learn_page(desk, interaction, known))
            return
        async with self._one_at_a_time:
            progress = await _progress(desk, user)
            standing = progress.standing(lesson)
            if standing.answers and (route.anew or standing.over):
                standing = begin(lesson, ())
                await _keep(desk, user, progress.after(standing))
        await _show(desk, interaction, standing)

    async def answer(self, desk: Desk, interaction: Interaction, route: AnswerLesson) -> None:
        """Judge an answer: store a right one and go on; for a wrong one say why, and ask again."""
        lesson, user = BY_KEY.get(route.lesson), interaction.user.id
        if lesson is None:
            await self.open(desk, interaction, OpenLesson(route.lesson))
            return
        tried, note = None, ""
        async with self._one_at_a_time:
            progress = await _progress(desk, user)
            standing = progress.standing(lesson)
            shown = route.answer == SHOW_ME and not standing.over
            act = suggested(standing) if shown else standing.act(route.answer)
            if route.done != len(standing.answers):
                note = _earlier()
            elif act is not None and act in standing.right:
                standing = begin(lesson, (*standing.answers, f"{SHOWN if shown else ''}{act.words}"))
                await _keep(desk, user, progress.after(standing))
            else:
                tried = act
        await _show(desk, interaction, standing, note=note, tried=tried)

    async def honour(self, host: Host, interaction: discord.Interaction[Any], route: home_routes.LearnHonour) -> None:
        """Show a page of the lesson on honour tables."""
        at, user = min(route.page, LAST), interaction.user.id
        if at == LAST:
            async with self._one_at_a_time:
                progress = await _progress(host, user)
                if HONOUR not in progress.done:
                    await _keep(host, user, progress.with_done(HONOUR))
        style = await host.showing.seat_style(
            seen(at), names(), user, interaction.guild_id or 0, drawn=partial(drawn_on, at)
        )
        await in_place(interaction, honour_lesson(at, route.said, style))


def _earlier() -> str:
    return tr("*That button was outdated; this is where we are.*")


async def _show(
    host: Host,
    interaction: discord.Interaction[Any],
    standing: Standing,
    *,
    note: str = "",
    tried: Action | None = None,
) -> None:
    """Show the current page of a lesson, with the picture of the table while it asks something."""
    user, view = interaction.user.id, standing.view
    if standing.over:
        style = host.showing.reader(user)[0]
    else:
        drawn = partial(drawn_lately, standing.game.deals[-1], standing.done, PUPIL)
        style = await host.showing.seat_style(view, seats(view), user, interaction.guild_id or 0, drawn=drawn)
    await in_place(interaction, lesson_page(standing, note=note, tried=tried, style=style))


async def _progress(host: Host, user_id: int) -> LessonProgress:
    """Return a member's progress; a tutorial that was finished before finished lessons were stored counts as done."""
    stored = await host.members.preferences.of_member(user_id)
    progress = read_progress(stored.get(lessons.KEY))
    if FIRST not in progress.done and _first_deal(stored.get(KEY)).stage is Stage.OVER:
        return progress.with_done(FIRST)
    return progress


async def _keep(host: Host, user_id: int, progress: LessonProgress) -> None:
    await host.members.preferences.set_of_member(user_id, {lessons.KEY: progress.stored})


async def _style(host: Host, interaction: discord.Interaction[Any], lesson: FirstDeal) -> Style:
    """Return how cards appear to the pupil, with the picture of the table while there is something to play."""
    if lesson.stage is not Stage.PLAYING:
        return host.showing.reader(interaction.user.id)[0]
    user, server = interaction.user.id, interaction.guild_id or 0

    def drawn() -> Card:
        return drawn_lately(lesson.game.deals[-1], lesson.done, PUPIL) if lesson.done else NO_CARD

    return await host.showing.seat_style(lesson.view, names(), user, server, drawn=drawn)


async def _lesson(preferences: Preferences, user_id: int) -> FirstDeal:
    return _first_deal((await preferences.of_member(user_id)).get(KEY))


def _first_deal(stored: object) -> FirstDeal:
    try:
        return take_up(read_steps(stored, SCRIPT))
    except LostThread:  # stored by another script, or damaged: the member loses a few minutes
        return FirstDeal()
