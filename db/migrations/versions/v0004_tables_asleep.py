"""The player to act in each game and the state of its board, so that a start need not load every game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns and the table; the player to act stays unknown, as the game tells it, and no board is known."""
    op.add_column("games", sa.Column("on_move", sa.BigInteger()))
    op.create_table(
        "boards",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_boards"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_boards_game_id", ondelete="CASCADE"),
    )
