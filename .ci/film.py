"""Film what members do most in the playground at 360 px: a strip of screenshots for each, a picture a click.

usage: film.py --shots FOLDER [--language fr] [--root CHECKOUT] [--only SCENE ...]

It fails where a step takes more clicks of that member's own than it may. With ``--root`` another checkout is filmed.
The whole game of two prints how many messages a third member sees of it, and how high they are.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from PIL import Image
from playwright.sync_api import Error, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

import playground_check
from bot.engine import offered_actions
from bot.engine.game import game_after
from pages import LANGUAGES, speak, words_of
from playground_check import CHROMIUM, FLAGS, SIZES, button, cards, open_page, playground, run_command, type_command
from tests.conftest import settings_over
from tests.simulated import running
from tests.simulated.player import sit_down, tables_here
from tests.simulated.positions import bring_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator, Page

    from bot.tables import Table

T = TypeVar("T")
GAP: Final = 8
ACROSS: Final = 8
"""Most pictures beside each other."""
SCORES: Final = re.compile(r"\+\d+$")
"""How the button of a declaration ends."""
PATIENCE: Final = 1_000
"""Rounds of looking, a tenth of a second each, after which nobody is taken to be on move."""
LIST: Final = "#channel-message-list"
TO_THE_END: Final = "document.querySelector('#channel-timeline').scrollTop = 1e6"
MESSAGES: Final = """() => [...document.querySelectorAll('#channel-message-list > .channel-message')].map(message => {
    const copy = message.cloneNode(true);
    copy.querySelectorAll('header, time, [class*=edited], [class*=interaction]').forEach(each => each.remove());
    return [copy.textContent.trim().slice(0, 90), Math.round(message.getBoundingClientRect().height)];
})"""


class Film:
    """One member's page, its clicks, and the pictures of the scene."""

    def __init__(self, page: Page, words: dict[str, str], shots: list[bytes]) -> None:
        self.page = page
        self.clicks = 0
        self._words = words
        self._shots = shots

    def said(self, english: str) -> str:
        """Return a text in the member's language."""
        return self._words.get(english) or english

    def find(self, english: str) -> Locator:
        """Return the newest enabled button with that text in the member's language, whatever sign stands before it."""
        return button(self.page, re.compile(rf"^\W*{re.escape(self.said(english))}$"))

    def shoot(self, *, whole: bool = False) -> None:
        """Take a picture of the page as it is now, or of the whole channel."""
        width, height = SIZES["phone"]
        if whole:
            self.page.set_viewport_size({"width": width, "height": height + sum(each[1] for each in self.messages())})
        self.page.mouse.move(0, 0)  # what is pointed at looks otherwise
        self.page.wait_for_timeout(1_500)
        self.page.evaluate(TO_THE_END)
        self._shots.append(self.page.screenshot())
        self.page.set_viewport_size({"width": width, "height": height})

    def press(self, control: Locator | str) -> None:
        """Click a control."""
        (self.find(control) if isinstance(control, str) else control).click()
        self.clicks += 1

    def click(self, control: Locator | str) -> None:
        """Click a control, and take a picture of what comes of it."""
        self.press(control)
        self.shoot()

    def run(self, command: str, option: str = "", value: str = "") -> None:
        """Send a slash command, with an option that is typed, or chosen from its list."""
        if not option:
            run_command(self.page, command)
        else:
            while not type_command(self.page, command):  # it was redrawn over the text
                pass
            self._suggestion(option).click()
            self.page.keyboard.type(value, delay=20)
            with suppress(Error):  # a value that is only typed has none
                self._suggestion(value).click(timeout=3_000)
            self.page.locator("#send-message").click()
        self.page.wait_for_timeout(1_500)

    def _suggestion(self, text: str) -> Locator:
        return self.page.locator(".command-suggestion").filter(has_text=text).first

    def messages(self) -> list[tuple[str, int]]:
        """Return the beginning and the height of each message that the member sees."""
        found: list[tuple[str, int]] = self.page.evaluate(MESSAGES)
        return found


class Cast(NamedTuple):
    """Who is filmed, who plays with them, and who only looks on."""

    ann: Film
    ben: Film
    cleo: Film


def lesson(cast: Cast) -> None:
    """From the greeting into the first lesson."""
    cast.ann.click("Learn")


def practice(cast: Cast) -> None:
    """From the greeting to the first card against the house."""
    cast.ann.click("Practise")
    cast.ann.click(cards(cast.ann.page).first)


def opening(cast: Cast) -> None:
    """From the greeting to the first card of a game with somebody who joins."""
    cast.ann.click("Play")
    cast.ben.press("Join")
    cast.ben.page.wait_for_timeout(1_500)
    cast.ann.click("Start")
    cards(cast.ann.page, disabled=None).first.wait_for()
    lead(cast)


def joining(cast: Cast) -> None:
    """From another's lobby to the first card."""
    cast.ben.run("play")
    cast.ann.click("Join")
    cast.ben.press("Start")
    cast.ann.find("Tricks").wait_for()
    lead(cast)


def challenged(cast: Cast) -> None:
    """From the mention in a challenge to the first card."""
    cast.ben.run("challenge", "member", "Ann")
    cast.ann.shoot()
    cast.ann.click("Accept")
    cards(cast.ann.page, disabled=None).first.wait_for()
    lead(cast)


def lead(cast: Cast) -> None:
    """Play Ann's first card; Ben leads where he has the lead."""
    ann, ben = cast.ann, cast.ben
    if not cards(ann.page, disabled=None).count():
        ann.click("My hand")
    cards(ann.page, disabled=None).first.wait_for()
    if not cards(ann.page).count():
        show_hand(ben)
        cards(ben.page).first.click()
    ann.click(cards(ann.page).first)


def show_hand(player: Film) -> None:
    """Open a player's cards, unless they lie there."""
    if not cards(player.page, disabled=None).count():
        player.press("My hand")
        cards(player.page, disabled=None).first.wait_for()


def today(cast: Cast) -> None:
    """From the command to the first card of the daily deal, a reminder of the next, and to the line that is shared."""
    ann = cast.ann
    ann.run("daily")
    ann.shoot()
    ann.click("Remind me")
    ann.run("daily")
    ann.click("Play")
    ann.click(cards(ann.page).first)
    play_on((ann,), ann.find("Share it here").count)
    ann.shoot()
    ann.click("Share it here")
    cast.cleo.shoot()


def whole(cast: Cast) -> None:
    """From another's lobby to the result of a game of three deals, as a third member sees the channel."""
    ann, ben, cleo = cast
    ann.run("play", "rules", "modern 2 target=500")
    told("lobby", cleo)
    begin(ann, ben)
    told("dealt", cleo)
    for deal in range(1, 9):
        play_on((ann, ben), lambda: at_end(ann, ben), clicks=40)
        told(f"in deal {deal}", cleo)
        if play_on((ann, ben), lambda: at_end(ann, ben)) == "Rematch":
            break
        told(f"after deal {deal}", cleo)
        with suppress(Error):  # after half a minute it is dealt by itself
            ann.find("Deal").click(timeout=1_000)
        ann.page.wait_for_timeout(2_500)
    told("result", cleo)
    cleo.shoot(whole=True)
    for text, height in cleo.messages():
        print(f"    {height:4} px  {text}")


def at_end(*players: Film) -> str:
    """Return the button that is offered at the end of a deal or of the game, or nothing."""
    return next((end for end in ("Deal", "Rematch") for each in players if each.find(end).count()), "")


def days(cast: Cast) -> None:
    """A game by correspondence: a card chosen ahead, taken back, chosen anew, played by itself."""
    ann, ben, cleo = cast
    ann.run("play", "clock", "3 days a move")
    ann.shoot()
    begin(ann, ben)
    ann.shoot()
    play_on((ann, ben), on_move(ben).count)
    ann.shoot()
    ann.click(cards(ann.page).first)
    for other in (ben, cleo):
        other.shoot()
    ann.click(cards(ann.page).first)
    ann.click(cards(ann.page).last)
    on_move(ben).first.click()
    for player in (ann, ben):  # by then it has happened by itself
        player.page.wait_for_timeout(2_000)
        player.shoot()


def dropped(cast: Cast) -> None:
    """A card chosen ahead that is not allowed any more: it is dropped, and its owner is told in private."""
    ann, ben, cleo = cast
    for player in (ann, ben):
        player.run("hand")
        cards(player.page).first.wait_for()
    word = ann.page.get_by_text(ann.said("{card} is not allowed any more: choose anew.").partition("}")[2])
    while not word.count():  # of two cards that are allowed; one alone plays itself, and the word goes
        play_on((ann, ben), lambda: on_move(ben).count() and cards(ann.page).count())
        hers, his = suits(cards(ann.page)), suits(on_move(ben))
        suit = max(his, key=hers.count)
        ann.click(cards(ann.page).nth(next((at for at, each in enumerate(hers) if each != suit), 0)))
        on_move(ben).nth(his.index(suit)).click()
        ann.page.wait_for_timeout(6_000)
    for player in (ann, ben, cleo):
        player.shoot()


async def last_tricks(path: Path) -> None:
    """Store a game by correspondence in which Ben's lead to one of the last tricks may bar some of Ann's cards."""
    async with running(settings_over(path)) as world:
        with world.env.time_context():
            ann, ben = world.members[:2]
            sitting = await sit_down(world, (ann, ben), clock="days-3")
            (table,) = tables_here(world)
            sitting.table = table.id

            def may_bar(table: Table) -> bool:
                deal = table.game.deals[-1]
                if deal.left or deal.trick or table.turn_users != (ben.id,):
                    return False
                answers = [len(offered_actions(game_after(table.game, lead))) for lead in offered_actions(table.game)]
                return any(1 < count < deal.law.tricks - len(deal.tricks) for count in answers)

            await bring_to(sitting, may_bar)


def me(cast: Cast) -> None:
    """*Me* in the first practice, and after games with people, a daily deal and an exercise, while games wait."""
    ann, ben, cleo = cast
    ann.press("Practise")
    ann.run("help")
    ann.click("Me")
    for opponent, loser in ((ben, ben), (cleo, ann), (ben, ben)):
        ann.run("play", "rules", "modern 2 target=500")
        begin(ann, opponent)
        play_on((ann, opponent), at_end, clicks=14)
        loser.page.wait_for_timeout(4_000)  # what follows the last act would take the place of the menu
        for label in ("Menu", "Resign …", "Resign"):
            loser.press(label)
            loser.page.wait_for_timeout(1_500)
    ann.shoot()
    ann.run("daily")
    ann.press("Play")
    play_on((ann,), ann.find("Share it here").count)
    ann.run("learn")
    ann.press("Exercises")
    ann.page.wait_for_timeout(1_500)
    ann.press("Show me")
    ann.run("play", "clock", "3 days a move")
    begin(ann, ben)
    play_on((ben,), on_move(ann).count)
    ann.run("help")
    ann.shoot()
    ann.click("New milestone")
    ann.run("help")
    for label in ("Me", "More", "Back", "Opponents"):
        ann.click(label)


def begin(opener: Film, other: Film) -> None:
    """Let another join the opener's table, and show both their cards."""
    while not opener.find("Start").count():
        with suppress(Error):  # the page refuses a click while it is redrawn
            other.find("Join").click(timeout=1_000)
        other.page.wait_for_timeout(1_500)
    opener.press("Start")
    for player in (opener, other):
        player.page.wait_for_timeout(1_500)
        show_hand(player)


def on_move(player: Film) -> Locator:
    """Return the cards that may be played now, not those that can be chosen ahead."""
    return cards(player.page).and_(player.page.locator(".button-style-1"))


def suits(found: Locator) -> list[str]:
    """Return the suit of each card that has a button."""
    names = found.evaluate_all("all => all.map(each => each.querySelector('img').alt)")
    return [name.partition("_of_")[2].partition("_")[0] for name in names]


def told(when: str, viewer: Film) -> None:
    """Take a picture of the channel, and print how many messages it shows and how high they are."""
    viewer.shoot()
    heights = [height for _, height in viewer.messages()]
    print(f"  {when:14} {len(heights)} messages, {sum(heights)} px: {' + '.join(map(str, heights))}")


def play_on(players: tuple[Film, ...], until: Callable[[], T], clicks: int = 400) -> T:
    """Let whoever is on move declare, draw or play until something is so; return that."""
    idle = 0
    while not (found := until()) and clicks > 0 and idle < PATIENCE:
        idle += 1
        for each in players:
            declares = each.page.locator(LIST).get_by_role("button", name=SCORES, disabled=False)
            for control in (declares, each.find("Draw a card"), on_move(each)):
                if control.count():
                    with suppress(Error):  # it may have gone since
                        control.first.click(timeout=1_000)
                        clicks, idle = clicks - 1, 0
                    break
            each.page.wait_for_timeout(50)
    return found


SCENES: Final[dict[Callable[[Cast], None], int | None]] = {
    lesson: 1,
    practice: 2,
    opening: 3,
    joining: 3,
    challenged: 2,
    today: 4,
    whole: None,
    days: None,
    dropped: None,
    me: None,
}
STORED: Final = {dropped: last_tricks}
"""What is stored before a scene begins."""
"""Each scene with the most clicks of Ann's own that it may take; a card counts as one."""
WORLD: Final = ("Ann", "Ben", "Cleo")


def strip(shots: list[bytes]) -> Image.Image:
    """Return all pictures side by side, in as many rows as it takes."""
    pictures = [Image.open(BytesIO(shot)) for shot in shots]
    width, height = (max(sides) + GAP for sides in zip(*(each.size for each in pictures), strict=True))
    rows = -(-len(pictures) // ACROSS)
    found = Image.new("RGB", (min(len(pictures), ACROSS) * width - GAP, rows * height - GAP), "white")
    for at, picture in enumerate(pictures):
        found.paste(picture, (at % ACROSS * width, at // ACROSS * height))
    return found


def learn_language(browser: Browser, folder: Path, language: str) -> None:
    """Let the server and all who are filmed read another language than English, if it is one."""
    if not LANGUAGES[language]:
        return
    with playground(folder, len(WORLD)) as url:
        for name in WORLD:
            page = open_page(browser, url, name, SIZES["phone"])
            speak(page, LANGUAGES[language])
            if name == WORLD[0]:
                words = words_of(playground_check.ROOT, language)
                button(page, words["Server …"]).click()
                page.wait_for_timeout(1_500)
                speak_here = page.locator(LIST).get_by_role("combobox").filter(has_text=words["as set in Discord"])
                speak_here.last.click()
                page.get_by_role("option", name=LANGUAGES[language]).click()
                page.wait_for_timeout(1_500)
            page.close()


def film(browser: Browser, chosen: argparse.Namespace) -> int:
    """Film the scenes, each on a playground of its own; return how many take too many clicks."""
    long = 0
    words = words_of(chosen.root, chosen.language)
    with tempfile.TemporaryDirectory() as beginning:
        learn_language(browser, Path(beginning), chosen.language)
        for scene, most in SCENES.items():
            if chosen.only and scene.__name__ not in chosen.only:
                continue
            with tempfile.TemporaryDirectory() as folder:
                if scene in STORED:  # in a thread, as the browser's driver has its own loop
                    with ThreadPoolExecutor() as threads:
                        threads.submit(asyncio.run, STORED[scene](Path(folder, "bezique.db"))).result()
                    learn_language(browser, Path(folder), chosen.language)
                else:
                    shutil.copytree(beginning, folder, dirs_exist_ok=True)
                with playground(Path(folder), len(WORLD)) as url:
                    shots: list[bytes] = []
                    cast = Cast(*(Film(open_page(browser, url, name, SIZES["phone"]), words, shots) for name in WORLD))
                    cast.ann.shoot()
                    try:
                        scene(cast)
                    finally:
                        strip(shots).save(chosen.shots / f"{scene.__name__}.png")
                    for each in cast:
                        each.page.close()
            clicks = cast.ann.clicks
            print(f"{scene.__name__:12} {clicks} clicks, at most {most or 'any'}: {scene.__doc__}", flush=True)
            long += most is not None and clicks > most
    return long


def main() -> int:
    """Film scenes; return 1 if one takes too many clicks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=Path, required=True)
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--root", type=Path, default=playground_check.ROOT)
    parser.add_argument("--only", nargs="*", default=[])
    chosen = parser.parse_args()
    chosen.root = playground_check.ROOT = chosen.root.resolve()
    chosen.shots.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        try:
            return 1 if film(browser, chosen) else 0
        finally:
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
