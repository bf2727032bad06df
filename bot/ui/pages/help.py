"""The help page: what to do first, how a deal goes, and why the cards can be trusted."""

from __future__ import annotations

from bot.ui.kit.controls import CLOTH, Layout, divider
from bot.ui.text.i18n import tr


def help_page() -> Layout:
    """Build the help page."""
    return Layout(
        CLOTH,
        f"### {tr('Bézique')}",
        tr(
            "**New here?** `/tutorial` teaches you a first deal, card by card, in ten minutes; only you see it. "
            "`/practice` plays against the house at once.\n"
            "**With others:** `/table open`, or `/challenge` a member. When everyone sits, **Start** deals the cards.\n"
            "**Your cards** are under **My hand** on the board, or `/hand`. Only you see them. "
            "Click a card to play it.\n"
            "**Win a trick** and you may declare: marriages, béziques, four alike, the sequence. Then both draw.\n"
            "**When the stock is gone** the last eight tricks begin: follow suit, and win the trick if you can.\n"
            "**Points** come from declarations, sevens of trumps, aces and tens in tricks, and the last trick. "
            "Whoever reaches the target wins."
        ),
        divider(),
        tr(
            "`/rules` explains everything and what differs from book to book.\n"
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
