"""What docs/ratings.md says of ratings: how they are shown, what places go by, and how a rest makes them less sure."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.club import Board, By, Standings, Statistics, rebuild
from bot.club.moderation import Moderation
from bot.club.people import People
from bot.club.standings.rating import Strength, day_of, rated_anew, strength_on
from bot.ui.text.i18n import speaking
from bot.ui.text.words import change_text, rating_text
from cogs.standings.leaderboards import leaderboard_page
from cogs.table.pages.result import rating_line
from db import Visible
from db.ratings import RatingRow
from tests.standings.test_standing import everything
from tests.tables.at_table import ANN, CAT, GUILD
from tests.tables.ended import given_up
from tests.ui.at_board import texts_of

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store
    from tests.tables.at_table import Clock

NEWCOMER = 25 / 3
TODAY = day_of(datetime(2026, 3, 1, tzinfo=UTC))


def variance(sigma: float, days: int) -> float:
    """Reckon the variance after a rest in another way: day by day."""
    now = sigma * sigma
    for day in range(1, days + 1):
        if day > 90 and now < NEWCOMER * NEWCOMER:
            now = min(now + NEWCOMER * NEWCOMER / 1800, NEWCOMER * NEWCOMER)
    return now


# ------------------------------------------------------------------ what is shown


@pytest.mark.parametrize(
    ("mu", "sigma", "told"), [(25.0, NEWCOMER, "1000 ± 333"), (28.45, 3.0, "1138 ± 120"), (10.0, 1.26, "400 ± 50")]
)
def test_a_rating_is_1000_and_40_for_each_point_over_25_and_one_standard_deviation(
    mu: float, sigma: float, told: str
) -> None:
    assert rating_text(Strength(mu, sigma)) == told


def test_a_change_is_that_of_the_number_shown_and_is_read_aloud_without_signs() -> None:
    assert change_text(Strength(25.0, 8.0), Strength(25.95, 3.0)) == "+38"
    assert change_text(Strength(25.0, 3.0), Strength(24.0, 2.0)) == "\N{MINUS SIGN}40"
    assert change_text(Strength(25.0, 3.0), Strength(25.001, 2.0)) == "+0"
    with speaking("en", in_words=True):
        assert rating_text(Strength(28.45, 3.0)) == "1138, give or take 120"
        assert change_text(Strength(25.0, 3.0), Strength(24.0, 2.0)) == "down by 40"
        assert change_text(Strength(25.0, 3.0), Strength(26.0, 2.0)) == "up by 40"
        assert change_text(Strength(25.0, 3.0), Strength(25.001, 2.0)) == "up by 0"


async def test_a_result_says_what_the_game_did_to_the_number_shown(tables: Tables, store: Store, clock: Clock) -> None:
    number = (await given_up(tables)).id
    changes = await Standings(store, clock).rating_changes(number)
    foot = rating_line(await tables.get(number), changes, None)
    # Two newcomers, one game: Plackett and Luce give each the half of σ²/c, where c² = 2 (σ² + β²) and β = σ/2.
    gain = 40 * (NEWCOMER**2 + (NEWCOMER / 100) ** 2) / math.sqrt(2 * 1.25) / NEWCOMER / 2
    assert f"Ann {1000 + round(gain)} ± 323 (+{round(gain)})" in foot.replace("\u2068", "").replace("\u2069", "")


# ------------------------------------------------------------------ a rest


@pytest.mark.parametrize("days", [0, 1, 89, 90, 91, 92, 180, 455, 1889, 1890, 1891, 5000])
@pytest.mark.parametrize("sigma", [0.0, 1.5, 3.0, 8.0, NEWCOMER, 9.0])
def test_a_rating_grows_less_sure_each_day_from_the_91st_on_up_to_a_newcomers(sigma: float, days: int) -> None:
    rested = strength_on(RatingRow(GUILD, "two", ANN.user_id, 30.0, sigma, TODAY, 20), TODAY + days)
    assert rested.mu == 30.0
    assert rested.sigma**2 == pytest.approx(variance(sigma, days))
    assert (rested.sigma == sigma) == (days <= 90 or sigma >= NEWCOMER)


def test_a_days_begins_at_midnight_utc() -> None:
    assert day_of(datetime(2026, 3, 1, 23, 59, tzinfo=UTC)) + 1 == day_of(datetime(2026, 3, 2, tzinfo=UTC))


async def test_a_game_after_a_rest_is_rated_by_what_is_believed_by_then(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await given_up(tables)
    clock.pass_by(days=400)
    before = await everything(store)
    number = (await given_up(tables, loser=ANN)).id
    first = {row[2]: (row[3], row[4]) for row in before["ratings"]}
    async with store.read() as reader:
        rows = await reader.results.of(number)
    for row in rows:
        mu, sigma = first[row.user_id]
        assert row.mu_before == mu
        assert row.sigma_before == pytest.approx(math.sqrt(variance(float(str(sigma)), 400)))
    kept = await everything(store)
    await rebuild(store)
    assert await everything(store) == kept


async def test_nothing_that_grows_with_time_is_stored(tables: Tables, store: Store, clock: Clock) -> None:
    await given_up(tables)
    kept = await everything(store)
    clock.pass_by(days=800)
    await Standings(store, clock).leaderboard(Board(GUILD, By.RATING, "", "two"), ANN.user_id)
    await Statistics(store, clock).stats(GUILD, ANN.user_id, Visible(None))
    assert await everything(store) == kept


async def test_taking_a_rating_back_after_a_rest_leaves_the_rest_as_it_was(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await given_up(tables)
    clock.pass_by(days=200)
    void = (await given_up(tables, loser=ANN)).id
    clock.pass_by(days=150)
    await given_up(tables, (ANN, CAT), ANN)
    await Moderation(store, clock).void(GUILD, void, 77)
    now = await everything(store)
    await rebuild(store)
    assert await everything(store) == now
    async with store.read() as reader:
        row, first = await reader.records.course(GUILD, ANN.user_id, "two", 9)
    assert row.sigma_before == pytest.approx(math.sqrt(variance(first.sigma or 0.0, 350)))


# ------------------------------------------------------------------ places


@pytest.mark.deep
async def test_places_go_by_the_lower_bound_as_it_is_today(store: Store, clock: Clock) -> None:
    chance, clock.at = Random(3), datetime(2026, 10, 1, tzinfo=UTC)
    today = day_of(clock())
    rows = [
        RatingRow(GUILD, "two", user, chance.gauss(25, 5), chance.choice((1.0, 2.0, 4.0, NEWCOMER, 8.5)),
                  today - chance.choice((0, 30, 90, 91, 200, 700, 3000)), chance.randrange(1, 40))
        for user in range(1, 120)
    ]  # fmt: skip
    rows += [RatingRow(GUILD, "two", user, 25.0, 4.0, today, 7) for user in (200, 201)]
    async with store.write() as tx:
        for row in rows:
            await tx.ratings.put(row)

    def lowest(row: RatingRow) -> float:
        return 1000 + 40 * (row.mu - 3 * math.sqrt(variance(row.sigma, today - row.last_day)))

    standings, board = Standings(store, clock), Board(GUILD, By.RATING, "", "two")
    expected = sorted(rows, key=lambda row: (-round(lowest(row)), row.games, row.user_id))
    whole = await standings.leaderboard(board, 0, 200)
    assert [row.user_id for row in whole.rows] == [row.user_id for row in expected]
    for page in (0, 30, 110):
        found = await standings.leaderboard(board, 200, 10, page)
        for line in (*found.rows, found.own):
            assert line is not None
            own = next(each for each in rows if each.user_id == line.user_id)
            assert line.place == 1 + sum(round(lowest(each)) > round(lowest(own)) for each in rows)
            assert strength_on(line.rating, today).lowest == round(lowest(own))
    told = "\n".join(texts_of(leaderboard_page(whole, [], 0)))
    assert "Best first: the rating less three times what stands after ±." in told
    best = expected[0]
    sigma = math.sqrt(variance(best.sigma, today - best.last_day))
    assert f"**{round(1000 + 40 * (best.mu - 25))} ± {round(40 * sigma)}**" in told


async def test_seeds_and_what_is_exported_go_by_the_same_numbers(tables: Tables, store: Store, clock: Clock) -> None:
    await given_up(tables)
    clock.pass_by(days=1000)
    stats = await Statistics(store, clock).stats(GUILD, ANN.user_id, Visible(None))
    (rating,) = stats.ratings
    exported = json.loads(await People(store).export(ANN.user_id, clock()))["stored"]["ratings"]
    assert [(row["rating"], row["uncertainty"]) for row in exported] == [
        (rating.strength.rating, rating.strength.uncertainty)
    ]
    assert rating.strength.sigma == pytest.approx(math.sqrt(variance(exported[0]["sigma"], 1000)))


# ------------------------------------------------------------------ a game


def rated_by_the_page(sides: list[list[Strength]], places: list[int]) -> list[list[Strength]]:
    """Rate a game by the formulas of docs/ratings.md."""
    players = [[(each.mu, each.sigma**2 + (25 / 300) ** 2) for each in side] for side in sides]
    mu, v = [sum(mean for mean, _ in side) for side in players], [sum(own for _, own in side) for side in players]
    c = math.sqrt(sum(each + (25 / 6) ** 2 for each in v))
    e = [math.exp(each / c) for each in mu]
    after = []
    for i, side in enumerate(players):
        omega = delta = 0.0
        for q, place in enumerate(places):
            if place <= places[i]:
                p = e[i] / sum(own for own, other in zip(e, places, strict=True) if other >= place)
                omega += (1 - p if q == i else -p) / places.count(place)
                delta += p * (1 - p) / places.count(place)
        omega, delta = v[i] / c * omega, v[i] / c**2 * math.sqrt(v[i]) / c * delta
        after.append(
            [
                Strength(mean + own / v[i] * omega, math.sqrt(own * max(1 - own / v[i] * delta, 0.0001)))
                for mean, own in side
            ]
        )
    return after


@pytest.mark.parametrize("seed", range(40))
def test_a_game_is_rated_by_the_formulas_of_the_page(seed: int) -> None:
    chance = Random(seed)
    number, together = chance.choice(((2, 1), (2, 2), (3, 1), (4, 1)))
    sides = [
        [Strength(chance.gauss(25, 6), chance.uniform(1, NEWCOMER)) for _ in range(together)] for _ in range(number)
    ]
    drawn = [chance.randrange(number) for _ in range(number)]
    places = [1 + sum(other < each for other in drawn) for each in drawn]
    for side, expected in zip(rated_anew(sides, places), rated_by_the_page(sides, places), strict=True):
        for strength, by_page in zip(side, expected, strict=True):
            assert (strength.mu, strength.sigma) == pytest.approx((by_page.mu, by_page.sigma))


def test_the_table_of_rests_on_the_page_is_right() -> None:
    page = (Path(__file__).parents[2] / "docs" / "ratings.md").read_text()
    rows = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("| ±")]
    assert len(rows) == 3
    for row in rows:
        sigma, *grown = (int(cell.replace("±", "")) for cell in row)
        assert grown == [round(40 * math.sqrt(variance(sigma / 40, days))) for days in (90, 182, 365, 730, 1826)]
