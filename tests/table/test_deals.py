"""Between deals: what stays of a deal, the cut, and a deck that anybody can check from what was posted."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.engine.cards import parse_card
from bot.engine.law import law_for
from bot.engine.proof import check_shuffle
from bot.engine.shuffle import Shuffle, commitment, make_deck
from bot.tables import Status
from bot.ui.text.faces import face
from tests.simulated import bot_of, press, press_together, restart
from tests.simulated.player import (
    button_named,
    inputs_of,
    lobby_at,
    private_answer,
    public_messages,
    seated,
    sit_down,
    words_of,
)
from tests.simulated.positions import bring_through_deal, bring_to_last_trick

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World
    from tests.simulated.player import Sitting

SEAL = re.compile(r"🔒\s`([0-9a-f]{64})`")
SECRET = re.compile(r"Secret:\s`([0-9a-f]{128})`")
WITH = re.compile(r"With:\s(.+)")
_RANK = re.compile("10|[789JQKA]")


def tricks_of(closed: str) -> list[str]:
    """Return the tricks that a finished deal lists."""
    (line,) = re.findall(r"takes the trick.*the suit led\. (.+)", closed)
    return str(line).split("\u2002")


async def cut(member: MemberActor, message: ResponseMessage, words: str) -> ResponseMessage:
    """Press [Cut], write some words, send them; return the private answer."""
    dialogue = await member.click(message, label="Cut")
    assert dialogue.modal is not None
    field = inputs_of(dialogue.modal)[0]
    return private_answer(await member.submit_modal(dialogue, {field: words}))


async def test_finished_deal_keeps_its_tricks_sheet_and_opened_seal_and_the_next_gets_a_board(sitting: Sitting) -> None:
    first = sitting.board()
    await bring_through_deal(sitting)
    closed = words_of(first)
    assert "This deal is over" in closed
    tricks = tricks_of(closed)
    assert len(tricks) == 32
    assert all(len(_RANK.findall(trick)) == 2 and trick.count("**") == 2 for trick in tricks)
    for words in ("brisques", "last trick", "takes the trick"):
        assert words in closed
    assert closed.index("brisques") < closed.index(tricks[0]) < closed.index("Secret:")
    assert sitting.board().id == first.id, "the next deal is sealed on it"
    assert button_named(first, "Deal")
    assert "Ben deals" in closed or "Ann deals" in closed
    await sitting.players[1].actor.click(first, label="Deal")
    after = words_of(first)
    assert tricks_of(after) == tricks
    assert "The next deal was sealed with" in after
    assert "deals." not in after
    assert button_named(first, "Deal") is None
    second = sitting.board()
    assert second.id != first.id
    assert "deal 2" in words_of(second)
    assert button_named(second, "Tricks")


@pytest.mark.sweep
@pytest.mark.usefixtures("short_games")  # the ten points of that seven are enough
@pytest.mark.parametrize("by_click", [True, False])
async def test_game_that_ends_with_the_seven_turned_up_shows_its_result(world: World, *, by_click: bool) -> None:
    bot_of(world).tables.store.chance = Random(10)  # it is turned up within a few deals, or takes longer
    sitting = await sit_down(world, world.members[:2], rules="britannica target=10 friendly")
    for _ in range(60):
        if sitting.result() is None:
            ann = sitting.players[0].actor
            question = private_answer(await ann.slash(world.channel, "resign", table=sitting.table))
            await ann.click(question, label="Resign")
        result = sitting.result()
        assert result is not None
        for player in sitting.players:
            await player.actor.click(result, label="Rematch")
        sitting = await seated(world, sitting.table + 1, [player.actor for player in sitting.players], look=False)
        if by_click:
            await sitting.players[0].actor.click(sitting.board(), label="Deal")
        else:
            await world.env.advance_time(31)
        table = await bot_of(world).tables.get(sitting.table)
        if table.status is Status.FINISHED:
            shown = sitting.result()
            assert shown is not None, [words_of(message) for message in sitting.messages()]
            assert "wins, " in words_of(shown)
            assert [words_of(m) for m in sitting.messages() if "This deal is over" in words_of(m)]
            return
    pytest.fail("no seven was turned up")


async def test_deck_can_be_checked_from_the_posted_texts_alone(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    posted = SEAL.search(words_of(lobby))
    assert posted is not None
    assert "in the shuffle" in words_of(await cut(ann, lobby, "for luck"))
    await ben.click(lobby, label="Join")
    await cut(ben, lobby, "ünd `mine`")
    await ann.click(lobby, label="Start")
    sitting = await seated(world, 1, (ann, ben))
    await bring_through_deal(sitting)
    closed = words_of(sitting.messages()[0])
    assert "for luck" in closed
    seal, secret, entropy = (pattern.search(closed) for pattern in (SEAL, SECRET, WITH))
    assert seal is not None
    assert secret is not None
    assert entropy is not None
    assert seal[1] == posted[1] == commitment(bytes.fromhex(secret[1]))
    words = [part.replace("ˋ", "`") for part in re.findall(r"`([^`]+)`", entropy[1])]
    assert words[0] == f"message:{lobby.id}"
    table = await bot_of(world).tables.get(1)
    pack = law_for(table.rules).pack
    deck = make_deck(bytes.fromhex(secret[1]), words, pack)
    stored = table.deals[0]
    assert stored.deck is not None
    assert check_shuffle(Shuffle(seal[1], tuple(words), secret[1]), stored.deck, pack, 2) == (True, True, True, None)
    led, *_ = table.game.deals[0].tricks[0].cards
    assert led in deck[:16]
    sign = {"♥": "♡", "♦": "♢"}.get(face(led)[-1], face(led)[-1])
    assert tricks_of(closed)[0].strip("*").startswith(sign + face(led)[:-1])
    assert [parse_card(name) for name in stored.deck.split()] == list(deck)


async def test_secret_stays_hidden_until_its_deal_is_over(sitting: Sitting) -> None:
    assert not SECRET.search(words_of(sitting.board()))
    first = sitting.board()
    await bring_to_last_trick(sitting)
    assert not SECRET.search(words_of(first))
    await sitting.play_deal()
    table = await bot_of(sitting.world).tables.get(sitting.table)
    assert SECRET.findall(words_of(first)) == [table.deals[0].secret]
    assert SEAL.findall(words_of(first)) == [each.commitment for each in table.deals]


async def test_next_deal_is_dealt_by_itself_after_half_a_minute(world: World, sealed: Sitting) -> None:
    await world.env.advance_time(28)
    assert button_named(sealed.board(), "Deal")
    await world.env.advance_time(4)
    assert button_named(sealed.board(), "Deal") is None
    assert button_named(sealed.board(), "My hand")
    await sealed.steps(2)
    assert len(sealed.moves) == 2


@pytest.mark.deep
async def test_next_deal_waits_its_time_also_over_a_restart(world: World, sealed: Sitting) -> None:
    await world.env.advance_time(20)
    await restart(world)
    await world.env.advance_time(5)
    assert button_named(sealed.board(), "Deal")
    await world.env.advance_time(40)
    assert button_named(sealed.board(), "Deal") is None


async def test_deal_pressed_by_both_at_once_deals_once(world: World, sealed: Sitting) -> None:
    board = sealed.board()
    button = button_named(board, "Deal")
    assert button is not None
    await press_together(world, [(p.actor, board, button["custom_id"]) for p in sealed.players] * 2)
    table = await bot_of(world).tables.get(2)
    assert len(table.game.deals) == 1
    assert not table.awaits_deal
    assert len(sealed.messages()) == 1


async def test_spectator_can_neither_deal_nor_cut(sealed: Sitting, cleo: MemberActor) -> None:
    for label in ("Deal", "Cut"):
        assert "watching" in words_of(private_answer(await cleo.click(sealed.board(), label=label)))
    assert button_named(sealed.board(), "Deal")


@pytest.mark.deep
async def test_who_has_cut_is_named_and_the_words_stay_unseen_until_the_end(world: World, sealed: Sitting) -> None:
    ben = sealed.players[1].actor
    await cut(ben, sealed.board(), "seven")
    assert "Cut by Ben" in words_of(sealed.board())
    assert "seven" not in words_of(sealed.board())
    second = sealed.board()
    await ben.click(second, label="Deal")
    result = await press(world, ben, second, "bz:2:0:cut")
    assert "the next cut is before the next deal" in words_of(private_answer(result))
    played = sealed.board()
    assert "seven" not in words_of(played) + words_of(second)
    assert "Cut by Ben" in words_of(second)
    await bring_through_deal(sealed)
    assert "seven" in words_of(played)


@pytest.mark.deep
async def test_words_sent_after_the_deal_are_refused_kindly(sealed: Sitting) -> None:
    ann, ben = (p.actor for p in sealed.players)
    dialogue = await ann.click(sealed.board(), label="Cut")
    await ben.click(sealed.board(), label="Deal")
    assert dialogue.modal is not None
    answer = private_answer(await ann.submit_modal(dialogue, {inputs_of(dialogue.modal)[0]: "late"}))
    assert "the next cut is before the next deal" in words_of(answer)


@pytest.mark.deep
async def test_rematch_table_needs_no_lobby_and_seals_its_deal(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, (ann, ben))
    dealer = (await bot_of(world).tables.get(1)).game.deals[0].base.dealer
    await ann.click(private_answer(await ann.slash(world.channel, "resign")), label="Resign")
    result = sitting.result()
    assert result is not None
    await ann.click(result, label="Rematch")
    assert "Ann would like a rematch" in words_of(result)
    assert len(bot_of(world).tables.live_tables()) == 0
    await ann.click(result, label="Rematch")
    assert len(bot_of(world).tables.live_tables()) == 0
    await ben.click(result, label="Rematch")
    assert "The rematch is on at table 2" in words_of(result)
    assert button_named(result, "Rematch") is None
    board = public_messages(world)[-1]
    assert "table 2 · deal 1" in words_of(board)
    assert SEAL.search(words_of(board))
    await ben.click(board, label="Deal")
    table = await bot_of(world).tables.get(2)
    assert table.game.deals[0].base.dealer == 1 - dealer
