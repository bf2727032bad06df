"""Very many live tables: the time and calls of a start, the cost of a tick, and the memory of a table.

A database with games in progress is filled with copies of a few games that were really played. Then the bot starts with
it in a process of its own, against the Discord of the tests. ``benchmarks/README.md`` says more.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from discord.utils import utcnow

from benchmarks.bots import database_in, settings_in, tables_alone
from bot.config import limits_from
from bot.engine import build_rules
from bot.house.roster import Level
from bot.tables import CLOCKS, Player, Tables
from bot.tables.decisions import dealing
from bot.tables.house.moves import HouseMoves
from bot.tables.house.thinking import Thinking
from bot.tables.values.parts import Terms
from bot.ui.routes.table import ShowHand
from cogs.table.posts.boards import fingerprint_of_boards
from db import BoardRow, Store
from tests.discord_server import BOT_USER
from tests.programs import Launcher
from tests.wire.server import CHANNEL, GUILD, Wire

if TYPE_CHECKING:
    from collections.abc import Sequence

TEMPLATES = 20
"""Number of games played; the others are copies of them with other numbers and users."""
FIRST_USER, FIRST_MESSAGE = 10**17, 11 * 10**17
WITH_GAME_ID = ("seats", "deals", "actions", "messages", "deadlines", "cuts", "boards")


class Watched(Wire):
    """Discord that records the time of each call, and lets unknown messages be edited and read."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[tuple[float, str]] = []

    def _note(self, call: str) -> None:
        self.times.append((time.monotonic(), call))
        super()._note(call)

    def _changed(self, message: str, body: dict[str, Any]) -> Any:  # noqa: ANN401 - the library's own
        if message not in self.messages:
            self.messages[message] = board(message)
        return super()._changed(message, body)

    async def hand(self, user: int, table: int, message: str) -> float:
        """Let a member press *My hand* on a table's board, and return the seconds until the answer."""
        began = time.monotonic()
        data = {"custom_id": ShowHand(table).custom_id, "component_type": 2}
        asked = await self.interact(user, 3, data, CHANNEL, board(message, ShowHand(table).custom_id))
        async with asyncio.timeout(180):
            await asked.answered.wait()
        return time.monotonic() - began


def board(message: str, custom_id: str = "any") -> dict[str, Any]:
    """Return a message of the bot with one button, as Discord sends it."""
    button = {"type": 2, "id": 2, "style": 1, "label": "My hand", "custom_id": custom_id}
    return {
        "id": message, "channel_id": CHANNEL, "author": BOT_USER,
        "content": "", "components": [{"type": 1, "id": 1, "components": [button]}], "flags": 1 << 15,
        "timestamp": utcnow().isoformat(), "edited_timestamp": None, "tts": False, "mention_everyone": False,
        "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
    }  # fmt: skip


async def make(path: Path, count: int, clock: str, practice: int, *, pictures: bool) -> None:
    """Create a database with live tables as left by a bot that ended when all boards were up to date.

    Args:
        count: Number of tables.
        clock: The time for a move, by its key.
        practice: Number of tables in every hundred where one member plays against the house.
        pictures: Whether boards were drawn.
    """
    async with tables_alone(database_in(path.parent), chance=random.Random(1)) as tables:
        rng = random.Random(2)
        for number in range(TEMPLATES):
            await _played(tables, number, CLOCKS[clock], rng, house=number * 100 < practice * TEMPLATES)
        look = fingerprint_of_boards(limits_from(settings_in(path.parent)), pictures=pictures)
        async with tables.store.db.write() as tx:
            rows = await tx.live.games()
            await tx.live.note_boards(
                [BoardRow(row.id, row.board or 0, row.version, "as before", look) for row in rows]
            )
    with closing(sqlite3.connect(path)) as connection:
        _copy(connection, count)


async def _played(tables: Tables, number: int, clock: Any, rng: random.Random, *, house: bool) -> None:  # noqa: ANN401
    one, two = (Player(FIRST_USER + 2 * number + at, f"Player {at}") for at in range(2))
    guild, channel, rules = int(GUILD), int(CHANNEL), build_rules("modern", 2, {})
    boards = itertools.count(FIRST_MESSAGE + number, 10**7)
    if house:
        table = await tables.practise(
            guild_id=guild, channel_id=channel, player=one, rules=rules, preset="modern", language="en",
            level=Level.NOVICE,
        )  # fmt: skip
    else:
        table = await tables.open(
            guild_id=guild, channel_id=channel, opener=one, rules=rules, terms=Terms("modern", clock=clock)
        )
        await tables.ask(table.id, dealing.posted, next(boards))
        await tables.join(table.id, two)
        await tables.start(table.id, one.user_id)
        table = await tables.ask(table.id, dealing.posted, next(boards))
    for _ in range(20 + 3 * number):
        if table.awaits_deal and table.seal is not None and house:
            await tables.ask(table.id, dealing.deal_in_private, one.user_id, next(boards))
            table = await tables.ask(table.id, dealing.dealt_in_private, next(boards), table.seal.commitment)
        elif table.awaits_deal:
            await tables.ask(table.id, dealing.posted, next(boards))
            await tables.ask(table.id, dealing.deal, one.user_id)
            table = await tables.ask(table.id, dealing.posted, next(boards))
        user = table.turn_users[0]
        action = rng.choice([a for a in table.view(user).offered if a.verb != "resign"])  # type: ignore[union-attr]
        done = await tables.act(table.id, user, action.text.partition(" ")[2], table.ply)
        table = done.table
    while house and table.turn_users[0] != one.user_id:
        user = table.turn_users[0]
        action = table.view(user).offered[0]  # type: ignore[union-attr]
        table = (await tables.act(table.id, user, action.text.partition(" ")[2], table.ply)).table
    for message in table.messages:  # each shows its final state
        if message.role == dealing.CLOSING:
            await tables.ask(table.id, dealing.unposted, message.message_id)
    if not house:  # players who wait that long have been reminded
        await tables.ask(table.id, dealing.posted, FIRST_MESSAGE + 10**9 + number, role="nudge")


def _copy(connection: sqlite3.Connection, count: int) -> None:
    """Copy the games in the database until there are `count` games."""
    connection.row_factory = sqlite3.Row
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    games = [dict(row) for row in connection.execute("SELECT * FROM games ORDER BY id")]
    parts = {
        name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608 - names of our own
        for name in WITH_GAME_ID
        if name in there
    }
    for at in range(len(games), count):
        template, by = games[at % len(games)], at - at % len(games)
        moved = {"id": at + 1, "opener_id": template["opener_id"] + 2 * by}
        _insert(connection, "games", [template | moved])
        for name, rows in parts.items():
            copies = [_shifted(row, by) | {"game_id": at + 1} for row in rows if row["game_id"] == template["id"]]
            _insert(connection, name, copies)
    connection.commit()


def _shifted(row: dict[str, Any], by: int) -> dict[str, Any]:
    """Return a copied row with other users and messages."""
    changed = {}
    if (user := row.get("user_id")) is not None and user >= FIRST_USER:
        changed["user_id"] = user + 2 * by
    if row.get("message_id") is not None:
        changed["message_id"] = row["message_id"] + by
    return row | changed


def _insert(connection: sqlite3.Connection, name: str, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        columns = ", ".join(rows[0])
        marks = ", ".join("?" for _ in rows[0])
        statement = f"INSERT INTO {name} ({columns}) VALUES ({marks})"  # noqa: S608 - names of our own
        connection.executemany(statement, [tuple(row.values()) for row in rows])


async def started(path: Path, seconds: float, *, pictures: bool, count: int, hands: int = 0) -> dict[str, Any]:
    """Start the bot with a database, and return the measurements after `seconds`.

    Args:
        seconds: Number of seconds that the bot runs.
        pictures: Whether boards and hands are drawn.
        count: Number of tables.
        hands: Number of tables where *My hand* is then pressed, after which the memory is measured again.
    """
    wire, launcher = Watched(), Launcher()
    await wire.start()
    try:
        began = time.monotonic()
        launched = await launcher.start(
            path.parent, "run", server=wire, DISCORD_TOKEN="any",  # noqa: S106
            BEZIQUE_DATABASE_URL=database_in(path.parent), BEZIQUE_PICTURES=str(pictures).lower(),
        )  # fmt: skip
        await wire.wait_for("GATEWAY")
        online = time.monotonic() - began
        clicked = await wire.hand(*_seated(path, count // 2)) if count else 0.0
        answered = time.monotonic() - began
        ready = {"online_seconds": round(online, 2), "answered_seconds": round(answered, 2)}
        own = len(wire.times)
        await asyncio.sleep(max(0.0, seconds - answered))
        process = launched._process  # noqa: SLF001 - the one that was started
        memory = _resident(process)
        waits = [await wire.hand(*_seated(path, table)) for table in range(1, hands + 1)]
        pressed = {"hands": hands, "resident_kb_after_hands": _resident(process)} if hands else {}
        if waits:
            pressed["hand_ms"] = round(sorted(waits)[hands // 2] * 1000)
        ended = await launched.stop(signal.SIGTERM)
        problems = [line for line in ended.err.splitlines() if '"level":"error"' in line or "Traceback" in line]
        calls = [(at, call) for at, call in wire.times if "/messages" in call and at > began]
        a_second = Counter(int(at - began) for at, _ in calls)
        return ready | {
            "click_seconds": round(clicked, 2), "calls": len(calls), "calls_before_click": own,
            "calls_a_second_at_most": max(a_second.values(), default=0), "resident_kb": memory,
            "problems": problems[:3],
        } | pressed  # fmt: skip
    finally:
        launcher.close()
        await wire.stop()


def _seated(path: Path, table: int) -> tuple[int, int, str]:
    """Return a user with a seat at a table, the table, and its board."""
    with closing(sqlite3.connect(path)) as connection:
        user = connection.execute("SELECT user_id FROM seats WHERE game_id = ? AND user_id > 0", (table,)).fetchone()
        asked = "SELECT message_id FROM messages WHERE game_id = ? AND role = 'board' AND NOT closed"
        message = connection.execute(asked, (table,)).fetchone()
        return user[0], table, str(message[0])


def _resident(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


async def ticked(path: Path, times: int) -> dict[str, Any]:
    """Load the tables of a database in this process, and return the cost of the check made every second."""
    now, began = utcnow(), time.perf_counter()
    async with tables_alone(database_in(path.parent), now=lambda: now) as tables:
        loaded = time.perf_counter() - began
        thinking = Thinking(0)
        house = HouseMoves(tables, _nothing, thinking)
        spent = []
        for _ in range(times):
            began = time.perf_counter()
            house.tick()
            await tables.tick()
            spent.append((time.perf_counter() - began) * 1000)
        await house.close()
        thinking.close()
    return {
        "load_seconds": round(loaded, 2),
        "tick_ms": {"median": round(sorted(spent)[len(spent) // 2], 3), "worst": round(max(spent), 3)},
    }


async def _nothing(_table_id: int) -> None:
    """Show no table."""


async def main() -> None:
    """Run the measurement selected on the command line, and print it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60, help="how long the bot runs")
    parser.add_argument("--clock", default="none", choices=CLOCKS)
    parser.add_argument("--practice", type=int, default=50, help="of a hundred tables, one member against the house")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--restarts", type=int, default=2, help="how often the bot starts over the same database")
    parser.add_argument("--hands", type=int, default=0, help="at how many tables somebody looks at their hand at last")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, empty = Path(folder) / "full" / "bezique.db", Path(folder) / "empty" / "bezique.db"
        for each in (path, empty):
            each.parent.mkdir()
        await make(path, options.tables, options.clock, options.practice, pictures=options.pictures)
        await (await Store.open(database_in(empty.parent))).close()
        nothing = await started(empty, 5, pictures=options.pictures, count=0)
        for number in range(options.restarts):
            last = number == options.restarts - 1
            run = await started(
                path, options.seconds, pictures=options.pictures, count=options.tables, hands=options.hands * last
            )
            a_table = (run["resident_kb"] - nothing["resident_kb"]) / options.tables
            print(json.dumps({"start": number + 1, "kb_a_table": round(a_table, 1), **run}), flush=True)
        print(json.dumps(await ticked(path, 20)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
