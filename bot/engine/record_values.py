"""The values that make up a game record, and the error that all functions for records raise."""

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
