"""What can go wrong around a lobby and a clock: double clicks, lost messages and channels, crashes, locked threads."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord import MemberActor

from bot.playground import World
from bot.tables import Due, Player
from bot.tables.decisions import terms
from bot.tables.decisions.lobby import leave
from tests.simulated import bot_of, buttons_of, press, press_together, restart
from tests.simulated.asking import ask
from tests.simulated.player import (
    Sitting,
    at,
    button_named,
    claim_game,
    lobby_at,
    private_answer,
    private_messages,
    public_answer,
    public_messages,
    words_of,
)
from tests.simulated.sheet import Sheet
from tests.simulated.waiting import (
    DAY,
    STAMP,
    later,
    lose,
    meanwhile,
    notices,
    other_channel,
    out_of_time,
    pinged,
    said,
)

# ------------------------------------------------------------------ twice, and at once


async def test_everything_in_a_lobby_clicked_twice_at_once_is_done_once(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await press_together(world, [(ben, lobby, "bz:1:0:join")] * 3)
    assert (await bot_of(world).tables.get(1)).users == (ann.id, ben.id)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("clock", "live-10")
    agree = button_named(lobby, "Agree")
    assert agree is not None
    await press_together(world, [(ben, lobby, agree["custom_id"])] * 2)
    assert (await bot_of(world).tables.get(1)).lobby.to_agree == ()
    await press_together(world, [(ben, lobby, "bz:1:0:leave")] * 2)
    assert (await bot_of(world).tables.get(1)).users == (ann.id,)
    assert "*free*" in words_of(lobby)
    await press_together(world, [(ann, lobby, "bz:1:0:cancel")] * 2)
    assert "Ann closed this table" in words_of(lobby)
    assert len(public_messages(world)) == 1


async def test_two_who_change_places_with_each_other_at_once_end_as_they_began(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben, rules="modern 3")
    await press_together(world, [(ann, lobby, "bz:1:0:sit 1"), (ben, lobby, "bz:1:0:sit 1")])
    table = await bot_of(world).tables.get(1)
    assert sorted(table.users) == sorted((ann.id, ben.id))
    assert [seat.seat for seat in table.seats] == [0, 1]


async def test_start_and_a_change_of_rules_at_once_never_play_what_was_not_agreed(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    await press_together(world, [(ben, lobby, "bz:1:0:start"), (ann, lobby, "bz:1:0:flag auto_draw false")])
    table = await bot_of(world).tables.get(1)
    assert bool(table.game.deals) is table.terms.auto_draw
    if not table.terms.auto_draw:
        assert table.lobby.to_agree == (ben.id,)
        assert "everyone draws by hand" in words_of(lobby)


@pytest.mark.deep
async def test_wait_and_claim_at_once_leave_one_decision(world: World, sitting: Sitting) -> None:
    _, (other,), notice = await out_of_time(world, sitting)
    wait, claim = (button_named(notice, label) for label in ("Wait", "Claim the game …"))
    assert wait is not None
    assert claim is not None
    sure = claim["custom_id"] + " true"
    await press_together(world, [(other.actor, notice, wait["custom_id"]), (other.actor, notice, sure)])
    assert notices(world) == []
    table = await bot_of(world).tables.get(1)
    assert table.live
    assert not table.time_is_up
    await sitting.steps(2)


# ------------------------------------------------------------------ last week's messages


async def test_lobby_of_last_week_answers_kindly_and_opens_nothing(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await ask(ann, world.channel, "invite", member=ben)
    invitation = public_messages(world)[-1]
    await later(world, 7 * DAY)
    await restart(world)
    assert [item["label"] for item in buttons_of(lobby)] == ["Fair deal"]
    assert "Table 1 is closed" in said(await press(world, ben, invitation, "bz:1:0:join"))
    for message, custom_id in (
        (lobby, "bz:1:0:join"), (lobby, "bz:1:0:start"), (lobby, "bz:1:0:arrange"), (lobby, "bz:1:0:agree 3"),
        (lobby, "bz:1:0:sit 1"), (lobby, "bz:1:0:house 1 add -11"), (sheet.message, "bz:1:0:enter target"),
        (sheet.message, "bz:1:0:flag auto_draw false"),
    ):  # fmt: skip
        result = await press(world, ann, message, custom_id)
        assert result.modal is None
        assert "closed" in words_of(private_messages(world, ann)[-1]), custom_id
    assert bot_of(world).tables.memory.awake() == []


# ------------------------------------------------------------------ lost messages and channels


async def test_deleted_lobby_comes_back_when_a_player_asks_for_the_hand(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    world.env.backend.delete_message(world.channel.id, lobby.id)
    assert "has not begun" in said(await ann.slash(world.channel, "hand"))
    (again,) = public_messages(world)
    await ben.click(again, label="Join")
    await ann.click(again, label="Start")
    assert "deal 1" in words_of(again)


async def test_start_after_the_lobby_was_deleted_posts_a_board(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    invitation = await ann.slash(world.channel, "hand")
    shown = private_answer(invitation)
    world.env.backend.delete_message(world.channel.id, lobby.id)
    await press(world, ann, shown, "bz:1:0:start")
    (board,) = public_messages(world)
    assert "deal 1" in words_of(board)
    table = await bot_of(world).tables.get(1)
    # The deck follows from the message in which the commitment stood first.
    assert table.deals[0].message_id == lobby.id


@pytest.mark.deep
async def test_lobby_whose_channel_is_deleted_goes_away_in_time_and_blocks_nothing(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await lobby_at(world, ann, ben)
    lose(world)
    _, channel = other_channel(world)
    await meanwhile(world, 31 * 60)
    assert bot_of(world).tables.memory.awake() == []
    shown = public_answer(await ann.slash(channel, "play"))
    await ben.click(shown, label="Join")
    await ben.click(shown, label="Start")
    assert "deal 1" in words_of(shown)


@pytest.mark.deep
async def test_locked_thread_is_told_of_and_the_game_goes_on_elsewhere(
    world: World, sitting: Sitting, ann: MemberActor
) -> None:
    sitting.pause = 2
    await sitting.steps(2)
    world.env.backend.delete_message(world.channel.id, sitting.board().id)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=400, code=160005, times=None)
    mover = sitting.on_move()
    await sitting.steps(3)
    told = [m for m in private_messages(world, mover.actor) if "may no longer post" in words_of(m)]
    assert len(told) == 1
    assert "`/hand`" in words_of(told[0])
    there, channel = other_channel(world)
    assert "stands here now" in said(await ask(ann, channel, "here"))
    assert "deal 1" in words_of(public_messages(there)[-1])
    await sitting.steps(2)


# ------------------------------------------------------------------ crashes between storing and showing


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("act", "shown"), [("join", "2. Ben"), ("leave", "2. *free*"), ("rules", "to 2000"), ("start", "deal 1")]
)
async def test_lobby_is_right_after_a_crash_between_storing_and_showing(
    world: World, ann: MemberActor, ben: MemberActor, act: str, shown: str
) -> None:
    lobby = await lobby_at(world, ann, *([ben] if act != "join" else []))
    tables = bot_of(world).tables
    match act:
        case "join":
            await ben.slash(world.channel, "help")
            await tables.join(1, Player(ben.id, "Ben"))
        case "leave":
            await tables.ask(1, leave, ben.id)
        case "rules":
            await tables.ask(1, terms.set_rules, ann.id, {"target": 2000})
        case _:
            await tables.start(1, ann.id)
    assert shown not in words_of(lobby)
    await restart(world)
    assert shown in words_of(lobby)
    assert len(public_messages(world)) == 1


@pytest.mark.deep
async def test_end_of_the_time_that_a_crash_kept_back_is_told_after_the_restart(world: World, sitting: Sitting) -> None:
    other = sitting.waiting()[0]
    tables = bot_of(world).tables
    until = tables.memory.schedule.at(1, Due.CLOCK)
    assert until is not None
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await meanwhile(world, 3 * 60 + 12, every=10)
    assert (await tables.get(1)).time_is_up
    assert notices(world) == []
    world.env.backend.faults.clear()
    await restart(world)
    (notice,) = notices(world)
    assert pinged(world, notice) == [other.actor.id]
    await claim_game(other.actor, notice)
    assert sitting.result() is not None


@pytest.mark.deep
async def test_lobby_that_expired_while_it_could_not_be_shown_says_so_after_the_restart(
    world: World, ann: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    world.env.inject_error("*", "/channels/*", status=503, times=None)
    world.env.inject_error("*", "/webhooks/*", status=503, times=None)
    await meanwhile(world, 31 * 60)
    assert button_named(lobby, "Join")
    world.env.backend.faults.clear()
    await restart(world)
    assert [item["label"] for item in buttons_of(lobby)] == ["Fair deal"]
    assert "Nobody started" in words_of(lobby)


@pytest.mark.deep
@pytest.mark.parametrize(
    "faults", [[("POST", "/channels/*/messages")], [("*", "/channels/*"), ("*", "/webhooks/*")]],
    ids=["where the board was closed already", "where nothing could be shown"],
)  # fmt: skip
async def test_result_that_a_crash_kept_back_is_posted_after_the_restart(
    world: World, sitting: Sitting, ann: MemberActor, faults: list[tuple[str, str]]
) -> None:
    await sitting.steps(3)
    asked = private_answer(await ask(ann, world.channel, "resign"))
    for method, path in faults:
        world.env.inject_error(method, path, status=503, times=None)
    await ann.click(asked, label="Resign")
    assert sitting.result() is None
    assert (button_named(sitting.messages()[-1], "My hand") is None) is (len(faults) == 1)
    world.env.backend.faults.clear()
    await restart(world)
    result = sitting.ending()
    assert "Ann resigned; Ben wins." in words_of(result)
    assert button_named(result, "Rematch")
    await restart(world)
    assert len([m for m in public_messages(world) if "resigned" in words_of(m)]) == 1


async def test_challenge_says_until_when_it_stands_and_then_expires_also_after_a_pause(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    challenge = public_answer(await ann.slash(world.channel, "challenge", member=ben))
    until = int(world.env.now().timestamp()) + 10 * 60
    assert [int(stamp) for stamp in STAMP.findall(words_of(challenge))] == [until]
    async with bot_of(world).tables.store.db.write() as tx:  # as if the bot had been down for five minutes
        await tx.schedule.shift(timedelta(minutes=5))
    await restart(world)
    (stamp,) = STAMP.findall(words_of(challenge))
    assert int(stamp) >= until + 5 * 60
    await meanwhile(world, 14 * 60)
    assert button_named(challenge, "Accept")
    await world.env.advance_time(2 * 60)
    assert "ran out of time" in words_of(challenge)
    assert [item["label"] for item in buttons_of(challenge)] == ["Fair deal"]
    assert "closed" in said(await press(world, ben, challenge, at(challenge, "accept")))
