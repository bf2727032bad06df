"""Whole games from the panels alone: nobody looks at the board after the first *My hand*, nothing takes two clicks."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine import Verb, parse_action
from bot.playground import World
from bot.tables import Table
from bot.tables.decisions.play import THE_REST
from tests.simulated import bot_of, buttons_of
from tests.simulated.player import Choice, Player, Sitting, private_answer, sit_down, words_of
from tests.simulated.positions import bring_to_last_trick

pytestmark = pytest.mark.deep


@dataclass
class Clicks:
    """What was pressed in panels, and what was done with it."""

    acts: list[Choice]
    deals: int = 0
    draws_with_nothing_to_decide: int = 0


async def play_on(world: World, sitting: Sitting, clicks: Clicks, *, most: int = 10_000) -> bool:
    """Play from the panels alone, for so many clicks or to the end; True where the game is over then."""
    for _ in range(most):
        able = [player for player in sitting.players if player.choices()]
        assert len(able) <= 1
        if able:
            await _act(world, sitting, able[0], clicks)
            continue
        panel = sitting.players[0].panel
        assert panel is not None
        if "The game is over" in words_of(panel):
            return True
        assert "deals the next cards" in words_of(panel), words_of(panel)
        await sitting.players[0].actor.click(panel, label="Deal")
        clicks.deals += 1
    return False


async def _act(world: World, sitting: Sitting, player: Player, clicks: Clicks) -> None:
    """Do one thing with one click: the table must have moved on by it, and everybody's panel be told."""
    table = await _table(world, sitting)
    choices = [choice for choice in player.choices() if choice.words != THE_REST]
    declares = [choice for choice in choices if choice.words.split()[0] in ("declare", "exchange", "show")]
    choice = player.rng.choice(declares or choices)
    if choice.words == "pass" and len(choices) == 1:
        clicks.draws_with_nothing_to_decide += 1
    await player.choose(choice)
    clicks.acts.append(choice)
    after = await _table(world, sitting)
    assert after.actions[len(table.actions)].action.split(" ", 1)[1] == choice.words
    if not after.awaits_deal and after.live:
        for each in sitting.players:
            assert _told(each.panel), words_of(each.panel)


def _told(panel: ResponseMessage) -> bool:
    """Tell whether the line of what happened stands above the buttons: something that somebody did."""
    verbs = "played|won with|declared|announced|exchanged|showed|drew|dealt|for you"
    return re.search(rf"\b(?:{verbs})\b", words_of(panel)) is not None


async def _table(world: World, sitting: Sitting) -> Table:
    return await bot_of(world).tables.get(sitting.table)


def clicked_for(table: Table) -> int:
    """Count the actions of a game that somebody has to choose: no draw that happens by itself, no deal's last cards."""
    by_hand = 0
    for deal in table.game.deals:
        number = deal.base.number
        actions = [parse_action(row.action) for row in table.actions if row.deal == number]
        by_hand += sum(action.verb is not Verb.PASS for action in actions)
        if deal.over and len(deal.tricks) == deal.law.tricks:
            by_hand -= deal.law.players  # the very last trick plays itself
    return by_hand


async def test_whole_game_of_two_from_panels_alone_with_a_click_for_each_card_and_declaration(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern target=500", seed=5)
    clicks = Clicks([])
    assert await play_on(world, sitting, clicks)
    table = await _table(world, sitting)
    assert len(table.game.deals) > 1
    assert clicks.deals == len(table.game.deals) - 1
    assert clicks.draws_with_nothing_to_decide == 0
    chosen = [choice for choice in clicks.acts if choice.words != "pass"]
    assert len(chosen) == clicked_for(table)
    declared = sum(choice.words.startswith("declare") for choice in chosen)
    assert declared == sum(" declare " in row.action for row in table.actions)
    assert declared
    for player in sitting.players:
        assert re.search(r"wins?, \d+ to \d+\.", words_of(player.panel))


@pytest.mark.parametrize("rules", ["modern 3", "modern 4 partners=true", "parlour 4"])
async def test_three_and_four_hands_from_panels_alone_into_the_second_deal(world: World, rules: str) -> None:
    players = int(rules.split()[1])
    sitting = await sit_down(world, world.members[:players], rules=rules, seed=2)
    clicks = Clicks([])
    await play_on(world, sitting, clicks, most=30)
    assert len(clicks.acts) == 30
    await bring_to_last_trick(sitting, eager=True)
    await play_on(world, sitting, clicks, most=3 * players)
    table = await _table(world, sitting)
    assert len(table.game.deals) == 2
    assert clicks.deals == 1
    for player in sitting.players:
        assert "deal 2" in words_of(player.panel)


async def test_panel_between_deals_says_how_the_deal_ended_and_deals_or_cuts(
    world: World, sitting: Sitting, ann: MemberActor
) -> None:
    await bring_to_last_trick(sitting)
    await play_on(world, sitting, Clicks([]), most=2)
    mine = sitting.players[0]
    panel = mine.panel
    assert panel is not None
    said = words_of(panel)
    assert "deal 1" in said
    assert "final trick" in said
    assert re.search(r"\*\*Ann\*\* \d+: .*\n\*\*Ben\*\* \d+", said)
    assert [b["label"] for b in buttons_of(panel)] == ["Deal", "Cut"]
    assert "You have cut" in words_of(private_answer(await ann.click(panel, label="Cut")))
    await ann.click(panel, label="Deal")
    assert "deal 2" in words_of(mine.panel)
    assert mine.panel.id > sitting.board().id
