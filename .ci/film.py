"""Film what a member does most in the playground at 360 px: one strip of screenshots for each, a picture a click.

usage: film.py --shots FOLDER

It fails where a step takes more clicks of that member's own than it may.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

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

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Locator, Page

GAP = 8


class Film:
    """The clicks and the pictures of one member's page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self._shots: list[bytes] = []

    def shoot(self) -> None:
        """Take a picture of the page as it is now."""
        self.page.wait_for_timeout(1_500)
        self._shots.append(self.page.screenshot())

    def click(self, control: Locator) -> None:
        """Click a control, and take a picture of what comes of it."""
        control.click()
        self.clicks += 1
        self.shoot()

    def strip(self) -> Image.Image:
        """Return all pictures side by side."""
        pictures = [Image.open(BytesIO(shot)) for shot in self._shots]
        width, height = pictures[0].size
        found = Image.new("RGB", (len(pictures) * (width + GAP) - GAP, height), "white")
        for at, picture in enumerate(pictures):
            found.paste(picture, (at * (width + GAP), 0))
        return found


def lesson(newcomer: Film, _: Page) -> None:
    """From the greeting into the first lesson."""
    newcomer.click(button(newcomer.page, "Learn"))


def practice(newcomer: Film, _: Page) -> None:
    """From the greeting to the first card against the house."""
    newcomer.click(button(newcomer.page, "Practise"))
    newcomer.click(cards(newcomer.page).first)


def opening(newcomer: Film, other: Page) -> None:
    """From the greeting to the first card of a game with somebody who joins."""
    newcomer.click(button(newcomer.page, "Play"))
    press(other, "Join")
    other.wait_for_timeout(1_500)
    newcomer.click(button(newcomer.page, "Start"))
    cards(newcomer.page, disabled=None).first.wait_for()
    lead(newcomer, other)


def joining(newcomer: Film, other: Page) -> None:
    """From another's lobby to the first card."""
    run_command(other, "play")
    newcomer.click(button(newcomer.page, "Join"))
    press(other, "Start")
    lead(newcomer, other)


def challenged(newcomer: Film, other: Page) -> None:
    """From the mention in a challenge to the first card."""
    type_command(other, "challenge")
    for choice in ("member", "Ann"):
        other.locator(".command-suggestion").filter(has_text=choice).first.click()
    other.locator("#send-message").click()
    newcomer.shoot()
    newcomer.click(button(newcomer.page, "Accept"))
    cards(newcomer.page, disabled=None).first.wait_for()
    lead(newcomer, other)


def lead(newcomer: Film, other: Page) -> None:
    """Play the newcomer's first card; the other leads where the other has the lead."""
    if not cards(newcomer.page, disabled=None).count():
        newcomer.click(button(newcomer.page, "My hand"))
    cards(newcomer.page, disabled=None).first.wait_for()
    if not cards(newcomer.page).count():
        press(other, "My hand")
        cards(other).first.click()
        newcomer.page.wait_for_timeout(1_500)
    newcomer.click(cards(newcomer.page).first)


def ahead(newcomer: Film, other: Page) -> None:
    """From a game in which the other is on move to a card chosen ahead."""
    opening(newcomer, other)
    for _ in range(3):  # until the other is on move
        for each in (cards(newcomer.page), button(newcomer.page, "Draw a card")):
            if each.count():
                each.first.click()
                newcomer.page.wait_for_timeout(1_500)
    newcomer.clicks = 0
    newcomer.shoot()
    newcomer.click(button(newcomer.page, "Menu"))
    newcomer.click(button(newcomer.page, re.compile("Play ahead")))
    newcomer.click(cards(newcomer.page).first)


def today(newcomer: Film, _: Page) -> None:
    """From the command to the first card of the daily deal, and to a reminder of the next."""
    run_command(newcomer.page, "daily")
    newcomer.shoot()
    newcomer.click(button(newcomer.page, re.compile("Remind me")))
    run_command(newcomer.page, "daily")
    newcomer.page.wait_for_timeout(1_500)
    newcomer.click(button(newcomer.page, "Play"))
    newcomer.click(cards(newcomer.page).first)


SCENES: dict[Callable[[Film, Page], None], int] = {
    lesson: 1,
    practice: 2,
    opening: 3,
    joining: 3,
    challenged: 2,
    ahead: 3,
    today: 3,
}
"""Each scene with the most clicks that it may take; a card counts as one."""


def film(browser: Browser, shots: Path) -> int:
    """Film every scene on a playground of its own; return how many take too many clicks."""
    long = 0
    for scene, most in SCENES.items():
        with tempfile.TemporaryDirectory() as folder, playground(Path(folder)) as url:
            newcomer, other = (open_page(browser, url, name, SIZES["phone"]) for name in ("Ann", "Ben"))
            taken = Film(newcomer)
            taken.shoot()
            scene(taken, other)
            taken.strip().save(shots / f"{scene.__name__}.png")
            long += taken.clicks > most
            print(f"{scene.__name__:12} {taken.clicks} clicks, at most {most}: {scene.__doc__}")
            newcomer.close()
            other.close()
    return long


def main() -> int:
    """Film all scenes; return 1 if one takes too many clicks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=Path, required=True)
    shots: Path = parser.parse_args().shots
    shots.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        try:
            return 1 if film(browser, shots) else 0
        finally:
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
