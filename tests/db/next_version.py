"""A made-up migration after the newest one, to try what a later version does to a database of this one."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from db import migrate

if TYPE_CHECKING:
    from pathlib import Path

NAME: Final = "99"
"""Its schema version."""
SCRIPT: Final = '''
"""A made-up migration: a new column, and a table that is rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "{name}"
down_revision = "{before}"


def upgrade() -> None:
    op.add_column("seats", sa.Column("colour", sa.Text(), server_default=sa.text("'green'"), nullable=False))
    op.execute("UPDATE seats SET colour = 'red' WHERE seat = 0")
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("mood", sa.Text()))
        games.drop_column("turn_since")
'''


def write(folder: Path) -> None:
    """Write the migrations of this version and the made-up one into a folder."""
    shutil.copytree(migrate._SCRIPTS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    script = SCRIPT.format(name=NAME, before=migrate.head())
    (folder / "versions" / "v99_next.py").write_text(script, encoding="utf-8")
