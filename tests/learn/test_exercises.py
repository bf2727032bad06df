"""Which exercise comes next, what counts for the row, and that only the first answer does."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.club import Club, Strength
from bot.club.exercises import (
    Progress,
    Source,
    after_own,
    found_by_skill,
    lately_of,
    met,
    next_position,
    own_name,
    own_tried,
    progress_of,
    read_own,
    start_of,
)
from bot.coach.positions import Outline, hardness, outlines, position
from bot.coach.themes import Kind, Skill, most_first, skill_of
from bot.engine import build_rules
from bot.tables import Refused, Why
from bot.tables.decisions import house_seats
from bot.tables.values.parts import Cost, Review
from bot.tables.values.rule_sets import read_choice
from db.exercises import TryRow
from db.ratings import NEWCOMER_MU, NEWCOMER_SIGMA
from tests.tables.at_table import ANN, BEN, NOON, put
from tests.tables.made import after_plies, begun, resigned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables import Tables
    from db import Store

TWO = "modern", build_rules("modern", 2, {})
FOUR = "parlour", build_rules("parlour", 4, {"partners": True})
NOTHING = Progress({}, 0, 0)
SOME = tuple(
    Outline(f"{preset}-{players}-{at}", preset, players, partners, Kind.LEAD)
    for preset in ("modern", "parlour")
    for players, partners in ((2, False), (4, True))
    for at in range(3)
)


THEMES = {"denies": Skill.TRICKS, "keeps-trump": Skill.ENDING, "saves-brisque": Skill.BRISQUES, "many": None}
THEMED = tuple(
    Outline(f"{theme}-{players}-{at}", "modern", players, partners=False, kind=Kind.FOLLOW, theme=theme)
    for theme in THEMES
    for players in (2, 3)
    for at in range(3)
)


def tries(*found: bool) -> list[TryRow]:
    """Return first answers to exercises 0, 1, 2 and so on."""
    return [TryRow(ANN.user_id, str(at), each, NOON) for at, each in enumerate(found)]


@pytest.mark.parametrize(
    ("found", "streak", "longest"),
    [((), 0, 0), ((True, True), 2, 2), ((True, True, False), 0, 2), ((True, False, True, True, True), 3, 3)],
)
def test_a_row_is_broken_by_what_was_not_found_at_the_first_try(
    found: tuple[bool, ...], streak: int, longest: int
) -> None:
    progress = progress_of(tries(*found))
    assert (progress.streak, progress.longest, progress.found) == (streak, longest, sum(found))
    assert len(progress.tried) == len(found)


def test_an_exercise_from_an_own_game_is_called_by_table_and_moment() -> None:
    assert read_own(own_name(12, 57)) == (12, 57)
    for other in ("3fa9c1d2e4b5", "g0.1", "g12", "g12.", "12.57", "g1.5 x", "g" + "9" * 30 + ".1", ""):
        assert read_own(other) is None
    progress = Progress({"g12.57": True, "g12.60": False, "g120.3": True, "3fa9c1d2e4b5": True}, 0, 0)
    assert [own_tried(progress, table) for table in (12, 120, 1)] == [2, 1, 0]


def test_own_exercises_come_in_their_order_without_those_that_are_answered_or_passed_over() -> None:
    names = ["g9.4", "g9.8", "g9.2"]
    assert after_own(names, {}, "") == "g9.4"
    assert after_own(names, {"g9.4": False}, "") == "g9.8"
    assert after_own(names, {"g9.2": True}, "g9.4") == "g9.8"
    assert after_own(names, {"g9.2": True}, "g9.8") is None


def test_positions_of_the_rules_somebody_is_used_to_come_first() -> None:
    for usual, first in ((TWO, "modern-2"), (FOUR, "parlour-4")):
        name, order = "", []
        for _ in SOME:
            name = next_position(SOME, NOTHING, ANN.user_id, usual, Source.ANY, name) or ""
            order.append(name)
        assert sorted(order) == sorted(each.id for each in SOME)
        assert {each[:-2] for each in order[:3]} == {first}
        assert {each.split("-")[0] for each in order[:6]} == {first.split("-")[0]}
        assert next_position(SOME, NOTHING, ANN.user_id, usual, Source.ANY, name) == order[0]


def test_everybody_has_an_order_of_their_own_and_the_rule_book_that_is_asked_for() -> None:
    orders = {next_position(SOME, NOTHING, user, TWO, Source.ANY, "") for user in range(1, 60)}
    assert orders == {"modern-2-0", "modern-2-1", "modern-2-2"}
    name = ""
    for _ in SOME:
        name = next_position(SOME, NOTHING, ANN.user_id, TWO, Source.PARLOUR, name) or ""
        assert name.startswith("parlour-")
    assert next_position(SOME, NOTHING, ANN.user_id, TWO, Source.ENQUIRE, "") is None


def test_what_is_answered_comes_last_and_what_was_not_found_before_what_was() -> None:
    answered = {each.id: at % 2 == 0 for at, each in enumerate(SOME)}
    missed = [name for name, found in answered.items() if not found]
    assert next_position(SOME, Progress(answered, 0, 0), ANN.user_id, TWO, Source.ANY, "") == missed[0]
    assert next_position(SOME, Progress(answered, 0, 0), ANN.user_id, TWO, Source.ANY, missed[0]) == missed[1]
    del answered["parlour-4-2"]
    assert next_position(SOME, Progress(answered, 0, 0), ANN.user_id, TWO, Source.ANY, "") == "parlour-4-2"


async def test_only_the_first_of_two_answers_counts_also_where_they_come_together(club: Club) -> None:
    exercises = club.exercises
    await asyncio.gather(*(exercises.answered(ANN.user_id, "one", found=found) for found in (False, True, True)))
    await exercises.answered(ANN.user_id, "two", found=True)
    await exercises.answered(BEN.user_id, "one", found=True)
    assert (await exercises.progress(ANN.user_id))[:3] == ({"one": False, "two": True}, 1, 1)
    assert (await exercises.progress(BEN.user_id))[:3] == ({"one": True}, 1, 1)


async def test_answer_is_a_game_that_changes_the_ratings_of_member_and_exercise(club: Club, store: Store) -> None:
    exercises, (name, other, *_) = club.exercises, [each.id for each in outlines()]
    right = await exercises.answered(ANN.user_id, name, found=True)
    wrong = await exercises.answered(BEN.user_id, other, found=False)
    assert right.strength.mu > NEWCOMER_MU > wrong.strength.mu
    assert max(right.strength.sigma, wrong.strength.sigma) < NEWCOMER_SIGMA
    assert await exercises.answered(ANN.user_id, name, found=False) == right, "only the first answer counts"
    found = await store.ask(lambda reader: reader.exercises.ratings())
    assert set(found) == {name, other}
    assert found[name].mu < start_of(name).mu
    assert found[other].mu > start_of(other).mu
    assert found[name].answers == 1
    again = await exercises.answered(BEN.user_id, name, found=True)
    assert again.strength.mu > wrong.strength.mu
    assert await exercises.progress(BEN.user_id) == again, "as it is stored"
    own = await exercises.answered(ANN.user_id, "g12.57", found=True, hardness=3.0)
    assert own.strength.mu > right.strength.mu
    assert set(await store.ask(lambda reader: reader.exercises.ratings())) == {name, other}, "nobody else gets it"


def test_answers_stored_before_there_were_ratings_count_too() -> None:
    (name, *_), now = [each.id for each in outlines()], datetime(2026, 3, 1, tzinfo=UTC)
    rated = progress_of([TryRow(ANN.user_id, name, found=True, at=now)]).strength
    assert rated == met(Strength(), start_of(name), found=True)[0]


def test_next_exercise_has_a_rating_near_the_members() -> None:
    graded = [each._replace(id=f"{at}", hardness=at * 1.5) for at, each in enumerate([SOME[0]] * 8)]
    for at in (0, 3, 7):
        progress = Progress({}, 0, 0, Strength(NEWCOMER_MU + at * 1.5, 2.0))
        assert next_position(graded, progress, ANN.user_id, TWO, Source.ANY, "") == f"{at}"
    hard = {"5": NEWCOMER_MU}
    assert next_position(graded[3:], Progress({}, 0, 0), ANN.user_id, TWO, Source.ANY, "", hard=hard) == "5"


def test_exercise_looks_harder_with_more_to_choose_from_and_less_between() -> None:
    starts = [start_of(each.id).rating for each in outlines()]
    assert min(starts) > 700
    assert max(starts) < 1300
    assert len(set(starts)) > 20
    assert hardness(8, 7.0) > hardness(3, 7.0) > hardness(3, 40.0)


def in_order(outlines: Sequence[Outline], to_train: Sequence[Skill], progress: Progress = NOTHING) -> list[str]:
    """Return the positions as they come to somebody who goes on and on without answering."""
    names, name = list[str](), ""
    for _ in outlines:
        name = next_position(outlines, progress, ANN.user_id, TWO, Source.ANY, name, to_train) or ""
        names.append(name)
    return names


def test_of_the_usual_rules_what_costs_most_comes_first_and_what_costs_nothing_last() -> None:
    names = in_order(THEMED, (Skill.ENDING, Skill.TRICKS))
    assert [name.rsplit("-", 1)[0] for name in names[:6]] == ["keeps-trump-2"] * 3 + ["denies-2"] * 3
    assert {name.split("-")[0] for name in names[6:12]} == {"saves", "many"}
    assert [name.rsplit("-", 1)[0] for name in names[12:18]] == ["keeps-trump-3"] * 3 + ["denies-3"] * 3
    assert sorted(names) == sorted(each.id for each in THEMED)
    assert in_order(THEMED, ()) != names


def test_what_reviews_charge_and_positions_that_were_tried_count_by_skill() -> None:
    costs = (Cost(0, "lead", "denies", 10.0), Cost(0, "eight", "counted", 30.0), Cost(1, "follow", "many", 5.0))
    lately = lately_of([Review((), 60, 60, 0, costs), Review((), 50, 50), Review((), 0, 0)])
    assert dict(lately.lost) == {Skill.TRICKS: 10.0, Skill.ENDING: 30.0}
    assert lately.games == 2
    assert most_first(lately.lost) == (Skill.ENDING, Skill.TRICKS)
    progress = Progress({"denies-2-0": True, "denies-3-1": False, "keeps-trump-2-0": True, "many-2-0": True}, 0, 0)
    assert found_by_skill(THEMED, progress) == {Skill.TRICKS: (1, 2), Skill.ENDING: (1, 1)}


def test_every_skill_has_positions_of_two_hands_by_the_usual_rules() -> None:
    kept = {skill_of(each.kind, each.theme) for each in outlines() if (each.preset, each.players) == ("modern", 2)}
    assert kept >= {Skill.DECLARING, Skill.COMBINATIONS, Skill.BRISQUES, Skill.ENDING}
    for each in outlines():
        found = position(each.id)
        assert found is not None
        why = found.options[1].reason
        assert each.theme == ("" if why is None else why.theme.value)


async def test_newest_reviewed_games_choose_the_next_position(club: Club, tables: Tables) -> None:
    exercises, usual = club.exercises, read_choice(None)
    wanted = next(each for each in outlines() if (each.preset, each.players, each.kind) == ("modern", 2, Kind.EIGHT))
    for cost in (Cost(0, "eight", "counted", 20.0), Cost(0, "declare", "many", 500.0)):
        table = await put(tables, resigned(after_plies(begun(), 12)))
        theirs = Review((), 9, 9, 1, (Cost(0, "follow", "saves-brisque", 900.0),))
        for review in (Review((), 9, 9, 0, (cost,)), theirs):
            await tables.ask(table.id, house_seats.keep_review, review)
        name = await exercises.following(ANN.user_id, usual, Source.ANY)
        kinds = {each.id: each.kind for each in outlines()}
        assert name is not None
        assert kinds[name] == (Kind.DECLARE if cost.points > 100 else wanted.kind)
    assert dict((await exercises.lately(ANN.user_id)).lost) == {Skill.ENDING: 20.0, Skill.DECLARING: 500.0}


@pytest.mark.deep
async def test_who_has_no_games_to_learn_from_gets_the_houses_and_each_only_once(club: Club) -> None:
    exercises, usual = club.exercises, read_choice(None)
    assert await exercises.following(ANN.user_id, usual, Source.OWN) is None
    first = await exercises.following(ANN.user_id, usual, Source.ANY)
    assert first is not None
    found = await exercises.get(ANN.user_id, first)
    assert (found.preset, found.view.players) == ("modern", 2)
    assert await exercises.following(ANN.user_id, usual, Source.ANY) == first
    await exercises.answered(ANN.user_id, first, found=True)
    second = await exercises.following(ANN.user_id, usual, Source.ANY, first)
    assert second not in (None, first)
    for each in outlines():
        await exercises.answered(ANN.user_id, each.id, found=each.id != second)
    assert await exercises.following(ANN.user_id, usual, Source.ANY) == second


@pytest.mark.parametrize("name", ["ffffffffffff", "g1.0", "g999999.3", ""])
async def test_what_is_not_there_is_refused_kindly(club: Club, name: str) -> None:
    with pytest.raises(Refused) as refused:
        await club.exercises.get(ANN.user_id, name)
    assert refused.value.why in (Why.NO_EXERCISE, Why.NO_SUCH_TABLE)
