"""Rated games that members left recently; moderators' actions also get the second member and the number of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Create the table and the columns, which are empty."""
    op.create_table(
        "left_games",
        sa.Column("game_id", sa.Integer(), autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_days", sa.Boolean(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_left_games"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_left_games_game_id_games", ondelete="CASCADE"),
    )
    op.create_index("ix_left_games_guild_id_user_id", "left_games", ["guild_id", "user_id"])
    op.create_index("ix_left_games_at", "left_games", ["at"])
    op.add_column("moderations", sa.Column("other_id", sa.BigInteger()))
    op.add_column("moderations", sa.Column("games", sa.Integer()))
