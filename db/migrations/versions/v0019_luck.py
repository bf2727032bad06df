"""The luck of the cards for each player in games between people; ended games are yet to be counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Create the table, with a row to be counted for each player of an ended game without a house player."""
    op.create_table(
        "luck",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.Integer()),
        sa.Column("lead", sa.Double()),
        sa.Column("points", sa.Double()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_luck_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_luck"),
    )
    due = sa.text("deals IS NULL")
    op.create_index("ix_luck_due", "luck", ["guild_id", "game_id"], sqlite_where=due, postgresql_where=due)
    op.execute(
        "INSERT INTO luck (game_id, seat, guild_id) SELECT game_id, seat, guild_id FROM results WHERE NOT EXISTS "
        "(SELECT 1 FROM seats WHERE seats.game_id = results.game_id AND seats.user_id < 0)"
    )
