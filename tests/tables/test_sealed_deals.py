"""The cut for the deal (ruling 2), and decks that follow from secret, message and cuts."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import random
import unicodedata
from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules, card_name
from bot.tables import Due, Limits, Player, Status, Tables, Why
from bot.tables.decisions import dealing, lobby
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    DAN,
    PLAYERS,
    STRANGER,
    open_table,
    play_out,
    post_board,
    restarted,
    start_table,
    tables_over,
    why,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables import Table
    from db import DealRow, Store
    from tests.tables.at_table import Clock


class Chosen:
    """Chance that cuts the cards a test names, and is ordinary chance otherwise."""

    def __init__(self, picks: Sequence[int]) -> None:
        self.picks = list(picks)
        self.rest = random.Random(5)

    def randrange(self, stop: int, /) -> int:
        pick = self.picks.pop(0)
        assert pick < stop
        return pick

    def randbytes(self, n: int, /) -> bytes:
        return self.rest.randbytes(n)


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


def sealed(table: Table) -> DealRow:
    assert table.seal is not None
    return table.seal


def dealt(table: Table) -> str:
    assert table.game.deal is not None
    return " ".join(card_name(card) for card in table.game.deal.base.deck)


@pytest.mark.parametrize(
    ("players", "picks", "rounds", "dealer"),
    [
        pytest.param(2, [7, 0], [["ACa", "7Ca"]], 0, id="the ace beats the seven"),
        pytest.param(2, [5, 5], [["KCa", "TCa"]], 1, id="the ten beats the king"),
        pytest.param(2, [7, 14, 0, 0], [["ACa", "ADa"], ["7Ca", "8Ca"]], 1, id="two aces cut again"),
        pytest.param(
            2, [7, 14, 3, 10, 2, 1], [["ACa", "ADa"], ["JCa", "JDa"], ["9Ca", "8Ca"]], 0, id="and a third time"
        ),
        pytest.param(
            3, [7, 0, 13, 1, 0], [["ACa", "7Ca", "ADa"], ["8Ca", None, "7Ca"]], 0, id="only those who tie cut again"
        ),
        pytest.param(
            4, [0, 5, 0, 11, 2, 0], [["7Ca", "TCa", "8Ca", "TDa"], [None, "9Ca", None, "7Ca"]], 1, id="four players"
        ),
    ],
)
async def test_ruling_2_the_highest_cut_deals_and_ties_cut_again(
    store: Store,
    clock: Clock,
    players: int,
    picks: list[int],
    rounds: list[list[str | None]],
    dealer: int,
) -> None:
    tables = Tables(store, clock, Limits(), Chosen(picks))
    table = await start_table(tables, PLAYERS[:players], rules=build_rules("modern", players, {}))
    assert [list(each) for each in table.lots.for_deal] == rounds
    assert table.game.deal is not None
    assert (table.game.deal.base.dealer, sealed(table).dealer) == (dealer, dealer)
    assert await (await restarted(store, clock)).get(table.id) == table


async def test_ruling_2_the_deal_passes_to_the_left(tables: Tables) -> None:
    rules = build_rules("modern", 3, {"target": 2000})
    table = await start_table(tables, (ANN, BEN, CAT), rules=rules)
    table = await play_out(tables, table.id, random.Random(3))
    dealers = [deal.dealer for deal in table.deals]
    first = dealers[0]
    assert first is not None
    assert len(dealers) > 2
    assert dealers == [(first + at) % 3 for at in range(len(dealers))]


async def test_the_commitment_stands_before_message_and_cuts_are_known(tables: Tables, store: Store) -> None:
    table = await tables.open(guild_id=1, channel_id=2, opener=ANN, rules=build_rules("modern", 2, {}), preset="modern")
    seal = sealed(table)
    secret = bytes.fromhex(seal.secret)
    assert len(secret) == 64
    assert seal.commitment == hashlib.sha256(b"bezique/1/commit\x00" + secret).hexdigest()
    assert (seal.deck, seal.entropy, seal.message_id) == (None, (), None)
    async with store.read() as reader:
        assert await reader.deals.of(table.id) == [seal]


@pytest.mark.parametrize(
    ("rules", "pack"),
    [
        (build_rules("modern", 2, {}), ordered_pack(2)),
        (build_rules("enquire", 3, {"packs": "two_less_an_eight"}), ordered_pack(2, without="8Cb")),
        (build_rules("modern", 3, {}), ordered_pack(3)),
        (build_rules("britannica", 4, {"partners": True}), ordered_pack(4)),
    ],
    ids=["64 cards", "63 cards", "96 cards", "128 cards"],
)
async def test_the_deck_follows_from_secret_message_and_cuts(tables: Tables, rules: object, pack: list[str]) -> None:
    at_table = PLAYERS[: len(pack) // 32 if len(pack) != 63 else 3]
    table = await open_table(tables, at_table, rules=rules)  # type: ignore[arg-type]
    before = sealed(table)
    await tables.ask(table.id, dealing.cut, at_table[1].user_id, "for luck")
    await tables.ask(table.id, dealing.cut, at_table[0].user_id, "ça ira")
    done = await tables.start(table.id, ANN.user_id)
    seal = sealed(done.table)
    assert seal.entropy == (f"message:{before.message_id}", "cut:1:for luck", "cut:0:ça ira")
    assert (seal.secret, seal.commitment) == (before.secret, before.commitment)
    assert seal.deck == deck_of(bytes.fromhex(seal.secret), seal.entropy, pack) == dealt(done.table)


async def test_every_deal_has_a_secret_of_its_own_and_follows_from_it(tables: Tables) -> None:
    table = await start_table(tables, rules=build_rules("modern", 2, {"target": 2000}))
    rng = random.Random(4)
    while table.live:
        if table.awaits_deal:
            await post_board(tables, table.id)
            await tables.ask(table.id, dealing.cut, BEN.user_id, f"deal {sealed(table).number}")
            table = (await tables.ask(table.id, dealing.deal)).table
            assert f"cut:1:deal {sealed(table).number}" in sealed(table).entropy
        table = await play_out(tables, table.id, rng, plies=table.ply + 1)
    assert len({seal.secret for seal in table.deals}) == len(table.deals) > 2
    for seal, deal in zip(table.deals, table.game.deals, strict=True):
        secret = bytes.fromhex(seal.secret)
        assert seal.commitment == hashlib.sha256(b"bezique/1/commit\x00" + secret).hexdigest()
        assert seal.deck == deck_of(secret, seal.entropy, ordered_pack(2))
        assert seal.deck == " ".join(card_name(card) for card in deal.base.deck)
        assert seal.entropy[0] == f"message:{seal.message_id}"
        assert seal.closed_at is not None


async def test_a_second_cut_replaces_the_first_and_comes_after_those_between(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await open_table(tables, (ANN, BEN))
    await tables.ask(table.id, dealing.cut, ANN.user_id, "first")
    await tables.ask(table.id, dealing.cut, BEN.user_id, "between")
    table = await tables.ask(table.id, dealing.cut, ANN.user_id, "second")
    assert await (await restarted(store, clock)).get(table.id) == table
    table = (await tables.start(table.id, ANN.user_id)).table
    assert sealed(table).entropy[1:] == ("cut:1:between", "cut:0:second")


async def test_the_cut_of_somebody_who_left_does_not_count(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    await tables.ask(table.id, dealing.cut, ANN.user_id, "gone")
    await tables.ask(table.id, dealing.cut, BEN.user_id, "here")
    await tables.ask(table.id, lobby.leave, ANN.user_id)
    await tables.join(table.id, CAT)
    table = (await tables.start(table.id, BEN.user_id)).table
    # Ben has moved up to seat 0, and the cut goes with its player.
    assert sealed(table).entropy[1:] == ("cut:0:here",)


async def test_an_empty_cut_takes_the_cut_back(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    await tables.ask(table.id, dealing.cut, ANN.user_id, "words")
    await tables.ask(table.id, dealing.cut, ANN.user_id, " \n\t"[1:])
    table = (await tables.start(table.id, ANN.user_id)).table
    assert len(sealed(table).entropy) == 1


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
async def test_a_cut_is_cleaned(tables: Tables, store: Store, clock: Clock, typed: str, counts: str) -> None:
    table = await open_table(tables, (ANN, BEN))
    await tables.ask(table.id, dealing.cut, ANN.user_id, typed)
    table = (await tables.start(table.id, ANN.user_id)).table
    assert sealed(table).entropy[1:] == (f"cut:0:{counts}",)
    assert unicodedata.is_normalized("NFC", counts)
    assert sealed(table).deck == deck_of(bytes.fromhex(sealed(table).secret), sealed(table).entropy, ordered_pack(2))
    assert await (await restarted(store, clock)).get(table.id) == table


async def test_only_players_cut_and_only_before_the_deal(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    assert await why(tables.ask(table.id, dealing.cut, STRANGER.user_id, "me too")) is Why.NOT_SEATED
    await tables.start(table.id, ANN.user_id)
    assert await why(tables.ask(table.id, dealing.cut, ANN.user_id, "too late")) is Why.DEAL_RUNNING
    other = await open_table(tables, (ANN, BEN))
    await tables.ask(other.id, lobby.cancel, ANN.user_id)
    assert await why(tables.ask(other.id, dealing.cut, ANN.user_id, "closed")) is Why.DEAL_RUNNING


async def test_nothing_is_dealt_before_the_commitment_is_posted(tables: Tables, store: Store, clock: Clock) -> None:
    table = await tables.open(guild_id=1, channel_id=2, opener=ANN, rules=build_rules("modern", 2, {}), preset="modern")
    table = await tables.join(table.id, BEN)
    assert await why(tables.start(table.id, ANN.user_id)) is Why.NOT_POSTED
    assert await tables.get(table.id) == table
    assert await (await restarted(store, clock)).get(table.id) == table
    await tables.ask(table.id, dealing.posted, 123)
    table = (await tables.start(table.id, ANN.user_id)).table
    assert sealed(table).entropy == ("message:123",)


async def test_a_message_of_another_kind_is_no_entropy(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    board = sealed(table).message_id
    table = await tables.ask(table.id, dealing.posted, 987, role="nudge")
    assert sealed(table).message_id == board
    await tables.start(table.id, ANN.user_id)
    table = await tables.ask(table.id, dealing.posted, 988)
    assert (sealed(table).message_id, sealed(table).entropy) == (board, (f"message:{board}",))


async def to_second_deal(tables: Tables) -> Table:
    table = await start_table(tables, rules=build_rules("modern", 2, {"target": 5000}))
    rng = random.Random(9)
    while not table.awaits_deal:
        table = await play_out(tables, table.id, rng, plies=table.ply + 1)
    return table


async def test_the_next_deal_is_sealed_when_one_is_over_and_waits(tables: Tables, store: Store, clock: Clock) -> None:
    table = await to_second_deal(tables)
    assert [deal.closed_at is not None for deal in table.deals] == [True, False]
    assert (sealed(table).number, sealed(table).deck, table.turn_users) == (1, None, ())
    assert await (await restarted(store, clock)).get(table.id) == table
    assert await why(tables.ask(table.id, dealing.deal, STRANGER.user_id)) is Why.NOT_SEATED
    assert await why(tables.ask(table.id, dealing.deal, BEN.user_id)) is Why.NOT_POSTED
    await post_board(tables, table.id)
    done = await tables.ask(table.id, dealing.deal, BEN.user_id)
    assert not done.stale
    assert len(done.table.game.deals) == 2
    again = await tables.ask(table.id, dealing.deal, ANN.user_id)
    assert (again.stale, again.table, again.events) == (True, done.table, ())


async def test_the_next_deal_comes_by_itself_after_thirty_seconds(tables: Tables, clock: Clock) -> None:
    table = await to_second_deal(tables)
    await post_board(tables, table.id)
    clock.pass_by(seconds=29)
    assert await tables.tick() == []
    clock.pass_by(seconds=1)
    (happening,) = await tables.tick()
    assert happening.due is Due.DEAL
    assert len(happening.table.game.deals) == 2
    assert await tables.tick() == []


async def test_a_deal_that_is_not_posted_is_put_off_and_comes_later(tables: Tables, store: Store, clock: Clock) -> None:
    table = await to_second_deal(tables)
    clock.pass_by(seconds=30)
    (happening,) = await tables.tick()
    assert (happening.due, happening.table) == (Due.DEAL, table)
    await post_board(tables, table.id)
    clock.pass_by(seconds=59)
    assert await tables.tick() == []
    clock.pass_by(seconds=1)
    (happening,) = await tables.tick()
    assert len(happening.table.game.deals) == 2
    assert await (await restarted(store, clock)).get(table.id) == happening.table


async def test_the_wait_for_the_next_deal_survives_a_restart(tables: Tables, store: Store, clock: Clock) -> None:
    table = await to_second_deal(tables)
    await post_board(tables, table.id)
    clock.pass_by(seconds=20)
    await tables.beat()
    clock.pass_by(hours=2)
    again = await restarted(store, clock)
    clock.pass_by(seconds=9)
    assert await again.tick() == []
    clock.pass_by(seconds=1)
    assert [len(each.table.game.deals) for each in await again.tick()] == [2]


async def test_a_deal_asked_for_as_it_comes_by_itself_is_dealt_once(tables: Tables, clock: Clock) -> None:
    table = await to_second_deal(tables)
    await post_board(tables, table.id)
    clock.pass_by(seconds=30)
    ticking = asyncio.ensure_future(tables.tick())
    await asyncio.gather(ticking, *(tables.ask(table.id, dealing.deal, each.user_id) for each in (ANN, BEN, ANN)))
    assert [each.due for each in ticking.result()] == [Due.DEAL]
    assert len((await tables.get(table.id)).game.deals) == 2


async def test_players_who_ask_for_the_deal_at_once_get_one(tables: Tables, clock: Clock) -> None:
    table = await to_second_deal(tables)
    await post_board(tables, table.id)
    clock.pass_by(seconds=30)
    done = await asyncio.gather(*(tables.ask(table.id, dealing.deal, each.user_id) for each in (ANN, BEN, ANN)))
    assert [each.stale for each in done] == [False, True, True]
    assert len(done[2].table.game.deals) == 2
    assert await tables.tick() == []


async def test_a_cut_belongs_to_its_player_whatever_the_name(tables: Tables) -> None:
    named = Player(DAN.user_id, "0:message:1")
    table = await open_table(tables, (ANN, named))
    await tables.ask(table.id, dealing.cut, named.user_id, "x")
    table = (await tables.start(table.id, ANN.user_id)).table
    assert table.status is Status.PLAYING
    assert sealed(table).entropy[1:] == ("cut:1:x",)


async def test_secrets_come_from_the_operating_system_unless_a_test_says_otherwise(store: Store, clock: Clock) -> None:
    secrets = set()
    for _ in range(2):
        table = await open_table(Tables(store, clock))
        secrets.add(sealed(table).secret)
    assert len(secrets) == 2
    assert len({sealed(await open_table(tables_over(store, clock))).secret for _ in range(2)}) == 1
