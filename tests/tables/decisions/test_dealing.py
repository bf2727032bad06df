"""Sealing, cutting and dealing: decks follow from secret, message and cuts, and results from the last deal."""

from __future__ import annotations

import hashlib
import hmac
import random
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.engine import Rules, build_rules, card_name
from bot.tables import Due, Player, Status, Table, Why
from bot.tables.decisions import dealing, lobby
from bot.tables.decisions.dealing import FAREWELL
from bot.tables.values.parts import Sealing, VoidSeal
from db import DealRow
from tests.tables.at_table import ANN, BEN, DAN, NOON, PLAYERS, STRANGER, TWO, sure
from tests.tables.made import (
    BOARD,
    NUMBER,
    ask,
    begun,
    between_deals,
    challenged,
    dealt,
    joined,
    noon,
    opened,
    played,
    refusal,
    resigned,
    step,
    why,
)


def deck_of(secret: bytes, entropy: Sequence[str], pack: Sequence[str]) -> str:
    """Shuffle as RECORD.md says, written from its text alone."""
    key = hmac.new(secret, "\n".join(["bezique/1/deck", *entropy]).encode(), "sha512").digest()
    words: list[int] = []
    for counter in range(20):
        block = hmac.new(key, counter.to_bytes(8, "big"), "sha512").digest()
        words += [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        while (x := words.pop(0)) >= 2**32 - 2**32 % (i + 1):
            pass
        j = x % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return " ".join(deck)


def ordered_pack(packs: int, without: str = "") -> list[str]:
    return [
        card
        for pack in "abcd"[:packs]
        for suit in "CDHS"
        for rank in "789JQKTA"
        if (card := rank + suit + pack) != without
    ]


def seal_of(table: Table) -> DealRow:
    assert table.seal is not None
    return table.seal


def commitment_of(seal: DealRow) -> str:
    return hashlib.sha256(b"bezique/1/commit\x00" + bytes.fromhex(seal.secret)).hexdigest()


# ------------------------------------------------------------------ sealing


def test_commitment_stands_before_message_and_cuts_are_known() -> None:
    seal = seal_of(opened(posted=False))
    assert len(bytes.fromhex(seal.secret)) == 64
    assert seal.commitment == commitment_of(seal)
    assert (seal.deck, seal.dealer, seal.entropy, seal.message_id) == (None, None, (), None)
    assert (seal.opened_at, seal.dealt_at, seal.closed_at) == (NOON, None, None)


@pytest.mark.parametrize(
    ("rules", "pack"),
    [
        (TWO, ordered_pack(2)),
        (build_rules("enquire", 3, {"packs": "two_less_an_eight"}), ordered_pack(2, without="8Cb")),
        (build_rules("modern", 3, {}), ordered_pack(3)),
        (build_rules("britannica", 4, {"partners": True}), ordered_pack(4)),
    ],
    ids=["64 cards", "63 cards", "96 cards", "128 cards"],
)
def test_deck_follows_from_secret_message_and_cuts(rules: Rules, pack: list[str]) -> None:
    table = joined(PLAYERS[: rules.players], rules=rules)
    before = seal_of(table)
    table = ask(table, dealing.cut, noon(), BEN.user_id, "for luck")
    table = ask(table, dealing.cut, noon(), ANN.user_id, "ça ira")
    table = dealt(table, lobby.start, noon(minutes=2), ANN.user_id)
    seal = seal_of(table)
    assert seal.entropy == (f"message:{BOARD}", "cut:1:for luck", "cut:0:ça ira", f"board:{BOARD + 1}")
    assert (seal.secret, seal.commitment) == (before.secret, before.commitment)
    assert seal.deck == deck_of(bytes.fromhex(seal.secret), seal.entropy, pack)
    assert seal.deck == " ".join(card_name(card) for card in table.game.deals[0].base.deck)
    assert (seal.dealt_at, seal.closed_at) == (NOON + timedelta(minutes=2), None)


def test_board_posted_again_before_the_deal_gives_it_no_other_entropy() -> None:
    """Whoever runs the bot could else post boards until the deck suits them: the first one binds."""
    table = joined()
    for again in (BOARD + 1, BOARD + 2):
        table = ask(table, dealing.posted, noon(), again)
        assert seal_of(table).message_id == BOARD
    table = ask(table, dealing.unposted, noon(), BOARD)
    table = ask(table, lobby.start, noon(), ANN.user_id)
    table = ask(table, dealing.posted, noon(), BOARD + 9)
    assert (seal_of(table).message_id, seal_of(table).entropy) == (BOARD, (f"message:{BOARD}", f"board:{BOARD + 9}"))
    once = ask(ask(joined(), lobby.start, noon(), ANN.user_id), dealing.posted, noon(), BOARD + 9)
    assert seal_of(table).deck == seal_of(once).deck


def test_board_posted_again_after_the_deal_keeps_the_first_id() -> None:
    table = begun()
    again = ask(table, dealing.posted, noon(), BOARD + 9)
    assert again.deals == table.deals
    assert seal_of(again).entropy[-1] == f"board:{BOARD + 1}"


def test_later_deal_too_takes_its_entropy_from_its_first_board_alone() -> None:
    table = between_deals()
    for message in (BOARD + 5, BOARD + 6):
        table = ask(table, dealing.posted, noon(), message)
    table = ask(ask(table, dealing.deal, noon()), dealing.posted, noon(), BOARD + 7)
    assert seal_of(table).entropy == (f"message:{BOARD + 5}", f"board:{BOARD + 7}")


@pytest.mark.deep
def test_every_deal_has_a_secret_of_its_own_and_follows_from_it() -> None:
    chance = random.Random(4)
    table = begun(rules=build_rules("modern", 2, {"target": 2000}))
    while table.live:
        if table.awaits_deal:
            table = dealing.posted(table, noon(), BOARD + len(table.messages))
            table = ask(table, dealing.cut, noon(chance=chance), BEN.user_id, f"deal {seal_of(table).number}")
        table = step(table, chance, noon(chance=chance))
    assert len({seal.secret for seal in table.deals}) == len(table.deals) > 2
    for seal, deal in zip(table.deals, table.game.deals, strict=True):
        assert seal.commitment == commitment_of(seal)
        assert seal.deck == deck_of(bytes.fromhex(seal.secret), seal.entropy, ordered_pack(2))
        assert seal.deck == " ".join(card_name(card) for card in deal.base.deck)
        assert seal.entropy[0] == f"message:{seal.message_id}"
        assert seal.entropy[1:-1] == ((f"cut:1:deal {seal.number}",) if seal.number else ())
        assert seal.entropy[-1].startswith("board:")
        assert seal.closed_at is not None


# ------------------------------------------------------------------ messages


def test_second_board_leaves_the_first_awaiting_its_last_word_and_one_noted_twice_stands_once() -> None:
    table = ask(opened(), dealing.posted, noon(minutes=1), BOARD + 1)
    assert [(m.message_id, m.role, m.closed, m.deal) for m in table.messages] == [
        (BOARD, dealing.CLOSING, False, 0), (BOARD + 1, dealing.BOARD, False, 0),
    ]  # fmt: skip
    table = ask(table, dealing.posted, noon(minutes=2), BOARD + 1)
    row = table.message("board")
    assert len(table.messages) == 2
    assert row is not None
    assert (row.game_id, row.message_id, row.channel_id, row.role) == (NUMBER, BOARD + 1, table.channel_id, "board")
    assert row.posted_at == NOON + timedelta(minutes=2)
    assert ask(table, dealing.unposted, noon(), BOARD + 1).message("board") is None
    nothing_sealed = sure(dealing.posted(joined().but(deals=()), noon(), 1).message("board"))
    assert nothing_sealed.deal is None


def test_board_that_could_not_be_stored_in_time_awaits_its_last_word_beside_the_present_one() -> None:
    before = opened()
    board = sure(before.message("board"))
    table = ask(before, dealing.left_behind, noon(), replace(board, message_id=BOARD + 1))
    assert table.message("board") == board
    assert [(m.message_id, m.closed) for m in table.messages if m.role == dealing.CLOSING] == [(BOARD + 1, False)]


def test_message_of_another_kind_is_no_entropy_and_closes_no_board() -> None:
    table = ask(joined(posted=False), dealing.posted, noon(), 7, role="nudge")
    assert seal_of(table).message_id is None
    table = ask(ask(table, dealing.posted, noon(), 8), dealing.posted, noon(), 9, role="nudge")
    assert [(m.message_id, m.closed) for m in table.messages] == [(7, True), (8, False), (9, False)]
    table = ask(ask(table, lobby.start, noon(), ANN.user_id), dealing.posted, noon(), 10)
    assert (seal_of(table).message_id, seal_of(table).entropy) == (8, ("message:8", "board:10"))


# ------------------------------------------------------------------ cuts


def test_second_cut_replaces_the_first_and_comes_after_those_between() -> None:
    table = ask(joined(), dealing.cut, noon(), ANN.user_id, "first")
    table = ask(table, dealing.cut, noon(minutes=1), BEN.user_id, "between")
    table = ask(table, dealing.cut, noon(minutes=2), ANN.user_id, "second")
    assert [(c.game_id, c.deal, c.user_id, c.arrival, c.text) for c in table.cuts] == [
        (NUMBER, 0, BEN.user_id, 1, "between"), (NUMBER, 0, ANN.user_id, 2, "second"),
    ]  # fmt: skip
    assert table.cuts[1].at == NOON + timedelta(minutes=2)
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=32)}
    table = dealt(table, lobby.start, noon(), ANN.user_id)
    assert seal_of(table).entropy[1:-1] == ("cut:1:between", "cut:0:second")


def test_first_cut_of_a_deal_arrives_as_its_first_and_counts_for_that_deal_alone() -> None:
    table = ask(joined(rules=build_rules("modern", 2, {"target": 9000})), dealing.cut, noon(), BEN.user_id, "one")
    assert [c.arrival for c in table.cuts] == [0]
    table = dealt(table, lobby.start, noon(), ANN.user_id)
    table = dealing.posted(played(table, lambda t: t.awaits_deal), noon(), BOARD + 1)
    table = ask(table, dealing.cut, noon(), BEN.user_id, "two")
    table = ask(table, dealing.cut, noon(), ANN.user_id, "three")
    assert [(c.deal, c.arrival, c.text) for c in table.cuts] == [(0, 0, "one"), (1, 0, "two"), (1, 1, "three")]
    table = step(table, random.Random(1))
    assert [seal.entropy[1:-1] for seal in table.deals] == [("cut:1:one",), ("cut:1:two", "cut:0:three")]


def test_cuts_are_mixed_in_as_they_arrived() -> None:
    table = ask(joined(), dealing.cut, noon(), ANN.user_id, "a")
    table = ask(table, dealing.cut, noon(), BEN.user_id, "b")
    table = dealt(table.but(cuts=table.cuts[::-1]), lobby.start, noon(), ANN.user_id)
    assert seal_of(table).entropy[1:-1] == ("cut:0:a", "cut:1:b")


def test_empty_cut_takes_the_cut_back() -> None:
    table = ask(joined(), dealing.cut, noon(), ANN.user_id, "words")
    table = ask(table, dealing.cut, noon(), ANN.user_id, "\n\t")
    assert len(seal_of(dealt(table, lobby.start, noon(), ANN.user_id)).entropy) == 2


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("a\nb\r\x00c\u2028d\u2029e", "abcde"),
        ("e\u0301te\u0301", "été"),
        ("x" * 101, "x" * 100),
        ("e\u0301" * 100, "é" * 100),
        ("♠Q 🂭", "♠Q 🂭"),
        ("cut:1:forged\nmessage:1", "cut:1:forgedmessage:1"),
        ("\ud800lone", "lone"),
    ],
)
def test_cut_is_cleaned(typed: str, counts: str) -> None:
    table = ask(joined(), dealing.cut, noon(), ANN.user_id, typed)
    table = dealt(table, lobby.start, noon(), ANN.user_id)
    assert seal_of(table).entropy[1:-1] == (f"cut:0:{counts}",)
    assert unicodedata.is_normalized("NFC", counts)


def test_cut_belongs_to_its_player_whatever_the_name() -> None:
    table = ask(joined((ANN, Player(DAN.user_id, "0:message:1"))), dealing.cut, noon(), DAN.user_id, "x")
    assert seal_of(dealt(table, lobby.start, noon(), ANN.user_id)).entropy[1:-1] == ("cut:1:x",)


def test_only_players_cut_and_only_before_the_deal() -> None:
    told = [
        why(joined(), dealing.cut, noon(), STRANGER.user_id, "me too"),
        why(begun(), dealing.cut, noon(), ANN.user_id, "too late"),
        why(ask(joined(), lobby.cancel, noon(), ANN.user_id), dealing.cut, noon(), ANN.user_id, "closed"),
        why(joined().but(deals=()), dealing.cut, noon(), ANN.user_id, "nothing to cut"),
    ]
    assert told == [Why.NOT_SEATED, *[Why.DEAL_RUNNING] * 3]
    table = dealing.posted(between_deals(), noon(), BOARD + 1)
    assert [c.deal for c in ask(table, dealing.cut, noon(), ANN.user_id, "x").cuts] == [1]


def test_nothing_goes_in_before_the_commitment_is_up() -> None:
    for table in (joined(posted=False), between_deals()):
        assert refusal(table, dealing.cut, noon(), ANN.user_id, "early").why is Why.NOT_POSTED


def test_cut_from_before_a_seal_was_drawn_does_not_count_for_it() -> None:
    table = ask(joined(), dealing.cut, noon(), ANN.user_id, "known")
    later = replace(seal_of(table), opened_at=NOON + timedelta(seconds=1))
    table = ask(table.but(deals=(later,)), dealing.cut, noon(seconds=2), BEN.user_id, "new")
    assert seal_of(dealt(table, lobby.start, noon(), ANN.user_id)).entropy[1:-1] == ("cut:1:new",)


# ------------------------------------------------------------------ seals that are laid open


def answering(table: Table, token: str = "token") -> Table:  # noqa: S107 - not a password
    return table.but(sealing=Sealing(token))


@pytest.mark.parametrize("table", [opened(posted=False), challenged(posted=False)], ids=["lobby", "challenge"])
def test_table_whose_first_message_is_lost_is_closed_and_that_is_still_to_be_said(table: Table) -> None:
    lost = ask(answering(table), dealing.answer_lost, noon(minutes=1))
    assert (lost.status, lost.end_reason, lost.ended_at) == (
        Status.CANCELLED, dealing.INTERRUPTED, NOON + timedelta(minutes=1),
    )  # fmt: skip
    assert lost.sealing.answering == ""
    assert why(lost, lobby.start, noon(), ANN.user_id) is Why.CLOSED
    said = ask(lost, dealing.posted, noon(), BOARD, role=FAREWELL)
    assert said.sealing.answering is None
    assert said.deals[0].message_id is None


def test_table_that_was_closed_meanwhile_stays_closed_as_it_was() -> None:
    table = ask(answering(opened(posted=False)), lobby.cancel, noon(), ANN.user_id)
    lost = ask(table, dealing.answer_lost, noon())
    assert (lost.end_reason, lost.sealing.answering) == ("cancelled", "")
    assert ask(opened(), dealing.answer_lost, noon()).live


def test_message_that_is_found_is_the_tables() -> None:
    table = ask(answering(opened(posted=False)), dealing.posted, noon(), BOARD)
    assert (table.sealing.answering, table.deals[0].message_id) == (None, BOARD)
    assert ask(answering(table), dealing.posted, noon(), BOARD + 1, role="nudge").sealing.answering == "token"


def test_table_that_was_never_put_up_is_closed_without_a_word() -> None:
    table = ask(answering(opened(posted=False)), dealing.answer_absent, noon())
    assert (table.status, table.end_reason, table.sealing) == (Status.CANCELLED, "cancelled", Sealing())


def test_deal_that_is_sealed_anew_has_another_secret_and_lays_the_old_one_open() -> None:
    table = between_deals()
    old = table.deals[1]
    anew = ask(table, dealing.sealed_anew, noon(minutes=3, chance=Random(5)))
    assert anew.sealing.void == (VoidSeal(1, old.commitment, old.secret),)
    assert len(anew.deals) == 2
    new = anew.deals[1]
    assert new.secret != old.secret
    assert (new.number, new.message_id, new.deck, new.opened_at) == (1, None, None, NOON + timedelta(minutes=3))
    assert anew.due == {**table.due, Due.DEAL: NOON + timedelta(minutes=3, seconds=30)}
    game = dealt(dealing.posted(anew, noon(), BOARD + 1), dealing.deal, noon())
    assert game.deals[1].entropy == (f"message:{BOARD + 1}", f"board:{BOARD + 2}")


@pytest.mark.parametrize(
    "table",
    [opened(), begun(), dealing.posted(between_deals(), noon(), BOARD + 1), resigned(begun())],
    ids=["posted", "dealt", "posted later", "over"],
)
def test_seal_whose_message_is_known_is_never_replaced(table: Table) -> None:
    assert ask(table, dealing.sealed_anew, noon()) is table
