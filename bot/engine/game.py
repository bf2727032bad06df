"""A game: its rules and its deals, as a value; and the way to a deal at either kind of table.

An ordinary table prevents irregularities, an honour table lets them happen. The searches of house players use
``legality`` and ``moves`` directly, as the deals that they imagine are ordinary ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from . import honour, legality
from .actions import Action, When
from .cards import Card
from .deal import Deal, DealError, Mark, Result, open_deal
from .events import Event, opening_events
from .events import step_events as regular_step_events
from .law import Law, law_for
from .legality import why_not as regular_why_not
from .moves import advance as regular_advance
from .quantities import Quantities
from .reasons import IllegalAction, Reason, Refusal
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment; each step makes a new one and keeps the old, so undo, search and recovery are free."""

    rules: Rules
    deals: tuple[Deal, ...] = ()
    quantities: Quantities | None = None
    """The quantities, if they are not those of the rules' game."""

    @property
    def law(self) -> Law:
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
    return why_not(game.deals[-1], action) if game.deals else Refusal(Reason.NO_DEAL)


def apply(game: Game, action: Action) -> Step:
    """Return the game after an action, and the events, or raise `IllegalAction` with the reason."""
    after = game_after(game, action)
    return Step(after, step_events(game.deals[-1], action, after.deals[-1]))


def game_after(game: Game, action: Action) -> Game:
    """Return the game after an action without its events, as for a replay, or raise `IllegalAction`."""
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


def deal_out(law: Law, number: int, dealer: int, deck: tuple[Card, ...], carried: tuple[int, ...]) -> Deal:
    """Return a new deal at either kind of table, or raise `DealError` for a wrong dealer or deck."""
    deal = open_deal(law, number, dealer, deck, carried)
    return deal if law.column is None else honour.opened(deal)


def why_not(deal: Deal, action: Action) -> Refusal | None:
    """Return why a seat may not do this now (at an honour table: cannot), or None if it may."""
    if deal.honour is not None:
        return honour.why_not(deal, action)
    refusal = regular_why_not(deal, action)
    return None if refusal is None else _at_ordinary_table(refusal, action)


def _at_ordinary_table(refusal: Refusal, action: Action) -> Refusal:
    """Refuse an act of honour tables as such, and not because it is another seat's turn."""
    foreign = action.verb.when is When.HONOUR and refusal.reason is not Reason.GAME_OVER
    return Refusal(Reason.HONOUR_ONLY) if foreign else refusal


def apply_move(deal: Deal, action: Action) -> Deal:
    """Return the deal after an action, or raise `IllegalAction` with the reason."""
    if deal.honour is None:  # the fast path: an ordinary table needs no other checks
        refusal = regular_why_not(deal, action)
        if refusal is None:
            return regular_advance(deal, action)
        raise IllegalAction(_at_ordinary_table(refusal, action))
    refusal = honour.why_not(deal, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    return honour.advance(deal, action)


def advance(deal: Deal, action: Action) -> Deal:
    """Return the deal after an action that was not refused; it is not checked again."""
    return regular_advance(deal, action) if deal.honour is None else honour.advance(deal, action)


def step_events(before: Deal, action: Action, after: Deal) -> tuple[Event, ...]:
    if before.honour is None:
        return regular_step_events(before, action, after)
    return honour.honour_events(before, action, after)


def seats_to_act(deal: Deal) -> tuple[int, ...]:
    """Return the seats that may act now; at an honour table, the seats with a listed act."""
    if deal.honour is not None:
        return tuple(sorted({action.seat for action in honour.legal_acts(deal)}))
    return () if deal.over else (deal.turn,)


def legal_moves(deal: Deal) -> list[Action]:
    """List every action that is legal now, except resigning; each physical card counts on its own.

    At an honour table the list holds the regular acts and the possible claims of every seat; more acts are possible.
    """
    return legality.legal_moves(deal) if deal.honour is None else honour.legal_acts(deal)


def distinct_moves(deal: Deal) -> list[Action]:
    """List the legal actions that make a difference: of two equal copies in one place, only one."""
    return legality.distinct_moves(deal) if deal.honour is None else honour.distinct_acts(deal)
