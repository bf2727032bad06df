"""Faces, emojis and the drawing beneath them: all 32 distinct, proper and readable when small."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.engine.cards import ACE, KING, KNAVE, QUEEN, TEN, card, rank_of
from bot.ui.pictures import (
    card_picture,
    emoji_picture,
)
from bot.ui.pictures.cardface import card_face, card_size
from bot.ui.pictures.drawing import Canvas, box, outline
from bot.ui.pictures.inks import CLUB_GREEN, DIAMOND_BLUE, INK, PAPER
from bot.ui.pictures.palette import in_palette
from bot.ui.text.faces import RANK_SIGNS, signs_in
from tests.ui.dealt import opened

SUITS = range(4)
EMOJI_LIMIT = 256 * 1024
"""Discord refuses a larger emoji."""


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


def test_an_emoji_carries_the_letters_it_is_given_and_the_rest_is_the_same() -> None:
    french = signs_in("fr")
    for kind in range(32):
        alike = french[rank_of(kind)] == RANK_SIGNS[rank_of(kind)]
        assert alike is (rank_of(kind) not in (KNAVE, QUEEN, KING))
        assert (emoji_picture(kind, letters=french) == emoji_picture(kind)) is alike
    pictures = [emoji_picture(kind, letters=french) for kind in range(32)]
    assert len(set(pictures)) == 32


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
    face_image = card_face(card(0, 2, QUEEN), 184, four_colour=False)
    again = in_palette(face_image).convert("RGB")
    difference = ImageChops.difference(face_image, again).convert("L")
    assert sum(difference.histogram()[40:]) < face_image.width * face_image.height * 0.01
