"""Taking back what a game did to ratings and standings, as if it had never been rated."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from db.people import is_former

from .decisions.counting import rated_results
from .decisions.standing import Unrated, seasons_at, tally_of
from .values.rating import Strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db import Transaction
    from db.rows import ConclusionRow, ResultRow


async def take_back(tx: Transaction, conclusion: ConclusionRow, rows: Sequence[ResultRow]) -> None:
    """Take a rated game out of ratings and standings; what came after it is rated as it would have been without.

    Only games that the change reaches are rated anew: of its players, of whoever played with them since, and so on.

    Args:
        tx: The transaction.
        conclusion: The game's.
        rows: The game's results.
    """
    await tx.conclusions.set_unrated(conclusion.game_id, Unrated.VOID)
    for row in rows:
        await tx.order.rate(replace(row, rated=False, mu_before=None, sigma_before=None, mu=None, sigma=None))
    guild, kind = rows[0].guild_id, rows[0].game_kind
    believed = {row.user_id: Strength(row.mu_before or 0.0, row.sigma_before or 0.0) for row in rows}
    for _, later in groupby(await tx.order.rated_after(guild, kind, conclusion.number), key=lambda row: row.game_id):
        game = list(later)
        if any(row.user_id in believed for row in game):
            believed |= await _rated(tx, game, believed)
    known = await tx.standings.ratings(guild, kind, believed)
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
            await _count_anew(tx, row, conclusion.utc_offset)


async def _rated(tx: Transaction, game: Sequence[ResultRow], believed: dict[int, Strength]) -> dict[int, Strength]:
    """Rate a game by what is believed of its players now, store that, and return what is believed after it."""
    before = {
        row.user_id: believed.get(row.user_id) or Strength(row.mu_before or 0.0, row.sigma_before or 0.0)
        for row in game
    }
    rated = rated_results(game, before)
    for row in rated:
        await tx.order.rate(row)
    return {row.user_id: Strength(row.mu or 0.0, row.sigma or 0.0) for row in rated}


async def _count_anew(tx: Transaction, row: ResultRow, utc_offset: int) -> None:
    """Count a player's standings anew in which a game stood."""
    still = await tx.order.rated_of(row.guild_id, row.user_id)
    for season in seasons_at(row.ended_at, utc_offset):
        there = [each for each, offset in still if season in seasons_at(each.ended_at, offset)]
        for kind in dict.fromkeys(("", row.game_kind)):
            of_kind = [each for each in there if kind in ("", each.game_kind)]
            await tx.order.set_standing(row.guild_id, season, kind, row.user_id, tally_of(of_kind))
