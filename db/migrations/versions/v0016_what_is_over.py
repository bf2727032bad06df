"""The list of ended games gets an index of only those games, with the columns that decide who sees them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
_OVER = "(status = 'finished' OR end_reason = 'draw') AND kind != 'daily'"


def upgrade() -> None:
    """Replace the index of all games with that index."""
    op.drop_index("ix_games_guild_id_ended_at_id", "games")
    op.create_index(
        "ix_games_over",
        "games",
        ["guild_id", "ended_at", "id", "home_id", "channel_id"],
        sqlite_where=sa.text(_OVER),
        postgresql_where=sa.text(_OVER),
    )
