"""What everyone sees speaks of people by name: *you* stands only in private answers. French signs stand apart."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

import catalogue
from bot.engine import build_rules
from bot.tables import CLOCKS, Limits, Table
from bot.tables.values.refused import Why
from bot.ui.text.i18n import speaking
from bot.ui.text.refusals import WORDS
from catalogue import french
from cogs.home import Visitor, home_page
from cogs.table.pages.board import board, closed_board
from cogs.table.pages.lobby import closed_lobby, lobby
from cogs.table.pages.result import result
from tests.tables.made import adjourned, begun, between_deals, challenged, joined, opened, resigned

from .at_board import labels_of, positions, texts_of

_YOU = re.compile(r"\b(you|yours?|yourself|vous|votre|vos|vôtres?)\b", re.IGNORECASE)


def public_texts(table: Table) -> list[str]:
    """Return the texts and labels of every public message of a table as it stands."""
    limits = Limits()
    if table.game.result is not None:
        pages = [result(table), closed_board(table, len(table.game.deals) - 1)]
    elif table.live and table.started_at is None and not table.game.deals:
        pages = [lobby(table, limits), closed_lobby(table)]
    else:
        pages = [board(table, limits.deal, None)]
    return [text for page in pages for text in (*texts_of(page), *labels_of(page))]


def lobbies() -> list[Table]:
    waiting = joined()
    return [opened(), waiting, challenged(), replace(waiting, lobby=replace(waiting.lobby, to_agree=waiting.users[1:]))]


@pytest.mark.sweep
@pytest.mark.parametrize(("preset", "players"), [("modern", 2), ("britannica", 3), ("enquire", 4)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_boards_lobbies_and_results_speak_of_people_by_name(language: str, preset: str, players: int) -> None:
    found = []
    with speaking(language):
        lying = [adjourned(begun(clock=CLOCKS["days-3"]), timedelta(days=2)), adjourned(between_deals())]
        tables = [*lobbies(), *lying, between_deals(), resigned(begun())]
        rules = build_rules(preset, players, {"target": 500})
        tables += positions(rules, preset, 2, names=("Ann", "Ben", "Cleo", "Di"))
        for table in tables:
            found += [text for text in public_texts(table) if _YOU.search(re.sub(r"`[^`]*`", "", text))]
        found += [text for text in texts_of(home_page(Visitor())) if _YOU.search(text)]
    assert not found


def test_who_is_refused_is_told_in_one_sentence_what_to_do_next() -> None:
    """A refusal that only says no is a dead end: each has a second part, or names the way out."""
    for why, words in WORDS.items():
        assert words.endswith("."), (why, words)
        assert not re.search(r"[.!?] ", words), (why, words)
        told = re.split(r"[:;] |, so |, or ", words)
        assert len(told) > 1, (why, words)
    assert set(WORDS) == set(Why) - {Why.ILLEGAL}


def test_french_signs_stand_apart_as_french_printers_set_them() -> None:
    assert french("Vraiment ? Oui ; non : « peut-être » !") == (
        "Vraiment\u202f? Oui\u202f; non\xa0: «\xa0peut-être\xa0»\u202f!"
    )
    assert french("L'as, d'abord {name} : `a ; b` vaut 10 000") == (
        "L’as, d’abord {name}\xa0: `a ; b` vaut 10\u202f000"
    )
    assert french("le choix « {deed} » coûte") == "le choix «\xa0{deed}\xa0» coûte"
    for message in catalogue.read("fr"):
        texts = message.string if isinstance(message.string, (tuple, list)) else (message.string or "",)
        assert not message.id or all(text == french(text) for text in texts), "run .ci/catalogue.py"
