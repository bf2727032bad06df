"""What may happen to a tournament: it is opened, people join and withdraw, rounds are paired, and it comes to an end.

All that follows from what is stored: after a crash the same questions give the same answers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, TypeAlias

from bot.club.values.tournament import LONGEST_NAME, Entrant, Form, Outcome, Pairing, State, Tournament
from bot.engine import Rules
from bot.tables.decisions.fixtures import ROUND_OVER
from bot.tables.decisions.occasion import Chance
from bot.tables.values.clocks import Clock
from bot.tables.values.parts import Player, Status
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

from .pairing import circle, most_rounds, swiss, usual_rounds
from .ranking import halves_of, ranking

FEWEST: Final = 3
"""So many compete at least: two of them would be a game."""
STANDS: Final = timedelta(days=30)
"""So long a tournament waits to be started, or to go on where nothing can be shown."""
MOST_LIVE: Final = 5
"""So many tournaments a server has at once."""
_REDRAWN: Final = 100
"""So often lots are drawn again at most."""
Apart: TypeAlias = Collection[frozenset[int]]
"""Pairs of people of whom one has blocked the other."""


def clean_name(typed: str) -> str:
    """Return a tournament's name as it is kept: one line, nothing unseen, at most sixty characters.

    Raises:
        Refused: Nothing is left of it.
    """
    shown = "".join(" " if c.isspace() else c for c in typed if c.isspace() or unicodedata.category(c)[0] != "C")
    name = unicodedata.normalize("NFC", " ".join(shown.split()))[:LONGEST_NAME].strip()
    if not name:
        raise Refused(Why.TOURNAMENT_NAME)
    return name


def opened(
    now: datetime,
    *,
    guild_id: int,
    channel_id: int,
    organizer_id: int,
    name: str,
    form: Form,
    rules: Rules,
    preset: str,
    clock: Clock,
    rounds: int,
    lasting: timedelta,
    friendly: bool = False,
) -> Tournament:
    """Return a new tournament, which people may join. It has no number yet.

    Raises:
        Refused: Its name is empty, or neither two hands nor partners are played.
    """
    if rules.players != 2 and not rules.partners:
        raise Refused(Why.TOURNAMENT_PLAYERS)
    return Tournament(
        id=0, guild_id=guild_id, channel_id=channel_id, organizer_id=organizer_id, name=clean_name(name), form=form,
        state=State.OPEN, rules=rules, preset=preset, clock=clock, rounds=rounds, lasting=lasting, created_at=now,
        friendly=friendly,
    )  # fmt: skip


def joined(
    tournament: Tournament,
    now: datetime,
    player: Player,
    partner_id: int | None = None,
    *,
    shunned: Collection[int] = (),
) -> Tournament:
    """Let somebody take part, or say anew with whom as a partner.

    Whoever joins without naming anybody, and is named by somebody who has no partner yet, plays with them.

    Args:
        tournament: The tournament.
        now: The present moment.
        player: Who takes part.
        partner_id: With whom they want to play; None: they name nobody.
        shunned: Whom they have blocked, and who has blocked them: never their partners.

    Raises:
        Refused: It has begun, it is full, they take part already, or that partner has another one or is none for them.
    """
    _open_only(tournament)
    known = tournament.entrant(player.user_id)
    if partner_id is not None:
        if not tournament.partners or partner_id == player.user_id or partner_id in shunned:
            raise Refused(Why.NO_PARTNERS)
        taken = partner_of(tournament, partner_id)
        if taken not in (None, player.user_id):
            raise Refused(Why.PARTNER_TAKEN)
    elif known is not None:
        raise Refused(Why.TOURNAMENT_JOINED)
    if known is None and len(tournament.entrants) >= most_people(tournament):
        raise Refused(Why.TOURNAMENT_FULL, detail=str(most_people(tournament)))
    if known is None and partner_id is None:
        wanted = (each.user_id for each in tournament.entrants if each.partner_id == player.user_id)
        partner_id = next((user for user in wanted if user not in shunned), None)
    if known is not None:
        after = replace(known, partner_id=partner_id, name=player.name)
        return tournament.but(entrants=tuple(after if each is known else each for each in tournament.entrants))
    new = Entrant(player.user_id, player.name, now, partner_id)
    return tournament.but(entrants=(*tournament.entrants, new))


def withdrawn(tournament: Tournament, user_id: int) -> Tournament:
    """Let somebody leave: before the start as if they had never joined, later without further games.

    Raises:
        Refused: They take no part, or it is over.
    """
    if not tournament.live:
        raise Refused(Why.TOURNAMENT_OVER)
    entrant = tournament.entrant(user_id)
    if entrant is None or entrant.withdrawn:
        raise Refused(Why.NOT_IN_TOURNAMENT)
    if tournament.state is State.OPEN:
        return tournament.but(entrants=tuple(each for each in tournament.entrants if each is not entrant))
    gone = replace(entrant, withdrawn=True)
    return tournament.but(entrants=tuple(gone if each is entrant else each for each in tournament.entrants))


def started(
    tournament: Tournament,
    now: datetime,
    chance: Chance,
    user_id: int,
    ratings: Mapping[int, int],
    *,
    manages: bool,
    apart: Apart = frozenset(),
) -> Tournament:
    """Close the entries and number who competes, the strongest first; the first round is paired after this.

    Args:
        tournament: The tournament.
        now: The present moment.
        chance: Draws the lots of who has no partner.
        user_id: Who starts it.
        ratings: What those who take part are worth at least; who is not rated is missing.
        manages: They manage the server.
        apart: People of whom one has blocked the other: lots make no partners of them while they can help it.

    Raises:
        Refused: Somebody else's, begun already, too few take part, or an odd number where partners play.
    """
    _open_only(tournament)
    organized_by(tournament, user_id, manages=manages)
    people = tournament.entrants
    if tournament.partners and len(people) % 2:
        raise Refused(Why.ODD_ENTRANTS, detail=str(len(people)))
    sides = _sides(tournament, chance, apart)
    if len(sides) < FEWEST:
        raise Refused(Why.TOO_FEW_ENTRANTS, detail=str(FEWEST * (2 if tournament.partners else 1)))
    strength = {side: sum(ratings.get(user, 0) for user in side) for side in sides}
    order = sorted(sides, key=lambda side: -strength[side])  # who is equal stays as they joined
    numbers = {user: number for number, side in enumerate(order, 1) for user in side}
    most = most_rounds(tournament.form, len(sides))
    rounds = usual_rounds(tournament.form, len(sides))
    if tournament.rounds and tournament.form is Form.SWISS:
        rounds = min(tournament.rounds, most)
    return tournament.but(
        state=State.PLAYING,
        started_at=now,
        rounds=rounds,
        entrants=tuple(replace(each, entry=numbers[each.user_id]) for each in people),
    )


def next_pairs(tournament: Tournament, apart: Apart = frozenset()) -> list[tuple[int, int | None]] | None:
    """Return who meets whom in the next round; None where there is none: all are played, or nobody can meet anew.

    It may take a tenth of a second where many take part.

    Args:
        tournament: The tournament.
        apart: People of whom one has blocked the other; in a Swiss tournament they meet only where nothing else is
            left. In a round robin everybody meets everybody.
    """
    if tournament.round >= tournament.rounds:
        return None
    playing = [number for number, entry in tournament.entries.items() if not entry.withdrawn]
    if len(playing) < 2:
        return None
    if tournament.form is Form.ROUND_ROBIN:
        return circle(list(tournament.entries), tournament.round + 1)
    order = [rank.entry for rank in ranking(tournament) if rank.entry in playing]
    return swiss(order, halves_of(tournament), tournament.pairings, _apart(tournament, order, apart))


def _apart(tournament: Tournament, order: Sequence[int], apart: Apart) -> Collection[frozenset[int]]:
    """Return those pairs of entries in which somebody has blocked somebody of the other."""
    members = {number: [each.user_id for each in tournament.entries[number].members] for number in order}
    return (
        {
            frozenset((one, other))
            for one, other in combinations(order, 2)
            if any(frozenset((mine, theirs)) in apart for mine in members[one] for theirs in members[other])
        }
        if apart
        else ()
    )


def paired(tournament: Tournament, after: int, pairs: Sequence[tuple[int, int | None]]) -> Tournament:
    """Begin the next round with these pairs; nothing happens where that has been done.

    Args:
        tournament: The tournament.
        after: The round that is over.
        pairs: Entries, and None for a bye; the first is the first board.
    """
    if tournament.state is not State.PLAYING or tournament.round != after or not round_over(tournament):
        return tournament
    number = after + 1
    new = []
    for board, (home, away) in enumerate(pairs, 1):
        outcome = Outcome.BYE if away is None else by_default(tournament, home, away)
        if away is None and tournament.entries[home].withdrawn:
            outcome = Outcome.NEITHER
        new.append(Pairing(number, board, home, away, outcome=outcome))
    return tournament.but(round=number, pairings=(*tournament.pairings, *new))


def round_over(tournament: Tournament) -> bool:
    """Tell whether all of the present round is decided; before the first one it is."""
    return all(pairing.outcome is not None for pairing in tournament.of_round(tournament.round))


def recorded(tournament: Tournament, of: Pairing, outcome: Outcome, points: tuple[int, int] = (0, 0)) -> Tournament:
    """Note how a pairing came out; what is noted already stays."""

    def after(each: Pairing) -> Pairing:
        if (each.round, each.board) != (of.round, of.board) or each.outcome is not None:
            return each
        return replace(each, outcome=outcome, points=points)

    return tournament.but(pairings=tuple(after(each) for each in tournament.pairings))


def finished(tournament: Tournament, now: datetime) -> Tournament:
    """End a tournament whose last round is over."""
    if tournament.state is not State.PLAYING or not round_over(tournament):
        return tournament
    return tournament.but(state=State.FINISHED, ended_at=now)


def cancelled(tournament: Tournament, now: datetime, user_id: int, *, manages: bool) -> Tournament:
    """Call a tournament off; what was played stays.

    Raises:
        Refused: Somebody else's, or it is over.
    """
    organized_by(tournament, user_id, manages=manages)
    if not tournament.live:
        raise Refused(Why.TOURNAMENT_OVER)
    return tournament.but(state=State.CANCELLED, ended_at=now)


def lapsed(tournament: Tournament, now: datetime) -> Tournament:
    """Call a tournament off that nobody has started for a month."""
    if tournament.state is State.OPEN and now - tournament.created_at >= STANDS:
        return tournament.but(state=State.CANCELLED, ended_at=now)
    return tournament


def overdue(tournament: Tournament, now: datetime) -> bool:
    """Tell whether a tournament has taken so much longer than it was to take that nobody waits for it any more."""
    begun = tournament.started_at or tournament.created_at
    return now - begun >= tournament.rounds * tournament.lasting + STANDS


def organized_by(tournament: Tournament, user_id: int, *, manages: bool) -> None:
    """Refuse whoever neither organizes a tournament nor manages its server.

    Raises:
        Refused: They do neither.
    """
    if user_id != tournament.organizer_id and not manages:
        raise Refused(Why.NOT_ORGANIZER)


def partner_of(tournament: Tournament, user_id: int) -> int | None:
    """Return the partner of somebody who takes part where both want each other, else None."""
    entrant = tournament.entrant(user_id)
    other = None if entrant is None or entrant.partner_id is None else tournament.entrant(entrant.partner_id)
    return other.user_id if other is not None and other.partner_id == user_id else None


def most_people(tournament: Tournament) -> int:
    """Return how many people may take part."""
    return tournament.form.most * (2 if tournament.partners else 1)


def by_default(tournament: Tournament, home: int, away: int) -> Outcome | None:
    """Return how a pairing comes out without a game, as somebody has withdrawn; None where both still play."""
    gone = tournament.entries[home].withdrawn, tournament.entries[away].withdrawn
    return {
        (True, True): Outcome.NEITHER, (True, False): Outcome.AWAY_DEFAULT, (False, True): Outcome.HOME_DEFAULT,
    }.get(gone)  # fmt: skip


def outcome_of(tournament: Tournament, pairing: Pairing, table: Table | None) -> tuple[Outcome, tuple[int, int]]:
    """Return how a pairing came out whose table has ended, and the card points of both.

    A game that was won, lost or drawn counts as it ended. Where the round's time was over the points decide as they
    stood. Before a game who did not come loses, and where both came but never at the same time each gets half a point.
    What ended for another reason (a damaged record, a moderator) is nobody's fault: half a point each.

    Args:
        tournament: The tournament.
        pairing: The pairing.
        table: Its table; None where its record is damaged.
    """
    assert pairing.away is not None  # a bye has no table
    if table is None:
        return Outcome.DRAW, (0, 0)
    if table.status is Status.FINISHED:
        return game_outcome(table)
    default = by_default(tournament, pairing.home, pairing.away)
    if default is not None:
        return default, (0, 0)
    if table.status is Status.EXPIRED:
        return _by_presence(tournament, pairing, table), (0, 0)
    if table.end_reason == "abandoned":
        return Outcome.NEITHER, (0, 0)
    home, away = points_of(table)
    if table.end_reason == ROUND_OVER and home != away:
        return (Outcome.HOME if home > away else Outcome.AWAY), (home, away)
    return Outcome.DRAW, (home, away)


def game_outcome(table: Table) -> tuple[Outcome, tuple[int, int]]:
    """Return how a game that was played to its end came out for the sides of seat 0 and seat 1."""
    won = [seat in (table.winner or ()) for seat in (0, 1)]
    outcome = Outcome.DRAW if won[0] == won[1] else Outcome.HOME if won[0] else Outcome.AWAY
    return outcome, points_of(table)


def points_of(table: Table) -> tuple[int, int]:
    """Return the points that both sides have made, as everybody has seen them."""
    if not table.game.deals:
        return 0, 0
    home, away = (sum(table.game.totals[seat] for seat in seats) for seats in table.game.law.side_seats)
    return home, away


def _by_presence(tournament: Tournament, pairing: Pairing, table: Table) -> Outcome:
    present = table.fixture.present if table.fixture is not None else frozenset()

    def came(number: int) -> bool:
        return all(member.user_id in present for member in tournament.entries[number].members)

    home, away = came(pairing.home), came(pairing.away or 0)
    if home == away:
        return Outcome.DRAW if home else Outcome.NEITHER
    return Outcome.HOME_DEFAULT if home else Outcome.AWAY_DEFAULT


def _open_only(tournament: Tournament) -> None:
    if tournament.state is not State.OPEN:
        raise Refused(Why.TOURNAMENT_BEGUN if tournament.live else Why.TOURNAMENT_OVER)


def _sides(tournament: Tournament, chance: Chance, apart: Apart) -> list[tuple[int, ...]]:
    """Return who competes, in the order in which they joined: people, or partners; lots pair who has none.

    Lots are drawn again where they bring two together who are to be kept apart, and the best of them are taken.
    """
    people = [each.user_id for each in tournament.entrants]
    if not tournament.partners:
        return [(user,) for user in people]
    partner = {user: other for user in people if (other := partner_of(tournament, user)) is not None}
    alone = [user for user in people if user not in partner]
    drawn = _shuffled(alone, chance)
    for _ in range(_REDRAWN):
        if not _together(drawn, apart):
            break
        drawn = min(drawn, _shuffled(alone, chance), key=lambda order: _together(order, apart))
    for one, other in zip(drawn[::2], drawn[1::2], strict=True):
        partner[one], partner[other] = other, one
    return [(user, partner[user]) for user in people if people.index(user) < people.index(partner[user])]


def _together(drawn: Sequence[int], apart: Apart) -> int:
    """Count the partners among those drawn who are to be kept apart."""
    return sum(frozenset(pair) in apart for pair in zip(drawn[::2], drawn[1::2], strict=True))


def _shuffled(users: Collection[int], chance: Chance) -> list[int]:
    order = list(users)
    for last in range(len(order) - 1, 0, -1):
        at = chance.randrange(last + 1)
        order[last], order[at] = order[at], order[last]
    return order
