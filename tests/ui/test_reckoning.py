"""A table that reckons by units says every score in units; by tens it says the same in tens, and records hold tens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest

from bot.engine import Rules, build_rules, observe
from bot.engine.actions import play
from bot.engine.record import make_record
from bot.engine.rules import make_rules
from bot.tables import Status, Table
from bot.ui.pictures.chart import course_of
from bot.ui.pictures.tableface import describe_table, seen_by_all, seen_from
from bot.ui.text.exercises import worth
from bot.ui.text.i18n import speaking
from bot.ui.text.scoring import goal, spoken
from bot.ui.text.transcript import transcript
from cogs.archive.replay import replay_page
from cogs.table.advice import advice_page
from cogs.table.pages.board import board, closed_board
from cogs.table.pages.panel import panel
from cogs.table.pages.result import describe_course, headline, result
from cogs.table.tricks import tricks_page

from .at_board import labels_of, positions, texts_of

pytestmark = pytest.mark.deep

SOON = timedelta(seconds=30)
_NO_SCORE = re.compile(r"<t:\d+:R>|`[^`]*`|[0-9a-f]{64}|\w*…$")
"""A moment, a fingerprint and what went into it, a word that a label has no room for."""
GAMES = [("britannica", 2, {}), ("modern", 3, {}), ("enquire", 4, {"partners": True}), ("parlour", 2, {})]


def said_of(table: Table) -> Iterator[str]:
    """Yield everything in which this moment of a table tells a score."""
    view = table.view()
    game = table.game
    if table.status is Status.FINISHED:
        shown = result(table)
        yield from [headline(table), describe_course(table), *texts_of(shown)]
        course = course_of(game)
        yield f"{course.points[0][-1] // course.unit} {(course.target or 0) // course.unit}"
    if view is None:
        return
    if view.over:
        number = len(game.deals) - 1
        yield from texts_of(closed_board(table, number))
        yield from texts_of(replay_page(table, number, view.tricks_played))
    elif table.status is Status.PLAYING:
        yield from texts_of(board(table, SOON, table.created_at))
        for seat, user in enumerate(table.users):
            own = observe(game, seat)
            shown = panel(table, user)
            yield from [*texts_of(shown), *labels_of(shown)]
            yield from texts_of(advice_page(table, own))
            yield describe_table(seen_from(own, table.names))
        yield describe_table(seen_by_all(view, table.names))
        yield from texts_of(tricks_page(table, len(game.deals) - 1))


@pytest.mark.parametrize("in_words", [False, True], ids=["signs", "words"])
@pytest.mark.parametrize(("preset", "players", "changes"), GAMES, ids=[game[0] for game in GAMES])
def test_every_score_is_said_in_units_where_units_are_reckoned(
    preset: str, players: int, changes: dict[str, object], *, in_words: bool
) -> None:
    """Two games that differ in nothing else are told in the same words, but for numbers of which one is a tenth."""
    rules = build_rules(preset, players, {**changes, "target": 500, "seven_scores": "played"})
    by_units = rules.changed({"reckoning": "units"})
    shortened, seen = 0, 0
    for tens, units in zip(positions(rules, preset, 5), positions(by_units, preset, 5), strict=True):
        seen += 1
        if seen % 5 and tens.status is Status.PLAYING and not (tens.view() and tens.view().over):  # type: ignore[union-attr]
            continue
        with speaking("en", in_words=in_words):
            pairs = list(zip(said_of(tens), said_of(units), strict=True))
        for by_tens, by_one in pairs:
            one, other = _NO_SCORE.sub("", by_tens), _NO_SCORE.sub("", by_one)
            other = re.sub(r" · reckoning: by units", "", other).replace("50 up", "to 500")
            if len(one) < len(other):
                continue  # shorter numbers leave the board room for more declarations
            assert re.sub(r"\d+", "#", one) == re.sub(r"\d+", "#", other)
            for there, here in zip(re.findall(r"\d+", one), re.findall(r"\d+", other), strict=True):
                assert there == here or int(there) == 10 * int(here), (one, other)
                shortened += there != here
                # Only the rank of a ten, a number of tricks and the like are as high in both, and never a score.
                assert there != here or int(there) < 200 or "500" in (there, here), (one, other)
    assert shortened > 100


def test_totals_never_stand_in_tens_where_units_are_reckoned() -> None:
    rules = build_rules("britannica", 2, {"target": 500, "reckoning": "units"})
    for table in positions(rules, "britannica", 5):
        if (view := table.view()) is None or max(view.totals) < 200:
            continue
        for text in said_of(table):
            numbers = set(re.findall(r"\d+", text))
            assert not {str(total) for total in view.totals if total >= 200} & numbers, text


def test_what_a_hint_expects_is_rounded_to_what_is_spoken_of() -> None:
    units = make_rules({"reckoning": "units"})
    assert [spoken(points, units) for points in (4.9, 5.1, 40, 500, -20.0)] == [0, 1, 4, 50, -2]
    assert [spoken(points, Rules()) for points in (4.9, 5.1, 40)] == [5, 5, 40]
    assert worth(4, play(0, 0), units).startswith("About 4 points better")
    assert worth(4, play(0, 0), build_rules("modern", 3, {})).startswith("An estimated 4 points better")


def test_the_goal_is_so_many_up() -> None:
    """B: "there is no reason why they should not be reckoned by units, the game in that case being 100 up"."""
    assert goal(make_rules({"reckoning": "units"})) == "100 up"
    assert goal(make_rules({"reckoning": "units", "length": "one_deal"})) == "one deal"
    assert goal(Rules()) == "to 1000"


def test_records_hold_tens_and_their_transcript_says_units() -> None:
    rules = build_rules("britannica", 2, {"target": 500, "reckoning": "units"})
    table = list(positions(rules, "britannica", 6))[-1]
    assert any(mark.points >= 40 for mark in table.game.marks)
    assert max(table.game.totals) >= 500
    names = ("Ann", "Ben")
    record = make_record(table.game, names, [[] for _ in table.game.deals])
    assert record.rules.reckoning == "units"
    empty = make_record(type(table.game)(rules), names, [])
    assert "The game is 50 up, by units." in transcript(empty)
