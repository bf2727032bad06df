"""Cards in Discord: pictures, emojis or words, as each reader likes, and always the same in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from simcord import MemberActor, ResponseMessage

from bot.config import Settings
from bot.engine import Phase, observe_deal
from bot.engine.deal import open_deal
from bot.playground import World
from bot.tables import Table
from bot.ui.kit.emojis import emoji_name
from bot.ui.text.faces import face, hand_line, sorted_hand
from bot.ui.text.scoring import signed
from db import RecordRow
from db.ratings import RatingRow
from tests.daily.test_clicks import begun, daily, played_out
from tests.db.samples import finish
from tests.settings.test_languages import set_locales
from tests.simulated import Shown, bot_of, buttons_of, components_of, press, press_together, restart, text_of
from tests.simulated.asking import ask, resign
from tests.simulated.player import Sitting, behind, private_answer, public_messages, sit_down, words_of
from tests.simulated.positions import bring_through_deal, bring_to
from tests.tournaments.test_clicks import clicked, created, entries, tick

pytestmark = pytest.mark.deep

_COURT = re.compile(r"(?<!\w)[KQJRDV](?![\w’])")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, pictures=True)


@pytest.fixture
async def drawn(world: World) -> World:
    """The bot with pictures, in a simulated server."""
    await bot_of(world).emojis_loaded()
    return world


def pictures_of(message: Shown) -> list[tuple[str, str]]:
    """Return the file and the description of each picture in a message."""
    galleries = [item for item in components_of(message) if item["type"] == 12]
    return [(item["media"]["url"].rsplit("/", 1)[-1], item["description"]) for g in galleries for item in g["items"]]


def card_buttons(message: Shown) -> list[dict[str, object]]:
    return [b for b in buttons_of(message, enabled=False) if " " in b["custom_id"] and ":act play" in b["custom_id"]]


async def test_board_and_hand_are_pictures_that_say_the_same_in_words(drawn: World) -> None:
    ann, ben = drawn.members[:2]
    sitting = await sit_down(drawn, (ann, ben), seed=1)
    await sitting.steps(3)
    ((file, words),) = pictures_of(sitting.board())
    assert file.startswith("board")
    assert "Ann" in words
    assert "Ben" in words
    panel = private_answer(await ann.slash(drawn.channel, "hand"))
    ((file, words),) = pictures_of(panel)
    assert file.startswith("table")
    assert "In your hand:" in words
    assert all("emoji" in button and not button.get("label") for button in card_buttons(panel))
    assert len(bot_of(drawn).card_emojis) == 88


async def test_emojis_are_uploaded_once_and_the_missing_ones_again(drawn: World) -> None:
    backend = drawn.env.backend
    first = set(backend.application_emojis)
    assert len(first) == 88
    backend.application_emojis.pop(min(first))
    await restart(drawn)
    assert len(backend.application_emojis) == 88
    assert len(first & set(backend.application_emojis)) == 87


async def test_everything_works_where_no_emoji_could_be_uploaded(drawn: World) -> None:
    drawn.env.backend.application_emojis.clear()
    drawn.env.inject_error("POST", "/applications/*/emojis", status=403, code=30008, times=None)
    await restart(drawn)
    sitting = await sit_down(drawn, drawn.members[:2], seed=1)
    await sitting.steps(2)
    panel = private_answer(await drawn.members[0].slash(drawn.channel, "hand"))
    assert all(button.get("label") for button in card_buttons(panel))


async def test_cards_carry_the_letters_of_whoever_reads_them(drawn: World) -> None:
    ann, ben = drawn.members[:2]
    await ask(ann, drawn.channel, "settings", language="fr")
    sitting = await sit_down(drawn, (ann, ben), seed=1)
    seen: dict[int, set[str]] = {ann.id: set(), ben.id: set()}
    said: dict[int, set[str]] = {ann.id: set(), ben.id: set()}
    for _ in range(20):  # a hand may be without a court card for a while
        for player in sitting.players:
            court = [b for b in card_buttons(player.panel) if str(b["custom_id"]).split(" play ")[1][0] in "KQJ"]
            seen[player.actor.id] |= {str(b["emoji"]["name"]) for b in court}  # type: ignore[index]
            for _, words in pictures_of(player.panel):
                said[player.actor.id] |= set(_COURT.findall(words))
        for _, words in pictures_of(sitting.board()):
            assert not set(_COURT.findall(words)) & set("RDV")  # the board's server reads English
        if all(seen.values()) and all(said.values()):
            break
        await sitting.steps(1)
    assert all(seen.values())
    assert {name.partition("_")[0] for name in seen[ann.id]} <= {"roi", "dame", "valet"}
    assert {name.partition("_")[0] for name in seen[ben.id]} <= {"king", "queen", "knave"}
    assert said[ann.id]
    assert said[ann.id] <= set("RDV")
    assert said[ben.id]
    assert said[ben.id] <= set("KQJ")


@pytest.mark.parametrize(("cards", "sign"), [("emoji", False), ("text", True)])
async def test_member_chooses_signs_or_words_for_the_own_panel(drawn: World, cards: str, *, sign: bool) -> None:
    ann, ben = drawn.members[:2]
    sitting = await sit_down(drawn, (ann, ben), seed=1)
    answer = private_answer(await ask(ann, drawn.channel, "settings", cards=cards))
    assert "Saved" in words_of(answer)
    panel = private_answer(await ann.slash(drawn.channel, "hand"))
    assert not pictures_of(panel)
    labels = [str(button.get("label") or "") for button in card_buttons(panel)]
    assert all(" of " in label for label in labels) is sign
    assert pictures_of(sitting.board())  # which is the server's taste, not hers
    other = private_answer(await ben.slash(drawn.channel, "hand"))
    assert pictures_of(other)


async def test_server_chooses_for_its_boards(drawn: World) -> None:
    ann, ben = drawn.members[:2]
    owner: MemberActor = drawn.env.guild.add_member(drawn.env.create_user("olga"))
    refused = private_answer(await ask(owner, drawn.channel, "server settings", boards="text"))
    assert "Manage Server" in words_of(refused)
    async with bot_of(drawn).store.write() as tx:
        await tx.settings.set_of_guild(drawn.env.guild.id, "boards", "text")
    await restart(drawn)
    sitting = await sit_down(drawn, (ann, ben), seed=1)
    await sitting.steps(1)
    assert not pictures_of(sitting.board())
    assert " of " in words_of(sitting.board())


async def resigned(world: World) -> tuple[Sitting, ResponseMessage]:
    """Play some tricks and let Ann give the game up; return the result, too."""
    sitting = await sit_down(world, world.members[:2], seed=4)
    await bring_to(sitting, lambda table: table.ply >= 10)
    await resign(world.members[0], world.channel)
    return sitting, sitting.ending()


async def test_replay_shows_the_table_and_the_hands_of_each_step_as_pictures(drawn: World) -> None:
    ann, ben, cleo = drawn.members[:3]
    sitting, result = await resigned(drawn)
    page = private_answer(await behind(cleo, result, "Replay"))
    deal = (await bot_of(drawn).tables.get(sitting.table)).game.deals[0]
    (table, at_table), (hands, in_hands) = pictures_of(page)
    assert (table.split(".")[0], hands.split(".")[0]) == ("board", "hands")
    assert "In the middle" not in at_table
    first = observe_deal(open_deal(deal.base.law, 0, deal.base.dealer, deal.base.deck, deal.base.carried), 0)
    assert f"Ann\u2069: {hand_line(sorted_hand(first.hand))}" in in_hands
    seen = {await page.attachments[0].read()}
    for number, trick in enumerate(deal.tricks, start=2):
        await cleo.click(page, label="▶")
        seen.add(await page.attachments[0].read())
        assert (len(page.attachments), len(seen)) == (2, number)
        (_, at_table), (_, in_hands) = pictures_of(page)
        assert "In the middle, taken by" in at_table
        assert all(face(card) in at_table for card in trick.cards)
        assert in_hands.count("\n") == 1
    await cleo.click(page, label="All hands as dealt")
    ((file, words),) = pictures_of(page)
    assert file.startswith("hands")
    assert words.count("drew") == 2
    assert "Ann" in words_of(page)
    assert not any(each.id == page.id for each in public_messages(drawn))
    for other in (ann, ben):
        assert pictures_of(private_answer(await behind(other, result, "Replay")))


@pytest.mark.parametrize(("cards", "sign", "forth"), [("emoji", "<:", "▶"), ("text", " of ", "Next")])
async def test_replay_is_read_as_each_reader_likes(drawn: World, cards: str, sign: str, forth: str) -> None:
    cleo = drawn.members[2]
    _, result = await resigned(drawn)
    await ask(cleo, drawn.channel, "settings", cards=cards)
    page = private_answer(await behind(cleo, result, "Replay"))
    assert not pictures_of(page)
    await cleo.click(page, label=forth)
    assert sign in text_of(page)
    assert not any(suit in text_of(page) for suit in "♤♧") or cards == "emoji"
    assert not pictures_of(page)
    await cleo.click(page, label="All hands as dealt")
    named = [sign] if cards == "emoji" else ["ace", "ten", "king", "queen", "seven"]
    assert any(each in text_of(page) for each in named)
    assert not pictures_of(page)


async def test_no_replay_of_a_running_deal_draws_anything(drawn: World) -> None:
    cleo = drawn.members[2]
    sitting = await sit_down(drawn, drawn.members[:2], seed=4)
    await sitting.steps(5)
    for words in ("hands 0", "watch 0", "step next 0 2"):
        answer = private_answer(await press(drawn, cleo, sitting.board(), f"bz:{sitting.table}:0:{words}"))
        assert "is being played" in text_of(answer)
        assert not pictures_of(answer)


async def test_steps_clicked_through_at_once_are_all_answered(drawn: World) -> None:
    sitting, result = await resigned(drawn)
    wanted = [(member, step) for step in (1, 2, 3) for member in drawn.members[:3]]
    clicks = [(member, result, f"bz:{sitting.table}:0:step next 0 {step}") for member, step in wanted]
    for answered, (_, step) in zip(await press_together(drawn, clicks), wanted, strict=True):
        answer = private_answer(answered)
        assert f"Trick {step} of" in text_of(answer)
        assert len(pictures_of(answer)) == 2


async def test_looking_back_goes_on_in_text_where_a_picture_cannot_be_drawn(
    drawn: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleo = drawn.members[2]
    _, result = await resigned(drawn)

    def broken(*_: object, **__: object) -> bytes:
        raise OSError("no typeface")

    monkeypatch.setattr("bot.ui.pictures.scenes.table_picture", broken)
    monkeypatch.setattr("bot.ui.pictures.scenes.hands_picture", broken)
    page = private_answer(await behind(cleo, result, "Replay"))
    assert not pictures_of(page)
    assert "<:" in text_of(page)


async def test_card_of_a_member_is_a_picture_that_says_the_same_in_words_and_is_shared_as_it_is(drawn: World) -> None:
    ann, ben = drawn.members[:2]
    guild = drawn.env.guild.id
    async with bot_of(drawn).store.write() as tx:
        game = await finish(tx, {ann.id: 1000, ben.id: 900}, ann.id, guild_id=guild)
        (won, _) = await tx.results.of(game)
        row = replace(won, mu_before=25.0, sigma_before=25 / 3, mu=27.0, sigma=8.0)
        await tx.results.forget(game)
        await tx.results.add([row])
        await tx.ratings.put(RatingRow(guild, "two", ann.id, 27.0, 8.0, row.ended_at.toordinal(), 1))
        await tx.records.count([RecordRow(guild, ann.id, "people", "", 1, 1, 0, 1000, 2, 600, 1, 1)])
    page = private_answer(await ben.context_menu(drawn.channel, "Bézique statistics", ann))
    ((file, words),) = pictures_of(page)
    assert file == "statistics.png"
    course = "Rating, two hands: 1000 ± 333 after game 0, 1080 ± 320 after game 1"
    assert course in words
    assert "1 game · 1 won · 0 lost. 500 points a deal, 600 in the best one" in words
    own = private_answer(await ask(ann, drawn.channel, "stats"))
    await ann.click(own, label="More")
    await ann.click(own, label="Share it here")
    *_, posted = public_messages(drawn)
    assert pictures_of(posted) == [(file, words)]
    assert await posted.attachments[0].read() == await page.attachments[0].read()
    await ask(ben, drawn.channel, "settings", cards="text")
    page = private_answer(await ask(ben, drawn.channel, "stats", member=ann))
    assert not pictures_of(page)
    assert words[words.index("Rating") :].replace(" ±", ", give or take") in words_of(page)


async def test_panel_between_two_deals_shows_what_the_board_shows_and_what_the_deal_brought(drawn: World) -> None:
    set_locales(drawn.env, {drawn.members[1].id: "fr"})
    sitting = await sit_down(drawn, drawn.members[:2])
    await bring_through_deal(sitting)
    table = await bot_of(drawn).tables.get(1)
    (shown,) = pictures_of(sitting.messages()[-2])
    english, french = (player.panel for player in sitting.players)
    assert english is not None
    assert french is not None
    assert pictures_of(english) == [shown]
    ((file, told),) = pictures_of(french)
    assert file == "score.png"
    for name, total in zip(table.names, table.game.totals, strict=True):
        assert re.search(rf"^Total: .*{name} {total}\b", shown[1], re.MULTILINE)
        assert re.search(rf"^Total\s*: .*{name} {total}\b", told, re.MULTILINE)
    assert "This deal is over." in words_of(english)
    assert "Cette donne est finie." in words_of(french)
    assert "Brisques: " in shown[1]


async def test_the_first_ten_are_a_picture_for_everyone_and_no_other_page_has_one(drawn: World) -> None:
    ann, ben = drawn.members[:2]
    guild = drawn.env.guild.id
    async with bot_of(drawn).store.write() as tx:
        for number in range(12):
            guest = drawn.env.guild.add_member(drawn.env.create_user(f"guest{number}"))
            await finish(tx, {guest.id: 1000, ben.id: 900}, guest.id, guild_id=guild)
    asked = await ann.slash(drawn.channel, "leaderboard")
    assert asked.response is not None
    shown = [pictures_of(asked.response)]
    await ann.select(asked.response, ["0 wins all ever"], custom_id=f"bzs:0:0:leaders {ann.id} by")
    shown.append(pictures_of(asked.response))
    assert [[file for file, _ in each] for each in shown] == [["leaderboard.png"]] * 2
    assert "1. Ann 0, 1" in shown[1][0][1]
    await ann.click(asked.response, label="More")
    assert not pictures_of(asked.response)
    assert pictures_of(private_answer(await ben.click(asked.response, label="Back"))) == shown[1]


async def test_the_daily_deal_is_shared_as_a_strip(drawn: World) -> None:
    ann = drawn.members[0]
    await begun(drawn, ann)
    table = await played_out(drawn, ann)
    page = await daily(drawn, ann)
    points = signed(table.game.totals[0] - table.game.totals[1], table.rules)
    await ann.click(page, label="Share it here")
    *_, posted = public_messages(drawn)
    ((file, words),) = pictures_of(posted)
    assert file == "daily.png"
    assert points in words
    assert "32 tricks won" in words
    assert not re.search("[♠♥♦♣♤♧🟩⬛]", words + words_of(posted))


async def test_standings_of_a_round_robin_are_a_cross_table(drawn: World) -> None:
    ann, ben, cat = drawn.members[:3]
    await created(drawn, ann)
    for member in (ann, ben, cat):
        await clicked(drawn, member, entries(drawn), "Take part")
    await clicked(drawn, ann, entries(drawn), "Start")
    await tick(drawn)
    page = private_answer(await clicked(drawn, ben, entries(drawn), "Standings"))
    ((file, words),) = pictures_of(page)
    assert file == "tournament.png"
    assert "Everybody against everybody in Spring Cup" in words
    assert all(name in words for name in ("Ann", "Ben", "Cleo"))


async def test_card_on_the_table_has_a_gold_edge_and_no_wider_a_button(drawn: World) -> None:
    sitting = await sit_down(drawn, drawn.members[:2], seed=2)
    await bring_to(sitting, some_lie, eager=True)
    table = await bot_of(drawn).tables.get(1)
    assert some_lie(table)
    for player in sitting.players:
        view, buttons = table.view(player.actor.id), card_buttons(player.panel)
        assert view is not None
        assert view.seat is not None
        assert all("emoji" in button and not button.get("label") for button in buttons), "the emoji alone says it"
        names = {str(button["emoji"]["name"]) for button in buttons}  # type: ignore[index]
        lies = {emoji_name(card, lies=True) for card in view.tables[view.seat]}
        assert {name for name in names if name.endswith("_on_the_table")} == lies
        told = re.search(r"-# (.*) on the table", text_of(player.panel))
        assert set(re.findall(r"<:(\w+_on_the_table):\d+>", told[1] if told else "")) == lies


def some_lie(table: Table) -> bool:
    """Tell whether cards lie before a player, and somebody is to play a card."""
    view = table.view()
    return view is not None and view.phase is Phase.PLAY and any(view.tables)
