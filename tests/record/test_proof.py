"""What `verify` says of commitment, entropy and deck (RECORD.md, *The verifiable shuffle*, steps 2 to 7)."""

from __future__ import annotations

from itertools import chain, islice, repeat

import pytest

from bot.engine import PRESETS
from bot.engine.cards import ordered_pack
from bot.engine.law import law_for
from bot.engine.proof import Verdict, check_shuffle, entropy_holds, message_of
from bot.engine.record import write_deck
from bot.engine.shuffle import Shuffle, commitment, make_deck

PACK = law_for(PRESETS["modern"].rules(2)).pack
SECRET = bytes(range(64))
TOLD = commitment(SECRET)
ENTROPY = ("message:1311222333444555666", "cut:1:for luck", "cut:0:clé", "board:1311222444555666777")
DECK = write_deck(make_deck(SECRET, ENTROPY, PACK))


def check(shuffle: Shuffle, deck: str = DECK) -> Verdict:
    return check_shuffle(shuffle, deck, PACK, 2)


def test_a_true_proof_holds_whatever_the_case_of_the_secrets_digits() -> None:
    for secret in (SECRET.hex(), SECRET.hex().upper()):
        assert check(Shuffle(TOLD, ENTROPY, secret)) == (True, True, True, None)


def test_while_the_secret_is_not_out_only_the_entropy_is_judged() -> None:
    assert check(Shuffle(TOLD, ENTROPY)) == (None, True, None, None)
    assert check(Shuffle(TOLD, ENTROPY[1:])) == (None, False, None, None)
    assert check(Shuffle(TOLD, ENTROPY[:-1])) == (None, False, None, None), "no board"


def test_of_a_proof_that_was_withdrawn_nothing_is_said_and_beside_a_secret_or_entropy_it_is_false() -> None:
    assert check(Shuffle(TOLD, (), withdrawn=True)) == (None, None, None, None)
    for entropy, secret in ((ENTROPY, SECRET.hex()), (ENTROPY, None), ((), SECRET.hex()), (("y",), "z")):
        assert check(Shuffle(TOLD, entropy, secret, withdrawn=True)) == (False, False, False, None)


def test_each_thing_is_judged_by_itself() -> None:
    cards = DECK.split()
    swapped = " ".join([cards[1], cards[0], *cards[2:]])
    assert check(Shuffle(TOLD, ENTROPY, SECRET.hex()), swapped) == (True, True, False, None)
    assert check(Shuffle("0" * 64, ENTROPY, SECRET.hex())) == (False, True, True, None)
    assert check(Shuffle(TOLD.upper(), ENTROPY, SECRET.hex())) == (False, True, True, None), "lower-case hex"
    assert check(Shuffle(TOLD, (*ENTROPY[:2], ENTROPY[3]), SECRET.hex())) == (True, True, False, None)
    assert check(Shuffle(TOLD, (ENTROPY[0], ENTROPY[2], ENTROPY[1], ENTROPY[3]), SECRET.hex())) == (
        True,
        True,
        False,
        None,
    )
    assert check(Shuffle(TOLD, ENTROPY, bytes(64).hex())) == (False, True, False, None)


@pytest.mark.parametrize("secret", ["", " " * 128, SECRET.hex()[2:], SECRET.hex() + "0", "g" * 128])
def test_a_secret_that_is_not_64_bytes_of_hex_proves_nothing(secret: str) -> None:
    assert check(Shuffle(TOLD, ENTROPY, secret)) == (False, True, False, None)


def test_a_deck_of_another_pack_follows_from_no_secret() -> None:
    deck = make_deck(SECRET, ENTROPY, ordered_pack(3))
    assert check(Shuffle(TOLD, ENTROPY, SECRET.hex()), write_deck(deck)) == (True, True, False, None)
    doubled = write_deck(tuple(islice(chain(deck[:1], repeat(deck[0])), 64)))
    assert check(Shuffle(TOLD, ENTROPY, SECRET.hex()), doubled) == (True, True, False, None)


@pytest.mark.parametrize(
    "entropy",
    [
        ["message:1", "board:2"],
        ["message:1311222333444555666", "cut:0:a", "cut:1:b", "board:1311222333444555667"],
        ["message:1", "cut:1:b", "cut:0:b", "board:2"],
        ["message:1", "cut:1:cut:1:b:c", "board:2"],
        ["message:1", "cut:1: as it stands ", "board:2"],
        ["message:1", "cut:1:" + "a" * 100, "board:2"],
        ["message:1", "cut:1:" + "\U0001f0d1" * 100, "board:2"],
        ["message:9", "board:10"],
        ["message:1" + "0" * 5000, "board:1" + "0" * 4999 + "1"],
        ["daily:0"],
        ["daily:412"],
    ],
)
def test_one_message_then_cuts_by_different_players_then_the_board_is_what_goes_in_or_the_number_of_a_day(
    entropy: list[str],
) -> None:
    assert entropy_holds(entropy, 2)


@pytest.mark.parametrize(
    "entropy",
    [
        [],
        ["board:2"],
        ["message:1"],
        ["message:1", "cut:0:a"],
        ["message:1", "board:2", "cut:0:a"],
        ["message:1", "board:2", "board:3"],
        ["board:2", "message:1"],
        ["message:1", "board:0"],
        ["message:1", "board:"],
        ["message:1", "board:02"],
        ["message:1", "board:x"],
        ["message:1", "Board:2"],
        ["message:1", "board:2 "],
        ["cut:0:a", "board:2"],
        ["cut:0:a", "message:1", "board:2"],
        ["message:1", "message:2", "board:2"],
        ["message:1", "cut:0:a", "message:2", "board:2"],
        ["message:1", "cut:0:a", "cut:1:b", "cut:0:c", "board:2"],
        ["message:1", "cut:2:nobody has this number", "board:2"],
        ["message:1", "cut:-1:a", "board:2"],
        ["message:1", "cut:00:a", "board:2"],
        ["message:1", "cut:0:", "board:2"],
        ["message:1", "cut:0", "board:2"],
        ["message:1", "cut::a", "board:2"],
        ["message:1", "words", "board:2"],
        ["message:1 ", "cut:0:a", "board:2"],
        ["message:1\ncut:0:a", "board:2"],
        ["message:", "board:2"],
        ["message:0", "board:2"],
        ["message:01", "board:2"],
        ["message:١", "board:2"],
        ["message:abc", "board:2"],
        ["Message:1", "board:2"],
        ["daily:1", "cut:0:a"],
        ["daily:1", "message:1"],
        ["message:1", "daily:1"],
        ["daily:1", "board:2"],
        ["daily:"],
        ["daily:x"],
        ["message:1", "cut:0:for luck\ncut:1:mine", "board:2"],
        ["message:1", "cut:0:\n", "board:2"],
        *(
            ["message:1", f"cut:0:a{sign}b", "board:2"]
            for sign in "\n\r\t\0\x0b\x0c\x1c\x7f\x85\xad\u200b\u2028\u2029\u202e\ufeff"
        ),
        ["message:1", "cut:0:" + "a" * 101, "board:2"],
        ["message:1", "cut:0:cle\u0301", "board:2"],
        ["message:1", "cut:0:\u212b", "board:2"],
        ["message:2", "board:2"],
        ["message:3", "cut:0:a", "board:2"],
        ["message:10", "board:9"],
        ["message:1" + "0" * 4999 + "1", "board:1" + "0" * 5000],
    ],
)
def test_anything_else_is_not_what_may_go_in(entropy: list[str]) -> None:
    assert not entropy_holds(entropy, 2)


def test_a_player_has_a_number_where_enough_play() -> None:
    entropy = ["message:1", *(f"cut:{number}:a" for number in (3, 1, 2, 0)), "board:2"]
    assert [entropy_holds(entropy, players) for players in (2, 3, 4)] == [False, False, True]


def test_the_message_is_found_where_there_is_one() -> None:
    assert message_of(ENTROPY) == "1311222333444555666"
    assert [message_of(entropy) for entropy in ([], ["daily:1"], ["cut:0:a", "message:1"])] == [None] * 3
