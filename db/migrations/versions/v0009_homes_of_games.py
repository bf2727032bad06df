"""The parent channel of a game's own thread becomes a column, as only users who see that channel may see the game."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_AT_ONCE = 500


def upgrade() -> None:
    """Move the parent channel of a game's thread from its settings into a column."""
    op.add_column("games", sa.Column("home_id", sa.BigInteger()))
    games = sa.table("games", sa.column("id", sa.Integer), sa.column("settings", sa.Text), sa.column("home_id"))
    connection, last = op.get_bind(), 0
    wanted = sa.select(games.c.id, games.c.settings).where(games.c.settings.contains('"home":')).order_by(games.c.id)
    while rows := connection.execute(wanted.where(games.c.id > last).limit(_AT_ONCE)).all():
        for game_id, text in rows:
            settings, last = json.loads(text), game_id
            home = settings.pop("home", None)
            kept = json.dumps(settings, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            connection.execute(games.update().where(games.c.id == game_id).values(settings=kept, home_id=home))
