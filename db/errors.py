"""Database errors, with messages for the operator of the bot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeout

_SENTENCES = {
    "SQLITE_CANTOPEN": "The database file cannot be opened or created; check its path and permissions.",
    "SQLITE_CORRUPT": "The database file is damaged; put back a backup.",
    "SQLITE_FULL": "The disk that holds the database is full.",
    "SQLITE_IOERR": "The disk that holds the database cannot be read or written.",
    "SQLITE_NOTADB": "The database file is damaged or is not an SQLite database.",
    "SQLITE_PERM": "The database file may not be opened; check its permissions.",
    "SQLITE_READONLY": "The database file may not be written; check its permissions.",
}
_DUPLICATES = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_ROWID"}
_LOCKED = ("SQLITE_BUSY", "SQLITE_LOCKED")
_SQLSTATE_DUPLICATE = "23505"
_SQLSTATE_CONFLICTS = {"40001", "40P01"}
_SQLSTATE_LOCKED = "55P03"
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_SQLSTATE_DAMAGED = ("XX001", "XX002")
_SQLSTATE_UNFIT = ("22003", "22021", "22P05")  # a number out of range, or a text with a zero byte
# By the beginning of the SQLSTATE: PostgreSQL's refusals at connecting, and lasting failures.
_STATES = {
    "25006": "The database takes no changes: it is a copy of another one, or may only be read.",
    "28": "The database server refuses the user or the password.",
    "3D000": "The database server has no database of that name; make it first, as with createdb.",
    "42501": "The database's user may not do what is needed; it has to own the database, or may create tables in it.",
    "53100": "The disk that holds the database is full.",
    "XX": "The database is damaged; put back a backup.",
}
_AWAY_STATES = {
    "08": "The database server ended the connection.",
    "25P03": "The database server ended the connection.",
    "53300": "The database server takes no more connections.",
    "57P": "The database server is starting or stopping.",
}


class DatabaseError(Exception):
    """Error of the database, described in one sentence."""


class Overtaken(DatabaseError):  # noqa: N818 - it is an answer as much as an error
    """Error: another process has changed the game since it was read, so this change came too late.

    The transaction that raises it is rolled back as a whole, even if the error is caught inside.
    """


class PlyTaken(Overtaken):
    """Error: another action already stands at this ply, so this one came too late.

    The transaction that raises it is rolled back as a whole, even if the error is caught inside.
    """

    def __init__(self, game_id: int, ply: int) -> None:
        super().__init__(f"Table {game_id} already has an action at ply {ply}.")
        self.game_id = game_id
        self.ply = ply


class AnsweredElsewhere(DatabaseError):  # noqa: N818 - it is an answer as much as an error
    """Error: another process answers the same interaction, so this process must not."""

    def __init__(self) -> None:
        super().__init__("Another process on the same database has answered this.")


class UnknownRow(DatabaseError):  # noqa: N818
    """Error: the row to change does not exist."""


class Duplicate(DatabaseError):  # noqa: N818
    """Error: a row with the same identity already exists."""


class Busy(DatabaseError):  # noqa: N818
    """Error: other users of the database blocked this work; another try may succeed."""


class AlreadyThere(DatabaseError):  # noqa: N818
    """Error: the file to create already exists."""


class Damaged(DatabaseError):  # noqa: N818
    """Error: a part of the database is damaged, and this work needed it."""


class Collision(Busy):
    """Error: two transactions conflicted, and this one was rolled back as a whole."""


class Unreachable(Busy):
    """Error: the database server does not answer, or accepts no connections now.

    If it occurs during a commit, it is unknown whether the commit took effect.
    """


class MissingDriver(DatabaseError):  # noqa: N818
    """Error: the package that connects to the database is not installed."""


def _name(error: DBAPIError) -> str:
    """Return SQLite's name for the error, such as `SQLITE_FULL`, or an empty text."""
    return str(getattr(error.orig, "sqlite_errorname", ""))


def _state(error: DBAPIError) -> str:
    """Return the five-character SQLSTATE that PostgreSQL gives, or an empty text."""
    return str(getattr(error.orig, "sqlstate", None) or "")


def explained(error: SQLAlchemyError | OSError) -> DatabaseError | ValueError:
    """Return the error as a `DatabaseError`, without any value that was being stored.

    Return a `ValueError` if a value cannot be stored.
    """
    # Drivers quote values in their messages, and a value may be a secret, so only names are repeated here.
    if isinstance(error, OSError):
        if "SSL" in str(error):
            return DatabaseError("The database server refuses an encrypted connection, which its address asks for.")
        return Unreachable("The database server does not answer.")
    if isinstance(error, IntegrityError):
        if _name(error) in _DUPLICATES or _state(error) == _SQLSTATE_DUPLICATE:
            return Duplicate("The database already holds such a row.")
        return DatabaseError("The database refused a row that does not fit the others.")
    if isinstance(error, DBAPIError):
        return _by_the_driver(error)
    if isinstance(error, PoolTimeout):
        return Busy("The database has had too much to do for too long.")
    if isinstance(error, StatementError) and isinstance(error.orig, ValueError | TypeError):
        return ValueError(str(error.orig))
    return DatabaseError(f"The database cannot be used as asked ({type(error).__name__}).")


@contextmanager
def explaining() -> Iterator[None]:
    """Turn a driver's errors inside the block into a `DatabaseError`, or a `ValueError` for an unstorable value."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise explained(error) from error


def _by_the_driver(error: DBAPIError) -> DatabaseError | ValueError:
    name, state = _name(error), _state(error)
    if state in _SQLSTATE_CONFLICTS:
        return Collision("Another process changed the same rows at the same moment; try again.")
    if name.startswith(_LOCKED) or state == _SQLSTATE_LOCKED:
        return Busy("Another program has locked the database for too long.")
    for beginning, sentence in _AWAY_STATES.items():
        if state.startswith(beginning):
            return Unreachable(sentence)
    if error.connection_invalidated:
        return Unreachable("The database server ended the connection.")
    kind = Damaged if name.startswith(_DAMAGED) or state in _SQLSTATE_DAMAGED else DatabaseError
    for prefix, sentence in _SENTENCES.items():
        if name == prefix or name.startswith(f"{prefix}_"):
            return kind(sentence)
    for beginning, sentence in _STATES.items():
        if state.startswith(beginning):
            return kind(sentence)
    if state in _SQLSTATE_UNFIT or isinstance(getattr(error.orig, "__cause__", None), ValueError):
        return ValueError("a value cannot be kept by the database")
    return DatabaseError(f"The database failed ({name or state or type(error).__name__}).")


class OtherCount(DatabaseError):  # noqa: N818 - it says what has happened
    """Running processes share another number of shards."""
