"""A table of former players, by which limits and blocks still find a member whose data was deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.4"
down_revision = "1.3"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "former_players",
        sa.Column("former_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("member", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("former_id", name="pk_former_players"),
    )
    op.create_index("ix_former_players_member", "former_players", ["member"])
