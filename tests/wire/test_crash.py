"""A bot that ends between posting and storing draws no second entropy: by the wire, killed at chosen requests."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest

from bot.ui.routes.lobby import Cancel, ListTables
from db.keys import SPAN

from .messages import Json, text_of
from .process import Process
from .server import Wire
from .two import ANN, BEN, CALLBACK, HISTORY, POST, full_lobby, killed_at, labels, resign, results, with_button

HEX = re.compile("[0-9a-f]{64,128}")
SECRET = re.compile("[0-9a-f]{128}")


def commitment_on(message: Json) -> str:
    """Return the commitment that a message carries, which lays none open."""
    (found,) = HEX.findall(text_of(message))
    return str(found)


async def laid_open(wire: Wire, message: Json) -> list[str]:
    """Press *Fair deal* under a message; return the commitments on it of which that shows the secret."""
    assert SECRET.search(text_of(message)) is None
    asked = await wire.click(BEN, message, "Fair deal")
    secrets = SECRET.findall(text_of(wire.answer_to(asked)))
    found = [hashlib.sha256(b"bezique/1/commit\0" + bytes.fromhex(secret)).hexdigest() for secret in secrets]
    assert set(found) <= set(HEX.findall(text_of(message)))
    return found


def seal_of(process: Process, table: int) -> dict[str, Any]:
    """Return the newest deal of the table with a number as it is stored."""
    wanted = f"SELECT * FROM deals WHERE game_id / {SPAN} = ? ORDER BY number DESC LIMIT 1"  # noqa: S608 - a constant
    return process.rows(wanted, table)[0]


def entropy_of(seal: dict[str, Any]) -> list[str]:
    """Return what went into a stored deal besides its secret."""
    found: list[str] = json.loads(seal["entropy"])
    return found


def status_of(process: Process, table: int) -> tuple[str, str | None]:
    (row,) = process.rows(f"SELECT status, end_reason FROM games WHERE id / {SPAN} = ?", table)  # noqa: S608
    return row["status"], row["end_reason"]


# ------------------------------------------------------------------ a table's first message


@pytest.mark.deep
async def test_lobby_that_was_posted_when_the_bot_ended_is_the_tables_and_gives_the_entropy(
    wire: Wire, process: Process
) -> None:
    async with killed_at(wire, process, *CALLBACK, done_first=True):
        await wire.begin_command(ANN, "play")
    await process.start()
    (lobby,) = wire.public()
    assert seal_of(process, 1)["message_id"] in (None, int(lobby["id"]))
    await wire.until(lambda: seal_of(process, 1)["message_id"] == int(lobby["id"]))
    await wire.click(BEN, lobby, "Join")
    await wire.until(lambda: "Everyone is here" in text_of(lobby))
    sealed = commitment_on(lobby)
    await wire.click(ANN, lobby, "Start")
    await wire.until(lambda: seal_of(process, 1)["deck"])
    seal = seal_of(process, 1)
    _, board = wire.public()
    assert (seal["commitment"], entropy_of(seal)) == (sealed, [f"message:{lobby['id']}", f"board:{board['id']}"])
    assert process.rows("SELECT settings FROM games")[0]["settings"].count("token") == 0


@pytest.mark.deep
@pytest.mark.parametrize("posted", [True, False], ids=["its token is dead", "nothing was posted"])
async def test_lobby_whose_message_cannot_be_found_is_closed_and_laid_open_and_nothing_is_dealt_from_it(
    wire: Wire, process: Process, posted: bool
) -> None:
    wire.tokens_live = False
    async with killed_at(wire, process, *CALLBACK, done_first=posted):
        await wire.begin_command(ANN, "play")
    await process.start()
    await wire.until(lambda: len(wire.public()) == 1 + posted)
    farewell = wire.public()[-1]
    seal = seal_of(process, 1)
    assert "I was interrupted while opening this table" in text_of(farewell)
    assert await laid_open(wire, farewell) == [seal["commitment"]]
    assert labels(farewell) == {"Fair deal"}
    await wire.until(lambda: status_of(process, 1) == ("cancelled", "interrupted"))
    assert (seal["message_id"], seal["deck"]) == (None, None)
    if posted:
        lobby = wire.public()[0]
        assert commitment_on(lobby) == seal["commitment"]
        asked = await wire.click(BEN, lobby, "Join")
        assert "closed" in text_of(wire.answer_to(asked))
    await process.restart()
    await wire.ask(ANN, ListTables(0))
    assert len(wire.public()) == 1 + posted, "it is said once"


@pytest.mark.deep
async def test_lobby_of_which_the_answer_was_lost_on_the_way_is_the_tables(wire: Wire, process: Process) -> None:
    with wire.halted(*CALLBACK, done_first=True) as halt:
        await wire.begin_command(ANN, "play")
        await halt.reached.wait()
    await wire.until(lambda: seal_of(process, 1)["message_id"])
    (lobby,) = wire.public()
    assert seal_of(process, 1)["message_id"] == int(lobby["id"])
    await wire.click(BEN, lobby, "Join")
    await wire.until(lambda: "Everyone is here" in text_of(lobby))


@pytest.mark.deep
async def test_cancelled_lobby_is_laid_open_after_a_crash_that_came_before_its_edit(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    sealed = commitment_on(lobby)
    await wire.until(lambda: seal_of(process, 1)["message_id"])
    async with killed_at(wire, process, *CALLBACK, done_first=False):
        await wire.press(ANN, lobby, Cancel(seal_of(process, 1)["game_id"]).custom_id)
    assert "Fair deal" not in labels(lobby)
    await process.start()
    await wire.until(lambda: labels(lobby) == {"Fair deal"})
    assert await laid_open(wire, lobby) == [sealed]


# ------------------------------------------------------------------ boards


async def rematch_wanted(wire: Wire, process: Process) -> Json:
    """Play a game of two that Ann gives up and Ben wants another of; return its result, under which Ann may press."""
    await wire.click(ANN, await full_lobby(wire), "Start")
    await wire.until(lambda: seal_of(process, 1)["deck"])
    await resign(wire)
    await wire.until(lambda: results(wire))
    (result,) = results(wire)
    await wire.click(BEN, result, "Rematch")
    await wire.until(lambda: any(f"<@{ANN}> " in text_of(m) and "Rematch" in labels(m) for m in wire.public()))
    return result


@pytest.mark.sweep
@pytest.mark.parametrize("said", [0, 250], ids=["quiet", "250 messages since"])
async def test_board_that_was_posted_when_the_bot_ended_is_found_and_gives_the_entropy(
    wire: Wire, process: Process, said: int
) -> None:
    result = await rematch_wanted(wire, process)
    async with killed_at(wire, process, *POST, done_first=True, remembered=False):
        await wire.begin_click(ANN, result, "Rematch")
    (board,) = with_button(wire, "Deal")
    assert seal_of(process, 2)["message_id"] is None
    for number in range(said):
        wire.post(f"word {number}")
    await process.start()
    await wire.until(lambda: seal_of(process, 2)["message_id"])
    await wire.click(BEN, board, "Deal")
    await wire.until(lambda: seal_of(process, 2)["deck"])
    seal = seal_of(process, 2)
    assert entropy_of(seal)[0] == f"message:{board['id']}"
    assert sum("table 2" in text_of(message) and "My hand" in labels(message) for message in wire.public()) == 1


@pytest.mark.deep
async def test_board_that_cannot_be_looked_for_is_sealed_anew_and_what_was_sealed_before_is_laid_open(
    wire: Wire, process: Process
) -> None:
    result = await rematch_wanted(wire, process)
    wire.permissions &= ~HISTORY
    async with killed_at(wire, process, *POST, done_first=True):
        await wire.begin_click(ANN, result, "Rematch")
    await process.start()
    await wire.until(lambda: len(with_button(wire, "Deal")) == 2)
    lost, board = with_button(wire, "Deal")
    old = commitment_on(lost)
    assert await laid_open(wire, board) == [old]
    await wire.until(lambda: seal_of(process, 2)["message_id"] == int(board["id"]))
    assert seal_of(process, 2)["commitment"] != old
    assert "seal the cards anew" in text_of(board)
    await wire.click(ANN, board, "Deal")
    await wire.until(lambda: seal_of(process, 2)["deck"])
    assert entropy_of(seal_of(process, 2))[0] == f"message:{board['id']}"


@pytest.mark.deep
async def test_board_that_was_not_posted_when_the_bot_ended_is_posted_with_the_same_seal(
    wire: Wire, process: Process
) -> None:
    result = await rematch_wanted(wire, process)
    async with killed_at(wire, process, *POST, done_first=False):
        await wire.begin_click(ANN, result, "Rematch")
    await process.start()
    await wire.until(lambda: with_button(wire, "Deal") and seal_of(process, 2)["message_id"])
    (board,) = with_button(wire, "Deal")
    assert commitment_on(board) == seal_of(process, 2)["commitment"]
    assert seal_of(process, 2)["message_id"] == int(board["id"])


@pytest.mark.deep
@pytest.mark.parametrize("history", [True, False], ids=["looked for", "known by its nonce"])
async def test_board_of_which_the_answer_was_lost_on_the_way_stands_there_once(
    wire: Wire, process: Process, history: bool
) -> None:
    if not history:
        await process.kill()
        wire.permissions &= ~HISTORY
        await process.start()
    result = await rematch_wanted(wire, process)
    with wire.halted(*POST, done_first=True) as halt:
        await wire.begin_click(ANN, result, "Rematch")
        await halt.reached.wait()
    await wire.until(lambda: seal_of(process, 2)["message_id"])
    (board,) = with_button(wire, "Deal")
    seal = seal_of(process, 2)
    assert (seal["message_id"], seal["commitment"]) == (int(board["id"]), commitment_on(board))
