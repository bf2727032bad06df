"""An honour table tells nothing of what nobody has noticed: the same acts over cards that others cannot tell apart.

Two decks in which two cards have changed places are played in the same way, and those two cards are never seen by who
looks on. In the last eight one play is a revoke with the first deck and none with the second. All that reaches the
board and the player who looks on is compared: what stands in it, down to the last custom id and pixel, and when.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.config import Settings
from bot.engine import Card, Game, Rules, parse_action, parse_card, start_deal, write_code
from bot.engine.game import apply_move
from bot.engine.lots import Drawing
from bot.engine.tricks import is_revoke
from bot.playground import World
from bot.tables.decisions import dealing
from tests.databases import beside
from tests.honour_table import HonourTable, honour_table, in_the_last_eight
from tests.simulated import bot_of, running
from tests.simulated.honour import HonourPlayer, HonourSitting, honourable
from tests.simulated.overheard import Same, overhearing
from tests.simulated.player import words_of

pytestmark = pytest.mark.deep

Told = dict[str, list[str]]
THREE = {
    0: "ACa TCa KCa ADa TDa KDa AHa THa",
    1: "9Ca 8Ca 7Ca 9Sa 8Sa 7Sa 9Da 8Da",
    2: "JCa JCb QCa JSa JSb QSa JHa JHb",
}
"""With the first deck who sits at 1 can follow clubs; with the second two of the others' cards have changed places."""


def swapped(deck: tuple[Card, ...], *pairs: tuple[str, str]) -> tuple[Card, ...]:
    swap: dict[Card, Card] = {}
    for one, other in pairs:
        swap |= {parse_card(one): parse_card(other), parse_card(other): parse_card(one)}
    return tuple(swap.get(card, card) for card in deck)


class Scene:
    """A table at which one of two decks is dealt."""

    def __init__(self, world: World, sitting: HonourSitting, at_table: HonourTable) -> None:
        self.world, self.sitting, self.at_table = world, sitting, at_table

    async def quickly(self, texts: list[str]) -> None:
        """Do acts at the table itself, and show what came of them."""
        tables = bot_of(self.world).tables
        with self.world.env.time_context():
            for text in texts:
                table = await tables.get(self.sitting.table)
                seat, _, words = text.partition(" ")
                user = table.users[int(seat)]
                await tables.act(table.id, user, words, table.ply_for(user))
            await bot_of(self.world).presenter.show(self.sitting.table)
        await self.world.env.settle()

    async def do(self, *texts: str) -> None:
        """Have acts done by clicks: those offered at once, and else from the menu of what is against the rules."""
        for text in texts:
            seat, _, words = text.partition(" ")
            player = self.sitting.at(int(seat))
            if words in [each.words for each in player.choices()]:
                await player.do(words)
            elif words.startswith("declare"):
                _, name, *cards = words.split()
                await player.put_down(name, *cards)
            else:
                await player.sin(words)

    def player(self, seat: int) -> HonourPlayer:
        return self.sitting.at(seat)


@asynccontextmanager
async def dealt(
    settings: Settings, rules: Rules, dealer: int, deck: tuple[Card, ...], name: str
) -> AsyncIterator[World]:
    """Run the bot over a database of its own, with pictures, so that it deals a deck, in the order of sitting down."""
    url = beside(settings.database_url, name)
    settings = replace(settings, database_url=url, pictures=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "make_deck", lambda *_: deck)
        patch.setattr(dealing, "draw_lots", lambda *_, **_how: Drawing(tuple(range(rules.players)), (), dealer))
        async with running(settings) as world:
            bot_of(world).tables.store.chance = Same(7)
            yield world


async def compare(
    settings: Settings,
    at_table: HonourTable,
    other: tuple[Card, ...],
    play: Callable[[Scene], Awaitable[None]],
    *readers: int,
) -> list[str]:
    """Play a scene with both decks, and see that the board and these seats are shown the same; return all of it."""
    base, told = at_table.deal.base, list[Told]()
    for name, deck in (("one", base.deck), ("two", other)):
        async with dealt(settings, base.law.rules, base.dealer, deck, name) as world:
            members = world.members[: base.law.players]
            sitting = await honourable(world, members, rules=write_code(base.law.rules, "modern"))
            with overhearing(world) as heard:
                await play(Scene(world, sitting, at_table))
            names = {"everyone", *(members[seat].name for seat in readers)}
            told.append({reader: lines for reader, lines in heard.told.items() if reader in names})
    one, two = told
    assert one.keys() == two.keys()
    assert len(one) == len(readers) + 1
    for reader, lines in one.items():
        for line, too in zip(lines, two[reader], strict=False):
            assert line == too
        assert len(lines) == len(two[reader])
    return [line for lines in one.values() for line in lines]


def replays(at_table: HonourTable, deck: tuple[Card, ...], texts: list[str]) -> Game:
    """Return the game with another deck after the same acts, each of which must be possible."""
    game = start_deal(Game(at_table.game.rules), at_table.deal.base.dealer, deck).game
    deal = game.deals[-1]
    for text in texts:
        deal = apply_move(deal, parse_action(text))
    return Game(game.rules, (deal,))


def history(at_table: HonourTable) -> list[str]:
    """Return what was done to come to the last eight: every seat plays, then all draw."""
    deal = at_table.deal
    done = []
    left = len(deal.base.deck) - 8 * deal.law.players
    for trick in deal.tricks:
        done += [f"{trick.seat_of(place)} play {HonourTable.name(card)}" for place, card in enumerate(trick.cards)]
        if left:
            done += [f"{(trick.winner + step) % deal.law.players} draw" for step in range(deal.law.players)]
            left -= deal.law.players
    return done


@pytest.mark.parametrize("column", ["britannica", "enquire", "modern"])
async def test_revoke_that_nobody_has_noticed_is_shown_to_nobody(settings: Settings, column: str) -> None:
    at_table = in_the_last_eight(column, THREE, turn_up="JHb", target=9000)
    deck = swapped(at_table.deal.base.deck, ("9Ca", "JSa"), ("8Ca", "JSb"), ("7Ca", "QSa"))
    before = history(at_table)
    sin = parse_action("1 play 9Sa")
    revokes = []
    for each in (at_table.deal.base.deck, deck):
        deal = replays(at_table, each, [*before, "0 play ACa"]).deals[-1]
        must_win = column != "modern"
        revokes.append(is_revoke(deal.hold[sin.seat], deal.trick, sin.cards[0], deal.trump, must_win=must_win))
    assert revokes == [True, False]

    async def play(scene: Scene) -> None:
        await scene.quickly(before)
        await scene.do("0 play ACa", "1 play 9Sa", "2 play JCa")
        looker = scene.player(0)
        await looker.actor.click(looker.panel, label="Claim a revoke …")
        await looker.actor.click(looker.panel, label="Claim the revoke")
        await scene.do("0 play ADa")
        assert scene.sitting.honour.revokes

    heard = await compare(settings, at_table, deck, play, 0)
    assert any("board.png" in line for line in heard)
    assert any("table.png" in line for line in heard)
    assert any("once a deal" in line for line in heard)


async def test_hidden_cards_of_who_errs_in_every_way_are_shown_to_nobody(settings: Settings) -> None:
    at_table = honour_table(
        "enquire", target=9000, dealer=0, turn_up="8Ha",
        stock="9Sa 9Da 8Ca 8Da 7Ca 7Da 9Cb 9Db 8Sb 8Cb 8Db KHb 7Db 9Sb",
        hands={0: "QSa JDa KCa TCa 9Ca 7Sa 8Sa 7Cb", 1: "ACa ADa ASa TSa KSa KDa QDa QCa"},
    )  # fmt: skip
    texts = [
        "1 play ADa",
        "0 play 9Ca",
        "1 draw",
        "0 draw",
        "0 play 7Sa",  # out of turn
        "1 claim played-out-of-turn add",
        "1 call 7Sa",
        "1 play ASa",
        "0 play 7Sa",
        "0 draw",  # out of turn
        "1 draw",
        "1 play KDa",
        "0 play JDa",
        "0 expose 8Sa",
        "0 lift",  # out of turn
        "1 return 7Da",
        "1 draw",
        "1 play ACa",
        "0 play TCa",
        "1 draw",
        "0 draw",
        "0 draw",
        "1 claim nine-cards add",
        "1 play TSa",
        "0 play 8Sa",
    ]
    # One of these lies in the offender's hand all the time, the other deep in the stock.
    deck = swapped(at_table.deal.base.deck, ("QSa", "KHa"))
    replays(at_table, deck, texts)

    async def play(scene: Scene) -> None:
        await scene.do(*texts)
        looker = scene.player(1)
        await looker.slash_hand()
        assert "deal 1" in words_of(looker.panel)

    heard = await compare(settings, at_table, deck, play, 1)
    assert any("nine cards" in line for line in heard)
