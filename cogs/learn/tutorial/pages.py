"""The pages of the tutorial, which one private message shows one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.engine import Phase, View
from bot.engine.events import PointsMarked
from bot.ui.kit.controls import BRASS, CLOTH, Content, Control, Layout, button, divider, rows
from bot.ui.routes import home as home_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes.learn import ListLessons
from bot.ui.text.faces import PLAIN, Look, Style, sorted_hand
from bot.ui.text.happened import what_happened
from bot.ui.text.history import score_sheet, trick_on_table, turn_up_text
from bot.ui.text.i18n import in_words, tr
from bot.ui.text.scoring import mark_reason
from cogs.learn.pupil import PUPIL, choices, names
from cogs.learn.tutorial.first_deal import BEGIN, GO_ON, FirstDeal, Stage
from cogs.learn.tutorial.remarks import hint, remark
from cogs.learn.tutorial.script import MADAME, RESUME_AT
from cogs.learn.tutorial.topics import Topic

_HEADING: Final = "### Madame Bézique"
ASK, AGAIN, LOOK = "again?", "again", "back"
"""Words that are no steps: ask whether to begin again, begin again, or go on to the cards after what is told."""
_BESIDE: Final = 130
"""Characters beside the picture of a table and a hand that a phone shows with them."""


def told_first(lesson: FirstDeal, style: Style) -> bool:
    """Return whether what Madame tells has a page of its own, before the one with the picture and the cards."""
    if lesson.stage is not Stage.PLAYING or style.look is not Look.PICTURES:
        return False
    told = lesson.topic.value.words(lesson.view) if lesson.topic is not None else ""
    return len(told) + len(_happened(lesson, PLAIN) or "") + len(hint(lesson)) > _BESIDE


def page(lesson: FirstDeal, *, said: str = "", style: Style = PLAIN, look: bool = False) -> Layout:
    """Build the current page of a lesson, with `said` on top; what Madame tells comes before the choices (`look`)."""
    if lesson.stage is Stage.WELCOME:
        begin = _press(lesson, BEGIN, tr("Deal the cards"), discord.ButtonStyle.success)
        return Layout(CLOTH, said or None, _HEADING, welcome(), *rows([begin]))
    if lesson.stage is Stage.SKIPPING:
        return _skipping(lesson, said, style)
    if lesson.stage is Stage.OVER:
        return _boards(lesson, said) if look else _over(lesson, said)
    view, happened = lesson.view, _happened(lesson, style)
    told = lesson.topic.value.words(view) if lesson.topic is not None else None
    if first := told_first(lesson, style):
        if not look:
            go_on = _press(lesson, LOOK, tr("Go on"), discord.ButtonStyle.success)
            return Layout(CLOTH, said or None, _HEADING, happened, told, *rows([go_on, _restart(lesson)]))
        told = happened = None
    items: list[Content] = [
        said or None,
        None if style.picture is not None else "\n".join([_HEADING, _score(view), f"-# {turn_up_text(view)}"]),
        told,
        style.picture or _table_in_words(view, style),
        happened,
        f"**{hint(lesson)}**" if in_words() else f"➤ {hint(lesson)}",
    ]
    if view.phase is Phase.DECLARE and style.picture is None:
        items.append(_cards_held(view, style))
    done = len(lesson.steps)
    items += choices(view, style, lambda words: learn_routes.Tutor(done, words), suggested=lesson.suggested)
    items += [] if first else rows([_restart(lesson)])
    return Layout(CLOTH, *items)


def welcome() -> str:
    """Say who Madame is, what the game is about, and how the lesson goes."""
    return tr(
        "*Bonsoir!* I am **Madame Bézique**. My game is to collect cards that belong together, a king and a queen or "
        "four aces, and to win tricks: who wins one may score them.\n\nWe play one deal, ten minutes, by a script "
        "that shows each rule when you need it. Leave whenever you like; `/learn` brings you "
        "back."
    )


def skipping(missed: Sequence[Topic]) -> str:
    """Say that some tricks are skipped, and explain the topics that have not come up."""
    words = tr(
        "**We skip ahead.** I shall play fourteen tricks for both of us, as if you had followed me all along; so your "
        "cards may not be those that you expect. And I am going to score a little myself. Forgive me."
    )
    lines = "\n".join(f"• {topic.value.missed()}" for topic in missed if topic.value.missed is not None)
    return f"{words}\n\n{tr('What has not come up yet:')}\n{lines}" if lines else words


def _farewell(view: View) -> str:
    """Say how the deal has ended."""
    mine, hers = view.totals[PUPIL], view.totals[MADAME]
    if mine > hers:
        return tr("**{mine} to {hers}: you have beaten me.** *Chapeau!*", mine=mine, hers=hers)
    if mine < hers:
        return tr("**{mine} to {hers}.** I was lucky; you were charming.", mine=mine, hers=hers)
    return tr("**{mine} all.** We are worthy of each other.", mine=mine)


def restart_page(lesson: FirstDeal) -> Layout:
    """Build the page that asks whether to begin again."""
    return Layout(
        BRASS,
        _HEADING,
        tr("Begin again with the first card? This deal is then forgotten."),
        *rows([_press(lesson, AGAIN, tr("Begin again"), discord.ButtonStyle.danger),
               _press(lesson, LOOK, tr("Go on playing"))]),
    )  # fmt: skip


def _score(view: View) -> str:
    return tr("You **{mine}** · Madame **{hers}**", mine=view.totals[PUPIL], hers=view.totals[MADAME])


def _skipping(lesson: FirstDeal, said: str, style: Style) -> Layout:
    return Layout(
        BRASS,
        said or None,
        "\n".join([_HEADING, _score(lesson.view)]),
        _happened(lesson, style),
        divider(),
        skipping(lesson.missed),
        *rows([_press(lesson, GO_ON, tr("Go on"), discord.ButtonStyle.success), _restart(lesson)]),
    )


def _over(lesson: FirstDeal, said: str) -> Layout:
    """Build the page with the result of the deal."""
    view = lesson.view
    return Layout(
        BRASS,
        said or None,
        _HEADING,
        _farewell(view),
        score_sheet(view.marks, (tr("You"), tr("Me")), view.totals),
        *rows([_practise(), _press(lesson, LOOK, tr("Go on"))]),
    )


def _practise() -> Control:
    return button(home_routes.Practise(beginner=True), tr("Practise"), discord.ButtonStyle.primary)


def _boards(lesson: FirstDeal, said: str) -> Layout:
    """Build the last page: what a real table looks like, and where to go from here."""
    return Layout(
        BRASS,
        said or None,
        _HEADING,
        tr(
            "A game goes on to {target}, the deal passing to and fro; or it is **one deal**. At a real table everybody "
            "sees the **board**; your cards come under **My hand**, for you alone, with **Declare?** and, "
            "behind **Menu**, the rest.\n**Practise** is against a beginner of the house, `/practice` against better "
            "ones, `/play` against people.",
            target=lesson.view.rules.target,
        ),
        *rows(
            [
                _practise(),
                button(ListLessons(), tr("Lessons")),
                button(home_routes.OpenTable(), tr("Open a table")),
                _press(lesson, AGAIN, tr("Play it again")),
            ]
        ),
    )


def _happened(lesson: FirstDeal, style: Style) -> str | None:
    """Write what has happened since the last card, with Madame's remark on it."""
    line = what_happened(lesson.game.deals[-1], lesson.done, PUPIL, names(), style) if lesson.done else ""
    meanwhile, words = "", remark(lesson)
    if lesson.resumed and len(lesson.done) == RESUME_AT:
        marks = [event.mark for event in lesson.events if isinstance(event, PointsMarked)]
        told = {
            seat: ", ".join(f"{mark_reason(mark.reason)} {mark.points}" for mark in marks if mark.seat == seat)
            for seat in (PUPIL, MADAME)
        }
        meanwhile = tr("Meanwhile you have scored: {mine}. And I: {hers}.", mine=told[PUPIL], hers=told[MADAME])
    parts = [f"-# {line}" if line else "", f"-# {meanwhile}" if meanwhile else "", f"*{words}*" if words else ""]
    return "\n".join(part for part in parts if part) or None


def _table_in_words(view: View, style: Style) -> str | None:
    """Write the cards on the table, for a reader without a picture."""
    lines = []
    if view.tables[MADAME]:
        lines.append(tr("Before me: {cards}", cards=style.cards(sorted_hand(view.tables[MADAME]))))
    if view.trick:
        lines.append(tr("On the table: {trick}", trick=trick_on_table(view, names(), style)))
    return "\n".join(lines) or None


def _cards_held(view: View, style: Style) -> str:
    text = tr("Your cards: {cards}", cards=style.hand(view, view.hand))
    if view.tables[PUPIL]:
        text += "\n" + tr("On the table: {cards}", cards=style.hand(view, view.tables[PUPIL]))
    return text


def _restart(lesson: FirstDeal) -> Control:
    return _press(lesson, ASK, tr("Begin again"))


def _press(
    lesson: FirstDeal, words: str, text: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Control:
    return button(learn_routes.Tutor(len(lesson.steps), words), text, style)
