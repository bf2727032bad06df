"""A table as a record, and restoring a table from its stored rows: the game is replayed, not read from a snapshot."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.engine import (
    ActionError,
    CardError,
    DealError,
    Game,
    IllegalAction,
    build_rules,
    game_after,
    parse_action,
    start_deal,
)
from bot.engine.record import DealRecord, Record, make_record, parse_deck, write_deck
from bot.engine.shuffle import Shuffle
from bot.tables.values.due import Due
from bot.tables.values.parts import Kind, Status
from bot.tables.values.stored import parts_of
from bot.tables.values.table import Table, tidy
from db.deals import DealRow
from db.game_record import GameRecordRows
from db.schedule import DeadlineRow


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


class BrokenRecord(Exception):  # noqa: N818 - names what is found
    """A stored game that does not replay; the text names the deal and ply, never a card."""


def restore(rows: GameRecordRows, deadlines: Iterable[DeadlineRow] = ()) -> Table:
    """Rebuild a table from all its stored rows.

    Raises:
        BrokenRecord: The stored actions do not follow from each other under the stored rules.
    """
    try:
        stored = dict(rows.game.rules)
        preset = rows.game.settings.get("preset", "modern")
        game = Game(build_rules(preset, stored.pop("players", 2), stored))
    except (ValueError, TypeError) as error:
        raise BrokenRecord(f"its rules cannot be read: {error}") from None
    _check_seats(rows, game.rules.players)
    actions = list(rows.actions)
    at = 0
    for number, deal in enumerate(rows.deals):
        if deal.number != number:
            raise BrokenRecord(f"deal {number} is missing")
        if deal.deck is None and number == len(rows.deals) - 1:
            continue
        try:
            game = start_deal(game, _dealer(deal), parse_deck(deal.deck or "", len(game.law.pack))).game
            while at < len(actions) and actions[at].deal == number:
                action = parse_action(actions[at].action)
                if (actions[at].ply, actions[at].seat) != (at, action.seat):
                    raise BrokenRecord(f"action {at} is missing or another seat's")
                game = game_after(game, action)
                at += 1
        except (DealError, CardError, ActionError, IllegalAction):
            raise BrokenRecord(f"deal {number} does not replay at action {at}") from None
    if at != len(actions):
        raise BrokenRecord(f"action {at} belongs to no deal")
    if (game.result is not None) != (rows.game.status == Status.FINISHED.value):
        raise BrokenRecord(f"it is {rows.game.status}, which its actions are not")
    try:
        parts = parts_of(rows.game)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenRecord(f"what was agreed on cannot be read: {type(error).__name__}") from None
    table = Table(
        id=rows.game.id,
        guild_id=rows.game.guild_id,
        kind=Kind(rows.game.kind),
        status=Status(rows.game.status),
        opener_id=rows.game.opener_id,
        created_at=rows.game.created_at,
        game=game,
        seats=rows.seats,
        deals=rows.deals,
        cuts=rows.cuts,
        actions=rows.actions,
        messages=rows.messages,
        due={Due(each.kind): each.due_at for each in deadlines if each.kind in set(Due)},
        **parts,
    )
    return tidy(table)


def _check_seats(rows: GameRecordRows, players: int) -> None:
    taken = [seat.seat for seat in rows.seats]
    missing = rows.game.status in (Status.PLAYING.value, Status.FINISHED.value) and len(taken) != players
    if taken != list(range(len(taken))) or len(taken) > players or missing:
        raise BrokenRecord("its seats are not those of its rules")


def _dealer(deal: DealRow) -> int:
    if deal.dealer is None:
        raise DealError("nobody dealt")
    return deal.dealer
