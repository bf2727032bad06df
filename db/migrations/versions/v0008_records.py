"""Members' records, which are updated with each game, like standings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the tables and have all games counted again at the next start, as the tables are still empty."""
    _table(
        "records",
        ["company", "game_kind"],
        sa.Column("company", sa.Text()),
        sa.Column("game_kind", sa.Text()),
        *_numbers("games", "won", "drawn"),
        sa.Column("points", sa.BigInteger(), nullable=False),
        *_numbers("deals", "best_deal", "streak", "longest"),
    )
    _table(
        "meetings",
        ["other_id", "partners"],
        sa.Column("other_id", sa.BigInteger(), autoincrement=False),
        sa.Column("partners", sa.Boolean()),
        *_numbers("games", "won", "lost", "drawn"),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("other_points", sa.BigInteger(), nullable=False),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_meetings_by_games", "meetings", ["guild_id", "user_id", "partners", "games"])
    _table(
        "sources",
        ["reason"],
        sa.Column("reason", sa.Text()),
        sa.Column("points", sa.BigInteger(), nullable=False),
        *_numbers("times"),
    )
    _table("rules_played", ["rules"], sa.Column("rules", sa.Text()), *_numbers("games"))
    op.execute("UPDATE results SET game_kind = ''")


def _numbers(*names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def _table(name: str, keys: list[str], *columns: sa.Column[Any]) -> None:
    op.create_table(
        name,
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        *columns,
        sa.PrimaryKeyConstraint("guild_id", "user_id", *keys, name=f"pk_{name}"),
    )
