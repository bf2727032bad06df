"""Handlers for finished games: their list, files and replays."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.engine import Game
from bot.house.roster import is_house
from bot.tables import Finished, Refused, Table, Why
from bot.tables.values.moments import hands_of, moments
from bot.tables.values.restore import recordable
from bot.ui.kit.controls import Layout
from bot.ui.kit.lists import Page
from bot.ui.kit.reply import in_place, refuse, say_privately
from bot.ui.kit.sight import sight_of
from bot.ui.pictures import OpenHand
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.archive import Whose
from bot.ui.text.faces import Look, Picture, said_name
from bot.ui.text.i18n import tr
from cogs.archive.pages import (
    PAGE,
    ended_page,
    files_page,
    game_files,
    game_texts,
    hands_at,
    hands_page,
    in_room,
    replay_page,
    steps_of,
)
from cogs.table.desk import Desk, Interaction


async def give_files(desk: Desk, interaction: Interaction, table_id: int) -> None:
    """Answer privately with a game's record and transcript, or say that it is not over or was never dealt."""
    table = await desk.table_here(interaction, table_id)
    if table.daily is not None and table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NO_SUCH_TABLE, table_id=table.id)  # others may watch it, but its record is its player's own
    if table.live:
        await refuse(
            interaction,
            tr(
                "The record holds every card; come back when table {table} is over.",
                table=table.number,
            ),
        )
        return
    if not recordable(table):
        words = tr("No cards were dealt at table {table}; nothing to read.", table=table.number)
        await refuse(interaction, words)
        return
    desk.costly(interaction)
    record, story = await asyncio.to_thread(game_texts, table)
    files = game_files(table, record, story)
    await interaction.response.send_message(view=files_page(table, files), files=files, ephemeral=True)


async def record(desk: Desk, interaction: Interaction, route: archive_routes.Record) -> None:
    """Give out the files of a game whose result carries the button."""
    await give_files(desk, interaction, route.table_id)


async def fetch(desk: Desk, interaction: Interaction, route: archive_routes.Fetch) -> None:
    """Give out the files of a game that was chosen from the list."""
    await give_files(desk, interaction, route.game_id)


async def turn(desk: Desk, interaction: Interaction, route: archive_routes.ListFinished) -> None:
    """Show a page of the list."""
    await in_place(interaction, await _page(desk, interaction, route.whose, route.page))


async def _page(desk: Desk, interaction: Interaction, whose: Whose, page: int) -> Layout:
    """Return a page of the list of finished games."""
    user = interaction.user.id
    owner = user if whose is Whose.MINE else None
    visible, guild = sight_of(interaction).visible(), interaction.guild_id or 0
    found = await desk.tables.archive.finished(guild, visible, owner, PAGE + 1, page * PAGE)
    games = await with_points_of_house(desk, found[:PAGE])
    pages = Page(page, page + (2 if len(found) > PAGE else 1))  # only whether another page follows is known
    return ended_page(games, whose=whose, page=pages, user_id=user)


async def with_points_of_house(desk: Desk, games: Sequence[Finished]) -> list[Finished]:
    """Return games with the points of the house, which only their tables hold."""
    housed = [game.id for game in games if game.results and any(is_house(seat.user_id) for seat in game.seats)]
    tables = {table.id: table for table in await desk.tables.several(housed)}
    return [replace(game, house=_sides(tables[game.id].game)) if game.id in tables else game for game in games]


def _sides(game: Game) -> dict[int, int]:
    """Return the points of each side."""
    return {side: sum(game.totals[seat] for seat in seats) for side, seats in enumerate(game.law.side_seats)}


def names_of(table: Table) -> tuple[str, ...]:
    """Return the players' names as pictures show them."""
    return tuple(said_name(name) for name in table.names)


class LookingBack:
    """The handlers that show deals that are over, privately to the user who asks."""

    async def hands(self, desk: Desk, interaction: Interaction, route: archive_routes.ShowHands) -> None:
        """Show all hands of a deal as they were dealt, with what was drawn."""
        table = await desk.table_here(interaction, route.table_id)
        style, taste = desk.showing.reader(interaction.user.id)
        history, picture = moments(table, route.deal), None  # moments() refuses a deal that may not be seen
        if taste.look is Look.PICTURES:
            hands = [OpenHand(each.dealt, drew=each.drew) for each in hands_of(history)]
            picture = await desk.showing.scenes.hands(
                hands, names_of(table), table.guild_id, four_colour=taste.four_colour
            )
        page = in_room(lambda style: hands_page(table, route.deal, style, picture), style)
        await (in_place if route.in_place else say_privately)(interaction, page)

    async def watch(self, desk: Desk, interaction: Interaction, route: archive_routes.Watch) -> None:
        """Begin the replay of a deal."""
        table = await desk.table_here(interaction, route.table_id)
        await say_privately(interaction, await self.page(desk, interaction.user.id, table, route.deal, 0))

    async def step(self, desk: Desk, interaction: Interaction, route: archive_routes.StepTo) -> None:
        """Go to a step of the replay."""
        table = await desk.table_here(interaction, route.table_id)
        await in_place(interaction, await self.page(desk, interaction.user.id, table, route.deal, route.step))

    async def page(self, desk: Desk, user_id: int, table: Table, deal: int, at: int) -> Layout:
        """Build one step of the replay of a deal that is over, with cards as the member prefers to see them.

        Raises:
            Refused: There was no such deal, or it is still being played.
        """
        style, taste = desk.showing.reader(user_id)
        steps = steps_of(moments(table, deal))
        drawn: Sequence[Picture | None] = ()
        if taste.look is Look.PICTURES:
            step, four = steps[min(at, len(steps) - 1)], taste.four_colour
            drawn = await asyncio.gather(
                desk.showing.scenes.board(step.history[-1].deal, names_of(table), table.guild_id, four_colour=four),
                desk.showing.scenes.hands(
                    hands_at(step.history[0].deal), names_of(table), table.guild_id, four_colour=four
                ),
            )
        pictures = [each for each in drawn if each is not None]
        return in_room(lambda style: replay_page(table, deal, at, style, pictures), style)
