"""A table whose record is broken: its board says so and lays open what was sealed, as for any deal that is over."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import pytest

from tests.databases import connected
from tests.simulated import bot_of, buttons_of, restart
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import lobby_at, sit_down, words_of
from tests.simulated.waiting import HOUR, meanwhile

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

HEX = re.compile("[0-9a-f]{64,128}")
ACTION = "UPDATE actions SET action = '0 play 7Ca' WHERE ply = 0"
RULES = """UPDATE games SET rules = '{"players": 2, "trick": "loudest"}'"""


def damage(world: World, statement: str) -> None:
    """Change the record behind the bot's back."""
    with connected(bot_of(world).settings.database_url) as connection:
        connection.execute(statement)


def proves(text: str, commitment: str) -> bool:
    """Tell whether a text ends with a commitment and the secret that has it."""
    found = HEX.findall(text.splitlines()[-1])
    return (
        len(found) == 2
        and found[0] == commitment
        and hashlib.sha256(b"bezique/1/commit\0" + bytes.fromhex(found[1])).hexdigest() == commitment
    )


async def test_board_of_a_broken_game_says_so_and_lays_its_deal_open(world: World) -> None:
    sitting = await sit_down(world, world.members[:2])
    await sitting.play(until=lambda: "Last trick" in words_of(sitting.board()))
    board, (deal,) = sitting.board(), (await bot_of(world).tables.get(1)).deals
    damage(world, ACTION)
    await restart(world)
    text = words_of(board)
    assert "This game cannot go on: its record is damaged." in text
    assert proves(text.partition(" · With:")[0], deal.commitment)
    assert f"With:\u00a0`{deal.entropy[0]}`" in text
    assert buttons_of(board) == []


async def test_broken_lobby_lays_open_what_was_sealed_and_never_dealt(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    sealed = HEX.findall(words_of(lobby))[0]
    damage(world, RULES)
    await restart(world)
    assert "its record is damaged" in words_of(lobby)
    assert proves(words_of(lobby), sealed)


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
    assert not proves(words_of(lobby), sealed)
    allow(world)
    await (restart(world) if start_again else meanwhile(world, HOUR))
    assert proves(words_of(lobby), sealed)


async def test_a_board_that_is_gone_is_not_looked_for_again(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    damage(world, RULES)
    world.env.backend.delete_message(world.channel.id, lobby.id)
    await restart(world)
    assert await bot_of(world).tables.frozen.untold() == []
