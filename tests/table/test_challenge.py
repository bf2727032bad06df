"""Challenges: to one, who alone may answer and is mentioned, or to whoever likes; and the list of those that wait."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from bot.tables import Status
from tests.simulated import buttons_of, press, press_together, text_of
from tests.simulated.asking import ask
from tests.simulated.permissions import forbid
from tests.simulated.player import (
    at,
    leave_table,
    private_answer,
    public_answer,
    public_messages,
    table_number,
    tables_here,
    words_of,
)
from tests.simulated.waiting import pinged, said

pytestmark = pytest.mark.one_bot


@pytest.fixture
async def challenge(world: World, ann: MemberActor, ben: MemberActor) -> ResponseMessage:
    return public_answer(await ann.slash(world.channel, "challenge", member=ben))


async def test_challenge_mentions_the_challenged_and_nobody_else_and_accepting_deals(
    world: World, challenge: ResponseMessage, ann: MemberActor, ben: MemberActor
) -> None:
    assert f"<@{ben.id}>" in words_of(challenge)
    assert "Modern · two players · to 1000" in words_of(challenge)
    assert "Clock: 3 minutes a move" in words_of(challenge)
    body = next(e.json for e in reversed(world.env.http_requests) if e.path.endswith("/callback"))
    assert body is not None
    assert body["data"]["allowed_mentions"] == {"parse": [], "users": [ben.id]}
    assert pinged(world, challenge) == [ben.id]
    await ben.click(challenge, label="Accept")
    (table,) = tables_here(world)
    assert table.users == (ann.id, ben.id)
    assert "deal 1" in words_of(challenge)


async def test_menu_of_a_member_challenges_too(world: World, ann: MemberActor, ben: MemberActor) -> None:
    shown = public_answer(await ann.context_menu(world.channel, "Challenge to Bézique", ben))
    assert "challenges" in words_of(shown)
    await ben.click(shown, label="Accept")
    assert "deal 1" in words_of(shown)


async def test_declining_and_withdrawing_close_the_challenge(world: World, ann: MemberActor, ben: MemberActor) -> None:
    for label, words in (("Decline", "Ben declined"), ("Withdraw", "Ann took the challenge back")):
        shown = public_answer(await ann.slash(world.channel, "challenge", member=ben))
        assert [b["label"] for b in buttons_of(shown)] == ["Accept", "Decline", "Cut", "More…"]
        if label == "Decline":
            await ben.click(shown, label=label)
        else:
            await leave_table(ann, shown)
        assert words in words_of(shown)
        assert [item["label"] for item in buttons_of(shown)] == ["Fair deal"]


async def test_only_the_challenged_may_answer_and_only_the_challenger_withdraw(
    world: World, challenge: ResponseMessage, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    for words, *refused in (
        ("for somebody else", (cleo, "accept"), (cleo, "decline"), (cleo, "join")),
        ("Only whoever opened", (cleo, "cancel"), (ben, "cancel")),
        ("cannot answer your own challenge", (ann, "accept"), (ann, "decline")),
    ):
        for member, operation in refused:
            assert words in said(await press(world, member, challenge, at(challenge, operation)))
    assert "challenges" in words_of(challenge)


@pytest.mark.parametrize("way", ["command", "menu", "page"])
async def test_challenging_back_joins_the_first_challenge(
    world: World, challenge: ResponseMessage, ann: MemberActor, ben: MemberActor, way: str
) -> None:
    number = table_number(challenge)
    if way == "command":
        assert f"Table {number} has begun" in said(await ben.slash(world.channel, "challenge", member=ann))
    elif way == "menu":
        await ben.context_menu(world.channel, "Challenge to Bézique", ann)
    else:
        await press(world, ben, challenge, f"bz:0:0:challenge {ann.id}")
    assert "deal 1" in words_of(challenge)
    assert [table.id for table in tables_here(world)] == [number]
    assert len(public_messages(world)) == 1


@pytest.mark.usefixtures("challenge")
@pytest.mark.parametrize(
    "terms", [{"rules": "parlour"}, {"length": "one_deal"}, {"auto_draw": False}, {"best_of_three": True}]
)
async def test_challenging_back_on_other_terms_shows_the_first_challenge(
    world: World, ann: MemberActor, ben: MemberActor, terms: dict[str, Any]
) -> None:
    page = private_answer(await ben.slash(world.channel, "challenge", member=ann, **terms))
    assert "challenges you on other terms" in words_of(page)
    assert [table.status for table in tables_here(world)] == [Status.LOBBY]
    assert len(public_messages(world)) == 1
    await ben.click(page, label="Accept")
    assert [table.status for table in tables_here(world)] == [Status.PLAYING]


async def test_two_who_challenge_each_other_at_once_open_one_table(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = private_answer(await ann.slash(world.channel, "challenge"))
    both = [(ann, page, f"bz:0:0:challenge {ben.id}"), (ben, page, f"bz:0:0:challenge {ann.id}")]
    await press_together(world, both)
    (table,) = tables_here(world)
    assert len(public_messages(world)) == 1
    if table.status is Status.LOBBY:  # else the board was up already when the second came, who has accepted
        second, first = (ben, ann) if table.users == (ann.id,) else (ann, ben)
        await second.slash(world.channel, "challenge", member=first)
    assert [table.status for table in tables_here(world)] == [Status.PLAYING]


async def test_bots_oneself_and_people_who_are_not_here_cannot_be_challenged(world: World, ann: MemberActor) -> None:
    robot = world.env.guild.add_member(world.env.create_user("robot", bot=True))
    stranger = world.env.create_user("zoe")
    for whom, words in ((ann, "That is you"), (robot, "Bots do not play"), (stranger, "That member is not here")):
        assert words in said(await ann.slash(world.channel, "challenge", member=whom))
    assert "That is you" in said(await ann.context_menu(world.channel, "Challenge to Bézique", ann))
    assert tables_here(world) == []


async def test_challenger_chooses_clock_and_rules(world: World, ann: MemberActor, ben: MemberActor) -> None:
    terms = {"rules": "britannica target=1500", "clock": "days-4"}
    shown = public_answer(await ann.slash(world.channel, "challenge", member=ben, **terms))
    for words in ("Britannica", "to 1500", "Clock: 4 days a move"):
        assert words in words_of(shown)
    await ben.click(shown, label="Accept")
    (table,) = tables_here(world)
    assert (table.terms.clock.key, table.rules.target) == ("days-4", 1500)
    found = await ann.autocomplete(world.channel, "challenge", "rules", "brit")
    assert [choice["value"] for choice in found] == ["britannica"]
    assert "No clock" in words_of(public_answer(await ann.slash(world.channel, "play", clock="none")))


# ------------------------------------------------------------------ challenges to whoever likes, and those that wait


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
    (table,) = tables_here(world)
    assert table.users == (ann.id, cleo.id)


async def test_list_shows_to_each_what_waits_for_them_and_takes_the_reply(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    assert "No challenge waits here" in said(await ann.slash(world.channel, "challenge"))
    await ann.slash(world.channel, "challenge", member=ben)
    await ask(cleo, world.channel, "open challenge")
    anns, cleos = public_messages(world)
    mine = private_answer(await ann.slash(world.channel, "challenge"))
    assert labels(mine) == ["Accept", "Withdraw"]
    bens = private_answer(await ben.slash(world.channel, "challenge"))
    assert labels(bens) == ["Accept", "Decline", "Accept"]
    await press(world, ben, bens, at(anns, "reply decline 0"))
    assert "Declined." in text_of(bens)
    assert labels(bens) == ["Accept"]
    assert "Ben declined" in words_of(anns)
    await ann.click(mine, label="Accept")
    assert f"Table {table_number(cleos)} has begun" in text_of(mine)
    assert "deal 1" in words_of(cleos)
    answer = await press(world, ben, bens, at(cleos, "reply accept 0"))
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
    assert "has begun" in words_of(private_answer(answer))
    assert "deal 1" in words_of(shown)
    assert len(public_messages(world)) == 2


async def test_challenge_to_one_member_comes_before_that_members_challenge_to_whoever_likes(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await ask(ann, world.channel, "open challenge")
    to_ben = public_answer(await ann.slash(world.channel, "challenge", member=ben))
    assert f"Table {table_number(to_ben)} has begun" in words_of(
        private_answer(await ben.slash(world.channel, "challenge", member=ann))
    )


async def test_who_challenges_whoever_likes_is_offered_the_challenge_that_stands_there(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    """Two who wait for each other would both wait; but nobody has to play with whoever came first."""
    bens, cleos = [private_answer(await each.slash(world.channel, "challenge")) for each in (ben, cleo)]
    anns = public_answer(await ask(ann, world.channel, "open challenge"))
    for member, page in ((ben, bens), (cleo, cleos)):
        await member.click(page, label="Challenge whoever likes")
        assert "challenges whoever likes here already" in words_of(page)
        assert labels(page) == ["Accept"]
        assert len(public_messages(world)) == 1
    await cleo.click(cleos, label="Challenge whoever likes")
    assert len(public_messages(world)) == 2
    await ben.click(bens, label="Accept")
    assert f"Table {table_number(anns)} has begun" in words_of(bens)


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
