"""Giving tutorial and lessons: the pages of lessons, and the handlers that move a pupil on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import partial
from typing import Final

import discord

from bot.engine import Action, Card, Phase, Verb, View, parse_card
from bot.engine.cards import NO_CARD, RANK_LETTERS, SUIT_LETTERS
from bot.ui.kit.controls import BRASS, CLOTH, Content, Control, Layout, button, rows
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.routes import home as home_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes.learn import AnswerLesson, ListLessons, OpenLesson
from bot.ui.text.faces import PLAIN, Look, Style, face, suit_sign
from bot.ui.text.happened import drawn_lately, what_happened
from bot.ui.text.history import turn_up_text
from bot.ui.text.i18n import in_words, pair, tr
from bot.ui.text.table_lines import hand_lines, table_lines
from bot.ui.text.verbs import deed
from cogs.learn import KEY, STEPS, LessonProgress, count, learn_page_of, progress_of, tutorial_of
from cogs.learn.lesson import SHOWN, Lesson, Said, Standing, take_up
from cogs.learn.lessons import BY_KEY, FIRST, HONOUR, LESSONS
from cogs.learn.pupil import PUPIL, choices, names
from cogs.learn.tutorial.first_deal import FirstDeal, Stage, alike
from cogs.learn.tutorial.honour import LAST, drawn_on, honour_lesson, seen
from cogs.learn.tutorial.pages import AGAIN, ASK, LOOK, page, restart_page
from cogs.learn.tutorial.pages import told_first as madame_tells_first
from cogs.learn.tutorial.script import SCRIPT
from cogs.table.app import App, Interaction


def written(words: str, view: View) -> str:
    """Write one of a lesson's texts for the reader, about the moment of the pupil's view."""
    return tr(words, **_facts(view)) if words else ""


def said(what: Said, view: View) -> str:
    """Write a remark on an act, with the points that the acts it shows bring."""
    return tr(what.words, **_facts(view), gain=what.gain, loss=what.loss)


def _facts(view: View) -> dict[str, object]:
    faces = {rank + suit: face(parse_card(f"{rank}{suit}a")) for rank in RANK_LETTERS for suit in SUIT_LETTERS}
    quantities = view.quantities
    points = {row.name.replace("-", "_"): row.points for row in view.law.rows.values()}
    return {
        **faces,
        **points,
        "brisque": quantities.brisque,
        "last": quantities.last_trick,
        "seven": quantities.seven,
        "exchange": quantities.exchange,
        "carte_blanche": quantities.carte_blanche,
        **(quantities.stakes._asdict() if quantities.stakes is not None else {}),
        "trumps": suit_sign(view.trump) if view.trump >= 0 else "",
        "target": view.rules.target,
        "mine": view.side_totals[view.law.sides[PUPIL]],
        "hers": max(total for side, total in enumerate(view.side_totals) if side != view.law.sides[PUPIL]),
    }


SHOW_ME = "show-me"
"""Stands in place of an answer and gives the right one."""


HARD: Final = 3
"""Wrong answers to a question after which the way out is named."""
_BESIDE: Final = 120
"""Characters beside the picture of a table and a hand that a phone shows with them."""
_MOST: Final = 350
"""Characters of a page without pictures."""
_SENTENCES: Final = re.compile(r"(?<=[.?!])\s|(?<=[.?!]\*\*)\s")


def told_first(standing: Standing, style: Style) -> bool:
    """Return whether what is told has a page of its own, before the one with the picture and the cards."""
    if standing.over or style.look is not Look.PICTURES:
        return False
    told = _on_answer(standing) or ""
    return len(told) + len(written(standing.question.told, standing.view)) > _room(standing.view)


def _room(view: View) -> int:
    """Return how many characters have room beside the picture: fewer where there is more to press."""
    return _BESIDE - 30 * sum(act.verb is not Verb.PLAY for act in view.offered)


def in_short(text: str, room: int = _BESIDE) -> str:
    """Return the end of a text that was read before: as many whole sentences as there is room for, at least one."""
    short, *before = reversed(_SENTENCES.split(text))
    for each in before:
        if short.count("**") % 2 == 0 and len(each) + len(short) > room:
            break
        short = f"{each} {short}"
    return short


def lesson_page(
    standing: Standing,
    *,
    note: str = "",
    tried: Action | None = None,
    misses: int = 0,
    style: Style = PLAIN,
    look: bool = False,
) -> Layout:
    """Build the current page of a lesson; after a wrong act (`tried`) it says why, and that button is disabled."""
    if standing.over:
        return _over(standing, note, look=look)
    lesson, view = standing.lesson, standing.view
    wrong = standing.verdict(tried) if tried is not None else None
    first, told = told_first(standing, style), written(standing.question.told, view)
    happened = ""
    if standing.done:
        happened = what_happened(standing.game.deals[-1], standing.done, PUPIL, names(view.players), style)
    small, head = f"-# {happened}" if happened else None, f"### {tr(lesson.title)}\n-# {count(standing)}"
    if style.look is Look.PICTURES:
        head = f"-# {tr(lesson.title)} · {count(standing)}"
    anew = [button(OpenLesson(lesson.key, anew=True), tr("Begin again"))] if standing.answers else []
    if first and not look and wrong is None:
        go_on = button(_asking(standing, LOOK), tr("Go on"), discord.ButtonStyle.success)
        ways = [go_on, *anew, _all_lessons()]
        return Layout(CLOTH, note or None, head, _on_answer(standing), told, *rows(ways))
    remark = _remark(wrong, view, sign="✋") if wrong is not None else None if first else _on_answer(standing)
    if remark is not None and misses >= HARD:
        remark += " " + tr("**Show me** plays it for you.")
    items: list[Content] = [
        note or None,
        None if look or (wrong is not None and style.picture is not None) else head,
        remark,
        None if wrong is not None and style.picture is not None else in_short(told, _room(view)) if first else told,
        style.picture or "\n".join([_score(view), turn_up_text(view), *table_lines(view, names(view.players), style)]),
    ]
    if style.picture is None and (in_words() or view.phase is Phase.DECLARE):
        items.append("\n".join(hand_lines(view, style)))
    items.append(small if style.picture is None else None)
    struck = [act for act in view.legal if tried is not None and alike(act, tried)]
    ways = [button(_asking(standing, SHOW_ME), tr("Show me")), *([] if first else [*anew, _all_lessons()])]
    items += choices(view, style, partial(_asking, standing), struck=struck, beside=ways)
    return Layout(CLOTH, *items)


def _all_lessons() -> Control:
    return button(ListLessons(), tr("All lessons"))


def _asking(standing: Standing, words: str) -> AnswerLesson:
    return AnswerLesson(standing.lesson.key, len(standing.answers), words)


def _remark(what: Said | None, view: View, *, sign: str) -> str | None:
    if what is None or not what.words:
        return None
    return said(what, view) if in_words() else f"{sign} *{said(what, view)}*"


def _on_answer(standing: Standing, *, short: bool = False) -> str | None:
    """Write the remark on the last answer, or the answer itself if the pupil did not find it, with the remark."""
    shown, view = standing.just_shown, standing.view
    if shown is None:
        return _remark(standing.praise, view, sign="✓")
    told = pair(f"**{tr('The answer')}**", deed(shown))
    return f"{told}\n{said(standing.praise, view)}" if standing.praise is not None and not short else told


def _score(view: View) -> str:
    """Write the sides' scores, for a reader without a picture."""
    players = names(view.players)
    sides = [[players[seat] for seat in group] for group in view.law.side_seats]
    return " · ".join(f"{' + '.join(group)} **{total}**" for group, total in zip(sides, view.side_totals, strict=True))


def _over(standing: Standing, note: str, *, look: bool = False) -> Layout:
    """Build the page after the last answer; what a phone would not show with it comes on the next one."""
    lesson, view = standing.lesson, standing.view
    ways = [*_next(lesson), _all_lessons(), button(OpenLesson(lesson.key, anew=True), tr("Once more"))]
    shown = tr("Answers shown: {count}. The lesson is still to be done.", count=standing.shown)
    first = "\n".join(filter(None, [_on_answer(standing, short=True), shown if standing.shown else ""]))
    last = written(lesson.farewell, view)
    if lesson.told:
        told = [tr("And what one deal cannot show:"), *(f"• {written(each, view)}" for each in lesson.told.values())]
        first, last = f"{first}\n{last}", "\n".join(told)
    heading = f"### {tr(lesson.title)}"
    if lesson.told or len(first) + len(last) > _MOST:
        if not look:
            go_on = button(_asking(standing, LOOK), tr("Go on"), discord.ButtonStyle.primary)
            return Layout(BRASS, note or None, heading, first, *rows([go_on]))
        first = ""
    return Layout(BRASS, note or None, heading, first, last, *rows(ways))


def _next(lesson: Lesson) -> Sequence[Control]:
    """Build the button to the lesson after this one, if there is one."""
    at = LESSONS.index(lesson) + 1
    if at == len(LESSONS):
        return ()
    following = LESSONS[at]
    return (button(OpenLesson(following.key), tr(following.title), discord.ButtonStyle.primary, emoji="➡️"),)


async def show_lesson(app: App, interaction: Interaction) -> None:
    """Show the tutorial where the member has left it."""
    lesson = await tutorial_of(app.members.preferences, interaction.user.id)
    await say_privately(interaction, page(lesson, style=await _style(app, interaction, lesson)))


class Lessons:
    """The handlers that move members' lessons on."""

    def __init__(self) -> None:
        self._misses: dict[int, tuple[str, int, int]] = {}
        """By member: the lesson and the number of the question that was answered wrong last, and how often in a row."""
        self._one_at_a_time = asyncio.Lock()
        """Held during a step, so that of two simultaneous clicks the second sees the result of the first."""

    async def step(self, app: App, interaction: Interaction, route: learn_routes.Tutor) -> None:
        """Do a step of the tutorial, store it, and show the next page; an earlier page's button shows this one."""
        user, preferences = interaction.user.id, app.members.preferences
        async with self._one_at_a_time:
            lesson = await tutorial_of(preferences, user)
            current = route.done == len(lesson.steps)
            if current and route.step == AGAIN:
                lesson = FirstDeal()
                await preferences.set_of_member(user, {STEPS: None})
            elif current and lesson.allows(route.step):
                lesson.take(route.step)
                chosen: dict[str, object] = {STEPS: {"script": SCRIPT, "steps": lesson.steps}}
                if lesson.stage is Stage.OVER:
                    chosen[KEY] = (await progress_of(preferences, user)).with_done(FIRST).stored
                await preferences.set_of_member(user, chosen)
        if current and route.step == ASK:
            await in_place(interaction, restart_page(lesson))
            return
        look = route.step == LOOK
        said = "" if current or look else _earlier()
        style = await _style(app, interaction, lesson, look=look)
        await in_place(interaction, page(lesson, said=said, style=style, look=look))

    async def open(self, app: App, interaction: Interaction, route: OpenLesson) -> None:
        """Open a lesson where it was left; one that is over, or that is to begin anew, opens at its beginning."""
        user = interaction.user.id
        if route.lesson == FIRST:
            first = await tutorial_of(app.members.preferences, user)
            await in_place(interaction, page(first, style=await _style(app, interaction, first)))
            return
        if route.lesson == HONOUR:
            await self.honour(app, interaction, home_routes.LearnHonour())
            return
        lesson = BY_KEY.get(route.lesson)
        if lesson is None:
            known = tr("That lesson is no longer given; these are.")
            await in_place(interaction, await learn_page_of(app, interaction, known))
            return
        async with self._one_at_a_time:
            progress = await progress_of(app.members.preferences, user)
            standing = progress.standing(lesson)
            if standing.answers and (route.anew or standing.over):
                standing = take_up(lesson, ())
                await _keep(app, user, progress.after(standing))
        await _show(app, interaction, standing)

    async def answer(self, app: App, interaction: Interaction, route: AnswerLesson) -> None:
        """Judge an answer: store a right one and go on; for a wrong one say why, and ask again."""
        lesson, user = BY_KEY.get(route.lesson), interaction.user.id
        if lesson is None:
            await self.open(app, interaction, OpenLesson(route.lesson))
            return
        tried, note, misses, look = None, "", 0, route.answer == LOOK
        async with self._one_at_a_time:
            progress = await progress_of(app.members.preferences, user)
            standing = progress.standing(lesson)
            shown = route.answer == SHOW_ME and not standing.over
            act = standing.suggested if shown else standing.act(route.answer)
            if route.done != len(standing.answers):
                note = _earlier()
            elif act is not None and act in standing.right:
                standing = take_up(lesson, (*standing.answers, f"{SHOWN if shown else ''}{act.words}"))
                await _keep(app, user, progress.after(standing))
                self._misses.pop(user, None)
            elif act is not None:
                tried, before = act, self._misses.get(user, ("", 0, 0))
                misses = 1 + (before[2] if before[:2] == (lesson.key, route.done) else 0)
                self._misses[user] = (lesson.key, route.done, misses)
        await _show(app, interaction, standing, note=note, tried=tried, misses=misses, look=look)

    async def honour(self, app: App, interaction: Interaction, route: home_routes.LearnHonour) -> None:
        at, user = min(route.page, LAST), interaction.user.id
        if at == LAST:
            async with self._one_at_a_time:
                progress = await progress_of(app.members.preferences, user)
                if HONOUR not in progress.done:
                    await _keep(app, user, progress.with_done(HONOUR))
        style = await app.renderer.seat_style(
            seen(at), names(), user, interaction.guild_id or 0, drawn=partial(drawn_on, at)
        )
        await in_place(interaction, honour_lesson(at, route.said, style))


def _earlier() -> str:
    return tr("*That button was outdated; this is where we are.*")


async def _show(
    app: App,
    interaction: Interaction,
    standing: Standing,
    *,
    note: str = "",
    tried: Action | None = None,
    misses: int = 0,
    look: bool = False,
) -> None:
    """Show the current page of a lesson, with the picture of the table while it asks something."""
    user, view = interaction.user.id, standing.view
    style = app.renderer.reader(user)[0]
    if not standing.over and (look or tried is not None or not told_first(standing, style)):
        drawn = partial(drawn_lately, standing.game.deals[-1], standing.done, PUPIL)
        style = await app.renderer.seat_style(view, names(view.players), user, interaction.guild_id or 0, drawn=drawn)
    await in_place(interaction, lesson_page(standing, note=note, tried=tried, misses=misses, style=style, look=look))


async def _keep(app: App, user_id: int, progress: LessonProgress) -> None:
    await app.members.preferences.set_of_member(user_id, {KEY: progress.stored})


async def _style(app: App, interaction: Interaction, lesson: FirstDeal, *, look: bool = False) -> Style:
    """Return how cards appear to the pupil, with the picture of the table while there is something to play."""
    style = app.renderer.reader(interaction.user.id)[0]
    if lesson.stage is not Stage.PLAYING or (not look and madame_tells_first(lesson, style)):
        return style
    user, server = interaction.user.id, interaction.guild_id or 0

    def drawn() -> Card:
        return drawn_lately(lesson.game.deals[-1], lesson.done, PUPIL) if lesson.done else NO_CARD

    return await app.renderer.seat_style(lesson.view, names(), user, server, drawn=drawn)
