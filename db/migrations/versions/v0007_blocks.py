"""The users that each user has blocked, and recent requests to play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create both tables, which are empty."""
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("blocked_id", sa.BigInteger(), autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_blocks"),
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    op.create_table(
        "askings",
        sa.Column("id", sa.Integer()),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("asked_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_askings"),
    )
    op.create_index("ix_askings_user_id_asked_id_at", "askings", ["user_id", "asked_id", "at"])
    op.create_index("ix_askings_at", "askings", ["at"])
