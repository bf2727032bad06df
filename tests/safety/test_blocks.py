"""Blocks of members: what they keep apart, and the page with its controls."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.playground import World
from cogs.safety.blocks import blocked_page
from db.formers import new_former
from tests.simulated import press, text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages
from tests.simulated.waiting import said
from tests.ui.at_board import labels_of, texts_of

pytestmark = pytest.mark.one_bot


async def test_who_is_blocked_cannot_sit_down_challenge_or_invite_until_it_is_taken_back(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    assert "That is you" in said(await ask(ann, world.channel, "block", member=ann))
    assert "blocked nobody" in said(await ask(ann, world.channel, "block"))
    page = private_answer(await ask(ann, world.channel, "block", member=ben))
    assert f"<@{ben.id}> is blocked." in text_of(page)
    await ann.slash(world.channel, "play", rules="modern 3")
    (board,) = public_messages(world)
    for answer in (await ben.click(board, label="Join"), await ben.slash(world.channel, "challenge", member=ann)):
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


def test_page_names_each_blocked_member_with_a_button_and_former_players_as_such() -> None:
    page = blocked_page(range(100, 117), 0)
    assert labels_of(page) == ["Take back"] * 8 + ["Back", "More", "All settings"]
    assert "<@100>" in texts_of(page)
    last = blocked_page(range(100, 117), 7)
    assert "<@116>" in texts_of(last)
    assert labels_of(last) == ["Take back", "Back", "More", "All settings"]
    page = blocked_page((), 0)
    assert any("blocked nobody" in text for text in texts_of(page))
    assert labels_of(page) == ["All settings"]
    words = "\n".join(texts_of(blocked_page([new_former(), 5], 0)))
    assert "a former player" in words
    assert "<@5>" in words
    assert words.count("<@") == 1
