"""Targets and times that stand in no menu: typed on the sheet of house rules."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.simulated import bot_of
from tests.simulated.player import inputs_of, lobby_at, words_of
from tests.simulated.sheet import Sheet
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

pytestmark = pytest.mark.deep


async def typed(sheet: Sheet, label: str, text: str) -> str:
    """Press a button that asks for a number, and type one; return what stood in the field before."""
    opened = await sheet.opener.click(sheet.message, label=label)
    (field,) = inputs_of(opened.modal)
    await sheet.opener.submit_modal(opened, {field: text})
    found = re.search('"value": "([^"]*)"', json.dumps(opened.modal, ensure_ascii=False))
    return found[1] if found is not None else ""


async def sheet_at(world: World, opener: MemberActor, *others: MemberActor) -> tuple[ResponseMessage, Sheet]:
    """Open a table; return its lobby and the opener's sheet."""
    lobby = await lobby_at(world, opener, *others)
    return lobby, await Sheet.opened(opener, lobby)


async def test_any_target_can_be_typed(world: World, ann: MemberActor) -> None:
    lobby, sheet = await sheet_at(world, ann)
    for text, target in (("1250", 1250), ("3 000", 3000), ("2,500", 2500), (" 500 ", 500), ("10.000", 10000)):
        await typed(sheet, "Another target …", text)
        assert f"to {target}" in words_of(lobby)
        assert sheet.chosen("target") == str(target)
        sheet.check_limits()


async def test_what_cannot_be_the_target_is_said_and_kept_to_be_mended(world: World, ann: MemberActor) -> None:
    lobby, sheet = await sheet_at(world, ann)
    before, stood = words_of(lobby), ""
    for text in ("1255", "0", "-1000", "many", "20000", "1,50", "²000", "`1`", "@everyone"):
        assert await typed(sheet, "Another target …", text) == stood
        assert "cannot be the target; type a multiple of 10 from 500 to 10000." in words_of(sheet.message)
        assert words_of(lobby) == before
        sheet.check_limits()
        stood = text
    assert await typed(sheet, "Another target …", "1500") == stood
    assert "cannot be" not in words_of(sheet.message)
    assert "to 1500" in words_of(lobby)


async def test_any_time_for_a_move_can_be_typed(world: World, ann: MemberActor) -> None:
    lobby, sheet = await sheet_at(world, ann)
    times = {"7": "7 minutes", "45 min": "45 minutes", "4 d": "4 days", "6 jours": "6 days", "1": "1 minute"}
    for text, shown in times.items():
        await typed(sheet, "Another time …", text)
        assert f"Clock: {shown} a move" in words_of(lobby)
        sheet.check_limits()
        assert f"Clock: {shown} a move" in words_of(await lobby_at(world, ann)), "it is offered again"


async def test_what_can_be_no_time_is_said_and_kept(world: World, ann: MemberActor) -> None:
    lobby, sheet = await sheet_at(world, ann)
    for text in ("0", "121", "8 d", "soon", "5 weeks"):
        await typed(sheet, "Another time …", text)
        assert f"`{text}` cannot be the time;" in words_of(sheet.message)
        assert "Clock: 3 minutes a move" in words_of(lobby)
    assert await typed(sheet, "Another time …", "9") == "5 weeks"
    assert "Clock: 9 minutes a move" in words_of(lobby)


async def test_others_agree_to_what_was_typed_and_it_is_played_by(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby, sheet = await sheet_at(world, ann, ben)
    await typed(sheet, "Another target …", "2500")
    assert "2. Ben · has yet to agree" in words_of(lobby)
    await typed(sheet, "Another time …", "7")
    late = await ann.click(sheet.message, label="Another target …")
    await ben.click(lobby, label="Agree")
    await ann.click(lobby, label="Start")
    table = await bot_of(world).tables.get(1)
    assert (table.rules.target, table.terms.clock.a_move) == (2500, timedelta(minutes=7))
    (field,) = inputs_of(late.modal)
    assert "has begun" in said(await ann.submit_modal(late, {field: "2000"}))
    assert (await bot_of(world).tables.get(1)).rules.target == 2500
