"""Lots (RECORD.md, *The verifiable shuffle*, step 8), against a second implementation (``book.py``).

What of them `verify` finds in changed records, ``test_verify.py`` shows.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import PRESETS
from bot.engine.cards import CARD_NAMES, card_name, parse_card
from bot.engine.law import law_for
from bot.engine.lots import DealerBy, Lots, SeatsBy, draw_lots, read_lots
from bot.engine.record import parse_record, verify_record, write_record

from .book import lots_by_the_book, ordered_pack, stream
from .games import ALL_RULES, NAMES, Played, play_game

secrets = st.binary(min_size=64, max_size=64)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=130)


PACKS = {
    (2, False): law_for(PRESETS["modern"].rules(2)).pack,
    (3, False): law_for(PRESETS["modern"].rules(3)).pack,
    (3, True): law_for(PRESETS["modern"].rules(3).changed({"packs": "two_less_an_eight"})).pack,
    (4, False): law_for(PRESETS["modern"].rules(4)).pack,
}


@given(secrets, st.lists(texts, max_size=4), st.booleans())
def test_lots_are_those_of_the_published_steps(secret: bytes, entropy: list[str], drawn: bool) -> None:
    for (players, less_an_eight), pack in PACKS.items():
        found = draw_lots(secret, entropy, pack, players, draw_seats=drawn)
        rounds = [[None if card is None else card_name(card) for card in each] for each in found.rounds]
        book = ordered_pack(players, less_an_eight=less_an_eight)
        expected = lots_by_the_book(secret, entropy, book, players, drawn=drawn)
        assert (list(found.numbers), rounds, found.dealer) == expected


def test_those_who_tie_for_highest_cut_again_from_what_is_left() -> None:
    """Messages are tried until more than two rounds were cut, which the steps then give as well."""
    pack, secret = ordered_pack(4), bytes(64)
    for message in range(1, 3000):
        entropy = [f"message:{message}"]
        found = draw_lots(secret, entropy, PACKS[4, False], 4, draw_seats=True)
        if len(found.rounds) > 2:
            break
    rounds = [[None if card is None else card_name(card) for card in each] for each in found.rounds]
    assert (list(found.numbers), rounds, found.dealer) == lots_by_the_book(secret, entropy, pack, 4, drawn=True)
    for before, after in zip(found.rounds, found.rounds[1:], strict=False):
        best = max(card & 7 for card in before if card is not None)
        assert [card is not None for card in after] == [card is not None and card & 7 == best for card in before]
    cut = [card for each in found.rounds for card in each if card is not None]
    assert len(set(cut)) == len(cut), "a card that was cut is not put back"


def test_the_cut_goes_on_in_the_stream_where_the_seats_have_left_it() -> None:
    secret, entropy = bytes(range(64)), ["message:1"]
    with_seats = draw_lots(secret, entropy, PACKS[2, False], 2, draw_seats=True)
    without = draw_lots(secret, entropy, PACKS[2, False], 2, draw_seats=False)
    words = stream(secret, "bezique/1/lots", entropy)
    assert without.rounds[0][0] == parse_card(ordered_pack(2)[next(words) % 64])
    assert with_seats.rounds[0][0] == parse_card(ordered_pack(2)[next(words) % 64])
    assert without.numbers == (0, 1)


@pytest.mark.deep
def test_every_seating_and_every_dealer_comes_about_equally_often() -> None:
    """Chi-square for 24 seatings with 4 dealers each; 0.1 % critical value for 95 degrees of freedom."""
    count, n = dict[tuple[tuple[int, ...], int], int](), 9_600
    for message in range(n):
        found = draw_lots(bytes(64), [f"message:{message}"], PACKS[4, False], 4, draw_seats=True)
        key = found.numbers, found.dealer
        count[key] = count.get(key, 0) + 1
    assert len(count) == 96
    assert sum((each - n / 96) ** 2 / (n / 96) for each in count.values()) < 142.2


# ------------------------------------------------------------------ in records


def with_lots(players: int = 4, seats: SeatsBy = SeatsBy.DRAWN, seed: int = 3) -> tuple[Played, Lots]:
    """Play a little, seats and dealer by lot."""
    name = "modern-partners" if players == 4 else f"modern-{players}"
    live = play_game(ALL_RULES[name], seed, deals=1, lots=seats)
    assert live.lots is not None
    return live, live.lots


def verified(document: dict[str, Any]) -> bool | None:
    return verify_record(parse_record(document))[0].verdict.lots


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seats", [SeatsBy.DRAWN, SeatsBy.JOINED])
def test_true_lots_hold_and_stand_at_the_top_of_the_record(players: int, seats: SeatsBy) -> None:
    live, lots = with_lots(players, seats)
    document = live.document()
    assert document["lots"] == {"seats": seats.value, "dealer": "cut", "numbers": list(lots.numbers)}
    assert verified(document) is True
    assert parse_record(write_record(live.record())) == live.record()


MALFORMED: list[Any] = [
    None,
    [],
    "drawn",
    {},
    {"seats": "drawn", "dealer": "cut"},
    {"seats": "drawn", "numbers": [0, 1]},
    {"dealer": "cut", "numbers": [0, 1]},
    {"seats": "asked", "dealer": "cut", "numbers": [0, 1]},
    {"seats": "chosen", "dealer": "asked", "numbers": [0, 1]},
    {"seats": ["chosen"], "dealer": "cut", "numbers": [0, 1]},
    {"seats": "chosen", "dealer": {}, "numbers": [0, 1]},
    {"seats": "chosen", "dealer": "passed", "numbers": [0]},
    {"seats": "chosen", "dealer": "passed", "numbers": [0, 0]},
    {"seats": "chosen", "dealer": "passed", "numbers": [0, 1, 2]},
    {"seats": "chosen", "dealer": "passed", "numbers": [1, 2]},
    {"seats": "chosen", "dealer": "passed", "numbers": ["0", "1"]},
    {"seats": "chosen", "dealer": "passed", "numbers": [False, True]},
    {"seats": "chosen", "dealer": "passed", "numbers": [0.0, 1.0]},
    {"seats": "chosen", "dealer": "passed", "numbers": "01"},
]


@pytest.mark.parametrize("lots", MALFORMED, ids=json.dumps)
def test_malformed_lots_are_false_and_stay_as_they_are(lots: object) -> None:
    live, _ = with_lots(2)
    document = live.document() | {"lots": lots}
    assert verified(document) is False
    assert json.loads(write_record(parse_record(document)))["lots"] == lots


def test_a_broken_secret_proves_no_lots() -> None:
    document = with_lots(2)[0].document()
    document["deals"][0]["shuffle"]["secret"] = "0"
    assert verified(document) is False


def test_lots_are_read_and_written_alike() -> None:
    for seats in SeatsBy:
        for dealer in DealerBy:
            lots = Lots(seats, dealer, (2, 0, 1))
            assert read_lots(lots.document(), 3) == lots
            assert read_lots(lots.document(), 4) is None


def test_cards_and_names_are_those_of_the_page() -> None:
    assert ordered_pack(4) == list(CARD_NAMES)
    assert len(NAMES) == 4
