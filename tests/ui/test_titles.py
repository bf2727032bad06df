"""Whatever people have typed, no client finds anything to parse in titles and labels: threads, buttons and menus."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from simcord.components import walk_components

from bot.club.statistics import Versus
from bot.club.tournaments.decisions import clean_name
from bot.club.tournaments.values import Form
from bot.engine import build_rules
from bot.tables import Player, Refused, Table
from bot.tables.archive import Finished
from bot.tables.values.rule_sets import EMPTY, RuleSet, Shelf, Shelves
from bot.ui.kit.controls import Page
from bot.ui.routes.archive import Whose
from bot.ui.routes.lobby import Wish
from cogs.archive import ended_page
from cogs.safety.moderation import moderation_page
from cogs.settings import Offer
from cogs.settings.rule_sets import sets_page
from cogs.standings.statistics import versus_page
from cogs.table.own_tables import own_tables_page
from cogs.table.pages.lobby import thread_name
from cogs.tournaments.pages import podium_words, tournaments_page
from db import SeatRow
from tests.tables.at_table import NOON
from tests.tables.made import joined
from tests.tournaments.test_pairing import begun

from .test_names import NAMES, check_label

TYPED = NAMES | {
    "all": "<@123> <#4> <:ace:5> </hand:7> :smile: @here **b** _i_ ~~s~~ ||x|| `c`",
    "joined": "@\u200deveryone <\u200d@1> a\u200db",
    "seen": "Jean-Luc O'Neill (2)",
}
"""Names as members have them, and titles as they type them."""


def labels_of(layout: Any) -> list[str]:  # noqa: ANN401 - any message of the bot
    """Return every label of a message: of its buttons, and of the entries of its menus with their descriptions."""
    found = []
    for item in walk_components(layout.to_components()):
        found += [item.get("label"), item.get("placeholder")]
        found += [option.get(part) for option in item.get("options", ()) for part in ("label", "description")]
    return [label for label in found if label]


def table_of(*names: str) -> Table:
    """Return a lobby of people with these names."""
    people = [Player(100 + at, name) for at, name in enumerate(names)]
    return joined(people, rules=build_rules("modern", len(names), {}))


@pytest.mark.parametrize("typed", TYPED)
def test_no_client_finds_anything_to_parse_in_what_a_thread_is_called(typed: str) -> None:
    for names in (("W" * 32, TYPED[typed]), (TYPED[typed],) * 4):
        table = table_of(*names)
        name = thread_name(table)
        check_label(name)
        assert name.startswith(f"Table {table.id}: ")
        assert len(name) <= 100
        assert all(part.strip() for part in name.split(": ", 1)[1].split(","))


def test_names_of_letters_stay_as_they_are_in_a_title() -> None:
    table = table_of("Ann_B", TYPED["seen"])
    assert thread_name(table) == f"Table {table.id}: Ann B, Jean-Luc O'Neill (2)"


@pytest.mark.parametrize("typed", TYPED)
def test_no_client_finds_anything_to_parse_in_labels_with_names(typed: str) -> None:
    name = TYPED[typed]
    table = table_of("Ann", name)
    seats = tuple(SeatRow(9, at, 100 + at, each, NOON) for at, each in enumerate((name, "Ben")))
    game = Finished(9, NOON, None, seats, (), "tens")
    pages = [
        own_tables_page([table, table.but(id=77)], 100, Wish.HAND, 0),
        ended_page([game], whose=Whose.ALL, page=Page(0, 1)),
        moderation_page(table, rated=False),
        versus_page(Versus(5, 6, None, None, (), ()), name, name),
    ]
    for page in pages:
        labels = labels_of(page)
        assert labels
        for label in labels:
            check_label(label)


@pytest.mark.parametrize("typed", TYPED)
def test_no_client_finds_anything_to_parse_in_labels_with_titles(typed: str) -> None:
    title = TYPED[typed]
    check_label(Offer("1", None, title, typed=True).named)
    sets = Shelves(Shelf((RuleSet(1, title, "modern", {"players": 2}),)), EMPTY)
    _placeholder, label, *_ = labels_of(sets_page(sets, 5, 7))
    check_label(label)
    assert label
    try:
        cup = begun(Form.SWISS, 4).but(name=clean_name(title))
    except Refused:
        return  # nothing is called so
    *labels, _new = labels_of(tournaments_page([cup, cup.but(id=2)], [], [cup.but(id=3)]))
    assert len(labels) == 3
    for label in labels:
        check_label(label)
    people = tuple(replace(each, name=title) for each in cup.entrants)
    check_label(podium_words(cup.but(entrants=people)))
