"""Who reads by ear: cards are named in words in every private text, and nobody else reads them so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import discord
import pytest

from tests.simulated import buttons_of, components_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import lobby_at, private_answer, public_messages, seated, sit_down
from tests.simulated.positions import bring_to_result

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

_SIGNS = re.compile("[♠♣♥♦♤♧]|\\b(?:10|[789JQKA])[SHCD]\\b")
GREEN = 3


def everything(message: ResponseMessage) -> str:
    """Return all that is read aloud: texts, labels, placeholders and the entries of menus."""
    found = [text_of(message)]
    for item in components_of(message):
        found += [str(item.get(key) or "") for key in ("label", "placeholder", "description")]
        found += [f"{option['label']} {option.get('description') or ''}" for option in item.get("options", ())]
    return "\n".join(found)


def signs_in(message: ResponseMessage) -> list[str]:
    return _SIGNS.findall(re.sub(r"`[^`]*`", "", everything(message)))


async def by_ear(world: World, member: MemberActor) -> None:
    """Choose plain text for the own cards."""
    await ask(member, world.channel, "settings", cards="text")


@pytest.fixture
async def listener(world: World, ann: MemberActor) -> MemberActor:
    """Ann, who has her screen read to her."""
    await by_ear(world, ann)
    return ann


@pytest.mark.deep
async def test_tutorial_names_every_card_in_words(world: World, listener: MemberActor) -> None:
    shown = (await ask(listener, world.channel, "tutorial")).response
    assert shown is not None
    pages = 0
    while found := [b for b in buttons_of(shown) if b["style"] == GREEN]:
        await listener.click(shown, custom_id=found[0]["custom_id"])
        assert signs_in(shown) == [], everything(shown)
        assert len(text_of(shown)) < 4000
        pages += 1
    assert pages > 20
    assert "580 to 220" in text_of(shown)


async def test_tutorial_of_another_has_its_signs(world: World, listener: MemberActor, ben: MemberActor) -> None:
    for member in (listener, ben):
        shown = (await ask(member, world.channel, "tutorial")).response
        assert shown is not None
        await member.click(shown, label="Deal the cards")
        assert bool(signs_in(shown)) is (member is ben)


async def test_choice_holds_after_a_restart_and_until_it_is_taken_back(world: World, listener: MemberActor) -> None:
    await restart(world)
    shown = (await ask(listener, world.channel, "tutorial")).response
    assert shown is not None
    await listener.click(shown, label="Deal the cards")
    assert "of spades" in everything(shown)
    assert signs_in(shown) == []
    await ask(listener, world.channel, "settings", cards="pictures")
    shown = (await ask(listener, world.channel, "tutorial")).response
    assert shown is not None
    assert signs_in(shown)


@pytest.mark.deep
async def test_panel_advice_and_warnings_name_cards_in_words(
    world: World, listener: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, listener)
    await ben.click(lobby, label="Join")
    await listener.click(lobby, label="Start")
    sitting = await seated(world, 1, (listener, ben))
    mine = sitting.players[0]
    mine.eager = True
    advised = declared = 0
    while sitting.result() is None and (advised < 8 or not declared):
        assert mine.panel is not None
        assert signs_in(mine.panel) == [], everything(mine.panel)
        choices = mine.choices()
        if [b for b in buttons_of(mine.panel) if b.get("label") == "What can I declare?"]:
            await mine.actor.click(mine.panel, label="What can I declare?")
            assert signs_in(mine.panel) == [], everything(mine.panel)
            assert len(text_of(mine.panel)) < 4000
            advised += 1
            await mine.actor.click(mine.panel, label="Back to my cards")
        declared += any("declare" in c.words for c in choices)
        await sitting.steps(1)
    assert advised >= 8
    assert declared


async def test_refusal_names_the_card_in_words(world: World, listener: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, listener)
    await ben.click(lobby, label="Join")
    await listener.click(lobby, label="Start")
    sitting = await seated(world, 1, (listener, ben))
    while sitting.on_move() is not sitting.players[0]:
        await sitting.steps(1)
    panel = sitting.players[0].panel
    assert panel is not None
    held = {c.words for c in sitting.players[0].choices()}
    missing = next(f"play {name}" for name in ("QSa", "QSb", "JDa", "AHa", "7Ca") if f"play {name}" not in held)
    ply = sitting.players[0].choices()[0].custom_id.split(":")[2]
    await press(world, listener, panel, f"bz:1:{ply}:act {missing}")
    assert "You do not hold" in text_of(panel)
    assert signs_in(panel) == [], everything(panel)


async def test_board_stays_as_the_server_wants_it(world: World, listener: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, listener)
    await ben.click(lobby, label="Join")
    await listener.click(lobby, label="Start")
    sitting = await seated(world, 1, (listener, ben))
    await sitting.steps(4)
    assert "of spades" not in text_of(public_messages(world)[-1])
    assert signs_in(public_messages(world)[-1])
    answer = private_answer(await ben.slash(world.channel, "hand"))
    assert signs_in(answer)


@pytest.mark.deep
async def test_server_that_wants_words_gets_closed_deals_and_results_in_words(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    role = ann.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(ann.guild.id, ann.id, role.id)
    await ask(ann, world.channel, "server settings", boards="text")
    await restart(world)  # it is known again from the store
    sitting = await sit_down(world, (ann, ben), rules="britannica target=500", seed=8)
    await bring_to_result(sitting)
    result = sitting.result()
    assert result is not None
    closed = [m for m in sitting.messages() if "This deal is over" in text_of(m)]
    assert closed
    for message in (*closed, result):
        assert signs_in(message) == [], everything(message)
        assert "```" not in text_of(message)
        assert "▸" not in text_of(message)
        assert "→" not in text_of(message)
    assert " in this deal, " in text_of(closed[0])
