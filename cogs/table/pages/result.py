"""The message at the end of a game: the winners, the score sheet, and the rematch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.club import PROVISIONAL, RatingChange
from bot.club.standings.results import Unrated, no_game
from bot.engine import Ending
from bot.tables import Status, Table
from bot.tables.decisions.daily import RULES
from bot.tables.values.parts import Series
from bot.ui.kit.controls import BRASS, MOST_OPTIONS, SLATE, Layout, button, menu, rows
from bot.ui.pictures.chart import course_of
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes import table as table_routes
from bot.ui.routes.safety import ReportGame
from bot.ui.routes.tournaments import ShowTournament
from bot.ui.text.deals import marks_of, most_declared
from bot.ui.text.faces import SEAT_EMOJI, Picture, plain_name, shown_name, shown_title
from bot.ui.text.history import score_sheet
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.scoring import signed, spoken, unit_of, value_told
from bot.ui.text.words import change_text, ended_early, joined, rating_text, rules_line, tournament_title
from cogs.table.pages.board import name_in_line, title
from cogs.table.pages.seals import fair_deal

_MOST_DEALS: Final = 16
"""Most deals after which the score is told; these are the last ones."""


def final_score(table: Table) -> str:
    """Write the points of all sides: the winners' first, then the others' in descending order."""
    game = table.game
    won = game.result.winner if game.result is not None else ()
    sides = [(sum(game.totals[seat] for seat in seats), set(seats) <= set(won)) for seats in game.law.side_seats]
    first, *others = [
        str(spoken(points, game.rules)) for points, _ in sorted(sides, key=lambda side: (not side[1], -side[0]))
    ]
    return tr("{first} to {others}", first=first, others=joined(others))


def headline(table: Table) -> str:
    """Say how a game ended: the winners, the reason and the score; a draw; or that it was given up at once."""
    score = final_score(table)
    if table.drawn:
        return tr("Draw agreed, at {score}.", score=score)
    result = table.game.result
    assert result is not None  # called for a finished game
    if no_game(table) and result.by is not None:
        return _given_up(table, result.by)
    if not result.winner:
        return tr("Nobody wins, {score}.", score=score)
    names = [shown_name(name) for name in table.names]
    winners = joined([names[seat] for seat in result.winner])
    if result.ending is Ending.SCORE or result.by is None:
        return trn("{winners} wins, {score}.", "{winners} win, {score}.", len(result.winner), winners=winners,
                   score=score)  # fmt: skip
    return ended_early(result, table.names)


def _given_up(table: Table, by: int) -> str:
    """Say who gave a game up before its first trick was complete; whether that counts stands with the ratings."""
    loser = shown_name(table.names[by])
    if table.game.result is not None and table.game.result.ending is Ending.RESIGN:
        return tr("{loser} resigned in the first trick.", loser=loser)
    return tr("The game was claimed from {loser} in the first trick.", loser=loser)


def rating_line(table: Table, changes: Sequence[RatingChange], why: Unrated | None) -> str:
    """Say how a finished game changed its players' ratings, or why it changed none."""
    if why is not None:
        reason = {
            Unrated.NO_GAME: tr("Nobody wins or loses by it."),
            Unrated.OFTEN: tr("Not rated: two players have had their six rated games today."),
            Unrated.HOUSE: tr("Not rated: the house played."),
            Unrated.FRIENDLY: tr("A friendly game: not rated."),
            Unrated.VOID: tr("A moderator has taken the rating of this game back."),
        }.get(why)
        return "" if reason is None else f"-# {reason}"
    if not changes:
        return ""
    told = [
        tr("{name} {rating} ({change})", name=shown_name(table.names[change.seat]),
           rating=rating_text(change.after), change=change_text(change.before, change.after))
        for change in changes
    ]  # fmt: skip
    foot = "-# " + tr("Ratings: {ratings}", ratings=" · ".join(told))
    new = [shown_name(table.names[change.seat]) for change in changes if change.games < PROVISIONAL]
    if not new:
        return foot
    if len(new) == len(changes):
        return f"{foot} · " + tr("provisional until ten rated games")
    return f"{foot} · " + tr("provisional until ten rated games: {names}", names=joined(new))


def _stood(table: Table) -> str | None:
    """Say how a game stood when it was resigned, claimed or drawn; return None for any other game."""
    result, deal = table.game.result, table.game.deal
    if deal is None or (not table.drawn and (result is None or result.ending is Ending.SCORE)):
        return None
    names = [shown_name(name) for name in table.names]
    sides = [" + ".join(names[seat] for seat in seats) for seats in table.game.law.side_seats]
    totals = [
        spoken(sum(table.game.totals[seat] for seat in seats), table.rules) for seats in table.game.law.side_seats
    ]
    score = " · ".join(f"{side} **{total}**" for side, total in zip(sides, totals, strict=True))
    number = deal.base.number + 1
    return trn(
        "It stood {score} in deal {deal}, after {count} trick.",
        "It stood {score} in deal {deal}, after {count} tricks.",
        len(deal.tricks),
        score=score,
        deal=number,
    )


def given_up_early(table: Table) -> bool:
    """Tell whether a game was resigned, claimed or drawn before any deal of it was played out."""
    result, deals = table.game.result, table.game.deals
    if (result is not None and result.ending is Ending.SCORE) or len(deals) > 1:
        return False
    return all(len(deal.tricks) < table.game.law.tricks for deal in deals)


def _deals(table: Table) -> list[str]:
    """Say how many deals were played, unless the rules make one deal the whole game."""
    return [] if table.rules.length == "one_deal" else [trn("{count} deal", "{count} deals", len(table.game.deals))]


def _value(table: Table) -> list[str]:
    """Say what a game was worth and why, where its rules give it a value."""
    deal = table.game.deal
    return [] if deal is None else value_told(deal, [shown_name(name) for name in table.names])


def _by_deal(table: Table) -> str | None:
    if len(table.game.deals) < 2:
        return None
    sides = table.game.law.side_seats
    told = [
        pair(
            str(deal.base.number + 1),
            " / ".join(str(spoken(sum(deal.score.totals[seat] for seat in s), table.rules)) for s in sides),
        )
        for deal in table.game.deals
    ]
    return "-# " + tr("After each deal: {scores}", scores=" · ".join(told[-_MOST_DEALS:]))


def _most_declared(table: Table) -> str | None:
    seats, points = most_declared(marks_of(table.game), len(table.names))
    if not points:
        return None
    points = spoken(points, table.rules)
    who = joined([shown_name(table.names[seat]) for seat in seats])
    return tr("Most declared: {names}, **{points}** points.", names=who, points=points)


def describe_course(table: Table) -> str:
    """Say in words what the chart of a game shows."""
    names = [plain_name(name) for name in table.names]
    sides = [joined([names[seat] for seat in seats]) for seats in table.game.law.side_seats]
    course = course_of(table.game)
    told = []
    for number, end in list(enumerate(course.deals, start=1))[-_MOST_DEALS:]:
        score = ", ".join(
            f"{side} {points[end] // course.unit}" for side, points in zip(sides, course.points, strict=True)
        )
        told.append(tr("after deal {number} {score}", number=number, score=score))
    return pair(tr("How the game ran"), "; ".join(told))


def fixture_line(table: Table) -> str | None:
    """Name the round and the tournament of a table; return None for any other table."""
    if table.fixture is None:
        return None
    name = shown_title(tournament_title(table.fixture))
    return tr("Round {number} of **{name}**", number=table.fixture.round, name=name)


def result(
    table: Table, chart: Picture | None = None, *, foot: str = "", often: tuple[int, int] | None = None
) -> Layout:
    """Build the message at the end of a game that was won, or that ended in a draw.

    Args:
        often: Two players who have had their rated games of the day, so that a rematch would not be rated.
    """
    names = [shown_name(name) for name in table.names]
    if chart is not None:
        names = [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]
    rematch = table.rematch.next_id
    series = table.series_so_far
    if series is not None and series.won:
        waiting = _series_line(series, names, rematch)
    elif rematch is not None:
        waiting = tr("The rematch is on at table {table}.", table=rematch)
    else:
        waiting = rematch_words(table)
    in_thread = tr("Played in {place}", place=f"<#{table.channel_id}>") if table.place.in_thread else ""
    place = [line for line in (fixture_line(table), in_thread) if line]
    on = button(table_routes.PlayAnother(table.id), tr("Play another"))
    if table.fixture is not None:
        on = button(ShowTournament(table.fixture.tournament_id), tr("To the tournament"))
    if given_up_early(table):
        stood = None if no_game(table) else _stood(table)
        line = " ".join(part for part in (headline(table), stood) if part)
        told: list[str | Picture | None] = [f"**{name_in_line(table)}** · {line}", *(f"-# {where}" for where in place)]
    else:
        deals = _deals(table)
        told = [
            f"### {'🏆' if table.game.result is not None and table.game.result.winner else '🤝'} {headline(table)}",
            # Names in full and with the house's sign, as the score sheet's columns may have no room for that.
            _stood(table),
            "\n".join(_value(table)),
            "-# "
            + " · ".join([*names, name_in_line(table), rules_line(table.rules, table.terms.preset), *deals, *place]),
            *([chart] if chart is not None else [_by_deal(table), _sheet(table)]),
        ]
    return Layout(
        BRASS,
        *told,
        "-# " + tr("It does not count.") if table.drawn else None,
        waiting,
        _friendly_rematch(table, often) if often is not None and rematch is None else None,
        *rows(
            [
                button(table_routes.Rematch(table.id), tr("Rematch"), discord.ButtonStyle.success,
                       disabled=rematch is not None),
                *([button(learn_routes.Review(table.id), tr("What cost me most"))] if _may_be_reviewed(table) else []),
                on,
                button(table_routes.AfterGame(table.id), tr("More…")),
            ]
        ),
        foot,
    )  # fmt: skip


def streak_words(days: int) -> list[str]:
    return [tr("streak {count}", count=days)] if days else []


def today_line(*, begun: bool, points: int | None, streak: int) -> str:
    """Say whether a member has played today's daily deal, and how to get there."""
    if points is None:
        done, way = tr("begun") if begun else tr("not played yet"), ["`/daily`"]
    else:
        done, way = signed(points, RULES), []
    return "-# " + " · ".join([pair(tr("Today's deal"), done), *streak_words(streak), *way])


def rematch_words(table: Table) -> str:
    """Say who would like a rematch, and who would not."""
    asked, declined = (
        joined([shown_name(table.names[seat]) for user in users if (seat := table.seat_of(user)) is not None])
        for users in (table.rematch.votes, table.rematch.declined)
    )
    words = [tr("{names} would like a rematch.", names=asked) if asked else ""]
    words += [tr("{names} would rather not.", names=declined) if declined else ""]
    return " ".join(filter(None, words))


def after_game(table: Table, today: str = "") -> Layout:
    """Build the private page behind a result: the score sheet, and everything else to be had of a finished game."""
    deals = len(table.game.deals)
    buttons = [
        button(archive_routes.Watch(table.id, 0), tr("Replay")),
        button(archive_routes.Record(table.id), tr("Record")),
        *([fair_deal(table, 0)] if deals == 1 else []),
        *([] if table.private else [button(ReportGame(table.id), tr("Report"))]),
    ]
    proofs = [
        (tr("Deal {number}", number=number + 1), table_routes.ShowProof(table.id, number), "")
        for number in range(max(0, deals - MOST_OPTIONS), deals)
    ]
    return Layout(SLATE, title(table), _sheet(table), _most_declared(table), *rows(buttons),
                  menu(tr("Fair deal"), proofs) if deals > 1 else None, today)  # fmt: skip


def _sheet(table: Table) -> str:
    return score_sheet(marks_of(table.game), table.names, table.game.totals, partners=table.rules.partners,
                       unit=unit_of(table.rules))  # fmt: skip


def _friendly_rematch(table: Table, often: tuple[int, int]) -> str:
    names = joined([shown_name(seat.name) for seat in table.seats if seat.user_id in often])
    words = tr("not rated: {names} have had their six rated games of today", names=names)
    return f"-# {pair(tr('Rematch'), words)}"


def _series_line(series: Series, names: Sequence[str], following: int | None) -> str:
    """Say how a series stands after a game, and where the next one is played."""
    first, second = series.wins
    if series.decided:
        best = names[0] if first > second else names[1]
        over = tr("{name} wins the best of three, {most} to {least}.", name=best, most=max(first, second),
                  least=min(first, second))  # fmt: skip
        return over + (" " + tr("The rematch is on at table {table}.", table=following) if following else "")
    stands = tr("Best of three: {first} {mine}, {second} {theirs}.", first=names[0], mine=first, second=names[1],
                theirs=second)  # fmt: skip
    return stands + (" " + tr("The next game is at table {table}.", table=following) if following else "")


def _may_be_reviewed(table: Table) -> bool:
    """Return whether the players may review the game, each from their own seat.

    Games at honour tables have no review, nor have games without a complete trick.
    """
    played = any(deal.tricks for deal in table.game.deals)
    return table.status is Status.FINISHED and played and not table.is_honour
