"""Between the last cut and the cards the bot may end at any step: no deck is ever drawn twice from what is up."""

from __future__ import annotations

import asyncio
import re

import pytest

from .club import offers
from .messages import Json, text_of
from .process import Process
from .server import Halt, Wire
from .test_crash import commitment_on, entropy_of, laid_open, seal_of
from .two import ANN, BEN, CALLBACK, EDIT, HISTORY, POST, full_lobby, killed_at, labels, with_button

pytestmark = pytest.mark.deep


def playing(wire: Wire) -> list[Json]:
    """Return the boards on which the cards of a deal are shown."""
    return with_button(wire, "Tricks")


def coming(wire: Wire) -> list[Json]:
    """Return the boards that are up without cards."""
    return [message for message in wire.public() if "being dealt" in text_of(message)]


async def killed_while_starting(
    wire: Wire, process: Process, lobby: Json, call: tuple[str, str], *, done: bool
) -> None:
    """Press *Start*, and kill the bot at a request that comes of it."""
    async with killed_at(wire, process, *call, done_first=done, remembered=False):
        await wire.begin_click(ANN, lobby, "Start")


def secret_is_out(wire: Wire, seal: dict[str, object]) -> bool:
    return any(str(seal["secret"]) in text_of(message) for message in wire.public())


@pytest.mark.parametrize("call", [CALLBACK, POST], ids=["click not answered", "board not posted"])
async def test_deal_whose_board_was_not_posted_when_the_bot_ended_is_sealed_anew_in_public(
    wire: Wire, process: Process, call: tuple[str, str]
) -> None:
    lobby = await full_lobby(wire)
    await killed_while_starting(wire, process, lobby, call, done=False)
    old = seal_of(process, 1)
    assert (old["deck"], old["cuts_closed_at"] is None) == (None, False)
    assert entropy_of(old) == [f"message:{lobby['id']}"]
    await process.start()
    await wire.until(lambda: with_button(wire, "Deal"))
    (board,) = with_button(wire, "Deal")
    assert await laid_open(wire, board) == [old["commitment"]]
    new = seal_of(process, 1)
    assert (new["commitment"] != old["commitment"], entropy_of(new), new["cuts_closed_at"]) == (True, [], None)
    await wire.until(lambda: seal_of(process, 1)["message_id"] == int(board["id"]))
    await wire.click(BEN, board, "Deal")
    await wire.until(lambda: len(playing(wire)) == 1)
    (dealt,) = playing(wire)
    assert entropy_of(seal_of(process, 1)) == [f"message:{board['id']}", f"board:{dealt['id']}"]
    assert not secret_is_out(wire, seal_of(process, 1))


@pytest.mark.parametrize("history", [True, False], ids=["looked for", "cannot be looked for"])
async def test_board_that_was_posted_when_the_bot_ended_deals_the_cards_and_where_it_cannot_be_found_none_does(
    wire: Wire, process: Process, history: bool
) -> None:
    lobby = await full_lobby(wire)
    if not history:
        wire.permissions &= ~HISTORY
    await killed_while_starting(wire, process, lobby, POST, done=True)
    (lost,) = coming(wire)
    old = seal_of(process, 1)
    assert old["deck"] is None
    await process.start()
    if history:
        await wire.until(lambda: len(playing(wire)) == 1)
        (board,) = playing(wire)
        assert board["id"] == lost["id"]
        seal = seal_of(process, 1)
        assert seal["commitment"] == old["commitment"]
        assert entropy_of(seal) == [f"message:{lobby['id']}", f"board:{lost['id']}"]
        return
    await wire.until(lambda: with_button(wire, "Deal"))
    (board,) = with_button(wire, "Deal")
    assert await laid_open(wire, board) == [old["commitment"]]
    assert seal_of(process, 1)["deck"] is None


async def test_board_that_was_deleted_before_its_id_was_stored_deals_nothing(wire: Wire, process: Process) -> None:
    lobby = await full_lobby(wire)
    await killed_while_starting(wire, process, lobby, POST, done=True)
    (lost,) = coming(wire)
    old = seal_of(process, 1)
    del wire.messages[lost["id"]]
    await process.start()
    await wire.until(lambda: with_button(wire, "Deal"))
    (board,) = with_button(wire, "Deal")
    assert await laid_open(wire, board) == [old["commitment"]]
    assert seal_of(process, 1)["secret"] != old["secret"]


async def test_cards_that_were_dealt_and_not_shown_when_the_bot_ended_are_the_same_afterwards(
    wire: Wire, process: Process
) -> None:
    lobby = await full_lobby(wire)
    await killed_while_starting(wire, process, lobby, EDIT, done=False)
    (board,) = coming(wire)
    dealt = seal_of(process, 1)
    assert entropy_of(dealt) == [f"message:{lobby['id']}", f"board:{board['id']}"]
    assert dealt["deck"]
    await process.start()
    await wire.until(lambda: len(playing(wire)) == 1)
    assert (seal_of(process, 1), playing(wire)[0]["id"]) == (dealt, board["id"])


@pytest.mark.parametrize("history", [True, False], ids=["looked for", "known by its nonce"])
async def test_board_of_which_the_answer_was_lost_deals_the_cards_and_stands_there_once(
    wire: Wire, process: Process, history: bool
) -> None:
    if not history:
        wire.permissions &= ~HISTORY
        await process.restart()
    lobby = await full_lobby(wire)
    with wire.halted(*POST, done_first=True) as halt:
        await wire.begin_click(ANN, lobby, "Start")
        await halt.reached.wait()
        (board,) = coming(wire)
    await wire.until(lambda: len(playing(wire)) == 1)
    assert entropy_of(seal_of(process, 1)) == [f"message:{lobby['id']}", f"board:{board['id']}"]
    assert commitment_on(lobby) == seal_of(process, 1)["commitment"]
    assert [message["id"] for message in playing(wire)] == [board["id"]]


# ------------------------------------------------------------------ the next deal's commitment


@pytest.mark.parametrize("done", [False, True], ids=["not posted", "posted"])
async def test_next_commitment_is_posted_once_where_the_bot_ended_while_it_was(
    wire: Wire, process: Process, done: bool
) -> None:
    await wire.click(ANN, await full_lobby(wire), "Start")
    await wire.until(lambda: len(playing(wire)) == 1)
    (over,) = playing(wire)
    first = seal_of(process, 1)
    for user in (ANN, BEN):
        await hand_of(wire, user)
    with wire.halted(*POST, done_first=done) as halt:
        while not halt.reached.is_set():
            await one_act(wire, halt)
        await process.kill()
    wire.nonces.clear()
    await process.start()
    await wire.until(lambda: seal_of(process, 1)["message_id"])
    (sealed,) = with_button(wire, "Deal")
    second = seal_of(process, 1)
    assert (second["number"], second["message_id"]) == (1, int(sealed["id"]))
    carrying = [message["id"] for message in wire.public() if second["commitment"] in text_of(message)]
    assert carrying == [sealed["id"]]
    assert labels(over) == {"Replay", "Fair deal"}
    await wire.click(BEN, sealed, "Deal")
    await wire.until(lambda: len(playing(wire)) == 1)
    (board,) = playing(wire)
    assert entropy_of(seal_of(process, 1)) == [f"message:{sealed['id']}", f"board:{board['id']}"]
    assert int(entropy_of(first)[1].removeprefix("board:")) < int(sealed["id"]) < int(board["id"])
    assert len(wire.public()) == 4


async def hand_of(wire: Wire, user: int = ANN) -> Json:
    """Give the command for the hand; return the private message that comes."""
    known = {message["id"] for message in wire.private(user)}
    await wire.command(user, "hand")
    await wire.until(lambda: {message["id"] for message in wire.private(user)} - known)
    return wire.private(user)[-1]


async def one_act(wire: Wire, halt: Halt) -> None:
    """Let whoever is offered something in the game do it, and wait for the answer, or for the bot to halt."""
    for user in (ANN, BEN):
        panel = wire.private(user)[-1]
        if offered := offers(panel):
            asked = await wire.press(user, panel, offered[0][0], *filter(None, offered[0][1:]))
            break
    else:
        await asyncio.sleep(0.01)
        return
    await wire.until(lambda: asked.answered.is_set() or halt.reached.is_set())


# ------------------------------------------------------------------ a private practice

FOLLOW_UP, EDIT_BY_TOKEN = ("POST", "webhooks/*/*"), ("PATCH", "webhooks/*/*/messages/*")


async def killed_while_practising(wire: Wire, process: Process, call: tuple[str, str], *, done: bool) -> None:
    """Begin a practice, kill the bot at a request that comes of it, and start it again."""
    async with killed_at(wire, process, *call, done_first=done):
        await wire.begin_command(ANN, "practice")
    await process.start()


@pytest.mark.parametrize("done", [False, True], ids=["not sent", "sent"])
@pytest.mark.parametrize(
    ("call", "anew"), [(CALLBACK, False), (FOLLOW_UP, True)], ids=["first answer", "message of the deal"]
)
async def test_practice_whose_message_is_not_known_when_the_bot_ended_gets_deal_again_in_private(
    wire: Wire, process: Process, call: tuple[str, str], anew: bool, done: bool
) -> None:
    await killed_while_practising(wire, process, call, done=done)
    old = seal_of(process, 1)
    assert old["deck"] is None
    if anew and done:
        lost = wire.private(ANN)[-1]
        await wire.click(ANN, lost, "Look again")
        await wire.until(lambda: labels(lost) == {"Fair deal"} and wire.private(ANN)[-1] is not lost)
        panel = wire.private(ANN)[-1]
        assert seal_of(process, 1)["commitment"] not in text_of(lost), "it was posted before"
    else:
        panel = await hand_of(wire)
    assert "Deal" in labels(panel)
    new = seal_of(process, 1)
    assert {old["commitment"], new["commitment"]} <= set(re.findall(r"[0-9a-f]{64}", text_of(panel)))
    assert (new["secret"] != old["secret"]) == anew
    await wire.click(ANN, panel, "Deal")
    await wire.until(lambda: "Menu" in labels(wire.private(ANN)[-1]))
    dealt = wire.private(ANN)[-1]
    assert entropy_of(seal_of(process, 1)) == [f"message:{panel['id']}", f"board:{dealt['id']}"]
    assert wire.public() == []


async def test_practice_that_was_dealt_and_not_shown_when_the_bot_ended_has_the_same_cards_afterwards(
    wire: Wire, process: Process
) -> None:
    await killed_while_practising(wire, process, EDIT_BY_TOKEN, done=False)
    sealed, coming_up = wire.private(ANN)
    dealt = seal_of(process, 1)
    assert entropy_of(dealt) == [f"message:{sealed['id']}", f"board:{coming_up['id']}"]
    assert "Menu" in labels(await hand_of(wire))
    assert seal_of(process, 1) == dealt
    assert wire.public() == []
