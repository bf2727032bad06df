"""Milestones of members; `db recount` finds those of earlier games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.10"
down_revision = "1.9"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "milestones",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("milestone", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("shown", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "milestone", name="pk_milestones"),
    )
    op.create_index("ix_milestones_user_id", "milestones", ["user_id"])
