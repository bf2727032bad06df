"""Lists over many finished games: how long the pages of one server take that has played a great deal.

A database of that size is filled beside the bot's own code, then read through the archive as the commands do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.club import Board, Standings
from bot.tables.archive import Archive
from db import Store, Visible

GUILD, PAGE, TRIES, EVERY = 7, 10, 7, Visible(None)
_FIRST_USER = 1000


def fill(path: Path, games: int, members: int) -> None:
    """Store so many finished games of two, of members drawn by chance, some of whom play much more than others."""
    chance, began = Random(1), datetime(2026, 1, 1)  # noqa: DTZ001 - as SQLite keeps it
    rules, settings = (
        json.dumps({"preset": "modern", "target": 1000}),
        json.dumps({"auto_draw": True, "rest": "x" * 600}),
    )
    rows, seats, results = [], [], []
    for game in range(1, games + 1):
        at = str(began + timedelta(minutes=game))
        first = int(members * chance.random() ** 3)
        users = (_FIRST_USER + first, _FIRST_USER + (first + 1 + chance.randrange(members - 1)) % members)
        rows.append((game, GUILD, 9, "open", "finished", rules, settings, users[0], at, at, at, "score", "[0]", 90))
        for seat, user in enumerate(users):
            seats.append((game, seat, user, f"Member {user}", at))
            results.append(
                (game, seat, GUILD, user, seat == 0, 1000 - 90 * seat, "lost" if seat else "won", seat, 1, at)
            )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO games (id, guild_id, channel_id, kind, status, rules, settings, opener_id, created_at,"
            " started_at, ended_at, end_reason, winner, version) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            rows,
        )
        connection.executemany("INSERT INTO seats (game_id, seat, user_id, name, joined_at) VALUES (?,?,?,?,?)", seats)
        connection.executemany(
            "INSERT INTO results (game_id, seat, guild_id, user_id, won, points, outcome, side, rated, ended_at)"
            " VALUES (?,?,?,?,?,?,?,?,?,?)",
            results,
        )


async def measure(games: int, members: int) -> dict[str, float]:
    """Return the median milliseconds of each list."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/bezique.db"
        await (await Store.open(url)).close()
        fill(Path(folder) / "bezique.db", games, members)
        store = await Store.open(url)
        archive, standings, busiest = Archive(store), Standings(store), list(range(_FIRST_USER, _FIRST_USER + PAGE))
        asked: dict[str, Callable[[], Awaitable[object]]] = {
            "finished games, page 1": lambda: archive.finished(GUILD, EVERY, None, PAGE, 0),
            "finished games, page 100": lambda: archive.finished(GUILD, EVERY, None, PAGE, 99 * PAGE),
            "finished games of the busiest, page 1": lambda: archive.finished(GUILD, EVERY, busiest[0], PAGE, 0),
            "finished games of the busiest, page 100": lambda: archive.finished(
                GUILD, EVERY, busiest[0], PAGE, 99 * PAGE
            ),
            "names of the ten busiest": lambda: archive.last_names(GUILD, busiest),
            "leaderboard, page 1": lambda: standings.leaderboard(Board(GUILD), busiest[3], PAGE, 0),
        }
        found = {}
        for name, ask in asked.items():
            times = []
            for _ in range(TRIES):
                began = time.perf_counter()
                await ask()
                times.append((time.perf_counter() - began) * 1000)
            found[name] = round(median(times), 1)
        await store.close()
    return found


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure lists over many finished games.")
    parser.add_argument("--games", type=int, default=100_000, help="finished games of one server (default 100000)")
    parser.add_argument("--members", type=int, default=2_000, help="its members who play (default 2000)")
    chosen = parser.parse_args()
    for name, milliseconds in asyncio.run(measure(chosen.games, chosen.members)).items():
        print(f"{name:44}{milliseconds:9.1f} ms")


if __name__ == "__main__":
    main()
