"""Play in the playground, in headless Chromium: processor seconds that the playground takes for a trick, and at rest.

With several folders of the bot's code they play in turn, so that what else the machine does strikes all of them alike.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError, expect, sync_playwright  # noqa: A004

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / ".ci")]

from benchmarks.bots import database_in, processor_seconds  # noqa: E402
from playground_check import CHROMIUM, FLAGS, SIZES, button, cards, open_page, press, run_command  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_REST = 10
"""Seconds without a click at the end."""


def play(browser: Browser, checkout: Path, tricks: int) -> tuple[float, float]:
    """Return the processor seconds of a trick, and of a second at rest, of a playground in which Ann and Ben play."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "bot", "--port", "0", "--database", database_in(folder)],
            cwd=checkout,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            ann = open_page(browser, found.group(), "Ann", SIZES["desktop"])
            ben = open_page(browser, found.group(), "Ben", SIZES["phone"])
            run_command(ann, "play")
            press(ben, "Join")
            expect(button(ben, "Start")).to_be_visible()
            press(ann, "Start")
            for page in (ann, ben):
                press(page, "My hand")
                expect(cards(page, disabled=None).first).to_be_visible()
            began = processor_seconds(process.pid)
            _play_cards((ann, ben), 2 * tricks)
            played = processor_seconds(process.pid)
            time.sleep(_REST)
            rested = processor_seconds(process.pid)
            ann.close()
            ben.close()
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
    return (played - began) / tricks, (rested - played) / _REST


def _play_cards(pages: tuple[Page, Page], number: int) -> None:
    played = 0
    for turn in count():
        page = pages[turn % 2]
        if button(page, "Draw a card").count():
            press(page, "Draw a card")
        elif cards(page).count():
            try:
                cards(page).first.click(timeout=5_000)
            except TimeoutError:  # it was another's turn meanwhile
                continue
            played += 1
            if played == number:
                return
        page.wait_for_timeout(200)


def main() -> None:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(description="Measure the playground while somebody plays in it.")
    parser.add_argument("checkouts", nargs="*", type=Path, help="folders with the bot's code (default: this one)")
    parser.add_argument("--times", type=int, default=3, help="games of each (default 3)")
    parser.add_argument("--tricks", type=int, default=10, help="tricks of each game (default 10)")
    chosen = parser.parse_args()
    checkouts = [each.resolve() for each in chosen.checkouts] or [ROOT]
    taken: dict[Path, list[tuple[float, float]]] = {each: [] for each in checkouts}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        for each in checkouts * chosen.times:
            taken[each].append(play(browser, each, chosen.tricks))
    for each, found in taken.items():
        for at, name in enumerate(("a trick", "a second at rest")):
            seconds = [one[at] for one in found]
            print(f"{each}  {name:18}{median(seconds):7.3f} s  ({min(seconds):.3f} to {max(seconds):.3f})")


if __name__ == "__main__":
    main()
