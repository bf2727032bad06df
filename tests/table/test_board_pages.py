"""The board, the finished deal and the result, over whole games of every rule book: what stands there, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from itertools import pairwise

import pytest

from bot.engine import PRESETS, View, build_rules, observe_deal, parse_action
from bot.engine.combinations import BY_NAME
from bot.engine.game import Game, apply_move
from bot.tables import Status, Table
from bot.ui.kit.controls import Layout
from bot.ui.pictures.chart import Course, chart_picture, course_of
from bot.ui.text.deals import most_declared, named
from bot.ui.text.faces import Look, Picture, Style, face
from bot.ui.text.i18n import speaking
from bot.ui.text.words import book_line
from cogs.table.pages.board import board, closed_board
from cogs.table.pages.result import after_game, final_score, given_up_early, headline, result
from cogs.table.tricks import tricks_page
from tests.honour_table import honour_table
from tests.tables.made import adjourned, begun
from tests.ui.at_board import NAMES, before_the_picture, items_of, labels_of, positions, texts_of
from tests.ui.dealt import opened

pytestmark = pytest.mark.deep

HALF_A_MINUTE = timedelta(seconds=30)
MOST, MOST_BEFORE = 700, 120
_LATE = 12
_CHART, _BUTTONS = 190, 2 * 40
"""Height in pixels of a chart and of two rows of buttons on a phone 360 pixels wide."""
_ON_A_PHONE, _MOST_LINES = 34, 11
"""So many small letters stand in a line 360 pixels wide, and so many lines leave room for the buttons in 640."""
DRAWN = Style(Look.PICTURES, {}, Picture("board.png", b"", "the table"))
LONG = ("Maximilian von und zu Hohenfels", "Wilhelmina Alexandrina Paulina", "Йоханнес Себастьян Мюллер", "W" * 32)
POINTS: dict[str, dict[str, object]] = {
    name: {"target": 500} if book.game == "bezique" else {} for name, book in PRESETS.items()
}
GAMES = [(preset, players, POINTS[preset]) for preset in PRESETS for players in PRESETS[preset].players]
GAMES += [(preset, 4, {"partners": True} | POINTS[preset]) for preset in PRESETS if 4 in PRESETS[preset].players]
by_every_book = pytest.mark.parametrize(
    ("preset", "players", "changes"), GAMES, ids=lambda value: str(value) if isinstance(value, str | int) else ""
)


@cache
def whole_game(preset: str, players: int, *, partners: bool = False) -> tuple[Table, ...]:
    changes = {"partners": True} | POINTS[preset] if partners else POINTS[preset]
    return tuple(positions(build_rules(preset, players, changes), preset, 3))


def in_play(tables: Iterable[Table], *, tricks: int = 0) -> Iterator[tuple[Table, View]]:
    """Yield the positions in the middle of a deal, from so many tricks on, with what everybody sees of them."""
    for table in tables:
        view = table.view()
        if view is not None and not view.over and view.tricks_played >= tricks and table.status is Status.PLAYING:
            yield table, view


def said(layout: Layout) -> str:
    return "\n".join(texts_of(layout))


def given_up(before: Table) -> Table:
    last = apply_move(before.game.deals[-1], parse_action("1 resign"))
    return before.but(game=Game(before.rules, (*before.game.deals[:-1], last)), status=Status.FINISHED)


@by_every_book
@pytest.mark.parametrize("names", [NAMES, LONG], ids=["names", "long names"])
def test_board_in_play_is_short_and_begins_with_the_table(
    preset: str, players: int, changes: dict[str, object], names: tuple[str, ...]
) -> None:
    longest = 0
    for number, (table, _) in enumerate(in_play(positions(build_rules(preset, players, changes), preset, 3, names))):
        with speaking("fr" if number % 4 == 0 else "en"):
            shown = board(table, HALF_A_MINUTE, table.created_at, DRAWN, without=table.users)
        longest = max(longest, len(said(shown)))
        assert len(before_the_picture(shown)) <= MOST_BEFORE
        assert re.search(r"[0-9a-f]{64}", said(shown)) is None
    assert 200 < longest <= MOST


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("in_words", [False, True], ids=["signs", "words"])
def test_board_without_a_picture_is_short_too_and_says_what_the_picture_shows(players: int, *, in_words: bool) -> None:
    longest = 0
    for table, _ in in_play(whole_game("britannica", players)):
        with speaking("en", in_words=in_words):
            text = said(board(table, HALF_A_MINUTE, None, Style(Look.TEXT if in_words else Look.EMOJI)))
        longest = max(longest, len(text))
        assert "rumps" in text
    assert 200 < longest <= MOST


def test_board_says_who_is_to_act_then_the_last_trick_then_the_declarations_then_its_buttons() -> None:
    checked = 0
    for table, view in in_play(whole_game("modern", 4), tricks=_LATE):
        if view.melds:
            shown = board(table, HALF_A_MINUTE, None, DRAWN)
            title = BY_NAME[view.melds[-1].row.name].title.lower()
            parts = ["➤", "Last trick: ", title.split()[-1], "Modern"]  # a marriage is called no more than that
            assert sorted(parts, key=said(shown).index) == parts
            assert labels_of(shown)[:4] == ["My hand", "Tricks", "Fair deal", "Rules"]
            checked += 1
    assert checked > 20


@pytest.mark.parametrize(
    ("preset", "changes", "line"),
    [
        ("modern", {}, "Modern"),
        ("modern", {"past_tricks": "last_only"}, "Modern: only the last trick may be looked at"),
        ("enquire", {}, "Enquire Within: the largest card of any suit wins; no announcing; 3 more"),
        ("parlour", {}, "Victorian parlour: the highest card wins, until the last eight; 3 more"),
        ("britannica", {}, "Britannica, 9th edition: several declarations a trick; 8 more"),
    ],
)
def test_board_names_its_rule_book_and_where_it_differs(preset: str, changes: dict[str, object], line: str) -> None:
    assert book_line(build_rules(preset, 2, changes), preset) == line


# ---------------------------------------------------------------- the finished deal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_finished_deal_has_its_score_its_table_two_buttons_and_last_its_commitment(players: int) -> None:
    for table in whole_game("modern", players):
        view = table.view()
        if view is None or not view.over:
            continue
        deal, row = view.number, table.deals[view.number]
        shown = closed_board(table, deal, DRAWN.picture)
        assert labels_of(shown) == ["Replay", "Fair deal"]
        text = said(shown)
        assert not any(part in text for part in row.entropy)
        if table.status is Status.FINISHED:  # the result below says more
            assert len(texts_of(shown)) == 1
            continue
        assert "**" not in before_the_picture(shown), "the picture tells the score"
        told = said(closed_board(table, deal))
        assert len(re.findall(r"^-# .*\*\*", told, re.MULTILINE)) == players
        assert all(f"**{total}" in told or f" {total}" in told for total in view.totals)
        assert text.splitlines()[-1] == f"-# 🔒\u00a0{row.commitment}"
        assert re.findall("[0-9a-f]{64,}", text) == [row.commitment]


def test_finished_deal_folds_to_its_picture_and_a_line_once_the_next_is_dealt() -> None:
    *_, last = whole_game("modern", 2)
    (line,) = texts_of(closed_board(last, 0, DRAWN.picture))
    view = observe_deal(last.game.deals[0], None)
    assert line == "-# Bézique · table 1 · deal 1 · " + " · ".join(
        f"{badge} {name} **{total}**" for badge, name, total in zip("🔵🟠", named(last.names), view.totals, strict=True)
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_finished_deal_in_words_is_short_too(players: int) -> None:
    table = next(t for t in whole_game("britannica", players) if t.view().over)  # type: ignore[union-attr]
    with speaking("en", in_words=True):
        text = said(closed_board(table, 0))
    assert len(text) < 1200
    assert re.search("[♤♧♥♦♠♣♡♢→▸➤]", text) is None


# ---------------------------------------------------------------- tricks


def test_tricks_lists_all_of_them_where_they_may_be_looked_at() -> None:
    for table, view in in_play(whole_game("modern", 2)[::7]):
        numbers = re.findall(r"^-# (\d+)\. ", said(tricks_page(table, view.number)), re.MULTILINE)
        assert [int(n) for n in numbers] == list(range(1, view.tricks_played + 1))


@pytest.mark.parametrize("players", [2, 4])
def test_line_of_a_trick_tells_the_cards_and_the_players_in_the_order_played(players: int) -> None:
    table, _ = next(in_play(whole_game("modern", players), tricks=9))
    text = re.sub(r"[\u2068\u2069\\]", "", said(tricks_page(table, 0)))
    for number, trick in enumerate(table.game.deals[0].tricks, start=1):
        (line,) = re.findall(rf"^-# {number}\. (.*)$", text, re.MULTILINE)
        seats = [trick.seat_of(place) for place in range(players)]
        played = [(seat, face(card)) for seat, card in zip(seats, trick.cards, strict=True)]
        if players == 2:
            cards = " ".join(f"**{card}**" if seat == trick.winner else card for seat, card in played)
            told = f"{NAMES[trick.leader]}: {cards} → {NAMES[trick.winner]}"
        else:
            each = [f"{NAMES[seat]} {card}" for seat, card in played]
            told = " · ".join(f"**{words}**" if seat == trick.winner else words
                              for seat, words in zip(seats, each, strict=True))  # fmt: skip
        assert line.partition(" +")[0] == told


def test_tricks_shows_only_the_last_where_the_rules_say_so() -> None:
    seen = 0
    for table, view in in_play(whole_game("enquire", 3)[::7], tricks=2):
        text = said(tricks_page(table, view.number))
        assert re.findall(r"^-# (\d+)\. ", text, re.MULTILINE) == [str(view.tricks_played)]
        assert "only the last trick may be looked at" in text
        seen += 1
    assert seen > 5


def test_pages_of_tricks_hold_every_line_once() -> None:
    table = max(whole_game("modern", 4), key=lambda t: len(t.game.deals[0].tricks))
    style = Style(Look.EMOJI, dict.fromkeys(range(32), "<:card:123456789012345678>"))
    pages = [tricks_page(table, 0, back, style) for back in range(9)]
    told = list(map(said, pages))
    assert all(len(text) <= 4000 for text in told)
    numbers = [int(n) for text in dict.fromkeys(told) for n in re.findall(r"^-# (\d+)\. ", text, re.MULTILINE)]
    assert sorted(numbers) == list(range(1, 33))
    assert numbers[0] > 1  # the newest first
    assert labels_of(pages[0]) == ["Earlier", "Later"]


# ---------------------------------------------------------------- the result


@pytest.mark.parametrize(("players", "partners"), [(2, False), (3, False), (4, False), (4, True)])
def test_result_has_the_score_in_its_headline_and_the_chart_and_behind_more_the_sheet_and_who_declared_most(
    players: int, *, partners: bool
) -> None:
    table = whole_game("modern", players, partners=partners)[-1]
    game = table.game
    assert game.result is not None
    sides = [sum(game.totals[seat] for seat in seats) for seats in game.law.side_seats]
    won = sum(game.totals[seat] for seat in game.result.winner)
    assert final_score(table).startswith(f"{won} to ")
    assert sorted(int(n) for n in re.findall(r"\d+", final_score(table))) == sorted(sides)
    assert final_score(table) in headline(table)
    assert "Total" in said(result(table)), "without a chart the sheet stands in its place"
    shown = result(table, Picture("chart.png", b"", "how it ran"))
    text = said(shown)
    assert headline(table) in before_the_picture(shown)
    assert "It stood" not in text
    assert "Total" not in text
    assert labels_of(shown) == ["Rematch", "What cost me most", "Play another", "More…"]
    more = after_game(table)
    text = said(more)
    assert text.index("Total") < text.index("Most declared: ")
    assert labels_of(more) == ["Replay", "Record", *(["Fair deal"] if len(game.deals) == 1 else []), "Report"]
    options = [each["label"] for item in items_of(more) if item["type"] == 3 for each in item["options"]]
    assert options == [f"Deal {n + 1}" for n in range(len(game.deals)) if len(game.deals) > 1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_result_with_its_chart_fits_a_phone(players: int, language: str) -> None:
    table = whole_game("britannica", players)[-1]
    foot = "-# " + "Maximilian 1138 ± 120 (+138) · " * players + "provisional until ten rated games"
    with speaking(language):
        shown = result(table, Picture("chart.png", b"", "how it ran"), foot=foot)
    height = _CHART + _BUTTONS
    for text in texts_of(shown):
        for line in re.sub("[*\u2068\u2069]", "", text).splitlines():
            large, little = line.startswith("### "), line.startswith("-# ")
            height += (26 if large else 18 if little else 22) * -(-len(line) // (28 if large else 44 if little else 36))
        height += 8
    assert height <= 515
    printed = [line for text in texts_of(shown) for line in text.splitlines() if line.startswith("-# ")]
    assert len(printed) <= 2
    assert sum(len(line.split()) for line in "\n".join(texts_of(shown)[:-1]).splitlines()) <= 60


def test_most_declared_counts_combinations_alone() -> None:
    for players in (2, 3, 4):
        game = whole_game("britannica", players)[-1].game
        by_seat = [[m.points for m in game.marks if m.seat == seat and m.reason in BY_NAME] for seat in range(players)]
        (*seats,), points = most_declared(game.marks, players)
        assert points == max(map(sum, by_seat))
        assert seats == [seat for seat in range(players) if sum(by_seat[seat]) == points]


def test_declaration_that_was_taken_back_counts_for_nobody() -> None:
    at_table = honour_table("modern", hands={0: "KDa QDa", 1: "KSa QSa"}).win(0)
    at_table.do("0 declare common-marriage KDa QDa", "0 draw", "1 draw").win(1)
    before = most_declared(at_table.game.marks, 2)
    assert before == ([0], 20)
    at_table.do(f"1 declare four-aces {at_table.any_card(1)}", "0 claim wrong-declaration")
    assert most_declared(at_table.game.marks, 2) == before


@pytest.mark.parametrize(("tricks", "when"), [(0, "after 0 tricks"), (1, "after 1 trick"), (12, "after 12 tricks")])
def test_game_that_was_resigned_says_so_and_how_it_stood(tricks: int, when: str) -> None:
    at = [t for t in whole_game("modern", 2) if len(t.game.deals) == 2]
    over = given_up(next(t for t in at if len(t.game.deals[1].tricks) == tricks))
    text = said(result(over)).replace("\u2068", "").replace("\u2069", "")
    assert "Ben resigned; Anneliese wins." in text
    first, second = over.game.totals
    assert f"It stood Anneliese **{first}** · Ben **{second}** in deal 2, {when}." in text


@pytest.mark.parametrize("deals", [1, 2], ids=["in the first deal", "in a later deal"])
def test_game_given_up_in_its_first_deal_is_told_in_one_line_without_trophy_and_sheet(deals: int) -> None:
    at = [table for table, _ in in_play(whole_game("modern", 2))]
    over = given_up(next(t for t in at if len(t.game.deals) == deals and len(t.game.deals[-1].tricks) == 3))
    first, *_ = told = texts_of(result(over))
    assert given_up_early(over) == (deals == 1)
    assert ("🏆" in first) == ("Total" in "\n".join(told)) == (deals > 1)
    if deals == 1:
        one, two = over.game.totals
        stood = f"It stood Anneliese **{one}** · Ben **{two}** in deal 1, after 3 tricks."
        line = first.replace("\u2068", "").replace("\u2069", "")
        assert line == f"**Bézique · table {over.id}** · Ben resigned; Anneliese wins. {stood}"
        assert len(told) == 1


# ---------------------------------------------------------------- the chart


@by_every_book
def test_chart_ends_where_the_game_does_never_falls_and_is_small(
    preset: str, players: int, changes: dict[str, object]
) -> None:
    game = whole_game(preset, players, partners="partners" in changes)[-1].game
    course = course_of(game)
    assert len(chart_picture(course)) <= 60_000

    def by_side(totals: Sequence[int]) -> list[int]:
        return [sum(totals[seat] for seat in seats) for seats in game.law.side_seats]

    assert [points[-1] for points in course.points] == by_side(game.totals)
    for points in course.points:
        assert all(one <= next_one for one, next_one in pairwise(points))
        for deal, end in zip(game.deals, course.deals, strict=True):
            assert points[end] in by_side(deal.score.totals)
    assert len(course.points[0]) == 1 + sum(max(1, len(deal.tricks)) for deal in game.deals)


@pytest.mark.parametrize(
    "course",
    [
        Course(((0,), (0,)), (0,), 1000),
        Course(((0, 0), (0, 0)), (1,), None),
        Course(((0, 10_000), (0, 9_990)), (1,), 10_000),
        Course(((0, 1000), (0, 1000), (0, 1000), (0, 1000)), (1,), 1000),
        Course(((0, 10), (0, 0), (0, 0), (0, 0)), (1,), 2000),
    ],
)
def test_chart_is_one_picture_of_eleven_to_seven_and_small(course: Course) -> None:
    data = chart_picture(course)
    assert opened(data).size == (1100, 700)
    assert len(data) <= 60_000
    assert chart_picture(course) == data


def test_chart_is_as_high_as_what_was_reached_and_has_no_line_for_a_target_that_nobody_reached() -> None:
    reached = ((0, 200, 300), (0, 100, 150))
    assert chart_picture(Course(reached, (2,), 2000)) == chart_picture(Course(reached, (2,), None))
    assert chart_picture(Course(reached, (2,), 300)) != chart_picture(Course(reached, (2,), None))


@pytest.mark.parametrize("names", [NAMES, LONG], ids=["names", "long names"])
@pytest.mark.parametrize("partners", [False, True], ids=["each", "partners"])
def test_board_of_four_leaves_room_for_its_buttons_on_a_phone(names: tuple[str, ...], *, partners: bool) -> None:
    rules = build_rules("modern", 4, {"partners": partners, "target": 500})
    tallest = 0
    for table, _ in in_play(positions(rules, "modern", 3, names), tricks=_LATE):
        small = re.findall(r"^-# (.*)$", said(board(table, HALF_A_MINUTE, None, DRAWN)), re.MULTILINE)
        plain = [re.sub(r"[*\u2068\u2069]", "", line) for line in small]
        tallest = max(tallest, sum(-(-len(line) // _ON_A_PHONE) for line in plain))
    assert 6 <= tallest <= _MOST_LINES


def test_adjourned_board_asks_nobody_for_their_hand() -> None:
    lying = adjourned(begun())
    text = "\n".join(texts_of(board(lying, HALF_A_MINUTE, lying.created_at, DRAWN, without=lying.users)))
    assert "Adjourned:" in text
    assert "press **My hand**" not in text
