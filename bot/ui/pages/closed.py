"""What stays of a board: the finished deal with its score, tricks and proof, or a pointer to where it went."""

from __future__ import annotations

from bot.engine import View, observe_deal
from bot.tables import Status, Table
from bot.ui.kit import deal_routes, routes
from bot.ui.kit.controls import SLATE, Layout, button, rows
from bot.ui.pictures import SEAT_EMOJI
from bot.ui.text.deals import declarations, named, tricks_in_short
from bot.ui.text.faces import Picture
from bot.ui.text.history import score_sheet, shortened
from bot.ui.text.i18n import in_words, tr

from .board import title
from .proof import opened_seal, seal_line

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
        return Layout(SLATE, title(table, deal), tr("This deal was never dealt."))
    names = named(table.names)
    said = [tr("This deal is over. {name} dealt.", name=names[view.dealer])]
    if table.status is Status.ABANDONED and table.end_reason == "abandoned" and deal == len(table.game.deals) - 1:
        said.append(tr("Nobody has played for a long time, so the game is closed without a result."))
    sheet = score_sheet(view.marks, table.names, view.totals, carried=table.game.deals[deal].base.carried,
                        partners=view.rules.partners)  # fmt: skip
    head, proof = "\n".join([title(table, deal), *said]), opened_seal(seal)
    course = _course(view, table, _TEXT_ROOM - len(head) - len(sheet) - len(proof))
    buttons = [
        button(routes.ShowHands(table.id, deal), tr("All hands")),
        button(routes.Watch(table.id, deal), tr("Replay")),
        button(deal_routes.ShowTricks(table.id, deal), tr("Tricks")),
        button(deal_routes.ShowProof(table.id, deal), tr("Fair deal")),
    ]
    return Layout(SLATE, head, sheet, picture, course, *rows(buttons), proof)


def _course(view: View, table: Table, room: int) -> str:
    """Write all tricks and declarations in a compact form."""
    names = named(table.names)
    if not in_words():
        names = [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]
    lines = [f"-# {line}" for line in declarations(view, names, numbered=True)]
    tricks = [f"-# {line}" for line in tricks_in_short(view, table.names)]
    if tricks and not in_words():
        leader = names[view.tricks[0].leader]
        hint = tr("{name} led first; the card in bold takes the trick, and its player leads the next.", name=leader)
        tricks.insert(0, f"-# {hint}")
    told = "\n".join(lines)
    return "\n".join(part for part in (told, shortened("\n".join(tricks), room - len(told))) if part)


def moved_board(table: Table, deal: int, link: str) -> Layout:
    """Build what stays where a board was before it was posted again further down."""
    seal = next((row for row in table.deals if row.number == deal), None)
    text = tr("The board of this table has moved down: {link}", link=f"[{tr('To the board')}]({link})")
    return Layout(SLATE, f"-# {title(table, deal).removeprefix('### ')}\n{text}", seal_line(seal) if seal else None)
