"""Ann and Ben, who play over the wire: what they do again and again, and what stands in the channel then."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot.ui.routes.lobby import AtOwn, Wish

from .messages import LOADING, Json, components_of, text_of
from .process import Process
from .server import Wire

ANN, BEN, CLEO = 501, 502, 503
HISTORY = 1 << 16
"""The permission to read what was written in a channel."""
CALLBACK = ("POST", "interactions/*/callback")
POST, EDIT = ("POST", "channels/*/messages"), ("PATCH", "channels/*/messages/*")


def labels(message: Json) -> set[str]:
    return {item["label"] for item in components_of(message) if item["type"] == 2 and "label" in item}


def with_button(wire: Wire, label: str) -> list[Json]:
    return [message for message in wire.public() if label in labels(message)]


def live_boards(wire: Wire) -> list[Json]:
    """Return the messages on which a game can be played on."""
    return with_button(wire, "My hand")


def results(wire: Wire) -> list[Json]:
    return with_button(wire, "Rematch")


def nobody_waits(wire: Wire) -> bool:
    """Tell whether no message waits for an answer any more."""
    return not any(message["flags"] & LOADING for message in wire.messages.values())


def cards_offered(wire: Wire) -> list[tuple[int, Json, str]]:
    """Return who can play what in which panel."""
    return [
        (user, panel, item["custom_id"])
        for user in (ANN, BEN)
        for panel in wire.private(user)[-1:]
        for item in components_of(panel)
        if ":act " in item.get("custom_id", "") and not item.get("disabled")
    ]


def stored(process: Process, role: str) -> list[str]:
    return [str(row["message_id"]) for row in process.rows("SELECT message_id FROM messages WHERE role = ?", role)]


def stands(process: Process, role: str) -> list[str]:
    """Return the messages of a role that are not closed."""
    found = process.rows("SELECT message_id FROM messages WHERE role = ? AND NOT closed", role)
    return sorted(str(row["message_id"]) for row in found)


def settled(wire: Wire, process: Process) -> bool:
    """Tell whether one board is live, the table's, and nothing awaits its last word."""
    return [board["id"] for board in live_boards(wire)] == stands(process, "board") and not stands(process, "closing")


async def full_lobby(wire: Wire) -> Json:
    """Open a table at which everyone sits; return its lobby."""
    await wire.command(ANN, "play")
    lobby = wire.public()[-1]
    await wire.click(BEN, lobby, "Join")
    await wire.until(lambda: "Everyone is here" in text_of(lobby))
    return lobby


async def begin(wire: Wire, process: Process) -> Json:
    """Have Ann and Ben play, and return their board."""
    await wire.click(ANN, await full_lobby(wire), "Start")
    await wire.until(lambda: live_boards(wire) and settled(wire, process))
    (board,) = live_boards(wire)
    return board


async def hands_opened(wire: Wire, board: Json) -> None:
    """Have both press *My hand*, and wait for their panels."""
    for user in (ANN, BEN):
        await wire.click(user, board, "My hand")
    await wire.until(lambda: all(any("Menu" in labels(each) for each in wire.private(user)) for user in (ANN, BEN)))


async def resign(wire: Wire, user: int = ANN, table: int = 0) -> None:
    """Have somebody give up, and do not wait."""
    asked = await wire.ask(user, AtOwn(Wish.RESIGN, 0, table))
    await wire.begin_click(user, wire.answer_to(asked), "Resign")


@asynccontextmanager
async def killed_at(
    wire: Wire, process: Process, method: str, path: str, *, done_first: bool, remembered: bool = True
) -> AsyncIterator[None]:
    """Do something, and kill the bot at a request that comes of it; the nonce of that may be forgotten since."""
    with wire.halted(method, path, done_first=done_first) as halt:
        yield
        await wire.until(halt.reached.is_set)
        await process.kill()
    if not remembered:
        wire.nonces.clear()


@contextmanager
def locked(process: Process) -> Iterator[None]:
    """Keep the database locked as another program would."""
    other = sqlite3.connect(process.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()
