"""Parts of all servers: those of some shards, where several processes share the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import literal_column, true

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement


class Part(NamedTuple):
    """The servers that belong to some shards, of so many."""

    shards: Collection[int]
    of: int
    """How many shards there are."""


def within(server: ColumnElement[int], part: Part | None) -> ColumnElement[bool]:
    """Return what holds of the rows whose server, which a column names, belongs to a part; None: of all rows.

    Source: Discord's documentation of the gateway, *Sharding*.
    """
    if part is None:
        return true()
    # Written out: a server of PostgreSQL's shifts by an integer alone, and knows the statement again.
    shard = server.op(">>")(literal_column("22")).self_group() % literal_column(str(int(part.of)))
    return shard.in_(sorted(part.shards))
