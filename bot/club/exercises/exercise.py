"""An exercise: a position in which the best action is to be found."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.coach.positions import RIGHT, Asked, Position, Verdict, told, verdict
from bot.coach.samples import Measured, same_in_kind
from bot.coach.themes import Kind, Reason, kind_at
from bot.engine import Action, Deal, View, observe_deal
from bot.house.chance import Purpose, seed_for
from bot.tables.values.charged import Charged


@dataclass(frozen=True, slots=True)
class Own:
    """The place in a member's own game from which an exercise comes."""

    table_id: int
    guild_id: int
    at: int
    """The number of actions of the game before it."""
    deal: int
    """From 0."""
    trick: int
    done: Action
    """The action that the member chose in the game."""
    cost: Measured
    """The measured cost of that action."""
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which the best action is to be found; only the view is shown of its cards."""

    name: str
    preset: str
    kind: Kind
    view: View
    best: Action
    names: tuple[str, ...]
    """The players' names by seat; empty: the names of house players are used."""
    dealt: Deal = field(repr=False)
    """The deal as dealt, with hidden cards: used to tell what had happened, never shown."""
    before: tuple[Action, ...]
    """The actions of the deal before the position."""
    position: Position | None = None
    own: Own | None = None

    def known(self, answer: Action) -> Verdict | None:
        """Return the verdict on an answer, or None where it has to be measured first or the action is impossible."""
        if self.position is not None:
            return told(self.position, answer)
        assert self.own is not None
        if same_in_kind(self.view, answer, self.best):
            return RIGHT
        if same_in_kind(self.view, answer, self.own.done):
            return verdict(self.own.cost, self.own.reason)
        return None

    def asked(self, answer: Action) -> Asked:
        """Return what to measure for an answer; its seed is fixed, so the same answer always gets the same verdict."""
        assert self.own is not None
        seed = seed_for(self.own.table_id, self.own.at, self.view.turn, Purpose.EXERCISE)
        return Asked(self.view, self.best, answer, seed)

    @property
    def alternatives(self) -> tuple[tuple[Action, Verdict], ...]:
        """The other actions whose cost is known, each with its verdict, the cheapest first."""
        if self.position is not None:
            rest = self.position.options[1:]
            return tuple((each.action, verdict(each.cost, each.reason)) for each in rest)
        assert self.own is not None
        return ((self.own.done, verdict(self.own.cost, self.own.reason)),)


def exercise_of(position: Position, preset: str) -> Exercise:
    """Return one of the project's own positions as an exercise."""
    deals, actions = position.replayed()
    view = observe_deal(deals[-1], position.seat)
    return Exercise(position.id, preset, position.kind, view, position.best, (), deals[0], actions, position=position)


def exercise_from(name: str, preset: str, names: tuple[str, ...], own: Own, moment: Charged) -> Exercise:
    """Return a decision that a review counts as a mistake as an exercise.

    Args:
        name: The exercise's name.
        names: The players' names by seat.
        own: The place in the member's own game.
    """
    view = moment.view
    kind = kind_at(view.phase, view.trick, view.stock)
    return Exercise(name, preset, kind, view, moment.blunder.acts[1], names, moment.dealt, moment.before, own=own)
