"""A game record as values, and the one error that everything about records ends in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from .presets import DEFAULT_PRESET
from .reasons import Refusal
from .rules import Rules
from .shuffle import Shuffle

FORMAT: Final = "bezique-record/1"
FORMER: Final = "a former player"
"""The name of whoever has had deleted what was kept of them; whoever shows it says it in the reader's language."""
TOP_KEYS: Final = ("format", "rules", "players", "lots", "deals")
DEAL_KEYS: Final = ("dealer", "deck", "actions", "shuffle")
SHUFFLE_KEYS: Final = ("commitment", "secret", "entropy", "withdrawn")
NOTHING: Final[Mapping[str, object]] = MappingProxyType({})

_MOST_ACTION: Final = 120
"""Characters of an action that an error repeats."""


class RecordError(ValueError):
    """What is wrong with a record: the deal and the action (both from 0; None where it is not at fault) and why.

    ``refusal`` is there where the rules refuse the action; ``reason`` is then only its code.
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
        """Say what is at fault: ``deal 0, action 41 (1 play 8Hb)``, ``deal 1``, or nothing for the whole record."""
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
    """Keys that this version does not know, kept for writing."""


@dataclass(frozen=True, slots=True)
class WrittenLots:
    """The ``lots`` of a record as they stand there; whether they are well-formed only ``verify`` asks."""

    value: object


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written down: the rules, the players' names by seat, and the deals."""

    rules: Rules
    players: tuple[str, ...]
    deals: tuple[DealRecord, ...] = ()
    preset: str = DEFAULT_PRESET
    """The preset that the rules are written as a change of."""
    lots: WrittenLots | None = None
    """How seats and first dealer came about; None in records that do not say."""
    extra: Mapping[str, object] = field(default_factory=lambda: NOTHING, repr=False)
