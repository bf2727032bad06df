"""A backup that is put back: what was lost finds nothing, and never what has its number now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from simcord import MemberActor, ResponseMessage

from bot.client import BeziqueBot
from bot.playground import World
from bot.tables import Table
from bot.tables.values.rule_sets import Keeper, Owner
from bot.ui.routes.custom_ids import read_route
from bot.ui.routes.lobby import Join
from bot.ui.routes.safety import CloseReport, ShowReport
from bot.ui.routes.settings import DropSet
from db import upkeep
from db.keys import SPAN, number_of
from db.session import Session
from tests.databases import of_files
from tests.settings.test_languages import manages
from tests.simulated import bot_of, buttons_of, press, text_of
from tests.simulated.asking import ask, keep_rules, open_tournament
from tests.simulated.player import (
    Sitting,
    all_public,
    lobby_at,
    private_answer,
    public_answer,
    public_messages,
    seated,
    table_number,
    words_of,
)
from tests.table.test_boards import talk

pytestmark = [pytest.mark.marked, of_files]

GONE = "That table is not here"


def key_in(message: ResponseMessage) -> int:
    (key,) = {int(each["custom_id"].split(":")[1]) for each in buttons_of(message)} - {0}
    return key


def control(message: ResponseMessage, label: str) -> str:
    (found,) = [each["custom_id"] for each in buttons_of(message) if each.get("label") == label]
    return str(found)


class Backup:
    """A backup of a world's database, and how it is put back."""

    def __init__(self, world: World, path: Path) -> None:
        self.world, self.kept = world, path.read_bytes()

    @classmethod
    async def of(cls, world: World, folder: Path) -> Backup:
        """Back the database up while the bot runs."""
        await upkeep.backup(bot_of(world).settings.database_url, folder / "backup.db")
        return cls(world, folder / "backup.db")

    async def put_back(self) -> None:
        """Lose the database, put the backup in its place as `docs/operating.md` says, and start the bot."""
        old, kept = bot_of(self.world), self.kept

        def replace_file() -> None:
            path = Path(old.settings.database_url.split("///")[1])
            for each in path.parent.glob(f"{path.name}*"):
                each.unlink()
            path.write_bytes(kept)

        class Restored(BeziqueBot):
            async def setup_hook(self) -> None:
                await old.store.close()
                replace_file()
                await super().setup_hook()

        await self.world.env.advance_time(10)
        await self.world.env.restart_bot(Restored(old.settings))
        await self.world.env.advance_time(3)


async def begun(world: World, *members: MemberActor, look: bool = True) -> Sitting:
    """Let members begin a game at a table whose key has a mark."""
    lobby = await lobby_at(world, members[0])
    await members[1].click(lobby, label="Join")
    key = key_in(lobby)
    await members[0].click(lobby, label="Start")
    return await seated(world, key, members, look=look)


def tables(world: World) -> dict[int, Table]:
    return {table.id: table for table in bot_of(world).tables.memory.awake()}


def apart(world: World) -> World:
    return replace(world, channel=world.env.guild.create_text_channel("salon"))


async def test_controls_of_lost_tables_find_nothing_though_their_numbers_are_given_again(
    world: World, tmp_path: Path
) -> None:
    ann, ben, cleo, dai = world.members
    await lobby_at(world, ann)
    backup = await Backup.of(world, tmp_path)
    lost = [await lobby_at(world, each, rules="modern", players=2) for each in (ann, ben)]
    challenge = public_answer(await ann.slash(world.channel, "challenge", member=ben))
    await backup.put_back()
    there = apart(world)
    new = [await lobby_at(there, dai, rules="parlour", players=3) for _ in range(3)]
    assert [table_number(each) for each in new] == [table_number(each) for each in (*lost, challenge)] == [2, 3, 4]
    before = tables(world)
    assert {key_in(each) for each in new} <= set(before)
    asks = [(cleo, lost[0], "Join"), (cleo, lost[1], "Join"), (ben, challenge, "Accept"), (ben, challenge, "Decline")]
    for who, message, label in asks:
        answer = private_answer(await press(world, who, message, control(message, label)))
        assert GONE in text_of(answer)
        assert not any(str(key % SPAN) in text_of(answer) for key in before)
    for sheet in ("more", "sheet", "rules", "hand", "lobby-more", "mod-table"):
        key = key_in(lost[0])
        asked = await press(world, cleo, lost[0], f"bz:{key}:0:{sheet}")
        assert asked.modal is None
        assert "parlour" not in words_of(private_answer(asked)).lower()
    book = await press(world, ann, lost[0], f"bzs:{key_in(lost[0])}:0:book", "parlour")
    assert GONE in text_of(private_answer(book))
    assert tables(world) == before


async def test_hand_on_a_lost_board_shows_nothing_of_the_table_that_has_its_number(
    world: World, tmp_path: Path
) -> None:
    ann, ben, cleo, dai = world.members
    backup = await Backup.of(world, tmp_path)
    sitting = await begun(world, ann, ben)
    board, panel = sitting.board(), sitting.on_move().panel
    assert panel is not None
    card = sitting.on_move().choices()[0]
    mover = sitting.on_move().actor
    await backup.put_back()
    await begun(world, mover, cleo, look=False)
    (table,) = tables(world).values()
    assert (table.number, table.ply) == (number_of(key_in(board)), 0)
    assert not card.value
    for message, custom_id in ((board, control(board, "My hand")), (panel, card.custom_id)):
        answer = await press(world, mover, message, custom_id)
        assert GONE in text_of(private_answer(answer))
    assert tables(world) == {table.id: table}
    for who in (mover, dai):
        assert f"table {table.number}" in words_of(private_answer(await ask(who, world.channel, "hand", table=1)))


async def test_controls_of_lost_tournaments_reports_and_rule_sets_find_nothing(world: World, tmp_path: Path) -> None:
    ann, ben, cleo, dai = world.members
    manages(world, ann)
    bot, keeper = bot_of(world), Keeper(Owner.MEMBER, ann.id)
    backup = await Backup.of(world, tmp_path)
    await open_tournament(cleo, world.channel, "Lost Cup")
    (entries,) = [each for each in public_messages(world) if "Lost Cup" in words_of(each)]
    await bot.club.reports.make(ann.guild.id, ben.id, dai.id, None, "lost")
    (report,) = (await bot.club.reports.open(ann.guild.id, 0)).reports
    await keep_rules(world, ann, "Lost", "parlour 3")
    (lost,) = (await bot.members.rule_sets.of(keeper)).sets
    await backup.put_back()
    bot = bot_of(world)
    await open_tournament(dai, apart(world).channel, "New Cup")
    await bot.club.reports.make(ann.guild.id, cleo.id, ben.id, None, "new")
    await keep_rules(world, ann, "New", "modern 2")
    assert "no such tournament" in text_of(
        private_answer(await press(world, ben, entries, control(entries, "Take part")))
    )
    (cup,) = await bot.club.tournaments.of_server(ann.guild.id)
    assert (cup.name, [each.user_id for each in cup.entrants]) == ("New Cup", [dai.id])
    for route in (ShowReport(report.id), CloseReport(report.id)):
        assert "report is gone" in text_of(private_answer(await press(world, ann, entries, route.custom_id)))
    (kept,) = (await bot.club.reports.open(ann.guild.id, 0)).reports
    assert (kept.reason, number_of(kept.id)) == ("new", number_of(report.id))
    drop = DropSet(Owner.MEMBER, ann.id, lost.number).custom_id
    assert "no longer kept" in text_of(private_answer(await press(world, ann, entries, drop)))
    (stays,) = (await bot.members.rule_sets.of(keeper)).sets
    assert (stays.name, number_of(stays.number)) == ("New", number_of(lost.number))


async def test_lost_board_of_a_known_table_is_retired_at_its_first_click(world: World, tmp_path: Path) -> None:
    ann, ben, cleo, _ = world.members
    sitting = await begun(world, ann, ben)
    await sitting.steps(2)
    known = sitting.board()
    backup = await Backup.of(world, tmp_path)
    await talk(world, cleo, 1)
    await sitting.players[0].slash_hand()
    await sitting.steps(2)
    lost = sitting.board()
    assert lost.id != known.id
    assert control(lost, "My hand")
    assert not any(each.get("label") == "My hand" for each in buttons_of(known))
    await backup.put_back()
    before = tables(world)
    result = await press(world, ann, lost, control(lost, "My hand"))
    assert not result.followups
    assert buttons_of(lost) == []
    assert "no longer part of the game" in text_of(lost)
    assert str(known.id) in text_of(lost)
    (board,) = [each for each in all_public(world) if any(b.get("label") == "My hand" for b in buttons_of(each))]
    assert board.id == known.id
    assert {key: table.ply for key, table in tables(world).items()} == {key: table.ply for key, table in before.items()}
    await sitting.show_hands()
    await sitting.steps(4)
    boards = [each for each in all_public(world) if any(b.get("label") == "My hand" for b in buttons_of(each))]
    assert len(boards) == 1


async def test_lost_panel_of_a_known_table_plays_nothing_where_its_ply_has_come_by_another_card(
    world: World, tmp_path: Path
) -> None:
    """It was to follow another card: its player would play in a trick that the panel does not show."""
    ann, ben, *_ = world.members
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    key = key_in(lobby)
    await ann.click(lobby, label="Start")
    sitting = await seated(world, key, [ann, ben])
    await sitting.steps(1)
    while bot_of(world).tables.memory.awake()[0].game.deals[-1].trick:
        await sitting.steps(1)
    backup = await Backup.of(world, tmp_path)
    leader, follower = sitting.on_move(), sitting.waiting()[0]
    led, other = [each for each in leader.choices() if each.words.startswith("play")][:2]
    await leader.choose(led)
    lost, card = follower.panel, follower.choices()[0]
    assert lost is not None
    await backup.put_back()
    sitting = await seated(world, sitting.table, [ann, ben])
    assert leader.panel is not None
    await sitting.on_move().choose(next(each for each in sitting.on_move().choices() if each.words == other.words))
    before = tables(world)
    await press(world, follower.actor, lost, card.custom_id)
    assert tables(world) == before
    assert "moved on" in text_of(lost)
    assert other.label in words_of(lost)
    (now,) = [each for each in sitting.on_move().choices() if each.words == card.words]
    await press(world, follower.actor, lost, now.custom_id)
    assert tables(world) != before


async def test_controls_of_tables_made_before_there_were_marks_are_answered_and_name_no_table_with_one(
    world: World, ben: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = world.members[0]
    with monkeypatch.context() as before:
        before.setattr(Session, "mark", staticmethod(lambda: 0))
        old = await lobby_at(world, ann)
    new = await lobby_at(world, ann)
    assert (key_in(old), number_of(key_in(new))) == (1, 2)
    assert GONE in text_of(private_answer(await press(world, ben, new, "bz:2:0:join")))
    await press(world, ben, old, "bz:1:0:join 0")
    assert {key: len(table.seats) for key, table in tables(world).items()} == {1: 2, key_in(new): 1}


async def test_nothing_that_is_shown_or_typed_has_a_mark_in_it(world: World) -> None:
    ann, ben, *_ = world.members
    sitting = await begun(world, ann, ben)
    key = sitting.table
    assert key > SPAN
    await sitting.play(until=lambda: len(sitting.moves) > 12)
    shown = [words_of(each) for each in all_public(world)]
    shown += [words_of(private_answer(await ask(ann, world.channel, what, table=1))) for what in ("hand", "resign")]
    shown.append(words_of(private_answer(await ann.slash(world.channel, "rules", table=1))))
    assert "table 1" in shown[-3]
    assert "Table 1" in shown[-1]
    assert not any(str(key % SPAN) in each for each in shown)


def test_custom_ids_have_room_for_the_largest_keys() -> None:
    largest = 10**10 * SPAN - 1
    assert read_route(Join(largest, 10**6 - 1).custom_id) == Join(largest, 10**6 - 1)
