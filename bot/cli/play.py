"""The command that starts the playground."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import logging
import webbrowser
from typing import TYPE_CHECKING, Final

from bot.cli.connect import explained, run_until_signal
from bot.cli.exits import ExitCode, Stop

if TYPE_CHECKING:
    from types import ModuleType

    from bot.config import Settings


INSTALL: Final = (
    "`pip install -r requirements-playground.lock` in the cloned folder, or `pip install 'bezique-bot[playground]'`"
)
NOTHING_TO_START: Final = (
    "There is neither a token nor the playground: set DISCORD_TOKEN in the environment or in .env to connect to "
    f"Discord, or install the playground with {INSTALL}."
)


def is_installed() -> bool:
    return importlib.util.find_spec("simcord") is not None


def _load() -> ModuleType:
    """Import the playground, which needs an extra, without the warnings that its import logs about its own client."""
    logging.disable(logging.WARNING)
    try:
        return importlib.import_module("bot.playground")
    finally:
        logging.disable(logging.NOTSET)


def play(settings: Settings, *, members: int, port: int, open_browser: bool) -> ExitCode:
    """Serve the playground until Ctrl-C, SIGTERM, or its own [End preview session]."""
    try:
        playground = _load()
    except ModuleNotFoundError as missing:
        raise Stop(
            ExitCode.MISSING_PACKAGE,
            f"The playground needs the package {missing.name}: install it with {INSTALL}.",
        ) from None

    def ready(url: str) -> None:
        print(playground.greeting(url, members), flush=True)  # noqa: T201
        if open_browser:
            webbrowser.open(url)

    try:
        with explained():
            asyncio.run(run_until_signal(playground.serve(settings, members=members, port=port, ready=ready)))
    except playground.PortTaken:
        raise Stop(
            ExitCode.PORT_TAKEN,
            f"Port {port} is taken: stop the other program, or choose another port with --port "
            f"{port + 1 if port < 65535 else 0}.",
        ) from None
    except playground.MissingExtra:
        raise Stop(
            ExitCode.MISSING_PACKAGE, f"The playground's page needs more packages: install them with {INSTALL}."
        ) from None
    return ExitCode.OK
