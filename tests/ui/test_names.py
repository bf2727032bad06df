"""Whatever members are called, no message breaks, outgrows Discord's limits, or says something that nobody meant."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

import pytest
from simcord.components import walk_components

from bot.club import Board, By, Leaders
from bot.engine import build_rules
from bot.tables import CLOCKS, Player, Table, Tables
from bot.tables.decisions import terms
from bot.tables.decisions.lobby import leave
from bot.tables.values.parts import Claims, Terms
from bot.ui.kit.controls import Page
from bot.ui.text.faces import cells, fit, plain_name, short_names, shown_name, title_name
from bot.ui.text.typed import END_ISOLATE, ISOLATE, JOINER
from cogs.standings.leaderboards import leaderboard_page
from cogs.table.house_rules import GROUPS, sheet
from cogs.table.own_tables import tables_page
from cogs.table.pages.board import board, closed_board, moved_board
from cogs.table.pages.lobby import closed_lobby, invitation, lobby
from cogs.table.pages.panel import panel
from cogs.table.pages.result import result
from cogs.table.posts.reminders import has_left, time_up, your_turn
from db import StandingRow
from db.ratings import RatingRow
from tests.tables.at_table import CHANNEL, GUILD, NOON, open_table, play_out, post_board, start

pytestmark = pytest.mark.deep

NAMES = {
    "wide": "W" * 32,
    "emoji": "🂡🎴🃏👑" * 8,
    "family": "👨‍👩‍👧‍👦" * 4,
    "hands": "👋🏽👍🏿" * 8,
    "arabic": "محمد بن عبد الله ٣٢ حرفا كاملا هنا",
    "hebrew": "שלום עולם (בזיק) 7 אלף ומאה",
    "markdown": "**b** _i_ ~~s~~ ||x|| # > -# [a]",
    "link": "[free](https://example.org/x)",
    "address": "https://example.org/win",
    "code": "```js\nalert(1)```",
    "tick": "`" * 32,
    "everyone": "@everyone",
    "mention": "<@1> <#2> <@&3> <t:0:R> </a:4>",
    "slash": "\\" * 32,
    "override": "\u202egnp.exe\u202c\u2066x\u2069\u2069\u2069",
    "lines": "a\n# b\n- c\r\n1. d",
    "zalgo": "Z" + "\u0335\u0321\u031b\u0344" * 7,
    "blank": "\u3164\u2800\u200b\u200d",
    "chinese": "貝齊克貝齊克貝齊克貝齊克貝齊克貝齊克貝齊克貝齊克貝齊克貝齊克貝齊",
    "empty": "",
    "selectors": "\ufe0f\ufe0e \U000e0100",
}
_PARSED = re.compile(r"[<>@*_~`|\\\[\]]|#\d|:\w+:|https?:|discord\.gg/")
"""What a client may find in a label: mentions, markdown and its escapes, codes of emojis, addresses."""
_UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|>#\[\]()<:@]")


def crowd(first: str, count: int) -> list[Player]:
    """Return so many players, called as one name says and as those behind it do."""
    keys = list(NAMES)
    at = keys.index(first)
    return [Player(100 + n, NAMES[key]) for n, key in enumerate(islice(cycle(keys[at:] + keys[:at]), count))]


def check_label(label: str | None) -> None:
    """Hold a title or a label to holding nothing that a client could parse, nor an escape of it."""
    assert _PARSED.search(label or "") is None, label
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") and c != JOINER for c in label or ""), label


def check(layout: Any, names: Sequence[str]) -> str:  # noqa: ANN401 - any message of the bot
    """Hold a message to Discord's limits, and its names to saying nothing else; return its text."""
    items = list(walk_components(layout.to_components()))
    text = "\n".join(item["content"] for item in items if item["type"] == 10)
    assert len(items) <= 40
    assert len(text) <= 4000
    for item in items:
        assert len(item.get("label") or "") <= 80
        assert 1 <= len(item.get("custom_id", "x")) <= 100
        check_label(item.get("label"))
        check_label(item.get("placeholder"))
        for option in item.get("options", ()):
            assert 1 <= len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100
            check_label(option["label"])
    assert text.count(ISOLATE) == text.count(END_ISOLATE)
    assert not any(c in text for c in "\u202a\u202b\u202d\u202e\u202c\u2066\u2067")
    outside = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert "```" not in outside
    whole = [plain_name(name) for name in names]
    for shown in re.findall(f"{ISOLATE}(.*?){END_ISOLATE}", outside, flags=re.DOTALL):
        assert _UNESCAPED.search(shown) is None
        read = re.sub(r"\\(.)", r"\1", shown).removesuffix("…")  # as a client shows it: escaped once
        assert any(name.startswith(read) for name in whole), shown
    outside = re.sub(f"{ISOLATE}.*?{END_ISOLATE}", "NAME", outside, flags=re.DOTALL)
    assert not any(name in outside for name in names if len(name) > 6)
    assert "everyone" not in outside
    assert "example.org" not in outside
    assert "alert" not in outside
    for sheet_text in re.findall(r"```\n(.*?)\n```", text, flags=re.DOTALL):
        widths = {cells(line) for line in sheet_text.splitlines()}
        assert len(widths) == 1
    return text


# ------------------------------------------------------------------ one name


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_is_one_line_of_visible_characters(name: str) -> None:
    plain = plain_name(name)
    assert 1 <= len(plain) <= 32
    assert plain == plain.strip()
    assert plain.isprintable() or "\u200d" in plain
    assert plain_name(plain) == plain


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_in_a_text_is_nothing_but_a_name(name: str) -> None:
    shown = shown_name(name)
    assert (shown[0], shown[-1]) == (ISOLATE, END_ISOLATE)
    assert _UNESCAPED.search(shown) is None
    assert re.sub(r"\\(.)", r"\1", shown[1:-1]) == plain_name(name)
    assert (shown.count(ISOLATE), shown.count(END_ISOLATE)) == (1, 1)


@pytest.mark.parametrize("width", [4, 6, 14])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_name_in_a_column_takes_that_column_and_turns_nothing_around(name: str, width: int) -> None:
    for right in (False, True):
        cell = fit(plain_name(name), width, right=right)
        assert cells(cell) == width
        assert cell.count(ISOLATE) == cell.count(END_ISOLATE)


@pytest.mark.parametrize(
    "name", [NAMES["blank"], NAMES["selectors"], "", JOINER, "\u0301", "\u20e3", "\U0001d159", "\ufe0f\u200d\ufe0f"]
)
def test_names_that_show_nothing_are_a_question_mark(name: str) -> None:
    assert plain_name(name) == title_name(name) == "?"
    assert shown_name(name) == f"{ISOLATE}?{END_ISOLATE}"


def test_a_name_keeps_the_marks_of_its_letters_and_begins_with_none() -> None:
    assert plain_name("\u2764\ufe0f e\u0301") == "\u2764\ufe0f e\u0301"
    assert plain_name("\ufe0f\u0301 Ann") == "Ann"


@pytest.mark.parametrize(
    ("text", "width"), [("Ann", 3), ("👨‍👩‍👧‍👦", 2), ("👋🏽", 2), ("貝", 2), ("é", 1), ("e\u0301", 1)]
)
def test_columns_are_counted_as_they_are_drawn(text: str, width: int) -> None:
    assert cells(text) == width


# ------------------------------------------------------------------ every message


@pytest.mark.parametrize(
    ("first", "players", "partners"),
    [("wide", 2, False), ("hebrew", 2, False), ("code", 3, False), ("slash", 4, True), ("everyone", 4, True)],
)
async def test_every_message_of_a_game_holds_with_such_names(
    tables: Tables, first: str, players: int, *, partners: bool
) -> None:
    people = crowd(first, players)
    names = [player.name for player in people]
    rules = build_rules("britannica", players, {"target": 500, **({"partners": True} if partners else {})})
    table = await open_table(tables, people, rules=rules, preset="britannica")
    table = await tables.ask(
        table.id, terms.set_table, people[0].user_id, clock=CLOCKS["live-3"], partners_drawn=partners
    )
    check(lobby(table, tables.store.limits), names)
    check(invitation(table, names[0], 7), names)
    for page in range(len(GROUPS)):
        check(sheet(table, page), names)
    for player in people[1:]:
        await tables.ask(table.id, terms.agree, player.user_id)
    table = await start(tables, table.id, people[0].user_id)
    rng = random.Random(3)
    while table.live:
        table = await play_out(tables, table.id, rng, plies=table.ply + 23)
        if table.awaits_deal:
            check(board(table, tables.store.limits.deal), names)
            await post_board(tables, table.id)
        elif table.live:
            _check_running(tables, table, names)
    for deal in range(len(table.game.deals)):
        check(closed_board(table, deal), names)
    check(moved_board(table, 0, "https://discord.com/channels/1/2/3"), names)
    assert "win" in check(result(table), names)


def _check_running(tables: Tables, table: Table, names: Sequence[str]) -> None:
    until = tables.now() + timedelta(minutes=3)
    check(board(table, tables.store.limits.deal, until), names)
    check(your_turn(table, table.turn_users, until), names)
    check(time_up(table.but(claims=Claims(table.ply, table.turn_users[0], table.users)), left=False), names)
    check(has_left(table, table.users[-1]), names)
    for user in table.users:
        check(panel(table, user), names)


async def test_page_of_tables_holds_ten_of_them_with_the_longest_names_and_rules(tables: Tables) -> None:
    rules = build_rules(
        "britannica", 4,
        {"partners": True, "target": 4000, "bezique_cards": "fixed", "trick": "any_suit", "bezique_cards_locked": True,
         "sequence_bars_marriage": True, "seven_scores": "played", "seven_exchange": "any_holder",
         "brisques": "end_of_deal", "last_trick": "final", "finish": "end_of_deal", "both_out": "less_brisques",
         "past_tricks": "open"},
    )  # fmt: skip
    found = []
    for first in islice(NAMES, 10):
        people = [replace(player, name=player.name or "W" * 32) for player in crowd(first, 4)]
        found.append(await open_table(tables, people, rules=rules, preset="britannica"))
    found += [replace(table, id=2**31 + table.id) for table in found]
    for name in ("slash", "wide"):
        same = [replace(t, seats=tuple(replace(s, name=NAMES[name]) for s in t.seats)) for t in found]
        for page in (0, 1):
            shown = same[10 * page :][:10]
            assert _tables_shown(check(tables_page(shown, 100, Page(page, 2), NOON), [NAMES[name]])) == 10
    assert _tables_shown(check(tables_page(found[:10], 100, Page(0, 2), NOON), list(NAMES.values()))) == 10


def _tables_shown(text: str) -> int:
    return text.count("https://discord.com/channels/")


@pytest.mark.parametrize("by", list(By))
def test_leaderboard_holds_ten_such_names(by: By) -> None:
    board, seasons = Board(GUILD, by, game_kind="partners"), [f"2026-{month:02}" for month in range(12, 0, -1)]
    for at in (0, 10):
        names = dict(enumerate(list(NAMES.values())[at : at + 10]))
        rated = [RatingRow(GUILD, "partners", user, 50.0, 8.0, 0, 9) for user in names]
        rows = tuple(
            StandingRow(each.user_id, 10_000, 10_000, 123_456, 1_000, 1_000, 900, 99, each, 9) for each in rated
        )
        check(leaderboard_page(Leaders(board, rows, rows[0], names, 100, 10), seasons, 0), list(names.values()))
    slashes = dict.fromkeys(range(10), NAMES["slash"])
    check(leaderboard_page(Leaders(board, rows, None, slashes, 100, 90), [], 0, for_all=True), [NAMES["slash"]])


async def test_what_stays_of_a_table_that_came_to_nothing_holds_too(tables: Tables) -> None:
    for name in NAMES.values():
        table = await tables.open(
            guild_id=GUILD, channel_id=CHANNEL, opener=Player(5, name), rules=build_rules("modern", 2, {}),
            terms=Terms("modern"),
        )  # fmt: skip
        check(closed_lobby(await tables.ask(table.id, leave, 5)), [name])


def test_long_names_are_cut_in_the_story_of_a_deal_unless_they_are_alike_then() -> None:
    assert short_names(["Ann", "Bartholomew the Elder"]) == ["Ann", "Bartholomew t…"]
    alike = ["Bartholomew the Elder", "Bartholomew the Younger"]
    assert short_names(alike) == alike
    assert short_names(["Ann", "Ann"]) == ["Ann", "Ann"]
