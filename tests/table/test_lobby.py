"""The lobby: who may sit down and start, what double clicks do, and the private page behind [More…]."""

from __future__ import annotations

import re

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine import build_rules
from bot.playground import World
from bot.tables import Limits
from bot.tables.decisions import terms
from bot.ui.text.i18n import speaking
from cogs.table.pages.lobby import lobby as lobby_page
from tests.simulated import bot_of, buttons_of, components_of, press, press_together
from tests.simulated.house_guest import add_house
from tests.simulated.permissions import forbid
from tests.simulated.player import (
    at,
    button_named,
    leave_table,
    lobby_at,
    more_of,
    private_answer,
    private_messages,
    public_answer,
    public_messages,
    table_number,
    tables_here,
    words_of,
)
from tests.simulated.sheet import Sheet, four_seats
from tests.simulated.waiting import STAMP, meanwhile, said
from tests.tables.made import noon, opened
from tests.ui.at_board import texts_of

pytestmark = pytest.mark.one_bot


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
    assert tables_here(world) == []


async def test_buttons_of_an_old_lobby_work_and_its_leave_asks_the_opener(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben, players=3)
    await press(world, ann, lobby, f"bzs:{table_number(lobby)}:0:house 2", "add -11")
    assert "3. ⌂ Babette · novice" in words_of(lobby)
    await press(world, ann, lobby, f"bzs:{table_number(lobby)}:0:sit", "1")
    assert "1. Ben" in words_of(lobby)
    await press(world, ben, lobby, at(lobby, "leave"))
    assert "1. Ann\n2. ⌂ Babette · novice\n3. *free*" in words_of(lobby)
    asked = private_answer(await press(world, ann, lobby, at(lobby, "leave")))
    assert "it closes for everyone" in words_of(asked)
    await press(world, ann, lobby, at(lobby, "cancel"))
    assert "closed this table" in words_of(lobby)


async def test_refusals_of_the_lobby_are_private_and_say_what_to_do(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    number = table_number(lobby)
    for member, operation, words in (
        (ann, "join", f"You already sit at table {number}"),
        (ann, "start", "has a free seat"),
        (ben, "leave", f"You only watch table {number}"),
        (ben, "cancel", f"Only whoever opened table {number}"),
        (ben, "join", ""),
        (cleo, "join", "full"),
        (cleo, "start", "You only watch"),
    ):
        answer = await press(world, member, lobby, at(lobby, operation))
        assert not words or words in said(answer)


async def test_two_who_join_at_the_same_moment_do_not_both_sit(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await press_together(world, [(member, lobby, at(lobby, "join")) for member in (ben, cleo, ben)])
    assert (await bot_of(world).tables.get(table_number(lobby))).users == (ann.id, ben.id)
    assert "full" in words_of(private_messages(world, cleo)[0])
    assert "already sit" in words_of(private_messages(world, ben)[0])


async def test_start_pressed_by_both_at_once_and_twice_deals_once(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    start, cancel = at(lobby, "start"), at(lobby, "cancel")
    await press_together(world, [(ann, lobby, start), (ben, lobby, start), (ann, lobby, start), (ben, lobby, cancel)])
    table = await bot_of(world).tables.get(table_number(lobby))
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


async def test_table_is_refused_by_rules_that_do_not_exist_and_where_the_bot_lacks_permissions(
    world: World, ann: MemberActor
) -> None:
    for command in ("play", "practice"):
        assert "No rules are called cribbage" in said(await ann.slash(world.channel, command, rules="cribbage"))
    forbid(world, "send_messages", "attach_files")
    words = said(await ann.slash(world.channel, "play"))
    assert "**Send Messages**" in words
    assert "View Channel" not in words
    assert "Attach Files" not in words  # as no pictures are drawn
    assert tables_here(world) == []


# ------------------------------------------------------------------ the page behind [More…]


RATED = "Rated from the first look at a hand"
HEX = re.compile("[0-9a-f]{32,}")


def labels(message: ResponseMessage) -> list[str]:
    return [button["label"] for button in buttons_of(message)]


def menus(message: ResponseMessage) -> dict[str, str]:
    return {item["placeholder"]: item["custom_id"] for item in components_of(message) if "placeholder" in item}


async def test_more_offers_each_member_what_they_can_do(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await four_seats(world, ann)
    await ben.click(lobby, label="Join")
    opener, seated, onlooker = [await more_of(member, lobby) for member in (ann, ben, cleo)]
    tell = "☐ Tell me when a table opens here"
    assert labels(opener) == ["House rules", "Rules", "Leave", tell]
    assert list(menus(opener)) == ["Invite a member …", "Add a house player …", "Change places with …"]
    assert labels(seated) == ["Rules", "Leave", tell]
    assert list(menus(seated)) == ["Invite a member …", "Change places with …"]
    assert labels(onlooker) == ["Rules", tell]
    assert not menus(onlooker)
    for page in (opener, seated, onlooker):
        assert "Modern · four players · to 1000" in words_of(page)
        assert HEX.search(words_of(page)) is None


async def test_member_is_invited_by_a_menu_and_bots_and_strangers_are_not(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, invited_only=True)
    page = await more_of(ann, lobby)
    robot = ann.guild.add_member(world.env.create_user("robot", bot=True))
    refused = await ann.select(page, [robot], custom_id=menus(page)["Invite a member …"])
    assert "Bots do not play" in words_of(private_answer(refused))
    refused = await press(world, ann, page, menus(page)["Invite a member …"], "12345")
    assert "That member is not here" in words_of(private_answer(refused))
    assert len(public_messages(world)) == 1
    await ann.select(page, [ben], custom_id=menus(page)["Invite a member …"])
    assert f"The invitation to table {table_number(lobby)} is out." in words_of(page)
    invitation = public_messages(world)[-1]
    assert f"<@{ben.id}>, Ann invites you" in words_of(invitation)
    assert world.env.backend.get_message(world.channel.id, invitation.id).ping_user_ids == [ben.id]
    await ben.click(invitation, label="Join")
    assert "2. Ben" in words_of(lobby)


async def test_house_players_come_and_go_on_the_private_page_and_the_lobby_names_their_level(
    world: World, ann: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await add_house(ann, lobby)
    assert "2. ⌂ Babette · novice" in words_of(lobby)
    assert RATED not in words_of(lobby)
    page = await more_of(ann, lobby)
    await ann.select(page, ["remove -11"], custom_id=menus(page)["Add a house player …"])
    assert "2. *free*" in words_of(lobby)


async def test_alerts_are_switched_on_and_off_on_the_page(world: World, ann: MemberActor, cleo: MemberActor) -> None:
    page = await more_of(cleo, await lobby_at(world, ann))
    for now, then, on in (("☐", "☑", True), ("☑", "☐", False)):
        await cleo.click(page, label=f"{now} Tell me when a table opens here")
        assert button_named(page, f"{then} Tell me when a table opens here")
        assert await bot_of(world).club.table_alerts.wants(ann.guild.id, cleo.id) is on


async def test_page_of_a_challenge_lets_only_the_challenger_withdraw(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    challenge = public_answer(await ann.slash(world.channel, "challenge", member=ben))
    assert RATED in words_of(challenge)
    pages = [await more_of(member, challenge) for member in (ann, ben, cleo)]
    assert [("Withdraw" in labels(page), "Rules" in labels(page), bool(menus(page))) for page in pages] == [
        (True, True, False),
        (False, True, False),
        (False, True, False),
    ]
    await leave_table(ann, challenge)
    assert "Ann took the challenge back" in words_of(challenge)


async def test_page_that_stays_open_after_the_start_changes_nothing(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    page = await more_of(ann, lobby)
    await ann.click(lobby, label="Start")
    assert buttons_of(page) == []
    for old in ("leave", "lobby-more"):
        assert "has begun" in words_of(private_answer(await press(world, ann, lobby, at(lobby, old))))
    assert (await bot_of(world).tables.get(table_number(lobby))).users == (ann.id, ben.id)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("friendly", [False, True])
def test_lobby_is_short_and_ends_with_the_commitment(language: str, *, friendly: bool) -> None:
    table = opened(rules=build_rules("modern", 4, {"partners": True}), preset="modern")
    table = terms.set_table(table, noon(), table.opener_id, friendly=friendly)
    with speaking(language):
        *before, small = texts_of(lobby_page(table, Limits()))
    assert len(" ".join(before).split()) <= 60
    lines = small.split("\n")
    assert len(lines) == 2
    assert all(line.startswith("-# ") for line in lines)
    assert table.seal is not None
    assert HEX.findall("\n".join([*before, small])) == [table.seal.commitment]
    assert table.seal.commitment in lines[-1]
    counts = ("Rated" if language == "en" else "Cotée") in lines[0]
    assert counts is not friendly
