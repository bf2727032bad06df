"""Every game in a thread of its own, where a server wants it: opened with the game and closed with it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import discord
import pytest
from simcord import MemberActor, ResponseMessage
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel
from simcord.http import router

from bot.playground import World
from bot.tables import Due
from tests.simulated import START, bot_of, buttons_of, press, restart, text_of
from tests.simulated.asking import ask, resign
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import (
    Player,
    Sitting,
    behind,
    button_named,
    lobby_at,
    private_answer,
    public_answer,
    public_messages,
)
from tests.simulated.positions import bring_to_last_trick
from tests.simulated.waiting import meanwhile
from tests.simulated.watch import Watch


@pytest.fixture
async def manager(world: World) -> MemberActor:
    """Ann, who manages the server, which has its games in threads."""
    ann = world.members[0]
    guild = ann.guild
    role = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(guild.id, ann.id, role.id)
    shown = private_answer(await ask(ann, world.channel, "server settings", threads=True))
    assert "Saved." in text_of(shown)
    assert "⚠" not in text_of(shown)
    return ann


def threads(world: World) -> list[Channel]:
    return [c for c in world.env.backend.channels.values() if c.is_thread]


def messages_in(world: World, channel_id: int) -> list[ResponseMessage]:
    stored = world.env.backend.messages[channel_id].values()
    found = [m for m in sorted(stored, key=lambda m: m.id) if not m.is_ephemeral and m.components]
    return [ResponseMessage(world.env, m) for m in found]


class Threaded(Sitting):
    """A table whose board is looked for in its thread."""

    def messages(self) -> list[ResponseMessage]:
        """Return the public messages of the table, in the channel and then in its threads."""
        name = re.compile(rf"table {self.table}\b")
        places = [self.world.channel.id, *(thread.id for thread in threads(self.world))]
        return [m for place in places for m in messages_in(self.world, place) if name.search(text_of(m))]


async def begin(
    world: World,
    count: int = 2,
    **options: Any,  # noqa: ANN401
) -> tuple[Threaded, ResponseMessage]:
    """Open a table and start it; return it and the message of the lobby."""
    opener, *others = world.members[:count]
    lobby = await lobby_at(world, opener, **options)
    for other in others:
        await other.click(lobby, label="Join")
    await opener.click(lobby, label="Start")
    players = [Player(world, actor, 1, Random(1)) for actor in (opener, *others)]
    return Threaded(world, 1, players), lobby


def is_put_away(world: World) -> bool:
    (thread,) = threads(world)
    assert thread.thread_metadata is not None
    return thread.thread_metadata.archived


async def let_a_week_pass(world: World) -> None:
    """Have everyone leave the game at table 1."""
    store = bot_of(world).tables.store
    store.memory.put((await store.get(1)).but(due={Due.ABANDON: START}), store.now())


@pytest.mark.deep
@pytest.mark.usefixtures("manager")
async def test_game_moves_into_a_thread_when_it_starts_and_the_lobby_stays_as_its_head(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    sitting, lobby = await begin(world)
    (thread,) = threads(world)
    assert (thread.id, thread.parent_id) == (lobby.id, world.channel.id)
    assert thread.name == "Table 1: Ann, Ben"
    assert {ann.id, ben.id} <= set(thread.thread_members)
    assert f"<#{thread.id}>" in text_of(lobby)
    table = await bot_of(world).tables.get(1)
    assert table.channel_id == thread.id
    assert table.deals[0].message_id == lobby.id
    assert table.deals[0].commitment in text_of(lobby)
    (board,) = messages_in(world, thread.id)
    assert "to lead" in text_of(board)
    assert button_named(board, "My hand")
    await sitting.show_hands()
    await sitting.steps(20)
    assert len(messages_in(world, thread.id)) == 1
    assert watch.private > 20


@pytest.mark.deep
@pytest.mark.usefixtures("manager")
async def test_thread_is_closed_with_the_game_and_the_result_stands_above_it(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    sitting, lobby = await begin(world)
    await sitting.show_hands()
    await sitting.steps(14)
    await resign(ben, world.channel)
    (thread,) = threads(world)
    assert thread.thread_metadata is not None
    assert (thread.thread_metadata.archived, thread.thread_metadata.locked) == (True, False)
    shown = [text_of(m) for m in messages_in(world, thread.id)]
    assert any(re.search(r"deal 1 · .*\*\*\d+\*\*", text) for text in shown), "the board is folded to a line"
    assert "Ann\u2069 wins" in shown[-1]
    table = await bot_of(world).tables.get(1)
    for text in ("Ann\u2069 wins", f"<#{thread.id}>", table.deals[0].commitment):
        assert text in text_of(lobby)
    result = messages_in(world, thread.id)[-1]
    assert "Trick" not in text_of(private_answer(await behind(ann, result, "Replay")))
    await press(world, ann, result, "bz:1:0:rematch")  # in the closed thread
    assert "would like a rematch" in text_of(lobby)
    assert table.deals[0].commitment in text_of(lobby)
    await ben.click(lobby, label="Rematch")
    assert "The rematch is on at table 2" in text_of(lobby)
    head = messages_in(world, world.channel.id)[-1]
    new = next(t for t in threads(world) if t.id != thread.id)
    assert (new.id, new.name) == (head.id, "Table 2: Ann, Ben")
    (board,) = messages_in(world, new.id)
    assert button_named(board, "Deal")
    await ann.click(board, label="Deal")
    assert "to lead" in text_of(messages_in(world, new.id)[-1])
    assert (await bot_of(world).tables.get(2)).deals[0].message_id == board.id
    assert watch.private


@pytest.mark.usefixtures("manager")
async def test_challenge_and_several_deals_are_played_in_one_thread(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    shown = public_answer(await ann.slash(world.channel, "challenge", member=ben, rules="modern target=2000"))
    await ben.click(shown, label="Accept")
    sitting = Threaded(world, 1, [Player(world, actor, 1, Random(1)) for actor in (ann, ben)])
    await sitting.show_hands()
    (thread,) = threads(world)
    await bring_to_last_trick(sitting)
    await sitting.play_deal()
    first, sealed = messages_in(world, thread.id)
    assert "This deal is over" in text_of(first)
    await sitting.step()
    first, sealed, second = messages_in(world, thread.id)
    assert "**" in text_of(first), "it is folded to a line with the points"
    table = await bot_of(world).tables.get(1)
    assert [seal.entropy[-1] for seal in table.deals] == [f"board:{first.id}", f"board:{second.id}"]
    assert table.deals[1].entropy[0] == f"message:{sealed.id}"
    assert len(threads(world)) == 1


@pytest.mark.usefixtures("manager")
@pytest.mark.parametrize(
    ("lacks", "named"),
    [("create_public_threads", "Create Public Threads"), ("send_messages_in_threads", "Send Messages in Threads")],
)
async def test_without_the_permission_the_game_is_played_in_the_channel_and_the_starter_is_told(
    world: World, ann: MemberActor, ben: MemberActor, lacks: str, named: str
) -> None:
    forbid(world, lacks)
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    started = await ann.click(lobby, label="Start")
    told, _hand = started.followups
    assert told.ephemeral
    assert f"**{named}**" in text_of(told)
    (board,) = public_messages(world)
    assert "to lead" in text_of(board)
    assert button_named(board, "My hand")
    assert threads(world) == []
    allow(world)
    players = [Player(world, actor, 1, Random(1)) for actor in (ann, ben)]
    sitting = Sitting(world, 1, players)
    await sitting.show_hands()
    await sitting.steps(6)
    assert threads(world) == []  # what began in the channel stays there


@pytest.mark.usefixtures("manager")
@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 50024)])
async def test_where_discord_refuses_the_thread_the_game_is_played_in_the_channel(
    world: World, status: int, code: int
) -> None:
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=status, code=code)
    sitting, _ = await begin(world)
    assert "to lead" in text_of(sitting.board())
    await sitting.show_hands()
    await sitting.steps(6)
    assert threads(world) == []


@pytest.mark.usefixtures("manager")
async def test_thread_that_was_opened_before_a_crash_is_taken_up(world: World) -> None:
    ann, ben, *_ = world.members
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    backend = world.env.backend
    thread = backend.create_thread(world.channel.id, "Table 1", backend.bot_user.id, message_id=lobby.id)
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004, times=1)
    await ann.click(lobby, label="Start")
    assert (await bot_of(world).tables.get(1)).channel_id == thread.id
    assert "to lead" in text_of(messages_in(world, thread.id)[-1])


@pytest.mark.deep
@pytest.mark.usefixtures("manager")
async def test_game_in_a_thread_goes_on_after_a_restart(world: World) -> None:
    sitting, _ = await begin(world)
    await sitting.show_hands()
    await sitting.steps(5)
    await restart(world)
    await sitting.steps(5)
    (thread,) = threads(world)
    assert len(messages_in(world, thread.id)) == 1
    await resign(world.members[0], world.channel)
    assert is_put_away(world)


@pytest.mark.usefixtures("manager")
async def test_deleted_thread_is_like_a_deleted_channel(world: World, ann: MemberActor) -> None:
    sitting, lobby = await begin(world)
    await sitting.show_hands()
    (thread,) = threads(world)
    world.env.backend.delete_channel(thread.id)
    shown = private_answer(await ask(ann, world.channel, "here"))
    assert "stands here now" in text_of(shown)
    board = public_messages(world)[-1]
    assert "to lead" in text_of(board)
    assert f"<#{world.channel.id}>" in text_of(lobby)
    again = private_answer(await ann.click(board, label="My hand"))
    assert "table 1" in text_of(again)
    await resign(ann, world.channel)
    assert "wins" in text_of(public_messages(world)[-1])


@pytest.mark.usefixtures("manager")
async def test_game_that_everyone_left_closes_its_thread_without_a_result(world: World) -> None:
    await begin(world, rules="modern")
    lobby = public_messages(world)[0]
    await let_a_week_pass(world)
    await world.env.advance_time(2)
    assert is_put_away(world)
    assert "did not finish" in text_of(lobby)


async def test_only_who_manages_the_server_changes_its_settings(world: World, ben: MemberActor) -> None:
    refused = private_answer(await ask(ben, world.channel, "server settings", threads=True))
    assert "Manage Server" in text_of(refused)
    shown = private_answer(await ask(ben, world.channel, "server settings"))
    assert "in the channel" in text_of(shown)
    await begin(world)
    assert threads(world) == []


async def test_turning_threads_on_names_what_the_bot_lacks_and_off_again_holds(
    world: World, manager: MemberActor
) -> None:
    forbid(world, "create_public_threads")
    shown = private_answer(await ask(manager, world.channel, "server settings", threads=True))
    assert "**Create Public Threads**" in text_of(shown)
    allow(world)
    off = private_answer(await ask(manager, world.channel, "server settings", threads=False))
    assert "☐ Each game in its own thread" in [button["label"] for button in buttons_of(off)]
    await begin(world)
    assert threads(world) == []


@pytest.mark.deep
@pytest.mark.usefixtures("manager")
async def test_thread_that_discord_has_put_away_is_woken_for_its_last_word_and_put_away_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    (thread,) = threads(world)
    assert thread.thread_metadata is not None
    dispatch = router.dispatch

    def awake(backend: Any, method: str, path: str, **options: Any) -> Any:  # noqa: ANN401 - the simulation's own
        if is_put_away(world) and method == "PATCH" and path.startswith(f"/channels/{thread.id}/messages/"):
            raise BackendError(400, 50083, "Thread is archived")
        return dispatch(backend, method, path, **options)

    monkeypatch.setattr(router, "dispatch", awake)
    thread.thread_metadata.archived = True
    await meanwhile(world, 20 * 60)  # the tokens are dead
    await let_a_week_pass(world)
    await meanwhile(world, 5 * 60)
    assert is_put_away(world)
    last = messages_in(world, thread.id)[-1]
    assert button_named(last, "Replay")
    secret = (await bot_of(world).tables.get(1)).deals[0].secret
    assert secret in text_of(private_answer(await world.members[0].click(last, label="Fair deal")))
