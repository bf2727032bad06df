"""The rules of one game as a single frozen value, refused at construction where they mean nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, cast

from .options import BY_KEY, Value, write_value


class RulesError(ValueError):
    """A rule set that cannot be played; the message is a sentence that says what and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A value for every house rule (RULES.md, section 3). Defaults are the ``modern`` preset's.

    Raises:
        RulesError: An unknown value, or two options that cannot go together.
    """

    players: int = 2
    partners: bool = False
    packs: Literal["per_player", "two_less_an_eight"] = "per_player"
    trump: Literal["turn_up", "first_marriage"] = "turn_up"
    bezique_cards: Literal["fixed", "by_trump"] = "fixed"
    trick: Literal["suit_led", "any_suit", "rank_only"] = "suit_led"
    declarations_per_trick: Literal["one", "many"] = "one"
    announce: bool = True
    bezique_cards_locked: bool = False
    sequence_bars_marriage: bool = False
    seven_scores: Literal["declared", "played"] = "played"
    seven_exchange: Literal["trick_winner", "any_holder"] = "trick_winner"
    brisques: Literal["as_taken", "end_of_deal"] = "end_of_deal"
    last_trick: Literal["final", "before_last_eight"] = "final"
    target: int = 1000
    finish: Literal["at_once", "end_of_deal"] = "end_of_deal"
    both_out: Literal["higher_total", "less_brisques", "non_dealer_first", "last_trick_winner"] = "higher_total"
    past_tricks: Literal["open", "last_only"] = "open"
    irregularities: Literal["prevented", "forfeits"] = "prevented"

    def __post_init__(self) -> None:
        for field in fields(self):
            option, value = BY_KEY[field.name], getattr(self, field.name)
            if not option.accepts(value):
                raise RulesError(f"{field.name} cannot be {_shown(value)}: it takes {option.values_text()}.")
        for conflict in (
            (
                self.partners and self.players != 4,
                "partners",
                "players",
                "partners play two against two, which takes four players",
            ),
            (
                self.packs == "two_less_an_eight" and self.players != 3,
                "packs",
                "players",
                "two packs less an eight are shared by three players",
            ),
            (
                self.announce and self.declarations_per_trick == "many",
                "announce",
                "declarations_per_trick",
                "who may declare many combinations at once has nothing to announce for later",
            ),
            (
                self.trump == "first_marriage" and self.bezique_cards == "by_trump",
                "bezique_cards",
                "trump",
                "before the first marriage there are no trumps to choose the bézique cards by",
            ),
        ):
            wrong, one, other, why = conflict
            if wrong:
                raise RulesError(f"{self._says(one)} cannot go with {self._says(other)}: {why}.")
        if self.irregularities == "forfeits":
            raise RulesError(
                "irregularities = forfeits cannot be played: the honour table is not built yet. "
                "Use irregularities = prevented."
            )

    def _says(self, key: str) -> str:
        return f"{key} = {write_value(cast(Value, getattr(self, key)))}"

    def values(self) -> dict[str, Value]:
        """Return every option's value by its name, in the rule book's order."""
        return {field.name: cast(Value, getattr(self, field.name)) for field in fields(self)}

    def changed(self, changes: Mapping[str, object]) -> Rules:
        """Return these rules with some options changed.

        Raises:
            RulesError: An option that does not exist, an unknown value, or a combination that means nothing.
        """
        return make_rules({**self.values(), **changes})


def make_rules(values: Mapping[str, object]) -> Rules:
    """Build rules from option names and values that nobody has checked yet.

    Raises:
        RulesError: An option that does not exist, an unknown value, or a combination that means nothing.
    """
    for key in values:
        if key not in BY_KEY:
            raise RulesError(f"There is no option {_shown(key)}. The options are {', '.join(BY_KEY)}.")
    return Rules(**cast("dict[str, Any]", dict(values)))  # __post_init__ checks every type and value


def _shown(value: object) -> str:
    text = write_value(value) if isinstance(value, (bool, int, str)) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "…"
