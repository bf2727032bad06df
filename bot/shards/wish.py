"""The setting `BEZIQUE_SHARDS`: how many shards there are, and which of them a process prefers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

MOST: Final = 16_384
"""Most shards accepted; more are a mistake, as Discord asks for one per thousand servers."""
_FORM: Final = re.compile(r"(?P<preferred>[0-9,\s-]*)/\s*(?P<count>[0-9]{1,6})")
_RANGE: Final = re.compile(r"(?P<first>[0-9]{1,6})(?:\s*-\s*(?P<last>[0-9]{1,6}))?")


@dataclass(frozen=True, slots=True)
class Wish:
    """The number of shards in all processes, and those that this process prefers."""

    count: int
    preferred: frozenset[int] = frozenset()

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the wish for a text such as `/16`, `0-3/16` or `0-3,8/16`.

        Raises:
            ValueError: The text is not valid; the message says why.
        """
        whole = _FORM.fullmatch(text.strip())
        if whole is None:
            raise ValueError("should look like /16, or 0-3/16 for a process that would rather have some of them")
        count = int(whole["count"])
        if not 1 <= count <= MOST:
            raise ValueError(f"there are from 1 to {MOST} shards, not {count}")
        preferred: set[int] = set()
        for part in filter(None, map(str.strip, whole["preferred"].split(","))):
            found = _RANGE.fullmatch(part)
            if found is None:
                raise ValueError(f"{part} is no shard, and no range of them such as 0-3")
            first, last = int(found["first"]), int(found["last"] or found["first"])
            if not first <= last < count:
                raise ValueError(f"{part} is none of {count} shards, of which the last is {count - 1}")
            preferred.update(range(first, last + 1))
        return cls(count, frozenset(preferred))

    def __str__(self) -> str:
        """Return the wish in the form of the setting."""
        return f"{','.join(_ranges(sorted(self.preferred)))}/{self.count}"


def _ranges(numbers: list[int]) -> list[str]:
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found]
