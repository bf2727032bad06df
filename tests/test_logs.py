"""What the bot writes about itself, and what it must not write."""

from __future__ import annotations

import io
import json
import logging
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.logs import configure_logging, redact
from bot.ui.kit.controls import button
from bot.ui.routes.learn import Hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.config import Settings

TOKEN = "MTA1" + "x" * 21 + ".Gabcde." + "y" * 30


@pytest.fixture(autouse=True)
def _root_logger_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


def _logged(settings: Settings, log_format: str) -> str:
    stream = io.StringIO()
    configure_logging(replace(settings, log_format=log_format), stream)
    log = logging.getLogger("bot.tables")
    log.debug("not written at the default level")
    log.info("action saved", extra={"table": 7, "ply": 12})
    error = RuntimeError(f"POST https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24.abc-_ with {TOKEN}")
    log.error("failed", exc_info=error)
    return stream.getvalue()


def test_json_log_is_one_object_a_line_with_the_extra_fields(settings: Settings) -> None:
    saved, failed = [json.loads(line) for line in _logged(settings, "json").splitlines()]
    told = {"message": "action saved", "table": 7, "ply": 12, "level": "INFO"}
    assert {key: saved[key] for key in told} == told
    assert failed["message"] == "failed"
    assert "RuntimeError" in failed["exception"]


def test_text_log_has_time_level_and_fields(settings: Settings) -> None:
    first = _logged(settings, "text").splitlines()[0]
    assert first.endswith("INFO    bot.tables: action saved table=7 ply=12")
    assert first[:4].isdigit()


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_tokens_never_reach_the_log(settings: Settings, log_format: str) -> None:
    written = _logged(settings, log_format)
    assert TOKEN not in written
    assert "aW50ZXJhY3Rpb24" not in written
    assert "/webhooks/123/[token]" in written


def test_redacting_leaves_ordinary_text_alone() -> None:
    line = "table 7 ply 12 saved in 3.4 ms at https://example.org/tables/7"
    assert redact(line) == line


@pytest.mark.parametrize(
    "line",
    [
        "Ignoring exception for <Button custom_id='bz:12:5:act play QSa' label=None>",
        "Task was destroyed: <Task name='discord-ui-dynamic-item-Control-bz:12:5:act declare common-marriage KCa QCb'>",
        "label='9♤'",
        "emoji ♠Q or Q ♠ or 10♥ or V♦",
        "0 play AHb: must follow suit",
        "the secret " + 16 * "0123abcd",
    ],
)
def test_no_card_and_no_secret_reaches_the_log(line: str) -> None:
    written = redact(line)
    assert not re.search(r"[♠♥♦♣♤]|[AKQJT9][SHDC][ab]|0123abcd", written), written


def test_controls_name_no_card_where_the_library_logs_them() -> None:
    shown = button(Hint(7, 12), "queen of spades")
    assert repr(shown) == "<Control>"
