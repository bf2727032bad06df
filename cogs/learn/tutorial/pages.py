"""The pages of the tutorial, which one private message shows one after the other."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine import Phase, View
from bot.ui.kit.controls import BRASS, CLOTH, Control, Layout, button, divider, rows
from bot.ui.routes import home as home_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes.learn import ListLessons
from bot.ui.text.faces import PLAIN, Picture, Style, sorted_hand
from bot.ui.text.history import score_sheet, trick_on_table, turn_up_text
from bot.ui.text.i18n import in_words, tr
from cogs.learn.tutorial.buttons import choices
from cogs.learn.tutorial.first_deal import BEGIN, GO_ON, FirstDeal, Stage
from cogs.learn.tutorial.remarks import hint, remark
from cogs.learn.tutorial.script import MADAME, PUPIL
from cogs.learn.tutorial.story import happened, names, scored_meanwhile
from cogs.learn.tutorial.telling import farewell, skipping, told, welcome, what_next

ASK, AGAIN, BACK = "again?", "again", "back"
"""Words that are no steps: ask whether to begin again, begin again, or go back to the lesson."""


def page(lesson: FirstDeal, *, said: str = "", style: Style = PLAIN) -> Layout:
    """Build the current page of a lesson.

    Args:
        said: A text at the top.
        style: How cards appear; it may bring a picture of the table.
    """
    if lesson.stage is Stage.WELCOME:
        return _welcome(said)
    if lesson.stage is Stage.SKIPPING:
        return _skipping(lesson, said, style)
    if lesson.stage is Stage.OVER:
        return _over(lesson, said, style)
    view = lesson.view
    items: list[discord.ui.Item[Any] | Picture | str | None] = [
        said or None,
        _heading() if style.picture is not None else "\n".join([_heading(), _score(view), f"-# {turn_up_text(view)}"]),
        told(lesson),
        style.picture or _table_in_words(view, style),
        _happened(lesson, style),
        f"**{hint(lesson)}**" if in_words() else f"➤ {hint(lesson)}",
    ]
    if view.phase is Phase.DECLARE and style.picture is None:
        items.append(_cards_held(view, style))
    done = len(lesson.steps)
    items += choices(view, style, lambda words: learn_routes.Tutor(done, words), suggested=lesson.suggested)
    items += rows([_restart(lesson)])
    return Layout(CLOTH, *items)


def restart_page(lesson: FirstDeal) -> Layout:
    """Build the page that asks whether to begin again."""
    return Layout(
        BRASS,
        _heading(),
        tr("Begin again with the first card? This deal is then forgotten."),
        *rows([_press(lesson, AGAIN, tr("Begin again"), discord.ButtonStyle.danger),
               _press(lesson, BACK, tr("Go on playing"))]),
    )  # fmt: skip


def _heading() -> str:
    return "### Madame Bézique"


def _score(view: View) -> str:
    return tr("You **{mine}** · Madame **{hers}**", mine=view.totals[PUPIL], hers=view.totals[MADAME])


def _welcome(said: str) -> Layout:
    begin = _press(FirstDeal(), BEGIN, tr("Deal the cards"), discord.ButtonStyle.success)
    return Layout(CLOTH, said or None, _heading(), welcome(), *rows([begin]))


def _skipping(lesson: FirstDeal, said: str, style: Style) -> Layout:
    return Layout(
        BRASS,
        said or None,
        "\n".join([_heading(), _score(lesson.view)]),
        _happened(lesson, style),
        divider(),
        skipping(lesson.missed),
        *rows([_press(lesson, GO_ON, tr("Go on"), discord.ButtonStyle.success), _restart(lesson)]),
    )


def _over(lesson: FirstDeal, said: str, style: Style) -> Layout:
    view = lesson.view
    return Layout(
        BRASS,
        said or None,
        _heading(),
        _happened(lesson, style),
        farewell(view),
        score_sheet(view.marks, (tr("You"), tr("Me")), view.totals),
        what_next(),
        *rows(
            [
                button(home_routes.Practise(beginner=True), tr("Practise"), discord.ButtonStyle.primary),
                button(ListLessons(), tr("Lessons")),
                button(home_routes.OpenTable(), tr("Open a table")),
                button(home_routes.ReadRules(), tr("Rules")),
                _press(lesson, AGAIN, tr("Play it again")),
            ]
        ),
    )


def _happened(lesson: FirstDeal, style: Style) -> str | None:
    """Write what has happened since the last card, with Madame's remark on it."""
    line, meanwhile, words = happened(lesson, style), scored_meanwhile(lesson), remark(lesson)
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
    text = tr("Your cards: {cards}", cards=style.cards(sorted_hand(view.hand)))
    if view.tables[PUPIL]:
        text += "\n" + tr("On the table: {cards}", cards=style.cards(sorted_hand(view.tables[PUPIL])))
    return text


def _restart(lesson: FirstDeal) -> Control:
    return _press(lesson, ASK, tr("Begin again"))


def _press(
    lesson: FirstDeal,
    words: str,
    text: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Control:
    """Make a button of the lesson."""
    return button(learn_routes.Tutor(len(lesson.steps), words), text, style)
