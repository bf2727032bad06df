"""Columns for the value of a game that has one, and for rubicons; no game counted before has either."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.8"
down_revision = "1.7"


def upgrade() -> None:
    """Add the columns, and an index for the order of each leaderboard."""
    for table, best in (("results", "value"), ("records", "best_value"), ("standings", "best_value")):
        for name in (best, "rubicons"):
            op.add_column(table, sa.Column(name, sa.Integer(), nullable=False, server_default=sa.text("0")))
    for name in ("best_value", "rubicons"):
        op.create_index(
            f"ix_standings_by_{name}",
            "standings",
            ["guild_id", "season", "game_kind", sa.text(f"{name} DESC"), "games", "user_id"],
        )
