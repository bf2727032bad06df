"""Lobbies: opening a table, challenging, sitting down, leaving, starting and closing; rematches and series."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from bot.engine import Game, Rules
from bot.engine.lots import DealerBy, SeatsBy
from bot.engine.lots import Lots as WrittenLots
from bot.house.roster import is_house
from bot.tables.decisions.dealing import cuts_closed, numbered, renumbered, sealed
from bot.tables.decisions.occasion import Done, Occasion, closed, stands_on
from bot.tables.decisions.turns import turn_begins
from bot.tables.values.clocks import Due
from bot.tables.values.parts import Kind, Lobby, Lots, Place, Player, Rematch, Series, Status, Terms, Thread
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from db.games import SeatRow


def seated(table_id: int, players: Collection[Player], at: datetime) -> tuple[SeatRow, ...]:
    """Return the seat rows for players, in their order."""
    return tuple(SeatRow(table_id, seat, player.user_id, player.name, at) for seat, player in enumerate(players))


def lobby_only(table: Table) -> Table:
    """Return the table, if it is a lobby about which its players decide."""
    if table.status is Status.LOBBY and table.fixture is not None:
        raise Refused(Why.TOURNAMENT_TABLE, table_id=table.id)
    if table.status is Status.LOBBY:
        return table
    raise Refused(Why.ALREADY_STARTED if table.status is Status.PLAYING else Why.CLOSED, table_id=table.id)


def opened_by(table: Table, user_id: int) -> Table:
    """Return the table, if it is a lobby that the user opened and so may change."""
    if lobby_only(table).opener_id != user_id:
        raise Refused(Why.NOT_OPENER, table_id=table.id)
    if table.kind is Kind.CHALLENGE:
        raise Refused(Why.CHALLENGE_RULES)
    return table


def check_room(elsewhere: int, at: Occasion) -> None:
    """Check that a member may sit at another table of a server."""
    if elsewhere >= at.limits.tables_a_member:
        raise Refused(Why.TOO_MANY_TABLES, detail=str(at.limits.tables_a_member))


def check_house(here: int, in_all: int, at: Occasion) -> None:
    """Check that a server may have another table."""
    if here >= at.limits.tables_a_server:
        raise Refused(Why.SERVER_FULL, detail=str(at.limits.tables_a_server))
    if in_all >= at.limits.tables_in_all:
        raise Refused(Why.HOUSE_FULL)


def opened(
    at: Occasion,
    *,
    guild_id: int,
    channel_id: int,
    opener: Player,
    rules: Rules,
    terms: Terms,
    invited_only: bool = False,
) -> Table:
    """Open a table that others may join, with the opener in the first seat; it has no number yet."""
    table = Table(
        id=0,
        guild_id=guild_id,
        kind=Kind.OPEN,
        status=Status.LOBBY,
        opener_id=opener.user_id,
        created_at=at.now,
        game=Game(rules),
        terms=terms,
        place=Place(channel_id),
        lobby=Lobby(invited_only=invited_only),
        seats=seated(0, (opener,), at.now),
        due={Due.LOBBY: at.now + at.limits.lobby},
    )
    return sealed(table, at)


def challenged(
    at: Occasion,
    *,
    guild_id: int,
    channel_id: int,
    challenger: Player,
    invited: Player | None,
    rules: Rules,
    terms: Terms,
    best_of: int = 1,
) -> Table:
    """Open a challenge that one member, or (None) any member, may accept; the table has no number yet.

    A challenge to any member stands as long as a lobby does, and one to a game by correspondence for a day.
    """
    stands = at.limits.lobby if invited is None else at.limits.challenge
    if terms.clock.by_correspondence:
        stands = max(stands, at.limits.challenge_by_days)
    table = opened(at, guild_id=guild_id, channel_id=channel_id, opener=challenger, rules=rules, terms=terms)
    return table.but(
        kind=Kind.CHALLENGE,
        invited_id=None if invited is None else invited.user_id,
        lobby=Lobby(challenged="" if invited is None else invited.name),
        series=Series(best_of) if best_of > 1 else None,
        due={Due.CHALLENGE: at.now + stands},
    )


def join(
    table: Table,
    at: Occasion,
    player: Player,
    edition: int | None = None,
    *,
    elsewhere: int = 0,
    blocking: Collection[int] = (),
    former: Collection[int] = (),
) -> Table:
    """Sit down in the next free seat.

    Args:
        edition: The edition of the terms that the player has seen; if it is not the present one, the player is asked
            to agree to the present terms. None: the player knows them.
        former: Former players that stand for the player, whose data was deleted meanwhile.
    """
    lobby = lobby_only(table).lobby
    if table.seat_of(player.user_id) is not None:
        raise Refused(Why.ALREADY_SEATED, table_id=table.id)
    if table.kind is Kind.CHALLENGE:
        raise Refused(Why.NOT_INVITED, table_id=table.id)
    if table.full:
        raise Refused(Why.TABLE_FULL, table_id=table.id)
    if lobby.invited_only and player.user_id not in lobby.guests:
        raise Refused(Why.INVITED_ONLY, table_id=table.id)
    _check_welcome(table, blocking)
    if {player.user_id, *former}.intersection(lobby.kept_out):
        raise Refused(Why.NOT_NOW, table_id=table.id)
    check_room(elsewhere, at)
    asked = tuple(user for user in lobby.to_agree if user != player.user_id)
    if edition not in (None, table.terms.edition):
        asked += (player.user_id,)
    row = SeatRow(table.id, len(table.seats), player.user_id, player.name, at.now)
    table = table.but(seats=(*table.seats, row), lobby=replace(lobby, to_agree=asked, left=()))
    return stands_on(table, at)


def leave(table: Table, at: Occasion, user_id: int) -> Table:
    """Leave a lobby; the next player replaces a leaving opener, and the table closes when no people remain."""
    if lobby_only(table).seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    return stood_up(table, at, {user_id})


def vacate(table: Table, at: Occasion, gone: Collection[int]) -> Table:
    """Free the seats of members who have left the server, and note their names to be shown in the lobby.

    Nothing changes if none of them is seated, or if the game has begun.
    """
    left = [(seat.user_id, seat.name) for seat in table.seats if seat.user_id in gone]
    if table.status is not Status.LOBBY or table.fixture is not None or not left:
        return table
    return stood_up(table.but(lobby=replace(table.lobby, left=(*table.lobby.left, *left))), at, gone)


def cancel(table: Table, at: Occasion, user_id: int) -> Table:
    """Cancel a lobby or challenge; only its opener may."""
    if lobby_only(table).opener_id != user_id:
        raise Refused(Why.NOT_OPENER, table_id=table.id)
    return closed(table, Status.CANCELLED, at)


def start(table: Table, at: Occasion, user_id: int, *, in_thread: bool = False, language: str | None = None) -> Done:
    """Begin the game: close the cuts, after which the board of the first deal is posted."""
    if lobby_only(table).seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if not table.full:
        raise Refused(Why.NOT_FULL, table_id=table.id)
    if table.lobby.to_agree:
        raise Refused(Why.NOT_AGREED, table_id=table.id)
    own = (language or table.language) if table.plays_alone else None
    return started(table.but(language=own), at, in_thread=in_thread)


def accept(
    table: Table,
    at: Occasion,
    player: Player,
    *,
    elsewhere: int = 0,
    in_thread: bool = False,
    blocking: Collection[int] = (),
) -> Done:
    """Accept a challenge, which starts the game."""
    table = _for_challenged(table, player.user_id)
    _check_welcome(table, blocking)
    check_room(elsewhere, at)
    row = SeatRow(table.id, 1, player.user_id, player.name, at.now)
    return started(table.but(seats=(*table.seats, row)), at, in_thread=in_thread)


def decline(table: Table, at: Occasion, user_id: int) -> Table:
    if _for_challenged(table, user_id).invited_id is None:
        raise Refused(Why.NOT_INVITED, table_id=table.id)
    return closed(table, Status.DECLINED, at)


def expire(table: Table, at: Occasion) -> Done:
    """Close a lobby or challenge whose time is over; stale if time is left or it is no lobby any more."""
    due = any(table.has_come(kind, at.now) for kind in (Due.LOBBY, Due.CHALLENGE))
    if table.status is not Status.LOBBY or not due:
        return Done(table, stale=True)
    return Done(closed(table, Status.EXPIRED, at))


def stood_up(table: Table, at: Occasion, users: Collection[int]) -> Table:
    """Free the seats of users; the next player replaces the opener, and the table closes when no people remain."""
    rest = [seat for seat in table.seats if seat.user_id not in users]
    people = [seat.user_id for seat in rest if not is_house(seat.user_id)]
    if not people or table.kind is Kind.CHALLENGE:
        return closed(table, Status.CANCELLED, at)
    opener = table.opener_id if table.opener_id in people else people[0]
    return stands_on(table.but(seats=renumbered(rest), opener_id=opener), at)


def started(table: Table, at: Occasion, *, in_thread: bool = False) -> Done:
    """Begin the game of a table: number its players and close the cuts."""
    table = numbered(table).but(
        status=Status.PLAYING,
        started_at=at.now,
        lobby=replace(table.lobby, left=()),
        place=replace(table.place, thread=Thread.WANTED if in_thread else table.place.thread),
    )
    return Done(cuts_closed(table, at))


def _check_welcome(table: Table, blocking: Collection[int]) -> None:
    """Check that nobody at the table has blocked a member; the refusal does not name the reason."""
    if any(user in blocking for user in table.users):
        raise Refused(Why.NOT_NOW, table_id=table.id)


def _for_challenged(table: Table, user_id: int) -> Table:
    lobby_only(table)
    if table.kind is not Kind.CHALLENGE:
        raise Refused(Why.NOT_INVITED, table_id=table.id)
    if table.opener_id == user_id:
        raise Refused(Why.OWN_CHALLENGE, table_id=table.id)
    if table.invited_id not in (user_id, None):
        raise Refused(Why.NOT_INVITED, table_id=table.id)
    return table


def ask_rematch(
    table: Table, at: Occasion, user_id: int, *, elsewhere: Mapping[int, int], in_thread: bool = False
) -> Done:
    """Ask for another game with the same players and rules; once all have asked, it is opened and sealed."""
    wishes = _without_wish(table, user_id)
    votes = (*wishes.votes, user_id)
    after = table.but(rematch=replace(wishes, votes=votes))
    if not set(votes) >= {user for user in table.users if not is_house(user)}:
        return Done(after)
    for each in votes:
        check_room(elsewhere.get(each, 0), at)
    return Done(after, opened=_next_game(table, at, in_thread=in_thread))


def decline_rematch(table: Table, _at: Occasion, user_id: int) -> Table:
    """Tell the others that a player would not like a rematch; asking for one takes that back."""
    wishes = _without_wish(table, user_id)
    return table.but(rematch=replace(wishes, declined=(*wishes.declined, user_id)))


def _without_wish(table: Table, user_id: int) -> Rematch:
    """Return the wishes of the others about a rematch, for a player who may have one."""
    if table.seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.daily is not None:
        raise Refused(Why.DAILY_ONCE, table_id=table.id)
    if table.status is not Status.FINISHED and not table.drawn:
        raise Refused(Why.NOT_STARTED if table.live else Why.CLOSED, table_id=table.id)
    if table.rematch.next_id is not None:
        raise Refused(Why.REMATCH_STANDS, table_id=table.rematch.next_id)
    votes, declined = ([each for each in users if each != user_id]
                       for users in (table.rematch.votes, table.rematch.declined))  # fmt: skip
    return replace(table.rematch, votes=tuple(votes), declined=tuple(declined))


def next_in_series(table: Table, at: Occasion) -> Table | None:
    """Return the next game of the table's series, once the table's game is over and the series undecided; else None."""
    over = table.status is Status.FINISHED or table.drawn
    if table.series is None or not over or table.rematch.next_id is not None:
        return None
    after = table.series_so_far
    if after is None or after.decided:
        return None
    return _next_game(table, at, in_thread=table.place.thread is not Thread.NONE).but(series=after)


def _next_game(table: Table, at: Occasion, *, in_thread: bool) -> Table:
    """Open the next game with the same rules and partners; the deal passes to the next player.

    If more than two play, every player moves one seat to the left.
    """
    last, count = table.game.deal, table.rules.players
    move, alone = 1 if count > 2 else 0, table.place.private
    seats = [table.seats[(at_seat - move) % count] for at_seat in range(count)]
    players = [Player(seat.user_id, seat.name) for seat in seats]
    new = opened(
        at, guild_id=table.guild_id, channel_id=table.place.home_id, opener=players[0], rules=table.rules,
        terms=replace(table.terms, partners_drawn=False, edition=0),
    )  # fmt: skip
    new = new.but(
        kind=Kind.REMATCH,
        status=Status.PLAYING,
        started_at=at.now,
        language=table.language,
        place=Place(
            table.place.home_id, thread=Thread.WANTED if in_thread and not alone else Thread.NONE, private=alone
        ),
        seats=seated(0, players, at.now),
        lots=Lots((last.base.dealer + 1 + move) % count if last is not None else 0, written=_passed(count)),
        rematch=Rematch(previous_id=table.id),
        series=None if table.series is None else Series(table.series.best_of),
    )
    begun = turn_begins(new, at)
    return begun.but(turn_since=None, due={**begun.due, Due.DEAL: at.now + at.limits.deal})


def _passed(players: int) -> WrittenLots:
    """Return the lots of a rematch: players are numbered by seat, and the deal passes to the next player."""
    return WrittenLots(SeatsBy.JOINED, DealerBy.PASSED, tuple(range(players)))
