"""The end of a game: who won, the score sheet, and playing again."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.engine import Ending
from bot.tables import Table
from bot.ui.kit import routes
from bot.ui.kit.controls import BRASS, Layout, button, rows
from bot.ui.text.faces import shown_name
from bot.ui.text.history import score_sheet
from bot.ui.text.i18n import tr, trn
from bot.ui.text.words import rules_line

from .board import title


def joined(names: Sequence[str]) -> str:
    """Join names as a text does: Ann, Ann and Ben."""
    if len(names) < 2:
        return "".join(names)
    return tr("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])


def headline(table: Table) -> str:
    """Say who has won, and how; or that the players agreed to a draw."""
    if table.drawn:
        return tr("Draw agreed.")
    result = table.game.result
    assert result is not None  # called for a finished game
    names = [shown_name(name) for name in table.names]
    winners = joined([names[seat] for seat in result.winner])
    if result.ending is Ending.SCORE or result.by is None:
        return trn("{winners} wins.", "{winners} win.", len(result.winner), winners=winners)
    loser = names[result.by]
    if result.ending is Ending.RESIGN:
        return trn("{loser} resigned; {winners} wins.", "{loser} resigned; {winners} win.", len(result.winner),
                   winners=winners, loser=loser)  # fmt: skip
    return trn(
        "The game was claimed from {loser}; {winners} wins.",
        "The game was claimed from {loser}; {winners} win.",
        len(result.winner),
        winners=winners,
        loser=loser,
    )


def result(table: Table, *, foot: str = "") -> Layout:
    """Build the message at the end of a game that was won, or that ended in a draw; ``foot`` stands below it all."""
    names = table.names
    deals = len(table.game.deals)
    asked = [shown_name(table.names[seat]) for u in table.rematch.votes if (seat := table.seat_of(u)) is not None]
    rematch = table.rematch.next_id
    if rematch is not None:
        waiting = tr("The rematch is on at table {table}.", table=rematch)
    elif asked:
        waiting = tr("{names} would like a rematch.", names=joined(asked))
    else:
        waiting = ""
    return Layout(
        BRASS,
        f"{title(table)}\n## {'🤝' if table.drawn else '🏆'} {headline(table)}",
        # Whole and with the sign of the house: the columns of the sheet for two may have room for less.
        "-# " + "  ·  ".join(shown_name(name) for name in names),
        "-# " + rules_line(table.rules, table.terms.preset) + " · " + trn("{count} deal", "{count} deals", deals),
        score_sheet(table.game.marks, names, table.game.totals, partners=table.rules.partners),
        "-# " + tr("It does not count.") if table.drawn else None,
        "-# " + tr("Played in {place}", place=f"<#{table.channel_id}>") if table.place.in_thread else None,
        waiting,
        *rows(
            [
                button(routes.Rematch(table.id), tr("Rematch"), discord.ButtonStyle.success,
                       disabled=rematch is not None),
                button(routes.Watch(table.id, 0), tr("Replay")),
                button(routes.Record(table.id), tr("Record")),
                *([button(routes.Review(table.id), tr("Review"))] if table.practice and not table.drawn else []),
            ]
        ),
        foot,
    )  # fmt: skip
