"""The record of a table's game, to be published, and the proofs of its deals."""

from __future__ import annotations

from datetime import datetime

from bot.engine.record import DealRecord, Record, make_record, write_deck
from bot.engine.shuffle import Shuffle
from bot.tables.values.table import Table
from db.deals import DealRow


def recordable(table: Table) -> bool:
    """Tell whether a table's game may be published as a record: it is over, and cards were dealt in it."""
    return not table.live and bool(table.game.deals)


def table_record(table: Table) -> Record:
    """Return the record of a table's game that is over, with the proof of every deal that was dealt.

    It leaves out a deal that was sealed but never dealt, and that deal's secret.

    Raises:
        ValueError: The game is still being played, or no cards were dealt.
    """
    if not recordable(table):
        raise ValueError(f"table {table.id} has no record to give out")
    deals = table.deals[: len(table.game.deals)]
    actions = [[row.action for row in table.actions if row.deal == deal.number] for deal in deals]
    return make_record(
        table.game,
        table.names,
        actions,
        shuffles=[shuffle_of(deal) for deal in deals],
        lots=table.lots.written,
        preset=table.terms.preset,
        extra={
            "table": table.number,
            "opened_at": _moment(table.created_at),
            "started_at": _moment(table.started_at),
            "ended_at": _moment(table.ended_at),
        },
        deal_extras=[_times(deal) for deal in deals],
        closed=True,
    )


def proofs_of(table: Table) -> list[DealRecord]:
    """Return the deals of a game with their proofs and without their actions.

    They include the secrets of a deal that is still played: use them for checking, never for showing.
    """
    return [
        DealRecord(deal.base.dealer, write_deck(deal.base.deck), (), shuffle_of(row))
        for deal, row in zip(table.game.deals, table.deals, strict=False)
    ]


def shuffle_of(deal: DealRow) -> Shuffle:
    """Return the proof of a deal that is over; only its commitment if a cut was deleted."""
    if deal.withdrawn:
        return Shuffle(deal.commitment, (), withdrawn=True)
    return Shuffle(deal.commitment, deal.entropy, deal.secret)


def _times(deal: DealRow) -> dict[str, object]:
    return {"dealt_at": _moment(deal.dealt_at), "closed_at": _moment(deal.closed_at)}


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")
