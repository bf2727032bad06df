"""Direct messages that notify members of their turns, while they exist."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Create the table, which is empty."""
    op.create_table(
        "turn_messages",
        sa.Column("game_id", sa.Integer(), autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_turn_messages"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_turn_messages_game_id", ondelete="CASCADE"),
    )
