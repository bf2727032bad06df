"""The clock as the channel shows it: time that is up, what the others decide, reminders and quiet hours."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord import ResponseMessage

from bot.client import TICK_SECONDS
from bot.playground import World
from bot.tables import Due
from tests.settings.test_languages import set_locales
from tests.simulated import bot_of, buttons_of, press, restart
from tests.simulated.asking import ask
from tests.simulated.player import (
    Sitting,
    button_named,
    claim_game,
    lobby_at,
    private_answer,
    private_messages,
    sit_down,
    words_of,
)
from tests.simulated.positions import bring_to
from tests.simulated.waiting import (
    DAY,
    HOUR,
    STAMP,
    be_patient,
    later,
    link_to,
    meanwhile,
    notices,
    out_of_time,
    pinged,
    reminders,
    said,
    with_clock,
)
from tests.tables.made import counts


async def test_others_are_told_once_when_time_is_up_and_only_they(world: World, sitting: Sitting) -> None:
    mover, (other,), notice = await out_of_time(world, sitting)
    assert pinged(world, notice) == [other.actor.id]
    assert f"<@{other.actor.id}>, wait, let the house play on for" in words_of(notice)
    assert link_to(world, sitting.board()) in words_of(notice)
    posted = [e.json for e in world.env.http_requests if e.method == "POST" and e.path.endswith("/messages")][-1]
    assert posted is not None
    assert posted["allowed_mentions"] == {"parse": [], "users": [other.actor.id]}
    await meanwhile(world, 600)
    assert len(notices(world)) == 1
    assert mover.choices()


async def test_claiming_is_asked_first_and_only_of_who_may(world: World, sitting: Sitting) -> None:
    await bring_to(sitting, counts)
    mover, (other,), notice = await out_of_time(world, sitting)
    name = mover.actor.name.capitalize()
    assert "The others decide" in said(await mover.actor.click(notice, label="Claim the game …"))
    question = private_answer(await other.actor.click(notice, label="Claim the game …"))
    assert f"Claim table 1 from {name}, who then loses it, for good?" in words_of(question).replace("*", "")
    assert sitting.result() is None
    await other.actor.click(question, label="Leave it")
    assert sitting.result() is None
    assert [each.id for each in notices(world)] == [notice.id]
    old = await press(world, other.actor, notice, f"bz:1:{_ply(notice)}:claim-time")  # as 1.0 wrote it
    assert "Claim table 1" in words_of(private_answer(old)).replace("*", "")
    question = private_answer(await other.actor.click(notice, label="Claim the game …"))
    await sitting.steps(1)  # the late player plays after all, and runs out of time again later
    answer = await other.actor.click(question, label="Claim the game")
    assert "Nobody's time is up at table 1" in words_of(private_answer(answer))
    _, (then,), notice = await out_of_time(world, sitting)
    asked = await press(world, then.actor, question, f"bz:1:{_ply(notice)}:claim-time")
    question = private_answer(asked)
    await then.actor.click(question, label="Claim the game")
    assert "You claimed table 1." in words_of(question)
    assert f"{then.actor.name.capitalize()} wins." in words_of(sitting.ending())
    assert notices(world) == []


async def test_of_three_both_others_claim_and_before_anything_counts_nobody_loses(world: World) -> None:
    sitting = await sit_down(world, world.members[:3], rules="modern 3 friendly")
    mover, (other, third), notice = await out_of_time(world, sitting)
    assert sorted(pinged(world, notice)) == sorted([other.actor.id, third.actor.id])
    question = private_answer(await other.actor.click(notice, label="Claim the game …"))
    early = f"Claim table 1 from {mover.actor.name.capitalize()}? Nobody wins or loses by it yet. The others have"
    assert early in words_of(question).replace("*", "")
    await other.actor.click(question, label="Claim the game")
    would, missing = (each.actor.name.capitalize() for each in (other, third))
    assert f"You would claim table 1. Yet to agree: {missing}." in words_of(question)
    assert f"{would} would claim the game. Yet to agree: {missing}." in words_of(notice)
    assert sitting.result() is None
    question = private_answer(await third.actor.click(notice, label="Claim the game …"))
    assert "The others have" not in words_of(question)
    await third.actor.click(question, label="Claim the game")
    assert sitting.result() is not None


def _ply(notice: ResponseMessage) -> str:
    return str(buttons_of(notice)[0]["custom_id"]).split(":")[2]


@pytest.mark.deep
async def test_opponent_waits_and_the_player_has_the_whole_time_again(world: World, sitting: Sitting) -> None:
    mover, (other,), notice = await out_of_time(world, sitting)
    assert "Nothing" not in said(await press(world, mover.actor, notice, "bz:1:0:wait"))
    assert "The others decide" in words_of(private_messages(world, mover.actor)[-1])
    assert "You only watch" in said(await world.members[2].click(notice, label="Wait"))
    await other.actor.click(notice, label="Wait")
    assert notices(world) == []
    stamps = [int(stamp) for stamp in STAMP.findall(words_of(sitting.board()))]
    assert any(abs(stamp - world.env.now().timestamp() - 180) < 5 for stamp in stamps)
    await meanwhile(world, 3 * 60 + 12, every=10)
    assert len(notices(world)) == 1
    await sitting.steps(1)


async def test_what_is_decided_after_the_late_player_has_played_takes_nothing(world: World, sitting: Sitting) -> None:
    late, (other,), notice = await out_of_time(world, sitting)
    claim = button_named(notice, "Claim the game …")
    assert claim is not None
    await sitting.steps(1)
    assert notices(world) == []
    for op in ("claim-time", "wait"):
        answer = await press(world, other.actor, sitting.board(), f"bz:1:0:{op}")
        assert "Nobody's time is up at table 1" in said(answer)
    for custom_id in (claim["custom_id"], "bz:1:0:house-on", f"bz:1:0:claim {late.actor.id}"):
        assert (await press(world, other.actor, sitting.board(), custom_id)).acknowledged
    assert sitting.result() is None
    assert button_named(sitting.board(), "My hand")
    await sitting.steps(3)


@pytest.mark.deep
async def test_restart_while_time_is_up_neither_forgets_nor_tells_again(world: World, sitting: Sitting) -> None:
    _, (other,), notice = await out_of_time(world, sitting)
    await restart(world)
    await world.env.advance_time(30)
    assert [m.id for m in notices(world)] == [notice.id]
    await claim_game(other.actor, notice)
    assert sitting.result() is not None


# ------------------------------------------------------------------ by correspondence, and quiet hours


async def test_reminder_by_correspondence_comes_halfway_once_and_links_to_the_board(world: World) -> None:
    sitting = await with_clock(world, "days-2")
    mover = sitting.on_move()
    await later(world, DAY - 60)
    assert reminders(world) == []
    await later(world, 120)
    (reminder,) = reminders(world)
    assert pinged(world, reminder) == [mover.actor.id]
    assert link_to(world, sitting.board()) in words_of(reminder)
    stamp = STAMP.search(words_of(reminder))
    assert stamp is not None
    until = bot_of(world).tables.memory.schedule.at(1, Due.CLOCK)
    assert until is not None
    assert int(stamp[1]) == int(until.timestamp())
    await later(world, 12 * HOUR)
    assert len(reminders(world)) == 1
    await mover.my_hand(reminder)
    await sitting.steps(1)
    assert reminders(world) == []


@pytest.mark.deep
async def test_time_that_is_up_in_quiet_hours_is_told_without_a_sound(world: World, sitting: Sitting) -> None:
    other = sitting.waiting()[0]
    await ask(other.actor, world.channel, "settings", quiet_from=20, quiet_to=23)
    _, _, notice = await out_of_time(world, sitting)
    assert pinged(world, notice) == []
    assert f"<@{other.actor.id}>" in words_of(notice)
    await claim_game(other.actor, notice)
    assert sitting.result() is not None


async def test_board_and_panels_say_until_when_the_player_on_move_may_take(world: World) -> None:
    set_locales(world.env, {world.members[1].id: "fr"})
    sitting = await with_clock(world, "live-3")
    until = bot_of(world).tables.memory.schedule.at(1, Due.CLOCK)
    assert until is not None
    assert abs((until - world.env.now()).total_seconds() - 180) < 5
    stamp = f"<t:{int(until.timestamp())}:R>"
    assert stamp in words_of(sitting.board())
    english, french = (words_of(player.panel) for player in sitting.players)
    assert f"· ⏳ {stamp}" in english
    assert f"· ⏳ {stamp}" in french
    await sitting.steps(1)
    assert STAMP.search(words_of(sitting.players[0].panel))


# ------------------------------------------------------------------ time in which nobody could act


async def _away(world: World, seconds: float) -> None:
    """Take the gateway away for a time, and bring it back."""
    be_patient(world)
    bot = bot_of(world)
    await bot.gateway.disconnected(0)
    await meanwhile(world, seconds, every=15 * 60)
    await bot.gateway.connected(0)
    await world.env.advance_time(3)


async def _jump(world: World, seconds: float) -> None:
    """Let the wall clock jump, or the machine sleep."""
    await world.env.advance_time(2 * TICK_SECONDS)
    store = bot_of(world).tables.store
    now = store.now
    store.now = lambda: now() + timedelta(seconds=seconds)
    await world.env.advance_time(2 * TICK_SECONDS)


@pytest.mark.deep
async def test_eight_days_without_discord_end_no_game_and_cost_nobody_time(world: World) -> None:
    sitting = await with_clock(world, "live-3")
    before = bot_of(world).tables.memory.awake()[0].due[Due.CLOCK]
    await _away(world, 8 * DAY)
    (table,) = bot_of(world).tables.memory.awake()
    assert abs(table.due[Due.CLOCK] - before - timedelta(days=8)) < timedelta(seconds=40)
    assert notices(world) == []
    await sitting.steps(4)


async def test_lobby_stands_as_long_as_people_can_join(world: World) -> None:
    lobby = await lobby_at(world, world.members[0])
    await _away(world, 2 * HOUR)
    await world.members[1].click(lobby, label="Join")
    (table,) = bot_of(world).tables.memory.awake()
    assert len(table.seats) == 2


@pytest.mark.deep
async def test_a_sleep_in_the_middle_of_a_move_is_given_back(world: World) -> None:
    sitting = await with_clock(world, "live-3")
    await _jump(world, DAY)
    assert notices(world) == []
    await world.env.advance_time(2 * 60)
    assert notices(world) == []
    await world.env.advance_time(65)
    assert len(notices(world)) == 1
    await sitting.steps(1)


@pytest.mark.deep
@pytest.mark.usefixtures("sitting")
async def test_time_without_gateway_before_a_crash_is_given_back_at_the_start(world: World) -> None:
    await world.env.advance_time(20)
    await bot_of(world).gateway.disconnected(0)
    await world.env.advance_time(6 * 60)
    await restart(world)
    await world.env.advance_time(3)
    assert notices(world) == []
