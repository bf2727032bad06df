"""A column for how far ahead each player was when one of several gave up; games concluded before have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.7"
down_revision = "1.6"


def upgrade() -> None:
    """Add the column."""
    op.add_column("results", sa.Column("standing", sa.Integer(), nullable=True))
