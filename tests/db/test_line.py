"""A process's line to PostgreSQL: locks that end with it, and words of the others."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from db import Busy, DatabaseError, Line, Part, Store, Transaction, Unreachable, Word
from tests.databases import connected, of_servers
from tests.db.samples import GUILD

pytestmark = of_servers
ROOT = Path(__file__).parents[2]


@pytest.fixture
async def lines(store: Store, second: Store) -> AsyncIterator[tuple[Line, Line]]:
    ann, ben = await store.line(), await second.line()
    yield ann, ben
    await ann.close()
    await ben.close()


def kill_lines(path: Path) -> int:
    """Have the server end every line, as it does when it starts anew, and return how many there were."""
    with connected(path) as beside:
        return len(
            beside.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name = 'bezique line'"
            )
        )


def of(*shards: int) -> Part:
    """Return some of eight shards."""
    return Part(shards, 8)


async def freed(line: Line, shard: int) -> None:
    """Wait until a shard is free, and take it."""
    while not await line.take(of(shard)):  # noqa: ASYNC110 - the server tells nobody
        await asyncio.sleep(0.01)


async def test_shards_are_taken_all_or_none(lines: tuple[Line, Line]) -> None:
    ann, ben = lines
    assert await ann.take(of(2, 3))
    assert not await ben.take(of(1, 2))
    assert not await ben.take(of(3, 4))
    assert await ann.take(of(1, 4)), "who could not have all has kept none"
    await ann.close()
    for shard in (1, 2, 3, 4):
        await freed(ben, shard)


async def test_many_that_want_the_same_at_once_get_it_once(lines: tuple[Line, Line]) -> None:
    came = await asyncio.gather(*(line.take(of(shard)) for shard in range(8) for line in lines))
    assert [sum(came[2 * shard : 2 * shard + 2]) for shard in range(8)] == [1] * 8


async def test_all_lines_share_one_number_of_shards(store: Store, lines: tuple[Line, Line]) -> None:
    ann, ben = lines
    assert (await ann.agree(16), await ben.agree(16)) == (16, 16)
    third = await store.line()
    assert await third.agree(8) == 16
    assert await ann.agree(16) == 16, "who was refused is not counted"
    await ann.close()
    await ben.close()
    while await third.agree(8) != 8:  # noqa: ASYNC110 - the server tells nobody
        await asyncio.sleep(0.01)
    await third.close()


async def test_a_turn_that_is_cancelled_is_free_again(lines: tuple[Line, Line]) -> None:
    ann, ben = lines
    for wait in (0.0, 0.0001, 0.001, 0.002, 0.004):
        task = asyncio.create_task(_hold(ann))
        await asyncio.sleep(wait)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with ben.turn("it", 5):
            pass


async def _hold(line: Line) -> None:
    async with line.turn("it", 5):
        await asyncio.sleep(5)


async def test_a_closed_line_holds_nothing_and_says_so(lines: tuple[Line, Line]) -> None:
    ann, ben = lines
    assert await ann.take(of(1))
    assert not ann.lost.is_set()
    await ann.close()
    await ann.close()
    assert ann.lost.is_set()
    with pytest.raises(Unreachable, match="line to the database is lost"):
        await ann.take(of(2))
    with pytest.raises(Unreachable):
        await ann.check()
    await freed(ben, 1)


async def test_a_line_that_the_server_ends_is_lost_at_once_and_a_new_one_begins_with_nothing(
    store: Store, lines: tuple[Line, Line], path: Path
) -> None:
    ann, ben = lines
    assert await ann.take(of(1))
    assert kill_lines(path) == 2
    await asyncio.wait_for(asyncio.gather(ann.lost.wait(), ben.lost.wait()), 20)
    with pytest.raises(Unreachable):
        await ann.check()
    again = await store.line()
    assert await again.take(of(1))
    await again.check()
    await again.close()


async def test_a_line_that_is_led_to_another_connection_is_lost_at_the_next_look(lines: tuple[Line, Line]) -> None:
    ann, ben = lines
    assert await ann.take(of(1))
    ann._backend = ben._backend  # as behind a pooler that gives each transaction whichever is free
    with pytest.raises(Unreachable, match="leads to another connection"):
        await ann.check()
    assert ann.lost.is_set()
    await freed(ben, 1)


async def test_a_server_that_does_not_answer_ends_the_line(
    lines: tuple[Line, Line], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.line._PATIENCE", 0.2)
    ann, _ = lines
    with connected(path) as beside:
        (row,) = beside.execute("SELECT pid FROM pg_stat_activity WHERE pid = ?", ann._backend)
        os.kill(row["pid"], signal.SIGSTOP)
        try:
            with pytest.raises(Unreachable):
                await ann.check()
        finally:
            os.kill(row["pid"], signal.SIGCONT)
    assert ann.lost.is_set()


async def test_kill_9_frees_what_a_process_held(store: Store, url: str) -> None:
    line = await store.line()
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.db.holder", url, "5", "6", cwd=ROOT, stdout=PIPE
    )
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"held True\n"
    assert not await line.take(of(5))
    holder.send_signal(signal.SIGKILL)
    await holder.wait()
    for shard in (5, 6):
        await freed(line, shard)
    await line.close()


async def test_a_word_is_heard_by_the_others_once_its_transaction_is_kept_and_not_before(
    store: Store, second: Store, lines: tuple[Line, Line]
) -> None:
    ann, ben = lines
    by_ann: asyncio.Queue[Word] = asyncio.Queue()
    by_ben: asyncio.Queue[Word] = asyncio.Queue()
    ann.heard, ben.heard = by_ann.put_nowait, by_ben.put_nowait
    async with store.write() as tx:
        await tx.settings.set_of_guild(GUILD, "colour", value=True)
        await tx.say("guild", GUILD)
        await tx.say("guild", GUILD)
        await ben.check()
        assert by_ben.empty()
    assert await asyncio.wait_for(by_ben.get(), 20) == Word("guild", GUILD, store.process)
    async with second.read() as reader:
        assert await reader.settings.of_guild(GUILD) == {"colour": True}
    await second.do(lambda tx: tx.say("member", 4), beside=True)
    assert await asyncio.wait_for(by_ann.get(), 20) == Word("member", 4, second.process)
    assert by_ben.empty(), "nobody hears what they say themselves"
    assert by_ann.empty(), "the same is told once"


async def test_what_is_taken_back_is_not_told(store: Store, lines: tuple[Line, Line]) -> None:
    _, ben = lines
    heard: asyncio.Queue[Word] = asyncio.Queue()
    ben.heard = heard.put_nowait

    async def breaks(tx: Transaction) -> None:
        await tx.say("table", 1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.do(breaks)
    await store.do(lambda tx: tx.say("table", 2))
    assert await asyncio.wait_for(heard.get(), 20) == Word("table", 2, store.process)
    assert heard.empty()


async def test_a_listener_that_fails_hears_the_next_word_too(store: Store, lines: tuple[Line, Line]) -> None:
    _, ben = lines
    heard: asyncio.Queue[Word] = asyncio.Queue()

    def stumbles(word: Word) -> None:
        heard.put_nowait(word)
        raise ZeroDivisionError

    ben.heard = stumbles
    await store.do(lambda tx: tx.say("table", 1))
    await store.do(lambda tx: tx.say("table", 2))
    assert [(await asyncio.wait_for(heard.get(), 20)).id for _ in range(2)] == [1, 2]
    assert not ben.lost.is_set()


async def test_who_has_no_line_speaks_to_nobody(store: Store, second: Store) -> None:
    line = await second.line()
    heard: asyncio.Queue[Word] = asyncio.Queue()
    line.heard = heard.put_nowait
    await store.do(lambda tx: tx.say("table", 1))
    theirs = await store.line()
    await store.do(lambda tx: tx.say("table", 2))
    assert (await asyncio.wait_for(heard.get(), 20)).id == 2
    await line.close()
    await theirs.close()


async def test_turns_are_taken_one_after_the_other(lines: tuple[Line, Line]) -> None:
    ann, ben = lines
    done: list[str] = []

    async def act(name: str, line: Line) -> None:
        async with line.turn("commands", 20):
            done.append(name)
            await asyncio.sleep(0.05)
            done.append(name)

    await asyncio.gather(act("ann", ann), act("ben", ben))
    assert done[0] == done[1]
    assert done[2] == done[3]
    async with ann.turn("commands", 0):
        with pytest.raises(Busy, match="too long"):
            async with ben.turn("commands", 0):
                pytest.fail("two at once")
    assert not ben.lost.is_set()


async def test_a_cancelled_asker_leaves_the_line_as_it_is(lines: tuple[Line, Line]) -> None:
    ann, ben = lines
    for wait in (0, 0.0001, 0.001):
        asking = asyncio.create_task(ann.take(of(9)))
        await asyncio.sleep(wait)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert not ann.lost.is_set()
        assert await ann.take(of(9))
        assert not await ben.take(of(9))


async def test_a_server_that_refuses_or_is_away_is_told_in_a_sentence(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.ping()
    address = make_url(store._engine.url)
    for changed in ({"port": 1}, {"database": "no_such_s3cret"}):
        monkeypatch.setattr(store._engine.sync_engine, "url", address.set(**changed))
        with pytest.raises(DatabaseError) as caught:
            await store.line()
        assert "s3cret" not in str(caught.value)
