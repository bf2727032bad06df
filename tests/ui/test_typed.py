"""What people have typed is shown in one line, and steers nothing beside it; a server may do without cuts' words."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables import Refused, Seal, Why
from bot.tables.archive import Frozen
from bot.ui.text.i18n import speaking
from bot.ui.text.refusals import refusal_text
from bot.ui.text.typed import END_ISOLATE, ISOLATE, JOINER, one_line, shown_line, storable, title_line
from cogs.table.proof import frozen_proof
from tests.tables.at_table import NOON
from tests.ui.at_board import texts_of

STEERING = "\ufe0f\u0301\u202e\u2066\u200b\u200f\ufeff\u061c\u2028\u2029\x00\x1b\u3164"


@given(st.text(max_size=80) | st.text(st.sampled_from(STEERING + "ab \n\t"), max_size=40), st.integers(1, 60))
def test_nothing_typed_breaks_a_line_or_steers_its_neighbours(text: str, longest: int) -> None:
    line = one_line(text, longest)
    assert len(line) <= longest
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c != JOINER for c in line)
    assert line == line.strip()
    assert not line or unicodedata.category(line[0]) not in ("Mn", "Me")
    assert one_line(line, longest) == line


def texts_in(value: object) -> list[str]:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [value] if isinstance(value, str) else [text for each in inner for text in texts_in(each)]


@pytest.mark.deep
@given(
    st.recursive(
        st.text("a\x00\ud800\udfff\U0001f0a1", max_size=6) | st.integers() | st.none(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner),
    )
)
def test_nothing_that_a_database_refuses_comes_in_and_all_else_does(value: object) -> None:
    kept = storable(value)
    assert not any(set(text) & set("\x00\ud800\udfff") for text in texts_in(kept))
    assert [text.encode("utf-8", "ignore").replace(b"\0", b"") for text in texts_in(value)] == [
        text.encode() for text in texts_in(kept)
    ]
    assert storable(kept) == kept


@given(st.text(max_size=80), st.integers(1, 60))
def test_what_is_shown_is_kept_apart_and_no_longer_than_asked(text: str, longest: int) -> None:
    shown = shown_line(text, longest)
    assert (shown[0], shown[-1]) == (ISOLATE, END_ISOLATE)
    assert len(shown[1:-1].replace("\\", "")) <= longest


@pytest.mark.parametrize("typed", ["@everyone", "<@123>", "**bold**", "# title", "[x](http://y)", "`code`"])
def test_markdown_and_mentions_are_letters(typed: str) -> None:
    assert shown_line(typed, 60)[1:-1].replace("\\", "") == typed
    assert "\\" in shown_line(typed, 60)


IN_TITLES = (
    "<@123> <@!1> <@&2> <#4> @everyone @here <:ace:5> <a:b:6> :smile: </hand:7> <t:8:R> **b** _i_ ~~s~~ ||x|| `c`"
)
PARSED = "<@#:>!&*_~`|[]\\ a1\u200d\u034f👨👩"


@given(st.text(max_size=80) | st.text(st.sampled_from(STEERING + PARSED), max_size=60), st.integers(1, 60))
def test_no_client_finds_anything_to_parse_in_a_title(text: str, longest: int) -> None:
    line = title_line(text, longest)
    assert len(line) <= longest
    assert not set(line) & set("<>@#:*_~`|[]\\")
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in line)
    formats = [at for at, c in enumerate(line) if unicodedata.category(c) == "Cf"]
    for at in formats:  # a joiner, between two emoji
        assert line[at] == JOINER
        assert all(unicodedata.category(line[each]) in ("So", "Sk", "Mn", "Me") for each in (at - 1, at + 1))
    assert line == " ".join(line.split())


def test_words_stay_in_a_title_without_what_clients_parse() -> None:
    assert title_line(IN_TITLES, 100) == "123 !1 &2 4 everyone here ace 5 a b 6 smile /hand 7 t 8 R b i s x c"
    assert title_line("[free](https://example.org/x)", 60) == "free (https //example.org/x)"
    assert title_line("a\n# b\u202e\u200bc\u2028d", 60) == "a b c d"
    assert title_line("👨\u200d👩\u200d👧 a\u200db", 60) == "👨\u200d👩\u200d👧 ab"
    assert title_line("Jean-Luc O'Neill (2)", 60) == "Jean-Luc O'Neill (2)"
    assert title_line("@" * 32, 32) == ""


@pytest.fixture
def seal() -> Seal:
    return Seal(
        game_id=1, number=0, dealer=0, deck="ASa", commitment="ab" * 32, secret="cd" * 64,
        entropy=("message:7", "cut:1:a bad: word", "cut:0:luck"), message_id=7, opened_at=NOON, dealt_at=NOON,
        closed_at=NOON,
    )  # fmt: skip


def told_of(seal: Seal) -> str:
    return "\n".join(texts_of(frozen_proof(Frozen(1, 1, (), (seal,), ()), 0)))


def test_a_server_may_do_without_the_words_of_cuts(seal: Seal) -> None:
    with speaking("en", cuts_told=True):
        assert "`cut:1:a bad: word`" in told_of(seal)
    with speaking("en", cuts_told=False):
        told = told_of(seal)
    assert "bad" not in told
    assert "luck" not in told
    assert all(part in told for part in ("message:7", "cut:1:…", "cut:0:…", "the words stand in the record"))


def test_refusal_asks_for_what_may_have_been_meant_without_its_markdown() -> None:
    words = refusal_text(Refused(Why.NO_SUCH_RULES, detail="brittanica", near=("britannica", "*our* rules")))
    assert words.startswith("Did you mean ")
    assert "britannica" in words
    assert r"\*our\* rules" in words
    assert "are called brittanica" in words
    assert not refusal_text(Refused(Why.NO_SUCH_RULES, detail="cribbage")).startswith("Did")
