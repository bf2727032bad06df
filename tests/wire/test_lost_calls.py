"""A call that Discord never answers counts as lost after a while, and nothing else has waited for it: by the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from typing import Final

import pytest
from aiohttp import web

from bot.ui.routes.lobby import AtOwn, Wish
from tests.discord_server import Answered

from .messages import text_of
from .process import Process
from .server import Wire
from .two import ANN, BEN, begin, labels, live_boards, resign, results, stored

pytestmark = pytest.mark.deep

LIMIT: Final = 15.0
"""Seconds within which a lost call has been given up."""


class Silence:
    """The calls of a kind that are never answered."""

    def __init__(self) -> None:
        self.calls: list[web.Request] = []

    @property
    def lasts(self) -> bool:
        """Whether the bot still waits for the first answer."""
        return bool(self.calls) and self.calls[0].transport is not None


@contextmanager
def silent(wire: Wire, method: str, path: str, *, done: bool = False) -> Iterator[Silence]:
    """Answer no call of a kind, whether it is carried out or not."""
    silence, over = Silence(), asyncio.Event()

    async def trouble(request: web.Request, asked: str, answered: Answered) -> web.Response:
        if request.method == method and fnmatch(asked, path):
            silence.calls.append(request)
            if done:
                await answered(request, asked)
            await over.wait()
            return web.Response(status=500)
        return await answered(request, asked)

    wire.trouble = trouble
    try:
        yield silence
    finally:
        wire.trouble = None
        over.set()


async def given_up(wire: Wire, silence: Silence) -> None:
    async with asyncio.timeout(LIMIT):
        await wire.until(lambda: not silence.lasts)


@pytest.mark.parametrize("early", [True, False], ids=["the board is being edited", "the board is being closed"])
async def test_result_is_posted_while_a_call_for_the_board_is_lost(wire: Wire, process: Process, early: bool) -> None:
    wire.tokens_live = False
    await begin(wire, process)
    with silent(wire, "PATCH", "channels/*/messages/*") as silence:
        if early:
            await wire.begin_ask(BEN, AtOwn(Wish.DRAW, 0, 0))
            await wire.until(lambda: silence.calls)
        await resign(wire)
        await wire.until(lambda: results(wire))
        assert silence.lasts
        await given_up(wire, silence)
    await wire.until(lambda: not live_boards(wire))


@pytest.mark.usefixtures("process")
async def test_answer_that_is_lost_holds_up_nobody_else(wire: Wire) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    with silent(wire, "POST", "interactions/*/callback") as silence:
        await wire.begin_click(BEN, lobby, "Join")
        await wire.until(lambda: "Everyone is here" in text_of(lobby))
        assert silence.lasts
        await given_up(wire, silence)
    await wire.click(ANN, lobby, "Start")
    await wire.until(lambda: live_boards(wire))


async def test_board_whose_edit_by_token_is_lost_is_edited_in_its_channel_and_the_panel_still_by_token(
    wire: Wire, process: Process
) -> None:
    board = await begin(wire, process)
    await wire.click(ANN, board, "My hand")  # whose token edits the board and the panel from now on
    await wire.until(lambda: any("Menu" in labels(each) for each in wire.private(ANN)))
    with silent(wire, "PATCH", "webhooks/*/messages/@original") as silence:
        await wire.ask(BEN, AtOwn(Wish.DRAW, 0, 0))
        await wire.until(lambda: "offers a draw" in text_of(board))
        assert silence.calls
        await resign(wire)
        await wire.until(lambda: results(wire) and "My hand" not in labels(board))
        assert len(silence.calls) == 1
    await wire.until(lambda: any("The game is over" in text_of(panel) for panel in wire.private(ANN)))


async def test_lost_panel_is_tried_again_and_nobody_waits_for_it(wire: Wire, process: Process) -> None:
    board = await begin(wire, process)
    await wire.click(ANN, board, "My hand")
    await wire.until(lambda: wire.private(ANN))
    # Her panel may also have come by the click that began the game. The board is its token's original message.
    with silent(wire, "PATCH", "webhooks/*/messages/[0-9]*") as silence:
        await resign(wire, BEN)
        await wire.until(lambda: results(wire) and silence.calls)
        assert silence.lasts
        await given_up(wire, silence)
        await wire.until(lambda: len(silence.calls) > 1)
    assert stored(process, "result")


@pytest.mark.parametrize("done", [False, True], ids=["not posted", "posted without an answer"])
async def test_hand_comes_though_the_board_that_was_to_stand_above_it_is_lost(
    wire: Wire, process: Process, *, done: bool
) -> None:
    board = await begin(wire, process)
    wire.post("hello")
    before = len(wire.private(BEN))
    with silent(wire, "POST", "channels/*/messages", done=done) as silence:
        await wire.click(BEN, board, "My hand")
        await wire.until(lambda: silence.calls)
        async with asyncio.timeout(LIMIT / 2):
            await wire.until(lambda: len(wire.private(BEN)) > before)
    await wire.until(lambda: len(live_boards(wire)) == 1 and live_boards(wire)[0]["id"] != board["id"])


@pytest.mark.parametrize("done", [False, True], ids=["not carried out", "carried out"])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "interactions/*/callback"), ("POST", "webhooks/*"), ("PATCH", "webhooks/*"),
        ("POST", "channels/*/messages"), ("PATCH", "channels/*/messages/*"),
    ],
)  # fmt: skip
async def test_game_goes_on_where_pages_come_instead_of_answers(
    wire: Wire, process: Process, method: str, path: str, *, done: bool
) -> None:
    pages: list[str] = []

    async def trouble(request: web.Request, asked: str, answered: Answered) -> web.Response:
        if request.method != method or not fnmatch(asked, path) or len(pages) >= 2:
            return await answered(request, asked)
        pages.append(asked)
        if done:
            await answered(request, asked)
        return web.Response(text="<html>sign in</html>", content_type="text/html")

    board = await begin(wire, process)
    await wire.click(ANN, board, "My hand")
    await wire.until(lambda: any("Menu" in labels(each) for each in wire.private(ANN)))
    wire.trouble, wire.tokens_live = trouble, not (method == "PATCH" and path.startswith("channels"))
    await wire.begin_ask(BEN, AtOwn(Wish.DRAW, 0, 0))
    if method == "POST":
        wire.post("hello")
        await wire.begin_click(BEN, board, "My hand")
        await wire.begin_click(ANN, board, "My hand")
    await wire.until(lambda: pages and any("offers a draw" in text_of(each) for each in live_boards(wire)))
    wire.trouble, wire.tokens_live = None, True
    await resign(wire)
    await wire.until(lambda: results(wire))
    await process.end_well()
