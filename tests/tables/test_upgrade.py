"""Tables that version 1.0 stored are taken up as they stood, and played on.

`tests.db.version_1_0` says how the database came about; what version 1.0 itself said of each table stands below.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.engine.lots import DealerBy, Lots, SeatsBy
from bot.house.roster import Level
from bot.tables import Due, Player, Table, Tables, Why
from bot.tables.decisions import consent, lobby, overtime, terms
from bot.tables.decisions.occasion import Occasion
from bot.tables.values.parts import Asked, Claims, Thread
from db import Store
from tests.db import version_1_0
from tests.tables.at_table import Clock, accept, play_out, restarted, same_after_a_restart, why
from tests.tables.made import cards_left, played

LAST_BEAT = datetime(2026, 3, 9, 13, 24, 43, tzinfo=UTC)
AWAY = timedelta(hours=3)
CHANNEL = 2**60 + 20
ANN, BEN, CAT, DAN = (2**60 + 100 + at for at in range(4))


class Known(NamedTuple):
    """What version 1.0 said of a table; nobody is on move where `turn` is empty."""

    table: int
    status: str
    ply: int
    totals: tuple[int, ...]
    names: str
    turn: str = ""


KNOWN = [
    Known(1, "abandoned", 5, (10, 0), "Ann, Ben"),
    Known(2, "expired", 0, (0, 0), "Ann"),
    Known(3, "expired", 0, (0, 0), "Ann"),
    Known(4, "cancelled", 0, (0, 0), "Ann, Ben"),
    Known(5, "declined", 0, (0, 0), "Ann"),
    Known(6, "finished", 1, (0, 0), "Ann, Ben"),
    Known(7, "finished", 176, (500, 470), "Ann, Ben"),
    Known(8, "finished", 2, (0, 0), "Ann, Ben"),
    Known(9, "abandoned", 0, (0, 0), "Ann, Ben"),
    Known(10, "finished", 16, (0, 0), "Ann, ⌂ Babette"),
    Known(11, "finished", 5, (0, 10), "Ann, Ben"),
    Known(12, "abandoned", 6, (0, 0), "Ann, Ben"),
    Known(13, "finished", 4, (0, 0), "Ann, Ben"),
    Known(14, "playing", 3, (0, 0), "Ann, Ben", "Ann"),
    Known(15, "playing", 1, (0, 0), "Ann, Ben", "Ann"),
    Known(16, "playing", 2, (0, 0), "Ann, Ben", "Ann"),
    Known(17, "playing", 9, (0, 0, 0, 0), "Dan, Cat, Ben, Ann", "Dan"),
    Known(18, "playing", 9, (0, 0), "Ann, Ben", "Ben"),
    Known(19, "playing", 6, (0, 0), "Ann, Ben", "Ann"),
    Known(20, "playing", 7, (0, 0, 40), "Ann, Ben, Cat", "Ben"),
    Known(21, "playing", 4, (0, 0, 0), "Ann, Ben, Cat", "Ben"),
    Known(22, "playing", 5, (0, 0, 0), "Ann, Ben, Cat", "Ben"),
    Known(23, "playing", 6, (0, 10), "Ann, ⌂ Odette", "⌂ Odette"),
    Known(24, "playing", 91, (190, 60), "Ann, Ben"),
    Known(26, "lobby", 0, (0, 0, 0), "Ann, Ben"),
    Known(27, "lobby", 0, (0, 0, 0, 0), "Ann, Cat, ⌂ Madame Fleury"),
    Known(28, "lobby", 0, (0, 0), "Cat"),
    Known(29, "playing", 0, (0, 0), "Ann, Ben"),
]
RESIGNED, SCORED, DRAWN, THREAD_CLOSED = 6, 7, 12, 13
IN_THREAD, THREAD_WANTED, THREAD_GONE = 14, 15, 16
PARTNERS, DRAW_OFFERED, DRAW_DECLINED, UNDO_ASKED, CLAIMED, HELD, BETWEEN_DEALS = 17, 18, 19, 20, 21, 22, 24
FROZEN, LOBBY, LEFT, CHALLENGE, REMATCH = 25, 26, 27, 28, 29


@pytest.fixture
def path(tmp_path: Path) -> Path:
    version_1_0.write(tmp_path / "bezique.db")
    return tmp_path / "bezique.db"


@pytest.fixture
def clock() -> Clock:
    return Clock(LAST_BEAT + AWAY)


@pytest.fixture
async def tables(store: Store, clock: Clock) -> Tables:
    return await restarted(store, clock)


@pytest.fixture
def known_due(path: Path) -> dict[tuple[int, str], datetime]:
    """The deadlines as version 1.0 stored them."""
    rows = version_1_0.rows(path)["deadlines"]
    return {(row["game_id"], row["kind"]): datetime.fromisoformat(row["due_at"]).replace(tzinfo=UTC) for row in rows}


async def test_every_table_stands_as_version_1_0_knew_it(tables: Tables, store: Store) -> None:
    found = []
    for known in KNOWN:
        table = await tables.get(known.table)
        turn = [seat.name for seat in table.seats if seat.user_id in table.turn_users]
        names = ", ".join(table.names)
        found.append(Known(table.id, table.status.value, table.ply, table.game.totals, names, "".join(turn)))
    assert found == KNOWN
    assert [table.id for table in tables.memory.awake()] == [
        known.table for known in KNOWN if known.status in {"lobby", "playing"}
    ]
    assert await why(tables.get(FROZEN)) is Why.FROZEN
    async with store.read() as reader:
        assert {row.version for row in await reader.games.live()} == {0}, "a start freezes none that version 1.0 kept"


async def test_deadlines_are_taken_over_and_the_time_away_is_given_back(
    known_due: dict[tuple[int, str], datetime], tables: Tables
) -> None:
    since = {
        Due.NUDGE, Due.FORFEITS, Due.DAY, Due.ROUND, Due.TELL, Due.LAPSES, Due.RESUME, Due.ENDS_SOON, Due.LEFT,
        Due.ITSELF,
    }  # fmt: skip
    assert {Due(kind) for _, kind in known_due} == set(Due) - since
    for (table_id, kind), at in known_due.items():
        assert tables.memory.schedule.at(table_id, Due(kind)) == at + AWAY


async def test_what_was_asked_claimed_and_agreed_on_still_stands(tables: Tables) -> None:
    assert (await tables.get(DRAW_OFFERED)).draw == Asked(9, BEN)
    assert (await tables.get(DRAW_DECLINED)).draw == Asked(6, ANN, declined=True)
    assert (await tables.get(DRAW_DECLINED)).undone == 2
    assert (await tables.get(BETWEEN_DEALS)).draw is None  # it was offered in the deal before
    assert (await tables.get(UNDO_ASKED)).undo == Asked(7, ANN, agreed=(BEN,))
    claimed = await tables.get(CLAIMED)
    assert claimed.time_is_up
    assert claimed.claims == Claims(4, BEN, (ANN,))
    held = await tables.get(HELD)
    assert held.held == {0: Level.REGULAR}
    assert (held.claims, held.time_up) == (None, None)

    table = await tables.get(LOBBY)
    assert (table.terms.hints, table.terms.edition, table.terms.clock.key) == (True, 2, "live-5")
    assert (table.lobby.to_agree, table.lobby.guests, table.lobby.invited_only) == ((BEN,), (BEN, CAT), True)
    assert (table.rules.target, table.rules.announce) == (2000, False)
    assert [(cut.user_id, cut.text) for cut in table.cuts] == [(BEN, "second"), (ANN, "thirdcut")]
    left = await tables.get(LEFT)
    assert (left.lobby.left, left.terms.partners_drawn, left.rules.partners) == (((BEN, "Ben"),), True, True)
    challenge = await tables.get(CHALLENGE)
    assert (challenge.invited_id, challenge.lobby.challenged) == (DAN, "Dan")


async def test_tables_stand_where_they_stood_and_what_came_after_them_is_known(tables: Tables) -> None:
    threads = [(await tables.get(each)).place for each in (THREAD_CLOSED, IN_THREAD, THREAD_WANTED, THREAD_GONE)]
    assert [place.thread for place in threads] == [Thread.CLOSED, Thread.OPEN, Thread.WANTED, Thread.NONE]
    assert {place.home_id for place in threads} == {CHANNEL}
    assert [place.channel_id == CHANNEL for place in threads] == [False, False, True, True]
    assert (await tables.get(PARTNERS)).place.home_id == CHANNEL

    resigned, scored, drawn = [await tables.get(each) for each in (RESIGNED, SCORED, DRAWN)]
    assert (resigned.rematch.votes, resigned.rematch.next_id) == ((ANN,), None)
    assert (scored.rematch.votes, scored.rematch.next_id) == ((ANN, BEN), REMATCH)
    assert (scored.winner, scored.end_reason) == ((0,), "score")
    assert drawn.drawn
    assert drawn.rematch.votes == (BEN,)
    assert (await tables.get(REMATCH)).rematch.previous_id == SCORED
    assert (await tables.get(PARTNERS)).lots.written == Lots(SeatsBy.CHOSEN, DealerBy.PASSED, (0, 1, 2, 3))


@pytest.mark.sweep
@pytest.mark.parametrize("table_id", [DRAW_OFFERED, UNDO_ASKED, BETWEEN_DEALS, REMATCH, PARTNERS, IN_THREAD])
async def test_an_old_game_is_played_on_and_found_again(
    tables: Tables, store: Store, clock: Clock, table_id: int
) -> None:
    before = await tables.get(table_id)
    table = await play_out(tables, table_id, random.Random(5), plies=before.ply + 12)
    assert table.actions[: len(before.actions)] == before.actions
    assert len(table.actions) >= len(before.actions) + 12
    assert await same_after_a_restart(store, clock, table)


@pytest.mark.deep
async def test_an_old_game_is_played_to_its_end(tables: Tables, store: Store, clock: Clock) -> None:
    def to_the_last_deal(table: Table, at: Occasion) -> Table:
        return played(table, lambda t: max(t.game.totals) > 800 and 0 < cards_left(t) < 12, at=at)

    await tables.ask(BETWEEN_DEALS, to_the_last_deal)
    table = await play_out(tables, BETWEEN_DEALS, random.Random(5))
    assert table.end_reason == "score"
    assert max(table.game.totals) >= 1000
    assert await same_after_a_restart(store, clock, table)


async def test_what_was_asked_before_the_upgrade_is_answered_after_it(tables: Tables) -> None:
    assert (await tables.ask(DRAW_OFFERED, consent.accept_draw, ANN, 9)).drawn
    undone = await tables.ask(UNDO_ASKED, consent.allow_undo, CAT, 7)
    assert (len(undone.actions), undone.ply) == (6, 8)
    done = await tables.ask(CLAIMED, overtime.claim_time, CAT)
    assert done.table.end_reason == "timeout"
    agreed = await tables.ask(LOBBY, terms.agree, BEN)
    assert agreed.lobby.to_agree == ()
    assert len((await tables.join(LOBBY, Player(CAT, "Cat"))).seats) == 3
    accepted = await accept(tables, CHALLENGE, Player(DAN, "Dan"))
    assert accepted.status.value == "playing"
    assert accepted.lots.written is not None
    assert (await tables.ask(LEFT, lobby.cancel, ANN)).status.value == "cancelled"
