"""How many calls to Discord a deal takes, from the last card of the one before to its own cards."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tests.simulated import bot_of

from .hurry import hurry_to_last_trick
from .player import all_public, button_named, lobby_at, points_below, sit_down, words_of

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
    await hurry_to_last_trick(sitting)
    before = 0
    while not button_named(sitting.board(), "Deal"):
        before = len(world.env.http_requests)
        await sitting.step()
    await sitting.players[0].actor.click(sitting.board(), label="Deal")
    made = calls(world, before)
    assert made.total() == 10, made
    assert (made[POST], made[PATCH]) == (1, 1)


async def test_first_deal_takes_two_calls_more_than_the_click_as_lobby_and_board_are_two_messages(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
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
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy == (f"message:{lobby.id}", f"board:{board.id}")


async def test_first_message_of_a_practice_is_never_edited(world: World, ann: MemberActor) -> None:
    await ann.slash(world.channel, "practice")
    parted, board = all_public(world)
    assert "on a board of their own" in words_of(parted)
    assert not [
        each for each in world.env.http_requests if each.method == "PATCH" and each.path.endswith(str(parted.id))
    ]
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy == (f"message:{parted.id}", f"board:{board.id}")
