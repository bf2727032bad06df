"""Taking back a game's effect on ratings and standings, as if it had never been rated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from bot.club.standings.counting import rated_results, rating_after
from bot.club.standings.rating import Strength, day_of, strength_on
from bot.club.standings.standing import Unrated, seasons_at, tally_of
from db.formers import is_former
from db.session import by_game

if TYPE_CHECKING:
    from db import Transaction
    from db.ratings import RatingRow
    from db.results import ConclusionRow, ResultRow


Voided: TypeAlias = tuple["ConclusionRow", Sequence["ResultRow"]]
"""A game whose rating is taken back, or reckoned anew: its conclusion and its results."""


async def take_back(tx: Transaction, voided: Sequence[Voided]) -> None:
    """Take rated games of one server out of ratings and standings, and rate the later games as if without them.

    Only affected games are rated anew: later games of these players, of those who played with them since, and so on.

    Args:
        voided: The games whose rating is taken back.
    """
    for conclusion, rows in voided:
        await tx.conclusions.set_unrated(conclusion.game_id, Unrated.VOID)
        for row in rows:
            await tx.results.rate(replace(row, rated=False, mu_before=None, sigma_before=None, mu=None, sigma=None))
    for kind in dict.fromkeys(rows[0].game_kind for _, rows in voided):
        await _rate_anew(tx, [game for game in voided if game[1][0].game_kind == kind])
    players: dict[int, list[tuple[ResultRow, int]]] = {}
    for conclusion, rows in voided:
        for row in rows:
            players.setdefault(row.user_id, []).append((row, conclusion.utc_offset))
    for user, games in players.items():
        if not is_former(user):
            await _count_anew(tx, games)


async def _rate_anew(tx: Transaction, voided: Sequence[Voided]) -> None:
    """Rate anew all games of one kind that are affected by voided games of that kind."""
    first = min(conclusion.number for conclusion, _ in voided)
    guild, kind = voided[0][1][0].guild_id, voided[0][1][0].game_kind
    still = by_game(await tx.results.rated_after(guild, kind, first))
    concluded = await tx.conclusions.of_each(list(still))
    games: list[Voided] = [(concluded[game], rows) for game, rows in still.items()]
    believed: dict[int, RatingRow | None] = {}
    for conclusion, rows in sorted([*games, *voided], key=lambda game: game[0].number):
        if conclusion.game_id not in still:
            for row in rows:
                if row.user_id not in believed:
                    believed[row.user_id] = await _believed_before(tx, row, conclusion.number)
        elif any(row.user_id in believed for row in rows):
            believed |= await _rated(tx, (conclusion, rows), believed)
    ratings = await tx.ratings.of(guild, kind, believed)
    for user, last in believed.items():
        rating = ratings.get(user)
        if rating is None:  # a former player, for whom nothing is counted
            continue
        count = rating.games - sum(row.user_id == user for _, rows in voided for row in rows)
        if last is None:
            await tx.ratings.forget(rating)
        else:
            await tx.ratings.put(replace(last, games=count))


async def _believed_before(tx: Transaction, row: ResultRow, number: int) -> RatingRow | None:
    """Return a player's rating before a game; None if it was their first game of its kind."""
    last = await tx.results.rated_before(row, number)
    return None if last is None else rating_after(last, None)


async def _rated(tx: Transaction, game: Voided, believed: dict[int, RatingRow | None]) -> dict[int, RatingRow | None]:
    """Rate a game from its players' present ratings, store the result, and return their ratings after it.

    Args:
        game: The game's conclusion and results.
        believed: The ratings recalculated so far, by user; None: unrated until then.
    """
    conclusion, rows = game
    day = day_of(rows[0].ended_at)
    before = {
        row.user_id: strength_on(believed[row.user_id], day)
        if row.user_id in believed
        else Strength(row.mu_before or 0.0, row.sigma_before or 0.0)
        for row in rows
    }
    rated = rated_results(rows, before, leaver_alone=conclusion.leaver_alone)
    for row in rated:
        await tx.results.rate(row)
    return {row.user_id: rating_after(row, None) for row in rated}


async def _count_anew(tx: Transaction, voided: Sequence[tuple[ResultRow, int]]) -> None:
    """Count anew the standings of a player in which voided games stood.

    Args:
        voided: The player's results in voided games, each with the server's offset from UTC, in minutes, at its end.
    """
    guild, user = voided[0][0].guild_id, voided[0][0].user_id
    still = await tx.results.rated_of(guild, user)
    stood = dict.fromkeys(
        (season, kind)
        for row, offset in voided
        for season in seasons_at(row.ended_at, offset)
        for kind in ("", row.game_kind)
    )
    for season, kind in stood:
        there = [row for row, offset in still if season in seasons_at(row.ended_at, offset)]
        of_kind = [row for row in there if kind in ("", row.game_kind)]
        await tx.standings.set(guild, season, kind, user, tally_of(of_kind))
