"""What is compared after a run: the record, what members were told, what stands in the channel, panels, and the log."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.engine import ActionError, CardSet, Game, apply, offered_actions, parse_action, parse_card, start_deal
from bot.engine.cards import NO_CARD
from bot.engine.record import parse_deck, write_record
from bot.engine.shuffle import make_deck
from bot.tables import Limits, Status, Table, number_of
from bot.tables.decisions.dealing import CLOSING
from bot.tables.decisions.play import THE_REST
from bot.tables.values.clocks import Due
from bot.tables.values.record import recordable, table_record
from bot.tables.values.stored import decode
from bot.ui.kit.emojis import CardEmojis
from bot.ui.text.faces import Look, Style
from bot.ui.text.i18n import speaking
from cogs.table.pages.board import board
from cogs.table.pages.panel import panel
from db import Store
from tests.databases import url_of
from tests.faces_shown import FACE, RECORD_CARD, english, faces_in, public_faces

from .club import Club, offers
from .ledger import Ledger, Shown
from .messages import Json, components_of, numbered, text_of

_PLAYABLE: Final = re.compile(r"bzs?:\d+:\d+:(?:act|choose)\b")
_PANELS: Final = re.compile(r"bzs?:\d+:\d+:(?:act|choose|hand|panel)\b")
"""Controls that are always answered with a panel, if not at once then later."""
_MOMENT: Final = re.compile(r"<t:\d+(:\w)?>")
_MENTION: Final = re.compile(r"</([^:>]+):\d+>")
_TAUGHT: Final = re.compile("House rules|Madame Bézique")
"""What a page of the rule book or of a lesson says, whose examples name cards of no table."""
_NOT_HELD: Final = re.compile(r'"-# ⚠[^"]*"|You do not hold [^";]*')
"""Where a card is named that its reader lacks: in what a declaration would spoil, and in answer to a forged click."""


async def tables_in(database: Path) -> dict[int, Table]:
    """Restore every table from a database that no bot uses, by replaying its record."""
    store = await Store.open(url_of(database))
    found = {}
    try:
        async with store.read() as reader:
            for key in await reader.games.every_id():
                rows = await reader.game_record.load(key)
                assert rows is not None
                found[key] = decode(rows, await reader.schedule.deadlines(key))
    finally:
        await store.close()
    return found


@dataclass
class Audit:
    """Compares all that is left of a run; every fault is a sentence.

    Attributes:
        ledger: What was noted.
        tables: Every table, as its record replays.
        faults: What was found.
        counts: How much was looked at.
    """

    ledger: Ledger
    tables: dict[int, Table]
    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    _prefixes: dict[int, list[Game]] = field(default_factory=dict)
    _turn_ups: dict[tuple[int, int], set[str]] = field(default_factory=dict)

    def all(self, club: Club) -> None:
        """Compare everything but the panels, which are asked for."""
        self.acts()
        self.openings()
        self.boards(club)
        self.entropies()
        self.cards()
        self.logs()

    # ------------------------------------------------------------ the record and what members were told

    def acts(self) -> None:
        """No act that was acknowledged is lost, and each that is there was asked for by whose act it is, once."""
        asked, rests = Counter[tuple[int, int, int, str]](), set[tuple[int, int]]()
        for click in self.ledger.clicks:
            self.counts["clicks"] += 1
            if (act := click.act) is None or (table := self.tables.get(act[0])) is None:
                continue
            seat = table.seat_of(click.user)
            if seat is None:
                continue
            number, ply, words = act
            if words == THE_REST:  # plays all that is left of a deal in which nothing is left to decide
                rests.add((number, ply))
                continue
            try:
                words = _canonical(seat, words)
            except ActionError:
                continue
            asked[number, ply, seat, words] += 1
            if not click.taken:
                continue
            self.counts["acts acknowledged"] += 1
            rows = table.actions[ply : ply + 1]
            if click.committed.get(number) != ply:  # who repeats what they have just done hears no remark
                rows = table.actions
            if not any((row.seat, row.action) == (seat, words) for row in rows):
                self.faults.append(f"table {number}: {words} was acknowledged at ply {ply} and is not in the record")
        for table in filter(self._asked_for, self.tables.values()):
            ended = -1
            for ply, (row, before) in enumerate(zip(table.actions, self._games(table), strict=False)):
                if (table.id, ply) in rests:
                    ended = row.deal
                forced = len(offered_actions(before)) == 1 or row.deal == ended
                self.counts["acts in the record"] += 1
                if not forced and not asked[table.id, ply, row.seat, row.action]:
                    self.faults.append(f"table {table.id}: nobody asked for what stands at ply {ply}")

    def unanswered(self, held: Sequence[str]) -> None:
        """Nobody waits for ever for an answer that was promised: who was told to wait got a panel, or theirs edited.

        Args:
            held: The paths of calls that Discord itself kept back and then failed: their answers may be lost.
        """
        for click in self.ledger.clicks:
            callback = click.asked.callback
            if callback is None or callback["type"] not in (5, 6) or _PANELS.match(click.custom_id) is None:
                continue
            if any(click.asked.token in path for path in held):
                continue
            self.counts["answers promised"] += 1
            self.counts["of them by an edit"] += click.asked.edited
            if not click.asked.followups and not click.asked.edited:
                waited = f"told to wait by {callback} after {click.custom_id}"
                self.faults.append(f"{click.user} was {waited}, and got no answer")

    def openings(self) -> None:
        """Every table that was acknowledged is there, and none that nobody asked for."""
        acknowledged = sum(asked.callback is not None for asked in self.ledger.opened)
        found = [table for table in self.tables.values() if self._asked_for(table)]
        self.counts["tables"] = len(self.tables)
        if not acknowledged <= len(found) <= len(self.ledger.opened):
            self.faults.append(
                f"{len(found)} tables of {len(self.ledger.opened)} asked for, {acknowledged} acknowledged"
            )

    def _asked_for(self, table: Table) -> bool:
        """Tell whether a member opened a table by what was shown, and nobody else by a forged click."""
        return table.opener_id in {asked.user for asked in self.ledger.opened}

    def records(self) -> list[str]:
        """Return the record of every game that is over, one a line, as the commands read it."""
        return [write_record(table_record(table)).replace("\n", " ") for table in self.tables.values()
                if recordable(table)]  # fmt: skip

    # ------------------------------------------------------------ the channel and the panels

    def boards(self, club: Club) -> None:
        """Each table in play has one board that shows it as it is, one that is over one result and no board."""
        for table in self.tables.values():
            waiting = {str(row.message_id) for row in table.messages if row.role == CLOSING and not row.closed}
            reminders = {str(row.message_id) for row in table.messages if row.role == "nudge"}
            live = [m for m in club.boards(table.id) if m["id"] not in waiting | reminders]
            self.counts["boards that Discord does not let be closed yet"] += len(waiting)
            results = [m for m in club.wire.public() if f"bz:{table.id}:0:rematch" in json.dumps(m["components"])]
            expected = int(table.live)
            if len(live) != expected:
                rows = [(row.message_id, row.role, row.closed) for row in table.messages]
                self.faults.append(
                    f"table {table.id} ({table.status.value}) has {len(live)} live boards, "
                    f"{[m['id'] for m in live]} of {rows}"
                )
            elif table.status is Status.PLAYING:
                self.board(table, live[0])
            over = table.status is Status.FINISHED or table.drawn
            if len(results) != int(over):
                self.faults.append(f"table {table.id} ({table.status.value}) has {len(results)} results")

    def board(self, table: Table, shown: Json) -> None:
        self.counts["boards compared"] += 1
        if (difference := _differs(shown, expected_board(table))) is not None:
            self.faults.append(f"table {table.id}: its board does not show it as it is: {difference}")

    async def panels(self, club: Club) -> None:
        """Every panel that a member asks for now shows the table as it is, and offers what is legal."""
        for group in club.groups:
            table = self.tables.get(group.table)
            if table is None or table.status is not Status.PLAYING or table.awaits_deal:
                continue
            for user in group.users:
                try:
                    shown = await club.hand(group, user)
                except TimeoutError:
                    shown = None
                if shown is None:
                    self.faults.append(f"table {table.id}: {user} got no panel")
                    continue
                self.counts["panels compared"] += 1
                if (difference := _differs(shown, expected_panel(table, user))) is not None:
                    self.faults.append(f"table {table.id}: the panel of {user} is not as it should be: {difference}")
                offered = {value or custom_id.split(":act ")[-1] for custom_id, value in offers(shown)}
                seat = table.seat_of(user)
                legal = {a.text.split(" ", 1)[1] for a in offered_actions(table.game) if a.seat == seat}
                if not offered >= {words for words in legal if words != "pass"}:
                    self.faults.append(f"table {table.id}: {user} is offered {len(offered)} of {len(legal)} acts")

    # ------------------------------------------------------------ the shuffle

    def entropies(self) -> None:
        """Each deck follows from its secret, the first message that showed its commitment, and its only new board."""
        first: dict[str, str] = {}
        boards: dict[str, set[str]] = {}
        for shown in self.ledger.shown:
            if shown.reader is None:
                for commitment in re.findall(r"\b[0-9a-f]{64}\b", shown.text):
                    first.setdefault(commitment, shown.message)
                    if "cards are being dealt" in shown.text:
                        boards.setdefault(commitment, set()).add(f"board:{shown.message}")
        for table in self.tables.values():
            for deal in table.deals:
                secret = bytes.fromhex(deal.secret)
                if hashlib.sha256(b"bezique/1/commit\0" + secret).hexdigest() != deal.commitment:
                    self.faults.append(f"table {table.id}, deal {deal.number}: the commitment is another secret's")
                if deal.deck is None:
                    continue
                self.counts["deals"] += 1
                if make_deck(secret, deal.entropy, table.game.law.pack) != parse_deck(
                    deal.deck, len(table.game.law.pack)
                ):
                    self.faults.append(f"table {table.id}, deal {deal.number}: the deck does not follow")
                if deal.entropy[0] != f"message:{first.get(deal.commitment)}":
                    self.faults.append(f"table {table.id}, deal {deal.number}: another message showed it first")
                if boards.get(deal.commitment) != {deal.entropy[-1]}:
                    self.faults.append(
                        f"table {table.id}, deal {deal.number}: not dealt by the one board posted for it"
                    )

    # ------------------------------------------------------------ cards

    def cards(self) -> None:
        """No message ever named a card that its reader could not know at that moment."""
        for shown in self.ledger.shown:
            self.counts["messages looked at"] += 1
            named = faces_in("" if _TAUGHT.search(shown.text) else _NOT_HELD.sub("", shown.text))
            if shown.reader is None and _PLAYABLE.search(shown.text):
                self.faults.append(f"a message for everyone offers cards: table {shown.table}")
            if not named:
                continue
            self.counts["cards looked at"] += len(named)
            if unknown := named - self._known(shown):
                who = "everyone" if shown.reader is None else shown.reader
                acts = next((acts for key, acts in shown.committed.items() if number_of(key) == shown.table), None)
                at = f"deal {shown.deal}, after {acts} acts"
                self.faults.append(f"table {shown.table}, {at}: {sorted(unknown)} shown to {who}: {shown.text}")
        for table in self.tables.values():
            secrets = [deal.secret for deal in table.deals if deal.closed_at is None and table.live]
            if any(secret in shown.text for shown in self.ledger.shown for secret in secrets):
                self.faults.append(f"table {table.id}: a secret was shown before its time")

    def logs(self) -> None:
        """No process wrote a card, a secret or a trace of a failure into its log."""
        secrets = [deal.secret for table in self.tables.values() for deal in table.deals]
        for text in self.ledger.log:
            self.counts["log lines"] += text.count("\n")
            for found in re.finditer("^.*\n(?=Traceback)", text, re.MULTILINE):
                if "Attempting a reconnect" not in found[0]:  # as the library tells of what it deals with
                    self.faults.append(f"a traceback in the log: {text[found.start() :][:2500]}")
            for line in text.splitlines():
                if FACE.search(line) or RECORD_CARD.search(line) or any(secret in line for secret in secrets):
                    self.faults.append(f"a card in the log: {line}")

    def _known(self, shown: Shown) -> set[str]:
        """Return the faces of the cards that a message's reader could know when it was shown."""
        table = next((each for each in self.tables.values() if each.number == shown.table), None)
        if table is None:
            return set()
        game = self._game(table, shown.committed.get(table.id, 0))
        known = _cut(table)
        number = len(game.deals) - 1 if shown.deal is None else shown.deal
        if 0 <= number < len(game.deals):
            known |= public_faces(game.deals[number])
            known |= self._turned(table, number)
        seat = table.seat_of(shown.reader) if shown.reader is not None else None
        if seat is not None and game.deals:
            known |= {english(card) for card in CardSet(game.deals[-1].hold[seat])}
        return known

    def _turned(self, table: Table, number: int) -> set[str]:
        """Return the faces of all turn-ups of a deal: everyone saw one that was exchanged since."""
        if (table.id, number) not in self._turn_ups:
            turned = {each.deals[number].turn_up for each in self._games(table) if len(each.deals) == number + 1}
            self._turn_ups[table.id, number] = {english(card) for card in turned - {NO_CARD}}
        return self._turn_ups[table.id, number]

    def _game(self, table: Table, committed: int) -> Game:
        games = self._games(table)
        return games[min(committed, len(games) - 1)]

    def _games(self, table: Table) -> list[Game]:
        """Return a table's game before each of its actions, and after the last."""
        if table.id not in self._prefixes:
            game, found, at = type(table.game)(table.rules), [], 0
            size = len(table.game.law.pack)
            for deal in table.deals:
                if deal.deck is None or deal.dealer is None:
                    break
                game = start_deal(game, deal.dealer, parse_deck(deal.deck, size)).game
                while at < len(table.actions) and table.actions[at].deal == deal.number:
                    found.append(game)
                    game = apply(game, parse_action(table.actions[at].action)).game
                    at += 1
            self._prefixes[table.id] = [*found, game]
        return self._prefixes[table.id]


def expected_board(table: Table) -> Json:
    """Return the board of a table in play as it should stand in the channel."""
    with speaking("en", in_words=False):
        late = table.time_is_up
        until = None if late else table.due.get(Due.CLOCK)
        layout = board(table, Limits().deal, until, _STYLE if not table.awaits_deal else Style(), late=late)
    return {"content": "", "components": numbered(layout.to_components())}


def expected_panel(table: Table, user: int) -> Json:
    """Return the panel of a member as it should come."""
    with speaking("en", in_words=False):
        late = table.time_is_up
        until = None if late else table.due.get(Due.CLOCK)
        layout = panel(table, user, style=_STYLE, until=until, late=late)
    return {"content": "", "components": numbered(layout.to_components())}


_STYLE: Final = Style(Look.PICTURES, CardEmojis().of("en"))


def _differs(shown: Json, expected: Json) -> str | None:
    """Return the first line in which two messages differ, without moments and remarks; None where none does."""
    ours, theirs = _lines(expected), _lines(shown)
    if ours != theirs:
        return str(next((pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), (ours, theirs)))
    enabled = [[c["custom_id"] for c in components_of(m) if "custom_id" in c and not c.get("disabled")]
               for m in (shown, expected)]  # fmt: skip
    return None if enabled[0] == enabled[1] else f"other controls: {enabled[0]} for {enabled[1]}"


def _lines(message: Json) -> list[str]:
    text = _MENTION.sub(r"/\1", _MOMENT.sub("<t>", text_of(message))).replace("`", "")
    return [
        line for line in text.splitlines() if line.strip() and "⚠" not in line and "your cards come below" not in line
    ]


def _cut(table: Table) -> set[str]:
    """Return the faces of the cards that were cut for the deal or for partners, which everyone sees."""
    names = [name for cuts in table.lots.for_deal for name in cuts if name is not None]
    return {english(parse_card(name)) for name in names if name}


def _canonical(seat: int, words: str) -> str:
    return parse_action(f"{seat} {words}").text
