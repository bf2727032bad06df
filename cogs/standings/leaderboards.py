"""A server's leaderboards: by rating, wins or points, of one kind of game or all, of a season or all time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.club import PROVISIONAL, Board, By, Leaders, Standing, measures, strength_on
from bot.club.standings.rating import KINDS
from bot.club.standings.seasons import SEASONS, in_order, length_of
from bot.engine.options import BY_KEY
from bot.tables.decisions.daily import RULES
from bot.ui.kit.controls import BRASS, Layout, Page, button, menu, rows
from bot.ui.kit.permissions import elsewhere, may_not_write
from bot.ui.kit.reply import in_own_message, in_place, routes_in, say_privately, say_publicly, tell
from bot.ui.pictures.standings import MOST_LINES, Line
from bot.ui.routes.daily import ShowDaily
from bot.ui.routes.home import OpenTable
from bot.ui.routes.standings import (
    ALL,
    NOBODY,
    LeaderMenu,
    ListLeaders,
    ShowStats,
    to_board,
)
from bot.ui.text.faces import Look, Picture, shown_name, title_name
from bot.ui.text.i18n import mark, pair, tr, trn
from bot.ui.text.scoring import signed
from bot.ui.text.words import month_name, rating_text
from cogs.table.app import App, Interaction
from cogs.table.own_tables import PAGE

NAMES: Final = {
    By.RATING: mark("Rating"),
    By.WINS: mark("Wins"),
    By.POINTS: mark("Points a deal"),
    By.BEST_DEAL: mark("Best deal"),
    By.DOUBLES: mark("Double béziques"),
    By.BEST_VALUE: mark("Best value"),
    By.RUBICONS: mark("Rubicons"),
    By.DAILY: mark("Daily deals"),
}
"""The names of the measures by which a leaderboard may be ordered."""
_HANDS: Final = {
    "": mark("All games of Bézique"),
    "two": mark("Two hands"),
    "three": mark("Three hands"),
    "four": mark("Four hands"),
    "partners": mark("Partners"),
}
"""The names of the kinds of Bézique; another game has one kind, which bears its name."""
_MOST_SEASONS: Final = 24


def kind_name(game_kind: str) -> str:
    """Return the name of a kind of game; that of an empty one for all that are counted together."""
    name = _HANDS.get(game_kind)
    return tr(BY_KEY["game"].label(KINDS[game_kind].game) if name is None else name)


async def leaderboard(app: App, interaction: Interaction) -> None:
    """Show a leaderboard to everyone, and the member who asked for it their own place, in private.

    The whole leaderboard is private in a channel outside the bot's, or where the member may not write.
    """
    if elsewhere(interaction) or may_not_write(interaction):
        found, seasons = await _found(app, interaction)
        await say_privately(interaction, await _for_one(app, interaction, found, seasons))
        return
    with app.public.message(interaction) as permit:
        found, seasons = await _found(app, interaction)
        await say_publicly(interaction, await _for_all(app, interaction, found, seasons), permit)
    if found.count:
        await tell(interaction, own_place(found))


async def leaders(app: App, interaction: Interaction, route: ListLeaders) -> None:
    """Turn to a page of a leaderboard: in place for the member who asked for it, in a private copy for others.

    A control without an owner shows the page with the place of the member who pressed it.
    """
    guild = interaction.guild_id or 0
    controls = (each for each in routes_in(interaction.message) if isinstance(each, ListLeaders))
    own = any(each.owner_id == route.owner_id == interaction.user.id for each in controls)
    found, seasons = await _found(app, interaction, route.board(guild), route.page)
    if route.owner_id == NOBODY and not found.count:
        found, seasons = await _found(app, interaction)
    elif route.owner_id == NOBODY and found.own is not None:
        found, seasons = await _found(app, interaction, route.board(guild), (found.own.place - 1) // PAGE)
    if not own:
        await say_privately(interaction, await _for_one(app, interaction, found, seasons))
    elif in_own_message(interaction):
        await in_place(interaction, await _for_one(app, interaction, found, seasons))
    else:
        await interaction.response.edit_message(**(await _for_all(app, interaction, found, seasons)).editing())


async def _for_all(app: App, interaction: Interaction, found: Leaders, seasons: list[str]) -> Layout:
    guild = interaction.guild_id or 0
    picture = await app.renderer.in_public(guild, lambda: _first_ten(app, found))
    with app.renderer.readers.for_all(guild):
        return leaderboard_page(found, seasons, interaction.user.id, picture, for_all=True)


async def _for_one(app: App, interaction: Interaction, found: Leaders, seasons: list[str]) -> Layout:
    wanted = app.renderer.reader(interaction.user.id)[0].look is Look.PICTURES
    picture = await _first_ten(app, found) if wanted else None
    return leaderboard_page(found, seasons, interaction.user.id, picture)


async def _first_ten(app: App, found: Leaders) -> Picture | None:
    first = first_ten(found)
    if first is None:
        return None
    return await app.renderer.scenes.podium("leaderboard.png", *first, first_ten_words(*first), found.board.guild_id)


async def _found(
    app: App, interaction: Interaction, board: Board | None = None, page: int = 0
) -> tuple[Leaders, list[str]]:
    """Read a page of a leaderboard with the place of the member who asked, and the seasons that have leaderboards.

    Without a board it is by rating in the kind of game that most people play, or by wins if there are no ratings.
    """
    app.costly(interaction)
    guild, user = interaction.guild_id or 0, interaction.user.id
    kinds, seasons = await app.club.standings.boards(guild)
    choices = await app.members.preferences.of_server(guild)
    seasons = in_order(seasons, length_of(choices.get(SEASONS)))
    if board is None:
        board = Board(guild, By.RATING, game_kind=kinds[0]) if kinds else Board(guild)
    await app.membership.here(guild, user)
    server = interaction.client.get_guild(guild)
    return await app.membership.leaderboard(server, board, user, PAGE, page * PAGE), seasons


def leaderboard_page(
    leaders: Leaders, seasons: Sequence[str], user_id: int, picture: Picture | None = None, *, for_all: bool = False
) -> Layout:
    """Build a page of a leaderboard for the member who asked.

    A private one has the member's own place below it. Of an empty one in a server without others only that is told.
    """
    board, count = leaders.board, leaders.count
    of = (
        [season_name(board.season)] if board.by is By.DAILY else [kind_name(board.game_kind), season_name(board.season)]
    )
    head = f"### {tr('Leaderboard')} · {tr(NAMES[board.by])}\n-# {' · '.join(of)}"
    if not count:
        daily = board.by is By.DAILY
        none = tr("Nobody has finished five daily deals yet.") if daily else tr("No rated games yet.")
        begin = button(ShowDaily(), tr("Daily deal")) if daily else button(OpenTable(), tr("Play"))
        return Layout(BRASS, head, none, *(_menus(board, seasons, user_id) if seasons else rows([begin])))
    lines = [
        f"**{row.place}.** {shown_name(leaders.names.get(row.user_id, '?'))} · **{figure(row, board)}**"
        for row in leaders.rows
    ]
    page = Page.at(leaders.offset // PAGE, count, PAGE)
    own = leaders.own
    told = [trn("{count} player", "{count} players", count)]
    if not for_all:
        told = [own_place(leaders) if own is None else f"**{own.place}.** {tr('You')} · **{figure(own, board)}**"]
    rule = "\n-# " + tr("Best first: the rating less three times what stands after ±.")
    return Layout(
        BRASS,
        *((head, "\n".join(lines)) if picture is None else (picture,)),
        " · ".join(filter(None, [*told, page.words])) + (rule if board.by is By.RATING else ""),
        *_menus(board, seasons, user_id),
        *rows([
            *page.controls(lambda to: to_board(board, user_id, page=to)),
            button(ShowStats(NOBODY, ALL), tr("Me")),
        ]),
    )  # fmt: skip


def first_ten(leaders: Leaders) -> tuple[str, list[Line]] | None:
    """Return the title and the lines of the picture of a leaderboard's first page; None for another page."""
    if leaders.offset or not leaders.rows:
        return None
    board = leaders.board
    of = [] if board.by is By.DAILY else [kind_name(board.game_kind)]
    title = " · ".join([tr(NAMES[board.by]), *of, *([season_name(board.season)] if board.season else [])])
    lines = [Line(row.place, leaders.names.get(row.user_id, "?"), figure(row, board)) for row in leaders.rows]
    return title, lines[:MOST_LINES]


def first_ten_words(title: str, lines: Sequence[Line]) -> str:
    """Describe in words the picture of a leaderboard's first page."""
    told = [
        tr("{place}. {name}, {points}", place=line.place, name=title_name(line.name), points=line.points)
        for line in lines
    ]
    return pair(title, "; ".join(told))


def figure(row: Standing, board: Board) -> str:
    """Write the value that decides a place, as short as it stands in a picture."""
    match board.by:
        case By.RATING:
            return rating_text(strength_on(row.rating, board.today))
        case By.POINTS:
            return str(round(row.points_per_deal))
        case By.BEST_DEAL:
            return str(row.best_deal)
        case By.DOUBLES:
            return str(row.double_beziques)
        case By.BEST_VALUE:
            return str(row.best_value)
        case By.RUBICONS:
            return str(row.rubicons)
        case By.DAILY:
            return _signed(row.points_per_deal)
        case _:
            return str(row.wins)


def season_name(season: str) -> str:
    """Return the name of a season: a month, a quarter, or all time."""
    if not season:
        return tr("All time")
    year, part = season.split("-")
    if part.startswith("Q"):
        return tr("Quarter {number} of {year}", number=part[1:], year=year)
    return month_name(int(year), int(part))


def _menus(board: Board, seasons: Sequence[str], user_id: int) -> list[discord.ui.ActionRow[Any]]:
    """Make the menus that turn to another leaderboard; a rating is always of one kind of game and for all time."""

    def entries(which: LeaderMenu, boards: Sequence[tuple[str, Board]]) -> list[tuple[str, Any, str]]:
        return [(label, to_board(each, user_id, which), "") for label, each in boards]

    rating = replace(board, by=By.RATING, season="", game_kind=board.game_kind or "two")
    offered = measures(board.game_kind)
    by = [(tr(NAMES[by]), rating if by is By.RATING else replace(board, by=by)) for by in offered]
    kinds = [
        (kind_name(kind), replace(board, game_kind=kind, by=board.by if board.by in measures(kind) else By.WINS))
        for kind in ("", *KINDS)
    ]
    if board.by is By.RATING:
        kinds = kinds[1:]
    made = [menu(tr("By"), entries(LeaderMenu.BY, by), chosen=to_board(board, user_id, LeaderMenu.BY))]
    if board.by is not By.DAILY:  # daily deals are all of one kind
        of = to_board(board, user_id, LeaderMenu.KIND)
        made.append(menu(tr("Of"), entries(LeaderMenu.KIND, kinds), chosen=of))
    if board.by is not By.RATING and seasons:
        when = [(season_name(each), replace(board, season=each)) for each in ["", *seasons[:_MOST_SEASONS]]]
        chosen = to_board(board, user_id, LeaderMenu.SEASON)
        made.append(menu(tr("In"), entries(LeaderMenu.SEASON, when), chosen=chosen))
    return made


def own_place(leaders: Leaders) -> str:
    own = leaders.own
    if own is None:
        return tr("You do not stand here yet.")
    what = told_of(own, leaders.board)
    return tr("You are number **{place}** of {count}: {what}.", place=own.place, count=leaders.count, what=what)


def told_of(row: Standing, board: Board) -> str:
    """Write the value that decides a place, and the number of games that it comes from."""
    games, by = trn("{count} game", "{count} games", row.games), board.by
    if by is By.RATING:
        games = trn("{count} game", "{count} games", row.rated_games)
        rating = rating_text(strength_on(row.rating, board.today))
        what = tr("**{rating}** after {games}", rating=rating, games=games)
        return pair(what, tr("provisional")) if row.rated_games < PROVISIONAL else what
    if by is By.POINTS:
        return tr("**{points}** points a deal, {games}", points=round(row.points_per_deal), games=games)
    if by is By.BEST_DEAL:
        return tr("**{points}** points in one deal, {games}", points=row.best_deal, games=games)
    if by is By.DOUBLES:
        doubles = trn("**{count}** double bézique", "**{count}** double béziques", row.double_beziques)
        return tr("{what} in {games}", what=doubles, games=games)
    if by is By.BEST_VALUE:
        return tr("best game worth **{points}**, {games}", points=row.best_value, games=games)
    if by is By.RUBICONS:
        rubicons = trn("**{count}** rubicon", "**{count}** rubicons", row.rubicons)
        return tr("{what} in {games}", what=rubicons, games=games)
    if by is By.DAILY:
        days = trn("{count} day", "{count} days", row.games)
        return tr("**{points}** over the house, {days}", points=_signed(row.points_per_deal), days=days)
    wins = trn("{count} win", "{count} wins", row.wins)
    return tr("{wins} in {games}, {points} points a game", wins=wins, games=games, points=round(row.points_per_game))


def _signed(points: float) -> str:
    """Write an average with its sign, in the unit of the daily deal's points."""
    return signed(points, RULES)
