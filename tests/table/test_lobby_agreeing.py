"""Agreeing in the lobby: to rules that have changed, on seats and partners; and inviting somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.simulated import bot_of, press
from tests.simulated.asking import ask
from tests.simulated.player import button_named, lobby_at, more_of, private_answer, public_messages, words_of
from tests.simulated.sheet import Sheet, four_seats
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


async def test_change_after_joining_asks_again_and_buttons_from_before_it_are_no_agreement(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    join = button_named(lobby, "Join")
    assert join is not None
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("clock", "live-10")
    await press(world, ben, lobby, join["custom_id"])
    assert "2. Ben · has yet to agree" in words_of(lobby)
    await ben.click(lobby, label="Agree")
    assert button_named(lobby, "Agree") is None
    await sheet.choose("clock", "live-3")
    assert "2. Ben · has yet to agree" in words_of(lobby)
    assert "those who have yet to agree press **Agree**" in words_of(lobby)
    assert button_named(lobby, "Start") is None
    agree = button_named(lobby, "Agree")
    assert agree is not None
    await sheet.choose("clock", "live-1")
    answer = private_answer(await press(world, ben, lobby, agree["custom_id"]))
    assert "has changed its rules; look again" in words_of(answer)
    assert "has yet to agree" in words_of(lobby)
    await ben.click(lobby, label="Agree")
    assert "has yet to agree" not in words_of(lobby)
    await ben.click(lobby, label="Start")
    assert "deal 1" in words_of(lobby)


async def test_choice_is_offered_again_to_who_opened_the_table(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("book", "enquire")
    await sheet.choose("clock", "days-3")
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    assert "Modern" in words_of(await lobby_at(world, ben))
    again = await lobby_at(world, ann)
    assert "Enquire Within · two players · to" in words_of(again)
    assert "Clock: 3 days a move" in words_of(again)
    other = await lobby_at(world, ann, rules="parlour")
    assert "Victorian parlour" in words_of(other)


# ------------------------------------------------------------------ seats and partners


@pytest.mark.deep
async def test_players_change_places_by_a_menu(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await four_seats(world, ann, partners=True)
    for member in (ben, cleo):
        await member.click(lobby, label="Join")
    assert "1 and 3 play 2 and 4." in words_of(lobby)
    await ben.select(await more_of(ben, lobby), ["2"], custom_id="bzs:1:0:sit")
    assert "2. Cleo · has yet to agree\n3. Ben\n4. *free*" in words_of(lobby)
    stranger = world.members[3]
    answer = private_answer(await press(world, stranger, lobby, "bzs:1:0:sit", "0"))
    assert "You only watch" in words_of(answer)


async def test_partners_are_drawn_by_lot_in_the_open(world: World, ann: MemberActor) -> None:
    lobby = await four_seats(world, ann, partners=True)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.tick("☐ Partners by lot")
    assert "Lots decide who plays together." in words_of(lobby)
    for member in world.members[1:]:
        await member.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    board = words_of(public_messages(world)[-1])
    assert "Drawn by lot: " in board
    assert "Cut for the deal: " in board
    table = await bot_of(world).tables.get(1)
    assert board.index("Drawn by lot") < board.index("Cut for the deal")
    assert f"{table.names[0]} + {table.names[2]} **" in board


# ------------------------------------------------------------------ invitations


async def test_invitation_mentions_the_guest_alone_and_lets_them_sit_down(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, invited_only=True)
    assert "for invited members" in words_of(lobby)
    assert "by invitation" in words_of(private_answer(await ben.click(lobby, label="Join")))
    await ask(ann, world.channel, "invite", member=ben)
    shown = public_messages(world)[-1]
    assert f"<@{ben.id}>, Ann invites you to table 1." in words_of(shown)
    assert "Modern · two players" in words_of(shown)
    stored = world.env.backend.get_message(world.channel.id, shown.id)
    assert stored.ping_user_ids == [ben.id]
    assert "by invitation" in words_of(private_answer(await press(world, cleo, shown, "bz:1:0:join")))
    await ben.click(shown, label="Join")
    assert "2. Ben" in words_of(lobby)
    assert "already sit" in words_of(private_answer(await ben.click(shown, label="Join")))


async def test_invitations_that_make_no_sense_are_refused_kindly(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    assert "You have no table that has yet to begin" in said(await ask(ann, world.channel, "invite", member=ben))
    lobby = await lobby_at(world, ann, ben)
    for host, guest, words in (
        (ann, ben, "already sits"), (ann, ann, "already sits"), (ann, cleo, "Table 1 is full"),
        (cleo, ben, "You have no table that has yet to begin"),
    ):  # fmt: skip
        assert words in said(await ask(host, world.channel, "invite", member=guest))
    assert len(public_messages(world)) == 1
    assert button_named(lobby, "Start")
