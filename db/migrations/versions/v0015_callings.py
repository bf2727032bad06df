"""Members who want to be told when somebody opens a table in a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create the table, which is empty."""
    op.create_table(
        "callings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True)),
        sa.Column("day", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("times", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_callings"),
    )
