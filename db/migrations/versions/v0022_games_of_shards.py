"""Small indexes with which a process that takes over a shard finds the games of its servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
_INDEXES = (
    ("ix_games_in_play", "games", ("guild_id", "id"), "status IN ('lobby', 'playing')"),
    ("ix_games_unanswered", "games", ("guild_id", "id"), "settings LIKE '%\"answering\":%'"),
    ("ix_messages_open", "messages", ("role", "game_id"), "NOT closed"),
)


def upgrade() -> None:
    """Create the indexes."""
    for name, table, columns, where in _INDEXES:
        op.create_index(name, table, columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
