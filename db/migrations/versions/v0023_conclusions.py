"""What is decided from outside a game when it ends is stored with it, so that counting anew decides nothing again."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
_COUNTED = """
    SELECT g.id, g.guild_id, g.ended_at, g.kind, g.settings, r.rated, r.game_kind, r.outcome, v.game_id AS void,
        (SELECT min(s.user_id) FROM seats s WHERE s.game_id = g.id) AS first_user
    FROM games g LEFT JOIN results r ON r.game_id = g.id
        AND r.seat = (SELECT min(o.seat) FROM results o WHERE o.game_id = g.id)
    LEFT JOIN voided v ON v.game_id = g.id LEFT JOIN daily_games d ON d.game_id = g.id
    WHERE (g.status = 'finished' OR g.end_reason = 'draw') AND (r.game_kind <> '' OR d.points IS NOT NULL)
    ORDER BY g.ended_at, g.id
"""


def upgrade() -> None:
    """Make the table, fill it from what was decided so far, and take away what it replaces."""
    conclusions = op.create_table(
        "conclusions",
        sa.Column("game_id", sa.Integer()),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("utc_offset", sa.Integer(), nullable=False),
        sa.Column("unrated", sa.Text()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_conclusions_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_conclusions"),
        sa.UniqueConstraint("guild_id", "number", name="uq_conclusions_guild_id"),
    )
    connection = op.get_bind()
    clocks = {
        row.guild_id: json.loads(row.value)
        for row in connection.execute(sa.text("SELECT guild_id, value FROM guild_settings WHERE key = 'utc_offset'"))
    }
    numbers: Counter[int] = Counter()
    rows = []
    for game in connection.execute(sa.text(_COUNTED)):
        numbers[game.guild_id] += 1
        rows.append(
            {
                "game_id": game.id,
                "guild_id": game.guild_id,
                "number": numbers[game.guild_id],
                "utc_offset": _offset(clocks.get(game.guild_id) or [], game.ended_at),
                "unrated": _why(game),
            }
        )
    if conclusions is not None and rows:
        op.bulk_insert(conclusions, rows)
    op.drop_table("voided")


def _offset(changes: list[list[int]], ended_at: datetime | str) -> int:
    """Return how many minutes a server's clock was ahead of UTC when a game ended."""
    at = datetime.fromisoformat(ended_at) if isinstance(ended_at, str) else ended_at
    seconds = (at if at.tzinfo is not None else at.replace(tzinfo=UTC)).timestamp()
    return next((minutes for since, minutes in sorted(changes, reverse=True) if since <= seconds), 0)


def _why(game: sa.Row[Any]) -> str | None:
    """Return why a game is not rated, as an older version had decided it."""
    settings = json.loads(game.settings)
    reasons = (
        ("daily", game.kind == "daily"),
        ("void", game.void is not None),
        ("damaged", game.game_kind == "unknown"),
        ("drawn", game.outcome == "drawn"),
        ("house", game.first_user < 0 or "held" in settings),
        ("friendly", "friendly" in settings),
        ("often", not game.rated),
    )
    return next((why for why, holds in reasons if holds), None)
