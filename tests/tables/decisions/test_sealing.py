"""A seal whose message cannot be found is laid open, and nothing is ever dealt from it."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from bot.tables import Due, Status, Table, Why
from bot.tables.decisions import dealing, lobby
from bot.tables.decisions.dealing import FAREWELL
from bot.tables.values.parts import Sealing, VoidSeal
from tests.tables.at_table import ANN, NOON
from tests.tables.made import BOARD, ask, begun, between_deals, challenged, dealt, noon, opened, resigned, why


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
