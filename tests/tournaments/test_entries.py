"""Who takes part in a tournament, with whom as a partner, and what the tables of one leave to nobody else."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.club.tournaments import decisions
from bot.club.tournaments.values import Outcome, Posted, Tournament
from bot.engine import build_rules
from bot.house.roster import Level
from bot.members import Members
from bot.tables import Player, Refused, Status, Why
from bot.tables.decisions import dealing, fixtures, house_seats, lobby, overtime, play
from bot.tables.decisions import terms as terms_of
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    PARTNERS,
    PLAYERS,
    STRANGER,
)  # fmt: skip
from tests.tournaments.held import ORGANIZER, House, games_of, people, why

# ------------------------------------------------------------------ joining


async def test_joining_and_leaving_before_the_start(house: House) -> None:
    tournament = await house.opened([ANN, BEN])
    change = house.tournaments.change
    assert await why(house.joined(tournament, ANN)) is Why.TOURNAMENT_JOINED
    tournament = await change(tournament.id, decisions.withdrawn, ANN.user_id)
    assert [each.name for each in tournament.entrants] == ["Ben"]
    assert await why(change(tournament.id, decisions.withdrawn, ANN.user_id)) is Why.NOT_IN_TOURNAMENT
    assert await why(house.started(tournament)) is Why.TOO_FEW_ENTRANTS
    assert await why(house.tournaments.get(4711)) is Why.NO_SUCH_TOURNAMENT


async def test_a_round_robin_takes_eight_and_nobody_joins_after_the_start(house: House) -> None:
    tournament = await house.opened(people(8))
    assert await why(house.joined(tournament, STRANGER)) is Why.TOURNAMENT_FULL
    await house.started(tournament)
    assert await why(house.joined(tournament, STRANGER)) is Why.TOURNAMENT_BEGUN


async def test_one_organizer_has_one_tournament_and_a_server_five(house: House) -> None:
    tournament = await house.opened([])
    assert await why(house.opened([])) is Why.TOO_MANY_TOURNAMENTS
    for other in range(decisions.MOST_LIVE - 1):
        await house.tournaments.create(replace(tournament, id=0, organizer_id=other))
    assert await why(house.tournaments.create(replace(tournament, id=0, organizer_id=99))) is Why.TOO_MANY_TOURNAMENTS
    await house.tournaments.create(replace(tournament, id=0, organizer_id=99, guild_id=GUILD + 1))


async def test_names_are_one_line_without_unseen_characters(house: House) -> None:
    assert decisions.clean_name("  Spring\n\u202eCup\u200b  2026 ") == "Spring Cup 2026"
    assert len(decisions.clean_name("x" * 200)) == 60
    with pytest.raises(Refused) as caught:
        decisions.clean_name("\u200b \n")
    assert caught.value.why is Why.TOURNAMENT_NAME
    assert await why(house.opened([], rules=build_rules("modern", 3, {}))) is Why.TOURNAMENT_PLAYERS


# ------------------------------------------------------------------ partners


async def test_partners_who_want_each_other_play_together_and_lots_pair_the_others(house: House) -> None:
    tournament = await house.opened([], rules=PARTNERS)
    ann, ben, cat, dan = (player.user_id for player in PLAYERS)
    await house.joined(tournament, ANN, cat)
    for player in (BEN, CAT, DAN):
        house.clock.pass_by(seconds=1)
        tournament = await house.joined(tournament, player)
    assert decisions.partner_of(tournament, ann) == cat  # who joins and is named by somebody plays with them
    assert await why(house.joined(tournament, BEN, cat)) is Why.PARTNER_TAKEN
    assert await why(house.joined(tournament, BEN, ben)) is Why.NO_PARTNERS
    tournament = await house.joined(tournament, BEN, dan)
    assert decisions.partner_of(tournament, ben) is None  # Dan has not said so
    fifth, sixth = people(2)
    await house.joined(tournament, fifth)
    assert await why(house.started(tournament)) is Why.ODD_ENTRANTS
    await house.joined(tournament, sixth)
    await house.started(tournament)
    tournament = await house.on(tournament.id)
    sides = {frozenset(each.user_id for each in entry.members) for entry in tournament.entries.values()}
    assert frozenset((ann, cat)) in sides
    assert len(sides) == 3
    (pairing,) = games_of(tournament)
    table = await house.ready(pairing)
    seats = {frozenset((table.users[0], table.users[2])), frozenset((table.users[1], table.users[3]))}
    assert seats <= sides
    await house.tables.ask(table.id, play.resign, table.users[3])
    tournament = await house.on(tournament.id)
    assert tournament.of_round(1)[pairing.board - 1].outcome is Outcome.HOME


async def test_nobody_becomes_the_partner_of_who_has_blocked_them(house: House) -> None:
    one, two, three, four, *others = people(6)
    tournament = await house.opened([], rules=PARTNERS)
    company = Members(house.tables).blocks
    await company.block(two.user_id, one.user_id)

    async def joined(player: Player, partner: int | None = None) -> Tournament:
        shunned = await company.shunned(player.user_id, [each.user_id for each in (one, two, three, four, *others)])
        return await house.tournaments.change(
            tournament.id, decisions.joined, house.clock(), player, partner, shunned=shunned
        )

    await joined(one, three.user_id)
    assert await why(joined(one, two.user_id)) is Why.NO_PARTNERS
    assert await why(joined(two, one.user_id)) is Why.NO_PARTNERS
    await joined(four, two.user_id)
    await company.block(four.user_id, two.user_id)
    after = await joined(two)
    assert decisions.partner_of(after, two.user_id) is None
    for player in (three, *others):
        after = await joined(player)
    apart = await company.among([each.user_id for each in after.entrants])
    assert apart == {frozenset((one.user_id, two.user_id)), frozenset((two.user_id, four.user_id))}
    for seed in range(20):
        chance = random.Random(seed)
        begun = decisions.started(after, house.clock(), chance, ORGANIZER, {}, manages=False, apart=apart)
        together = [{member.user_id for member in entry.members} for entry in begun.entries.values()]
        assert not any(set(pair) in together for pair in apart)


async def test_one_partner_who_withdraws_takes_the_other_along(house: House) -> None:
    tournament = await house.begun([*PLAYERS, *people(2)], rules=PARTNERS)
    (pairing,) = games_of(tournament)
    user = tournament.players_of(pairing)[2].user_id
    await house.tournaments.change(tournament.id, decisions.withdrawn, user)
    tournament = await house.on(tournament.id)
    assert tournament.of_round(1)[pairing.board - 1].outcome is Outcome.AWAY_DEFAULT


# ------------------------------------------------------------------ the table


async def test_table_of_a_pairing_is_settled_by_the_tournament_alone(house: House) -> None:
    tournament = await house.begun(people(3))
    (pairing,) = games_of(tournament)
    await house.ready(pairing, tournament.players_of(pairing)[0].user_id)
    table = await house.table(pairing)
    one = table.users[0]
    ask = house.tables.ask
    for request in (
        house.tables.join(table.id, STRANGER), ask(table.id, lobby.leave, one), ask(table.id, lobby.cancel, one),
        house.tables.start(table.id, one), ask(table.id, terms_of.set_rules, one, {"target": 2000}),
        ask(table.id, terms_of.change_seat, one, 1), ask(table.id, house_seats.add_house, one, Level.NOVICE),
    ):  # fmt: skip
        assert await why(request) is Why.TOURNAMENT_TABLE
    assert (await ask(table.id, lobby.vacate, [one])).seat_of(one) == 0
    assert await why(ask(table.id, fixtures.ready, STRANGER.user_id)) is Why.NOT_SEATED
    table = await house.ready(pairing, one)  # a second click
    assert (table.status, len(table.fixture.came if table.fixture else ())) == (Status.LOBBY, 1)
    table = await house.ready(pairing, table.users[1])
    assert (table.status, table.game.deal is not None) == (Status.PLAYING, True)
    assert table.message(dealing.BOARD) is not None
    assert await why(ask(table.id, fixtures.ready, one)) is Why.ALREADY_STARTED
    assert await why(ask(table.id, overtime.let_house_play, one, table.users[1])) is Why.TOURNAMENT_TABLE


async def test_messages_are_kept_and_a_settled_tournament_is_let_go(house: House) -> None:
    tournament = await house.opened([ANN, BEN, CAT, DAN])
    await house.tournaments.posted(tournament.id, Posted("entries", CHANNEL, 5))
    await house.tournaments.change(tournament.id, decisions.cancelled, house.clock(), ORGANIZER, manages=False)
    await house.start()
    assert (await house.tournaments.load()) == [tournament.id]
    await house.tournaments.posted(tournament.id, Posted("entries", CHANNEL, 5, settled=True))
    assert await house.tournaments.load() == []
