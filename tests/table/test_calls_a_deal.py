"""How many calls to Discord a deal takes, from the last card of the one before to its own cards."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tests.simulated import bot_of
from tests.simulated.player import (
    all_public,
    button_named,
    lobby_at,
    points_below,
    practise_alone,
    private_messages,
    sit_down,
    words_of,
)
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


async def test_deal_after_another_takes_two_posts_as_its_commitment_and_its_board_have_messages_of_their_own(
    world: World,
) -> None:
    """Two clicks, the board that is over edited, the sealed one and the new one posted, and for two panels five calls.

    There was one post less where the next commitment was added to the board that is over: no edit may show it first.
    """
    sitting = await sit_down(world, world.members[:2], rules="modern", length="2000")
    await bring_to_last_trick(sitting)
    before = 0
    while not button_named(sitting.board(), "Deal"):
        before = len(world.env.http_requests)
        await sitting.step()
    await sitting.players[0].actor.click(sitting.board(), label="Deal")
    made = calls(world, before)
    assert made.total() == 11, made
    assert (made[POST], made[PATCH]) == (2, 1)


async def test_first_deal_and_both_hands_take_six_calls(world: World, ann: MemberActor, ben: MemberActor) -> None:
    """The lobby parted, the board posted and dealt, the starter's hand sent, and two calls for the other hand.

    There were seven: the lobby became the board in one call, and each hand took three.
    """
    lobby = await lobby_at(world, ann, ben)
    before = len(world.env.http_requests)
    await ann.click(lobby, label="Start")
    made = calls(world, before)
    made -= Counter({"GET /guilds/*/members/*": 1})  # whether everyone is still there, as ever
    assert (made.total(), made[POST], made[PATCH]) == (4, 1, 1), made
    parted, board = all_public(world)
    assert points_below(parted)
    assert "on a board of their own" in words_of(parted)
    assert "Your turn" in words_of(private_messages(world, ann)[-1]) or "'s turn." in words_of(
        private_messages(world, ann)[-1]
    )
    await ben.click(board, label="My hand")
    made = calls(world, before)
    assert made.total() - 1 == 6, made
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy == (f"message:{lobby.id}", f"board:{board.id}")


async def test_practice_takes_three_calls_for_a_deal_and_two_more_where_the_one_before_ends(
    world: World, ann: MemberActor
) -> None:
    """The message with the commitment, never edited before the deal, and the one of the deal, sent and edited.

    At the end of a deal its message is edited, and another one is sent, which carries the next commitment.
    """
    before = len(world.env.http_requests)
    sitting = await practise_alone(world, ann, level="novice")
    assert calls(world, before).total() == 3
    parted, panel = private_messages(world, ann)
    assert not [
        each for each in world.env.http_requests if each.method == "PATCH" and each.path.endswith(str(parted.id))
    ]
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy == (f"message:{parted.id}", f"board:{panel.id}")
    await bring_to_last_trick(sitting)
    player = sitting.players[0]
    while not button_named(sealed := private_messages(world, ann)[-1], "Deal"):
        before = len(world.env.http_requests)
        await (player.move() if player.choices() else world.env.advance_time(1))
    assert calls(world, before).total() == 3, "one more than for any other card"
    before = len(world.env.http_requests)
    await ann.click(sealed, label="Deal")
    assert calls(world, before).total() == 3
