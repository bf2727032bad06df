"""What nobody's client sends ends in a kind sentence for that person or a line of the log, and ends nothing else."""

from __future__ import annotations

import signal
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.club import Board, By
from bot.ui.routes import table as table_routes
from bot.ui.routes.custom_ids import OPERATIONS
from bot.ui.routes.standings import to_board

from .messages import EPHEMERAL, Json, components_of, text_of
from .process import Process
from .server import CHANNEL, Asked, Wire
from .two import ANN, BEN, CLEO, begin, live_boards

pytestmark = pytest.mark.deep

COMMAND, CONTROL, TYPING, FORM = 2, 3, 4, 5
HUGE = str(10**30)
UNREADABLE: list[dict[str, Any]] = [
    {"member": None}, {"member": {}}, {"member": {"user": None}}, {"member": {"user": {"id": HUGE}}}, {"member": []},
    {"data": None}, {"data": []}, {"data": {}}, {"data": {"custom_id": None, "component_type": 2}},
    {"data": {"custom_id": ["bz:1:0:hand"], "component_type": 2}},
    {"type": 99}, {"type": None}, {"type": "3"}, {"guild_id": HUGE}, {"guild_id": "x"}, {"channel_id": {}},
    {"channel": []}, {"channel": {"id": "x"}}, {"message": {"id": None}}, {"message": 7}, {"entitlements": None},
    {"app_permissions": "many"},
]  # fmt: skip
"""What stands in a click instead of what Discord sends."""


def pressed(custom_id: object, **more: object) -> Json:
    return {"custom_id": custom_id, "component_type": 2, **more}


def slash(name: str, *options: Json, **more: object) -> Json:
    return {"id": "1", "name": name, "type": 1, "options": list(options), **more}


def opening(*options: Json) -> Json:
    return slash("table", {"name": "open", "type": 1, "options": list(options)})


ODD: list[tuple[int, Json]] = [
    (CONTROL, pressed("bz:1:0:nothing-known")),
    (CONTROL, pressed("bz:999999999999999999:0:hand")),
    (CONTROL, pressed(f"bz:{HUGE}:0:hand")),
    (CONTROL, pressed("bz:1:0:act play \ud83c\udca1" * 20)),
    (CONTROL, pressed("")),
    (CONTROL, pressed("table:1:join")),
    (CONTROL, pressed("bz:1:0:hand", component_type=99)),
    (CONTROL, pressed("bzs:1:0:act", component_type=3, values=[None])),
    (CONTROL, pressed("bzs:1:0:act", component_type=3, values="play")),
    (CONTROL, pressed("bzs:1:0:act", component_type=3, values=["x" * 100_000])),
    (CONTROL, pressed("bzs:1:0:act", component_type=5, values=[HUGE])),
    (COMMAND, slash("nothing")),
    (COMMAND, slash("table")),
    (COMMAND, slash("table", {"name": "close", "type": 1, "options": []})),
    (COMMAND, slash("hand", {"name": "table", "type": 4, "value": 10**30})),
    (COMMAND, slash("hand", {"name": "table", "type": 4, "value": -1})),
    (COMMAND, slash("hand", {"name": "table", "type": 3, "value": "one"})),
    (COMMAND, slash("hand", {"name": "nothing", "type": 3, "value": "one"})),
    (COMMAND, slash("hand", {"type": 4})),
    (COMMAND, slash("hand", type=3, target_id="1")),
    (COMMAND, opening({"name": "rules", "type": 3, "value": "\0x" * 2500})),
    (COMMAND, opening({"name": "players", "type": 4, "value": 2**70})),
    (FORM, {"custom_id": "0123456789abcdef", "components": []}),
    (FORM, {"custom_id": "", "components": [{"type": 99}]}),
]  # fmt: skip


PUTTING_UP = {"practise", "open", "challenge"}
"""Operations that put up a table of whoever presses, which anybody may."""
_FIELDS = st.one_of(
    st.sampled_from(["play QSa", "pass", "true", "-1", "0", "1", "all", "mine", HUGE, str(2**63), "\ud83c\udca1"]),
    st.integers(-3, 3).map(str),
    st.text(max_size=20),
)
_TABLES = st.sampled_from(["1", "1", "1", "2", "0", "999999999999999999", str(2**31)])


def forged_ids(number: int) -> list[str]:
    """Have Hypothesis think up custom ids of every operation, the same at every run."""
    found: list[str] = []

    @settings(
        max_examples=number, derandomize=True, database=None, deadline=None, phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(
        st.sampled_from(["bz", "bz", "bz", "bzs"]), _TABLES, st.sampled_from(["0", "1", "5", "999999999"]),
        st.sampled_from(sorted(OPERATIONS.keys() - PUTTING_UP)), st.lists(_FIELDS, max_size=4),
    )  # fmt: skip
    def think_up(kind: str, table: str, ply: str, operation: str, words: list[str]) -> None:
        found.append(" ".join([f"{kind}:{table}:{ply}:{operation}", *words]))

    think_up()
    return found


async def said(wire: Wire, asked: Asked) -> str:
    """Return what somebody was answered, after checking that nobody else sees it."""
    await wire.until(asked.answered.is_set)
    data = asked.answer["data"]
    assert data["flags"] & EPHEMERAL, data
    return text_of({"content": data.get("content") or "", "components": data.get("components") or []})


async def all_is_well(wire: Wire, process: Process) -> None:
    """Check that the game goes on, and that the log has a line for each failure and no more."""
    (board,) = live_boards(wire)
    known = set(wire.messages)
    await wire.click(ANN, board, "My hand")
    await wire.until(lambda: set(wire.messages) - known)
    await process.end_well()


async def test_interaction_that_cannot_be_read_is_answered_kindly_and_ends_nothing(
    wire: Wire, process: Process
) -> None:
    board = await begin(wire, process)
    hand = next(item["custom_id"] for item in components_of(board) if item.get("label") == "My hand")
    for changed in UNREADABLE:
        asked = await wire.interact(BEN, CONTROL, pressed(hand), CHANNEL, board, **changed)
        assert "could not read that" in await said(wire, asked), changed
    for event in ({}, {"id": None}, {"type": CONTROL, "id": "1", "token": "../../x"}, {"type": TYPING, "id": "1"}):
        await wire.dispatch("INTERACTION_CREATE", event)
    await all_is_well(wire, process)


@pytest.mark.parametrize("kind", [COMMAND, CONTROL, FORM])
async def test_odd_input_ends_in_a_sentence_for_whoever_sent_it(wire: Wire, process: Process, kind: int) -> None:
    board = await begin(wire, process)
    before = len(wire.public())
    for data in (data for each, data in ODD if each == kind):
        asked = await wire.interact(CLEO, kind, data, CHANNEL, board if kind == CONTROL else None)
        assert (await said(wire, asked)).strip(), data
    assert len(wire.public()) == before
    await all_is_well(wire, process)


def in_a_direct_message(wire: Wire, user: int) -> Json:
    """Return what an event holds where there is no server."""
    person = wire._member(user)["user"]
    place = {"id": "1200000000000000099", "type": 1}
    return {"guild_id": None, "member": None, "user": person, "context": 1, "channel": place, "channel_id": place["id"]}


async def test_every_command_says_where_it_works_and_answers_kindly_in_a_direct_message(
    wire: Wire, process: Process
) -> None:
    await begin(wire, process)
    registered = wire.registered
    assert registered
    person = wire._member(ANN)["user"]
    for command in registered:
        menu = {"target_id": str(ANN), "resolved": {"users": {str(ANN): person}}} if command["type"] == 2 else {}
        used = {"id": "1", "name": command["name"], "type": command["type"], **menu}
        for owners in ({"0": "0"}, {"1": str(CLEO)}, {"0": "0", "1": str(CLEO)}):  # a server's, an own, and both
            place = {**in_a_direct_message(wire, CLEO), "authorizing_integration_owners": owners}
            words = await said(wire, await wire.interact(CLEO, COMMAND, used, CHANNEL, None, **place))
            assert ("works only in servers" in words) == (command["contexts"] == [0]), (command["name"], words)
    for gone in ("stats", "versus", "block", "table"):
        asked = await wire.interact(CLEO, COMMAND, slash(gone), CHANNEL, None, **in_a_direct_message(wire, CLEO))
        assert "old command" in await said(wire, asked), gone
    await all_is_well(wire, process)


ELSEWHERE = "1200000000000000077"
NOBODYS: Json = {"authorizing_integration_owners": {}}
PLACES: list[Json] = [
    {"authorizing_integration_owners": {"0": ELSEWHERE}, "guild_id": ELSEWHERE},  # added without the scope of bots
]


async def test_nothing_comes_of_what_is_done_where_the_bot_is_not_installed(wire: Wire, process: Process) -> None:
    board = await begin(wire, process)
    hand = next(item["custom_id"] for item in components_of(board) if item.get("label") == "My hand")
    before, games = len(wire.public()), process.rows("SELECT id FROM games")
    others = {**in_a_direct_message(wire, CLEO), **NOBODYS, "context": 2}
    for place in (*PLACES, others):
        done = [(COMMAND, slash(name)) for name in ("play", "leaderboard", "help", "hand")]
        done += [(CONTROL, pressed(hand)), (FORM, {"custom_id": "0123456789abcdef", "components": []})]
        for kind, data in done:
            message = board if kind == CONTROL else None
            asked = await wire.interact(CLEO, kind, data, CHANNEL, message, **place)
            assert "only in servers that have added me" in await said(wire, asked), (place, data)
        asked = await wire.interact(CLEO, TYPING, slash("play", TYPED[4]), CHANNEL, None, **place)
        await wire.until(asked.answered.is_set)
        assert asked.answer == {"type": 8, "data": {"choices": []}}
    assert len(wire.public()) == before
    assert process.rows("SELECT id FROM games") == games
    await process.end(signal.SIGTERM)
    await process.start()
    assert not process.rows("SELECT * FROM removed_servers")
    await all_is_well(wire, process)


async def test_member_option_whose_member_is_missing_is_answered_kindly(wire: Wire, process: Process) -> None:
    await begin(wire, process)
    option = {"name": "member", "type": 6, "value": str(ANN)}
    shapes: list[Json] = [{}, {"resolved": {}}, {"resolved": {"users": {}}}, {"resolved": []}]
    for resolved in shapes:
        asked = await wire.interact(CLEO, COMMAND, slash("challenge", option, **resolved), CHANNEL)
        assert "old command" in await said(wire, asked), resolved
    await all_is_well(wire, process)


TYPED: list[Any] = [
    *({"name": "rules", "type": 3, "value": value, "focused": True} for value in (5, None, ["a"], "x" * 10_000, "m")),
    {"name": "rules", "type": 3, "focused": True},
    {"name": "rules", "type": 3, "value": "m"},
    {"name": "rules", "focused": True, "value": "m"},
    {"name": "rules"},
    {"type": 3, "value": "m", "focused": True},
    {"name": "clock", "type": 3, "value": "m", "focused": True},
    {"name": "nothing", "type": 3, "value": "m", "focused": True},
    7,
]


async def test_suggestions_are_answered_whatever_their_shape_with_a_line_each(wire: Wire, process: Process) -> None:
    await begin(wire, process)
    sent: list[tuple[Json, Json]] = [
        (slash(name, option), {}) for name in ("play", "hand", "nothing") for option in TYPED
    ]
    sent += [(slash("play", TYPED[4]), in_a_direct_message(wire, CLEO))]
    sent += [(slash("play", TYPED[4]), {"member": None}), ({}, {}), (slash("play", options=5), {})]
    chosen: list[bool] = []
    for data, changed in sent:
        asked = await wire.interact(CLEO, TYPING, data, CHANNEL, None, **changed)
        await wire.until(asked.answered.is_set)
        assert asked.answer["type"] == 8, data
        chosen.append(bool(asked.answer["data"]["choices"]))
    assert chosen.index(True) == 4  # what clients do send is suggested to
    await all_is_well(wire, process)


async def test_forged_click_never_edits_a_message_that_others_see(wire: Wire, process: Process) -> None:
    board = await begin(wire, process)
    known = set(wire.messages)
    await wire.click(ANN, board, "My hand")
    await wire.until(lambda: set(wire.messages) - known)
    panel = wire.messages[max(set(wire.messages) - known, key=int)]
    leaders = to_board(Board(1, By.RATING), BEN)
    elsewhere = [leaders.custom_id, table_routes.Rematch(1).custom_id]
    for control in [*elsewhere, *(item["custom_id"] for item in components_of(panel) if item["type"] == 2)]:
        asked = await wire.interact(BEN, CONTROL, pressed(control), CHANNEL, board)
        await wire.until(asked.answered.is_set)
        assert asked.answer["type"] in (4, 5, 6), control
        assert asked.answer["type"] == 6 or asked.answer["data"]["flags"] & EPHEMERAL, control
    assert not [item for item in components_of(board) if ":act" in item.get("custom_id", "")]
    await all_is_well(wire, process)


async def forge_all(wire: Wire, process: Process, board: Json, **place: Any) -> None:  # noqa: ANN401 - as `interact`
    """Have a stranger press forged controls of every operation: they alone are answered, and nothing is played."""
    acts = process.rows("SELECT * FROM actions")
    (game,) = process.rows("SELECT id FROM games")
    for forged in forged_ids(300):
        kind, table, rest = forged.split(":", 2)
        custom_id = f"{kind}:{game['id'] if table == '1' else table}:{rest}"
        asked = await wire.interact(CLEO, CONTROL, pressed(custom_id), CHANNEL, board, **place)
        await wire.until(asked.answered.is_set)
        way, data = asked.answer["type"], asked.answer.get("data") or {}
        assert way in (4, 5, 6, 9), (custom_id, way)
        assert way != 4 or data["flags"] & EPHEMERAL, custom_id
    assert process.rows("SELECT * FROM actions") == acts


async def test_forged_controls_of_every_operation_are_answered_to_the_stranger_alone(
    wire: Wire, process: Process
) -> None:
    board = await begin(wire, process)
    await forge_all(wire, process, board)
    await all_is_well(wire, process)
