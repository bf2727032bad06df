"""The rules of Bézique as pure values and functions that need only the standard library.

A :class:`Game` is a value. :func:`start_deal` and :func:`apply` return the next game and the events;
:func:`why_illegal` and :func:`legal_actions` answer from the same conditions; :func:`observe` returns what a seat or
a spectator may see.
"""

from .actions import Action, ActionError, Verb, parse_action
from .cards import Card, CardError, CardSet, Mask, Suit, card_name, parse_card
from .deal import Deal, DealError, Ending, Mark, Phase, Result, Trick
from .events import Event
from .game import Game, Step, apply, game_after, legal_actions, offered_actions, start_deal, to_act, why_illegal
from .options import OPTIONS, Option
from .presets import (
    DEFAULT_PRESET,
    PRESETS,
    Preset,
    build_rules,
    code_words,
    differences,
    named_options,
    read_code,
    write_code,
)
from .reasons import IllegalAction, Reason, Refusal
from .rules import Mistyped, Rules, RulesError
from .view import View, observe, observe_deal

__all__ = [
    "DEFAULT_PRESET",
    "OPTIONS",
    "PRESETS",
    "Action",
    "ActionError",
    "Card",
    "CardError",
    "CardSet",
    "Deal",
    "DealError",
    "Ending",
    "Event",
    "Game",
    "IllegalAction",
    "Mark",
    "Mask",
    "Mistyped",
    "Option",
    "Phase",
    "Preset",
    "Reason",
    "Refusal",
    "Result",
    "Rules",
    "RulesError",
    "Step",
    "Suit",
    "Trick",
    "Verb",
    "View",
    "apply",
    "build_rules",
    "card_name",
    "code_words",
    "differences",
    "game_after",
    "legal_actions",
    "named_options",
    "observe",
    "observe_deal",
    "offered_actions",
    "parse_action",
    "parse_card",
    "read_code",
    "start_deal",
    "to_act",
    "why_illegal",
    "write_code",
]
