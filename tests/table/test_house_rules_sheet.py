"""The sheet of house rules, as wide as a phone."""

from __future__ import annotations

import pytest

from bot.engine import OPTIONS, PRESETS, build_rules
from bot.ui.text.i18n import speaking
from cogs.table.pages.house_rules import GROUPS, sheet
from tests.tables.made import opened
from tests.ui.at_board import items_of

MENU, AS_WIDE_AS_A_PHONE = 3, 24


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_that_a_menu_shows_as_chosen_is_wider_than_a_phone(language: str) -> None:
    shown: dict[str, set[str]] = {}
    with speaking(language):
        for preset in PRESETS:
            for players in (2, 3, 4):
                table = opened(rules=build_rules(preset, players, {}), preset=preset)
                for page in range(len(GROUPS)):
                    for item in items_of(sheet(table, page)):
                        if item["type"] == MENU:
                            labels = shown.setdefault(item["custom_id"], set())
                            labels |= {option["label"] for option in item["options"]}
    assert len(shown) >= len(OPTIONS) - 1
    assert not {label for labels in shown.values() for label in labels if len(label) > AS_WIDE_AS_A_PHONE}


@pytest.mark.parametrize("irregularities", ["prevented", "forfeits"])
def test_forfeits_are_chosen_only_where_mistakes_can_be_made(irregularities: str) -> None:
    table = opened(rules=build_rules("modern", 2, {"irregularities": irregularities}), preset="modern")
    menus = [item for page in range(len(GROUPS)) for item in items_of(sheet(table, page)) if item["type"] == MENU]
    shown = any(each["custom_id"].rpartition(" ")[2] == "forfeits" for each in menus)
    assert shown is (irregularities == "forfeits")
