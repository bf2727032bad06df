"""Members who press whatever they see, and what they saw an hour ago, at tables that lose messages, rights and the bot.

Nothing is asked of what they are answered, only that nothing breaks, nothing leaks, and every game can still be played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage, SetupError
from simcord.components import walk_components

from bot.playground import World
from tests.simulated import bot_of, components_of, press, press_together, restart, unexplained
from tests.simulated.asking import ask
from tests.simulated.player import Player, private_messages, public_messages, sit_down, words_of
from tests.simulated.watch import Watch

pytestmark = pytest.mark.deep

STEPS = 220
_TYPED = ("500", "-5", "1e9", "two words", "🂡", "x" * 60, "modern target=400", "\u202eabc", "'; DROP TABLE tables; --")
_RULES = ("modern", "modern 3", "modern 4 partners=true", "britannica 3", "enquire", "parlour target=500", *_TYPED)
_FAULTS = (
    ("PATCH", "/channels/*/messages/*", 403, 50013),
    ("POST", "/channels/*/messages", 403, 50013),
    ("PATCH", "/channels/*/messages/*", 404, 10008),
    ("POST", "/channels/*/messages", 500, 0),
    ("POST", "/interactions/*/*/callback", 404, 10062),
    ("POST", "/webhooks/*", 404, 10015),
    ("PATCH", "/webhooks/*", 404, 10015),
)
_KINDS = {"play": 60, "press": 30, "old": 6, "together": 4, "command": 8, "wait": 2, "fault": 2, "delete": 1, "end": 1}
_FORWARD = ("Join", "Start", "Deal", "Accept", "Rematch", "I agree")


class Seen(NamedTuple):
    """A control that somebody has seen on a message."""

    message: ResponseMessage
    custom_id: str
    values: tuple[str, ...]
    forward: bool
    """Whether it brings a game on."""


@dataclass
class Storm:
    """A server in which everyone presses everything."""

    world: World
    rng: Random
    seen: list[Seen] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    """What was done, for whoever looks for the cause of a failure."""

    async def step(self) -> None:
        member = self.rng.choice(self.world.members)
        kind = self.rng.choices(list(_KINDS), list(_KINDS.values()))[0]
        self.done.append(f"{member.name} {kind}")
        if kind in ("play", "press", "together"):
            await self._press(member, kind)
        elif kind == "old":
            await self._old(member)
        elif kind == "command":
            await self._command(member)
        elif kind == "wait":
            for _ in range(self.rng.choice((1, 2, 10))):
                await self.world.env.advance_time(31)
        elif kind == "fault":
            method, path, status, code = self.rng.choice(_FAULTS)
            self.world.env.inject_error(method, path, status=status, code=code, times=1)
        elif kind == "delete":
            self._delete()
            await self.world.env.settle()
        else:
            await restart(self.world)

    async def _press(self, member: MemberActor, kind: str) -> None:
        offered = [
            control
            for message in [*public_messages(self.world)[-8:], *private_messages(self.world, member)[-4:]]
            for control in self._controls(message)
        ]
        if kind == "play":
            cards = [control for control in offered if ":act" in control.custom_id]
            offered = cards or [control for control in offered if control.forward] or offered
        if not offered:
            return
        chosen = self.rng.choice(offered)
        self.seen.append(chosen)
        self.done[-1] += f" {chosen.custom_id} {' '.join(chosen.values)}"
        if kind == "together" and not chosen.values:
            other = self.rng.choice([each for each in self.world.members if self._sees(each, chosen)])
            await press_together(
                self.world, [(each, chosen.message, chosen.custom_id) for each in (member, other, member)]
            )
        else:
            await self._send(member, chosen)

    def _controls(self, message: ResponseMessage) -> list[Seen]:
        found = []
        for item in components_of(message):
            if "custom_id" not in item or item["type"] not in (2, 3):
                continue
            if item.get("disabled") and self.rng.random() < 0.9:
                continue
            values: tuple[str, ...] = ()
            if item["type"] == 3:
                entries = [option["value"] for option in item["options"]]
                values = tuple(self.rng.sample(entries, min(len(entries), item.get("max_values", 1))))
            forward = ":act" in item["custom_id"] or item.get("label") in (*_FORWARD, "My hand")
            found.append(Seen(message, item["custom_id"], values, forward))
        return found

    async def _old(self, member: MemberActor) -> None:
        there = self.world.env.backend.messages[self.world.channel.id]
        past = [each for each in self.seen if each.message.id in there and self._sees(member, each)]
        if past:
            chosen = self.rng.choice(past)
            self.done[-1] += f" {chosen.custom_id}"
            await self._send(member, chosen)

    def _sees(self, member: MemberActor, control: Seen) -> bool:
        """Tell whether a member has a control before them: nobody can press what another's private message holds."""
        stored = self.world.env.backend.messages[self.world.channel.id].get(control.message.id)
        return stored is not None and (not stored.is_ephemeral or stored.visible_to(member.id))

    async def _send(self, member: MemberActor, chosen: Seen) -> None:
        await self._answer(member, await press(self.world, member, chosen.message, chosen.custom_id, *chosen.values))

    async def _command(self, member: MemberActor) -> None:
        commands: list[tuple[str, dict[str, Any]]] = [
            *[("play", {"rules": self.rng.choice(_RULES)}) for _ in range(4)],
            *[(name, {"member": self.rng.choice(self.world.members)}) for name in ("challenge", "invite")],
            ("hand", {"table": self.rng.choice((1, 2, 99999, -3))}),
            *[
                (name, {})
                for name in ("practice", "tables", "resign", "leaderboard", "help", "rules", "finished games", "draw")
            ],
            *[(name, {}) for name in ("undo", "tutorial", "settings", "server settings", "here")],
        ]
        name, options = self.rng.choice(commands)
        self.done[-1] += f" /{name} {options}"
        await self._answer(member, await ask(member, self.world.channel, name, **options))

    async def _answer(self, member: MemberActor, result: InteractionResult) -> None:
        """Fill in whatever form comes up, with what somebody might type."""
        if result.modal is None:
            return
        inputs = [item for item in walk_components(result.modal["components"]) if item["type"] == 4]
        try:
            await member.submit_modal(result, {item["custom_id"]: self.rng.choice(_TYPED) for item in inputs})
        except SetupError:  # longer than the form takes: Discord would not have sent it
            self.done[-1] += " (not sent)"

    def _delete(self) -> None:
        messages = public_messages(self.world)
        if messages:
            self.world.env.backend.delete_message(self.world.channel.id, self.rng.choice(messages[-6:]).id)


@pytest.mark.parametrize("seed", [2, 3])
async def test_whatever_is_pressed_nothing_breaks_and_every_game_can_go_on(
    world: World, watch: Watch, seed: int
) -> None:
    storm = Storm(world, Random(seed))
    await sit_down(world, world.members[:2])
    for _ in range(STEPS):
        await storm.step()
        assert not unexplained(world), storm.done[-12:]
        assert not watch.leaks, storm.done[-12:]
    assert not [line for line in watch.lines if "Traceback" in line or '"ERROR"' in line or " ERROR " in line]
    world.env.backend.faults.clear()
    await restart(world)
    members = {member.id: member for member in world.members}
    asked = 0
    tables = bot_of(world).tables
    for table in await tables.several([entry.id for entry in tables.memory.live]):
        if table.awaited is not None:
            player = Player(world, members[table.awaited], table.id, Random(1))
            shown = await player.slash_hand()
            assert player.choices(), words_of(shown)
            asked += 1
    assert asked
    assert any("act play" in what for what in storm.done)
