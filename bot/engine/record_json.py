"""Records as values, and their strict reading: every error is one line, and memory use is bounded."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NoReturn, cast

from .presets import DEFAULT_PRESET, build_rules, find_preset
from .reasons import Refusal
from .rules import Rules, RulesError
from .shuffle import Shuffle

MOST_BYTES: Final = 16 * 1024 * 1024
"""Bytes of the largest record that is read; the longest possible game takes less than a megabyte."""
MOST_DEPTH: Final = 32
_MOST_BRACKETS: Final = 200_000
"""Maximum number of lists, objects and members; small ones make JSON many times larger in memory than on disk."""
_MOST_COMMAS: Final = 2_000_000
_MOST_DIGITS: Final = 600
"""Maximum number of digits of an integer; under its strictest setting (640) Python refuses to write longer ones."""

_SURROGATE: Final = re.compile(r"\\u[dD][89abcdefABCDEF]")
_SPACE: Final = " \t\r\n"


class JsonError(ValueError):
    """A text that is not JSON or breaks a limit of this module; the message is one line without a full stop."""


def read_json(data: bytes | str) -> object:
    """Read JSON strictly: UTF-8, no key twice, no NaN, infinity or lone surrogate, bounded size and depth."""
    if len(data) > MOST_BYTES:
        raise JsonError(f"the record is larger than {MOST_BYTES // 2**20} MiB")
    text = _decode(data) if isinstance(data, bytes) else data
    if text.startswith("\ufeff"):
        raise JsonError("the text begins with a byte order mark (save it as UTF-8 without one)")
    if not text.strip(_SPACE):
        raise JsonError("there is nothing to read")
    if text.count("[") + text.count("{") + text.count(":") > _MOST_BRACKETS or text.count(",") > _MOST_COMMAS:
        raise JsonError("the record has too many parts")
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int
        )
        _check_depth(value)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        raise JsonError(f"not JSON: {what} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise JsonError(_TOO_DEEP) from None
    except UnicodeEncodeError:
        raise JsonError("not Unicode text: half of a surrogate pair stands alone") from None
    return value


_TOO_DEEP = f"nested more than {MOST_DEPTH} levels deep"


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonError(f"not UTF-8 text (at byte {error.start})") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = counts.most_common(1)[0][0]
        raise JsonError(f"the key {shown(twice)} stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise JsonError(f"not JSON: {name} is no number")


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise JsonError("a number is too large")
    return number


def _int(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise JsonError("a number is too large")
    return int(text)


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(MOST_DEPTH + 1):
        inner: list[object] = []
        for each in level:
            if isinstance(each, dict):
                inner += [child for child in each.values() if isinstance(child, (dict, list))]
            elif isinstance(each, list):
                inner += [child for child in each if isinstance(child, (dict, list))]
        if not inner:
            return
        level = inner
    raise JsonError(_TOO_DEEP)


def shown(value: object, most: int = 60) -> str:
    """Return a value as text for an error message: printable ASCII on one line, at most ``most`` characters."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a huge number"
    if isinstance(value, str):
        value = value[: most + 1]
    text = json.dumps(value) if isinstance(value, (str, int, float, type(None))) else type(value).__name__
    return text if len(text) <= most else text[: most - 3] + "..."


FORMAT: Final = "bezique-record/1"
FORMER: Final = "a former player"
"""Name stored for a player whose data was deleted; where it is shown, it is put in the reader's language."""
TOP_KEYS: Final = ("format", "rules", "players", "lots", "deals")
DEAL_KEYS: Final = ("dealer", "deck", "actions", "shuffle")
SHUFFLE_KEYS: Final = ("commitment", "secret", "entropy", "withdrawn")
NOTHING: Final[Mapping[str, object]] = MappingProxyType({})

_MOST_ACTION: Final = 120
"""Maximum number of characters of an action that an error message repeats."""


class RecordError(ValueError):
    """An error in a record: the reason, and the deal and the action at fault (both from 0; None if not at fault).

    ``refusal`` is set if the rules refuse the action; ``reason`` is then only its code.
    """

    def __init__(
        self,
        reason: str,
        *,
        deal: int | None = None,
        action: int | None = None,
        text: str | None = None,
        refusal: Refusal | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.deal = deal
        self.action = action
        self.text = text
        self.refusal = refusal

    @property
    def where(self) -> str:
        """The place at fault: ``deal 0, action 41 (1 play 8Hb)``, ``deal 1``, or empty for the whole record."""
        if self.deal is None:
            return ""
        if self.action is None:
            return f"deal {self.deal}"
        place = f"deal {self.deal}, action {self.action}"
        if self.text is None:
            return place
        return f"{place} ({self.text if len(self.text) <= _MOST_ACTION else self.text[:_MOST_ACTION] + '...'})"

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}" if self.where else self.reason


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal as written down; deck and actions are texts in the record's notation, not yet checked by the rules."""

    dealer: int
    deck: str = field(repr=False)
    actions: tuple[str, ...]
    shuffle: Shuffle | None = None
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING, repr=False)
    """Keys that this version does not know, kept so that they are written again."""


@dataclass(frozen=True, slots=True)
class WrittenLots:
    """The ``lots`` of a record as they stand there; only ``verify`` checks that they are well-formed."""

    value: object


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written down: the rules, the players' names by seat, and the deals."""

    rules: Rules
    players: tuple[str, ...]
    deals: tuple[DealRecord, ...] = ()
    preset: str = DEFAULT_PRESET
    """The preset in relation to which the rules are written."""
    lots: WrittenLots | None = None
    """How the seats and the first dealer were settled; None in records that do not say."""
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING, repr=False)


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
        commitment, tuple(cast("list[str]", entropy)), cast("str | None", secret), _rest(given, SHUFFLE_KEYS), withdrawn
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
