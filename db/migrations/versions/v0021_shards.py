"""Work shared by several processes: the holder of each shard, and the last identification in each bucket."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Create the tables, which are empty, and add columns for the description that a process gives of itself."""
    op.create_table(
        "shards",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("process", sa.BigInteger()),
        sa.Column("since", sa.DateTime(timezone=True)),
        sa.Column("last_seen", sa.DateTime(timezone=True)),
        sa.Column("heir", sa.BigInteger()),
        sa.Column("heir_ready", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shards"),
    )
    op.create_table(
        "identifies",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identifies"),
    )
    for column in (
        sa.Column("name", sa.Text()),
        sa.Column("version", sa.Text()),
        sa.Column("started", sa.DateTime(timezone=True)),
        sa.Column("wants", sa.Text()),
        sa.Column("shards", sa.Integer()),
        sa.Column("leaving", sa.Boolean(), server_default=sa.false(), nullable=False),
    ):
        op.add_column("processes", column)
