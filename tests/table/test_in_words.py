"""Who reads by ear: cards are named in words in every private text, and nobody else reads them so."""

from __future__ import annotations

import re

import discord
import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from tests.simulated import buttons_of, components_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import button_named, private_answer, public_messages, sit_down

_SIGNS = re.compile("[♠♣♥♦♤♧]|\\b(?:10|[789JQKA])[SHCD]\\b")


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
    await ask(member, world.channel, "settings", cards="text")


@pytest.fixture
async def listener(world: World, ann: MemberActor) -> MemberActor:
    """Ann, who has her screen read to her."""
    await by_ear(world, ann)
    return ann


async def first_hand(member: MemberActor, world: World) -> ResponseMessage:
    """Open the tutorial, and turn to the page on which cards are dealt."""
    shown = private_answer(await ask(member, world.channel, "tutorial"))
    if button_named(shown, "Deal the cards"):
        await member.click(shown, label="Deal the cards")
    return shown


@pytest.mark.deep
async def test_tutorial_names_every_card_in_words(world: World, listener: MemberActor) -> None:
    shown = private_answer(await ask(listener, world.channel, "tutorial"))
    pages = 0
    while found := [b for b in buttons_of(shown) if b["style"] == discord.ButtonStyle.success.value]:
        await listener.click(shown, custom_id=found[0]["custom_id"])
        assert signs_in(shown) == [], everything(shown)
        assert len(text_of(shown)) < 4000
        pages += 1
    assert pages > 20
    assert "580 to 220" in text_of(shown)


async def test_choice_is_ones_own_and_holds_after_a_restart_until_it_is_taken_back(
    world: World, listener: MemberActor, ben: MemberActor
) -> None:
    assert signs_in(await first_hand(ben, world))
    assert signs_in(await first_hand(listener, world)) == []
    await restart(world)
    shown = await first_hand(listener, world)
    assert "of spades" in everything(shown)
    assert signs_in(shown) == []
    await ask(listener, world.channel, "settings", cards="pictures")
    assert signs_in(await first_hand(listener, world))


async def test_refusal_names_the_card_in_words_and_the_board_stays_as_the_server_wants_it(
    world: World, listener: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, (listener, ben))
    mine = sitting.players[0]
    await sitting.steps(4)
    while sitting.on_move() is not mine:
        await sitting.steps(1)
    held = {c.words for c in mine.choices()}
    missing = next(f"play {name}" for name in ("QSa", "QSb", "JDa", "AHa", "7Ca") if f"play {name}" not in held)
    ply = mine.choices()[0].custom_id.split(":")[2]
    await press(world, listener, mine.panel, f"bz:{sitting.table}:{ply}:act {missing}")
    assert "You do not hold" in text_of(mine.panel)
    assert signs_in(mine.panel) == [], everything(mine.panel)
    assert "of spades" not in text_of(public_messages(world)[-1])
    assert signs_in(public_messages(world)[-1])
    assert signs_in(private_answer(await ben.slash(world.channel, "hand")))
