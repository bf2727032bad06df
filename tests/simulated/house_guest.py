"""One member at a table full of house players, who plays whole games by clicking."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.house.players import choose
from bot.house.roster import HOUSE, SIGN, Level
from bot.playground import World
from bot.tables import Table
from tests.simulated import bot_of, components_of, text_of
from tests.simulated.player import (
    Choice,
    Player,
    Sitting,
    button_named,
    lobby_at,
    more_of,
    public_messages,
    table_number,
    words_of,
)
from tests.tables.made import before_lead

_NAMES = tuple(player.name for player in HOUSE.values())


class Guest(Player):
    """A member who does what a house player of some level would do with what the member sees, by clicking."""

    level = Level.REGULAR

    async def move(self) -> Choice | None:
        """Press the button, or pick the entry, that the level's choice stands on; it must be there."""
        view = (await bot_of(self.world).tables.get(self.table)).view(self.actor.id)
        assert view is not None
        if not self.choices():
            return None
        wanted = choose(self.level, view, self.rng).action.text.split(" ", 1)[1]
        choice = next(each for each in self.choices() if each.words == wanted)
        await self.choose(choice)
        return choice


def thoughtful(player: Player) -> Guest:
    """Return the same player, but one who thinks."""
    return Guest(player.world, player.actor, player.table, player.rng, player.panel)


@dataclass
class HouseGame:
    """A game of one member against the house, played to its end, and what was seen on the way."""

    world: World
    sitting: Sitting
    waited: list[float] = field(default_factory=list)
    """Simulated seconds for which the house had been on move at each of its acts."""
    unmarked: list[str] = field(default_factory=list)
    """Texts that name a house player without its sign."""
    board: ResponseMessage | None = None

    async def table(self) -> Table:
        return await bot_of(self.world).tables.get(self.sitting.table)

    async def play(self) -> ResponseMessage:
        """Play until the table has come to an end, and return the message with the result."""
        member = self.sitting.players[0]
        while (table := await self.table()).live:
            if table.awaits_deal:
                await member.actor.click(self.sitting.board(), label="Deal")
                self.board = None
                await member.my_hand(self.sitting.board())
            elif table.house_on_move is not None:
                await self._wait(table)
            else:
                choice = await member.move()
                assert choice is not None, text_of(self.sitting.board())
                self.sitting.moves.append(choice)
                self._look(member.panel)
        self._look(*public_messages(self.world))
        return self.sitting.ending()

    async def _wait(self, table: Table) -> None:
        """Let a second go by, in which the house must act; after a trick that it has won it may take as long again."""
        after, patience = table, 1 + 2 * before_lead(table)
        while after.ply == table.ply:
            assert patience, text_of(self.sitting.board())
            patience -= 1
            await self.world.env.advance_time(1)
            after = await self.table()
        since = table.turn_since
        assert since is not None
        self.waited.append((after.actions[len(table.actions)].at - since).total_seconds())
        self.board = self.board or self.sitting.messages()[-1]
        self._look(self.board)

    def _look(self, *messages: ResponseMessage | None) -> None:
        """Look for house players without their sign in what is shown."""
        texts = [words_of(each) for each in messages if each]
        for name in _NAMES:
            self.unmarked += [text for text in texts if text.count(name) != text.count(f"{SIGN} {name}")]


async def table_of(sitting: Sitting) -> Table:
    return await bot_of(sitting.world).tables.get(sitting.table)


async def on_move(sitting: Sitting, *, house: bool) -> Table:
    """Let the game go on until the house is on move, or the member."""
    while ((table := await table_of(sitting)).house_on_move is not None) is not house:
        if table.house_on_move is not None:
            await sitting.world.env.advance_time(1)
        else:
            await sitting.players[0].move()
    return table


async def add_house(member: MemberActor, lobby: ResponseMessage, level: Level = Level.NOVICE) -> InteractionResult:
    """Choose the house player of a level from the menu behind the lobby's [More…]."""
    page = await more_of(member, lobby)
    menu = next(item for item in components_of(page) if ":house" in item.get("custom_id", ""))
    chosen = [option["value"].split() for option in menu["options"]]
    offered = {HOUSE[int(number)].level: f"{change} {number}" for change, number in chosen if change == "add"}
    return await member.select(page, [offered[level]], custom_id=menu["custom_id"])


async def house_table(
    world: World, member: MemberActor, code: str, rng: Random, *, level: Level = Level.STRONG
) -> HouseGame:
    """Open a table by command, fill it with house players from the lobby's menu, start, and open the hand."""
    shown = await lobby_at(world, member, rules=code)
    while button_named(shown, "Start") is None:
        await add_house(member, shown, level)
    game = HouseGame(world, Sitting(world, table_number(shown), []))
    game._look(shown)
    await member.click(shown, label="Start")
    guest = Guest(world, member, game.sitting.table, rng)
    game.sitting.players.append(guest)
    await guest.my_hand(game.sitting.board())
    return game
