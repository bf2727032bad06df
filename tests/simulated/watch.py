"""Watches everything that a bot posts and logs for a card or a secret that is not public at that moment."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from bot.club.exercises import read_own
from bot.coach.positions import position
from bot.engine import View, parse_card
from bot.engine.cards import NO_CARD, cards_of
from bot.logs import configure_logging
from bot.playground import World
from bot.tables import Table
from bot.tables.house.reviews import charged
from db import DealRow
from tests.faces_shown import FACE, RECORD_CARD, english, faces_in, public_faces
from tests.simulated import bot_of
from tests.simulated.overheard import every_message

_DEAL = re.compile(r"table (\d+) · (?:deal|donne) (\d+)")
_BACK = re.compile(r"table (\d+)\\n\*\*(?:Looking back|Retour sur la partie)")
_TEACHING = re.compile(
    r"\*\*(?:What can I declare|Que déclarer)|You lack only|ne vous manque que"
    r"|You do not hold|Vous ne tenez pas|tutor |:topic |bz:0:0:(?:lesson|study|learn-honour) "
)
"""Private pages that name cards which nobody need hold: what is missing for a combination, the rules, the lessons."""
_EXERCISE = re.compile(r"bz:0:0:exercise(?:-do|-end| [a-z]+) (g\d+\.\d+|[0-9a-f]{12})")
_PLAYABLE = re.compile(r"bzs?:\d+:\d+:act")


@dataclass
class Watch:
    """What was seen: texts shown to everyone, log lines, and whatever should not have been in them."""

    world: World
    public: list[str] = field(default_factory=list)
    private: int = 0
    lines: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    earlier: frozenset[int | None] = frozenset()
    """The servers of the tests that had the same bot before."""

    def check(self) -> None:
        """Fail where anything leaked, or where nothing was watched."""
        assert not self.leaks, self.leaks[:3]
        assert self.public
        assert self.private

    def posted(self, what: str, message: Any) -> None:  # noqa: ANN401 - the simulation's own message
        """Look at a message in the state in which it has just been posted or edited."""
        backend = self.world.env.backend
        if what == "deleted" or message.author_id != backend.bot_user.id:
            return
        if backend.get_channel(message.channel_id).guild_id in self.earlier:
            return
        text = json.dumps([message.content, message.components, message.embeds], ensure_ascii=False)
        tables = [table for table in _tables(self.world) if table.guild_id not in self.earlier]
        for table in tables:
            self.leaks += [f"secret in {text}" for d in table.deals if _is_secret(table, d) and d.secret in text]
        if message.is_ephemeral:
            self.private += 1
            self._private(message, text, tables)
            return
        self.public.append(text)
        if _PLAYABLE.search(text):
            self.leaks.append(f"a panel for everyone: {text}")
        self.leaks += [f"{f} in {text}" for f in faces_in(text) - _faces_named(text, tables)]

    def _private(self, message: Any, text: str, tables: list[Table]) -> None:  # noqa: ANN401 - as above
        """Look at a message for one member: it may hold that member's own cards."""
        reader = int((message.interaction_metadata or {})["user"]["id"])
        own = _faces_named(text, tables)
        for table in tables:
            view = table.view(reader) if table.seat_of(reader) is not None else None
            if view is not None:
                own |= {english(c) for c in view.hand}
            if view is not None and view.honour is not None:
                lifted = view.honour.lifted
                own |= {english(c) for c in (*view.honour.seen, *(lifted.cards if lifted is not None else ()))}
        own |= _faces_in_exercise(text, tables)
        if not _TEACHING.search(text):
            self.leaks += [f"{f} in {text} for {reader}" for f in faces_in(text) - own]

    def write(self, line: str) -> None:
        """Look at a line of the log; the watch is the stream into which the bot logs."""
        if not line.strip():
            return
        self.lines.append(line)
        secrets = [d.secret for table in _tables(self.world) for d in table.deals]
        if FACE.search(line) or RECORD_CARD.search(line) or any(secret in line for secret in secrets):
            self.leaks.append(f"log: {line}")

    def flush(self) -> None:
        """Do nothing: every line is looked at as it comes."""


def _tables(world: World) -> list[Table]:
    tables = getattr(bot_of(world), "tables", None)
    if tables is None:
        return []
    memory = tables.memory
    return [*memory._awake.values(), *memory._ended.values()]


def _is_secret(table: Table, deal: DealRow) -> bool:
    """Tell whether nobody may know a deal's secret: it is laid open after the deal, and where none will be dealt."""
    return deal.closed_at is None and (table.live or deal.deck is not None)


def _faces_named(text: str, tables: list[Table]) -> set[str]:
    """Return the faces of all cards that everyone may know of the deal that a text is about."""
    cut = {english(parse_card(name)) for t in tables for cuts in t.lots.for_deal for name in cuts if name is not None}
    back = _BACK.search(text)
    if back is not None and (over := next(t for t in tables if t.id == int(back[1]))).game.result is not None:
        return {english(c) for c in over.game.law.pack}  # every deal of it is over
    title = _DEAL.search(text)
    if title is None:
        return set()
    table = next(t for t in tables if t.id == int(title[1]))
    number = int(title[2]) - 1
    if number >= len(table.game.deals):
        return set()
    deal = table.game.deals[number]
    if not table.live:  # also a deal that a draw or everyone's leaving has broken off is laid open
        return cut | {english(c) for c in deal.base.deck}
    return cut | public_faces(deal)


def _faces_in_exercise(text: str, tables: list[Table]) -> set[str]:
    """Return the faces of all cards that the seat had seen by then whose exercise a message shows."""
    found = _EXERCISE.search(text)
    if found is None:
        return set()
    view = _seen_in_exercise(found[1], tables)
    cards = {*view.hand, *view.gone, *(card for table in view.tables for card in table)}
    cards |= {card for known in view.known for card in known} | {
        card for meld in view.melds for card in cards_of(meld.cards)
    }
    return {english(card) for card in (*cards, *((view.turn_up,) if view.turn_up != NO_CARD else ()))}


def _seen_in_exercise(name: str, tables: list[Table]) -> View:
    own = read_own(name)
    if own is None:
        found = position(name)
        assert found is not None
        return found.view
    table = next(each for each in tables if each.id == own[0])
    moments = [each for review in table.reviews for each in charged(table, review)]
    return next(each.view for each in moments if each.at == own[1])


@contextmanager
def watching(world: World) -> Iterator[Watch]:
    """Watch a world, also through restarts of its bot, which logs at its most talkative."""
    watch = Watch(world, earlier=frozenset(guild.id for guild in world.env._guilds) - {world.env.guild.id})
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    settings = replace(bot_of(world).settings, log_level="DEBUG")
    configure_logging(settings, watch)  # type: ignore[arg-type]  # all that a handler asks of a stream
    try:
        with every_message(world, watch.posted):
            yield watch
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.captureWarnings(capture=False)
