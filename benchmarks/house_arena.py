"""The house against earlier versions of itself: every deck from all seats, with every result stored at once.

Stored results are not played again, so that an interrupted run continues where it stopped, and several runs can share
the work (``--part 0/2`` and ``--part 1/2``). Equal players get equal random seeds, so that two versions with the same
decisions score zero.

    python benchmarks/house_arena.py play strong strong-1 --decks 200 --book arena.jsonl
    python benchmarks/house_arena.py play regular regular@45d7226 --decks 2000 --book arena.jsonl
    python benchmarks/house_arena.py play strong strong-1 --totals 900 --target 1000 --decks 400 --book arena.jsonl
    python benchmarks/house_arena.py play strong regular --whole --target 1000 --decks 120 --book arena.jsonl
    python benchmarks/house_arena.py report --book arena.jsonl

A player is a level of this folder's house, or ``level@commit``, or ``level@folder``. With ``--compiled`` the folders of
commits are compiled first (:mod:`bot.house.native`), which changes no decision. With ``--whole`` a deck is the first of
a game, and the game is played to its end.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.house import lucks, times
from bot.engine import PRESETS, Action, parse_action
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.legality import legal_moves
from bot.engine.moves import advance
from bot.house.chance import Purpose, seed_for

ROOT: Final = Path(__file__).resolve().parents[1]
NAMED: Final = {"strong-1": "strong@45d7226"}
"""Versions used repeatedly for comparison: *strong* as of 22 November 2026."""
DEALS: Final = 60
"""Maximum number of deals in a game."""
MANY: Final = 20
"""Minimum number of decks from which the share of the points that luck explains is estimated."""
TABLES: Final = {"two": (2, False), "three": (3, False), "four": (4, False), "partners": (4, True)}


def law_of(preset: str, table: str, target: int) -> Law:
    """Return the rules of a kind of table, compiled; a game without a target has none."""
    return law_for(PRESETS[preset].rules(TABLES[table][0]).changed(changes_of(preset, table, target)))


def changes_of(preset: str, table: str, target: int) -> dict[str, bool | int | str]:
    """Return the changes to a preset for a kind of table."""
    players, partners = TABLES[table]
    changes: dict[str, bool | int | str] = {"partners": True} if partners else {}
    return {**changes, "target": target} if "target" in PRESETS[preset].rules(players).free() else changes


class Match(NamedTuple):
    """The players and settings of a match, by which results are grouped."""

    one: str
    other: str
    preset: str
    table: str
    target: int
    totals: int
    groups: int
    """Number of sample groups (0: the usual number)."""
    seed: int
    whole: bool = False
    """Whether whole games are played instead of single deals."""

    @property
    def law(self) -> Law:
        """The rules, compiled."""
        return law_of(self.preset, self.table, self.target)

    @property
    def changes(self) -> dict[str, bool | int | str]:
        """The changes to the preset."""
        return changes_of(self.preset, self.table, self.target)


class Seat:
    """A player, which is a process with the house of some folder."""

    def __init__(self, folder: Path, level: str, groups: int) -> None:
        self._level, self._groups = level, groups
        self._orders: dict[str, Any] = {}
        self._process = subprocess.Popen(  # noqa: S603 - this Python, this file's neighbour
            [sys.executable, str(ROOT / "benchmarks" / "house_seat.py"), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.seconds: list[float] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.kill()
        self._process.wait()

    def open(self, start: dict[str, Any]) -> None:
        """Send the beginning of a deal to the player."""
        self._orders = {"open": start, "done": []}

    def saw(self, action: Action) -> None:
        """Send an action of any seat to the player."""
        self._orders.setdefault("done", []).append(action.text)

    def seen(self, texts: list[str]) -> None:
        """Send all earlier actions to the player."""
        self._orders["done"] = texts

    def choose(self, seed: int) -> Action:
        """Return the player's choice for the seat on turn.

        Raises:
            RuntimeError: the process has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {**self._orders, "level": self._level, "groups": self._groups, "seed": seed}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        self._orders = {}
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process of {self._level} has ended")
        text, seconds = json.loads(line)
        if seconds:
            self.seconds.append(seconds)
        return parse_action(text)


class Outcome(NamedTuple):
    """The results of a deal or game for each seat."""

    points: tuple[float, ...]
    luck: tuple[float, ...]
    """How much better the drawn cards looked than the mean of those that could have been drawn."""
    won: tuple[float, ...]
    """Each seat's share of winning the game; 0 for all if the deal did not end it."""


def play_game(match: Match, law: Law, name: str, dealer: int, seats: list[Seat]) -> Outcome:
    """Play deals until one ends the game.

    Raises:
        RuntimeError: a player has broken the rules, or the game has not ended after `DEALS` deals.
    """
    start = totals = (float(match.totals),) * law.players
    luck = (0.0,) * law.players
    for at in range(DEALS):
        carried = tuple(int(each) for each in totals)
        found = play_deal(match, law, f"{name}:{at}", (dealer + at) % law.players, seats, carried, at + 1)
        totals = tuple(a + b for a, b in zip(totals, found.points, strict=True))
        luck = tuple(a + b for a, b in zip(luck, found.luck, strict=True))
        if any(found.won):
            points = tuple(after - before for after, before in zip(totals, start, strict=True))
            return Outcome(points, luck, found.won)
    raise RuntimeError(f"{DEALS} deals did not end a game to {match.target}")


def play_deal(
    match: Match, law: Law, name: str, dealer: int, seats: list[Seat], totals: tuple[int, ...], number: int = 1
) -> Outcome:
    """Play one deck and return its outcome.

    Raises:
        RuntimeError: a player has broken the rules.
    """
    deck = list(law.pack)
    random.Random(name).shuffle(deck)
    deal = open_deal(law, number, dealer, tuple(deck), totals)
    start = {
        "preset": match.preset, "players": law.players, "changes": match.changes, "number": number, "dealer": dealer,
        "deck": deck, "totals": totals,
    }  # fmt: skip
    for seat in set(seats):
        seat.open(start)
    lucky = [0.0] * law.players
    ply = 0
    while not deal.over:
        legal = legal_moves(deal)
        action = legal[0]
        if len(legal) > 1:
            action = seats[deal.turn].choose(seed_for(name, ply, deal.turn, Purpose.MOVE))
            if action not in legal:
                raise RuntimeError(f"{action.text} is against the rules")
        for seat in set(seats):
            seat.saw(action)
        before, deal = deal, advance(deal, action)
        ply += 1
        if deal.left and deal.left < before.left:
            lucky = [a + b for a, b in zip(lucky, lucks(before, deal), strict=True)]
    points = tuple(float(after - before) for after, before in zip(deal.score.totals, totals, strict=True))
    won = [0.0] * law.players
    if deal.result is not None:
        for seat_of in deal.result.winner:
            won[seat_of] = 1.0 / len(deal.result.winner)
    return Outcome(points, tuple(lucky), tuple(won))


def lead(law: Law, seats: tuple[int, ...], points: tuple[float, ...]) -> float:
    """Return the mean points of some seats minus the mean of the other seats."""
    others = [points[seat] for seat in range(law.players) if seat not in seats]
    return sum(points[seat] for seat in seats) / len(seats) - statistics.mean(others)


def play_deck(match: Match, law: Law, number: int, one: Seat, other: Seat) -> dict[str, Any]:
    """Play a deck, or a game, once from each seat or each side, and return the mean results."""
    n = law.players
    name, dealer = f"{match.seed}:{number}", number % n
    places = law.side_seats if law.rules.partners else tuple((seat,) for seat in range(n))
    luck: list[float] = []
    plain: list[float] = []
    won: list[float] = []
    for own in places:
        seats = [one if seat in own else other for seat in range(n)]
        if match.whole:
            found = play_game(match, law, name, dealer, seats)
        else:
            found = play_deal(match, law, name, dealer, seats, (match.totals,) * n)
        # Partners count as a side, with twice the lead of each of them.
        luck.append(lead(law, own, found.luck) * len(own))
        plain.append(lead(law, own, found.points) * len(own))
        won.append(sum(found.won[seat] for seat in own) - sum(found.won) * len(own) / n)
    return {
        "deck": number,
        "luck": round(statistics.mean(luck), 3),
        "plain": round(statistics.mean(plain), 3),
        "won": round(statistics.mean(won), 4),
    }


def folder_of(version: str, *, compiled: bool) -> Path:
    """Return the folder with the house of a version: a folder's name, or a commit, which is checked out first.

    Raises:
        subprocess.CalledProcessError: there is no such commit, or the compiler failed.
    """
    folder = Path(version)
    if not folder.is_dir():
        commit = full(version)
        folder = Path(tempfile.gettempdir()) / "bezique-arena" / (commit[:12] + ("-compiled" if compiled else ""))
        if not folder.is_dir():
            fresh = folder.with_name(f"{folder.name}.{random.randrange(10**9)}")
            fresh.mkdir(parents=True)
            packed = subprocess.run(["git", "archive", commit, "bot"], cwd=ROOT, check=True, capture_output=True)  # noqa: S603, S607 - git, a commit
            subprocess.run(["tar", "-x", "-C", str(fresh)], input=packed.stdout, check=True)  # noqa: S603, S607
            if compiled:
                subprocess.run([sys.executable, "-m", "bot.house.native"], cwd=fresh, check=True)
            try:
                fresh.rename(folder)
            except OSError:
                if not folder.is_dir():
                    raise
                shutil.rmtree(fresh)  # another run has checked it out meanwhile
    return folder


def full(commit: str) -> str:
    """Return a commit's full hash."""
    asked = ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"]
    return subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603


def name_of(player: str) -> str:
    """Return a player's name in the book: a level, with the commit if it belongs to one."""
    level, _, version = NAMED.get(player, player).partition("@")
    if not version or Path(version).is_dir():
        return player
    return f"{level}@{full(version)[:9]}"


def read(book: Path) -> Iterator[tuple[Match, dict[str, Any]]]:
    """Yield the results in a book; an incomplete line is skipped."""
    if not book.exists():
        return
    for line in book.read_text(encoding="utf-8").splitlines():
        try:
            found = json.loads(line)
        except json.JSONDecodeError:
            continue
        yield Match(**{field: found.pop(field) for field in Match._fields if field in found}), found


def play(
    match: Match, players: tuple[str, str], decks: int, part: tuple[int, int], book: Path, *, compiled: bool
) -> None:
    """Play the decks whose results the book does not contain yet."""
    known = {line["deck"] for each, line in read(book) if each == match}
    law = match.law
    with ExitStack() as stack:
        seats: list[Seat] = []
        for player in players:
            level, _, version = NAMED.get(player, player).partition("@")
            folder = folder_of(version or str(ROOT), compiled=compiled)
            seats.append(stack.enter_context(Seat(folder, level, match.groups)))
        for number in range(part[0], decks, part[1]):
            if number in known:
                continue
            found = play_deck(match, law, number, *seats)
            with book.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**match._asdict(), **found}) + "\n")
        for player, seat in zip(players, seats, strict=True):
            if seat.seconds:
                print(f"{player}: {times(seat.seconds)}")


def interval(values: list[float]) -> str:
    """Return a mean with its 95% interval as text."""
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return f"{statistics.mean(values):+.2f} ± {half:.2f}"


def without_luck(points: list[float], luck: list[float]) -> tuple[float, list[float]]:
    """Return the share of the luck that best explains the points, and the points minus that share.

    Luck is zero on average, so subtracting any share of it keeps the expected value. Players of the same kind draw
    nearly the same cards on both sides of a deck, so little is left to explain between them.
    """
    if len(points) < MANY:
        return 0.0, points
    centre, mean = statistics.mean(points), statistics.mean(luck)
    spread = sum((each - mean) ** 2 for each in luck)
    share = sum((a - centre) * (b - mean) for a, b in zip(points, luck, strict=True)) / spread if spread else 0.0
    return share, [a - share * b for a, b in zip(points, luck, strict=True)]


def report(book: Path) -> None:
    """Print the results in a book, match by match."""
    found: defaultdict[Match, dict[int, dict[str, Any]]] = defaultdict(dict)
    for match, line in read(book):
        found[match].setdefault(line["deck"], line)
    for match, by_deck in found.items():
        lines = list(by_deck.values())
        effort = f", {match.groups} groups" if match.groups else ""
        print(f"{match.one} against {match.other}: {match.table}, {match.preset}{effort}, seed {match.seed}")
        plain = [line["plain"] for line in lines]
        unit, many = ("a game", "games, each from all seats") if match.whole else ("a deal", "decks")
        share, adjusted = without_luck(plain, [line["luck"] for line in lines])
        print(f"    {interval(adjusted)} points {unit} without {share:.0%} of the luck of the draw")
        print(f"    {interval(plain)} points {unit} as they fell; {len(lines)} {many}")
        if any(line["won"] for line in lines) or match.totals:
            print(f"    {interval([100 * line['won'] for line in lines])} percentage points of games won by half")


def main() -> None:
    """Read the command line and run it."""
    parser = argparse.ArgumentParser(description="The house against earlier versions of itself.")
    commands = parser.add_subparsers(dest="what", required=True)
    told = commands.add_parser("report", help="print what is known")
    told.add_argument("--book", type=Path, required=True, help="where results stand")
    more = commands.add_parser("play", help="play on")
    more.add_argument("one")
    more.add_argument("other")
    more.add_argument("--book", type=Path, required=True, help="where results are written, a line for each deck")
    more.add_argument("--decks", type=int, default=100, help="each played from all seats (100)")
    more.add_argument("--part", default="0/1", help="this run's number / how many share the decks")
    more.add_argument("--table", choices=tuple(TABLES), default="two")
    more.add_argument("--preset", choices=tuple(PRESETS), default="modern")
    more.add_argument("--target", type=int, default=10000)
    more.add_argument("--totals", type=int, default=0, help="points with which every seat begins")
    more.add_argument("--groups", type=int, default=0, help="of samples that a search plays out (the usual number)")
    more.add_argument("--seed", type=int, default=1)
    more.add_argument("--whole", action="store_true", help="play games to their end, not single deals")
    more.add_argument("--compiled", action="store_true", help="compile the folders of commits")
    chosen = parser.parse_args()
    if chosen.what == "report":
        report(chosen.book)
        return
    part, of = (int(each) for each in chosen.part.split("/"))
    match = Match(
        name_of(chosen.one), name_of(chosen.other), chosen.preset, chosen.table, chosen.target, chosen.totals,
        chosen.groups, chosen.seed, chosen.whole,
    )  # fmt: skip
    play(match, (chosen.one, chosen.other), chosen.decks, (part, of), chosen.book, compiled=chosen.compiled)


if __name__ == "__main__":
    main()
