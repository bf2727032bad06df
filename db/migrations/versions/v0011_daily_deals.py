"""The daily deal: the secret of each day, and the games of its players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the tables; there are no earlier daily deals."""
    op.create_table(
        "daily_deals",
        sa.Column("number", sa.Integer(), autoincrement=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("drawn_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_daily_deals"),
    )
    op.create_table(
        "daily_games",
        sa.Column("number", sa.Integer(), autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("points", sa.Integer()),
        sa.Column("shared", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("number", "user_id", name="pk_daily_games"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_daily_games_game_id", ondelete="CASCADE"),
    )
    for columns in (["game_id"], ["number", "points"], ["guild_id", "number", "points"], ["user_id", "number"]):
        op.create_index(f"ix_daily_games_{'_'.join(columns)}", "daily_games", columns)
