"""The file in which SQLite keeps the games: made whole or not at all, and never mistaken for another."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from db.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.engine import URL


def file_of(address: URL) -> Path | None:
    """Return the path of the database's file, or None where it is no plain file."""
    name = address.database or ""
    return None if address.get_backend_name() != "sqlite" or name.startswith("file:") else Path(name)


def is_there(path: Path) -> bool:
    """Return whether the file is there, checked to be one that may be written and may hold games.

    The driver could tell most of it too, but a thread of its own would still be at work when the loop is closed.

    Raises:
        DatabaseError: it may not be written, or is empty, as a file that was cut short.
    """
    try:
        if not path.exists():
            return False
        with path.open("ab"):
            pass
        if path.stat().st_size:
            return True
    except OSError as error:
        raise DatabaseError(f"The database file {path} cannot be written: {error.strerror}.") from error
    raise DatabaseError(
        f"The database file {path} is empty, where games should be: put back a backup, or delete it to begin anew."
    )


def refuse_to_overwrite(path: Path) -> None:
    """Refuse a target where something stands.

    Raises:
        DatabaseError: there is a file, or something else.
    """
    if path.exists():
        raise DatabaseError(f"{path} is there already, and nothing is ever overwritten.")


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """Give the path of a new file to fill, which then takes its place as `path`; a crash leaves no half of it there.

    Where another process was quicker, its file stays and this one goes.

    Raises:
        DatabaseError: no file can be made there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".new", dir=path.parent)
    except OSError as error:
        raise DatabaseError(f"The database file {path} cannot be created: {error.strerror}.") from error
    os.close(handle)
    new = Path(name)
    try:
        yield new
        _put_in_place(new, path)
    except OSError as error:
        raise DatabaseError(f"The database file {path} cannot be created: {error.strerror}.") from error
    finally:
        for left in (new, *(Path(f"{new}{end}") for end in ("-journal", "-wal", "-shm"))):
            left.unlink(missing_ok=True)


def _put_in_place(new: Path, path: Path) -> None:
    new.chmod(0o666 & ~_umask())  # a temporary file is its owner's alone; this one is as any other
    with new.open("rb") as file:
        os.fsync(file.fileno())
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not path.exists():
            new.rename(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
