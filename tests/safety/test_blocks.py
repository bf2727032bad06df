"""Blocking a member: who is blocked is kept away without being told why, and it is taken back by a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulated import press, text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


async def test_who_is_blocked_cannot_sit_down_challenge_or_invite_until_it_is_taken_back(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    page = private_answer(await ask(ann, world.channel, "block", member=ben))
    assert f"<@{ben.id}> is blocked." in text_of(page)
    await ann.slash(world.channel, "play", rules="modern 3")
    (board,) = public_messages(world)
    for answer in (
        await ben.click(board, label="Join"),
        await ben.slash(world.channel, "challenge", member=ann),
    ):
        words = text_of(private_answer(answer))
        assert "no seat for you now" in words or "not be asked" in words
        assert "block" not in words.lower()
    await ben.slash(world.channel, "play")
    assert "cannot be asked" in said(await ask(ben, world.channel, "invite", member=ann))
    assert len(public_messages(world)) == 2
    assert "You have blocked that member" in said(await ann.slash(world.channel, "challenge", member=ben))
    await ann.click(page, label="Take back")
    assert "You have blocked nobody" in text_of(page)
    await ben.click(board, label="Join")
    assert "Ben" in text_of(board)
    # Another member's click on the page changes nothing of Ann's.
    await ask(ann, world.channel, "block", member=cleo)
    await press(world, ben, board, f"bz:0:0:unblock {cleo.id} 0")
    assert f"<@{cleo.id}>" in said(await ask(ann, world.channel, "block"))


async def test_nobody_blocks_oneself(world: World, ann: MemberActor) -> None:
    assert "That is you" in said(await ask(ann, world.channel, "block", member=ann))
    assert "blocked nobody" in said(await ask(ann, world.channel, "block"))
