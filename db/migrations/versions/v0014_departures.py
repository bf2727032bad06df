"""Members who have left a server are recorded, and leaderboards are read in index order."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the table, and an index for each measure of a leaderboard."""
    op.create_table(
        "departures",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("noticed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_departures"),
    )
    op.drop_index("ix_ratings_guild_id_game_kind_shown", "ratings")
    op.create_index(
        "ix_ratings_by_rating", "ratings", ["guild_id", "game_kind", sa.text("shown DESC"), "games", "user_id"]
    )
    _index("wins", "wins DESC", "(CAST(points AS FLOAT) / games) DESC")
    _index("points", "(CAST(points AS FLOAT) / deals) DESC", only="deals >= 10")
    _index("best_deal", "best_deal DESC")
    _index("doubles", "double_beziques DESC")


def _index(name: str, *order: str, only: str = "") -> None:
    op.create_index(
        f"ix_standings_by_{name}",
        "standings",
        ["guild_id", "season", "game_kind", *map(sa.text, order), "games", "user_id"],
        sqlite_where=sa.text(only) if only else None,
        postgresql_where=sa.text(only) if only else None,
    )
