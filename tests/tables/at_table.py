"""People at real tables over a real database file, with a clock that only the test moves."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

import pytest

from bot.club import conclude, score
from bot.engine import Game, build_rules
from bot.members import Members
from bot.members.loading import Loading
from bot.tables import Due, Limits, Player, Refused, Status, Tables, Why
from bot.tables.decisions import dealing
from bot.tables.values.parts import Terms
from db import ActionRow, CutRow, DealRow, MessageRow, SeatRow
from tests.databases import connected

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from pathlib import Path

    from bot.engine import Rules
    from bot.tables import Table
    from bot.tables.decisions.occasion import Done, Occasion
    from db import Part, Store

T = TypeVar("T")
Row = TypeVar("Row", SeatRow, DealRow, CutRow, ActionRow, MessageRow)
TWO, FOUR = build_rules("modern", 2, {}), build_rules("modern", 4, {})
PARTNERS = build_rules("modern", 4, {"partners": True})
GUILD, CHANNEL = 2**60 + 1, 2**60 + 2
ANN, BEN, CAT, DAN = PLAYERS = tuple(
    Player(2**60 + 10 + at, name) for at, name in enumerate(("Ann", "Ben", "Cat", "Dan"))
)
STRANGER = Player(2**60 + 99, "Eve")
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Clock:
    """The moment it is, until the test says otherwise."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def pass_by(self, **time: float) -> None:
        """Let time go by, as in `pass_by(minutes=3)`."""
        self.at += timedelta(**time)


def sure(value: T | None) -> T:
    """Return what must be there."""
    assert value is not None
    return value


def tables_over(
    store: Store, clock: Clock, *, seed: int = 1, limits: Limits | None = None, part: Part | None = None
) -> Tables:
    """Return the tables of a bot that has just started, or of its process with this part, before `load`."""
    return Tables(store, clock, limits or Limits(), random.Random(seed), at_end=(conclude, score), part=part)


def loading(tables: Tables) -> Loading:
    """Return what loads and drops these tables, with members' choices that nothing else keeps in memory."""
    return Loading(tables, Members(tables))


def all_due(tables: Tables) -> dict[tuple[int, Due], datetime]:
    """Return everything that waits to happen at live tables, and when."""
    return {(table.id, kind): at for table in tables.memory.awake() for kind, at in table.due.items()}


async def restarted(store: Store, clock: Clock, *, seed: int = 2) -> Tables:
    """Return the tables of a bot that has started over this database, after somebody has touched each of them."""
    tables = tables_over(store, clock, seed=seed)
    await loading(tables).load()
    await all_woken(tables)
    return tables


async def all_woken(tables: Tables) -> list[Table]:
    """Wake every live table, and see that the record of none is broken."""
    numbers = [entry.id for entry in tables.memory.live]
    found = await tables.several(numbers)
    assert [table.id for table in found] == numbers
    return found


async def same_after_a_restart(store: Store, clock: Clock, table: Table) -> bool:
    """Tell whether a bot that starts over this database finds a table as it is."""
    return await (await restarted(store, clock)).get(table.id) == table


async def open_table(
    tables: Tables,
    players: Sequence[Player] = (ANN,),
    *,
    rules: Rules | None = None,
    preset: str = "modern",
    auto_draw: bool = True,
) -> Table:
    """Open a table, post its board, and let everyone sit down."""
    opener, *others = players
    table = await tables.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        opener=opener,
        rules=rules or build_rules(preset, 2, {}),
        terms=Terms(preset, auto_draw=auto_draw),
    )
    await post_board(tables, table.id)
    for each in others:
        await tables.join(table.id, each)
    return await tables.get(table.id)


async def challenge(tables: Tables, challenger: Player = ANN, invited: Player = BEN) -> Table:
    """Challenge a member, and post the board."""
    table = await tables.challenge(
        guild_id=GUILD, channel_id=CHANNEL, challenger=challenger, invited=invited,
        rules=build_rules("modern", 2, {}), terms=Terms("modern"),
    )  # fmt: skip
    return await post_board(tables, table.id)


async def post_board(tables: Tables, table_id: int) -> Table:
    """Note a new public message for the table, with an id that follows from the table and its messages."""
    known = [message.message_id for message in (await tables.get(table_id)).messages]
    return await tables.ask(table_id, dealing.posted, 1 + max(known) if known else table_id * 10_000)


async def put(tables: Tables, made: Table) -> Table:
    """Store a table that was made without a store (`tests.tables.made`), as begun now: all of it, in one commit."""
    lobby = made.but(status=Status.LOBBY, started_at=None, game=Game(made.rules), held_seats=(), due={})
    stored = await tables.store.create(lobby.but(seats=(), deals=(), cuts=(), actions=(), messages=()))

    def numbered(rows: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(replace(row, game_id=stored.id) for row in rows)

    def all_of_it(_table: Table, at: Occasion) -> Table:
        return made.but(
            id=stored.id, started_at=made.started_at and at.now, seats=numbered(made.seats),
            deals=numbered(made.deals), cuts=numbered(made.cuts), actions=numbered(made.actions),
            messages=numbered(made.messages),
        )  # fmt: skip

    return await tables.ask(stored.id, all_of_it)


async def start_table(
    tables: Tables,
    players: Sequence[Player] = (ANN, BEN),
    *,
    rules: Rules | None = None,
    preset: str = "modern",
    auto_draw: bool = True,
) -> Table:
    """Open a table for these players and deal the first deal."""
    table = await open_table(tables, players, rules=rules, preset=preset, auto_draw=auto_draw)
    return await start(tables, table.id, players[0].user_id)


async def start(tables: Tables, table_id: int, user_id: int) -> Table:
    """Start a game and post the board of its first deal, with which that is dealt."""
    await tables.start(table_id, user_id)
    return await post_board(tables, table_id)


async def accept(tables: Tables, table_id: int, player: Player) -> Table:
    """Accept a challenge and post the board of the first deal, with which that is dealt."""
    await tables.accept(table_id, player)
    return await post_board(tables, table_id)


async def deal(tables: Tables, table_id: int, user_id: int | None = None) -> Table:
    """Ask for the next deal and post its board, with which it is dealt."""
    await tables.ask(table_id, dealing.deal, user_id)
    return await post_board(tables, table_id)


async def choose(tables: Tables, table: Table, rng: random.Random) -> Done:
    """Let whoever is on turn do something of what is offered, rather a declaration than a pass."""
    user = table.turn_users[0]
    view = sure(table.view(user))
    offered = list(view.offered)
    better = [action for action in offered if action.verb not in {"pass", "play"}]
    action = rng.choice(better if better and rng.random() < 0.8 else offered)
    return await tables.act(table.id, user, action.text.partition(" ")[2], table.ply)


async def one_step(tables: Tables, table: Table, rng: random.Random) -> Table:
    """Deal if a deal is due, else let somebody act."""
    if not table.awaits_deal:
        return (await choose(tables, table, rng)).table
    if table.seal is not None and table.seal.message_id is None:
        await post_board(tables, table.id)
    return await deal(tables, table.id, table.users[0])


async def play_out(tables: Tables, table_id: int, rng: random.Random, *, plies: int = 10_000) -> Table:
    """Play to the end, or until there are so many plies."""
    table = await tables.get(table_id)
    while table.live and table.ply < plies:
        table = await one_step(tables, table, rng)
    return table


async def refused(request: Awaitable[object]) -> Refused:
    """Return the refusal with which a request must be answered."""
    with pytest.raises(Refused) as caught:
        await request
    return caught.value


async def why(request: Awaitable[object]) -> Why:
    """Return why a request is refused."""
    return (await refused(request)).why


def sql(path: Path, *statements: str) -> None:
    """Change the database behind the bot's back."""
    with connected(path) as connection:
        for statement in statements:
            connection.execute(statement)
