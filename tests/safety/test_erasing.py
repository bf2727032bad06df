"""Members can have deleted what is kept of them: their games stay with a former player, and no other rating changes."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.club import rebuild
from bot.club.daily import DailyDeals, number_at, streak
from bot.club.moderation import Moderation
from bot.club.people import Erasing, People
from bot.club.tournaments import Tournaments
from bot.engine.record import parse_record, write_record
from bot.engine.record_json import FORMER
from bot.members import Members
from bot.tables import Player, Status, Table, Tables
from bot.tables.decisions import dealing, lobby, play
from bot.tables.values.record import table_record
from db import Store
from db.daily import DailyGameRow
from db.formers import is_former
from db.people import EVERYWHERE
from tests.databases import connected, of_files, tables_of
from tests.standings.test_standing import everything
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    STRANGER,
    Clock,
    challenge,
    open_table,
    start_table,
    sure,
)
from tests.tables.ended import given_up
from tests.tournaments.held import ORGANIZER, House, people

ELSEWHERE = GUILD + 500


def found(path: Path, *needles: object) -> list[str]:
    """Return every column of a database in which one of these stands, as a number or within a text."""
    hits = []
    with connected(path) as connection:
        for table in tables_of(connection):
            for row in connection.execute(f'SELECT * FROM "{table}"'):  # noqa: S608 - names from the database itself
                hits += [
                    f"{table}.{name}: {value}"
                    for name, value in row.items()
                    if any(str(needle) in str(value) for needle in needles)
                ]
    return hits


async def erase(store: Store, tables: Tables, player: Player, guild_id: int | None = None) -> Erasing:
    erasing = Erasing(store, tables, Tournaments(store, tables))
    await erasing.ask(player.user_id, guild_id)
    assert (await erasing.go_on()).done
    return erasing


@pytest.fixture
async def history(tables: Tables) -> list[int]:
    """Ann has played rated games of two and of three, cut, chosen settings, blocked and been blocked."""
    played = []
    for seed, loser in enumerate((ANN, BEN, ANN), 1):
        table = await given_up(tables, [ANN, BEN], loser, seed=seed)
        played.append(table.id)
    played.append((await given_up(tables, [CAT, ANN, BEN], CAT, seed=9)).id)
    await Members(tables).preferences.set_of_member(ANN.user_id, {"look": "text"})
    await Members(tables).blocks.block(ANN.user_id, DAN.user_id)
    await Members(tables).blocks.block(STRANGER.user_id, ANN.user_id)
    return played


async def test_nothing_of_a_member_is_left_in_any_column(
    store: Store, tables: Tables, path: Path, history: list[int]
) -> None:
    cut = await open_table(tables, (ANN, BEN))
    await tables.ask(cut.id, dealing.cut, ANN.user_id, "Ann was here")
    waiting = await challenge(tables, CAT, ANN)
    playing = await start_table(tables, (ANN, CAT))
    assert found(path, ANN.user_id, ANN.name)
    await erase(store, tables, ANN)
    await tables.boards.store()
    assert found(path, ANN.user_id, ANN.name) == []
    assert (await tables.get(playing.id)).status is Status.FINISHED
    assert (await tables.get(waiting.id)).status is Status.DECLINED
    assert [seat.user_id for seat in (await tables.get(cut.id)).seats] == [BEN.user_id]
    for table_id in history:
        names = (await tables.get(table_id)).names
        assert FORMER in names
        assert set(names) <= {FORMER, BEN.name, CAT.name}


@of_files
async def test_the_file_itself_and_its_log_hold_nothing_of_the_member(
    store: Store, tables: Tables, path: Path, history: list[int]
) -> None:
    name = "Zwingelkrambitz"
    await Members(tables).preferences.set_of_member(ANN.user_id, {"nickname": name})
    assert any(name.encode() in each.read_bytes() for each in path.parent.glob(f"{path.name}*"))
    await erase(store, tables, ANN)
    left = [each.name for each in path.parent.glob(f"{path.name}*") if name.encode() in each.read_bytes()]
    assert left == []
    assert history


@pytest.mark.deep
async def test_ratings_of_the_others_stay_and_are_counted_anew_as_they_were(
    store: Store, tables: Tables, history: list[int]
) -> None:
    before = await everything(store)
    await erase(store, tables, ANN)
    after = await everything(store)
    for name in ("ratings", "standings", "records", "sources", "rules_played"):
        assert [row for row in before[name] if ANN.user_id not in row] == after[name], name
    assert len(before["results"]) == len(after["results"])
    assert history
    await rebuild(store)
    assert await everything(store) == after


async def test_one_server_alone_forgets_what_is_kept_there_and_a_former_player_is_another_one_in_each(
    store: Store, tables: Tables, path: Path
) -> None:
    here = await given_up(tables, [ANN, BEN], ANN)
    there = await given_up(tables, [ANN, BEN], ANN, seed=2, guild_id=ELSEWHERE)
    own = await Members(tables).preferences.set_of_member(ANN.user_id, {"look": "text"})
    await erase(store, tables, ANN, GUILD)
    assert ANN.user_id not in (await tables.get(here.id)).users
    assert ANN.user_id in (await tables.get(there.id)).users
    assert await Members(tables).preferences.of_member(ANN.user_id) == own
    assert not [hit for hit in found(path, ANN.user_id) if str(GUILD) in hit]
    await erase(store, tables, ANN)
    (first, ben), (second, also_ben) = [(await tables.get(each.id)).users for each in (here, there)]
    assert ben == also_ben == BEN.user_id
    assert is_former(first)
    assert is_former(second)
    assert first != second


async def test_only_who_is_deleted_everywhere_is_forgotten_in_memory_too(erasing: Erasing, tables: Tables) -> None:
    await given_up(tables, [ANN, BEN], ANN)
    for player in (ANN, BEN):
        await tables.preferences.set_of_member(player.user_id, {"look": "text"})
    await erasing.ask(ANN.user_id, None)
    await erasing.ask(BEN.user_id, GUILD)
    assert (await erasing.go_on()).done
    assert list(tables.preferences.members) == [BEN.user_id]


@pytest.mark.sweep
@pytest.mark.parametrize("stop_after", range(4))
async def test_a_kill_between_the_steps_loses_nothing_and_the_next_start_goes_on(
    erasing: Erasing, store: Store, tables: Tables, path: Path, history: list[int], stop_after: int
) -> None:
    before = await everything(store)
    steps = 0
    await erasing.ask(ANN.user_id, None)
    rename = tables.store.rename

    async def killed(*args: Any) -> None:  # noqa: ANN401 - as it is
        nonlocal steps
        if steps == stop_after:
            raise KeyboardInterrupt
        steps += 1
        await rename(*args)

    tables.store.rename = killed  # type: ignore[method-assign, assignment]
    if stop_after < len(history):
        with pytest.raises(KeyboardInterrupt):
            await erasing.go_on()
        assert found(path, ANN.user_id)
    tables.store.rename = rename  # type: ignore[method-assign]
    anew = Erasing(store, tables, Tournaments(store, tables))
    assert (await anew.go_on()).done
    assert found(path, ANN.user_id, ANN.name) == []
    after = await everything(store)
    assert [row for row in before["ratings"] if ANN.user_id not in row] == after["ratings"]
    assert (await anew.go_on()).tables == ()


async def test_a_game_whose_record_is_broken_names_the_member_no_more(
    store: Store, tables: Tables, path: Path, history: list[int]
) -> None:
    with connected(path) as connection:
        connection.execute(f"UPDATE actions SET action = 'play XXX' WHERE game_id = {history[0]} AND ply = 3")  # noqa: S608
    await erase(store, tables, ANN)
    assert found(path, ANN.user_id, ANN.name) == []


async def test_game_with_a_former_player_is_read_replayed_and_can_lose_its_rating(
    store: Store, tables: Tables, history: list[int]
) -> None:
    await erase(store, tables, ANN)
    table = await tables.get(history[0])
    record = parse_record(write_record(table_record(table)))
    assert FORMER in record.players
    await Moderation(store, tables.now).void(GUILD, history[0], DAN.user_id)
    voided = await everything(store)
    ids = {
        int(value) for name in ("ratings", "standings") for row in voided[name] for value in row if type(value) is int
    }
    assert not any(map(is_former, ids))
    await rebuild(store)
    after = await everything(store)
    assert (after["standings"], after["ratings"]) == (voided["standings"], voided["ratings"])


async def test_a_stranger_changes_nothing_and_who_asks_twice_begins_anew_once(
    erasing: Erasing, store: Store, tables: Tables, path: Path, history: list[int]
) -> None:
    before = await everything(store)
    await erasing.ask(STRANGER.user_id, None)
    assert (await erasing.go_on()).tables == ()
    assert await everything(store) == before
    assert found(path, STRANGER.user_id) == []
    assert history
    await erasing.ask(ANN.user_id, None)
    await erasing.ask(ANN.user_id, None)
    await erasing.ask(ANN.user_id, GUILD)
    asked = await store.ask(lambda reader: reader.people.erasures())
    assert [(row.user_id, row.guild_id) for row in asked] == [(ANN.user_id, EVERYWHERE), (ANN.user_id, GUILD)]
    assert (await erasing.go_on()).done
    assert history
    again = await given_up(tables, [ANN, BEN], BEN, seed=77)
    assert ANN.user_id in (await tables.get(again.id)).users
    (rating,) = (await store.ask(lambda reader: reader.ratings.of(GUILD, "two", [ANN.user_id]))).values()
    assert rating.games == 1


async def test_todays_deal_cannot_be_played_again_by_deleting_and_is_forgotten_at_midnight(
    erasing: Erasing, store: Store, tables: Tables, path: Path, clock: Clock
) -> None:
    today = number_at(clock.at)
    table = await given_up(tables, [ANN, BEN], BEN)
    async with store.write() as tx:
        for number in (today - 1, today):
            await tx.daily.begin(DailyGameRow(number, ANN.user_id, table.id, GUILD, clock.at))
    await erasing.ask(ANN.user_id, None)
    assert (await erasing.go_on()).until_midnight == {ANN.user_id}
    async with store.read() as reader:
        assert await reader.daily.game_of(today, ANN.user_id) is not None
        assert await reader.daily.game_of(today - 1, ANN.user_id) is None
    playing = await start_table(tables, (ANN, BEN))  # who comes back is left alone
    assert (await erasing.go_on()).tables == ()
    assert (await tables.get(playing.id)).live
    clock.pass_by(days=1)
    assert not (await erasing.go_on()).until_midnight
    assert not [hit for hit in found(path, ANN.user_id) if hit.startswith(("daily_games", "erasures"))]
    assert ANN.user_id in (await tables.get(playing.id)).users


async def test_streak_follows_from_the_exported_days_and_begins_anew_after_deleting(
    store: Store, tables: Tables, clock: Clock
) -> None:
    today = number_at(clock.at)
    table = await given_up(tables, [ANN, BEN], BEN)
    async with store.write() as tx:
        for number in (today - 3, today - 1, today):
            await tx.daily.begin(DailyGameRow(number, ANN.user_id, table.id, GUILD, clock.at, 10))
    exported = json.loads(await People(store).export(ANN.user_id, clock.at))
    assert streak([row["number"] for row in exported["stored"]["daily_games"]], today) == 3
    await erase(store, tables, ANN)
    day = sure(await DailyDeals(tables, Random(3)).day(today, GUILD, ANN.user_id))
    assert day.streak == 1


async def test_who_plays_a_tournament_withdraws_from_it_and_is_named_in_it_no_more(house: House, path: Path) -> None:
    tournament = await house.begun(people(4))
    member = tournament.entrants[0]
    erasing = Erasing(house.store, house.tables, house.tournaments)
    await erasing.ask(member.user_id, None)
    await erasing.ask(ORGANIZER, None)
    assert (await erasing.go_on()).done
    assert found(path, member.user_id, ORGANIZER) == []
    (after,) = await house.tournaments.of_server(GUILD)
    (gone,) = [each for each in after.entrants if is_former(each.user_id)]
    assert (gone.name, gone.withdrawn) == (FORMER, True)
    assert is_former(after.organizer_id)
    assert (await house.on(tournament.id)).live


async def test_a_daily_deal_that_is_being_played_is_given_up(store: Store, tables: Tables, path: Path) -> None:
    daily = DailyDeals(tables, Random(3))
    await daily.draw_ahead()
    table = await daily.begin(GUILD, CHANNEL, ANN)
    await erase(store, tables, ANN, GUILD)
    assert not (await tables.get(table.id)).live
    hits = {hit.partition(".")[0] for hit in found(path, ANN.user_id, ANN.name)}
    assert hits <= {"daily_games", "erasures", "user_settings"}
    assert (await daily.begin(GUILD + 1, CHANNEL, ANN)).id == table.id  # the same again, which is over


async def test_name_of_a_tournament_goes_and_the_tournament_goes_on_by_its_number(house: House, path: Path) -> None:
    await house.opened([], organizer=DAN.user_id)
    tournament = await house.begun(people(4))
    erasing = Erasing(house.store, house.tables, house.tournaments)
    await erasing.ask(ORGANIZER, None)
    erased = await erasing.go_on()
    assert erased.tournaments == (tournament.id,)
    assert len(found(path, "Spring Cup")) == 1, "that of the other tournament"
    after = await house.tournaments.get(tournament.id)
    assert (after.name, after.number) == ("", 2)
    for pairing in after.of_round(1):
        table = await house.tables.get(pairing.table_id or 0)
        assert table.id in erased.tables
        assert table.fixture is not None
        assert (table.fixture.name, table.fixture.number) == ("", 2)
        await house.ready(pairing)
        await house.tables.ask(table.id, play.resign, table.users[0])
    after = await house.on(tournament.id)
    assert after.round == 2
    (fixture, _) = [(await house.tables.get(each.table_id or 0)).fixture for each in after.of_round(2)]
    assert fixture is not None
    assert (fixture.name, fixture.number) == ("", 2)


async def test_no_table_is_opened_under_a_tournaments_name_that_is_just_being_deleted(house: House, path: Path) -> None:
    tournament = await house.begun(people(4), in_threads=False)
    for pairing in tournament.of_round(1):
        table = await house.ready(pairing)
        await house.tables.ask(table.id, play.resign, table.users[0])
    create, erasing = house.tables.store.create, Erasing(house.store, house.tables, house.tournaments)

    async def create_late(*args: Any) -> Table:  # noqa: ANN401 - as it is
        house.tables.store.create = create  # type: ignore[method-assign]
        await erasing.ask(ORGANIZER, None)
        await erasing.go_on()
        return await create(*args)

    house.tables.store.create = create_late  # type: ignore[method-assign, assignment]
    await house.on(tournament.id)
    after = await house.on(tournament.id)
    assert all(each.table_id is not None for each in after.of_round(2))
    assert found(path, "Spring Cup") == []


async def test_who_left_a_lobby_by_leaving_the_server_is_named_there_no_more(
    store: Store, tables: Tables, path: Path
) -> None:
    table = await open_table(tables, (BEN, ANN))
    await tables.ask(table.id, lobby.vacate, [ANN.user_id])
    assert found(path, ANN.name)
    await erase(store, tables, ANN)
    assert found(path, ANN.user_id, ANN.name) == []
