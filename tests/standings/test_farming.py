"""Ratings cannot be farmed: six rated games a day for every two, and a game that is given up is lost."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from statistics import mean
from typing import TYPE_CHECKING, Final

import pytest

from benchmarks.accomplice import HELPED, WAYS, play_one, rate_many
from bot.club import rebuild
from bot.club.moderation import Moderation
from bot.club.standings.rating import Strength, expected_anew, places_by, rated_anew, rated_results, strength_after
from bot.club.standings.results import no_game
from bot.engine import build_rules
from bot.tables import CLOCKS
from bot.tables.decisions import overtime, play
from bot.tables.decisions.turns import turn_begins
from bot.tables.values.clocks import day_begins, day_ends
from bot.tables.values.parts import Fixture
from bot.tables.values.rated import MOST_A_DAY
from tests.databases import connected
from tests.standings.test_standing import everything
from tests.tables.at_table import ANN, BEN, CAT, GUILD, PARTNERS, PLAYERS, TWO, put, restarted
from tests.tables.made import ask, begun, cards_left, noon, played, played_out, resigned, results_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from benchmarks.accomplice import Played
    from bot.engine import Rules
    from bot.tables import Player, Table, Tables
    from db import Store
    from tests.tables.at_table import Clock

THREE = build_rules("modern", 3, {})


def some_tricks(table: Table) -> bool:
    """Tell whether three tricks are complete."""
    return len(table.game.deals[-1].tricks) >= 3


async def begin(tables: Tables, people: Sequence[Player], rules: Rules = TWO, **how: object) -> Table:
    """Begin a game now and play three tricks of it."""
    return await put(tables, played(begun(people, rules=rules), some_tricks).but(**how))


async def is_rated(store: Store, table: Table) -> bool:
    """Tell whether a finished game was rated."""
    return any(row.rated for row in await store.ask(lambda reader: reader.results.of(table.id)))


async def lost(tables: Tables, store: Store, clock: Clock, people: Sequence[Player], rules: Rules = TWO) -> bool:
    """Have the last of some people give a game up, and tell whether it was rated."""
    table = await begin(tables, people, rules)
    await tables.ask(table.id, play.resign, people[-1].user_id)
    clock.pass_by(minutes=1)
    return await is_rated(store, table)


@pytest.mark.parametrize(("people", "rules"), [(PLAYERS[:3], THREE), (PLAYERS, PARTNERS)], ids=["three", "partners"])
async def test_six_games_a_day_of_every_two_at_a_table_are_rated_whatever_their_number(
    tables: Tables, store: Store, clock: Clock, people: Sequence[Player], rules: Rules
) -> None:
    rated = [await lost(tables, store, clock, people, rules) for _ in range(MOST_A_DAY + 2)]
    assert rated == [True] * MOST_A_DAY + [False] * 2
    clock.at = day_ends(clock.at)
    assert await lost(tables, store, clock, people, rules)


async def test_games_of_all_kinds_count_together_and_only_for_the_two_who_sat_there(
    tables: Tables, store: Store, clock: Clock
) -> None:
    for number in range(MOST_A_DAY):
        people = (ANN, BEN) if number % 2 else PLAYERS[:3]
        assert await lost(tables, store, clock, people, TWO if number % 2 else THREE)
    assert not await lost(tables, store, clock, (ANN, BEN))
    assert not await lost(tables, store, clock, PLAYERS, PARTNERS)
    assert await lost(tables, store, clock, (ANN, CAT))
    assert await lost(tables, store, clock, (BEN, CAT))


async def test_seventh_game_is_not_rated_whichever_of_seven_ends_first(
    tables: Tables, store: Store, clock: Clock
) -> None:
    games = []
    for _ in range(MOST_A_DAY + 1):
        games.append(await begin(tables, (ANN, BEN)))
        clock.pass_by(minutes=1)
    clock.pass_by(days=2)
    for table in reversed(games):
        await tables.ask(table.id, play.resign, BEN.user_id)
    assert [await is_rated(store, table) for table in games] == [True] * MOST_A_DAY + [False]


async def test_friendly_games_in_play_take_no_rated_game_away(tables: Tables, store: Store, clock: Clock) -> None:
    for _ in range(MOST_A_DAY):
        await put(tables, begun((ANN, BEN), friendly=True))
        clock.pass_by(minutes=1)
    assert await lost(tables, store, clock, (ANN, BEN))


async def test_games_of_a_tournament_are_rated_beyond_six_and_count_among_them(
    tables: Tables, store: Store, clock: Clock
) -> None:
    for _ in range(MOST_A_DAY + 2):
        table = await begin(tables, (ANN, BEN), fixture=Fixture(0, "Cup", 1))
        await tables.ask(table.id, play.resign, BEN.user_id)
        clock.pass_by(minutes=1)
        assert await is_rated(store, table)
    assert not await lost(tables, store, clock, (ANN, BEN))


def test_day_is_the_utc_day_for_everyone() -> None:
    moment = datetime(2026, 3, 1, 0, 30, tzinfo=UTC).astimezone(datetime.fromisoformat("2026-03-01T00:00-05:00").tzinfo)
    assert day_begins(moment) == datetime(2026, 3, 1, tzinfo=UTC)
    assert day_ends(moment) - day_begins(moment) == timedelta(days=1)
    assert day_begins(day_ends(moment)) == day_ends(moment)


def test_game_given_up_before_its_first_trick_is_complete_is_no_game_and_afterwards_it_is_lost() -> None:
    led = played(begun(), lambda t: bool(t.game.deals[-1].trick))
    assert no_game(resigned(led, BEN))
    assert results_of(resigned(led, BEN)) == []
    taken = played(led, lambda t: len(t.game.deals[-1].tricks) == 1)
    over = ask(taken, play.resign, noon(), BEN.user_id)
    assert not no_game(over)
    assert [row.outcome for row in results_of(over)] == ["won", "resigned"]


# ------------------------------------------------------------------ three or four with an accomplice

NOISE: Final = 250
"""Points by which the mean of ten runs of 200 games may differ by chance; an accomplice was worth 650."""


@pytest.fixture(scope="module")
def pool() -> list[Played]:
    """Return games of three, of each what becomes of it by each way of giving up."""
    return [play_one(3, seed) for seed in range(1, 121)]


@pytest.mark.parametrize("ends", ["resigned", "timeout"])
@pytest.mark.parametrize("people", [PLAYERS[:3], PLAYERS], ids=["three", "four"])
async def test_of_several_players_who_gives_up_is_last_and_the_others_are_rated_by_what_was_to_be_expected(
    tables: Tables, store: Store, clock: Clock, people: Sequence[Player], ends: str
) -> None:
    """Else an accomplice chooses the moment: as soon as a friend leads, or where the friend is about to lose."""
    made = begun(people, rules=build_rules("modern", len(people), {}), clock=CLOCKS["live-3"])
    table = await put(tables, played(made, lambda t: some_tricks(t) and bool(t.turn_users)))
    loser = table.turn_users[0]
    if ends == "resigned":
        await tables.ask(table.id, play.resign, loser)
    else:
        clock.pass_by(minutes=3)
        await tables.tick()
        for other in set(table.users) - {loser}:
            await tables.ask(table.id, overtime.claim_time, other)
    rows = {row.user_id: row for row in await store.ask(lambda reader: reader.results.of(table.id))}
    assert {row.outcome for row in rows.values()} >= {ends, "won"}
    assert all(row.rated for row in rows.values())
    after = {user: strength_after(row) for user, row in rows.items()}
    order = list(rows.values())
    stood = {row.user_id: row.standing for row in order if row.standing is not None}
    expected = dict(zip(stood, expected_anew([Strength()] * len(people), [*stood.values()]), strict=True))
    assert {user for user in after if after[user] == expected[user]} == after.keys() - {loser}
    assert sorted(stood, key=lambda user: stood[user]) == sorted(stood, key=lambda user: round(expected[user].mu, 9))
    assert max(places_by(order)) == places_by(order)[rows[loser].seat] == len(people)
    assert after[loser] == rated_anew([[Strength()]] * len(people), places_by(order))[rows[loser].seat][0]
    counted = await everything(store)
    assert not (await rebuild(store)).mended
    assert await everything(store) == counted


def gains(table: Table, user_id: int) -> float:
    """Return by how much a game that is over changes the believed strength of one of several newcomers."""
    rows = results_of(table)
    rated = {row.user_id: row for row in rated_results(rows, {row.user_id: Strength() for row in rows})}
    return strength_after(rated[user_id]).mu - Strength().mu


@pytest.mark.parametrize("people", [PLAYERS[:3], PLAYERS], ids=["three", "four"])
def test_accomplice_who_gives_up_late_saves_nobody_from_a_loss(people: Sequence[Player]) -> None:
    """1651 points instead of 1000 were had so in 200 games."""
    rules = build_rules("modern", len(people), {})
    table = played(begun(people, rules=rules), lambda t: max(t.game.totals) >= t.rules.target - 50)
    table = played(table, lambda t: cards_left(t) == 2 * len(people))
    over = played_out(table)
    by_points = sorted(table.users, key=lambda user: over.game.totals[over.seat_of(user) or 0])
    last, first = by_points[0], by_points[-1]
    others = [player for player in people if player.user_id not in {last, first}]
    for accomplice in others:
        left = resigned(table, accomplice)
        assert gains(left, last) < gains(over, last) / 2 < 0
        assert gains(left, first) > gains(over, first) / 2 > 0


@pytest.mark.parametrize("people", [PLAYERS[:3], PLAYERS], ids=["three", "four"])
def test_accomplice_who_gives_up_as_soon_as_a_friend_leads_wins_them_next_to_nothing(people: Sequence[Player]) -> None:
    rules = build_rules("modern", len(people), {})
    table = played(begun(people, rules=rules), some_tricks)
    table = played(table, lambda t: max(t.game.totals) > sorted(t.game.totals)[-2])
    friend = table.users[max(range(len(people)), key=lambda seat: table.game.totals[seat])]
    won = rated_anew([[Strength()]] * len(people), range(1, len(people) + 1))[0][0].mu - Strength().mu
    for accomplice in people:
        if accomplice.user_id != friend:
            left = resigned(table, accomplice)
            assert [row.user_id for row in results_of(left) if row.won] == [friend]
            assert gains(left, friend) < won / 4


def test_what_is_ahead_beyond_all_measure_is_rated_too() -> None:
    far = expected_anew([Strength()] * 4, [10**9, 0, -(10**9), -(10**9)])
    won = rated_anew([[Strength()]] * 4, [1, 2, 3, 4])[0][0]
    assert round(far[0].mu, 6) == round(won.mu, 6) > Strength().mu > far[1].mu
    level = expected_anew([Strength()] * 4, [7] * 4)
    assert [round(each.mu, 9) for each in level] == [Strength().mu] * 4


@pytest.mark.deep
@pytest.mark.timeout(900)
@pytest.mark.parametrize("new_accounts", [False, True], ids=["one-account", "new-accounts"])
def test_accomplice_gains_nothing_in_200_games_whenever_they_give_up(
    pool: Sequence[Played], *, new_accounts: bool
) -> None:
    runs = range(10)
    rated = {
        way: [rate_many(pool, way, seed, new_accounts=new_accounts)[HELPED] for seed in runs] for way in ("", *WAYS)
    }
    honest = mean(rated.pop(""))
    assert {way: mean(ratings) - honest for way, ratings in rated.items() if mean(ratings) - honest > NOISE} == {}


async def test_games_of_before_are_counted_anew_and_taken_back_by_the_rule_of_their_time(
    tables: Tables, store: Store, path: Path, clock: Clock
) -> None:
    people = PLAYERS[:3]
    for number in range(3):
        assert await lost(tables, store, clock, people, THREE)
        if number == 1:  # the first two ended when the others were still compared with each other
            with connected(path) as connection:
                connection.execute("UPDATE conclusions SET leaver_alone = FALSE")
            assert (await rebuild(store)).mended
    first = (await everything(store))["results"]
    assert not (await rebuild(store)).mended
    strengths = [Strength()] * 3
    for game in (1, 2, 3):
        async with store.read() as reader:
            rows = await reader.results.of(game)
        places = places_by(rows)
        anew = [side[0] for side in rated_anew([[each] for each in strengths], places)]
        stood = [row.standing for row in rows if row.standing is not None]
        assert len(stood) == (3 if game == 3 else 0)
        strengths = [*expected_anew(strengths, stood)[:2], anew[2]] if stood else anew
        assert [strength_after(row) for row in rows] == strengths
    await Moderation(store, clock).void(GUILD, 1, 77)
    assert (await everything(store))["results"] != first
    assert not (await rebuild(store)).mended


# ------------------------------------------------------------------ giving up before the first trick


async def given_up_at_once(tables: Tables, store: Store, *, looked: bool, **how: object) -> bool:
    """Have Ben give a game up before its first trick, and tell whether it was rated."""
    table = await put(tables, begun((ANN, BEN)).but(**how))
    if looked:
        await tables.ask(table.id, play.look_at_hand, BEN.user_id)
    await tables.ask(table.id, play.resign, BEN.user_id)
    return await is_rated(store, table)


async def test_giving_up_before_the_first_trick_is_free_only_until_the_hand_is_looked_at(
    tables: Tables, store: Store
) -> None:
    for _ in range(2):
        assert not await given_up_at_once(tables, store, looked=False)
        assert await given_up_at_once(tables, store, looked=True)


async def test_letting_the_clock_run_out_before_the_first_trick_is_free_only_until_the_hand_is_looked_at(
    tables: Tables, store: Store, clock: Clock
) -> None:
    rated = []
    for looked in (False, True):
        made = turn_begins(begun((ANN, BEN), clock=CLOCKS["live-3"]), tables.store.occasion())
        table = await put(tables, made)
        late = table.turn_users[0]
        other = next(user for user in table.users if user != late)
        await tables.ask(table.id, play.look_at_hand, late if looked else other)
        clock.pass_by(minutes=3)
        await tables.tick()
        await tables.ask(table.id, overtime.claim_time, other)
        rated.append(await is_rated(store, table))
    assert rated == [False, True]


async def test_games_that_are_not_for_ratings_note_no_look_and_are_given_up_for_nothing(
    tables: Tables, store: Store
) -> None:
    friendly = await put(tables, begun((ANN, BEN), friendly=True))
    assert (await tables.ask(friendly.id, play.look_at_hand, BEN.user_id)).looked == ()
    await tables.ask(friendly.id, play.resign, BEN.user_id)
    assert await store.ask(lambda reader: reader.results.of(friendly.id)) == []


@pytest.mark.parametrize("looked", [False, True])
async def test_game_of_a_tournament_that_is_given_up_before_its_first_trick_is_lost_each_time(
    tables: Tables, store: Store, *, looked: bool
) -> None:
    for _ in range(2):
        assert await given_up_at_once(tables, store, looked=looked, fixture=Fixture(0, "Cup", 1))


async def test_look_is_stored_with_the_table(tables: Tables, store: Store, clock: Clock) -> None:
    table = await put(tables, begun((ANN, BEN)))
    for _ in range(2):
        await tables.ask(table.id, play.look_at_hand, BEN.user_id)
    assert (await (await restarted(store, clock)).get(table.id)).looked == (table.seat_of(BEN.user_id),)


# ------------------------------------------------------------------ choosing which games to drop


RACES = 3000
"""Games in one run of a player who drops some of them."""
TRICKS = (3, 0, 1, 6, 12)
"""After how many tricks a game is dropped."""


def costs(tricks: int) -> bool:
    """Tell whether a game that is given up after so many tricks is lost, and not only no game."""
    looked = ask(begun(), play.look_at_hand, noon(), BEN.user_id)
    table = played(looked, lambda t: len(t.game.deals[-1].tricks) == tricks and bool(t.turn_users))
    return [row.outcome for row in results_of(resigned(table, BEN)) if row.rated] == ["won", "resigned"]


def gained(tricks: int, wants: Callable[[int], bool], seed: int, *, lost: bool) -> int:
    """Return by how much a player who drops games is shown above one of the same strength who plays all of them.

    A game is a walk of points for one side or the other, as likely for each; who leads at its end has won it. The real
    rating function rates both against opponents of their strength.

    Args:
        tricks: After how many of the 24 tricks games are dropped.
        wants: Tells by the lead at that moment whether the game is dropped.
        seed: That of the chance.
        lost: Whether a game is lost that is dropped, and not only no game.
    """
    chance, dropping, honest, opponent = random.Random(seed), Strength(), Strength(), Strength(sigma=2.0)
    for _ in range(RACES):
        leads = [0, *accumulate(chance.choice((-1, 1)) for _ in range(25))]
        wins = leads[-1] > 0
        ((honest,), _) = rated_anew([[honest], [opponent]], [1, 2] if wins else [2, 1])
        dropped = wants(leads[tricks])
        if not dropped or lost:
            ((dropping,), _) = rated_anew([[dropping], [opponent]], [1, 2] if wins and not dropped else [2, 1])
    return dropping.rating - honest.rating


@pytest.mark.deep
@pytest.mark.parametrize("tricks", TRICKS)
def test_dropping_games_when_behind_gains_no_expected_rating(tricks: int) -> None:
    lost = costs(tricks)
    gains = [gained(tricks, lambda lead: lead < 0, seed, lost=lost) for seed in range(3)]
    assert sum(gains) / len(gains) <= 0


EDGE: Final = 0.065
"""What the best two thirds of first hands are worth: they win 56.5 % of games of the house's players."""


def gained_by_first_hands(seed: int, *, lost: bool) -> float:
    """Return by how many points on average a player is shown too high who gives up bad first hands.

    A third of the hands are bad, and win 1/2 - 2 * EDGE of games; the others win 1/2 + EDGE.

    Args:
        seed: That of the chance.
        lost: Whether a game that is given up is lost, and not only no game.
    """
    chance, dropping, honest, opponent = random.Random(seed), Strength(), Strength(), Strength(sigma=2.0)
    over = 0.0
    for number in range(RACES):
        bad = chance.random() < 1 / 3
        wins = chance.random() < 0.5 + (-2 * EDGE if bad else EDGE)
        ((honest,), _) = rated_anew([[honest], [opponent]], [1, 2] if wins else [2, 1])
        if lost or not bad:
            ((dropping,), _) = rated_anew([[dropping], [opponent]], [1, 2] if wins and not bad else [2, 1])
        over += dropping.rating - honest.rating if number >= RACES // 2 else 0
    return over / (RACES - RACES // 2)


@pytest.mark.deep
def test_dropping_bad_first_hands_gains_no_expected_rating() -> None:
    """A first hand is known once it is looked at, and then the game is lost."""
    table = begun()
    looked = ask(table, play.look_at_hand, noon(), BEN.user_id)
    lost = [row.outcome for row in results_of(resigned(looked, BEN)) if row.rated] == ["won", "resigned"]
    gains = [gained_by_first_hands(seed, lost=lost) for seed in range(4)]
    assert sum(gains) / len(gains) <= 0


@pytest.mark.deep
def test_dropping_bad_first_hands_would_gain_more_than_fifty_points_if_it_cost_nothing() -> None:
    gains = [gained_by_first_hands(seed, lost=False) for seed in range(4)]
    assert sum(gains) / len(gains) > 50


@pytest.mark.deep
def test_dropping_games_when_behind_would_gain_much_if_it_cost_nothing() -> None:
    assert gained(3, lambda lead: lead < 0, 0, lost=False) > 40
