"""Tournaments whose games are not rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column; the games of all tournaments so far are rated."""
    op.add_column("tournaments", sa.Column("friendly", sa.Boolean(), nullable=False, server_default=sa.false()))
