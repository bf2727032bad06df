"""Ratings of exercises, and of members after each answer; an answer before has none, and is counted when it is read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.9"
down_revision = "1.8"


def upgrade() -> None:
    """Add the columns and the table."""
    for name in ("mu", "sigma"):
        op.add_column("exercise_tries", sa.Column(name, sa.Double(), nullable=True))
    op.create_table(
        "exercise_ratings",
        sa.Column("exercise", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("exercise", name="pk_exercise_ratings"),
    )
