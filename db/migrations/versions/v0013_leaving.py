"""Deletion of a member's data on request, and of a server's data after it has removed the bot."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the tables of pending deletions."""
    op.create_table(
        "erasures",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False),
        sa.Column("former_id", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("only_today", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "guild_id", name="pk_erasures"),
    )
    op.create_table(
        "removed_servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_removed_servers"),
    )
