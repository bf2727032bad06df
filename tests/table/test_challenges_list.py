"""Challenges to whoever likes, the list of those that wait, and best of three, as members meet them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.simulated import bot_of, buttons_of, press, text_of
from tests.simulated.asking import ask
from tests.simulated.permissions import forbid
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


async def test_challenging_who_challenges_whoever_likes_joins_that_challenge(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    shown = public_answer(await ask(ann, world.channel, "open challenge"))
    await cleo.slash(world.channel, "challenge", member=ann, rules="parlour")  # on other terms, so both stand
    assert len(public_messages(world)) == 2
    answer = await ben.slash(world.channel, "challenge", member=ann)
    assert "Table 1 has begun" in words_of(private_answer(answer))
    assert "deal 1" in words_of(shown)
    assert len(public_messages(world)) == 2


async def test_challenge_to_one_member_comes_before_that_members_challenge_to_whoever_likes(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await ask(ann, world.channel, "open challenge")
    await ann.slash(world.channel, "challenge", member=ben)
    assert "Table 2 has begun" in words_of(private_answer(await ben.slash(world.channel, "challenge", member=ann)))


async def test_who_challenges_whoever_likes_is_offered_the_challenge_that_stands_there(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    """Two who wait for each other would both wait; but nobody has to play with whoever came first."""
    bens, cleos = [private_answer(await each.slash(world.channel, "challenge")) for each in (ben, cleo)]
    await ask(ann, world.channel, "open challenge")
    for member, page in ((ben, bens), (cleo, cleos)):
        await member.click(page, label="Challenge whoever likes")
        assert "challenges whoever likes here already" in words_of(page)
        assert labels(page) == ["Accept"]
        assert len(public_messages(world)) == 1
    await cleo.click(cleos, label="Challenge whoever likes")
    assert len(public_messages(world)) == 2
    await ben.click(bens, label="Accept")
    assert "Table 1 has begun" in words_of(bens)


async def test_challenge_to_whoever_likes_of_a_hidden_channel_or_of_who_has_blocked_is_not_offered(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    page = private_answer(await ben.slash(world.channel, "challenge"))
    await ask(ann, world.channel, "block", member=ben)
    await ask(ann, world.channel, "open challenge")
    await ben.click(page, label="Challenge whoever likes")
    assert len(public_messages(world)) == 2
    hidden = replace(world, channel=world.env.guild.create_text_channel("hidden"))
    await ask(cleo, hidden.channel, "open challenge")
    forbid(hidden, "view_channel")
    await ben.slash(world.channel, "challenge", member=cleo)
    assert len(public_messages(world)) == 3
