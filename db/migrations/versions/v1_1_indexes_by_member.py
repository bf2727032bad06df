"""Indexes by which the rows of a member are found in all servers at once.

What is kept of a member is counted for *My data* and deleted at the member's wish. The tables below grow with all
games, and their keys begin with something else than the member, so that they had to be read whole.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1.1"
down_revision = "1.0"

_INVITED = sa.text("invited_id IS NOT NULL")


def upgrade() -> None:
    """Create the indexes."""
    op.create_index("ix_games_opener_id", "games", ["opener_id"])
    op.create_index("ix_games_invited_id", "games", ["invited_id"], sqlite_where=_INVITED, postgresql_where=_INVITED)
    op.create_index("ix_standings_user_id", "standings", ["user_id"])
    op.create_index("ix_meetings_user_id", "meetings", ["user_id"])
    op.create_index("ix_meetings_other_id", "meetings", ["other_id"])
