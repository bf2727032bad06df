"""What is kept of people: in which columns a member's id stands, and what becomes of it when they want it deleted.

Every column that may hold somebody's id is listed here, and a test fails where one is not. Either the row goes with the
member, or it belongs to others too, as a game does: then the id gives way to that of a *former player*, drawn for this
member and server alone, which leads nowhere.
"""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Column, Table, Text, and_, delete, false, func, or_, select, true, type_coerce, union, update

from db.callings import callings
from db.daily import daily_games
from db.exercises import exercise_tries
from db.leaving import left_games
from db.rows import FIRST_FORMER, ErasureRow
from db.schema import (
    askings,
    blocks,
    cuts,
    departures,
    erasures,
    games,
    guild_settings,
    meetings,
    moderations,
    ratings,
    records,
    results,
    rules_played,
    seats,
    sources,
    standings,
    user_settings,
)
from db.session import Queries
from db.tournaments import entrants, tournaments
from db.turns import turn_messages

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy import ColumnElement

EVERYWHERE: Final = 0
"""In the place of a server: what belongs to none."""


@dataclass(frozen=True)
class Kept:
    """A column in which the ids of members stand."""

    table: Table
    column: str = "user_id"
    goes: bool = False
    """Whether the row goes with the member; else the id gives way to that of a former player."""
    told: bool = True
    """Whether a member is told of it: who has blocked them they are not."""
    name: str | None = None
    """The column beside it with the name under which the member was shown."""

    @property
    def of(self) -> ColumnElement[int]:
        """The column itself."""
        return self.table.c[self.column]


PEOPLE: Final = (
    Kept(seats, name="name"),
    Kept(cuts, goes=True),
    Kept(games, "opener_id"),
    Kept(games, "invited_id"),
    Kept(games, "on_move"),
    Kept(results),
    Kept(ratings, goes=True),
    Kept(standings, goes=True),
    Kept(records, goes=True),
    Kept(meetings, goes=True),
    Kept(meetings, "other_id"),
    Kept(sources, goes=True),
    Kept(rules_played, goes=True),
    Kept(departures, goes=True, told=False),
    Kept(blocks, goes=True),
    Kept(blocks, "blocked_id", goes=True, told=False),
    Kept(askings, goes=True),
    Kept(askings, "asked_id", goes=True),
    Kept(callings, goes=True),
    Kept(exercise_tries, goes=True),
    Kept(turn_messages, goes=True),
    Kept(left_games, goes=True),
    Kept(daily_games),
    Kept(tournaments, "organizer_id"),
    Kept(entrants, name="name"),
    Kept(entrants, "partner_id"),
    Kept(moderations, "by_id"),
    Kept(moderations, "about_id"),
    Kept(moderations, "other_id"),
    Kept(user_settings, goes=True),
)
MENTIONING: Final = ((games, "settings"), (guild_settings, "value"), (user_settings, "value"))
"""Columns that hold JSON, in which ids of members may stand."""


def new_former() -> int:
    """Draw an id for a former player."""
    return FIRST_FORMER + secrets.randbelow(FIRST_FORMER)


def _in_game(table: Table) -> bool:
    """Tell whether the rows of a table are parts of games."""
    return table is games or "game_id" in table.primary_key.columns


def _whole(table: Table) -> tuple[Column[Any], Table] | None:
    """Return of what with a server of its own the rows of a table are parts, and the column that says so."""
    if "game_id" in table.primary_key.columns:
        return table.c.game_id, games
    keys = (key for key in table.foreign_keys if key.parent.primary_key and "guild_id" in key.column.table.c)
    key = next(keys, None)
    return None if key is None else (key.parent, key.column.table)


def _there(table: Table, server: int) -> ColumnElement[bool] | None:
    """Return which rows of a table belong to a server (or to none); None where it has no such rows."""
    whole = _whole(table)
    if "guild_id" in table.c:
        return None if server == EVERYWHERE else table.c.guild_id == server
    if whole is not None:
        part, of = whole
        inside = select(of.c.id).where(of.c.id == part, of.c.guild_id == server).correlate(table)
        return None if server == EVERYWHERE else inside.exists()  # looked up for the member's rows, not for all
    return true() if server == EVERYWHERE else None


def _mentions(table: Table, column: str, user_id: int) -> ColumnElement[bool]:
    return type_coerce(table.c[column], Text).contains(str(user_id))


class PeopleReads(Queries):
    """Reading what is kept of somebody."""

    async def servers(self, user_id: int) -> list[int]:
        """Return the servers in which anything of a member is kept."""
        looks = []
        for each in PEOPLE:
            whole = _whole(each.table)
            if "guild_id" in each.table.c:
                looks.append(select(each.table.c.guild_id.label("server")).where(each.of == user_id))
            elif whole is not None:
                part, of = whole
                looks.append(select(of.c.guild_id.label("server")).where(of.c.id == part, each.of == user_id))
        found = {int(row.server) for row in await self._session.run(union(*looks))}
        for table, column in MENTIONING:  # which takes reading it whole, but not what is known to be wanted
            if "guild_id" in table.c:
                others = table.c.guild_id.not_in(sorted(found))
                wanted = select(table.c.guild_id).where(others, _mentions(table, column, user_id)).distinct()
                found |= {int(server) for server in (await self._session.run(wanted)).scalars()}
        return sorted(found)

    async def games_naming(self, user_id: int, server: int, names: Collection[str] = ()) -> list[int]:
        """Return a server's games in which a member's id stands, or one of their names among who left a lobby."""
        found: set[int] = set()
        for each in PEOPLE:
            there = _there(each.table, server)
            if there is not None and _in_game(each.table):
                number = games.c.id if each.table is games else each.table.c.game_id
                found |= set((await self._session.run(select(number).where(each.of == user_id, there))).scalars())
        settings = type_coerce(games.c.settings, Text)
        wanted = select(games.c.id).where(games.c.guild_id == server, settings.contains(str(user_id)))
        found |= set((await self._session.run(wanted)).scalars())
        left = select(games.c.id, games.c.settings).where(games.c.guild_id == server, settings.contains('"left":'))
        for row in await self._session.run(left) if names else ():
            found |= {row.id} if set(row.settings.get("left", ())) & set(names) else set()
        return sorted(found)

    async def names(self, user_id: int, server: int) -> set[str]:
        """Return the names under which a member was shown in a server."""
        found: set[str] = set()
        for each in PEOPLE:
            there = _there(each.table, server)
            if each.name is not None and there is not None:
                wanted = select(each.table.c[each.name]).where(each.of == user_id, there)
                found |= {str(name) for name in (await self._session.run(wanted)).scalars()}
        return found

    async def rows(self, user_id: int, servers: Iterable[int]) -> dict[str, list[dict[str, Any]]]:
        """Return every row in which a member's id stands, by table, without the ids and names of other people."""
        found: dict[str, list[dict[str, Any]]] = {}
        tables = dict.fromkeys(each.table for each in PEOPLE)
        for table in tables:
            columns = {each.column: each for each in PEOPLE if each.table is table}
            own = or_(false(), *(each.of == user_id for each in columns.values() if each.told))
            for server in servers:
                there = _there(table, server)
                if there is None:
                    continue
                for row in (await self._session.run(select(table).where(and_(own, there)))).mappings():
                    found.setdefault(table.name, []).append(_without_others(dict(row), columns, user_id))
        return found

    async def counts(self, user_id: int, servers: Iterable[int]) -> dict[int, Counter[str]]:
        """Return how many rows of each table are a member's own, by server."""
        found = {server: Counter[str]() for server in servers}
        for table in dict.fromkeys(each.table for each in PEOPLE):
            own = or_(false(), *(each.of == user_id for each in PEOPLE if each.table is table and each.told))
            for server, counted in found.items():
                there = _there(table, server)
                if there is not None:
                    counting = select(func.count()).select_from(table).where(and_(own, there))
                    counted[table.name] += int((await self._session.run(counting)).scalar_one())
        return found

    async def erasures(self) -> list[ErasureRow]:
        """Return what members have asked to be deleted and is not yet, in the order in which they asked."""
        wanted = select(erasures).order_by(erasures.c.asked_at, erasures.c.user_id, erasures.c.guild_id)
        return await self._session.all(ErasureRow, wanted)


class PeopleWrites(PeopleReads):
    """Deleting what is kept of somebody."""

    async def ask_erasure(self, row: ErasureRow) -> None:
        """Note that what is kept of a member in a server is to be deleted; asked twice, it is done once."""
        keys = {"user_id": row.user_id, "guild_id": row.guild_id}
        if not await self._session.update(erasures, keys, {"only_today": row.only_today}):
            await self._session.insert(erasures, [asdict(row)])

    async def rename_in_game(
        self, game_id: int, user_id: int, former_id: int, names: Collection[str], name: str
    ) -> None:
        """Put a former player in the place of a member in everything of one game.

        Args:
            game_id: The game.
            user_id: The member.
            former_id: The id of the former player.
            names: Those under which the member was shown.
            name: That of every former player.
        """
        for each in PEOPLE:
            if not _in_game(each.table):
                continue
            here = (games.c.id if each.table is games else each.table.c.game_id) == game_id
            if each.goes:
                await self._session.run(delete(each.table).where(here, each.of == user_id))
                continue
            values: dict[str, Any] = {each.column: former_id}
            if each.name is not None:
                values[each.name] = name
            await self._session.run(update(each.table).where(here, each.of == user_id).values(values))
        settings = (await self._session.run(select(games.c.settings).where(games.c.id == game_id))).scalar_one()
        after = _replaced(settings, user_id, former_id)
        if set(after.get("left", ())) & set(names):
            after["left"] = [each for each in after["left"] if each not in names]
        if after.get("invited") in names:
            after["invited"] = name
        changed = {"version": games.c.version + 1} | ({"settings": after} if after != settings else {})
        await self._session.run(update(games).where(games.c.id == game_id).values(changed))

    async def forget_in_server(self, user_id: int, server: int, former_id: int, name: str) -> None:
        """Delete what is kept of a member in a server beside its games, or of the member alone (:data:`EVERYWHERE`).

        Their daily games are left to :meth:`forget_daily`.
        """
        for each in PEOPLE:
            there = None if _in_game(each.table) or each.table is daily_games else _there(each.table, server)
            if there is None:
                continue
            own = and_(each.of == user_id, there)
            if each.goes:
                await self._session.run(delete(each.table).where(own))
            else:
                values: dict[str, Any] = {each.column: former_id} | ({each.name: name} if each.name else {})
                await self._session.run(update(each.table).where(own).values(values))
        for table, column in MENTIONING:
            there = None if table is games else _there(table, server)
            if there is not None:
                await self._replace(table, column, and_(there, _mentions(table, column, user_id)), user_id, former_id)

    async def forget_daily(self, user_id: int, server: int, former_id: int, today: int) -> bool:
        """Put a former player in the place of a member in daily games before today's, and tell whether that was all.

        That somebody has played today's deal is known until the day is over, so that nobody plays it twice.
        """
        own = and_(daily_games.c.user_id == user_id, daily_games.c.guild_id == server)
        before = update(daily_games).where(own, daily_games.c.number < today)
        await self._session.run(before.values(user_id=former_id))
        return (await self._session.run(select(daily_games.c.number).where(own).limit(1))).first() is None

    async def _replace(
        self, table: Table, column: str, where: ColumnElement[bool], user_id: int, former_id: int
    ) -> None:
        keys = list(table.primary_key)
        for row in (await self._session.run(select(*keys, table.c[column].label("value")).where(where))).all():
            this = and_(*(key == getattr(row, key.name) for key in keys))
            value = _replaced(row.value, user_id, former_id)
            await self._session.run(update(table).where(this).values({column: value}))

    async def erased(self, row: ErasureRow) -> None:
        """Note that nothing is left to be deleted for what a member has asked."""
        await self._session.delete(erasures, {"user_id": row.user_id, "guild_id": row.guild_id})


def _replaced(value: Any, user_id: int, former_id: int) -> Any:  # noqa: ANN401 - any JSON
    """Return a JSON value with one id in the place of another, wherever it stands."""
    if isinstance(value, dict):
        return {_replaced(key, user_id, former_id): _replaced(each, user_id, former_id) for key, each in value.items()}
    if isinstance(value, list):
        return [_replaced(each, user_id, former_id) for each in value]
    if isinstance(value, str):
        return str(former_id) if value == str(user_id) else value
    return former_id if value == user_id and not isinstance(value, bool) else value


def _without_others(row: dict[str, Any], columns: dict[str, Kept], user_id: int) -> dict[str, Any]:
    """Return a row without the ids of others, nor their names, nor the JSON in which those may stand."""
    for column, kept in columns.items():
        if row.get(column) != user_id:
            row.pop(column, None)
            if kept.name is not None:
                row.pop(kept.name, None)
    return {key: value for key, value in row.items() if key != "settings"}
