"""Words from process to process, as they are written and understood."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from db import Store, Word
from db.line import About, said, understood
from tests.databases import of_files


def payload_of(word: Word) -> str:
    channel, payload = said(word).compile().params.values()
    assert channel == "bezique"
    return str(payload)


@pytest.mark.parametrize("about", get_args(About))
def test_what_is_said_is_understood(about: About) -> None:
    word = Word(about, 2**62, 7)
    assert understood(payload_of(word)) == word
    assert len(payload_of(word)) < 100


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "hello",
        "{}",
        "7",
        "null",
        "[]",
        '["member", 1]',
        '["member", 1, 2, 3]',
        '["weather", 1, 2]',
        '["member", "1", 2]',
        '["member", true, 2]',
        '[["member"], 1, 2]',
        "[" * 3000,
    ],
)
def test_what_another_version_may_say_is_passed_over(payload: str) -> None:
    assert understood(payload) is None


def test_a_word_holds_nothing_but_what_about_and_who() -> None:
    assert json.loads(payload_of(Word("table", 3, 4))) == ["table", 3, 4]


@of_files
async def test_on_a_file_nothing_is_said_and_no_line_is_opened(store: Store) -> None:
    await store.do(lambda tx: tx.say("member", 1))
    with pytest.raises(Exception, match="Several processes need PostgreSQL"):
        await store.line()
    async with store.write() as tx:
        await tx.say("guild", 2)
