"""Keys of 63 bits on PostgreSQL, as they hold a mark besides the number (`db/keys.py`); SQLite's always have them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.6"
down_revision = "1.5"

_OF_GAMES = (
    "seats", "deals", "cuts", "actions", "messages", "boards", "deadlines", "turn_messages", "results", "conclusions",
    "luck", "left_games", "daily_games", "tournament_pairings", "moderations", "reports",
)  # fmt: skip
_OF_TOURNAMENTS = ("tournament_entrants", "tournament_pairings", "tournament_messages")


def upgrade() -> None:
    """Widen the keys and the columns that refer to them."""
    if op.get_context().dialect.name == "sqlite":
        return
    columns = [(table, "id") for table in ("games", "tournaments", "reports")]
    columns += [("games", "rematch_of"), *((table, "game_id") for table in _OF_GAMES)]
    for table, column in (*columns, *((table, "tournament_id") for table in _OF_TOURNAMENTS)):
        op.alter_column(table, column, type_=sa.BigInteger())
