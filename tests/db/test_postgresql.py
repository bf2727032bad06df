"""What is so on a server of PostgreSQL's alone; all else is tested on both."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from bot.cli.connect import explained
from bot.cli.exits import ExitCode, Stop
from db import Busy, DatabaseError, Duplicate, Store, Transaction, Unreachable, answering
from db.errors import Collision
from db.postgresql import turn_of
from tests.databases import SERVER, connected, dumped, of_servers
from tests.db.samples import GUILD, game_with_deal, new_game, sealed
from tests.db.test_acts import counted

pytestmark = of_servers


def server(**changes: object) -> str:
    """Return the server's address with something else in it."""
    assert SERVER is not None
    return make_url(SERVER).set(**changes).render_as_string(hide_password=False)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "sentence", "code"),
    [
        ({"database": "no_such_s3cret"}, "no database of that name", ExitCode.DATABASE),
        ({"username": "nobody_s3cret", "password": "s3cret"}, "refuses the user or the password", ExitCode.DATABASE),
        ({"port": 1}, "does not answer", ExitCode.DATABASE_LOCKED),
        ({"host": "s3cret.invalid"}, "does not answer", ExitCode.DATABASE_LOCKED),
        ({"query": {"nosuch": "s3cret"}}, "does not know", ExitCode.DATABASE),
        ({"query": {"ssl": "s3cret"}}, "does not know", ExitCode.DATABASE),
    ],
)
async def test_an_address_that_leads_nowhere_is_told_in_a_sentence_without_what_is_in_it(
    changes: dict[str, object], sentence: str, code: ExitCode
) -> None:
    with pytest.raises(Stop, match=sentence) as caught, explained():
        await Store.open(server(**changes))
    assert caught.value.code == code
    assert "s3cret" not in str(caught.value)
    assert "BEZIQUE_DATABASE_URL" in str(caught.value)


async def test_a_database_of_another_program_is_refused_untouched(path: Path, url: str) -> None:
    with connected(path) as beside:
        beside.execute("CREATE TABLE photographs (title TEXT)")
        before = dumped(path)
        with pytest.raises(DatabaseError, match=r"not this bot's; make a database of its own"):
            await Store.open(url)
        beside.execute("CREATE TABLE alembic_version (version_num TEXT)")
        beside.execute("INSERT INTO alembic_version VALUES ('c0ffee')")
        with pytest.raises(DatabaseError, match=r"another program's.*database of its own"):
            await Store.open(url)
    assert before in dumped(path)


async def test_a_database_that_cannot_keep_every_name_is_refused(url: str) -> None:
    name = make_url(url).database
    with connected(server()) as administrator:
        administrator.execute(f"DROP DATABASE {name}")
        administrator.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(DatabaseError, match=r"encoded in LATIN1.*with the encoding UTF8"):
        await Store.open(url)


async def test_a_user_who_may_make_no_tables_is_told_so(url: str) -> None:
    with connected(url) as administrator:
        administrator.execute("CREATE ROLE bezique_poor LOGIN")
        administrator.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        try:
            with pytest.raises(DatabaseError, match="may not do what is needed"):
                await Store.open(make_url(url).set(username="bezique_poor").render_as_string(hide_password=False))
        finally:
            administrator.execute("DROP ROLE bezique_poor")


@contextmanager
def shut(path: Path, *name: str) -> Iterator[Callable[[], object]]:
    """Hold a turn by a connection of the test's own until the block ends or the yielded function is called."""
    lock = turn_of(*name)["lock"]
    with connected(path) as beside:
        beside.execute(f"SELECT pg_advisory_lock({lock})")
        yield partial(beside.execute, f"SELECT pg_advisory_unlock({lock})")


async def test_acts_that_a_version_guards_are_written_beside_each_other_and_others_alone(
    store: Store, second: Store, path: Path
) -> None:
    inside = asyncio.Event()

    async def stays(tx: Transaction) -> None:
        await new_game(tx)
        inside.set()
        await tx.in_turn("door")

    with shut(path, "door") as opened:
        staying = asyncio.create_task(store.do(stays, beside=True))
        await inside.wait()
        for one in (store, second):
            await asyncio.wait_for(one.do(new_game, beside=True), 20)
        alone = asyncio.create_task(second.do(counted))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(alone), 0.2)
        opened()
        await staying
        assert await alone == 1


async def test_acts_that_come_together_share_transactions_and_each_is_kept_or_lost_by_itself(
    store: Store, path: Path
) -> None:
    fails = Duplicate("for a test")
    tries = Counter[int]()

    async def act(tx: Transaction, number: int) -> int:
        tries[number] += 1
        await tx.settings.set_of_guild(GUILD, str(number), value=number)
        if number == 7:
            raise fails
        return number

    await store.ping()
    with connected(path) as beside:
        committed = "SELECT count(DISTINCT xmin::text) AS n FROM guild_settings"
        works = [store.do(partial(act, number=number), beside=True, shared=True) for number in range(20)]
        outcomes = await asyncio.gather(*works, return_exceptions=True)
        assert outcomes == [*range(7), fails, *range(8, 20)]
        (row,) = beside.execute(committed)
    assert tries[7] == max(tries.values()) == 2
    assert row["n"] < 15
    async with store.read() as reader:
        assert set(await reader.settings.of_guild(GUILD)) == {str(each) for each in range(20) if each != 7}


async def test_acts_whose_commit_was_lost_are_not_done_a_second_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server may have kept them."""
    done = 0

    async def act(tx: Transaction) -> None:
        nonlocal done
        done += 1
        await new_game(tx)

    def committed_and_lost(core: Connection) -> None:
        core.get_transaction().commit()  # type: ignore[union-attr]
        raise ConnectionResetError

    await store.do(counted)
    monkeypatch.setattr("sqlalchemy.engine.Connection.commit", committed_and_lost)
    outcomes = await asyncio.gather(
        *(store.do(act, beside=True, shared=True) for _ in range(9)), return_exceptions=True
    )
    assert {type(each) for each in outcomes} == {Unreachable}
    assert done == 9


async def test_two_acts_that_wait_for_each_other_are_both_done(store: Store, second: Store, path: Path) -> None:
    tries, both_there = 0, asyncio.Event()

    async def both(tx: Transaction, first: str, then: str) -> None:
        nonlocal tries
        tries += 1
        await tx.in_turn(first)
        if tries == 2:
            both_there.set()
        if tries <= 2:
            await tx.in_turn("door", first)
        await tx.in_turn(then)
        await tx.settings.set_of_guild(GUILD, first, value=True)

    with shut(path, "door", "a") as one_opened, shut(path, "door", "b") as other_opened:
        one = asyncio.create_task(store.do(lambda tx: both(tx, "a", "b"), beside=True))
        other = asyncio.create_task(second.do(lambda tx: both(tx, "b", "a"), beside=True))
        await both_there.wait()
        one_opened()
        other_opened()
        await asyncio.gather(one, other)
    assert tries > 2
    async with store.read() as reader:
        assert await reader.settings.of_guild(GUILD) == {"a": True, "b": True}


async def test_what_is_written_in_turn_loses_nothing_though_it_is_read_first(store: Store, second: Store) -> None:
    async def in_turn(tx: Transaction) -> int:
        await tx.in_turn("count", GUILD)
        return await counted(tx)

    acts = [one.do(in_turn, beside=True) for _ in range(20) for one in (store, second)]
    assert sorted(await asyncio.gather(*acts)) == list(range(1, 41))


async def test_a_server_that_starts_anew_costs_no_act(store: Store, path: Path) -> None:
    await store.do(counted)
    with connected(path) as beside:
        beside.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        others = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        while beside.execute(others):  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)  # the word of it has come, and is read
    assert await store.do(counted) == 2
    async with store.read() as reader:
        assert await reader.settings.of_guild(GUILD) == {"count": 2}


async def test_a_connection_lost_in_the_middle_keeps_nothing_and_says_so(store: Store, path: Path) -> None:
    async def lost(tx: Transaction) -> None:
        await counted(tx)
        with connected(path) as beside:
            beside.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        await counted(tx)

    with pytest.raises(Unreachable, match=r"starting or stopping|ended the connection"):
        await store.do(lost)
    assert await store.do(counted) == 1


async def test_an_interaction_is_written_for_by_one_process_also_at_the_same_moment(
    store: Store, second: Store
) -> None:
    for number in range(1, 11):
        with answering(number):
            came = await asyncio.gather(
                *(one.do(new_game, beside=True) for one in (store, second, store, second)), return_exceptions=True
            )
        kept = [not isinstance(each, BaseException) for each in came]
        assert kept in ([True, False, True, False], [False, True, False, True]), came


async def test_a_lock_that_another_program_holds_too_long_is_reported_as_busy(
    url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.ping()
    monkeypatch.setattr("db.postgresql._PATIENCE", 1)
    impatient = await Store.open(url)
    async with store.write():
        with pytest.raises(Busy, match="locked the database for too long") as caught:
            await impatient.do(counted)
    assert not isinstance(caught.value, Collision | Unreachable)
    assert await impatient.do(counted) == 1
    await impatient.close()


async def test_errors_name_no_value(store: Store) -> None:
    game = await game_with_deal(store)
    with pytest.raises(Duplicate) as caught:
        await store.do(lambda tx: tx.deals.open(sealed(game)))
    assert sealed(game).secret not in f"{caught.value!r} {caught.value.__cause__}"
    with pytest.raises(ValueError, match="cannot be kept") as unfit:
        await store.do(lambda tx: tx.settings.set_of_guild(GUILD, "s3cret\0", value=True))
    assert "s3cret" not in str(unfit.value)


async def test_no_connection_stays_in_a_transaction(store: Store, path: Path) -> None:
    async with store.write() as tx:
        await new_game(tx)
    await asyncio.gather(*(store.do(counted) for _ in range(30)))
    async with store._engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
    with connected(path) as beside:
        (row,) = beside.execute(
            "SELECT count(*) AS open FROM pg_stat_activity"
            " WHERE datname = current_database() AND state LIKE 'idle in transaction%'"
        )
    assert row["open"] == 0
