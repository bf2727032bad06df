"""What a tournament leaves in a channel without threads: one message a game and one a round, which seals its games."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine.proof import check_shuffle
from bot.engine.shuffle import Shuffle, commitment
from bot.playground import World
from bot.tables import DatabaseError, Table
from bot.tables.decisions.dealing import ROUND
from tests.simulated import bot_of, buttons_of, restart
from tests.simulated.asking import ask, resign
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import button_named, private_answer, public_messages, words_of
from tests.simulated.waiting import meanwhile
from tests.tournaments.test_clicks import clicked, held, round_message, tick, tournament

SECRET = re.compile("[0-9a-f]{128}")
THREADS = "create_public_threads"


async def tables_of(world: World, number: int = 1) -> list[Table]:
    pairings = (await tournament(world)).of_round(number)
    return await bot_of(world).tables.several(each.table_id or 0 for each in pairings)


def players(world: World, table: Table) -> list[MemberActor]:
    by_id = {member.id: member for member in world.members}
    return [by_id[user] for user in table.users]


def sealed_in(message: ResponseMessage, table: Table) -> bool:
    return f"🔒\u00a0{table.deals[0].commitment}" in words_of(message)


@pytest.mark.deep
async def test_three_rounds_of_four_leave_one_message_a_game_and_one_a_round(world: World) -> None:
    forbid(world, THREADS)
    before = len(public_messages(world))
    await held(world, *world.members[:4])
    for number in (1, 2, 3):
        shown = round_message(world, number)
        for table in await tables_of(world, number):
            for member in players(world, table):
                await clicked(world, member, shown, "Ready")
            await resign(players(world, table)[0], world.channel, table=table.id)
            await tick(world, 3)
        await tick(world, 5)
    assert len(public_messages(world)) - before == 6 + 3 + 2, "games, rounds, the entries and the final table"


async def test_a_round_carries_the_seals_of_its_games_before_anybody_may_cut_or_is_dealt_a_card(world: World) -> None:
    forbid(world, THREADS)
    await held(world, *world.members[:4])
    shown = round_message(world, 1)
    first, second = await tables_of(world)
    one, other = players(world, first)
    for table in (first, second):
        assert sealed_in(shown, table)
        assert table.deals[0].message_id == shown.id
        assert not [each for each in table.messages if each.role != ROUND], "no lobby"
    await clicked(world, other, shown, "Cut")
    await tick(world)
    assert f"Cut by {other.name.title()}" in words_of(shown)
    await clicked(world, one, shown, "Ready")
    assert f"Ready: {one.name.title()}" in words_of(shown)
    await clicked(world, other, shown, "Ready")
    await tick(world)
    (board,) = [each for each in public_messages(world) if each.id > shown.id]
    first = await bot_of(world).tables.get(first.id)
    seal = first.deals[0]
    cut = next(each.text for each in first.cuts)
    assert seal.entropy == (f"message:{shown.id}", f"cut:1:{cut}", f"board:{board.id}")
    assert sealed_in(shown, first), "the round keeps it"
    proof = words_of(private_answer(await clicked(world, one, board, "Fair deal")))
    assert f"{shown.channel_id}/{shown.id}" in proof
    await resign(one, world.channel, table=first.id)
    await tick(world, 3)
    shuffle = Shuffle(seal.commitment, seal.entropy, seal.secret)
    assert check_shuffle(shuffle, seal.deck or "", first.game.law.pack, 2)[:3] == (True, True, True)
    assert button_named(shown, "Ready") is not None, "two have yet to play"
    await clicked(world, one, shown, "Cut")  # whose game is over
    assert len((await bot_of(world).tables.get(first.id)).cuts) == 1


async def test_a_game_that_is_never_dealt_keeps_its_seal_in_the_round_and_shows_its_secret(world: World) -> None:
    forbid(world, THREADS)
    await held(world, *world.members[:4], hours=1)
    shown = round_message(world, 1)
    first, second = await tables_of(world)
    await clicked(world, players(world, first)[0], shown, "Ready")
    await meanwhile(world, 61 * 60, every=300)
    await tick(world, 5)
    assert "without a game" in words_of(shown)
    labels = [each["label"] for each in buttons_of(shown)]
    assert labels == ["Fair deal · 1", "Fair deal · 2"]
    for table, label in zip((first, second), labels, strict=True):
        assert sealed_in(shown, table)
        told = words_of(private_answer(await clicked(world, world.members[0], shown, label)))
        (secret,) = SECRET.findall(told)
        assert commitment(bytes.fromhex(secret)) == table.deals[0].commitment


async def _lost(world: World, monkeypatch: pytest.MonkeyPatch, during: Callable[[], Awaitable[object]]) -> None:
    """Have a round posted while nothing of its message can be stored, and start the bot anew."""
    bot = bot_of(world)
    real = bot.tables.ask

    async def fails(table_id: int, decide: object, *args: object, **how: object) -> object:
        if how.get("role") == ROUND:
            raise DatabaseError("The disk that holds the database is full.")
        return await real(table_id, decide, *args, **how)  # type: ignore[arg-type]

    with monkeypatch.context() as broken:
        broken.setattr(bot.tables, "ask", fails)
        await held(world, *world.members[:4])
        await meanwhile(world, 60)  # the same process tries again
        assert [each.message_id for each in (await tournament(world)).posted if each.role == "round-1"] == []
        await during()
    await restart(world)
    await tick(world, 5)


async def test_a_round_that_was_posted_and_not_stored_is_found_and_its_seals_count_from_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid(world, THREADS)
    posted: list[int] = []

    async def noted() -> None:
        posted.append(round_message(world, 1).id)
        for table in await tables_of(world):
            assert table.deals[0].message_id is None

    await _lost(world, monkeypatch, noted)
    shown = round_message(world, 1)
    assert [shown.id] == posted, "it is up once"
    for table in await tables_of(world):
        assert table.deals[0].message_id == shown.id
        assert sealed_in(shown, table)
        assert table.stands_in_round


async def test_seals_are_laid_open_and_replaced_where_nobody_can_tell_whether_their_round_is_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid(world, THREADS)
    before: list[Table] = []

    async def blinded() -> None:
        before.extend(await tables_of(world))
        forbid(world, THREADS, "read_message_history")

    await _lost(world, monkeypatch, blinded)
    after = await tables_of(world)
    for table, old in zip(after, before, strict=True):
        board = table.message("board")
        assert board is not None
        assert table.deals[0].commitment != old.deals[0].commitment
        assert table.deals[0].message_id == board.message_id
        lobby = ResponseMessage(world.env, world.env.backend.messages[world.channel.id][board.message_id])
        assert sealed_in(lobby, table)
        assert f"🔓\u00a0{old.deals[0].commitment}" in words_of(lobby)
    allow(world)


async def test_a_round_that_was_deleted_comes_again_with_its_seals_which_count_from_the_first(world: World) -> None:
    forbid(world, THREADS)
    await held(world, *world.members[:4])
    first = round_message(world, 1)
    one, other = players(world, (await tables_of(world))[0])
    world.env.backend.delete_message(world.channel.id, first.id)
    hand = private_answer(await ask(one, world.channel, "hand"))
    await clicked(world, one, hand, "Ready")
    await tick(world, 3)
    again = round_message(world, 1)
    assert again.id > first.id
    for table in await tables_of(world):
        assert sealed_in(again, table)
        assert table.deals[0].message_id == first.id
        assert table.message(ROUND) is not None
    await clicked(world, other, again, "Ready")
    await tick(world, 3)
    (begun, _) = await tables_of(world)
    assert begun.deals[0].entropy[0] == f"message:{first.id}"
