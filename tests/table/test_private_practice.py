"""A practice is private: board and panel are one message of its player's, and nothing is posted in the channel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from simcord import MemberActor, ResponseMessage

from bot.cli import main
from bot.engine.record import write_record
from bot.house.roster import HOUSE
from bot.playground import World
from bot.tables import Seal, Status, Table
from bot.tables.decisions import play
from bot.tables.values.record import table_record
from bot.ui.kit.public_posts import MEMBER_POSTS
from bot.ui.routes.archive import ListFinished, Record, ShowHands, Watch, Whose
from bot.ui.routes.home import Practise
from bot.ui.routes.learn import Review
from bot.ui.routes.lobby import AtOwn, Join, Wish
from bot.ui.routes.rules import Rules
from bot.ui.routes.safety import ReportGame
from bot.ui.routes.table import Cut, Deal, More, PlayAnother, Rematch, ShowHand, ShowPanel, ShowProof, ShowTricks
from tests.house_pool import think_little
from tests.settings.test_languages import english_in, everything, set_locales
from tests.simulated import bot_of, press, press_together, restart
from tests.simulated.asking import ask, do, resign
from tests.simulated.player import (
    Sitting,
    all_public,
    button_named,
    inputs_of,
    practise_alone,
    private_answer,
    private_messages,
    seated,
    words_of,
)
from tests.simulated.positions import bring_to_last_trick
from tests.simulated.waiting import meanwhile
from tests.simulated.watch import watching

FOLLOWUP = "/webhooks/*/*"
NOT_HERE = "That table is not here"


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


async def test_practice_that_is_not_over_is_offered_before_another_one(world: World, ann: MemberActor) -> None:
    first = await practise_alone(world, ann)
    offer = private_answer(await ann.slash(world.channel, "practice", rules="parlour", level="beginner"))
    assert "practice game at table 1 is not over" in words_of(offer).replace("*", "")
    assert [table.id for table in bot_of(world).tables.memory.awake()] == [first.table]
    await ann.click(offer, label="Continue")
    assert "table 1" in words_of(offer)
    assert not button_named(offer, "Continue")
    offer = private_answer(await ann.slash(world.channel, "practice", rules="parlour", level="beginner"))
    await ann.click(offer, label="Begin another")
    second = await bot_of(world).tables.get(2)
    assert (second.terms.preset, second.users[1] in HOUSE and HOUSE[second.users[1]].level) == ("parlour", "beginner")
    home = private_answer(await ann.slash(world.channel, "help"))
    for route in (Practise(), PlayAnother(1)):
        answer = private_answer(await press(world, ann, home, route.custom_id))
        assert button_named(answer, "Continue"), route
    assert len(bot_of(world).tables.memory.awake()) == 2
    for number in (1, 2):
        await bot_of(world).tables.ask(number, play.resign, ann.id)
    await ann.slash(world.channel, "practice")
    assert (await bot_of(world).tables.get(3)).live


async def test_practice_of_rules_too_long_for_a_button_begins_at_once(world: World, ann: MemberActor) -> None:
    await practise_alone(world, ann)
    rules = "modern announce=false seven_scores=played both_out=less_brisques past_tricks=last_only trick=any_suit"
    await ann.slash(world.channel, "practice", rules=rules)
    assert len(bot_of(world).tables.memory.awake()) == 2


async def table_of(sitting: Sitting) -> Table:
    return await bot_of(sitting.world).tables.get(sitting.table)


async def seal_of(sitting: Sitting) -> Seal:
    seal = (await table_of(sitting)).seal
    assert seal is not None
    return seal


def newest(world: World, member: MemberActor) -> ResponseMessage:
    return private_messages(world, member)[-1]


async def play_until(sitting: Sitting, until: Callable[[Table], bool]) -> None:
    """Let the player go on by clicks in the newest private message until the table is as wanted."""
    world, (player,) = sitting.world, sitting.players
    while not until(await table_of(sitting)):
        player.panel = newest(world, player.actor)
        if player.choices():
            await player.move()
        elif button_named(player.panel, "Next deal"):
            await player.actor.click(player.panel, label="Next deal")
        else:
            await world.env.advance_time(1)


async def to_the_next_deal(world: World, member: MemberActor) -> Sitting:
    """Begin a practice and play its first deal, whose end shows the commitment of the next one."""
    sitting = await practise_alone(world, member)
    await bring_to_last_trick(sitting)
    await play_until(sitting, lambda table: table.awaits_deal)
    return sitting


# ------------------------------------------------------------------ the game


@pytest.mark.deep
@pytest.mark.usefixtures("short_games")
async def test_whole_game_posts_nothing_and_its_record_verifies(world: World, ann: MemberActor, tmp_path: Path) -> None:
    with watching(world) as watch:
        sitting = await practise_alone(world, ann, rules="modern target=200", level="novice")
        await play_until(sitting, lambda table: not table.live)
    assert (watch.leaks, watch.public) == ([], [])
    assert watch.private > 20
    table = await table_of(sitting)
    assert table.status is Status.FINISHED
    mine = {message.id: words_of(message) for message in private_messages(world, ann)}
    for seal in table.deals:
        assert seal.deck is not None
        first, last = seal.entropy
        shown, played = int(first.removeprefix("message:")), int(last.removeprefix("board:"))
        assert seal.commitment in mine[shown]
        assert played in mine
    record = tmp_path / "record.json"
    record.write_text(write_record(table_record(table)), encoding="utf-8")
    assert main(["verify", str(record)]) == 0
    result = newest(world, ann)
    assert "🏆" in words_of(result)
    assert "Today's deal: not played yet" in words_of(result)
    assert [bool(button_named(result, label)) for label in ("Rematch", "What cost me most", "More…", "Report")] == [
        True, True, True, False,
    ]  # fmt: skip


async def test_first_deal_has_two_private_messages_one_with_the_commitment_and_one_with_the_cards(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await practise_alone(world, ann)
    sealed, panel = private_messages(world, ann)
    seal = await seal_of(sitting)
    assert seal.commitment in words_of(sealed)
    assert seal.entropy == (f"message:{sealed.id}", f"board:{panel.id}")
    assert "(regular)" in words_of(panel)
    assert button_named(panel, "Menu")
    again = await sitting.players[0].slash_hand()
    assert seal.commitment in words_of(panel), "the message of the deal stays when the hand is opened anew"
    assert "dealt below" in words_of(panel)
    assert button_named(again, "Menu")
    assert all_public(world) == []
    assert private_messages(world, ben) == []


@pytest.mark.deep
async def test_next_commitment_comes_in_a_newer_message_and_the_next_deal_in_another(
    world: World, ann: MemberActor
) -> None:
    sitting = await to_the_next_deal(world, ann)
    over, sealed = private_messages(world, ann)[-2:]
    commitment = (await seal_of(sitting)).commitment
    assert "This deal is over" in words_of(over)
    assert [commitment in words_of(message) for message in (over, sealed)] == [False, True]
    assert [bool(button_named(message, "Next deal")) for message in (over, sealed)] == [False, True]
    await world.env.advance_time(15 * 60)
    assert (await table_of(sitting)).awaits_deal, "no clock deals where there is no click to answer"
    assert commitment in words_of(sealed), "it fell asleep"
    home = private_answer(await ann.slash(world.channel, "help"))
    await ann.click(home, custom_id=AtOwn(Wish.HAND, 0, sitting.table).custom_id)
    assert commitment not in words_of(home)
    again = newest(world, ann)
    await ann.click(again, label="Next deal")
    panel = newest(world, ann)
    assert (await seal_of(sitting)).entropy == (f"message:{again.id}", f"board:{panel.id}")
    assert commitment in words_of(again)
    assert [bool(button_named(*each)) for each in ((again, "Next deal"), (panel, "Menu"))] == [False, True]
    assert all_public(world) == []


@pytest.mark.deep
async def test_practice_given_up_between_two_deals_keeps_the_commitment_and_shows_its_secret(
    world: World, ann: MemberActor
) -> None:
    sitting = await to_the_next_deal(world, ann)
    sealed, table = newest(world, ann), await table_of(sitting)
    await resign(ann, world.channel)
    assert table.deals[1].commitment in words_of(sealed)
    assert table.deals[1].secret in words_of(private_answer(await ann.click(sealed, label="Fair deal")))


async def test_words_cut_into_the_next_deal_go_in_and_two_clicks_on_deal_deal_it_once(
    world: World, ann: MemberActor
) -> None:
    sitting = await to_the_next_deal(world, ann)
    over = newest(world, ann)
    told = private_answer(await press(world, ann, over, Cut(sitting.table).custom_id))
    asked = await ann.click(told, label="In my own words …")
    await ann.submit_modal(asked, {inputs_of(asked.modal)[0]: "for luck"})
    count, deal = len(private_messages(world, ann)), Deal(sitting.table, (await table_of(sitting)).ply).custom_id
    await press_together(world, [(ann, over, deal), (ann, over, deal)])
    seal, table = await seal_of(sitting), await table_of(sitting)
    assert seal.entropy[:-1] == (f"message:{over.id}", "cut:0:for luck")
    assert seal.commitment in words_of(over)
    assert (len(table.game.deals), table.sealing.void) == (2, ())
    assert len(private_messages(world, ann)) == count + 1


async def test_rematch_is_another_private_practice(world: World, ann: MemberActor) -> None:
    sitting = await practise_alone(world, ann)
    await play_until(sitting, lambda table: len(table.game.deals[-1].tricks) >= 4)
    await resign(ann, world.channel)
    result = newest(world, ann)
    await ann.click(result, label="Rematch")
    rematch = await bot_of(world).tables.get(sitting.table + 1)
    assert rematch.private
    assert not rematch.awaits_deal
    assert f"The rematch is on at table {rematch.id}" in words_of(result)
    assert button_named(newest(world, ann), "Menu")
    assert all_public(world) == []


async def test_practices_given_up_before_four_tricks_leave_no_game_behind(
    world: World, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.client.TIDY_TICKS", 20)  # of half a minute each, below
    store = bot_of(world).tables.store.db
    for number in range(1, 4):
        sitting = await practise_alone(world, ann)
        await play_until(sitting, lambda table: len(table.game.deals[-1].tricks) >= 3)
        question = private_answer(await ask(ann, world.channel, "resign"))
        assert "Nobody wins or loses by it yet" in words_of(question)
        await ann.click(question, label="Resign")
        over = await bot_of(world).tables.get(number)
        assert (over.status, over.end_reason) == (Status.ABANDONED, play.GIVEN_UP)
        assert "nothing of it is kept" in words_of(newest(world, ann))
    await meanwhile(world, 60 * 30)
    async with store.read() as reader:
        assert [await reader.game_record.load(number) for number in (1, 2, 3)] == [None] * 3
        assert await reader.conclusions.after(world.env.guild.id, 0, 9) == []
    assert "That table is not here" in words_of(private_answer(await do(ann, world.channel, ShowProof(1, 0))))
    sitting = await practise_alone(world, ann)
    await play_until(sitting, lambda table: len(table.game.deals[-1].tricks) >= 4)
    question = private_answer(await ask(ann, world.channel, "resign"))
    assert "It counts as lost" in words_of(question)
    await ann.click(question, label="Resign")
    await meanwhile(world, 60 * 30)
    assert (await bot_of(world).tables.get(4)).status is Status.FINISHED


async def test_all_of_it_is_in_the_players_language(world: World, ann: MemberActor) -> None:
    set_locales(world.env, {ann.id: "fr"})
    sitting = await to_the_next_deal(world, ann)
    await ann.click(newest(world, ann), custom_id=Deal(sitting.table, (await table_of(sitting)).ply).custom_id)
    await ann.click(newest(world, ann), custom_id=More(sitting.table).custom_id)
    for message in private_messages(world, ann):
        assert not english_in(message), everything(message)


# ------------------------------------------------------------------ coming back


@pytest.mark.deep
@pytest.mark.parametrize("minutes", [0, 16])
async def test_hand_and_the_home_page_bring_it_back_after_a_restart_and_a_dead_token(
    world: World, ann: MemberActor, minutes: int
) -> None:
    sitting = await practise_alone(world, ann)
    await play_until(sitting, lambda table: len(table.actions) > 6 and table.turn_users == (ann.id,))
    await world.env.advance_time(60 * minutes)
    await restart(world)
    await world.env.advance_time(3)
    assert all_public(world) == []
    player = sitting.players[0]
    await player.slash_hand()
    assert player.choices()
    home = private_answer(await ann.slash(world.channel, "help"))
    assert "It is your turn." in words_of(home)
    await ann.click(home, custom_id=AtOwn(Wish.HAND, 0, sitting.table).custom_id)
    before = len((await table_of(sitting)).actions)
    await play_until(sitting, lambda table: len(table.actions) > before)
    assert all_public(world) == []


@pytest.mark.deep
async def test_between_two_deals_hand_brings_the_commitment_and_deal(world: World, ann: MemberActor) -> None:
    sitting = await to_the_next_deal(world, ann)
    await restart(world)
    home = private_answer(await ann.slash(world.channel, "help"))
    assert "It is your turn." in words_of(home)
    panel = private_answer(await ann.slash(world.channel, "hand"))
    assert (await seal_of(sitting)).commitment in words_of(panel)
    await ann.click(panel, label="Next deal")
    assert (await seal_of(sitting)).entropy == (f"message:{panel.id}", f"board:{newest(world, ann).id}")


# ------------------------------------------------------------------ while the cards are being dealt


@pytest.mark.parametrize("times", [1, 2])
async def test_deal_whose_message_is_not_known_is_sealed_anew_and_never_dealt_twice(
    world: World, ann: MemberActor, times: int
) -> None:
    world.env.inject_error("POST", FOLLOWUP, status=500, code=0, times=times)
    await ann.slash(world.channel, "practice")
    sitting = await seated(world, 1, [ann], look=False)
    sealed, *given = private_messages(world, ann)
    assert len(given) == 2 - times
    (void,) = (await table_of(sitting)).sealing.void
    anew = (await seal_of(sitting)).commitment
    assert void.commitment in words_of(sealed)
    assert anew != void.commitment
    panel = given[0] if given else private_answer(await ann.slash(world.channel, "hand"))
    assert all(commitment in words_of(panel) for commitment in (void.commitment, anew))
    await ann.click(panel, label="Deal")
    dealt = await seal_of(sitting)
    assert dealt.entropy == (f"message:{panel.id}", f"board:{newest(world, ann).id}")
    assert dealt.secret != void.secret


async def test_refused_first_answer_leaves_no_table(world: World, ann: MemberActor) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=500, code=0, times=1)
    await ann.slash(world.channel, "practice")
    assert bot_of(world).tables.memory.awake() == []
    assert all_public(world) == []


# ------------------------------------------------------------------ the others


async def test_another_member_learns_nothing(world: World, ann: MemberActor, ben: MemberActor) -> None:
    sitting = await practise_alone(world, ann)
    await play_until(sitting, lambda table: len(table.game.deals[-1].tricks) >= 4)
    number, name = sitting.table, f"table {sitting.table}"
    assert bot_of(world).tables.memory.live.of_server(ann.guild.id) == [], "which moderators are shown"
    routes = [
        ShowHand(number), ShowPanel(number, 0), ShowTricks(number, 0), ShowProof(number, 0), Deal(number, 0),
        More(number), Record(number), Rematch(number), AtOwn(Wish.HERE, 0, number), AtOwn(Wish.HAND, 0, number),
        Join(number), ReportGame(number), Review(number), Watch(number, 0), ShowHands(number, 0), Rules(number),
    ]  # fmt: skip
    assert name in words_of(private_answer(await ask(ann, world.channel, "tables")))
    assert name not in words_of(private_answer(await ask(ben, world.channel, "tables")))
    for route in routes:
        assert NOT_HERE in words_of(private_answer(await do(ben, world.channel, route))), route
    await resign(ann, world.channel)
    for route in routes:
        assert NOT_HERE in words_of(private_answer(await do(ben, world.channel, route))), route
    listed = ListFinished(Whose.ALL, 0)
    assert "Table 1" in words_of(private_answer(await do(ann, world.channel, listed)))
    assert "Table 1" not in words_of(private_answer(await do(ben, world.channel, listed)))
    assert all_public(world) == []


@pytest.mark.deep
async def test_it_counts_among_a_members_tables_and_not_among_public_posts(world: World, ann: MemberActor) -> None:
    most = bot_of(world).tables.store.limits.tables_a_member
    for _ in range(most):
        await practise_alone(world, ann)
    assert most > MEMBER_POSTS
    refused = private_answer(await ann.slash(world.channel, "practice"))
    assert str(most) in words_of(refused)
    assert len(bot_of(world).tables.memory.awake()) == most


# ------------------------------------------------------------------ shown in the channel


async def test_shown_in_the_channel_it_is_an_ordinary_practice(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await practise_alone(world, ann)
    panel = newest(world, ann)
    await ann.click(panel, label="Menu")
    await ann.click(panel, label="Show in the channel")
    (board,) = all_public(world)
    assert f"table {sitting.table}" in words_of(board)
    assert not (await table_of(sitting)).private
    assert f"table {sitting.table}" in words_of(private_answer(await ask(ben, world.channel, "tables")))
    player = sitting.players[0]
    player.panel = newest(world, ann)
    assert newest(world, ann).id > board.id, "the cards stand below the board"
    await player.move()
    await restart(world)
    await player.my_hand(board)
    assert button_named(newest(world, ann), "Menu")


async def test_shown_between_two_deals_the_next_one_is_dealt_on_the_board_by_itself(
    world: World, ann: MemberActor
) -> None:
    sitting = await to_the_next_deal(world, ann)
    await do(ann, world.channel, AtOwn(Wish.HERE, 0, sitting.table))
    (sealed,) = all_public(world)
    assert (await seal_of(sitting)).commitment in words_of(sealed)
    await world.env.advance_time(40)
    assert not (await table_of(sitting)).awaits_deal
    assert (await seal_of(sitting)).entropy == (f"message:{sealed.id}", f"board:{all_public(world)[-1].id}")
