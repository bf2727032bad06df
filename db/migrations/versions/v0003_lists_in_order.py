"""What is over is read in the order in which lists show it, however much there is."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Keep a server's games in the order in which they ended, and a member's seats in that of sitting down."""
    op.create_index("ix_games_guild_id_ended_at_id", "games", ["guild_id", "ended_at", "id"])
    op.create_index("ix_seats_user_id_joined_at_game_id", "seats", ["user_id", "joined_at", "game_id"])
    op.drop_index("ix_seats_user_id", "seats")
