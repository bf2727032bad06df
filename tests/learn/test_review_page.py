"""Looking back at a game: all that can be counted stands in one message, with an account that adds up."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from bot.coach.lookback import DealCourse, Lookback, Turn
from bot.coach.missed import RULINGS, Allowed, Barred, Missed
from bot.coach.review import Charge, Done
from bot.coach.themes import Reason as Told
from bot.coach.themes import Theme
from bot.engine import Mark, Verb, build_rules
from bot.engine.cards import NO_CARD, mask_of, parse_card
from bot.engine.reasons import Reason
from bot.tables.house.reviews import COUNT, LookingBack, look_over
from bot.tables.values.parts import Blunder, Cost, Review
from bot.ui.kit.controls import MOST_COMPONENTS
from bot.ui.text.faces import face
from bot.ui.text.i18n import LANGUAGES, speaking, tr
from bot.ui.text.learning import moment_words
from bot.ui.text.lookback import barred_lines, deal_lines, luck_words, missed_lines
from cogs.learn.lessons.announcing import ANNOUNCING
from cogs.learn.lessons.brisques import BRISQUES
from cogs.learn.lessons.last_eight import LAST_EIGHT
from cogs.learn.reviews import details_page, one_at_a_time, progress_page, review_page
from cogs.table.pages.result import result
from tests.tables.at_table import ANN, CAT, PLAYERS
from tests.tables.made import after_plies, begun, between_deals, played_out, resigned, step
from tests.ui.at_board import items_of, labels_of, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine import Rules
    from bot.tables import Table


RULES = build_rules("modern", 2, {"target": 500})
LONGEST = "W" * 32
BLUNDER = Blunder(11, 23, "0 announce four-queens QSa QDa QHa QCa", "0 declare treble-bezique QSa QSb QSc JDa JDb JDc",
                  131.5, 3.0, "wins-to-declare", "double-bezique", 500, 3, 5)  # fmt: skip
COSTS = (Cost(10, "lead", "denies", 31.5), Cost(11, "declare", "declares", 262.9), Cost(11, "eight", "counted", 262.9))
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
        review = Review((BLUNDER,) * 3, 400, 399, costs=COSTS)
        pages = [build(table, review, FULL) for build in (review_page, details_page)]
        for page in (*pages, progress_page(table, 0.5)):
            assert sum(map(len, texts_of(page))) <= 4000
            assert len(items_of(page)) <= MOST_COMPONENTS
            assert all(len(label) <= 34 for label in labels_of(page))


def test_bar_shows_the_part_of_the_decisions_that_is_looked_at() -> None:
    table = played_out(begun(rules=RULES), seed=3)
    for part, bar in ((0.0, "▱" * 10), (0.3, "▰" * 3 + "▱" * 7), (1.0, "▰" * 10)):
        assert texts_of(progress_page(table, part))[-1] == f"Looking at your game …\n{bar}"


def test_points_of_each_deal_add_up_to_the_score() -> None:
    table = played_out(begun(rules=RULES), seed=5)
    found = look_over(table, ANN.user_id)
    assert [sum(deal.points[side] for deal in found.deals) for side in (0, 1)] == list(table.game.totals)


@pytest.mark.deep
def test_luck_is_told_of_whoever_had_it_and_looks_the_same_from_both_seats() -> None:
    table = played_out(begun(rules=RULES), seed=5)
    ann, ben = look_over(table, ANN.user_id), look_over(table, table.users[1])
    assert ann.luck is not None
    assert ben.luck == pytest.approx(-ann.luck)
    assert luck_words(ann, table.names, 0, RULES) == luck_words(ben, table.names, 1, RULES)
    three = played_out(begun(PLAYERS[:3], rules=build_rules("modern", 3, {"target": 500})), seed=5)
    assert "the others' average" in luck_words(look_over(three, CAT.user_id), three.names, 2, three.rules)


def test_a_review_of_rubicon_says_that_luck_is_not_measured_there_and_tells_no_margin_apart() -> None:
    table = played_out(begun(rules=build_rules("rubicon", 2, {})), seed=3)
    found = look_over(table, ANN.user_id)
    review = Review((), 30, 30)
    words = "\n".join(text for page in (review_page, details_page) for text in texts_of(page(table, review, found)))
    assert "What the cards gave is not measured in this game." in words
    assert "Accuracy" in words
    assert "give or take" not in words
    assert "Margin" not in words
    assert "eight" not in words


def test_review_of_a_game_given_up_at_once_says_so_and_counts_nothing() -> None:
    table = resigned(begun(rules=RULES))
    found = look_over(table, ANN.user_id)
    assert not found.turns
    assert found.leads_since is None or any(table.game.totals)
    _, words = texts_of(review_page(table, Review((), 0, 0), found))
    assert "nothing to decide" in words
    assert "What cost me most" not in labels_of(result(table))
    assert "What cost me most" in labels_of(result(played_out(begun(rules=RULES))))


@pytest.mark.parametrize("loser", [0, 1])
def test_game_that_was_given_up_is_not_said_to_have_been_led_for_good_and_cards_not_played_gave_nothing(
    loser: int,
) -> None:
    """One of the two was ahead, whoever has given up: the points have not decided."""
    table = resigned(step(between_deals(), random.Random(1)), PLAYERS[loser])
    assert len(table.game.deals) == 2
    assert not table.game.deals[1].tricks
    found = look_over(table, ANN.user_id)
    assert [deal.luck is None for deal in found.deals] == [False, True]
    assert found.luck == found.deals[0].luck
    assert found.leads_since is None
    told = re.sub("[\u2068\u2069]", "", "\n".join(deal_lines(found, table.names, table.rules)))
    winner = table.names[1 - loser]
    assert f"{table.names[loser]} resigned; {winner} wins." in told
    assert "for good" not in told
    assert re.search(r"^Deal 2: \d+ / \d+$", told, re.MULTILINE)
    assert told.count("cards") == 2, "in the heading and for the first deal"


@pytest.mark.deep
def test_game_that_the_points_decided_names_the_winner_as_having_led_for_good() -> None:
    for seed in range(6):
        table = played_out(begun(rules=RULES), seed=seed)
        found = look_over(table, ANN.user_id)
        assert table.game.result is not None
        if found.leads_since is not None:
            assert found.leads_since[0] in table.game.result.winner
        assert "resigned" not in "\n".join(deal_lines(found, table.names, table.rules))


@pytest.mark.parametrize("language", LANGUAGES)
def test_review_names_what_was_done_and_never_what_was_better(language: str) -> None:
    table = played_out(begun(rules=RULES))
    slips = [replace(BLUNDER, done=f"0 play {done}", better="0 play 8Sa") for done in ("AHa", "THa", "9Ca")]
    with speaking(language):
        page = review_page(table, Review(tuple(slips), 40, 40, costs=COSTS), FULL)
        written = "\n".join(texts_of(page))
        assert all(face(each.acts[0].cards[0]) in written for each in slips)
        assert face(slips[0].acts[1].cards[0]) not in written
        assert "||" not in written
        assert labels_of(page)[:3] == [tr("Try {number} again", number=number) for number in (1, 2, 3)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3])
def test_review_takes_sixty_words_at_most_before_its_controls(language: str, players: int) -> None:
    table = played_out(begun(PLAYERS[:players], rules=build_rules("modern", players, {"target": 500})))
    with speaking(language):
        found = look_over(table, ANN.user_id)
        done = ("0 play AHa", "0 pass", "0 declare four-queens QSa QDa QHa QCa")
        worst = tuple(replace(BLUNDER, done=each) for each in done)
        page = review_page(table, Review(worst, 400, 400, costs=(Cost(0, "lead", "denies", 31.5),)), found)
    words = [each for each in " ".join(texts_of(page)).split() if re.search(r"\w", each)]
    assert len(words) <= 60, words


def test_review_leads_to_the_lesson_and_the_exercises_that_train_what_cost_most() -> None:
    table = played_out(begun(rules=RULES))
    found = look_over(table, ANN.user_id)
    for costs, lesson in (
        ((Cost(0, "eight", "counted", 30.0), Cost(0, "lead", "denies", 20.0)), LAST_EIGHT),
        ((Cost(0, "declare", "many", 9.0), Cost(0, "follow", "saves-brisque", 8.0)), ANNOUNCING),
        ((Cost(0, "lead", "wins-brisques", 9.0), Cost(0, "follow", "saves-brisque", 8.0),
          Cost(0, "eight", "counted", 16.0)), BRISQUES),
    ):  # fmt: skip
        page = review_page(table, Review((BLUNDER,), 40, 40, costs=costs), found)
        assert labels_of(page)[1:] == [lesson.title, "Exercises", "How it went"]
    page = review_page(table, Review((BLUNDER,), 40, 40, costs=(Cost(0, "lead", "many", 30.0),)), found)
    assert labels_of(page)[1:] == ["Exercises", "How it went"]


def test_cost_is_told_in_points_unless_it_is_the_game() -> None:
    """A sequence of 250 points may be lost without the game."""
    sequence = replace(BLUNDER, theme="keeps-combination", name="sequence", points=216.0)
    game = replace(BLUNDER, theme="wins-game", points=216.0)
    assert "**216**" in moment_words(1, sequence, RULES, one_deal=False)
    assert "perhaps the game" in moment_words(1, game, RULES, one_deal=False)


def test_game_of_one_deal_names_no_deal() -> None:
    table = played_out(begun(rules=build_rules("modern", 2, {"length": "one_deal"})), seed=3)
    found = look_over(table, ANN.user_id)._replace(turns=FULL.turns, missed=FULL.missed, barred=FULL.barred)
    pages = [build(table, Review((BLUNDER,), 40, 40), found) for build in (review_page, details_page)]
    shown = [each for page in pages for each in (*texts_of(page), *labels_of(page))]
    assert not [each for each in shown if "Deal 1" in each or "deal 1" in each]
    assert "Trick 12" in shown
    assert any("1. Trick 23: " in each for each in shown)


def test_what_was_missed_or_barred_names_its_deal_and_its_ruling() -> None:
    told = missed_lines(FULL.missed[:3], RULES, one_deal=False)
    for line, each in zip(told, FULL.missed, strict=False):
        assert f"(ruling {RULINGS[each.allowed]})" in line
    assert "5 more" in missed_lines(FULL.missed, RULES, one_deal=False)[-1]
    assert all(turn.card != NO_CARD or turn.marks for turn in FULL.turns)
    (each,) = (missed for missed in FULL.missed if missed.allowed is Allowed.ANNOUNCED)
    (line,) = missed_lines([each], RULES, one_deal=False)
    assert line.startswith("**Deal 12, after trick 12**")
    assert len(FULL.barred) == 3
    told = barred_lines(FULL.barred, RULES, one_deal=False)
    assert len(told) == 2
    assert all(f"(ruling {Reason.ONLY_LOWER_BEZIQUES.ruling})" in line for line in told)


def test_who_has_another_review_under_way_is_told_that_it_comes_first() -> None:
    assert "review of table 7 comes first" in one_at_a_time(7)


SOME = [
    build_rules("modern", 2, {"target": 500}),
    build_rules("parlour", 2, {"target": 500}),
    build_rules("enquire", 2, {"length": "one_deal"}),
    build_rules("modern", 3, {"target": 500}),
    build_rules("modern", 4, {"partners": True, "target": 500}),
]
_NUMBER = r"([+\u2212]?\d+)"


def games(rules: Rules, count: int) -> Iterator[tuple[Table, Review]]:
    """Yield games played at random, each with a review that charges anything at all."""
    for seed in range(count):
        rng = random.Random(seed)
        table = played_out(begun(PLAYERS[: rules.players], rules=rules, seed=seed + 1), seed=seed)
        costs = tuple(
            Cost(rng.randrange(len(table.game.deals)), "lead", rng.choice([*Theme]).value, round(rng.uniform(0, 90), 1))
            for _ in range(rng.randrange(12))
        )
        yield table, Review((), 40, 40, seed % rules.players, costs)


def numbers(text: str, words: str) -> list[int]:
    """Return the numbers in a page's text where these words stand."""
    found = re.search(words.replace("#", _NUMBER), text)
    assert found is not None, text
    return [int(each.replace("\u2212", "-")) for each in found.groups()]


def own_and_others(table: Table, seat: int) -> tuple[int, Fraction]:
    """Return the points of a seat's side, and the mean of the other sides, from the score alone."""
    mates = {seat, (seat + 2) % 4} if table.rules.partners else {seat}
    own = sum(table.game.totals[each] for each in mates)
    others = [total for each, total in enumerate(table.game.totals) if each not in mates]
    return own, Fraction(sum(others) * len(mates), len(others))


def check(table: Table, review: Review) -> None:
    """Compare what the page of a game says with sums of the score and of the charges."""
    text = "\n".join(texts_of(review_page(table, review, look_over(table, table.users[review.seat]))))
    own, others = own_and_others(table, review.seat)
    lost = sum((Fraction(str(each.points)) for each in review.costs), Fraction(0))
    unit = 10 if table.rules.reckoning == "units" else 1
    share, made, within = numbers(text, "Accuracy #%\\*\\*: # of # points")
    assert made == round(own / unit)
    assert abs(within * unit - own - lost) <= unit
    if review.costs:
        assert abs(share - 100 * own / (own + lost)) < Fraction(11, 10)  # rounded down, of whole points
        assert share < 100
    else:
        assert share == 100
    margin, cards, decisions, rest = numbers(text, "[Mm]argin[^0-9\u2212+]*#: cards #, your decisions #, all else #")
    assert margin == cards + decisions + rest
    assert abs(margin * unit - (own - others)) <= Fraction(unit, 2)
    assert abs(decisions * unit + lost) <= unit
    assert unit > 1 or cards % 10 == 0


def test_parts_that_are_shown_add_up_to_the_margin_that_is_shown() -> None:
    for rules in SOME[:4:3]:
        for table, review in games(rules, 1):
            check(table, review)


@pytest.mark.deep
def test_they_do_so_in_many_games() -> None:
    for rules in SOME:
        for table, review in games(rules, 20):
            check(table, review)


def test_review_keeps_every_charge_and_the_costliest_as_moments_to_try_again() -> None:
    """The charges are noted as a measurement would bring them: their sum is what the account takes."""
    table = played_out(begun(rules=SOME[0]), seed=3)
    looking, rng, given = LookingBack(table, 0), random.Random(1), list[Charge]()
    while (done := looking.next()) is not None:
        charge = charge_for(done, rng)
        given += [] if charge is None else [charge]
        looking.charged(charge)
    review = looking.review
    assert sum(each.points for each in review.costs) == pytest.approx(sum(each.points - each.game for each in given))
    assert [each.points for each in review.worst] == sorted([each.points for each in given], reverse=True)[:COUNT]
    kinds = {each.kind for each in review.costs}
    assert kinds == {"lead", "follow", "declare", "eight"}


def charge_for(done: Done, rng: random.Random) -> Charge | None:
    """Charge something else than what was done, and in a third of the cases nothing."""
    others = [each for each in done.view.offered if each != done.action]
    if rng.random() < 1 / 3:
        return None
    game = 100.0 if done.action.verb is Verb.PASS else 0.0
    return Charge(others[0], game + round(rng.uniform(2, 60), 1), 1.0, Told(Theme.MANY), game)


def test_deals_that_were_given_up_count_for_nothing() -> None:
    table = resigned(step(between_deals(), random.Random(1)))
    own = table.game.deals[0].score.totals[0]
    review = Review((), 40, 40, 0, (Cost(0, "lead", "many", 20.0), Cost(1, "lead", "many", 500.0)))
    text = "\n".join(texts_of(review_page(table, review, look_over(table, ANN.user_id))))
    assert numbers(text, "Accuracy #%\\*\\*: # of # points")[1:] == [own, own + 20]
    assert "argin" not in text
    table = resigned(after_plies(begun(), 12))
    review = Review((), 4, 4, 0, (Cost(0, "lead", "many", 20.0),))
    assert "no accuracy" in "\n".join(texts_of(review_page(table, review, look_over(table, ANN.user_id))))


def test_what_was_not_measured_and_what_the_house_did_is_said() -> None:
    table = played_out(begun(rules=SOME[0]), seed=3)
    mine = [at for at, row in enumerate(table.actions) if row.seat == 0]
    theirs = [at for at, row in enumerate(table.actions) if row.seat == 1]
    stood_in = table.but(stood_in=(*mine[:2], *theirs[:3]))
    found = look_over(stood_in, ANN.user_id)
    text = "\n".join(texts_of(review_page(stood_in, Review((), 40, 39, 0), found)))
    assert "Measured: 39 of 40 decisions." in text
    assert "Moves of the house, not charged to you: 2." in text
    assert "Accuracy" not in "\n".join(texts_of(review_page(table, Review((), 40, 3, 0), found)))


def test_account_reads_aloud_without_signs() -> None:
    table, review = next(games(SOME[0], 1))
    with speaking("en", in_words=True):
        text = "\n".join(texts_of(review_page(table, review, look_over(table, ANN.user_id))))
    assert "your decisions minus" in text or "your decisions plus 0" in text
    assert "\u2212" not in text
