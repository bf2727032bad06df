"""A table in its own thread: the message it starts from and its name; the lobby of a tournament's table."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import discord

from bot.tables import Kind, Status, Table
from bot.tables.decisions.fixtures import CALLED_OFF, ROUND_OVER, WITHDRAWN, awaited_there
from bot.tables.decisions.moving import ANCHOR
from bot.tables.values.parts import READY_FOR, Thread
from bot.ui.kit.controls import BRASS, CLOTH, SLATE, Layout, button, rows
from bot.ui.routes import rules as rules_routes
from bot.ui.routes import table as table_routes
from bot.ui.routes.tournaments import Ready
from bot.ui.text.faces import Picture, shown_name, shown_title, title_name
from bot.ui.text.i18n import mark, tr
from bot.ui.text.typed import shortened
from bot.ui.text.words import clock_told, joined, moment, rules_line, tournament_title
from cogs.table.pages.board import my_hand, title
from cogs.table.pages.proof import cut_by, fair_deal, seal_line
from cogs.table.pages.result import result

_SEALED_IN_THREAD: Final = (Kind.REMATCH, Kind.TOURNAMENT)
"""Kinds of table that begin in their thread, where the first board carries the commitment."""
_LONGEST_NAME: Final = 100
"""Most characters that Discord takes in a thread's name."""


def anchor(table: Table, chart: Picture | None = None) -> Layout:
    """Build the message in the channel from which a table's thread starts.

    It names the players and links to the thread; once the game is over, it shows the result.

    Args:
        chart: The course of a finished game as a picture.
    """
    # The lobby's message carries the commitment of the first deal, and its id went into the shuffle.
    seal = seal_line(table.deals[0]) if table.kind not in _SEALED_IN_THREAD and table.deals else ""
    if table.status is Status.FINISHED or table.drawn:
        return result(table, chart, foot=seal)
    names = joined([shown_name(name) for name in table.names])
    place = tr("Played in {place}", place=f"<#{table.channel_id}>")
    proof = [fair_deal(table, 0)] if seal else []
    if not table.live:
        words = tr("{names} did not finish this game.", names=names)
        return Layout(SLATE, title(table), words, f"-# {place}", *rows(proof), seal)
    where = tr("The thread is being opened …") if table.place.thread is Thread.WANTED else place
    said = [title(table), fixture_line(table), rules_line(table.rules, table.terms.preset)]
    head = "\n".join(line for line in said if line)
    controls = [my_hand(table), *proof] if table.status is Status.PLAYING else []
    return Layout(CLOTH, head, names, where, *rows(controls), seal)


def result_in(
    table: Table, message_id: int, chart: Picture | None = None, *, foot: str = "", often: tuple[int, int] | None = None
) -> Layout:
    """Build the result for one of the two messages that show it: in the thread, or where the thread starts."""
    hangs = table.message(ANCHOR)
    here = hangs is not None and hangs.message_id == message_id
    return anchor(table, chart) if here else result(table, chart, foot=foot, often=often)


def thread_name(table: Table) -> str:
    """Name a table's thread after the table and its players, with names in which no client parses anything."""
    names = ", ".join(title_name(name) for name in table.names)
    name = tr("Table {table}: {names}", table=table.number, names=names)
    return shortened(name, _LONGEST_NAME)


CLOSED_FIXTURE: Final = {
    ROUND_OVER: mark("The round ended before this game began."),
    CALLED_OFF: mark("The tournament was called off."),
    WITHDRAWN: mark("Somebody has withdrawn from the tournament."),
}
"""Sentences that say why a tournament's table was closed before its game, by its end reason."""


def fixture_line(table: Table) -> str | None:
    """Name the round and the tournament of a table; return None for any other table."""
    if table.fixture is None:
        return None
    name = shown_title(tournament_title(table.fixture))
    return tr("Round {number} of **{name}**", number=table.fixture.round, name=name)


def fixture_lobby(table: Table, until: datetime | None, now: datetime) -> Layout:
    """Build the message of a tournament's table that has not begun.

    Args:
        until: When the time of the round is over.
        now: The present moment, which decides whose **Ready** has lapsed.
    """
    waited, seal = awaited_there(table, now), table.seal
    assert seal is not None  # every table is opened with a sealed deal
    lines = []
    for user, name in zip(table.users, table.names, strict=True):
        state = tr("not here yet") if user in waited else tr("**ready**")
        lines.append(f"{shown_name(name)} · {state}")
    if table.rules.partners:
        lines.append(f"-# {tr('1 and 3 play 2 and 4.')}")
    told = [tr("The game begins when all have pressed **Ready**.")]
    if until is not None:
        told.append(tr("The wait ends {moment}; whoever is not here by then loses.", moment=moment(until)))
    if not table.terms.clock.by_correspondence:
        minutes = int(READY_FOR.total_seconds()) // 60
        told.append(tr("**Ready** holds for {count} minutes.", count=minutes))
    controls = [
        button(Ready(table.id), tr("Ready"), discord.ButtonStyle.success),
        button(table_routes.Cut(table.id), tr("Cut")),
        button(rules_routes.Rules(table.id), tr("Rules")),
    ]
    fair = [tr("Cut, and nobody can have chosen the cards unseen."), cut_by(table)]
    return Layout(
        BRASS,
        "\n".join(
            [
                title(table),
                fixture_line(table) or "",
                rules_line(table.rules, table.terms.preset),
                f"-# {clock_told(table.terms.clock)}",
            ]
        ),
        "\n".join(f"{number}. {line}" if not line.startswith("-#") else line for number, line in enumerate(lines, 1)),
        " ".join(told),
        *rows(controls),
        "-# " + " · ".join(line for line in fair if line),
        seal_line(seal),
    )


def called_to_play(table: Table, now: datetime) -> Layout:
    """Build the message that tells the missing players that the others are ready to play."""
    waited = awaited_there(table, now)
    here = [shown_name(name) for user, name in zip(table.users, table.names, strict=True) if user not in waited]
    words = tr(
        "{waited}, {names} would like to play: press **Ready**.",
        waited=joined([f"<@{user}>" for user in waited]),
        names=joined(here),
    )
    return Layout(BRASS, words, *rows([button(Ready(table.id), tr("Ready"), discord.ButtonStyle.success)]))
