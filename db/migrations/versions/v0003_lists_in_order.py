"""Indexes with which lists of ended games are read in their order, whatever the number of games."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Index a server's games by the moment they ended, and a member's seats by the moment of sitting down."""
    op.create_index("ix_games_guild_id_ended_at_id", "games", ["guild_id", "ended_at", "id"])
    op.create_index("ix_seats_user_id_joined_at_game_id", "seats", ["user_id", "joined_at", "game_id"])
    op.drop_index("ix_seats_user_id", "seats")
