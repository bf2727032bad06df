"""The clock as the channel shows it, quiet hours, and tables that lose their channel, their server or their people."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.tables import Due
from tests.simulated import bot_of, channel_calls, press, restart

from .permissions import allow, forbid
from .player import button_named, lobby_at, private_answer, private_messages, public_messages, sit_down, words_of

if TYPE_CHECKING:
    from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage

    from bot.playground import World

    from .player import Player, Sitting

HOUR, DAY = 3600, 24 * 3600
_STAMP = re.compile(r"<t:(\d+):R>")


async def later(world: World, seconds: float) -> None:
    """Let much time go by for the tables, without a tick for each second of it."""
    tables = bot_of(world).tables
    now = tables.now
    tables.now = lambda: now() + timedelta(seconds=seconds)
    await world.env.advance_time(3)


def notices(world: World) -> list[ResponseMessage]:
    """Return the messages that say that somebody's time is up."""
    return [m for m in public_messages(world) if "time is up at table" in words_of(m)]


def reminders(world: World) -> list[ResponseMessage]:
    """Return the messages that remind somebody of a turn."""
    return [m for m in public_messages(world) if "it is your turn" in words_of(m)]


def pinged(world: World, message: ResponseMessage) -> list[int]:
    """Return whom a message has really mentioned."""
    return list(world.env.backend.get_message(message.message.channel.id, message.id).ping_user_ids)


async def with_clock(world: World, clock: str) -> Sitting:
    """Begin a game of two with another clock: that of the server's last table."""
    async with bot_of(world).store.write() as tx:
        await tx.set_guild_setting(world.env.guild.id, "last_table", {"preset": "modern", "clock": clock})
    return await sit_down(world, world.members[:2])


async def out_of_time(world: World, sitting: Sitting) -> tuple[Player, list[Player], ResponseMessage]:
    """Let the time of the player on move run out; return them, the others, and the message that says so."""
    mover, others = sitting.on_move(), sitting.waiting()
    await world.env.advance_time(3 * 60 + 2)
    (notice,) = notices(world)
    return mover, others, notice


def link_to(world: World, message: ResponseMessage) -> str:
    """Return the address of a message in the channel."""
    return f"https://discord.com/channels/{world.env.guild.id}/{world.channel.id}/{message.id}"


def other_channel(world: World) -> tuple[World, ChannelHandle]:
    """Make a second channel, and the same world seen from there."""
    channel = world.env.guild.create_text_channel("elsewhere")
    return replace(world, channel=channel), channel


def lose(world: World) -> None:
    """Delete the channel with everything in it."""
    world.env.backend.delete_channel(world.channel.id)


def said(result: InteractionResult) -> str:
    """Return what a command or click was answered with, privately."""
    return words_of(private_answer(result))


# ------------------------------------------------------------------ time is up


async def test_board_says_until_when_the_player_on_move_may_take(world: World, sitting: Sitting) -> None:
    await sitting.steps(1)
    until = bot_of(world).tables.due_at(1, Due.CLOCK)
    assert until is not None
    assert f"<t:{int(until.timestamp())}:R>" in words_of(sitting.board())
    assert abs((until - world.env.now()).total_seconds() - 180) < 5


async def test_others_are_told_once_when_time_is_up_and_only_they(world: World, sitting: Sitting) -> None:
    mover, (other,), notice = await out_of_time(world, sitting)
    assert pinged(world, notice) == [other.actor.id]
    assert f"<@{other.actor.id}>, you may wait, or claim the game." in words_of(notice)
    assert link_to(world, sitting.board()) in words_of(notice)
    posted = [e.json for e in world.env.http_requests if e.method == "POST" and e.path.endswith("/messages")][-1]
    assert posted is not None
    assert posted["allowed_mentions"] == {"parse": [], "users": [other.actor.id]}
    await world.env.advance_time(600)
    assert len(notices(world)) == 1
    assert mover.choices()


async def test_message_goes_when_the_late_player_plays_after_all(world: World, sitting: Sitting) -> None:
    await out_of_time(world, sitting)
    await sitting.steps(1)
    assert notices(world) == []
    await sitting.steps(3)


async def test_opponent_waits_and_the_player_has_the_whole_time_again(world: World, sitting: Sitting) -> None:
    mover, (other,), notice = await out_of_time(world, sitting)
    assert "Nothing" not in said(await press(world, mover.actor, notice, "bz:1:0:wait"))
    assert "for the other side to decide" in words_of(private_messages(world, mover.actor)[-1])
    assert "You are watching" in said(await world.members[2].click(notice, label="Wait"))
    await other.actor.click(notice, label="Wait")
    assert notices(world) == []
    stamps = [int(stamp) for stamp in _STAMP.findall(words_of(sitting.board()))]
    assert any(abs(stamp - world.env.now().timestamp() - 180) < 5 for stamp in stamps)
    await world.env.advance_time(185)
    assert len(notices(world)) == 1
    await sitting.steps(1)


async def test_opponent_claims_and_the_result_says_so(world: World, sitting: Sitting) -> None:
    mover, (other,), notice = await out_of_time(world, sitting)
    assert "for the other side to decide" in said(await mover.actor.click(notice, label="Claim the game"))
    await other.actor.click(notice, label="Claim the game")
    shown = sitting.result()
    assert shown is not None
    assert f"{other.actor.name.capitalize()} wins." in words_of(shown)
    assert notices(world) == []


async def test_claim_of_a_moment_that_has_passed_takes_nothing(world: World, sitting: Sitting) -> None:
    _, (other,), notice = await out_of_time(world, sitting)
    await sitting.steps(1)
    for op in ("claim-time", "wait"):
        answer = await press(world, other.actor, sitting.board(), f"bz:1:0:{op}")
        assert "Nobody's time is up at table 1" in said(answer)
    assert sitting.result() is None
    assert notice.id not in [m.id for m in public_messages(world)]


async def test_of_three_both_others_have_to_claim_and_the_message_says_who_would(world: World) -> None:
    sitting = await sit_down(world, world.members[:3], rules="modern 3")
    _, (first, second), notice = await out_of_time(world, sitting)
    assert sorted(pinged(world, notice)) == sorted([first.actor.id, second.actor.id])
    await first.actor.click(notice, label="Claim the game")
    assert f"{first.actor.name.capitalize()} would claim it; the others decide too." in words_of(notice)
    assert sitting.result() is None
    await second.actor.click(notice, label="Claim the game")
    assert sitting.result() is not None


async def test_restart_while_time_is_up_neither_forgets_nor_tells_again(world: World, sitting: Sitting) -> None:
    _, (other,), notice = await out_of_time(world, sitting)
    await restart(world)
    await world.env.advance_time(30)
    assert [m.id for m in notices(world)] == [notice.id]
    await other.actor.click(notice, label="Claim the game")
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
    stamp = _STAMP.search(words_of(reminder))
    assert stamp is not None
    until = bot_of(world).tables.due_at(1, Due.CLOCK)
    assert until is not None
    assert int(stamp[1]) == int(until.timestamp())
    await later(world, 12 * HOUR)
    assert len(reminders(world)) == 1
    await mover.my_hand(reminder)
    await sitting.steps(1)
    assert reminders(world) == []


async def test_reminder_waits_for_the_end_of_quiet_hours(world: World) -> None:
    sitting = await with_clock(world, "days-2")  # from eight in the evening on
    mover = sitting.on_move()
    await mover.actor.slash(world.channel, "settings me", quiet_from=19, quiet_to=23, utc_offset="UTC")
    await later(world, DAY + 60)
    assert reminders(world) == []
    await later(world, 3 * HOUR)
    assert len(reminders(world)) == 1


async def test_time_that_is_up_in_quiet_hours_is_told_without_a_sound(world: World, sitting: Sitting) -> None:
    other = sitting.waiting()[0]
    await other.actor.slash(world.channel, "settings me", quiet_from=20, quiet_to=23)
    _, _, notice = await out_of_time(world, sitting)
    assert pinged(world, notice) == []
    assert f"<@{other.actor.id}>" in words_of(notice)
    await other.actor.click(notice, label="Claim the game")
    assert sitting.result() is not None


# ------------------------------------------------------------------ lost: everyone, the channel, the server


async def test_game_that_everyone_has_left_closes_after_a_week_and_shows_its_secret(
    world: World, sitting: Sitting
) -> None:
    await sitting.steps(5)
    secret = (await bot_of(world).tables.get(1)).deals[0].secret
    board = sitting.board()
    assert secret not in words_of(board)
    await later(world, 7 * DAY + 200)
    await world.env.advance_time(5)
    assert bot_of(world).tables.live_tables() == []
    texts = [words_of(m) for m in sitting.messages()]
    assert any(secret in text and "closed without a result" in text for text in texts)
    assert sitting.result() is None
    assert notices(world) == reminders(world) == []
    assert "This table is closed." in said(await sitting.players[0].actor.slash(world.channel, "hand", table=1))


async def test_game_whose_channel_is_deleted_goes_on_where_a_player_puts_it_up(
    world: World, sitting: Sitting, ann: MemberActor
) -> None:
    await sitting.steps(3)
    lose(world)
    there, channel = other_channel(world)
    await world.env.advance_time(5)
    mover = sitting.on_move()
    mover.world = there
    assert "table 1 " in words_of(await mover.slash_hand())
    (told,) = (await mover.choose(mover.choices()[0])).followups
    assert "The channel of table 1 is gone; `/table here` in another channel" in words_of(told)
    answer = await ann.slash(channel, "table here")
    assert "The board of table 1 stands here now." in said(answer)
    moved = replace(sitting, world=there)
    assert "deal 1" in words_of(moved.board())
    for player in moved.players:
        player.world = there
    await moved.show_hands()
    await moved.steps(6)
    assert (await bot_of(world).tables.get(1)).ply >= 10
    assert len(public_messages(there)) == 1


async def test_board_moves_on_wish_and_leaves_a_word_where_it_was(
    world: World, sitting: Sitting, ben: MemberActor
) -> None:
    await sitting.steps(2)
    old = sitting.board()
    there, channel = other_channel(world)
    assert "stands here now" in said(await ben.slash(channel, "table here"))
    assert "has moved down" in words_of(old)
    assert str(channel.id) in words_of(old)
    assert button_named(old, "My hand") is None
    moved = replace(sitting, world=there)
    await moved.players[0].my_hand(moved.board())
    await moved.steps(4)
    assert len(public_messages(world)) == len(public_messages(there)) == 1
    await restart(world)
    await moved.show_hands()
    await moved.steps(2)
    assert len(public_messages(there)) == 1


async def test_board_may_be_called_down_in_its_own_channel(world: World, sitting: Sitting, ann: MemberActor) -> None:
    old = sitting.board()
    await ann.slash(world.channel, "table here")
    assert "has moved down" in words_of(old)
    assert sitting.board().id != old.id


async def test_decision_about_time_moves_with_the_board(world: World, sitting: Sitting, ann: MemberActor) -> None:
    _, (other,), _ = await out_of_time(world, sitting)
    there, channel = other_channel(world)
    await ann.slash(channel, "table here", table=1)
    assert notices(world) == []
    (notice,) = notices(there)
    await other.actor.click(notice, label="Claim the game")
    assert replace(sitting, world=there).result() is not None


async def test_lobby_moves_too(world: World, ann: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    there, channel = other_channel(world)
    await ann.slash(channel, "table here")
    assert button_named(lobby, "Join") is None
    (moved,) = public_messages(there)
    await ben.click(moved, label="Join")
    await ben.click(moved, label="Start")
    assert "deal 1" in words_of(moved)


async def test_result_that_its_channel_could_not_show_comes_up_elsewhere(
    world: World, sitting: Sitting, ann: MemberActor
) -> None:
    lose(world)
    there, channel = other_channel(world)
    asked = private_answer(await ann.slash(channel, "resign"))
    await ann.click(asked, label="Resign")
    assert "table 1" in said(await ann.slash(channel, "table here", table=1))
    assert replace(sitting, world=there).result() is not None
    assert "over" in said(await ann.slash(channel, "table here", table=1))


@pytest.mark.usefixtures("sitting")
async def test_here_is_refused_kindly_where_it_means_nothing(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    there, channel = other_channel(world)
    assert "sit at no table" in said(await cleo.slash(channel, "table here"))
    assert "Only its players" in said(await cleo.slash(channel, "table here", table=1))
    assert "no table 9 here" in said(await ann.slash(channel, "table here", table=9))
    await lobby_at(world, ann)
    assert "You sit at tables 1, 2. Say which" in said(await ann.slash(channel, "table here"))
    forbid(there, "send_messages")
    assert "**Send Messages**" in said(await ben.slash(channel, "table here"))
    assert (await bot_of(world).tables.get(1)).channel_id == world.channel.id


async def test_table_without_its_channel_is_tried_seldom_and_closes_after_a_week(
    world: World, sitting: Sitting
) -> None:
    await sitting.steps(2)
    lose(world)
    await world.env.advance_time(240)
    before = len(world.env.http_requests)
    await world.env.advance_time(300)
    assert len(channel_calls(world, before)) <= 2
    await later(world, 7 * DAY + 200)
    await world.env.advance_time(5)
    assert bot_of(world).tables.live_tables() == []


async def test_board_that_discord_does_not_take_is_tried_less_and_less_often(
    world: World, sitting: Sitting, caplog: pytest.LogCaptureFixture
) -> None:
    await world.env.advance_time(16 * 60)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=500, code=0, times=None)
    for player in sitting.players:
        await player.slash_hand()
    await sitting.steps(1)
    await world.env.advance_time(600)
    assert 5 <= caplog.text.count("a board could not be shown") <= 12


async def test_board_in_a_thread_that_fell_asleep_is_posted_again(world: World, sitting: Sitting) -> None:
    old = sitting.board()
    await world.env.advance_time(16 * 60)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083, times=1)
    for player in sitting.players:
        await player.slash_hand()
    await sitting.steps(1)
    assert sitting.board().id != old.id
    await sitting.steps(2)


async def test_bot_that_lost_its_permission_harms_no_game(world: World, sitting: Sitting) -> None:
    await sitting.steps(2)
    forbid(world, "send_messages", "view_channel")
    await world.env.advance_time(200)  # a reminder and the end of the time, which nobody can be told
    assert notices(world) == reminders(world) == []
    table = await bot_of(world).tables.get(1)
    assert table.time_is_up
    allow(world)
    waiting = sitting.waiting()[0]
    await waiting.actor.slash(world.channel, "table here")
    (notice,) = notices(world)
    await waiting.actor.click(notice, label="Wait")
    await sitting.show_hands()
    await sitting.steps(2)


async def test_server_that_sends_the_bot_away_leaves_tables_that_close_by_themselves(
    world: World, sitting: Sitting
) -> None:
    await sitting.steps(2)
    world.env.backend.remove_guild(world.env.guild.id)
    await world.env.advance_time(240)
    assert [t.id for t in bot_of(world).tables.live_tables()] == [1]
    before = len(world.env.http_requests)
    await world.env.advance_time(120)
    assert len(channel_calls(world, before)) <= 2
    await later(world, 7 * DAY + 200)
    await world.env.advance_time(5)
    assert bot_of(world).tables.live_tables() == []


async def test_deleted_reminder_comes_back_with_the_board(world: World, sitting: Sitting) -> None:
    _, (other,), notice = await out_of_time(world, sitting)
    world.env.backend.delete_message(world.channel.id, notice.id)
    await other.actor.slash(world.channel, "table here")
    (again,) = notices(world)
    await other.actor.click(again, label="Claim the game")
    assert sitting.result() is not None


# ------------------------------------------------------------------ what members choose


async def test_settings_are_shown_changed_and_taken_back_in_private(world: World, ann: MemberActor) -> None:
    assert "**Quiet hours**: none" in said(await ann.slash(world.channel, "settings me"))
    words = said(await ann.slash(world.channel, "settings me", quiet_from=22, quiet_to=7, utc_offset="+5:30"))
    assert "Saved." in words
    assert "from 22:00 to 7:00 (UTC+5:30)" in words
    local = world.env.now() + timedelta(hours=5, minutes=30)
    assert f"For you it is {local:%H:%M} now" in words
    words = said(await ann.slash(world.channel, "settings me", quiet_to=8))
    assert "from 22:00 to 8:00 (UTC+5:30)" in words
    words = said(await ann.slash(world.channel, "settings me", utc_offset="-3"))
    assert "from 22:00 to 8:00 (UTC-3)" in words
    assert "Saved." not in said(await ann.slash(world.channel, "settings me"))
    words = said(await ann.slash(world.channel, "settings me", quiet_off=True))
    assert "**Quiet hours**: none" in words
    assert public_messages(world) == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"quiet_from": 22}, "need a beginning and an end"),
        ({"utc_offset": "+1"}, "need a beginning and an end"),
        ({"quiet_from": 7, "quiet_to": 7}, "cannot end when they begin"),
        ({"quiet_from": 0, "quiet_to": 24}, "cannot end when they begin"),
        ({"quiet_from": 22, "quiet_to": 7, "utc_offset": "Paris"}, "`Paris` is no distance from UTC"),
        ({"quiet_from": 22, "quiet_to": 7, "utc_offset": "+15"}, "between -12 and +14"),
        ({"quiet_from": 22, "quiet_to": 7, "utc_offset": "`@everyone`"}, "is no distance from UTC"),
    ],
)
async def test_settings_that_mean_nothing_are_refused_kindly_and_change_nothing(
    world: World, ann: MemberActor, options: dict[str, object], words: str
) -> None:
    assert words in said(await ann.slash(world.channel, "settings me", **options))
    assert "**Quiet hours**: none" in said(await ann.slash(world.channel, "settings me"))


async def test_offsets_are_offered_with_the_time_of_day_there(world: World, ann: MemberActor) -> None:
    for typed, value in (("", "UTC"), ("5:3", "UTC+5:30"), ("-3", "UTC-3"), ("utc+1", "UTC+1")):
        found = await ann.autocomplete(world.channel, "settings me", "utc_offset", typed)
        assert value in [choice["value"] for choice in found]
        assert len(found) <= 25
    (here,) = [choice for choice in found if choice["value"] == "UTC+1"]
    assert f"{world.env.now() + timedelta(hours=1):%H:%M}" in here["name"]
