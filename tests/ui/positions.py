"""Positions at a table for tests of what a player is shown: a hand, the trumps, and a turn to declare."""

from __future__ import annotations

from bot.engine import Game, Rules, View, observe_deal, start_deal
from tests.table_builder import Table, build_deck, cards


def at_play(rules: Rules, hand: str, *, turn_up: str = "9Ha", stock: str = "") -> Table:
    """Deal seat 0 these cards (and whatever fills them up to eight); seat 0 leads, seat 1 deals or the last does."""
    dealer = rules.players - 1
    deck = build_deck(rules, {0: cards(hand)}, dealer=dealer, turn_up=cards(turn_up), stock=cards(stock))
    return Table(start_deal(Game(rules), dealer, deck).game).keep(hand)


def at_declaring(rules: Rules, hand: str, *, turn_up: str = "9Ha", stock: str = "") -> Table:
    """Go on to seat 0's turn to declare after the first trick, with these (at most seven) cards still in its hand."""
    return at_play(rules, hand, turn_up=turn_up, stock=stock).win(0)


def seen(table: Table, seat: int = 0) -> View:
    return observe_deal(table.deal, seat)
