"""Each deal stores the moment at which its cuts were closed, after which the board that deals it is posted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the column; existing deals have no such moment."""
    op.add_column("deals", sa.Column("cuts_closed_at", sa.DateTime(timezone=True)))
