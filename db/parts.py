"""Parts of all servers, divided by shard, for several processes that share the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import literal_column, true

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement


class Part(NamedTuple):
    """The servers that belong to some of the shards."""

    shards: Collection[int]
    of: int
    """Total number of shards."""


def within(server: ColumnElement[int], part: Part | None) -> ColumnElement[bool]:
    """Return a condition for the rows whose server belongs to a part; with None, for all rows.

    Source: Discord's documentation of the gateway, *Sharding*.
    """
    if part is None:
        return true()
    # The numbers are literals: PostgreSQL shifts only by an integer, and recognizes the statement when it is repeated.
    shard = server.op(">>")(literal_column("22")).self_group() % literal_column(str(int(part.of)))
    return shard.in_(sorted(part.shards))
