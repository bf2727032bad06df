"""Members at an honour table, who click what their panels offer: regular acts, claims, and acts against the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from simcord import MemberActor

from bot.engine import Deal, Verb, View, card_name, offered_actions
from bot.engine.honour import Honour
from bot.engine.honour.state import to_draw
from bot.playground import World
from bot.tables import Table
from bot.tables.decisions import play
from bot.tables.decisions.occasion import Occasion
from tests.simulated import bot_of, components_of
from tests.simulated.player import Choice, Player, Sitting, button_named, lobby_at, seated, table_number

_NOT_A_TURN = ("claim", "call")


class HonourPlayer(Player):
    def regular(self) -> list[Choice]:
        """Return what the panel offers besides claims and calls, without plays against the rules."""
        found = [each for each in self.choices() if not each.words.startswith(_NOT_A_TURN)]
        lawful = {action.words for action in self._view().legal}
        return [each for each in found if not each.words.startswith("play") or each.words in lawful]

    def claims(self) -> list[str]:
        """Return what the panel lets its owner claim at one click, as the record writes it."""
        return [each.words for each in self.choices() if each.words.startswith("claim")]

    def entries(self, operation: str) -> dict[str, tuple[str, str]]:
        """Return what a menu of the panel offers: the entry's value to the menu's id and the entry's label."""
        panel, found = self.newest_panel(), dict[str, tuple[str, str]]()
        for item in components_of(panel) if panel is not None else ():
            if item["type"] == 3 and item["custom_id"].split(":")[3].startswith(operation):
                found |= {each["value"]: (item["custom_id"], each["label"]) for each in item["options"]}
        return found

    async def do(self, words: str) -> None:
        choice = next((each for each in self.choices() if each.words == words), None)
        assert choice is not None, (words, [each.words for each in self.choices()])
        await self.choose(choice)

    async def sin(self, words: str) -> None:
        """Do something against the rules: play one of the cards, or do what only the menu offers."""
        if words.startswith("play"):
            assert words in self.against(), (words, self.against())
            await self.do(words)
            return
        entries = self.entries("against")
        assert words in entries, (words, list(entries))
        await self.actor.select(self.panel, [words], custom_id=entries[words][0])

    def cards(self) -> list[str]:
        """Return the cards in the player's hand and on the table before them, as the record writes them."""
        view = self._view()
        assert view.seat is not None
        return [card_name(card) for card in view.hand | view.tables[view.seat]]

    def _view(self) -> View:
        table = bot_of(self.world).tables.memory.known(self.table)
        view = table.view(self.actor.id) if table is not None else None
        assert view is not None
        return view

    def against(self) -> list[str]:
        """Return what the panel offers against the rules: entries of its menu, and unlawful plays."""
        lawful = [each.words for each in self.regular()]
        plays = [each.words for each in self.choices() if each.words.startswith("play") and each.words not in lawful]
        return [*self.entries("against"), *plays]

    async def put_down(self, name: str, *cards: str) -> None:
        """Put down any cards under any name, through the pages that ask for them."""
        await self.sin("put-down")
        await self._select("put-down", name)
        await self._select("lay", *cards)
        controls = [item["custom_id"] for item in components_of(self.panel) if item["type"] == 2]
        (confirm,) = [each for each in controls if ":against declare" in each]
        await self.actor.click(self.panel, custom_id=confirm)

    async def _select(self, operation: str, *values: str) -> None:
        entries = self.entries(operation)
        assert set(values) <= set(entries), (values, list(entries))
        await self.actor.select(self.panel, list(values), custom_id=entries[values[0]][0])


@dataclass
class HonourSitting(Sitting):
    def at(self, seat: int) -> HonourPlayer:
        user = bot_of(self.world).tables.memory.known(self.table).users[seat]  # type: ignore[union-attr]
        return next(p for p in self.players if p.actor.id == user and isinstance(p, HonourPlayer))

    @property
    def deal(self) -> Deal:
        """The deal as it is, for a test's own choice of what to do."""
        table = bot_of(self.world).tables.memory.known(self.table)
        assert table is not None
        assert table.game.deal is not None
        return table.game.deal

    @property
    def honour(self) -> Honour:
        """What the table knows besides."""
        assert self.deal.honour is not None
        return self.deal.honour

    async def step(self) -> bool:
        """Let whoever the deal waits for do something regular; False when the game is over."""
        if self.result() is not None:
            return False
        board = self.board()
        if button_named(board, "Deal"):
            await self.players[0].actor.click(board, label="Deal")
            return True
        turn = self.deal.turn
        order = [self.at((turn + step) % len(self.players)) for step in range(len(self.players))]
        for player in order:
            if choices := player.regular():
                draws = [c for c in choices if c.words in ("draw", "pass")] if player.lazy else []
                choice = player.rng.choice(draws or choices)
                await player.choose(choice)
                self.moves.append(choice)
                return True
        await self.show_hands()
        return True

    async def trick(self) -> None:
        """Play on by regular plays and draws until the next trick is complete, declaring nothing."""
        for player in self.players:
            player.lazy = True
        tricks = len(self.deal.tricks)
        while len(self.deal.tricks) == tricks:
            await self.step()

    async def drawn(self) -> None:
        while self.honour.stock and (seat := to_draw(self.deal)) is not None:
            await self.at(seat).do("draw")

    async def to_the_last_eight(self) -> None:
        """Store regular acts until the last eight tricks begin, then look at the board and the hands."""
        with self.world.env.time_context():
            await bot_of(self.world).tables.ask(self.table, self._at_the_last_eight)
            await bot_of(self.world).presenter.show(self.table)
        await self.world.env.settle()
        await self.show_hands()

    def _at_the_last_eight(self, table: Table, at: Occasion) -> Table:
        """Return the table after regular acts, without a declaration, up to the last eight tricks."""
        while (deal := table.game.deal) is not None and (
            len(deal.tricks) < deal.law.first_stage
            or (deal.honour is not None and deal.honour.stock and to_draw(deal) is not None)
        ):
            offered = [act for act in offered_actions(table.game) if not act.text[2:].startswith(_NOT_A_TURN)]
            seat = min((act.seat for act in offered), key=lambda seat: (seat - deal.turn) % len(self.players))
            own = [act for act in offered if act.seat == seat]
            draws = [act for act in own if act.verb in (Verb.DRAW, Verb.PASS)]
            act = self.players[0].rng.choice(draws or own)
            table = play.act(table, at, table.users[seat], act.text.split(" ", 1)[1], table.ply).table
        return table

    def total(self, seat: int) -> int:
        return self.deal.score.totals[seat]


async def err(player: HonourPlayer, words: str, chance: Random) -> None:
    """Do what the menu of what is against the rules offers; of what can be put down any cards under any name."""
    if words != "put-down":
        await player.sin(words)
        return
    name = chance.choice(["four-aces", "sequence", "single-bezique"])
    await player.put_down(name, *chance.sample(player.cards(), 2))


async def honourable(
    world: World,
    members: Iterable[MemberActor],
    *,
    seed: int = 1,
    **options: Any,  # noqa: ANN401 - as lobby_at takes
) -> HonourSitting:
    """Open an honour table, let everyone join, start, and let everyone look at their hand."""
    opener, *others = members
    shown = await lobby_at(world, opener, *others, **options)
    await opener.click(shown, label="Start")
    plain = await seated(world, table_number(shown), [opener, *others], seed=seed, look=False)
    players: list[Player] = [HonourPlayer(world, each.actor, each.table, each.rng) for each in plain.players]
    sitting = HonourSitting(world, plain.table, players)
    await sitting.show_hands()
    return sitting
