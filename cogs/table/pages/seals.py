"""Seals in public messages: the commitment, who has cut, and the button that shows the proof."""

from __future__ import annotations

from base64 import b85encode
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.tables import Seal, Status, Table
from bot.tables.decisions.dealing import BOARDS, ROUND
from bot.tables.values.parts import VoidSeal
from bot.ui.kit.controls import Control, button
from bot.ui.routes import table as table_routes
from bot.ui.text.deals import named
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import pair, tr

CAME_TO_NOTHING: Final = (Status.CANCELLED, Status.EXPIRED, Status.DECLINED)
"""How tables end that are not kept for ever."""
_TIED = "\u00a0"
"""A no-break space: after an ordinary one, a long hexadecimal string would begin a line of its own."""


def seal_line(seal: Seal) -> str:
    """Return the line with the whole commitment of a sealed shuffle, so that anybody can keep it."""
    return f"-# 🔒{_TIED}{seal.commitment}"


def in_round(table: Table) -> bool:
    """Tell whether the message of a round carries, or is to carry, the first commitment of a table."""
    waits = table.fixture is not None and table.fixture.in_round
    return waits or any(message.role == ROUND for message in table.messages)


def round_seal(table: Table, board: int) -> str:
    """Return the line of a pairing's commitment in the message of its round, where it stays if a new one follows."""
    void = next((void for void in table.sealing.void if not void.deal), None)
    return f"-# **{board}.**{_TIED}🔒{_TIED}{void.commitment if void is not None else table.deals[0].commitment}"


def came_to_nothing(table: Table) -> bool:
    """Tell whether the first seal of a table was laid open without a deal."""
    return table.status in CAME_TO_NOTHING or any(not void.deal for void in table.sealing.void)


def fair_deal(table: Table, number: int, board: int = 0) -> Control:
    """Build the button that shows the proof of a deal to whoever presses it.

    A table that came to nothing is not kept for ever, but its message stands. The button therefore carries its secret.
    """
    route = table_routes.ShowProof(table.id, number)
    if table.status in CAME_TO_NOTHING and number < len(table.deals):
        with suppress(ValueError):  # no room in the id of a control; the proof then stands as long as the table is kept
            whole = replace(route, secret=b85encode(bytes.fromhex(table.deals[number].secret)).decode())
            route = whole if whole.custom_id else route
    return button(route, " · ".join([tr("Fair deal"), *([str(board)] if board else [])]))


def void_seals(seals: Iterable[VoidSeal], number: int, *, secrets: bool = False) -> str | None:
    """Return the commitments of a deal's earlier seals, whose messages could not be found, or None without any."""
    lines = []
    for void in seals:
        if void.deal == number:
            told = pair(tr("Secret"), f"`{void.secret}`") if void.secret else withdrawn_words()
            lines.append(
                f"-# 🔓{_TIED}{void.commitment}" + (f" · {told}".replace(" `", f"{_TIED}`") if secrets else "")
            )
    if not lines:
        return None
    return "\n".join(["-# " + tr("I had to seal the cards anew. Before that I had sealed:"), *lines])


def withdrawn_words() -> str:
    return tr("A player has had a cut deleted, and the proof of this deal with it.")


def carried(table: Table, deal: int) -> Seal | None:
    """Return the next deal's seal if its commitment was added to the board of this deal, as version 1.0.0 did."""
    following = next((row for row in table.deals if row.number == deal + 1), None)
    there = {m.message_id for m in table.messages if m.deal == deal and m.role in BOARDS}
    return following if following is not None and following.message_id in there else None


def cut_by(table: Table) -> str:
    """Say which players have cut the coming deal, in the order that counts; return nothing if nobody has."""
    names = dict(zip(table.users, named(table.names), strict=True))
    if table.invited_id is not None:
        names.setdefault(table.invited_id, shown_name(table.lobby.challenged))
    number = table.seal.number if table.seal is not None else None
    cuts = sorted((cut.arrival, cut.user_id) for cut in table.cuts if cut.deal == number and cut.text)
    cutters = [names[user] for _, user in cuts if user in names]
    return tr("Cut by {names}", names=", ".join(cutters)) if cutters else ""
