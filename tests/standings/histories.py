"""Histories of two servers: games of all kinds and everything else that happens to what is counted of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from sqlalchemy import update

from bot.club.daily import DailyDeals
from bot.club.moderation import Moderation
from bot.club.people import Erasing
from bot.club.tournaments import Tournaments
from bot.engine import build_rules
from bot.house.roster import Level
from bot.members import Members
from bot.tables import Player, Table
from bot.tables.decisions import consent, play
from bot.tables.values.rated import MOST_A_DAY
from db.deals import actions
from tests.daily.whole_game import finished, last_offered
from tests.tables.at_table import CHANNEL, GUILD, PLAYERS, put
from tests.tables.made import begun, counts, played, with_house

if TYPE_CHECKING:
    from bot.tables import Tables
    from bot.tables.decisions.occasion import Occasion
    from db import Store
    from tests.tables.at_table import Clock

SERVERS: Final = (GUILD, GUILD + 1)
MEMBERS: Final = (*PLAYERS, Player(2**60 + 20, "Eve"), Player(2**60 + 21, "Fay"))
KINDS: Final = ("two", "two", "two", "three", "four", "partners", "rubicon", "rubicon", "house", "friendly", "early")
MODERATOR: Final = 77


@cache
def template(kind: str, seed: int) -> Table:
    """Return a game of a kind that whoever gives it up loses, or that is none yet (`early`)."""
    if kind == "house":
        return played(with_house((Level.REGULAR,)), counts, seed=seed)
    number = {"three": 3, "four": 4, "partners": 4}.get(kind, 2)
    changed = {} if kind == "rubicon" else {"partners": kind == "partners", "target": 500}
    rules = build_rules(kind if kind == "rubicon" else "modern", number, changed)
    made = begun(PLAYERS[:number], seed=seed, rules=rules, friendly=kind == "friendly")
    return made if kind == "early" else played(made, counts, seed=seed)


@cache
def template_to_the_end(kind: str, seed: int) -> Table:
    """Return the same game, played to its end."""
    return played(template(kind, seed), lambda table: not table.live, seed=seed)


def becomes(_before: Table, at: Occasion, after: Table) -> Table:
    """Decide that a table is another one, which has just ended."""
    return after.but(ended_at=at.now)


class History:
    """Lets one thing after the other happen."""

    def __init__(self, store: Store, tables: Tables, clock: Clock, chance: Random) -> None:
        self.store = store
        self.tables = tables
        self.clock = clock
        self.chance = chance
        self.games: list[tuple[int, int]] = []
        """Each game that has ended, and its server."""
        self.happened: set[str] = set()
        self._order = Moderation(store, tables.now)
        self._daily = DailyDeals(tables, Random(1))
        self._erasing = Erasing(store, tables, Tournaments(store, tables))

    async def go_on(self, steps: int) -> None:
        """Let so many things happen."""
        others = (
            self.set_clock,
            self.void,
            self.void,
            self.block,
            self.departure,
            self.delete,
            self.daily,
            self.damage,
            self.in_a_row,
        )
        for _ in range(steps):
            happens = self.chance.choice(others) if self.games and self.chance.random() < 0.25 else self.game
            await happens()
            self.happened.add(happens.__name__)
            self.pass_time()

    def pass_time(self) -> None:
        """Let nothing, seconds, hours or days go by; now and then so long that a rating grows less sure."""
        passing: tuple[dict[str, float], ...] = (
            {},
            {},
            {"seconds": 1},
            {"minutes": 20},
            {"hours": 5},
            {"hours": 30},
            {"days": 120},
        )
        self.clock.pass_by(**self.chance.choices(passing, (8, 8, 8, 8, 8, 3, 1))[0])

    async def game(self) -> None:
        """Play a game and end it in one of the ways in which games end."""
        kind, seed = self.chance.choice(KINDS), self.chance.randrange(2)
        made = template(kind, seed)
        seats = len(made.seats)
        people = self.chance.sample(MEMBERS[: 3 if self.chance.random() < 0.5 and seats < 4 else 6], seats)
        server = self.chance.choice((*SERVERS, SERVERS[0]))

        def seated(table: Table) -> Table:
            rows = tuple(
                row if row.user_id < 0 else replace(row, user_id=who.user_id, name=who.name)
                for row, who in zip(table.seats, people, strict=True)
            )
            return table.but(seats=rows, guild_id=server, opener_id=people[0].user_id)

        table = await put(self.tables, seated(made))
        players = [who.user_id for who in people if who.user_id in table.users]
        way = self.chance.choice(("resign", "resign", "out", "draw"))
        if way == "out" and kind not in ("house", "early"):
            over = seated(template_to_the_end(kind, seed))
            rows = tuple(replace(row, game_id=table.id) for row in over.actions)
            deals = tuple(replace(row, game_id=table.id) for row in over.deals)
            await self.tables.ask(table.id, becomes, table.but(
                game=over.game, actions=rows, deals=deals, status=over.status, end_reason=over.end_reason,
                winner=over.winner, due={}, turn_since=None,
            ))  # fmt: skip
        elif way == "draw" and kind in ("two", "rubicon", "friendly", "early"):
            for user in players:
                await self.tables.ask(table.id, consent.offer_draw, user)
        else:
            await self.tables.ask(table.id, play.resign, self.chance.choice(players))
        assert not (await self.tables.get(table.id)).live
        self.games.append((table.id, server))

    async def in_a_row(self) -> None:
        """Let two members play more games in a row than are rated in a day."""
        pair, server = self.chance.sample(MEMBERS[:3], 2), self.chance.choice(SERVERS)
        for _ in range(MOST_A_DAY + 1):
            made = template("two", 0)
            rows = [replace(row, user_id=who.user_id) for row, who in zip(made.seats, pair, strict=True)]
            table = await put(self.tables, made.but(seats=tuple(rows), guild_id=server))
            await self.tables.ask(table.id, play.resign, self.chance.choice(pair).user_id)
            self.games.append((table.id, server))

    async def daily(self) -> None:
        """Let a member play today's deal, to its end or not."""
        who = self.chance.choice(MEMBERS)
        table = await self._daily.begin(self.chance.choice(SERVERS), CHANNEL, who)
        if not table.live:
            return
        if self.chance.random() < 0.7:
            await finished(self.tables, table, last_offered)
        else:
            await self.tables.ask(table.id, play.resign, who.user_id)

    async def set_clock(self) -> None:
        """Set a server's clock otherwise, also just after a game."""
        minutes = self.chance.choice((-720, -60, 0, 120, 840))
        await Members(self.tables).preferences.set_clock(self.chance.choice(SERVERS), minutes, self.clock())

    async def void(self) -> None:
        """Let a moderator take the rating of a game back."""
        for game, server in self.chance.sample(self.games, len(self.games)):
            if await self._order.is_rated(game):
                await self._order.void(server, game, MODERATOR)
                return

    async def block(self) -> None:
        """Let a member block another."""
        one, other = self.chance.sample(MEMBERS, 2)
        await Members(self.tables).blocks.block(one.user_id, other.user_id)

    async def departure(self) -> None:
        """Note that a member has left a server."""
        server, who = self.chance.choice(SERVERS), self.chance.choice(MEMBERS)
        await self.store.do(lambda tx: tx.standings.has_left(server, [who.user_id], self.clock()))

    async def delete(self) -> None:
        """Delete what is kept of a member, who may come back and play."""
        await self._erasing.ask(self.chance.choice(MEMBERS).user_id, self.chance.choice((None, *SERVERS)))
        assert not (await self._erasing.go_on()).pending

    async def damage(self) -> None:
        """Make the record of a game one that does not replay."""
        game, _ = self.chance.choice(self.games)
        spoil = update(actions).where(actions.c.game_id == game, actions.c.ply == 0).values(action="play ZZz")
        async with self.store.write() as tx:
            await tx.games._session.run(spoil)
        self.tables.memory.drop(game)
