"""Forged interactions against live games: what no client sends, and what one sends who presses others' buttons."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from bot.ui.routes.custom_ids import OPERATIONS

from .audit import Audit
from .ground import Ground
from .ledger import Click
from .messages import Json, components_of

_HARMLESS: Final = ("act", "choose", "hand", "panel", "advice", "rules", "topic", "tricks", "fair", "deal")
"""What somebody may ask for at the own table without ending or changing the game in a way that is not compared."""
assert set(_HARMLESS) <= set(OPERATIONS)
_CONTROL: Final = re.compile(r"bzs?:(\d+):(\d+):([a-z-]+)(.*)", re.DOTALL)
_STRANGERS: Final = (900, 901, 902)
_AT_ONCE: Final = 20
"""So many forged interactions are under way at a time."""


@dataclass(frozen=True)
class Forged:
    """A forged interaction: what is pressed where by whom is chosen among what there is when it is sent."""

    kind: int
    who: int
    message: int
    control: int
    wanted: str | None
    """A custom id of one's own making; None: that of a control that somebody has seen."""
    table: int | None
    ply: int | None
    operation: str | None
    words: str | None
    data: dict[str, Any]
    changed: dict[str, Any]


_ODD: Final = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.text(max_size=30), st.lists(st.integers(), max_size=2)
)
_NUMBERS: Final = st.one_of(st.integers(0, 6), st.sampled_from([-1, 10**9 - 1, 10**18 - 1, 2**63, 2**64, 10**30]))
_CARDS: Final = st.builds(
    "{} {}{}{}".format,
    st.sampled_from(["play", "exchange", "show", "declare sequence", "expose", "claim", "take"]),
    st.sampled_from("AKQJT987"), st.sampled_from("CDHS"), st.sampled_from("abcd"),
)  # fmt: skip
_WORDS: Final = st.one_of(
    st.none(), _CARDS, st.sampled_from(["pass", "draw", "resign", "timeout", "done", "lift"]), st.text(max_size=90)
)
_NAMES: Final = (
    "hand", "rules", "play", "settings", "learn", "tables", "help", "leaderboard", "tournament", "challenge", "nothing",
    "",
)  # fmt: skip
_OPTIONS: Final = st.sampled_from(["table", "book", "member", "nothing"])
_COMMANDS: Final = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["1", "0", "x"]),
        "name": st.sampled_from(_NAMES),
        "type": st.sampled_from([1, 1, 1, 2, 3, 99]),
        "options": st.lists(
            st.fixed_dictionaries({"name": _OPTIONS, "type": st.integers(1, 12), "value": _ODD}), max_size=2
        ),
    }
)
_FORMS: Final = st.fixed_dictionaries(
    {
        "custom_id": st.text(max_size=40),
        "components": st.lists(
            st.fixed_dictionaries({"type": st.sampled_from([1, 4, 18, 99]), "components": st.just([]), "id": _ODD}),
            max_size=2,
        ),
    }
)
_NOTHING: Final[st.SearchStrategy[dict[str, Any]]] = st.builds(dict)
_CHANGED: Final = st.one_of(
    _NOTHING, _NOTHING, _NOTHING,
    st.dictionaries(
        st.sampled_from(["member", "channel", "guild_id", "channel_id", "message", "data", "locale", "type", "user"]),
        _ODD, min_size=1, max_size=2,
    ),
)  # fmt: skip
_FORGED: Final = st.builds(
    Forged,
    kind=st.sampled_from([3, 3, 3, 3, 3, 3, 2, 5, 4, 1, 99]),
    who=st.integers(0, 10**6),
    message=st.integers(0, 10**6),
    control=st.integers(0, 10**6),
    wanted=st.one_of(st.none(), st.none(), st.none(), st.text(max_size=120), st.just("bz:"), st.just("bzs:1:1:act x")),
    table=st.one_of(st.none(), st.none(), _NUMBERS),
    ply=st.one_of(st.none(), st.none(), _NUMBERS),
    operation=st.one_of(st.none(), st.none(), st.none(), st.sampled_from(sorted(OPERATIONS))),
    words=_WORDS,
    data=st.one_of(_COMMANDS, _FORMS, st.dictionaries(st.sampled_from(["values", "component_type"]), _ODD, max_size=2)),
    changed=_CHANGED,
)


def forgeries(number: int, chance: int) -> list[Forged]:
    """Have Hypothesis think up so many forged interactions, the same for the same chance."""
    found: list[Forged] = []

    @seed(chance)
    @settings(
        max_examples=-(-number // 50), database=None, deadline=None, phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.lists(_FORGED, min_size=50, max_size=50))
    def think_up(batch: list[Forged]) -> None:
        found.extend(batch)

    think_up()
    return found[:number]


async def hostile_run(ground: Ground, rng: Random, *, times: int, pause: float = 0.2) -> Audit:
    """Let members play, send forged interactions meanwhile, and compare everything.

    Args:
        ground: Where; the bot is not started yet.
        times: How many are sent.
        pause: Seconds that members think between two clicks.
    """
    await ground.start()
    playing = asyncio.create_task(ground.club.play())
    club = ground.club
    await ground.wire.until(lambda: all(any(club.panel(g, user) for user in g.users) for g in club.groups))
    ground.club.pause = pause
    answered = 0
    batch = forgeries(times, rng.randrange(2**32))
    for at in range(0, len(batch), _AT_ONCE):
        sent = [await _send(ground, rng, forged) for forged in batch[at : at + _AT_ONCE]]
        waiting = [asyncio.create_task(click.asked.answered.wait()) for click in sent]
        done, late = await asyncio.wait(waiting, timeout=0.4)
        answered += len(done)
        for task in late:
            task.cancel()
        assert ground.process.lives, "the bot has ended"
    ground.club.stopping = True
    await playing
    audit = await ground.audited()
    audit.counts["forged"], audit.counts["of them answered"] = len(batch), answered
    return audit


async def _send(ground: Ground, rng: Random, forged: Forged) -> Click:
    """Send a forged interaction, and note it as a click of whoever it is said to be from."""
    wire, people = ground.wire, [user for group in ground.club.groups for user in group.users]
    users = [*people, *_STRANGERS]
    messages = list(wire.messages.values())
    message = messages[forged.message % len(messages)]
    user = users[forged.who % len(users)]
    custom_id, values = _pressed(forged, message, messages)
    if (found := _CONTROL.fullmatch(custom_id)) is not None and found[3] not in _HARMLESS:
        user = _STRANGERS[forged.who % len(_STRANGERS)]  # at the own table it would be no forgery
    data: Json = forged.data if forged.kind not in (3, 99) else {}
    if not data or "name" not in data:
        data = {"custom_id": custom_id, "component_type": 3 if values else 2, "values": values, **data}
    changed = {} if rng.random() < 0.5 else forged.changed
    committed = ground.ledger.committed()
    where = None if forged.kind == 2 else message
    asked = await wire.interact(user, forged.kind, data, message["channel_id"], where, **changed)
    value = values[0] if values and isinstance(values[0], str) else ""
    click = Click(user, custom_id, value, asked, committed)
    ground.ledger.clicks.append(click)
    return click


def _pressed(forged: Forged, message: Json, messages: list[Json]) -> tuple[str, list[str]]:
    """Return the custom id that is pressed, and the entry chosen in a menu."""
    if forged.wanted is not None:
        return forged.wanted, []
    controls = [item for item in components_of(message) if "custom_id" in item]
    if not controls:
        controls = [item for each in messages for item in components_of(each) if "custom_id" in item]
    chosen = controls[forged.control % len(controls)]
    values = [chosen["options"][forged.who % len(chosen["options"])]["value"]] if chosen["type"] == 3 else []
    found = _CONTROL.fullmatch(chosen["custom_id"])
    if found is None:
        return chosen["custom_id"], values
    table, ply, operation, rest = found.groups()
    table = table if forged.table is None else str(forged.table)
    ply = ply if forged.ply is None else str(forged.ply)
    operation = forged.operation or operation
    rest = rest if forged.words is None else f" {forged.words}"
    return f"{'bzs' if values else 'bz'}:{table}:{ply}:{operation}{rest}", values
