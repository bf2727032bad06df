"""The setting that says how many shards there are."""

from __future__ import annotations

import pytest

from bot.shards.wish import Wish

pytestmark = pytest.mark.deep


@pytest.mark.parametrize(
    ("text", "count", "preferred"),
    [
        ("/16", 16, set()),
        (" / 16 ", 16, set()),
        ("0-3/16", 16, {0, 1, 2, 3}),
        ("0-3, 8,10-11/16", 16, {0, 1, 2, 3, 8, 10, 11}),
        ("0/1", 1, {0}),
        ("15/16", 16, {15}),
    ],
)
def test_a_wish_says_how_many_there_are_and_which_are_preferred(text: str, count: int, preferred: set[int]) -> None:
    wish = Wish.read(text)
    assert wish == Wish(count, frozenset(preferred))
    assert Wish.read(str(wish)) == wish


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("16", "should look like /16"),
        ("", "should look like /16"),
        ("a/16", "should look like /16"),
        ("/-1", "should look like /16"),
        ("/0", "from 1 to"),
        ("/99999", "from 1 to"),
        ("16/16", "the last is 15"),
        ("3-1/16", "3-1 is none of 16 shards"),
        ("0-16/16", "the last is 15"),
        ("1-2-3/16", "no range"),
        ("1 2/16", "no range"),
    ],
)
def test_what_is_no_wish_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Wish.read(text)


def test_a_wish_is_written_short() -> None:
    assert str(Wish(16, frozenset({0, 1, 2, 5, 9, 10}))) == "0-2,5,9-10/16"
    assert str(Wish(4)) == "/4"
