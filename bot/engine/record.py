"""The game record: one JSON object that holds a finished or running game completely (``docs/record.md``).

A record is read strictly and replayed by the same functions that a live table uses, so there is one set of rules.
It names rules, not quantities: the caller passes the quantities of another member of the family.
The wording of refusals is in ``bot/ui``; an error here carries the refusal itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from bot.engine.record_json import DEAL_KEYS, FORMAT, NOTHING, TOP_KEYS, DealRecord, Record, RecordError, WrittenLots

from .actions import Action, ActionError, parse_action
from .cards import CARD_NAMES, Card, CardError, parse_card
from .deal import DealError
from .events import Event
from .game import Game, Step, apply, apply_move, start_deal
from .law import law_for
from .lots import DealerBy, Lots, SeatsBy, read_lots
from .presets import named_options, nearest_preset
from .proof import StatedLots, Verdict, check_shuffle, is_daily, sealed_on_board
from .quantities import Quantities
from .reasons import IllegalAction
from .record_json import parse_record
from .rules import Rules
from .shuffle import Shuffle


class Unproven(StrEnum):
    """The reasons why part of a deal is not proved, in the words that ``verify`` prints."""

    NO_SHUFFLE = "no shuffle"
    RUNNING = "running"
    """The secret is not published yet."""
    WITHDRAWN = "withdrawn"
    """A cut was deleted, and the proof with it."""
    NO_LOTS = "no lots"
    DEALER_PASSED = "dealer passed from another game"
    PLACES_CHOSEN = "places chosen"


class DealVerdict(NamedTuple):
    """The result of checking one deal of a record."""

    deal: int
    verdict: Verdict
    """The result for the shuffle; all None for a deal without a shuffle."""
    dealer: bool | None = None
    """Whether the deal passed on by ruling 2; None for the first deal, without lots, and where nothing can be told."""
    on_board: bool = False
    """Whether the entropy is false only because the deal was sealed on the board of the deal before."""
    repeated: bool = False
    """Whether an earlier deal of the game has the same commitment; the commitment then counts as false."""
    unproven: tuple[Unproven, ...] = ()

    @property
    def good(self) -> bool:
        """Whether no part of the result is false."""
        return self.dealer is not False and False not in self.verdict


def verify_deal(
    number: int, deals: Sequence[DealRecord], lots: WrittenLots | None, pack: Sequence[Card], players: int
) -> DealVerdict:
    """Check one deal (from 0) of a game, with what the record says of seats and first dealer."""
    deal = deals[number]
    shuffle = deal.shuffle
    if shuffle is None:
        return DealVerdict(number, Verdict(None, None, None), unproven=(Unproven.NO_SHUFFLE,))
    stated = StatedLots(lots.value, deal.dealer) if number == 0 and lots is not None else None
    earlier = [each.shuffle for each in deals[:number] if each.shuffle is not None]
    before = [each.entropy for each in earlier]
    verdict = check_shuffle(shuffle, deal.deck, pack, players, stated, before)
    on_board = verdict.entropy is False and sealed_on_board(shuffle.entropy, before, players)
    repeated = any(each.commitment.lower() == shuffle.commitment.lower() for each in earlier)
    if repeated:
        verdict = verdict._replace(commitment=False)
    if is_daily(shuffle.entropy) and len(deals) > 1:  # a daily deal is a whole game
        verdict = verdict._replace(entropy=False)
    if verdict.deck is None:
        why = Unproven.WITHDRAWN if shuffle.withdrawn else Unproven.RUNNING
        return DealVerdict(number, verdict, on_board=on_board, repeated=repeated, unproven=(why,))
    dealer = None
    if number and lots is not None:
        dealer = deal.dealer == (deals[number - 1].dealer + 1) % players
    unproven = _unproven_lots(lots, players) if number == 0 and verdict.lots is None else ()
    return DealVerdict(number, verdict, dealer, on_board, repeated, unproven)


def _unproven_lots(lots: WrittenLots | None, players: int) -> tuple[Unproven, ...]:
    """Return why lots that are not false are not proved either."""
    read = None if lots is None else read_lots(lots.value, players)
    if read is None:
        return (Unproven.NO_LOTS,)
    passed = (Unproven.DEALER_PASSED,) if read.dealer is DealerBy.PASSED else ()
    chosen = (Unproven.PLACES_CHOSEN,) if read.seats is SeatsBy.CHOSEN else ()
    return (*passed, *chosen)


__all__ = [
    "FORMAT",
    "DealRecord",
    "DealVerdict",
    "Record",
    "RecordError",
    "Replay",
    "make_record",
    "parse_deck",
    "parse_record",
    "play_record",
    "record_document",
    "record_steps",
    "replay_record",
    "rules_document",
    "verify_record",
    "write_deck",
    "write_record",
]


class Replay(NamedTuple):
    """The result of playing a record through: the game at its end and all events."""

    game: Game
    events: tuple[Event, ...]


def play_record(record: Record, quantities: Quantities | None = None) -> Game:
    """Return the game at the end of a record, or raise `RecordError` at what the rules refuse first."""
    game = Game(record.rules, quantities=quantities)
    for number, deal in enumerate(record.deals):
        game = _open(game, number, deal).game
        moment = game.deals[-1]
        for at, text in enumerate(deal.actions):
            try:
                moment = apply_move(moment, _action(text))
            except (ActionError, IllegalAction) as error:
                raise _fault(error, number, at, text) from None
        game = replace(game, deals=(*game.deals[:-1], moment))
    return game


def replay_record(record: Record, quantities: Quantities | None = None) -> Replay:
    """Return the game at the end of a record, and every event in order, each with its audience."""
    game, events = Game(record.rules, quantities=quantities), list[Event]()
    for game, happened in record_steps(record, quantities):  # noqa: B007 - the last game is the result
        events += happened
    return Replay(game, tuple(events))


def record_steps(record: Record, quantities: Quantities | None = None) -> Iterator[Step]:
    """Yield the step of each deal's opening and of each action, in order, or raise `RecordError`."""
    game = Game(record.rules, quantities=quantities)
    for number, deal in enumerate(record.deals):
        step = _open(game, number, deal)
        yield step
        for at, text in enumerate(deal.actions):
            try:
                step = apply(step.game, _action(text))
            except (ActionError, IllegalAction) as error:
                raise _fault(error, number, at, text) from None
            yield step
        game = step.game


_action = lru_cache(maxsize=4096)(parse_action)
"""Cached :func:`parse_action`: the same few hundred texts stand in every record."""


def _open(game: Game, number: int, deal: DealRecord) -> Step:
    try:
        return start_deal(game, deal.dealer, parse_deck(deal.deck, len(game.law.pack)))
    except (DealError, CardError) as error:
        raise RecordError(str(error), deal=number) from None


def _fault(error: Exception, number: int, at: int, text: str) -> RecordError:
    refusal = error.refusal if isinstance(error, IllegalAction) else None
    return RecordError(str(error), deal=number, action=at, text=text, refusal=refusal)


def parse_deck(text: str, size: int) -> tuple[Card, ...]:
    """Read a deck of ``size`` cards, top first, one space between; else raise `DealError` or `CardError`."""
    count = text.count(" ") + 1 if text else 0
    if count != size:
        raise DealError(f"the deck has {count} cards where this game has {size}")
    return tuple(parse_card(word) for word in text.split(" "))


def write_deck(deck: Sequence[Card]) -> str:
    """Write a deck, top first, with one space between the cards."""
    return " ".join(CARD_NAMES[c] for c in deck)


def verify_record(record: Record, quantities: Quantities | None = None) -> tuple[DealVerdict, ...]:
    """Check every deal; the actions need not be legal.

    A deck that is not the game's pack fails the check, as it follows from no secret. If the secret is not yet known, it
    is an error.

    Raises:
        RecordError: A deck whose secret is unknown cannot have come from any shuffle of this game's pack.
    """
    pack = law_for(record.rules, quantities).pack
    for number, deal in enumerate(record.deals):
        if deal.shuffle is not None and deal.shuffle.secret is None:
            _check_pack(number, deal.deck, pack)
    players = record.rules.players
    return tuple(verify_deal(number, record.deals, record.lots, pack, players) for number in range(len(record.deals)))


def _check_pack(number: int, deck: str, pack: tuple[Card, ...]) -> None:
    try:
        cards = parse_deck(deck, len(pack))
    except (DealError, CardError) as error:
        raise RecordError(str(error), deal=number) from None
    if set(cards) != set(pack):
        raise RecordError(
            "the deck is not this game's pack: a card is missing, doubled or of another pack", deal=number
        )


def make_record(
    game: Game,
    players: Sequence[str],
    actions: Sequence[Sequence[Action | str]],
    *,
    shuffles: Sequence[Shuffle | None] = (),
    lots: Lots | None = None,
    preset: str | None = None,
    extra: Mapping[str, object] = NOTHING,
    deal_extras: Sequence[Mapping[str, object]] = (),
    closed: bool = False,
) -> Record:
    """Make the record of a game.

    Args:
        shuffles: The shuffle of each deal, or None; may be shorter than the deals. The secret of a deal that is still
            being played is left out.
        lots: How seats and first dealer were settled; None if nothing proves it.
        preset: The preset in relation to which the rules are written; by default the nearest.
        closed: Whether the game will not go on although it has no result, so that every secret may be written.
    """
    if len(players) != game.rules.players or len(actions) != len(game.deals):
        raise ValueError("a record needs a name for every seat and a list of actions for every deal")
    if set(extra) & set(TOP_KEYS) or any(set(each) & set(DEAL_KEYS) for each in deal_extras):
        raise ValueError("a further key has the name of one of the format's own")
    deals = []
    for number, deal in enumerate(game.deals):
        shuffle = shuffles[number] if number < len(shuffles) else None
        if shuffle is not None and not (deal.over or closed):
            shuffle = replace(shuffle, secret=None)
        deals.append(
            DealRecord(
                deal.base.dealer,
                write_deck(deal.base.deck),
                tuple(str(action) for action in actions[number]),
                shuffle,
                deal_extras[number] if number < len(deal_extras) else NOTHING,
            )
        )
    written = None if lots is None else WrittenLots(lots.document())
    return Record(game.rules, tuple(players), tuple(deals), preset or nearest_preset(game.rules), written, extra)


def record_document(record: Record) -> dict[str, object]:
    """Return the JSON object of a record, with keys and the cards of every action in canonical order."""
    document: dict[str, object] = {
        "format": FORMAT,
        "rules": rules_document(record.rules, record.preset),
        "players": list(record.players),
    }
    if record.lots is not None:
        document["lots"] = record.lots.value
    document["deals"] = [_deal_document(number, deal) for number, deal in enumerate(record.deals)]
    return document | dict(record.extra)


def rules_document(rules: Rules, preset: str | None = None) -> dict[str, object]:
    """Return rules as they stand in a record: the preset, the number of players, and the options named besides."""
    name = preset or nearest_preset(rules)
    return {"preset": name, "players": rules.players, **named_options(rules, name)}


def _deal_document(number: int, deal: DealRecord) -> dict[str, object]:
    actions = []
    for at, text in enumerate(deal.actions):
        try:
            actions.append(_action(text).text)
        except ActionError as error:
            raise _fault(error, number, at, text) from None
    document: dict[str, object] = {"dealer": deal.dealer, "deck": deal.deck, "actions": actions}
    if (shuffle := deal.shuffle) is not None:
        proof: dict[str, object] = {"commitment": shuffle.commitment}
        if shuffle.secret is not None:
            proof["secret"] = shuffle.secret
        if shuffle.entropy or not shuffle.withdrawn:
            proof["entropy"] = list(shuffle.entropy)
        if shuffle.withdrawn:
            proof["withdrawn"] = True
        document["shuffle"] = proof | dict(shuffle.extra)
    return document | dict(deal.extra)


def write_record(record: Record) -> str:
    """Write a record as one line of JSON in ASCII, without a line break at its end."""
    return json.dumps(record_document(record), allow_nan=False)
