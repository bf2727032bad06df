"""Writing a table to the database: the difference between two values of it, in one transaction.

Only the store calls it, with the table's lock and version.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeAlias, TypeVar

from bot.tables.values.choice import LAST_TABLE, choice_of
from db import DeadlineRow, PlyTaken, Transaction

from .values.parts import Kind, Status
from .values.stored import columns_of
from .values.table import Table, tidy

Item = TypeVar("Item")

AtEnd: TypeAlias = Callable[[Transaction, Table], Awaitable[None]]
"""A function that writes something else in the transaction that ends a game, or creates a table."""


async def created(tx: Transaction, draft: Table) -> Table:
    """Write a new table, and return it with its new number."""
    draft = tidy(draft)
    columns = columns_of(draft)
    table_id = await tx.games.create(
        guild_id=draft.guild_id,
        channel_id=draft.channel_id,
        kind=draft.kind.value,
        opener_id=draft.opener_id,
        rules=columns["rules"],
        settings=columns["settings"],
        created_at=draft.created_at,
        status=draft.status.value,
        invited_id=draft.invited_id,
        rematch_of=draft.rematch.previous_id,
        started_at=draft.started_at,
        turn_since=draft.turn_since,
        on_move=columns["on_move"],
        private=columns["private"],
        unanswered=columns["unanswered"],
        reviewed=columns["reviewed"],
    )
    table = draft.but(
        id=table_id,
        seats=tuple(replace(seat, game_id=table_id) for seat in draft.seats),
        deals=tuple(replace(deal, game_id=table_id) for deal in draft.deals),
    )
    await tx.games.set_seats(table_id, table.seats)
    for deal in table.deals:
        await tx.deals.open(deal)
    for row in _deadlines(table):
        await tx.schedule.set(row)
    await _remember_choice(tx, table)
    return table


def stored_differs(before: Table, after: Table) -> bool:
    """Return whether anything has to be written; reminders are kept only in memory."""
    return after.but(version=before.version) != before or list(_deadlines(before)) != list(_deadlines(after))


async def written(
    tx: Transaction, before: Table, after: Table, opened: Table | None = None, at_end: Sequence[AtEnd] = ()
) -> tuple[Table, Table | None]:
    """Write the difference between two values of a table, and the table that was opened with it.

    Args:
        opened: The table that was opened with it, such as a rematch.
        at_end: Functions called in this order if the game has just been won or drawn.

    Returns:
        Both tables; the opened one has its new number.

    Raises:
        Overtaken: Another process has changed the table since it was read; nothing is stored.
    """
    if opened is not None:
        opened = await created(tx, opened)
        after = after.but(rematch=replace(after.rematch, next_id=opened.id))
    was = columns_of(before)
    changed: Any = {key: value for key, value in columns_of(after).items() if value != was[key]}  # type: ignore[literal-required]
    await tx.games.update(after.id, before.version, **changed)
    if after.seats != before.seats:
        await tx.games.set_seats(after.id, after.seats)
    if (after.deals, after.cuts) != (before.deals, before.cuts):
        await _write_deals(tx, before, after)
    kept, now = len(before.actions), len(after.actions)
    if now > kept:
        await tx.deals.add_actions(after.actions[kept:])
    elif now < kept and await tx.deals.delete_actions_from(after.id, now) != kept - now:
        raise PlyTaken(after.id, kept)
    for message in _new(before.messages, after.messages):
        await tx.messages.put(message)
    awaited, stored = set(_deadlines(after)), set(_deadlines(before))
    for deadline in awaited - stored:
        await tx.schedule.set(deadline)
    for kind in {row.kind for row in stored} - {row.kind for row in awaited}:
        await tx.schedule.clear(after.id, kind)
    if choice_of(after) != choice_of(before):
        await _remember_choice(tx, after)
    if before.live and (after.status is Status.FINISHED or after.drawn):
        for meet in at_end:
            await meet(tx, after)
    return after, opened


async def _remember_choice(tx: Transaction, table: Table) -> None:
    """Store an open table's choices as its opener's last ones; practices and challenges do not change them."""
    if table.kind is Kind.OPEN:
        await tx.settings.set_of_user(table.opener_id, LAST_TABLE, choice_of(table).stored())


async def _write_deals(tx: Transaction, before: Table, after: Table) -> None:
    known = {deal.number: deal for deal in before.deals}
    for deal in _new(before.deals, after.deals):
        if deal.number not in known:
            await tx.deals.open(deal)
            continue
        was = known[deal.number]
        if deal.secret != was.secret:
            await tx.deals.seal_anew(deal)
        elif deal != was:
            values = asdict(was)
            changed: Any = {key: value for key, value in asdict(deal).items() if value != values[key]}
            await tx.deals.update(after.id, deal.number, **changed)
    for cut in _new(before.cuts, after.cuts):
        await tx.deals.put_cut(cut)


async def cuts_deleted(tx: Transaction, table_id: int, user_id: int) -> None:
    """Delete a user's typed cuts at a table, with the proofs of those deals (RECORD.md); the record need not replay.

    The same words typed by another player in the same deal count too, because the words must not remain there.
    """
    mine = [cut for cut in await tx.deals.cuts(table_id) if cut.user_id == user_id]
    typed = {(cut.deal, cut.text) for cut in mine if cut.text}
    for deal in await tx.deals.of(table_id):
        if any((deal.number, words) in typed for words in _words(deal.entropy)):
            await tx.deals.withdraw(table_id, deal.number)
    for cut in mine:
        await tx.deals.delete_cut(table_id, cut.deal, user_id)


def _words(entropy: Iterable[str]) -> list[str]:
    """Return the typed words in a deck's entropy, from its parts of the form ``cut:NUMBER:TEXT``."""
    return [part.split(":", 2)[2] for part in entropy if part.startswith("cut:")]


def _new(before: Iterable[Item], after: Iterable[Item]) -> list[Item]:
    """Return the items of the second collection that are not in the first, or differ there."""
    known = list(before)
    return [item for item in after if item not in known]


def _deadlines(table: Table) -> Iterable[DeadlineRow]:
    return (DeadlineRow(table.id, kind.value, at) for kind, at in table.due.items() if kind.stored)
