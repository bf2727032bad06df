"""The lobby: who may sit down and start, and what double clicks do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.simulated import bot_of, buttons_of, press, press_together, restart
from tests.simulated.permissions import forbid
from tests.simulated.player import (
    button_named,
    lobby_at,
    more_of,
    private_answer,
    private_messages,
    public_messages,
    words_of,
)
from tests.simulated.sheet import Sheet
from tests.simulated.waiting import STAMP, meanwhile, said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

JOIN, START, LEAVE, CANCEL = "bz:1:0:join", "bz:1:0:start", "bz:1:0:leave", "bz:1:0:cancel"


async def test_lobby_shows_seats_rules_and_buttons_and_starts_only_when_full(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    text = words_of(lobby)
    assert "Modern · two players · to 1000" in text
    assert "1. Ann\n2. *free*" in text
    assert [b["label"] for b in buttons_of(lobby, enabled=False)] == ["Join", "Cut", "More…"]
    await ben.click(lobby, label="Join")
    page = await more_of(ben, lobby)
    await ben.click(page, label="Leave")
    assert "1. Ann\n2. *free*" in words_of(lobby)
    assert button_named(page, "Leave") is None
    await ben.click(lobby, label="Join")
    assert "2. Ben" in words_of(lobby)
    assert [b["label"] for b in buttons_of(lobby, enabled=False)] == ["Start", "Cut", "More…"]
    await ann.click(lobby, label="Start")
    assert "deal 1" in words_of(lobby)


async def test_openers_leaving_closes_the_table_for_everyone_after_a_question(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    page = await more_of(ann, lobby)
    await ann.click(page, label="Leave")
    assert "if you leave, it closes for everyone" in words_of(page)
    await ann.click(page, label="Stay")
    assert "2. Ben" in words_of(lobby)
    await ann.click(page, label="Leave")
    await ann.click(page, label="Close the table")
    assert "This table is closed" in words_of(page)
    assert "Ann closed this table" in words_of(lobby)
    assert [each["label"] for each in buttons_of(lobby)] == ["Fair deal"]
    assert bot_of(world).tables.memory.awake() == []


async def test_buttons_of_an_old_lobby_work_and_its_leave_asks_the_opener(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben, players=3)
    await press(world, ann, lobby, "bzs:1:0:house 2", "add -11")
    assert "3. ⌂ Babette · novice" in words_of(lobby)
    await press(world, ann, lobby, "bzs:1:0:sit", "1")
    assert "1. Ben" in words_of(lobby)
    await press(world, ben, lobby, LEAVE)
    assert "1. Ann\n2. ⌂ Babette · novice\n3. *free*" in words_of(lobby)
    asked = private_answer(await press(world, ann, lobby, LEAVE))
    assert "it closes for everyone" in words_of(asked)
    await press(world, ann, lobby, CANCEL)
    assert "closed this table" in words_of(lobby)


async def test_refusals_of_the_lobby_are_private_and_say_what_to_do(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    for member, custom_id, words in (
        (ann, JOIN, "You already sit at table 1"),
        (ann, START, "has a free seat"),
        (ben, LEAVE, "You only watch table 1"),
        (ben, CANCEL, "Only whoever opened table 1"),
        (ben, JOIN, ""),
        (cleo, JOIN, "full"),
        (cleo, START, "You only watch"),
    ):
        answer = await press(world, member, lobby, custom_id)
        assert not words or words in said(answer)


async def test_two_who_join_at_the_same_moment_do_not_both_sit(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await press_together(world, [(ben, lobby, JOIN), (cleo, lobby, JOIN), (ben, lobby, JOIN)])
    assert (await bot_of(world).tables.get(1)).users == (ann.id, ben.id)
    assert "full" in words_of(private_messages(world, cleo)[0])
    assert "already sit" in words_of(private_messages(world, ben)[0])


async def test_join_and_start_and_leave_in_one_instant_leave_a_table_that_stands(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await press_together(world, [(ben, lobby, JOIN), (ann, lobby, START), (ann, lobby, LEAVE)])
    table = await bot_of(world).tables.get(1)
    assert table.users == (ann.id, ben.id)
    assert table.turn_users


async def test_start_pressed_by_both_at_once_and_twice_deals_once(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    await press_together(world, [(ann, lobby, START), (ben, lobby, START), (ann, lobby, START), (ben, lobby, CANCEL)])
    table = await bot_of(world).tables.get(1)
    assert len(table.game.deals) == len(table.deals) == 1
    assert "deal 1" in words_of(lobby)
    assert len(public_messages(world)) == 1
    for member in (ann, ben):
        assert any("has begun" in words_of(told) for told in private_messages(world, member))


async def test_lobby_that_nobody_fills_goes_away_after_half_an_hour_whoever_looks_into_it(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    until = int(world.env.now().timestamp()) + 30 * 60
    assert [int(stamp) for stamp in STAMP.findall(words_of(lobby))] == [until]
    await meanwhile(world, 25 * 60)
    await Sheet.opened(ann, lobby)
    await ben.click(await more_of(ben, lobby), label="Rules")
    await meanwhile(world, 5 * 60 - 5)
    assert button_named(lobby, "Join")
    await world.env.advance_time(10)
    assert "Nobody started this game in time." in words_of(lobby)
    assert [item["label"] for item in buttons_of(lobby)] == ["Fair deal"]
    assert len(public_messages(world)) == 1


@pytest.mark.deep
async def test_half_an_hour_counts_from_the_last_act_in_the_lobby_also_after_a_restart(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await meanwhile(world, 25 * 60)
    await ben.click(lobby, label="Join")
    await meanwhile(world, 29 * 60)
    await restart(world)
    assert button_named(lobby, "Cut")
    await meanwhile(world, 2 * 60, every=10)
    assert "Nobody started this game in time." in words_of(lobby)


async def test_table_is_refused_by_rules_that_do_not_exist_and_where_the_bot_lacks_permissions(
    world: World, ann: MemberActor
) -> None:
    assert "No rules are called cribbage" in said(await ann.slash(world.channel, "play", rules="cribbage"))
    forbid(world, "send_messages", "attach_files")
    words = said(await ann.slash(world.channel, "play"))
    assert "**Send Messages**" in words
    assert "View Channel" not in words
    assert "Attach Files" not in words  # as no pictures are drawn
    assert bot_of(world).tables.memory.awake() == []
