"""A column for how a game is rated in which one of several gave up; games concluded before keep the old way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.2"
down_revision = "1.1"


def upgrade() -> None:
    """Add the column."""
    op.add_column("conclusions", sa.Column("leaver_alone", sa.Boolean(), nullable=False, server_default=sa.false()))
