"""Finished games: their list, records, replays and hands, reached from a result or from ``/leaderboard``."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.engine import Game
from bot.engine.record import write_record
from bot.house.roster import is_house
from bot.tables import Finished, Refused, Table, Why, number_of
from bot.tables.values.record import recordable, table_record
from bot.ui.kit.controls import BRASS, Layout, Page, button, menu, rows
from bot.ui.kit.reply import in_place, refuse
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes.archive import Fetch, ListFinished, Record, Watch, Whose
from bot.ui.text.faces import shown_name, title_name
from bot.ui.text.i18n import tr
from bot.ui.text.scoring import said
from bot.ui.text.transcript import transcript
from bot.ui.text.words import joined, moment
from cogs.table.app import App, Interaction

if TYPE_CHECKING:
    from bot.client import BeziqueBot


PAGE = 5


async def list_finished(app: App, interaction: Interaction, route: ListFinished) -> None:
    user, number = interaction.user.id, route.page
    owner = user if route.whose is Whose.MINE else None
    visible, guild = visibility_of(interaction).visible(), interaction.guild_id or 0
    found = await app.tables.archive.finished(guild, visible, owner, PAGE + 1, number * PAGE)
    games = await with_points_of_house(app, found[:PAGE])
    page = Page(number, number + (2 if len(found) > PAGE else 1))  # only whether another page follows is known
    await in_place(interaction, ended_page(games, whose=route.whose, page=page))


async def with_points_of_house(app: App, games: Sequence[Finished]) -> list[Finished]:
    """Return games with the points of the house, which only their tables hold."""
    housed = [game.id for game in games if game.results and any(is_house(seat.user_id) for seat in game.seats)]
    tables = {table.id: table for table in await app.tables.several(housed)}

    def points(game: Game) -> dict[int, int]:
        return {side: sum(game.totals[seat] for seat in seats) for side, seats in enumerate(game.law.side_seats)}

    return [replace(game, house=points(tables[game.id].game)) if game.id in tables else game for game in games]


def ended_page(games: Sequence[Finished], *, whose: Whose, page: Page) -> Layout:
    """Build a page of finished games, the newest first."""
    mine = whose is Whose.MINE
    heading = tr("Your finished games") if mine else tr("Finished games in this server")
    other = (
        button(ListFinished(Whose.ALL, 0), tr("Everyone's games"))
        if mine
        else button(ListFinished(Whose.MINE, 0), tr("Only mine"))
    )
    if not games:
        none = tr("You have finished no game here yet.") if mine else tr("No finished games yet. `/play` begins one.")
        return Layout(BRASS, f"### {heading}", none, *rows([other] if mine else []))
    return Layout(
        BRASS,
        f"### {heading}",
        "\n".join(finished_line(game) for game in games),
        menu(
            tr("Read a game, or take its record"),
            [
                (
                    tr("Table {table}", table=number_of(game.id)),
                    Fetch(game.id),
                    ", ".join(title_name(seat.name) for seat in game.seats),
                )
                for game in games
            ],
        ),
        *rows([*page.controls(partial(ListFinished, whose)), other]),
    )


def finished_line(game: Finished) -> str:
    """Write a finished game in short: winners, losers, their points and the date; or that it was drawn or no game."""
    table = tr("Table {table}", table=number_of(game.id))
    when = f"{table} · {moment(game.ended_at, 'd')}" if game.ended_at is not None else table
    everyone = joined([shown_name(seat.name) for seat in game.seats])
    if game.winner is None:
        return f"{tr('{names} agreed to a draw', names=everyone)}\n-# {when}"
    if not game.results:
        return f"{everyone}\n-# {tr('given up in the first trick')} · {when}"
    winners = game.winner
    won = [shown_name(seat.name) for seat in game.seats if seat.seat in winners]
    lost = [shown_name(seat.name) for seat in game.seats if seat.seat not in winners]
    points = {**game.house, **{result.side: result.points for result in game.results}}
    won_by = {seat % len(points) for seat in winners} if points else set()  # partners sit across from each other
    in_order = sorted(points, key=lambda side: (side not in won_by, side))  # as the names
    score = " : ".join(str(said(points[side], game.reckoning)) for side in in_order)
    if any(result.outcome in ("resigned", "timeout") for result in game.results):
        score = tr("ended early at {score}", score=score)
    who = (
        tr("{winners} beat {losers}", winners=f"**{joined(won)}**", losers=joined(lost))
        if won
        else tr("nobody won: {names}", names=everyone)
    )
    return f"{who}\n-# {score} · {when}"


async def record(app: App, interaction: Interaction, route: Record) -> None:
    await give_files(app, interaction, route.table_id)


async def fetch(app: App, interaction: Interaction, route: Fetch) -> None:
    await give_files(app, interaction, route.game_id)


async def give_files(app: App, interaction: Interaction, table_id: int) -> None:
    """Answer privately with a game's record and transcript, or say that it is not over or was never dealt."""
    table = await app.table_here(interaction, table_id)
    if table.daily is not None and table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NO_SUCH_TABLE, table_id=table.id)  # others may watch it, but its record is its player's own
    if table.live:
        await refuse(interaction, tr("The record holds every card, and comes after the end."))
        return
    if not recordable(table):
        words = tr("No cards were dealt at table {table}; nothing to read.", table=table.number)
        await refuse(interaction, words)
        return
    app.costly(interaction)
    record, story = await asyncio.to_thread(game_texts, table)
    files = game_files(table, record, story)
    await interaction.response.send_message(view=files_page(table, files), files=files, ephemeral=True)


def game_texts(table: Table) -> tuple[str, str]:
    """Return a finished game's record and transcript; this takes a moment for a long game."""
    record = table_record(table)
    return write_record(record) + "\n", transcript(record)


def game_files(table: Table, record: str, story: str) -> list[discord.File]:
    name = f"bezique-table-{table.number}"
    return [
        discord.File(io.BytesIO(record.encode()), f"{name}.json"),
        discord.File(io.BytesIO(story.encode()), f"{name}.txt"),
    ]


def files_page(table: Table, files: Sequence[discord.File]) -> Layout:
    record, story = files
    return Layout(
        BRASS,
        f"### {tr('The game at table {table}', table=table.number)}",
        tr("{names}: the game to read, trick by trick.", names=joined([shown_name(n) for n in table.names])),
        discord.ui.File(story),
        tr("With it `python -m bot verify` proves that the cards were fixed before."),
        discord.ui.File(record),
        *rows([button(Watch(table.id, 0), tr("Replay"))]),
    )


async def setup(_bot: BeziqueBot) -> None:
    """Add nothing: this room has no command of its own."""
