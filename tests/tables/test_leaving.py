"""Leaving rated games has a price: who leaves two of them opens and joins no rated table for a day."""

from __future__ import annotations

import json
from datetime import date, timedelta
from functools import cache

from bot.club.people import Erasing, People
from bot.club.tournaments import Tournaments
from bot.members import Members
from bot.tables import CLOCKS, Player, Table, Tables, Why
from bot.tables.decisions import consent, house_seats, overtime, play, terms
from bot.tables.decisions.turns import turn_begins
from bot.tables.values.clocks import Clock as MoveClock
from bot.tables.values.parts import Fixture, Terms
from bot.tables.values.rated import BARRED_FOR, LeftGame, barred_until
from db import Store
from db.formers import is_former
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    NOON,
    TWO,
    Clock,
    loading,
    post_board,
    put,
    refused,
    restarted,
    sure,
    tables_over,
    why,
)
from tests.tables.made import begun, played

LIVE, DAYS = CLOCKS["live-3"], CLOCKS["days-1"]


@cache
def after_a_trick(who: Player, other: Player, timed: MoveClock, *, friendly: bool) -> Table:
    """Return a game in which it is one member's turn after the first trick."""
    made = begun((who, other), clock=timed, friendly=friendly)
    return played(made, lambda t: bool(t.game.deals[-1].tricks) and t.turn_users[:1] == (who.user_id,))


async def waiting(tables: Tables, who: Player, other: Player, timed: MoveClock = LIVE, **how: object) -> Table:
    """Begin such a game."""
    table = after_a_trick(who, other, timed, friendly=bool(how.pop("friendly", False)))
    return await put(tables, turn_begins(table.but(**how), tables.store.occasion()))


async def run_out(tables: Tables, clock: Clock, table: Table) -> Table:
    """Let the clock run out at a table, and note it."""
    a_move = sure(table.terms.clock.a_move)
    clock.pass_by(seconds=a_move.total_seconds())
    await tables.tick()
    late = await tables.get(table.id)
    assert late.time_is_up
    return late


async def left(tables: Tables, clock: Clock, who: Player = ANN, other: Player = BEN, **how: object) -> Table:
    """Let a member's clock run out, and the other one claim the game."""
    late = await run_out(tables, clock, await waiting(tables, who, other, **how))  # type: ignore[arg-type]
    return (await tables.ask(late.id, overtime.claim_time, other.user_id)).table


async def opened(tables: Tables, who: Player = ANN, *, friendly: bool = False) -> Table:
    """Open a table."""
    return await tables.open(
        guild_id=GUILD, channel_id=CHANNEL, opener=who, rules=TWO, terms=Terms("modern", friendly=friendly)
    )


async def leavers(tables: Tables) -> set[int]:
    """Return under which ids it is kept who has left games."""
    return {row.user_id for row in await tables.store.db.ask(lambda reader: reader.leaving.of_server(GUILD))}


async def is_barred(tables: Tables, who: Player = ANN) -> bool:
    """Tell whether a member can open no rated table."""
    return who.user_id in await tables.left_games.barred(GUILD, (who.user_id,))


async def test_who_leaves_two_rated_games_in_a_day_opens_and_joins_no_rated_table_for_a_day(
    tables: Tables, clock: Clock
) -> None:
    await left(tables, clock)
    await opened(tables)
    clock.pass_by(hours=23)
    over = await left(tables, clock)
    until = int((clock() + BARRED_FOR).timestamp())
    told = await refused(opened(tables))
    assert (told.why, told.detail) == (Why.LEFT_GAMES, str(until))
    theirs = await opened(tables, CAT)
    assert await why(tables.join(theirs.id, ANN)) is Why.LEFT_GAMES
    assert await why(tables.rematch(over.id, ANN.user_id)) is Why.LEFT_GAMES
    challenge = {"guild_id": GUILD, "channel_id": CHANNEL, "rules": TWO, "terms": Terms("modern")}
    assert await why(tables.challenge(challenger=ANN, invited=DAN, **challenge)) is Why.LEFT_GAMES  # type: ignore[arg-type]
    asked = await tables.challenge(challenger=DAN, invited=ANN, **challenge)  # type: ignore[arg-type]
    assert await why(tables.accept(asked.id, ANN)) is Why.LEFT_GAMES
    assert (await opened(tables, friendly=True)).live
    clock.pass_by(hours=24)
    assert (await opened(tables)).live


async def test_games_in_play_and_games_of_tournaments_go_on(tables: Tables, clock: Clock) -> None:
    running = await waiting(tables, ANN, CAT, CLOCKS["days-7"])
    await left(tables, clock)
    await left(tables, clock)
    assert await is_barred(tables)
    assert (await tables.ask(running.id, consent.offer_draw, ANN.user_id)).live
    cup = await waiting(tables, ANN, DAN, fixture=Fixture(0, "Cup", 1))
    assert (await tables.ask(cup.id, consent.offer_draw, ANN.user_id)).live


def test_first_game_counts_for_a_day_or_seven_and_the_price_for_a_day_from_the_second() -> None:
    def until(*games: tuple[float, bool]) -> float | None:
        end = barred_until([LeftGame(NOON + timedelta(hours=at), days) for at, days in games], NOON)
        return None if end is None else (end - NOON) / timedelta(hours=1)

    assert until((0, False)) is None
    assert until((0, False), (23.5, False)) == 47.5
    assert until((0, False), (24, False)) is None
    assert until((0, True), (24 * 7, True)) is None
    assert until((0, True), (100, False), (150, False)) == 174
    assert until((-60, False), (-50, False)) is None


async def test_friendly_games_do_not_count(tables: Tables, clock: Clock) -> None:
    await left(tables, clock, friendly=True)
    await left(tables, clock, friendly=True)
    assert not await is_barred(tables)


async def test_games_beyond_the_six_of_a_day_do_not_count(tables: Tables, clock: Clock) -> None:
    for _ in range(6):
        await left(tables, clock, BEN, ANN)
    await left(tables, clock)
    await left(tables, clock)
    assert await is_barred(tables, BEN)
    assert not await is_barred(tables)


async def test_who_plays_on_after_all_or_gets_more_time_has_not_left(tables: Tables, clock: Clock) -> None:
    await left(tables, clock)
    late = await run_out(tables, clock, await waiting(tables, ANN, BEN))
    assert await is_barred(tables)
    view = sure(late.view(ANN.user_id))
    await tables.act(late.id, ANN.user_id, view.offered[0].text.partition(" ")[2], late.ply_for(ANN.user_id))
    assert not await is_barred(tables)
    again = await run_out(tables, clock, await waiting(tables, ANN, BEN))
    assert await is_barred(tables)
    await tables.ask(again.id, overtime.give_time, BEN.user_id)
    assert not await is_barred(tables)


async def test_seat_that_the_house_holds_then_was_left(tables: Tables, clock: Clock) -> None:
    await left(tables, clock)
    late = await run_out(tables, clock, await waiting(tables, ANN, BEN))
    await tables.ask(late.id, overtime.let_house_play, BEN.user_id)
    assert await is_barred(tables)
    await tables.ask(late.id, house_seats.come_back, ANN.user_id)
    assert await is_barred(tables)


async def test_game_that_all_have_left_never_counts(tables: Tables, clock: Clock) -> None:
    late = await run_out(tables, clock, await waiting(tables, ANN, BEN))
    clock.pass_by(days=8)
    await tables.tick()
    assert not (await tables.get(late.id)).live
    await left(tables, clock)
    assert not await is_barred(tables)
    assert len(await rows(tables)) == 1


async def rows(tables: Tables) -> list[tuple[int, int]]:
    """Return who has left which games."""
    found = await tables.store.db.ask(lambda reader: reader.leaving.of_server(GUILD))
    return [(row.game_id, row.user_id) for row in found]


async def test_time_for_which_the_bot_was_down_never_counts(tables: Tables, store: Store, clock: Clock) -> None:
    table = await waiting(tables, ANN, BEN)
    clock.pass_by(minutes=1)
    await tables.heartbeat()
    clock.pass_by(hours=5)
    tables = await restarted(store, clock)
    await tables.tick()
    assert not (await tables.get(table.id)).time_is_up
    assert await rows(tables) == []


async def test_holidays_never_count_in_a_live_game_either(tables: Tables, clock: Clock) -> None:
    today = date(2026, 3, 1)
    table = await waiting(tables, ANN, BEN)
    await Members(tables).holidays.plan(ANN.user_id, today, today + timedelta(days=3), 0)
    await run_out(tables, clock, table)
    assert await rows(tables) == []


async def test_two_games_given_up_before_the_first_trick_are_left_too(tables: Tables, clock: Clock) -> None:
    for _ in range(2):
        assert not await is_barred(tables)
        table = await put(tables, begun((ANN, BEN)))
        await tables.ask(table.id, play.resign, ANN.user_id)
        clock.pass_by(minutes=1)
    assert await is_barred(tables)


async def test_games_lost_by_giving_up_later_are_not_left(tables: Tables, clock: Clock) -> None:
    for _ in range(3):
        table = await waiting(tables, ANN, BEN)
        await tables.ask(table.id, play.resign, ANN.user_id)
        clock.pass_by(minutes=1)
    assert not await is_barred(tables)


async def test_price_survives_a_restart_and_holds_for_every_process(tables: Tables, store: Store, clock: Clock) -> None:
    await left(tables, clock)
    await left(tables, clock)
    again = tables_over(store, clock, seed=9)
    await loading(again).load()
    assert await why(opened(again)) is Why.LEFT_GAMES
    assert await again.left_games.lift(GUILD, ANN.user_id)
    assert (await opened(tables)).live


async def test_each_is_told_once_and_only_when_nothing_can_be_mended_any_more(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await left(tables, clock)
    late = await run_out(tables, clock, await waiting(tables, ANN, BEN))
    assert await tables.left_games.to_tell(tables.memory.owns) == []
    until = clock() + BARRED_FOR
    await tables.ask(late.id, overtime.claim_time, BEN.user_id)
    assert await tables.left_games.to_tell(lambda _: False) == []
    again = await restarted(store, clock)
    assert await again.left_games.to_tell(tables.memory.owns) == [(GUILD, ANN.user_id, until)]
    assert await tables.left_games.to_tell(tables.memory.owns) == []


async def test_lobby_with_somebody_barred_begins_only_as_a_friendly_one(tables: Tables, clock: Clock) -> None:
    await left(tables, clock)
    await left(tables, clock)
    table = await opened(tables, CAT, friendly=True)
    await post_board(tables, table.id)
    await tables.join(table.id, ANN)
    await tables.ask(table.id, terms.set_table, CAT.user_id, friendly=False)
    await tables.ask(table.id, terms.agree, ANN.user_id)
    assert await why(tables.start(table.id, CAT.user_id)) is Why.NOT_RATED_HERE
    assert await why(tables.start(table.id, ANN.user_id)) is Why.LEFT_GAMES
    await tables.ask(table.id, terms.set_table, CAT.user_id, friendly=True)
    await tables.ask(table.id, terms.agree, ANN.user_id)
    assert (await tables.start(table.id, ANN.user_id)).table.live


async def test_games_that_somebody_left_stand_in_their_file_and_keep_the_bar_when_they_are_deleted(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await left(tables, clock)
    await waiting(tables, ANN, BEN)
    taken = json.loads(await People(store).export(ANN.user_id, clock()))
    assert "left_games" in json.dumps(taken)
    erasing = Erasing(store, tables, Tournaments(store, tables))
    for barred in (False, True):  # the second game is left after the first deletion
        assert await is_barred(tables) is barred
        await erasing.ask(ANN.user_id, None)
        assert (await erasing.go_on()).done
        assert ANN.user_id not in await leavers(tables)
        assert await is_barred(tables) is barred
        if not barred:
            await left(tables, clock)
            assert await leavers(tables) == {ANN.user_id}, "counted together again"
    (former,) = await tables.left_games.barred_in(GUILD)
    assert is_former(former)
    assert await tables.left_games.to_tell(lambda _guild: True) == []
    assert await why(opened(tables)) is Why.LEFT_GAMES
    assert await tables.left_games.lift(GUILD, ANN.user_id)
    assert not await is_barred(tables)
