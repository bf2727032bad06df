"""Between deals: what stays of a deal, the cut, a deck that anybody can check, and boards that cannot be posted."""

from __future__ import annotations

import re
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine.cards import parse_card
from bot.engine.law import law_for
from bot.engine.proof import check_shuffle
from bot.engine.shuffle import Shuffle, commitment, make_deck
from bot.playground import World
from tests.simulated import bot_of, buttons_of, press, press_together, restart
from tests.simulated.asking import ask, resign
from tests.simulated.player import (
    Sitting,
    at,
    button_named,
    cut,
    inputs_of,
    lobby_at,
    more_of,
    private_answer,
    public_messages,
    seated,
    sit_down,
    table_number,
    tables_here,
    words_of,
)
from tests.simulated.positions import bring_through_deal, bring_to, bring_to_last_trick
from tests.simulated.waiting import link_to, pinged, said

pytestmark = pytest.mark.one_bot

HEX = re.compile("[0-9a-f]{64,128}")
SEAL = re.compile(r"🔒\s([0-9a-f]{64})")
SECRET = re.compile(r"Secret\*\*\s`([0-9a-f]{128})`")
WITH = re.compile(r"besides the secret\*\*\s(.+)")


async def fair(member: MemberActor, message: ResponseMessage) -> str:
    return said(await member.click(message, label="Fair deal"))


async def test_finished_deal_keeps_its_sheet_has_its_proof_behind_a_button_and_the_next_gets_a_board(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    (commitment,) = HEX.findall(words_of(lobby))
    await ann.click(lobby, label="Start")
    sitting = await seated(world, table_number(lobby), (ann, ben))
    first = sitting.board()
    assert HEX.search(words_of(first)) is None
    await bring_to_last_trick(sitting)
    during = await fair(cleo, first)
    assert HEX.findall(during) == [commitment]
    assert f"/{world.channel.id}/{lobby.id}" in during
    await sitting.play_deal()
    closed = words_of(first)
    for words in ("This deal is over", "brisques", "final trick"):
        assert words in closed
    table = await bot_of(world).tables.get(sitting.table)
    assert not any(hidden in closed for deal in table.deals for hidden in (deal.secret, *deal.entropy))
    page = private_answer(await cleo.click(first, label="Fair deal"))
    tricks = said(await cleo.click(page, label="All tricks"))
    assert len(re.findall(r"^-# \d+\. ", tricks, re.MULTILINE)) == 32
    sealed = sitting.board()
    assert sealed.id > first.id, "no edit shows the next commitment first"
    for message, deal in ((lobby, 0), (first, 0), (sealed, 1)):
        assert words_of(message).splitlines()[-1] == f"-# 🔒\u00a0{table.deals[deal].commitment}"
        assert HEX.findall(words_of(message)) == [table.deals[deal].commitment]
    assert "deals." in words_of(sealed)
    assert "deals." not in closed
    for label in ("Deal", "Cut"):
        assert [m.id for m in sitting.messages() if button_named(m, label)] == [sealed.id]
    await ben.click(sealed, label="Deal")
    folded = words_of(first)
    assert "This deal is over" not in folded, "the next board is up, so the one before folds"
    assert len(folded.splitlines()) == 1
    assert folded.startswith(f"-# Bézique · table {sitting.table} · deal 1 · 🔵")
    assert HEX.findall(words_of(sealed)) == [table.deals[1].commitment]
    shown = await fair(cleo, first)
    assert HEX.findall(shown) == [commitment, table.deals[0].secret]
    assert f"message:{lobby.id}" in shown
    assert shown.count("✅") == 3
    second = sitting.board()
    assert second.id > sealed.id
    assert "deal 2" in words_of(second)
    assert button_named(second, "Tricks")
    table = await bot_of(world).tables.get(sitting.table)
    assert table.deals[1].entropy == (f"message:{sealed.id}", f"board:{second.id}")


async def test_cut_is_one_click_and_adds_the_number_that_discord_gave_it(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    answer = private_answer(await ann.click(lobby, label="Cut"))
    table = await bot_of(world).tables.get(table_number(lobby))
    (number,) = [cut.text for cut in table.cuts]
    assert re.fullmatch("[0-9]{15,20}", number)
    assert words_of(answer) == "You have cut: nobody can have chosen these cards."
    assert "Cut by Ann" in words_of(lobby)
    await cut(ben, lobby, "for luck")
    for member in (ann, ben):
        await member.click(lobby, label="Cut")
    cuts = {cut.user_id: cut.text for cut in (await bot_of(world).tables.get(table_number(lobby))).cuts}
    assert cuts == {ann.id: number, ben.id: "for luck"}, "a second click changed a cut, or took own words away"
    await cut(ben, lobby, "\u200e\u200e")
    cuts = {cut.user_id: cut.text for cut in (await bot_of(world).tables.get(table_number(lobby))).cuts}
    assert cuts[ann.id] == number
    assert re.fullmatch("[0-9]{15,20}", cuts[ben.id]), "words of which nothing is left are no cut"
    await ann.click(lobby, label="Start")
    table = await bot_of(world).tables.get(table_number(lobby))
    assert table.deals[0].entropy[:-1] == (f"message:{lobby.id}", f"cut:0:{number}", f"cut:1:{cuts[ben.id]}")


async def test_whoever_types_a_cut_is_told_that_the_proof_goes_with_it(world: World, ann: MemberActor) -> None:
    """RECORD: a cut that a player has had deleted takes that deal's proof with it; whoever types one is told so."""
    answer = private_answer(await ann.click(await lobby_at(world, ann), label="Cut"))
    asked = await ann.click(answer, label="In my own words …")
    assert "If you have them deleted, its proof goes too." in repr(asked.modal)


async def test_deck_can_be_checked_from_the_posted_texts_alone(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    seal = SEAL.search(words_of(lobby))
    assert seal is not None
    await cut(ann, lobby, "for luck")
    await ben.click(lobby, label="Join")
    await cut(ben, lobby, "ünd `mine`")
    await ann.click(lobby, label="Start")
    sitting = await seated(world, table_number(lobby), (ann, ben))
    await bring_through_deal(sitting)
    closed = await fair(ben, sitting.messages()[0])
    assert "for luck" in closed
    secret, entropy = (pattern.search(closed) for pattern in (SECRET, WITH))
    assert secret is not None
    assert entropy is not None
    assert seal[1] == commitment(bytes.fromhex(secret[1]))
    words = [part.replace("ˋ", "`") for part in re.findall(r"`([^`]+)`", entropy[1])]
    assert words[0] == f"message:{lobby.id}"
    table = await bot_of(world).tables.get(sitting.table)
    pack = law_for(table.rules).pack
    deck = make_deck(bytes.fromhex(secret[1]), words, pack)
    stored = table.deals[0]
    assert stored.deck is not None
    assert check_shuffle(Shuffle(seal[1], tuple(words), secret[1]), stored.deck, pack, 2) == (True, True, True, None)
    led, *_ = table.game.deals[0].tricks[0].cards
    assert led in deck[:16]
    assert [parse_card(name) for name in stored.deck.split()] == list(deck)


async def test_next_deal_is_dealt_by_itself_after_half_a_minute_also_over_a_restart(
    world: World, sealed: Sitting
) -> None:
    await world.env.advance_time(20)
    await restart(world)
    await world.env.advance_time(5)
    assert button_named(sealed.board(), "Deal")
    await world.env.advance_time(40)
    assert button_named(sealed.board(), "Deal") is None
    assert button_named(sealed.board(), "My hand")
    await sealed.steps(2)
    assert len(sealed.moves) == 2


@pytest.mark.deep
async def test_deal_pressed_by_both_at_once_deals_once(world: World, sealed: Sitting) -> None:
    board = sealed.board()
    button = button_named(board, "Deal")
    assert button is not None
    await press_together(world, [(p.actor, board, button["custom_id"]) for p in sealed.players] * 2)
    table = await bot_of(world).tables.get(sealed.table)
    assert len(table.game.deals) == 1
    assert not table.awaits_deal
    assert len(sealed.messages()) == 1


@pytest.mark.deep
async def test_spectator_can_neither_deal_nor_cut(sealed: Sitting, cleo: MemberActor) -> None:
    for label in ("Deal", "Cut"):
        assert "You only watch" in said(await cleo.click(sealed.board(), label=label))
    assert button_named(sealed.board(), "Deal")


# ------------------------------------------------------------------ cuts, tricks and the proof


async def test_who_has_cut_stands_in_the_lobby_in_order_and_what_it_is_good_for_behind_more(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    assert "Cut, and nobody can have chosen the cards unseen." in words_of(await more_of(ben, lobby))
    assert "Cut by" not in words_of(lobby)
    await ben.click(lobby, label="Join")
    await cut(ben, lobby, "secret words")
    await cut(ann, lobby, "mine")
    assert "Cut by Ben, Ann" in words_of(lobby)
    assert "secret words" not in words_of(lobby)
    await cut(ben, lobby, "better words")
    assert "Cut by Ann, Ben" in words_of(lobby)


async def test_zero_bytes_and_halves_of_characters_in_a_name_or_a_cut_are_left_out_and_the_deal_is_proved(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    backend: Any = world.env.backend
    emit = backend.emit

    def emit_with_odd_name(event: str, payload: Any) -> None:  # noqa: ANN401 - any event
        if event == "INTERACTION_CREATE" and int(payload["member"]["user"]["id"]) == ben.id:
            payload["member"]["nick"] = "Be\0n\ud83c"
        emit(event, payload)

    backend.emit = emit_with_odd_name
    lobby = await lobby_at(world, ann, ben)
    await cut(ben, lobby, "for \0lu\ud83cck")
    assert "Cut by Ben" in words_of(lobby)
    await ann.click(lobby, label="Start")
    await restart(world)
    table = await bot_of(world).tables.get(table_number(lobby))
    assert [seat.name for seat in table.seats] == ["Ann", "Ben"]
    assert table.deals[0].entropy[:-1] == (f"message:{lobby.id}", "cut:1:for luck")


async def test_tricks_are_shown_to_whoever_asks_and_to_nobody_else_and_deals_that_never_were_are_not(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    sitting.pause = 2
    await sitting.play(until=lambda: "Last trick" in words_of(sitting.board()))
    before = len(public_messages(world))
    text = said(await cleo.click(sitting.board(), label="Tricks"))
    assert f"table {sitting.table} · deal 1" in text
    assert re.search(r"^-# 1\. (Ann|Ben): ", text, re.MULTILINE)
    for words in ("tricks 7", "tricks 7 3", "fair 7", "tricks", "fair x", "tricks -1"):
        assert HEX.search(said(await press(world, cleo, sitting.board(), f"bz:{sitting.table}:0:{words}"))) is None
    assert len(public_messages(world)) == before
    assert button_named(sitting.board(), "Tricks")


@pytest.mark.deep
async def test_pages_of_the_tricks_turn_in_place(world: World, ann: MemberActor) -> None:
    sitting = await sit_down(world, world.members, rules="britannica 4")
    await bring_to(sitting, lambda table: table.ply >= 120)
    await ask(ann, world.channel, "settings", cards="text")
    shown = private_answer(await ann.click(sitting.board(), label="Tricks"))
    while button_named(shown, "Earlier"):
        await ann.click(shown, label="Earlier")
    assert not any(b["custom_id"].endswith(" -1") for b in buttons_of(shown, enabled=False))
    assert len(words_of(shown)) <= 4000


# ------------------------------------------------------------------ rematches


@pytest.mark.deep
async def test_who_has_cut_is_named_and_the_words_stay_unseen_until_the_end(world: World, sealed: Sitting) -> None:
    ann, ben = (player.actor for player in sealed.players)
    second = sealed.board()
    await cut(ben, second, "seven")
    assert "Cut by Ben" in words_of(second)
    late = await ann.click(private_answer(await ann.click(second, label="Cut")), label="In my own words …")
    await ben.click(second, label="Deal")
    for refused in (
        await press(world, ben, second, at(second, "cut")),
        await ann.submit_modal(late, dict.fromkeys(inputs_of(late.modal), "late")),
    ):
        assert "Too late to cut" in said(refused)
    played = sealed.board()
    assert "seven" not in words_of(played) + words_of(second)
    assert "Cut by Ben, Ann" in words_of(second)
    await bring_through_deal(sealed)
    assert "seven" in words_of(played)


@pytest.mark.deep
async def test_wish_for_a_rematch_is_told_once_and_not_to_who_has_blocked(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await sit_down(world, (ann, ben, cleo), rules="modern 3")
    async with bot_of(world).store.write() as tx:
        await tx.blocks.block(cleo.id, ann.id, world.env.now())
        await tx.settings.set_of_guild(world.env.guild.id, "language", "fr")
    await restart(world)
    await resign(ann, world.channel)
    result = public_messages(world)[-1]
    await ann.click(result, label="Revanche")
    told = public_messages(world)[-1]
    assert words_of(told).startswith(f"<@{ben.id}> Pour une revanche\xa0: Ann.")
    assert pinged(world, told) == [ben.id]
    await ben.click(result, label="Revanche")
    assert public_messages(world)[-1].id == told.id
    assert f"<@{cleo.id}>" not in words_of(told)
    await cleo.click(result, label="Revanche")
    assert told.id not in [each.id for each in public_messages(world)]


async def test_rematch_is_one_click_in_the_notice_and_who_declines_is_named(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, (ann, ben))
    await resign(ann, world.channel)
    result = sitting.ending()
    await ann.click(result, label="Rematch")
    told = public_messages(world)[-1]
    assert "You only watch" in said(await world.members[2].click(told, label="No, thanks"))
    await ben.click(told, label="No, thanks")
    for shown in (told, result):
        assert "Ann would like a rematch. Ben would rather not." in words_of(shown)
    assert button_named(told, "Rematch") is None
    await restart(world)
    assert (await bot_of(world).tables.get(sitting.table)).rematch.declined == (ben.id,)
    await ann.click(result, label="Rematch")
    assert public_messages(world)[-1].id == told.id, "nobody is asked twice"
    await ben.click(result, label="Rematch")  # who has changed their mind
    assert f"The rematch is on at table {sitting.table + 1}" in words_of(result)
    assert told.id not in [each.id for each in public_messages(world)]


async def test_rematch_table_needs_no_lobby_and_seals_its_deal(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, (ann, ben))
    dealer = (await bot_of(world).tables.get(sitting.table)).game.deals[0].base.dealer
    await resign(ann, world.channel)
    result = sitting.ending()
    assert "You only watch" in said(await world.members[2].click(result, label="Rematch"))
    await ann.click(result, label="Rematch")
    assert "Ann would like a rematch" in words_of(result)
    told = public_messages(world)[-1]
    assert f"<@{ben.id}> Ann would like a rematch. [Table {sitting.table}.]" in words_of(told)
    assert link_to(world, result) in words_of(told)
    assert pinged(world, told) == [ben.id]
    assert tables_here(world) == []
    await ann.click(result, label="Rematch")
    assert public_messages(world)[-1].id == told.id, "they are told once"
    assert tables_here(world) == []
    await ben.click(told, label="Rematch")
    assert f"The rematch is on at table {sitting.table + 1}" in words_of(result)
    assert button_named(result, "Rematch") is None
    assert told.id not in [each.id for each in public_messages(world)]
    board = public_messages(world)[-1]
    assert f"table {sitting.table + 1} · deal 1" in words_of(board)
    assert SEAL.search(words_of(board))
    await ben.click(board, label="Deal")
    table = await bot_of(world).tables.get(sitting.table + 1)
    assert table.game.deals[0].base.dealer == 1 - dealer


@pytest.mark.deep
async def test_deal_pressed_in_a_panel_brings_the_cards_below_the_new_board(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern", length="2000")
    await sitting.play_deal()
    player = sitting.players[0]
    await player.actor.click(player.panel, label="Deal")
    table = await bot_of(world).tables.get(sitting.table)
    board = sitting.board()
    assert table.deals[1].entropy[-1] == f"board:{board.id}"
    assert all(each.panel.id > board.id for each in sitting.players)
