"""Pictures of cards, hands and boards: what they show, what they never show, and that they always come."""

from __future__ import annotations

import io
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.engine import PRESETS, Game, Rules, Verb, View, apply, observe, offered_actions, start_deal
from bot.engine.cards import ACE, KING, KNAVE, QUEEN, TEN, card, cards_of
from bot.engine.law import law_for
from bot.ui.faces import face
from bot.ui.pictures import (
    LONGEST,
    board_picture,
    card_picture,
    describe_board,
    describe_hand,
    emoji_picture,
    hand_picture,
    held,
    own_hand_picture,
)
from bot.ui.pictures.cardface import card_face, card_size
from bot.ui.pictures.drawing import Canvas, box, outline
from bot.ui.pictures.inks import CLUB_GREEN, DIAMOND_BLUE, INK, PAPER
from bot.ui.pictures.layout import WIDTH, layout_for, spread, two_rows
from bot.ui.pictures.palette import indexed
from bot.ui.pictures.seen import groups_of

SUITS = range(4)
NAMES = ("Anna", "Émile", "محمد", "🎩 Zoë")
EMOJI_LIMIT = 256 * 1024
"""Discord refuses a larger emoji."""


def opened(picture: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(picture))
    image.load()
    assert image.format == "PNG"
    return image


def rules_for(players: int, *, partners: bool = False, **changes: object) -> Rules:
    return PRESETS["modern"].rules(players).changed({"partners": partners, **changes})


ALL_RULES = (
    rules_for(2),
    rules_for(2, trump="first_marriage"),
    rules_for(3),
    rules_for(4),
    rules_for(4, partners=True),
)


def played(rules: Rules, seed: int, steps: int) -> Game:
    """Play at random, declaring whatever can be declared, for so many steps or until the deal is over."""
    rng = random.Random(seed)
    deck = list(law_for(rules).pack)
    rng.shuffle(deck)
    game = start_deal(Game(rules), seed % rules.players, tuple(deck)).game
    for _ in range(steps):
        actions = offered_actions(game)
        if not actions:
            break
        declared = [action for action in actions if action.verb is Verb.DECLARE]
        game = apply(game, rng.choice(declared or actions)).game
    return game


def seats(view: View) -> range:
    return range(view.players)


# --- faces ---------------------------------------------------------------------------------------------------------


def test_all_faces_are_distinct() -> None:
    for four_colour in (False, True):
        assert len({card_face(kind, 100, four_colour=four_colour).tobytes() for kind in range(32)}) == 32


def test_courts_differ_from_each_other_in_more_than_suit_and_index() -> None:
    # The middle of the card holds neither index nor suit sign, only the figure.
    middles = [
        card_face(card(0, suit, rank), 200, four_colour=False).crop((50, 105, 150, 195)).tobytes()
        for suit in SUITS
        for rank in (KNAVE, QUEEN, KING)
    ]
    assert len(set(middles)) == 12


@pytest.mark.parametrize("rank", [KNAVE, QUEEN, KING, TEN])
@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("width", [104, 184])
def test_two_way_cards_look_the_same_from_both_ends(rank: int, suit: int, width: int) -> None:
    image = card_face(card(0, suit, rank), width, four_colour=False)
    turned = image.transpose(Image.Transpose.ROTATE_180)
    difference = ImageChops.difference(image, turned).convert("L")
    apart = sum(difference.histogram()[64:])
    assert apart <= image.width * image.height * 0.002


def test_a_pip_card_carries_as_many_pips_as_it_says() -> None:
    for suit in SUITS:
        inked = [
            sum(
                card_face(card(0, suit, rank), 200, four_colour=False)
                .convert("L")
                .crop((48, 20, 152, 280))
                .histogram()[:128]
            )
            for rank in range(8)
            if rank not in (KNAVE, QUEEN, KING, ACE)
        ]  # 7 8 9 10
        one = inked[0] / 7
        assert [round(area / one) for area in inked] == [7, 8, 9, 10]


def test_packs_share_their_faces() -> None:
    assert card_picture(card(0, 1, ACE)) == card_picture(card(3, 1, ACE))


@pytest.mark.parametrize(("suit", "colour"), [(0, CLUB_GREEN), (1, DIAMOND_BLUE)])
def test_the_four_colour_deck_has_green_clubs_and_blue_diamonds(suit: int, colour: tuple[int, int, int]) -> None:
    for rank in range(8):
        kind = card(0, suit, rank)
        colours = {c for _, c in card_face(kind, 184, four_colour=True).crop((10, 14, 46, 94)).getcolors(10**6) or []}
        usual = {c for _, c in card_face(kind, 184, four_colour=False).crop((10, 14, 46, 94)).getcolors(10**6) or []}
        assert colour in colours
        assert colour not in usual


def test_the_index_stands_out_in_its_corner_at_the_size_of_a_phone() -> None:
    # A board shown 360 pixels wide: its cards are 42 pixels wide, the index must still be dark on white.
    small = card_face(card(0, 3, KING), 112, four_colour=False).resize((42, 63), Image.Resampling.LANCZOS)
    corner = small.convert("L").crop((1, 2, 10, 13))
    shades = corner.histogram()
    assert any(shades[:60])
    assert any(shades[230:])


def test_a_card_picture_is_clear_outside_its_round_corners() -> None:
    image = opened(card_picture(0)).convert("RGBA")
    assert image.size == card_size(300)
    assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert image.getpixel((150, 225))[3] == 255  # type: ignore[index]


@pytest.mark.parametrize("kind", range(32))
def test_an_emoji_is_what_discord_takes_and_has_rank_above_suit(kind: int) -> None:
    picture = emoji_picture(kind)
    image = opened(picture).convert("RGBA")
    assert image.size == (128, 128)
    assert len(picture) < EMOJI_LIMIT
    for half in ((0, 8, 128, 62), (0, 72, 128, 122)):
        dark = sum(image.convert("L").crop(half).histogram()[:110])
        assert dark > 400


def test_emojis_can_be_told_from_each_other_at_the_height_of_a_line() -> None:
    small = [
        opened(emoji_picture(kind)).convert("RGBA").resize((22, 22), Image.Resampling.LANCZOS).convert("RGB")
        for kind in range(32)
    ]
    for one, other in combinations(small, 2):
        difference = ImageChops.difference(one, other).convert("L")
        assert sum(difference.histogram()[48:]) >= 5


# --- hands ---------------------------------------------------------------------------------------------------------


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


# --- boards --------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(ALL_RULES), st.integers(0, 10**6), st.integers(0, 200), st.booleans())
def test_every_position_can_be_drawn_and_told(rules: Rules, seed: int, steps: int, four_colour: bool) -> None:
    view = observe(played(rules, seed, steps), None)
    image = opened(board_picture(view, four_colour=four_colour, scale=1))
    sides = 2 if rules.partners else rules.players
    assert image.size == (WIDTH, layout_for(rules.players, sides).height)
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
        xs = spread(row, room, card_width)
        assert len(xs) == sum(row)
        assert all(0 <= x <= room - card_width + 0.01 for x in xs)
        # An index is 45 of a card's 200 units wide.
        assert all(after - before >= card_width * 0.2 for before, after in pairwise(xs))


def test_places_do_not_overlap() -> None:
    for players in (2, 3, 4):
        zones = layout_for(players, players).zones
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
        layout_for(5, 4)


def test_the_same_position_gives_the_same_bytes_in_any_thread() -> None:
    views = [observe(played(rules_for(4), seed, 90), None) for seed in range(4)]
    expected = [board_picture(view) for view in views]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            assert list(pool.map(board_picture, views)) == expected


# --- texts ---------------------------------------------------------------------------------------------------------


def test_the_boards_text_names_every_public_card() -> None:
    for rules in ALL_RULES:
        for seed in range(8):
            view = observe(played(rules, seed, 12 * seed), None)
            text = describe_board(view, NAMES[: rules.players])
            shown = [each for seat in seats(view) for each in view.tables[seat]] + list(view.trick)
            if view.turn_up >= 0:
                shown.append(view.turn_up)
            for each in set(shown):
                copies = sum(face(other) == face(each) for other in shown)
                assert text.count(face(each)) >= copies
            for name, total in zip(NAMES, view.totals, strict=False):
                assert name in text
                if not rules.partners:
                    assert f": {total}" in text


def test_the_boards_text_names_no_other_card() -> None:
    for seed in range(12):
        view = observe(played(rules_for(2), seed, 7 * seed), None)
        text = describe_board(view, NAMES[:2])
        last = view.last_trick.cards if view.last_trick else ()
        public = {face(c) for c in [*view.trick, *last, *(c for t in view.tables for c in t)]}
        if view.turn_up >= 0:
            public.add(face(view.turn_up))
        for kind in range(32):
            if face(kind) not in public:
                assert face(kind) not in text


def test_long_names_are_cut_before_the_text_is() -> None:
    view = observe(played(rules_for(4), 3, 130), None)
    names = ["𝕬" * 32, "👨‍👩‍👧‍👦" * 4, "M" * 32, "ع" * 32]
    text = describe_board(view, names)
    assert len(text.encode("utf-16-le")) // 2 <= LONGEST
    assert "…" in text or all(name in text for name in names)
    for seat in range(4):
        assert f"{seat + 1}" in text


def test_the_hands_text_tells_cards_choices_and_what_lies_on_the_table() -> None:
    for seed in range(10):
        game = played(rules_for(2), seed, 11 * seed)
        assert game.deal is not None
        view = observe(game, game.deal.turn)
        text = describe_hand(view)
        mine = held(view)
        assert len(text) <= LONGEST
        if not mine.cards:
            assert text == "Your hand is empty."
            continue
        assert ("On the table" in text) == bool(mine.exposed)
        assert ("You may play" in text) == bool(mine.playable)
        for each in mine.exposed:
            assert face(each) in text.split("On the table")[1]


# --- drawing -------------------------------------------------------------------------------------------------------


def test_an_outline_is_read_like_an_svg_path() -> None:
    lines = outline("M 0 0 L 10 0 10 10 Z M 1 -1.5 L .5 2")
    assert [list(shape) for shape in lines] == [[(0, 0), (10, 0), (10, 10)], [(1, -1.5), (0.5, 2)]]
    curve = outline("M 0 0 C 0 10 10 10 10 0")[0]
    assert [curve[0], curve[-1]] == [(0, 0), pytest.approx((10, 0))]
    assert max(y for _, y in curve) == pytest.approx(7.5)


def test_a_canvas_moves_turns_and_mirrors() -> None:
    canvas = Canvas((10, 10), (10, 10), PAPER)
    with canvas.at(5, 5, turn=90):
        canvas.fill(box(0, -1, 4, 2), INK)  # to the right, turned clockwise: downwards
    image = canvas.finished()
    assert image.getpixel((5, 8)) == INK
    assert image.getpixel((8, 5)) == PAPER
    canvas = Canvas((10, 10), (10, 10), PAPER)
    with canvas.at(5, 5, flip=True):
        canvas.fill(box(0, -1, 4, 2), INK)
    assert canvas.finished().getpixel((2, 5)) == INK


def test_what_is_drawn_inside_a_shape_stays_inside() -> None:
    canvas = Canvas((10, 10), (10, 10), PAPER)
    with canvas.inside(box(2, 2, 4, 4)):
        canvas.fill(box(0, 0, 10, 10), INK)
    image = canvas.finished()
    assert image.getpixel((4, 4)) == INK
    assert image.getpixel((8, 8)) == PAPER


def test_the_palette_keeps_the_inks_of_the_cards() -> None:
    for kind in ("hand", "board"):
        face_image = card_face(card(0, 2, QUEEN), 184, four_colour=False)
        again = indexed(face_image, kind).convert("RGB")
        difference = ImageChops.difference(face_image, again).convert("L")
        assert sum(difference.histogram()[40:]) < face_image.width * face_image.height * 0.01
