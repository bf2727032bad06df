"""A short lesson on honour tables: Madame slips twice, and the pupil catches her, at a table played by the real rules.

The lesson stores nothing: every page follows from its number, and a control carries the choice made before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

import discord

from bot.engine import Action, Card, Game, View, apply, build_rules, observe, parse_action, start_deal
from bot.engine.forfeits import COLUMNS, Irregularity
from bot.ui.kit.controls import BRASS, CLOTH, Content, Control, Layout, button, rows
from bot.ui.routes import home as home_routes
from bot.ui.routes import rules as rules_routes
from bot.ui.routes.table import Way
from bot.ui.text.faces import PLAIN, Style
from bot.ui.text.happened import drawn_lately, what_happened
from bot.ui.text.history import turn_up_text
from bot.ui.text.i18n import tr
from bot.ui.text.rulebook.honour import irregularities
from bot.ui.text.rulebook.reading import reading_by
from bot.ui.text.table_lines import hand_lines, table_lines
from cogs.learn.pupil import PUPIL, names
from cogs.learn.tutorial.script import DECK, HONOUR_SCENES, MADAME

RULES: Final = build_rules("modern", 2, {"irregularities": "forfeits", "forfeits": "modern"})
_NINE: Final = COLUMNS["modern"].forfeits[Irregularity.NINE_CARDS].points
_DREW: Final = COLUMNS["modern"].forfeits[Irregularity.DRAWN_OUT_OF_TURN].points
LAST: Final = len(HONOUR_SCENES) - 1


@cache
def _done(page: int) -> tuple[Action, ...]:
    return tuple(parse_action(text) for scene in HONOUR_SCENES[: page + 1] for text in scene.split("; "))


@cache
def _game(page: int) -> Game:
    game = start_deal(Game(RULES), MADAME, DECK).game
    for action in _done(page):
        game = apply(game, action).game
    return game


def seen(page: int) -> View:
    """Return the pupil's view on a page."""
    return observe(_game(page), PUPIL)


def drawn_on(page: int) -> Card:
    return drawn_lately(_game(page).deals[-1], _done(page), PUPIL)


def honour_lesson(page: int, said: str = "", style: Style = PLAIN) -> Layout:
    """Build a page of the lesson, with the remark (its key) on a choice that did not lead on."""
    page = min(page, LAST)
    view = seen(page)
    items: list[Content] = [
        f"### {tr('Madame Bézique: the honour table')}",
        _REMARKS[said]() if said in _REMARKS else None,
        _PAGES[page].told(),
        style.picture or "\n".join([turn_up_text(view), *table_lines(view, names(), style), *hand_lines(view, style)]),
        f"-# {what_happened(_game(page).deals[-1], _done(page), PUPIL, names(), style)}",
    ]
    if page == LAST:
        return Layout(BRASS, *items, _farewell(), *rows(_doors()))
    choices = [
        button(
            home_routes.LearnHonour(page, each.key) if each.key else home_routes.LearnHonour(page + 1),
            each.label(),
            discord.ButtonStyle.primary,
        )
        for each in _PAGES[page].choices
    ]
    return Layout(CLOTH, *items, *rows(choices, 2))


def _doors() -> list[Control]:
    pages = irregularities(reading_by("modern"))
    costs = next(number for number, page in enumerate(pages) if page.heading == tr("What a slip costs"))
    return [
        button(
            rules_routes.Topic(0, Way.ASIDE, "irregularities", costs, "modern"),
            tr("All forfeits"),
            discord.ButtonStyle.primary,
        ),
        button(home_routes.OpenTable(), tr("Open a table")),
        button(home_routes.LearnHonour(0), tr("Once more")),
    ]


class _Choice(NamedTuple):
    """A button of a page; one that does not lead to the next page has a key and a remark."""

    label: Callable[[], str]
    key: str = ""
    remark: Callable[[], str] | None = None


class _Page(NamedTuple):
    """What Madame says, and what the pupil may choose."""

    told: Callable[[], str]
    choices: tuple[_Choice, ...]


_PAGES: Final = (
    _Page(
        lambda: tr(
            "At an **honour table** nothing is done for you, and nearly nothing is refused. You draw by hand; you "
            "could draw twice, play out of turn, declare what is none. It costs something only if an opponent "
            "**claims** it in time. What all could see comes up as a red button; a wrong declaration and a revoke have "
            "to be noticed."
            "\n\nI took the first trick and have drawn. Now you."
        ),
        (_Choice(lambda: tr("Draw a card")),),
    ),
    _Page(
        lambda: tr(
            "The figure on the little cards beside each name says how many cards somebody holds. **Eight is right.** "
            "The small line below says who drew. What do you say to me?"
        ),
        (
            _Choice(lambda: tr("Claim {points}: Madame holds nine cards", points=_NINE)),
            _Choice(
                lambda: tr("Claim {points}: Madame drew out of turn", points=_DREW),
                "ten",
                lambda: tr(
                    "*True, and {points} for you. But you have left the larger claim lying: count again.*", points=_DREW
                ),
            ),
            _Choice(
                lambda: tr("Say nothing"),
                "nothing",
                lambda: tr("*Then I keep my ninth card, and you have lost {points}. Look once more.*", points=_NINE),
            ),
        ),
    ),
    _Page(
        lambda: tr(
            "Well seen: {points} for you. And I had to play my next card without drawing. Now I have taken a trick, "
            "and put down a marriage: 20 for me, says the table. Look at it well, before you draw: then it stands.",
            points=_NINE,
        ),
        (
            _Choice(lambda: tr("I challenge Madame: common marriage")),
            _Choice(
                lambda: tr("Draw a card"),
                "late",
                lambda: tr("*Too late: you have drawn, and my marriage stands. Let us say that you have not yet.*"),
            ),
        ),
    ),
    _Page(lambda: tr("Caught! King and queen of two suits are no marriage: I take them back, and my 20 are gone."), ()),
)
_REMARKS: Final = {each.key: each.remark for page in _PAGES for each in page.choices if each.remark is not None}


def _farewell() -> str:
    return tr(
        "• **Your cards** can all be pressed, lawful or not: look before you play. Drawing twice and the like stand "
        "apart, under **Against the rules …**.\n"
        "• **Claims** come up by themselves where everybody has seen something; a wrong declaration you have to find, "
        "and a claim without ground costs nothing.\n"
        "• **Claim a revoke …** in the last eight, once a deal: who could have followed suit and did not loses all "
        "eight tricks. It is judged at the end; then everybody has a moment to claim, and says **Done**.\n"
        "• To open one: **House rules** in the lobby, *Irregularities*, *forfeits*. What each book asks is in `/rules`."
    )
