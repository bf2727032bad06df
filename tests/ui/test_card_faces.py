"""Faces, emojis and the drawing beneath them: all 32 distinct, proper and readable when small."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.engine.cards import KING, KNAVE, QUEEN, card, rank_of
from bot.ui.pictures import Print, emoji_picture
from bot.ui.pictures.cardface import INDEX, STRIP, card_back, card_face, card_size
from bot.ui.pictures.drawing import Canvas, box, outline
from bot.ui.pictures.palette import BLUE, CLUB_GREEN, DIAMOND_BLUE, INK, PAPER, RED, SKIN, YELLOW
from bot.ui.text.faces import RANK_SIGNS, signs_in
from tests.ui.dealt import opened

pytestmark = pytest.mark.deep

SUITS = range(4)
EMOJI_LIMIT = 256 * 1024
"""Discord refuses a larger emoji."""


def drawn(
    kind: int, width: int = 100, *, four_colour: bool = False, letters: tuple[str, ...] = RANK_SIGNS
) -> Image.Image:
    return card_face(kind, width, Print(four_colour, letters)).convert("RGB")


def test_all_faces_are_distinct() -> None:
    for four_colour in (False, True):
        assert len({drawn(kind, four_colour=four_colour).tobytes() for kind in range(32)}) == 32


def test_courts_differ_from_each_other_in_more_than_suit_and_index() -> None:
    # The lower right of the card holds neither index nor suit sign, only the portrait.
    portraits = [
        drawn(card(0, suit, rank), 200).crop((100, 190, 200, 300)).tobytes()
        for suit in SUITS
        for rank in (KNAVE, QUEEN, KING)
    ]
    assert len(set(portraits)) == 12


def test_an_index_leaves_the_rest_of_a_card_free_in_every_language() -> None:
    """Where only the strip of its index is seen of a card, nothing of the index is missing."""
    for letters in (signs_in("en"), signs_in("fr")):
        for kind in range(32):
            if rank_of(kind) in (KNAVE, QUEEN, KING):
                continue
            image = drawn(kind, 200, letters=letters).convert("L")
            beside = image.crop((int(200 * STRIP), 4, int(200 * STRIP) + 12, 150))
            assert min(beside.tobytes()) > 200


@pytest.mark.parametrize(("suit", "colour"), [(0, CLUB_GREEN), (1, DIAMOND_BLUE)])
def test_the_four_colour_deck_has_green_clubs_and_blue_diamonds(suit: int, colour: tuple[int, int, int]) -> None:
    for rank in range(8):
        kind = card(0, suit, rank)
        index = (4, 4, int(184 * STRIP), int(184 * INDEX))
        colours = {c for _, c in drawn(kind, 184, four_colour=True).crop(index).getcolors(10**6) or []}
        usual = {c for _, c in drawn(kind, 184).crop(index).getcolors(10**6) or []}
        assert colour in colours
        assert colour not in usual


def test_courts_alone_change_with_the_language() -> None:
    for kind in range(32):
        same = drawn(kind, letters=signs_in("fr")).tobytes() == drawn(kind).tobytes()
        assert same is (rank_of(kind) not in (KNAVE, QUEEN, KING))


def test_the_index_stands_out_in_its_corner_at_the_size_of_a_phone() -> None:
    # A table shown 330 pixels wide: its smallest cards are 26 pixels wide, the index must still be dark on white.
    small = drawn(card(0, 3, KING), 88).resize((26, 39), Image.Resampling.LANCZOS)
    corner = small.convert("L").crop((1, 1, 13, 25))
    shades = corner.histogram()
    assert sum(shades[:60]) > 20
    assert any(shades[230:])


def test_a_back_is_the_same_for_all_cards_and_clear_outside_its_round_corners() -> None:
    image, mask = card_back(112)
    assert image.size == mask.size == card_size(112)
    assert mask.getpixel((0, 0)) == 0
    assert mask.getpixel((56, 84)) == 255


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


def test_the_palette_keeps_what_is_printed_on_the_cards() -> None:
    inks = {INK, PAPER, RED, BLUE, YELLOW, SKIN, CLUB_GREEN, DIAMOND_BLUE}
    found = {c for kind in range(32) for _, c in drawn(kind, 140, four_colour=True).getcolors(10**6) or []}
    found |= {c for kind in range(32) for _, c in drawn(kind, 140).getcolors(10**6) or []}
    assert inks <= found
