"""An answer that Discord takes late shows nothing that is over: by the wire."""

from __future__ import annotations

from functools import partial

import pytest
from aiohttp import web

from bot.ui.routes.lobby import Cancel
from tests.discord_server import Answered

from .messages import Json, text_of
from .process import Process
from .server import Wire
from .two import ANN, BEN, CALLBACK, begin, cards_offered, hands_opened, labels, live_boards, settled

pytestmark = pytest.mark.deep


@pytest.mark.parametrize("seems_lost", [False, True], ids=["read", "seems lost"])
async def test_lobby_that_is_shown_by_a_late_answer_after_it_was_closed_is_closed_again(
    wire: Wire, process: Process, seems_lost: bool
) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    unread = set[str]()

    async def page_instead(request: web.Request, path: str, answered: Answered) -> web.Response:
        response = await answered(request, path)
        lost = any(token in path for token in unread)
        return web.Response(text="<html>", content_type="text/html") if lost else response

    wire.trouble = page_instead
    with wire.halted(*CALLBACK, done_first=False) as halt:
        joining = await wire.begin_click(BEN, lobby, "Join")
        await halt.reached.wait()
        if seems_lost:
            unread.add(joining.token)
        (game,) = process.rows("SELECT id FROM games")
        await wire.press(ANN, lobby, Cancel(game["id"]).custom_id)
        await wire.until(lambda: not _open_messages(process))
        closed = labels(lobby)
        halt.go_on.set()
        await wire.until(joining.answered.is_set)
    await wire.until(lambda: labels(lobby) == closed and not _open_messages(process))


async def test_click_on_a_board_that_has_moved_before_it_was_answered_edits_no_board(
    wire: Wire, process: Process
) -> None:
    old = await begin(wire, process)
    await hands_opened(wire, old)
    wire.post("what a fine evening")
    with wire.halted(*CALLBACK, done_first=False) as halt:
        asking = await wire.begin_click(BEN, old, "My hand")
        await halt.reached.wait()
        await wire.begin_command(ANN, "hand")
        await wire.until(lambda: live_boards(wire) != [old] and settled(wire, process))
        halt.go_on.set()
        await wire.until(asking.answered.is_set)
    (new,) = live_boards(wire)
    for _ in range(2):
        await wire.until(lambda: cards_offered(wire))
        before, ((user, panel, custom_id), *_) = text_of(new), cards_offered(wire)
        await wire.press(user, panel, custom_id)
        await wire.until(partial(_is_changed, new, before))
        assert live_boards(wire) == [new]
    assert settled(wire, process)


def _is_changed(message: Json, before: str) -> bool:
    return text_of(message) != before


def _open_messages(process: Process) -> list[dict[str, object]]:
    return process.rows("SELECT 1 FROM messages WHERE NOT closed")
