"""What a server keeps beside its tables stands there once, wherever the bot is killed: by the wire."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import pytest

from bot.club import conclude, score
from bot.club.daily import begins, number_at
from bot.club.daily.news import NEWS, TOLD
from bot.club.daily.reminders import REMINDED, Reminder
from bot.tables import Player, Tables
from bot.tables.preferences import DAILY_REMINDER
from bot.ui.routes.lobby import AtOwn, Wish
from bot.ui.routes.safety import ShowData
from bot.ui.routes.tournaments import NewTournament
from db import Store
from db.formers import is_former
from tests.daily.whole_game import everywhere, opened, played
from tests.databases import allow, connected, slow_down
from tests.safety.test_erasing import found
from tests.tables.at_table import loading
from tests.tables.ended import given_up

from .club import offers
from .messages import Json, text_of
from .process import Process
from .server import CHANNEL, GUILD, Asked, Wire
from .two import ANN, BEN, CALLBACK, EDIT, HISTORY, POST, stands, with_button

pytestmark = pytest.mark.deep

CAT, DAN = 503, 504
EVE = 2**61 + 505
"""A number that stands nowhere by chance."""
_GAMES: Final = 12


def headed(wire: Wire, words: str) -> list[Json]:
    """Return the public messages whose first line holds these words."""
    return [message for message in wire.public() if words in text_of(message).strip().splitlines()[0]]


async def entered(wire: Wire, users: tuple[int, ...]) -> Json:
    """Open a tournament for which these members enter, and return its message."""
    asked = await wire.ask(users[0], NewTournament())
    form = asked.answer["data"]
    parts = [each["component"] for each in form["components"]]
    fields = [
        {**each, "value": "modern", "values": [o["value"] for o in each.get("options", ())][:1]} for each in parts
    ]
    fields[0]["value"] = "Spring Cup"
    filled = [{"type": 18, "id": at, "component": {"id": at, **field}} for at, field in enumerate(fields, 1)]
    await wire.interact(users[0], 5, {"custom_id": form["custom_id"], "components": filled}, CHANNEL)
    await wire.until(lambda: with_button(wire, "Take part"))
    (message,) = with_button(wire, "Take part")
    for user in users:
        await wire.click(user, message, "Take part")
    return message


async def killed_at(
    wire: Wire,
    process: Process,
    act: Callable[[], Awaitable[object]],
    points: Sequence[tuple[str, str, bool]],
    done: Callable[[], object] = lambda: False,
) -> int:
    """Do something, and kill the bot at one request after another of what comes of it, and of each start.

    Args:
        wire: Discord, which forgets all nonces with each kill.
        process: The bot; it is online afterwards.
        act: What is done at first.
        points: Of each request the method and path, and whether it is carried out before the kill.
        done: Tells that nothing more will come; else a kill is waited for at every point.

    Returns:
        How often it was killed.
    """
    for number, (method, path, done_first) in enumerate(points):
        with wire.halted(method, path, done_first=done_first) as halt:
            await (process.start() if number else act())
            await wire.until(lambda halt=halt: halt.reached.is_set() or done())  # type: ignore[misc]
            if not halt.reached.is_set():
                return number
            await process.kill()
        wire.nonces.clear()
    await process.start()
    return len(points)


# ------------------------------------------------------------------ tournaments


def pairings(process: Process) -> list[dict[str, Any]]:
    return process.rows("SELECT * FROM tournament_pairings WHERE away IS NOT NULL ORDER BY round, board")


def ready(wire: Wire) -> list[Json]:
    """Return the boards of tables that wait for who plays there."""
    return with_button(wire, "Ready")


async def test_round_whose_opening_is_killed_again_and_again_has_its_pairings_and_tables_once(
    wire: Wire, process: Process
) -> None:
    message = await entered(wire, (ANN, BEN, CAT, DAN))
    points = [(*POST, False), (*POST, True)]
    await killed_at(wire, process, lambda: wire.begin_click(ANN, message, "Start"), points)
    await wire.until(lambda: len(stands(process, "round")) == 2)
    assert len({each["game_id"] for each in pairings(process)}) == len(process.rows("SELECT id FROM games")) == 2
    (shown,) = headed(wire, "Round 1 of 3")
    assert {each["id"] for each in ready(wire)} == {*stands(process, "round")} == {shown["id"]}
    assert len(wire.public()) == 2, "the entries and the round, which stands for two lobbies"
    seals = process.rows("SELECT commitment, message_id FROM deals")
    assert [str(row["message_id"]) for row in seals] == [shown["id"]] * 2
    assert all(row["commitment"] in text_of(shown) for row in seals)
    seats = process.rows("SELECT user_id FROM seats")
    assert sorted(row["user_id"] for row in seats) == [ANN, BEN, CAT, DAN]


async def test_game_of_a_round_whose_dealing_is_killed_again_and_again_has_one_board(
    wire: Wire, process: Process
) -> None:
    message = await entered(wire, (ANN, BEN, CAT, DAN))
    await wire.click(ANN, message, "Start")
    await wire.until(lambda: len(stands(process, "round")) == 2)
    (shown,), (pairing, _) = ready(wire), pairings(process)
    table = pairing["game_id"]
    one, other = [row["user_id"] for row in process.rows("SELECT user_id FROM seats WHERE game_id = ?", table)]
    await wire.click(one, shown, "Ready")
    await wire.until(lambda: len(ready(wire)) == 2)  # the other one is called
    await killed_at(wire, process, lambda: wire.begin_click(other, shown, "Ready"), [(*POST, True)])
    await wire.until(lambda: process.rows("SELECT deck FROM deals WHERE deck IS NOT NULL"))
    (deal,) = process.rows("SELECT entropy, message_id FROM deals WHERE deck IS NOT NULL")
    (board,) = stands(process, "board")
    assert json.loads(deal["entropy"]) == [f"message:{shown['id']}", f"board:{board}"]
    await wire.until(lambda: len(wire.public()) == 3)  # the entries, the round, and a board


async def test_result_that_is_killed_again_and_again_counts_once_and_leads_to_the_next_round(
    wire: Wire, process: Process
) -> None:
    message = await entered(wire, (ANN, BEN, CAT))
    await wire.click(ANN, message, "Start")
    await wire.until(lambda: stands(process, "board"))
    ((board,), (pairing,)) = ready(wire), pairings(process)
    table = pairing["game_id"]
    users = [row["user_id"] for row in process.rows("SELECT user_id FROM seats WHERE game_id = ?", table)]
    await wire.click(users[0], board, "Ready")
    await wire.until(lambda: len(ready(wire)) == 2)  # the other one is called
    await wire.click(users[1], board, "Ready")
    await wire.until(lambda: process.rows("SELECT deck FROM deals WHERE deck IS NOT NULL") and not ready(wire))
    asked = await wire.ask(users[0], AtOwn(Wish.RESIGN, 0, table))
    page = wire.answer_to(asked)
    points = [(*POST, False), (*POST, True), (*EDIT, False), (*POST, True), (*POST, True), (*EDIT, True)]

    def goes_on() -> bool:
        up = [each["id"] for each in ready(wire)]
        told = "Round 2 of 3" in text_of(wire.messages[message["id"]]) and stands(process, "result")
        return bool(up) and bool(told) and up == stands(process, "board")

    kills = await killed_at(wire, process, lambda: wire.begin_click(users[0], page, "Resign"), points, goes_on)
    await wire.until(goes_on)
    assert kills >= 3  # while the first edit hangs, the posts that the last points wait for may be made
    first, second = pairings(process)
    assert (first["outcome"] is not None, second["outcome"]) == (True, None)
    (game,) = process.rows("SELECT end_reason FROM games WHERE id = ?", table)
    assert game["end_reason"] == "resign"
    assert len(process.rows("SELECT * FROM games")) == 2
    assert [each["id"] for each in ready(wire)] == stands(process, "board")
    assert text_of(wire.messages[message["id"]]).count("**Round ") == 2
    assert len(wire.public()) == 4, "the entries, the lobby left, the board that became the result, and a lobby"
    standings = process.rows("SELECT games FROM standings WHERE season = '' AND game_kind = ''")
    assert {row["games"] for row in standings} <= {1}


# ------------------------------------------------------------------ the daily deal


def of_daily(process: Process) -> list[dict[str, Any]]:
    return process.rows("SELECT * FROM daily_games")


async def panel_of_daily(wire: Wire) -> Json:
    """Have Ann ask for today's deal, and return what she sees."""
    asked = await wire.command(ANN, "daily")
    await wire.until(lambda: wire.messages.get(asked.original or "", {}).get("components"))
    return wire.answer_to(asked)


async def test_daily_deal_that_is_killed_again_and_again_is_begun_once_and_counts_once(
    wire: Wire, process: Process
) -> None:
    page = await panel_of_daily(wire)
    await killed_at(wire, process, lambda: wire.begin_click(ANN, page, "Play"), [(*CALLBACK, False)])
    await wire.click(ANN, page, "Play")  # the old button, of which nobody knows what came
    (begun,) = of_daily(process)
    await process.kill()
    await nearly_played_out(process, begun["game_id"], begun["number"])
    await process.start()
    kills, told = 0, False
    while of_daily(process)[0]["points"] is None:
        panel = await panel_of_daily(wire)
        (custom_id, value), *_ = offers(panel) or [("", "")]
        if not custom_id:
            await asyncio.sleep(0.1)  # the house is to act
            continue
        kills, told = kills + 1, not told
        done = process.rows("SELECT count(*) AS acts FROM actions")[0]["acts"]
        await killed_at(wire, process, partial(press, wire, panel, custom_id, value), [(*CALLBACK, told)])
        assert process.rows("SELECT count(*) AS acts FROM actions")[0]["acts"] > done, (
            "it was stored before it was shown"
        )
        again = await press(wire, panel, custom_id, value)
        await asyncio.wait_for(again.answered.wait(), 10)
    assert kills >= 2
    (row,) = of_daily(process)
    assert (row["game_id"], row["user_id"]) == (begun["game_id"], ANN)
    (standing,) = process.rows("SELECT game_kind, games, points FROM standings WHERE season = ''")
    assert (standing["game_kind"], standing["games"], standing["points"]) == ("daily", 1, row["points"])
    assert len(process.rows("SELECT id FROM games")) == 1


async def press(wire: Wire, panel: Json, custom_id: str, value: str) -> Asked:
    return await wire.press(ANN, panel, custom_id, *([value] if value else []))


async def nearly_played_out(process: Process, table_id: int, number: int, *, left: int = 3) -> None:
    """Have a daily deal played until Ann has some cards left to play, the last by itself; the bot is not running."""
    store = await Store.open(process.url)
    tables = Tables(store, lambda: datetime.now(UTC), at_end=(conclude, score))
    await loading(tables).load()
    table = await tables.get(table_id)
    secret, ann = table.deals[0].secret, Player(ANN, "User 501")
    whole = played(opened(ann, secret=secret, number=number))
    last = [row.ply for row in whole.actions if row.seat == 0 and row.action.startswith("0 play")]
    until = played(opened(ann, secret=secret, number=number), plies=last[-left]) if left else whole
    await tables.ask(table_id, everywhere, until)
    await store.close()


@pytest.mark.parametrize("history", [True, False], ids=["looked for", "nobody can look"])
async def test_server_is_told_of_the_daily_deal_once_wherever_the_bot_ends(
    wire: Wire, process: Process, history: bool
) -> None:
    await process.kill()
    if not history:
        wire.permissions &= ~HISTORY
    today = number_at(datetime.now(UTC))
    process.rows("INSERT INTO guild_settings VALUES (?, ?, ?)", int(GUILD), NEWS, f"[{CHANNEL},0]")
    points = [(*POST, False), (*POST, True)] if history else [(*POST, True)]
    await killed_at(wire, process, process.start, points)

    def noted() -> bool:
        return process.rows("SELECT value FROM guild_settings WHERE key = ?", TOLD) == [{"value": str(today)}]

    await wire.until(noted)
    assert len(wire.public()) == len(headed(wire, "Daily deal")) == 1


async def test_member_is_reminded_of_the_daily_deal_once_wherever_the_bot_ends(wire: Wire, process: Process) -> None:
    await process.kill()
    today = number_at(datetime.now(UTC))
    reminder = json.dumps(Reminder(0, 0, begins(today) - timedelta(hours=1), int(GUILD)).stored())
    process.rows("INSERT INTO user_settings VALUES (?, ?, ?)", ANN, DAILY_REMINDER, reminder)
    await killed_at(wire, process, process.start, [(*POST, False), (*POST, True)])

    def noted() -> bool:
        return process.rows("SELECT value FROM user_settings WHERE key = ?", REMINDED) == [{"value": str(today)}]

    await wire.until(noted)
    (told,) = headed(wire, "Daily deal")
    assert told["channel_id"] == f"9{ANN}"


# ------------------------------------------------------------------ deleting


async def test_deletion_that_is_killed_in_the_middle_goes_on_and_leaves_the_others_theirs(
    wire: Wire, process: Process
) -> None:
    await process.kill()
    store = await Store.open(process.url)
    tables = Tables(store, lambda: datetime.now(UTC), at_end=(conclude, score))
    await loading(tables).load()
    players = [Player(user, f"User {user}") for user in (EVE, BEN)]
    for seed in range(_GAMES):
        await given_up(tables, players, players[seed % 2], seed=seed + 1, guild_id=int(GUILD))
    await store.close()
    process.rows("UPDATE games SET channel_id = ?", int(CHANNEL))
    kept = "SELECT game_id, won, points, rated, mu FROM results WHERE user_id = 502 ORDER BY game_id"
    before = process.rows(kept)
    with connected(process.database) as connection:
        slow_down(connection, "slowly", "seats")
    await process.start()
    asked = await wire.ask(EVE, ShowData())
    page = wire.answer_to(asked)
    await wire.click(EVE, page, "Delete everything …")
    await wire.begin_click(EVE, page, "Delete")
    named = "SELECT count(*) AS seats FROM seats WHERE user_id = ?"
    with connected(process.database) as connection:
        while not 0 < (left := connection.execute(named, EVE)[0]["seats"]) < _GAMES:
            assert left, "it was done before anybody could see it"
            await asyncio.sleep(0.001)
        await process.kill()
        allow(connection, "slowly", "seats")
    assert found(process.database, EVE), "something is left"
    await process.start()
    await wire.until(lambda: not process.rows("SELECT * FROM erasures"))
    await process.kill()
    assert found(process.database, EVE) == []
    assert process.rows(kept) == before
    former = process.rows("SELECT DISTINCT user_id, name FROM seats WHERE user_id != 502")
    assert len(former) == 1
    assert is_former(former[0]["user_id"])
    assert len(process.rows("SELECT id FROM games WHERE status = 'finished'")) == _GAMES
    assert process.rows("SELECT games FROM ratings WHERE user_id = 502") == [{"games": 6}], "six a day are rated"
