"""Members' answers to exercises."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Create the table, which is empty."""
    op.create_table(
        "exercise_tries",
        sa.Column("id", sa.Integer()),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("exercise", sa.Text(), nullable=False),
        sa.Column("found", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_exercise_tries"),
        sa.UniqueConstraint("user_id", "exercise", name="uq_exercise_tries_user_id_exercise"),
    )
