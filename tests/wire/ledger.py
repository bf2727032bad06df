"""What happened in a run, noted as it happens: every click, its answer, and every message in each of its states.

Beside each stands how much of each game was committed at that moment, so that it can be judged afterwards.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.tables.values.seen import PLIES
from tests.databases import connect

from .messages import Json, text_of
from .server import Asked, Wire

_CONTROL: Final = re.compile(r"bzs?:(\d+):(\d+):(act|choose)\b(.*)")
_TITLE: Final = re.compile(r"table (\d+)(?: · deal (\d+))?")
_REMARK: Final = "⚠"


@dataclass
class Click:
    """A click on a control, and whether the bot has said that what it asks for is done."""

    user: int
    custom_id: str
    value: str
    asked: Asked
    committed: dict[int, int]
    """How many actions each game had when it was made."""

    @property
    def act(self) -> tuple[int, int, str] | None:
        """The table, the ply and the action in the record's words, where the control stands for an action."""
        found = _CONTROL.fullmatch(self.custom_id)
        if found is None:
            return None
        return int(found[1]), int(found[2]) % PLIES, self.value or found[4].strip()

    @property
    def taken(self) -> bool:
        """Whether the answer says, without any remark, that it was done: with the panel as it stands after it."""
        callback = self.asked.callback
        if callback is None or callback["type"] not in (6, 7):
            return False
        answers = [callback["data"]] if callback["type"] == 7 else self.asked.followups
        texts = [text_of({"content": "", **answer}) for answer in answers]
        return bool(texts) and not any(_REMARK in text or "###" not in text for text in texts)


@dataclass(frozen=True)
class Shown:
    """A message as it stood at one moment."""

    message: str
    reader: int | None
    """Who sees it, or None where everyone does."""
    text: str
    """All that is in it, its controls too, as JSON."""
    table: int
    deal: int | None
    """Of which table and deal it speaks by its heading, counted from 0; 0 and None where it has none."""
    committed: dict[int, int]
    """How many actions each game in play had by then, in the database."""


@dataclass
class Ledger:
    """All that was clicked and shown in a run."""

    wire: Wire
    folder: Path
    clicks: list[Click] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    opened: list[Asked] = field(default_factory=list)
    """Every `/play`."""
    log: list[str] = field(default_factory=list)
    """What each of the bot's processes wrote."""

    def __post_init__(self) -> None:
        self.wire.watch = self._see
        self._database = connect(self.folder / "bezique.db")

    def close(self) -> None:
        """Let the database go."""
        self._database.close()

    async def press(self, user: int, message: Json, custom_id: str, value: str = "") -> Click:
        """Let a member press a control, and note it."""
        committed = self.committed()
        asked = await self.wire.press(user, message, custom_id, *([value] if value else []))
        click = Click(user, custom_id, value, asked, committed)
        self.clicks.append(click)
        return click

    def committed(self) -> dict[int, int]:
        """Return how many actions each game in play has in the database now."""
        counts = "SELECT g.id, (SELECT count(*) FROM actions a WHERE a.game_id = g.id) AS acts FROM games g"
        rows = self._database.execute(f"{counts} WHERE g.status IN ('playing', 'finished')")
        return {row["id"]: row["acts"] for row in rows}

    def _see(self, message: Json) -> None:
        if message["author"]["bot"] is not True:
            return
        text = json.dumps([message["content"], message["components"]], ensure_ascii=False)
        title = _TITLE.search(text)
        table, deal = (int(title[1]), title[2]) if title is not None else (0, None)
        reader = self.wire.readers.get(message["id"])
        number = int(deal) - 1 if deal is not None else None
        self.shown.append(Shown(message["id"], reader, text, table, number, self.committed()))
