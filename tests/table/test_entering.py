"""Targets and times that stand in no menu: typed on the sheet of house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.simulated import bot_of
from tests.simulated.player import button_named, lobby_at, private_answer, words_of
from tests.simulated.sheet import Sheet

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

pytestmark = pytest.mark.deep


async def typed(sheet: Sheet, label: str, text: str) -> str:
    """Press a button that asks for a number, and type one; return what stood in the field before."""
    opened = await sheet.opener.click(sheet.message, label=label)
    assert opened.modal is not None
    field = next(item for item in _walk(opened.modal["components"]) if item["type"] == 4)
    await sheet.opener.submit_modal(opened, {field["custom_id"]: text})
    return str(field.get("value") or "")


def _walk(items: object) -> list[dict]:  # type: ignore[type-arg]
    found = []
    for item in items if isinstance(items, list) else []:
        found += [item, *_walk(item.get("components")), *_walk([item["component"]] if "component" in item else [])]
    return found


@pytest.mark.parametrize(
    ("text", "target"), [("1250", 1250), ("3 000", 3000), ("2,500", 2500), (" 500 ", 500), ("10.000", 10000)]
)
async def test_any_target_can_be_typed(world: World, ann: MemberActor, text: str, target: int) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await typed(sheet, "Another target …", text)
    assert f"to {target}" in words_of(lobby)
    assert sheet.chosen("target") == str(target)
    sheet.check_limits()


@pytest.mark.parametrize("text", ["1255", "0", "-1000", "many", "20000", "1,50", "²000", "`1`", "@everyone"])
async def test_what_cannot_be_the_target_is_said_and_kept_to_be_mended(
    world: World, ann: MemberActor, text: str
) -> None:
    lobby = await lobby_at(world, ann)
    before = words_of(lobby)
    sheet = await Sheet.opened(ann, lobby)
    assert await typed(sheet, "Another target …", text) == ""
    assert "cannot be the target; type a multiple of 10 from 500 to 10000." in words_of(sheet.message)
    assert words_of(lobby) == before
    sheet.check_limits()
    assert await typed(sheet, "Another target …", "1500") == text
    assert "cannot be" not in words_of(sheet.message)
    assert "to 1500" in words_of(lobby)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("7", "7 minutes a move"), ("45 min", "45 minutes a move"), ("4 d", "4 days a move"), ("6 jours", "6 days a move"),
     ("1", "1 minute a move")],
)  # fmt: skip
async def test_any_time_for_a_move_can_be_typed(world: World, ann: MemberActor, text: str, shown: str) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await typed(sheet, "Another time …", text)
    assert f"Clock: {shown}" in words_of(lobby)
    sheet.check_limits()
    again = await lobby_at(world, ann)
    assert f"Clock: {shown}" in words_of(again)


@pytest.mark.parametrize("text", ["0", "121", "8 d", "soon", "5 weeks"])
async def test_what_can_be_no_time_is_said_and_kept(world: World, ann: MemberActor, text: str) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await typed(sheet, "Another time …", text)
    assert f"`{text}` cannot be the time;" in words_of(sheet.message)
    assert "Clock: 3 minutes a move" in words_of(lobby)
    assert await typed(sheet, "Another time …", "9") == text
    assert "Clock: 9 minutes a move" in words_of(lobby)


async def test_typed_time_is_played_by_and_offered_again(world: World, ann: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await typed(sheet, "Another time …", "7")
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    table = await bot_of(world).tables.get(1)
    assert table.terms.clock.a_move is not None
    assert table.terms.clock.a_move.total_seconds() == 7 * 60
    assert "Clock: 7 minutes a move" in words_of(await lobby_at(world, ann))


async def test_number_typed_for_a_table_that_has_begun_meanwhile_changes_nothing(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    sheet = await Sheet.opened(ann, lobby)
    opened = await ann.click(sheet.message, label="Another target …")
    await ben.click(lobby, label="Start")
    assert opened.modal is not None
    field = next(item for item in _walk(opened.modal["components"]) if item["type"] == 4)
    result = await ann.submit_modal(opened, {field["custom_id"]: "2000"})
    assert "has begun" in words_of(private_answer(result))
    assert (await bot_of(world).tables.get(1)).rules.target == 1000


async def test_others_are_asked_to_agree_to_a_typed_target(world: World, ann: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    sheet = await Sheet.opened(ann, lobby)
    await typed(sheet, "Another target …", "2500")
    assert "2. Ben · has yet to agree" in words_of(lobby)
    assert button_named(lobby, "Agree")
