"""Tournaments held at real tables over a real database, by a bot that may be started anew at any time."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Collection, Sequence
from datetime import timedelta

import pytest

from bot.club import Tournaments
from bot.club.tournaments import decisions
from bot.club.tournaments.values import Form, Pairing, Tournament
from bot.engine import Rules
from bot.tables import CLOCKS, Player, Refused, Table, Tables, Why
from bot.tables.decisions import fixtures, play
from bot.tables.values.clocks import Clock as MoveClock
from db import Store
from tests.tables.at_table import (
    CHANNEL,
    GUILD,
    TWO,
    Clock,
    all_woken,
    loading,
    post_board,
    tables_over,
)  # fmt: skip

LIVE_3 = CLOCKS["live-3"]
ORGANIZER = 2**60 + 77


class House:
    """Where a tournament is held: tables and tournaments over one database, which may be started anew."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.tables: Tables = tables_over(store, clock)
        self.tournaments = Tournaments(store, self.tables)
        self.starts = 0

    async def start(self) -> None:
        """Start the bot anew, as after it was killed."""
        self.starts += 1
        self.tables = tables_over(self.store, self.clock, seed=self.starts)
        await loading(self.tables).load()
        await all_woken(self.tables)
        self.tournaments = Tournaments(self.store, self.tables)
        await self.tournaments.load()

    async def opened(
        self, people: Sequence[Player], form: Form = Form.ROUND_ROBIN, *, rules: Rules = TWO, rounds: int = 0,
        clock: MoveClock = LIVE_3, organizer: int = ORGANIZER,
    ) -> Tournament:  # fmt: skip
        draft = decisions.opened(
            self.clock(), guild_id=GUILD, channel_id=CHANNEL, organizer_id=organizer, name="Spring Cup", form=form,
            rules=rules, preset="modern", clock=clock, rounds=rounds, lasting=timedelta(hours=2),
        )  # fmt: skip
        tournament = await self.tournaments.create(draft)
        for player in people:
            self.clock.pass_by(seconds=1)
            tournament = await self.tournaments.change(tournament.id, decisions.joined, self.clock(), player)
        return tournament

    async def begun(
        self, people: Sequence[Player], form: Form = Form.ROUND_ROBIN, *, in_threads: bool = True, **how: object
    ) -> Tournament:
        """Open a tournament, let these people join, start it, and open its first tables."""
        tournament = await self.opened(people, form, **how)  # type: ignore[arg-type]
        await self.started(tournament, by=tournament.organizer_id)
        return await self.on(tournament.id, in_threads=in_threads)

    async def started(
        self, tournament: Tournament, at: Tournaments | None = None, *, by: int = ORGANIZER, seed: int = 3
    ) -> Tournament:
        """Start a tournament, here or in another process, and open no table yet."""
        at = at or self.tournaments
        return await at.change(
            tournament.id, decisions.started, self.clock(), random.Random(seed), by, await at.ratings(tournament),
            manages=False,
        )  # fmt: skip

    async def joined(
        self, tournament: Tournament, player: Player, partner: int | None = None, *, shunned: Collection[int] = ()
    ) -> Tournament:
        """Let somebody join, perhaps with the partner whom they want."""
        change = self.tournaments.change
        return await change(tournament.id, decisions.joined, self.clock(), player, partner, shunned=shunned)

    async def on(self, number: int, *, in_threads: bool = True) -> Tournament:
        """Bring a tournament on as far as it goes by itself, as the clock does."""
        while (advanced := await self.tournaments.advance(number, in_threads=in_threads)).again:
            pass
        return advanced.tournament

    async def ready(self, pairing: Pairing, *users: int) -> Table:
        """Let the people of a pairing say that they are ready; without any, all of them."""
        table = await self.table(pairing)
        if not table.messages:
            table = await post_board(self.tables, table.id)
        for user in users or table.users:
            table = (await self.tables.ask(table.id, fixtures.ready, user)).table
        return await post_board(self.tables, table.id) if table.being_dealt else table

    async def table(self, pairing: Pairing) -> Table:
        assert pairing.table_id is not None
        return await self.tables.get(pairing.table_id)

    async def lost(self, pairing: Pairing, seat: int = 1) -> Table:
        """Play a pairing in which a seat gives up."""
        table = await self.ready(pairing)
        return (await self.tables.ask(table.id, play.resign, table.users[seat])).table


def games_of(tournament: Tournament, number: int = 1) -> list[Pairing]:
    """Return the pairings of a round in which two meet."""
    return [each for each in tournament.of_round(number) if each.away is not None]


def people(count: int) -> list[Player]:
    return [Player(2**60 + 200 + at, f"P{at}") for at in range(1, count + 1)]


async def why(request: Awaitable[object]) -> Why:
    with pytest.raises(Refused) as caught:
        await request
    return caught.value.why
