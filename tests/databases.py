"""The database of a test: a file of SQLite's, or, where BEZIQUE_TEST_DATABASE names a server, one of PostgreSQL's.

A test names its databases by paths, on both. On the server a path stands for a database that is made when it is first
asked for, and dropped with the test. One with the schema and nothing in it is what most of them want: such a one is
emptied after its test and serves the next, as making it costs six times as much. `connected` talks to either beside
the bot, as another program would.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import os
import re
import shutil
import sqlite3
import threading
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import pytest
from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from pathlib import Path

Result = TypeVar("Result")

VARIABLE: Final = "BEZIQUE_TEST_DATABASE"
SERVER: Final = os.environ.get(VARIABLE)
"""The address of a database on the server, as an administrator sees it; None where tests work with files."""
ON_SERVER: Final = SERVER is not None
of_files = pytest.mark.skipif(ON_SERVER, reason="about files of SQLite's")
of_servers = pytest.mark.skipif(not ON_SERVER, reason="about servers of PostgreSQL's")
FIXTURES: Final = frozenset({"empty", "url", "launcher", "world"})
"""The fixtures through which tests come to a database; the bot's settings ask for the first, the world for those."""
_made: dict[str, str] = {}
"""The databases of the test that runs, to be dropped with it, by what they are known as."""
_copies: dict[str, str] = {}
"""Those of them that were copied from an empty one: what the schema looked like then."""
_spare: list[tuple[str, int]] = []
"""Databases with the schema and nothing in them, and how many tests they have served."""
_served: dict[str, int] = {}
_kept: list[str] = []
"""Those of all tests."""
_SERVES: Final = 50
"""So many tests a database serves: what they have deleted stays in its files for a while."""


def asked_for_by(item: pytest.Item) -> bool:
    """Tell whether a test works with a database: by a fixture, as the program, or with something of this module's."""
    if not FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
        return True
    module = item.getparent(pytest.Module)
    return module is not None and any(
        each is of_servers or getattr(each, "__module__", None) == __name__ for each in vars(module.obj).values()
    )


def url_of(path: Path) -> str:
    """Return the address of the database that a path stands for; on the server it is made empty if it is not there."""
    if SERVER is None:
        return f"sqlite+aiosqlite:///{path}"
    name = _name(path)
    if name not in _made:
        _administer(f"CREATE DATABASE {name}")
        _made[name] = name
    return _url(_made[name])


def copied(empty: Path, path: Path) -> Path:
    """Make the database that a path stands for, with the schema and nothing in it, as the one that `empty` names."""
    if SERVER is None:
        shutil.copy(empty, path)  # with its permissions
        return path
    name = _name(path)
    if _spare:
        made, _served[made] = _spare.pop()
    else:
        made = name
        _administer(f"CREATE DATABASE {made} TEMPLATE {_name(empty)}")
    _made[name] = made
    _copies[made] = _shape_of(empty)
    return path


def beside(url: str, name: str) -> str:
    """Return the address of an empty database beside another one."""
    if SERVER is None:
        return url.replace("bezique.db", f"{name}.db")
    made = f"{make_url(url).database}_{re.sub('[^a-z0-9]', '_', name.lower())}"
    _administer(f"CREATE DATABASE {made}")
    _made[made] = made
    return _url(made)


def drop(*, all_of_them: bool = False) -> None:
    """Drop what the test has made, or empty it for the next; with the last one drop all. Files go with their folder."""
    made = [name for name in _made.values() if not (name in _copies and _emptied(name, _copies[name]))]
    if all_of_them:
        made += _kept + [name for name, _ in _spare]
    for name in made:
        _administer(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    _made.clear()
    _copies.clear()


def keep(path: Path) -> None:
    """Do not drop the database that a path stands for with the test that made it."""
    if ON_SERVER:
        _kept.append(_made.pop(_name(path)))


_SHAPE: Final = """
    SELECT concat_ws(' ',
        (SELECT (count(*), sum(xmin::text::bigint)) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
        (SELECT (count(*), sum(xmin::text::bigint)) FROM pg_attribute WHERE attrelid >= 16384),
        (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal),
        (SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
        (SELECT count(*) FROM pg_namespace)) AS shape
"""
"""What a schema is made of, and when it was: whatever changes it changes this."""
_EMPTY: Final = """
    DO $$ DECLARE name regclass; BEGIN
        SET LOCAL session_replication_role = replica;  -- in any order, as all of it goes
        FOR name IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
            AND relname <> 'alembic_version' AND pg_relation_size(oid) > 0
        LOOP EXECUTE format('DELETE FROM %s', name); END LOOP;
        PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
            FROM pg_sequences WHERE last_value IS NOT NULL;
    END $$
"""


@functools.cache
def _shape_of(path: Path) -> str:
    with connected(path) as connection:
        return str(connection.execute(_SHAPE)[0]["shape"])


def _emptied(name: str, shape: str) -> bool:
    """Empty a database for the next test, unless its schema was changed, somebody uses it, or it is worn out."""
    served = _served.pop(name, 0) + 1
    if served >= _SERVES or not _let_go(name):
        return False
    with connected(_url(name)) as connection:
        if connection.execute(_SHAPE)[0]["shape"] != shape:
            return False
        connection.execute(_EMPTY)
    _spare.append((name, served))
    return True


def _let_go(name: str) -> bool:
    """Tell whether nobody is connected to a database; a connection that was closed just now goes at once."""
    for _ in range(10):
        if not _administer(
            "SELECT 1 FROM pg_stat_activity WHERE datname = ? AND backend_type = 'client backend'", name
        ):
            return True
        time.sleep(0.01)
    return False


class Connected(Protocol):
    """A connection beside the bot's. Every statement is committed at once, unless it is between BEGIN and COMMIT."""

    def execute(self, statement: str, *values: object) -> list[dict[str, Any]]:
        """Run a statement, with `?` for each value, and return the rows of its answer by name."""

    def close(self) -> None:
        """Let it go."""


def connect(url_or_path: str | Path) -> Connected:
    if SERVER is not None and not str(url_or_path).startswith("sqlite"):
        return _OnServer(url_or_path if isinstance(url_or_path, str) else _url(_known(url_or_path)))
    path = str(url_or_path).removeprefix("sqlite+aiosqlite:///")
    return _OnFile(path)


@contextmanager
def connected(url_or_path: str | Path) -> Iterator[Connected]:
    with closing(connect(url_or_path)) as connection:
        yield connection


def tables_of(connection: Connected) -> list[str]:
    asked = "SELECT name FROM sqlite_master WHERE type = 'table'"
    if ON_SERVER:
        asked = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
    return [row["name"] for row in connection.execute(asked) if not row["name"].startswith("sqlite_")]


def dumped(url_or_path: str | Path) -> str:
    with connected(url_or_path) as connection:
        rows = [row for name in tables_of(connection) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608
    return "\n".join(map(str, rows))


def refuse(
    connection: Connected, name: str, table: str, *, on_commit: bool = False, when: str = "INSERT", only: int = 0
) -> None:
    """Let the database refuse what is written to a table from now on, at once or with the commit.

    A row that is put in the place of one with the same key is updated, not inserted.
    """
    if ON_SERVER:
        connection.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'no'; END $$ LANGUAGE plpgsql"
        )
        kind = "CONSTRAINT TRIGGER" if on_commit else "TRIGGER"
        late = "DEFERRABLE INITIALLY DEFERRED" if on_commit else ""
        those = f"WHEN (old.id = {only})" if only else ""
        connection.execute(
            f"CREATE {kind} {name} AFTER {when} ON {table} {late} FOR EACH ROW {those} EXECUTE FUNCTION {name}()"
        )
    elif on_commit:
        connection.execute(f"CREATE TABLE owed_{name} (id INTEGER REFERENCES games(id) DEFERRABLE INITIALLY DEFERRED)")
        body = f"BEGIN INSERT INTO owed_{name} VALUES (-1); END"  # noqa: S608 - its own name
        connection.execute(f"CREATE TRIGGER {name} AFTER {when} ON {table} {body}")
    else:
        those = f"WHEN old.id = {only}" if only else ""
        connection.execute(
            f"CREATE TRIGGER {name} AFTER {when} ON {table} {those} BEGIN SELECT RAISE(ABORT, 'no'); END"
        )


def slow_down(connection: Connected, name: str, table: str) -> None:
    """Let each row of a table that is changed take about a tenth of a second from now on."""
    if ON_SERVER:
        body = "BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END"
        connection.execute(f"CREATE FUNCTION {name}() RETURNS trigger AS $$ {body} $$ LANGUAGE plpgsql")
        connection.execute(f"CREATE TRIGGER {name} AFTER UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")
    else:  # it cannot sleep, but count
        counted = (
            "WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 500000) SELECT max(n) FROM c"
        )
        connection.execute(f"CREATE TRIGGER {name} AFTER UPDATE ON {table} BEGIN SELECT ({counted}); END")


def allow(connection: Connected, name: str, table: str, *, on_commit: bool = False) -> None:
    """Take back what :func:`refuse` or :func:`slow_down` has done."""
    connection.execute(f"DROP TRIGGER {name} ON {table}" if ON_SERVER else f"DROP TRIGGER {name}")
    if ON_SERVER:
        connection.execute(f"DROP FUNCTION {name}")
    elif on_commit:
        connection.execute(f"DROP TABLE owed_{name}")


class _OnFile:
    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.row_factory = sqlite3.Row

    def execute(self, statement: str, *values: object) -> list[dict[str, Any]]:
        return [dict(row) for row in self._connection.execute(statement, values)]

    def close(self) -> None:
        self._connection.close()


class _OnServer:
    """Over asyncpg, in the one thread that talks to the server for all tests of this process."""

    def __init__(self, url: str) -> None:
        self._driver: Any = done(_opened(url))

    def execute(self, statement: str, *values: object) -> list[dict[str, Any]]:
        numbers = iter(range(1, 100))
        told = re.sub(r"\?", lambda _: f"${next(numbers)}", statement) if values else statement
        if told == "BEGIN IMMEDIATE":  # as the bot keeps others from writing
            told = "BEGIN"
            rows = done(self._driver.fetch(told))
            from db import postgresql  # noqa: PLC0415 - of which no other test knows

            done(self._driver.execute(f"SELECT pg_advisory_xact_lock({postgresql.WRITING})"))
        else:
            rows = done(self._driver.fetch(told, *values))
        return [dict(row) for row in rows]

    def close(self) -> None:
        done(self._driver.close())


_thread: list[asyncio.AbstractEventLoop] = []


def done(work: Coroutine[Any, Any, Result]) -> Result:
    """Return what work on the server comes to, done in a thread that has a loop of its own."""
    if not _thread:
        loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, name="server", daemon=True).start()
        _thread.append(loop)
    assert threading.current_thread().name != "server"
    return asyncio.run_coroutine_threadsafe(work, _thread[0]).result(60)


async def _opened(url: str) -> Any:  # noqa: ANN401 - asyncpg is not always there
    import asyncpg  # noqa: PLC0415 - nor needed where tests work with files

    return await asyncpg.connect(make_url(url).set(drivername="postgresql").render_as_string(hide_password=False))


_administrator: list[Connected] = []


def _administer(statement: str, *values: object) -> list[dict[str, Any]]:
    assert SERVER is not None
    if not _administrator:
        _administrator.append(_OnServer(SERVER))
    return _administrator[0].execute(statement, *values)


def _known(path: Path) -> str:
    """Return the name of the database that stands for a path just now."""
    return _made.get(_name(path), _name(path))


def _name(path: Path) -> str:
    """Return what the database that a path stands for is known as; its name, where it was made for that path."""
    return f"bezique_test_{hashlib.blake2b(str(path).encode(), digest_size=10).hexdigest()}"


def _url(name: str) -> str:
    assert SERVER is not None
    return make_url(SERVER).set(database=name).render_as_string(hide_password=False)
