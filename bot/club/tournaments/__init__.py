"""The tournaments: reading, deciding and writing them in one transaction, and advancing each as far as possible.

Everything follows from the stored data. :meth:`Tournaments.advance` compares the wanted state with the present one and
does what is missing: it opens tables, notes the outcomes of those that have ended, and pairs the next round. It may be
run at any time and as often as one likes, also after a crash.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Concatenate, Final, ParamSpec
from weakref import WeakValueDictionary

from bot.club.standings.rating import day_of, kind_of, strength_on
from bot.club.tournaments import decisions, ranking
from bot.club.tournaments.values import LIVE, Form, Outcome, Pairing, Posted, State, Tournament, round_role
from bot.engine.presets import build_rules
from bot.lazy import dataclass
from bot.members import Blocks
from bot.tables import Refused, Table, Tables, Why
from bot.tables.decisions import fixtures
from bot.tables.store import AtEnd
from bot.tables.values.clocks import clock_of
from bot.tables.values.parts import Fixture, Terms
from db import Overtaken, Reader, Store, Transaction
from db.keys import KEYS
from db.tournaments import PairingRow, TournamentRow, TournamentRows

log = logging.getLogger(__name__)

P = ParamSpec("P")

AT_ONCE: Final = 8
"""Largest number of tournament tables at a time in a channel where they get no threads."""
_OPENED_AT_ONCE: Final = 4
"""Largest number of tables opened in one call of `advance` if each takes some calls to Discord."""
_LIVE: Final = tuple(state.value for state in LIVE)


@dataclass(frozen=True, slots=True)
class Advanced:
    """The outcome of advancing a tournament."""

    tournament: Tournament
    tables: tuple[int, ...] = ()
    """Tables that were opened or ended, and are to be shown."""
    again: bool = False
    """Whether another call has more tables to open."""


class Tournaments:
    """All tournaments of the bot."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._blocks = Blocks(store, tables.now)
        self._opening = asyncio.Lock()
        """Held while tables are opened, so that tournaments in one channel count each other's tables."""
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._known: dict[int, Tournament] = {}
        """Tournaments that are live, or whose messages are not final yet, as last read."""

    async def load(self) -> list[int]:
        """Load all tournaments at which something is left to do, and return their numbers."""
        part = self._tables.memory.part

        async def unfinished(reader: Reader) -> set[int]:
            return {*await reader.tournaments.in_state(_LIVE, part), *await reader.tournaments.unsettled(part)}

        numbers = sorted(await self._store.ask(unfinished))
        for number in numbers:
            await self.get(number)
        return numbers

    async def get(self, tournament_id: int) -> Tournament:
        """Return a tournament in its present state."""
        rows = None
        if tournament_id in KEYS:
            rows = await self._store.ask(lambda reader: reader.tournaments.load(tournament_id))
        if rows is None:
            raise Refused(Why.NO_SUCH_TOURNAMENT)
        return self._keep(tournament_of(rows))

    async def of_server(self, guild_id: int) -> list[Tournament]:
        """Return a server's live tournaments, the newest first."""
        numbers = await self._store.ask(lambda reader: reader.tournaments.of_guild(guild_id, _LIVE))
        return [await self.get(number) for number in numbers]

    async def over(self, guild_id: int, channels: Collection[int] | None) -> list[Tournament]:
        """Return the last ten of a server's (or some channels') tournaments that are over, the newest first."""
        states = (State.FINISHED.value, State.CANCELLED.value)
        numbers = await self._store.ask(lambda reader: reader.tournaments.of_guild(guild_id, states, channels=channels))
        return [await self.get(number) for number in numbers]

    def playing(self) -> list[Tournament]:
        """Return the tournaments in play, as last read."""
        return [each for each in self._known.values() if each.state is State.PLAYING]

    def due(self) -> list[int]:
        """Return the tournaments that `advance` should be called for.

        A table of theirs has ended since they were last read, they have waited for their start for too long, or their
        channel now has room for another table.
        """
        now, live = self._tables.now(), self._tables.memory.live
        found = []
        for tournament in self._known.values():
            pairings = tournament.of_round(tournament.round) if tournament.state is State.PLAYING else ()
            ended = any(
                each.outcome is None and each.table_id is not None and each.table_id not in live for each in pairings
            )
            has_room = _waits(tournament) and self._has_room(tournament)
            if ended or has_room or decisions.lapsed(tournament, now) is not tournament:
                found.append(tournament.id)
        return found

    async def create(self, draft: Tournament) -> Tournament:
        """Store a new tournament and return it with its number, if organizer and server have room for one."""

        async def work(tx: Transaction) -> Tournament:
            here = await tx.tournaments.of_guild(draft.guild_id, _LIVE, decisions.MOST_LIVE)
            for number in here:
                rows = await tx.tournaments.load(number)
                if len(here) >= decisions.MOST_LIVE or (
                    rows is not None and rows.tournament.organizer_id == draft.organizer_id
                ):
                    raise Refused(Why.TOO_MANY_TOURNAMENTS, detail=str(decisions.MOST_LIVE))
            new = await tx.tournaments.create(row_of(draft))
            return replace(draft, id=new, number=await tx.tournaments.number(draft.guild_id, new))

        return self._keep(await self._store.do(work))

    async def ratings(self, tournament: Tournament) -> Mapping[int, int]:
        """Return the lower bounds of the entrants' ratings in the tournament's kind of game, without the unrated."""
        users = [each.user_id for each in tournament.entrants]
        rows = await self._store.ask(
            lambda reader: reader.ratings.of(tournament.guild_id, kind_of(tournament.rules).name, users)
        )
        today = day_of(self._tables.now())
        return {user: strength_on(row, today).lowest for user, row in rows.items()}

    async def change(
        self,
        tournament_id: int,
        decide: Callable[Concatenate[Tournament, P], Tournament],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Tournament:
        """Apply a decision to a tournament and write the change, in one transaction."""

        async def work(tx: Transaction) -> Tournament:
            rows = await tx.tournaments.load(tournament_id)
            if rows is None:
                raise Refused(Why.NO_SUCH_TOURNAMENT)
            before = tournament_of(rows)
            after = decide(before, *args, **kwargs)
            if after == before:
                return before
            if not self._tables.memory.owns(before.guild_id):
                await tx.say("tournament", tournament_id)
            return await _written(tx, before, after)

        return self._keep(await self._store.do(work))

    async def withdraw(self, tournament_id: int, user_id: int) -> Tournament:
        """Withdraw an entrant (:func:`bot.club.tournaments.decisions.withdrawn`)."""
        return await self.change(tournament_id, decisions.withdrawn, user_id)

    async def posted(self, tournament_id: int, message: Posted) -> Tournament:
        """Store a message that shows a tournament, in place of an earlier one of its role."""

        def noted(tournament: Tournament) -> Tournament:
            others = tuple(each for each in tournament.posted if each.role != message.role)
            return tournament.but(posted=tuple(sorted((*others, message), key=lambda each: each.role)))

        return await self.change(tournament_id, noted)

    # ------------------------------------------------------------ advancing by itself

    async def advance(self, tournament_id: int, *, in_threads: bool, may_open: bool = True) -> Advanced:
        """Do what is missing at a tournament; the next call continues where one call is not enough.

        Args:
            in_threads: Whether its tables get their own threads, so that all pairings can have tables at once.
        """
        lock = self._locks.get(tournament_id)
        if lock is None:
            lock = self._locks[tournament_id] = asyncio.Lock()
        async with lock:
            tournament = await self.change(tournament_id, decisions.lapsed, self._tables.now())
            if tournament.state is State.CANCELLED:
                return Advanced(tournament, await self._call_off(tournament))
            if tournament.state is not State.PLAYING:
                return Advanced(tournament)
            tournament, ended = await self._settle(tournament)
            if decisions.round_over(tournament):
                tournament = await self._next_round(tournament)
            if not may_open:
                tournament = await self.change(tournament_id, decisions.stranded, self._tables.now())
            async with self._opening:
                opened = await self._open(tournament, in_threads=in_threads) if may_open else ()
                now = await self.get(tournament_id)
            return Advanced(now, (*ended, *opened), bool(opened) and _waits(now))

    async def _settle(self, tournament: Tournament) -> tuple[Tournament, tuple[int, ...]]:
        """Store the outcomes of the present round's tables, and end the tables of entrants who have withdrawn."""
        ended = []
        for pairing in tournament.of_round(tournament.round):
            if pairing.outcome is not None or pairing.away is None:
                continue
            if pairing.table_id is None:
                default = ranking.by_default(tournament, pairing.home, pairing.away)
                if default is not None:
                    tournament = await self.change(tournament.id, decisions.recorded, pairing, default)
                continue
            table = await self._table(pairing.table_id)
            gone = _gone(tournament, pairing)
            if table is not None and table.live and gone:
                table = (await self._tables.ask(table.id, fixtures.withdrawn, gone)).table
                ended.append(table.id)
            if table is None or not table.live:
                outcome, points = ranking.outcome_of(tournament, pairing, table)
                tournament = await self.change(tournament.id, decisions.recorded, pairing, outcome, points)
        return tournament, tuple(ended)

    async def _next_round(self, tournament: Tournament) -> Tournament:
        """Pair the next round, or end the tournament; the pairing runs in a thread, as it can take long."""
        while decisions.round_over(tournament):
            after = tournament.round
            apart = await self._blocks.among([each.user_id for each in tournament.entrants])
            pairs = await asyncio.to_thread(decisions.next_pairs, tournament, apart)
            if pairs is None:
                log.info("a tournament is over", extra={"tournament": tournament.id})
                return await self.change(tournament.id, decisions.finished, self._tables.now())
            tournament = await self.change(tournament.id, decisions.paired, after, pairs)
            if tournament.state is not State.PLAYING:
                break
        return tournament

    async def _open(self, tournament: Tournament, *, in_threads: bool) -> tuple[int, ...]:
        """Open tables for pairings without one, as many as there is room for.

        Each pairing gets only one table: one that has a table by then, or is decided, is refused as overtaken. Without
        threads the message of the round carries the commitments of the tables that are opened first, all before it.
        """
        paired = tournament.of_round(tournament.round)
        pairings = [each for each in paired if each.outcome is None]
        opened = []
        unposted = tournament.message(round_role(tournament.round)) is None and not any(
            each.table_id for each in paired
        )
        in_round = unposted and not in_threads and not tournament.one_table
        most = AT_ONCE if in_round else _OPENED_AT_ONCE
        for pairing in [each for each in pairings if each.table_id is None][:most]:
            if not in_threads and not self._has_room(tournament):
                break
            draft = fixtures.arranged(
                self._tables.store.occasion(),
                guild_id=tournament.guild_id,
                channel_id=tournament.channel_id,
                players=tournament.players_of(pairing),
                rules=tournament.rules,
                terms=Terms(tournament.preset, clock=tournament.clock, friendly=tournament.friendly),
                fixture=Fixture(
                    tournament.id, tournament.name, tournament.round, number=tournament.number, in_round=in_round
                ),
                lasting=tournament.lasting,
                in_thread=in_threads,
            )
            try:
                table = await self._tables.store.create(draft, _attached(pairing))
            except Overtaken:  # the pairing is decided or has a table by now, or the tournament's name was deleted
                break
            opened.append(table.id)
            if not in_threads:
                tournament = await self.get(tournament.id)  # so that the new table counts
        return tuple(opened)

    def _has_room(self, tournament: Tournament) -> bool:
        """Return whether there is room for another table of a tournament in its channel.

        Tables of other tournaments there count too. If several tournaments wait for room, those with fewer tables there
        come first.
        """
        live, standing, waiting = self._tables.memory.live, dict[int, int](), list[int]()
        for other in self._known.values():
            if other.state is State.PLAYING and other.channel_id == tournament.channel_id:
                pairings = [each for each in other.of_round(other.round) if each.outcome is None]
                standing[other.id] = sum(each.table_id in live for each in pairings if each.table_id is not None)
                waiting += [other.id] if any(each.table_id is None for each in pairings) else []
        own = standing.get(tournament.id, 0)
        before = sum(standing[each] < own for each in waiting)
        return AT_ONCE - sum(standing.values()) > before

    async def _call_off(self, tournament: Tournament) -> tuple[int, ...]:
        """Release the tables of a cancelled tournament, and return them."""
        let_go = []
        for pairing in tournament.of_round(tournament.round):
            if pairing.table_id is not None and pairing.table_id in self._tables.memory.live:
                table = await self._table(pairing.table_id)
                if table is not None and table.live and table.fixture is not None:
                    let_go.append((await self._tables.ask(table.id, fixtures.called_off)).id)
        return tuple(let_go)

    async def _table(self, table_id: int | None) -> Table | None:
        """Return a table; None if it is gone or its record is broken."""
        try:
            return await self._tables.get(table_id or 0)
        except Refused:
            return None

    def _keep(self, tournament: Tournament) -> Tournament:
        if not self._tables.memory.keeps(tournament.guild_id):
            return tournament
        if tournament.live or not all(each.settled for each in tournament.posted):
            self._known[tournament.id] = tournament
        else:
            self._known.pop(tournament.id, None)
        return tournament


def _waits(tournament: Tournament) -> bool:
    """Return whether a pairing of the present round still needs its table."""
    return any(each.outcome is None and each.table_id is None for each in tournament.of_round(tournament.round))


def _gone(tournament: Tournament, pairing: Pairing) -> Collection[int]:
    """Return the users of a pairing who have withdrawn."""
    numbers = [number for number in (pairing.home, pairing.away) if number is not None]
    members = [member for number in numbers for member in tournament.entries[number].members]
    return [member.user_id for member in members if member.withdrawn]


def _attached(pairing: Pairing) -> AtEnd:
    """Return a function that stores which table was opened for a pairing."""

    async def attach(tx: Transaction, table: Table) -> None:
        assert table.fixture is not None  # it was arranged
        of, name = table.fixture.tournament_id, table.fixture.name
        await tx.tournaments.attach(of, pairing.round, pairing.board, table.id, name)

    return attach


async def _written(tx: Transaction, before: Tournament, after: Tournament) -> Tournament:
    """Write the difference between two values of a tournament."""
    await tx.tournaments.change(row_of(after.but(version=before.version)))
    kept = {each.user_id for each in after.entrants}
    for entrant in before.entrants:
        if entrant.user_id not in kept:
            await tx.tournaments.drop_entrant(after.id, entrant.user_id)
    await tx.tournaments.put_entrants(after.id, [each for each in after.entrants if each not in before.entrants])
    await tx.tournaments.put_pairings(
        after.id, [pairing_row(each) for each in after.pairings if each not in before.pairings]
    )
    for posted in after.posted:
        if posted not in before.posted:
            await tx.tournaments.put_message(after.id, posted)
    return after.but(version=before.version + 1)


def tournament_of(rows: TournamentRows) -> Tournament:
    """Return the tournament stored in these rows."""
    row = rows.tournament
    options = dict(row.rules)
    players = int(options.pop("players"))
    return Tournament(
        id=row.id, guild_id=row.guild_id, channel_id=row.channel_id, organizer_id=row.organizer_id, name=row.name,
        form=Form(row.form), state=State(row.status), rules=build_rules(row.preset, players, options),
        preset=row.preset, clock=clock_of(row.clock), rounds=row.rounds, lasting=timedelta(minutes=row.round_minutes),
        created_at=row.created_at, round=row.round, started_at=row.started_at, ended_at=row.ended_at,
        entrants=rows.entrants, pairings=tuple(_pairing(each) for each in rows.pairings), posted=rows.messages,
        version=row.version, friendly=row.friendly, number=rows.number,
    )  # fmt: skip


def row_of(tournament: Tournament) -> TournamentRow:
    """Return a tournament's own row."""
    return TournamentRow(
        tournament.id, tournament.guild_id, tournament.channel_id, tournament.organizer_id, tournament.name,
        tournament.form.value, tournament.state.value, tournament.rules.free(), tournament.preset,
        tournament.clock.key, tournament.rounds, int(tournament.lasting.total_seconds() // 60), tournament.round,
        tournament.created_at, tournament.started_at, tournament.ended_at, tournament.version, tournament.friendly,
    )  # fmt: skip


def pairing_row(pairing: Pairing) -> PairingRow:
    """Return the row of a pairing."""
    outcome = None if pairing.outcome is None else pairing.outcome.value
    return PairingRow(
        pairing.round, pairing.board, pairing.home, pairing.away, pairing.table_id, outcome, *pairing.points
    )


def _pairing(row: PairingRow) -> Pairing:
    outcome = None if row.outcome is None else Outcome(row.outcome)
    return Pairing(row.round, row.board, row.home, row.away, row.game_id, outcome, (row.home_points, row.away_points))
