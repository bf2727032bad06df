"""What members have posted in public is limited, refused in private with the time when it is possible again."""

from __future__ import annotations

import ast
from math import ceil
from pathlib import Path

import pytest
from simcord import MemberActor

from bot.playground import World
from bot.ui.kit.public_posts import MEMBER_POSTS, MEMBER_REQUESTS, MEMBER_WINDOW
from tests.simulated import bot_of, press, text_of
from tests.simulated.asking import resign
from tests.simulated.player import button_named, lobby_at, practise, private_answer, public_messages, table_number
from tests.simulated.public_acts import ACTS, Act, channel_posts, forget_posts
from tests.simulated.waiting import STAMP, later, said

pytestmark = pytest.mark.deep

ROOT = Path(__file__).resolve().parents[2]
WINDOW = MEMBER_WINDOW.total_seconds()


def gates() -> set[str]:
    """Return the functions that take leave to post, as ``module.function``."""
    found = set()
    for path in sorted(each for room in ("bot", "cogs") for each in (ROOT / room).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.AsyncFunctionDef | ast.FunctionDef):
                continue
            for node in ast.walk(function):
                called = node.func if isinstance(node, ast.Call) else None
                if (
                    isinstance(called, ast.Attribute)
                    and isinstance(called.value, ast.Attribute)
                    and called.value.attr == "public"
                    and called.attr in ("board", "message", "request")
                ):
                    found.add(f"{module}.{function.name}")
    return found


async def spend(world: World, ann: MemberActor, times: int) -> None:
    """Have Ann post so many times in public, with a command that needs nothing."""
    for _ in range(times):
        result = await ann.slash(world.channel, "leaderboard")
        assert result.response is not None
        assert not result.response.ephemeral, text_of(result.response)


def requests_left(world: World, ann: MemberActor) -> int:
    """Use up all requests of Ann's, and return how many there were."""
    noted = bot_of(world).app.public._requests
    return sum(noted.wait((world.env.guild.id, ann.id), world.env.now()) is None for _ in range(2 * MEMBER_REQUESTS))


def test_every_act_that_takes_leave_to_post_is_tried_here() -> None:
    # A wish for a rematch is noted all the same; only the message that tells the others is left out.
    assert gates() == {*ACTS, "cogs.table.play.rematch"}


@pytest.mark.parametrize("name", ACTS)
async def test_each_act_is_refused_in_private_with_the_time_when_it_is_possible_again(
    world: World, ann: MemberActor, name: str
) -> None:
    act: Act = ACTS[name]
    made = await act.prepare(world)
    forget_posts(world)
    began = world.env.now()
    if act.in_channel:
        await spend(world, ann, MEMBER_POSTS)
    else:
        assert requests_left(world, ann) == MEMBER_REQUESTS
    before = channel_posts(world)
    answer = private_answer(await act.do(world, made))
    stamp = STAMP.search(text_of(answer))
    assert stamp is not None, text_of(answer)
    assert abs(int(stamp[1]) - ceil((began + MEMBER_WINDOW).timestamp())) <= 2
    assert channel_posts(world) == before
    forget_posts(world)  # the window passes; letting the time pass would end what the act needs
    await act.do(world, made)
    assert channel_posts(world) - before


@pytest.mark.parametrize("name", ACTS)
async def test_each_act_counts_once(world: World, ann: MemberActor, name: str) -> None:
    act: Act = ACTS[name]
    made = await act.prepare(world)
    forget_posts(world)
    before = channel_posts(world)
    await act.do(world, made)
    assert channel_posts(world) - before
    if act.in_channel:
        await spend(world, ann, MEMBER_POSTS - 1)
        assert STAMP.search(said(await ann.slash(world.channel, "leaderboard")))
    else:
        assert requests_left(world, ann) == MEMBER_REQUESTS - 1


async def test_forty_tables_opened_and_closed_are_twelve_and_the_window_gives_them_back(
    world: World, ann: MemberActor
) -> None:
    def opened() -> int:
        return len(public_messages(world))

    for _ in range(40):
        result = await ann.slash(world.channel, "play")
        assert result.response is not None
        if not result.response.ephemeral:
            await press(world, ann, result.response, f"bz:{table_number(result.response)}:0:cancel")
    assert opened() == MEMBER_POSTS
    await later(world, WINDOW)
    await ann.slash(world.channel, "play")
    assert opened() == MEMBER_POSTS + 1


async def test_games_that_run_go_on_whatever_has_been_posted(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, rules="friendly")
    await spend(world, ann, MEMBER_POSTS - 1)
    await spend(world, ben, MEMBER_POSTS)
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    for _ in range(3):
        await resign(ann, world.channel)
        result = public_messages(world)[-1]
        assert button_named(result, "Rematch")
        await ann.click(result, label="Rematch")
        await ben.click(result, label="Rematch")
        board = next(m for m in reversed(public_messages(world)) if button_named(m, "Deal"))
        await ben.click(board, label="Deal")
    assert [(await bot_of(world).tables.get(number)).live for number in (1, 2, 3, 4)] == [False, False, False, True]
    assert STAMP.search(said(await ann.slash(world.channel, "play")))
    await practise(world, cleo)  # and nobody else is held up
