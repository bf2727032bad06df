"""Members who play over the wire at several tables in several channels, clicking only what they are shown.

They know nothing of kills, lost answers and restarts: what is not answered they try again after a while, and where
their panel does not say how to go on they press [My hand] under the board, as people do.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from bot.tables import number_of
from bot.ui.routes.lobby import Flag, SetFlag

from .ledger import Click, Ledger
from .messages import Json, components_of, text_of
from .server import Wire

MORE_CHANNELS: Final = ("1200000000000000012", "1200000000000000013")
_PLAYABLE: Final = re.compile(r"bzs?:(\d+):(\d+):(?:act|choose)\b")
_OF_BOARDS: Final = ("My hand", "Deal", "Join", "Start", "Agree", "Accept", "Cut")
_PAUSE: Final = 0.02
"""Seconds between two looks at the screen."""
_STUCK: Final = 0.6
"""After so many seconds without anything to click a member asks for the hand anew."""


@dataclass
class Group:
    """Members who sit at one table after another in a channel."""

    users: tuple[int, ...]
    channel: str
    rules: str
    auto_draw: bool = True
    table: int = 0
    """The key of their table, once one of them has read it."""
    finished: int = 0
    """How many games they have seen to the end."""
    waiting_since: dict[int, float] = field(default_factory=dict)

    def named(self, text: str) -> bool:
        """Tell whether a text is about their table."""
        return re.search(rf"table {number_of(self.table)}\b", text) is not None


def groups_of(channels: Sequence[str]) -> list[Group]:
    """Return four groups of two, two, three and four members in some channels; two of them share one."""
    a, b, c = (channels[number % len(channels)] for number in range(3))
    return [
        Group((501, 502), a, "modern target=500"),
        Group((503, 504), b, "britannica target=500", auto_draw=False),
        Group((505, 506, 507), c, "parlour 3 target=500"),
        Group((508, 509, 510, 511), a, "modern 4 partners=true target=500"),
    ]


@dataclass
class Club:
    """All who play, with what they do until they are told to stop."""

    wire: Wire
    ledger: Ledger
    groups: list[Group]
    rng: Random
    patience: float = 1.0
    """Seconds after which a member takes a click for lost."""
    old_clicks: float = 0.03
    """How often, of all clicks on cards, one on an older message that still shows some."""
    awake: Callable[[], bool] = lambda: True
    """Whether members click just now; nobody does who sees that the bot is offline."""
    stopping: bool = False
    pause: float = 0.0
    """Seconds for which a member thinks between two clicks."""

    async def play(self) -> None:
        """Let everyone play until `stopping`."""
        members = [(group, user) for group in self.groups for user in group.users]
        await asyncio.gather(*(self._live(group, user) for group, user in members))

    async def _live(self, group: Group, user: int) -> None:
        while not self.stopping:
            if not self.awake() or not await self.step(group, user):
                await asyncio.sleep(_PAUSE)
            elif self.pause:
                await asyncio.sleep(self.pause * 2 * self.rng.random())

    async def step(self, group: Group, user: int) -> bool:
        """Let a member do one thing, if there is one to do, and tell whether there was."""
        if not group.table and not self._find_table(group):
            if user != group.users[0]:
                return False
            await self._open(group)
            return True
        public = [m for m in self.wire.public() if m["channel_id"] == group.channel and group.named(text_of(m))]
        if any("Rematch" in _labels(message) for message in public):
            if user == group.users[0]:
                group.table, group.finished = 0, group.finished + 1
            return False
        for message in public[::-1]:
            if await self._arrange(group, user, message):
                return True
        return await self._act(group, user) or await self._ask_for_hand(group, user, public)

    async def deal(self) -> bool:
        """Have every table that is between two deals dealt, and tell whether there was one."""
        waiting = [(group, m) for group in self.groups for m in self.boards(group.table) if "Deal" in _labels(m)]
        for group, message in waiting:
            await self._press(group.users[0], message, _labels(message)["Deal"])
        return bool(waiting)

    async def hand(self, group: Group, user: int) -> Json | None:
        """Let a member press [My hand], and return the panel that comes."""
        boards = [m for m in self.boards(group.table) if "My hand" in _labels(m)]
        if not boards:
            return None
        before = {m["id"] for m in self.wire.private(user)}
        await self._press(user, boards[-1], _labels(boards[-1])["My hand"])
        await self.wire.until(lambda: any(m["id"] not in before for m in self.wire.private(user)))
        return [m for m in self.wire.private(user) if m["id"] not in before][-1]

    def boards(self, table: int) -> list[Json]:
        """Return the public messages that look as if a table could be played from them."""
        return [
            m
            for m in self.wire.public()
            if any(_labels(m).get(label, "").startswith(f"bz:{table}:") for label in _OF_BOARDS)
        ]

    def panel(self, group: Group, user: int) -> Json | None:
        """Return a member's newest private message that is headed by their table."""
        mine = [m for m in self.wire.private(user) if group.named(text_of(m)) and "###" in text_of(m)]
        return mine[-1] if mine else None

    def _find_table(self, group: Group) -> bool:
        opener = f"User {group.users[0]}"
        for message in self.wire.public()[::-1]:
            text, labels = text_of(message), _labels(message)
            here = message["channel_id"] == group.channel and re.search(rf"{opener}\b", _plain(text))
            named = [labels[label] for label in ("Join", "Start", "My hand", "Deal") if label in labels]
            if here and named:
                group.table = int(named[0].split(":")[1])
                return True
        return False

    async def _open(self, group: Group) -> None:
        asked = await self.wire.begin_command(group.users[0], "play", channel=group.channel, rules=group.rules)
        self.ledger.opened.append(asked)
        await self._wait(asked.answered)
        if not group.auto_draw and self._find_table(group):
            await self.wire.ask(group.users[0], SetFlag(group.table, Flag.AUTO_DRAW, on=False), channel=group.channel)

    async def _arrange(self, group: Group, user: int, message: Json) -> bool:
        """Sit down, agree to rules that have changed since, begin, or deal, where a message offers that."""
        labels, text = _labels(message), _plain(text_of(message))
        if "Join" in labels and not re.search(rf"User {user}\b", text):
            await self._press(user, message, labels["Join"])
            return True
        if "Agree" in labels and re.search(rf"User {user}\b.* has yet to agree", text):
            await self._press(user, message, labels["Agree"])
            return True
        if "Start" in labels and user == group.users[0] and text.count("User ") >= len(group.users):
            await self._press(user, message, labels["Start"])
            return True
        if "Deal" in labels and self.rng.random() < 0.3:
            await self._press(user, message, labels["Deal"])
            return True
        return False

    async def _act(self, group: Group, user: int) -> bool:
        panel = self.panel(group, user)
        offered = offers(panel) if panel is not None else []
        if panel is None or not offered:
            return False
        if self.rng.random() < self.old_clicks:
            older = [(m, *offer) for m in self.wire.private(user) for offer in offers(m)]
            panel, custom_id, value = self.rng.choice(older)
        else:
            custom_id, value = self.rng.choice(offered)
        group.waiting_since.pop(user, None)
        await self._press(user, panel, custom_id, value)
        return True

    async def _ask_for_hand(self, group: Group, user: int, public: Sequence[Json]) -> bool:
        """Press [My hand] where there are no cards to be seen, or where nothing has happened for a while."""
        boards = [m for m in public if "My hand" in _labels(m)]
        if not boards:
            return False
        now = asyncio.get_running_loop().time()
        since = group.waiting_since.setdefault(user, now)
        panel = self.panel(group, user)
        if panel is not None and now - since < _STUCK * (1 + self.rng.random()):
            return False
        group.waiting_since[user] = now
        if panel is not None and "Look again" in _labels(panel) and self.rng.random() < 0.5:
            await self._press(user, panel, _labels(panel)["Look again"])
        else:
            await self._press(user, boards[-1], _labels(boards[-1])["My hand"])
        return True

    async def _press(self, user: int, message: Json, custom_id: str, value: str = "") -> Click:
        click = await self.ledger.press(user, message, custom_id, value)
        await self._wait(click.asked.answered)
        return click

    async def _wait(self, answered: asyncio.Event) -> None:
        try:
            await asyncio.wait_for(answered.wait(), self.patience)
        except TimeoutError:  # what a member sees then is that the interaction has failed
            return


def offers(message: Json) -> list[tuple[str, str]]:
    """Return the actions of the game that a message offers: the control's id, and the entry of a menu."""
    found = []
    for item in components_of(message):
        if item.get("disabled") or not _PLAYABLE.match(item.get("custom_id", "")):
            continue
        entries = [option["value"] for option in item["options"]] if item["type"] == 3 else [""]
        found += [(item["custom_id"], entry) for entry in entries]
    return found


def _labels(message: Json) -> dict[str, str]:
    """Return the buttons of a message that can be pressed: their ids by what is written on them."""
    return {
        item["label"]: item["custom_id"]
        for item in components_of(message)
        if item["type"] == 2 and item.get("label") and not item.get("disabled")
    }


def _plain(text: str) -> str:
    """Return a text without the marks that keep names apart in writing direction."""
    return text.replace("\u2068", "").replace("\u2069", "")
