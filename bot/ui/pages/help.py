"""What whoever is new sees: the greeting of a server, and the help page. Both lead on with the same four buttons."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.kit import arriving
from bot.ui.kit.controls import CLOTH, Layout, button, divider, rows
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


def help_page() -> Layout:
    """Build the help page."""
    return Layout(
        CLOTH,
        f"### {tr('Bézique')}",
        tr(
            "**New here?** Learn a first deal, card by card, in ten minutes; only you see it. Or play against the "
            "house at once.\n"
            "**With others:** open a table, or `/challenge` a member. When everyone sits, **Start** deals the cards."
        ),
        *_doors(),
        tr(
            "**Your cards** are under **My hand** on the board, or `/hand`. Only you see them. "
            "Click a card to play it.\n"
            "**Win a trick** and you may declare: marriages, béziques, four alike, the sequence. Then both draw.\n"
            "**When the stock is gone** the last eight tricks begin: follow suit, and win the trick if you can.\n"
            "**Points** come from declarations, sevens of trumps, aces and tens in tricks, and the last trick. "
            "Whoever reaches the target wins."
        ),
        divider(),
        tr(
            "`/tutorial`, `/practice`, `/table open` and `/rules` are the four buttons above.\n"
            "`/tables` lists the tables here, `/leaderboard` who has won, `/replay` finished games.\n"
            "`/settings me` changes how you see cards (also as words for a screen reader), your language, "
            "and when you are not to be disturbed.\n"
            "`/draw` offers a draw, `/undo` asks to take your last act back, `/resign` gives up; it asks first."
        ),
        divider(),
        tr(
            "**Can I trust the cards?** Before each deal the bot posts a fingerprint of a secret it has just drawn; "
            "the cards follow from that secret, from the id Discord gives the message, and from what players type at "
            "**Cut**. When the deal is over the secret is posted, so anyone can check with `python -m bot verify` that "
            "the cards were fixed before play and not steered. It cannot show that whoever runs the bot did not look "
            "at the cards."
        ),
    )


def _doors() -> list[discord.ui.ActionRow[Any]]:
    """Build the four buttons: they name no table and keep nothing, so that anyone may press them at any time."""
    return rows(
        [
            button(arriving.Learn(), tr("Learn"), discord.ButtonStyle.primary),
            button(arriving.Practise(), tr("Practise")),
            button(arriving.OpenTable(), tr("Open a table")),
            button(arriving.ReadRules(), tr("Rules")),
        ]
    )
