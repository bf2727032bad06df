"""Boards that are no longer in play: finished deals with their score, and links to boards that moved."""

from __future__ import annotations

from typing import Any, TypeAlias

import discord

from bot.engine import View, observe_deal
from bot.tables import Message, Status, Table, number_of
from bot.tables.archive import Frozen
from bot.tables.decisions.adjourning import LEFT_ADJOURNED
from bot.tables.decisions.fixtures import ROUND_OVER
from bot.tables.decisions.moderating import MODERATED
from bot.tables.decisions.play import GIVEN_UP
from bot.ui.kit.controls import SLATE, Layout, button, rows
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import table as table_routes
from bot.ui.text.deals import named, score_pad
from bot.ui.text.faces import SEAT_EMOJI, Picture
from bot.ui.text.i18n import in_words, tr
from cogs.table.pages.board import title
from cogs.table.pages.proof import carried, cut_by, fair_deal, seal_line, void_seals

_Item: TypeAlias = discord.ui.Item[Any] | Picture | str | None


def closed_view(table: Table, deal: int) -> View | None:
    """Return the public view of a deal that is over, or None if it was never dealt."""
    return observe_deal(table.game.deals[deal], None) if deal < len(table.game.deals) else None


def closed_board(table: Table, deal: int, picture: Picture | None = None) -> Layout:
    """Build the final board of a deal that is over: the score lines, the table, and the commitment that it carried.

    Args:
        deal: The deal's number, counted from 0.
        picture: The table at the end of the deal.
    """
    view = closed_view(table, deal)
    seal = next((row for row in table.deals if row.number == deal), None)
    if view is None or seal is None:
        controls = rows([fair_deal(table, deal)] if seal is not None else [])
        proofs = [void_seals(table, deal), seal_line(seal) if seal is not None else None]
        return Layout(SLATE, title(table, deal), tr("This deal was never dealt."), *controls, *proofs)
    return Layout(SLATE, *_over(table, view, picture), void_seals(table, deal), seal_line(carried(table, deal) or seal))


def dealt_below(table: Table) -> Layout:
    """Build the final form of a message that carried only a deal's commitment, as its cards are on another one.

    At a private table it also takes the place of the message of a deal in play that has moved down. If the deal has
    been sealed anew, the message keeps the seals from before.
    """
    seal = table.deals[-1]
    void = void_seals(table, seal.number)
    if void is not None and seal.message_id is None:
        return Layout(SLATE, title(table, seal.number), *rows([fair_deal(table, seal.number)]), void)
    said = tr("The cuts are closed: the cards are dealt below, on a board of their own.")
    if table.private:
        said = tr("Your cards lie below.")
    cutters = cut_by(table)
    return Layout(
        SLATE,
        title(table, seal.number),
        said + (f"\n-# {cutters}" if cutters else ""),
        *rows([fair_deal(table, seal.number)]),
        void,
        seal_line(seal),
    )


def _over(table: Table, view: View, picture: Picture | None) -> list[_Item]:
    """Lay out a deal that is over: how it ended, its score lines, the table at its end, and two buttons."""
    deal = view.number
    names = named(table.names)
    if not in_words():
        names = [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]
    over = tr("This deal is over. {name} dealt.", name=named(table.names)[view.dealer])
    said = [title(table, deal), f"-# {over}"]
    if deal == len(table.game.deals) - 1:
        said += _how_it_ended(table)
    sheet = "\n".join(f"-# {line}" for line in score_pad(view, names, table.game.deals[deal].base.carried))
    buttons = [button(archive_routes.Watch(table.id, deal), tr("Replay")), fair_deal(table, deal)]
    return ["\n".join(said), sheet, picture, *rows(buttons)]


def _how_it_ended(table: Table) -> list[str]:
    """Say why a game ended other than by play, a draw, resigning or a claim."""
    if table.status is Status.ABANDONED and table.end_reason == "abandoned":
        return [tr("Nobody has played for a long time, so the game is closed without a result.")]
    if table.end_reason == LEFT_ADJOURNED:
        return [tr("It was adjourned and nobody has gone on with it, so the game is closed without a result.")]
    if table.end_reason == GIVEN_UP:
        return [tr("This practice is given up: it has no result, and nothing of it is kept.")]
    if table.end_reason == MODERATED:
        return [tr("A moderator has closed this game; it has no result.")]
    if table.end_reason == ROUND_OVER:
        return [tr("The round's time is over, so the points as they stand decide.")]
    return []


def frozen_board(table: Frozen, deal: int) -> Layout:
    """Build the final board of a table whose record is damaged: it says so, and has a button for its opened seals.

    Args:
        table: What is known of the table.
        deal: The board's deal, counted from 0; the button opens the seals of later deals too.
    """
    seal = next((seal for seal in table.deals if seal.number == deal), None)
    proof = button(table_routes.ShowProof(table.id, deal), tr("Fair deal"))
    return Layout(
        SLATE,
        f"### {tr('Table {table}', table=number_of(table.id))}",
        tr("This game cannot go on: its record is damaged. It has no result; the other tables are not affected."),
        *rows([proof] if seal is not None else []),
        seal_line(seal) if seal is not None else None,
    )


def lost_message(table: Table, board: Message | None) -> Layout:
    """Build what is left of a message of a table's that a restored backup does not know."""
    words = tr("This message is no longer part of the game; `/hand` shows your cards.")
    if board is not None:
        link = f"https://discord.com/channels/{table.guild_id}/{board.channel_id}/{board.message_id}"
        words = tr("This message is no longer part of the game: {link}", link=f"[{tr('To the board')}]({link})")
    return Layout(SLATE, f"-# {title(table).removeprefix('### ')}\n{words}")


def moved_board(table: Table, deal: int, link: str) -> Layout:
    """Build the message that replaces a board after it was posted again further down."""
    text = tr("The board of this table has moved down: {link}", link=f"[{tr('To the board')}]({link})")
    seal = carried(table, deal) or next((row for row in table.deals if row.number == deal), None)
    return Layout(
        SLATE,
        f"-# {title(table, deal).removeprefix('### ')}\n{text}",
        *rows([fair_deal(table, deal)] if seal is not None else []),
        seal_line(seal) if seal is not None else None,
    )
