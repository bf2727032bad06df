"""No hidden card, deck or secret leaves a table by way of a repr, a log line or an error."""

from __future__ import annotations

import logging
import random
import re

import pytest

from bot.engine import Action, Verb, build_rules
from bot.tables import Happening, Refused, Table, Tables, Why
from bot.tables.decisions import play
from bot.tables.decisions.occasion import Done, Occasion
from bot.tables.values.clocks import Due
from db import Store
from tests.tables.at_table import (
    ANN,
    BEN,
    NOON,
    Clock,
    choose,
    one_step,
    put,
    refused,
    restarted,
    start_table,
    tables_over,
)
from tests.tables.made import begun, cards_left, played

CARD = re.compile(r"\b[AKQJT987][CDHS][abcd]\b")


def leaks(text: str, table: Table) -> list[str]:
    """Return what in a text nobody may read: cards, secrets, and hands or decks written as numbers."""
    found: list[str] = CARD.findall(text)
    found += [seal.secret for seal in table.deals if seal.secret[:16] in text]
    for deal in table.game.deals:
        found += [str(mask) for mask in deal.hold if mask > 1 << 20 and str(mask) in text]
        if str(deal.base.deck)[1:40] in text:
            found.append("deck")
    return found


async def test_no_repr_of_a_table_tells_a_card_or_a_secret(tables: Tables) -> None:
    table = await start_table(tables)
    done = await choose(tables, table, random.Random(1))
    table = done.table
    shown = (
        table,
        done,
        Done(table, done.events),
        tables.store,
        Occasion(NOON, random.Random(1)),
        Happening(Due.NUDGE, table),
        tables,
        table.deals,
        tables.memory.awake(),
        (f"{table}", f"{done}", f"{table!s}"),
    )
    for each in shown:
        assert leaks(repr(each), table) == []
    # The check itself sees what it looks for.
    assert leaks(str(table.game.deals[0].hold), table) != []
    assert leaks(table.deals[0].secret, table) == [table.deals[0].secret]
    assert leaks(table.deals[0].deck or "", table) != []
    assert f"{table.id}" in repr(table)
    assert table.status.value in repr(table)


async def test_an_illegal_action_tells_nothing_of_the_hand(tables: Tables) -> None:
    table = await start_table(tables)
    words = Action(0, Verb.PLAY, (table.game.law.pack[0],)).text.partition(" ")[2]
    for user in table.users:
        try:
            told = await refused(tables.act(table.id, user, words, 0))
        except pytest.fail.Exception:
            continue  # the card is in that hand
        assert isinstance(told, Refused)
        assert told.why is Why.ILLEGAL
        assert leaks(f"{told!r} {told} {told.detail}", table) == []


async def test_no_log_line_of_a_game_tells_a_card_or_a_secret(
    tables: Tables, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        made = played(begun(rules=build_rules("modern", 2, {"target": 500})), lambda t: cards_left(t) < 12)
        table = await put(tables, made)
        rng = random.Random(2)
        while len(table.game.deals) < 2 or cards_left(table) > 40:
            table = await one_step(tables, table, rng)
            clock.pass_by(seconds=40)
            await tables.tick()
            await tables.heartbeat()
            table = await tables.get(table.id)
        await tables.ask(table.id, play.resign, ANN.user_id)
        await restarted(store, clock)
        await tables_over(store, clock).get(table.id)
        await tables.rematch(table.id, ANN.user_id)
        await tables.rematch(table.id, BEN.user_id)
    assert leaks(caplog.text, table) == []
    for record in caplog.records:
        assert leaks(repr(record.__dict__), table) == []
