"""Card emojis that are deleted while the bot runs: every answer comes all the same, and they come back: by the wire."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from copy import deepcopy

import pytest

from .messages import Json, components_of, emojis_in
from .process import Process
from .server import Wire
from .two import ANN, BEN, begin, labels, resign, results

pytestmark = pytest.mark.deep
ALL = 88


def panels(wire: Wire, user: int) -> list[Json]:
    return [each for each in wire.private(user) if "Menu" in labels(each)]


def plain_cards(panel: Json) -> set[str]:
    return {label for label in labels(panel) if label[-1] in "♠♤♥♡♦♢♣♧"}


async def newest_panel(wire: Wire, board: Json, user: int) -> Json:
    """Have a player press *My hand* and return what comes."""
    known = {each["id"] for each in panels(wire, user)}
    await wire.click(user, board, "My hand")
    await wire.until(lambda: [each for each in panels(wire, user) if each["id"] not in known])
    return panels(wire, user)[-1]


async def test_every_panel_comes_where_emojis_are_gone(wire: Wire, process: Process) -> None:
    process.environment["BEZIQUE_PICTURES"] = "true"
    await process.end(signal.SIGTERM)
    await process.start()
    await wire.until(lambda: len(wire.emojis) == ALL)
    board = await begin(wire, process)
    assert emojis_in(await newest_panel(wire, board, ANN))
    gone = set(wire.emojis)
    wire.emojis.clear()
    shown: list[Json] = []
    wire.watch = lambda message: shown.append(deepcopy(message))
    await newest_panel(wire, board, BEN)
    assert any(plain_cards(each) and not emojis_in(each) for each in shown)  # by now the emojis may be back
    await wire.until(lambda: len(wire.emojis) == ALL)
    assert gone.isdisjoint(wire.emojis)
    assert emojis_in(await newest_panel(wire, board, ANN)) <= wire.emojis.keys()
    wire.emojis.clear()  # so soon again: they are not listed at once, and everything is plain
    for user in (ANN, BEN, ANN):
        panel = await newest_panel(wire, board, user)
        assert plain_cards(panel)
        assert not emojis_in(panel)
    mover = ANN if list(_plays(panels(wire, ANN)[-1])) else BEN
    panel = panels(wire, mover)[-1]
    await wire.press(mover, panel, next(_plays(panel)))
    await wire.until(lambda: process.rows("SELECT 1 FROM actions"))
    await resign(wire)
    await wire.until(lambda: results(wire))
    ended = await process.end_well()
    assert ended.err.count("Discord refuses card emojis") == 2, ended.err


def _plays(panel: Json) -> Iterator[str]:
    buttons = (item for item in components_of(panel) if item["type"] == 2 and not item.get("disabled"))
    return (button["custom_id"] for button in buttons if ":act play " in button["custom_id"])
