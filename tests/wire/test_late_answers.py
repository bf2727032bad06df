"""An answer that Discord takes late shows nothing that is over: by the wire."""

from __future__ import annotations

import pytest

from bot.ui.routes.lobby import Cancel

from .process import Process
from .server import Wire
from .two import ANN, BEN, CALLBACK, labels

pytestmark = pytest.mark.deep


async def test_lobby_that_is_shown_by_a_late_answer_after_it_was_closed_is_closed_again(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    with wire.halted(*CALLBACK, done_first=False) as halt:
        joining = await wire.begin_click(BEN, lobby, "Join")
        await halt.reached.wait()
        (game,) = process.rows("SELECT id FROM games")
        await wire.press(ANN, lobby, Cancel(game["id"]).custom_id)
        await wire.until(lambda: not _open_messages(process))
        assert "Join" not in labels(lobby)
        halt.go_on.set()
        await wire.until(joining.answered.is_set)
    await wire.until(lambda: "Join" not in labels(lobby) and not _open_messages(process))


def _open_messages(process: Process) -> list[dict[str, object]]:
    return process.rows("SELECT 1 FROM messages WHERE NOT closed")
