"""A member's statistics in a server, as a private page and as a card to share, and the games between two members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.club import PROVISIONAL, Alone, Course, Fortune, MeetingRow, PlayedWith, RecordRow, SourceRow, Stats, Versus
from bot.club.standings.rating import KINDS
from bot.engine.combinations import BY_NAME
from bot.tables import Finished, number_of
from bot.ui.kit.controls import BRASS, Control, Layout, button, member_picker, menu, rows
from bot.ui.kit.reply import in_place, refuse, say_privately, say_publicly
from bot.ui.kit.visibility import visibility_of
from bot.ui.pictures.standings import MemberCard, RatingCourse, Tile
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.standings import ALL, ShareStats, ShowStats, ShowStatsOf, ShowVersus
from bot.ui.text.faces import Look, Picture, shown_name, title_name
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.scoring import SHEET_LINES, combination_title, mark_reason
from bot.ui.text.words import moment, rating_text, rules_line
from cogs.archive import finished_line, with_points_of_house
from cogs.standings.leaderboards import kind_name
from cogs.table.app import App, Interaction


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
    await in_place(interaction, versus_page(versus, *names, interaction.user.id))


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
    guild, picture = interaction.guild_id or 0, None
    stats = await app.club.statistics.stats(guild, user_id, visibility_of(interaction).visible(), kind)
    stats = replace(stats, last=tuple(await with_points_of_house(app, stats.last)))
    alone = await app.club.statistics.alone(user_id) if user_id == interaction.user.id else None
    if stats.whole is not None and app.renderer.reader(interaction.user.id)[0].look is Look.PICTURES:
        picture = await _card(app, stats, name, guild)
    return stats_page(stats, name, interaction.user.id, picture, alone)


async def share_stats(app: App, interaction: Interaction, route: ShareStats) -> None:
    """Post the card of the member who presses in this channel; the own page stays as it is."""
    with app.public.message(interaction) as permit:
        app.costly(interaction)
        guild, user = interaction.guild_id or 0, interaction.user
        stats = await app.club.statistics.stats(guild, user.id, visibility_of(interaction).visible(), route.kind)
        if stats.whole is None:
            await refuse(interaction, tr("There is nothing to share: you have not finished a game with people here."))
            return
        picture = await app.renderer.in_public(guild, lambda: _card(app, stats, user.display_name, guild))
        with app.renderer.readers.for_all(guild):
            layout = shared_card(stats, user.display_name, picture)
        await say_publicly(interaction, layout, permit)


async def _card(app: App, stats: Stats, name: str, guild: int) -> Picture | None:
    return await app.renderer.scenes.member(member_card(stats, name), describe_card(stats, name), guild)


_NEAREST = 3
"""Number of opponents named in the text; the others are in the menu."""


def stats_page(
    stats: Stats, name: str, reader_id: int, picture: Picture | None = None, alone: Alone | None = None
) -> Layout:
    """Build the private page of a member's statistics.

    Args:
        picture: The member's card; None: its figures are told in words.
        alone: What the member has done alone; None for another reader.
    """
    mine = stats.user_id == reader_id
    heading = tr("Your statistics") if mine else tr("Statistics of {name}", name=shown_name(name))
    whole = stats.whole
    both = [] if mine else [button(ShowVersus(reader_id, stats.user_id), tr("The two of us"))]
    doors = [*both, button(archive_routes.ListFinished(archive_routes.Whose.ALL, 0), tr("Finished games"))]
    if whole is None:
        none = (
            tr("No finished games with people here yet. `/play` and `/challenge` begin one.")
            if mine
            else tr("{name} has no finished games with people here yet.", name=shown_name(name))
        )
        return Layout(BRASS, f"### {heading}", none, _with_house(stats), _alone(alone),
                      _last(stats.last, reader_id), *rows([*_replays(stats.last), *doors]))  # fmt: skip
    course = stats.course
    told = (record_line(whole), deals_line(whole)) if picture is None else ()
    share = [button(ShareStats(course.kind if course else ALL), tr("Share it here"))] if mine else []
    return Layout(
        BRASS,
        f"### {heading}\n-# {tr('Games with other people in this server')}",
        picture,
        "\n".join(line for line in (*told, *_by_kind(stats), _with_house(stats)) if line),
        _alone(alone),
        _ratings(stats) if picture is None or len(stats.ratings) > 1 else None,
        describe_rating(course) if picture is None and course is not None else None,
        _kinds_menu(stats),
        _sources(stats.sources),
        _fortune(stats.fortune),
        _favourites(stats),
        *_opponents(stats),
        _last(stats.last, reader_id),
        member_picker(ShowStatsOf(0), tr("A member's statistics …")),
        *rows([*_replays(stats.last), *doors, *share]),
    )


def _alone(alone: Alone | None) -> str | None:
    """Write a line each about the daily deals, exercises and lessons of a member who has done any."""
    if alone is None:
        return None
    lines = []
    if alone.daily:
        lines.append(tr("Daily deals: **{count}** · streak **{streak}**", count=alone.daily, streak=alone.streak))
    if alone.tried:
        lines.append(
            tr("Exercises: **{found}** of {tried} right at the first try", found=alone.found, tried=alone.tried)
        )
    if alone.lessons:
        lines.append(tr("Lessons done: **{count}**", count=alone.lessons))
    return "\n".join(lines) or None


def versus_page(versus: Versus, name: str, other: str, reader_id: int) -> Layout:
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
    return Layout(
        BRASS,
        f"### {tr('{first} and {second}', first=first, second=second)}\n-# {tr('Games in this server')}",
        "\n".join(told),
        f"**{tr('Ratings')}**\n" + "\n".join(ratings) if ratings else None,
        _last(versus.last, reader_id),
        *rows([*_replays(versus.last), back]),
    )


def _by_kind(stats: Stats) -> list[str]:
    """Write the games played and won for each kind of game, if there are several, and what their values were."""
    rows = [row for (company, kind), row in stats.records.items() if company is PlayedWith.PEOPLE and kind in KINDS]
    rows.sort(key=lambda row: -row.games)
    told = [(row, _values(row)) for row in rows if len(rows) > 1 or KINDS[row.game_kind].has_value]
    return [f"-# {pair(kind_name(row.game_kind), ' · '.join([_games_won(row), *values]))}" for row, values in told]


def _values(row: RecordRow) -> list[str]:
    """Write the points a deal, the best value and the rubicons of a kind of game that has values."""
    if not KINDS[row.game_kind].has_value:
        return []
    rubicons = trn("**{count}** rubicon", "**{count}** rubicons", row.rubicons)
    return [deals_line(row), tr("best value **{points}**", points=row.best_value), rubicons]


def _with_house(stats: Stats) -> str | None:
    row = stats.records.get((PlayedWith.HOUSE, ""))
    return None if row is None else "-# " + tr("With house players: {games}", games=_games_won(row))


def _games_won(row: RecordRow | MeetingRow) -> str:
    return trn("{count} game, {won} won", "{count} games, {won} won", row.games, won=row.won)


def _ratings(stats: Stats) -> str | None:
    lines = []
    for row in stats.ratings:
        games = trn("{count} game", "{count} games", row.games)
        what = tr("**{rating}** after {games}", rating=rating_text(row.strength), games=games)
        lines.append(pair(kind_name(row.game_kind), pair(what, tr("provisional")) if row.games < PROVISIONAL else what))
    return f"**{tr('Ratings')}**\n" + "\n".join(lines) if lines else None


def _kinds_menu(stats: Stats) -> discord.ui.ActionRow[Any] | None:
    """Build the menu of ratings whose course can be shown, if there are several."""
    if len(stats.ratings) < 2 or stats.course is None:
        return None
    offered = [(kind_name(row.game_kind), ShowStats(stats.user_id, row.game_kind), "") for row in stats.ratings]
    return menu(tr("Rating"), offered, chosen=ShowStats(stats.user_id, stats.course.kind))


def _sources(sources: Sequence[SourceRow]) -> str | None:
    """Write the sources of the points, most first, and how often each was marked, except for brisques."""
    total = sum(row.points for row in sources if row.points > 0)
    told = []
    for title, reasons in SHEET_LINES.items():
        found = sorted((row for row in sources if row.reason in reasons), key=lambda row: -row.points)
        points = sum(row.points for row in found)
        if not points:
            continue
        line = f"{tr(title)} **{points}**"
        if points > 0:
            line += f" ({tr('{percent}%', percent=100 * points // total)})"
        if [row.reason for row in found] != ["brisques"]:
            each = ", ".join(
                f"{mark_reason(row.reason)} {row.times} ×" if len(reasons) > 1 else f"{row.times} ×" for row in found
            )
            line += f" · {each}"
        told.append((points, line))
    told.sort(reverse=True)
    return f"**{tr('What the points came from')}**\n" + "\n".join(line for _, line in told) if told else None


def _fortune(found: Fortune | None) -> str | None:
    """Write the share of the score that the cards gave, and the rest, which is the play's."""
    if found is None:
        return None
    luck, play = _whole(found.luck), _whole(found.play)
    told = tr(
        "Each deal the cards gave **{luck}** points and the play **{play}** (± {error}), against the others at the "
        "table.",
        luck=luck, play=play, error=max(1, round(found.error)),
    )  # fmt: skip
    games = trn("{count} game", "{count} games", found.games)
    small = tr("From the deals played out in {games}. Play is what is left of the score, and right within ± nineteen "
               "times in twenty.", games=games)  # fmt: skip
    return f"**{tr('Luck and play')}**\n{told}\n-# {small}"


def _whole(points: float) -> str:
    rounded = round(points)
    return f"+{rounded}" if rounded >= 0 else f"\N{MINUS SIGN}{-rounded}"


def _favourites(stats: Stats) -> str | None:
    lines = [
        pair(rules_line(each.rules, each.preset, brief=True), trn("{count} game", "{count} games", each.games))
        for each in stats.favourites
    ]
    return f"**{tr('Favourite rules')}**\n" + "\n".join(lines) if lines else None


def _opponents(stats: Stats) -> list[str | discord.ui.ActionRow[Any]]:
    """Name the opponents met most often, and offer all of them in a menu."""
    if not stats.opponents:
        return []
    nearest = [
        f"{shown_name(each.name)} {each.meeting.won} : {each.meeting.lost}" for each in stats.opponents[:_NEAREST]
    ]
    offered = [
        (title_name(each.name), ShowVersus(stats.user_id, each.meeting.other_id), _met(each.meeting))
        for each in stats.opponents
    ]
    return [f"**{tr('Against')}** " + " · ".join(nearest), menu(tr("All games against …"), offered)]


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


def _last(games: Sequence[Finished], reader_id: int) -> str | None:
    if not games:
        return None
    return f"**{tr('Last games')}**\n" + "\n".join(finished_line(game, reader_id) for game in games)


def _replays(games: Sequence[Finished]) -> list[Control]:
    return [button(archive_routes.Watch(game.id, 0), tr("Replay {table}", table=number_of(game.id))) for game in games]


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
