"""Every irregularity at an honour table, done by clicks and claimed by clicks; and claims without ground."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.honour.state import to_play
from bot.playground import World
from tests.simulated import bot_of, buttons_of, press
from tests.simulated.honour import HonourPlayer, HonourSitting, honourable
from tests.simulated.player import words_of

ENQUIRE = "enquire irregularities=forfeits length=one_deal"
BRITANNICA = "britannica irregularities=forfeits length=one_deal"
MODERN = "modern irregularities=forfeits length=one_deal"


pytestmark = [pytest.mark.one_bot, pytest.mark.usefixtures("watch")]


@pytest.fixture
async def table(world: World) -> HonourSitting:
    """Ann and Ben at an honour table by Enquire Within."""
    return await honourable(world, world.members[:2], rules=ENQUIRE, seed=3)


def both(sitting: HonourSitting, seat: int) -> tuple[HonourPlayer, HonourPlayer]:
    return sitting.at(seat), sitting.at(1 - seat)


def panel(player: HonourPlayer) -> str:
    return words_of(player.panel)


def acts(table: HonourSitting) -> list[str]:
    known = bot_of(table.world).tables.memory.known(table.table)
    assert known is not None
    return [row.action for row in known.actions]


async def test_card_out_of_turn_is_claimed_taken_back_and_called(table: HonourSitting) -> None:
    leader, other = both(table, to_play(table.deal))
    early = next(words for words in other.against() if words.startswith("play"))
    assert not other.regular()
    await other.sin(early)
    assert leader.claims() == ["claim played-out-of-turn add", "claim played-out-of-turn deduct"]
    await leader.do("claim played-out-of-turn add")
    assert table.deal.score.marks[-1].points == 10
    assert leader.claims() == []
    card = early.split()[1]
    value, (menu, label) = next(iter(leader.entries("choose").items()))
    assert value == f"call {card}"
    assert "must play" in label
    await leader.actor.select(leader.panel, [value], custom_id=menu)
    await leader.do(next(each.words for each in leader.regular() if each.words.startswith("play")))
    assert [each.words for each in other.regular()] == [f"play {card}"]
    assert "was called" in panel(other)


async def test_two_lifted_cards_leave_the_choice_to_the_opponent(table: HonourSitting) -> None:
    await table.trick()
    lifter, chooser = both(table, table.deal.leader)
    await lifter.sin("lift")
    assert lifter.choices() == []
    assert "chooses" in panel(lifter)
    returns = [each.words for each in chooser.regular()]
    assert [words.split()[0] for words in returns] == ["return", "return", "pass"]
    stock = len(table.honour.stock)
    await chooser.do(returns[0])
    assert len(table.honour.stock) == stock + 1
    assert table.deal.hold[table.deal.leader].bit_count() == 8


async def test_lifted_by_britannica_both_lie_open_for_all(world: World) -> None:
    table = await honourable(world, world.members[:2], rules=BRITANNICA, seed=3)
    await table.trick()
    lifter, chooser = both(table, table.deal.leader)
    await lifter.sin("lift")
    takes = [each.words for each in chooser.regular() if each.words.startswith("take")]
    await chooser.do(takes[1])
    assert all(hold.bit_count() == 8 for hold in table.deal.hold)
    assert "lead a card" in panel(lifter)


async def test_wrong_declaration_is_put_down_through_its_pages_challenged_and_taken_back(table: HonourSitting) -> None:
    await table.trick()
    seat = table.deal.leader
    maker, other = both(table, seat)
    before = table.total(seat)
    cards = maker.cards()[:2]
    await maker.put_down("four-aces", *cards)
    assert table.total(seat) == before + 100
    assert any("I challenge" in each.label for each in other.choices())
    await other.do("claim wrong-declaration")
    assert table.total(seat) == before
    assert "taken back" in panel(maker) or "score nothing" in panel(maker)
    assert "claim wrong-declaration" not in other.claims()


async def test_card_shown_to_all_is_known_to_all(table: HonourSitting) -> None:
    player = table.at(0)
    shown = next(words for words in player.against() if words.startswith("expose"))
    await player.sin(shown)
    assert acts(table) == [f"0 {shown}"]
    assert shown not in player.against()


# ------------------------------------------------------------------ clicks that come twice, late or at once


async def test_second_click_on_a_draw_draws_no_second_card(world: World, table: HonourSitting) -> None:
    await table.trick()
    winner = table.at(table.deal.leader)
    draw = next(each for each in winner.choices() if each.words == "draw")
    for _ in range(2):
        await press(world, winner.actor, winner.panel, draw.custom_id)
    assert acts(table)[-1].endswith(" draw")
    assert acts(table)[-2].split()[1] == "play"
    assert "moved on" not in panel(winner)


async def test_nothing_is_undone(world: World, table: HonourSitting) -> None:
    leader = table.at(to_play(table.deal))
    await leader.do(leader.regular()[0].words)
    assert all(each.get("label") != "Undo" for each in buttons_of(leader.panel))
    said = await press(world, leader.actor, leader.panel, f"bz:{table.table}:1:undo")
    assert "Honour tables undo nothing" in words_of(said.followups[0] if said.followups else said.response)  # type: ignore[arg-type]
    assert len(acts(table)) == 1


# ------------------------------------------------------------------ every card can be pressed


def cards_in(player: HonourPlayer) -> list[dict[str, Any]]:
    return [each for each in buttons_of(player.panel, enabled=False) if ":act play" in each["custom_id"]]


def assert_no_card_stands_out(player: HonourPlayer) -> None:
    """See that each card held has a button like the others', and that no word tells lawful ones."""
    cards = cards_in(player)
    assert len(cards) == len(player.cards())
    assert not any(each.get("disabled") for each in cards)
    assert len({each["style"] for each in cards}) == 1
    assert "You may play" not in panel(player)
    assert "cannot follow suit" not in panel(player)


async def test_cards_can_be_pressed_without_having_drawn_and_out_of_turn(table: HonourSitting) -> None:
    _, other = both(table, to_play(table.deal))
    assert_no_card_stands_out(other)
    await other.do(cards_in(other)[0]["custom_id"].split(" ", 1)[1])
    assert "played out of turn" in " ".join(table.at(to_play(table.deal)).claims()).replace("-", " ")
    await table.trick()
    winner = table.at(table.deal.leader)
    assert_no_card_stands_out(winner)
    early = cards_in(winner)[0]["custom_id"].split(" ", 1)[1]
    await winner.do(early)
    assert acts(table)[-1].endswith(early)
