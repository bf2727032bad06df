"""Settling the house rules on the opener's sheet, by clicks alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine import OPTIONS, PRESETS
from cogs.table.pages.house_rules import GROUPS
from tests.settings.test_languages import set_locales
from tests.simulated import bot_of, buttons_of, components_of, press
from tests.simulated.player import button_named, leave_table, lobby_at, private_answer, words_of
from tests.simulated.sheet import FIRST_PAGE, MOST_COMPONENTS, Sheet, four_seats

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


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
    await sheet.turn_to("Sevens")
    assert sheet.menus() == {}
    assert "sevens never count ten" in words_of(sheet.message)
    lobby = await lobby_at(world, ann, rules="britannica")
    before = words_of(lobby)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.turn_to("Declarations")
    await sheet.choose("announce", "true")
    assert "⚠ announce = true cannot go with declarations_per_trick = many" in words_of(sheet.message)
    assert sheet.chosen("announce") == "false"
    assert words_of(lobby) == before


async def test_fewer_players_than_sit_there_are_refused_on_the_sheet(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await four_seats(world, ann)
    for member in (ben, cleo):
        await member.click(lobby, label="Join")
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("players", 2)
    assert "Too many sit at table 1" in words_of(sheet.message)
    assert sheet.chosen("players") == "4"
    await sheet.choose("players", 3)
    assert "three players" in words_of(lobby)
    assert "free" not in words_of(lobby)


async def test_others_neither_see_the_sheet_nor_choose_anything(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    before = words_of(lobby)
    for member in (ben, cleo):
        for words in ("arrange", "arrange 1", "flag auto_draw false", "option players=4", "book=parlour"):
            operation, *values = words.split("=")
            custom_id = f"bz{'s' * len(values)}:1:0:{operation}"
            answer = private_answer(await press(world, member, lobby, custom_id, *values))
            assert "Only whoever opened table 1" in words_of(answer)
    assert words_of(lobby) == before


async def test_sheet_never_takes_the_place_of_the_lobby_and_closes_with_it(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    for custom_id in ("bz:1:0:arrange 1", "bz:1:0:flag auto_draw false"):
        answer = private_answer(await press(world, ann, lobby, custom_id))
        assert "House rules · table 1" in words_of(answer)
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
    for sheet in (first, second):
        assert words_of(sheet.message) == words
        assert buttons_of(sheet.message) == []
        assert sheet.menus() == {}
    answer = private_answer(await press(world, ann, second.message, menu["custom_id"], "4"))
    assert {"en": "has begun", "fr": "a commencé"}[language] in words_of(answer)
    assert (await bot_of(world).tables.get(1)).rules.players == 2


async def test_forged_choices_change_nothing(world: World, ann: MemberActor) -> None:
    sheet = await Sheet.opened(ann, await lobby_at(world, ann))
    before = await bot_of(world).tables.get(1)
    for forged in (
        "option target|1234", "option target|x", "option players|9", "option nonsense|1", "option|", "option|=",
        "book|whist", "clock|never", "flag auto_draw|perhaps", "option irregularities|allowed",
    ):  # fmt: skip
        custom_id, value = forged.split("|")
        await press(world, ann, sheet.message, f"bzs:1:0:{custom_id}", value)
    assert (await bot_of(world).tables.get(1)).rules == before.rules
