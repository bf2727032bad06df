"""How often the channel is written to, which counts against the bot's own limits, and how many calls a deal takes."""

from __future__ import annotations

import asyncio
import re
from collections import Counter

import pytest
from simcord import MemberActor

from bot.playground import World
from bot.tables.preferences import ONLY_CARD
from tests.simulated import bot_of, channel_calls
from tests.simulated.player import (
    Sitting,
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
from tests.simulated.waiting import meanwhile

from .test_boards import deal_of, trick_is_on

A_SLOW_MOVE = 2 * 60


async def without_tokens(world: World, **options: object) -> Sitting:
    """Return a table on whose board nobody has clicked lately: its edits count against the bot's limits."""
    sitting = await sit_down(world, world.members[:2], seed=4, **options)
    for player in sitting.players:
        player.eager = True
    for _ in range(8):  # until the tokens of those clicks are dead; meanwhile the panels keep each other alive
        await meanwhile(world, A_SLOW_MOVE)
        await sitting.steps(1)
    return sitting


@pytest.mark.sweep
@pytest.mark.parametrize("auto_draw", [True, False])
async def test_trick_costs_one_channel_call_a_declaration_one_and_a_draw_none(world: World, *, auto_draw: bool) -> None:
    sitting = await without_tokens(world, auto_draw=auto_draw)
    for player in sitting.players:  # every card is a click
        await bot_of(world).members.preferences.set_of_member(player.actor.id, {ONLY_CARD: False})
    sitting.pause = 2
    before, moved = len(world.env.http_requests), len(sitting.moves)
    while not button_named(sitting.board(), "Deal"):
        await sitting.steps(1)
        words = [move.words for move in sitting.moves[moved:]]
        tricks = sum(each.startswith("play") for each in words) / 2
        allowed = tricks + sum(not each.startswith(("pass", "play")) for each in words)
        sealed = button_named(sitting.board(), "Deal") is not None
        assert len(channel_calls(world, before)) <= allowed + sealed
    assert any("declare" in move.words for move in sitting.moves)
    assert tricks >= 27
    assert len(channel_calls(world, before)) == allowed + 1, "with the last card the next deal's seal is posted"
    await sitting.steps(1)
    assert len(channel_calls(world, before)) - allowed == 4, (
        "the new board is posted and gets its cards, and the one before folds"
    )


def tricks_played(world: World) -> int:
    return len(deal_of(world).tricks)


async def patches_a_trick(world: World, hands: int, *, clicked: bool) -> float:
    """Return how often a trick without a declaration edits messages through the channel, at four seconds a card.

    Args:
        hands: Number of players.
        clicked: Whether somebody has clicked the board lately, as at the first deal. At later deals nobody does, as the
            panels come below the new board by themselves.
    """
    sitting = await sit_down(world, world.members[:hands], rules=f"modern {hands}", seed=4)
    for player in sitting.players:
        player.lazy = True
    if not clicked:
        for board in bot_of(world).presenter.boards.values():
            board.token = None
    await sitting.play(until=lambda: tricks_played(world) == 1)  # until then the board asks for the panels
    await world.env.advance_time(4)
    before, tricks = len(world.env.http_requests), 6
    while tricks_played(world) < tricks + 1:
        await sitting.steps(1)
        await world.env.advance_time(4)
    return sum(call.startswith("PATCH") for call in channel_calls(world, before)) / tricks


@pytest.mark.deep
@pytest.mark.parametrize("hands", [2, 3, 4])
async def test_board_that_was_clicked_lately_is_never_edited_through_the_channel(world: World, hands: int) -> None:
    assert await patches_a_trick(world, hands, clicked=True) == 0


@pytest.mark.deep
@pytest.mark.parametrize(("hands", "most"), [(2, 1), (3, 1), (4, 2)])
async def test_board_waits_for_the_card_that_completes_a_trick(world: World, hands: int, most: int) -> None:
    assert 0 < await patches_a_trick(world, hands, clicked=False) <= most


async def test_changes_within_a_second_and_a_half_of_an_edit_take_one_edit_more(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], seed=4)
    await sitting.play(until=lambda: tricks_played(world) == 1)
    await world.env.advance_time(4)
    shown = words_of(sitting.board())
    await sitting.play(until=lambda: tricks_played(world) == 2)
    first = words_of(sitting.board())
    assert first != shown
    await sitting.play(until=lambda: tricks_played(world) == 4)
    assert words_of(sitting.board()) == first
    await world.env.advance_time(3)
    assert words_of(sitting.board()) != first


@pytest.mark.parametrize("hands", [2, 3])
async def test_card_in_the_middle_of_a_trick_is_on_the_board_in_seconds(world: World, hands: int) -> None:
    sitting = await sit_down(world, world.members[:hands], rules=f"modern {hands}", seed=4)
    await sitting.play(until=lambda: tricks_played(world) == 1)
    await sitting.play(until=lambda: trick_is_on(world))
    assert "**Trick 2**" not in words_of(sitting.board())
    assert sitting.on_move().choices()
    await world.env.advance_time(12)
    assert "**Trick 2**" in words_of(sitting.board())


async def test_card_in_the_middle_of_a_trick_is_on_the_board_at_once_where_somebody_else_looks_on(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], seed=4)
    await sitting.play(until=lambda: tricks_played(world) == 1)
    await world.members[2].click(sitting.board(), label="Tricks")
    await sitting.play(until=lambda: trick_is_on(world))
    assert "**Trick 2**" in words_of(sitting.board())


@pytest.mark.deep
async def test_board_that_a_draw_left_behind_follows_in_seconds(world: World) -> None:
    sitting = await without_tokens(world, auto_draw=False)
    await sitting.play(until=lambda: any(c.words == "pass" for p in sitting.players for c in p.choices()))
    mover = sitting.on_move()
    await mover.choose(next(c for c in mover.choices() if c.words == "pass"))
    assert "may declare" in words_of(sitting.board())
    await world.env.advance_time(12)
    assert "to lead" in words_of(sitting.board())


@pytest.mark.deep
async def test_private_answers_leave_nothing_running(world: World, sitting: Sitting) -> None:
    before = len(asyncio.all_tasks())
    for _ in range(5):
        for player in sitting.players:
            await player.my_hand(sitting.board())
            await player.slash_hand()
        await world.members[2].slash(world.channel, "help")
    assert len(asyncio.all_tasks()) == before


# ------------------------------------------------------------------ all calls of a deal


_ID = re.compile(r"/\d+")
POST, PATCH = "POST /channels/*/messages", "PATCH /channels/*/messages/*"


def calls(world: World, since: int) -> Counter[str]:
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
    assert made.total() == 12, made
    assert (made[POST], made[PATCH]) == (2, 2), "one of them folds the board of the deal before"


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
    assert "dealt below" in words_of(parted)
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
    while not button_named(sealed := private_messages(world, ann)[-1], "Next deal"):
        before = len(world.env.http_requests)
        await (player.move() if player.choices() else world.env.advance_time(1))
    assert calls(world, before).total() == 3, "one more than for any other card"
    before = len(world.env.http_requests)
    await ann.click(sealed, label="Next deal")
    assert calls(world, before).total() == 3
