"""Handling of the SQLite file: it is created whole or not at all, private, and never mistaken for another file."""

from __future__ import annotations

import logging
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import URL

from db.errors import AlreadyThere, DatabaseError

log = logging.getLogger(__name__)


def file_of(address: URL) -> Path | None:
    """Return the path of the database's file, or None if it is on a server."""
    return Path(address.database or "") if address.get_backend_name() == "sqlite" else None


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


def keep_private(path: Path) -> None:
    """Take all permissions on a database's files from everyone but their owner, and log it if there were any."""
    exposed = [file for file in (path, *_beside(path)) if file.exists() and _others_may(file)]
    for file in exposed:
        with suppress(OSError):  # another user's file, or a file system without permissions
            file.chmod(file.stat().st_mode & stat.S_IRWXU)
    if any(map(_others_may, exposed)):
        log.warning("other users of this machine may open %s, and its permissions cannot be changed", path)
    elif exposed:
        log.warning("other users of this machine could open %s; from now on its owner alone can", path)


def _others_may(file: Path) -> bool:
    return os.name == "posix" and bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def _beside(path: Path) -> list[Path]:
    """Return the files that SQLite may keep beside a database; it gives new ones the database's permissions."""
    return [Path(f"{path}{end}") for end in ("-journal", "-wal", "-shm")]


def refuse_to_overwrite(path: Path) -> None:
    """Refuse a path where something is already; a link to nothing stands for the place where it leads."""
    if os.path.lexists(os.path.realpath(path)):
        raise AlreadyThere(f"{path} is there already, and nothing is ever overwritten.")


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """Yield the path of a new file to fill, and then move it to `path`; a crash never leaves a partial file there.

    Only its owner can open it, and the folder if that is new.

    Raises:
        AlreadyThere: something is there, perhaps made by another process meanwhile; it stays, and the file is deleted.
    """
    refuse_to_overwrite(path)
    place = Path(os.path.realpath(path))
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f"{place.name}.", suffix=".new", dir=place.parent)
    except OSError as error:
        raise DatabaseError(f"The database file {path} cannot be created: {error.strerror}.") from error
    os.close(handle)
    new = Path(name)
    try:
        yield new
        with new.open("rb") as file:
            os.fsync(file.fileno())
        try:
            os.link(new, place)
        except OSError:  # something is there, or the file system has no hard links
            refuse_to_overwrite(place)
            new.rename(place)
    except OSError as error:
        raise DatabaseError(f"The database file {path} cannot be created: {error.strerror}.") from error
    finally:
        for left in (new, *_beside(new)):
            left.unlink(missing_ok=True)
