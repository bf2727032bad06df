"""The card of a member: what its picture shows, the words that say the same, and the message that shares it."""

from __future__ import annotations

from bot.club import PROVISIONAL, Course, RecordRow, SourceRow, Stats
from bot.engine.combinations import BY_NAME
from bot.ui.kit.controls import BRASS, Layout
from bot.ui.pictures.member import MemberCard, RatingCourse, Tile
from bot.ui.text.faces import Picture, shown_name, title_name
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.scoring import combination_title
from bot.ui.text.words import rating_text
from cogs.standings.pages import KINDS


def member_card(stats: Stats, name: str) -> MemberCard:
    """Return what a member's card shows; the member has finished a game with people.

    Args:
        stats: The member's statistics.
        name: The member's name.
    """
    whole, course = stats.whole, stats.course
    assert whole is not None
    tiles = [
        Tile(tr("Games won"), tr("{won} of {games}", won=whole.won, games=whole.games)),
        Tile(tr("Best deal"), str(whole.best_deal)),
        Tile(tr("Won in a row"), _streak(whole)),
    ]
    favourite = _favourite(stats)
    if favourite is not None:
        tiles.insert(2, Tile(tr("Favourite combination"), _times(favourite)))
    if course is None:
        return MemberCard(name, tr("Statistics"), "", (), None, tuple(tiles))
    last = course.ratings[-1]
    kind = [tr(KINDS[course.kind]), f"± {last.uncertainty}"]
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
    """Build the public message with a member's card.

    Args:
        stats: The member's statistics, of which nothing but the card is shown.
        name: The member's name.
        picture: The card; None: it is told in words.
    """
    words = None if picture is not None else describe_card(stats, name)
    return Layout(BRASS, f"### {tr('Statistics of {name}', name=shown_name(name))}", picture, words)


def _streak(row: RecordRow) -> str:
    if row.streak > 1:
        return tr("{count}, now {now}", count=row.longest, now=row.streak)
    return str(row.longest)


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
        kind=tr(KINDS[course.kind]).lower(), first=rating_text(course.ratings[0]), begun=before,
        last=rating_text(course.ratings[-1]),
        count=before + len(ratings) - 1, high=high, top=before + ratings.index(high), low=low,
        bottom=before + ratings.index(low),
    )  # fmt: skip
    return told + (" " + tr("It is provisional until the tenth game.") if before < PROVISIONAL else "")


def record_line(row: RecordRow) -> str:
    """Write the numbers of games won, lost and drawn."""
    lost = row.games - row.won - row.drawn
    parts = [
        trn("**{count}** game", "**{count}** games", row.games),
        tr("{count} won", count=row.won),
        tr("{count} lost", count=lost),
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
