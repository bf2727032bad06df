"""Fair play as people see it: odd pairs and members for moderators, and the price of leaving rated games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache

import pytest
from simcord import MemberActor

from bot.club import Club, rebuild
from bot.club.moderation import Measure, MemberRow, Oddity, PairRow, oddities, shares
from bot.engine import Rules, build_rules
from bot.playground import World
from bot.tables import Player, Refused, Table, Tables, Why
from bot.tables.decisions import play
from cogs.safety.fair_play import pairs_page
from db import Store
from db.leaving import LeftGameRow
from tests.db.samples import new_game
from tests.settings.test_languages import manages
from tests.settings.test_turn_messages import direct
from tests.simulated import bot_of, buttons_of, press, text_of
from tests.simulated.asking import ask, resign
from tests.simulated.player import Sitting, lobby_at, private_answer, public_messages, table_number, words_of
from tests.simulated.waiting import said
from tests.standings.test_standing import everything
from tests.tables.at_table import ANN, BEN, CAT, DAN, GUILD, NOON, PARTNERS, PLAYERS, TWO, Clock, put, sure
from tests.tables.made import begun, played
from tests.ui.at_board import texts_of

pytestmark = pytest.mark.one_bot


async def left_games(world: World, member: MemberActor, count: int = 2) -> None:
    """Note that a member has left so many rated games just now."""
    bot, guild, now = bot_of(world), world.env.guild.id, world.env.now()
    async with bot.store.write() as tx:
        for _ in range(count):
            game = await new_game(tx, guild_id=guild, users=[member.id, member.id + 1], status="finished")
            await tx.leaving.add(LeftGameRow(game, member.id, guild, now, by_days=False, settled=True))


async def resigned_games(world: World, sitting: Sitting, ann: MemberActor) -> None:
    """Have Ann give a rated game up after its first trick."""
    while not (await bot_of(world).tables.get(sitting.table)).game.deals[-1].tricks:
        await sitting.step()
    await resign(ann, world.channel)


async def test_moderator_and_nobody_else_takes_the_ratings_of_a_pair_back_and_the_results_say_so(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await resigned_games(world, sitting, ann)
    await left_games(world, ann)
    result = sure(sitting.result())
    for custom_id in (
        "mod-pairs 30",
        f"mod-pair {ann.id} {ben.id} 30",
        f"mod-pair-void {ann.id} {ben.id} 30 {sitting.table} true",
        f"mod-lift {ann.id}",
    ):
        answer = await press(world, cleo, result, f"bz:0:0:{custom_id}")
        assert "Only moderators can" in text_of(private_answer(answer))
    assert await bot_of(world).club.moderation.is_rated(sitting.table)
    assert len(await bot_of(world).store.ask(lambda reader: reader.leaving.of_server(world.env.guild.id))) == 2
    assert "Ratings:" in words_of(result)
    manages(world, cleo)
    page = private_answer(await ask(cleo, world.channel, "moderate pairs"))
    assert "No pair looks odd" in text_of(page)
    await press(world, cleo, page, f"bz:0:0:mod-pair {ann.id} {ben.id} 7")
    assert "1 rated game · against each other 100%" in text_of(page)
    await cleo.click(page, label="Take the ratings back …")
    assert "Take the ratings of 1 rated game" in text_of(page)
    assert "Ratings:" in words_of(result)
    await cleo.click(page, label="Take them back")
    assert "1 rating was taken back." in text_of(page)
    assert "have no rated games in this time" in text_of(page)
    assert "A moderator has taken the rating" in words_of(result)
    assert f"took ratings of <@{ann.id}> and <@{ben.id}> back: 1" in said(
        await ask(cleo, world.channel, "moderate log")
    )


async def test_who_left_two_rated_games_is_told_in_private_and_may_open_friendly_tables(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await left_games(world, ann)
    await world.env.advance_time(20)
    (message,) = direct(world, ann)
    assert "You left two rated games in" in text_of(message)
    await world.env.advance_time(20)
    assert len(direct(world, ann)) == 1
    until = int((world.env.now() + timedelta(days=1)).timestamp())
    refused = said(await ann.slash(world.channel, "play"))
    assert "You left two rated games; play friendly (`rules: friendly`) until <t:" in refused
    assert abs(int(refused.split("<t:")[1].split(":")[0]) - until) < 120
    theirs = await lobby_at(world, ben)
    assert "You left two rated games" in text_of(private_answer(await ann.click(theirs, label="Join")))
    await ann.slash(world.channel, "play", rules="friendly")
    assert "friendly, not rated" in words_of(public_messages(world)[-1])
    manages(world, cleo)
    page = private_answer(await ask(cleo, world.channel, "moderate leavers"))
    assert f"<@{ann.id}>, until <t:" in text_of(page)
    await cleo.click(page, label="Lift")
    assert "Nobody is kept from rated tables." in text_of(page)
    assert [row.what for row in await bot_of(world).club.moderation.latest(world.env.guild.id)] == [Measure.LIFT.value]
    await ann.click(theirs, label="Join")
    assert "Ann" in words_of(theirs)
    assert buttons_of(theirs)


async def test_giving_up_says_what_it_costs_and_a_hand_shown_as_the_game_ends_is_no_error(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    shown = await lobby_at(world, ann)
    await ben.click(shown, label="Join")
    await ann.click(shown, label="Start")
    asked = private_answer(await ask(ben, world.channel, "resign"))
    assert "Nobody wins or loses by it yet." in words_of(asked)
    assert "Two rated games left within a day" in words_of(asked)
    await ben.slash(world.channel, "hand")
    asked = private_answer(await ask(ben, world.channel, "resign"))
    assert "It counts as lost, for good. In a draw nobody wins or loses." in words_of(asked)
    number = table_number(shown)
    before = await bot_of(world).tables.get(number)
    await resign(ann, world.channel)
    layout = await bot_of(world).presenter.renderer.panel(before, ben.id)
    assert layout.to_components()
    assert (await bot_of(world).tables.get(number)).looked == before.looked


THREE = build_rules("modern", 3, {})
MODERATOR = 77


@cache
def after_tricks(people: tuple[Player, ...], rules: Rules, tricks: int) -> Table:
    """Return a game in which so many tricks have been played, and somebody is on turn."""
    return played(begun(people, rules=rules), lambda t: len(t.game.deals[-1].tricks) >= tricks and bool(t.turn_users))


async def lost(
    tables: Tables, clock: Clock, people: Sequence[Player], loser: Player, rules: Rules = TWO, *, tricks: int = 3
) -> int:
    """Have a game given up after so many tricks, and two hours pass."""
    table = await put(tables, after_tricks(tuple(people), rules, tricks))
    await tables.ask(table.id, play.resign, loser.user_id)
    clock.pass_by(hours=2)
    return table.id


async def farmed(tables: Tables, clock: Clock, days: int = 5) -> list[int]:
    """Have Ann win six games a day from Ben, who gives each up after the third trick; return the games."""
    games = []
    for _ in range(days):
        games += [await lost(tables, clock, (ANN, BEN), BEN) for _ in range(6)]
        clock.pass_by(hours=12)
    return games


async def mixed(tables: Tables, clock: Clock, count: int = 14) -> list[int]:
    """Have some games of all kinds between all."""
    rng, games = random.Random(5), []
    for number in range(count):
        people = sorted(rng.sample(PLAYERS, (2, 3, 4)[number % 3]), key=PLAYERS.index)
        rules = (TWO, THREE, PARTNERS)[number % 3]
        games.append(await lost(tables, clock, people, rng.choice(people), rules, tricks=14))
        clock.pass_by(hours=rng.randrange(30))
    return games


@pytest.mark.deep
async def test_pair_that_farms_is_listed_with_its_figures_and_natural_games_are_not(
    club: Club, tables: Tables, clock: Clock
) -> None:
    await mixed(tables, clock, 20)
    assert await club.moderation.odd_pairs(GUILD, clock() - timedelta(days=90)) == []
    since = clock()
    await farmed(tables, clock)
    (row,) = await club.moderation.odd_pairs(GUILD, since)
    assert row == PairRow(ANN.user_id, BEN.user_id, 30, 30, 30, 0, 30, 30, 30)
    assert oddities(row) == [Oddity.MOSTLY, Oddity.EARLY, Oddity.ONE_SIDED]
    assert await club.moderation.odd_pairs(GUILD + 1, since) == []
    assert await club.moderation.odd_pairs(GUILD, clock()) == []


async def test_partners_and_three_hands_are_looked_at_too(club: Club, tables: Tables, clock: Clock) -> None:
    since = clock()
    for _ in range(6):
        await lost(tables, clock, PLAYERS, BEN, PARTNERS)
        clock.pass_by(hours=12)
    rows = {(row.one_id, row.other_id): row for row in await club.moderation.odd_pairs(GUILD, since)}
    assert rows[ANN.user_id, BEN.user_id].one_wins == 6
    assert (ANN.user_id, CAT.user_id) not in rows
    partners, _ = await club.moderation.pair(GUILD, (ANN.user_id, CAT.user_id), since)
    assert partners is not None
    assert (partners.games, partners.opposed, partners.early) == (6, 0, 0)


@pytest.mark.deep
async def test_member_who_wins_from_ten_accounts_with_no_other_games_is_listed_and_natural_players_are_not(
    club: Club, tables: Tables, clock: Clock
) -> None:
    """Ten accounts that lose five games each gave 2094, and no pair of them has the six games that look odd."""
    await mixed(tables, clock, 40)
    assert await club.moderation.odd_members(GUILD, clock() - timedelta(days=90)) == []
    since = clock()
    for number in range(10):
        account = replace(BEN, user_id=BEN.user_id + 1000 + number)
        for _ in range(5):
            await lost(tables, clock, (ANN, account), account)
    assert await club.moderation.odd_pairs(GUILD, since) == []
    (row,) = await club.moderation.odd_members(GUILD, since)
    assert row == MemberRow(ANN.user_id, 50, 50, 50, 50, 0)
    assert shares(row) == {Oddity.EARLY: 1.0, Oddity.NEWCOMERS: 1.0}
    said = "\n".join(texts_of(pairs_page([], [row], 30)))
    assert f"**<@{ANN.user_id}>** · 50 rated games won of 50 · 100% of the wins by somebody who gave up early" in said
    assert "100% of the wins against accounts with fewer than 3 other rated games" in said
    assert await club.moderation.odd_members(GUILD + 1, since) == []
    assert await club.moderation.odd_members(GUILD, clock()) == []


async def test_member_for_whom_somebody_gives_up_late_wherever_the_game_would_be_lost_is_listed(
    club: Club, tables: Tables, clock: Clock
) -> None:
    since = clock()
    games = (
        played(begun(PLAYERS[:3], rules=THREE), lambda t: len(t.game.deals[-1].tricks) >= 8, seed=seed)
        for seed in range(100)
    )
    behind = next(table for table in games if table.game.totals[0] < table.game.totals[1])
    for _ in range(10):
        table = await put(tables, behind)
        await tables.ask(table.id, play.resign, CAT.user_id)
        clock.pass_by(days=1)
    rows = {row.user_id: row for row in await club.moderation.odd_members(GUILD, since)}
    assert rows[ANN.user_id].spared == 10
    assert Oddity.SPARED in shares(rows[ANN.user_id])


def test_what_is_much_is_told_by_shares() -> None:
    def row(games: int, won: int, early: int, all_games: int) -> PairRow:
        return PairRow(1, 2, games, games, won, games - won, early, all_games, 100)

    assert oddities(row(10, 5, 1, 40)) == []
    assert oddities(row(10, 9, 0, 40)) == [Oddity.ONE_SIDED]
    assert oddities(row(10, 5, 3, 40)) == [Oddity.EARLY]
    assert oddities(row(10, 5, 0, 12)) == [Oddity.MOSTLY]
    assert oddities(row(5, 3, 0, 10)) == []


@pytest.mark.deep
async def test_ratings_of_a_pair_taken_back_leave_what_counting_anew_finds(
    club: Club, tables: Tables, store: Store, clock: Clock
) -> None:
    await mixed(tables, clock)
    since = clock()
    first = await farmed(tables, clock, 2)
    await mixed(tables, clock)
    second = await farmed(tables, clock, 2)
    after = await mixed(tables, clock)
    shared = [game for game in await shared_by(store, ANN, BEN) if game not in (*first, *second)]
    assert shared
    two = (BEN.user_id, ANN.user_id)
    row, last = await club.moderation.pair(GUILD, two, since)
    assert row is not None
    later = await lost(tables, clock, (ANN, BEN), BEN, tricks=14)
    before = await everything(store)
    games = await club.moderation.void_pair(GUILD, two, since, last, MODERATOR)
    assert len(games) == row.games
    assert set(games) >= {*first, *second}
    assert games == [game for game in sorted(games) if game <= last]
    now = await everything(store)
    assert now != before
    await rebuild(store)
    assert await everything(store) == now
    assert await club.moderation.is_rated(later)
    assert not await club.moderation.is_rated(first[0])
    assert [await club.moderation.is_rated(game) for game in after if game not in games]
    (noted, *_) = await club.moderation.latest(GUILD)
    assert (noted.what, noted.by_id, noted.about_id, noted.other_id, noted.games) == (
        Measure.VOID_PAIR.value, MODERATOR, ANN.user_id, BEN.user_id, len(games),
    )  # fmt: skip


async def shared_by(store: Store, one: Player, other: Player) -> list[int]:
    """Return the rated games that two played at the same table."""
    two = (one.user_id, other.user_id)
    return await store.ask(lambda reader: reader.pairs.rated_games(GUILD, two, NOON))


async def test_games_before_the_period_and_those_of_others_stay_rated(club: Club, tables: Tables, clock: Clock) -> None:
    early = await lost(tables, clock, (ANN, BEN), BEN)
    clock.pass_by(days=8)
    since, others = clock(), await lost(tables, clock, (CAT, DAN), DAN)
    game = await lost(tables, clock, (ANN, BEN), BEN)
    assert await club.moderation.void_pair(GUILD, (ANN.user_id, BEN.user_id), since, game, MODERATOR) == [game]
    assert [await club.moderation.is_rated(each) for each in (early, others, game)] == [True, True, False]
    for guild, last in ((GUILD, game), (GUILD + 1, game)):
        with pytest.raises(Refused, match=Why.NO_RATED_GAMES.value):
            await club.moderation.void_pair(guild, (ANN.user_id, BEN.user_id), since, last, MODERATOR)
