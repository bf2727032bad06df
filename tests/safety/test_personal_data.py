"""What is kept of a member is known to what deletes it, and to what they are told and can take away."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.club.daily import DailyDeals, laid_open
from bot.club.people import FORMAT, People
from bot.members import Members
from bot.tables import Tables
from bot.tables.decisions import play
from bot.tables.values.stored import KEPT
from db import Store
from db.people import PENDING, of_servers
from db.personal import GAME_SETTINGS, MENTIONING, OF_SEATS, PEOPLE, PLAIN, SHUFFLED
from db.schema import metadata
from tests.programs import ROOT
from tests.safety.personal_rows import ME, NOON, OTHER, SETTINGS, SHE, TYPED, fill
from tests.safety.test_erasing import erase, found
from tests.tables.at_table import ANN, BEN, CHANNEL, GUILD, Clock, start_table
from tests.tables.ended import given_up


def test_every_column_is_classified_once() -> None:
    """Who adds a column: name it in `db/personal.py`."""
    known = [f"{table}.{column}" for table, columns in PLAIN.items() for column in columns.split()]
    for each in PEOPLE:
        known += [f"{each.table.name}.{name}" for name in (each.column, each.name, each.typed) if name]
    known += [f"{table.name}.{column}" for table, column in MENTIONING]
    known += [SHUFFLED, f"{PENDING.table.name}.{PENDING.name}"]
    assert sorted(known) == sorted(f"{table.name}.{c.name}" for table in metadata.sorted_tables for c in table.c)


def test_page_on_privacy_names_every_table() -> None:
    page = (ROOT / "docs" / "privacy.md").read_text().split("## Who sees it")[0]
    named = {name for row in re.findall(r"\| ([^|]+) \|$", page, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert named == {table.name for table in metadata.sorted_tables}


def test_every_key_of_a_games_settings_is_classified() -> None:
    """Who adds a key to `settings_of`: name it in `db/personal.py`, and give it a value in `personal_rows.py`."""
    assert GAME_SETTINGS.keys() == KEPT.keys() | {"preset", "clock"} == SETTINGS.keys()


async def test_no_unclassified_key_is_stored_for_a_server(tables: Tables) -> None:
    with pytest.raises(ValueError, match="personal"):
        await Members(tables).preferences.set_of_server(GUILD, {"nickname": TYPED})


def test_every_table_of_a_server_goes_with_it() -> None:
    assert {table.name for table in of_servers()} == {t.name for t in metadata.sorted_tables if "guild_id" in t.c}


@pytest.mark.deep
async def test_no_column_names_a_member_or_what_they_typed_after_deletion(
    store: Store, tables: Tables, path: Path
) -> None:
    await fill(store)
    named = {hit.partition(":")[0] for hit in found(path, ME)}
    assert named >= {f"{each.table.name}.{each.column}" for each in PEOPLE}
    assert named >= {f"{table.name}.{column}" for table, column in MENTIONING}
    await erase(store, tables, ANN)
    assert found(path, ME, TYPED) == []
    assert found(path, OTHER), "what others have typed stays"


async def test_deletion_in_one_server_leaves_nothing_there(store: Store, tables: Tables, path: Path) -> None:
    await fill(store)
    await erase(store, tables, ANN, GUILD)
    left = {hit.partition(".")[0] for hit in found(path, ME, TYPED)}
    assert left == {"user_settings", "blocks", "askings", "exercise_tries"}, "these belong to no server"


async def test_file_of_a_member_holds_every_classified_row_and_nothing_of_others(store: Store) -> None:
    numbers = await fill(store)
    written = (await People(store).export(ME, NOON)).decode()
    stored: dict[str, list[dict[str, Any]]] = json.loads(written)["stored"]
    told = [each for each in PEOPLE if each.told]
    for each in told:
        rows = [row for row in stored[each.table.name] if row.get(each.column) == ME]
        assert rows, f"{each.table.name}.{each.column}"
        for name in filter(None, (each.name, each.typed)):
            assert any(row[name] == TYPED for row in rows), f"{each.table.name}.{name}"
    for each in PEOPLE:
        assert each.told or not [row for row in stored.get(each.table.name, ()) if row.get(each.column) == ME]
    assert stored.keys() == {each.table.name for each in told} | {table.name for table in OF_SEATS} | {"guild_settings"}
    settings = {row["id"]: row["settings"] for row in stored["games"]}
    for key, how in GAME_SETTINGS.items():
        assert (key in settings[numbers[key]]) is how.told, key
    assert [row["at"] for row in stored["actions"]] == [NOON.isoformat()]
    assert [row["seat"] for row in stored["luck"]] == [0]
    assert "play my card" in written
    for hers in (str(SHE), OTHER, "play her card", "hers", SETTINGS["answering"]):
        assert hers not in written


async def taken(store: Store, user_id: int, clock: Clock) -> dict[str, Any]:
    written = await People(store).export(user_id, clock.at)
    found: dict[str, Any] = json.loads(written)
    assert found["format"] == FORMAT
    return found


async def test_a_daily_deal_is_not_taken_away_before_it_is_laid_open(
    store: Store, tables: Tables, clock: Clock
) -> None:
    daily = DailyDeals(tables, Random(3))
    await daily.draw_ahead()
    table = await daily.begin(GUILD, CHANNEL, ANN)
    await tables.ask(table.id, play.resign, ANN.user_id)
    over = await tables.get(table.id)
    early = await taken(store, ANN.user_id, clock)
    assert early["records"] == []
    assert not [
        deal for deal in over.deals if deal.secret in json.dumps(early) or (deal.deck or "?") in json.dumps(early)
    ]
    clock.at = laid_open(daily.today())
    assert len((await taken(store, ANN.user_id, clock))["records"]) == 1


async def test_no_card_of_a_game_that_is_played_is_taken_away(store: Store, tables: Tables, clock: Clock) -> None:
    await given_up(tables, [ANN, BEN], ANN, seed=5)
    playing = await start_table(tables, (ANN, BEN))
    text = json.dumps(found := await taken(store, ANN.user_id, clock))
    assert len(found["records"]) == 1
    assert [row["game_id"] for row in found["stored"]["seats"]].count(playing.id) == 1
    seal = playing.deals[-1]
    assert seal.secret not in text
    assert str(seal.deck) not in text


async def test_who_is_blocked_is_not_told_so(store: Store, tables: Tables, clock: Clock) -> None:
    await Members(tables).blocks.block(ANN.user_id, BEN.user_id)
    assert "blocks" not in (await taken(store, BEN.user_id, clock))["stored"]
    assert (await People(store).kept(BEN.user_id, GUILD)).everywhere == {}
    assert len((await taken(store, ANN.user_id, clock))["stored"]["blocks"]) == 1
