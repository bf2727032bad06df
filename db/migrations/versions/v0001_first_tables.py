"""The tables of the first version."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create every table in an empty database."""
    _create_games_and_seats()
    _create_deals()
    _create_results_messages_and_deadlines()
    _create_heartbeat_and_settings()


def _create_games_and_seats() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("opener_id", sa.BigInteger(), nullable=False),
        sa.Column("invited_id", sa.BigInteger()),
        sa.Column("rematch_of", sa.Integer()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("started_at", MOMENT),
        sa.Column("ended_at", MOMENT),
        sa.Column("end_reason", sa.Text()),
        sa.Column("winner", sa.Text()),
        sa.Column("turn_since", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name="fk_games_rematch_of", ondelete="SET NULL"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_guild_id_status", "games", ["guild_id", "status"])
    op.create_index("ix_games_rematch_of", "games", ["rematch_of"])
    op.create_index("ix_games_status", "games", ["status"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("game_id", "user_id", name="uq_seats_game_id_user_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])


def _create_deals() -> None:
    op.create_table(
        "deals",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("dealer", sa.Integer()),
        sa.Column("deck", sa.Text()),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("entropy", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("dealt_at", MOMENT),
        sa.Column("closed_at", MOMENT),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_deals"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_deals_game_id", ondelete="CASCADE"),
    )
    op.create_table(
        "cuts",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("arrival", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "deal", "user_id", name="pk_cuts"),
        sa.UniqueConstraint("game_id", "deal", "arrival", name="uq_cuts_game_id_deal_arrival"),
        sa.ForeignKeyConstraint(
            ["game_id", "deal"],
            ["deals.game_id", "deals.number"],
            name="fk_cuts_game_id_deal",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "actions",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_actions"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_actions_game_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["game_id", "deal"],
            ["deals.game_id", "deals.number"],
            name="fk_actions_game_id_deal",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_actions_game_id_deal", "actions", ["game_id", "deal"])


def _create_results_messages_and_deadlines() -> None:
    op.create_table(
        "results",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_results_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_results_guild_id_user_id", "results", ["guild_id", "user_id"])
    op.create_table(
        "messages",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("deal", sa.Integer()),
        sa.Column("posted_at", MOMENT, nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "message_id", name="pk_messages"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_messages_game_id", ondelete="CASCADE"),
    )
    op.create_table(
        "deadlines",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "kind", name="pk_deadlines"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_deadlines_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_deadlines_due_at", "deadlines", ["due_at"])


def _create_heartbeat_and_settings() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("last_seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "key", name="pk_guild_settings"),
    )
    op.create_table(
        "user_settings",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "key", name="pk_user_settings"),
    )
