"""Settling a game in the lobby by clicks alone: the sheet of house rules, seats, agreeing, invitations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine import OPTIONS, PRESETS
from bot.ui.arranging import GROUPS
from tests.simulated import bot_of, buttons_of, components_of, press, text_of

from .player import button_named, lobby_at, private_answer, public_messages, seated, words_of

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

    from .player import Sitting

MOST_COMPONENTS, MOST_TEXT, MOST_OPTIONS = 40, 4000, 25


@dataclass
class Sheet:
    """The opener's private sheet of house rules."""

    opener: MemberActor
    message: ResponseMessage

    @classmethod
    async def opened(cls, opener: MemberActor, lobby: ResponseMessage) -> Sheet:
        """Press [House rules] in the lobby."""
        return cls(opener, private_answer(await opener.click(lobby, label="House rules")))

    def menus(self) -> dict[str, dict[str, Any]]:
        """Return the menus of the page, by what they choose."""
        menus = [item for item in components_of(self.message) if item["type"] == 3]
        return {menu["custom_id"].rsplit(" ", 1)[1]: menu for menu in menus}

    def chosen(self, key: str) -> str:
        """Return the value that a menu shows as the present one."""
        (value,) = [option["value"] for option in self.menus()[key]["options"] if option.get("default")]
        return str(value).split("=")[1]

    async def choose(self, key: str, value: object) -> None:
        """Choose a value from a menu of the page."""
        menu = self.menus()[key]
        await self.opener.select(self.message, [f"{key}={value}"], custom_id=menu["custom_id"])

    async def turn_to(self, group: str) -> None:
        """Turn to a page, unless it is open."""
        if button_named(self.message, group):
            await self.opener.click(self.message, label=group)

    def check_limits(self) -> None:
        """Hold the page to what Discord takes."""
        items = components_of(self.message)
        assert len(items) <= MOST_COMPONENTS
        assert len(words_of(self.message)) <= MOST_TEXT
        for menu in self.menus().values():
            assert 1 <= len(menu["options"]) <= MOST_OPTIONS
            assert len({option["value"] for option in menu["options"]}) == len(menu["options"])
            assert sum(bool(option.get("default")) for option in menu["options"]) == 1
        ids = [item["custom_id"] for item in items if "custom_id" in item]
        assert len(set(ids)) == len(ids)


async def four_seats(world: World, opener: MemberActor, *, partners: bool = False) -> ResponseMessage:
    """Open a table and set it to four players in its lobby."""
    lobby = await lobby_at(world, opener)
    sheet = await Sheet.opened(opener, lobby)
    await sheet.choose("players", 4)
    if partners:
        await sheet.choose("partners", "true")
    return lobby


# ------------------------------------------------------------------ the sheet


@pytest.mark.parametrize("book", PRESETS)
async def test_opener_can_turn_every_page_and_choose_everything_on_it(
    world: World, ann: MemberActor, book: str
) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("book", book)
    await sheet.choose("players", 4)
    seen = set()
    for group in GROUPS:
        await sheet.turn_to(group)
        sheet.check_limits()
        for key in list(sheet.menus()):
            seen.add(key)
            before = sheet.chosen(key)
            others = [o["value"].split("=")[1] for o in sheet.menus()[key]["options"] if not o.get("default")]
            if key in ("book", "players"):
                continue
            await sheet.choose(key, others[-1])
            sheet.check_limits()
            if "cannot go with" in words_of(sheet.message):
                assert sheet.chosen(key) == before
            else:
                assert sheet.chosen(key) == others[-1]
            if key == "trump":  # without a turned-up trump there is nothing to choose about sevens
                await sheet.choose(key, "turn_up")
    assert seen >= {option.key for option in OPTIONS} - {"packs", "irregularities"}
    changed = words_of(lobby)
    assert PRESETS[book].title in changed
    assert "two against two" in changed
    assert "to 4000" in changed
    assert len(components_of(lobby)) <= MOST_COMPONENTS


async def test_lobby_shows_what_differs_from_the_book_and_nothing_else(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    assert "Modern · two players · to 1000\n" in words_of(lobby)
    assert "Clock: 3 minutes a move" in words_of(lobby)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.turn_to("The score")
    await sheet.choose("target", 2000)
    await sheet.choose("brisques", "as_taken")
    await sheet.turn_to("The table")
    await sheet.choose("clock", "days-2")
    assert "Modern · two players · to 2000 · counting brisques: as taken\n" in words_of(lobby)
    assert "Clock: 2 days a move" in words_of(lobby)
    await ann.click(sheet.message, label="☑ Draws by itself")
    assert "everyone draws by hand" in words_of(lobby)
    assert "`modern brisques=as_taken target=2000`" in words_of(sheet.message)


async def test_page_with_nothing_to_choose_says_why(world: World, ann: MemberActor) -> None:
    sheet = await Sheet.opened(ann, await lobby_at(world, ann, rules="modern trump=first_marriage"))
    await sheet.turn_to("Sevens")
    assert sheet.menus() == {}
    assert "sevens never count ten" in words_of(sheet.message)


async def test_what_cannot_go_together_is_said_on_the_sheet_and_changes_nothing(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann, rules="britannica")
    before = words_of(lobby)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.turn_to("Trumps and tricks")
    await sheet.choose("trump", "first_marriage")
    assert "⚠ bezique_cards = by_trump cannot go with trump = first_marriage" in words_of(sheet.message)
    assert sheet.chosen("trump") == "turn_up"
    assert words_of(lobby) == before


async def test_fewer_players_than_sit_there_are_refused_on_the_sheet(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await four_seats(world, ann)
    for member in (ben, cleo):
        await member.click(lobby, label="Join")
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("players", 2)
    assert "More people sit at table 1 than would play" in words_of(sheet.message)
    assert sheet.chosen("players") == "4"
    await sheet.choose("players", 3)
    assert "three players" in words_of(lobby)
    assert "free" not in words_of(lobby)


async def test_others_neither_see_the_sheet_nor_choose_anything(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    before = words_of(lobby)
    for member in (ben, cleo):
        for custom_id, values in (
            ("bz:1:0:arrange", ()),
            ("bz:1:0:arrange 1", ()),
            ("bz:1:0:set auto_draw=false", ()),
            ("bzs:1:0:set players", ("players=4",)),
            ("bzs:1:0:set book", ("book=parlour",)),
        ):
            answer = private_answer(await press(world, member, lobby, custom_id, *values))
            assert "Only the player who opened table 1" in words_of(answer)
    assert words_of(lobby) == before


async def test_sheet_never_takes_the_place_of_the_lobby(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    for custom_id in ("bz:1:0:arrange 1", "bz:1:0:set auto_draw=false"):
        answer = private_answer(await press(world, ann, lobby, custom_id))
        assert "House rules · table 1" in words_of(answer)
        assert button_named(lobby, "House rules")


async def test_sheet_of_a_table_that_has_begun_does_nothing(world: World, ann: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    menu = sheet.menus()["players"]
    answer = private_answer(await press(world, ann, sheet.message, menu["custom_id"], "players=4"))
    assert "has already begun" in words_of(answer)
    assert (await bot_of(world).tables.get(1)).rules.players == 2


async def test_forged_choices_change_nothing(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    before = await bot_of(world).tables.get(1)
    for value in (
        "target=1234",
        "target=x",
        "players=9",
        "nonsense=1",
        "",
        "=",
        "book=whist",
        "irregularities=forfeits",
    ):
        await press(world, ann, sheet.message, "bzs:1:0:set target", value)
    assert (await bot_of(world).tables.get(1)).rules == before.rules


# ------------------------------------------------------------------ agreeing


async def test_change_after_joining_asks_the_others_again(world: World, ann: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    assert button_named(lobby, "Agree") is None
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("clock", "live-10")
    assert "2. Ben · has yet to agree" in words_of(lobby)
    assert "those who have yet to agree press **Agree**" in words_of(lobby)
    assert button_named(lobby, "Start") is None
    await ben.click(lobby, label="Agree")
    assert "has yet to agree" not in words_of(lobby)
    await ben.click(lobby, label="Start")
    assert "deal 1" in words_of(lobby)


async def test_agreeing_by_a_button_from_before_another_change_is_no_agreement(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("clock", "live-10")
    agree = button_named(lobby, "Agree")
    assert agree is not None
    await sheet.choose("clock", "live-1")
    answer = private_answer(await press(world, ben, lobby, agree["custom_id"]))
    assert "have changed since that button was made" in words_of(answer)
    assert "has yet to agree" in words_of(lobby)
    await ben.click(lobby, label="Agree")
    assert "has yet to agree" not in words_of(lobby)


async def test_joining_by_a_button_from_before_a_change_asks_to_agree(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    join = button_named(lobby, "Join")
    assert join is not None
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("clock", "live-10")
    await press(world, ben, lobby, join["custom_id"])
    assert "Ben · has yet to agree" in words_of(lobby)


async def test_choice_is_offered_again_for_the_servers_next_table(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("book", "enquire")
    await sheet.choose("clock", "days-3")
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    again = await lobby_at(world, ben)
    assert "Enquire Within · two players · to" in words_of(again)
    assert "Clock: 3 days a move" in words_of(again)
    other = await lobby_at(world, ben, rules="parlour")
    assert "Victorian parlour" in words_of(other)


# ------------------------------------------------------------------ seats and partners


async def test_players_change_places_by_a_menu(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await four_seats(world, ann, partners=True)
    for member in (ben, cleo):
        await member.click(lobby, label="Join")
    assert "1 and 3 play 2 and 4." in words_of(lobby)
    await ben.select(lobby, ["2"], custom_id="bzs:1:0:sit")
    assert "2. Cleo · has yet to agree\n3. Ben\n4. *free*" in words_of(lobby)
    stranger = world.members[3]
    answer = private_answer(await press(world, stranger, lobby, "bzs:1:0:sit", "0"))
    assert "Only its players" in words_of(answer)


async def test_partners_are_cut_for_in_the_open(world: World, ann: MemberActor) -> None:
    lobby = await four_seats(world, ann, partners=True)
    sheet = await Sheet.opened(ann, lobby)
    await ann.click(sheet.message, label="☐ Partners as they sit")
    assert "Cutting decides who plays together." in words_of(lobby)
    for member in world.members[1:]:
        await member.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    board = words_of(lobby)
    assert "Cut for partners: " in board
    assert "Cut for the deal: " in board
    table = await bot_of(world).tables.get(1)
    assert board.index("Cut for partners") < board.index("Cut for the deal")
    assert f"{table.names[0]} + {table.names[2]} **" in board


async def played_by_lobby_alone(world: World, players: int, *, partners: bool, seed: int) -> Sitting:
    """Settle a game in its lobby, sit down, agree, start, and play it to its end by clicks."""
    ann = world.members[0]
    lobby = await lobby_at(world, ann, rules="britannica target=500")
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("players", players)
    if partners:
        await sheet.choose("partners", "true")
    members = world.members[:players]
    for member in members[1:]:
        await member.click(lobby, label="Join")
    await sheet.turn_to("The score")
    await sheet.choose("last_trick", "final")
    for member in members[1:]:
        await member.click(lobby, label="Agree")
    await members[-1].click(lobby, label="Start")
    return await seated(world, 1, members, seed=seed)


async def eager_step(sitting: Sitting) -> str:
    """Let whoever is on move declare what there is to declare, or do anything; return the words of what was done."""
    able = [player for player in sitting.players if player.choices()]
    declarations = [c for player in able for c in player.choices() if c.words.startswith("declare")]
    if not declarations:
        done = len(sitting.moves)
        await sitting.steps(1)
        return sitting.moves[-1].words if len(sitting.moves) > done else ""
    await able[0].choose(declarations[0])
    return declarations[0].words


async def test_three_play_a_whole_game_settled_in_the_lobby(world: World) -> None:
    sitting = await played_by_lobby_alone(world, 3, partners=False, seed=4)
    orders = []
    names = [player.actor.name for player in sitting.players]
    while sitting.result() is None:
        able = [p.actor.name for p in sitting.players if p.choices()]
        if (await eager_step(sitting)).startswith("play"):
            orders.append(names.index(able[0]))
    tricks = [orders[at : at + 3] for at in range(0, len(orders) - 2, 3)]
    assert all(t == [t[0], (t[0] + 1) % 3, (t[0] + 2) % 3] for t in tricks)
    shown = sitting.result()
    assert shown is not None
    assert all(name in text_of(shown) for name in ("Ann", "Ben", "Cleo"))


async def test_partners_play_a_whole_game_and_each_partner_is_asked_after_a_trick(world: World) -> None:
    sitting = await played_by_lobby_alone(world, 4, partners=True, seed=2)
    asked = 0
    declared_by_partner = 0
    while sitting.result() is None:
        board = words_of(sitting.board())
        if "may declare too" in board:
            asked += 1
            partner = sitting.on_move()
            assert partner.panel is not None
            words = [choice.words for choice in partner.choices()]
            assert "pass" in words  # one click answers
            assert not any(word.startswith("play") for word in words)
            declared_by_partner += any(word.startswith("declare") for word in words)
            assert "Ann + Cleo **" in board
            assert "Ben + Dai **" in board
        await eager_step(sitting)
    assert asked >= 2
    assert declared_by_partner
    shown = sitting.result()
    assert shown is not None
    assert "win." in words_of(shown)


# ------------------------------------------------------------------ invitations


async def test_invitation_mentions_the_guest_alone_and_lets_them_sit_down(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, invited_only=True)
    assert "for invited members" in words_of(lobby)
    assert "for invited members" in words_of(private_answer(await ben.click(lobby, label="Join")))
    shown = (await ann.slash(world.channel, "table invite", member=ben)).response
    assert shown is not None
    assert f"<@{ben.id}>, Ann invites you to table 1." in words_of(shown)
    assert "Modern · two players" in words_of(shown)
    stored = world.env.backend.get_message(world.channel.id, shown.id)
    assert stored.ping_user_ids == [ben.id]
    assert "for invited members" in words_of(private_answer(await press(world, cleo, shown, "bz:1:0:join")))
    await ben.click(shown, label="Join")
    assert "2. Ben" in words_of(lobby)
    assert "already sit" in words_of(private_answer(await ben.click(shown, label="Join")))


async def test_invitations_that_make_no_sense_are_refused_kindly(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    assert "no table that has yet to begin" in words_of(
        private_answer(await ann.slash(world.channel, "table invite", member=ben))
    )
    lobby = await lobby_at(world, ann)
    assert world.channel.guild is not None
    robot = world.channel.guild.add_member(world.env.create_user("robot", bot=True))
    stranger = world.env.create_user("zoe")
    await ben.click(lobby, label="Join")
    for member, words in ((robot, "Bots do not play"), (stranger, "not in this server"), (ben, "already sits"),
                          (ann, "already sits"), (cleo, "Table 1 is full")):  # fmt: skip
        assert words in words_of(private_answer(await ann.slash(world.channel, "table invite", member=member)))
    assert "no table that has yet to begin" in words_of(
        private_answer(await cleo.slash(world.channel, "table invite", member=ben))
    )
    assert len(public_messages(world)) == 1
    assert len(buttons_of(lobby)) > 3
