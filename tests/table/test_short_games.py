"""One deal, or five hundred points: chosen with the command or in the lobby, and played to the end."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.playground import World
from tests.simulated import bot_of
from tests.simulated.player import (
    button_named,
    lobby_at,
    private_answer,
    private_messages,
    public_answer,
    sit_down,
    table_number,
    words_of,
)
from tests.simulated.positions import bring_to
from tests.simulated.sheet import Sheet

pytestmark = pytest.mark.deep


@pytest.mark.parametrize(("length", "goal"), [("one_deal", "one deal"), ("500", "to 500"), ("4000", "to 4000")])
async def test_every_way_to_begin_a_game_offers_short_ones(
    world: World, ann: MemberActor, ben: MemberActor, length: str, goal: str
) -> None:
    lobby = await lobby_at(world, ann, length=length)
    assert f" · {goal}\n" in words_of(lobby)
    rules = "britannica length=one_deal target=2000"  # a length goes before what the code says
    challenge = public_answer(await ann.slash(world.channel, "challenge", member=ben, rules=rules, length=length))
    assert f"Britannica, 9th edition · two players · {goal}\n" in words_of(challenge)
    await ann.slash(world.channel, "practice", length=length)
    assert goal in words_of(private_messages(world, ann)[-1])
    assert goal in words_of(await lobby_at(world, ann)), "the next table is offered as the last one"


async def test_one_deal_is_chosen_in_the_lobby_and_the_target_goes_from_the_sheet(
    world: World, ann: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    assert list(sheet.menus()) == ["players", "length", "target", "clock"]
    assert button_named(sheet.message, "Another target …")
    await sheet.choose("length", "one_deal")
    sheet.check_limits()
    assert "Modern · two players · one deal\n" in words_of(lobby)
    assert list(sheet.menus()) == ["players", "length", "clock"]
    assert button_named(sheet.message, "Another target …") is None
    await sheet.choose("length", "target")
    assert sheet.chosen("target") == "1000"


async def test_one_deal_is_played_to_its_end_and_is_the_game(world: World, ann: MemberActor, ben: MemberActor) -> None:
    sitting = await sit_down(world, (ann, ben), seed=4, length="one_deal")
    assert "Modern · one deal · " in words_of(sitting.board())
    await bring_to(sitting, lambda table: table.game.result is not None)
    await sitting.play()
    shown = sitting.ending()
    assert "wins, " in words_of(shown)
    assert "Modern · two players · one deal\n" in words_of(shown)
    table = await bot_of(world).tables.get(sitting.table)
    assert len(table.game.deals) == 1
    assert len(table.game.deals[0].tricks) == 32
    assert not any(button_named(message, "Deal") for message in sitting.messages())
    await ann.click(shown, label="Rematch")
    await ben.click(sitting.result() or shown, label="Rematch")
    rematch = await bot_of(world).tables.get(sitting.table + 1)
    assert rematch.rules.length == "one_deal"


async def test_typed_rules_are_completed_for_practice_too(world: World, ann: MemberActor) -> None:
    choices = await ann.autocomplete(world.channel, "practice", "rules", "brit")
    assert [choice["value"] for choice in choices] == ["britannica"]
    await ann.slash(world.channel, "practice", rules="britannica", length="one_deal")
    number = table_number(private_messages(world, ann)[-1])
    assert (await bot_of(world).tables.get(number)).rules.length == "one_deal"
    answer = private_answer(await ann.slash(world.channel, "rules", table=number))
    assert "one deal" in words_of(answer)
