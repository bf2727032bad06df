"""Runs of the program as a process of its own: what it says and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.discord_server import DiscordServer

ROOT = Path(__file__).parent.parent
PROGRAM = ("-m", "bot")
SECONDS = 120
"""Whatever has not happened by then never will: it ends a test that hangs, and says nothing about speed."""


class Ended(NamedTuple):
    """How a run ended, and all that it wrote."""

    code: int
    out: str
    err: str


async def start(folder: Path, *arguments: str, **environment: str) -> asyncio.subprocess.Process:
    """Start Python with the arguments in a folder, with nothing of the tester's environment but PATH."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env=_environment(folder, environment),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def run(folder: Path, *arguments: str, **environment: str) -> Ended:
    process = await start(folder, *arguments, **environment)
    try:
        async with asyncio.timeout(SECONDS):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    return Ended(process.returncode or 0, out.decode(), err.decode())


async def stop(process: asyncio.subprocess.Process, number: signal.Signals) -> tuple[bytes, bytes]:
    """Send the signal, unless the process has ended by itself, and return all that it wrote."""
    if process.returncode is None:
        process.send_signal(number)
    async with asyncio.timeout(SECONDS):
        return await process.communicate()


def sentence(err: str) -> str:
    """Return the one sentence on standard error, after checking that it is no traceback."""
    assert "Traceback" not in err
    lines = [line for line in err.splitlines() if not line[:4].isdigit()]  # log lines begin with the year
    assert len(lines) == 1, err
    assert lines[0].endswith(".")
    return lines[0]


def free_port() -> int:
    """Return a port of this machine on which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _environment(folder: Path, settings: dict[str, str]) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(folder), **settings}


class Launched:
    def __init__(self, answers: IO[str], process: int, folder: Path) -> None:
        self._answers = answers
        self._process = process
        self._folder = folder

    @property
    def lives(self) -> bool:
        try:
            os.kill(self._process, 0)
        except ProcessLookupError:
            return False
        return True

    @property
    def said(self) -> str:
        return (self._folder / "err").read_text()

    async def stop(self, number: signal.Signals) -> Ended:
        """Send the signal and wait for the end."""
        with contextlib.suppress(ProcessLookupError):  # it has ended by itself, and its end says why
            os.kill(self._process, number)
        return await self.end()

    async def end(self) -> Ended:
        reading = asyncio.create_task(asyncio.to_thread(self._answers.readline))
        _, waiting = await asyncio.wait((reading,), timeout=SECONDS)
        if waiting:
            os.kill(self._process, signal.SIGKILL)
        code = int(await reading)
        assert not waiting, f"the run hung: {self.said}"
        return Ended(code, (self._folder / "out").read_text(), self.said)


class Launcher:
    """Starts runs, one at a time, in forks of a process that has imported the program: it spares each a second."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.launcher"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._runs = 0

    def close(self) -> None:
        """End the process of which the runs are forks."""
        self._process.communicate()
        self._folder.cleanup()

    async def start(
        self,
        folder: Path,
        *arguments: str,
        server: DiscordServer | None = None,
        without: str | None = None,
        **environment: str,
    ) -> Launched:
        """Start the program in a folder, with a server in Discord's place, as if a package were not installed."""
        orders, answers = self._process.stdin, self._process.stdout
        assert orders is not None
        assert answers is not None
        self._runs += 1
        written = Path(self._folder.name) / str(self._runs)
        written.mkdir()
        for name in ("out", "err"):
            (written / name).touch()  # it may be killed before it writes anything
        order = {
            "arguments": arguments,
            "environment": _environment(folder, environment),
            "folder": str(folder),
            "discord": server.port if server else None,
            "without": without,
            "out": str(written / "out"),
            "err": str(written / "err"),
        }
        orders.write(json.dumps(order) + "\n")
        orders.flush()
        return Launched(answers, int(await asyncio.to_thread(answers.readline)), written)

    async def run(
        self,
        folder: Path,
        *arguments: str,
        server: DiscordServer | None = None,
        without: str | None = None,
        **environment: str,
    ) -> Ended:
        launched = await self.start(folder, *arguments, server=server, without=without, **environment)
        return await launched.end()
