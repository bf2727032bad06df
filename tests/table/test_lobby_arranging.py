"""Settling the house rules on the opener's sheet, by clicks alone, and what stands where on it."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine import OPTIONS, PRESETS, build_rules
from bot.playground import World
from bot.tables import Table
from bot.ui.text.i18n import speaking
from cogs.table.house_rules import GROUPS, sheet
from tests.settings.test_languages import set_locales
from tests.simulated import bot_of, buttons_of, components_of, press
from tests.simulated.player import (
    at,
    button_named,
    inputs_of,
    leave_table,
    lobby_at,
    private_answer,
    table_number,
    tables_here,
    words_of,
)
from tests.simulated.sheet import FIRST_PAGE, MOST_COMPONENTS, Sheet
from tests.simulated.waiting import said
from tests.tables.made import opened
from tests.ui.at_board import items_of, texts_of

pytestmark = pytest.mark.one_bot


@pytest.mark.sweep
@pytest.mark.parametrize("book", [name for name, book in PRESETS.items() if book.game == "bezique"])
async def test_opener_can_turn_every_page_and_choose_everything_on_it(
    world: World, ann: MemberActor, book: str
) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("book", book)
    await sheet.choose("players", 4)
    seen = set()
    for page in (FIRST_PAGE, *GROUPS):
        await sheet.turn_to(page)
        sheet.check_limits()
        for key in list(sheet.menus()):
            seen.add(key)
            before = sheet.chosen(key)
            others = [o["value"] for o in sheet.menus()[key]["options"] if not o.get("default")]
            if key in ("book", "players"):
                continue
            await sheet.choose(key, others[-1])
            sheet.check_limits()
            if "cannot go with" in words_of(sheet.message):
                assert sheet.chosen(key) == before
            else:
                assert sheet.chosen(key) == others[-1]
            if key == "trump":  # without a turned-up trump there is nothing to choose about sevens
                await sheet.choose(key, "turn_up")
            if key == "irregularities":  # only an honour table knows forfeits, and the table never draws at it
                assert "forfeits" in sheet.menus()
            if key == "length":  # of one deal nobody would see the target
                await sheet.choose(key, "target")
    assert seen >= {option.key for option in OPTIONS} - {"game", "packs", "forfeits"}
    changed = words_of(lobby)
    assert PRESETS[book].title in changed
    assert "two against two" in changed
    assert "400 up" in changed  # points are spoken of in units, the last entry of that menu too
    assert len(components_of(lobby)) <= MOST_COMPONENTS


async def test_lobby_shows_what_differs_from_the_book_and_nothing_else(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    assert "Modern · two players · to 1000\n" in words_of(lobby)
    assert "Clock: 3 minutes a move" in words_of(lobby)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("target", 2000)
    await sheet.turn_to("The score")
    await sheet.choose("brisques", "as_taken")
    await sheet.choose("clock", "days-2")
    assert "Modern · two players · to 2000 · counting brisques: as taken\n" in words_of(lobby)
    assert "Clock: 2 days a move" in words_of(lobby)
    await sheet.tick("☑ Draws by itself")
    assert "everyone draws by hand" in words_of(lobby)
    assert "`modern brisques=as_taken target=2000`" in words_of(sheet.message)


async def test_what_cannot_be_chosen_is_said_on_the_sheet_and_changes_nothing(world: World, ann: MemberActor) -> None:
    sheet = await Sheet.opened(ann, await lobby_at(world, ann, rules="modern trump=first_marriage"))
    await sheet.turn_to("The table")
    assert not button_named(sheet.message, "Sevens"), "without a turned-up trump there is nothing to choose"
    lobby = await lobby_at(world, ann, rules="britannica")
    before = words_of(lobby)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.turn_to("Declarations")
    await sheet.choose("announce", "true")
    assert "⚠ announce = true cannot go with declarations_per_trick = many" in words_of(sheet.message)
    assert sheet.chosen("announce") == "false"
    assert words_of(lobby) == before


async def test_others_neither_see_the_sheet_nor_choose_anything(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    before, number = words_of(lobby), table_number(lobby)
    for member in (ben, cleo):
        for words in ("arrange", "arrange 1", "flag auto_draw false", "option players=4", "book=parlour"):
            operation, *values = words.split("=")
            custom_id = f"bz{'s' * len(values)}:{number}:0:{operation}"
            answer = private_answer(await press(world, member, lobby, custom_id, *values))
            assert f"Only whoever opened table {number}" in words_of(answer)
    assert words_of(lobby) == before


async def test_sheet_never_takes_the_place_of_the_lobby_and_closes_with_it(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    for operation in ("arrange 1", "flag auto_draw false"):
        answer = private_answer(await press(world, ann, lobby, at(lobby, operation)))
        assert f"House rules · table {table_number(lobby)}" in words_of(answer)
        assert button_named(lobby, "More…")
    sheet = await Sheet.opened(ann, lobby)
    await leave_table(ann, lobby)
    assert words_of(sheet.message) == "This table is closed."


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "This table has begun; its rules stand."), ("fr", "Cette table a commencé\u202f; ses règles sont fixées.")],
)
async def test_sheets_lose_their_controls_when_the_game_begins_and_change_nothing(
    world: World, ann: MemberActor, ben: MemberActor, language: str, words: str
) -> None:
    set_locales(world.env, {ann.id: language})
    lobby = await lobby_at(world, ann)
    first, second = await Sheet.opened(ann, lobby), await Sheet.opened(ann, lobby)
    await second.choose("players", 3)
    await second.choose("players", 2)
    menu = second.menus()["players"]
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    for each in (first, second):
        assert words_of(each.message) == words
        assert buttons_of(each.message) == []
        assert each.menus() == {}
    answer = private_answer(await press(world, ann, second.message, menu["custom_id"], "4"))
    assert {"en": "has begun", "fr": "a commencé"}[language] in words_of(answer)
    assert (await bot_of(world).tables.get(table_number(lobby))).rules.players == 2


async def test_forged_choices_change_nothing(world: World, ann: MemberActor) -> None:
    sheet = await Sheet.opened(ann, await lobby_at(world, ann))
    (before,) = tables_here(world)
    for forged in (
        "option target|1234", "option target|x", "option players|9", "option nonsense|1", "option|", "option|=",
        "book|whist", "clock|never", "flag auto_draw|perhaps", "option irregularities|allowed",
    ):  # fmt: skip
        custom_id, value = forged.split("|")
        await press(world, ann, sheet.message, f"bzs:{before.id}:0:{custom_id}", value)
    assert (await bot_of(world).tables.get(before.id)).rules == before.rules


# ------------------------------------------------------------------ what stands in no menu


async def typed(sheet: Sheet, label: str, text: str) -> str:
    """Press a button that asks for a number, and type one; return what stood in the field before."""
    opened = await sheet.opener.click(sheet.message, label=label)
    (field,) = inputs_of(opened.modal)
    await sheet.opener.submit_modal(opened, {field: text})
    found = re.search('"value": "([^"]*)"', json.dumps(opened.modal, ensure_ascii=False))
    return found[1] if found is not None else ""


async def sheet_at(world: World, opener: MemberActor, *others: MemberActor) -> tuple[ResponseMessage, Sheet]:
    lobby = await lobby_at(world, opener, *others)
    return lobby, await Sheet.opened(opener, lobby)


@pytest.mark.deep
async def test_any_target_can_be_typed(world: World, ann: MemberActor) -> None:
    lobby, sheet = await sheet_at(world, ann)
    for text, target in (("1250", 1250), ("3 000", 3000), ("2,500", 2500), (" 500 ", 500), ("10.000", 10000)):
        await typed(sheet, "Another target …", text)
        assert f"to {target}" in words_of(lobby)
        assert sheet.chosen("target") == str(target)
        sheet.check_limits()


@pytest.mark.deep
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


@pytest.mark.deep
async def test_any_time_for_a_move_can_be_typed(world: World, ann: MemberActor) -> None:
    lobby, sheet = await sheet_at(world, ann)
    times = {"7": "7 minutes", "45 min": "45 minutes", "4 d": "4 days", "6 jours": "6 days", "1": "1 minute"}
    for text, shown in times.items():
        await typed(sheet, "Another time …", text)
        assert f"Clock: {shown} a move" in words_of(lobby)
        sheet.check_limits()
        assert f"Clock: {shown} a move" in words_of(await lobby_at(world, ann)), "it is offered again"


@pytest.mark.deep
async def test_what_can_be_no_time_is_said_and_kept(world: World, ann: MemberActor) -> None:
    lobby, sheet = await sheet_at(world, ann)
    for text in ("0", "121", "8 d", "soon", "5 weeks"):
        await typed(sheet, "Another time …", text)
        assert f"`{text}` is no time;" in words_of(sheet.message)
        assert "Clock: 3 minutes a move" in words_of(lobby)
    assert await typed(sheet, "Another time …", "9") == "5 weeks"
    assert "Clock: 9 minutes a move" in words_of(lobby)


@pytest.mark.deep
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
    table = await bot_of(world).tables.get(table_number(lobby))
    assert (table.rules.target, table.terms.clock.a_move) == (2500, timedelta(minutes=7))
    (field,) = inputs_of(late.modal)
    assert "has begun" in said(await ann.submit_modal(late, {field: "2000"}))
    assert (await bot_of(world).tables.get(table_number(lobby))).rules.target == 2500


# ------------------------------------------------------------------ what stands where on the sheet


BUTTON, MENU, AS_WIDE_AS_A_PHONE = 2, 3, 24
PAGES = range(1 + len(GROUPS))


def menus_of(table: Table, page: int) -> dict[str, dict[str, Any]]:
    menus = [item for item in items_of(sheet(table, page)) if item["type"] == MENU]
    return {re.split("[ :]", item["custom_id"])[-1]: item for item in menus}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_that_a_menu_shows_as_chosen_is_wider_than_a_phone(language: str) -> None:
    shown: dict[str, set[str]] = {}
    with speaking(language):
        for preset, players, page in product(PRESETS, (2, 3, 4), PAGES):
            if players not in PRESETS[preset].players:
                continue
            table = opened(rules=build_rules(preset, players, {}), preset=preset)
            for key, menu in menus_of(table, page).items():
                shown.setdefault(key, set()).update(option["label"] for option in menu["options"])
    assert len(shown) >= len(OPTIONS) - 2
    assert not {label for labels in shown.values() for label in labels if len(label) > AS_WIDE_AS_A_PHONE}


@pytest.mark.parametrize("irregularities", ["prevented", "forfeits"])
def test_forfeits_are_chosen_only_where_mistakes_can_be_made(irregularities: str) -> None:
    table = opened(rules=build_rules("modern", 2, {"irregularities": irregularities}), preset="modern")
    assert any("forfeits" in menus_of(table, page) for page in PAGES) is (irregularities == "forfeits")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sheet_begins_with_players_partners_length_and_time_alone(language: str) -> None:
    table = opened(rules=build_rules("modern", 4, {"partners": True}), preset="modern")
    with speaking(language):
        items, texts = items_of(sheet(table, 0)), texts_of(sheet(table, 0))
    assert list(menus_of(table, 0)) == ["players", "partners", "length", "target", "clock"]
    assert len([item for item in items if item["type"] == BUTTON]) == 4
    assert len("\n".join(texts).splitlines()) == 2


def test_every_other_house_rule_stands_on_a_page_behind_more() -> None:
    table = opened(rules=build_rules("modern", 2, {"irregularities": "forfeits"}), preset="modern")
    first, *others = [set(menus_of(table, page)) for page in PAGES]
    behind = set().union(*others)
    idle = {"game", "partners", "packs", "treble"}
    assert first | behind == {"book", "clock", *(option.key for option in OPTIONS)} - idle
    assert not first & behind
