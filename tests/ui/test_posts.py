"""By what a message is known that is posted: its nonce, and the mark by which it is found again."""

from __future__ import annotations

import ast
from dataclasses import replace
from datetime import timedelta
from random import Random

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables import Table
from bot.tables.decisions import dealing, lobby, moving
from bot.tables.decisions.dealing import BOARD, FAREWELL
from bot.ui.kit.controls import SLATE, Layout
from bot.ui.kit.outbox import mark_of, nonce_for
from cogs.table.posts.panels import fingerprint
from cogs.table.posts.posts import NOTICES, _meant, _noted, _since, _Unstored, nonce_of
from db.messages import MessageRow
from tests.tables.at_table import ANN, CHANNEL, NOON
from tests.tables.made import ask, begun, joined, noon
from tests.test_structure import sources

ROLES = (BOARD, FAREWELL, moving.ANCHOR, "result", *NOTICES)


def posted(table: Table, message_id: int, role: str = BOARD) -> Table:
    return ask(table, dealing.posted, noon(), message_id, role=role)


def test_every_message_of_a_table_has_a_nonce_of_its_own_that_is_the_same_until_it_is_stored() -> None:
    table = begun()
    assert len({nonce_of(table, role) for role in ROLES}) == len(ROLES)
    for role in ROLES:
        stored = posted(table, 99_000, role)
        assert nonce_of(stored, role) != nonce_of(table, role)
        others = [each for each in ROLES if each != role and BOARD not in (role, each)]
        assert [nonce_of(stored, each) for each in others] == [nonce_of(table, each) for each in others]


def test_nonce_of_a_board_is_another_one_elsewhere_and_for_another_seal() -> None:
    table = joined().but(messages=())
    table = table.but(deals=(replace(table.deals[0], message_id=None),))
    elsewhere = ask(table, moving.move_here, noon(), ANN.user_id, CHANNEL + 1)
    anew = ask(table, dealing.sealed_anew, noon(chance=Random(5)))
    assert len({nonce_of(each, BOARD) for each in (table, elsewhere, anew)}) == 3
    board = posted(table, 99_000)
    left = ask(board, dealing.left_closing, noon(), 99_000)
    assert nonce_of(left, BOARD) == nonce_of(board, BOARD) != nonce_of(table, BOARD)


def test_a_board_is_looked_for_since_its_seal_was_opened_or_its_cuts_were_closed() -> None:
    lobby, playing = (table.but(created_at=NOON - timedelta(days=3)) for table in (joined(), begun()))
    assert lobby.seal is not None
    assert playing.seal is not None
    assert _since(lobby, BOARD) == lobby.seal.opened_at > lobby.created_at
    assert _since(playing, BOARD) == playing.seal.cuts_closed_at


def test_board_posted_while_cuts_were_open_deals_nothing_when_it_is_stored_after_they_were_closed() -> None:
    """Its id may have been known before the last cut: another board is posted, with a nonce of its own."""
    table = joined()
    row = MessageRow(table.id, 99_000, table.channel_id, BOARD, NOON, deal=0)
    early = _Unstored(nonce_of(table, BOARD), row, _meant(table))
    started = ask(table, lobby.start, noon(), ANN.user_id)
    assert nonce_of(started, BOARD) != nonce_of(table, BOARD)
    left = ask(started, _noted, noon(), early, role=BOARD)
    assert left.being_dealt
    assert [(m.message_id, m.role) for m in left.messages][-1] == (99_000, dealing.CLOSING)
    late = early._replace(row=replace(row, message_id=99_001), meant=_meant(left))
    dealt = ask(left, _noted, noon(), late, role=BOARD)
    assert dealt.deals[-1].entropy[-1] == "board:99001"


def test_board_of_a_deal_that_was_sealed_anew_meanwhile_is_no_message_of_the_new_seal() -> None:
    started = ask(joined(), lobby.start, noon(), ANN.user_id)
    row = MessageRow(started.id, 99_000, started.channel_id, BOARD, NOON, deal=0)
    post = _Unstored(nonce_of(started, BOARD), row, _meant(started))
    anew = ask(started, dealing.sealed_anew, noon(chance=Random(5)))
    left = ask(anew, _noted, noon(), post, role=BOARD)
    assert (left.deals[-1].message_id, left.deals[-1].deck) == (None, None)


@given(st.integers(1, 10**9), st.integers(0, 2**63), st.integers(0, 2**63))
def test_nonces_are_as_short_as_discord_takes_them_and_differ_by_what_they_are_for(
    table: int, one: int, other: int
) -> None:
    nonces = [nonce_for(f"bz{table}.", BOARD, number) for number in (one, other)]
    assert all(len(nonce) <= 25 for nonce in nonces)
    assert (nonces[0] == nonces[1]) is (one == other)
    assert all(1 << 30 <= mark_of(nonce) < 1 << 31 for nonce in nonces)


def test_layout_carries_its_mark_only_while_it_is_sent() -> None:
    layout = Layout(SLATE, "Hello.")
    plain = fingerprint(layout)
    with layout.marked(mark_of("a")):
        assert layout.to_components()[0]["id"] == mark_of("a")
        assert fingerprint(layout) != plain
    assert fingerprint(layout) == plain


@pytest.mark.deep
def test_nothing_is_posted_in_a_channel_without_a_nonce() -> None:
    bare = []
    for path in sources("bot", "cogs"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "send"):
                continue
            to_one_person = ast.unparse(node.func.value).endswith("followup")
            if not to_one_person and "nonce" not in {keyword.arg for keyword in node.keywords}:
                bare.append(f"{path.name}: {ast.unparse(node)}")
    assert bare == []


def test_discord_takes_a_nonce_as_the_one_that_counts() -> None:
    handled = discord.http.handle_message_parameters(content="x", nonce="bz1.a")
    assert handled.payload is not None
    assert (handled.payload["nonce"], handled.payload["enforce_nonce"]) == ("bz1.a", True)
