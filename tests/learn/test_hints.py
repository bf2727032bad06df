"""Hints: who may ask for one, what it names, and what becomes of one that comes late or twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.house.search import Effort
from bot.tables.house import thinking
from cogs.learn import hints
from tests.house_pool import ENDLESS, LITTLE, think_little
from tests.simulated import bot_of, buttons_of, press, press_together
from tests.simulated.house_guest import on_move, table_of
from tests.simulated.player import lobby_at, practise, private_answer, public_messages, seated, table_number, words_of
from tests.simulated.sheet import Sheet

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World
    from tests.simulated.player import Player, Sitting
    from tests.simulated.watch import Watch


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


def named(message: ResponseMessage) -> list[str]:
    """Return the names of a message's enabled buttons."""
    return [button.get("label", "") for button in buttons_of(message)]


def hint_of(player: Player) -> str:
    """Return the id of the panel's button for a hint."""
    assert player.panel is not None
    return next(str(b["custom_id"]) for b in buttons_of(player.panel) if b["custom_id"].endswith(":hint"))


def advice(player: Player) -> str:
    """Return the line of the panel in which the house says what it would do, or nothing."""
    assert player.panel is not None
    return next((line for line in words_of(player.panel).splitlines() if "A strong player would" in line), "")


@pytest.mark.deep
async def test_hint_in_practice_names_an_act_that_is_offered_and_marks_its_button(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    sitting = await practise(world, ann, level="regular")
    player = sitting.players[0]
    asked = 0
    while asked < 8:
        if not player.choices():
            await world.env.advance_time(1)
            continue
        assert player.panel is not None
        await ann.click(player.panel, label="💡")
        assert "A strong player would" in words_of(player.panel)
        marked = [b for b in buttons_of(player.panel) if "💡" in b.get("label", "") and ":act " in b["custom_id"]]
        assert len(marked) == 1
        await ann.click(player.panel, custom_id=marked[0]["custom_id"])
        if marked[0]["custom_id"] in [b["custom_id"] for b in buttons_of(player.panel)]:
            await player.move()
        assert "A strong player would" not in words_of(player.panel)
        asked += 1
    table = await bot_of(world).tables.get(sitting.table)
    assert len(table.given) == asked
    assert {each.seat for each in table.given} == {table.seat_of(ann.id)}
    assert watch.private > 8


@pytest.mark.deep
async def test_hints_are_given_only_where_all_have_allowed_them(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    shown = await lobby_at(world, ann)
    await ben.click(shown, label="Join")
    sheet = await Sheet.opened(ann, shown)
    await sheet.tick("☐ Hints allowed")
    assert "☑ Hints allowed" in named(sheet.message)
    assert "hints allowed" in words_of(shown)
    await ben.click(shown, label="Agree")
    await ann.click(shown, label="Start")
    sitting = await seated(world, table_number(shown), [ann, ben])
    mover = sitting.on_move()
    assert mover.panel is not None
    await mover.actor.click(mover.panel, label="💡")
    assert "A strong player would" in words_of(mover.panel)
    assert not any("A strong player would" in words_of(m) for m in public_messages(world))
    assert watch.public


@pytest.mark.deep
async def test_no_hint_at_a_table_that_has_not_allowed_it(world: World, sitting: Sitting) -> None:
    mover = sitting.on_move()
    assert mover.panel is not None
    assert "💡" not in named(mover.panel)
    answer = await press(world, mover.actor, mover.panel, f"bz:{sitting.table}:0:hint")
    assert "Not everyone at table" in words_of(private_answer(answer))


@pytest.mark.deep
async def test_hint_asked_for_twice_at_once_again_or_by_an_old_panel_is_about_the_present(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    for _ in range(3):
        await on_move(sitting, house=False)
        assert player.panel is not None
        await press_together(world, [(ann, player.panel, hint_of(player))] * 2)
        first = advice(player)
        assert first
        for _again in range(3):
            await ann.click(player.panel, label="💡")
            assert advice(player) == first
        await player.move()
        assert not advice(player)
    assert watch.private
    await on_move(sitting, house=False)
    old = hint_of(player)
    await player.move()
    await on_move(sitting, house=False)
    assert player.panel is not None
    assert hint_of(player) != old
    await press(world, ann, player.panel, old)
    assert advice(player)
    assert {choice.custom_id for choice in player.choices()} & {
        b["custom_id"] for b in buttons_of(player.panel) if b.get("label", "").startswith("💡")
    }


async def test_hint_that_comes_too_late_says_so_and_strangers_and_who_is_not_on_turn_get_none(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    table = await on_move(sitting, house=False)
    assert player.panel is not None
    card = next(choice for choice in player.choices() if choice.words.startswith("play"))
    await press_together(world, [(ann, player.panel, hint_of(player)), (ann, player.panel, card.custom_id)])
    assert (await table_of(sitting)).ply > table.ply
    assert not advice(player)
    assert card.words not in {choice.words for choice in player.choices()}
    await on_move(sitting, house=False)
    assert player.choices()
    await player.move()
    assert watch.private
    await on_move(sitting, house=False)
    board = sitting.board()
    for op in ("hint", "review"):
        answer = words_of(private_answer(await press(world, ben, board, f"bz:{sitting.table}:0:{op}")))
        assert "A strong player would" not in answer
    early = words_of(private_answer(await press(world, ann, board, f"bz:{sitting.table}:0:review")))
    assert "Players review their finished games" in early
    while player.choices():
        await player.move()
    assert player.panel is not None
    await ann.click(player.panel, label="💡")
    assert "A hint is for your own turn" in words_of(player.panel)


@pytest.mark.deep
async def test_a_move_ends_a_hint_that_is_still_thought_about_and_the_next_one_comes(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    await on_move(sitting, house=False)
    # It would come in some seconds. Not never: where the process is told to give up before it has begun, it is told
    # again in a twentieth of a second, and the simulated clock does not move while anything is thought about.
    monkeypatch.setattr(thinking, "EFFORT", Effort(300))
    assert player.panel is not None
    card = next(choice for choice in player.choices() if choice.words.startswith("play"))
    asked = [(ann, player.panel, hint_of(player))] * 2
    await press_together(world, [*asked, (ann, player.panel, card.custom_id)])
    assert "The table has moved on" in words_of(player.panel)
    assert (await table_of(sitting)).given == ()
    monkeypatch.setattr(thinking, "EFFORT", LITTLE)
    await on_move(sitting, house=False)
    await ann.click(player.panel, label="💡")
    assert advice(player)
    assert watch.private


@pytest.mark.deep
async def test_hint_that_takes_long_is_announced_and_where_there_was_no_time_thought_about_anew(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "_SOON", -1.0)
    monkeypatch.setattr(thinking, "EFFORT", Effort(60))
    sitting = await practise(world, ann)
    player = sitting.players[0]
    await on_move(sitting, house=False)
    public = [words_of(message) for message in public_messages(world)]
    assert player.panel is not None
    before = len(world.env.http_requests)
    await press_together(world, [(ann, player.panel, hint_of(player))] * 2)
    told = [each for each in world.env.http_requests[before:] if "Looking at your game" in str(each.json)]
    assert len(told) == 1
    assert advice(player)
    assert "Looking at your game" not in words_of(player.panel)
    assert [words_of(message) for message in public_messages(world)] == public
    assert watch.private
    await player.move()
    await on_move(sitting, house=False)
    monkeypatch.setattr(thinking, "HINT_PATIENCE_SECONDS", 0.0)
    await ann.click(player.panel, label="💡")
    assert "As a rule of thumb" in words_of(player.panel)
    assert player.choices()
    monkeypatch.setattr(thinking, "HINT_PATIENCE_SECONDS", ENDLESS)
    await ann.click(player.panel, label="💡")
    assert advice(player)
    assert watch.private
