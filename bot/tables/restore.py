"""A table from its stored rows: the game is replayed, never trusted to a snapshot."""

from __future__ import annotations

from bot.engine import (
    ActionError,
    CardError,
    DealError,
    Game,
    IllegalAction,
    RulesError,
    apply,
    build_rules,
    parse_action,
    parse_card,
    start_deal,
)
from db import GameRecordRows

from .table import Table


class BrokenRecord(Exception):  # noqa: N818 - names what is found
    """A stored game that does not replay; the text names the deal and ply, never a card."""


def restore(rows: GameRecordRows) -> Table:
    """Rebuild a table from everything stored about it.

    Raises:
        BrokenRecord: The stored actions do not follow from each other under the stored rules.
    """
    try:
        stored = dict(rows.game.rules)
        preset = rows.game.settings.get("preset", "modern")
        game = Game(build_rules(preset, stored.pop("players", 2), stored))
    except RulesError as error:
        raise BrokenRecord(f"its rules cannot be read: {error}") from None
    actions = list(rows.actions)
    at = 0
    for deal in rows.deals:
        if deal.deck is None or deal.dealer is None:
            continue
        try:
            deck = tuple(parse_card(card) for card in deal.deck.split(" "))
            game = start_deal(game, deal.dealer, deck).game
            while at < len(actions) and actions[at].deal == deal.number:
                if actions[at].ply != at:
                    raise BrokenRecord(f"action {at} is missing")
                game = apply(game, parse_action(actions[at].action)).game
                at += 1
        except (DealError, CardError, ActionError, IllegalAction):
            raise BrokenRecord(f"deal {deal.number} does not replay at action {at}") from None
    if at != len(actions):
        raise BrokenRecord(f"action {at} belongs to no deal")
    return Table(rows.game, rows.seats, rows.deals, rows.cuts, rows.actions, game, rows.messages)
