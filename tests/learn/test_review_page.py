"""Looking back at a game: all that can be counted stands in one message, in both languages, however much there is."""

from __future__ import annotations

import pytest

from bot.coach.course import RULINGS, Allowed, Barred, Missed
from bot.coach.lookback import DealCourse, Lookback, Turn
from bot.engine import Mark, build_rules
from bot.engine.cards import NO_CARD, mask_of, parse_card
from bot.engine.reasons import Reason
from bot.tables.house.reviews import look_over
from bot.tables.values.parts import Blunder, Review
from bot.ui.kit.controls import MOST_COMPONENTS
from bot.ui.text.exercises import deed, would_words
from bot.ui.text.i18n import LANGUAGES, speaking, tr
from bot.ui.text.lookback import luck_words, missed_lines
from cogs.learn.pages import progress_page, review_page
from cogs.table.pages.result import result
from tests.tables.at_table import ANN, CAT, PLAYERS
from tests.tables.made import begun, played_out, resigned
from tests.ui.at_board import items_of, labels_of, texts_of

RULES = build_rules("modern", 2, {"target": 500})
LONGEST = "W" * 32
BLUNDER = Blunder(11, 23, "0 announce four-queens QSa QDa QHa QCa", "0 declare treble-bezique QSa QSb QSc JDa JDb JDc",
                  131.5, 3.0, "wins-to-declare", "double-bezique", 500, 3, 5)  # fmt: skip
CARDS = mask_of(map(parse_card, ("KCa", "KDa", "KHa", "KSa")))
FULL = Lookback(
    tuple(DealCourse(number, (1230, 1230), -345.0) for number in range(16)),
    -1234.0,
    350.0,
    (
        Turn(10, 12, 500.0, (Mark(10, 12, 0, 500, "double-bezique"), Mark(10, 12, 0, 40, "single-bezique")), 0),
        Turn(10, 22, -120.0, (), 1, parse_card("QSa")),
        Turn(11, 12, 250.0, (Mark(11, 12, 0, 250, "sequence"),), 0),
    ),
    (0, 11, 23),
    tuple(Missed(11, 12, 0, "four-kings", CARDS, 80, allowed, 3) for allowed in Allowed if allowed != "shown"),
    (Barred(11, 12, 0, "single-bezique", "double-bezique", CARDS, 500, 20, Reason.ONLY_LOWER_BEZIQUES),) * 3,
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("in_words", [False, True])
def test_longest_of_all_fits_into_a_message(language: str, in_words: bool) -> None:
    table = played_out(begun(rules=RULES))
    seats = tuple(type(seat)(seat.game_id, seat.seat, seat.user_id, LONGEST, seat.joined_at) for seat in table.seats)
    table = table.but(seats=seats)
    with speaking(language, in_words=in_words):
        for page in (review_page(table, Review((BLUNDER,) * 3, 400, 400), FULL), progress_page(table, 0, FULL, 0.5)):
            assert sum(map(len, texts_of(page))) <= 4000
            assert len(items_of(page)) <= MOST_COMPONENTS
            assert all(len(label) <= 34 for label in labels_of(page))


def test_what_can_be_counted_is_there_while_decisions_are_measured() -> None:
    table = played_out(begun(rules=RULES), seed=3)
    found = look_over(table, ANN.user_id)
    waiting = texts_of(progress_page(table, 0, found, 0.3))
    done = texts_of(review_page(table, Review((), 30, 30), found))
    assert any("Measuring" in text for text in waiting)
    for title in ("The cards", "How it went"):
        assert [t for t in waiting if f"### {title}" in t] == [t for t in done if f"### {title}" in t] != []


def test_points_of_each_deal_add_up_to_the_score() -> None:
    table = played_out(begun(rules=RULES), seed=5)
    found = look_over(table, ANN.user_id)
    assert [sum(deal.points[side] for deal in found.deals) for side in (0, 1)] == list(table.game.totals)


@pytest.mark.deep
def test_luck_is_told_of_whoever_had_it_and_looks_the_same_from_both_seats() -> None:
    table = played_out(begun(rules=RULES), seed=5)
    ann, ben = look_over(table, ANN.user_id), look_over(table, table.users[1])
    assert ann.luck == pytest.approx(-ben.luck)
    assert luck_words(ann, table.names, 0, RULES) == luck_words(ben, table.names, 1, RULES)
    three = played_out(begun(PLAYERS[:3], rules=build_rules("modern", 3, {"target": 500})), seed=5)
    assert "the others' mean" in luck_words(look_over(three, CAT.user_id), three.names, 2, three.rules)


def test_review_of_a_game_given_up_at_once_says_so_and_counts_nothing() -> None:
    table = resigned(begun(rules=RULES))
    found = look_over(table, ANN.user_id)
    assert not found.turns
    assert found.leads_since is None or any(table.game.totals)
    _, words = texts_of(review_page(table, Review((), 0, 0), found))
    assert "before you had anything to decide" in words
    assert "Review" not in labels_of(result(table))
    assert "Review" in labels_of(result(played_out(begun(rules=RULES))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_better_stands_covered_below_trying_again(language: str) -> None:
    table = played_out(begun(rules=RULES))
    with speaking(language):
        page = review_page(table, Review((BLUNDER,), 40, 40), FULL)
        again, answer = tr("Try again"), would_words("", "").split("**")[0]
        (told,) = [text for text in texts_of(page) if deed(BLUNDER.acts[0]) in text]
    shown, covered, rest = told.split("||")
    assert answer in covered
    assert deed(BLUNDER.acts[1]) not in shown + rest
    assert labels_of(page)[0] == again


def test_game_of_one_deal_names_no_deal() -> None:
    table = played_out(begun(rules=build_rules("modern", 2, {"length": "one_deal"})), seed=3)
    found = look_over(table, ANN.user_id)._replace(turns=FULL.turns, missed=FULL.missed, barred=FULL.barred)
    page = review_page(table, Review((BLUNDER,), 40, 40), found)
    assert not [each for each in (*texts_of(page), *labels_of(page)) if "Deal 1" in each or "deal 1" in each]
    assert "Trick 12" in labels_of(page)


def test_every_missed_declaration_names_its_ruling() -> None:
    told = missed_lines(FULL.missed[:3], RULES, one_deal=False)
    for line, each in zip(told, FULL.missed, strict=False):
        assert f"(ruling {RULINGS[each.allowed]})" in line
    assert "4 more" in missed_lines(FULL.missed, RULES, one_deal=False)[-1]
    assert all(turn.card != NO_CARD or turn.marks for turn in FULL.turns)
