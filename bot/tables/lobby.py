"""Before the first card: opening a table, challenging, sitting down, starting, and closing again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.engine import Game, Rules, card_name, differences
from bot.engine.cards import rank_of
from bot.house.roster import is_house
from db import GameRow, SeatRow, Transaction

from .clocks import NO_CLOCK, Clock
from .dealing import Dealing, Done
from .keeper import anew
from .refused import Refused, Why
from .table import Kind, Player, Status, Table, seated
from .timers import Due

THREADS = "threads"
"""The server's choice to play every game in a thread of its own."""


class Lobby(Dealing):
    """What happens at a table that has not begun."""

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        opener: Player,
        rules: Rules,
        preset: str,
        auto_draw: bool = True,
        clock: Clock = NO_CLOCK,
        invited_only: bool = False,
        partners_cut: bool = False,
    ) -> Table:
        """Open a table at which anybody may sit down; the opener takes the first seat.

        Raises:
            Refused: The opener already sits at too many tables.
        """
        settings = {
            "preset": preset, "auto_draw": auto_draw, "clock": clock.key, "invited_only": invited_only,
            "partners_cut": partners_cut,
        }  # fmt: skip
        async with self._seating:
            self._check_room(guild_id, opener.user_id)
            async with self.store.write() as tx:
                table = await self._new(tx, Kind.OPEN, guild_id, channel_id, (opener,), rules, settings)
                await self.set_due(tx, table.id, Due.LOBBY, self.limits.lobby)
            self.put(table)
            self.begin(table.id, Due.LOBBY, self.limits.lobby)
            return table

    async def challenge(
        self,
        *,
        guild_id: int,
        channel_id: int,
        challenger: Player,
        invited: Player,
        rules: Rules,
        preset: str,
        auto_draw: bool = True,
        clock: Clock = NO_CLOCK,
    ) -> Table:
        """Challenge one member, who alone may accept.

        Raises:
            Refused: Challenging oneself, the same challenge stands already, or too many tables.
        """
        if challenger.user_id == invited.user_id:
            raise Refused(Why.CHALLENGE_SELF)
        settings = {"preset": preset, "auto_draw": auto_draw, "clock": clock.key, "invited": invited.name}
        async with self._seating:
            self._check_room(guild_id, challenger.user_id)
            self._check_no_challenge(guild_id, challenger.user_id, invited.user_id)
            async with self.store.write() as tx:
                table = await self._new(
                    tx, Kind.CHALLENGE, guild_id, channel_id, (challenger,), rules, settings, invited_id=invited.user_id
                )
                await self.set_due(tx, table.id, Due.CHALLENGE, self.limits.challenge)
            self.put(table)
            self.begin(table.id, Due.CHALLENGE, self.limits.challenge)
            return table

    @anew
    async def join(self, table_id: int, player: Player, terms: int | None = None) -> Table:
        """Sit down in the next free seat.

        Args:
            table_id: The table.
            player: Who sits down.
            terms: The table's terms that the player has seen; where they are no longer these, the player is asked to
                agree to the present ones. None: the player knows them.

        Raises:
            Refused: Seated already, no seat free, or the table is no longer a lobby.
        """
        async with self.hold(table_id) as held:
            table = self._lobby(held.table)
            if table.seat_of(player.user_id) is not None:
                raise Refused(Why.ALREADY_SEATED, table_id=table_id)
            if table.kind is Kind.CHALLENGE:
                raise Refused(Why.NOT_INVITED, table_id=table_id)
            if table.full:
                raise Refused(Why.TABLE_FULL, table_id=table_id)
            if table.invited_only and player.user_id not in table.invited:
                raise Refused(Why.INVITED_ONLY, table_id=table_id)
            async with self._seating:
                self._check_room(table.guild_id, player.user_id)
                row = SeatRow(table_id, len(table.seats), player.user_id, player.name, self.now())
                asked = [user for user in table.to_agree if user != player.user_id]
                if terms not in (None, table.terms):
                    asked.append(player.user_id)
                held.table = await self._seat(table.with_settings(to_agree=asked, left=[]), (*table.seats, row))
                self.put(held.table)
            return held.table

    @anew
    async def leave(self, table_id: int, user_id: int) -> Table:
        """Stand up; when the opener leaves the next player becomes the opener, when nobody stays the table closes.

        Raises:
            Refused: Not seated, or the table is no longer a lobby.
        """
        async with self.hold(table_id) as held:
            table = self._lobby(held.table)
            if table.seat_of(user_id) is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            held.table = await self._stand_up(table, {user_id})
            return held.table

    @anew
    async def vacate(self, table_id: int, gone: Collection[int]) -> Table:
        """Free the seats of members who are no longer in the server, and note their names to be said in the lobby.

        Nothing happens where none of them sits there, or where the game has begun.

        Args:
            table_id: The table.
            gone: Users of whom the caller has made sure that they have left.
        """
        async with self.hold(table_id) as held:
            table = held.table
            names = [seat.name for seat in table.seats if seat.user_id in gone]
            if table.status is Status.LOBBY and names:
                held.table = await self._stand_up(table.with_settings(left=[*table.left, *names]), gone)
            return held.table

    @anew
    async def cancel(self, table_id: int, user_id: int) -> Table:
        """Take a lobby or challenge away; only who opened it may.

        Raises:
            Refused: Somebody else's table, or it has begun.
        """
        async with self.hold(table_id) as held:
            table = self._lobby(held.table)
            if table.row.opener_id != user_id:
                raise Refused(Why.NOT_OPENER, table_id=table_id)
            held.table = await self._close(table, Status.CANCELLED)
            return held.table

    @anew
    async def start(self, table_id: int, user_id: int) -> Done:
        """Cut for the deal and deal the first deal.

        Raises:
            Refused: Not seated, seats still free, or it has begun.
        """
        async with self.hold(table_id) as held:
            table = self._lobby(held.table)
            if table.seat_of(user_id) is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            if not table.full:
                raise Refused(Why.NOT_FULL, table_id=table_id)
            if table.to_agree:
                raise Refused(Why.NOT_AGREED, table_id=table_id)
            done = await self._start(table)
            held.table = done.table
            return done

    @anew
    async def accept(self, table_id: int, player: Player) -> Done:
        """Accept a challenge, which starts the game.

        Raises:
            Refused: Somebody else is challenged, or the challenge no longer stands.
        """
        async with self.hold(table_id) as held:
            table = self._challenge(held.table, player.user_id)
            row = SeatRow(table_id, 1, player.user_id, player.name, self.now())
            async with self._seating:
                self._check_room(table.guild_id, player.user_id)
                done = await self._start(replace(table, seats=(*table.seats, row)))
                held.table = done.table
                self.put(held.table)
            return done

    @anew
    async def decline(self, table_id: int, user_id: int) -> Table:
        """Decline a challenge.

        Raises:
            Refused: Somebody else is challenged, or the challenge no longer stands.
        """
        async with self.hold(table_id) as held:
            held.table = await self._close(self._challenge(held.table, user_id), Status.DECLINED)
            return held.table

    @anew
    async def expire(self, table_id: int) -> Table | None:
        """Take a lobby or challenge away whose time is over; None where it is not, or where it has begun or gone."""
        async with self.hold(table_id) as held:
            due = any(self.is_due(table_id, kind) for kind in (Due.LOBBY, Due.CHALLENGE))
            if held.table.status is not Status.LOBBY or not due:  # somebody has done something meanwhile
                return None
            held.table = await self._close(held.table, Status.EXPIRED)
            return held.table

    async def _new(
        self,
        tx: Transaction,
        kind: Kind,
        guild_id: int,
        channel_id: int,
        players: Sequence[Player],
        rules: Rules,
        settings: dict[str, object],
        *,
        invited_id: int | None = None,
        rematch_of: int | None = None,
    ) -> Table:
        now = self.now()
        table_id = await tx.create_game(
            guild_id=guild_id,
            channel_id=channel_id,
            kind=kind.value,
            opener_id=players[0].user_id,
            invited_id=invited_id,
            rematch_of=rematch_of,
            rules=rules.values(),
            settings=settings,
            created_at=now,
        )
        seats = seated(table_id, tuple(players), now)
        await tx.set_seats(table_id, seats)
        seal = await self._seal(tx, table_id, 0)
        row = GameRow(
            table_id, guild_id, channel_id, kind.value, "lobby", rules.values(), dict(settings), players[0].user_id,
            invited_id, rematch_of, now, None, None, None, None, None,
        )  # fmt: skip
        return Table(row, seats, (seal,), (), (), Game(rules))

    async def _seat(self, table: Table, rows: tuple[SeatRow, ...], *, opener_id: int | None = None) -> Table:
        opener = opener_id or table.row.opener_id
        async with self.changing(table.id) as tx:
            await tx.set_seats(table.id, rows)
            await tx.update_game(table.id, opener_id=opener, settings=table.row.settings)
        return replace(table, seats=rows).with_row(opener_id=opener)

    async def _stand_up(self, table: Table, users: Collection[int]) -> Table:
        """Free seats; when the opener's is among them the next player becomes the opener, and without any it closes."""
        rest = [seat for seat in table.seats if seat.user_id not in users]
        people = [seat.user_id for seat in rest if not is_house(seat.user_id)]
        if not people or table.kind is Kind.CHALLENGE:
            return await self._close(table, Status.CANCELLED)
        rows = tuple(replace(seat, seat=number) for number, seat in enumerate(rest))
        opener = table.row.opener_id if table.row.opener_id in people else people[0]
        return await self._seat(table, rows, opener_id=opener)

    async def _start(self, table: Table) -> Done:
        if table.rules.partners and table.partners_cut:
            table = self._cut_for_partners(table)
        dealer, rounds = self._cut_for_deal(table.game)
        now = self.now()
        settings = {**table.row.settings, "left": [], "first_dealer": dealer, "cut_for_deal": rounds}
        last = {
            "preset": table.preset,
            "rules": {key: new for key, (_, new) in differences(table.rules, table.preset).items()}
            | {"players": table.rules.players},
            "clock": table.clock.key,
            "auto_draw": table.auto_draw,
            "partners_cut": table.partners_cut,
        }
        async with self.changing(table.id) as tx:
            if (await tx.guild_settings(table.guild_id)).get(THREADS):
                settings["thread"] = "wanted"
            await tx.set_seats(table.id, table.seats)
            await tx.update_game(table.id, status="playing", started_at=now, settings=settings)
            await self.clear_due(tx, table.id, Due.LOBBY, Due.CHALLENGE)
            if table.kind is Kind.OPEN:
                await tx.set_guild_setting(table.guild_id, "last_table", last)
            table = table.with_row(status="playing", started_at=now, settings=settings)
            table, events = await self._deal(tx, table)
        self._after_commit(table)
        return Done(table, events)

    def _cut_for_partners(self, table: Table) -> Table:
        """Let everyone cut: the two highest play together against the two lowest (E), cutting again on ties."""
        law = table.game.law
        while True:
            pack = list(law.pack)
            cuts = [pack.pop(self.random.randrange(len(pack))) for _ in table.seats]
            order = sorted(range(4), key=lambda seat: -rank_of(cuts[seat]))
            if rank_of(cuts[order[1]]) != rank_of(cuts[order[2]]):
                break
        places = [order[0], order[2], order[1], order[3]]
        rows = tuple(replace(table.seats[old], seat=new) for new, old in enumerate(places))
        return replace(table, seats=rows).with_settings(cut_for_partners=[card_name(cuts[old]) for old in places])

    async def _close(self, table: Table, status: Status) -> Table:
        now = self.now()
        async with self.changing(table.id) as tx:
            await tx.update_game(
                table.id, status=status.value, ended_at=now, end_reason=status.value, settings=table.row.settings
            )
            await tx.clear_deadlines(table.id)
        return table.with_row(status=status.value, ended_at=now, end_reason=status.value)

    def _lobby(self, table: Table) -> Table:
        if table.status is Status.LOBBY:
            return table
        raise Refused(Why.ALREADY_STARTED if table.status is Status.PLAYING else Why.CLOSED, table_id=table.id)

    def _challenge(self, table: Table, user_id: int) -> Table:
        self._lobby(table)
        if table.kind is not Kind.CHALLENGE:
            raise Refused(Why.NOT_INVITED, table_id=table.id)
        if table.row.opener_id == user_id:
            raise Refused(Why.OWN_CHALLENGE, table_id=table.id)
        if table.row.invited_id != user_id:
            raise Refused(Why.NOT_INVITED, table_id=table.id)
        return table

    def _check_no_challenge(self, guild_id: int, challenger_id: int, invited_id: int) -> None:
        for other in self.live_tables():
            if (
                other.kind is Kind.CHALLENGE
                and other.status is Status.LOBBY
                and (other.guild_id, other.row.opener_id, other.row.invited_id) == (guild_id, challenger_id, invited_id)
            ):
                raise Refused(Why.CHALLENGE_STANDS, table_id=other.id)

    def _check_room(self, guild_id: int, user_id: int) -> None:
        at = sum(t.guild_id == guild_id and t.seat_of(user_id) is not None for t in self.live_tables())
        if at >= self.limits.tables_a_member:
            raise Refused(Why.TOO_MANY_TABLES, detail=str(self.limits.tables_a_member))
