"""Layout of the pictures: nothing that has to be read is covered, cut or too small for a phone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import PRESETS, CardSet, Game, Rules, Verb, apply, observe, offered_actions, start_deal
from bot.engine.cards import NO_CARD, cards_of
from bot.engine.law import law_for
from bot.ui.pictures import OpenHand, Print, emoji_picture, hands_picture, seen_by_all, seen_from, table, table_picture
from bot.ui.pictures.arrange import FIGURE, CardAt, EmptyAt, NameAt, NumberAt, PileAt, Thing, arranged, plan_of
from bot.ui.pictures.cardface import INDEX, RANK, STRIP, card_face
from bot.ui.pictures.chart import Course, chart_picture
from bot.ui.pictures.palette import BRASS_LIGHT, nearest
from bot.ui.pictures.pen import Written
from bot.ui.pictures.plan import HEIGHT, WIDTH, Box, narrowest, plan_for, spread, two_rows
from bot.ui.pictures.table import arranged_hands
from bot.ui.text.faces import signs_in
from bot.ui.text.history import groups_of
from tests.ui.dealt import from_every_side, opened, own, played, rules_for, seats

pytestmark = pytest.mark.deep

PHONE = 330
"""So many pixels wide a phone shows a picture."""
READABLE = 11
LONG = ("Maximilian-Alexander", "Wilhelmina of Orange", "Фёдор Михайлович", "Αλέξανδρος ο Μέγας")


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


def read(thing: Thing) -> Box:
    """Return what of a thing has to be seen: of a card its index, of everything else all of it."""
    if isinstance(thing, CardAt):
        return Box(thing.x, thing.y, round(thing.width * STRIP) - 1, int(thing.width * INDEX))
    return thing.box


def check_layout(things: tuple[Thing, ...]) -> None:
    """Fail where something that has to be read is covered by what is laid later, or leaves the picture."""
    for at, thing in enumerate(things):
        if isinstance(thing, EmptyAt | PileAt):
            continue
        seen = read(thing)
        assert seen.x >= 0, thing
        assert seen.y >= 0, thing
        assert seen.right <= WIDTH, thing
        assert seen.bottom <= HEIGHT, thing
        for later in things[at + 1 :]:
            assert apart(seen, later.box), (thing, later)


# --- what can be read on a phone ---------------------------------------------------------------------------------


@cache
def every_book() -> tuple[Rules, ...]:
    """Return every rule book with every number of hands, and partners where it has them."""
    found = []
    for preset in PRESETS.values():
        for players in preset.players:
            rules = preset.rules(players)
            found.append(rules)
            if players == 4 and not rules.partners:
                try:
                    found.append(rules.changed({"partners": True}))
                except ValueError:
                    continue
    return tuple(found)


def moments(rules: Rules, seed: int) -> Iterator[Game]:
    """Play a deal at random, declaring and announcing whatever can be, and yield every moment."""
    rng = random.Random(seed)
    deck = list(law_for(rules).pack)
    rng.shuffle(deck)
    game = start_deal(Game(rules), seed % rules.players, tuple(deck)).game
    while actions := offered_actions(game):
        yield game
        best = [a for a in actions if a.verb in (Verb.DECLARE, Verb.ANNOUNCE, Verb.SHOW, Verb.EXCHANGE)]
        game = apply(game, rng.choice(best or actions)).game
    yield game


@pytest.mark.parametrize("rules", every_book(), ids=lambda rules: f"{rules.players}{'p' * rules.partners}")
def test_nothing_that_has_to_be_read_is_covered_in_a_whole_deal(rules: Rules) -> None:
    for game in moments(rules, rules.players):
        assert game.deal is not None
        check_layout(arranged(seen_by_all(observe(game, None), LONG[: rules.players], keep_last=True)))
        for seat in range(rules.players):
            view = observe(game, seat)
            drawn = min(view.hand, default=NO_CARD)
            check_layout(arranged(seen_from(view, LONG[: rules.players], drawn=drawn)))


@pytest.mark.parametrize("partners", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hand", [False, True])
def test_nothing_is_covered_where_every_card_lies_exposed(players: int, *, partners: bool, hand: bool) -> None:
    if partners and players != 4:
        return
    base = own(played(rules_for(players, partners=partners), 3, 9 * players), LONG)
    deck = list(range(32 * players))
    random.Random(players).shuffle(deck)
    full = []
    for seat in base.seats:
        lie = [deck.pop() for _ in range(8)]
        groups = (tuple(lie[:2]), tuple(lie[2:6]), tuple(lie[6:7]))
        full.append(replace(seat, exposed=groups, announced=CardSet.of(lie[:2]), shown=tuple(lie[7:])))
    totals = (9870, -1240, 10000, 0)
    sides = tuple(replace(side, total=total, brisques=28) for side, total in zip(base.sides, totals, strict=False))
    own_hand = replace(base.hand, cards=(deck[0],), drawn=deck[0]) if hand and base.hand else None
    whole = replace(base, seats=tuple(full), sides=sides, target=10000, stock=96, hand=own_hand)
    if not hand:
        whole = replace(whole, below=0)
    check_layout(arranged(whole))
    assert opened(table_picture(whole)).size == (WIDTH, HEIGHT)


def test_a_hand_of_nine_shows_every_index() -> None:
    base = own(played(rules_for(2), 1, 1))
    assert base.hand is not None
    check_layout(arranged(replace(base, hand=replace(base.hand, cards=tuple(range(9)), drawn=8))))


def test_every_figure_is_eleven_pixels_high_on_a_phone() -> None:
    shrink = PHONE / WIDTH
    assert FIGURE * shrink >= READABLE
    for players in (2, 3, 4):
        for hand in (False, True):
            plan = plan_for(players, hand=hand)
            widths = {plan.card, plan.trick_card, plan.stock_card, plan.before_card, plan.hand_card}
            assert min(widths) * RANK * shrink >= READABLE
    for number in (9, 96):
        for game in (played(rules_for(players), 2, 20) for players in (2, 3, 4)):
            plates = [thing for thing in arranged(replace(own(game), stock=number)) if isinstance(thing, NumberAt)]
            assert {plate.what for plate in plates} == {"target", "score", "brisques", "stock"}
            assert all(plate.box.height - 8 >= FIGURE for plate in plates)


@pytest.mark.parametrize("letter", [*signs_in("en"), "V", "D", "R"])
def test_an_index_is_drawn_as_high_as_it_is_meant_to_be(letter: str) -> None:
    width = 88
    image = card_face(7, width, Print(letters=(letter,) * 8)).convert("L")
    strip = image.crop((3, 3, int(width * STRIP), int(width * (0.065 + RANK))))
    dark = [y for y in range(strip.height) if min(strip.crop((0, y, strip.width, y + 1)).tobytes()) < 100]
    assert (dark[-1] - dark[0] + 1) * PHONE / WIDTH >= READABLE - 0.4


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Ben"), ["Ann", "Ben"]),
        (("Ζωή", "Юлия"), ["Ζωή", "Юлия"]),
        (("Émile 🎩", "محمد"), ["Émile", ""]),
        (("日本", "🎲"), ["", ""]),
        (("Ann", "Ann"), ["", ""]),
    ],
)
def test_names_stand_in_the_picture_where_the_typeface_has_their_letters(
    names: tuple[str, ...], shown: list[str]
) -> None:
    view = observe(played(rules_for(2), 1, 30), None)
    tabs = [thing for thing in arranged(seen_by_all(view, names)) if isinstance(thing, NameAt)]
    for seat, name in enumerate(shown):
        assert {tab.name.text for tab in tabs if tab.seat == seat} == {name}


def test_long_names_are_shortened_at_a_letter() -> None:
    view = observe(played(rules_for(4), 1, 30), None)
    for tab in arranged(seen_by_all(view, LONG)):
        if isinstance(tab, NameAt):
            whole, text = LONG[tab.seat], tab.name.text
            assert text
            assert text == whole or (text.endswith("…") and whole.startswith(text[:-1].rstrip()))


# --- rows --------------------------------------------------------------------------------------------------------


def test_exposed_cards_are_grouped_as_declared_and_each_stands_once() -> None:
    for seed in range(20):
        view = observe(played(rules_for(4), seed, 110), None)
        for seat in seats(view):
            groups = groups_of(view, seat)
            assert sorted(each for group in groups for each in group) == cards_of(view.tables[seat].mask)
            melds = [set(cards_of(meld.cards)) for meld in view.melds if meld.seat == seat]
            assert all(any(set(group) <= meld for meld in melds) for group in groups)


def test_exposed_cards_lie_in_the_middle_of_their_place_where_it_is_narrow() -> None:
    found = 0
    for seed in range(6):
        face = from_every_side(observe(played(rules_for(4), seed, 110), None))
        plan, things = plan_of(face), [each for each in arranged(face) if isinstance(each, CardAt)]
        for seat in range(4):
            area = plan.fields[face.around(seat)]
            lying = [each for each in things if not apart(area, each.box)]
            for top in {each.y for each in lying if area.width <= plan.column}:
                row = [each for each in lying if each.y == top]
                left, right = min(each.x for each in row) - area.x, area.right - max(each.box.right for each in row)
                assert abs(left - right) <= 1
                found += 1
    assert found


@given(st.lists(st.integers(1, 5), max_size=8).filter(lambda sizes: sum(sizes) <= 9), st.integers(250, 900))
def test_a_row_never_leaves_its_room_and_shows_every_index_where_it_can(sizes: list[int], room: int) -> None:
    width, groups = 88, tuple(sizes)
    xs = spread(groups, room, width)
    assert len(xs) == sum(sizes)
    assert all(0 <= x <= room - width for x in xs)
    if narrowest(groups, width) <= room:
        assert all(after - before >= width * STRIP - 1 for before, after in pairwise(xs))
    rows = two_rows(groups)
    assert sum(map(sum, rows)) == sum(sizes)
    assert len(rows) <= 2
    assert all(sum(row) <= (sum(sizes) + 1) // 2 for row in rows if len(rows) == 2)


def test_the_name_of_whoever_is_on_move_has_a_rim_of_brass() -> None:
    brass = bytes([nearest(BRASS_LIGHT)])
    for seat in range(4):
        lit, dark = (table.tab(Written("Ann", 36), seat, 120, lit=each).image.tobytes() for each in (True, False))
        assert lit.count(brass) > 2 * dark.count(brass)


def test_places_do_not_overlap() -> None:
    for players in (2, 3, 4):
        for hand in (False, True):
            plan = plan_for(players, hand=hand)
            for one, other in combinations((*plan.fields, plan.stock, plan.before, plan.marker), 2):
                assert apart(one, other)


def test_no_table_for_five() -> None:
    with pytest.raises(ValueError, match="5 players"):
        plan_for(5, hand=False)


# --- all hands, and every other picture ----------------------------------------------------------------------------


def open_hands(players: int, *, drew: bool) -> list[OpenHand]:
    deck = list(law_for(rules_for(players)).pack)
    random.Random(2).shuffle(deck)
    return [
        OpenHand(
            CardSet.of(deck[8 * seat : 8 * seat + 8]),
            CardSet.of(deck[8 * seat : 8 * seat + 3]),
            tuple(deck[8 * players + seat :: players]) if drew else (),
        )
        for seat in range(players)
    ]


@pytest.mark.parametrize("drew", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_hands_show_every_card_so_that_it_can_be_read(players: int, *, drew: bool) -> None:
    hands = open_hands(players, drew=drew)
    things = arranged_hands(hands, LONG[:players])
    check_layout(things)
    laid_down = sorted(thing.card for thing in things if isinstance(thing, CardAt))
    assert laid_down == sorted([*(c for hand in hands for c in hand.held), *(c for hand in hands for c in hand.drew)])
    assert {t.card for t in things if isinstance(t, CardAt) and t.rimmed} == {c for h in hands for c in h.exposed}
    whole = hands_picture(hands, LONG[:players])
    assert opened(whole).size == (WIDTH, HEIGHT)
    assert hands_picture(hands, LONG[:players]) == whole
    assert hands_picture(hands, LONG[:players], Print(four_colour=True)) != whole


def test_no_picture_is_wider_than_eleven_to_seven() -> None:
    game = played(rules_for(2), 3, 60)
    face = own(game)
    course = Course(((0, 20, 310), (0, 0, 40)), (2,), 1000)
    pictures = [table_picture(face), hands_picture(open_hands(2, drew=False), LONG[:2]), chart_picture(course)]
    for image in map(opened, (*pictures, *map(emoji_picture, range(32)))):
        assert image.width * 7 <= image.height * 11
