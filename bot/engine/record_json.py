"""Strict reading of JSON from strangers: every error is one line, and memory use is bounded."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Final, NoReturn

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
    """Read one JSON text strictly: UTF-8, no key twice, no NaN or infinity, no lone surrogates, bounded size and depth.

    Raises:
        JsonError: The text is refused.
    """
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
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_float,
            parse_int=_int,
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
