"""Processes that share the database know of each other, and only one of them answers an interaction."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create a table of running processes, and one of recent answers to interactions."""
    op.create_table(
        "processes",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("last_seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "claims",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("process", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_claims"),
    )
    op.create_index("ix_claims_at", "claims", ["at"])
