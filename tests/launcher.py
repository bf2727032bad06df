"""Start the program again and again, each time as a process forked off this one, which has imported it already.

An order is a line of JSON on standard input. Two lines on standard output answer it: the new process's id at its start,
and its exit code at its end.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import sys
import threading
from typing import Any

import discord
import discord.gateway
import discord.http
import yarl

import bot.cli.connect
from cogs import cog_names


def main() -> None:
    """Carry out one order after the other until there are no more."""
    logging.disable(logging.WARNING)  # what importing the simulation says about a client of its own
    for name in ("bot.playground", *cog_names()):
        __import__(name)
    logging.disable(logging.NOTSET)
    assert threading.active_count() == 1  # a fork takes no other thread along
    gc.freeze()  # what has been imported is not looked through again at each end
    for line in sys.stdin:
        process = os.fork()
        if not process:
            sys.exit(_run(json.loads(line)))
        print(process, flush=True)  # noqa: T201
        _, status = os.waitpid(process, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


def _run(order: dict[str, Any]) -> int:
    """Become the process that was ordered, and return the exit code of its command."""
    for number, (path, flags) in enumerate(
        (
            (os.devnull, os.O_RDONLY),
            (order["out"], os.O_WRONLY | os.O_CREAT),
            (order["err"], os.O_WRONLY | os.O_CREAT),
        )
    ):
        os.dup2(os.open(path, flags), number)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv[:] = [bot.cli.__file__]
    if order["discord"]:
        discord.http.Route.BASE = f"http://127.0.0.1:{order['discord']}/api/v10"
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{order['discord']}/gateway")
        _wait_less()
    if order["without"]:
        sys.modules.pop("bot.playground")
        sys.modules[order["without"]] = None  # type: ignore[assignment]  # as Python marks what cannot be imported
    return bot.cli.main(order["arguments"])


def _wait_less() -> None:
    """Wait for servers after coming online as long as a local stand-in needs to send them, not two seconds."""
    made = discord.Client._get_state

    def hurried(client: discord.Client, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        return made(client, guild_ready_timeout=0.1, **options)

    discord.Client._get_state = hurried  # type: ignore[assignment,method-assign]


if __name__ == "__main__":
    main()
