"""A deal that was sealed and never dealt: its message keeps the commitment and gets the secret, sooner or later."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import pytest

from bot.tables.decisions import lobby as decisions
from tests.simulated import bot_of, buttons_of, restart
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import lobby_at, private_answer, public_messages, sit_down, words_of
from tests.simulated.waiting import HOUR, meanwhile

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World


HEX = re.compile("[0-9a-f]{64,128}")
EDITS = "/channels/*/messages/*"


def laid_open(message: ResponseMessage, sealed: str) -> bool:
    """Tell whether a message ends with a commitment that it carried before and the secret that has it."""
    last = words_of(message).splitlines()[-1]
    found = HEX.findall(last)
    assert last.startswith("-# 🔒"), last
    if found == [sealed]:
        return False
    commitment, secret = found
    assert commitment == sealed
    assert hashlib.sha256(b"bezique/1/commit\0" + bytes.fromhex(secret)).hexdigest() == commitment
    return True


def commitment_on(message: ResponseMessage) -> str:
    found: str = HEX.findall(words_of(message))[0]
    return found


async def test_cancelled_lobby_keeps_its_commitment_and_gets_the_secret(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    sealed = commitment_on(lobby)
    assert not laid_open(lobby, sealed)
    await ann.click(lobby, label="Cancel")
    assert "closed this table" in words_of(lobby)
    assert laid_open(lobby, sealed)
    assert buttons_of(lobby) == []


@pytest.mark.deep
async def test_lobby_that_everyone_leaves_or_nobody_starts_is_laid_open_too(world: World, ann: MemberActor) -> None:
    left, expired = await lobby_at(world, ann), await lobby_at(world, ann)
    seals = commitment_on(left), commitment_on(expired)
    await ann.click(left, label="Leave")
    await meanwhile(world, 2 * HOUR)
    assert "so it is closed" in words_of(expired)
    assert [laid_open(left, seals[0]), laid_open(expired, seals[1])] == [True, True]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("Decline", "declined Ann's challenge"),
        ("Withdraw", "took the challenge back"),
        ("", "ran out of time"),
    ],
)
async def test_challenge_that_comes_to_nothing_is_laid_open(
    world: World, ann: MemberActor, ben: MemberActor, how: str, says: str
) -> None:
    challenge = (await ann.slash(world.channel, "challenge", member=ben)).response
    assert challenge is not None
    sealed = commitment_on(challenge)
    if how:
        await (ben if how == "Decline" else ann).click(challenge, label=how)
    else:
        await meanwhile(world, HOUR)
    assert says in words_of(challenge)
    assert laid_open(challenge, sealed)


@pytest.mark.deep
async def test_next_deal_of_a_game_that_is_given_up_between_deals_is_laid_open(world: World, ann: MemberActor) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern", length="2000")
    await sitting.play_deal()
    board = sitting.board()
    table = await bot_of(world).tables.get(1)
    assert words_of(board).splitlines()[-1] == f"-# 🔒\u00a0`{table.deals[1].commitment}`"
    await ann.click(private_answer(await ann.slash(world.channel, "resign")), label="Resign")
    said, line, _ = words_of(board).splitlines()[-3:]
    assert "never dealt" in said
    assert HEX.findall(line) == [table.deals[1].commitment, table.deals[1].secret]
    assert sitting.result() is not None


@pytest.mark.deep
async def test_lobby_that_could_not_be_edited_is_laid_open_when_the_bot_may_again(
    world: World, ann: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    sealed = commitment_on(lobby)
    forbid(world, "view_channel", "send_messages")
    await meanwhile(world, HOUR)
    assert bot_of(world).tables.live_tables() == []
    assert not laid_open(lobby, sealed)
    allow(world)
    await meanwhile(world, HOUR)
    assert laid_open(lobby, sealed)


@pytest.mark.deep
async def test_lobby_that_could_not_be_edited_is_laid_open_after_a_restart(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    sealed = commitment_on(lobby)
    forbid(world, "view_channel", "send_messages")
    await meanwhile(world, HOUR)
    await restart(world)
    assert not laid_open(lobby, sealed)
    allow(world)
    await restart(world)
    assert laid_open(lobby, sealed)


@pytest.mark.sweep
@pytest.mark.parametrize("start_again", [False, True], ids=["running", "started again"])
async def test_message_that_discord_will_not_have_edited_again_is_laid_open_later(
    world: World,
    ann: MemberActor,
    start_again: bool,
) -> None:
    lobby = await lobby_at(world, ann)
    sealed = commitment_on(lobby)
    world.env.inject_error("PATCH", EDITS, status=429, code=30046, times=5)
    await meanwhile(world, HOUR)
    assert bot_of(world).tables.live_tables() == []
    assert not laid_open(lobby, sealed)
    await (restart(world) if start_again else meanwhile(world, HOUR))
    assert laid_open(lobby, sealed)
    assert (await bot_of(world).tables.get(1)).messages[0].closed
    calls = len(world.env.http_requests)
    await restart(world)
    assert not [entry for entry in world.env.http_requests[calls:] if entry.path.endswith(str(lobby.id))]


async def test_messages_of_a_closed_lobby_that_is_gone_are_not_looked_for_again(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    world.env.backend.delete_message(world.channel.id, lobby.id)
    await bot_of(world).tables.ask(1, decisions.cancel, ann.id)
    await bot_of(world).presenter.show(1)
    assert (await bot_of(world).tables.get(1)).messages[0].closed
    assert public_messages(world) == []
