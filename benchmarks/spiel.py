"""A deal as an OpenSpiel game, and OpenSpiel's information set search as a player for ``house.py`` to compare."""

from __future__ import annotations

import importlib
import random
import time
from typing import Any

from bot.engine import Action, Deal, observe_deal
from bot.engine.legality import legal_moves
from bot.engine.moves import advance
from bot.house.imagine import Imagination


class _SpielType:
    """The properties of a game's type that OpenSpiel's search reads."""

    def __init__(self, pyspiel: Any) -> None:  # noqa: ANN401 - an untyped package
        self.dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
        self.information = pyspiel.GameType.Information.IMPERFECT_INFORMATION


class SpielState:
    """A deal as a state for OpenSpiel's Python algorithms: actions are numbers, and chance is in the deck's order."""

    def __init__(self, deal: Deal, kind: _SpielType, before: tuple[int, ...]) -> None:
        self._deal, self._kind, self._before = deal, kind, before
        self._numbers: dict[int, Action] | None = None

    def get_game(self) -> SpielState:
        """Return itself, because the search only needs its type."""
        return self

    def get_type(self) -> _SpielType:
        """Return the game's type."""
        return self._kind

    def _actions(self) -> dict[int, Action]:
        if self._numbers is None:
            self._numbers = {_number(action): action for action in legal_moves(self._deal)}
        return self._numbers

    def legal_actions(self, _player: int | None = None) -> list[int]:
        """List the actions by number."""
        return list(self._actions())

    def apply_action(self, number: int) -> None:
        """Apply an action by its number."""
        self._deal = advance(self._deal, self._actions()[number])
        self._numbers = None

    def action(self, number: int) -> Action:
        """Return the action with this number."""
        return self._actions()[number]

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return self._deal.over

    def is_chance_node(self) -> bool:
        """Return False: the deck is in order from the start, and a resampled state has another order."""
        return False

    def current_player(self) -> int:
        """Return the seat on turn."""
        return self._deal.turn

    def num_players(self) -> int:
        """Return two."""
        return 2

    def clone(self) -> SpielState:
        """Return a copy."""
        return SpielState(self._deal, self._kind, self._before)

    def returns(self) -> list[float]:
        """Return each player's lead since the search began, in hundreds."""
        now = self._deal.score.totals
        lead = (now[0] - self._before[0] - now[1] + self._before[1]) / 100.0
        return [lead, -lead]

    def information_state_string(self, _player: int | None = None) -> tuple[object, ...]:
        """Return everything that the seat on turn knows; the search accepts any key."""
        deal = self._deal
        laid = deal.declared
        return (
            deal.hold[deal.turn], deal.exposed, deal.turn_up, deal.phase, deal.trick, deal.tricks, laid.melds,
            laid.announced, laid.shown, deal.declaring,
        )  # fmt: skip

    def resampled(self, rng: random.Random) -> SpielState:
        """Return a state that the seat on turn cannot tell from this one."""
        return SpielState(Imagination(observe_deal(self._deal, self._deal.turn)).deal(rng), self._kind, self._before)


def _number(action: Action) -> int:
    """Return the number of an action: a play's card, or a number above all cards that is always the same."""
    if action.verb == "play":
        return action.cards[0]
    return 1000 + hash((action.verb.value, action.name, action.cards)) % (1 << 40)


class Ismcts:
    """OpenSpiel's information set search over this engine, with random playouts and the same sampling of hands."""

    def __init__(self, simulations: int) -> None:
        pyspiel = importlib.import_module("pyspiel")
        ismcts = importlib.import_module("open_spiel.python.algorithms.ismcts")
        mcts = importlib.import_module("open_spiel.python.algorithms.mcts")
        numpy = importlib.import_module("numpy")
        self._kind = _SpielType(pyspiel)
        self._rng = random.Random(1)
        self._bot = ismcts.ISMCTSBot(
            game=None,
            evaluator=mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(2)),
            uct_c=1.0,
            max_simulations=simulations,
            random_state=numpy.random.RandomState(3),
            allow_inconsistent_action_sets=True,
        )
        self._bot.set_resampler(lambda state, _player: state.resampled(self._rng))
        self.seconds: list[float] = []

    def __call__(self, deal: Deal, _rng: random.Random) -> Action:
        """Choose by the knowledge of the seat on turn."""
        legal = legal_moves(deal)
        if len(legal) == 1:
            return legal[0]
        began = time.thread_time()
        state = SpielState(deal, self._kind, deal.score.totals)
        action = state.action(int(self._bot.step(state)))
        self.seconds.append(time.thread_time() - began)
        return action
