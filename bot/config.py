"""Typed settings, read from the environment and from a `.env` file."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import field, fields
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from dotenv import dotenv_values

from bot.lazy import dataclass
from bot.tables import Limits

ENV_FILE = Path(".env")
_PREFIX: Final = "BEZIQUE_"
DEFAULT_DATABASE_URL = "sqlite+aiosqlite:///data/bezique.db"


MOST_SHARDS: Final = 16_384
"""Most shards accepted; more are a mistake, as Discord asks for one per thousand servers."""
_SHARDS: Final = re.compile(r"(?P<own>[0-9,\s-]*)/\s*(?P<count>[0-9]{1,6})")
_RANGE: Final = re.compile(r"(?P<first>[0-9]{1,6})(?:\s*-\s*(?P<last>[0-9]{1,6}))?")


def read_shards(text: str) -> tuple[frozenset[int], int]:
    """Return the shards of a process and the number of all, from a text such as `0-3/16`, `0-3,8/16`, or `/16` for all.

    Raises:
        ValueError: The text is not valid; the message says why.
    """
    whole = _SHARDS.fullmatch(text.strip())
    if whole is None:
        raise ValueError("should look like 0-7/16: the shards of this process, and how many there are")
    count = int(whole["count"])
    if not 1 <= count <= MOST_SHARDS:
        raise ValueError(f"there are from 1 to {MOST_SHARDS} shards, not {count}")
    own: set[int] = set()
    for part in filter(None, map(str.strip, whole["own"].split(","))):
        found = _RANGE.fullmatch(part)
        if found is None:
            raise ValueError(f"{part} is no shard, and no range of them such as 0-3")
        first, last = int(found["first"]), int(found["last"] or found["first"])
        if not first <= last < count:
            raise ValueError(f"{part} is none of {count} shards, of which the last is {count - 1}")
        own.update(range(first, last + 1))
    return frozenset(own or range(count)), count


class ConfigError(Exception):
    """A setting has a value that cannot be used; the text is one sentence for the operator."""


def _as_written(text: str) -> str:
    return text


def _number(least: int, most: int, text: str) -> int:
    if not re.fullmatch("[+-]?[0-9]{1,19}", text.strip()):
        raise ValueError("should be a whole number")
    if not least <= int(text) <= most:
        raise ValueError(f"should be a number from {least} to {most}")
    return int(text)


_YES: Final = frozenset(("1", "on", "t", "true", "y", "yes"))
_NO: Final = frozenset(("0", "off", "f", "false", "n", "no"))


def _yes_or_no(text: str) -> bool:
    if text.strip().lower() not in _YES | _NO:
        raise ValueError("should be true or false")
    return text.strip().lower() in _YES


def _one_of(known: tuple[str, ...], text: str) -> str:
    """Return the known word that is written, in whatever letters."""
    for word in known:
        if word.lower() == text.strip().lower():
            return word
    raise ValueError(f"should be one of {', '.join(known)}")


def _address(text: str) -> str:
    if "://" not in text:
        raise ValueError(f"should look like {DEFAULT_DATABASE_URL}")
    return text


def _shared(text: str) -> str:
    if text.strip():
        read_shards(text)
    return text.strip()


def _setting(default: Any, description: str, read: Callable[[str], Any] = _as_written, *, secret: bool = False) -> Any:  # noqa: ANN401
    """Return a field with a default, its description, and the function that reads what is written or says why not."""
    return field(default=default, repr=not secret, metadata={"description": description, "read": read})


_ID: Final = 2**63 - 1
"""Highest id that can be stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything an operator can set; `.env.example` lists the same names with the same defaults."""

    discord_token: str | None = _setting(
        None, "The bot's token. Without it the playground starts, where it is installed.", secret=True
    )
    database_url: str = _setting(
        DEFAULT_DATABASE_URL, "Where games are kept, as an SQLAlchemy address with an async driver.", _address
    )
    shards: str = _setting(
        "",
        "For one of several processes on one PostgreSQL: its shards, and how many there are in all, as"
        " 0-7/16; another one with the same shards waits as a standby. Empty: it is alone, and has as many as Discord"
        " asks for.",
        _shared,
    )
    log_level: str = _setting(
        "INFO",
        "The least important message that is still written.",
        partial(_one_of, ("DEBUG", "INFO", "WARNING", "ERROR")),
    )
    log_format: str = _setting(
        "text", "text for a terminal, json for one object a line.", partial(_one_of, ("text", "json"))
    )
    health_port: int | None = _setting(
        None, "The port of /livez, /readyz and /metrics. Empty: none of them is served.", partial(_number, 1, 65535)
    )
    health_host: str = _setting("127.0.0.1", "The address on which /livez, /readyz and /metrics listen.")
    challenge_minutes: int = _setting(
        10, "Minutes after which an unanswered challenge expires.", partial(_number, 1, 1440)
    )
    lobby_minutes: int = _setting(
        30, "Minutes after which a lobby that nobody fills goes away.", partial(_number, 1, 1440)
    )
    nudge_seconds: int = _setting(
        30,
        "Seconds after which a player on move who has not clicked for a minute is reminded.",
        partial(_number, 1, 3600),
    )
    deal_seconds: int = _setting(30, "Seconds for which the next deal waits for the players.", partial(_number, 0, 600))
    pictures: bool = _setting(
        True, "Whether cards are drawn: false keeps to text where memory or time is scarce.", _yes_or_no
    )
    house_workers: int = _setting(1, "Processes in which strong house players think.", partial(_number, 1, 16))
    reviews_ahead: bool = _setting(
        True,
        "Whether games are looked back at before anybody asks, while the house has nothing else to do.",
        _yes_or_no,
    )
    privacy_url: str = _setting(
        "", "The address of the privacy policy, to which My data and /help lead. Empty: no link."
    )
    terms_url: str = _setting("", "The address of the terms of use, to which My data and /help lead. Empty: no link.")
    sync_guild: int | None = _setting(
        None, "A server's id: register the slash commands only there. Empty: everywhere.", partial(_number, 1, _ID)
    )

    def __post_init__(self) -> None:
        if self.shards and not self.database_url.startswith("postgresql"):
            raise ValueError("several processes need PostgreSQL; give BEZIQUE_DATABASE_URL its address")

    @property
    def part(self) -> tuple[frozenset[int], int] | None:
        """The shards of this process, and the number of all shards; None where it runs alone."""
        return read_shards(self.shards) if self.shards else None


def env_name(field: str) -> str:
    """Return the name of the environment variable that sets `field`."""
    return "DISCORD_TOKEN" if field == "discord_token" else f"BEZIQUE_{field.upper()}"


def load_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Return the settings from the environment, which wins, and from `env_file`.

    Raises:
        ConfigError: A value cannot be used, no setting has such a name, or the file is not readable text; the
            sentence names it.
    """
    try:
        in_file = dotenv_values(env_file) if env_file is not None else {}
    except UnicodeDecodeError:
        raise ConfigError(f"{env_file} is not UTF-8 text; write it again from .env.example.") from None
    except OSError as error:
        raise ConfigError(f"{env_file} cannot be read ({error.strerror}).") from None
    written: dict[str, str] = {}
    for names in (in_file, os.environ):
        _refuse_misspelt(names)
        written |= {name.upper(): text for name, text in names.items() if text}
    chosen = {}
    for each in fields(Settings):
        name = env_name(each.name)
        if name in written:
            try:
                chosen[each.name] = each.metadata["read"](written[name])
            except ValueError as error:
                raise ConfigError(f"{name} cannot be used: {error}.") from None
    try:
        return Settings(**chosen)
    except ValueError as error:
        raise ConfigError(f"{env_name('shards')} cannot be used: {error}.") from None


def _refuse_misspelt(names: Iterable[str]) -> None:
    """Refuse a name that looks like a setting but is none: the one intended would silently keep its default."""
    known = [env_name(each.name) for each in fields(Settings)]
    for name in sorted(name.upper() for name in names):
        if name.startswith(_PREFIX) and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            meant = f"; {near[0]} is probably meant" if near else "; .env.example lists them all"
            raise ConfigError(f"{name} is no setting of the bot{meant}.")


def limits_from(settings: Settings) -> Limits:
    """Return the time limits of tables from the operator's settings."""
    return Limits(
        lobby=timedelta(minutes=settings.lobby_minutes),
        challenge=timedelta(minutes=settings.challenge_minutes),
        nudge=timedelta(seconds=settings.nudge_seconds),
        deal=timedelta(seconds=settings.deal_seconds),
    )
