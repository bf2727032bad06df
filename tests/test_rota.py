"""The rota: each server comes up in it, and nobody who gave up waiting keeps a place."""

from __future__ import annotations

import asyncio

from bot.rota import Rota


async def test_each_server_comes_up_in_its_turn_whatever_another_one_wants() -> None:
    rota, order = Rota(1), list[int]()

    async def work(server: int) -> None:
        async with rota.of(server):
            order.append(server)
            await asyncio.sleep(0)

    await asyncio.gather(*(work(server) for server in [1, 1, 1, 1, 2, 2, 3]))
    assert order == [1, 1, 2, 3, 1, 2, 1]  # the first was in before anybody else had come


async def test_no_more_are_let_in_than_there_are_places() -> None:
    rota, inside, most = Rota(2), 0, 0

    async def work(server: int) -> None:
        nonlocal inside, most
        async with rota.of(server):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(work(number % 3) for number in range(20)))
    assert most == 2


async def test_who_gives_up_waiting_or_fails_inside_leaves_the_place_to_others() -> None:
    rota, order = Rota(1), list[str]()
    go_on = asyncio.Event()

    async def work(name: str) -> None:
        async with rota.of(1):
            await go_on.wait()
            order.append(name)
            if name == "fails":
                raise OSError(name)

    tasks = [asyncio.create_task(work(name)) for name in ("leaves inside", "fails", "leaves waiting", "stays")]
    await asyncio.sleep(0)
    tasks[0].cancel()
    tasks[2].cancel()
    await asyncio.sleep(0)
    go_on.set()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert order == ["fails", "stays"]
    assert [type(each) for each in done] == [asyncio.CancelledError, OSError, asyncio.CancelledError, type(None)]


async def test_who_waits_is_told_the_place_in_the_queue_whenever_it_changes() -> None:
    rota, told = Rota(1), dict[str, list[int]]()
    go_on = [asyncio.Event() for _ in range(4)]

    async def work(name: str, server: int, until: asyncio.Event) -> None:
        async with rota.of(server, told.setdefault(name, []).append):
            await until.wait()

    expected = []
    tasks = []
    for name, server, until in zip("abcd", (1, 1, 1, 2), go_on, strict=True):
        expected.append(rota.next_place(server))
        tasks.append(asyncio.create_task(work(name, server, until)))
        await asyncio.sleep(0)
    assert expected == [0, 1, 2, 2]  # the other server comes up before the first one's second
    assert told == {"a": [], "b": [1, 1, 1], "c": [2, 3], "d": [2]}
    for until in go_on:
        until.set()
    await asyncio.gather(*tasks)
    assert told == {"a": [], "b": [1, 1, 1], "c": [2, 3, 2, 1], "d": [2, 1]}


async def test_who_gives_up_waiting_lets_the_others_move_up() -> None:
    rota, told = Rota(1), list[int]()
    stay = asyncio.Event()

    async def work(tell: bool) -> None:
        async with rota.of(1, told.append if tell else None):
            await stay.wait()

    first, second, third = (asyncio.create_task(work(each)) for each in (False, False, True))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.sleep(0)
    assert told == [2, 1]
    assert rota.next_place(1) == 2
    stay.set()
    await asyncio.gather(first, third)
    assert rota.next_place(1) == 0
