"""What the buttons of a board show to whoever presses them: the tricks, and what proves the shuffle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.simulated import bot_of, buttons_of, press, restart
from tests.simulated.asking import ask
from tests.simulated.player import (
    all_public,
    button_named,
    inputs_of,
    lobby_at,
    more_of,
    private_answer,
    public_messages,
    seated,
    sit_down,
    words_of,
)
from tests.simulated.positions import bring_through_deal, bring_to

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World
    from tests.simulated.player import Sitting

HEX = re.compile("[0-9a-f]{64,128}")


async def test_tricks_are_shown_to_whoever_asks_and_to_nobody_else(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    sitting.pause = 2
    await sitting.play(until=lambda: "Last trick" in words_of(sitting.board()))
    before = len(public_messages(world))
    text = words_of(private_answer(await cleo.click(sitting.board(), label="Tricks")))
    assert "table 1 · deal 1" in text
    assert re.search(r"^-# 1\. (Ann|Ben): ", text, re.MULTILINE)
    assert len(public_messages(world)) == before


async def test_board_in_play_has_no_commitment_and_the_lobby_the_seal_and_the_finished_deal_end_with_it(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    commitment = HEX.findall(words_of(lobby))
    assert words_of(lobby).splitlines()[-1] == f"-# 🔒\u00a0`{commitment[0]}`"
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    sitting = await seated(world, 1, (ann, ben))
    assert HEX.search(words_of(sitting.board())) is None
    await bring_through_deal(sitting)
    over, sealed = sitting.messages()
    table = await bot_of(world).tables.get(1)
    for message, deal in ((over, 0), (sealed, 1)):
        assert words_of(message).splitlines()[-1] == f"-# 🔒\u00a0`{table.deals[deal].commitment}`"
        assert HEX.findall(words_of(message)) == [table.deals[deal].commitment]
    finished = words_of(over)
    await sitting.step()
    assert words_of(over) == finished
    assert HEX.findall(words_of(sealed)) == [table.deals[1].commitment]
    assert HEX.findall(words_of(lobby)) == commitment, "the lobby's message keeps the first deal's"
    shown = words_of(private_answer(await ben.click(lobby, label="Fair deal")))
    assert HEX.findall(shown) == [commitment[0], table.deals[0].secret]
    assert f"message:{lobby.id}" in shown


async def test_what_a_cut_is_good_for_stands_behind_more_and_who_has_cut_in_the_lobby_in_order(
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


@pytest.mark.deep
async def test_both_may_cut_a_challenge_before_it_is_accepted(world: World, ann: MemberActor, ben: MemberActor) -> None:
    challenge = (await ann.slash(world.channel, "challenge", member=ben)).response
    assert challenge is not None
    assert "Cut, and nobody can have chosen the cards unseen." in words_of(await more_of(ben, challenge))
    await cut(ben, challenge, "first")
    await cut(ann, challenge, "second")
    assert "Cut by Ben, Ann" in words_of(challenge)
    await ben.click(challenge, label="Accept")
    table = await bot_of(world).tables.get(1)
    *before, board = table.deals[0].entropy
    assert before == [f"message:{challenge.id}", "cut:1:first", "cut:0:second"]
    assert board == f"board:{public_messages(world)[-1].id}"


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
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    await cut(ben, lobby, "for \0lu\ud83cck")
    assert "Cut by Ben" in words_of(lobby)
    await ann.click(lobby, label="Start")
    await restart(world)
    table = await bot_of(world).tables.get(1)
    assert [seat.name for seat in table.seats] == ["Ann", "Ben"]
    assert table.deals[0].entropy[:-1] == (f"message:{lobby.id}", "cut:1:for luck")


async def cut(member: MemberActor, message: ResponseMessage, words: str) -> None:
    asked = await member.click(private_answer(await member.click(message, label="Cut")), label="In my own words …")
    assert asked.modal is not None
    (field,) = inputs_of(asked.modal)
    await member.submit_modal(asked, {field: words})


@pytest.mark.deep
async def test_fair_deal_shows_the_secret_when_the_deal_is_over_and_checks_it(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    first, lobby = sitting.board(), all_public(world)[0]
    during = words_of(private_answer(await cleo.click(first, label="Fair deal")))
    table = await bot_of(world).tables.get(1)
    assert HEX.findall(during) == [table.deals[0].commitment]
    assert f"/{world.channel.id}/{lobby.id}" in during
    await bring_through_deal(sitting)
    after = words_of(private_answer(await cleo.click(first, label="Fair deal")))
    table = await bot_of(world).tables.get(1)
    assert HEX.findall(after) == [table.deals[0].commitment, table.deals[0].secret]
    assert after.count("✅") == 3
    await restart(world)
    assert words_of(private_answer(await cleo.click(first, label="Fair deal"))) == after
    running = words_of(private_answer(await cleo.click(sitting.board(), label="Fair deal")))
    assert "not dealt yet" in running
    assert "It is shown when the deal is over." in running


async def test_cutter_gets_the_commitment_where_the_bot_cannot_change_it(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    answer = private_answer(await ann.click(lobby, label="Cut"))
    dialogue = await ann.click(answer, label="In my own words …")
    assert dialogue.modal is not None
    await ann.submit_modal(dialogue, {inputs_of(dialogue.modal)[0]: "for luck"})
    assert "`for luck`" in words_of(answer)
    assert HEX.findall(words_of(answer)) == HEX.findall(words_of(lobby))
    page = private_answer(await ann.click(answer, label="Fair deal"))
    assert "Cut by Ann" in words_of(page)
    assert "for luck" not in words_of(page)


async def test_in_words_hexadecimal_stands_only_under_fair_deal(world: World, ann: MemberActor) -> None:
    await ask(ann, world.channel, "settings", cards="text")
    lobby = await lobby_at(world, ann)
    answer = private_answer(await ann.click(lobby, label="Cut"))
    dialogue = await ann.click(answer, label="In my own words …")
    assert dialogue.modal is not None
    await ann.submit_modal(dialogue, {inputs_of(dialogue.modal)[0]: "for luck"})
    assert "`for luck`" in words_of(answer)
    assert HEX.search(words_of(answer)) is None
    assert HEX.search(words_of(private_answer(await ann.click(answer, label="Fair deal"))))


async def test_deals_that_never_were_are_refused(world: World, sitting: Sitting, cleo: MemberActor) -> None:
    for words in ("tricks 7", "tricks 7 3", "fair 7", "tricks", "fair x", "tricks -1"):
        shown = private_answer(await press(world, cleo, sitting.board(), f"bz:1:0:{words}"))
        assert HEX.search(words_of(shown)) is None
    assert button_named(sitting.board(), "Tricks")


@pytest.mark.deep
async def test_pages_of_the_tricks_turn_in_place(world: World) -> None:
    sitting = await sit_down(world, world.members, rules="britannica 4")
    await bring_to(sitting, lambda table: table.ply >= 120)
    reader = world.members[0]
    await ask(reader, world.channel, "settings", cards="text")
    shown = private_answer(await reader.click(sitting.board(), label="Tricks"))
    while button_named(shown, "Earlier"):
        await reader.click(shown, label="Earlier")
    assert not any(b["custom_id"].endswith(" -1") for b in buttons_of(shown, enabled=False))
    assert len(words_of(shown)) <= 4000
