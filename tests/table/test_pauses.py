"""A pause tells nothing: what the others are shown is the same whether or not the winner of a trick can declare.

The same deal is played twice, with decks that are publicly equal (`tests.publicly_equal`), and everything that
reaches everyone but the winner is compared: what stands in it, down to the last custom id and pixel, and when.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

from bot.config import Settings
from bot.engine import Phase, Rules, apply, build_rules, observe, write_code
from bot.engine.lots import Drawing
from bot.house.chance import Purpose, seed_for
from bot.house.players import choose
from bot.house.roster import Level
from bot.playground import World
from bot.tables import Due, Table
from bot.tables.decisions import dealing
from bot.tables.house import thinking
from tests.databases import beside
from tests.publicly_equal import Twins, marriage, played, twins
from tests.simulated import bot_of, buttons_of, press, restart, running, text_of
from tests.simulated.asking import ask
from tests.simulated.house_guest import add_house
from tests.simulated.overheard import Overheard, Same, overhearing
from tests.simulated.player import Player, Sitting, claim_game, lobby_at, practise, seated, sit_down, table_number
from tests.simulated.waiting import notices, pinged, reminders
from tests.tables.made import before_lead

pytestmark = pytest.mark.deep

Told = dict[str, list[str]]
LONG: dict[str, object] = {"target": 9000}
TWO, THREE, FOUR = (build_rules("modern", players, LONG) for players in (2, 3, 4))
PARTNERS = build_rules("modern", 4, LONG | {"partners": True})
RUBICON = build_rules("rubicon", 2, {})


class Scene:
    """A table at which one of two decks is dealt, and what everyone but the winner is shown."""

    def __init__(self, world: World, sitting: Sitting, twin: Twins, heard: Overheard, *, able: bool) -> None:
        self.world, self.sitting, self.twin, self.heard, self.able = world, sitting, twin, heard, able

    @property
    def winner(self) -> Player:
        return self.sitting.players[self.twin.winner]

    @property
    def holder(self) -> Player:
        """The one who can declare, or cannot: the winner, or their partner."""
        return self.sitting.players[self.twin.holder]

    @property
    def others(self) -> list[Player]:
        """Everyone else at the table, from the winner's left."""
        players, at = self.sitting.players, self.twin.winner
        return [*players[at + 1 :], *players[:at]]

    async def do(self, player: Player, words: str) -> None:
        """Let a player click on an action, which the panel must offer."""
        choice = next(each for each in player.choices() if each.words == words)
        await player.choose(choice)

    async def trick(self) -> None:
        """Play the trick by clicks, and those before it at the table itself."""
        n = self.twin.rules.players
        if earlier := self.twin.plays[:-n]:
            with self.world.env.time_context():
                for text in earlier:
                    await self.at_table(text.partition(" ")[2])
                await bot_of(self.world).presenter.show(self.sitting.table)
            await self.world.env.settle()
        for text in self.twin.plays[-n:]:
            seat, _, words = text.partition(" ")
            await self.do(self.sitting.players[int(seat)], words)

    async def at_table(self, words: str) -> None:
        """Let whoever is on turn play a card; whoever could declare after a trick draws."""
        tables = bot_of(self.world).tables
        table = await tables.get(self.sitting.table)
        (user,) = table.turn_users
        table = (await tables.act(table.id, user, words, table.ply_for(user))).table
        if table.game.deals[-1].phase is Phase.DECLARE:
            (user,) = table.turn_users
            await tables.act(table.id, user, "pass", table.ply_for(user))

    async def press_a_card(self, player: Player) -> None:
        """Let a player press a card although it is not their turn."""
        cards = [each for each in buttons_of(player.panel, enabled=False) if ":act play" in each["custom_id"]]
        await press(self.world, player.actor, player.panel, cards[0]["custom_id"])

    async def draw(self) -> None:
        """Let whoever can declare draw, where that has not happened by itself."""
        assert self.able is any(each.words == marriage(self.twin.rules) for each in self.holder.choices())
        if self.able:
            await self.do(self.holder, "pass")

    async def lead(self) -> None:
        await self.do(self.winner, self.twin.lead)


async def told(settings: Settings, twin: Twins, play: Callable[[Scene], Awaitable[None]], *, able: bool) -> Told:
    """Play a scene with one of the two decks; return what everyone but the winner was shown."""
    async with begun(settings, twin, able=able) as world:
        sitting = await sit_down(world, world.members[: twin.rules.players], rules=write_code(twin.rules))
        with overhearing(world, *(sitting.players[seat].actor for seat in {twin.winner, twin.holder})) as heard:
            await play(Scene(world, sitting, twin, heard, able=able))
        return heard.told


@asynccontextmanager
async def begun(settings: Settings, twin: Twins, *, able: bool) -> AsyncIterator[World]:
    """Run the bot over a database of its own, with pictures, so that it deals one of the two decks."""
    url = beside(settings.database_url, str(able))
    settings = replace(settings, database_url=url, pictures=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealing, "make_deck", lambda *_: twin.able if able else twin.unable)
        seats = tuple(range(twin.rules.players))
        patch.setattr(dealing, "draw_lots", lambda *_, **_how: Drawing(seats, (), twin.dealer))
        async with running(settings) as world:
            bot_of(world).tables.store.chance = Same(7)
            yield world


async def compare(settings: Settings, twin: Twins, play: Callable[[Scene], Awaitable[None]]) -> list[str]:
    """Play a scene with both decks, and see that the others are shown the same; return all of it."""
    return same(*[await told(settings, twin, play, able=able) for able in (True, False)])


def same(able: Told, unable: Told) -> list[str]:
    """See that what the others were shown is the same, and return all of it."""
    assert able.keys() == unable.keys()
    for reader, lines in able.items():
        for line, other in zip(lines, unable[reader], strict=False):
            assert line == other
        assert len(lines) == len(unable[reader])
    return [line for lines in able.values() for line in lines]


CASES = {
    "two-leading": (TWO, True),
    "two-completing": (TWO, False),
    "three": (THREE, True),
    "four": (FOUR, False),
    "rubicon": (RUBICON, True),
    "partners": (PARTNERS, True),
    "partners-completing": (PARTNERS, False),
}


async def only_play(scene: Scene) -> None:
    """Play the trick, let the winner draw and lead, and the next player answer."""
    await scene.trick()
    before = len(scene.heard)
    await scene.draw()
    assert len(scene.heard) == before
    await scene.lead()
    await scene.world.env.advance_time(12)  # a board may wait so long for the card that completes a trick
    assert len(scene.heard) > before
    await scene.do(scene.others[0], scene.others[0].choices()[0].words)


@pytest.mark.parametrize(("rules", "leads"), CASES.values(), ids=CASES)
async def test_others_are_shown_the_same_until_the_lead_and_with_it(
    settings: Settings, rules: Rules, *, leads: bool
) -> None:
    heard = await compare(settings, twins(rules, winner=1, leads=leads), only_play)
    assert any("may declare, then leads" in line for line in heard)
    assert any("board.png" in line for line in heard)


@pytest.mark.parametrize("rules", [TWO, THREE], ids=["two", "three"])
async def test_last_draw_and_the_cards_that_are_taken_up_after_it_are_shown_with_the_lead(
    settings: Settings, rules: Rules
) -> None:
    heard = await compare(settings, twins(rules, winner=1, last=True), only_play)
    gone = ["cards in the stock" not in line for line in heard if "board.png" in line]
    assert gone == sorted(gone)  # first none, then with the lead
    assert len(set(gone)) == 2
    assert any(f"{rules.players} cards in the stock" in line for line in heard)


async def test_whatever_the_others_open_and_ask_meanwhile_is_the_same(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        stranger, other = scene.world.members[3], scene.others[0]
        for drawn in (False, True):
            if drawn:
                await scene.draw()
            panel = await other.my_hand(scene.sitting.board())
            await other.actor.click(panel, label="Declare?")
            await other.actor.click(panel, label="Back to my cards")
            for label in ("Tricks", "Fair deal", "Rules", "My hand"):
                await stranger.click(scene.sitting.board(), label=label)
            await other.actor.click(scene.sitting.board(), label="Tricks")
            await ask(other.actor, scene.world.channel, "undo")
            await ask(other.actor, scene.world.channel, "tables")
            await other.slash_hand()
        await scene.press_a_card(other)
        await scene.lead()

    heard = await compare(settings, twins(THREE, winner=1), play)
    assert any("not yours to declare" in line or "may declare; wait" in line for line in heard), heard[-4:]


async def test_what_was_said_to_the_others_stays_over_the_drawing(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        led = next(each for each in scene.others[0].choices() if each.words == scene.twin.plays[0].partition(" ")[2])
        await scene.trick()
        first, second = scene.others
        await press(scene.world, first.actor, first.panel, led.custom_id)  # once more, when all have played
        await scene.press_a_card(second)
        await scene.draw()
        await first.my_hand(scene.sitting.board())  # which has all panels looked at
        assert "⚠" in text_of(second.panel)
        await scene.lead()

    await compare(settings, twins(THREE, winner=1, leads=False), play)


async def test_draw_while_the_reminder_is_being_posted_does_not_take_it_away(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        tables: Any = bot_of(scene.world).tables
        ask = tables.ask

        async def ask_after_drawing(table_id: int, decide: object, *arguments: object, **how: object) -> object:
            if scene.able and how.get("role") == "nudge":  # it is posted, and not yet known to be
                await scene.at_table("pass")
            return await ask(table_id, decide, *arguments, **how)

        tables.ask = ask_after_drawing
        await scene.world.env.advance_time(70)
        tables.ask = ask
        assert (await tables.get(scene.sitting.table)).unseen_passes == 1
        assert len(reminders(scene.world)) == 1
        await scene.winner.my_hand(scene.sitting.board())
        await scene.lead()

    await compare(settings, twins(THREE, winner=1), play)


async def test_reminder_and_the_end_of_the_time_come_at_the_same_moments(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        await scene.world.env.advance_time(20)
        await scene.draw()
        await scene.world.env.advance_time(60)
        assert len(reminders(scene.world)) == 1
        await scene.world.env.advance_time(110)
        (notice,) = notices(scene.world)
        await claim_game(scene.others[0].actor, notice)
        await scene.world.env.advance_time(10)
        await scene.lead()
        await scene.world.env.advance_time(5)
        assert notices(scene.world) == reminders(scene.world) == []

    await compare(settings, twins(THREE, winner=1), play)


async def test_draw_after_the_reminder_and_the_end_of_the_time_takes_nothing_away(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        await scene.world.env.advance_time(190)
        (notice,) = notices(scene.world)
        await claim_game(scene.others[0].actor, notice)
        before = len(scene.heard)
        await scene.draw()
        await scene.world.env.advance_time(30)
        assert len(scene.heard) == before
        assert len(notices(scene.world)) == 1
        await scene.lead()

    await compare(settings, twins(THREE, winner=1), play)


async def test_board_out_of_sight_is_posted_again_with_the_lead_and_not_with_the_draw(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        await scene.world.env.advance_time(100)
        await scene.trick()
        board = scene.sitting.board().id
        for word in ("one", "two", "three"):
            await scene.others[0].actor.send(scene.world.channel, word)
            if word != "three":  # each act or attempt shows the bot what the channel's last message is
                await scene.press_a_card(scene.others[0])
        await scene.draw()
        await scene.world.env.advance_time(15)
        assert scene.sitting.board().id == board
        await scene.lead()
        assert scene.sitting.board().id != board

    await compare(settings, twins(TWO), play)


async def test_bot_that_starts_again_meanwhile_shows_the_same(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        await scene.draw()
        await restart(scene.world)
        await scene.world.env.settle()
        for player in (*scene.others, scene.winner):
            await player.my_hand(scene.sitting.board())
        await scene.lead()

    await compare(settings, twins(TWO), play)


async def test_draw_that_is_offered_meanwhile_is_the_same_and_stands_over_the_drawing(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        other = scene.others[0]
        await ask(other.actor, scene.world.channel, "draw")
        before = len(scene.heard)
        await scene.draw()
        assert len(scene.heard) == before
        await scene.winner.actor.click(scene.winner.panel, label="Play on")
        await ask(other.actor, scene.world.channel, "draw")
        await scene.lead()

    heard = await compare(settings, twins(TWO), play)
    assert any("offers a draw" in line for line in heard)


@pytest.mark.parametrize("leads", [True, False])
async def test_opponents_are_shown_the_same_whether_or_not_the_winner_s_partner_can_declare(
    settings: Settings, *, leads: bool
) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        assert not scene.others[1].choices(), "asked at once, the partner would know that the winner could not declare"
        await scene.world.env.advance_time(9)
        if scene.able:
            assert [each.label for each in scene.holder.choices() if each.words == "pass"] == ["Draw a card"]
            assert not scene.winner.choices()
        for opponent in (scene.others[0], scene.others[2]):
            await opponent.my_hand(scene.sitting.board())
            assert "may declare, then leads" in text_of(opponent.panel)
        before = len(scene.heard)
        await scene.draw()
        assert len(scene.heard) == before
        await scene.lead()
        await scene.do(scene.others[0], scene.others[0].choices()[0].words)

    heard = await compare(settings, twins(PARTNERS, winner=1, leads=leads, partner=True), play)
    assert not any("may declare too" in line for line in heard)


@pytest.mark.parametrize("partner", [False, True])
async def test_reminder_and_the_end_of_the_time_of_partners_do_not_tell_which_of_them_is_asked(
    settings: Settings, *, partner: bool
) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        await scene.world.env.advance_time(80)
        (reminder,) = reminders(scene.world)
        told = {scene.winner.actor.id, scene.others[1].actor.id}
        assert set(pinged(scene.world, reminder)) == told
        await scene.world.env.advance_time(130)
        (notice,) = notices(scene.world)
        assert scene.winner.actor.name in text_of(notice).lower()
        await scene.winner.my_hand(scene.sitting.board())
        if scene.able and not partner:
            await scene.do(scene.winner, "pass")
        await scene.lead()
        await scene.world.env.advance_time(5)
        assert notices(scene.world) == reminders(scene.world) == []

    await compare(settings, twins(PARTNERS, winner=1, partner=partner), play)


async def test_partner_who_can_declare_nothing_is_asked_nothing_and_sees_the_draw_with_the_lead(
    settings: Settings,
) -> None:
    async def play(scene: Scene) -> None:
        await scene.trick()
        if scene.able:
            assert [each.label for each in scene.winner.choices() if each.words == "pass"] == ["Anything, partner?"]
        await scene.draw()
        assert not scene.others[1].choices()
        await scene.lead()

    await compare(settings, twins(PARTNERS, winner=1), play)


# ------------------------------------------------------------------ the house


def forgetful_novice() -> Twins:
    """Find decks with which a novice takes the trick, does not see the marriage, and leads the same."""
    for at in count(step=10):
        twin = twins(TWO, winner=1, leads=False, seed=at)
        acts = [novice_acts(twin, able=able) for able in (True, False)]
        if acts[0] == acts[1] and acts[0][:2] == [twin.plays[1], "1 pass"]:
            return twin
    raise AssertionError("never")


def novice_acts(twin: Twins, *, able: bool) -> list[str]:
    """Return what a novice would do at the first table: complete the trick, declare or draw, and lead or declare."""
    game = played(twin.begun(able=able), twin.plays[:1])
    acts: list[str] = []
    while game is not None and len(acts) < 3 and game.deals[-1].turn == 1:
        chance = Random(seed_for(1, 1 + len(acts), 1, Purpose.MOVE))
        action = choose(Level.NOVICE, observe(game, 1), chance).action
        game = apply(game, action).game
        acts.append(action.text)
    return acts


async def test_house_player_who_wins_leads_at_the_same_moment_whether_or_not_there_was_something_to_declare(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.2)
    twin = forgetful_novice()
    all_told = []
    for able in (True, False):
        async with begun(settings, twin, able=able) as world:
            sitting = await practise(world, world.members[0], level="novice", rules="modern 2 target=9000")
            tables = bot_of(world).tables
            with overhearing(world) as heard:
                scene = Scene(world, sitting, twin, heard, able=able)
                await scene.do(sitting.players[0], twin.plays[0].partition(" ")[2])
                await world.env.advance_time(1.2)
                trick = len(heard)
                table = await tables.get(sitting.table)
                assert before_lead(table)
                assert table.unseen_passes == (not able)
                await world.env.advance_time(0.9)
                assert len(heard) == trick
                assert (await tables.get(sitting.table)).unseen_passes == 1  # in its own time it has drawn
                await world.env.advance_time(2)
                assert sitting.players[0].choices()
            all_told.append(heard.told)
    same(*all_told)


HOUSE = 3
"""The seat of a house player that sits down after three members."""


def house_winner(*, leads: bool) -> Twins:
    """Find decks with which a novice of the house plays as said in the trick that it wins and cannot declare after."""
    for at in count(step=10):
        twin = twins(PARTNERS, winner=HOUSE, leads=leads, seed=at, partner=True)
        ply = next(ply for ply, text in enumerate(twin.plays) if text.startswith(f"{HOUSE} "))
        game = played(twin.begun(able=True), twin.plays[:ply])
        assert game is not None
        chance = Random(seed_for(1, ply, HOUSE, Purpose.MOVE))
        if choose(Level.NOVICE, observe(game, HOUSE), chance).action.text == twin.plays[ply]:
            return twin
    raise AssertionError("never")


class HouseScene(Scene):
    """A table of two partners at which the house takes the trick, and its partner can declare or cannot."""

    async def table(self) -> Table:
        return await bot_of(self.world).tables.get(self.sitting.table)

    async def trick(self) -> None:
        for ply, text in enumerate(self.twin.plays):
            seat, _, words = text.partition(" ")
            if int(seat) != HOUSE:
                await self.do(self.sitting.players[int(seat)], words)
            while (await self.table()).ply == ply:
                await self.world.env.advance_time(0.25)

    async def until_the_lead(self, decides: int | None, *, starts_again: bool) -> int:
        """Let the house lead; whoever can declare draws after so many quarters of a second.

        Returns:
            After how many it was decided.
        """
        passed = 0
        for quarter in count():
            table = await self.table()
            if starts_again and quarter == 6:
                await restart(self.world)
                await self.world.env.settle()
                for player in self.sitting.players:
                    await player.my_hand(self.sitting.board())
            if self.able and quarter == decides:
                await self.do(self.holder, "pass")
            elif not self.able:
                assert not self.holder.choices(), "asked, although there is nothing to declare"
                if not passed and table.unseen_passes == 2 and Due.ITSELF not in table.due:
                    passed = quarter
            if not before_lead(table):
                return passed
            await self.world.env.advance_time(0.25)
        raise AssertionError("never")


@asynccontextmanager
async def with_the_house(settings: Settings, twin: Twins, number: int, *, able: bool) -> AsyncIterator[HouseScene]:
    """Begin a game of three members and the house, in which chance always comes out the same."""
    async with begun(settings, twin, able=able) as world:
        bot_of(world).tables.store.chance = Same(number)
        members = world.members[:HOUSE]
        lobby = await lobby_at(world, *members, rules=write_code(twin.rules))
        await add_house(members[0], lobby, Level.NOVICE)
        await members[0].click(lobby, label="Start")
        sitting = await seated(world, table_number(lobby), members)
        with overhearing(world, sitting.players[twin.holder].actor) as heard:
            yield HouseScene(world, sitting, twin, heard, able=able)


@pytest.mark.parametrize("starts_again", [False, True], ids=["on", "restart"])
@pytest.mark.parametrize("number", [7, 500, 990])
@pytest.mark.parametrize("leads", [True, False], ids=["leading", "completing"])
async def test_house_player_leads_without_anybody_knowing_whether_its_partner_was_asked(
    settings: Settings, number: int, *, leads: bool, starts_again: bool
) -> None:
    twin, all_told, decided = house_winner(leads=leads), [], 0
    for able in (False, True):
        async with with_the_house(settings, twin, number, able=able) as scene:
            await scene.trick()
            took = await scene.until_the_lead(decided, starts_again=starts_again)
            decided = decided or took
            await scene.world.env.advance_time(12)
            first = scene.sitting.players[0]
            await scene.do(first, first.choices()[0].words)
        all_told.append(scene.heard.told)
    assert decided
    heard = same(*all_told)
    assert any("may declare too, then" in line for line in heard)
