"""Challenges to whoever likes, the list of those that wait, and best of three, as members meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulated import bot_of, buttons_of, press, text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_answer, public_messages, words_of
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


def labels(message: object) -> list[str]:
    named = [button["label"] for button in buttons_of(message)]  # type: ignore[arg-type]
    return [label for label in named if label != "Challenge whoever likes"]  # which every list offers


async def test_open_challenge_has_no_decline_and_begins_with_whoever_accepts(
    world: World, ann: MemberActor, cleo: MemberActor
) -> None:
    shown = public_answer(await ask(ann, world.channel, "open challenge"))
    assert "Ann challenges whoever likes" in words_of(shown)
    assert labels(shown) == ["Accept", "Cut", "More…"]
    await cleo.click(shown, label="Accept")
    assert (await bot_of(world).tables.get(1)).users == (ann.id, cleo.id)


async def test_list_shows_to_each_what_waits_for_them_and_takes_the_reply(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    assert "No challenge waits here" in said(await ann.slash(world.channel, "challenge"))
    await ann.slash(world.channel, "challenge", member=ben)
    await ask(cleo, world.channel, "open challenge")
    mine = private_answer(await ann.slash(world.channel, "challenge"))
    assert labels(mine) == ["Accept", "Withdraw"]
    bens = private_answer(await ben.slash(world.channel, "challenge"))
    assert labels(bens) == ["Accept", "Decline", "Accept"]
    await press(world, ben, bens, "bz:1:0:reply decline 0")
    assert "Declined." in text_of(bens)
    assert labels(bens) == ["Accept"]
    assert "Ben declined" in words_of(public_messages(world)[0])
    await ann.click(mine, label="Accept")
    assert "Table 2 has begun" in text_of(mine)
    assert "deal 1" in words_of(public_messages(world)[1])
    answer = await press(world, ben, bens, "bz:2:0:reply accept 0")
    assert "has begun" in text_of(private_answer(answer))
    # A blocked member is not shown the open challenge of who has blocked them.
    await ask(cleo, world.channel, "block", member=ben)
    await ask(cleo, world.channel, "open challenge")
    assert "No challenge waits here" in said(await ben.slash(world.channel, "challenge"))
