"""The verifiable shuffle, against a second implementation that follows the published steps word by word."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import PRESETS
from bot.engine.law import law_for
from bot.engine.record import write_deck
from bot.engine.shuffle import (
    below,
    board_entropy,
    clean_cut,
    commitment,
    cut_entropy,
    make_deck,
    message_entropy,
)

from .book import deck_by_the_book, ordered_pack

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
