"""The private page behind [More…] of a lobby or challenge: what it offers to whom, and the lobby it leaves short."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules
from bot.tables import Limits
from bot.tables.decisions import terms
from bot.ui.text.i18n import speaking
from cogs.table.pages.lobby import lobby as lobby_page
from tests.simulated import bot_of, buttons_of, components_of, press
from tests.simulated.house_guest import add_house
from tests.simulated.player import (
    button_named,
    leave_table,
    lobby_at,
    more_of,
    private_answer,
    public_answer,
    public_messages,
    words_of,
)
from tests.simulated.sheet import four_seats
from tests.tables.made import noon, opened
from tests.ui.at_board import texts_of

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

MEMBER_MENU = 5
RATED = "Rated from the first look at a hand"
HEX = re.compile("[0-9a-f]{32,}")


def labels(message: ResponseMessage) -> list[str]:
    return [button["label"] for button in buttons_of(message)]


def menus(message: ResponseMessage) -> dict[str, str]:
    """Return the ids of the menus by their placeholders."""
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
    assert "The invitation to table 1 is out." in words_of(page)
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
    assert "Novice: misjudges a card now and then" in words_of(page)
    await ann.select(page, ["remove -11"], custom_id=menus(page)["Add a house player …"])
    assert "2. *free*" in words_of(lobby)
    assert "Novice" not in words_of(page)


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
        assert "has begun" in words_of(private_answer(await press(world, ann, lobby, f"bz:1:0:{old}")))
    assert (await bot_of(world).tables.get(1)).users == (ann.id, ben.id)


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
    assert ("-#" in "".join(before)) is False
    counts = ("Rated" if language == "en" else "Cotée") in lines[0]
    assert counts is not friendly
