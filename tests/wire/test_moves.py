"""A board that moves down leaves one live board a table, wherever the bot ends on the way: by the wire."""

from __future__ import annotations

import pytest

from bot.ui.routes.lobby import AtOwn, Wish

from .messages import EPHEMERAL, text_of
from .process import Process
from .server import CHANNEL, Wire
from .two import ANN, BEN, EDIT, HISTORY, POST, begin, killed_at, labels, live_boards, settled, stands

pytestmark = pytest.mark.deep

OTHER = "1200000000000000012"
STEPS = ((*POST, False), (*POST, True), (*EDIT, False), (*EDIT, True))


def private(wire: Wire) -> set[str]:
    return {number for number, message in wire.messages.items() if message["flags"] & EPHEMERAL}


async def ask_for_hand(wire: Wire) -> None:
    """Have Ann ask for her hand after somebody has written something: the board is to come down."""
    wire.post("what a fine evening")
    await wire.begin_command(ANN, "hand")


async def test_board_comes_down_and_the_old_one_says_where_it_went(wire: Wire, process: Process) -> None:
    old = await begin(wire, process)
    await ask_for_hand(wire)
    await wire.until(lambda: live_boards(wire) != [old] and settled(wire, process))
    (new,) = live_boards(wire)
    assert f"/{new['id']})" in text_of(old)


@pytest.mark.parametrize("remembered", [True, False], ids=["at once", "when its nonce is forgotten"])
@pytest.mark.parametrize("places", [[CHANNEL], [OTHER, CHANNEL]], ids=["down", "to another channel"])
async def test_one_live_board_is_left_wherever_the_bot_ends_while_a_board_moves(
    wire: Wire, process: Process, places: list[str], remembered: bool
) -> None:
    wire.channels |= dict.fromkeys(places)
    await process.restart()
    await begin(wire, process)
    for place, (method, path, done_first) in zip(places * (4 // len(places)), STEPS, strict=True):
        (before,) = live_boards(wire)
        async with killed_at(wire, process, method, path, done_first=done_first, remembered=remembered):
            if len(places) == 1:
                await ask_for_hand(wire)
            else:
                await wire.begin_ask(ANN, AtOwn(Wish.HERE, 0, 0), channel=place)
        await process.start()
        await wire.until(lambda: settled(wire, process))
        (after,) = live_boards(wire)
        moved = after["id"] != before["id"] and after["channel_id"] == place
        assert moved or method == "PATCH", "a start may edit the board that is there as well"
    known = private(wire)
    await wire.click(BEN, after, "My hand")
    await wire.until(lambda: private(wire) - known)


async def test_board_of_which_the_answer_was_lost_is_posted_once(wire: Wire, process: Process) -> None:
    await begin(wire, process)
    for permissions in (wire.permissions, wire.permissions & ~HISTORY):
        await process.kill()
        wire.permissions = permissions
        await process.start()
        count = len(wire.public())
        with wire.halted(*POST, done_first=True) as halt:
            await ask_for_hand(wire)
            await wire.until(halt.reached.is_set)
        await wire.until(lambda: settled(wire, process))
        assert len(wire.public()) == count + 2, "what somebody has written, and the board"


async def test_board_too_often_edited_is_closed_as_soon_as_it_can_be(wire: Wire, process: Process) -> None:
    wire.tokens_live = False
    old = await begin(wire, process)
    wire.too_old.add(old["id"])
    await ask_for_hand(wire)
    await wire.until(lambda: [board for board in live_boards(wire) if board is not old and stands(process, "closing")])
    assert labels(old) >= {"My hand"}
    await process.kill()
    wire.too_old.clear()
    await process.start()
    await wire.until(lambda: settled(wire, process))
    assert "moved down" in text_of(old)
