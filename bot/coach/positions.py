"""The positions of the exercises: a seat's view in a deal that the house played, and the cost of each action there.

``benchmarks/exercises.py`` finds, measures and writes them; each line of the file is a position. It contains the deck
and the play, from which the rules build the moment again; only the view, and what that seat may know, may be shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from random import Random
from typing import Any, Final, NamedTuple

from bot.engine import Action, Deal, Rules, Verb, View, build_rules, observe_deal, parse_action, parse_card
from bot.engine.game import apply_move, deal_out
from bot.engine.law import law_for
from bot.house.players import Method, choose
from bot.house.roster import Level
from bot.house.search import effort_for
from bot.lazy import dataclass

from .reasons import reason
from .review import better_than
from .samples import WORTH_TELLING, Measured, compare, same_in_kind
from .themes import Kind, Reason, Theme

GROUPS: Final = 120
"""New groups of samples in which an answer is compared with the best one, as many as confirm a charge."""


class Verdict(NamedTuple):
    """The judgement on an answer."""

    found: bool
    """Whether the answer is the best or hardly worse: by no more than chance explains, or by too little to tell."""
    cost: Measured
    """The cost in points as they are marked; without an error if the ending was played out."""
    reason: Reason | None
    """Why the best is better; None if `found` is true."""


class Asked(NamedTuple):
    """An answer that has to be measured: the seat's view, the best action, the answer, and the seed."""

    view: View
    best: Action
    answer: Action
    seed: int


RIGHT: Final = Verdict(found=True, cost=Measured(0.0, 0.0), reason=None)


def stored_verdict(position: Position, answer: Action) -> Verdict | None:
    """Return the verdict on an answer in a stored position, or None if the position says nothing about it."""
    found = next((each for each in position.options if each.action == answer), None)
    if found is None:  # one of several equal copies stands for all of them
        view = position.view
        if answer not in view.legal:
            return None
        found = next((each for each in position.options if same_in_kind(view, each.action, answer)), None)
    return None if found is None else verdict(found.cost, found.reason)


def verdict(cost: Measured, why: Reason | None) -> Verdict:
    """Return the verdict on an answer that costs `cost` against the best."""
    if not cost.sure or cost.mean < WORTH_TELLING:
        return Verdict(found=True, cost=cost, reason=None)
    return Verdict(found=False, cost=cost, reason=why)


def measured_verdict(asked: Asked, groups: int = GROUPS) -> Verdict:
    """Return the verdict on an answer from new samples of it and of the best, or from playing the ending out."""
    view, best, answer, seed = asked
    if same_in_kind(view, best, answer):
        return RIGHT
    if view.last_eight and view.players == 2:
        rng = Random(seed)  # noqa: S311 - play, not secrets
        decision = choose(Level.STRONG, view, rng, effort=effort_for(view.players).exactly(1))
        if decision.method is Method.EXACT:
            seen = better_than(view, answer, decision)
            return RIGHT if seen is None else verdict(Measured(seen.points, 0.0), Reason(Theme.COUNTED))
    found = compare(view, best, answer, seed, groups)
    return verdict(found.points, reason(view, found))


class Outline(NamedTuple):
    """A summary of a position, read without building the position."""

    id: str
    preset: str
    players: int
    partners: bool
    kind: Kind
    theme: str = ""
    """The theme of the reason why the best action is better than the next best; empty if there is no reason."""
    hardness: float = 0.0


def hardness(options: int, gap: float) -> float:
    """Return how hard a position of so many options looks, where the next best costs so much, in units of strength."""
    return (min(options, 8) - 5) - (min(gap, 40.0) - 15) / 10


@dataclass(frozen=True, slots=True)
class Option:
    """An action in a position, with its cost in points against the best."""

    action: Action
    cost: Measured
    reason: Reason | None
    """Why the best is better; None for the best itself."""


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a deal played by the house at which one action is clearly best."""

    id: str
    """A name that follows from the deck and the actions, so it always names the same position."""
    rules: Rules
    kind: Kind
    seat: int
    """The seat on turn."""
    options: tuple[Option, ...]
    """The actions that differ, the best first."""
    dealer: int
    deck: str
    """The cards, top first, three characters each."""
    done: tuple[str, ...]
    """The actions before, each of the seat then on turn: a card for a play, ``-`` for a pass, or an action's words."""

    @property
    def best(self) -> Action:
        """The best action."""
        return self.options[0].action

    def replayed(self) -> tuple[tuple[Deal, ...], tuple[Action, ...]]:
        """Return every moment of the deal up to this one, with all hidden cards, and the actions between them."""
        cards = tuple(parse_card(self.deck[at : at + 3]) for at in range(0, len(self.deck), 3))
        law = law_for(self.rules)
        deals = [deal_out(law, 0, self.dealer, cards, (0,) * law.players)]
        actions = []
        for text in self.done:
            action = parse_action(f"{deals[-1].turn} {_words(text)}")
            deals.append(apply_move(deals[-1], action))
            actions.append(action)
        return tuple(deals), tuple(actions)

    @property
    def view(self) -> View:
        """What the seat on turn sees."""
        return observe_deal(self.replayed()[0][-1], self.seat)


def _words(text: str) -> str:
    if text == "-":
        return Verb.PASS.value
    return text if " " in text else f"{Verb.PLAY.value} {text}"


def read(line: str) -> Position:
    """Read a line of the file."""
    found: Mapping[str, Any] = json.loads(line)
    changes = dict(found["rules"])
    rules = build_rules(changes.pop("preset"), changes.pop("players"), changes)
    seat = found["seat"]
    options = tuple(
        Option(
            parse_action(f"{seat} {_words(text)}"),
            Measured(mean, error),
            Reason(Theme(reason[0]), *reason[1:]) if reason else None,
        )
        for text, mean, error, *reason in found["options"]
    )
    done = tuple(found["done"].split(",")) if found["done"] else ()
    return Position(found["id"], rules, Kind(found["kind"]), seat, options, found["dealer"], found["deck"], done)


@cache
def _lines() -> Mapping[str, tuple[Outline, str]]:
    """Return every position's outline and line, by its name; the file is read at the first call."""
    lines = resources.files("bot.coach").joinpath("positions.jsonl").read_text(encoding="ascii").splitlines()
    found = {}
    for line in lines:
        each: Mapping[str, Any] = json.loads(line)
        rules = each["rules"]
        partners = bool(rules.get("partners", False))
        theme = next(iter(each["options"][1][3:4]), "") if len(each["options"]) > 1 else ""
        hard = hardness(len(each["options"]), each["options"][1][1]) if len(each["options"]) > 1 else 0.0
        outline = Outline(each["id"], rules["preset"], rules["players"], partners, Kind(each["kind"]), theme, hard)
        found[each["id"]] = outline, line
    return found


def outlines() -> tuple[Outline, ...]:
    """Return the outlines of all positions."""
    return tuple(outline for outline, _ in _lines().values())


@lru_cache(maxsize=64)
def position(name: str) -> Position | None:
    """Return the position of a name, or None if it does not exist any more."""
    found = _lines().get(name)
    return None if found is None else read(found[1])
