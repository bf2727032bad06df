"""How many calls to Discord a deal takes, from the last card of the one before to its own cards."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tests.simulated import bot_of
from tests.simulated.player import all_public, button_named, lobby_at, points_below, sit_down, words_of
from tests.simulated.positions import bring_to_last_trick

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

_ID = re.compile(r"/\d+")
POST, PATCH = "POST /channels/*/messages", "PATCH /channels/*/messages/*"


def calls(world: World, since: int) -> Counter[str]:
    """Return how often each kind of call was made."""
    paths = (f"{each.method} {each.path}" for each in world.env.http_requests[since:])
    return Counter(_ID.sub("/*", path) for path in paths)


async def test_deal_after_another_takes_one_call_more_than_where_the_sealed_message_became_its_board(
    world: World,
) -> None:
    """Two clicks, the board that is over edited, the new one posted and edited, and for two panels five calls.

    There were nine: the board that is over edited, and a sealed one posted, which *Deal* edited as its answer.
    """
    sitting = await sit_down(world, world.members[:2], rules="modern", length="2000")
    await bring_to_last_trick(sitting)
    before = 0
    while not button_named(sitting.board(), "Deal"):
        before = len(world.env.http_requests)
        await sitting.step()
    await sitting.players[0].actor.click(sitting.board(), label="Deal")
    made = calls(world, before)
    assert made.total() == 10, made
    assert (made[POST], made[PATCH]) == (1, 1)


async def test_first_deal_and_both_hands_take_as_many_calls_as_where_the_lobby_became_the_board(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    """The lobby parted, the board posted and dealt, and two calls for each hand.

    There were seven: the lobby became the board in one call, and each hand took a third call, for the board's line
    that asks for it; that line goes with the next card now.
    """
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    before = len(world.env.http_requests)
    await ann.click(lobby, label="Start")
    made = calls(world, before)
    made -= Counter({"GET /guilds/*/members/*": 1})  # whether everyone is still there, as ever
    assert (made.total(), made[POST], made[PATCH]) == (3, 1, 1), made
    parted, board = all_public(world)
    assert points_below(parted)
    assert "on a board of their own" in words_of(parted)
    for each in (ann, ben):
        await each.click(board, label="My hand")
    made = calls(world, before)
    assert made.total() - 1 == 7, made
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy == (f"message:{lobby.id}", f"board:{board.id}")


async def test_practice_takes_four_calls_as_where_its_first_message_became_the_board(
    world: World, ann: MemberActor
) -> None:
    """The first message, which is never edited, the board posted and dealt, and the panel."""
    before = len(world.env.http_requests)
    await ann.slash(world.channel, "practice")
    assert calls(world, before).total() == 4
    parted, board = all_public(world)
    assert "on a board of their own" in words_of(parted)
    assert not [
        each for each in world.env.http_requests if each.method == "PATCH" and each.path.endswith(str(parted.id))
    ]
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy == (f"message:{parted.id}", f"board:{board.id}")
