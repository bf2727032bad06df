"""The account of a game: accuracy and the margin told apart, against sums of this file's own over many games."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from bot.coach.review import Charge, Done
from bot.coach.themes import Reason, Theme
from bot.engine import Verb, build_rules
from bot.tables.house.reviews import COUNT, LookingBack, look_over
from bot.tables.values.parts import Cost, Review
from bot.ui.text.i18n import speaking
from cogs.learn.reviews import review_page
from tests.tables.at_table import ANN, PLAYERS
from tests.tables.made import after_plies, begun, between_deals, played_out, resigned, step
from tests.ui.at_board import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine import Rules
    from bot.tables import Table

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
    return Charge(others[0], game + round(rng.uniform(2, 60), 1), 1.0, Reason(Theme.MANY), game)


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
    assert "2 moves were the house's, and are not charged to you." in text
    assert "Accuracy" not in "\n".join(texts_of(review_page(table, Review((), 40, 3, 0), found)))


def test_account_reads_aloud_without_signs() -> None:
    table, review = next(games(SOME[0], 1))
    with speaking("en", in_words=True):
        text = "\n".join(texts_of(review_page(table, review, look_over(table, ANN.user_id))))
    assert "your decisions minus" in text or "your decisions plus 0" in text
    assert "\u2212" not in text
