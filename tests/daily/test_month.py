"""The pictures of the daily deal: the month with own results, and the strip that gives nothing away."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.club.daily import DailyDay, Square, begins, squares
from bot.engine.combinations import BY_NAME
from bot.tables.decisions.daily import PLAYER_SEAT
from bot.ui.pictures.daily import month_picture, strip_picture
from bot.ui.text.i18n import speaking
from cogs.daily import grid, month_of, month_words, strip_of, strip_words
from db.daily import DailyGameRow
from tests.daily.whole_game import SECRET, first_offered, run_out

MOST_BYTES = 60 * 1024
LAST = 31 + 28 + 31
"""The deal of 31 March, a Tuesday, the last of a month that begins on a Sunday: six weeks, of which four are shown."""
START = 9


def day(number: int = LAST, points: int = 24, *, month: dict[int, int] | None = None) -> DailyDay:
    now = begins(number) + timedelta(hours=10)
    own = DailyGameRow(number, 1, 7, 5, now, points)
    return DailyDay(number, now, "", "", True, "", own, None, (), None, 0, 0, month or {})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_month_shows_each_result_and_its_words_say_the_same(language: str) -> None:
    results = {at: 10 * at - 200 for at in range(1, 32)}
    with speaking(language):
        pictures = set()
        for month in (results, {START: 10}, {31: 10}, {31: -10}, {31: 20}, results | {START: 5}):
            shown = month_of(day(month=month))
            assert shown is not None
            data = month_picture(shown)
            assert len(data) <= MOST_BYTES
            pictures.add(data)
            words = month_words(shown)
            assert len(words) <= 1024
            assert all(f"{each}. {points}" in words for each, points, _ in shown.results)
            assert [each for each, _, _ in shown.results] == [each for each in month if each >= START]
            assert len(shown.weekdays) == 7
    assert len(pictures) == 6


def test_month_is_that_of_the_day_and_is_shown_from_its_first_result_on() -> None:
    assert month_of(day()) is None
    today = month_of(day(month={2: 30}))
    before = month_of(day(LAST - 1, month={2: 30}))
    assert today is not None
    assert before is not None
    assert (today.days, before.days) == (31, 30)
    assert (today.start, today.first, before.start) == (START, 0, START)
    early = month_of(day(31 + 28 + 5, month={2: 30}))
    assert early is not None
    assert (early.start, early.first, early.results[0][0]) == (1, 6, 2)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_strip_follows_the_tricks_and_shows_no_card(language: str) -> None:
    table = run_out(SECRET, first_offered)
    with speaking(language):
        strip = strip_of(day(), table, "Ann")
        words = strip_words(strip)
        data = strip_picture(strip)
    assert strip.squares == squares(table)
    assert len(data) <= MOST_BYTES
    assert not re.search("[♠♥♦♣♤♧]", words)
    assert words.count(",") >= sum(each is not Square.LOST for each in strip.squares)
    for at, kind in enumerate(strip.squares):
        others = [each for each in Square if each is not kind]
        changed = {strip_picture(strip._replace(squares=(*strip.squares[:at], each, *strip.squares[at + 1 :])))
                   for each in others}  # fmt: skip
        assert len(changed | {data}) == len(Square)
    assert strip_picture(strip._replace(points="+7")) != data
    assert len(strip_picture(strip._replace(name="W" * 32))) <= MOST_BYTES


def test_a_square_tells_what_its_trick_brought_and_the_signs_and_words_say_the_same() -> None:
    table = run_out("07" * 64, first_offered)
    deal = table.game.deals[0]
    found = squares(table)
    declared: dict[int, int] = {}
    for meld_mark in deal.score.marks:
        if meld_mark.seat == PLAYER_SEAT and meld_mark.reason in BY_NAME:
            declared[meld_mark.trick] = declared.get(meld_mark.trick, 0) + meld_mark.points
    assert set(found) == set(Square)
    for number, (trick, square) in enumerate(zip(deal.tricks, found, strict=True), start=1):
        assert (square is Square.LOST) == (trick.winner != PLAYER_SEAT)
        assert (square >= Square.DECLARED) == (number in declared)
        assert (square is Square.HUNDRED) == (declared.get(number, 0) >= 100)
    drawn = grid(found)
    tricks, said = drawn.rsplit("\n", 1)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == "-# ⬛ lost · 🟩 won · 🟨 declared · ⭐ 100 or more"
    assert [tricks.count(sign) for sign in "⬛🟩🟨⭐"] == [found.count(kind) for kind in Square]
    with speaking("en", in_words=True):
        words = grid(found)
    assert f"{sum(kind > 0 for kind in found)} of 32 tricks won; declared: " in words
    assert words.endswith(
        "100 or more: " + ", ".join(str(n) for n, kind in enumerate(found, 1) if kind is Square.HUNDRED)
    )
