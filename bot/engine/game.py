"""A game: its rules and its deals, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .acting import apply_move, deal_out, distinct_moves, legal_moves, seats_to_act, step_events, why_not
from .actions import Action
from .cards import Card
from .deal import Deal, DealError, Mark, Result
from .events import Event, opening_events
from .law import Law, law_for
from .quantities import BEZIQUE, Quantities
from .reasons import IllegalAction, Reason, Refusal
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment; each step makes a new one and keeps the old, so undo, search and recovery are free."""

    rules: Rules
    deals: tuple[Deal, ...] = ()
    quantities: Quantities = BEZIQUE

    @property
    def law(self) -> Law:
        """The compiled rules."""
        return law_for(self.rules, self.quantities)

    @property
    def deal(self) -> Deal | None:
        """The deal being played or last played."""
        return self.deals[-1] if self.deals else None

    @property
    def result(self) -> Result | None:
        """Who has won and how, once the game is over."""
        return self.deals[-1].result if self.deals else None

    @property
    def between_deals(self) -> bool:
        """Whether the next deal may be opened."""
        return not self.deals or (self.deals[-1].over and self.deals[-1].result is None)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat."""
        return self.deals[-1].score.totals if self.deals else (0,) * self.rules.players

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every point ever scored, in order."""
        return tuple(mark for deal in self.deals for mark in deal.score.marks)

    def next_dealer(self) -> int | None:
        """Return the seat that must deal next (ruling 2), or None for the first deal, whose dealer the cut decides."""
        return (self.deals[-1].base.dealer + 1) % self.rules.players if self.deals else None


class Step(NamedTuple):
    """The result of a step: the next game and the events."""

    game: Game
    events: tuple[Event, ...]


def start_deal(game: Game, dealer: int, deck: tuple[Card, ...]) -> Step:
    """Open the next deal with a given order of the cards, top first.

    Raises:
        DealError: The game or the last deal is not ready for it, another seat deals, or the deck is not the pack.
    """
    if game.result is not None:
        raise DealError("the game is over")
    if not game.between_deals:
        raise DealError("the deal before is not over")
    due = game.next_dealer()
    if due is not None and dealer != due:
        raise DealError(f"seat {due} deals, as the deal passes to the left (ruling 2)")
    deal = deal_out(game.law, len(game.deals), dealer, deck, game.totals)
    return Step(Game(game.rules, (*game.deals, deal), game.quantities), opening_events(deal))


def why_illegal(game: Game, action: Action) -> Refusal | None:
    """Return why a seat may not do this now, or None if it may."""
    return why_not(game.deals[-1], action) if game.deals else Refusal(Reason.NO_DEAL)


def apply(game: Game, action: Action) -> Step:
    """Return the game after an action, and the events.

    Raises:
        IllegalAction: The rules refuse it; it carries the reason.
    """
    after = game_after(game, action)
    return Step(after, step_events(game.deals[-1], action, after.deals[-1]))


def game_after(game: Game, action: Action) -> Game:
    """Return the game after an action without its events, as for a replay.

    Raises:
        IllegalAction: The rules refuse it; it carries the reason.
    """
    if not game.deals:
        raise IllegalAction(Refusal(Reason.NO_DEAL))
    after = apply_move(game.deals[-1], action)
    return Game(game.rules, (*game.deals[:-1], after), game.quantities)


def to_act(game: Game) -> tuple[int, ...]:
    """Return the seats that may act now: none between deals and after the end, perhaps several at an honour table."""
    return seats_to_act(game.deals[-1]) if game.deals else ()


def legal_actions(game: Game) -> list[Action]:
    """List every action that is legal now, except resigning; each physical card counts on its own."""
    return legal_moves(game.deals[-1]) if game.deals else []


def offered_actions(game: Game) -> list[Action]:
    """List the legal actions that make a difference: of two equal copies in one place, only one."""
    return distinct_moves(game.deals[-1]) if game.deals else []
