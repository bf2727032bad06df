"""The command line; it imports discord only when needed, so that records can be read without it."""

from __future__ import annotations

import argparse
import gc
import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from bot.cli.exits import ExitCode, Stop, program

RECORD_COMMANDS = {
    "score": "print the marks and totals of a game record",
    "legal": "print the actions that are legal at the end of a record",
    "verify": "check that the decks of a record follow from their commitments",
    "replay": "print a game record as a transcript",
}
DATABASE_TASKS = {
    "backup": "write a consistent copy to a new file, also while the bot runs",
    "check": "look whether the database is sound and every game in it replays; changes nothing",
    "copy": "move everything to another, empty database, compared row by row; not while the bot runs",
    "migrate": "bring the database to this version's schema without starting the bot",
    "recount": "count ratings, standings and statistics anew from the games; not while the bot runs",
}
DEFAULT_PLAYGROUND_PORT = 8765

EXIT_CODES = """exit codes:
  0  ended as asked                             7  the database cannot be used
  1  failed, record not legal, standings wrong  8  a port is taken
  2  wrong arguments                            9  a package is missing
  3  a setting cannot be used                  10  neither a token nor the playground is there
  4  Discord refused the token                 11  the database is locked or away: try again
  5  Discord refused a permission or intent    12  Discord refuses this address for a while
  6  no network, or Discord cannot be reached  13  Discord wants more shards than there are
"""


def run() -> int:
    """Run the command in this process's arguments and return the exit code, for `bezique-bot` and `python -m bot`."""
    return main(sys.argv[1:])


def main(argv: Sequence[str]) -> int:
    """Run the command that `argv` (without the program's name) asks for and return the exit code."""
    arguments = list(argv)
    if arguments and arguments[0] in RECORD_COMMANDS:
        return int(importlib.import_module("bot.cli.record_commands").main(arguments))
    options = build_parser().parse_args(arguments)
    try:
        return int(_dispatch(options))
    except Stop as stop:
        print(stop.sentence, file=sys.stderr)  # noqa: T201
        return int(stop.code)
    except ModuleNotFoundError as missing:
        print(  # noqa: T201
            f"The package {missing.name} is missing: install what the bot needs with "
            "`pip install -r requirements.lock`, as the README shows.",
            file=sys.stderr,
        )
        return int(ExitCode.MISSING_PACKAGE)
    except KeyboardInterrupt:
        return int(ExitCode.OK)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all arguments except those of the record commands."""
    parser = argparse.ArgumentParser(
        prog=program(),
        description="Play Bézique in Discord. Without a command: connect when DISCORD_TOKEN is set in the "
        "environment or in .env, otherwise start the playground where it is installed.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--sync", action="store_true", help="register the slash commands even where they have not changed"
    )
    _add_playground_options(parser)
    commands = parser.add_subparsers(dest="command", metavar="command")
    run = commands.add_parser("run", help="connect to Discord (needs DISCORD_TOKEN)")
    run.add_argument("--sync", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    playground = commands.add_parser(
        "playground", help="start the bot in a simulated Discord in the browser, without a token (an extra)"
    )
    _add_playground_options(playground, suppress=True)
    sync = commands.add_parser("sync", help="register the slash commands with Discord, then end")
    sync.add_argument("--guild", type=int, metavar="ID", help="only for this server, at once")
    _add_database_commands(commands.add_parser("db", help="back up, check, copy, migrate or recount the database"))
    for name, text in RECORD_COMMANDS.items():
        commands.add_parser(name, help=text, add_help=False)
    return parser


def _add_database_commands(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(dest="task", metavar="task", required=True)
    for name, text in DATABASE_TASKS.items():
        task = tasks.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        if name == "backup":
            task.add_argument("file", type=Path, help="the file to write, which must not be there yet")
        if name == "check":
            task.add_argument(
                "--standings",
                action="store_true",
                help="also count ratings, standings and statistics anew and compare; it changes nothing",
            )
        if name == "copy":
            task.add_argument("source", metavar="FROM", help="its address, as BEZIQUE_DATABASE_URL has it")
            task.add_argument(
                "target", metavar="TO", help="the address of a file that is not there, or an empty database"
            )


def _add_playground_options(parser: argparse.ArgumentParser, *, suppress: bool = False) -> None:
    """Add the playground's options; with `suppress`, a subcommand's defaults do not undo options before its name."""
    group = parser.add_argument_group("playground")
    default = argparse.SUPPRESS if suppress else None
    group.add_argument(
        "--members",
        type=int,
        choices=(2, 3, 4),
        default=default or 2,
        help="how many members to act as (default 2)",
    )
    group.add_argument(
        "--port",
        type=_port,
        default=default or DEFAULT_PLAYGROUND_PORT,
        help=f"where the page is served (default {DEFAULT_PLAYGROUND_PORT}; 0 picks a free port)",
    )
    group.add_argument("--open", action="store_true", default=default or False, help="open the page in the browser")
    group.add_argument(
        "--database", metavar="URL", default=default, help="use this database instead of BEZIQUE_DATABASE_URL"
    )


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


@contextmanager
def _imported_for_good() -> Iterator[None]:
    """Keep the garbage collector away from what the block imports, which it would look through again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _dispatch(options: argparse.Namespace) -> ExitCode:
    with _imported_for_good():
        from bot.config import ConfigError, load_settings  # noqa: PLC0415
        from bot.logs import configure_logging  # noqa: PLC0415

    try:
        settings = load_settings()
    except ConfigError as error:
        raise Stop(ExitCode.CONFIG, str(error)) from None
    if options.database:
        settings = replace(settings, database_url=options.database)
    configure_logging(settings)
    if options.command == "db":
        return ExitCode(importlib.import_module("bot.cli.database").run(settings, options))
    command = options.command or ("run" if settings.discord_token else "playground")
    if command == "playground":
        from bot.cli.connect import NOTHING_TO_START, is_installed, play  # noqa: PLC0415

        if options.command is None and not is_installed():
            raise Stop(ExitCode.NOTHING_TO_START, NOTHING_TO_START)
        return play(settings, members=options.members, port=options.port, open_browser=options.open)
    with _imported_for_good():
        from bot.cli.connect import connect, register  # noqa: PLC0415

    if command == "sync":
        return register(settings, guild=options.guild)
    return connect(settings, force_sync=options.sync)
