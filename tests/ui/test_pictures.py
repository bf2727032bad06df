"""Pictures of hands and boards: what they show, what they never show, and that they always come."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import CardSet, Game, Rules, Verb, observe, start_deal
from bot.engine.cards import ACE, card, cards_of
from bot.engine.law import law_for
from bot.ui.pictures import (
    LONGEST,
    OpenHand,
    board_picture,
    describe_board,
    describe_hand,
    describe_hands,
    hand_picture,
    hands_picture,
    held,
    own_hand_picture,
)
from bot.ui.pictures.places import WIDTH, places_for, spread, two_rows
from bot.ui.text.faces import face
from bot.ui.text.history import groups_of, sevens_of
from tests.table_builder import cards, make_rules
from tests.ui.dealt import ALL_RULES, NAMES, opened, played, rules_for, seats
from tests.ui.positions import at_declaring


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_hand_can_be_drawn(data: Any) -> None:  # noqa: ANN401
    held_cards = data.draw(st.lists(st.integers(0, 127), max_size=12, unique=True))
    some = st.sets(st.sampled_from(held_cards)) if held_cards else st.just(set())
    scale = data.draw(st.sampled_from((1, 2)))
    image = opened(
        hand_picture(
            held_cards,
            exposed=data.draw(some),
            playable=data.draw(some),
            four_colour=data.draw(st.booleans()),
            scale=scale,
        )
    )
    assert image.width == WIDTH * scale
    assert image.mode == "P"


def test_a_hand_is_small_enough_to_send() -> None:
    rng = random.Random(7)
    sizes = sorted(len(hand_picture(rng.sample(range(64), 8), playable=range(20))) for _ in range(25))
    assert sizes[12] < 48 * 1024
    assert sizes[-1] < 64 * 1024


def test_more_cards_than_anyone_can_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 12 cards, not 13"):
        hand_picture(range(13))


def test_playable_and_exposed_cards_are_told_apart() -> None:
    cards = list(range(8))
    plain = hand_picture(cards)
    assert len({plain, hand_picture(cards, playable=cards[:3]), hand_picture(cards, exposed=cards[:3])}) == 3


def test_a_card_that_cannot_be_played_is_dimmed_and_lower() -> None:
    cards = [card(0, 1, ACE)]
    bright = opened(hand_picture(cards, playable=cards, scale=1)).convert("L")
    dim = opened(hand_picture([*cards, card(0, 0, ACE)], playable=[card(0, 0, ACE)], scale=1)).convert("L")
    assert sum(bright.histogram()[240:]) > 3000
    left, right = dim.crop((0, 0, 210, dim.height)), dim.crop((240, 0, 480, dim.height))
    assert sum(left.histogram()[240:]) < 100
    assert sum(right.histogram()[240:]) > 3000
    highest = [min(y for y in range(half.height) if max(half.crop((0, y, half.width, y + 1)).histogram()[140:]) > 20)
               for half in (left, right)]  # fmt: skip
    assert highest[0] > highest[1] + 8


def test_a_hand_without_a_choice_is_not_dimmed() -> None:
    everything = opened(hand_picture(range(8), scale=1)).convert("L")
    assert sum(everything.histogram()[240:]) > 10_000


def test_a_seats_own_hand_shows_its_cards_and_choices() -> None:
    view = observe(played(rules_for(2), 3, 20), None)
    turn = view.turn
    mine = observe(played(rules_for(2), 3, 20), turn)
    shown = held(mine)
    assert set(shown.cards) == set(mine.hand | mine.tables[turn])
    assert set(shown.playable) == {a.cards[0] for a in mine.legal if a.verb is Verb.PLAY}
    expected = hand_picture(shown.cards, exposed=shown.exposed, playable=shown.playable)
    assert own_hand_picture(mine) == expected


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(ALL_RULES), st.integers(0, 10**6), st.integers(0, 200), st.booleans())
def test_every_position_can_be_drawn_and_told(rules: Rules, seed: int, steps: int, four_colour: bool) -> None:
    view = observe(played(rules, seed, steps), None)
    image = opened(board_picture(view, four_colour=four_colour, scale=1))
    sides = 2 if rules.partners else rules.players
    assert image.size == (WIDTH, places_for(rules.players, sides).height)
    assert len(describe_board(view, NAMES[: rules.players])) <= LONGEST


def test_a_board_is_small_enough_to_send() -> None:
    for rules, most in ((rules_for(2), 48), (rules_for(3), 52), (rules_for(4), 64), (rules_for(4, partners=True), 72)):
        sizes = sorted(len(board_picture(observe(played(rules, seed, 4 + 9 * seed), None))) for seed in range(9))
        assert sizes[4] < most * 1024
        assert sizes[-1] < 110 * 1024


@pytest.mark.parametrize("seat", [0, 1])
def test_a_board_is_never_drawn_or_told_from_a_seats_view(seat: int) -> None:
    view = observe(played(rules_for(2), 1, 5), seat)
    with pytest.raises(ValueError, match="spectator"):
        board_picture(view)
    with pytest.raises(ValueError, match="spectator"):
        describe_board(view, NAMES[:2])


def test_a_spectator_has_no_hand_to_draw_or_tell() -> None:
    view = observe(played(rules_for(2), 1, 5), None)
    with pytest.raises(ValueError, match="spectator"):
        own_hand_picture(view)
    with pytest.raises(ValueError, match="spectator"):
        describe_hand(view)


def test_hidden_cards_change_nothing_on_the_board() -> None:
    rules = rules_for(2)
    deck = list(law_for(rules).pack)
    random.Random(4).shuffle(deck)
    other = list(deck)
    last = len(deck) - 1
    other[last], other[last - 1] = other[last - 1], other[last]  # two cards deep in the stock
    other[0], other[last - 2] = other[last - 2], other[0]  # a card of a hand for one of the stock
    views = [observe(start_deal(Game(rules), 0, tuple(each)).game, None) for each in (deck, other)]
    assert board_picture(views[0]) == board_picture(views[1])
    assert describe_board(views[0], NAMES[:2]) == describe_board(views[1], NAMES[:2])


@pytest.mark.parametrize("what", ["turn-up", "score", "turn", "dealer", "exposed"])
def test_what_is_public_is_seen_on_the_board(what: str) -> None:
    view = next(
        v
        for v in (observe(played(rules_for(2), 5, steps), None) for steps in range(10, 120))
        if any(map(len, v.tables))
    )
    seat = next(seat for seat in seats(view) if view.tables[seat])
    empty = type(view.tables[seat])()
    changed = {
        "turn-up": {"turn_up": view.turn_up ^ 1},
        "score": {"side_totals": (view.side_totals[0] + 10, *view.side_totals[1:])},
        "turn": {"turn": 1 - view.turn},
        "dealer": {"dealer": 1 - view.dealer},
        "exposed": {"tables": tuple(empty if each == seat else view.tables[each] for each in seats(view))},
    }[what]
    other = replace(view, **changed)  # type: ignore[arg-type]
    assert board_picture(other) != board_picture(view)
    assert describe_board(other, NAMES[:2]) != describe_board(view, NAMES[:2])


def test_exposed_cards_are_grouped_as_declared_and_each_stands_once() -> None:
    for seed in range(20):
        view = observe(played(rules_for(4), seed, 110), None)
        for seat in seats(view):
            groups = groups_of(view, seat)
            assert sorted(each for group in groups for each in group) == cards_of(view.tables[seat].mask)
            melds = [set(cards_of(meld.cards)) for meld in view.melds if meld.seat == seat]
            assert all(any(set(group) <= meld for meld in melds) for group in groups)


@given(
    st.lists(st.integers(1, 5), max_size=8).filter(lambda sizes: sum(sizes) <= 8),
    st.sampled_from((112.0, 185.0, 415.0)),
)
def test_exposed_cards_never_leave_their_place_and_always_show_their_index(sizes: list[int], room: float) -> None:
    card_width = 52.0
    rows = two_rows(sizes) if room < 150 else [sizes]
    assert sum(map(sum, rows)) == sum(sizes)
    assert len(rows) <= 2
    for row in rows:
        xs = spread(tuple(row), room, card_width)
        assert len(xs) == sum(row)
        assert all(0 <= x <= room - card_width + 0.01 for x in xs)
        # An index is 45 of a card's 200 units wide.
        assert all(after - before >= card_width * 0.2 for before, after in pairwise(xs))


def test_places_do_not_overlap() -> None:
    for players in (2, 3, 4):
        zones = places_for(players, players).zones
        for one, other in combinations(zones, 2):
            apart = (
                one.x + one.width <= other.x
                or other.x + other.width <= one.x
                or one.y + one.height <= other.y
                or other.y + other.height <= one.y
            )
            assert apart


def test_no_table_for_five() -> None:
    with pytest.raises(ValueError, match="5 players"):
        places_for(5, 4)


def test_the_same_position_gives_the_same_bytes_in_any_thread() -> None:
    views = [observe(played(rules_for(4), seed, 90), None) for seed in range(4)]
    expected = [board_picture(view) for view in views]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(board_picture, views)) == expected


ANNOUNCING = make_rules(announce=True, seven_scores="declared")


def announced() -> Any:  # noqa: ANN401
    """Return a position in which seat 0 has announced a marriage and has shown a seven that it still holds."""
    at = at_declaring(ANNOUNCING, "KSa KHa KDa KCa QSa JDa 7Hb", turn_up="9Ha")
    at.do("0 declare single-bezique QSa JDa", "0 show 7Hb").draw().keep("KSa KHa KDa KCa QSa 7Hb").win(0)
    return at.do("0 declare four-kings KSa KHa KDa KCa", "0 announce common-marriage KSa QSa")


def test_announced_combinations_and_shown_sevens_are_seen_on_the_board() -> None:
    view = observe(announced().game, None)
    meld = view.announced[0]
    assert meld is not None
    assert set(cards_of(meld.cards)) == set(cards("KSa QSa"))
    assert sevens_of(view, 0) == list(cards("7Hb"))
    whole = board_picture(view)
    assert board_picture(replace(view, announced=(None, None))) != whole
    assert board_picture(replace(view, shown=type(view.shown)())) != whole


def test_a_seven_that_was_shown_and_played_lies_at_its_seat_no_longer() -> None:
    at = announced().draw().do("0 play 7Hb")
    view = observe(at.game, None)
    assert view.shown
    assert sevens_of(view, 0) == []


@pytest.mark.parametrize("players", [2, 4])
def test_many_sevens_and_a_full_table_find_room(players: int) -> None:
    view = observe(played(rules_for(players), 5, 60), None)
    sevens = CardSet.of([c for c in range(32 * players) if c % 8 == 0 and c % 32 // 8 == view.trump])
    full = replace(view, shown=sevens, known=(sevens,) * players)
    assert opened(board_picture(full)).size == opened(board_picture(view)).size
    assert board_picture(full) != board_picture(view)


def test_whoever_looks_back_sees_a_trick_until_the_next_is_led() -> None:
    at = announced().draw()
    view = observe(at.game, None)
    assert not view.trick
    assert board_picture(view, keep_last=True) != board_picture(view)
    last = view.last_trick
    assert last is not None
    for each in last.cards:
        assert face(each) in describe_board(view, NAMES[:2], keep_last=True).split("In the middle")[1]
    assert "In the middle" not in describe_board(view, NAMES[:2])


# --- all hands -----------------------------------------------------------------------------------------------------


def test_all_hands_show_every_card_and_what_lies_on_the_table_or_was_drawn() -> None:
    deck = list(law_for(rules_for(4)).pack)
    random.Random(2).shuffle(deck)
    hand = CardSet.of
    hands = [
        OpenHand(hand(deck[8 * seat : 8 * seat + 8]), drew=tuple(deck[40 + seat : 64 + seat])) for seat in range(4)
    ]
    whole = hands_picture(hands)
    assert opened(whole).width == WIDTH * 2
    assert hands_picture(hands) == whole
    other = [hands[0]._replace(exposed=hand(deck[:2])), *hands[1:]]
    fewer = [hands[0]._replace(drew=hands[0].drew[:-1]), *hands[1:]]
    assert len({whole, hands_picture(other), hands_picture(fewer), hands_picture(hands, four_colour=True)}) == 4
    assert opened(hands_picture([OpenHand(each.held) for each in hands])).height < opened(whole).height


def test_all_hands_in_words_name_the_same_cards() -> None:
    deck = list(law_for(rules_for(4)).pack)
    random.Random(2).shuffle(deck)
    hand = CardSet.of
    hands = [
        OpenHand(hand(deck[8 * seat : 8 * seat + 8]), hand(deck[8 * seat : 8 * seat + 2]), tuple(deck[40:60]))
        for seat in range(4)
    ]
    text = describe_hands(hands, ["𝕬" * 32, *NAMES[1:]])
    assert len(text.encode("utf-16-le")) // 2 <= LONGEST
    for line, each in zip(text.split("\n"), hands, strict=True):
        assert "on the table" in line
        assert all(face(card) in line.split("drew")[1] for card in each.drew)
        assert all(face(card) in line for card in each.exposed)
