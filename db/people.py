"""Reads and deletions of what is kept of members and of servers; `db/personal.py` lists the columns that hold it.

A row is either deleted with the member or, if it also belongs to others (a game, for example), kept with another id:
that of a *former player*, drawn at random for this member and server only, from which the member cannot be found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Table,
    Text,
    and_,
    case,
    delete,
    false,
    func,
    literal,
    or_,
    select,
    true,
    type_coerce,
    union,
    update,
)

from bot.lazy import dataclass
from db.blocks import blocks
from db.daily import daily_games
from db.formers import FormerReads, FormerWrites, former_players
from db.games import games, seats
from db.personal import (
    MENTIONING,
    OF_SEATS,
    OF_THE_MOMENT,
    PEOPLE,
    PLAIN,
    RULE_SETS,
    Kept,
    own_sets,
    own_settings,
    replaced,
    sets_unnamed,
    settings_without,
)
from db.schema import Default, Key, Snowflake, UtcDateTime, metadata, table_of, values_of
from db.session import Queries
from db.settings import NO_SERVER, OUTSIDE, guild_settings, user_settings
from db.tournaments import TournamentReads, pairings, tournaments

EVERYWHERE: Final = 0
"""Server number for data that belongs to no server."""
LOBBIES: Final = "lobbies"
"""What games that have not begun are counted as."""
_IN_PLAY: Final = ("lobby", "playing")


@dataclass(frozen=True, slots=True)
class ErasureRow:
    """A member's request to delete their data in a server (0: the data that belongs to no server).

    The id of a former player replaces the member's in rows that belong to others too. `only_today` means that all is
    done except for what stands for a while: the member's game of that day's deal, and open reports of the member.
    """

    user_id: Key[Snowflake]
    guild_id: Key[Snowflake]
    former_id: Snowflake
    asked_at: datetime
    only_today: Annotated[bool, Default(false())] = False


erasures = table_of("erasures", ErasureRow)
PENDING: Final = erasures.c.user_id
"""The members whose data is being deleted; such a row is deleted when that is done."""


def _in_game(table: Table) -> bool:
    """Return whether the rows of a table are parts of games."""
    return table is games or "game_id" in table.primary_key.columns


def _whole(table: Table) -> tuple[Column[Any], Table] | None:
    """Return the table with a server column whose parts these rows are, preceded by the column that refers to it."""
    if "game_id" in table.primary_key.columns:
        return table.c.game_id, games
    keys = (key for key in table.foreign_keys if key.parent.primary_key and "guild_id" in key.column.table.c)
    key = next(keys, None)
    return None if key is None else (key.parent, key.column.table)


def _there(table: Table, server: int) -> ColumnElement[bool] | None:
    """Return a condition for a table's rows that belong to a server (or to none), or None if it cannot have any."""
    whole = _whole(table)
    if "guild_id" in table.c:
        return None if server == EVERYWHERE else table.c.guild_id == server
    if whole is not None:
        part, of = whole
        inside = select(of.c.id).where(of.c.id == part, of.c.guild_id == server).correlate(table)
        return None if server == EVERYWHERE else inside.exists()  # evaluated for the member's rows only
    return true() if server == EVERYWHERE else None


def _mentions(table: Table, column: str, user_id: int) -> ColumnElement[bool]:
    return type_coerce(table.c[column], Text).contains(str(user_id))


class PeopleReads(FormerReads):
    async def servers(self, user_id: int) -> list[int]:
        """Return the servers in which any data of a member is stored."""
        return sorted((await self.counts(user_id)).keys() - {EVERYWHERE})

    async def games_naming(self, user_id: int, server: int, former_id: int) -> list[int]:
        """Return a server's games that contain a member's id, and the games of tournaments the member organized."""
        found: set[int] = set()
        for each in PEOPLE:
            there = _there(each.table, server)
            if there is not None and _in_game(each.table):
                number = games.c.id if each.table is games else each.table.c.game_id
                found |= set((await self._session.run(select(number).where(each.of == user_id, there))).scalars())
        naming = games.c.guild_id == server, _mentions(games, "settings", user_id)
        found |= set((await self._session.run(select(games.c.id).where(*naming))).scalars())
        organized = tournaments.c.guild_id == server, tournaments.c.organizer_id == former_id
        played = select(pairings.c.game_id).join(tournaments).where(*organized, pairings.c.game_id.is_not(None))
        return sorted(found | set((await self._session.run(played)).scalars()))

    async def rows(self, user_id: int, servers: Iterable[int]) -> dict[str, list[dict[str, Any]]]:
        """Return a member's rows by table, without others' data and without hidden facts of games in play."""
        found: dict[str, list[dict[str, Any]]] = {}
        for table in dict.fromkeys(each.table for each in PEOPLE):
            columns = {each.column: each for each in PEOPLE if each.table is table}
            own = or_(false(), *(each.of == user_id for each in columns.values() if each.told))
            if table is games:
                sat = games.c.id.in_(select(seats.c.game_id).where(seats.c.user_id == user_id))
                own = or_(own, sat, _mentions(games, "settings", user_id))
            for server in servers:
                there = _there(table, server)
                if there is None:
                    continue
                for row in (await self._session.run(select(table).where(and_(own, there)))).mappings():
                    found.setdefault(table.name, []).append(_without_others(dict(row), columns, user_id))
        for table in OF_SEATS:
            found[table.name] = await self._of_seats(table, user_id)
        sits = {row["game_id"]: row["seat"] for row in found.get(seats.name, ())}
        for game in found.get(games.name, ()):
            _open_to(game, user_id, sits.get(game["id"]))
        found[guild_settings.name] = await self._rule_sets(user_id, servers)
        for own_choice in found.get(user_settings.name, ()):
            if own_choice["key"] == RULE_SETS:
                own_choice["value"] = own_sets(own_choice["value"], user_id, copies=True)
        return {name: rows for name, rows in found.items() if rows}

    async def _of_seats(self, table: Table, user_id: int) -> list[dict[str, Any]]:
        """Return the rows that belong to a member's seats in ended games."""
        where = and_(seats.c.game_id == table.c.game_id, seats.c.seat == table.c.seat, seats.c.user_id == user_id)
        over = and_(games.c.id == table.c.game_id, games.c.status.not_in(_IN_PLAY))
        wanted = select(table).join(seats, where).join(games, over).order_by(*table.primary_key)
        return [dict(row) for row in (await self._session.run(wanted)).mappings()]

    async def _rule_sets(self, user_id: int, servers: Iterable[int]) -> list[dict[str, Any]]:
        """Return the rule sets of servers that a member has named."""
        wanted = select(guild_settings).where(
            guild_settings.c.key == RULE_SETS,
            guild_settings.c.guild_id.in_(list(servers)),
            _mentions(guild_settings, "value", user_id),
        )
        rows = [dict(row) for row in (await self._session.run(wanted)).mappings()]
        named = [{**row, "value": own_sets(row["value"], user_id, copies=False)} for row in rows]
        return [row for row in named if row["value"]["sets"]]

    async def counts(self, user_id: int) -> dict[int, Counter[str]]:
        """Return the number of a member's own rows in each table, by server; tables that never began are `LOBBIES`.

        A server in which the member is only named, by others or in settings, is there with zeros or with nothing.
        """
        found: dict[int, Counter[str]] = {EVERYWHERE: Counter()}
        for table in dict.fromkeys(each.table for each in PEOPLE):  # reads each table once, whatever the servers
            columns, whole = [each for each in PEOPLE if each.table is table and not each.seated], _whole(table)
            server: ColumnElement[int] = literal(EVERYWHERE, BigInteger)
            if "guild_id" in table.c:
                server = table.c.guild_id
            elif whole is not None:
                part, of = whole
                server = select(of.c.guild_id).where(of.c.id == part).correlate(table).scalar_subquery()
            own = func.count(case((or_(false(), *(each.of == user_id for each in columns if each.told)), 1)))
            named = or_(*(each.of == user_id for each in columns))
            wanted = select(server.label("server"), own.label("own")).where(named).group_by("server")
            for row in await self._session.run(wanted):
                found.setdefault(row.server, Counter())[table.name] = row.own
        sat, begun = select(seats.c.game_id).where(seats.c.user_id == user_id), games.c.started_at.is_not(None)
        mine = or_(games.c.id.in_(sat), games.c.opener_id == user_id, games.c.invited_id == user_id)
        tables = select(games.c.guild_id, begun.label("begun"), func.count().label("own")).where(mine)
        for each in found.values():
            each.pop(games.name, None)
        for row in await self._session.run(tables.group_by(games.c.guild_id, begun)):
            found.setdefault(row.guild_id, Counter())[games.name if row.begun else LOBBIES] = row.own
        for table, column in MENTIONING:  # reads the whole table except the servers already found
            if "guild_id" in table.c:
                others = table.c.guild_id.not_in(sorted(found))
                naming = select(table.c.guild_id).where(others, _mentions(table, column, user_id)).distinct()
                found |= {server: Counter() for server in (await self._session.run(naming)).scalars()}
        return found

    async def erasures(self) -> list[ErasureRow]:
        """Return the unfinished requests for deletion, in the order in which they were made."""
        wanted = select(erasures).order_by(erasures.c.asked_at, erasures.c.user_id, erasures.c.guild_id)
        return await self._session.all(ErasureRow, wanted)


class PeopleWrites(PeopleReads, FormerWrites):
    """Deletions of personal data."""

    async def ask_erasure(self, row: ErasureRow) -> None:
        """Store a member's request to delete their data in a server, unless one is still to be carried out.

        One that is done but for what stands for a while begins anew, with another former player.
        """
        keys = {"user_id": row.user_id, "guild_id": row.guild_id}
        this = and_(*(erasures.c[name] == value for name, value in keys.items()))
        known = await self._session.one(ErasureRow, select(erasures).where(this))
        if known is None:
            await self._session.insert(erasures, [values_of(row)])
        elif known.only_today:
            await self._session.update(erasures, keys, {"only_today": False, "former_id": row.former_id})

    async def is_nearly_erased(self, row: ErasureRow) -> None:
        """Note that a request is done except for what stands for a while."""
        keys = {"user_id": row.user_id, "guild_id": row.guild_id}
        await self._session.update(erasures, keys, {"only_today": True})

    async def forget_formers(self, before: datetime, year_began: datetime) -> None:
        """Delete the hashes stored before a moment, except of members who are blocked or had holidays in this year."""
        earlier = select(former_players.c.former_id).where(former_players.c.at < year_began)
        await self._session.run(delete(user_settings).where(user_settings.c.user_id.in_(earlier)))
        limited = select(user_settings.c.user_id).where(user_settings.c.user_id == former_players.c.former_id).exists()
        blocked = select(blocks.c.blocked_id).where(blocks.c.blocked_id == former_players.c.former_id).exists()
        await self._session.run(delete(former_players).where(former_players.c.at < before, ~blocked, ~limited))

    async def forget_tournament_names(self, user_id: int, server: int, former_id: int) -> None:
        """Delete the names that a member gave to tournaments, and replace the organizer with a former player."""
        for each in PEOPLE:
            if each.table is tournaments:
                own = and_(each.of == user_id, tournaments.c.guild_id == server)
                await self._pass_on(each, own, former_id, "")

    async def rename_in_game(self, game_id: int, user_id: int, former_id: int, name: str) -> None:
        """Replace a member with a former player everywhere in one game."""
        row = (await self._session.run(select(games).where(games.c.id == game_id))).mappings().one()
        for each in PEOPLE:
            if _in_game(each.table):
                here = (games.c.id if each.table is games else each.table.c.game_id) == game_id
                await self._pass_on(each, and_(here, each.of == user_id), former_id, name)
        named = [each.column for each in PEOPLE if each.table is games and row[each.column] == user_id]
        after = settings_without(row["settings"], user_id, former_id, named, name)
        if (fixture := after.get("fixture")) and fixture["name"]:
            after["fixture"] = fixture | await self._called(fixture)
        changed = {"version": games.c.version + 1} | ({"settings": after} if after != row["settings"] else {})
        await self._session.run(update(games).where(games.c.id == game_id).values(changed))

    async def _called(self, fixture: Mapping[str, Any]) -> dict[str, Any]:
        """Return the name and number of a tournament for its tables if its own name was deleted, else nothing."""
        number = int(fixture["tournament"])
        of = (await self._session.run(select(tournaments).where(tournaments.c.id == number))).first()
        if of is None or of.name:
            return {}
        return {"name": "", "number": await TournamentReads(self._session).number(of.guild_id, number)}

    async def forget_in_server(self, user_id: int, server: int, former_id: int, name: str) -> None:
        """Delete a member's data in a server except its games; with :data:`EVERYWHERE`, the data outside servers.

        Daily games are handled by :meth:`forget_daily`.
        """
        for each in PEOPLE:
            there = None if _in_game(each.table) or each.table is daily_games else _there(each.table, server)
            if there is not None:
                await self._pass_on(each, and_(each.of == user_id, there), former_id, name)
        for table, column in MENTIONING:
            there = None if table is games else _there(table, server)
            if there is not None:
                await self._replace(table, column, and_(there, _mentions(table, column, user_id)), user_id, former_id)

    async def _pass_on(self, each: Kept, own: ColumnElement[bool], former_id: int, name: str) -> None:
        """Delete a member's rows, or replace the member in them with a former player."""
        if each.goes:
            ended = true() if each.until is None else each.table.c[each.until].is_not(None)
            await self._session.run(delete(each.table).where(own, ended))
            return
        values: dict[str, Any] = {each.column: former_id}
        values |= {each.name: name} if each.name else {}
        values |= {each.typed: ""} if each.typed else {}
        if each.table is tournaments:  # a writer that has read the old row must not write the name back
            values["version"] = tournaments.c.version + 1
        await self._session.run(update(each.table).where(own).values(values))

    async def forget_daily(self, row: ErasureRow, today: int) -> bool:
        """Replace a member with a former player in daily games before today's, and return whether none is left.

        A game of today's deal is kept under the member's id until the day is over, so that nobody plays it twice.
        """
        own = and_(daily_games.c.user_id == row.user_id, daily_games.c.guild_id == row.guild_id)
        before = update(daily_games).where(own, daily_games.c.number < today)
        await self._session.run(before.values(user_id=row.former_id))
        return (await self._session.run(select(daily_games.c.number).where(own).limit(1))).first() is None

    async def forget_ended(self, row: ErasureRow) -> bool:
        """Delete rows that were to stay until something ended, as far as it has; return whether none is left."""
        left = False
        for each in PEOPLE:
            there = _there(each.table, row.guild_id)
            if each.until is not None and there is not None:
                own = and_(each.of == row.user_id, there)
                await self._pass_on(each, own, row.former_id, "")
                left = left or (await self._session.run(select(each.of).where(own).limit(1))).first() is not None
        return not left

    async def _replace(
        self, table: Table, column: str, where: ColumnElement[bool], user_id: int, former_id: int
    ) -> None:
        keys = list(table.primary_key)
        for row in (await self._session.run(select(*keys, table.c[column].label("value")).where(where))).all():
            this = and_(*(key == getattr(row, key.name) for key in keys))
            value = sets_unnamed(row.value, user_id) if row.key == RULE_SETS else row.value
            value = replaced(value, user_id, former_id)
            await self._session.run(update(table).where(this).values({column: value}))

    async def erased(self, row: ErasureRow) -> None:
        """Delete a member's request for deletion, as everything it asked for is done."""
        await self._session.delete(erasures, {"user_id": row.user_id, "guild_id": row.guild_id})


def _without_others(row: dict[str, Any], columns: Mapping[str, Kept], user_id: int) -> dict[str, Any]:
    """Return a row without the ids and names of other people and without what they typed."""
    named = [column for column in columns if row.get(column) == user_id]
    for column, kept in columns.items():
        if column not in named:
            for each in filter(None, (column, kept.name, kept.typed)):
                if not any(each in (columns[own].name, columns[own].typed) for own in named):
                    row.pop(each, None)
    return row


def _open_to(row: dict[str, Any], user_id: int, seat: int | None) -> None:
    """Remove from a game's row what a member may not have in their export."""
    named, in_play = [name for name, value in row.items() if value == user_id], row["status"] in _IN_PLAY
    row["settings"] = own_settings(row["settings"], user_id, seat, named, in_play=in_play)
    if in_play:
        for column in OF_THE_MOMENT:
            row.pop(column, None)


# Servers from which the bot has been removed, and the moment when this was first noticed.
removed_servers = Table(
    "removed_servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcDateTime, nullable=False),
    info={"row": "A server from which the bot was removed, and since when."},
)
_NEVER_PLAYED: Final = ("cancelled", "expired", "declined")


@cache
def of_servers() -> tuple[Table, ...]:
    """Return all tables with a server column; the other rows of a game are deleted with the game."""
    return tuple(table for table in metadata.sorted_tables if table.name in PLAIN and "guild_id" in table.c)


class ServerReads(Queries):
    async def kept(self) -> list[int]:
        looks = [select(table.c.guild_id) for table in of_servers() if table is not removed_servers]
        found = {int(row.guild_id) for row in await self._session.run(union(*looks))}
        return sorted(found - {NO_SERVER, OUTSIDE})

    async def removed(self) -> dict[int, datetime]:
        """Return the servers from which the bot has been removed, with the moment when this was first noticed."""
        return {row.guild_id: row.since for row in await self._session.run(select(removed_servers))}


class ServerWrites(ServerReads):
    """Writes of removals, and deletions of servers' data."""

    async def note_removed(self, guild_id: int, since: datetime) -> None:
        """Store that the bot has been removed from a server; an earlier note of this is kept."""
        known = select(removed_servers.c.since).where(removed_servers.c.guild_id == guild_id)
        if (await self._session.run(known)).first() is None:
            await self._session.insert(removed_servers, [{"guild_id": guild_id, "since": since}])

    async def note_back(self, guild_id: int) -> None:
        await self._session.delete(removed_servers, {"guild_id": guild_id})

    async def forget_games(self, guild_id: int, most: int) -> list[int]:
        """Delete at most `most` games of a server with all their rows, and return their numbers."""
        return await self._forget_games(games.c.guild_id == guild_id, most)

    async def forget(self, guild_id: int) -> None:
        for table in reversed(of_servers()):
            await self._session.run(delete(table).where(table.c.guild_id == guild_id))

    async def forget_never_played(self, before: datetime, given_up_before: datetime, most: int) -> list[int]:
        """Delete at most `most` never played games that ended before a moment, and return their numbers.

        Those of tournaments stay with these: the message of a round keeps their seals, whenever it is edited.
        Practices that were given up before they counted go if that was before another moment.
        """
        given_up = and_(games.c.private == true(), games.c.status == "abandoned", games.c.end_reason == "given-up")
        never_played = and_(games.c.status.in_(_NEVER_PLAYED), games.c.ended_at < before, games.c.kind != "tournament")
        return await self._forget_games(or_(never_played, and_(given_up, games.c.ended_at < given_up_before)), most)

    async def _forget_games(self, which: ColumnElement[bool], most: int) -> list[int]:
        wanted = select(games.c.id).where(which).order_by(games.c.id).limit(most)
        gone = list((await self._session.run(wanted)).scalars())
        if gone:
            await self._session.run(delete(games).where(games.c.id.in_(gone)))
        return gone
