"""An honour table through restarts, its clock, with house players, in French, with hints, and in whole games."""

from __future__ import annotations

from random import Random

import pytest
from simcord import MemberActor

from bot.engine import Phase, card_name
from bot.engine.cards import CardSet
from bot.engine.forfeits import Irregularity
from bot.engine.honour.state import to_play
from bot.engine.tricks import is_revoke
from bot.house.honour import something_to_do
from bot.house.roster import Level
from bot.playground import World
from bot.tables import Due
from tests.settings.test_languages import english_in, everything, set_locales
from tests.simulated import bot_of, components_of, press, restart
from tests.simulated.honour import HonourPlayer, HonourSitting, err, honourable
from tests.simulated.house_guest import add_house
from tests.simulated.player import Choice, button_named, lobby_at, practise, public_messages, table_number, words_of
from tests.simulated.sheet import Sheet
from tests.simulated.waiting import STAMP, notices, reminders
from tests.table.test_honour_claims import acts, assert_no_card_stands_out, both, panel

MODERN = "modern irregularities=forfeits length=one_deal"
ENQUIRE = "enquire irregularities=forfeits length=one_deal"

pytestmark = [pytest.mark.deep, pytest.mark.usefixtures("watch")]


async def to_the_claims(table: HonourSitting) -> None:
    while table.deal.phase is not Phase.CLAIM:
        await table.step()


# ------------------------------------------------------------------ opening it


async def test_honour_table_is_chosen_on_the_sheet_where_nothing_draws_by_itself(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.turn_to("The table")
    assert any("Draws by itself" in each.get("label", "") for each in components_of(sheet.message))
    await sheet.choose("irregularities", "forfeits")
    await sheet.choose("forfeits", "britannica")
    assert not any("Draws by itself" in each.get("label", "") for each in components_of(sheet.message))
    assert "forfeits: britannica" in words_of(lobby)
    assert "draws by hand" not in words_of(lobby)
    await ben.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    table = await bot_of(world).tables.get(1)
    assert table.view(ann.id).honour.column == "britannica"  # type: ignore[union-attr]


# ------------------------------------------------------------------ restarts and the clock


async def test_game_goes_on_through_restarts_at_every_stage(world: World) -> None:
    table = await honourable(world, world.members[:2], rules=ENQUIRE, seed=3)
    await table.trick()
    lifter, chooser = table.at(table.deal.leader), table.at(1 - table.deal.leader)
    await lifter.sin("lift")
    back = next(each for each in chooser.choices() if each.words.startswith("return"))
    await restart(world)
    await chooser.choose(back)  # a control from before still does what it says
    await table.show_hands()
    assert table.deal.hold[table.deal.leader].bit_count() == 8
    await table.to_the_last_eight()
    await restart(world)
    await table.show_hands()
    await to_the_claims(table)
    await restart(world)
    await table.show_hands()
    assert bot_of(world).tables.memory.schedule.at(1, Due.FORFEITS) is not None
    for player in table.players:
        await player.choose(next(each for each in player.choices() if each.words == "done"))
    assert table.result() is not None


@pytest.mark.parametrize("sleeps", [False, True], ids=["awake", "asleep since a start"])
async def test_time_for_claims_runs_out_and_closes_the_deal(world: World, *, sleeps: bool) -> None:
    table = await honourable(world, world.members[:2], rules=MODERN, seed=5)
    await to_the_claims(table)
    await world.env.advance_time(3)
    until = bot_of(world).tables.memory.schedule.at(1, Due.FORFEITS)
    assert until is not None
    assert str(int(until.timestamp())) in STAMP.findall(words_of(table.board()))
    if sleeps:
        await restart(world)
    else:
        await table.at(0).do("done")
        await world.env.advance_time(45)
        assert reminders(world) == []
        assert table.result() is None
    await world.env.advance_time(70 if sleeps else 20)
    known = await bot_of(world).tables.get(1)
    assert sorted(row.action for row in known.actions[-2:]) == ["0 done", "1 done"]
    assert table.result() is not None


# ------------------------------------------------------------------ what is claimed late in a deal


async def test_challenge_without_ground_is_refused_to_the_challenger_alone(world: World) -> None:
    table = await honourable(world, world.members[:2], rules=MODERN, seed=9)
    for player in table.players:
        player.eager = True
    declarations: list[Choice] = []
    while not declarations:
        await table.step()
        declarer, other = both(table, table.deal.leader)
        declarations = [each for each in declarer.choices() if each.words.startswith("declare")]
    await declarer.choose(declarations[0])
    before, seen = acts(table), [words_of(message) for message in public_messages(world)]
    await other.do("claim wrong-declaration")
    assert "nothing of that kind" in panel(other)
    assert "nothing of that kind" not in panel(declarer)
    assert acts(table) == before
    assert [words_of(message) for message in public_messages(world)] == seen
    assert "claim wrong-declaration" in other.claims()  # it stays to be asked, with ground or without


async def revoked(table: HonourSitting) -> tuple[int, int]:
    """Play on until somebody can revoke in the last eight, and let them; return who did, and the other seat."""
    await table.to_the_last_eight()
    while True:
        seat = to_play(table.deal)
        player = table.at(seat)
        wrong = [words for words in player.against() if words.startswith("play")]
        if table.deal.trick and wrong:
            card = next(c for c in CardSet(table.deal.hold[seat]) if f"play {card_name(c)}" == wrong[0])
            column, deal = table.deal.law.column, table.deal
            assert column is not None
            assert is_revoke(deal.hold[seat], deal.trick, card, deal.trump, must_win=column.must_win)
            await player.sin(wrong[0])
            return seat, 1 - seat
        await table.step()


async def test_revoke_is_asked_about_claimed_and_judged_when_the_deal_is_over(world: World) -> None:
    table = await honourable(world, world.members[:2], rules=ENQUIRE, seed=3)
    offender, seat = await revoked(table)
    claimant = table.at(seat)
    await claimant.actor.click(claimant.panel, label="Claim a revoke …")
    assert "once a deal" in panel(claimant)
    await claimant.actor.click(claimant.panel, label="Claim the revoke")
    assert button_named(claimant.panel, "Claim a revoke …") is None
    assert [claim.judged for claim in table.honour.revokes] == [False]
    while not table.honour.counted:
        await table.step()
    assert table.honour.taker == seat
    marks = [mark for mark in table.deal.score.marks if mark.reason == "forfeit-revoke"]
    assert all((mark.points > 0) is (mark.seat == seat) for mark in marks)
    for each in (offender, seat):
        await table.at(each).do("done")
    assert table.result() is not None


async def test_revoke_claimed_wrongly_is_used_up_and_after_the_deal_refused(world: World) -> None:
    table = await honourable(world, world.members[:2], rules=ENQUIRE, seed=3)
    await table.to_the_last_eight()
    await table.step()
    one, two = both(table, to_play(table.deal))
    await one.actor.click(one.panel, label="Claim a revoke …")
    await one.actor.click(one.panel, label="Claim the revoke")
    while not table.honour.counted:
        await table.step()
    assert table.honour.taker is None
    assert button_named(one.panel, "Claim a revoke …") is None
    await two.do("claim revoke")
    assert "nothing of that kind" in panel(two)
    await two.do("done")
    assert "You are done" in panel(two)
    assert "press *Done*" in panel(one)


async def test_done_before_a_claim_that_came_in_between_is_asked_again(world: World) -> None:
    table = await honourable(world, world.members[:2], rules=ENQUIRE, seed=3)
    offender, seat = await revoked(table)
    while not table.honour.counted:
        await table.step()
    player, claimant = table.at(offender), table.at(seat)
    done = next(each for each in player.choices() if each.words == "done")
    await claimant.do("claim revoke")
    await press(world, player.actor, player.panel, done.custom_id)
    assert table.honour.done == 0
    await player.do("done")
    assert table.honour.done == 1 << offender


async def test_every_card_can_be_pressed_in_the_last_eight_and_nothing_tells_which_are_lawful(
    world: World,
) -> None:
    table = await honourable(world, world.members[:2], rules=ENQUIRE, seed=3)
    await table.to_the_last_eight()
    while True:
        player = table.at(to_play(table.deal))
        assert_no_card_stands_out(player)
        if table.deal.trick and (wrong := [words for words in player.against() if words.startswith("play")]):
            break
        await table.step()
    assert not any("play" in words for words in player.entries("against"))
    await player.do(wrong[0])
    assert acts(table)[-1].endswith(wrong[0])
    claimant = next(each for each in table.players if each is not player)
    assert button_named(claimant.panel, "Claim a revoke …")


# ------------------------------------------------------------------ the house


async def against_house(world: World, member: MemberActor, code: str, level: Level) -> HonourSitting:
    shown = await lobby_at(world, member, rules=code)
    await add_house(member, shown, level)
    await member.click(shown, label="Start")
    number = table_number(shown)
    player = HonourPlayer(world, member, number, Random(3))
    sitting = HonourSitting(world, number, [player])
    await sitting.show_hands()
    return sitting


async def test_house_player_draws_plays_claims_and_is_done(world: World, ann: MemberActor) -> None:
    table = await against_house(world, ann, MODERN, Level.REGULAR)
    player = table.players[0]
    assert isinstance(player, HonourPlayer)
    sinned = False
    while table.result() is None:
        deal = table.deal
        mine = next(seat for seat in range(2) if bot_of(world).tables.memory.known(1).users[seat] == ann.id)  # type: ignore[union-attr]
        if not sinned and deal.tricks and "draw" in player.against() and deal.leader != mine:
            await player.sin("draw")
            sinned = True
            await world.env.advance_time(2)
            marks = [(mark.seat, mark.points) for mark in table.deal.score.marks if mark.reason.startswith("forfeit")]
            assert marks == [(1 - mine, 10)]
        elif choices := player.regular():
            await player.choose(player.rng.choice(choices))
        else:
            await world.env.advance_time(1)
    assert sinned


async def test_house_holds_the_seat_of_an_absent_member_to_the_end_of_the_deal(world: World) -> None:
    table = await honourable(world, world.members[:2], rules=MODERN, seed=3)
    absent = to_play(table.deal)
    other = table.at(1 - absent)
    await world.env.advance_time(200)
    (notice,) = notices(world)
    await other.actor.click(notice, label="Let the house play on, unrated")
    while table.deal.phase is not Phase.CLAIM:
        draws = [each for each in other.regular() if each.words == "draw"]
        if choices := other.regular():
            await other.choose((draws or choices)[0])
        else:
            await world.env.advance_time(1)
    await world.env.advance_time(3)
    assert table.honour.done == 1 << absent
    await other.do("done")
    assert table.result() is not None
    known = bot_of(world).tables.memory.known(1)
    assert known is not None
    assert {row.seat for row in known.actions} == {0, 1}


async def test_practice_leaves_all_the_time_for_claims_and_gives_hints(world: World, ann: MemberActor) -> None:
    sitting = await practise(world, ann, rules=MODERN)
    (plain,) = sitting.players
    player = HonourPlayer(world, ann, sitting.table, Random(3), plain.panel)
    table = HonourSitting(world, sitting.table, [player])
    hinted = set[str]()
    while table.deal.phase is not Phase.CLAIM:
        view = bot_of(world).tables.memory.known(1).view(ann.id)  # type: ignore[union-attr]
        if not player.regular():
            await world.env.advance_time(1)
            continue
        assert view is not None
        if not {"play", "draw"} <= hinted and something_to_do(Level.STRONG, view):
            await ann.click(player.panel, label="💡")
            assert "A strong player would" in words_of(player.panel)
            hinted.add(next(each.words.split()[0] for each in player.choices() if "💡" in each.label))
        draws = [each for each in player.regular() if each.words == "draw"]
        await player.choose((draws or player.regular())[0])
    assert {"play", "draw"} <= hinted
    await world.env.advance_time(120)
    assert table.result() is None
    await player.do("done")
    await world.env.advance_time(3)
    result = table.ending()
    assert button_named(result, "More…")
    assert (
        button_named(result, "What cost me most") is None
    )  # the house errs in nothing, so there is nothing to compare


# ------------------------------------------------------------------ in French


async def test_panel_of_who_reads_french_has_no_english(world: World) -> None:
    ann = world.members[0]
    set_locales(world.env, {ann.id: "fr"})
    table = await honourable(world, world.members[:2], rules=ENQUIRE, seed=3)
    chance, shown = Random(2), set[str]()
    await table.trick()
    while table.at(table.deal.leader).actor is ann:
        await table.trick()
    await err(table.at(table.deal.leader), "put-down", chance)
    for _ in range(60):
        player = table.at(chance.randrange(2))
        panel = next(each for each in table.players if each.actor is ann).panel
        assert panel is not None
        assert not english_in(panel), everything(panel)
        shown.add(everything(panel))
        if (claims := player.claims()) and chance.random() < 0.5:
            await player.do(chance.choice(claims))
        elif (sins := player.against()) and chance.random() < 0.4:
            await err(player, chance.choice(sins), chance)
        else:
            await table.step()
    for words in ("Contre les règles", "pour vous", "Je conteste", "Montrer", "Piocher une carte"):
        assert any(words in text for text in shown), words


# ------------------------------------------------------------------ whole games


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize(
    ("code", "members"),
    [
        ("britannica irregularities=forfeits", 2),
        ("britannica 3 irregularities=forfeits", 3),
        ("modern irregularities=forfeits", 2),
        ("parlour irregularities=forfeits", 2),
    ],
)
async def test_deal_of_players_who_do_whatever_hands_can_comes_to_its_end(
    world: World, code: str, members: int
) -> None:
    sitting = await honourable(world, world.members[:members], rules=f"{code} length=one_deal", seed=4)
    chance, done = Random(9), 0
    while sitting.result() is None:
        player = sitting.at(chance.randrange(members))
        if (claims := player.claims()) and chance.random() < 0.5:
            await player.do(chance.choice(claims))
        elif chance.random() < 0.25 and (sins := player.against()):
            await err(player, chance.choice(sins), chance)
            done += 1
        else:
            await sitting.step()
    assert done > 10


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize(("code", "members"), [("enquire", 2), ("enquire 4 partners=true", 4)])
async def test_game_in_which_every_irregularity_is_committed_and_claimed_once(
    world: World, code: str, members: int
) -> None:
    sitting = await honourable(
        world, world.members[:members], rules=f"{code} irregularities=forfeits length=one_deal", seed=6
    )
    to_do = {*KINDS, "lift", "expose"}
    while sitting.result() is None:
        if not await _one_more(sitting, to_do):
            await sitting.step()
        await _catch(sitting)
    assert to_do == set()
    table = bot_of(world).tables.memory.known(1)
    assert table is not None
    claims = [row.action.split()[2] for row in table.actions if " claim " in row.action]
    assert set(claims) == set(KINDS)
    reasons = {mark.reason for mark in table.game.marks if mark.reason.startswith("forfeit")}
    assert {f"forfeit-{kind}" for kind in KINDS if kind != "revoke"} <= reasons


KINDS = (
    "drawn-out-of-turn",
    "played-out-of-turn",
    "not-drawn",
    "nine-cards",
    "wrong-declaration",
    "revoke",
)


async def _one_more(sitting: HonourSitting, to_do: set[str]) -> bool:
    """Let somebody do something against the rules that has not been done yet, where it can be; tell whether it was."""
    deal = sitting.deal
    nine = [fault for fault in sitting.honour.faults if fault.kind is Irregularity.NINE_CARDS]
    waits = any(fault.claimed is None and fault.closed == 0 for fault in nine)  # for somebody who holds eight
    if not deal.tricks or deal.phase is Phase.CLAIM or sitting.honour.choice is not None or waits:
        return False
    for seat in range(len(sitting.players)):
        for words in sitting.at(seat).against():
            kind = _kind_of(sitting, seat, words)
            if kind not in to_do:
                continue
            to_do.remove(kind)
            if words == "put-down":
                await sitting.at(seat).put_down("four-aces", *sitting.at(seat).cards()[:3])
            else:
                await sitting.at(seat).sin(words)
            return True
    return False


def _kind_of(sitting: HonourSitting, seat: int, words: str) -> str:
    deal = sitting.deal
    verb = words.split(maxsplit=1)[0]
    if verb == "put-down":
        return "wrong-declaration"
    if verb == "draw":
        full = deal.hold[seat].bit_count() == deal.law.hand
        return "nine-cards" if full and deal.leader == seat and not deal.trick else "drawn-out-of-turn"
    if verb == "play" and seat != to_play(deal):
        return "played-out-of-turn"
    if verb == "play":
        return "revoke" if len(deal.tricks) >= deal.law.first_stage else "not-drawn"
    return verb


async def _catch(sitting: HonourSitting) -> None:
    """Let whoever can claim something claim it; a challenge and a revoke only where there is ground."""
    open_faults = [fault for fault in sitting.honour.faults if fault.claimed is None]
    for seat, player in ((seat, sitting.at(seat)) for seat in range(len(sitting.players))):
        theirs = {
            fault.kind.value
            for fault in open_faults
            if sitting.deal.law.sides[fault.seat] != sitting.deal.law.sides[seat]
        }
        if claim := next((words for words in player.claims() if words.split()[1] in theirs), None):
            await player.do(claim)
            return
        if "revoke" in theirs and player.panel is not None and button_named(player.panel, "Claim a revoke …"):
            await player.actor.click(player.panel, label="Claim a revoke …")
            await player.actor.click(player.panel, label="Claim the revoke")
            return
