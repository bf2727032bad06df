"""Decisions about a tournament: opening, joining, withdrawing, starting, pairing rounds, recording and ending.

They depend only on stored data, so they give the same answers after a crash.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, TypeAlias

from bot.club.tournaments.pairing import circle, most_rounds, swiss, usual_rounds
from bot.club.tournaments.ranking import by_default, halves_of, ranking
from bot.club.tournaments.values import LONGEST_NAME, Entrant, Form, Outcome, Pairing, State, Tournament
from bot.engine import Rules
from bot.house.roster import Level, free_player
from bot.tables.decisions.occasion import Chance
from bot.tables.values.clocks import Clock
from bot.tables.values.parts import Player
from bot.tables.values.refused import Refused, Why

FEWEST: Final = 3
"""Smallest number of entries, as two would make just a game."""
STANDS: Final = timedelta(days=30)
"""Time for which a tournament may wait for its start, or be overdue while no table can be opened."""
MOST_LIVE: Final = 5
"""Largest number of live tournaments in a server."""
_REDRAWN: Final = 100
"""Largest number of times lots are drawn again."""
Apart: TypeAlias = Collection[frozenset[int]]
"""Pairs of people of whom one has blocked the other."""


def clean_name(typed: str) -> str:
    """Return a tournament's name as it is stored: one line, no invisible characters, at most sixty, not empty."""
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
    """Return a new tournament, for two players or for partners, which people may join; it has no number yet."""
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
    """Enter a player in a tournament, or change the partner whom they name (None: nobody).

    A player who joins without naming a partner becomes the partner of a player who has named them, unless one of the
    two shuns the other.
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
    """Withdraw a player: before the start the entry is removed, later the player gets no further games."""
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
    """Close the entries and number them, the strongest first; the first round is paired after this.

    A house player makes an odd number even where :func:`filled_by_house` allows it. Lots pair people without a partner,
    and avoid to make partners of people who are kept `apart`.
    """
    _open_only(tournament)
    organized_by(tournament, user_id, manages=manages)
    people = tournament.entrants
    if tournament.partners and len(people) % 2:
        raise Refused(Why.ODD_ENTRANTS, detail=str(len(people)))
    sides = _sides(tournament, chance, apart)
    if len(sides) < FEWEST:
        raise Refused(Why.TOO_FEW_ENTRANTS, detail=str(FEWEST * (2 if tournament.partners else 1)))
    house = free_player(Level.REGULAR, ()) if len(sides) % 2 and filled_by_house(tournament) else None
    if house is not None:
        people, sides = (*people, Entrant(house.user_id, house.shown, now)), [*sides, (house.user_id,)]
    strength = {side: sum(ratings.get(user, 0) for user in side) for side in sides}
    order = sorted(sides, key=lambda side: -strength[side])  # equals stay in the order in which they joined
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


def filled_by_house(tournament: Tournament) -> bool:
    """Return whether a house player may enter: no game is rated, and nobody needs the house for a partner."""
    return tournament.friendly and not tournament.partners


def next_pairs(tournament: Tournament, apart: Apart = frozenset()) -> list[tuple[int, int | None]] | None:
    """Return the pairs of the next round; None if all rounds are played or no further round is possible.

    It may take a tenth of a second with many entries.
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
    """Return the pairs of entries in which a member of one has blocked a member of the other."""
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
    """Begin the next round with these pairs (None: a bye), unless the round `after` that one has begun already."""
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
    """Return whether all pairings of the present round are decided; True before the first round."""
    return all(pairing.outcome is not None for pairing in tournament.of_round(tournament.round))


def recorded(tournament: Tournament, of: Pairing, outcome: Outcome, points: tuple[int, int] = (0, 0)) -> Tournament:
    """Record the outcome of a pairing; an outcome recorded earlier stays."""

    def after(each: Pairing) -> Pairing:
        if (each.round, each.board) != (of.round, of.board) or each.outcome is not None:
            return each
        return replace(each, outcome=outcome, points=points)

    return tournament.but(pairings=tuple(after(each) for each in tournament.pairings))


def finished(tournament: Tournament, now: datetime) -> Tournament:
    """End a tournament whose last round is over; if nobody has a point, nobody has won and it is cancelled."""
    if tournament.state is not State.PLAYING or not round_over(tournament):
        return tournament
    scored = any(halves_of(tournament).values())
    return tournament.but(state=State.FINISHED if scored else State.CANCELLED, ended_at=now)


def cancelled(tournament: Tournament, now: datetime, user_id: int, *, manages: bool) -> Tournament:
    """Cancel a tournament; the games played so far stay."""
    organized_by(tournament, user_id, manages=manages)
    if not tournament.live:
        raise Refused(Why.TOURNAMENT_OVER)
    return tournament.but(state=State.CANCELLED, ended_at=now)


def lapsed(tournament: Tournament, now: datetime) -> Tournament:
    """Cancel a tournament that was not started within `STANDS`."""
    if tournament.state is State.OPEN and now - tournament.created_at >= STANDS:
        return tournament.but(state=State.CANCELLED, ended_at=now)
    return tournament


def stranded(tournament: Tournament, now: datetime) -> Tournament:
    """Cancel an overdue tournament whose undecided pairings all lack a table, as none can be opened."""
    waiting = [pairing for pairing in tournament.of_round(tournament.round) if pairing.outcome is None]
    if tournament.state is not State.PLAYING or not waiting or not overdue(tournament, now):
        return tournament
    if any(pairing.table_id is not None for pairing in waiting):
        return tournament
    return tournament.but(state=State.CANCELLED, ended_at=now)


def overdue(tournament: Tournament, now: datetime) -> bool:
    """Return whether a tournament has exceeded its planned time, all rounds together, by `STANDS`."""
    begun = tournament.started_at or tournament.created_at
    return now - begun >= tournament.rounds * tournament.lasting + STANDS


def organized_by(tournament: Tournament, user_id: int, *, manages: bool) -> None:
    """Refuse a user who neither organizes a tournament nor manages its server."""
    if user_id != tournament.organizer_id and not manages:
        raise Refused(Why.NOT_ORGANIZER)


def partner_of(tournament: Tournament, user_id: int) -> int | None:
    """Return the partner of an entrant if each of them names the other, else None."""
    entrant = tournament.entrant(user_id)
    other = None if entrant is None or entrant.partner_id is None else tournament.entrant(entrant.partner_id)
    return other.user_id if other is not None and other.partner_id == user_id else None


def most_people(tournament: Tournament) -> int:
    """Return the largest number of people who may take part."""
    return tournament.form.most * (2 if tournament.partners else 1)


def _open_only(tournament: Tournament) -> None:
    if tournament.state is not State.OPEN:
        raise Refused(Why.TOURNAMENT_BEGUN if tournament.live else Why.TOURNAMENT_OVER)


def _sides(tournament: Tournament, chance: Chance, apart: Apart) -> list[tuple[int, ...]]:
    """Return the competing people or partners, in the order in which they joined; lots pair people without a partner.

    Lots are drawn again, up to `_REDRAWN` times, while they pair people who are kept apart; the best draw is used.
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
    """Count the drawn pairs of partners who are to be kept apart."""
    return sum(frozenset(pair) in apart for pair in zip(drawn[::2], drawn[1::2], strict=True))


def _shuffled(users: Collection[int], chance: Chance) -> list[int]:
    order = list(users)
    for last in range(len(order) - 1, 0, -1):
        at = chance.randrange(last + 1)
        order[last], order[at] = order[at], order[last]
    return order
