"""A board that moves down leaves one live board a table, wherever the bot ends on the way: by the wire."""

from __future__ import annotations

import pytest

from bot.ui.routes.lobby import AtOwn, Wish

from .messages import EPHEMERAL, Json, components_of, text_of
from .process import Process
from .server import CHANNEL, Wire

pytestmark = pytest.mark.deep

ANN, BEN = 501, 502
OTHER = "1200000000000000012"
HISTORY = 1 << 16
"""The permission to read what was written in a channel."""
POST, EDIT = ("POST", "channels/*/messages"), ("PATCH", "channels/*/messages/*")


def labels(message: Json) -> set[str]:
    return {item["label"] for item in components_of(message) if item["type"] == 2 and "label" in item}


def live_boards(wire: Wire) -> list[Json]:
    """Return the messages on which a game can be played on."""
    return [message for message in wire.public() if "My hand" in labels(message)]


def private(wire: Wire) -> set[str]:
    return {number for number, message in wire.messages.items() if message["flags"] & EPHEMERAL}


def stored_board(process: Process) -> list[str]:
    rows = process.rows("SELECT message_id FROM messages WHERE role = 'board' AND NOT closed")
    return [str(row["message_id"]) for row in rows]


def awaiting(process: Process) -> int:
    return len(process.rows("SELECT 1 FROM messages WHERE role = 'closing' AND NOT closed"))


def settled(wire: Wire, process: Process) -> bool:
    """Tell whether one board is live, the table's, and nothing awaits its last word."""
    return [board["id"] for board in live_boards(wire)] == stored_board(process) and not awaiting(process)


async def begin(wire: Wire, process: Process) -> Json:
    """Have Ann and Ben play, and return their board."""
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    await wire.click(BEN, lobby, "Join")
    await wire.until(lambda: "Everyone is here" in text_of(lobby))
    await wire.click(ANN, lobby, "Start")
    await wire.until(lambda: live_boards(wire) and settled(wire, process))
    (board,) = live_boards(wire)
    return board


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
async def test_one_live_board_is_left_wherever_the_bot_ends_while_a_board_moves(
    wire: Wire, process: Process, remembered: bool
) -> None:
    await begin(wire, process)
    for method, path, done_first in ((*POST, False), (*POST, True), (*EDIT, False), (*EDIT, True)):
        (before,) = live_boards(wire)
        with wire.halted(method, path, done_first=done_first) as halt:
            await ask_for_hand(wire)
            await wire.until(halt.reached.is_set)
            await process.kill()
        if not remembered:
            wire.nonces.clear()
        await process.start()
        await wire.until(lambda: settled(wire, process))
        (after,) = live_boards(wire)
        assert after["id"] != before["id"] or method == "PATCH", "a start may edit the board that is there as well"
    known = private(wire)
    await wire.click(BEN, after, "My hand")
    await wire.until(lambda: private(wire) - known)


@pytest.mark.parametrize("remembered", [True, False], ids=["at once", "when its nonce is forgotten"])
async def test_one_live_board_is_left_wherever_the_bot_ends_while_a_table_goes_to_another_channel(
    wire: Wire, process: Process, remembered: bool
) -> None:
    wire.channels[OTHER] = None
    await process.kill()
    await process.start()
    await begin(wire, process)
    places = [OTHER, CHANNEL, OTHER, CHANNEL]
    for place, (method, path, done_first) in zip(
        places, ((*POST, False), (*POST, True), (*EDIT, False), (*EDIT, True)), strict=True
    ):
        with wire.halted(method, path, done_first=done_first) as halt:
            await wire.begin_ask(ANN, AtOwn(Wish.HERE, 0, 0), channel=place)
            await wire.until(halt.reached.is_set)
            await process.kill()
        if not remembered:
            wire.nonces.clear()
        await process.start()
        await wire.until(lambda: settled(wire, process))
        (after,) = live_boards(wire)
        assert after["channel_id"] == place or method == "PATCH", "a start may edit the board that is there as well"


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
    await wire.until(lambda: [board for board in live_boards(wire) if board is not old and awaiting(process)])
    assert labels(old) >= {"My hand"}
    await process.kill()
    wire.too_old.clear()
    await process.start()
    await wire.until(lambda: settled(wire, process))
    assert "has moved down" in text_of(old)
