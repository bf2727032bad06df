"""Simulated members who play Bézique by clicking only what is offered to them.

A player reads the channel and their own private panel as a person does, and presses enabled buttons and menu
entries. Nothing here asks the bot's objects anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.playground import World
from bot.tables import Table, number_of
from bot.tables.values.rule_sets import LAST_TABLE
from bot.ui.routes.custom_ids import OPERATIONS
from bot.ui.routes.lobby import AtOwn, Flag, SetFlag, Wish
from bot.ui.routes.table import More
from tests.simulated import bot_of, buttons_of, components_of, press, text_of

_TABLE = re.compile(r"table (\d+)")
_CONTROL = re.compile(r"bzs?:(\d+):(\d+):(\S+)")


class Choice(NamedTuple):
    """Something that a panel offers: a button, or an entry of a menu."""

    custom_id: str
    value: str
    label: str

    @property
    def words(self) -> str:
        """The action that the choice stands for, as the record writes it."""
        return self.value or self.custom_id.split(" ", 1)[1]


class StuckError(AssertionError):
    """Nobody is offered anything to click."""


def public_messages(world: World) -> list[ResponseMessage]:
    """Return what everyone in the channel sees, the oldest first, without what only points to a board below."""
    return [m for m in all_public(world) if not points_below(m)]


def all_public(world: World) -> list[ResponseMessage]:
    """Return every message that everyone in the channel sees, the oldest first."""
    stored = world.env.backend.messages[world.channel.id].values()
    return [ResponseMessage(world.env, m) for m in sorted(stored, key=lambda m: m.id) if not m.is_ephemeral]


def is_told(world: World, words: str) -> bool:
    """Tell whether a message that everyone sees says something."""
    return any(words in words_of(message) for message in public_messages(world))


def message_with(world: World, words: str) -> ResponseMessage:
    """Return the first message that says something to everyone."""
    return next(message for message in public_messages(world) if words in words_of(message))


async def behind(member: MemberActor, result: ResponseMessage, label: str) -> InteractionResult:
    """Press *More…* under a result, then a button of the private page that answers it."""
    return await member.click(private_answer(await member.click(result, label="More…")), label=label)


def points_below(message: ResponseMessage) -> bool:
    """Tell whether a message is what stays of a lobby or seal whose cards were dealt on a board below."""
    opened = [b["custom_id"].split(":")[3].split()[0] for b in buttons_of(message)]
    return opened in ([], ["fair"]) and any(words in text_of(message) for words in ("dealt below", "données plus bas"))


def private_messages(world: World, member: MemberActor) -> list[ResponseMessage]:
    """Return every message that only this member sees, the oldest first."""
    stored = world.env.backend.messages[world.channel.id].values()
    mine = [m for m in stored if m.is_ephemeral and m.visible_to(member.id)]
    return [ResponseMessage(world.env, m) for m in sorted(mine, key=lambda m: m.id)]


def words_of(message: ResponseMessage) -> str:
    """Return the text of a message without the marks that keep names apart in writing direction."""
    return text_of(message).replace("\u2068", "").replace("\u2069", "")


def button_named(message: ResponseMessage, label: str) -> dict[str, Any] | None:
    """Return the enabled button of that name, or None."""
    return next((b for b in buttons_of(message) if b.get("label") == label), None)


def table_number(message: ResponseMessage) -> int:
    """Read from a message which table it belongs to."""
    found = _TABLE.search(text_of(message))
    assert found is not None, text_of(message)
    return int(found[1])


def at(message: ResponseMessage, operation: str) -> str:
    """Return the control that does something at the table of a message, whether that offers it or not."""
    assert operation.split(" ", maxsplit=1)[0] in OPERATIONS
    return f"bz:{table_number(message)}:0:{operation}"


def tables_here(world: World) -> list[Table]:
    """Return the tables in the server that are not over."""
    return [table for table in bot_of(world).tables.memory.awake() if table.guild_id == world.env.guild.id]


def inputs_of(modal: object) -> list[str]:
    """List the ids of the fields in which something can be typed."""
    if isinstance(modal, dict):
        if modal.get("type") == 4:
            return [modal["custom_id"]]
        return [found for value in modal.values() for found in inputs_of(value)]
    return [found for value in modal for found in inputs_of(value)] if isinstance(modal, list) else []


def private_answer(result: InteractionResult) -> ResponseMessage:
    """Return the one message with which a click was answered, making sure that only its sender sees it."""
    shown = [*([result.response] if result.response is not None and result.response.ephemeral else []),
             *result.followups]  # fmt: skip
    assert len(shown) == 1, shown
    assert shown[0].ephemeral
    return shown[0]


def public_answer(result: InteractionResult) -> ResponseMessage:
    """Return the message with which a command or click was answered, making sure that everyone sees it."""
    assert result.response is not None
    assert not result.response.ephemeral, text_of(result.response)
    return result.response


@dataclass
class Player:
    """A member at a table, with the private panel that they opened last."""

    world: World
    actor: MemberActor
    table: int
    rng: Random
    opened: ResponseMessage | None = None
    lazy: bool = False
    """Draw rather than declare."""
    eager: bool = False
    """Declare rather than draw, and keep the cards for it."""

    @property
    def panel(self) -> ResponseMessage:
        """The private panel, which the player must have."""
        panel = self.newest_panel()
        assert panel is not None
        return panel

    @panel.setter
    def panel(self, message: ResponseMessage) -> None:
        self.opened = message

    def newest_panel(self) -> ResponseMessage | None:
        """Return the panel that was opened, or the newest where the bot has sent it anew, if there is any."""
        backend = self.world.env.backend
        there = backend.messages.get(self.opened.channel_id) if self.opened is not None else None
        if self.opened is not None and there is not None and self.opened.id not in there:
            mine = [
                m
                for m in private_messages(self.world, self.actor)
                if re.search(rf"table {number_of(self.table)}\b", text_of(m))
            ]
            self.opened = mine[-1] if mine else None
        return self.opened

    def choices(self) -> list[Choice]:
        """Return what the panel offers now."""
        panel = self.newest_panel()
        found = []
        for item in components_of(panel) if panel is not None else ():
            match = _CONTROL.match(item.get("custom_id", ""))
            if match is None or item.get("disabled") or not match[3].startswith(("act", "choose")):
                continue
            if item["type"] == 2:
                found.append(Choice(item["custom_id"], "", item.get("label", "")))
            else:
                found += [Choice(item["custom_id"], o["value"], o["label"]) for o in item["options"]]
        return found

    async def choose(self, choice: Choice) -> InteractionResult:
        """Press a button or pick an entry of the panel."""
        if choice.value:
            return await self.actor.select(self.panel, [choice.value], custom_id=choice.custom_id)
        return await self.actor.click(self.panel, custom_id=choice.custom_id)

    async def move(self) -> Choice | None:
        """Do one of the things offered, by chance; None where nothing is offered."""
        choices = self.choices()
        if not choices:
            return None
        draws = [c for c in choices if c.words == "pass"] if self.lazy else []
        declares = [c for c in choices if c.words.startswith("declare")] if self.eager else []
        small = [c for c in choices if re.match(r"play [789T]", c.words)] if self.eager else []
        choice = self.rng.choice(draws or declares or small or choices)
        await self.choose(choice)
        return choice

    async def my_hand(self, message: ResponseMessage) -> ResponseMessage:
        """Press [My hand] under a public message, and keep the panel that comes."""
        self.panel = private_answer(await self.actor.click(message, label="My hand"))
        return self.panel

    async def slash_hand(self) -> ResponseMessage:
        """Ask for the panel with the command, and keep it."""
        self.panel = private_answer(await self.actor.slash(self.world.channel, "hand", table=self.table))
        return self.panel


@dataclass
class Sitting:
    """A table with its players, as its channel shows it."""

    world: World
    table: int
    players: list[Player]
    moves: list[Choice] = field(default_factory=list)
    pause: float = 0.0
    """Seconds that pass after each click; where none do, the board takes many changes in one edit."""

    def messages(self) -> list[ResponseMessage]:
        """Return the public messages under this table's title, the oldest first: boards and the result."""
        name = re.compile(rf"Bézique(?: ·|,) table {number_of(self.table)}\b")
        return [m for m in public_messages(self.world) if name.search(text_of(m))]

    def board(self) -> ResponseMessage:
        """Return the newest message with the controls of a board."""
        boards = [m for m in self.messages() if any(button_named(m, label) for label in ("Rules", "Deal"))]
        assert boards, [text_of(m) for m in self.messages()]
        return boards[-1]

    def result(self) -> ResponseMessage | None:
        """Return the message that says who has won, once it is there."""
        return next((m for m in self.messages() if "🏆" in text_of(m) or button_named(m, "Rematch")), None)

    def ending(self) -> ResponseMessage:
        """Return the message that says who has won, which must be there."""
        result = self.result()
        assert result is not None, [text_of(m) for m in self.messages()]
        return result

    async def show_hands(self) -> None:
        """Let every player press [My hand], or give the command where no board stands."""
        for player in self.players:
            await (player.my_hand(self.board()) if self.messages() else player.slash_hand())

    def on_move(self) -> Player:
        """Return the one player whose panel offers something."""
        able = [p for p in self.players if p.choices()]
        assert len(able) == 1, [p.actor.name for p in able]
        return able[0]

    def waiting(self) -> list[Player]:
        """Return the players whose panels offer nothing."""
        return [p for p in self.players if not p.choices()]

    async def step(self) -> bool:
        """Let whoever is offered something click once; False when the game is over.

        Raises:
            StuckError: The game is not over, and nobody is offered anything, not even in a new panel.
        """
        for asked_anew in (False, True):
            able = [p for p in self.players if p.choices()]
            assert len(able) <= 1, [p.actor.name for p in able]
            if able:
                choice = await able[0].move()
                assert choice is not None
                self.moves.append(choice)
                if self.pause:
                    await self.world.env.advance_time(self.pause)
                return True
            if self.result() is not None:
                return False
            board = self.board()
            if button_named(board, "Deal"):
                await self.players[0].actor.click(board, label="Deal")
                return True
            if not asked_anew:
                await self.show_hands()
        raise StuckError([text_of(p.panel) for p in self.players if p.newest_panel()])

    async def steps(self, count: int) -> None:
        """Let the game go on for so many clicks, or until it is over."""
        for _ in range(count):
            if not await self.step():
                return

    async def seen(self, count: int) -> None:
        """Let the game go on until so many clicks are made of which everyone sees something: others than draws."""
        for _ in range(count):
            while await self.step() and self.moves[-1].custom_id.endswith("act pass"):
                pass

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play on until the game is over or `until` is true."""
        while not until() and await self.step():
            pass

    async def play_deal(self) -> None:
        """Play until the present deal is over."""
        if button_named(self.board(), "Deal"):
            await self.step()
        await self.play(until=lambda: self.result() is not None or bool(button_named(self.board(), "Deal")))


async def lobby_at(
    world: World,
    opener: MemberActor,
    *others: MemberActor,
    rules: str | None = None,
    players: int | None = None,
    length: str = "",
    auto_draw: bool | None = None,
    invited_only: bool = False,
    **options: object,
) -> ResponseMessage:
    """Open a table at which others sit down; return its lobby.

    Args:
        opener: Who opens it.
        others: Who joins.
        rules: The rules as typed; None for those of the opener's last table.
        players: The number of players; None for that of the rules.
        length: A target, or ``one_deal``; empty for the length of the rules.
        auto_draw: Whether cards are drawn by themselves; None for what the opener chose last.
        invited_only: Whether only invited members may join.
        options: The other options of the command.
    """
    if players or length:
        goes = f"target={length} length=target" if length.isdigit() else f"length={length}" if length else ""
        rules = " ".join(filter(None, [rules or "modern", str(players or ""), goes]))
    if auto_draw is not None:
        preferences = bot_of(world).members.preferences
        last = (await preferences.of_member(opener.id)).get(LAST_TABLE) or {}
        await preferences.set_of_member(opener.id, {LAST_TABLE: {**last, "auto_draw": auto_draw}})
    if rules is not None:
        options["rules"] = rules
    shown = public_answer(await opener.slash(world.channel, "play", **options))
    if invited_only:
        await press(world, opener, shown, SetFlag(table_number(shown), Flag.INVITED_ONLY, on=True).custom_id)
    for other in others:
        await other.click(shown, label="Join")
    return shown


async def more_of(member: MemberActor, lobby: ResponseMessage) -> ResponseMessage:
    """Press [More…] below a lobby or challenge; return the private page."""
    (more,) = [each["custom_id"] for each in buttons_of(lobby) if each["custom_id"].endswith(":lobby-more")]
    return private_answer(await member.click(lobby, custom_id=more))


async def cut(member: MemberActor, message: ResponseMessage, words: str) -> ResponseMessage:
    """Press [Cut] and then [In my own words …], send some words; return the private answer."""
    answer = private_answer(await member.click(message, label="Cut"))
    asked = await member.click(answer, label="In my own words …")
    await member.submit_modal(asked, dict.fromkeys(inputs_of(asked.modal), words))
    return answer


async def claim_game(member: MemberActor, notice: ResponseMessage) -> InteractionResult:
    """Press [Claim the game …] under a notice, and say yes where the bot asks; return the last answer."""
    answer = await member.click(notice, label="Claim the game …")
    question = private_answer(answer)
    if button_named(question, "Claim the game"):
        return await member.click(question, label="Claim the game")
    return answer


async def leave_table(member: MemberActor, lobby: ResponseMessage) -> None:
    """Press [More…] and [Leave], or [Withdraw]; close the table where the bot asks whether to."""
    page = await more_of(member, lobby)
    await member.click(page, label="Leave" if button_named(page, "Leave") else "Withdraw")
    if button_named(page, "Close the table"):
        await member.click(page, label="Close the table")


async def sit_down(
    world: World,
    members: Iterable[MemberActor],
    *,
    seed: int = 1,
    **options: Any,  # noqa: ANN401 - as lobby_at takes
) -> Sitting:
    """Open a table, let everyone join, start, and let everyone look at their hand."""
    opener, *others = members
    shown = await lobby_at(world, opener, *others, **options)
    await opener.click(shown, label="Start")
    return await seated(world, table_number(shown), [opener, *others], seed=seed)


async def seated(
    world: World, table: int, members: Iterable[MemberActor], *, seed: int = 1, look: bool = True
) -> Sitting:
    """Return the players of a table that has begun, each with their panel open unless `look` is false."""
    rng = Random(seed)
    sitting = Sitting(world, table, [Player(world, actor, table, rng) for actor in members])
    if look:
        await sitting.show_hands()
    return sitting


async def practise(world: World, member: MemberActor, **options: object) -> Sitting:
    """Begin a game against the house, show it in the channel, and look at the hand."""
    sitting = await practise_in_channel(world, member, **options)
    await sitting.show_hands()
    return sitting


async def practise_in_channel(world: World, member: MemberActor, **options: object) -> Sitting:
    """Begin a game against the house, and show it in the channel."""
    sitting = await practise_alone(world, member, **options)
    (player,) = sitting.players
    await member.click(player.panel, custom_id=More(sitting.table).custom_id)
    await member.click(player.panel, custom_id=AtOwn(Wish.HERE, 0, sitting.table).custom_id)
    return sitting


async def practise_alone(world: World, member: MemberActor, **options: object) -> Sitting:
    """Begin a game against the house in private."""
    shown = await member.slash(world.channel, "practice", **options)
    assert shown.response is not None, shown
    if button_named(shown.response, "Begin another"):
        await member.click(shown.response, label="Begin another")
    panel = private_messages(world, member)[-1]
    sitting = await seated(world, table_number(panel), [member], look=False)
    sitting.players[0].panel = panel
    return sitting
