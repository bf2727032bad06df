"""Requests between players during a game: to agree to a draw, to undo an act, and to look at the tricks.

Everybody sees both requests, and both lapse with the next act.
"""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Game, Phase, Verb, apply, parse_action, start_deal
from bot.house.roster import is_house
from bot.tables.decisions.occasion import Occasion, ended_without_result, seat_in_play
from bot.tables.decisions.turns import turn_begins
from bot.tables.values.parts import Asked, Status, asked_by
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import DRAW, Table


def offer_draw(table: Table, at: Occasion, user_id: int) -> Table:
    """Offer a draw, or agree to another player's offer."""
    _to_draw(table, user_id)
    offer = asked_by(table.draw)
    if table.draw is not None and offer not in (None, user_id):
        return _drawn_if_agreed(table, at, table.draw, user_id)
    return table if offer is not None else table.but(draw=Asked(table.ply_for(None), user_id))


def may_offer_draw(table: Table, user_id: int) -> bool:
    """Tell whether a player may offer a draw now: :func:`offer_draw` takes it, and no offer stands."""
    try:
        _to_draw(table, user_id)
    except Refused:
        return False
    return asked_by(table.draw) is None


def accept_draw(table: Table, at: Occasion, user_id: int, ply: int) -> Table:
    """Agree to the draw offered at that ply; once all have agreed, the game ends and does not count."""
    offered = _offered(table, user_id, ply)
    if offered.user == user_id:
        raise Refused(Why.OWN_OFFER, table_id=table.id)
    return _drawn_if_agreed(table, at, offered, user_id)


def decline_draw(table: Table, _at: Occasion, user_id: int, ply: int) -> Table:
    """Decline an offered draw, which may be offered again after the next act, or take one's own offer back."""
    offered = _offered(table, user_id, ply)
    return table.but(draw=None if offered.user == user_id else replace(offered, declined=True))


def yet_to_draw(table: Table) -> list[int]:
    """Return the users who have not yet agreed to an offered draw; all other players must, including partners."""
    if table.draw is None or table.draw.declined:
        return []
    return [user for user in table.users if user != table.draw.user and user not in table.draw.agreed]


def ask_undo(table: Table, at: Occasion, user_id: int) -> Table:
    """Ask all other sides to let the user's own last act be undone; a side of house players agrees."""
    seat_in_play(table, user_id)
    if table.is_honour:
        raise Refused(Why.NO_UNDO_AT_HONOUR, table_id=table.id)
    if table.daily is not None:
        raise Refused(Why.DAILY_ALONE, table_id=table.id)
    if not can_undo(table, user_id):
        raise Refused(Why.NOTHING_TO_UNDO, table_id=table.id)
    if table.undo is not None and table.undo.declined:
        raise Refused(Why.UNDO_DECLINED, table_id=table.id)
    if table.undo is not None:
        return table
    return _undone_if_agreed(table, at, Asked(table.ply_for(None), user_id, agreed=_of_the_house(table)))


def allow_undo(table: Table, at: Occasion, user_id: int, ply: int) -> Table:
    """Agree to what was asked at that ply, that the last act is undone, and undo it once every other side has."""
    asked = _asked_to_undo(table, user_id, ply)
    agreed = (*(user for user in asked.agreed if user != user_id), user_id)
    return _undone_if_agreed(table, at, replace(asked, agreed=agreed))


def refuse_undo(table: Table, _at: Occasion, user_id: int, ply: int) -> Table:
    """Decline to undo the last act; nobody can ask again for this act."""
    return table.but(undo=replace(_asked_to_undo(table, user_id, ply), declined=True))


def _drawn_if_agreed(table: Table, at: Occasion, offered: Asked, user_id: int) -> Table:
    agreed = (*(user for user in offered.agreed if user != user_id), user_id)
    after = table.but(draw=replace(offered, agreed=agreed))
    return after if yet_to_draw(after) else ended_without_result(after, at, DRAW)


def _at_cards(table: Table, user_id: int) -> None:
    seat_in_play(table, user_id)
    if not table.turn_users:
        raise Refused(Why.BETWEEN_DEALS, table_id=table.id)


def _to_draw(table: Table, user_id: int) -> None:
    _at_cards(table, user_id)
    if any(is_house(user) for user in table.users):
        raise Refused(Why.HOUSE_PLAYS_ON, table_id=table.id)
    if table.draw is not None and table.draw.declined and table.draw.user == user_id:
        raise Refused(Why.DRAW_DECLINED, table_id=table.id)


def _offered(table: Table, user_id: int, ply: int) -> Asked:
    _at_cards(table, user_id)
    if table.draw is None or table.draw.declined or ply != table.draw.ply:
        raise Refused(Why.NO_OFFER, table_id=table.id)
    return table.draw


def _asked_to_undo(table: Table, user_id: int, ply: int) -> Asked:
    mine, asked = seat_in_play(table, user_id), table.undo
    if asked is None or asked.declined or ply != asked.ply or not can_undo(table, asked.user):
        raise Refused(Why.UNDO_NOT_ASKED, table_id=table.id)
    sides, theirs = table.game.law.sides, table.seat_of(asked.user)
    if theirs is None or sides[theirs] == sides[mine]:
        raise Refused(Why.OWN_UNDO, table_id=table.id)
    return asked


def _undone_if_agreed(table: Table, at: Occasion, asked: Asked) -> Table:
    sides = table.game.law.sides
    agreed = {sides[seat] for user in (*asked.agreed, asked.user) if (seat := table.seat_of(user)) is not None}
    return undone(table, at) if agreed == set(sides) else table.but(undo=asked)


def _of_the_house(table: Table) -> tuple[int, ...]:
    """Return the house players whose side has no people to ask."""
    sides = table.game.law.sides
    people = {sides[seat] for seat, user in enumerate(table.users) if not is_house(user)}
    return tuple(user for seat, user in enumerate(table.users) if sides[seat] not in people)


def can_undo(table: Table, user_id: int) -> bool:
    """Tell whether the table's last act is the player's own and may still be undone."""
    seat, deal = table.seat_of(user_id), table.game.deal
    if table.daily is not None or (table.fixture is not None and _of_the_house(table)):
        return False  # the house agrees to everything, so a player could try a daily deal or a pairing more than once
    if seat is None or deal is None or deal.over or table.awaits_deal or not table.actions:
        return False
    last = table.actions[-1]
    if table.is_honour:
        return False  # irregular acts are penalised there, and regular ones stand too
    if table.status is not Status.PLAYING or (last.seat, last.deal) != (seat, deal.base.number):
        return False
    verb = parse_action(last.action).verb
    if verb is Verb.PASS and (deal.phase is Phase.PLAY or table.passes_by_itself):
        return False  # everyone has drawn, or nobody else knows of it
    completes = verb is Verb.PLAY and deal.phase is Phase.DECLARE
    return not (completes and table.passes_by_itself)  # else others could tell that nobody has drawn yet


def undone(table: Table, at: Occasion) -> Table:
    """Take the last action back, so that its player is on move again; the ply is one that was never used before."""
    deals, rows = table.game.deals, table.actions[:-1]
    base = deals[-1].base
    game = start_deal(Game(table.rules, deals[:-1]), base.dealer, base.deck).game
    for row in rows:
        if row.deal == base.number:
            game = apply(game, parse_action(row.action)).game
    stood_in = tuple(index for index in table.stood_in if index < len(rows))
    given = tuple(each for each in table.given if each.at <= len(rows))  # later hints belong to undone acts
    after = table.but(game=game, actions=rows, undone=table.undone + 2, stood_in=stood_in, given=given, ahead=())
    # An unseen draw makes the others' ply smaller; that ply must not recur either.
    return turn_begins(after.but(undone=after.undone + after.unseen_passes), at)


def ask_look(table: Table, _at: Occasion, user_id: int) -> Table:
    """Ask all others that the tricks may be looked at; if they are all house players, the tricks lie open at once."""
    _at_tricks(table, user_id)
    if table.looking is None:
        return table.but(looking=Asked(table.leads, user_id))
    if table.looking.declined:
        raise Refused(Why.LOOK_DECLINED, table_id=table.id)
    return table


def allow_look(table: Table, _at: Occasion, user_id: int, led: int) -> Table:
    """Agree to what was asked after so many leads; once everybody has, the tricks lie open until the next lead."""
    asked = _asked(table, user_id, led)
    if user_id not in table.yet_to_let_look:
        return table
    return table.but(looking=replace(asked, agreed=(*asked.agreed, user_id)))


def refuse_look(table: Table, _at: Occasion, user_id: int, led: int) -> Table:
    """Decline a look at the tricks; it can be asked again once the next card has been led."""
    asked = _asked(table, user_id, led)
    if user_id not in table.yet_to_let_look:  # consent cannot be withdrawn
        return table
    return table.but(looking=replace(asked, declined=True))


def _at_tricks(table: Table, user_id: int) -> None:
    seat_in_play(table, user_id)
    view = table.view()
    if table.awaits_deal or view is None or view.over:
        raise Refused(Why.BETWEEN_DEALS, table_id=table.id)
    if len(view.tricks) == view.tricks_played and not view.opened:
        raise Refused(Why.TRICKS_OPEN, table_id=table.id)


def _asked(table: Table, user_id: int, led: int) -> Asked:
    seat_in_play(table, user_id)
    asked = table.looking
    if asked is None or asked.declined or led != asked.ply:
        raise Refused(Why.LOOK_NOT_ASKED, table_id=table.id)
    if asked.user == user_id:
        raise Refused(Why.OWN_LOOK, table_id=table.id)
    return asked
