"""Agreeing on a game in the lobby: rules, clock, seats and who may sit down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine import Game, Rules, RulesError, build_rules, differences
from bot.house.roster import is_house

from .clocks import DEFAULT_CLOCK, Clock, clock_of
from .keeper import anew
from .lobby import Lobby
from .refused import Refused, Why
from .table import Kind, Player, Status, Table

LAST_TABLE = "last_table"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a server last played: offered again for its next table."""

    preset: str
    rules: Rules
    clock: Clock
    auto_draw: bool
    partners_cut: bool = False


class Arranging(Lobby):
    """What the players settle before the first card; a change asks everyone else to agree again."""

    @anew
    async def set_rules(
        self, table_id: int, user_id: int, changes: Mapping[str, object], *, preset: str | None = None
    ) -> Table:
        """Change the rules of a lobby; only who opened it may.

        Args:
            table_id: The table.
            user_id: Who asks.
            changes: Options and their new values. What depends on the number of players follows it.
            preset: Begin anew from this book, keeping the players and partners.

        Raises:
            Refused: Not the opener, a challenge, or it has begun, or more people sit there than would play.
            RulesError: The options do not exist or cannot go together; the sentence says which.
        """
        async with self.hold(table_id) as held:
            table = self._opened_by(held.table, user_id)
            book, rules = preset or table.preset, _changed(table, changes, preset)
            if rules.players < len(table.seats):
                raise Refused(Why.SEATS_TAKEN, table_id=table_id)
            if rules == table.rules and book == table.preset:
                return table
            table = replace(table, game=Game(rules)).with_row(rules=rules.values())
            held.table = await self._settled(table, user_id, preset=book)
            return held.table

    @anew
    async def set_table(
        self,
        table_id: int,
        user_id: int,
        *,
        clock: Clock | None = None,
        auto_draw: bool | None = None,
        invited_only: bool | None = None,
        partners_cut: bool | None = None,
        hints: bool | None = None,
    ) -> Table:
        """Change how a lobby is played besides its rules; None leaves a setting as it is.

        Who may sit down is no matter for those who sit there already: that asks nobody to agree again.

        Raises:
            Refused: Not the opener, a challenge, or it has begun.
        """
        async with self.hold(table_id) as held:
            table = self._opened_by(held.table, user_id)
            if invited_only is not None and invited_only != table.invited_only:
                table = held.table = await self._store_settings(table, invited_only=invited_only)
            now = {
                "clock": table.clock.key,
                "auto_draw": table.auto_draw,
                "partners_cut": table.partners_cut,
                "hints": table.hints_allowed,
            }
            asked = {
                "clock": None if clock is None else clock.key,
                "auto_draw": auto_draw,
                "partners_cut": partners_cut,
                "hints": hints,
            }
            wanted = {key: now[key] if value is None else value for key, value in asked.items()}
            if wanted != now:
                held.table = await self._settled(table, user_id, **wanted)
            return held.table

    @anew
    async def agree(self, table_id: int, user_id: int, terms: int | None = None) -> Table:
        """Agree to the rules as they stand now.

        Args:
            table_id: The table.
            user_id: Who agrees.
            terms: The table's terms that the player has seen; None: the present ones.

        Raises:
            Refused: Not seated, or it has begun, or it has other terms by now.
        """
        async with self.hold(table_id) as held:
            table = self._lobby(held.table)
            if table.seat_of(user_id) is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            if user_id not in table.to_agree:
                return table
            if terms not in (None, table.terms):
                raise Refused(Why.OTHER_TERMS, table_id=table_id)
            left = [user for user in table.to_agree if user != user_id]
            held.table = await self._store_settings(table, to_agree=left)
            return held.table

    @anew
    async def change_seat(self, table_id: int, user_id: int, seat: int) -> Table:
        """Sit somewhere else; whoever sits there takes the seat that becomes free, and all agree again.

        Raises:
            Refused: Not seated, no such seat, or it has begun.
        """
        async with self.hold(table_id) as held:
            table = self._lobby(held.table)
            mine = table.seat_of(user_id)
            if mine is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            if table.kind is Kind.CHALLENGE or not 0 <= seat < len(table.seats):
                raise Refused(Why.NO_SUCH_SEAT, table_id=table_id)
            if seat == mine:
                return table
            order = list(table.seats)
            order[mine], order[seat] = order[seat], order[mine]
            rows = tuple(replace(row, seat=number) for number, row in enumerate(order))
            # Who has yet to agree to the rules does not do so by taking another seat.
            asked = [*_others(table, user_id), *(user for user in table.to_agree if user == user_id)]
            held.table = await self._seat(table.with_settings(to_agree=asked, terms=table.terms + 1), rows)
            return held.table

    @anew
    async def invite(self, table_id: int, user_id: int, guest: Player) -> Table:
        """Invite somebody to a lobby; where only invited members may sit down, this lets them.

        Raises:
            Refused: Not seated, a challenge, or it has begun, or the guest sits there, or no seat is free.
        """
        async with self.hold(table_id) as held:
            table = self._lobby(held.table)
            if table.seat_of(user_id) is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            if table.kind is Kind.CHALLENGE:
                raise Refused(Why.NO_LOBBY)
            if table.seat_of(guest.user_id) is not None:
                raise Refused(Why.GUEST_SEATED, table_id=table_id)
            if table.full:
                raise Refused(Why.TABLE_FULL, table_id=table_id)
            if guest.user_id in table.invited:
                return table
            held.table = await self._store_settings(table, guests=[*table.invited, guest.user_id])
            return held.table

    @anew
    async def move_here(self, table_id: int, user_id: int, channel_id: int) -> Table:
        """Let a table stand in another channel of its server from now on; one of its players may ask for it.

        Its messages so far are known to stand where they were posted. A thread that it had of its own is left behind.

        Raises:
            Refused: Not seated, or everything about it has been shown and is over.
        """
        async with self.hold(table_id) as held:
            table = held.table
            if table.seat_of(user_id) is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            if not table.live and (table.status is not Status.FINISHED or table.message("result") is not None):
                raise Refused(Why.OVER if table.game.result else Why.CLOSED, table_id=table_id)
            if channel_id == table.channel_id:
                return table
            settings = {key: value for key, value in table.row.settings.items() if key not in ("thread", "home")}
            async with self.changing(table_id) as tx:
                await tx.update_game(table_id, channel_id=channel_id, settings=settings)
            held.table = table.with_row(channel_id=channel_id, settings=settings)
            return held.table

    async def last_choice(self, guild_id: int) -> Choice:
        """Return what a server last played; a server's first table is ``modern`` for two."""
        async with self.store.read() as reader:
            stored = (await reader.guild_settings(guild_id)).get(LAST_TABLE)
        try:
            values: dict[str, Any] = dict(stored or {})
            rules = dict(values.get("rules") or {})
            preset = values.get("preset", "modern")
            return Choice(
                preset,
                build_rules(preset, rules.pop("players", 2), rules),
                clock_of(values.get("clock", DEFAULT_CLOCK.key)),
                bool(values.get("auto_draw", True)),
                bool(values.get("partners_cut", False)),
            )
        except (RulesError, TypeError, ValueError):  # stored by a version that knew other options
            return Choice("modern", build_rules("modern", 2, {}), DEFAULT_CLOCK, auto_draw=True)

    async def _settled(self, table: Table, user_id: int, **settings: object) -> Table:
        asked = _others(table, user_id)
        changed = {**table.row.settings, **settings, "to_agree": asked, "terms": table.terms + 1}
        async with self.changing(table.id) as tx:
            await tx.update_game(table.id, rules=table.rules.values(), settings=changed)
        return table.with_row(settings=changed)

    async def _store_settings(self, table: Table, **settings: object) -> Table:
        changed = {**table.row.settings, **settings}
        async with self.changing(table.id) as tx:
            await tx.update_game(table.id, settings=changed)
        return table.with_row(settings=changed)

    def _opened_by(self, table: Table, user_id: int) -> Table:
        if self._lobby(table).row.opener_id != user_id:
            raise Refused(Why.NOT_OPENER, table_id=table.id)
        if table.kind is Kind.CHALLENGE:
            raise Refused(Why.CHALLENGE_RULES)
        return table


def _others(table: Table, user_id: int) -> list[int]:
    """Return the other members who sit there; house players agree to everything."""
    return [user for user in table.users if user != user_id and not is_house(user)]


def _changed(table: Table, changes: Mapping[str, object], preset: str | None) -> Rules:
    """Return a lobby's rules with some options changed; what follows from the number of players follows it."""
    rules = table.rules
    if preset is not None:
        kept: dict[str, object] = {"partners": rules.partners} if rules.partners else {}
        return build_rules(preset, rules.players, kept)
    players = changes.get("players", rules.players)
    kept = _kept(rules, table.preset, players)
    kept.update({key: value for key, value in changes.items() if key != "players"})
    return build_rules(table.preset, players, kept)


def for_players(preset: str, rules: Rules, players: int) -> Rules:
    """Return rules for another number of players; what they change in the preset stays where it still means something.

    Raises:
        RulesError: What is left cannot go together.
    """
    return build_rules(preset, players, _kept(rules, preset, players))


def _kept(rules: Rules, preset: str, players: object) -> dict[str, object]:
    kept: dict[str, object] = {key: new for key, (_, new) in differences(rules, preset).items()}
    if players != 4:
        kept.pop("partners", None)
    if players != 3:
        kept.pop("packs", None)
    return kept
