"""Between the last cut and the cards: the board cannot be posted just now, or its answer is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.simulated import bot_of, press, restart
from tests.simulated.asking import ask, resign
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import (
    all_public,
    button_named,
    lobby_at,
    private_answer,
    public_messages,
    sit_down,
    words_of,
)
from tests.simulated.waiting import HOUR, meanwhile
from tests.table.test_deals import HEX, fair

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

POST = "/channels/*/messages"


@pytest.fixture
async def barred(world: World, ann: MemberActor, ben: MemberActor) -> ResponseMessage:
    """The lobby of a game that Ann has started where the bot may no longer post."""
    lobby = await lobby_at(world, ann, ben)
    forbid(world, "send_messages")
    started = await ann.click(lobby, label="Start")
    (told,) = started.followups
    assert "I may no longer post there" in words_of(told)
    assert (await bot_of(world).tables.get(1)).being_dealt
    return lobby


@pytest.mark.deep
async def test_while_the_board_cannot_be_posted_there_are_no_cards_for_anybody_and_then_they_come(
    world: World, barred: ResponseMessage, ann: MemberActor, ben: MemberActor
) -> None:
    assert "The cuts are closed" in words_of(barred)
    asked = await ben.slash(world.channel, "hand")
    hand = asked.response
    assert hand is not None
    assert "The cards are being dealt" in words_of(hand)
    assert "I may no longer post there" in words_of(asked.followups[0])
    assert button_named(hand, "Deal") is None
    late = private_answer(await press(world, ann, barred, "bz:1:0:cut"))
    assert "Too late to cut" in words_of(late)
    left = private_answer(await press(world, ben, barred, "bz:1:0:leave"))
    assert "begun" in words_of(left)
    await meanwhile(world, HOUR)
    table = await bot_of(world).tables.get(1)
    assert (table.being_dealt, table.live, table.time_is_up) == (True, True, False)
    allow(world)
    await meanwhile(world, HOUR)
    (board,) = [message for message in public_messages(world) if button_named(message, "Tricks")]
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy == (f"message:{barred.id}", f"board:{board.id}")
    assert table.sealing.void == (), "it was refused, so it was certainly not up"


async def test_game_whose_board_cannot_be_posted_is_given_up_and_its_lobby_gets_the_secret(
    world: World, barred: ResponseMessage, ben: MemberActor
) -> None:
    seal = (await bot_of(world).tables.get(1)).deals[0]
    await resign(ben, world.channel)
    assert "Given up before the cards were dealt" in words_of(barred)
    assert HEX.findall(words_of(barred)) == [seal.commitment]
    shown = await fair(ben, barred)
    assert HEX.findall(shown) == [seal.commitment, seal.secret]
    allow(world)
    await restart(world)
    assert len(all_public(world)) == 1


async def test_post_of_which_nobody_knows_whether_it_arrived_and_that_is_not_there_has_the_deal_sealed_anew(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    old = (await bot_of(world).tables.get(1)).deals[0]
    world.env.inject_error("POST", POST, status=500, times=1)
    await ann.click(lobby, label="Start")
    await world.env.advance_time(5)
    table = await bot_of(world).tables.get(1)
    assert [(void.commitment, void.secret) for void in table.sealing.void] == [(old.commitment, old.secret)]
    (board,) = public_messages(world)
    assert HEX.findall(words_of(board))[:1] in ([old.commitment], [])
    assert old.secret in await fair(ben, board)
    assert "I had to seal the cards anew" in words_of(board)
    assert table.deals[0].secret != old.secret
    if table.awaits_deal:
        await ben.click(board, label="Deal")
    assert (await bot_of(world).tables.get(1)).deals[0].entropy[0] != f"message:{lobby.id}"


@pytest.mark.deep
async def test_deal_pressed_in_a_panel_brings_the_cards_below_the_new_board(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern", length="2000")
    await sitting.play_deal()
    player = sitting.players[0]
    await player.actor.click(player.panel, label="Deal")
    table = await bot_of(world).tables.get(1)
    board = sitting.board()
    assert table.deals[1].entropy[-1] == f"board:{board.id}"
    assert all(each.panel.id > board.id for each in sitting.players)


async def test_table_that_is_put_up_elsewhere_while_its_board_cannot_be_posted_is_sealed_anew(
    world: World, barred: ResponseMessage, ann: MemberActor
) -> None:
    old = (await bot_of(world).tables.get(1)).deals[0]
    other = world.env.guild.create_text_channel("elsewhere")
    await ask(ann, other, "here", table=1)
    table = await bot_of(world).tables.get(1)
    assert [void.commitment for void in table.sealing.void] == [old.commitment]
    assert barred.id != table.deals[0].message_id
