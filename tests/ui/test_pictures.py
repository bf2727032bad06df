"""Pictures of a table: what they show, what they never show, and that they always come."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Game, Rules, View, apply, observe, offered_actions, start_deal
from bot.engine.cards import ACE, NO_CARD, card, kind_of
from bot.engine.law import law_for
from bot.ui.pictures import Print, describe_table, seen_by_all, seen_from, table_picture
from bot.ui.pictures.arrange import CardAt, NameAt, arranged
from bot.ui.pictures.cardface import card_face
from bot.ui.pictures.plan import plan_for
from bot.ui.text.faces import face as written
from bot.ui.text.faces import signs_in
from bot.ui.text.history import sevens_of
from tests.table_builder import cards, make_rules
from tests.ui.dealt import ALL_RULES, NAMES, from_every_side, opened, own, played, rules_for
from tests.ui.positions import at_declaring

pytestmark = pytest.mark.deep

# --- what is seen, and by whom -----------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(ALL_RULES), st.integers(0, 10**6), st.integers(0, 200), st.booleans())
def test_every_position_can_be_drawn_in_the_same_proportions(
    rules: Rules, seed: int, steps: int, four_colour: bool
) -> None:
    game = played(rules, seed, steps)
    look = Print(four_colour, signs_in("fr"))
    for face in (from_every_side(observe(game, None)), own(game)):
        image = opened(table_picture(face, look))
        assert image.size == (1100, 700)
        assert image.mode == "P"


def test_a_picture_is_small_enough_to_send() -> None:
    for rules in ALL_RULES:
        games = [played(rules, seed, 4 + 9 * seed) for seed in range(9)]
        sizes = sorted(
            len(table_picture(face)) for game in games for face in (own(game), from_every_side(observe(game, None)))
        )
        assert sizes[len(sizes) // 2] < 60 * 1024
        assert sizes[-1] < 60 * 1024


def test_largest_pictures_of_four_hands_are_packed_small() -> None:
    game = played([rules for rules in ALL_RULES if rules.players == 4][1], 5, 45)
    assert len(table_picture(own(game), Print(True, signs_in("fr")))) < 60_000


@pytest.mark.parametrize(("seat", "shown"), [(0, seen_by_all), (1, seen_by_all), (None, seen_from)])
def test_what_all_see_is_never_made_from_a_seats_view_nor_a_hand_from_a_spectators(
    seat: int | None, shown: Callable[[View, Sequence[str]], object]
) -> None:
    view = observe(played(rules_for(2), 1, 5), seat)
    with pytest.raises(ValueError, match="spectator"):
        shown(view, NAMES[:2])


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_hidden_cards_change_nothing_in_what_others_see(rules: Rules) -> None:
    """Exchange what lies hidden: the picture for all stays the same byte for byte, and so does another seat's."""
    rng = random.Random(4)
    deck = list(law_for(rules).pack)
    rng.shuffle(deck)
    n = rules.players
    turn_up = 8 * n if rules.trump == "turn_up" else None
    mine = [at for at in range(8 * n) if dealt_to(at, n) == 1]
    hidden = [at for at in range(len(deck)) if at not in mine and at != turn_up]
    other = list(deck)
    for at, card_there in zip(hidden, rng.sample([deck[at] for at in hidden], len(hidden)), strict=True):
        other[at] = card_there
    assert other != deck
    games = [start_deal(Game(rules), 0, tuple(each)).game for each in (deck, other)]
    for seat in (None, 1):
        views = [observe(game, seat) for game in games]
        faces = [seen_by_all(view, NAMES[:n]) if seat is None else seen_from(view, NAMES[:n]) for view in views]
        assert table_picture(faces[0]) == table_picture(faces[1])
        assert describe_table(faces[0]) == describe_table(faces[1])


def dealt_to(at: int, players: int) -> int:
    """Return the seat to which a card of the deck is dealt by seat 0: three, two, three from the left."""
    for packet in (3, 2, 3):
        if at < packet * players:
            return (1 + at // packet) % players
        at -= packet * players
    raise AssertionError("not dealt")


@pytest.mark.parametrize(
    "what", ["turn-up", "trump", "stock", "score", "brisques", "turn", "exposed", "before", "target"]
)
def test_what_is_public_is_seen_and_said(what: str) -> None:
    faces = (from_every_side(observe(played(rules_for(2), 5, steps), None)) for steps in range(10, 120))
    face = next(f for f in faces if f.seats[0].exposed and f.before and f.turn_up != NO_CARD)
    assert face.before is not None
    first, second = face.seats
    changes: dict[str, dict[str, Any]] = {
        "turn-up": {"turn_up": face.turn_up ^ 1},
        "trump": {"trump": (face.trump + 1) % 4},
        "stock": {"stock": face.stock + 2},
        "score": {"sides": (replace(face.sides[0], total=face.sides[0].total + 10), face.sides[1])},
        "brisques": {"sides": (replace(face.sides[0], brisques=11), face.sides[1])},
        "turn": {"seats": (replace(first, on_move=not first.on_move), replace(second, on_move=not second.on_move))},
        "exposed": {"seats": (replace(first, exposed=()), second)},
        "before": {"before": face.before._replace(winner=1 - face.before.winner)},
        "target": {"target": 2000},
    }
    other = replace(face, **changes[what])
    assert table_picture(other) != table_picture(face)
    assert describe_table(other) != describe_table(face)


def test_the_own_seat_sits_below_and_the_others_follow_to_the_left() -> None:
    for rules in ALL_RULES:
        face = own(played(rules, 2, 11))
        plan = plan_for(rules.players, hand=True)
        tabs = [thing for thing in arranged(face) if isinstance(thing, NameAt)]
        for seat in range(rules.players):
            field = plan.fields[(seat - face.below) % rules.players]
            assert any(tab.seat == seat and field.y <= tab.box.y and tab.box.bottom <= field.bottom for tab in tabs)
    four = plan_for(4, hand=True).fields
    assert four[1].right < four[2].x < four[2].right < four[3].x  # partners sit across
    assert four[0].y > four[2].bottom


def test_cards_that_cannot_be_played_are_dim_and_the_one_just_drawn_is_raised() -> None:
    for seed in range(6):
        game = played(rules_for(2), seed, 150)
        while game.deal is not None and not game.deal.over and game.deal.left:
            game = apply(game, offered_actions(game)[-1]).game
        assert game.deal is not None
        if game.deal.over:
            continue
        face = own(game)
        assert face.hand is not None
        laid_down = [t for t in arranged(face) if isinstance(t, CardAt) and t.card in face.hand.cards]
        for thing in laid_down:
            assert thing.dim is (bool(face.hand.playable) and thing.card not in face.hand.playable)
    face = own(played(rules_for(2), 3, 20))
    assert face.hand is not None
    high = {t.card: t.y for t in arranged(face) if isinstance(t, CardAt) and t.card in face.hand.cards}
    assert [c for c in high if high[c] == min(high.values())] == [face.hand.drawn]


def test_a_dim_card_is_darker_and_still_read() -> None:
    bright, dim = (card_face(kind_of(card(0, 1, ACE)), 88, Print(), dim=each).convert("L") for each in (False, True))
    assert max(dim.tobytes()) < 180
    assert max(dim.tobytes()) - min(dim.tobytes()) > 70
    assert max(bright.tobytes()) > 240


def test_all_cards_are_bright_while_others_are_on_move() -> None:
    game = played(rules_for(2), 3, 20)
    assert game.deal is not None
    view = observe(game, 1 - game.deal.turn)
    assert not any(t.dim for t in arranged(seen_from(view, NAMES[:2])) if isinstance(t, CardAt))


def test_every_suit_may_have_a_colour_and_every_language_its_letters() -> None:
    face = own(played(rules_for(2), 3, 41))
    looks = [Print(), Print(four_colour=True), Print(letters=signs_in("fr"))]
    assert len({table_picture(face, look) for look in looks}) == 3


def test_the_same_position_gives_the_same_bytes_in_any_thread() -> None:
    faces = [from_every_side(observe(played(rules_for(4), seed, 90), None)) for seed in range(4)]
    expected = [table_picture(face) for face in faces]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(table_picture, faces)) == expected


# --- what is announced or was shown --------------------------------------------------------------------------------

ANNOUNCING = make_rules(announce=True, seven_scores="declared")


def announced() -> Any:  # noqa: ANN401
    """Return a position in which seat 0 has announced a marriage and has shown a seven that it still holds."""
    at = at_declaring(ANNOUNCING, "KSa KHa KDa KCa QSa JDa 7Hb", turn_up="9Ha")
    at.do("0 declare single-bezique QSa JDa", "0 show 7Hb").draw().keep("KSa KHa KDa KCa QSa 7Hb").win(0)
    return at.do("0 declare four-kings KSa KHa KDa KCa", "0 announce common-marriage KSa QSa")


def test_announced_combinations_and_shown_sevens_are_seen() -> None:
    face = from_every_side(observe(announced().game, None))
    stands_out = {t.card for t in arranged(face) if isinstance(t, CardAt) and t.rimmed and t.width == 112}
    assert stands_out == set(cards("KSa QSa"))
    assert [t.card for t in arranged(face) if isinstance(t, CardAt) and t.dim] == list(cards("7Hb"))
    own_view = observe(announced().game, 0)
    mine = seen_from(own_view, NAMES[:2])
    assert sum(t.card == cards("7Hb")[0] for t in arranged(mine) if isinstance(t, CardAt)) == 1  # in the hand alone


def test_a_seven_that_was_shown_and_played_lies_at_its_seat_no_longer() -> None:
    at = announced().draw().do("0 play 7Hb")
    view = observe(at.game, None)
    assert view.shown
    assert sevens_of(view, 0) == []
    assert from_every_side(view).seats[0].shown == ()


def test_whoever_looks_back_sees_a_trick_until_the_next_is_led() -> None:
    view = observe(announced().draw().game, None)
    assert not view.trick
    back = seen_by_all(view, NAMES[:2], keep_last=True)
    assert view.last_trick is not None
    assert back.trick == view.last_trick.cards
    assert back.winner == view.last_trick.winner
    assert from_every_side(view).before == view.last_trick
    for each in view.last_trick.cards:
        assert written(each) in describe_table(back).split("In the middle")[1]


def test_older_tricks_are_not_seen_where_they_may_not_be_looked_at() -> None:
    for past, seen in (("open", True), ("last_only", False)):
        view = observe(played(rules_for(2, past_tricks=past), 3, 41), None)
        face = from_every_side(view)
        assert (face.sides[0].brisques is not None) is seen
        complete = replace(view, trick=(), phase=type(view.phase).DECLARE)
        assert (from_every_side(complete).before is not None) is seen
