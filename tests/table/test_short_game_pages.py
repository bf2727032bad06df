"""A game of one deal has no target, and nothing that people see speaks of one."""

from __future__ import annotations

import re

import pytest

from bot.engine import PRESETS, Rules, build_rules, read_code
from bot.tables import Limits
from bot.ui.text.i18n import speaking
from bot.ui.text.rulebook.reading import Reading
from bot.ui.text.rulebook.topics import BY_KEY
from bot.ui.text.words import book_line, rules_line, told_differences
from cogs.table.house_rules import page_of, sheet
from cogs.table.pages.board import board
from cogs.table.pages.lobby import lobby
from cogs.table.pages.panel import panel
from cogs.table.pages.result import result
from tests.tables.made import opened
from tests.ui.at_board import NAMES, items_of, positions, texts_of

_TARGET = re.compile(r"target|to 1000|to 1500|1000|1500|but\b|en 1000|en 1500", re.IGNORECASE)


def one_deal(preset: str, players: int = 2, **changes: object) -> Rules:
    return build_rules(preset, players, {"length": "one_deal", **changes})


BOOKS = [name for name, book in PRESETS.items() if book.game == "bezique"]


@pytest.mark.parametrize("preset", BOOKS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_line_about_the_rules_names_a_target(preset: str, language: str) -> None:
    with speaking(language):
        for players in (2, 3, 4):
            rules = one_deal(preset, players, target=4000, finish="at_once", both_out="non_dealer_first")
            for line in (rules_line(rules, preset), book_line(rules, preset)):
                assert "4000" not in line
                assert "target" not in line
                assert " but" not in line
            assert {"en": "one deal", "fr": "une seule donne"}[language] in rules_line(rules, preset)
            assert set(told_differences(rules, preset)) == {"length"}


@pytest.mark.parametrize("preset", BOOKS)
@pytest.mark.parametrize("topic", ["table", "game", "winning"])
def test_the_rule_book_tells_how_one_deal_is_won_and_no_target(preset: str, topic: str) -> None:
    rules = one_deal(preset, target=4000, both_out="less_brisques")
    text = "\n".join(page.text for page in BY_KEY[topic].write(Reading(rules, preset, 5)))
    assert "one deal" in text.lower()
    assert "4000" not in re.sub(r"`.*?`", "", text, flags=re.DOTALL)
    assert "reaches" not in text


def test_the_sheet_asks_for_the_length_and_for_a_target_only_where_there_is_one() -> None:
    asked = {}
    for code in ("modern", "modern length=one_deal"):
        preset, rules = read_code(code)
        table = opened(rules=rules, preset=preset)
        found = [item for key in ("length", "finish") for item in items_of(sheet(table, page_of(key)))]
        menus = [re.split("[ :]", item["custom_id"])[-1] for item in found if item["type"] == 3]
        labels = [item.get("label") for item in found]
        assert "length" in menus
        asked[code] = set(menus) & {"target", "finish", "both_out"}, "Another target …" in labels
    assert asked["modern"] == ({"target", "finish", "both_out"}, True)
    assert asked["modern length=one_deal"] == (set(), False)


@pytest.mark.sweep
@pytest.mark.parametrize(("preset", "players"), [("modern", 2), ("britannica", 3), ("enquire", 4), ("parlour", 2)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_neither_board_nor_panel_nor_result_speaks_of_a_target(preset: str, players: int, language: str) -> None:
    rules = one_deal(preset, players)
    names = NAMES[:players]
    with speaking(language):
        assert not _TARGET.findall("\n".join(texts_of(lobby(opened(rules=rules, preset=preset), Limits()))))
        for table in positions(rules, preset, 3, names):
            over = table.game.result is not None
            pages = [result(table)] if over else [board(table, Limits().deal, None), panel(table, table.users[0])]
            for page in pages:
                text = re.sub(r"`[^`]*`", "", "\n".join(texts_of(page)))
                assert not _TARGET.findall(text), text
    assert over
    assert len(table.game.deals) == 1


def test_the_result_of_one_deal_says_so_once() -> None:
    (*_, over) = positions(one_deal("modern"), "modern", 1, NAMES[:2])
    text = "\n".join(texts_of(result(over)))
    assert text.count("one deal") == 1
    assert "1 deal" not in text
    (*_, over) = positions(build_rules("modern", 2, {"target": 500}), "modern", 1, NAMES[:2])
    assert re.search(r"to 500 · \d deals?", "\n".join(texts_of(result(over))))
