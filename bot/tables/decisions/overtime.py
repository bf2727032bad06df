"""Players whose time is up or who have left: what the others decide, who has left a rated game, and abandoned games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum

from bot.engine import Action, Ending, Event, Phase, Verb
from bot.house.roster import Level, is_house
from bot.tables.decisions.house_seats import with_held
from bot.tables.decisions.occasion import Done, Occasion, closed, ended_without_result, seat_in_play
from bot.tables.decisions.play import GIVEN_UP, let_go, played
from bot.tables.decisions.turns import turn_begins
from bot.tables.values.clocks import Due
from bot.tables.values.parts import Claims, HeldSeat, Status
from bot.tables.values.rated import is_for_rating, still_to_look, too_early, unplayed_practice
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from bot.tables.values.times import Holiday, away_for


def give_time(table: Table, at: Occasion, user_id: int) -> Table:
    """Give the player on move new time; claims against that player lapse."""
    check_late(table, user_id)
    return turn_begins(table.but(claims=None, time_up=None), at)


def claim_time(table: Table, at: Occasion, user_id: int, gone: Collection[int] = (), ply: int | None = None) -> Done:
    """Claim the game against a player whose time is up; every other side has to agree, but for who has left."""
    check_late(table, user_id, ply)
    return _claimed(table, at, user_id, table.late_user, gone)


def claim(table: Table, at: Occasion, user_id: int, absent_id: int, gone: Collection[int] = ()) -> Done:
    """Claim the game against a player who has left the server; every other side has to agree, but for the gone."""
    check_absent(table, user_id, absent_id)
    return _claimed(table, at, user_id, absent_id, gone)


def let_house_play(
    table: Table, at: Occasion, user_id: int, absent_id: int | None = None, gone: Collection[int] = ()
) -> Table:
    """Let the house play for an absent member until they come back; every other side has to agree, as to a claim.

    If only the house plays on other sides, any one of the people on the absent member's own side decides.

    Args:
        absent_id: A member known to the caller to have left the server. None: the player on move, whose time is up.
    """
    mine, deal = seat_in_play(table, user_id), table.game.deal
    if table.fixture is not None:
        raise Refused(Why.TOURNAMENT_TABLE, table_id=table.id)
    if absent_id is None and (deal is None or not table.time_is_up):
        raise Refused(Why.TIME_NOT_UP, table_id=table.id)
    seat = deal.turn if absent_id is None and deal is not None else seat_in_play(table, absent_id or 0)
    if seat == mine or is_house(table.users[seat]):
        raise Refused(Why.STILL_HERE, table_id=table.id)
    if table.users[mine] not in deciding(table, seat, mine):
        raise Refused(Why.OWN_TIME, table_id=table.id)
    held = {each: level for each, level in table.held.items() if each != mine}
    against = absent_id or table.late_user
    asking = _asking(table, user_id, against, gone, for_house=True)
    if yet_to_agree(asking, against, for_house=True):
        return asking.but(held_seats=tuple(HeldSeat(each, level) for each, level in held.items()))
    return with_held(table, at, held | {seat: Level.REGULAR})


def abandon(table: Table, at: Occasion) -> Done:
    """End an abandoned game; stale if it is over or somebody has acted.

    It has no result, as the others could have claimed it. A rated game without a clock is lost by the one player it
    waits for, as nobody can claim there and waiting would be a free way to drop it.
    """
    if table.status is not Status.PLAYING or not table.has_come(Due.ABANDON, at.now):
        return Done(table, stale=True)
    if _waits_without_clock(table):
        return played(table, at, Action(table.seat_of(table.turn_users[0]) or 0, Verb.TIMEOUT))
    return Done(ended_without_result(table, at, GIVEN_UP if unplayed_practice(table) else "abandoned"))


def _waits_without_clock(table: Table) -> bool:
    """Tell whether a rated game without a clock waits for one player who has already looked at the hand."""
    return (
        table.terms.clock.a_move is None
        and len(table.turn_users) == 1
        and is_for_rating(table)
        and not still_to_look(table, table.seat_of(table.turn_users[0]) or 0)
    )


def note_time_up(table: Table, at: Occasion) -> Done:
    """Note that the player on move has run out of time; stale if that is already noted or no longer so.

    At an honour table a choice of two lifted cards is given up instead (ruling 24). By correspondence, the clock of a
    player on holiday is set to the end of the holiday.
    """
    if table.keeps_waiting is None or table.time_is_up or not table.has_come(Due.CLOCK, at.now):
        return Done(table, stale=True)
    if (letting_go := let_go(table)) is not None:
        return played(table, at, letting_go)
    holiday = away_for(at.holidays.get(table.keeps_waiting, ()), at.now)
    if table.terms.clock.by_correspondence and holiday:
        return Done(table.but(due={**table.due, Due.CLOCK: at.now + holiday}))
    events: tuple[Event, ...] = ()
    if table.seats_waited_for != (table.shown_on_move,) and table.game.deal is not None:
        deal = table.game.deal
        if deal.phase is Phase.DECLARE:  # a partner asked unseen lets it be: the others know of nobody but the winner
            passed = played(table, at, Action(deal.turn, Verb.PASS))
            table, events = passed.table, passed.events
    if table.shown_on_move is not None and table.house_level(table.shown_on_move) is not None:
        return Done(turn_begins(table, at), events)  # the house goes on without its partner
    due = {kind: when for kind, when in table.due.items() if kind not in (Due.CLOCK, Due.NUDGE)}
    return Done(table.but(time_up=table.ply_for(None), due=due), events)


def claims_from(table: Table, user_id: int, *, for_house: bool = False) -> tuple[int, ...]:
    """Return the users who claim the game from a player whose time is up or who has left the server.

    With `for_house`, those who would let the house play on for that player.
    """
    if table.claims is None or table.claims.against != user_id:
        return ()
    return table.claims.house if for_house else table.claims.users


def yet_to_agree(table: Table, absent_id: int, *, for_house: bool = False) -> list[int]:
    """Return the users who have not yet agreed to a claim against a player, or to a stand-in.

    Every other side has to agree, except sides without people who are still in the server.
    """
    sides, claim_now = table.game.law.sides, table.claims
    gone = claim_now.gone if claim_now is not None and claim_now.against == absent_id else ()
    claimants = (*claims_from(table, absent_id, for_house=for_house), absent_id)
    agreed = {sides[seat] for user in claimants if (seat := table.seat_of(user)) is not None}
    here = [user for user in table.people if user not in gone]
    return [user for seat, user in enumerate(table.users) if sides[seat] not in agreed and user in here]


def deciding(table: Table, seat: int, also: int | None = None) -> list[int]:
    """Return the users who may let the house play on for a seat, `also` one whose member is back."""
    sides = table.game.law.sides
    present = [at for at, user in enumerate(table.users) if at != seat and (user in table.people or at == also)]
    others = [at for at in present if sides[at] != sides[seat] and not is_house(table.users[at])]
    return [table.users[at] for at in others or present]


def _claimed(table: Table, at: Occasion, user_id: int, absent_id: int, gone: Collection[int]) -> Done:
    """Note a claim or consent to it, and end the game once all agree; before the first deal without a result."""
    table = _asking(table, user_id, absent_id, gone)
    if yet_to_agree(table, absent_id):
        return Done(table)
    if table.game.deal is None:
        return Done(closed(table, Status.ABANDONED, at))
    return played(table, at, Action(table.seat_of(absent_id) or 0, Verb.TIMEOUT))


def _asking(table: Table, user_id: int, absent_id: int, gone: Collection[int], *, for_house: bool = False) -> Table:
    """Note that a user claims the game, or would let the house play on; nobody wants both."""
    others = [
        [user for user in claims_from(table, absent_id, for_house=each) if user != user_id] for each in (False, True)
    ]
    others[for_house].append(user_id)
    game, house = map(tuple, others)
    return table.but(claims=Claims(table.ply_for(None), absent_id, game, tuple(sorted(gone)), house))


def check_absent(table: Table, user_id: int, absent_id: int) -> None:
    """Refuse a user who may not claim a game from a player who has left the server."""
    mine, seat = seat_in_play(table, user_id), seat_in_play(table, absent_id)
    sides = table.game.law.sides
    if mine == seat:
        raise Refused(Why.STILL_HERE, table_id=table.id)
    if sides[mine] == sides[seat]:
        raise Refused(Why.OWN_TIME, table_id=table.id)


def check_late(table: Table, user_id: int, ply: int | None = None) -> None:
    """Refuse a user who may not decide on a player whose time is up, now or at another spectator's ply."""
    mine, deal = seat_in_play(table, user_id), table.game.deal
    if deal is None or not table.time_is_up or ply not in (None, table.ply_for(None)):
        raise Refused(Why.TIME_NOT_UP, table_id=table.id)
    if deal.law.sides[mine] == deal.law.sides[deal.turn]:
        raise Refused(Why.OWN_TIME, table_id=table.id)


class Leaving(StrEnum):
    """The state of the note that a player has left a game."""

    LEFT = "left"
    """The player's time is up; they may still play on."""
    SETTLED = "settled"
    """The others have claimed the game or let the house play, or the player resigned before looking at the hand."""
    FORGIVEN = "forgiven"
    """The player plays on, or the game ends in another way, for example without a result."""


def leaving(
    before: Table, after: Table, holidays: Mapping[int, tuple[Holiday, ...]], now: datetime
) -> list[tuple[int, Leaving]]:
    """Return the players who leave a game by a change of its table, or whose leaving it settles or forgives.

    A player on holiday does not count as leaving.
    """
    if before.status is not Status.PLAYING or not is_for_rating(before):
        return []
    if after.status is Status.ABANDONED:
        return [(user, Leaving.FORGIVEN) for user in before.users if not is_house(user)]
    result = after.game.result
    late = before.turn_users[0] if before.time_is_up else None
    if late is None and after.time_is_up:
        user = after.turn_users[0]
        return [] if away_for(holidays.get(user, ()), now) else [(user, Leaving.LEFT)]
    given_up = None if result is None or result.ending is not Ending.RESIGN or result.by is None else result.by
    if given_up is not None and too_early(after, given_up):  # a game that is lost costs enough
        found = [(after.users[given_up], Leaving.SETTLED)]
        return found if late in (None, after.users[given_up]) else [*found, (late, Leaving.FORGIVEN)]
    if late is None or after.time_is_up:
        return []
    seat = before.seat_of(late)
    claimed = result is not None and result.ending is Ending.TIMEOUT and result.by == seat
    return [(late, Leaving.SETTLED if claimed or seat in after.held else Leaving.FORGIVEN)]
