"""Ratings that a moderator takes back: as if the game had been friendly, and the same as counting all anew."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.club import Club, rebuild
from bot.club.moderation import Measure
from bot.tables import Refused, Why
from bot.tables.decisions import play
from bot.tables.values.rated import MOST_A_DAY
from tests.standings.test_standing import everything
from tests.tables.at_table import ANN, BEN, CAT, GUILD, PLAYERS, put
from tests.tables.made import begun, counts, played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables import Player, Tables
    from db import Store
    from tests.tables.at_table import Clock

DAN = PLAYERS[3]
MODERATOR = 77


async def finished(tables: Tables, clock: Clock, pair: Sequence[Player], loser: Player) -> int:
    """Have a game of two given up after four tricks, and a minute pass."""
    table = await put(tables, played(begun(pair), counts))
    await tables.ask(table.id, play.resign, loser.user_id)
    clock.pass_by(minutes=1)
    return table.id


@pytest.mark.deep
async def test_voided_game_leaves_ratings_and_standings_as_if_it_had_not_been_rated(
    tables: Tables, store: Store, clock: Clock
) -> None:
    rng, club = random.Random(3), Club(store, tables)
    numbers = []
    for _ in range(24):
        pair = rng.sample(PLAYERS, 2)
        numbers.append(await finished(tables, clock, pair, rng.choice(pair)))
        clock.pass_by(days=rng.randrange(9))
    before = await everything(store)
    for number in (numbers[2], numbers[-1], numbers[11]):
        await club.moderation.void(GUILD, number, MODERATOR)
        now = await everything(store)
        assert now != before
        await rebuild(store)
        assert await everything(store) == now
    assert not await club.moderation.is_rated(numbers[2])
    assert await club.standings.rating_changes(numbers[2]) == []


async def test_only_game_that_is_voided_leaves_nobody_rated(tables: Tables, store: Store, clock: Clock) -> None:
    club, number = Club(store, tables), await finished(tables, clock, (ANN, BEN), BEN)
    await club.moderation.void(GUILD, number, MODERATOR)
    now = await everything(store)
    assert (now["ratings"], now["standings"]) == ([], [])
    with pytest.raises(Refused, match=Why.NOT_RATED.value):
        await club.moderation.void(GUILD, number, MODERATOR)


@pytest.mark.deep
async def test_game_beyond_six_of_the_day_stays_unrated_where_an_earlier_one_is_voided(
    tables: Tables, store: Store, clock: Clock
) -> None:
    club = Club(store, tables)
    numbers = [await finished(tables, clock, (ANN, BEN), BEN) for _ in range(MOST_A_DAY + 1)]
    await club.moderation.void(GUILD, numbers[0], MODERATOR)
    assert not await club.moderation.is_rated(numbers[-1])
    now = await everything(store)
    await rebuild(store)
    assert await everything(store) == now
    assert not await club.moderation.is_rated(await finished(tables, clock, (ANN, BEN), ANN))


async def test_game_of_another_server_or_one_that_is_not_rated_is_refused(
    tables: Tables, store: Store, clock: Clock
) -> None:
    club, number = Club(store, tables), await finished(tables, clock, (ANN, BEN), BEN)
    for guild, game in ((GUILD + 1, number), (GUILD, number + 1)):
        with pytest.raises(Refused, match=Why.NOT_RATED.value):
            await club.moderation.void(guild, game, MODERATOR)
    assert await club.moderation.latest(GUILD) == []


async def test_what_moderators_do_is_kept_for_a_year_and_in_their_server_alone(
    tables: Tables, store: Store, clock: Clock
) -> None:
    order, number = Club(store, tables).moderation, await finished(tables, clock, (CAT, DAN), DAN)
    await order.log(GUILD, MODERATOR, Measure.SEND_AWAY, 5, ANN.user_id)
    await order.log(GUILD + 1, MODERATOR, Measure.CLOSE, 6)
    await order.void(GUILD, number, MODERATOR)
    done = await order.latest(GUILD)
    assert [(row.what, row.by_id, row.game_id, row.about_id) for row in done] == [
        ("void", MODERATOR, number, None),
        ("send-away", MODERATOR, 5, ANN.user_id),
    ]
