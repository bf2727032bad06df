"""The pictures of the daily deal: the month with own results, and the strip that gives nothing away."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.club.daily import DailyDay, begins, tricks_won
from bot.ui.pictures.daily import month_picture, strip_picture
from bot.ui.text.i18n import speaking
from cogs.daily import month_of, month_words, strip_of, strip_words
from db.daily import DailyGameRow
from tests.daily.whole_game import SECRET, first_offered, run_out

MOST_BYTES = 60 * 1024
LAST = 31 + 28 + 31
"""The deal of 31 March, the last of a month that begins on a Sunday: six weeks."""


def day(number: int = LAST, points: int = 24, *, month: dict[int, int] | None = None) -> DailyDay:
    now = begins(number) + timedelta(hours=10)
    own = DailyGameRow(number, 1, 7, 5, now, points)
    return DailyDay(number, now, "", "", True, "", own, None, (), None, 0, 0, month or {})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_month_shows_each_result_and_its_words_say_the_same(language: str) -> None:
    results = {at: 10 * at - 200 for at in range(1, 32)}
    with speaking(language):
        pictures = set()
        for month in (results, {1: 10}, {31: 10}, {31: -10}, {31: 20}, results | {3: 5}):
            shown = month_of(day(month=month))
            assert shown is not None
            data = month_picture(shown)
            assert len(data) <= MOST_BYTES
            pictures.add(data)
            words = month_words(shown)
            assert len(words) <= 1024
            assert all(f"{each}. {points}" in words for each, points, _ in shown.results)
            assert len(shown.results) == len(month)
            assert len(shown.weekdays) == 7
    assert len(pictures) == 6


def test_month_is_shown_from_its_first_result_on_and_only_for_today() -> None:
    assert month_of(day()) is None
    today = day(month={2: 30})
    assert month_of(today) is not None
    yesterday = DailyDay(LAST - 1, today.now, "", "", True, "", today.own, None, (), None, 0, 0, {2: 30})
    assert month_of(yesterday) is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_strip_follows_the_tricks_and_shows_no_card(language: str) -> None:
    table = run_out(SECRET, first_offered)
    with speaking(language):
        strip = strip_of(day(), table, "Ann")
        words = strip_words(strip)
        data = strip_picture(strip)
    assert strip.won == tricks_won(table)
    assert len(data) <= MOST_BYTES
    assert not re.search("[♠♥♦♣♤♧]", words)
    assert words.count(",") >= sum(strip.won)
    for at in range(len(strip.won)):
        won = list(strip.won)
        won[at] = not won[at]
        assert strip_picture(strip._replace(won=tuple(won))) != data
    assert strip_picture(strip._replace(points="+7")) != data
    assert len(strip_picture(strip._replace(name="W" * 32))) <= MOST_BYTES
