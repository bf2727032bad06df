"""Boards that are no longer in play: finished deals with score, tricks and proof, and links to boards that moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import discord

from bot.engine import View, observe_deal
from bot.tables import Seal, Status, Table
from bot.tables.archive import Frozen
from bot.tables.decisions.adjourning import LEFT_ADJOURNED
from bot.tables.decisions.dealing import BOARDS
from bot.tables.decisions.fixtures import ROUND_OVER
from bot.tables.decisions.moderating import MODERATED
from bot.ui.kit.controls import BRASS, SLATE, Layout, button, divider, rows
from bot.ui.pictures import SEAT_EMOJI
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import table as table_routes
from bot.ui.text.deals import named, score_pad, tricks_in_short
from bot.ui.text.faces import Picture
from bot.ui.text.i18n import in_words, tr
from cogs.table.pages.board import title
from cogs.table.pages.proof import cut_by, opened_seal, seal_line, void_lines, void_seals

_Item: TypeAlias = discord.ui.Item[Any] | Picture | str | None
_TEXT_ROOM = 3900
"""Most characters of a board's text: Discord takes 4,000 in a message, and some stay free for what surrounds it."""


def closed_view(table: Table, deal: int) -> View | None:
    """Return the public view of a deal that is over, or None if it was never dealt."""
    return observe_deal(table.game.deals[deal], None) if deal < len(table.game.deals) else None


def closed_board(table: Table, deal: int, picture: Picture | None = None) -> Layout:
    """Build the final board of a deal that is over: the score sheet, the table, every trick, and the opened seal.

    Args:
        table: The table.
        deal: The deal's number, counted from 0.
        picture: The table at the end of the deal.
    """
    view = closed_view(table, deal)
    seal = next((row for row in table.deals if row.number == deal), None)
    if view is None or seal is None:
        proofs = [void_seals(table, deal), opened_seal(seal) if seal is not None else None]
        return Layout(SLATE, title(table, deal), tr("This deal was never dealt."), *proofs)
    following = _carried(table, deal)
    if following is None:
        return Layout(SLATE, *_over(table, view, seal, picture))
    never = not table.live and following.deck is None
    line = opened_seal(following) if never else seal_line(following)
    said = tr("Sealed after it, and never dealt:") if never else tr("The next deal was sealed with:")
    carried = f"-# {said}\n{line}"
    *items, proof = _over(table, view, seal, picture, len(carried))
    return Layout(SLATE, *items, carried, proof)


def over_and_sealed(table: Table, deal: int, sealed: Sequence[_Item], picture: Picture | None = None) -> Layout:
    """Build the board of a deal that is over, with the next deal's seal and the buttons to cut and deal.

    Args:
        table: The table.
        deal: The deal that is over, counted from 0.
        sealed: What the board says of the next deal.
        picture: The table at the end of the deal.
    """
    view = closed_view(table, deal)
    assert view is not None  # it was dealt
    room = sum(len(item) for item in sealed if isinstance(item, str))
    over = _over(table, view, table.deals[deal], picture, room)
    return Layout(BRASS if table.adjourned is None else SLATE, *over, divider(), *sealed)


def dealt_below(table: Table) -> Layout:
    """Build the final form of a message that carried only a deal's commitment, as its cards are on another one."""
    seal = table.deals[-1]
    said = tr("No cut comes any more: the cards are dealt below, on a board of their own.")
    cutters = cut_by(table)
    return Layout(
        SLATE,
        title(table, seal.number),
        said + (f"\n-# {cutters}" if cutters else ""),
        *rows([button(table_routes.ShowProof(table.id, seal.number), tr("Fair deal"))]),
        void_seals(table, seal.number),
        seal_line(seal),
    )


def _carried(table: Table, deal: int) -> Seal | None:
    """Return the next deal's seal if its commitment was added to the board of this deal."""
    following = next((row for row in table.deals if row.number == deal + 1), None)
    there = {m.message_id for m in table.messages if m.deal == deal and m.role in BOARDS}
    return following if following is not None and following.message_id in there else None


def _over(table: Table, view: View, seal: Seal, picture: Picture | None, taken: int = 0) -> list[_Item]:
    """Lay out a deal that is over.

    Args:
        table: The table.
        view: The public view of the deal.
        seal: The deal's own seal.
        picture: The table at its end.
        taken: Characters of text that the rest of the message has.
    """
    deal = view.number
    names = named(table.names)
    if not in_words():
        names = [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]
    over = tr("This deal is over. {name} dealt.", name=named(table.names)[view.dealer])
    said = [title(table, deal), f"-# {over}"]
    if deal == len(table.game.deals) - 1:
        said += _how_it_ended(table)
    head, before = "\n".join(said), void_seals(table, deal)
    proof = opened_seal(seal) if before is None else f"{before}\n{opened_seal(seal)}"
    sheet = "\n".join(f"-# {line}" for line in score_pad(view, names, table.game.deals[deal].base.carried))
    room = _TEXT_ROOM - len(head) - len(sheet) - len(proof) - taken
    buttons = [
        button(archive_routes.ShowHands(table.id, deal), tr("Hands")),
        button(archive_routes.Watch(table.id, deal), tr("Replay")),
        button(table_routes.ShowProof(table.id, deal), tr("Fair deal")),
    ]
    if in_words():  # in words mode the tricks may be too long for the message
        buttons.append(button(table_routes.ShowTricks(table.id, deal), tr("Tricks")))
    tricks = tricks_in_short(view, table.names, room)
    return [head, sheet, picture, tricks, *rows(buttons), proof]


def _how_it_ended(table: Table) -> list[str]:
    """Say why a game ended other than by play, a draw, resigning or a claim."""
    if table.status is Status.ABANDONED and table.end_reason == "abandoned":
        return [tr("Nobody has played for a long time, so the game is closed without a result.")]
    if table.end_reason == LEFT_ADJOURNED:
        return [tr("It was adjourned and nobody has gone on with it, so the game is closed without a result.")]
    if table.end_reason == MODERATED:
        return [tr("A moderator has closed this game; it has no result.")]
    if table.end_reason == ROUND_OVER:
        return [tr("The round's time is over, so the points as they stand decide.")]
    return []


def frozen_board(table: Frozen, deal: int) -> Layout:
    """Build the final board of a table whose record is damaged: it says so, and opens the seals.

    Args:
        table: What is known of the table.
        deal: The board's deal, counted from 0; the seals of later deals are opened on this board too.
    """
    return Layout(
        SLATE,
        f"### {tr('Table {table}', table=table.id)}",
        tr("This game cannot go on: its record is damaged. It has no result; the other tables are not affected."),
        void_lines(table.void, deal),
        *(opened_seal(seal) for seal in table.deals if seal.number >= deal),
    )


def moved_board(table: Table, deal: int, link: str) -> Layout:
    """Build the message that replaces a board after it was posted again further down."""
    text = tr("The board of this table has moved down: {link}", link=f"[{tr('To the board')}]({link})")
    own = next((row for row in table.deals if row.number == deal), None)
    seals = [seal_line(seal) for seal in (own, _carried(table, deal)) if seal is not None]
    return Layout(SLATE, f"-# {title(table, deal).removeprefix('### ')}\n{text}", "\n".join(seals) or None)
