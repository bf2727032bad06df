"""Sheets of figures: their writing is never cut, they stay small, and charts span what was reached."""

from __future__ import annotations

import pytest

from bot.house.roster import HOUSE
from bot.ui.pictures.chart import Course, chart_picture
from bot.ui.pictures.pen import names_in, width_of
from bot.ui.pictures.sheet import fitted
from bot.ui.pictures.standings import MOST_LINES, Line, podium_picture
from bot.ui.text.faces import short_names, shown_name
from tests.ui.dealt import opened

MOST_BYTES = 60 * 1024
NAMES = (*(each.name for each in HOUSE.values()), "W" * 32, "Jean-Sébastien de la Fontaine", f"{'W' * 32} & {'M' * 32}")


@pytest.mark.parametrize("room", [200, 560, 800])
@pytest.mark.parametrize("two_lines", [0, 31])
def test_no_name_is_cut_and_each_fits_its_room(room: int, two_lines: int) -> None:
    for name in NAMES:
        words = fitted(name, room, (50, 46, 42), two_lines=two_lines)
        assert "".join(words.lines).replace(" ", "") == name.replace(" ", "")
        assert max(width_of(line, words.size) for line in words.lines) <= room
        assert len(words.lines) <= (2 if two_lines else 1)


def test_a_house_players_name_stands_in_one_line_at_full_size() -> None:
    for player in HOUSE.values():
        assert fitted(player.name, 560, (50, 46, 42), two_lines=31).size == 50


@pytest.mark.parametrize("room", [100, 128, 160, 214, 300])
def test_a_house_players_name_at_a_table_is_whole_or_its_last_word(room: int) -> None:
    for player in HOUSE.values():
        (written,) = names_in((player.shown,), room)
        assert written.text in (player.name, player.name.split()[-1])
        assert width_of(written.text, written.size) <= room


def test_a_house_players_name_is_whole_in_every_text() -> None:
    for player in HOUSE.values():
        assert player.shown in shown_name(player.shown, 10)
        assert short_names([player.shown, "Wolfeschlegelsteinhausenbergerdo"])[0] == player.shown


def test_places_names_and_points_are_all_in_the_picture() -> None:
    lines = [Line(at + 1, name, f"{1400 - at} ± 60") for at, name in enumerate(NAMES[-MOST_LINES:])]
    picture = podium_picture("Wins", lines)
    assert len(picture) <= MOST_BYTES
    for at in range(MOST_LINES):
        for change in ({"place": 99}, {"name": "Zoé"}, {"points": "7"}):
            other = [*lines[:at], lines[at]._replace(**change), *lines[at + 1 :]]
            assert podium_picture("Wins", other) != picture
    assert podium_picture("Points", lines) != picture
    assert podium_picture("Wins", lines[:1]) != podium_picture("Wins", lines[:2])


def test_the_chart_of_a_game_that_ended_early_spans_what_was_reached() -> None:
    early = Course(((0, 40, 160), (0, 80, 80)), (2,), 1000)
    assert chart_picture(early) == chart_picture(early._replace(target=2000))
    assert opened(chart_picture(early)).tobytes() != opened(chart_picture(early._replace(target=180))).tobytes()
