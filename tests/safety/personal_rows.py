"""A database in which every column and every key of settings that can tell of a member does so."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import BigInteger, Boolean, Double, Integer, select

from bot.engine import build_rules
from db.daily import daily_games
from db.deals import actions, deals
from db.games import games, seats
from db.people import erasures
from db.personal import GAME_SETTINGS, PEOPLE, SERVER_SETTINGS, Setting
from db.results import luck
from db.schema import JsonText, JsonTuple, UtcDateTime, metadata
from db.settings import guild_settings, user_settings
from db.tournaments import pairings, tournaments
from tests.tables.at_table import ANN, CHANNEL, GUILD, STRANGER

if TYPE_CHECKING:
    from sqlalchemy import Column, Table

    from db import Store, Transaction

TYPED: Final = "Zwingelkrambitz"
"""What the member has typed, or was called, wherever that is stored."""
OTHER: Final = "Quellwasser"
"""What somebody else has typed, or was called."""
COPIED: Final = "Sunday rules"
"""What somebody else has called rules that the member keeps too."""
ME, SHE = ANN.user_id, STRANGER.user_id
NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
GAME, TOURNAMENT = 1, 1
RULES: Final = build_rules("modern", 2, {}).values()

BOTH: Final = [ME, SHE]
SETTINGS: Final[dict[str, Any]] = {
    **{key: f"plain {key}" for key, how in GAME_SETTINGS.items() if how in (Setting(), Setting(passing=True))},
    "daily": None,
    **dict.fromkeys(("to_agree", "guests", "kept_out", "sat_down", "rematch", "no_rematch"), BOTH),
    "left": [[ME, f"{TYPED} left"], [SHE, OTHER]],
    "claims": {"ply": 3, "from": ME, "users": BOTH, "gone": BOTH},
    **{key: {"ply": 3, "user": ME, "declined": False, "agreed": BOTH} for key in ("draw", "undo", "looking")},
    "adjourning": {"at": 1, "user": ME, "deal": 0, "until": None, "agreed": BOTH, "declined": 4},
    "adjourned": {"since": 1, "ends": 2, "until": None, "ready": [[ME, 1], [SHE, 2]]},
    "fixture": {"tournament": TOURNAMENT, "name": TYPED, "round": 1, "came": [[ME, 1], [SHE, 2]]},
    "invited": f"{TYPED} invited",
    "given": [[4, 0, "play my card"], [5, 1, "play her card"]],
    "ahead": [[0, "play my card", "", False], [1, "play her card", "", False]],
    "reviews": [{"seat": 0, "worst": [], "decisions": 5, "closely": 2}, {"seat": 1, "worst": ["hers"]}],
    "answering": "a token of Discord's",
}
"""A value for every key of a game's settings."""


async def fill(store: Store) -> dict[str, int]:
    """Store rows in every table, and return in which game each key of a game's settings stands alone."""
    async with store.write() as tx:
        numbers = await _games(tx)
        await _insert(tx, seats, user_id=ME, name=TYPED, seat=0)
        await _insert(tx, seats, user_id=SHE, name=OTHER, seat=1)
        await _insert(tx, deals, number=0, deck=None, entropy=(f"cut:0:{TYPED}", "server:1"))
        await _insert(tx, tournaments, organizer_id=ME, name=TYPED, id=TOURNAMENT, status="finished", form="swiss")
        await _insert(tx, pairings, game_id=numbers["fixture"])
        for table in (actions, luck):
            for seat in (0, 1):
                await _insert(tx, table, seat=seat, **({"ply": seat} if table is actions else {}))
        for key in SERVER_SETTINGS:
            await _insert(tx, guild_settings, key=key, value=_of_a_server(key))
        await _insert(tx, user_settings, user_id=ME, key="rule_sets", value=_sets(ME, TYPED))
        await _insert(tx, user_settings, user_id=SHE, key="rule_sets", value=_sets(ME, TYPED))
        done = {games, seats, deals, tournaments, pairings, actions, luck, guild_settings, user_settings, erasures}
        for table in metadata.sorted_tables:
            kept = [each for each in PEOPLE if each.table is table]
            if table in done:
                continue
            for at, own in enumerate(kept):
                values: dict[str, Any] = {each.column: SHE for each in kept} | {own.column: ME}
                for each in kept:
                    values |= {n: TYPED if each is own else OTHER for n in (each.name, each.typed) if n}
                await _insert(tx, table, **values, **_numbered(table, at))
            if not kept and (await tx._session.run(select(table).limit(1))).first() is None:
                await _insert(tx, table)
    return numbers


async def _games(tx: Transaction) -> dict[str, int]:
    """Store a game with all settings that name nobody, one for each column of people and one for each other key."""
    plain = {key: SETTINGS[key] for key, how in GAME_SETTINGS.items() if how.ids is None and how.name_of is None}
    people: dict[str, Any] = {"opener_id": SHE, "invited_id": None, "on_move": SHE}
    await _insert(tx, games, id=GAME, settings=plain, **people)
    numbers: dict[str, int] = dict.fromkeys(plain, GAME)
    for number, own in enumerate((each.column for each in PEOPLE if each.table is games), GAME + 1):
        await _insert(tx, games, id=number, settings={}, **people | {own: ME})
    for number, (key, how) in enumerate(GAME_SETTINGS.items(), 100):
        if key not in plain:
            named = {} if how.name_of is None else {how.name_of.column: ME}
            await _insert(tx, games, id=number, settings={key: SETTINGS[key]}, **people | named)
            numbers[key] = number
    return numbers


def _of_a_server(key: str) -> Any:  # noqa: ANN401 - any JSON
    """Return a server's choice with the member's id, also where none belongs."""
    return _sets(ME, TYPED) if SERVER_SETTINGS[key] else {"whoever": ME, "in a list": [str(ME)]}


def _sets(by: int, name: str) -> dict[str, Any]:
    return {
        "next": 3,
        "sets": [
            {"number": 1, "name": name, "preset": "modern", "rules": RULES, "by": by},
            {"number": 2, "name": COPIED, "preset": "modern", "rules": RULES, "by": SHE},
        ],
    }


def _numbered(table: Table, at: int) -> dict[str, Any]:
    """Return what keeps the rows of a table apart."""
    if table is daily_games:
        return {"number": 1}
    return {"id": 1 + at} if "id" in table.c else {"seat": at} if "seat" in table.c else {}


async def _insert(tx: Transaction, table: Table, **values: Any) -> None:  # noqa: ANN401 - any value
    row = {column.name: _value(table, column) for column in table.c if not column.foreign_keys} | {
        column.name: _whole(column) for column in table.c if column.foreign_keys
    }
    await tx._session.insert(table, [row | values])


def _whole(column: Column[Any]) -> int | None:
    """Return the number of the game, tournament or deal to which a row belongs."""
    if column.name == "rematch_of":
        return None
    return 0 if any(key.column is deals.c.number for key in column.foreign_keys) else GAME


def _value(table: Table, column: Column[Any]) -> Any:  # noqa: ANN401 - any value
    fixed = {
        "guild_id": GUILD, "channel_id": CHANNEL, "status": "finished", "kind": "open", "rules": RULES, "number": 1,
        "home_id": None, "form": "swiss", "preset": "modern", "winner": (0,), "end_reason": None,
    }  # fmt: skip
    if column.name in fixed and not (column.name == "rules" and table.name == "rules_played"):
        return fixed[column.name]
    if isinstance(column.type, JsonText | JsonTuple):
        return {} if isinstance(column.type, JsonText) else ()
    if isinstance(column.type, UtcDateTime):
        return NOON
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, BigInteger | Integer):
        return 1
    return 1.0 if isinstance(column.type, Double) else f"plain {column.name}"
