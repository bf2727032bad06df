"""Typed settings, read from the environment and from a `.env` file."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Final, Literal

from dotenv import dotenv_values
from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

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


class Settings(BaseSettings):
    """Everything an operator can set; `.env.example` lists the same names with the same defaults."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("DISCORD_TOKEN"),
        description="The bot's token. Without it the playground starts, where it is installed.",
    )
    database_url: str = Field(
        default=DEFAULT_DATABASE_URL,
        description="Where games are kept, as an SQLAlchemy address with an async driver.",
    )
    shards: str = Field(
        default="",
        description="For one of several processes on one PostgreSQL: its shards, and how many there are in all, as"
        " 0-7/16; another one with the same shards waits as a standby. Empty: it is alone, and has as many as Discord"
        " asks for.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="The least important message that is still written."
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description="text for a terminal, json for one object a line."
    )
    health_port: int | None = Field(
        default=None,
        ge=1,
        le=65535,
        description="The port of /livez, /readyz and /metrics. Empty: none of them is served.",
    )
    health_host: str = Field(
        default="127.0.0.1", description="The address on which /livez, /readyz and /metrics listen."
    )
    challenge_minutes: int = Field(
        default=10, ge=1, le=1440, description="Minutes after which an unanswered challenge expires."
    )
    lobby_minutes: int = Field(
        default=30, ge=1, le=1440, description="Minutes after which a lobby that nobody fills goes away."
    )
    nudge_seconds: int = Field(
        default=30,
        ge=1,
        le=3600,
        description="Seconds after which a player on move who has not clicked for a minute is reminded.",
    )
    deal_seconds: int = Field(
        default=30, ge=0, le=600, description="Seconds for which the next deal waits for the players."
    )
    pictures: bool = Field(
        default=True, description="Whether cards are drawn: false keeps to text where memory or time is scarce."
    )
    house_workers: int = Field(default=1, ge=1, le=16, description="Processes in which strong house players think.")
    reviews_ahead: bool = Field(
        default=True,
        description="Whether games are looked back at before anybody asks, while the house has nothing else to do.",
    )
    privacy_url: str = Field(
        default="", description="The address of the privacy policy, to which My data and /help lead. Empty: no link."
    )
    terms_url: str = Field(
        default="", description="The address of the terms of use, to which My data and /help lead. Empty: no link."
    )
    sync_guild: int | None = Field(
        default=None,
        ge=1,
        description="A server's id: register the slash commands only there. Empty: everywhere.",
    )

    @property
    def part(self) -> tuple[frozenset[int], int] | None:
        """The shards of this process, and the number of all shards; None where it runs alone."""
        return read_shards(self.shards) if self.shards else None

    @field_validator("shards")
    @classmethod
    def _can_be_shared(cls, value: str, info: ValidationInfo) -> str:
        value = value.strip()
        if value:
            read_shards(value)
            if not str(info.data.get("database_url", "postgresql")).startswith("postgresql"):
                raise ValueError("several processes need PostgreSQL; give BEZIQUE_DATABASE_URL its address")
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("log_format", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _has_scheme(cls, value: str) -> str:
        if "://" not in value:
            raise ValueError("should look like sqlite+aiosqlite:///data/bezique.db")
        return value


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
        _refuse_misspelt(os.environ)
        _refuse_misspelt(dotenv_values(env_file) if env_file is not None else ())
        return Settings(_env_file=env_file)  # type: ignore[call-arg]  # read by the base class
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        field = str(first["loc"][0]) if first["loc"] else "settings"
        name = field if field.isupper() else env_name(field)
        reason = first["msg"].removeprefix("Value error, ")
        raise ConfigError(f"{name} cannot be used: {reason[:1].lower()}{reason[1:]}.") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{env_file} is not UTF-8 text; write it again from .env.example.") from None
    except OSError as error:
        raise ConfigError(f"{env_file} cannot be read ({error.strerror}).") from None


def _refuse_misspelt(names: Iterable[str]) -> None:
    """Refuse a name that looks like a setting but is not one, as the intended setting would silently keep its default.

    Raises:
        ConfigError: There is such a name; the sentence suggests the setting that was probably meant.
    """
    known = [env_name(field) for field in Settings.model_fields]
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
