"""The pages for new members: the greeting of a server and the help page, both with the same buttons."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.kit.controls import CLOTH, Layout, button, divider, rows
from bot.ui.routes import home as home_routes
from bot.ui.routes.daily import ShowDaily
from bot.ui.routes.learn import ListLessons
from bot.ui.text.i18n import tr


def greeting() -> Layout:
    """Build the message that greets a server."""
    return Layout(
        CLOTH,
        f"### {tr('Bézique is on the table')}",
        tr(
            "A card game for two, three or four from the cafés of Paris: take tricks, and declare marriages, béziques "
            "and sequences on the way.\n"
            "**Learn** teaches it in ten minutes, in private. **Practise** plays against the house. **Open a table** "
            "lets others sit down too."
        ),
        *_doors(),
        "-# " + tr("`/help` shows these buttons again. Whoever manages the server finds `/settings server`."),
    )


def help_page(links: str = "") -> Layout:
    """Build the help page; ``links`` is the line of links set by the bot's operator, or an empty string."""
    return Layout(
        CLOTH,
        f"### {tr('Bézique')}",
        tr(
            "**New here?** Learn a first deal, card by card, in ten minutes; only you see it. Or play against the "
            "house at once.\n"
            "**With others:** open a table, or `/challenge` a member. When everyone sits, **Start** deals the cards.\n"
            "**Every day:** one deal that is the same for everyone, everywhere."
        ),
        *_doors(),
        tr(
            "**Your cards** are under **My hand** on the board, or `/hand`. Click a card to play it.\n"
            "**Win a trick** and you may declare; then both draw. When the stock is gone the last eight tricks begin."
        ),
        tr(
            "**At an honour table** you draw by hand, mistakes can be made, and whoever sees one may claim it. A "
            "minute with Madame shows how. Her other **lessons** take five: when to win a trick, the last eight, "
            "each rule book."
        ),
        *rows([button(ListLessons(), tr("Lessons")), button(home_routes.LearnHonour(), tr("Learn the honour table"))]),
        divider(),
        tr(
            "`/tables`, `/leaderboard`, `/replay`: the tables here, who has won, finished games.\n"
            "`/settings me`: how you see cards, also as words for a screen reader; your language; quiet hours.\n"
            "`/draw`, `/undo`, `/resign`: offer a draw, take an act back, give up; it asks first."
        )
        + "\n"
        + tr("`/adjourn`: put a game down for a while, if the others agree.")
        + "\n"
        + tr("`/stats`, `/versus`: what you or another have played, and how the two of you have fared.")
        + "\n"
        + tr("`/exercise`: find the best move, in moments of your own games or of the house's.")
        + "\n"
        + tr("`/block`: keep a member away from your tables; nobody is told.")
        + "\n"
        + tr("`/challenges`: the challenges that wait for an answer.")
        + "\n"
        + tr("`/tournament create`: a tournament in this channel; `/tournament show` lists those of this server.")
        + "\n"
        + tr("`/data`: what I keep of you, to take away or have deleted."),
        "-# "
        + tr(
            "**Fair deal** on every board shows, and checks, that the cards were fixed before play. It cannot show "
            "that whoever runs the bot did not look at them."
        ),
        "-# "
        + tr("The buttons are `/tutorial`, `/practice`, `/table open`, `/daily`, `/rules` and `/lessons`, typed."),
        f"-# {links}" if links else None,
    )


def _doors() -> list[discord.ui.ActionRow[Any]]:
    """Build the buttons; they refer to no table and hold no state, so anyone may press them at any time."""
    return rows(
        [
            button(home_routes.Learn(), tr("Learn"), discord.ButtonStyle.primary),
            button(home_routes.Practise(), tr("Practise")),
            button(home_routes.OpenTable(), tr("Open a table")),
            button(ShowDaily(), tr("Daily deal")),
            button(home_routes.ReadRules(), tr("Rules")),
        ]
    )
