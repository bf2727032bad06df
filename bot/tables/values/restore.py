"""The restoring of a table from its stored rows: the game is replayed, not read from a snapshot."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine import (
    ActionError,
    CardError,
    DealError,
    Game,
    IllegalAction,
    build_rules,
    game_after,
    parse_action,
    start_deal,
)
from bot.engine.record import parse_deck
from db.deals import DealRow
from db.game_record import GameRecordRows
from db.schedule import DeadlineRow

from .due import Due
from .parts import Kind, Status
from .stored import parts_of
from .table import Table, tidy


class BrokenRecord(Exception):  # noqa: N818 - names what is found
    """A stored game that does not replay; the text names the deal and ply, never a card."""


def restore(rows: GameRecordRows, deadlines: Iterable[DeadlineRow] = ()) -> Table:
    """Rebuild a table from all its stored rows.

    Raises:
        BrokenRecord: The stored actions do not follow from each other under the stored rules.
    """
    try:
        stored = dict(rows.game.rules)
        preset = rows.game.settings.get("preset", "modern")
        game = Game(build_rules(preset, stored.pop("players", 2), stored))
    except (ValueError, TypeError) as error:
        raise BrokenRecord(f"its rules cannot be read: {error}") from None
    _check_seats(rows, game.rules.players)
    actions = list(rows.actions)
    at = 0
    for number, deal in enumerate(rows.deals):
        if deal.number != number:
            raise BrokenRecord(f"deal {number} is missing")
        if deal.deck is None and number == len(rows.deals) - 1:
            continue
        try:
            game = start_deal(game, _dealer(deal), parse_deck(deal.deck or "", len(game.law.pack))).game
            while at < len(actions) and actions[at].deal == number:
                action = parse_action(actions[at].action)
                if (actions[at].ply, actions[at].seat) != (at, action.seat):
                    raise BrokenRecord(f"action {at} is missing or another seat's")
                game = game_after(game, action)
                at += 1
        except (DealError, CardError, ActionError, IllegalAction):
            raise BrokenRecord(f"deal {number} does not replay at action {at}") from None
    if at != len(actions):
        raise BrokenRecord(f"action {at} belongs to no deal")
    if (game.result is not None) != (rows.game.status == Status.FINISHED.value):
        raise BrokenRecord(f"it is {rows.game.status}, which its actions are not")
    try:
        parts = parts_of(rows.game)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenRecord(f"what was agreed on cannot be read: {type(error).__name__}") from None
    table = Table(
        id=rows.game.id,
        guild_id=rows.game.guild_id,
        kind=Kind(rows.game.kind),
        status=Status(rows.game.status),
        opener_id=rows.game.opener_id,
        created_at=rows.game.created_at,
        game=game,
        seats=rows.seats,
        deals=rows.deals,
        cuts=rows.cuts,
        actions=rows.actions,
        messages=rows.messages,
        due={Due(each.kind): each.due_at for each in deadlines if each.kind in set(Due)},
        **parts,
    )
    return tidy(table)


def _check_seats(rows: GameRecordRows, players: int) -> None:
    taken = [seat.seat for seat in rows.seats]
    missing = rows.game.status in (Status.PLAYING.value, Status.FINISHED.value) and len(taken) != players
    if taken != list(range(len(taken))) or len(taken) > players or missing:
        raise BrokenRecord("its seats are not those of its rules")


def _dealer(deal: DealRow) -> int:
    if deal.dealer is None:
        raise DealError("nobody dealt")
    return deal.dealer
