"""Handling of the SQLite file: it is created whole or not at all, and never mistaken for another file."""

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
    """Return the path of the database's file, or None if the database is not a plain file."""
    name = address.database or ""
    return None if address.get_backend_name() != "sqlite" or name.startswith("file:") else Path(name)


def is_there(path: Path) -> bool:
    """Return whether the file exists, after checking that it may be written and may hold games.

    The driver could detect most of this too, but its thread would still be running when the event loop is closed.

    Raises:
        DatabaseError: the file may not be written, or is empty, as if it was cut short.
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
    """Refuse a target path that already exists.

    Raises:
        DatabaseError: a file or something else is there.
    """
    if path.exists():
        raise DatabaseError(f"{path} is there already, and nothing is ever overwritten.")


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """Yield the path of a new file to fill, and then move it to `path`; a crash never leaves a partial file there.

    If another process creates `path` first, its file stays and this one is deleted.

    Raises:
        DatabaseError: no file can be created there.
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
    new.chmod(0o666 & ~_umask())  # a temporary file is private to its owner; this one gets the usual permissions
    with new.open("rb") as file:
        os.fsync(file.fileno())
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    except OSError:  # the file system has no hard links
        if not path.exists():
            new.rename(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
