"""The rules of one game as a single frozen value, which refuses meaningless rules at construction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, NamedTuple, cast

from .options import BY_KEY, MAX_TARGET, MIN_TARGET, TARGET_STEP, Value, write_value
from .quantities import BEZIQUE, GAMES


class Mistyped(NamedTuple):
    """A part of a word of a rule code that was not understood, and what could stand in its place."""

    typed: str
    known: tuple[str, ...]
    before: str = ""
    """The part of the word before it."""
    after: str = ""

    @property
    def is_name(self) -> bool:
        """Whether it stands in the place of an option's name, before a value."""
        return self.after.startswith("=")


class RulesError(ValueError):
    """A rule set that cannot be played; the message is a sentence that says what is wrong and why.

    Attributes:
        text: The sentence, with names in braces for the values, so that it can be translated.
        values: The values of the names in braces.
        mistyped: The part of a typed code that was not understood, or None.
    """

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values) if values else text)
        self.text = text
        self.values = values
        self.mistyped: Mistyped | None = None

    def about(self, mistyped: Mistyped) -> RulesError:
        self.mistyped = mistyped
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A value for every house rule (RULES.md, section 3), checked together; defaults are the ``modern`` preset's."""

    game: Literal["bezique", "rubicon"] = "bezique"
    players: int = 2
    partners: bool = False
    packs: Literal["per_player", "two_less_an_eight"] = "per_player"
    trump: Literal["turn_up", "first_marriage"] = "turn_up"
    bezique_cards: Literal["fixed", "by_trump"] = "fixed"
    trick: Literal["suit_led", "any_suit", "rank_only", "rank_then_trump"] = "suit_led"
    declarations_per_trick: Literal["one", "many"] = "one"
    new_card: bool = True
    double_from_singles: bool = False
    treble: bool = True
    reckoning: Literal["tens", "units"] = "tens"
    announce: bool = True
    bezique_cards_locked: bool = False
    sequence_bars_marriage: bool = False
    seven_scores: Literal["declared", "played", "played_throughout"] = "played_throughout"
    seven_exchange: Literal["trick_winner", "any_holder"] = "trick_winner"
    brisques: Literal["as_taken", "end_of_deal"] = "end_of_deal"
    last_trick: Literal["final", "before_last_eight"] = "final"
    target: int = 1000
    length: Literal["target", "one_deal"] = "target"
    finish: Literal["at_once", "end_of_deal"] = "end_of_deal"
    both_out: Literal["higher_total", "less_brisques", "non_dealer_first", "last_trick_winner"] = "higher_total"
    past_tricks: Literal["open", "last_only"] = "open"
    irregularities: Literal["prevented", "forfeits"] = "prevented"
    forfeits: Literal["britannica", "enquire", "modern", "revoke_only"] = "modern"

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not BY_KEY[field.name].accepts(value):
                raise wrong_value(field.name, _shown(value))
        game = GAMES[self.game]
        for key, value in game.fixed:
            object.__setattr__(self, key, value)
        if self.players not in game.players:
            raise RulesError(
                "{one} cannot go with {other}: it is a game for {players}.",
                one=self._says("players"), other=self._says("game"), players=" or ".join(map(str, game.players)),
            )  # fmt: skip
        for key, value in game.refused:
            if getattr(self, key) == value:
                raise RulesError(
                    "{one} cannot go with {other}: there is no such table.",
                    one=self._says(key), other=self._says("game"),
                )  # fmt: skip
        if self.partners and self.players != 4:
            raise RulesError(
                "{one} cannot go with {other}: partners are two against two, of four players.",
                one=self._says("partners"), other=self._says("players"),
            )  # fmt: skip
        if self.packs == "two_less_an_eight" and self.players != 3:
            raise RulesError(
                "{one} cannot go with {other}: two packs less an eight are for three players.",
                one=self._says("packs"), other=self._says("players"),
            )  # fmt: skip
        if self.announce and self.declarations_per_trick == "many":
            raise RulesError(
                "{one} cannot go with {other}: with many declarations at once there is nothing to announce.",
                one=self._says("announce"), other=self._says("declarations_per_trick"),
            )  # fmt: skip
        if self.announce and not self.new_card:
            raise RulesError(
                "{one} cannot go with {other}: where no new card is needed there is nothing to announce.",
                one=self._says("announce"), other=self._says("new_card"),
            )  # fmt: skip
        if self.double_from_singles and self.bezique_cards_locked:
            raise RulesError(
                "{one} cannot go with {other}: a locked bézique card serves in no higher bézique either.",
                one=self._says("double_from_singles"), other=self._says("bezique_cards_locked"),
            )  # fmt: skip

    def _says(self, key: str) -> str:
        return f"{key} = {write_value(cast(Value, getattr(self, key)))}"

    def free(self) -> dict[str, Value]:
        """Return the values of the options to which the game leaves a choice."""
        fixed = dict(GAMES[self.game].fixed)
        return {key: value for key, value in self.values().items() if key not in fixed}

    def values(self) -> dict[str, Value]:
        """Return every option's value by its name, in the rule book's order."""
        return {field.name: cast(Value, getattr(self, field.name)) for field in fields(self)}

    def changed(self, changes: Mapping[str, object]) -> Rules:
        """Return these rules with some options changed, or raise `RulesError`."""
        values = self.free()
        if changes.get("game", self.game) != self.game:  # the other house rules were chosen for another game
            values = {key: values[key] for key in ("players", "reckoning")}
        return make_rules({**values, **changes})


def wrong_value(key: str, shown: str) -> RulesError:
    """Return the error for a wrong value of an option; ``shown`` is the value as it was given."""
    if key == "target":
        return RulesError(
            "{key} cannot be {value}: it takes a multiple of {step} from {least} to {most}.",
            key=key, value=shown, step=TARGET_STEP, least=MIN_TARGET, most=MAX_TARGET,
        )  # fmt: skip
    values = ", ".join(write_value(choice.value) for choice in BY_KEY[key].choices)
    return RulesError("{key} cannot be {value}: it takes {values}.", key=key, value=shown, values=values)


def no_option(shown: str) -> RulesError:
    """Return the error for an option that does not exist; ``shown`` is its name as it was given."""
    return RulesError("There is no option {key}.", key=shown)


def make_rules(values: Mapping[str, object]) -> Rules:
    """Build rules from option names and values that are not checked yet, or raise `RulesError`."""
    for key in values:
        if key not in BY_KEY:
            raise no_option(_shown(key))
    named = values.get("game", "bezique")
    game = GAMES.get(named, BEZIQUE) if isinstance(named, str) else BEZIQUE
    for key, _ in game.fixed:
        if key in values:
            raise RulesError("{key} has no effect in {game}; leave it out.", key=key, game=f"game = {named}")
    # __post_init__ checks every type and value.
    return Rules(**cast("dict[str, Any]", {**dict(game.customary), **values}))


def _shown(value: object) -> str:
    text = write_value(value) if isinstance(value, (bool, int, str)) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "…"
