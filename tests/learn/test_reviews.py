"""Games are looked back at before anybody asks: while the house is idle, a server at a time, as far as it gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

import pytest

from bot.club.reviews import NEWEST, QUIET, Reviews
from bot.coach.review import SampleGroups, charge_of
from bot.engine import build_rules
from bot.house.roster import Level
from bot.tables.decisions import play
from bot.tables.house import reviews
from bot.tables.house.pool import InterruptedWorkError
from bot.tables.house.reviews import LookingBack, to_look_back
from tests.learn.ticking import tick
from tests.tables.at_table import ANN, BEN, GUILD, put, restarted
from tests.tables.made import after_plies, begun, with_house

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables import Player, Table, Tables
    from bot.tables.values.parts import Review
    from db import Store
    from tests.tables.at_table import Clock

P = ParamSpec("P")
T = TypeVar("T")
PLIES = 12
HONOUR = build_rules("modern", 2, {"irregularities": "forfeits"})


@pytest.fixture(autouse=True)
def _little_pains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SAMPLE_GROUPS", SampleGroups(1, 2, 2))


class Here:
    """Measures here, and can be told beforehand after how many decisions somebody comes who waits."""

    def __init__(self) -> None:
        self.stopped = 0
        self.before = 10**9
        self.comes: Callable[[], object] = lambda: None

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        self.before -= 1
        if self.before == -1:
            self.comes()
            raise InterruptedWorkError
        return work(*args, **kwargs)

    def stop(self) -> None:
        self.stopped += 1


@pytest.fixture
def place() -> Here:
    return Here()


@pytest.fixture
def ahead(store: Store, tables: Tables, place: Here) -> Reviews:
    opened = Reviews(store, tables, place)
    opened.servers = lambda: (GUILD + 5, GUILD)
    return opened


async def over(tables: Tables, made: Table | None = None, guild: int = GUILD, resigns: Player = ANN) -> int:
    """Store a short game that has just ended, and return its number."""
    table = await put(tables, after_plies(made or begun(), PLIES).but(guild_id=guild))
    await tables.ask(table.id, play.resign, resigns.user_id)
    return table.id


async def quiet(ahead: Reviews) -> None:
    """Let the clock tick so often that the house counts as idle, and wait for what is done in the last of the ticks."""
    for _ in range(QUIET):
        await tick(ahead)


def whole(looking: LookingBack) -> Review:
    """Go on with a review here, to its end."""
    while (done := looking.next()) is not None:
        looking.charged(charge_of(done, reviews.SAMPLE_GROUPS))
    return looking.review


@pytest.mark.deep
async def test_each_seat_of_a_finished_game_is_looked_back_at_and_what_comes_of_it_is_what_a_click_would_bring(
    ahead: Reviews, tables: Tables
) -> None:
    game = await over(tables)
    for _ in range(QUIET - 1):
        await tick(ahead)
    assert to_look_back(await tables.get(game)) == [0, 1]
    await tick(ahead)
    assert to_look_back(await tables.get(game)) == [1]
    await tick(ahead)
    table = await tables.get(game)
    assert to_look_back(table) == []
    assert {each.seat: each for each in table.reviews} == {seat: whole(LookingBack(table, seat)) for seat in (0, 1)}


async def test_nothing_is_looked_back_at_while_somebody_waits_for_the_house(ahead: Reviews, tables: Tables) -> None:
    game = await over(tables)
    for second in range(3 * QUIET):
        await tick(ahead, idle=second % QUIET < QUIET - 1)
    assert to_look_back(await tables.get(game)) == [0, 1]


@pytest.mark.deep
async def test_who_opens_a_review_that_has_been_begun_goes_on_with_it(
    ahead: Reviews, tables: Tables, place: Here
) -> None:
    game = await over(tables)
    found: list[LookingBack | None] = []
    place.before, place.comes = 3, lambda: found.append(ahead.taken(game, 0))
    await quiet(ahead)
    (looking,) = found
    assert looking is not None
    assert looking.part > 0
    assert place.stopped
    assert ahead.taken(game, 0) is None
    table = await tables.get(game)
    assert table.reviews == ()
    assert whole(looking) == whole(LookingBack(table, 0))


async def test_what_was_interrupted_goes_on_where_it_was_once_it_is_quiet_again(
    ahead: Reviews, tables: Tables, place: Here
) -> None:
    game = await over(tables)
    place.before, place.comes = 3, ahead.interrupt
    await quiet(ahead)
    assert place.stopped
    for _ in range(QUIET - 1):
        await tick(ahead)
    assert to_look_back(await tables.get(game)) == [0, 1]
    place.before = 10**9
    await tick(ahead)
    table = await tables.get(game)
    assert to_look_back(table) == [1]
    assert table.reviews == (whole(LookingBack(table, 0)),)


async def test_decision_at_which_the_process_ends_by_itself_is_passed_over(
    ahead: Reviews, tables: Tables, place: Here
) -> None:
    game = await over(tables)
    place.before = 0
    await quiet(ahead)
    await quiet(ahead)
    (review,) = (await tables.get(game)).reviews
    assert review.closely == review.decisions - 1


@pytest.mark.deep
async def test_game_whose_record_is_damaged_holds_up_none_behind_it(
    tables: Tables, store: Store, clock: Clock, place: Here
) -> None:
    sound = await over(tables)
    clock.pass_by(minutes=5)
    broken = await over(tables)
    async with store.write() as tx:
        await tx.deals.update(broken, 0, deck="7Ca 7Ca")
    anew = await restarted(store, clock)
    ahead = Reviews(store, anew, place)
    ahead.servers = lambda: (GUILD,)
    await quiet(ahead)
    assert to_look_back(await anew.get(sound)) == [1]


@pytest.mark.deep
async def test_each_server_has_its_turn_and_of_each_the_newest_game_comes_first(
    ahead: Reviews, tables: Tables, clock: Clock
) -> None:
    older = await over(tables)
    clock.pass_by(minutes=5)
    newer, elsewhere = await over(tables), await over(tables, guild=GUILD + 5)
    left = []
    for _ in range(QUIET - 1):
        await tick(ahead)
    for _ in range(4):
        await tick(ahead)
        left.append(tuple([len(to_look_back(await tables.get(each))) for each in (older, newer, elsewhere)]))
    assert left == [(2, 1, 2), (2, 1, 1), (2, 0, 1), (2, 0, 0)]


@pytest.mark.deep
async def test_games_that_nobody_will_open_are_left_alone(ahead: Reviews, tables: Tables, clock: Clock) -> None:
    old = await over(tables)
    clock.pass_by(days=2)
    honour = await over(tables, begun(rules=HONOUR))
    practice = await over(tables, with_house((Level.NOVICE,)))
    await quiet(ahead)
    await quiet(ahead)
    assert to_look_back(await tables.get(old)) == [0, 1]
    assert (await tables.get(honour)).reviews == ()
    assert [each.seat for each in (await tables.get(practice)).reviews] == [
        (await tables.get(practice)).seat_of(ANN.user_id)
    ]
    assert BEN.user_id not in (await tables.get(practice)).users


@pytest.mark.deep
async def test_members_of_a_server_have_their_turns_however_many_games_one_of_them_has_played(
    ahead: Reviews, tables: Tables, clock: Clock
) -> None:
    of_ben = await over(tables, with_house((Level.NOVICE,), people=(BEN,)), resigns=BEN)
    clock.pass_by(minutes=5)
    of_ann = [await over(tables, with_house((Level.NOVICE,), people=(ANN,))) for _ in range(NEWEST + 5)]
    for _ in range(QUIET - 1):
        await tick(ahead)
    served = []
    for _ in range(3):
        await tick(ahead)
        served.append([game for game in (of_ben, *of_ann) if (await tables.get(game)).reviews])
    assert served[0] == [of_ann[-1]]
    assert served[1] == [of_ben, of_ann[-1]]
    assert served[2] == [of_ben, *of_ann[-2:]]


@pytest.mark.deep
async def test_what_is_left_to_do_is_found_again_after_a_restart(
    ahead: Reviews, tables: Tables, store: Store, clock: Clock, place: Here
) -> None:
    games = [await over(tables) for _ in range(3)]
    await quiet(ahead)
    anew = await restarted(store, clock)
    again = Reviews(store, anew, place)
    again.servers = lambda: (GUILD,)
    for _ in range(2 * QUIET):
        await tick(again)
    assert [to_look_back(await anew.get(game)) for game in games] == [[], [], []]
