"""Games get a version that counts their changes, and deadlines lose their payload."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Give every game the version 0, and drop the payload of deadlines, which was always empty."""
    op.add_column("games", sa.Column("version", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.drop_column("deadlines", "payload")
