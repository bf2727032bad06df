"""Taking back what a game did to ratings and standings, as if it had never been rated."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, groupby
from typing import TYPE_CHECKING

from db.people import is_former

from .concluding import clock_of
from .decisions.standing import places_by, seasons_of, tally_of
from .values.rating import Strength, rated_anew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db import Transaction
    from db.rows import ResultRow


async def take_back(tx: Transaction, rows: Sequence[ResultRow]) -> None:
    """Take a rated game out of ratings and standings; what came after it is rated as it would have been without.

    Only games that the change reaches are rated anew: of its players, of whoever played with them since, and so on.

    Args:
        tx: The transaction.
        rows: The game's results.
    """
    for row in rows:
        await tx.order.rate(replace(row, rated=False, mu_before=None, sigma_before=None, mu=None, sigma=None))
    believed = {row.user_id: Strength(row.mu_before or 0.0, row.sigma_before or 0.0) for row in rows}
    for _, later in groupby(await tx.order.rated_from(rows[0]), key=lambda row: row.game_id):
        game = list(later)
        if any(row.user_id in believed for row in game):
            believed |= await _rated(tx, game, believed)
    known = await tx.standings.ratings(rows[0].guild_id, rows[0].game_kind, believed)
    played = {row.user_id for row in rows}
    for user, strength in believed.items():
        rating = known.get(user)
        if rating is None:  # a former player's, of whom nothing is counted
            continue
        games = rating.games - (user in played)
        if games:
            await tx.standings.believe(
                replace(rating, mu=strength.mu, sigma=strength.sigma, shown=strength.shown, games=games)
            )
        else:
            await tx.order.forget_rating(rating)
    for row in rows:
        if not is_former(row.user_id):
            await _count_anew(tx, row)


async def _rated(tx: Transaction, game: Sequence[ResultRow], believed: dict[int, Strength]) -> dict[int, Strength]:
    """Rate a game by what is believed of its players now, store that, and return what is believed after it."""
    before = {
        row.seat: believed.get(row.user_id) or Strength(row.mu_before or 0.0, row.sigma_before or 0.0) for row in game
    }
    sides = [[row.seat for row in game if row.side == side] for side in sorted({row.side for row in game})]
    anew = rated_anew([[before[seat] for seat in seats] for seats in sides], places_by(game))
    after = dict(zip(chain.from_iterable(sides), chain.from_iterable(anew), strict=True))
    for row in game:
        was, now = before[row.seat], after[row.seat]
        await tx.order.rate(replace(row, mu_before=was.mu, sigma_before=was.sigma, mu=now.mu, sigma=now.sigma))
    return {row.user_id: after[row.seat] for row in game}


async def _count_anew(tx: Transaction, row: ResultRow) -> None:
    """Count a player's standings anew in which a game stood."""
    still, clock = await tx.order.rated_of(row.guild_id, row.user_id), await clock_of(tx, row.guild_id)
    for season in seasons_of(clock.local(row.ended_at)):
        there = [each for each in still if season in seasons_of(clock.local(each.ended_at))]
        for kind in dict.fromkeys(("", row.game_kind)):
            of_kind = [each for each in there if kind in ("", each.game_kind)]
            await tx.order.set_standing(row.guild_id, season, kind, row.user_id, tally_of(of_kind))
