"""What stays of a board: the finished deal with its score, tricks and proof, or a pointer to where it went."""

from __future__ import annotations

from bot.engine import View, observe_deal
from bot.tables import Status, Table
from bot.tables.decisions.adjourning import LEFT_ADJOURNED
from bot.tables.decisions.fixtures import ROUND_OVER
from bot.tables.decisions.moderating import MODERATED
from bot.tables.frozen import Frozen
from bot.ui.kit import deal_routes, routes
from bot.ui.kit.controls import SLATE, Layout, button, rows
from bot.ui.pictures import SEAT_EMOJI
from bot.ui.text.deals import named, score_pad, tricks_in_short
from bot.ui.text.faces import Picture
from bot.ui.text.i18n import in_words, tr

from .board import title
from .proof import opened_seal, seal_line, void_lines, void_seals

_TEXT_ROOM = 3900
"""Discord takes 4,000 characters of text in a message; some stay free for what surrounds the history."""


def closed_view(table: Table, deal: int) -> View | None:
    """Return what everybody may see of a deal that is over; None where it was never dealt."""
    return observe_deal(table.game.deals[deal], None) if deal < len(table.game.deals) else None


def closed_board(table: Table, deal: int, picture: Picture | None = None) -> Layout:
    """Build what stays of a deal that is over: the score sheet, the table, every trick, and the opened seal.

    Args:
        table: The table.
        deal: Counted from 0.
        picture: The table at the end of the deal.
    """
    view = closed_view(table, deal)
    seal = next((row for row in table.deals if row.number == deal), None)
    if view is None or seal is None:
        proofs = [void_seals(table, deal), opened_seal(seal) if seal is not None else None]
        return Layout(SLATE, title(table, deal), tr("This deal was never dealt."), *proofs)
    names = named(table.names)
    if not in_words():
        names = [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]
    over = tr("This deal is over. {name} dealt.", name=named(table.names)[view.dealer])
    said = [title(table, deal), f"-# {over}"]
    if table.status is Status.ABANDONED and table.end_reason == "abandoned" and deal == len(table.game.deals) - 1:
        said.append(tr("Nobody has played for a long time, so the game is closed without a result."))
    if table.end_reason == LEFT_ADJOURNED and deal == len(table.game.deals) - 1:
        said.append(tr("It was adjourned and nobody has gone on with it, so the game is closed without a result."))
    if table.end_reason == MODERATED and deal == len(table.game.deals) - 1:
        said.append(tr("A moderator has closed this game; it has no result."))
    if table.end_reason == ROUND_OVER and deal == len(table.game.deals) - 1:
        said.append(tr("The round's time is over, so the points as they stand decide."))
    head, before = "\n".join(said), void_seals(table, deal)
    proof = opened_seal(seal) if before is None else f"{before}\n{opened_seal(seal)}"
    sheet = "\n".join(f"-# {line}" for line in score_pad(view, names, table.game.deals[deal].base.carried))
    room = _TEXT_ROOM - len(head) - len(sheet) - len(proof)
    buttons = [
        button(routes.ShowHands(table.id, deal), tr("Hands")),
        button(routes.Watch(table.id, deal), tr("Replay")),
        button(deal_routes.ShowProof(table.id, deal), tr("Fair deal")),
    ]
    if in_words():  # whose lines may have been too many
        buttons.append(button(deal_routes.ShowTricks(table.id, deal), tr("Tricks")))
    tricks = tricks_in_short(view, table.names, room)
    return Layout(SLATE, head, sheet, picture, tricks, *rows(buttons), proof)


def frozen_board(table: Frozen, deal: int) -> Layout:
    """Build what stays of the board of a table whose record is broken: that it is so, and what was sealed.

    Args:
        table: What is left of it.
        deal: The board's own, counted from 0; what was sealed after it is laid open here too.
    """
    return Layout(
        SLATE,
        f"### {tr('Table {table}', table=table.id)}",
        tr("This game cannot go on: its record is damaged. It has no result; the other tables are not affected."),
        void_lines(table.void, deal),
        *(opened_seal(seal) for seal in table.deals if seal.number >= deal),
    )


def moved_board(table: Table, deal: int, link: str) -> Layout:
    """Build what stays where a board was before it was posted again further down."""
    seal = next((row for row in table.deals if row.number == deal), None)
    text = tr("The board of this table has moved down: {link}", link=f"[{tr('To the board')}]({link})")
    return Layout(SLATE, f"-# {title(table, deal).removeprefix('### ')}\n{text}", seal_line(seal) if seal else None)
