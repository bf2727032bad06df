"""Whole tournaments at real tables over a real database, without Discord: played through, with starts in between."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from bot.club.tournaments import AT_ONCE, decisions
from bot.club.tournaments.ranking import ranking
from bot.club.tournaments.values import Form, Outcome, State, Tournament
from bot.engine import Rules, build_rules
from bot.tables import CLOCKS, Status, Why
from bot.tables.decisions import consent, fixtures
from tests.tables.at_table import (
    ANN,
    GUILD,
    choose,
)  # fmt: skip
from tests.tournaments.held import ORGANIZER, House, games_of, people, why

# ------------------------------------------------------------------ whole tournaments


@pytest.mark.sweep
@pytest.mark.parametrize(("count", "form"), [(5, Form.ROUND_ROBIN), (5, Form.SWISS), (8, Form.SWISS)])
async def test_whole_tournament_is_played_with_a_start_after_every_game(house: House, count: int, form: Form) -> None:
    tournament = await house.begun(people(count), form)
    chance = random.Random(count)
    while tournament.state is State.PLAYING:
        for pairing in tournament.of_round(tournament.round):
            if pairing.outcome is None:
                await house.lost(pairing, chance.randrange(2))
                await house.start()
                tournament = await house.on(tournament.id)
                break
    rounds = tournament.rounds
    assert (tournament.state, tournament.round) == (State.FINISHED, rounds)
    assert rounds == {(5, Form.ROUND_ROBIN): 5, (5, Form.SWISS): 3, (8, Form.SWISS): 3}[count, form]
    games = [each for each in tournament.pairings if each.away is not None]
    assert {each.outcome for each in games} <= {Outcome.HOME, Outcome.AWAY}
    assert len({each.table_id for each in games}) == len(games) == rounds * (count // 2)
    assert sum(rank.won for rank in ranking(tournament)) == len(tournament.pairings)
    assert len(house.tables.memory.live.of_member(GUILD, tournament.entrants[0].user_id)) == 0
    assert (await house.tournaments.over(GUILD, None))[0] == await house.tournaments.get(tournament.id)


@pytest.mark.parametrize(
    "rules",
    [build_rules("modern", 2, {"length": "one_deal"}), build_rules("rubicon", 2, {})],
    ids=["modern", "rubicon"],
)
async def test_game_that_is_played_to_its_end_counts_with_its_points_and_is_rated(house: House, rules: Rules) -> None:
    tournament = await house.begun(people(3), rules=rules)
    pairing = tournament.of_round(1)[0]
    table, rng = await house.ready(pairing), random.Random(5)
    while table.live:
        table = (await choose(house.tables, table, rng)).table
    (decided, *_) = (await house.tournaments.get(tournament.id)).of_round(1)  # in the transaction that ended it
    assert decided.outcome in (Outcome.HOME, Outcome.AWAY, Outcome.DRAW)
    assert decided.points == table.game.totals
    ratings = await house.tournaments.ratings(tournament)
    assert set(ratings) == set(table.users)


def standing(tournament: Tournament) -> int:
    return sum(each.table_id is not None and each.outcome is None for each in tournament.of_round(1))


async def test_pairings_and_tables_are_made_once_however_often_one_looks(house: House) -> None:
    tournament = await house.begun(people(4))
    again = [await house.on(tournament.id) for _ in range(3)]
    await house.start()
    again.append(await house.on(tournament.id))
    assert all(each.pairings == tournament.pairings for each in again)
    assert len({each.table_id for each in tournament.pairings}) == 2
    assert len(list(house.tables.memory.live)) == 2


async def test_only_eight_tables_stand_at_once_without_threads_and_the_next_opens_as_one_ends(house: House) -> None:
    tournament = await house.opened(people(20), Form.SWISS)
    await house.started(tournament)
    tournament = await house.on(tournament.id, in_threads=False)
    standing = [each for each in tournament.pairings if each.table_id is not None]
    assert (len(tournament.pairings), len(standing)) == (10, AT_ONCE)
    assert all([(await house.table(each)).stands_in_round for each in standing])
    await house.lost(standing[0])
    assert house.tournaments.due() == [tournament.id]
    tournament = await house.on(tournament.id, in_threads=False)
    assert sum(each.table_id is not None for each in tournament.pairings) == AT_ONCE + 1
    later = [each for each in tournament.pairings if each.table_id and each not in standing and each.outcome is None]
    assert not (await house.table(later[0])).stands_in_round, "the round is posted: it has a lobby"
    assert house.tournaments.due() == []


@pytest.mark.deep
async def test_two_tournaments_in_one_channel_share_its_eight_tables_and_neither_waits_for_ever(house: House) -> None:
    first = await house.begun(people(20), Form.SWISS, in_threads=False)
    second = await house.begun(people(16), Form.SWISS, in_threads=False, organizer=ORGANIZER + 1)
    assert (standing(first), standing(second)) == (AT_ONCE, 0)
    for _ in range(4):
        first = await house.tournaments.get(first.id)
        await house.lost(next(each for each in first.of_round(1) if each.outcome is None and each.table_id))
        assert second.id in house.tournaments.due()
        await house.on(first.id, in_threads=False)
        await house.on(second.id, in_threads=False)
        both = [standing(await house.tournaments.get(each.id)) for each in (first, second)]
        assert sum(both) == AT_ONCE
    assert both == [4, 4]
    await house.start()
    assert house.tournaments.due() == []


async def test_no_table_is_opened_where_the_bot_may_not_post(house: House) -> None:
    tournament = await house.opened(people(3))
    await house.started(tournament)
    barred = await house.tournaments.advance(tournament.id, in_threads=True, may_open=False)
    assert (barred.tables, barred.tournament.round) == ((), 1)
    assert len((await house.tournaments.advance(tournament.id, in_threads=True)).tables) == 1


# ------------------------------------------------------------------ who does not come


async def test_who_did_not_come_in_time_loses_and_both_lose_where_nobody_came(house: House) -> None:
    tournament = await house.begun(people(5))
    one, other = games_of(tournament)
    present = tournament.players_of(one)[1].user_id
    await house.ready(one, present)
    house.clock.pass_by(hours=2)
    assert len(await house.tables.tick()) == 2
    assert house.tournaments.due() == [tournament.id]
    tournament = await house.on(tournament.id)
    outcomes = {each.board: each.outcome for each in tournament.of_round(1)}
    assert outcomes[one.board] is Outcome.AWAY_DEFAULT
    assert outcomes[other.board] is Outcome.NEITHER
    assert tournament.round == 2


async def test_who_came_but_missed_each_other_get_half_a_point_each(house: House) -> None:
    tournament = await house.begun(people(3))
    pairing = tournament.of_round(1)[0]
    home, away = (player.user_id for player in tournament.players_of(pairing))
    await house.ready(pairing, home)
    house.clock.pass_by(minutes=16)
    table = await house.ready(pairing, away)
    assert table.status is Status.LOBBY
    assert fixtures.awaited_there(table, house.clock()) == [home]
    house.clock.pass_by(hours=2)
    await house.tables.tick()
    tournament = await house.on(tournament.id)
    assert tournament.of_round(1)[pairing.board - 1].outcome is Outcome.DRAW


async def test_game_under_way_when_time_is_over_goes_by_points_or_is_lost_by_who_is_late(house: House) -> None:
    tournament = await house.begun(people(5), clock=CLOCKS["live-30"])
    one, other = games_of(tournament)
    rng = random.Random(2)
    await house.ready(other)
    house.clock.pass_by(minutes=110)
    table = await house.ready(one)
    while table.game.totals[0] == table.game.totals[1]:
        table = (await choose(house.tables, table, rng)).table
    house.clock.pass_by(minutes=10)
    await house.tables.tick()
    late = await house.table(other)
    assert (late.status, late.end_reason) == (Status.FINISHED, "timeout")
    assert (await house.table(one)).end_reason == fixtures.ROUND_OVER
    tournament = await house.on(tournament.id)
    ahead = Outcome.HOME if table.game.totals[0] > table.game.totals[1] else Outcome.AWAY
    decided = {each.board: each for each in tournament.of_round(1)}
    assert (decided[one.board].outcome, decided[one.board].points) == (ahead, table.game.totals)
    assert decided[other.board].outcome in (Outcome.HOME, Outcome.AWAY)


async def test_draw_that_both_agree_on_is_half_a_point_each(house: House) -> None:
    tournament = await house.begun(people(3))
    (pairing,) = games_of(tournament)
    table = await house.ready(pairing)
    await house.tables.ask(table.id, consent.offer_draw, table.users[0])
    await house.tables.ask(table.id, consent.offer_draw, table.users[1])
    tournament = await house.on(tournament.id)
    assert tournament.of_round(1)[pairing.board - 1].outcome is Outcome.DRAW


async def test_time_in_which_the_bot_was_away_is_given_back_to_a_round(house: House) -> None:
    tournament = await house.begun(people(3))
    (pairing,) = games_of(tournament)
    before = house.tables.stands_until(await house.table(pairing))
    await house.tables.heartbeat()
    house.clock.pass_by(hours=5)
    await house.start()
    assert before is not None
    assert house.tables.stands_until(await house.table(pairing)) == before + timedelta(hours=5)


# ------------------------------------------------------------------ withdrawing and calling off


async def test_who_withdraws_loses_the_game_under_way_and_all_that_follow(house: House) -> None:
    tournament = await house.begun(people(5))
    one, other = games_of(tournament)
    await house.ready(one)
    leaving, waiting = tournament.players_of(one)[0].user_id, tournament.players_of(other)[1].user_id
    for user in (leaving, waiting):
        await house.tournaments.change(tournament.id, decisions.withdrawn, user)
    await house.start()
    tournament = await house.on(tournament.id)
    decided = {each.board: each.outcome for each in tournament.of_round(1)}
    assert decided[one.board] is Outcome.AWAY  # a game that was given up
    assert decided[other.board] is Outcome.HOME_DEFAULT
    gone = {tournament.entrant(user).entry for user in (leaving, waiting)}  # type: ignore[union-attr]
    while tournament.state is State.PLAYING:
        for pairing in tournament.of_round(tournament.round):
            if pairing.outcome is None:
                assert gone.isdisjoint({pairing.home, pairing.away})
                await house.lost(pairing)
        tournament = await house.on(tournament.id)
    assert [rank.lost for rank in ranking(tournament) if rank.entry in gone] != []
    assert {rank.entry for rank in ranking(tournament)[-2:]} == gone


async def test_tournament_that_is_called_off_closes_its_lobbies_and_lets_games_go_on(house: House) -> None:
    tournament = await house.begun(people(5))
    one, other = games_of(tournament)
    await house.ready(one)
    await house.tournaments.change(tournament.id, decisions.cancelled, house.clock(), ORGANIZER, manages=False)
    await house.start()  # the message of its entries was not settled, were there one
    tournament = await house.on(tournament.id)
    assert tournament.state is State.CANCELLED
    running, closed = await house.table(one), await house.table(other)
    assert (running.status, running.fixture) == (Status.PLAYING, None)
    assert (closed.status, closed.end_reason) == (Status.CANCELLED, fixtures.CALLED_OFF)
    house.clock.pass_by(hours=2)
    await house.tables.tick()
    assert (await house.table(one)).live


async def test_only_the_organizer_or_who_manages_the_server_starts_and_calls_off(house: House) -> None:
    tournament = await house.opened(people(3))
    change, now = house.tournaments.change, house.clock()
    assert await why(change(tournament.id, decisions.cancelled, now, ANN.user_id, manages=False)) is Why.NOT_ORGANIZER
    assert await why(house.started(tournament, by=ANN.user_id)) is Why.NOT_ORGANIZER
    after = await change(tournament.id, decisions.cancelled, now, ANN.user_id, manages=True)
    assert after.state is State.CANCELLED
    late = change(tournament.id, decisions.cancelled, now, ORGANIZER, manages=False)
    assert await why(late) is Why.TOURNAMENT_OVER


async def test_tournament_that_nobody_starts_is_called_off_after_a_month(house: House) -> None:
    tournament = await house.opened(people(2))
    assert house.tournaments.due() == []
    house.clock.pass_by(days=30)
    assert house.tournaments.due() == [tournament.id]
    assert (await house.on(tournament.id)).state is State.CANCELLED
