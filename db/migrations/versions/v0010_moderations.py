"""Moderators' actions, and the games whose ratings they have withdrawn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create both tables, which are empty."""
    op.create_table(
        "moderations",
        sa.Column("id", sa.Integer()),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Integer()),
        sa.Column("about_id", sa.BigInteger()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moderations"),
    )
    op.create_index("ix_moderations_guild_id_id", "moderations", ["guild_id", "id"])
    op.create_table(
        "voided",
        sa.Column("game_id", sa.Integer()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_voided_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_voided"),
    )
