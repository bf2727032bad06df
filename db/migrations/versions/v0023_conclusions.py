"""Facts decided from outside a game when it ends are stored with it, so that a recount does not decide them again."""

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
_LAST = """
    SELECT guild_id, game_kind, user_id, max(ended_at) AS ended_at FROM results WHERE rated
    GROUP BY guild_id, game_kind, user_id
"""


def upgrade() -> None:
    """Create the table, fill it from earlier decisions, and remove what it replaces."""
    conclusions = op.create_table(
        "conclusions",
        sa.Column("game_id", sa.Integer()),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("utc_offset", sa.Integer(), nullable=False),
        sa.Column("unrated", sa.Text()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_conclusions_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_conclusions"),
        sa.UniqueConstraint("guild_id", "number", name="uq_conclusions_guild_id_number"),
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
    _without_shown(connection)


def _without_shown(connection: sa.Connection) -> None:
    """Store with each rating the day of its last game instead of the displayed rating, which is calculated when read.

    The table is rebuilt, because SQLite cannot drop a column that is part of an index.
    """
    last = connection.execute(sa.text(_LAST)).all()
    rows = connection.execute(sa.text("SELECT guild_id, game_kind, user_id, mu, sigma, games FROM ratings")).all()
    days = {(row.guild_id, row.game_kind, row.user_id): _moment(row.ended_at).date().toordinal() for row in last}
    op.drop_table("ratings")
    ratings = op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False),
        sa.Column("game_kind", sa.Text()),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("last_day", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game_kind", "user_id", name="pk_ratings"),
    )
    op.create_index(
        "ix_ratings_by_rating",
        "ratings",
        ["guild_id", "game_kind", sa.text("(mu - 3 * sigma) DESC"), "mu", "sigma", "last_day", "games", "user_id"],
    )
    kept = [
        dict(row._mapping) | {"last_day": days.get((row.guild_id, row.game_kind, row.user_id), 0)}  # noqa: SLF001
        for row in rows
    ]
    if ratings is not None and kept:
        op.bulk_insert(ratings, kept)


def _moment(stored: datetime | str) -> datetime:
    """Return a stored moment with its time zone, UTC."""
    at = datetime.fromisoformat(stored) if isinstance(stored, str) else stored
    return at.astimezone(UTC) if at.tzinfo is not None else at.replace(tzinfo=UTC)


def _offset(changes: list[list[int]], ended_at: datetime | str) -> int:
    """Return the minutes by which a server's clock was ahead of UTC when a game ended."""
    seconds = _moment(ended_at).timestamp()
    return next((minutes for since, minutes in sorted(changes, reverse=True) if since <= seconds), 0)


def _why(game: sa.Row[Any]) -> str | None:
    """Return the reason why an older version did not rate a game, or None if it did."""
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
