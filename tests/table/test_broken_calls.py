"""Calls to Discord that fail or hang, and a database that fails between them: what was done is shown all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from typing import Any

import aiohttp
import pytest
from simcord import MemberActor
from simcord.http import router

from bot.playground import World
from bot.tables import Happening
from tests.databases import allow, connected, refuse
from tests.simulated import bot_of
from tests.simulated.asking import ask
from tests.simulated.player import (
    Sitting,
    button_named,
    is_told,
    lobby_at,
    message_with,
    private_answer,
    public_messages,
    sit_down,
    words_of,
)
from tests.simulated.waiting import meanwhile, reminders, with_clock


@contextmanager
def unplugged(monkeypatch: pytest.MonkeyPatch, method: str, path: str) -> Iterator[None]:
    """Let nothing answer calls of a kind: the connection ends, as the library then raises it."""
    dispatch = router.dispatch

    def cut(backend: Any, called: str, at: str, **options: Any) -> Any:  # noqa: ANN401 - the simulation's own
        if called == method and fnmatch(at, path):
            raise aiohttp.ServerDisconnectedError
        return dispatch(backend, called, at, **options)

    with monkeypatch.context() as patch:
        patch.setattr(router, "dispatch", cut)
        yield


@contextmanager
def forgetful(world: World) -> Iterator[None]:
    """Let the database refuse to store any message."""
    with connected(bot_of(world).settings.database_url) as connection:
        refuse(connection, "no_messages", "messages")
        yield
        allow(connection, "no_messages", "messages")


async def test_act_whose_answer_discord_refuses_is_shown_to_the_others(world: World, sitting: Sitting) -> None:
    mover, (other,) = sitting.on_move(), sitting.waiting()
    card = mover.choices()[0]
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=1)
    await mover.choose(card)
    await world.env.advance_time(2)
    assert other.choices()
    assert card.label in words_of(sitting.board())


async def test_seat_whose_answer_discord_refuses_is_shown_on_the_lobby(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=1)
    await ben.click(lobby, label="Join")
    await world.env.advance_time(2)
    assert "Ben" in words_of(lobby)


@pytest.mark.deep
async def test_cut_whose_answer_is_lost_is_noted_on_the_board(world: World, sealed: Sitting) -> None:
    player = sealed.players[0].actor
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=1)
    await player.click(sealed.board(), label="Cut")
    await world.env.advance_time(2)
    assert "Cut by" in words_of(sealed.board())


async def test_request_to_undo_that_could_not_be_posted_is_tried_again_when_the_board_is_shown(
    world: World, sitting: Sitting, caplog: pytest.LogCaptureFixture
) -> None:
    leader, other = sitting.on_move(), sitting.waiting()[0]
    await sitting.steps(1)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await ask(leader.actor, world.channel, "undo")
    assert "could not be posted" in caplog.text
    await other.actor.click(message_with(world, "asks to undo"), label="Let it be undone")
    assert (await bot_of(world).tables.get(1)).actions == ()


@pytest.mark.parametrize("path", ["/webhooks/*", "/channels/*"])
async def test_connection_that_breaks_leaves_no_board_or_panel_behind(
    world: World, sitting: Sitting, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    mover, (other,) = sitting.on_move(), sitting.waiting()
    card = mover.choices()[0]
    with unplugged(monkeypatch, "PATCH", path):
        answer = await mover.choose(card)
    assert not answer.followups  # it is no trouble of who has acted
    await world.env.advance_time(10)
    assert other.choices()
    assert card.label in words_of(sitting.board())


@pytest.mark.deep
async def test_panel_that_discord_does_not_take_is_tried_less_and_less_often_until_it_is_right(
    world: World, sitting: Sitting
) -> None:
    (other,) = sitting.waiting()
    before = len(world.env.http_requests)
    world.env.inject_error("PATCH", "/webhooks/*", status=503, times=None)
    await sitting.on_move().choose(sitting.on_move().choices()[0])
    await world.env.advance_time(120)
    tried = [each for each in world.env.http_requests[before:] if each.path.startswith("/webhooks")]
    assert 6 <= len(tried) <= 20  # a board and a panel
    world.env.backend.faults.clear()
    await world.env.advance_time(130)
    assert other.choices()


async def test_connection_that_breaks_while_a_table_is_put_up_leaves_no_table(
    world: World, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with unplugged(monkeypatch, "POST", "/interactions/*/callback"):
        await ann.slash(world.channel, "play")
    assert bot_of(world).tables.memory.awake() == []


@pytest.mark.deep
@pytest.mark.parametrize("answers", ["wrongly", "slowly"])
async def test_clock_goes_on_for_the_others_whatever_one_table_comes_upon(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, answers: str
) -> None:
    bad = await sit_down(world, world.members[:2])
    good = await sit_down(world, world.members[2:4], seed=3)
    presenter = bot_of(world).presenter
    happened = presenter.happened

    async def stumbling(happening: Happening) -> None:
        if happening.table.id == bad.table and answers == "wrongly":
            raise RuntimeError("nobody has thought of this")
        if happening.table.id == bad.table:
            await asyncio.sleep(600)
        await happened(happening)

    monkeypatch.setattr(presenter, "happened", stumbling)
    await world.env.advance_time(63)
    assert [words_of(m).count(f"table {good.table}") for m in reminders(world)] == [1]
    assert ("what is due could not be shown" in caplog.text) is (answers == "wrongly")
    await good.steps(1)
    await world.env.advance_time(3 * 60 + 2)
    assert is_told(world, f"time is up at table {good.table}"), "the clock runs on"


@pytest.mark.deep
async def test_board_that_could_not_be_stored_is_not_posted_again_and_again(
    world: World, sitting: Sitting, ann: MemberActor
) -> None:
    await sitting.steps(3)
    world.env.backend.delete_message(world.channel.id, sitting.board().id)
    with forgetful(world):
        await ask(ann, world.channel, "here", table=sitting.table)
        await meanwhile(world, 120, every=5)
        assert len(sitting.messages()) == 1
    await meanwhile(world, 300, every=5)
    (board,) = sitting.messages()
    table = await bot_of(world).tables.get(sitting.table)
    assert (stored := table.message("board")) is not None
    assert stored.message_id == board.id
    await sitting.show_hands()
    await sitting.steps(2)
    assert len(sitting.messages()) == 1


@pytest.mark.deep
async def test_result_that_could_not_be_stored_is_told_once(world: World, sitting: Sitting, ann: MemberActor) -> None:
    await sitting.steps(3)
    asked = private_answer(await ask(ann, world.channel, "resign"))
    with forgetful(world):
        await ann.click(asked, label="Resign")
        await meanwhile(world, 120, every=5)
    await meanwhile(world, 300, every=5)
    assert len([m for m in public_messages(world) if "Ann resigned" in words_of(m)]) == 1


@pytest.mark.deep
async def test_reminder_that_could_not_be_stored_mentions_nobody_again(world: World) -> None:
    sitting = await with_clock(world, "live-10")
    with forgetful(world):
        await world.env.advance_time(65)
        (reminder,) = reminders(world)
        await world.env.advance_time(100)
        assert [m.id for m in reminders(world)] == [reminder.id]
    await world.env.advance_time(60)
    table = await bot_of(world).tables.get(sitting.table)
    assert [m.message_id for m in table.messages if m.role == "nudge"] == [reminder.id]
    await bot_of(world).presenter.reminders.in_channel(table)
    assert [m.id for m in reminders(world)] == [reminder.id]
    await sitting.steps(1)
    assert reminders(world) == []


async def test_lobby_that_could_not_be_stored_is_the_tables_board_all_the_same(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    with forgetful(world):
        lobby = await lobby_at(world, ann)
    await world.env.advance_time(5)
    assert len(public_messages(world)) == 1
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    assert "dealt below" in words_of(lobby)
    (board,) = public_messages(world)
    assert "deal 1" in words_of(board)
    assert button_named(board, "My hand")
