"""A table whose record is broken: its board says so and lays open what was sealed, as for any deal that is over."""

from __future__ import annotations

import hashlib
import re

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from tests.databases import connected
from tests.simulated import bot_of, buttons_of, press, restart
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import lobby_at, private_answer, public_answer, sit_down, words_of
from tests.simulated.waiting import HOUR, meanwhile

HEX = re.compile("[0-9a-f]{64,128}")
ACTION = "UPDATE actions SET action = '0 play 7Ca' WHERE ply = 0"
RULES = """UPDATE games SET rules = '{"players": 2, "trick": "loudest"}'"""


def damage(world: World, statement: str) -> None:
    with connected(bot_of(world).settings.database_url) as connection:
        connection.execute(statement)


async def proves(reader: MemberActor, board: ResponseMessage, commitment: str) -> str:
    """Return what a board's only button shows, after checking that it is the secret of the board's commitment."""
    assert HEX.findall(words_of(board)) == [commitment]
    assert [item["label"] for item in buttons_of(board)] == ["Fair deal"]
    shown = words_of(private_answer(await reader.click(board, label="Fair deal")))
    found, secret = HEX.findall(shown)
    assert found == commitment
    assert hashlib.sha256(b"bezique/1/commit\0" + bytes.fromhex(secret)).hexdigest() == commitment
    return shown


@pytest.mark.deep
async def test_board_of_a_broken_game_says_so_and_lays_its_deal_open(world: World, cleo: MemberActor) -> None:
    sitting = await sit_down(world, world.members[:2])
    sitting.pause = 2
    await sitting.play(until=lambda: "Last trick" in words_of(sitting.board()))
    board, (deal,) = sitting.board(), (await bot_of(world).tables.get(1)).deals
    damage(world, ACTION)
    await restart(world)
    text = words_of(board)
    assert "This game cannot go on: its record is damaged." in text
    assert f"`{deal.entropy[0]}`" in await proves(cleo, board, deal.commitment)
    await restart(world)
    await proves(cleo, board, deal.commitment)


@pytest.mark.deep
async def test_deal_of_a_broken_game_is_laid_open_where_its_board_stands_and_nowhere_else(
    world: World, cleo: MemberActor
) -> None:
    sitting = await sit_down(world, world.members[:2])
    await sitting.steps(1)
    secret = (await bot_of(world).tables.get(1)).deals[0].secret
    damage(world, ACTION)
    await restart(world)
    for channel, told in ((world.channel, True), (cleo.guild.create_text_channel("elsewhere"), False)):
        lobby = public_answer(await cleo.slash(channel, "play"))
        shown = words_of(private_answer(await press(world, cleo, lobby, "bz:1:0:fair 0")))
        assert (secret in shown) == told


async def test_broken_lobby_lays_open_what_was_sealed_and_never_dealt(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    sealed = HEX.findall(words_of(lobby))[0]
    damage(world, RULES)
    await restart(world)
    assert "its record is damaged" in words_of(lobby)
    await proves(ann, lobby, sealed)


@pytest.mark.sweep
@pytest.mark.parametrize("start_again", [False, True], ids=["running", "started again"])
async def test_board_that_cannot_be_edited_is_laid_open_when_it_can(
    world: World, ann: MemberActor, start_again: bool
) -> None:
    lobby = await lobby_at(world, ann)
    sealed = HEX.findall(words_of(lobby))[0]
    damage(world, RULES)
    forbid(world, "view_channel", "send_messages")
    await restart(world)
    await meanwhile(world, HOUR)
    assert "its record is damaged" not in words_of(lobby)
    allow(world)
    await (restart(world) if start_again else meanwhile(world, HOUR))
    await proves(ann, lobby, sealed)


@pytest.mark.deep
async def test_a_board_that_is_gone_is_not_looked_for_again(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    damage(world, RULES)
    world.env.backend.delete_message(world.channel.id, lobby.id)
    await restart(world)
    assert await bot_of(world).tables.frozen.untold() == []
