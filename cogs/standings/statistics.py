"""A member's page (*Me*) with its card to share, the figures behind it, the opponents, and two members together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.club import (
    PROVISIONAL,
    Alone,
    Course,
    Fortune,
    MeetingRow,
    Opponent,
    PlayedWith,
    RecordRow,
    SourceRow,
    Stats,
    Versus,
)
from bot.club.milestones import MILESTONES
from bot.club.standings.rating import KINDS
from bot.engine.combinations import BY_NAME
from bot.tables import Finished, Table, number_of
from bot.ui.kit.controls import BRASS, Layout, Page, button, member_picker, menu, rows
from bot.ui.kit.reply import in_place, refuse, say_privately, say_publicly
from bot.ui.kit.visibility import visibility_of
from bot.ui.pictures.standings import MemberCard, RatingCourse, Tile
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.home import Learn, OpenTable
from bot.ui.routes.learn import NextExercise
from bot.ui.routes.standings import ALL, ListOpponents, ShareStats, ShowFigures, ShowStats, ShowStatsOf, ShowVersus
from bot.ui.text.faces import Look, Picture, shown_name, title_name
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.learning import SKILLS, rated_words
from bot.ui.text.scoring import SHEET_LINES, combination_title
from bot.ui.text.words import moment, rating_text, rules_line
from cogs.archive import finished_line, with_points_of_house
from cogs.standings.leaderboards import kind_name
from cogs.standings.milestones import new_milestones
from cogs.table.app import App, Interaction
from cogs.table.own_tables import PAGE, go_on, waiting_for


async def ask_stats(app: App, interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Show in private a member's statistics in the server; refuse a bot, or a user who is not there."""
    if user.bot:
        await refuse(interaction, tr("Statistics are kept of people alone."))
    elif not isinstance(user, discord.Member):  # Discord sends a member for a user in the server
        await refuse(interaction, tr("{name} is not in this server.", name=shown_name(user.display_name)))
    else:
        await app.membership.here(user.guild.id, user.id)
        await say_privately(interaction, await _stats(app, interaction, user.id, user.display_name))


async def show_stats_of(app: App, interaction: Interaction, route: ShowStatsOf) -> None:
    server = interaction.guild
    try:
        member = None if server is None else await server.fetch_member(route.user_id)
    except discord.NotFound:
        member = None
    if member is None:
        await refuse(interaction, tr("{name} is not in this server.", name=f"<@{route.user_id}>"))
    else:
        await ask_stats(app, interaction, member)


async def show_stats(app: App, interaction: Interaction, route: ShowStats) -> None:
    user = route.user_id or interaction.user.id
    if await _has_left(app, interaction, user):
        return
    name = await _name(app, interaction, user)
    await in_place(interaction, await _stats(app, interaction, user, name, route.kind))


async def show_versus(app: App, interaction: Interaction, route: ShowVersus) -> None:
    one, other = route.user_id, route.other_id
    if await _has_left(app, interaction, one, other):
        return
    names = await _name(app, interaction, one), await _name(app, interaction, other)
    app.costly(interaction)
    visible = visibility_of(interaction).visible()
    versus = await app.club.statistics.versus(interaction.guild_id or 0, one, other, visible)
    await in_place(interaction, versus_page(versus, *names))


async def _has_left(app: App, interaction: Interaction, *users: int) -> bool:
    """Refuse if one of the members has left since their name was shown."""
    gone = await app.club.standings.departed(interaction.guild_id or 0, users)
    if gone:
        name = await _name(app, interaction, min(gone))
        await refuse(interaction, tr("{name} is not in this server.", name=shown_name(name)))
    return bool(gone)


async def _name(app: App, interaction: Interaction, user_id: int) -> str:
    """Return a member's name for a click, which does not carry it."""
    if user_id == interaction.user.id:
        return interaction.user.display_name
    return await app.club.statistics.name_of(interaction.guild_id or 0, user_id) or "?"


async def _stats(app: App, interaction: Interaction, user_id: int, name: str, kind: str = ALL) -> Layout:
    app.costly(interaction)
    guild, picture, alone, waiting = interaction.guild_id or 0, None, None, list[Table]()
    reader = interaction.user.id
    stats = await app.club.statistics.stats(guild, user_id, visibility_of(interaction).visible(), kind)
    stats = replace(stats, last=tuple(await with_points_of_house(app, stats.last)))
    if user_id == reader:
        if (news := await new_milestones(app, interaction)) is not None:
            return news
        alone = await app.club.statistics.alone(user_id)
        waiting = waiting_for(await app.tables_of(interaction), user_id)
    if stats.whole is not None and app.renderer.reader(reader)[0].look is Look.PICTURES:
        picture = await _card(app, stats, name, guild)
    return stats_page(stats, name, reader, picture, alone, waiting)


async def show_figures(app: App, interaction: Interaction, route: ShowFigures) -> None:
    """Show what stands behind a member's card."""
    if await _has_left(app, interaction, route.user_id):
        return
    app.costly(interaction)
    guild, name = interaction.guild_id or 0, await _name(app, interaction, route.user_id)
    stats = await app.club.statistics.stats(guild, route.user_id, visibility_of(interaction).visible())
    reached = len(await app.club.milestones.of(guild, route.user_id))
    await in_place(interaction, figures_page(stats, name, interaction.user.id, reached))


async def list_opponents(app: App, interaction: Interaction, route: ListOpponents) -> None:
    """Show a page of all members against whom a member has played, those met most often first."""
    if await _has_left(app, interaction, route.user_id):
        return
    app.costly(interaction)
    guild, name = interaction.guild_id or 0, await _name(app, interaction, route.user_id)
    found = await app.club.statistics.opponents(guild, route.user_id, PAGE + 1, route.page * PAGE)
    page = Page(route.page, route.page + (2 if len(found) > PAGE else 1))  # only whether another follows is known
    await in_place(interaction, opponents_page(found[:PAGE], page, route.user_id, name))


async def share_stats(app: App, interaction: Interaction, route: ShareStats) -> None:
    """Post the card of the member who presses in this channel; the own page stays as it is."""
    with app.public.message(interaction) as permit:
        app.costly(interaction)
        guild, user = interaction.guild_id or 0, interaction.user
        stats = await app.club.statistics.stats(guild, user.id, visibility_of(interaction).visible(), route.kind)
        if stats.whole is None:
            await refuse(interaction, tr("Nothing to share: you have finished no game with people here."))
            return
        picture = await app.renderer.in_public(guild, lambda: _card(app, stats, user.display_name, guild))
        with app.renderer.readers.for_all(guild):
            layout = shared_card(stats, user.display_name, picture)
        await say_publicly(interaction, layout, permit)


async def _card(app: App, stats: Stats, name: str, guild: int) -> Picture | None:
    return await app.renderer.scenes.member(member_card(stats, name), describe_card(stats, name), guild)


_KINDS = 3
"""Number of kinds of game that are told of; the menu has all that are rated."""
_SOURCES = 4


def stats_page(
    stats: Stats,
    name: str,
    reader_id: int,
    picture: Picture | None = None,
    alone: Alone | None = None,
    waiting: Sequence[Table] = (),
) -> Layout:
    """Build the private page of a member: their card, what they did last, against whom, and what comes next."""
    user, whole, course = stats.user_id, stats.whole, stats.course
    mine = user == reader_id
    told = [] if picture is not None else [f"### {_heading(stats, name, reader_id)}"]
    if whole is None:
        told.append(
            tr("No finished games with people here yet.")
            if mine
            else tr("{name} has no finished games with people here yet.", name=shown_name(name))
        )
    elif picture is None:
        told += [record_line(whole), deals_line(whole), describe_rating(course) if course is not None else ""]
    if len(waiting) > 1:
        told.append(trn("**{count}** game waits for you", "**{count}** games wait for you", len(waiting)))
    told.append(_alone(alone) if alone is not None else "")
    if not waiting:  # beside what waits there is no room on a phone
        told += [finished_line(game) for game in stats.last]
        met = [f"{shown_name(each.name)} {_score(each.meeting)}" for each in stats.opponents]
        told.append(f"**{tr('Against')}** {' · '.join(met)}" if met else "")
    doors = [go_on(waiting[0], user)] if waiting else []
    if mine and whole is None and (alone is None or alone.exercises is None):
        doors += [button(Learn(), tr("Learn"), discord.ButtonStyle.primary), button(OpenTable(), tr("Play"))]
    elif mine:
        doors.append(button(NextExercise(), tr("Exercises"), discord.ButtonStyle.primary))
    elif whole is not None:
        doors.append(button(ShowVersus(reader_id, user), tr("The two of us")))
    doors += [button(ListOpponents(user, 0), tr("Opponents"))] if stats.opponents else []
    if mine:
        whose = archive_routes.Whose.MINE if stats.records else archive_routes.Whose.ALL
        doors.append(button(archive_routes.ListFinished(whose, 0), tr("Finished games")))
    doors += [button(ShowFigures(user), tr("More"))] if stats.records else []
    return Layout(BRASS, picture, "\n".join(filter(None, told)), *rows(doors))


def _heading(stats: Stats, name: str, reader_id: int) -> str:
    mine = stats.user_id == reader_id
    return tr("Your statistics") if mine else tr("Statistics of {name}", name=shown_name(name))


def _alone(alone: Alone) -> str:
    """Write the streak of daily deals, how the exercises went, and what to practise, if there is any of it."""
    told = [tr("Daily deals in a row **{count}**", count=alone.streak)] if alone.streak else []
    if alone.exercises is not None:
        told.append(rated_words(alone.exercises))
    if alone.to_train is not None:
        told.append(pair(tr("To practise"), tr(SKILLS[alone.to_train])))
    return f"-# {' · '.join(told)}" if told else ""


def figures_page(stats: Stats, name: str, reader_id: int, reached: int = 0) -> Layout:
    """Build the private page behind a member's card: each kind of game, and what the points came from."""
    user, course = stats.user_id, stats.course
    mine = user == reader_id
    told = [f"### {_heading(stats, name, reader_id)}", *_by_kind(stats), _with_house(stats)]
    told += [_sources(stats.sources), _fortune(stats.fortune), _favourites(stats)]
    if reached:
        told.append("-# " + pair(tr("Milestones"), tr("{found} of {tried}", found=reached, tried=len(MILESTONES))))
    doors = [button(ShowStats(user, ALL), tr("Back"))]
    if mine and stats.whole is not None:
        doors.append(button(ShareStats(course.kind if course else ALL), tr("Share it here")))
    return Layout(
        BRASS,
        "\n".join(filter(None, told)),
        _kinds_menu(stats),
        *rows(doors),
    )


def opponents_page(found: Sequence[Opponent], page: Page, user_id: int, name: str) -> Layout:
    """Build a private page of the members against whom a member has played, and lead to any other's statistics."""
    lines = [f"{shown_name(each.name)} **{_score(each.meeting)}**" for each in found]
    offered = [
        (title_name(each.name), ShowVersus(user_id, each.meeting.other_id), _met(each.meeting)) for each in found
    ]
    turning = page.controls(lambda to: ListOpponents(user_id, to))
    return Layout(
        BRASS,
        f"### {tr('Opponents')} · {shown_name(name)}",
        "\n".join(lines) or tr("No finished games with people here yet."),
        menu(tr("All games against …"), offered) if offered else None,
        member_picker(ShowStatsOf(0), tr("A member's statistics …")),
        *rows([*turning, button(ShowStats(user_id, ALL), tr("Statistics of {name}", name=title_name(name)))]),
    )


def versus_page(versus: Versus, name: str, other: str) -> Layout:
    """Build the private page of the games between two members, named `name` and `other`."""
    first, second = shown_name(name), shown_name(other)
    back = button(ShowStats(versus.user_id, ALL), tr("Statistics of {name}", name=title_name(name)))
    told = []
    if versus.against is not None:
        told.append(_against(versus.against, first, second))
    if versus.beside is not None:
        told.append(tr("As partners: {games}", games=_games_won(versus.beside)))
    if not told:
        told.append(tr("{first} and {second} have no finished games together here yet.", first=first, second=second))
    ratings = [
        pair(
            kind_name(own.game_kind),
            f"{first} **{rating_text(own.strength)}**, {second} **{rating_text(theirs.strength)}**",
        )
        for own, theirs in versus.ratings
    ]
    replays = [
        button(archive_routes.Watch(game.id, 0), tr("Replay {table}", table=number_of(game.id))) for game in versus.last
    ]
    return Layout(
        BRASS,
        f"### {tr('{first} and {second}', first=first, second=second)}\n-# {tr('Games in this server')}",
        "\n".join(told),
        f"**{tr('Ratings')}**\n" + "\n".join(ratings) if ratings else None,
        _last(versus.last),
        *rows([*replays, back]),
    )


def _by_kind(stats: Stats) -> list[str]:
    """Write the games won, the rating and the best value of the kinds of game that a member plays most."""
    rows = [row for (company, kind), row in stats.records.items() if company is PlayedWith.PEOPLE and kind in KINDS]
    rows.sort(key=lambda row: -row.games)
    ratings = {each.game_kind: each for each in stats.ratings}
    told = []
    for row in rows[:_KINDS]:
        parts = [_games_won(row)]
        if (rating := ratings.get(row.game_kind)) is not None:
            parts.append(f"**{rating_text(rating.strength)}**")
        if row.best_value:
            parts.append(tr("best value **{points}**", points=row.best_value))
        if row.rubicons:
            parts.append(trn("**{count}** rubicon", "**{count}** rubicons", row.rubicons))
        told.append("-# " + pair(kind_name(row.game_kind), " · ".join(parts)))
    return told


def _with_house(stats: Stats) -> str | None:
    row = stats.records.get((PlayedWith.HOUSE, ""))
    return None if row is None else "-# " + tr("With house players: {games}", games=_games_won(row))


def _games_won(row: RecordRow | MeetingRow) -> str:
    return trn("{count} game, {won} won", "{count} games, {won} won", row.games, won=row.won)


def _kinds_menu(stats: Stats) -> discord.ui.ActionRow[Any] | None:
    """Build the menu of ratings whose course can be shown, if there are several."""
    if len(stats.ratings) < 2 or stats.course is None:
        return None
    offered = [(kind_name(row.game_kind), ShowStats(stats.user_id, row.game_kind), "") for row in stats.ratings]
    return menu(tr("Rating"), offered, chosen=ShowStats(stats.user_id, stats.course.kind))


def _sources(sources: Sequence[SourceRow]) -> str | None:
    """Write the shares of the sources of the points, most first."""
    total = sum(row.points for row in sources if row.points > 0)
    told = []
    for title, reasons in SHEET_LINES.items():
        points = sum(row.points for row in sources if row.reason in reasons)
        if points > 0:
            told.append((points, f"{tr(title)} {tr('{percent}%', percent=100 * points // total)}"))
    told.sort(reverse=True)
    return pair(f"**{tr('Points from')}**", ", ".join(line for _, line in told[:_SOURCES])) if told else None


def _fortune(found: Fortune | None) -> str | None:
    """Write the share of the score that the cards gave, and the rest, which is the play's."""
    if found is None:
        return None
    luck, play = _whole(found.luck), _whole(found.play)
    return tr("Per deal: cards **{luck}**, play **{play}** ± {error}", luck=luck, play=play,
              error=max(1, round(found.error)))  # fmt: skip


def _whole(points: float) -> str:
    rounded = round(points)
    return f"+{rounded}" if rounded >= 0 else f"\N{MINUS SIGN}{-rounded}"


def _favourites(stats: Stats) -> str | None:
    lines = [
        pair(rules_line(each.rules, each.preset, brief=True), trn("{count} game", "{count} games", each.games))
        for each in stats.favourites
    ]
    return "-# " + pair(tr("Favourite rules"), ", ".join(lines)) if lines else None


def _score(row: MeetingRow) -> str:
    """Write the games won and lost against an opponent, which stay on one line."""
    return f"{row.won}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{row.lost}"


def _met(row: MeetingRow) -> str:
    games = trn("{count} game", "{count} games", row.games)
    return " · ".join([games, tr("{count} won", count=row.won), tr("{count} lost", count=row.lost)])


def _against(row: MeetingRow, first: str, second: str) -> str:
    """Write the results of two members against each other."""
    others = row.games - row.won - row.lost - row.drawn
    parts = [
        trn("**{count}** game", "**{count}** games", row.games),
        tr("{name} won **{count}**", name=first, count=row.won),
        tr("{name} won **{count}**", name=second, count=row.lost),
    ]
    if row.drawn:
        parts.append(tr("{count} drawn", count=row.drawn))
    if others:
        parts.append(trn("{count} won by somebody else", "{count} won by somebody else", others))
    points = tr("Points a game: {first} **{points}**, {second} **{others}**", first=first, second=second,
                points=round(row.points / row.games), others=round(row.other_points / row.games))  # fmt: skip
    when = tr("First played {first}, last {last}", first=moment(row.first_at, "d"), last=moment(row.last_at, "d"))
    return f"{' · '.join(parts)}\n{points}\n-# {when}"


def _last(games: Sequence[Finished]) -> str | None:
    if not games:
        return None
    return f"**{tr('Last games')}**\n" + "\n".join(finished_line(game) for game in games)


def member_card(stats: Stats, name: str) -> MemberCard:
    """Return what a member's card shows; the member has finished a game with people."""
    whole, course = stats.whole, stats.course
    assert whole is not None
    longest = tr("{count}, now {now}", count=whole.longest, now=whole.streak)
    tiles = [
        Tile(tr("Games won"), tr("{won} of {games}", won=whole.won, games=whole.games)),
        Tile(tr("Best deal"), str(whole.best_deal)) if whole.deals else Tile(tr("Best value"), str(whole.best_value)),
        Tile(tr("Won in a row"), longest if whole.streak > 1 else str(whole.longest)),
    ]
    favourite = _favourite(stats)
    if favourite is not None:
        tiles.insert(2, Tile(tr("Favourite combination"), _times(favourite)))
    if course is None:
        return MemberCard(name, tr("Statistics"), "", (), None, tuple(tiles))
    last = course.ratings[-1]
    kind = [kind_name(course.kind), f"± {last.uncertainty}"]
    if course.before + len(course.ratings) - 1 < PROVISIONAL:
        kind.append(tr("provisional"))
    drawn = RatingCourse(course.before, tuple(each.rating for each in course.ratings), PROVISIONAL)
    return MemberCard(name, tr("Statistics"), str(last.rating), tuple(kind), drawn, tuple(tiles))


def describe_card(stats: Stats, name: str) -> str:
    """Say in words what a member's card shows."""
    whole, course, favourite = stats.whole, stats.course, _favourite(stats)
    assert whole is not None
    told = [
        record_line(whole),
        deals_line(whole),
        pair(tr("Favourite combination"), _times(favourite)) if favourite is not None else "",
        describe_rating(course) if course is not None else "",
    ]
    said = ". ".join(line for line in told if line).replace("**", "")
    return f"{tr('Statistics of {name}', name=title_name(name))}: {said}"


def shared_card(stats: Stats, name: str, picture: Picture | None) -> Layout:
    """Build the public message with a member's card, in words where there is no picture; nothing else is shown."""
    words = None if picture is not None else describe_card(stats, name)
    return Layout(BRASS, f"### {tr('Statistics of {name}', name=shown_name(name))}", picture, words)


def _times(row: SourceRow) -> str:
    return f"{combination_title(row.reason)} · {row.times} ×"


def _favourite(stats: Stats) -> SourceRow | None:
    """Return the combination that has brought a member most points; None before the first."""
    found = [row for row in stats.sources if row.reason in BY_NAME and row.points > 0]
    return max(found, key=lambda row: (row.points, row.times, row.reason), default=None)


def describe_rating(course: Course) -> str:
    """Describe in words the picture of a rating's course."""
    ratings, before = [each.rating for each in course.ratings], course.before
    high, low = max(ratings), min(ratings)
    told = tr(
        "Rating, {kind}: {first} after game {begun}, {last} after game {count}; highest {high} after game {top}, "
        "lowest {low} after game {bottom}.",
        kind=kind_name(course.kind).lower(), first=rating_text(course.ratings[0]), begun=before,
        last=rating_text(course.ratings[-1]),
        count=before + len(ratings) - 1, high=high, top=before + ratings.index(high), low=low,
        bottom=before + ratings.index(low),
    )  # fmt: skip
    return told + (" " + tr("It is provisional until the tenth game.") if before < PROVISIONAL else "")


def record_line(row: RecordRow) -> str:
    """Write the numbers of games won, lost and drawn."""
    parts = [
        trn("**{count}** game", "**{count}** games", row.games),
        tr("{count} won", count=row.won),
        tr("{count} lost", count=row.games - row.won - row.drawn),
    ]
    if row.drawn:
        parts.append(tr("{count} drawn", count=row.drawn))
    if row.longest > 1:
        parts.append(tr("at most {count} won in a row", count=row.longest))
    return " · ".join(parts)


def deals_line(row: RecordRow) -> str:
    """Write the points a deal, and those of the best one."""
    if not row.deals:
        return ""
    return tr("**{points}** points a deal, **{best}** in the best one", points=round(row.points / row.deals),
              best=row.best_deal)  # fmt: skip
