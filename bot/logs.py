"""Structured logs, as text lines for a terminal or one JSON object per line, with secrets removed.

Callers log ids, plies and reasons as `extra` fields, never cards, decks or shuffle secrets.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from bot.config import Settings

_STANDARD = frozenset(logging.LogRecord("", 0, "", 0, "", None, None).__dict__) | {"message", "asctime"}
_WEBHOOK_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.\-]+")
_CUSTOM_ID = re.compile(r"\bbzs?:[^'\"<>\n]*")
_CARD = re.compile(
    r"\b[AKQJT987][CDHS][abcd]\b|\b(?:10|[AKQJRDVT987])\s?[♠♥♦♣♤♡♢♧]|[♠♥♦♣♤♡♢♧]\s?(?:10|[AKQJRDVT987])\b"
)
_SECRET = re.compile(r"\b[0-9a-f]{128}\b")
_BOT_TOKEN = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")


def configure_logging(settings: Settings, stream: TextIO | None = None) -> None:
    """Send every log record to `stream` (default: standard error) in the format that the settings name."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else TextFormatter())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(settings.log_level)
    for noisy in ("discord", "alembic", "sqlalchemy", "aiosqlite", "aiohttp", "asyncio"):
        logging.getLogger(noisy).setLevel(max(logging.getLevelName(settings.log_level), logging.WARNING))
    logging.captureWarnings(capture=True)


class TextFormatter(logging.Formatter):
    """A formatter of one line per record: time in UTC, level, logger, message, then the extra fields as key=value."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        extra = "".join(f" {key}={value}" for key, value in _extra_fields(record).items())
        line = f"{at} {record.levelname:<7} {record.name}: {record.getMessage()}{extra}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return redact(line)


class JsonFormatter(logging.Formatter):
    """A formatter of one JSON object per record: at, level, logger, message, the extra fields, exception."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_extra_fields(record),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return redact(json.dumps(entry, ensure_ascii=False, default=str))


def redact(text: str) -> str:
    """Return `text` with tokens, cards, the ids of controls and shuffle secrets replaced.

    A control's id may name a card that its owner holds, and the library logs whole controls and tasks when one of
    them fails.
    """
    text = _BOT_TOKEN.sub("[token]", _WEBHOOK_TOKEN.sub(r"\1[token]", text))
    return _CARD.sub("[card]", _SECRET.sub("[secret]", _CUSTOM_ID.sub("[control]", text)))


def _extra_fields(record: logging.LogRecord) -> dict[str, Any]:
    return {key: value for key, value in record.__dict__.items() if key not in _STANDARD}
