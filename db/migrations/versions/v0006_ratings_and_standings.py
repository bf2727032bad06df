"""Ratings, and standings that are updated with each game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add to the results what standings need, and create the tables; older games are counted at the next start."""
    op.add_column("results", sa.Column("game_kind", sa.Text(), server_default=sa.text("''"), nullable=False))
    for name in ("deals", "best_deal", "double_beziques"):
        op.add_column("results", sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False))
    for name in ("mu_before", "sigma_before", "mu", "sigma"):
        op.add_column("results", sa.Column(name, sa.Double()))
    op.drop_index("ix_results_guild_id_user_id", "results")
    op.create_index("ix_results_guild_id_user_id_ended_at", "results", ["guild_id", "user_id", "ended_at"])
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False),
        sa.Column("game_kind", sa.Text()),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game_kind", "user_id", name="pk_ratings"),
    )
    op.create_index("ix_ratings_guild_id_game_kind_shown", "ratings", ["guild_id", "game_kind", "shown"])
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False),
        sa.Column("season", sa.Text()),
        sa.Column("game_kind", sa.Text()),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("best_deal", sa.Integer(), nullable=False),
        sa.Column("double_beziques", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "season", "game_kind", "user_id", name="pk_standings"),
    )
