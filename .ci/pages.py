"""Measure pages in the playground at 360 px: words before the controls, controls, and height.

usage: pages.py [--root CHECKOUT] [--before TABLE.json] [--write TABLE.json] [--shots FOLDER] [--language fr]
    [--only WORDS]

With ``--root`` another checkout is measured, with the commands that it had; with ``--before`` its table stands beside.
Ann reads ``--language``, in which the labels of buttons are looked up. ``--only`` measures the pages whose names hold
some words. It fails where a page is higher than a phone shows, unless `HIGHER` says why.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from babel.messages.pofile import read_po
from playwright.sync_api import Error, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

import playground_check
from bot.engine import Phase, observe
from bot.house.players import choose as thought
from bot.house.roster import Level
from bot.tables.decisions import play
from bot.tables.decisions.house_seats import add_house
from bot.ui.routes.lobby import Start
from playground_check import (
    CHROMIUM,
    FLAGS,
    SIZES,
    button,
    cards,
    open_page,
    playground,
    press,
    run_command,
    type_command,
)
from tests.conftest import settings_over
from tests.simulated import bot_of, running
from tests.simulated import press as press_any
from tests.simulated.player import lobby_at, tables_here

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

    from bot.tables import Table
    from bot.tables.decisions.occasion import Occasion

MOST_WORDS: Final = 60
MOST: Final = 515
"""Pixels that a phone of 360 by 740 shows of a message."""
HIGHER: Final[dict[str, str]] = {}
"""By the name of a page that may be higher: why."""
LANGUAGES: Final = {"en": "", "fr": "Français"}
"""The languages in which pages are measured, by what is chosen in the settings; nothing is chosen for the first."""
PAGES: Final = {
    "home": [("help",)],
    "home, More": [("help", "More")],
    "lobby": [("play",), ("table open",)],
    "lobby, More": [("play", "More…")],
    "house rules": [("play", "More…", "House rules"), ("table open", "House rules")],
    "rules of a table": [("rules",)],
    "challenges": [("challenge",), ("challenges",)],
    "practice": [("practice",)],
    "practice, not over": [("practice",)],
    "daily deal": [("daily",)],
    "daily deal, Fair deal": [("daily", "Fair deal")],
    "daily deal, Remind me": [("daily", "Remind me")],
    "learn": [("learn",), ("lessons",)],
    "exercise": [("learn", "Exercises"), ("exercise",)],
    "leaderboard": [("leaderboard",)],
    "tournaments": [("tournament",), ("tournament show",)],
    "settings": [("settings",), ("settings me",)],
    "settings of the hand": [("settings", "My hand …")],
    "reminders": [("settings", "Reminders …")],
    "quiet hours": [("settings", "Reminders …", "Quiet hours …"), ("settings", "Quiet hours …")],
    "quiet hours, on": [("settings", "Reminders …", "Quiet hours …", "Quiet hours")],
    "holidays": [("settings", "Reminders …", "Holidays …"), ("settings", "Holidays …")],
    "rule sets": [("settings", "Rule sets")],
    "blocked members": [("settings", "Blocked members"), ("block",)],
    "my data": [("settings", "My data"), ("data",)],
    "question before deletion": [("settings", "My data", "Delete everything …")],
    "server's settings": [("settings", "Server …"), ("settings server",)],
    "server's tables": [("settings", "Server …", "Tables and moderators …")],
    "server's seasons": [("settings", "Server …", "Seasons and clock …")],
    "server's clock": [("settings", "Server …", "Seasons and clock …", "Server's clock …")],
    "server's daily deal": [("settings", "Server …", "Daily deal …")],
    "tables": [("help", "More", "Tables"), ("tables",)],
}
"""How each page is reached: a command and buttons, in the first way that this checkout knows."""
LATER: Final = {"me": [("help", "Me")], "finished games": [("help", "Me", "Finished games")]}
"""The same for pages that are empty before a game."""
CUP: Final = "Spring Cup"
PARTNERS: Final = "modern 4 partners=true"
CUP_PAGES: Final = {
    "tournament, tables": ("help", "More", "Tables"),
    "tournament, hand": ("hand",),
    "tournament, own page": ("tournament",),
    "tournament, standings": ("tournament", "Standings"),
    "tournament, question": ("tournament", "Drop out"),
}
"""By the name of a page of a tournament in its first round: how it is reached."""
GAMES: Final = 20
"""Games of house players of which the fullest moment is taken."""
FULL: Final = {"hand of four": ("modern 4", Phase.PLAY), "declaring of four": (PARTNERS, Phase.DECLARE)}
"""By the name of a page of Ann's at a full table: the rules, and for what it is her turn."""
GROWN: Final = "before => document.querySelectorAll('#channel-message-list > *').length > before"
DRAWN: Final = """() => {
    const message = document.querySelector('#channel-message-list > :last-child');
    const pictures = [...message.querySelectorAll('img')];
    return message.getAttribute('aria-busy') != 'true' && pictures.every(each => each.complete)
        && (message.querySelector('button[aria-disabled=false]') || !message.querySelector('.component-button'));
}"""
"""Whether the newest message holds its pictures, and its buttons answer."""
MEASURE: Final = """message => {
    const controls = message.querySelectorAll('button:not([aria-label="Message actions"]), select, [role=combobox]');
    const copy = message.cloneNode(true);
    const around = '.message-interaction-header, .message-ephemeral-note';
    copy.querySelectorAll(`button, select, [role=combobox], [role=listbox], header, ${around}`)
        .forEach(each => each.remove());
    copy.querySelectorAll('p, h3, br').forEach(each => each.after(' '));
    const words = copy.innerText.split(/\\s+/).filter(word => /[\\p{L}\\p{N}]/u.test(word));
    return [words.length, controls.length, Math.round(message.getBoundingClientRect().height)];
}"""


class Visit(NamedTuple):
    """A reader's page, with the words of the buttons in the reader's language."""

    page: Page
    words: dict[str, str]
    shots: Path | None

    def label(self, english: str) -> str:
        return self.words.get(english) or english

    def button(self, english: str) -> Locator:
        """Return the newest enabled button with just that text, whatever sign stands before it."""
        return button(self.page, re.compile(rf"^\W*{re.escape(self.label(english))}$"))

    def measured(self, name: str, wait: int = 1_200, *, holds: str = "") -> list[int]:
        """Return the words, controls and height of the newest message that holds a text."""
        self.page.wait_for_timeout(wait)
        self.page.wait_for_function(DRAWN)
        message = self.page.locator("#channel-message-list > *").filter(has_text=holds).last
        if self.shots is not None:
            message.screenshot(path=self.shots / f"{name.replace(' ', '-').replace(',', '')}.png")
        found: list[int] = message.evaluate(MEASURE)
        return found

    def reached(self, way: tuple[str, ...]) -> bool:
        """Go a way; tell whether there was one."""
        command, *labels = way
        messages = self.page.locator("#channel-message-list > *").count()
        try:
            run_command(self.page, command)
            self.page.wait_for_function(GROWN, arg=messages, timeout=8_000)
            for label in labels:
                self.button(label).click(timeout=5_000)
                self.page.wait_for_timeout(1_500)
        except Error:
            return False
        return True

    def stepped(self, *selectors: str) -> bool:
        """Press the first button of the newest message that one of the selectors finds; tell whether there was one."""
        message = self.page.locator("#channel-message-list > *").last
        for each in selectors:
            found = message.locator(f".component-button{each}:not([aria-disabled=true]):not([disabled])")
            if found.count():
                before = self.page.locator("#channel-message-list").inner_text()
                pictures = message.locator("img").first.get_attribute("src") if message.locator("img").count() else ""
                try:
                    found.first.click(timeout=3_000)
                    self.page.wait_for_function(
                        "([words, picture]) => document.querySelector('#channel-message-list').innerText != words ||"
                        " document.querySelector('#channel-message-list > :last-child img')?.src != picture",
                        arg=[before, pictures],
                        timeout=8_000,
                    )
                except Error:
                    return False
                return True
        return False


def taught(visit: Visit) -> Iterator[tuple[str, list[int]]]:
    """Measure each step of the tutorial, by what Madame suggests, and of all lessons, by what is shown."""
    go_on, show = (f":has-text('{visit.label(each)}')" for each in ("Go on", "Show me"))
    for name, selectors in (("first deal", (".button-style-3", go_on)), ("lessons", (go_on, show, ".button-style-1"))):
        found = visit.reached(("learn", "Begin"))
        for number in range(120 if found else 0):
            yield f"{name} {number}", visit.measured(f"{name} {number}", 250)
            if not visit.stepped(*selectors):
                break


def played(visit: Visit, *ways: tuple[str, ...]) -> bool:
    """Play a deal by the first card that is allowed, or what else comes first; tell whether there was one."""
    if not any(visit.reached(way) for way in ways):
        return False
    card = ":has(img.custom-emoji)"
    draw = f":has-text('{visit.label('Draw a card')}')"
    waited = 0
    while waited < 6:  # the others play in between
        if visit.stepped(draw, card):
            waited = 0
        else:
            visit.page.wait_for_timeout(2_000)
            waited += 1
    return True


def cup(visit: Visit, others: list[Page]) -> Iterator[tuple[str, list[int]]]:
    """Measure what the organizer sees of a tournament of four, from its entries to the final table."""
    page = visit.page
    enter(visit, others, 0)
    yield "tournament, entries", visit.measured("tournament, entries")
    press(page, visit.label("Start"))
    button(page, visit.label("Ready")).wait_for()
    yield "tournament, round", visit.measured("tournament, round")
    for name, way in CUP_PAGES.items():
        visit.reached(way)
        yield name, visit.measured(name)
    press(page, visit.label("Ready"))
    yield "tournament, called", visit.measured("tournament, called")
    yield "tournament, round, ready", visit.measured("tournament, round, ready", holds="🔒")
    visits = [visit, *(Visit(other, {}, None) for other in others)]
    for way in (("hand", "Ready"), ("hand", "Menu", "Resign …", "Resign")):  # of two, one resigns first
        for each in visits:
            each.reached(way)
    yield "tournament, next round", visit.measured("tournament, next round", 5_000)
    yield "tournament, result", visit.measured("tournament, result", holds=visit.label("More…"))
    for each in visits[1:]:
        each.reached(("tournament", "Drop out", "Drop out"))
    yield "tournament, final table", visit.measured("tournament, final table", 5_000)
    enter(visit, others, 2)
    yield "tournament, partners", visit.measured("tournament, partners")


def enter(visit: Visit, others: list[Page], meeting: int) -> None:
    """Open a tournament in which all take part.

    Args:
        meeting: The place of its kind in the menu of the form.
    """
    visit.reached(("tournament", "New tournament …"))
    form = visit.page.get_by_role("dialog")
    form.get_by_role("textbox").first.fill(CUP)
    form.get_by_role("combobox").first.click()
    visit.page.locator("[role=option]:visible").nth(meeting).click()
    form.get_by_role("button").last.click()
    visit.page.wait_for_timeout(2_500)
    for other in others:
        press(other, visit.label("Take part"))
        other.wait_for_timeout(2_500)


def four(visit: Visit, others: list[Page]) -> Iterator[tuple[str, list[int]]]:
    """Measure the lobby of four as partners, as it is opened and when all are there."""
    suggested = visit.page.locator(".command-suggestion")
    type_command(visit.page, "play")
    suggested.first.click()
    visit.page.keyboard.type(PARTNERS, delay=20)
    suggested.filter(has_text=PARTNERS).first.click()
    visit.page.locator("#send-message").click()
    join = button(visit.page, visit.label("Join"))
    join.wait_for()
    yield "lobby of partners", visit.measured("lobby of partners")
    for other in others:
        press(other, visit.label("Join"))
        other.wait_for_timeout(2_000)
    yield "lobby of partners, full", visit.measured("lobby of partners, full")


async def fill(path: Path, rules: str, phase: Phase) -> None:
    """Store a table of Ann and the house, at her turn with the most cards face up and declarations to choose from."""
    async with running(settings_over(path)) as world:
        with world.env.time_context():
            ann, tables = world.members[0], bot_of(world).tables
            lobby = await lobby_at(world, ann, rules=rules)
            (here,) = tables_here(world)
            for _ in range(here.rules.players - 1):
                await tables.ask(here.id, add_house, ann.id, Level.REGULAR)
            await press_any(world, ann, lobby, Start(here.id).custom_id)

            def fullest(table: Table, at: Occasion) -> Table:
                found: dict[tuple[int, int], Table] = {}
                for seed in range(GAMES):
                    now, chance = table, Random(seed)  # noqa: S311
                    while now.game.deals[-1].left:
                        deal = now.game.deals[-1]
                        view = observe(now.game, deal.turn)
                        if now.users[deal.turn] == ann.id and deal.phase is phase:
                            offers = len(view.offered) if phase is Phase.DECLARE else 0
                            found[2 * offers + deal.exposed.bit_count(), len(deal.trick)] = now
                        now = play.played(now, at, thought(Level.REGULAR, view, chance).action).table
                return found[max(found)]

            await tables.ask(here.id, fullest)


def full(browser: Browser, folder: Path, chosen: argparse.Namespace) -> dict[str, list[int]]:
    """Measure the hands of a table at which much has been declared, with pictures and without."""
    found: dict[str, list[int]] = {}
    for name in FULL:
        path = folder / name
        if not path.exists():
            continue
        with playground(path, 4) as url:
            visit = reading(browser, url, chosen, server=True)
            for each in (name, f"{name}, no picture"):
                if each != name:
                    visit.reached(("settings",))
                    choose(visit.page, visit.label("pictures of the cards"), visit.label("small card signs"))
                visit.reached(("hand",))
                found[each] = visit.measured(each)
            visit.page.close()
    return found


def table(browser: Browser, url: str, chosen: argparse.Namespace) -> dict[str, list[int]]:
    """Measure every page that can be reached, and those of a game."""
    found: dict[str, list[int]] = {}
    visit = reading(browser, url, chosen)
    page = visit.page
    for name, ways in PAGES.items():
        if chosen.only in name and any(visit.reached(way) for way in ways):
            found[name] = visit.measured(name)
    if chosen.only in "first deal, lessons":
        found.update(taught(visit))
    if chosen.only in "end of a practice deal" and played(visit, *[("practice", "Begin another")] * 2):
        found["end of a practice deal"] = visit.measured("end of a practice deal")
    if chosen.only in "daily result" and played(visit, ("daily", "Play")):
        found["daily result"] = visit.measured("daily result")
    for name, ways in LATER.items():
        if chosen.only in name and any(visit.reached(way) for way in ways):
            found[name] = visit.measured(name)
    ben = open_page(browser, url, "Ben", SIZES["phone"])
    if chosen.only in "hand, Menu" and (visit.reached(("play",)) or visit.reached(("table open",))):
        press(ben, "Join")
        page.wait_for_timeout(1_500)
        press(page, "Start")
        press(page, "My hand")
        cards(page, disabled=None).first.wait_for()
        found["hand"] = visit.measured("hand")
        visit.button("Menu").click()
        found["hand, Menu"] = visit.measured("hand, Menu")
    page.close()
    ben.close()
    return found


def speak(page: Page, language: str) -> None:
    """Choose a language for oneself."""
    run_command(page, "settings")
    choose(page, "as set in Discord", language)


def choose(page: Page, chosen: str, other: str) -> None:
    """Choose something else in the newest menu of a message in which something is chosen."""
    page.locator("#channel-message-list").get_by_role("combobox").filter(has_text=chosen).last.click()
    page.get_by_role("option", name=other).click()
    page.wait_for_timeout(1_500)


def together(browser: Browser, url: str, chosen: argparse.Namespace) -> dict[str, list[int]]:
    """Measure the pages for which four members are needed, in a server that reads the language."""
    found: dict[str, list[int]] = {}
    kinds = [pages for name, pages in (("tournament", cup), ("lobby of partners", four)) if chosen.only in name]
    if not kinds:
        return found
    visit = reading(browser, url, chosen, server=True)
    others = [open_page(browser, url, name, SIZES["phone"]) for name in ("Ben", "Cleo", "Dai")]
    for pages in kinds:
        found.update(pages(visit, others))
    return found


def reading(browser: Browser, url: str, chosen: argparse.Namespace, *, server: bool = False) -> Visit:
    """Open Ann's page in the language, which her server reads too if wanted."""
    page, language = open_page(browser, url, "Ann", SIZES["phone"]), LANGUAGES[chosen.language]
    visit = Visit(page, words_of(chosen.root, chosen.language), chosen.shots)
    if language:
        speak(page, language)
    if language and server:
        press(page, visit.label("Server …"))
        choose(page, visit.label("as set in Discord"), language)
    return visit


def words_of(root: Path, language: str) -> dict[str, str]:
    """Return the texts of a checkout in a language, by the English ones; none for English."""
    path = root / f"bot/locale/{language}/LC_MESSAGES/bezique.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {each.id: each.string for each in read_po(file) if isinstance(each.id, str)}


def main() -> int:
    """Print the table; return 1 if a page is too high."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=playground_check.ROOT)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    chosen.root = playground_check.ROOT = chosen.root.resolve()
    if chosen.shots is not None:
        chosen.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, moment in FULL.items():
            if chosen.only in f"{name}, no picture":
                Path(folder, name).mkdir()
                asyncio.run(fill(Path(folder, name, "bezique.db"), *moment))
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
            with playground(Path(folder)) as url:
                now = table(browser, url, chosen)
            Path(folder, "four").mkdir()
            with playground(Path(folder, "four"), 4) as url:
                now |= together(browser, url, chosen)
            now |= full(browser, Path(folder), chosen)
            browser.close()
    before = json.loads(chosen.before.read_text("utf-8")) if chosen.before is not None else {}
    print(f"{'page':24} {'words':>11} {'controls':>11} {'height':>11}")
    for name in [*now, *(each for each in before if each not in now)]:
        new, old = now.get(name, ["-"] * 3), before.get(name, [""] * 3)
        cells = (f"{was} → {value}" if was != "" else f"{value}" for was, value in zip(old, new, strict=True))
        print(f"{name:24} " + " ".join(f"{cell:>11}" for cell in cells))
    if chosen.write is not None:
        chosen.write.write_text(json.dumps(now), "utf-8")
    for name, found in now.items():
        if found[0] > MOST_WORDS:
            print(f"{name} has {found[0]} words, more than {MOST_WORDS}")
    high = {name: found[2] for name, found in now.items() if found[2] > MOST}
    for name, height in high.items():
        print(f"{name} is {height} px high, more than {MOST}:", HIGHER.get(name, "too high"))
    return 1 if high.keys() - HIGHER.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
