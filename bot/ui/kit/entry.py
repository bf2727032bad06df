"""Reading of one-line forms: a target or a time that no menu offers, or a name."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.engine.options import MAX_TARGET, MIN_TARGET, TARGET_STEP
from bot.tables.values.clocks import MOST_DAYS, MOST_MINUTES
from bot.ui.kit.reply import Form
from bot.ui.text.i18n import tr

LONGEST: Final = 20
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}(?:[  ,.'’]?\d{3})*")
_TIME: Final = re.compile(r"(\d{1,4})\s*(\w*)\.?")
_MINUTES: Final = ("", "m", "min", "mn", "mins", "minute", "minutes")
_DAYS: Final = ("d", "day", "days", "j", "jour", "jours")


class NotUnderstoodError(ValueError):
    """A typed text that was not understood; the message says, in the reader's language, what can be typed."""


def read_target(typed: str) -> int:
    """Read a target as people write numbers: ``1500``, ``1,500``, ``1 500``.

    Raises:
        NotUnderstoodError: The text is no number, or a number that cannot be a target.
    """
    text = typed.strip()
    points = int(re.sub(r"\D", "", text)) if _GROUPED.fullmatch(text) or (text.isascii() and text.isdigit()) else 0
    if not MIN_TARGET <= points <= MAX_TARGET or points % TARGET_STEP:
        raise NotUnderstoodError(
            tr(
                "{typed} cannot be the target. Type a multiple of {step} from {least} to {most}, such as 1500.",
                typed=_quoted(typed), step=TARGET_STEP, least=MIN_TARGET, most=MAX_TARGET,
            )
        )  # fmt: skip
    return points


def read_clock(typed: str) -> str:
    """Read a time for a move, such as ``7``, ``7 min`` or ``4 days``, and return the key of its clock.

    Raises:
        NotUnderstoodError: The text is no time, or too long a time.
    """
    match = _TIME.fullmatch(typed.strip().lower())
    if match is not None:
        count, unit = int(match[1]), match[2]
        if unit in _MINUTES and 1 <= count <= MOST_MINUTES:
            return f"live-{count}"
        if unit in _DAYS and 1 <= count <= MOST_DAYS:
            return f"days-{count}"
    raise NotUnderstoodError(
        tr(
            "{typed} cannot be the time for a move. Type minutes, such as 7, up to {minutes}; or days, such as 4 d, up "
            "to {days}.",
            typed=_quoted(typed), minutes=MOST_MINUTES, days=MOST_DAYS,
        )
    )  # fmt: skip


def _quoted(typed: str) -> str:
    return "`" + typed.replace("`", "ˋ").strip()[:LONGEST] + "`"


class Entry(Form):
    """A form for one line; it holds the text that was typed before, to be corrected."""

    def __init__(
        self,
        title: str,
        label: str,
        line: str,
        typed: str,
        taken: Callable[[discord.Interaction[Any], str], Awaitable[None]],
        longest: int = LONGEST,
    ) -> None:
        super().__init__(title=title, timeout=900)
        self._taken = taken
        self.typed: discord.ui.TextInput[Entry] = discord.ui.TextInput(
            default=typed or None, max_length=longest, required=True
        )
        self.add_item(discord.ui.Label(text=label, description=line, component=self.typed))

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        """Pass on the typed text."""
        await self._taken(interaction, self.typed.value)
