"""The pages of the lesson, as one private message shows them one after the other."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine import Phase, Verb, View
from bot.engine.actions import play
from bot.ui.kit import routes
from bot.ui.kit.controls import BRASS, CLOTH, Control, Layout, button, divider, rows
from bot.ui.pages.declaring import EXPOSED, label
from bot.ui.pages.panel import CARDS_A_ROW
from bot.ui.text.faces import PLAIN, Style, faces, hand_line, sorted_hand
from bot.ui.text.history import score_sheet, turn_up_text
from bot.ui.text.i18n import tr

from .coaching import hint, remark
from .lesson import BEGIN, GO_ON, Lesson, Stage
from .script import MADAME, PUPIL
from .story import led, story
from .telling import farewell, skipping, told, welcome, what_next

ASK, AGAIN, BACK = "again?", "again", "back"
"""The words that are no step: ask whether to begin again, do so, or go on where the lesson stands."""
_MOST_LINES = 4


def page(lesson: Lesson, *, said: str = "", style: Style = PLAIN) -> Layout:
    """Build the page on which a lesson stands.

    Args:
        lesson: The lesson.
        said: Put on top.
        style: How cards appear on buttons.
    """
    if lesson.stage is Stage.WELCOME:
        return _welcome(said)
    if lesson.stage is Stage.SKIPPING:
        return _skipping(lesson, said)
    if lesson.stage is Stage.OVER:
        return _over(lesson, said)
    view = lesson.view
    coaching = [told(lesson), f"➤ {hint(lesson)}"]
    items: list[discord.ui.Item[Any] | str | None] = [
        said or None,
        "\n".join([_heading(), _score(view), f"-# {turn_up_text(view)}"]),
        _happened(lesson),
        divider(),
        "\n".join(part for part in coaching if part),
    ]
    if view.phase is Phase.DECLARE:
        items.append(_cards_held(view))
        items += rows(_declaring_buttons(lesson, view), 2)
    else:
        items += rows(_card_buttons(lesson, view, style), CARDS_A_ROW)
        if view.tables[PUPIL]:
            items.append(f"-# {EXPOSED} {tr('lies on the table')}")
    items += rows([_restart(lesson)])
    return Layout(CLOTH, *items)


def restart_page(lesson: Lesson) -> Layout:
    """Build the page that asks whether to begin again."""
    return Layout(
        BRASS,
        _heading(),
        tr("Begin again with the first card? What you have played so far is forgotten."),
        *rows([_press(lesson, AGAIN, tr("Begin again"), discord.ButtonStyle.danger),
               _press(lesson, BACK, tr("Go on playing"))]),
    )  # fmt: skip


def _heading() -> str:
    return "### Madame Bézique"


def _score(view: View) -> str:
    return tr("You **{mine}** · Madame **{hers}**", mine=view.totals[PUPIL], hers=view.totals[MADAME])


def _welcome(said: str) -> Layout:
    begin = _press(Lesson(), BEGIN, tr("Deal the cards"), discord.ButtonStyle.success)
    return Layout(CLOTH, said or None, _heading(), welcome(), *rows([begin]))


def _skipping(lesson: Lesson, said: str) -> Layout:
    return Layout(
        BRASS,
        said or None,
        "\n".join([_heading(), _score(lesson.view)]),
        _happened(lesson),
        divider(),
        skipping(lesson.missed),
        *rows([_press(lesson, GO_ON, tr("Go on"), discord.ButtonStyle.success), _restart(lesson)]),
    )


def _over(lesson: Lesson, said: str) -> Layout:
    view = lesson.view
    return Layout(
        BRASS,
        said or None,
        _heading(),
        _happened(lesson),
        farewell(view),
        score_sheet(view.marks, (tr("You"), tr("Me")), view.totals),
        what_next(),
        *rows([_press(lesson, ASK, tr("Play it again"))]),
    )


def _happened(lesson: Lesson) -> str | None:
    """Write what has happened, what Madame thinks of it, and what lies on the table."""
    lines = [f"-# {line}" for line in story(lesson.events)[-_MOST_LINES:]]
    if lesson.aside is not None:
        lines.append(f"*{remark(lesson.aside)}*")
    if lesson.stage is Stage.PLAYING:
        view = lesson.view
        if view.tables[MADAME]:
            lines.append(tr("Before me: {cards}", cards=faces(sorted_hand(view.tables[MADAME]))))
        lines.append(led(lesson.events, view))
    return "\n".join(line for line in lines if line) or None


def _cards_held(view: View) -> str:
    text = tr("Your cards: {cards}", cards=hand_line(view.hand))
    if view.tables[PUPIL]:
        text += "\n" + tr("On the table: {cards}", cards=faces(sorted_hand(view.tables[PUPIL])))
    return text


def _card_buttons(lesson: Lesson, view: View, style: Style) -> list[Control]:
    playable = {a.cards[0] for a in view.legal if a.verb is Verb.PLAY}
    suggested = lesson.suggested.cards[0]
    controls = []
    for card in sorted_hand(view.hand | view.tables[PUPIL]):
        colour = discord.ButtonStyle.secondary
        if card in playable:
            colour = discord.ButtonStyle.success if card == suggested else discord.ButtonStyle.primary
        text, emoji = style.label(card)
        text = (EXPOSED if card in view.tables[PUPIL] else "") + text
        words = play(PUPIL, card).words
        controls.append(_press(lesson, words, text, colour, disabled=card not in playable, emoji=emoji))
    return controls


def _declaring_buttons(lesson: Lesson, view: View) -> list[Control]:
    suggested = lesson.suggested
    controls = []
    for action in view.offered:
        text = tr("Draw a card") if action.verb is Verb.PASS else label(action, view)
        style = discord.ButtonStyle.success if action == suggested else discord.ButtonStyle.primary
        controls.append(_press(lesson, action.words, text, style))
    return controls


def _restart(lesson: Lesson) -> Control:
    return _press(lesson, ASK, tr("Begin again"))


def _press(
    lesson: Lesson,
    words: str,
    text: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> Control:
    """Make a button of the lesson."""
    return button(routes.Tutor(len(lesson.steps), words), text, style, disabled=disabled, emoji=emoji)
