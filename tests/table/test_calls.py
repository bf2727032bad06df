"""How often the channel is written to: what counts against the bot's own limits (goal of the first issue)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.simulated import bot_of, channel_calls
from tests.simulated.player import button_named, sit_down, words_of
from tests.simulated.waiting import meanwhile

from .test_boards import deal_of, trick_is_on

if TYPE_CHECKING:
    from bot.playground import World
    from tests.simulated.player import Sitting

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


@pytest.mark.deep
async def test_fresh_click_on_the_board_carries_its_edits(world: World, sitting: Sitting) -> None:
    before = len(world.env.http_requests)
    await sitting.steps(40)
    assert channel_calls(world, before) == []


@pytest.mark.sweep
@pytest.mark.parametrize("auto_draw", [True, False])
async def test_trick_costs_one_channel_call_a_declaration_one_and_a_draw_none(world: World, *, auto_draw: bool) -> None:
    sitting = await without_tokens(world, auto_draw=auto_draw)
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
    assert len(channel_calls(world, before)) - allowed == 3, "the new board is posted, and gets its cards"


def tricks_played(world: World) -> int:
    """Return how many tricks of the deal at table 1 are complete."""
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
