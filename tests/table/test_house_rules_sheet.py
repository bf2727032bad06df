"""The sheet of house rules, as wide as a phone."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine import OPTIONS, PRESETS, build_rules
from bot.ui.text.i18n import speaking
from cogs.table.pages.house_rules import GROUPS, sheet
from tests.tables.made import opened
from tests.ui.at_board import items_of, texts_of

if TYPE_CHECKING:
    from bot.tables import Table

BUTTON, MENU, AS_WIDE_AS_A_PHONE = 2, 3, 24
PAGES = range(1 + len(GROUPS))


def menus_of(table: Table, page: int) -> dict[str, dict[str, Any]]:
    """Return the menus of a page of the sheet, by what they choose."""
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
