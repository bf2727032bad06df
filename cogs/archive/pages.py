"""Layouts for games that are over: the message with the record and transcript as files, and the list of games."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

from bot.engine.record import write_record
from bot.tables import Finished, Table
from bot.tables.values.recording import table_record
from bot.ui.kit.controls import BRASS, Layout, button, menu, rows
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.archive import ListFinished, Whose
from bot.ui.text.faces import shown_name, title_name
from bot.ui.text.i18n import tr
from bot.ui.text.reckoning import said
from bot.ui.text.transcript import transcript
from bot.ui.text.words import joined, moment

PAGE = 10


def game_texts(table: Table) -> tuple[str, str]:
    """Return a finished game's record and transcript; this takes a moment for a long game.

    Raises:
        ValueError: The game is still being played, or no cards were dealt.
    """
    record = table_record(table)
    return write_record(record) + "\n", transcript(record)


def game_files(table: Table, record: str, story: str) -> list[discord.File]:
    """Make the files of a game's record and transcript."""
    name = f"bezique-table-{table.id}"
    return [
        discord.File(io.BytesIO(record.encode()), f"{name}.json"),
        discord.File(io.BytesIO(story.encode()), f"{name}.txt"),
    ]


def files_page(table: Table, files: Sequence[discord.File]) -> Layout:
    """Build the message that carries a game's files."""
    record, story = files
    return Layout(
        BRASS,
        f"### {tr('The game at table {table}', table=table.id)}",
        tr("{names}: the whole game to read, trick by trick.", names=joined([shown_name(n) for n in table.names])),
        discord.ui.File(story),
        tr(
            "And as a record for programs, with the secret of every deal. "
            "`python -m bot verify` proves with it that the cards were fixed before the play."
        ),
        discord.ui.File(record),
        *rows([button(archive_routes.Watch(table.id, 0), tr("Replay"))]),
    )


def ended_page(games: Sequence[Finished], *, whose: Whose, page: int, more: bool, user_id: int) -> Layout:
    """Build a page of finished games.

    Args:
        games: The games of this page, the newest first.
        whose: Whether they are the reader's own or all.
        page: The page's number, counted from 0.
        more: Whether another page follows.
        user_id: The reader.
    """
    mine = whose is Whose.MINE
    heading = tr("Your finished games") if mine else tr("Finished games in this server")
    other = (
        button(ListFinished(Whose.ALL, 0), tr("Everyone's games"))
        if mine
        else button(ListFinished(Whose.MINE, 0), tr("Only mine"))
    )
    if not games:
        none = (
            tr("You have not finished a game here yet.")
            if mine
            else tr("No game has been finished in this server yet. `/table open` begins one.")
        )
        return Layout(BRASS, f"### {heading}", none, *rows([other] if mine else []))
    turning = [
        button(ListFinished(whose, max(0, page - 1)), tr("Back"), disabled=page == 0),
        button(ListFinished(whose, page + 1), tr("More"), disabled=not more),
    ]
    return Layout(
        BRASS,
        f"### {heading}",
        "\n".join(finished_line(game, user_id) for game in games),
        menu(
            tr("Read a game, or take its record"),
            [(tr("Table {table}", table=game.id), archive_routes.Fetch(game.id), _players(game)) for game in games],
        ),
        *rows([*(turning if page or more else []), other]),
    )


def _players(game: Finished) -> str:
    return ", ".join(title_name(seat.name) for seat in game.seats)


def finished_line(game: Finished, user_id: int) -> str:
    """Write a finished game in short: winners, losers, score and date; or that it was drawn or given up early."""
    mine = "◆ " if any(seat.user_id == user_id for seat in game.seats) else ""
    when = moment(game.ended_at, "d") if game.ended_at is not None else ""
    table = tr("Table {table}", table=game.id)
    if game.winner is None:
        everyone = joined([shown_name(seat.name) for seat in game.seats])
        return f"{mine}{table} · {tr('{names} agreed to a draw', names=everyone)}\n-# {when}"
    if not game.results:
        everyone = joined([shown_name(seat.name) for seat in game.seats])
        return f"{mine}{table} · {everyone}\n-# {tr('given up before the first trick was complete')} · {when}"
    winners = game.winner or ()
    won = [shown_name(seat.name) for seat in game.seats if seat.seat in winners]
    lost = [shown_name(seat.name) for seat in game.seats if seat.seat not in winners]
    points = {result.side: result.points for result in game.results}
    score = " : ".join(str(said(total, game.reckoning)) for total in sorted(points.values(), reverse=True))
    if any(result.outcome in ("resigned", "timeout") for result in game.results):
        score = tr("ended early at {score}", score=score)
    who = tr("{winners} beat {losers}", winners=f"**{joined(won)}**", losers=joined(lost))
    return f"{mine}{table} · {who}\n-# {score} · {when}"
