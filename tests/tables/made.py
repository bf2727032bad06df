"""Tables in any state, made by the decisions themselves: no database and no event loop."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

import pytest

from bot.club.standings.results import concluded_results, unrated_at_end
from bot.engine import Phase, build_rules, offered_actions
from bot.engine.scoring import side_totals
from bot.tables import Limits, Refused, Status, Table, Why
from bot.tables.decisions import adjourning, dealing, house_seats, lobby, overtime, play
from bot.tables.decisions.occasion import Done, Occasion
from bot.tables.values.parts import Terms
from bot.tables.values.stored import columns_of, decode
from bot.tables.values.table import tidy
from db import DeadlineRow, GameRecordRows, GameRow
from tests.tables.at_table import ANN, BEN, CHANNEL, GUILD, NOON, sure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.engine import Rules
    from bot.house.roster import Level
    from bot.tables import Player
    from bot.tables.decisions.occasion import Chance
    from db import ResultRow

P = ParamSpec("P")
NUMBER = 7
"""The number of every table that is made here."""
NAMES_ANOTHER = {Why.CHALLENGE_RULES, Why.NO_LOBBY, Why.TOO_MANY_TABLES, Why.REMATCH_STANDS}
"""The refusals that name no table or another one than that of the request."""
BOARD = 70_000
"""The id of the message with a table's first board; those of later boards follow it."""


def noon(*, chance: Chance | None = None, limits: Limits | None = None, **later: float) -> Occasion:
    """Return an occasion at noon or so long after it, as in `noon(minutes=3)`."""
    return Occasion(NOON + timedelta(**later), chance or random.Random(1), limits or Limits())


def numbered(draft: Table, number: int = NUMBER) -> Table:
    """Return a table that has just been opened with its number, as the store gives it one."""
    seats = tuple(replace(seat, game_id=number) for seat in draft.seats)
    return draft.but(id=number, seats=seats, deals=tuple(replace(deal, game_id=number) for deal in draft.deals))


# ------------------------------------------------------------------ asking


def read_back(table: Table) -> Table:
    """Return a table as a start would find it: written as rows, its JSON as text, and replayed."""
    columns = cast("dict[str, Any]", columns_of(table))
    columns |= json.loads(json.dumps({key: columns[key] for key in ("rules", "settings")}))
    row = GameRow(
        id=table.id, guild_id=table.guild_id, kind=table.kind.value, created_at=table.created_at,
        rematch_of=table.rematch.previous_id, version=table.version, **columns,
    )  # fmt: skip
    deadlines = [DeadlineRow(table.id, kind.value, at) for kind, at in table.due.items() if kind.stored]
    messages = tuple(sorted(table.messages, key=lambda m: (m.posted_at, m.message_id)))
    return decode(GameRecordRows(row, table.seats, table.deals, table.actions, table.cuts, messages), deadlines)


def done(
    table: Table, decide: Callable[Concatenate[Table, Occasion, P], Table | Done], at: Occasion, *args: P.args,
    **how: P.kwargs,
) -> Done:  # fmt: skip
    """Decide a request as the store does, see that what came of it can be stored and read back, and return it."""
    before = read_back(table)
    decided = decide(table, at, *args, **how)
    assert table == before
    came = decided if isinstance(decided, Done) else Done(decided)
    if came.table is table:
        return came
    after = tidy(came.table)
    back = read_back(after)
    assert back == after
    assert back.due == {kind: when for kind, when in after.due.items() if kind.stored}
    return replace(came, table=after, opened=came.opened and tidy(came.opened))


def ask(
    table: Table, decide: Callable[Concatenate[Table, Occasion, P], Table | Done], at: Occasion, *args: P.args,
    **how: P.kwargs,
) -> Table:  # fmt: skip
    """Decide a request (:func:`done`), and return the table after it."""
    return done(table, decide, at, *args, **how).table


def refusal(
    table: Table, decide: Callable[Concatenate[Table, Occasion, P], Table | Done], at: Occasion, *args: P.args,
    **how: P.kwargs,
) -> Refused:  # fmt: skip
    """Return the refusal with which a request must be answered, and see that it names the table."""
    with pytest.raises(Refused) as caught:
        decide(table, at, *args, **how)
    assert caught.value.table_id == table.id or caught.value.why in NAMES_ANOTHER, caught.value
    return caught.value


def why(
    table: Table, decide: Callable[Concatenate[Table, Occasion, P], Table | Done], at: Occasion, *args: P.args,
    **how: P.kwargs,
) -> Why:  # fmt: skip
    """Return why a request is refused."""
    return refusal(table, decide, at, *args, **how).why


# ------------------------------------------------------------------ lobbies


def opened(  # the arguments are those of the decision
    opener: Player = ANN,
    *,
    rules: Rules | None = None,
    preset: str = "modern",
    posted: bool = True,
    seed: int = 1,
    invited_only: bool = False,
    **terms: Any,  # noqa: ANN401
) -> Table:
    """Open a table, and post its board; the seed is that of its secret."""
    rules = rules or build_rules(preset, 2, {})
    at = noon(chance=random.Random(seed))
    table = numbered(
        lobby.opened(
            at, guild_id=GUILD, channel_id=CHANNEL, opener=opener, rules=rules, terms=Terms(preset, **terms),
            invited_only=invited_only,
        )
    )  # fmt: skip
    return dealing.posted(table, noon(), BOARD) if posted else table


def joined(players: Sequence[Player] = (ANN, BEN), **how: Any) -> Table:  # noqa: ANN401 - as in `opened`
    """Open a table, and let these players sit down."""
    table = opened(players[0], **how)
    for player in players[1:]:
        table = lobby.join(table, noon(), player)
    return table


def challenged(
    challenger: Player = ANN,
    invited: Player = BEN,
    *,
    posted: bool = True,
    best_of: int = 1,
    **terms: Any,  # noqa: ANN401
) -> Table:
    """Let one member challenge another, and post the board."""
    table = lobby.challenged(
        noon(), guild_id=GUILD, channel_id=CHANNEL, challenger=challenger, invited=invited,
        rules=build_rules("modern", 2, {}), terms=Terms("modern", **terms), best_of=best_of,
    )  # fmt: skip
    return dealing.posted(numbered(table), noon(), BOARD) if posted else numbered(table)


# ------------------------------------------------------------------ games


def begun(players: Sequence[Player] = (ANN, BEN), *, seed: int = 1, **how: Any) -> Table:  # noqa: ANN401 - as in `opened`
    """Begin a game of these players: its first deal is dealt."""
    table = joined(players, seed=seed, **how)
    return on_its_board(lobby.start(table, noon(), players[0].user_id).table)


def with_house(levels: Sequence[Level], people: Sequence[Player] = (ANN,), **how: Any) -> Table:  # noqa: ANN401
    """Begin a game of some people and house players of these levels, who sit down last."""
    table = joined(people, **how)
    for level in levels:
        table = house_seats.add_house(table, noon(), people[0].user_id, level)
    return on_its_board(lobby.start(table, noon(), people[0].user_id).table)


def dealt(
    table: Table, decide: Callable[Concatenate[Table, Occasion, P], Table | Done], at: Occasion, *args: P.args,
    **how: P.kwargs,
) -> Table:  # fmt: skip
    """Ask for a deal, post its board, and return the table with its cards dealt."""
    asked = ask(table, decide, at, *args, **how)
    return ask(asked, dealing.posted, at, BOARD + len(asked.messages))


def on_its_board(table: Table, at: Occasion | None = None) -> Table:
    """Post the board of a deal whose cuts are closed; with its id the cards are dealt."""
    assert table.being_dealt
    return tidy(dealing.posted(tidy(table), at or noon(), BOARD + len(table.messages)))


def words_of(table: Table, choice: int = 0) -> str:
    """Return in words something that whoever is on turn may do."""
    return offered_actions(table.game)[choice].text.partition(" ")[2]


def acted(table: Table, words: str, at: Occasion | None = None) -> Table:
    """Let whoever is on turn do this."""
    return ask(table, play.act, at or noon(), table.turn_users[0], words, table.ply)


def step(table: Table, chance: random.Random, at: Occasion | None = None) -> Table:
    """Deal if a deal is due, else let whoever is on turn do something, rather a declaration than a pass."""
    now = at or noon()
    if table.awaits_deal:
        if table.seal is not None and table.seal.message_id is None:
            table = dealing.posted(table, now, BOARD + len(table.messages))
        return on_its_board(table if table.being_dealt else dealing.deal(table, now).table, now)
    offered = offered_actions(table.game)
    better = [action for action in offered if action.verb not in {"pass", "play"}]
    action = chance.choice(better if better and chance.random() < 0.8 else offered)
    return tidy(play.played(table, now, action).table)


def played(table: Table, until: Callable[[Table], bool], *, seed: int = 1, at: Occasion | None = None) -> Table:
    """Play on at random until something holds of the table, which must happen before the game is over."""
    chance = random.Random(seed)
    while not until(table):
        assert table.live
        table = step(table, chance, at)
    return table


def after_plies(table: Table, plies: int, *, seed: int = 1, at: Occasion | None = None) -> Table:
    """Play on at random until there are so many plies."""
    return played(table, lambda t: t.ply >= plies, seed=seed, at=at)


def before_lead(table: Table) -> bool:
    """Tell whether, as everybody sees it, a trick of the first stage is taken and not yet followed by a lead."""
    deal = table.game.deal
    if table.status is not Status.PLAYING or deal is None:
        return False
    return deal.phase is Phase.DECLARE or table.unseen_passes > 0


def cards_left(table: Table) -> int:
    """Return how many cards of the deal are still to be played."""
    deal = table.game.deal
    return 0 if deal is None else deal.left + sum(mask.bit_count() for mask in deal.hold)


def counts(table: Table) -> bool:
    """Tell whether so much is played that a game which is given up now is lost."""
    return len(table.game.deals) > 1 or len(table.game.deals[-1].tricks) >= 4


def near_the_end(table: Table) -> bool:
    """Tell whether the last tricks of a deal are to be played which may well decide a game for 500 points."""
    if not table.turn_users or cards_left(table) > 5 * len(table.seats):
        return False
    return max(side_totals(table.game.deals[-1].base, table.game.totals)) >= 350


def before_last_choice(table: Table, *, seed: int = 1) -> Table:
    """Play on until only the last card of the last trick but one is to be chosen; the rest plays itself."""
    return played(table, lambda t: cards_left(t) == 1 + len(t.seats), seed=seed)


def between_deals(players: Sequence[Player] = (ANN, BEN), *, seed: int = 1, **how: Any) -> Table:  # noqa: ANN401
    """Play the first deal of a long game out; the next one is sealed, and its board is not posted yet."""
    rules = how.pop("rules", None) or build_rules("modern", len(players), {"target": 9000})
    return played(begun(players, rules=rules, **how), lambda t: t.awaits_deal, seed=seed)


def played_out(table: Table, *, seed: int = 1) -> Table:
    """Play a game out at random."""
    return played(table, lambda t: not t.live, seed=seed)


def resigned(table: Table, loser: Player = ANN) -> Table:
    """End a game by letting a player give up."""
    return tidy(play.resign(table, noon(), loser.user_id).table)


def late(table: Table, at: Occasion | None = None) -> Table:
    """Let the time of the player on move run out."""
    a_move = sure(table.terms.clock.a_move)
    return tidy(overtime.note_time_up(table, at or noon(seconds=a_move.total_seconds())).table)


# ------------------------------------------------------------------ games that are put down


def asked_to_adjourn(table: Table, wait: timedelta | None = None) -> Table:
    """Let Ann ask to adjourn, for so long or until all want to go on."""
    return ask(table, adjourning.ask_adjourn, noon(), ANN.user_id, wait)


def answered(table: Table, *users: int, minutes: float = 0) -> Table:
    """Let some agree to adjourn, so many minutes after noon."""
    request = sure(table.adjourning)
    for user in users:
        at = noon(minutes=minutes)
        table = ask(table, adjourning.agree_to_adjourn, at, user, int(request.at.timestamp()))
    return table


def adjourned(table: Table, wait: timedelta | None = None) -> Table:
    """Put a game down, for so long or until all want to go on."""
    down = answered(asked_to_adjourn(table, wait), *(user for user in table.people if user != ANN.user_id))
    assert down.adjourned is not None
    return down


def results_of(table: Table) -> list[ResultRow]:
    """Return the result of each person in a game that is over, as it counts if no limit applies."""
    return concluded_results(table, unrated_at_end(table))
