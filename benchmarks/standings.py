"""Lists and standings over many games: the time for the pages of one server with very many games.

A database of that size is filled directly, without the bot's own code, then read as the commands read it: leaderboards,
statistics, two members together, the list of finished games, and the list of a daily deal with very many players. Half
of the pages belong to the members with the most games; readers see all channels, 500, or none with a game in it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Engine, event

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.cli.connect import look_for_garbage_less_often
from bot.club import Board, By, Standings, Statistics
from bot.club.daily import DailyDeals, begins, number_at
from bot.club.daily.news import ServerNews
from bot.club.people import People
from bot.club.standings.results import written_rules
from bot.engine import build_rules
from bot.tables import Tables
from bot.tables.archive import Archive
from db import Store, Visible

GUILD, PAGE = 7, 10
KINDS = ("two", "two", "two", "two", "two", "two", "three", "four", "partners")
PLAYERS = {"two": 2, "three": 3, "four": 4, "partners": 4}
REASONS = (
    *("brisques", "last-trick", "common-marriage", "royal-marriage", "single-bezique", "double-bezique", "sequence"),
    *("four-knaves", "four-queens", "four-kings", "four-aces", "dealer-seven", "exchange", "seven-played"),
)
COLUMNS = {
    "games": "id, guild_id, channel_id, kind, status, rules, settings, opener_id, created_at, started_at, ended_at, "
    "end_reason, winner, version",
    "seats": "game_id, seat, user_id, name, joined_at",
    "results": "game_id, seat, guild_id, user_id, won, points, outcome, side, rated, ended_at, game_kind, deals, "
    "best_deal, double_beziques, mu_before, sigma_before, mu, sigma",
    "ratings": "guild_id, game_kind, user_id, mu, sigma, last_day, games",
    "standings": "guild_id, season, game_kind, user_id, games, wins, points, deals, best_deal, double_beziques",
    "records": "guild_id, user_id, company, game_kind, games, won, drawn, points, deals, best_deal, streak, longest",
    "meetings": "guild_id, user_id, other_id, partners, games, won, lost, drawn, points, other_points, first_at, "
    "last_at",
    "sources": "guild_id, user_id, reason, points, times",
    "rules_played": "guild_id, user_id, rules, games",
    "daily_deals": "number, commitment, secret, drawn_at",
    "daily_games": "number, user_id, game_id, guild_id, begun_at, points, shared",
}
DAYS, OTHERS = 30, 2
"""Number of days with daily deals, and number of other servers that have as many games of today's deal."""
NOW = datetime(2026, 10, 1, 12, tzinfo=UTC)
_FIRST_USER = 1000
Page = Callable[[], Awaitable[object]]


class Filling:
    """The rows of a server's invented games, counted as the bot counts them."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.rows: dict[str, list[tuple[Any, ...]]] = {
            each: [] for each in ("games", "seats", "results", "daily_deals", "daily_games")
        }
        self.ratings: dict[tuple[Any, ...], list[Any]] = {}
        self.standings: dict[tuple[Any, ...], list[Any]] = {}
        self.records: dict[tuple[Any, ...], list[Any]] = {}
        self.meetings: dict[tuple[Any, ...], list[Any]] = {}
        self.sources: dict[tuple[Any, ...], list[Any]] = {}
        self.rules: dict[tuple[Any, ...], list[Any]] = {}

    def play(self, game: int, guild: int, users: list[int], kind: str, at: datetime) -> None:
        """Invent a game won by the first of these users, or the first pair of partners."""
        chance, text = self.chance, at.isoformat(" ", "microseconds")
        played = {"preset": "modern", "players": len(users), "target": 1000, "partners": kind == "partners"}
        rules, rest = json.dumps(played), json.dumps({"rest": "x" * 600})
        about = (guild, 9, "open", "finished", rules, rest, users[0], text, text, text, "score", "[0]", 90)
        self.rows["games"].append((game, *about))
        sides = [seat % 2 if kind == "partners" else seat for seat in range(len(users))]
        points = [1000 - 100 * side + 10 * chance.randrange(9) for side in sides]
        months = ("", f"{at:%Y-%m}", f"{at:%Y}-Q{(at.month + 2) // 3}")
        for seat, user in enumerate(users):
            won, rating = sides[seat] == 0, self.ratings.setdefault((guild, kind, user), [25.0, 8.0, 0, 0])
            before = rating[0]
            rating[0] += chance.uniform(0, 0.4) if won else -chance.uniform(0, 0.4)
            rating[1], rating[2], rating[3] = (
                max(2.0, rating[1] * 0.99),
                at.toordinal(),
                rating[3] + 1,
            )
            self.rows["seats"].append((game, seat, user, f"Member {user}", text))
            ended = (won, points[seat], "won" if won else "lost", sides[seat], 1, text, kind)
            strength = (before, rating[1], rating[0], rating[1])
            self.rows["results"].append((game, seat, guild, user, *ended, 2, points[seat] // 2, 0, *strength))
            counted = (1, won, points[seat], 2, points[seat] // 2, int(chance.random() < 0.05))
            for season, each in product(months, ("", kind)):
                self._add(self.standings, (guild, season, each, user), counted)
            for each in ("", kind):
                self._add(
                    self.records, (guild, user, "people", each), (1, won, 0, points[seat], 2, points[seat] // 2, 1, 1)
                )
            for other, them in enumerate(users):
                if them != user:
                    key = (guild, user, them, sides[other] == sides[seat])
                    self._add(self.meetings, key, (1, won, sides[other] == 0, 0, points[seat], points[other]))
            for reason in chance.sample(REASONS, 9):
                self._add(self.sources, (guild, user, reason), (100, 2))
            by = build_rules(
                "modern", len(users), {"partners": kind == "partners", "target": chance.choice((500, 1000))}
            )
            self._add(self.rules, (guild, user, written_rules(by, "modern")), (1,))

    def play_daily(self, number: int, guild: int, users: Iterable[int]) -> None:
        """Invent that some users have played the deal of a day in a server."""
        at = (begins(number) + timedelta(hours=1)).replace(tzinfo=None).isoformat(" ", "microseconds")
        for user in users:
            game, points = len(self.rows["games"]) + 10**7, 10 * round(self.chance.gauss(0, 30))
            about = (guild, 9, "daily", "finished", '{"preset":"modern"}', "{}", user, at, at, at, "score", "[0]", 90)
            self.rows["games"].append((game, *about))
            self.rows["seats"].append((game, 0, user, f"Member {user}", at))
            self.rows["daily_games"].append((number, user, game, guild, at, points, 0))

    def _add(self, table: dict[tuple[Any, ...], list[Any]], key: tuple[Any, ...], values: tuple[Any, ...]) -> None:
        row = table.setdefault(key, [0] * len(values))
        for at, value in enumerate(values):
            row[at] += value

    def into(self, connection: sqlite3.Connection) -> None:
        """Write all rows."""
        day = "2026-01-01 00:00:00.000000"
        rows = self.rows | {
            "ratings": [(*key, *row) for key, row in self.ratings.items()],
            "standings": [(*key, *row) for key, row in self.standings.items()],
            "records": [(*key, *row) for key, row in self.records.items()],
            "meetings": [(*key, *row, day, day) for key, row in self.meetings.items()],
            "sources": [(*key, *row) for key, row in self.sources.items()],
            "rules_played": [(*key, *row) for key, row in self.rules.items()],
        }
        for table, named in COLUMNS.items():
            marks = ",".join("?" * (named.count(",") + 1))
            insertion = f"INSERT INTO {table} ({named}) VALUES ({marks})"  # noqa: S608 - names from above
            connection.executemany(insertion, rows[table])


def fill(path: Path, games: int, members: int, servers: int) -> None:
    """Store finished games of a server, whose members play more or less often, and those of small servers."""
    chance, began = Random(1), datetime(2025, 1, 1, tzinfo=UTC).replace(tzinfo=None)
    filling, step = Filling(chance), timedelta(minutes=900_000 / games)
    for game in range(1, games + 1):
        kind = chance.choice(KINDS)
        users: list[int] = []
        while len(users) < PLAYERS[kind]:
            # Each member has played at least one game.
            one = len(users) == 0 and game <= members
            user = _FIRST_USER + (game - 1 if one else int(members * chance.random() ** 3))
            if user not in users:
                users.append(user)
        chance.shuffle(users)
        filling.play(game, GUILD, users, kind, began + game * step)
    for number in range(1, servers):
        for each in range(5):
            users = [_FIRST_USER + chance.randrange(members), _FIRST_USER + members + number]
            at = began + timedelta(days=chance.randrange(600))
            filling.play(games + 5 * number + each, GUILD + number, users, "two", at)
    today = number_at(NOW)
    for number in range(today - DAYS, today + 2):
        filling.rows["daily_deals"].append((number, "0" * 64, "0" * 128, "2026-01-01 00:00:00.000000"))
    for number in range(today - DAYS, today):
        filling.play_daily(number, GUILD, range(_FIRST_USER, _FIRST_USER + members // 10))
    filling.play_daily(today, GUILD, range(_FIRST_USER, _FIRST_USER + members))
    for other in range(1, OTHERS + 1):
        first = _FIRST_USER + 10**6 * other
        filling.play_daily(today, GUILD + other, range(first, first + members))
    with closing(sqlite3.connect(path)) as connection, connection:
        filling.into(connection)


def pages(store: Store, members: int) -> Iterator[tuple[str, Page]]:
    """Yield the pages by name, each asking for different members and page numbers every time."""
    chance, standings, records, archive = (
        Random(2),
        Standings(store, lambda: NOW),
        Statistics(store, lambda: NOW),
        Archive(store),
    )
    every = Visible(None)
    some = Visible(frozenset(range(500)), _FIRST_USER + 77)
    none = Visible(frozenset(range(10, 510)), _FIRST_USER - 1)  # has played nothing
    tables = Tables(store, lambda: NOW)
    daily = DailyDeals(tables)
    news = ServerNews(tables, daily)

    def whoever() -> int:
        return _FIRST_USER + (chance.randrange(20) if chance.random() < 0.5 else chance.randrange(members))

    def board(by: By, kind: str, season: str) -> Page:
        last = 0 if by is By.RATING and season else members // PAGE
        return lambda: standings.leaderboard(
            Board(GUILD, by, season, kind), whoever(), PAGE, PAGE * chance.choice((0, 1, chance.randrange(last + 1)))
        )

    for by in By:
        kinds = ("two",) if by is By.RATING else ("", "two")
        for kind in kinds:
            for season in ("",) if by is By.RATING else ("", "2026-02", "2026-Q1"):
                yield f"leaderboard {by.value} {kind or 'all'} {season or 'ever'}", board(by, kind, season)
    yield "menus of a leaderboard", lambda: standings.boards(GUILD)
    yield "stats", lambda: records.stats(GUILD, whoever(), every)
    yield "stats, few channels seen", lambda: records.stats(GUILD, whoever(), some)
    yield "stats, no channel seen", lambda: records.stats(GUILD, whoever(), none)
    yield "stats, course of a kind seldom played", lambda: records.stats(GUILD, whoever(), every, "partners")
    yield "versus", lambda: records.versus(GUILD, whoever(), whoever(), every)
    yield "versus, few channels seen", lambda: records.versus(GUILD, whoever(), whoever(), some)
    yield "versus, no channel seen", lambda: records.versus(GUILD, whoever(), whoever(), none)
    yield "finished games", lambda: archive.finished(GUILD, every, None, PAGE, PAGE * chance.randrange(100))
    yield "finished games of a member", lambda: archive.finished(GUILD, every, whoever(), PAGE, 0)
    yield "finished games, few channels seen", lambda: archive.finished(GUILD, some, None, PAGE, 0)
    yield "finished games, no channel seen", lambda: archive.finished(GUILD, none, None, PAGE, 0)
    yield "daily deal, today", lambda: daily.day(number_at(NOW), GUILD, whoever())
    yield "daily deal, yesterday", lambda: daily.day(number_at(NOW) - 1, GUILD, whoever())
    yield "daily deal, the server's message", lambda: news.of(GUILD)
    people = People(store)
    yield "what is kept of a member", lambda: people.kept(whoever(), GUILD)


async def measured(page: Page, times: int) -> list[float]:
    """Return medians and 99th percentiles of the reading times in milliseconds: elapsed, and of the processor."""
    took, used = [], []
    for _ in range(times):
        began, before = time.perf_counter(), time.process_time()
        await page()
        took.append((time.perf_counter() - began) * 1000)
        used.append((time.process_time() - before) * 1000)
    took.sort()
    used.sort()
    return [each[at] for each in (took, used) for at in (times // 2, int(times * 0.99))]


async def plans(path: Path, page: Page) -> list[str]:
    """Return the database's query plans for a page's statements, one line per step except simple look-ups."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:  # noqa: ANN401, FBT001
        if statement.startswith("SELECT"):
            asked.append((statement, values))

    event.listen(Engine, "before_cursor_execute", note)
    await page()
    event.remove(Engine, "before_cursor_execute", note)
    found: dict[str, None] = {}  # looking up names repeats the same step many times
    with closing(sqlite3.connect(path)) as connection:
        for statement, values in asked:
            for step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values):
                if not str(step[3]).startswith(("SCAN anon", "CO-ROUTINE", "COMPOUND", "UNION", "LEFT-MOST")):
                    found[str(step[3])] = None
    return list(found)


async def main_async(chosen: argparse.Namespace) -> None:
    """Fill, measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        path = chosen.database or Path(folder) / "bezique.db"
        url, is_new = f"sqlite+aiosqlite:///{path}", not path.exists()
        store = await Store.open(url)
        if is_new:
            await store.close()
            fill(path, chosen.games, chosen.members, chosen.servers)
            store = await Store.open(url)
        look_for_garbage_less_often()  # as the bot does
        print(f"{'ms':44}{'median':>9}{'p99':>9}{'processor':>11}{'p99':>9}")
        for name, page in pages(store, chosen.members):
            if chosen.only not in name:
                continue
            await page()
            median, most, used, most_used = await measured(page, chosen.times)
            print(f"{name:44}{median:9.1f}{most:9.1f}{used:11.1f}{most_used:9.1f}", flush=True)
            if chosen.plans:
                for line in await plans(path, page):
                    print(f"    {line}")
        await store.close()


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure lists and standings over many games.")
    parser.add_argument("--games", type=int, default=100_000, help="finished games of one server (default 100000)")
    parser.add_argument("--members", type=int, default=10_000, help="its members who have played (default 10000)")
    parser.add_argument("--servers", type=int, default=1_000, help="servers in all, the others small (default 1000)")
    parser.add_argument("--times", type=int, default=200, help="how often each page is read (default 200)")
    parser.add_argument("--database", type=Path, metavar="FILE", help="fill this file, or read what it was filled with")
    parser.add_argument("--only", default="", metavar="WORDS", help="pages in whose name this stands")
    parser.add_argument("--plans", action="store_true", help="print how the database answers each page")
    asyncio.run(main_async(parser.parse_args()))


if __name__ == "__main__":
    main()
