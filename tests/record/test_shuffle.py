"""The verifiable shuffle and the lots, against a second implementation that follows the published steps to the word."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import PRESETS
from bot.engine.cards import CARD_NAMES, card_name, parse_card
from bot.engine.law import law_for
from bot.engine.lots import DealerBy, Lots, SeatsBy, draw_lots, read_lots
from bot.engine.record import parse_record, verify_record, write_deck, write_record
from bot.engine.shuffle import below, board_entropy, clean_cut, commitment, cut_entropy, make_deck, message_entropy

from .book import deck_by_the_book, lots_by_the_book, ordered_pack, stream
from .games import ALL_RULES, NAMES, Played, play_game

secrets = st.binary(min_size=64, max_size=64)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=130)
PACKS = {
    "64": law_for(PRESETS["modern"].rules(2)).pack,
    "63": law_for(PRESETS["modern"].rules(3).changed({"packs": "two_less_an_eight"})).pack,
    "96": law_for(PRESETS["modern"].rules(3)).pack,
    "128": law_for(PRESETS["modern"].rules(4)).pack,
}


@given(secrets, st.lists(texts, max_size=5))
def test_decks_are_those_of_the_published_steps(secret: bytes, entropy: list[str]) -> None:
    for size, pack in PACKS.items():
        cards = ordered_pack(4, less_an_eight=size == "63")[: int(size)]
        assert write_deck(make_deck(secret, entropy, pack)).split() == deck_by_the_book(secret, entropy, cards)


def test_the_commitment_is_sha_256_of_label_nul_and_secret() -> None:
    secret = bytes(range(64))
    assert commitment(secret) == hashlib.sha256(b"bezique/1/commit" + b"\0" + secret).hexdigest()


def test_any_change_of_secret_or_entropy_changes_the_deck() -> None:
    pack = PACKS["64"]
    decks = {
        make_deck(secret, entropy, pack)
        for secret in (bytes(64), bytes(63) + b"\1")
        for entropy in ((), ("message:1",), ("message:2",), ("message:1", "cut:0:x"), ("cut:0:x", "message:1"))
    }
    assert len(decks) == 10


def test_below_skips_the_numbers_that_would_favour_some_be_it_every_second() -> None:
    limit = 2**32 - 2**32 % 63
    assert below(63, iter([limit, 2**32 - 1, limit - 1])) == 62
    assert below(63, iter([limit - 63])) == 0
    assert below(64, iter([2**32 - 1])) == 63, "2**32 is a multiple of 64, so nothing is skipped"
    with pytest.raises(ValueError, match="run out"):
        below(63, iter([limit, limit]))
    m = 2**31 + 1  # the worst case: only the first m numbers are kept
    assert [below(m, iter([2**32 - 1, m, m - 1])), below(m, iter([0]))] == [m - 1, 0]


@pytest.mark.parametrize("m", [2, 3, 5, 7])
def test_below_is_uniform(m: int) -> None:
    """Chi-square over 20,000 numbers of a fixed stream; 0.1 % critical values for m-1 degrees of freedom."""

    def words() -> Iterator[int]:
        for i in count():
            block = hashlib.sha512(b"%d" % i).digest()
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4))

    stream, n = words(), 20_000
    counts = Counter(below(m, stream) for _ in range(n))
    chi = sum((counts[value] - n / m) ** 2 / (n / m) for value in range(m))
    assert chi < {2: 10.83, 3: 13.82, 5: 18.47, 7: 22.46}[m]


@pytest.mark.deep
def test_every_card_comes_to_the_top_about_equally_often() -> None:
    pack, n = PACKS["64"], 4_000
    tops = Counter(make_deck(bytes(64), (f"message:{i}",), pack)[0] for i in range(n))
    chi = sum((tops[card] - n / 64) ** 2 / (n / 64) for card in pack)
    assert chi < 103.4, "0.1 % critical value for 63 degrees of freedom"


def test_a_cut_loses_signs_and_line_breaks_is_composed_and_only_then_cut_off() -> None:
    assert clean_cut("a\nb\r\nc\x00d\x85e\u2028f\u2029g\th\x7f") == "abcdefgh"
    assert clean_cut("for luck ♠ 🂡") == "for luck ♠ 🂡"
    assert clean_cut("soft\xad a\u200bb\u202ec\ufeffd\U000e0041") == "soft abcd"
    assert clean_cut("half\ud83c of a pair\udca1") == "half of a pair"
    assert clean_cut("e\u0301") == clean_cut("e\n\u0301") == "é"
    assert clean_cut("e\u0301" * 150) == "é" * 100
    assert clean_cut("\x01" * 150 + "x" * 150) == "x" * 100
    assert clean_cut("🂡" * 101) == "🂡" * 100, "code points, not UTF-16 units"


@given(st.text(max_size=150))
def test_a_cleaned_cut_is_clean_and_stays_as_it_is(text: str) -> None:
    cut = clean_cut(text)
    assert len(cut) <= 100
    assert not {unicodedata.category(c) for c in cut} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert unicodedata.is_normalized("NFC", cut)
    assert clean_cut(cut) == cut
    make_deck(bytes(64), (cut_entropy(0, text),), PACKS["64"])


def test_entropy_strings() -> None:
    assert message_entropy(1311222333444555666) == "message:1311222333444555666"
    assert board_entropy(1311222444555666777) == "board:1311222444555666777"
    assert cut_entropy(1, "for\nluck") == "cut:1:forluck"


strings = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=130)
PACKS_OF = {
    (2, False): law_for(PRESETS["modern"].rules(2)).pack,
    (3, False): law_for(PRESETS["modern"].rules(3)).pack,
    (3, True): law_for(PRESETS["modern"].rules(3).changed({"packs": "two_less_an_eight"})).pack,
    (4, False): law_for(PRESETS["modern"].rules(4)).pack,
}


@given(secrets, st.lists(strings, max_size=4), st.booleans())
def test_lots_are_those_of_the_published_steps(secret: bytes, entropy: list[str], drawn: bool) -> None:
    for (players, less_an_eight), pack in PACKS_OF.items():
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
        found = draw_lots(secret, entropy, PACKS_OF[4, False], 4, draw_seats=True)
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
    with_seats = draw_lots(secret, entropy, PACKS_OF[2, False], 2, draw_seats=True)
    without = draw_lots(secret, entropy, PACKS_OF[2, False], 2, draw_seats=False)
    words = stream(secret, "bezique/1/lots", entropy)
    assert without.rounds[0][0] == parse_card(ordered_pack(2)[next(words) % 64])
    assert with_seats.rounds[0][0] == parse_card(ordered_pack(2)[next(words) % 64])
    assert without.numbers == (0, 1)


@pytest.mark.deep
def test_every_seating_and_every_dealer_comes_about_equally_often() -> None:
    """Chi-square for 24 seatings with 4 dealers each; 0.1 % critical value for 95 degrees of freedom."""
    count, n = dict[tuple[tuple[int, ...], int], int](), 9_600
    for message in range(n):
        found = draw_lots(bytes(64), [f"message:{message}"], PACKS_OF[4, False], 4, draw_seats=True)
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
