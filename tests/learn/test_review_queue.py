"""Reviews wait in a queue: one of each member, members in turn, and each is told its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.house.roster import Level
from bot.tables import Player
from bot.tables.decisions import play
from bot.ui.routes.learn import Review
from tests.house_pool import think_little
from tests.simulated import bot_of, press, press_together
from tests.simulated.player import private_answer, words_of
from tests.simulated.waiting import said
from tests.tables.at_table import put
from tests.tables.made import after_plies, with_house

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

PLIES = 12


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


async def over(world: World, member: MemberActor) -> int:
    """Have a member give up a practice, and return its number."""
    tables = bot_of(world).tables
    made = with_house((Level.NOVICE,), people=(Player(member.id, member.name),))
    table = await put(tables, after_plies(made, PLIES).but(guild_id=world.env.guild.id))
    await tables.ask(table.id, play.resign, member.id)
    return table.id


def first_words(world: World, since: int) -> list[str]:
    """Return what each interaction was answered with at first, as it was sent."""
    answers = [e for e in world.env.http_requests[since:] if e.path.endswith("/callback")]
    return [str(e.json) for e in answers]


async def asked(world: World, page: ResponseMessage, *asking: tuple[MemberActor, int]) -> list[ResponseMessage]:
    """Have members ask for reviews of games in the same instant."""
    pressed = [(member, page, Review(table).custom_id) for member, table in asking]
    return [private_answer(result) for result in await press_together(world, pressed)]


async def reviewed(world: World, *tables: int) -> list[bool]:
    return [bool((await bot_of(world).tables.get(each)).reviews) for each in tables]


@pytest.mark.deep
async def test_other_members_come_next_however_many_reviews_one_of_them_asks_for(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    of_ann = [await over(world, ann) for _ in range(6)]
    of_ben = await over(world, ben)
    page = private_answer(await ann.slash(world.channel, "help"))
    first, *rest, last = await asked(world, page, *((ann, each) for each in of_ann), (ben, of_ben))
    assert "accuracy" in words_of(first)
    assert "accuracy" in words_of(last)
    for each in rest:
        assert f"Your review of table {of_ann[0]} comes first; ask again" in words_of(each)
    assert await reviewed(world, *of_ann, of_ben) == [True, *[False] * 5, True]
    assert "accuracy" in said(await press(world, ann, page, Review(of_ann[1]).custom_id))


@pytest.mark.deep
async def test_each_member_who_waits_is_told_their_place_and_served_in_turn(world: World) -> None:
    members = world.members[:4]
    games = [await over(world, member) for member in members]
    page = private_answer(await members[0].slash(world.channel, "help"))
    since = len(world.env.http_requests)
    shown = await asked(world, page, *zip(members, games, strict=True))
    told = first_words(world, since)
    assert sum("number 1 in the queue" in each for each in told) == 1
    assert sum("number 2 in the queue" in each for each in told) == 1
    assert sum("Looking at your game" in each for each in told) == 2
    assert all("accuracy" in words_of(each) for each in shown)


async def test_double_click_on_the_same_game_measures_it_once(world: World, ann: MemberActor) -> None:
    game = await over(world, ann)
    page = private_answer(await ann.slash(world.channel, "help"))
    first, second = await asked(world, page, (ann, game), (ann, game))
    assert "accuracy" in words_of(first)
    assert f"Your review of table {game} comes first" in words_of(second)


@pytest.mark.deep
async def test_review_that_fails_keeps_nobody_from_asking_again(
    world: World, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await over(world, ann)
    page = private_answer(await ann.slash(world.channel, "help"))
    with monkeypatch.context() as broken:
        broken.setattr("cogs.learn.reviews.review_game", None)
        await press(world, ann, page, Review(game).custom_id)
    assert "accuracy" in said(await press(world, ann, page, Review(game).custom_id))
