"""An exercise: a moment at which something is to be found, what was done there, and what is best."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.coach.answers import RIGHT, Asked, Verdict, told, verdict
from bot.coach.kinds import Kind, kind_at
from bot.coach.positions import Position
from bot.coach.samples import Measured, same_in_kind
from bot.coach.themes import Reason
from bot.engine import Action, Deal, View, observe_deal
from bot.house.chance import Purpose, seed_for
from bot.tables.values.charged import Charged


@dataclass(frozen=True, slots=True)
class Own:
    """From which game of one's own an exercise comes."""

    table_id: int
    guild_id: int
    at: int
    deal: int
    """From 0."""
    trick: int
    done: Action
    cost: Measured
    """Of what was done."""
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Exercise:
    """Something to be found; of the cards nothing is shown but the view."""

    name: str
    preset: str
    kind: Kind
    view: View
    best: Action
    names: tuple[str, ...]
    """By seat; empty where the house's players are to be named."""
    dealt: Deal = field(repr=False)
    """The cards as they were dealt, hidden ones too: for telling what had happened, never shown."""
    before: tuple[Action, ...]
    """What had been done in the deal."""
    position: Position | None = None
    own: Own | None = None

    def known(self, answer: Action) -> Verdict | None:
        """Return what an answer is worth, or None where that has to be measured first, or it cannot be done."""
        if self.position is not None:
            return told(self.position, answer)
        assert self.own is not None
        if same_in_kind(self.view, answer, self.best):
            return RIGHT
        if same_in_kind(self.view, answer, self.own.done):
            return verdict(self.own.cost, self.own.reason)
        return None

    def asked(self, answer: Action) -> Asked:
        """Return what is to be measured of an answer; the same answer gets the same verdict for ever."""
        assert self.own is not None
        seed = seed_for(self.own.table_id, self.own.at, self.view.turn, Purpose.EXERCISE)
        return Asked(self.view, self.best, answer, seed)

    @property
    def others(self) -> tuple[tuple[Action, Verdict], ...]:
        """What else could be done, as far as it is known what it costs, the cheapest first."""
        if self.position is not None:
            rest = self.position.options[1:]
            return tuple((each.action, verdict(each.cost, each.reason)) for each in rest)
        assert self.own is not None
        return ((self.own.done, verdict(self.own.cost, self.own.reason)),)


def exercise_of(position: Position, preset: str) -> Exercise:
    """Return one of the project's positions as an exercise."""
    deals, actions = position.replayed()
    view = observe_deal(deals[-1], position.seat)
    return Exercise(position.id, preset, position.kind, view, position.best, (), deals[0], actions, position=position)


def exercise_from(name: str, preset: str, names: tuple[str, ...], own: Own, moment: Charged) -> Exercise:
    """Return a decision that a review charges as an exercise."""
    view = moment.view
    kind = kind_at(view.phase, view.trick, view.stock)
    return Exercise(name, preset, kind, view, moment.blunder.acts[1], names, moment.dealt, moment.before, own=own)
