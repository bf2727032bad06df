"""Reading of records from strangers: shapes, types, names and rules are checked, every error in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from bot.engine.record_json import (
    DEAL_KEYS,
    FORMAT,
    NOTHING,
    SHUFFLE_KEYS,
    TOP_KEYS,
    DealRecord,
    Record,
    RecordError,
    WrittenLots,
)

from .presets import DEFAULT_PRESET, build_rules, find_preset
from .record_json import JsonError, read_json, shown
from .rules import Rules, RulesError
from .shuffle import Shuffle

MOST_NAME: Final = 200
"""Maximum number of characters of a player's name."""


def parse_record(source: object) -> Record:
    """Read a record from JSON text (bytes or str) or from the object that JSON text stands for.

    Shapes, types, names and rules are checked; :func:`play_record` checks decks and actions, in their order.

    Raises:
        RecordError: The record is malformed; the message is one line.
    """
    if isinstance(source, (bytes, str)):
        try:
            source = read_json(source)
        except JsonError as error:
            raise RecordError(str(error)) from None
    if not isinstance(source, dict):
        raise RecordError(f"a record is a JSON object, not {shown(source)}")
    document = cast("dict[str, object]", source)
    if document.get("format") != FORMAT:
        found = shown(document["format"]) if "format" in document else "missing"
        raise RecordError(f'"format" must be "{FORMAT}" and is {found}')
    players = _players(document)
    preset, rules = _rules(document, len(players))
    deals = tuple(_deal(number, each) for number, each in enumerate(_list(document, "deals")))
    lots = WrittenLots(document["lots"]) if "lots" in document else None
    return Record(rules, players, deals, preset, lots, _rest(document, TOP_KEYS))


def _players(document: dict[str, object]) -> tuple[str, ...]:
    names = _list(document, "players")
    if not 2 <= len(names) <= 4:
        raise RecordError(f'"players" must list 2, 3 or 4 names and lists {len(names)}')
    for name in names:
        if not isinstance(name, str):
            raise RecordError(f"a player's name must be a text and is {shown(name)}")
        if len(name) > MOST_NAME:
            raise RecordError(f"a player's name has more than {MOST_NAME} characters")
    return tuple(cast("list[str]", names))


def _rules(document: dict[str, object], names: int) -> tuple[str, Rules]:
    given = document.get("rules")
    if not isinstance(given, dict):
        raise RecordError(f'"rules" must be an object and is {_found(document, "rules")}')
    changes = cast("dict[str, object]", dict(given))
    preset = changes.pop("preset", DEFAULT_PRESET)
    players = changes.pop("players", names)
    try:
        rules = build_rules(preset, players, changes)
        name = find_preset(preset).name
    except RulesError as error:
        raise RecordError(str(error)) from None
    if rules.players != names:
        raise RecordError(f"the rules are for {rules.players} players and {names} names are given")
    return name, rules


def _deal(number: int, value: object) -> DealRecord:
    try:
        deal = _deal_shape(value)
    except RecordError as error:
        raise RecordError(error.reason, deal=number) from None
    for at, action in enumerate(deal.actions):
        if not isinstance(action, str):
            raise RecordError(f"an action is a text, not {shown(action)}", deal=number, action=at)
    return deal


def _deal_shape(value: object) -> DealRecord:
    """Check a deal except its single actions, whose errors name their place."""
    if not isinstance(value, dict):
        raise RecordError(f"a deal is an object, not {shown(value)}")
    given = cast("dict[str, object]", value)
    dealer, deck = given.get("dealer"), given.get("deck")
    if type(dealer) is not int:
        raise RecordError(f'"dealer" must be a seat (a number from 0) and is {_found(given, "dealer")}')
    if not isinstance(deck, str):
        raise RecordError(f'"deck" must be a text and is {_found(given, "deck")}')
    actions = tuple(cast("list[str]", _list(given, "actions")))
    shuffle = _shuffle(given["shuffle"]) if "shuffle" in given else None
    return DealRecord(dealer, deck, actions, shuffle, _rest(given, DEAL_KEYS))


def _shuffle(value: object) -> Shuffle:
    if not isinstance(value, dict):
        raise RecordError(f'"shuffle" must be an object and is {shown(value)}')
    given = cast("dict[str, object]", value)
    commitment, secret = given.get("commitment"), given.get("secret")
    if not isinstance(commitment, str):
        raise RecordError(f'"commitment" must be a text and is {_found(given, "commitment")}')
    if "secret" in given and not isinstance(secret, str):
        # Only the type is named: a secret is never repeated.
        raise RecordError('"secret" must be a text, or absent while the deal is played')
    withdrawn = given.get("withdrawn", False)
    if type(withdrawn) is not bool:
        raise RecordError(f'"withdrawn" must be true or absent and is {shown(withdrawn)}')
    entropy = [] if withdrawn and "entropy" not in given else _list(given, "entropy")
    for each in entropy:
        if not isinstance(each, str):
            raise RecordError(f'"entropy" must list texts and lists {shown(each)}')
    return Shuffle(
        commitment,
        tuple(cast("list[str]", entropy)),
        cast("str | None", secret),
        _rest(given, SHUFFLE_KEYS),
        withdrawn,
    )


def _list(given: dict[str, object], key: str) -> list[object]:
    value = given.get(key)
    if not isinstance(value, list):
        raise RecordError(f'"{key}" must be a list and is {_found(given, key)}')
    return value


def _found(given: dict[str, object], key: str) -> str:
    return shown(given[key]) if key in given else "missing"


def _rest(given: dict[str, object], known: Sequence[str]) -> Mapping[str, object]:
    rest = {key: value for key, value in given.items() if key not in known}
    return MappingProxyType(rest) if rest else NOTHING
