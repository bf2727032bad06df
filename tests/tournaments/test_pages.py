"""What people see of tournaments: within Discord's limits however many take part, and the same in picture and words."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from datetime import timedelta
from itertools import combinations

import pytest
from PIL import Image

from bot.club.tournaments import decisions
from bot.club.tournaments.values import Entrant, Form, Outcome, State, Tournament
from bot.tables import CLOCKS
from bot.tables.decisions import dealing, fixtures
from bot.tables.values.parts import Fixture, Terms
from bot.ui.kit.controls import MOST_COMPONENTS, Layout
from bot.ui.pictures.standings import MOST_LINES, OWN, cross_picture, podium_picture
from bot.ui.text.i18n import speaking
from bot.ui.text.words import time_words
from cogs.tournaments import pages
from tests.tables.at_table import NOON, PARTNERS, TWO
from tests.tables.made import noon, numbered
from tests.ui.at_board import texts_of


def held(count: int, form: Form = Form.SWISS, *, rounds: int = 2, partners: bool = False) -> Tournament:
    """Return a tournament of so many with long names, in which so many rounds were played."""
    each = 2 if partners else 1
    people = tuple(
        Entrant(at, f"{at} {'W' * 27}", NOON + timedelta(seconds=at), entry=1 + at // each)
        for at in range(count * each)
    )
    tournament = Tournament(
        3, 2**60, 2**60 + 1, 2**60 + 2, "N" * 60, form, State.PLAYING, PARTNERS if partners else TWO, "modern",
        CLOCKS["live-3"], 3, timedelta(days=1), NOON, started_at=NOON, entrants=people,
    )  # fmt: skip
    for number in range(rounds):
        numbers = list(tournament.entries)
        pairs = [(one, other) for one, other in zip(numbers[::2], numbers[1::2], strict=False)]
        tournament = decisions.paired(tournament, number, pairs)
        for at, pairing in enumerate(tournament.of_round(number + 1)):
            outcome = (Outcome.HOME, Outcome.DRAW, Outcome.AWAY_DEFAULT)[at % 3]
            tournament = decisions.recorded(tournament, pairing, outcome, (1000, 640))
    return tournament


def all_pages(tournament: Tournament) -> list[Layout]:
    waiting = replace(
        tournament, state=State.OPEN, round=0, pairings=(),
        entrants=tuple(replace(each, entry=None) for each in tournament.entrants),
    )  # fmt: skip
    over = replace(tournament, state=State.FINISHED)
    return [
        *(pages.entries_page(each, {}, NOON) for each in (waiting, tournament, over)),
        pages.entries_page(replace(over, state=State.CANCELLED), {}, NOON), pages.round_page(tournament, 1, {}, NOON),
        pages.round_page(tournament, tournament.round, {}, NOON), pages.final_page(over),
        pages.standings_page(tournament), pages.standings_page(tournament, 3),
        pages.own_page(tournament, 2**60 + 2, "!" * 300, manages=True),
        pages.tournaments_page([tournament] * 5, [over] * 10),
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("count", "partners"), [(3, False), (64, False), (64, True)])
def test_pages_of_tournaments_stay_within_what_a_message_takes(language: str, count: int, partners: bool) -> None:
    with speaking(language):
        for page in all_pages(held(count, partners=partners)):
            assert sum(map(len, texts_of(page))) <= 4000
            assert sum(1 for _ in page.walk_children()) <= MOST_COMPONENTS


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("partners", [False, True])
def test_a_round_keeps_every_seal_however_long_the_names_are(language: str, partners: bool) -> None:
    tournament = decisions.paired(held(64, rounds=0, partners=partners), 0, [(at, at + 1) for at in range(1, 64, 2)])
    tables = {}
    for at, pairing in enumerate(tournament.of_round(1)[:8], 1):
        table = fixtures.arranged(
            noon(chance=random.Random(at)), guild_id=1, channel_id=2, players=tournament.players_of(pairing),
            rules=tournament.rules, terms=Terms(tournament.preset, clock=tournament.clock),
            fixture=Fixture(3, "", 1, in_round=True), lasting=tournament.lasting, in_thread=False,
        )  # fmt: skip
        table = numbered(table, at)
        for user in table.users:  # all have cut, and all but one are ready
            table = dealing.cut(dealing.posted(table, noon(), 2**60, role=dealing.ROUND), noon(), user, "luck")
        for user in table.users[1:]:
            table = fixtures.ready(table, noon(), user).table
        tables[at] = table
    pairings = tuple(replace(each, table_id=each.board) for each in tournament.pairings)
    with speaking(language):
        page = pages.round_page(tournament.but(pairings=pairings), 1, tables, NOON)
    text = "\n".join(texts_of(page))
    assert len(text) <= 4000
    assert all(f"**{at}.**\u00a0🔒\u00a0{table.deals[0].commitment}" in text for at, table in tables.items())


def test_pairings_say_what_came_of_them() -> None:
    tournament = held(6)
    text = "\n".join(texts_of(pages.round_page(tournament, 1, {}, NOON)))
    assert "**1–0** (1000:640)" in text
    assert "**½–½** (1000:640)" in text
    assert "**0–1 without a game**" in text
    assert "without a game** (" not in text


def test_points_are_written_with_their_fractions() -> None:
    assert [pages.points(quarters) for quarters in (0, 1, 2, 4, 7, 14)] == ["0", "¼", "½", "1", "1¾", "3½"]


def test_picture_of_the_final_table_and_its_words_name_the_same() -> None:
    tournament = replace(held(12), state=State.FINISHED)
    lines = pages.podium(tournament)
    words = pages.podium_words(tournament)
    assert len(lines) == MOST_LINES
    assert all(f"{line.place}. {line.name}, {line.points}" in words for line in lines)
    picture = Image.open(io.BytesIO(podium_picture(tournament.name, lines)))
    assert picture.width == 1100
    assert podium_picture(tournament.name, lines[:2]) != podium_picture(tournament.name, lines[:3])


def everybody_met(count: int, outcomes: tuple[Outcome, ...]) -> Tournament:
    """Return a round robin in which everybody has met everybody, with these outcomes by turns."""
    tournament = held(count, Form.ROUND_ROBIN, rounds=0)
    for number, (one, other) in enumerate(combinations(tournament.entries, 2)):
        tournament = decisions.paired(tournament, number, [(one, other)])
        (pairing,) = tournament.of_round(number + 1)
        outcome = outcomes[number % len(outcomes)]
        tournament = decisions.recorded(tournament, pairing, outcome, (1000, 640) if outcome.played else (0, 0))
    return tournament


@pytest.mark.parametrize("count", [3, 8])
def test_cross_table_shows_each_meeting_from_both_sides_and_its_words_say_the_same(count: int) -> None:
    tournament = everybody_met(count, (Outcome.HOME, Outcome.DRAW, Outcome.AWAY_DEFAULT, Outcome.NEITHER, Outcome.AWAY))
    lines = pages.cross_lines(tournament)
    both = {("1", "0"), ("0", "1"), ("½", "½"), ("+", "−"), ("−", "+"), ("−", "−")}
    for one in range(count):
        assert lines[one].cells[one] == OWN
        assert all((lines[one].cells[other], lines[other].cells[one]) in both for other in range(one))
    words = pages.cross_words(tournament)
    assert all(f"{line.place}. {line.name}, {line.points} ({' '.join(line.cells)})" in words for line in lines)
    picture = cross_picture("N" * 60, lines)
    assert len(picture) <= 60 * 1024
    for at in range(count):
        cells = list(lines[at].cells)
        cells[at - 1] = "1" if cells[at - 1] != "1" else "0"
        changed = [*lines[:at], lines[at]._replace(cells=tuple(cells)), *lines[at + 1 :]]
        assert cross_picture("N" * 60, changed) != picture


def test_meetings_to_come_are_empty_in_the_cross_table() -> None:
    cells = [line.cells for line in pages.cross_lines(held(4, Form.ROUND_ROBIN, rounds=1))]
    assert sum(cell == "" for line in cells for cell in line) == 8


def test_tie_breaks_are_spelled_out_where_they_decide_and_nowhere_else() -> None:
    tied, clear = held(4, Form.ROUND_ROBIN), everybody_met(3, (Outcome.HOME,))
    assert "Sonneborn-Berger" in "\n".join(texts_of(pages.standings_page(tied)))
    assert "Sonneborn" not in "\n".join(texts_of(pages.standings_page(clear)))
    for page in (pages.standings_page(tied), pages.final_page(replace(tied, state=State.FINISHED))):
        assert "S-B" not in "\n".join(texts_of(page))


def test_a_round_robin_speaks_of_no_buchholz() -> None:
    swiss, robin = held(4), held(4, Form.ROUND_ROBIN)
    assert "Buchholz" in "\n".join(texts_of(pages.standings_page(swiss)))
    assert "Buchholz" not in "\n".join(texts_of(pages.standings_page(robin)))


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(days=1), "1 day"),
        (timedelta(days=2), "2 days"),
        (timedelta(hours=36), "36 hours"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(minutes=90), "90 minutes"),
    ],
)
def test_a_length_of_time_is_told_in_the_largest_unit_that_fits(time: timedelta, told: str) -> None:
    assert time_words(time) == told
