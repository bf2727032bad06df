"""Looking back: records as files, all hands and the replay of deals that are over, and never of a running one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from simcord import MemberActor, ResponseMessage
from simcord.components import walk_components

from bot.cli import main
from bot.engine import Deal, Phase, observe_deal
from bot.engine.combinations import BY_NAME
from bot.engine.proof import Verdict
from bot.engine.record import parse_record, play_record, verify_record
from bot.playground import World
from bot.tables.values.record import history_of, recordable, table_record
from bot.ui.text.deals import marks_of, most_declared, standing
from bot.ui.text.faces import face
from cogs.archive import PAGE
from cogs.archive.replay import replay_page, steps_of
from tests.honour_table import honour_rules, honour_table
from tests.simulated import bot_of, buttons_of, components_of, press, restart, text_of
from tests.simulated.asking import ask, resign
from tests.simulated.player import (
    Sitting,
    behind,
    button_named,
    leave_table,
    lobby_at,
    private_answer,
    public_messages,
    sit_down,
    table_number,
)
from tests.simulated.positions import bring_through_deal, bring_to, bring_to_result
from tests.simulated.watch import Watch
from tests.ui.at_board import NAMES, texts_of
from tests.ui.honour_boards import mischief, played_out


async def files_of(message: ResponseMessage) -> dict[str, str]:
    """Return the texts of a message's files by the end of their names."""
    return {each.filename.rpartition(".")[2]: (await each.read()).decode() for each in message.attachments}


async def resigned_game(world: World, members: Sequence[MemberActor] = (), *, moves: int = 1) -> Sitting:
    rules = "modern" if moves else "modern friendly"  # games given up at once would keep them from rated tables
    sitting = await sit_down(world, members or world.members[:2], rules=rules)
    if moves > 1:
        await bring_to(sitting, lambda table: table.ply >= moves)
    else:
        await sitting.steps(moves)
    await resign(sitting.players[0].actor, world.channel, table=sitting.table)
    return sitting


@pytest.mark.deep
async def test_whole_game_comes_as_a_record_that_proves_and_replays_it(
    world: World, cleo: MemberActor, watch: Watch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern target=500 brisques=as_taken", seed=3)
    await bring_to_result(sitting)
    result = sitting.result()
    assert result is not None
    answer = private_answer(await behind(cleo, result, "Record"))
    files = await files_of(answer)
    record = parse_record(files["json"])
    table = await bot_of(world).tables.get(sitting.table)
    game = play_record(record)
    assert (game.totals, game.marks, game.result) == (table.game.totals, table.game.marks, table.game.result)
    assert game == table.game
    assert record.players == ("Ann", "Ben")
    verdicts = verify_record(record)
    assert len(verdicts) == len(game.deals) > 0
    first, *others = [each.verdict for each in verdicts]
    assert first == Verdict(commitment=True, entropy=True, deck=True, lots=True)
    assert set(others) <= {Verdict(commitment=True, entropy=True, deck=True)}
    assert json.loads(files["json"])["table"] == sitting.table
    ids = (*table.users, table.guild_id, table.channel_id)
    assert not [each for each in ids if str(each) in files["json"] + files["txt"]]
    path = tmp_path / "game.json"
    path.write_text(files["json"], "utf-8")
    capsys.readouterr()
    for command in ("verify", "score"):
        assert main([command, str(path)]) == 0
    out, err = capsys.readouterr()
    verified, scored = map(json.loads, out.splitlines())
    assert all(deal["commitment"] and deal["entropy"] and deal["deck"] for deal in verified["deals"])
    said = zip(table.deals, err.splitlines(), strict=True)
    assert all(str(seal.message_id) in line and seal.commitment in line for seal, line in said)
    assert (scored["finished"], scored["totals"]) == (True, list(table.game.totals))
    assert files["json"].count("\n") == 1
    assert "Ann" in files["txt"]
    assert files["txt"].rstrip().endswith("]")
    assert f"{max(game.totals)}" in files["txt"].splitlines()[-1]
    assert watch.public


@pytest.mark.deep
async def test_cut_and_every_seal_stand_in_the_record(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    ben = world.members[1]
    await ben.click(lobby, label="Join")
    asked = await ben.click(private_answer(await ben.click(lobby, label="Cut")), label="In my own words …")
    assert asked.modal is not None
    field = next(each["custom_id"] for each in walk_components(asked.modal["components"]) if each["type"] == 4)
    await ben.submit_modal(asked, {field: "for luck"})
    await ann.click(lobby, label="Start")
    number = table_number(lobby)
    asked = await ask(ann, world.channel, "resign", table=number)
    await ann.click(private_answer(asked), label="Resign")
    files = await files_of(private_answer(await ask(ben, world.channel, "finished games", table=number)))
    (deal,) = json.loads(files["json"])["deals"]
    assert deal["shuffle"]["entropy"][:-1] == [f"message:{lobby.id}", "cut:1:for luck"]
    assert deal["shuffle"]["entropy"][-1].startswith("board:")
    assert set(deal["shuffle"]) == {"commitment", "secret", "entropy"}


async def test_deal_that_a_resignation_broke_off_is_recorded_listed_here_for_everyone_and_not_elsewhere(
    world: World, cleo: MemberActor
) -> None:
    sitting = await resigned_game(world)
    answer = private_answer(await ask(world.members[1], world.channel, "finished games", table=sitting.table))
    files = await files_of(answer)
    (deal,) = json.loads(files["json"])["deals"]
    assert deal["actions"][-1] == "0 resign"
    assert len(deal["shuffle"]["secret"]) == 128
    assert "Ann resigns." in files["txt"]
    shown = (await cleo.slash(world.channel, "leaderboard")).response
    assert shown is not None
    page = private_answer(await cleo.click(shown, label="Me"))
    await cleo.click(page, label="Finished games")
    assert "Finished games in this server" in text_of(page)
    assert f"Table {sitting.table} · " in text_of(page)
    await cleo.click(page, label="Only mine")
    assert "You have finished no game here yet." in text_of(page)
    other = world.env.create_guild("Elsewhere")
    channel = other.create_text_channel("cards")
    eve = other.add_member(world.env.create_user("eve"))
    answer = private_answer(await ask(eve, channel, "finished games", table=sitting.table))
    assert "That table is not here" in text_of(answer)
    listed = private_answer(await ask(eve, channel, "finished games"))
    assert "You have finished no game here yet." in text_of(listed)
    forged = await press(world, eve, listed, f"bz:{sitting.table}:0:record")
    assert not private_answer(forged).attachments


@pytest.mark.deep
async def test_deal_that_was_sealed_but_not_dealt_is_not_in_the_record(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern target=10000", seed=4)
    await bring_through_deal(sitting)
    tables = bot_of(world).tables
    table = await tables.get(sitting.table)
    assert table.awaits_deal
    assert table.seal is not None
    undealt = table.seal
    await resign(sitting.players[1].actor, world.channel, table=sitting.table)
    files = await files_of(
        private_answer(await ask(world.members[0], world.channel, "finished games", table=sitting.table))
    )
    assert len(json.loads(files["json"])["deals"]) == 1
    for text in files.values():
        assert undealt.secret not in text
        assert undealt.commitment not in text


async def test_running_game_and_table_without_cards_give_their_record_to_no_one(
    world: World, sitting: Sitting, cleo: MemberActor, ann: MemberActor
) -> None:
    await sitting.steps(9)
    for member in (*world.members[:2], cleo):
        answer = private_answer(await ask(member, world.channel, "finished games", table=sitting.table))
        assert "The record holds every card" in text_of(answer)
        assert not answer.attachments
        forged = await press(world, member, sitting.board(), f"bz:{sitting.table}:0:record")
        assert not private_answer(forged).attachments
    table = await bot_of(world).tables.get(sitting.table)
    assert not recordable(table)
    with pytest.raises(ValueError, match="no record"):
        table_record(table)
    lobby = await lobby_at(world, ann)
    number = table_number(lobby)
    assert "The record holds every card" in text_of(
        private_answer(await ask(ann, world.channel, "finished games", table=number))
    )
    await leave_table(ann, lobby)
    answer = private_answer(await ask(ann, world.channel, "finished games", table=number))
    assert "No cards were dealt" in text_of(answer)
    assert not answer.attachments


@pytest.mark.deep
async def test_list_shows_my_games_first_and_everyones_on_request(world: World) -> None:
    ann, ben, cleo, dai = world.members
    first = await resigned_game(world, (ann, ben))
    second = await resigned_game(world, (cleo, dai))
    mine = private_answer(await ask(ann, world.channel, "finished games"))
    assert "Your finished games" in text_of(mine)
    assert f"Table {first.table} · " in text_of(mine)
    assert f"Table {second.table} ·" not in text_of(mine)
    await ann.click(mine, label="Everyone's games")
    assert text_of(mine).index(f"Table {second.table} ·") < text_of(mine).index(f"Table {first.table} ·")
    menu = next(item for item in components_of(mine) if item["type"] == 3)
    got = private_answer(await ann.select(mine, [str(second.table)], custom_id=menu["custom_id"]))
    assert parse_record((await files_of(got))["json"]).players == ("Cleo", "Dai")


@pytest.mark.deep
async def test_list_has_pages_and_works_after_a_restart(world: World) -> None:
    ann, ben = world.members[:2]
    tables = [(await resigned_game(world, (ann, ben), moves=0)).table for _ in range(PAGE + 1)]
    page = private_answer(await ask(ann, world.channel, "finished games"))
    assert f"Table {tables[-1]} ·" in text_of(page)
    assert f"Table {tables[0]} ·" not in text_of(page)
    await restart(world)
    await ann.click(page, label="More")
    assert f"Table {tables[0]} ·" in text_of(page)
    assert button_named(page, "More") is None
    assert button_named(page, "Back") is not None
    menu = next(item for item in components_of(page) if item["type"] == 3)
    got = private_answer(await ann.select(page, [str(tables[0])], custom_id=menu["custom_id"]))
    verdict = verify_record(parse_record((await files_of(got))["json"]))[0].verdict
    assert verdict == Verdict(commitment=True, entropy=True, deck=True, lots=True)


HIDDEN = ("hands 0", "hands 0 true", "watch 0", "step first 0 0", "step next 0 3", "step last 0 99")


def closed_board(sitting: Sitting) -> ResponseMessage:
    return next(m for m in sitting.messages() if button_named(m, "Replay") is not None)


async def deal_of(world: World, number: int = 0) -> Deal:
    return (await bot_of(world).tables.get(1)).game.deals[number]


@pytest.fixture
async def resigned(world: World, watch: Watch) -> Sitting:
    """A game that Ann gave up after some tricks, over."""
    sitting = await sit_down(world, world.members[:2], seed=5)
    assert watch.private
    await sitting.steps(14)
    await resign(world.members[0], world.channel)
    return sitting


async def test_nothing_of_a_running_deal_is_shown_to_anyone(world: World, watch: Watch, cleo: MemberActor) -> None:
    sitting = await sit_down(world, world.members[:2])
    await sitting.steps(9)
    for member in (*(player.actor for player in sitting.players), cleo):
        for words in HIDDEN:
            answer = text_of(private_answer(await press(world, member, sitting.board(), f"bz:1:0:{words}")))
            assert "is being played" in answer
        result = await press(world, member, sitting.board(), "bzs:1:0:step menu", "0 5")
        assert "is being played" in text_of(private_answer(result))
    assert watch.private


@pytest.mark.deep
async def test_only_the_deal_that_is_over_is_shown_while_the_next_is_played(
    world: World, watch: Watch, cleo: MemberActor
) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern target=2000", seed=2)
    await bring_through_deal(sitting)
    closed = closed_board(sitting)
    await sitting.play(until=lambda: "deal 2" in text_of(sitting.board()))
    await sitting.steps(6)
    shown = private_answer(await cleo.click(closed, label="Replay"))
    assert "deal 1" in text_of(shown)
    assert not any(item["type"] == 3 for item in buttons_of(shown))
    for words in ("hands 1", "watch 1", "step next 1 4"):
        answer = private_answer(await press(world, cleo, closed, f"bz:1:0:{words}"))
        assert "is being played" in text_of(answer)
    assert watch.private


@pytest.mark.deep
async def test_replay_goes_through_the_tricks_and_shows_all_hands_and_cards_as_they_stood(
    world: World, resigned: Sitting, cleo: MemberActor
) -> None:
    shown = private_answer(await press(world, cleo, closed_board(resigned), "bz:1:0:hands 0"))
    text = text_of(shown)
    deal = await deal_of(world)
    deck = [face(card) for card in deal.base.deck]
    ann, ben = text.index("Ann\u2069**"), text.index("Ben\u2069**")
    assert ann < ben
    drawn = [re.findall(r"drew (.+)", part)[0].split(" ") for part in (text[ann:ben], text[ben:])]
    took = 2 * sum(trick is not None for trick in deal.tricks)
    assert sorted(drawn[0] + drawn[1]) == sorted(deck[17 : 17 + took])
    assert len(drawn[0]) == len(drawn[1]) > 2
    assert public_messages(world)[-1].id != shown.id
    result = resigned.result()
    assert result is not None
    page = private_answer(await behind(cleo, result, "Replay"))
    assert "The cards as dealt" in text_of(page)
    assert [b["label"] for b in buttons_of(page)] == ["▶", "⏭", "All hands as dealt"]
    deal = await deal_of(world)
    for number, trick in enumerate(deal.tricks, start=1):
        await cleo.click(page, label="▶")
        text = text_of(page)
        assert f"Trick {number} of" in text
        assert all(face(card) in text for card in trick.cards)
    await cleo.click(page, label="⏭")
    assert "Ann\u2069 resigned" in text_of(page)
    assert "Total" in text_of(page)
    assert [b["label"] for b in buttons_of(page)] == ["⏮", "◀", "All hands as dealt"]
    await cleo.click(page, label="◀")
    await cleo.click(page, label="All hands as dealt")
    assert "drew" in text_of(page)
    await cleo.click(page, label="Replay")
    await cleo.click(page, label="▶")
    assert "Trick 1 of" in text_of(page)
    assert sum("Trick 1 of" in text_of(m) for m in public_messages(world)) == 0


@pytest.mark.deep
async def test_replay_comes_by_command_too_is_private_to_each_who_clicks_and_works_after_a_restart(
    world: World, resigned: Sitting, cleo: MemberActor, ann: MemberActor
) -> None:
    files = private_answer(await ask(cleo, world.channel, "finished games", table=1))
    page = private_answer(await cleo.click(files, label="Replay"))
    assert "The cards as dealt" in text_of(page)
    assert "The game at table 1" in text_of(files)
    page = private_answer(await cleo.click(closed_board(resigned), label="Replay"))
    await restart(world)
    await cleo.click(page, label="▶")
    assert "Trick 1 of" in text_of(page)
    # Somebody else's press of the same control brings a message of their own, and one in public never changes.
    board = closed_board(resigned)
    before = text_of(board)
    other = private_answer(await press(world, ann, board, "bz:1:0:step next 0 2"))
    assert "Trick 2 of" in text_of(other)
    assert text_of(board) == before
    assert "Trick 1 of" in text_of(page)
    for words in ("watch 7", "hands 7", "step next 7 0"):
        answer = text_of(private_answer(await press(world, cleo, board, f"bz:1:0:{words}")))
        assert "no such deal" in answer, words
    for words in ("watch x", "hands -1", "step next 0 x", "watch 99999999999"):
        answer = text_of(private_answer(await press(world, cleo, board, f"bz:1:0:{words}")))
        assert "is outdated" in answer, words
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    there = guild.add_member(cleo.user)
    shown = (await there.slash(channel, "play")).response
    assert shown is not None
    for words in ("watch 0", "hands 0"):
        assert "That table is not here" in text_of(private_answer(await press(world, there, shown, f"bz:1:0:{words}")))


@pytest.mark.deep
async def test_past_tricks_of_a_deal_that_is_over_are_shown_where_searching_them_is_forbidden(
    world: World, watch: Watch, cleo: MemberActor
) -> None:
    sitting = await sit_down(world, world.members[:2], rules="britannica past_tricks=last_only", seed=3)
    await sitting.steps(12)
    await resign(world.members[1], world.channel)
    deal = await deal_of(world)
    assert len(observe_deal(deal, None).tricks) == len(deal.tricks) >= 3
    page = private_answer(await cleo.click(closed_board(sitting), label="Replay"))
    await cleo.click(page, label="▶")
    assert all(face(card) in text_of(page) for card in deal.tricks[0].cards)
    assert watch.private


@pytest.mark.sweep
@pytest.mark.parametrize(("players", "partners"), [(2, False), (4, True)])
def test_replay_has_a_step_for_each_trick_whatever_was_done_between(players: int, *, partners: bool) -> None:
    for column in ("britannica", "modern"):
        table = played_out(honour_rules(column, players, partners=partners), 3).table(NAMES)
        history = history_of(table, 0)
        steps = steps_of(history)
        assert [step.number for step in steps] == list(range(len(table.game.deals[0].tricks) + 1))
        for step in steps[1:]:
            first, last = step.history[0].deal, step.history[-1].deal
            assert len(first.tricks) == step.number - 1
            assert not first.trick
            assert len(last.tricks) == step.number
            assert "Trick" in "\n".join(texts_of(replay_page(table, 0, step.number)))


def test_declaration_that_was_taken_back_is_in_no_sheet_and_no_count() -> None:
    table = honour_table("modern", hands={0: "KSa QDa JDa"}).win(0)
    table.do("0 declare common-marriage KSa QDa", "1 claim wrong-declaration")
    assert [mark.points for mark in table.deal.score.marks] == [20, -20]
    assert marks_of(table.game) == []
    assert most_declared(marks_of(table.game), 2)[1] == 0


def test_of_two_declarations_the_one_that_stands_is_kept() -> None:
    table = honour_table("modern", declarations_per_trick="many", announce=False, hands={0: "KSa QSa KCa QDa"}).win(0)
    table.do("0 declare common-marriage KCa QDa", "0 declare common-marriage KSa QSa", "1 claim wrong-declaration")
    (left,) = standing(table.deal.score.marks, table.deal.declared.melds)
    assert (left.seat, left.reason, left.points) == (0, "common-marriage", 20)


@pytest.mark.deep
def test_sheet_of_a_deal_adds_up_after_every_claim() -> None:
    for column in ("britannica", "enquire"):
        *_, last = mischief(honour_rules(column, 3), 5)
        deal = last.game().deals[0]
        assert deal.phase is Phase.CLAIM
        left = standing(deal.score.marks, deal.declared.melds)
        for seat in range(3):
            assert sum(mark.points for mark in left if mark.seat == seat) == deal.score.totals[seat]
        counted = sum(mark.reason in BY_NAME for mark in left)
        assert counted == len(deal.declared.melds)
