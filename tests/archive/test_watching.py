"""Looking back: all hands and the replay of deals that are over, for whoever asks, and never of a running one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.engine import observe_deal
from bot.ui.text.faces import face
from tests.simulated import bot_of, buttons_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import behind, private_answer, public_messages, sit_down
from tests.simulated.positions import bring_through_deal

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.engine import Deal
    from bot.playground import World
    from tests.simulated.player import Sitting
    from tests.simulated.watch import Watch

HIDDEN = ("hands 0", "hands 0 true", "watch 0", "step first 0 0", "step next 0 3", "step last 0 99")


def closed_board(sitting: Sitting) -> ResponseMessage:
    return next(m for m in sitting.messages() if "This deal is over" in text_of(m))


async def deal_of(world: World, number: int = 0) -> Deal:
    return (await bot_of(world).tables.get(1)).game.deals[number]


@pytest.fixture
async def resigned(world: World, watch: Watch) -> Sitting:
    """A game that Ann gave up after some tricks, over."""
    sitting = await sit_down(world, world.members[:2], seed=5)
    assert watch.private
    await sitting.steps(14)
    asked = private_answer(await ask(world.members[0], world.channel, "resign"))
    await world.members[0].click(asked, label="Resign")
    return sitting


async def test_nothing_of_a_running_deal_is_shown_to_anyone(world: World, watch: Watch, cleo: MemberActor) -> None:
    sitting = await sit_down(world, world.members[:2])
    await sitting.steps(9)
    for member in (*(player.actor for player in sitting.players), cleo):
        for words in HIDDEN:
            answer = text_of(private_answer(await press(world, member, sitting.board(), f"bz:1:0:{words}")))
            assert "is being played" in answer
        result = await press(world, member, sitting.board(), "bzs:1:0:step menu", "0 5")
        assert "is being played" in text_of(private_answer(result))
    assert watch.private


@pytest.mark.deep
async def test_only_the_deal_that_is_over_is_shown_while_the_next_is_played(
    world: World, watch: Watch, cleo: MemberActor
) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern target=2000", seed=2)
    await bring_through_deal(sitting)
    closed = closed_board(sitting)
    await sitting.play(until=lambda: "deal 2" in text_of(sitting.board()))
    await sitting.steps(6)
    shown = private_answer(await cleo.click(closed, label="Replay"))
    assert "deal 1" in text_of(shown)
    assert not any(item["type"] == 3 for item in buttons_of(shown))
    for words in ("hands 1", "watch 1", "step next 1 4"):
        answer = private_answer(await press(world, cleo, closed, f"bz:1:0:{words}"))
        assert "is being played" in text_of(answer)
    assert watch.private


@pytest.mark.deep
async def test_replay_goes_through_the_tricks_and_shows_all_hands_and_cards_as_they_stood(
    world: World, resigned: Sitting, cleo: MemberActor
) -> None:
    shown = private_answer(await press(world, cleo, closed_board(resigned), "bz:1:0:hands 0"))
    text = text_of(shown)
    deal = await deal_of(world)
    deck = [face(card) for card in deal.base.deck]
    ann, ben = text.index("Ann\u2069**"), text.index("Ben\u2069**")
    assert ann < ben
    drawn = [re.findall(r"drew (.+)", part)[0].split(" ") for part in (text[ann:ben], text[ben:])]
    took = 2 * sum(trick is not None for trick in deal.tricks)
    assert sorted(drawn[0] + drawn[1]) == sorted(deck[17 : 17 + took])
    assert len(drawn[0]) == len(drawn[1]) > 2
    assert public_messages(world)[-1].id != shown.id
    result = resigned.result()
    assert result is not None
    page = private_answer(await behind(cleo, result, "Replay"))
    assert "The cards as dealt" in text_of(page)
    assert [b["label"] for b in buttons_of(page)] == ["▶", "▶|", "All hands as dealt"]
    deal = await deal_of(world)
    for number, trick in enumerate(deal.tricks, start=1):
        await cleo.click(page, label="▶")
        text = text_of(page)
        assert f"Trick {number} of" in text
        assert all(face(card) in text for card in trick.cards)
    await cleo.click(page, label="▶|")
    assert "Ann\u2069 resigned" in text_of(page)
    assert "Total" in text_of(page)
    assert [b["label"] for b in buttons_of(page)] == ["|◀", "◀", "All hands as dealt"]
    await cleo.click(page, label="◀")
    await cleo.click(page, label="All hands as dealt")
    assert "drew" in text_of(page)
    await cleo.click(page, label="Replay")
    await cleo.click(page, label="▶")
    assert "Trick 1 of" in text_of(page)
    assert sum("Trick 1 of" in text_of(m) for m in public_messages(world)) == 0


@pytest.mark.deep
async def test_replay_comes_by_command_too_is_private_to_each_who_clicks_and_works_after_a_restart(
    world: World, resigned: Sitting, cleo: MemberActor, ann: MemberActor
) -> None:
    files = private_answer(await ask(cleo, world.channel, "finished games", table=1))
    page = private_answer(await cleo.click(files, label="Replay"))
    assert "The cards as dealt" in text_of(page)
    assert "The game at table 1" in text_of(files)
    page = private_answer(await cleo.click(closed_board(resigned), label="Replay"))
    await restart(world)
    await cleo.click(page, label="▶")
    assert "Trick 1 of" in text_of(page)
    # Somebody else's press of the same control brings a message of their own, and one in public never changes.
    board = closed_board(resigned)
    before = text_of(board)
    other = private_answer(await press(world, ann, board, "bz:1:0:step next 0 2"))
    assert "Trick 2 of" in text_of(other)
    assert text_of(board) == before
    assert "Trick 1 of" in text_of(page)
    for words in ("watch 7", "hands 7", "step next 7 0"):
        answer = text_of(private_answer(await press(world, cleo, board, f"bz:1:0:{words}")))
        assert "no such deal" in answer, words
    for words in ("watch x", "hands -1", "step next 0 x", "watch 99999999999"):
        answer = text_of(private_answer(await press(world, cleo, board, f"bz:1:0:{words}")))
        assert "is outdated" in answer, words
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    there = guild.add_member(cleo.user)
    shown = (await there.slash(channel, "play")).response
    assert shown is not None
    for words in ("watch 0", "hands 0"):
        assert "That table is not here" in text_of(private_answer(await press(world, there, shown, f"bz:1:0:{words}")))


@pytest.mark.deep
async def test_past_tricks_of_a_deal_that_is_over_are_shown_where_searching_them_is_forbidden(
    world: World, watch: Watch, cleo: MemberActor
) -> None:
    sitting = await sit_down(world, world.members[:2], rules="britannica past_tricks=last_only", seed=3)
    await sitting.steps(12)
    asked = private_answer(await ask(world.members[1], world.channel, "resign"))
    await world.members[1].click(asked, label="Resign")
    deal = await deal_of(world)
    assert len(observe_deal(deal, None).tricks) == len(deal.tricks) >= 3
    page = private_answer(await cleo.click(closed_board(sitting), label="Replay"))
    await cleo.click(page, label="▶")
    assert all(face(card) in text_of(page) for card in deal.tricks[0].cards)
    assert watch.private
