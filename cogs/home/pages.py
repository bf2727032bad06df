"""The home page, which is also the greeting of a server, and the page behind its button *More*."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.club import By
from bot.tables import Table
from bot.ui.kit.controls import CLOTH, Control, Layout, button, rows
from bot.ui.routes import home as home_routes
from bot.ui.routes.daily import ShowDaily
from bot.ui.routes.learn import ListLessons
from bot.ui.routes.lobby import AtOwn, ListChallenges, ListTables, Wish
from bot.ui.routes.settings import ShowSettings, Whose
from bot.ui.routes.standings import EVER, NOBODY, LeaderMenu, ListLeaders, OneKind
from bot.ui.routes.tournaments import ListTournaments
from bot.ui.text.faces import Picture, title_name
from bot.ui.text.i18n import tr
from bot.ui.text.words import joined
from cogs.safety.reports import reports_button

_NAME = 20
"""Most characters of a name on a button."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """What the home page knows of whoever opens it."""

    waiting: Table | None = None
    """The game in which it is their turn."""
    daily: bool = False
    """Whether today's deal may still be played."""
    newcomer: bool = True
    """Whether they have neither played nor begun to learn."""
    reports: int = 0
    """Number of open reports that they may read."""


def home_page(visitor: Visitor, user_id: int = 0, picture: Picture | None = None) -> Layout:
    """Build the home page for whoever opens it: what waits for them first, then the ways to begin.

    Args:
        visitor: What is known of the reader.
        user_id: The reader; 0 for everyone, who have no game.
        picture: The picture of the game; None where no pictures are wanted.
    """
    table = visitor.waiting
    play = button(home_routes.OpenTable(), tr("Play"))
    practise = button(home_routes.Practise(), tr("Practise"))
    if visitor.newcomer:
        learn = button(home_routes.Learn(), tr("Learn"), discord.ButtonStyle.primary)
        ways, line = (
            [learn, practise, play],
            tr("A card game for two, three or four from the cafés of Paris. **Learn** takes ten minutes, in private."),
        )
    else:
        ways = [play, practise, button(ListLessons(), tr("Learn"))]
        line = tr("What would you like to play?")
    if visitor.daily:
        ways.insert(0, button(ShowDaily(), tr("Today's deal"), discord.ButtonStyle.primary))
        line = tr("Today's deal waits for you.")
    if table is not None:
        ways.insert(0, _go_on(table, user_id))
        line = tr("It is your turn.")
    more = button(home_routes.ShowHome(more=True), tr("More"))
    head = line if picture is not None else f"### {tr('Bézique')}\n{line}"  # the picture bears the name
    reports = rows([reports_button(visitor.reports)]) if visitor.reports else []
    return Layout(CLOTH, picture, head, *rows([*ways[:4], more]), *reports)


def _go_on(table: Table, user_id: int) -> Control:
    """Build the button that shows a player's cards in the game that waits for them."""
    if table.daily is not None:
        return button(AtOwn(Wish.HAND, 0, table.id), tr("Go on with today's deal"), discord.ButtonStyle.success)
    others = joined([title_name(seat.name, _NAME) for seat in table.seats if seat.user_id != user_id])
    label = tr("Continue against {names} · your turn", names=others)
    return button(AtOwn(Wish.HAND, 0, table.id), label, discord.ButtonStyle.success)


def more_page(links: str = "") -> Layout:
    """Build the page behind *More*: a button for everything that the home page does not show.

    Args:
        links: The line of links set by the bot's operator, or an empty string.
    """
    leaders = ListLeaders(NOBODY, LeaderMenu.PAGE, 0, By.RATING, OneKind.TWO, EVER)
    ways: list[list[Control]] = [
        [
            button(ListTables(0), tr("Tables")),
            button(ListChallenges(0), tr("Challenges")),
            button(ListTournaments(), tr("Tournaments")),
            button(leaders, tr("Leaderboard")),
        ],
        [
            button(ShowDaily(), tr("Daily deal")),
            button(ListLessons(), tr("Lessons and exercises")),
            button(home_routes.ReadRules(), tr("Rules")),
            button(ShowSettings(Whose.MINE), tr("Settings")),
        ],
    ]
    shown: list[discord.ui.ActionRow[Any]] = [row for group in ways for row in rows(group)]
    back = rows([button(home_routes.ShowHome(), tr("Back"))])
    return Layout(CLOTH, f"### {tr('More')}", *shown, *back, f"-# {links}" if links else None)
