"""Columns for what was looked up in the text of games' settings.

Whether a game is private, whether its first message is unknown and whether it was reviewed was asked of the JSON text,
which holds only as long as everybody writes it without spaces. A private game is known by its column alone from now on.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "1.3"
down_revision = "1.2"

_GAMES = sa.table("games", *map(sa.column, ("id", "settings", "private", "unanswered", "reviewed")))
_KEYS = {"private": "private", "answering": "unanswered", "reviews": "reviewed"}
_UNANSWERED = sa.text("unanswered")
_OVER = sa.text("(status = 'finished' OR end_reason = 'draw') AND kind != 'daily'")


def upgrade() -> None:
    """Create and fill the columns, and the indexes that use them."""
    for column in _KEYS.values():
        op.add_column("games", sa.Column(column, sa.Boolean(), server_default=sa.false(), nullable=False))
    _fill()
    op.drop_index("ix_games_unanswered", "games")
    op.create_index(
        "ix_games_unanswered", "games", ["guild_id", "id"], sqlite_where=_UNANSWERED, postgresql_where=_UNANSWERED
    )
    op.drop_index("ix_games_over", "games")
    op.create_index(
        "ix_games_over", "games", ["guild_id", "ended_at", "id", "home_id", "channel_id", "private"],
        sqlite_where=_OVER, postgresql_where=_OVER,
    )  # fmt: skip


def _fill() -> None:
    connection, named = op.get_bind(), [sa.cast(_GAMES.c.settings, sa.Text).contains(f'"{key}"') for key in _KEYS]
    for number, written in connection.execute(sa.select(_GAMES.c.id, _GAMES.c.settings).where(sa.or_(*named))).all():
        try:
            settings = json.loads(written)
        except ValueError:  # its table is frozen when it is read
            continue
        values: dict[str, object] = {
            column: True for key, column in _KEYS.items() if settings.get(key) not in (None, False, [])
        }
        if settings.pop("private", None) is not None:
            values["settings"] = json.dumps(settings, ensure_ascii=False, separators=(",", ":"))
        if values:
            connection.execute(sa.update(_GAMES).where(_GAMES.c.id == number).values(values))
