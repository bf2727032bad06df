"""The rule books as presets, and the short code in which a rule set can be typed.

A preset is a value for every option. Nothing in the engine asks which preset a table started from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Final

from .options import BY_KEY, Value, write_value
from .quantities import GAMES
from .rules import Mistyped, Rules, RulesError, make_rules, no_option, wrong_value


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """A rule book: name in records, title, source, departures from ``modern``, and what the source leaves open."""

    name: str
    title: str
    source: str
    line: str
    departures: Mapping[str, Value]
    by_players: Mapping[int, Mapping[str, Value]] = field(default_factory=lambda: MappingProxyType({}))
    """Further departures, by number of players."""
    also: Mapping[str, tuple[Value, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By option: the further values that the source allows."""
    also_ours: frozenset[str] = frozenset()
    """The options whose further values are allowed by us, not by the source."""
    ours: frozenset[str] = frozenset()
    """The options about which the source says nothing: their value is our choice (RULES.md, section 3)."""

    @property
    def game(self) -> str:
        return str(self.departures.get("game", "bezique"))

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that can play by it."""
        return GAMES[self.game].players

    def rules(self, players: int = 2) -> Rules:
        return _rules(self, players)


@cache
def _rules(preset: Preset, players: int) -> Rules:
    return make_rules({"players": players, **preset.departures, **preset.by_players.get(players, {})})


_OURS: Final = frozenset({"length", "irregularities"})
"""The options that no source has: a game of one deal, and a table that refuses every act against the rules."""

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        preset.name: preset
        for preset in (
            Preset(
                "modern",
                "Modern",
                "M",
                "What living players know: one declaration a trick, announcing, brisques at the end.",
                {},
                {3: {"target": 1500}},
                also={
                    "partners": (True,),
                    "double_from_singles": (True,),
                    "treble": (False,),
                    "seven_scores": ("played",),
                    "target": (2000,),
                    "irregularities": ("forfeits",),
                },
                ours=_OURS | {"new_card", "treble", "partners", "seven_exchange", "finish", "both_out", "past_tricks"},
            ),
            Preset(
                "britannica",
                "Britannica, 9th edition",
                "B",
                "Many declarations a trick, all marked at once; the game ends when somebody scores out.",
                {
                    "bezique_cards": "by_trump",
                    "declarations_per_trick": "many",
                    "announce": False,
                    "seven_scores": "declared",
                    "brisques": "as_taken",
                    "last_trick": "before_last_eight",
                    "finish": "at_once",
                    "both_out": "last_trick_winner",
                    "past_tricks": "last_only",
                    "forfeits": "britannica",
                },
                also={
                    "partners": (True,),
                    "trump": ("first_marriage",),
                    "bezique_cards": ("fixed",),
                    "treble": (False,),
                    "reckoning": ("units",),
                    "brisques": ("end_of_deal",),
                    "irregularities": ("forfeits",),
                },
                ours=_OURS | {"partners", "treble"},
            ),
            Preset(
                "enquire",
                "Enquire Within",
                "E",
                "Any higher card takes a trick, whatever its suit; a tie leaves out aces and tens.",
                {
                    "trick": "any_suit",
                    "announce": False,
                    "seven_scores": "played",
                    "both_out": "less_brisques",
                    "past_tricks": "last_only",
                    "forfeits": "enquire",
                },
                also={
                    "partners": (True,),
                    "packs": ("two_less_an_eight",),
                    "bezique_cards": ("by_trump",),
                    "trick": ("suit_led",),
                    "new_card": (False,),
                    "double_from_singles": (True,),
                    "sequence_bars_marriage": (True,),
                    "last_trick": ("before_last_eight",),
                    "target": (2000, 4000),
                    "both_out": ("non_dealer_first",),
                    "irregularities": ("forfeits",),
                },
                ours=_OURS | {"new_card", "finish"},
            ),
            Preset(
                "parlour",
                "Victorian parlour",
                "P",
                "Trumps sleep until the last eight tricks; bézique cards serve once.",
                {
                    "trick": "rank_only",
                    "announce": False,
                    "bezique_cards_locked": True,
                    "seven_exchange": "any_holder",
                    "forfeits": "revoke_only",
                },
                also={
                    "trump": ("first_marriage",),
                    "trick": ("rank_then_trump",),
                    "treble": (False,),
                    "seven_scores": ("played",),
                    "irregularities": ("forfeits",),
                },
                also_ours=frozenset({"irregularities"}),
                ours=_OURS
                | {
                    "declarations_per_trick",
                    "new_card",
                    "treble",
                    "brisques",
                    "target",
                    "finish",
                    "both_out",
                    "past_tricks",
                    "forfeits",
                },
            ),
            Preset(
                "rubicon",
                "Rubicon",
                "R",
                "Four packs and nine cards; declare again and again; one deal is a game.",
                {"game": "rubicon"},
                ours=frozenset({"past_tricks"}),
            ),
        )
    }
)
DEFAULT_PRESET: Final = "modern"
ALWAYS_NAMED: Final = frozenset({"seven_scores"})
"""Options that are written with their value also where it is the preset's, as the record's format says."""


def find_preset(name: object) -> Preset:
    """Return a preset by its name, or raise `RulesError`."""
    preset = PRESETS.get(name) if isinstance(name, str) else None
    if preset is None:
        raise _no_preset(name[:40] if isinstance(name, str) else type(name).__name__)
    return preset


def _no_preset(shown: str) -> RulesError:
    return RulesError("There is no preset {name}. The presets are {presets}.", name=shown, presets=", ".join(PRESETS))


def build_rules(preset: object, players: object, changes: Mapping[str, object]) -> Rules:
    """Return a preset's rules for a number of players, with options changed, or raise `RulesError`."""
    found = find_preset(preset)
    if type(players) is not int or players not in (2, 3, 4):
        raise wrong_value("players", str(players)[:40])
    return found.rules(players).changed(changes)


def named_options(rules: Rules, preset: str) -> dict[str, Value]:
    """Return the options, with their values, that are written when rules are stored in relation to a preset."""
    changed = differences(rules, preset)
    return {key: value for key, value in rules.free().items() if key in changed or key in ALWAYS_NAMED}


def differences(rules: Rules, preset: str) -> dict[str, tuple[Value, Value]]:
    """Return where rules depart from a preset for that number of players: option to (preset's value, this value)."""
    book = _values_of(preset, rules.game, rules.players)
    return {key: (book[key], value) for key, value in rules.free().items() if value != book[key]}


@cache
def _values_of(preset: str, game: str, players: int) -> Mapping[str, Value]:
    """Return a preset's values for a number of players, as they are if another game is chosen with it."""
    book = PRESETS[preset]
    if book.game == game:
        return book.rules(players).values()
    return {
        **book.rules(book.players[0]).changed({"game": game, "players": players}).values(),
        "game": book.game,
    }


def nearest_preset(rules: Rules) -> str:
    """Return the preset from which rules depart in the fewest options; ``modern`` first among equals."""
    books = [name for name, preset in PRESETS.items() if rules.players in preset.players]
    return min(books, key=lambda name: len(differences(rules, name)))


def write_code(rules: Rules, preset: str | None = None) -> str:
    """Write rules as a code that can be typed: ``modern``, ``britannica 3 target=2000 brisques=end_of_deal``."""
    name = preset or nearest_preset(rules)
    words = [name] + ([str(rules.players)] if rules.players != 2 else [])
    words += [f"{key}={write_value(new)}" for key, (_, new) in differences(rules, name).items()]
    return " ".join(words)


_MOST_CODE = 400
_APART: Final = re.compile(r"(?:[\s;+]|,(?!(?<=\d,)\d\d))+")
"""What stands between words; a comma within a number does not."""
_EQUALS: Final = re.compile(r"\s*=[ \t]*\+?")
_THOUSANDS: Final = re.compile(r"(?<==)(\d{1,3})[\s,.'’](\d{3})(?!\d)")
_TRUTHS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def code_words(code: str) -> list[str]:
    """Return the words of a rule code, split at spaces, commas, semicolons and plus signs, with plain numbers."""
    return [word for word in _APART.split(_THOUSANDS.sub(r"\1\2", _EQUALS.sub("=", code))) if word]


def read_code(code: str, beside: Sequence[str] = (), *, players: int = 2) -> tuple[str, Rules]:
    """Read a rule set's code: a preset's name, perhaps the number of players, and ``option=value`` words.

    Args:
        beside: Words that mean something besides the rules, which the caller takes out of the code; they are suggested
            for a mistyped word.
    """
    if len(code) > _MOST_CODE:
        raise RulesError("A rule code has at most {most} characters.", most=_MOST_CODE)
    preset = DEFAULT_PRESET
    changes: dict[str, Value] = {}
    for place, word in enumerate(code_words(code)):
        name, equals, text = word.partition("=")
        if equals and name.lower() not in BY_KEY:
            raise no_option(name[:40]).about(Mistyped(name, tuple(BY_KEY), after=f"={text}"))
        if not equals and place == 0 and not word.isdigit():
            preset = word.lower()
            if preset not in PRESETS:
                raise _no_preset(preset[:40]).about(Mistyped(word, tuple(PRESETS)))
            continue
        if not equals and word not in ("2", "3", "4"):
            raise RulesError(
                "{word} is not understood; write a preset ({presets}), players and options, as in: britannica 3 "
                "target=2000",
                word=repr(word[:40]),
                presets=", ".join(PRESETS),
            ).about(Mistyped(word, tuple(beside)))
        key, value = (name.lower(), _read_value(name, text)) if equals else ("players", int(word))
        if key in changes:
            before, after = write_value(changes[key]), write_value(value)
            raise RulesError(
                "{key} is given twice, as {one} and {other}; once is enough.", key=key, one=before, other=after
            )
        changes[key] = value
    chosen = changes.pop("players", players)
    rules = build_rules(preset, chosen, changes)
    return (preset if PRESETS[preset].game == rules.game else nearest_preset(rules)), rules


def _read_value(name: str, text: str) -> Value:
    word, option = text.lower(), BY_KEY[name.lower()]
    value: Value = int(word) if word.isascii() and word.isdigit() and len(word) <= 6 else _TRUTHS.get(word, word)
    if not option.accepts(value):
        # A number gets no suggestions, as nobody knows what 505 was meant to be.
        known = [] if type(value) is int else [write_value(choice.value) for choice in option.choices]
        known += _TRUTHS if option.accepts(True) and known else ()
        raise wrong_value(option.key, text[:40] or "empty").about(Mistyped(text, tuple(known), before=f"{name}="))
    return value
