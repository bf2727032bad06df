"""Run the bot as installed from its wheel, with only the production packages, from an empty folder.

usage: wheel_check.py WHEEL ENVIRONMENT
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bot.cli.exits import ExitCode  # noqa: E402
from tests.discord_server import APPLICATION, DiscordServer  # noqa: E402

SECONDS = 120
SLASH_COMMAND = 1
RECORD = (ROOT / "docs" / "record.md").read_text("utf-8")


def check_files(wheel: Path) -> None:
    """Check that the wheel contains what is needed at run time: every committed file except the catalogues' sources."""
    listed = subprocess.run(
        ["git", "ls-files", "bot", "cogs", "db"],  # noqa: S607 - whichever git there is
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    wanted = {name for name in listed.stdout.split() if not name.endswith(".po")}
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == wanted, f"missing: {sorted(wanted - held)}, too much: {sorted(held - wanted)}"


class Installed:
    """The installed program, run in a folder of its own without this process's environment."""

    def __init__(self, environment: Path, folder: Path) -> None:
        self.folder = folder
        self._bin = environment / "bin"

    async def start(self, program: str, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
        """Start a program of the virtual environment."""
        return await asyncio.create_subprocess_exec(
            self._bin / program,
            *arguments,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", **settings},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def run(self, program: str, *arguments: str, expect: ExitCode = ExitCode.OK, **settings: str) -> str:
        """Run a program to its end, check its exit code, and return all its output."""
        process = await self.start(program, *arguments, **settings)
        return await finish(process, expect)


async def finish(process: asyncio.subprocess.Process, expect: ExitCode) -> str:
    """Wait for the end, check the exit code, and return all output."""
    async with asyncio.timeout(SECONDS):
        out, err = await process.communicate()
    text = out.decode() + err.decode()
    assert process.returncode == expect, f"ended with {process.returncode}, not {expect}:\n{text}"
    assert "Traceback" not in text, text
    return text


async def check_commands(installed: Installed) -> None:
    """Check the commands that need neither a token nor a network."""
    shown = await installed.run("bezique-bot", "--help")
    assert "usage: bezique-bot" in shown
    assert all(f" {code.value}  " in shown for code in ExitCode)
    (game,) = re.findall(r"```json\n(.*?)```", RECORD, re.DOTALL)
    (installed.folder / "game.json").write_text(game, "utf-8")
    for command in ("score", "legal", "verify", "replay"):
        assert await installed.run("bezique-bot", command, "game.json") in RECORD
    told = await installed.run("bezique-bot", expect=ExitCode.NOTHING_TO_START)
    assert "DISCORD_TOKEN" in told
    assert "bezique-bot[playground]" in told
    await installed.run("bezique-bot", "playground", expect=ExitCode.MISSING_PACKAGE)
    await installed.run("bezique-bot", "run", expect=ExitCode.CONFIG)


async def check_connecting(installed: Installed) -> None:
    """Check starts with a substitute for Discord: refused, then online with a database, translations and pictures."""
    server = DiscordServer()
    await server.start()
    try:
        server.refuse["users/@me"] = (401, 0)
        await installed.run("python", *server.program(), expect=ExitCode.BAD_TOKEN, DISCORD_TOKEN="wrong")  # noqa: S106
        server.refuse.clear()
        process = await installed.start("python", *server.program(), DISCORD_TOKEN="any")  # noqa: S106
        # Once online, the bot draws the cards' emojis, which needs the font.
        drawn = asyncio.create_task(server.wait_for(f"POST applications/{APPLICATION}/emojis"))
        ended = asyncio.create_task(process.wait())
        await asyncio.wait((drawn, ended), timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await finish(process, ExitCode.OK)
        assert drawn.done(), "it never came online, or drew no cards"
        commands = [command for command in server.registered or [] if command["type"] == SLASH_COMMAND]
        assert commands
        assert all(command["description_localizations"]["fr"] for command in commands)
    finally:
        await server.stop()
    with sqlite3.connect(installed.folder / "data" / "bezique.db") as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone()


def main() -> int:
    """Check everything, and return 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("environment", type=Path)
    options = parser.parse_args()
    check_files(options.wheel)
    with tempfile.TemporaryDirectory() as folder:
        installed = Installed(options.environment.resolve(), Path(folder))
        asyncio.run(check_commands(installed))
        asyncio.run(check_connecting(installed))
    print("Installed from its wheel, bezique-bot reads records, says what is missing, and goes online.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
