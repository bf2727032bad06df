"""What leases of shards kept about heirs and holders goes: a lock of the session alone says who answers for a shard."""

from __future__ import annotations

from alembic import op

revision = "1.5"
down_revision = "1.4"


def upgrade() -> None:
    """Drop the columns and the table."""
    with op.batch_alter_table("shards") as shards:
        for column in ("since", "heir", "heir_ready"):
            shards.drop_column(column)
    with op.batch_alter_table("processes") as processes:
        for column in ("name", "version", "started", "wants", "leaving"):
            processes.drop_column(column)
    op.drop_table("identifies")
