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
from tests.simulated import bot_of, press, press_together, restart
from tests.simulated.asking import ask
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
from tests.simulated.waiting import link_to, pinged

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World
    from tests.simulated.player import Sitting

SEAL = re.compile(r"🔒\s`([0-9a-f]{64})`")
SECRET = re.compile(r"Secret\*\*\s`([0-9a-f]{128})`")
WITH = re.compile(r"besides the secret\*\*\s(.+)")


async def proof_behind(member: MemberActor, board: ResponseMessage) -> ResponseMessage:
    """Press [Fair deal] under a message; return the private answer."""
    return private_answer(await member.click(board, label="Fair deal"))


async def cut(member: MemberActor, message: ResponseMessage, words: str) -> ResponseMessage:
    """Press [Cut] and then [In my own words …], send some words; return the private answer."""
    answer = private_answer(await member.click(message, label="Cut"))
    dialogue = await member.click(answer, label="In my own words …")
    assert dialogue.modal is not None
    await member.submit_modal(dialogue, {inputs_of(dialogue.modal)[0]: words})
    return answer


async def test_finished_deal_keeps_its_sheet_has_its_proof_behind_a_button_and_the_next_gets_a_board(
    sitting: Sitting, cleo: MemberActor
) -> None:
    first = sitting.board()
    await bring_through_deal(sitting)
    closed = words_of(first)
    assert "This deal is over" in closed
    for words in ("brisques", "final trick"):
        assert words in closed
    table = await bot_of(sitting.world).tables.get(1)
    assert not any(hidden in closed for deal in table.deals for hidden in (deal.secret, *deal.entropy))
    page = await proof_behind(cleo, first)
    tricks = words_of(private_answer(await cleo.click(page, label="All tricks")))
    assert len(re.findall(r"^-# \d+\. ", tricks, re.MULTILINE)) == 32
    sealed = sitting.board()
    assert sealed.id > first.id, "no edit shows the next commitment first"
    assert SEAL.findall(words_of(sealed)) == [table.deals[1].commitment]
    assert SEAL.findall(closed) == [table.deals[0].commitment]
    assert "deals." in words_of(sealed)
    assert "deals." not in closed
    for label in ("Deal", "Cut"):
        assert [m.id for m in sitting.messages() if button_named(m, label)] == [sealed.id]
    await sitting.players[1].actor.click(sealed, label="Deal")
    assert words_of(first) == closed
    assert SEAL.findall(words_of(sealed)) == [table.deals[1].commitment]
    assert table.deals[0].secret in words_of(await proof_behind(cleo, first))
    second = sitting.board()
    assert second.id > sealed.id
    assert "deal 2" in words_of(second)
    assert button_named(second, "Tricks")
    table = await bot_of(sitting.world).tables.get(1)
    assert table.deals[1].entropy == (f"message:{sealed.id}", f"board:{second.id}")


@pytest.mark.sweep
@pytest.mark.usefixtures("short_games")  # the ten points of that seven are enough
@pytest.mark.parametrize("by_click", [True, False])
async def test_game_that_ends_with_the_seven_turned_up_shows_its_result(world: World, *, by_click: bool) -> None:
    bot_of(world).tables.store.chance = Random(10)  # it is turned up within a few deals, or takes longer
    sitting = await sit_down(world, world.members[:2], rules="britannica target=10 friendly")
    for _ in range(60):
        if sitting.result() is None:
            ann = sitting.players[0].actor
            question = private_answer(await ask(ann, world.channel, "resign", table=sitting.table))
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


async def test_cut_is_one_click_and_adds_the_number_that_discord_gave_it(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    answer = private_answer(await ann.click(lobby, label="Cut"))
    table = await bot_of(world).tables.get(1)
    (number,) = [cut.text for cut in table.cuts]
    assert re.fullmatch("[0-9]{15,20}", number)
    assert f"`{number}` is in its shuffle" in words_of(answer)
    assert "Cut by Ann" in words_of(lobby)
    await cut(ben, lobby, "for luck")
    assert f"`{number}`" in words_of(private_answer(await ann.click(lobby, label="Cut"))), "a second click changed it"
    assert "`for luck`" in words_of(private_answer(await ben.click(lobby, label="Cut"))), "a click took own words away"
    await cut(ben, lobby, "\u200e\u200e")
    cuts = {cut.user_id: cut.text for cut in (await bot_of(world).tables.get(1)).cuts}
    assert cuts[ann.id] == number
    assert re.fullmatch("[0-9]{15,20}", cuts[ben.id]), "words of which nothing is left are no cut"
    await ann.click(lobby, label="Start")
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy[:-1] == (f"message:{lobby.id}", f"cut:0:{number}", f"cut:1:{cuts[ben.id]}")


async def test_deck_can_be_checked_from_the_posted_texts_alone(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    posted = SEAL.search(words_of(lobby))
    assert posted is not None
    assert "`for luck` is in its shuffle" in words_of(await cut(ann, lobby, "for luck"))
    await ben.click(lobby, label="Join")
    await cut(ben, lobby, "ünd `mine`")
    await ann.click(lobby, label="Start")
    sitting = await seated(world, 1, (ann, ben))
    await bring_through_deal(sitting)
    closed = words_of(await proof_behind(ben, sitting.messages()[0]))
    assert "for luck" in closed
    secret, entropy = (pattern.search(closed) for pattern in (SECRET, WITH))
    assert secret is not None
    assert entropy is not None
    assert posted[1] == commitment(bytes.fromhex(secret[1]))
    words = [part.replace("ˋ", "`") for part in re.findall(r"`([^`]+)`", entropy[1])]
    assert words[0] == f"message:{lobby.id}"
    table = await bot_of(world).tables.get(1)
    pack = law_for(table.rules).pack
    deck = make_deck(bytes.fromhex(secret[1]), words, pack)
    stored = table.deals[0]
    assert stored.deck is not None
    assert check_shuffle(Shuffle(posted[1], tuple(words), secret[1]), stored.deck, pack, 2) == (True, True, True, None)
    led, *_ = table.game.deals[0].tricks[0].cards
    assert led in deck[:16]
    assert [parse_card(name) for name in stored.deck.split()] == list(deck)


async def test_secret_stays_hidden_until_its_deal_is_over(sitting: Sitting) -> None:
    first, ann = sitting.board(), sitting.players[0].actor
    await bring_to_last_trick(sitting)
    assert not SECRET.search(words_of(await proof_behind(ann, first)))
    await sitting.play_deal()
    table = await bot_of(sitting.world).tables.get(sitting.table)
    assert SECRET.findall(words_of(await proof_behind(ann, first))) == [table.deals[0].secret]
    assert SEAL.findall(words_of(sitting.board())) == [table.deals[1].commitment]


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


@pytest.mark.deep
async def test_deal_pressed_by_both_at_once_deals_once(world: World, sealed: Sitting) -> None:
    board = sealed.board()
    button = button_named(board, "Deal")
    assert button is not None
    await press_together(world, [(p.actor, board, button["custom_id"]) for p in sealed.players] * 2)
    table = await bot_of(world).tables.get(2)
    assert len(table.game.deals) == 1
    assert not table.awaits_deal
    assert len(sealed.messages()) == 1


@pytest.mark.deep
async def test_spectator_can_neither_deal_nor_cut(sealed: Sitting, cleo: MemberActor) -> None:
    for label in ("Deal", "Cut"):
        assert "You only watch" in words_of(private_answer(await cleo.click(sealed.board(), label=label)))
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
    assert "Too late to cut" in words_of(private_answer(result))
    played = sealed.board()
    assert "seven" not in words_of(played) + words_of(second)
    assert "Cut by Ben" in words_of(second)
    await bring_through_deal(sealed)
    assert "seven" in words_of(played)


@pytest.mark.deep
async def test_words_sent_after_the_deal_are_refused_kindly(sealed: Sitting) -> None:
    ann, ben = (p.actor for p in sealed.players)
    answer = private_answer(await ann.click(sealed.board(), label="Cut"))
    dialogue = await ann.click(answer, label="In my own words …")
    await ben.click(sealed.board(), label="Deal")
    assert dialogue.modal is not None
    answer = private_answer(await ann.submit_modal(dialogue, {inputs_of(dialogue.modal)[0]: "late"}))
    assert "Too late to cut" in words_of(answer)


@pytest.mark.deep
async def test_wish_for_a_rematch_is_told_once_and_not_to_who_has_blocked(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await sit_down(world, (ann, ben, cleo), rules="modern 3")
    async with bot_of(world).store.write() as tx:
        await tx.blocks.block(cleo.id, ann.id, world.env.now())
        await tx.settings.set_of_guild(world.env.guild.id, "language", "fr")
    await restart(world)
    await ann.click(private_answer(await ask(ann, world.channel, "resign")), label="Resign")
    result = public_messages(world)[-1]
    await ann.click(result, label="Revanche")
    told = public_messages(world)[-1]
    assert words_of(told).startswith(f"<@{ben.id}>, Ann aimerait une revanche de la table 1")
    assert pinged(world, told) == [ben.id]
    await ben.click(result, label="Revanche")
    assert public_messages(world)[-1].id == told.id
    await cleo.click(result, label="Revanche")
    assert told.id not in [each.id for each in public_messages(world)]


@pytest.mark.deep
async def test_rematch_table_needs_no_lobby_and_seals_its_deal(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, (ann, ben))
    dealer = (await bot_of(world).tables.get(1)).game.deals[0].base.dealer
    await ann.click(private_answer(await ask(ann, world.channel, "resign")), label="Resign")
    result = sitting.result()
    assert result is not None
    await ann.click(result, label="Rematch")
    assert "Ann would like a rematch" in words_of(result)
    told = public_messages(world)[-1]
    assert f"<@{ben.id}>, Ann would like a rematch of table 1" in words_of(told)
    assert link_to(world, result) in words_of(told)
    assert pinged(world, told) == [ben.id]
    assert len(bot_of(world).tables.memory.awake()) == 0
    await ann.click(result, label="Rematch")
    assert public_messages(world)[-1].id == told.id, "they are told once"
    assert len(bot_of(world).tables.memory.awake()) == 0
    await ben.click(result, label="Rematch")
    assert "The rematch is on at table 2" in words_of(result)
    assert button_named(result, "Rematch") is None
    assert told.id not in [each.id for each in public_messages(world)]
    board = public_messages(world)[-1]
    assert "table 2 · deal 1" in words_of(board)
    assert SEAL.search(words_of(board))
    await ben.click(board, label="Deal")
    table = await bot_of(world).tables.get(2)
    assert table.game.deals[0].base.dealer == 1 - dealer
