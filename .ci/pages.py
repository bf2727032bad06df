"""Measure pages in the playground at 360 px: words before the controls, controls, and height.

usage: pages.py [--root CHECKOUT] [--before TABLE.json] [--write TABLE.json] [--shots FOLDER]

With ``--root`` another checkout is measured, with the commands that it had; with ``--before`` its table stands beside.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import Error, sync_playwright

import playground_check
from playground_check import CHROMIUM, FLAGS, SIZES, button, cards, open_page, playground, press, run_command

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES: Final = {
    "home": [("help",)],
    "home, More": [("help", "More")],
    "lobby": [("play",), ("table open",)],
    "lobby, More": [("play", "More…")],
    "house rules": [("play", "More…", "House rules"), ("table open", "House rules")],
    "challenges": [("challenge",), ("challenges",)],
    "practice": [("practice",)],
    "daily deal": [("daily",)],
    "learn": [("learn",), ("lessons",)],
    "tutorial": [("help", "Learn"), ("tutorial",)],
    "exercise": [("learn", "Exercises"), ("exercise",)],
    "leaderboard": [("leaderboard",)],
    "me": [("leaderboard", "Me"), ("help", "Me"), ("leaderboard", "My statistics"), ("stats",)],
    "finished games": [("leaderboard", "Me", "Finished games"), ("leaderboard", "Finished games"), ("replay",)],
    "tournaments": [("tournament",), ("tournament show",)],
    "rules": [("rules",)],
    "settings": [("settings",), ("settings me",)],
    "server's settings": [("settings", "Server's settings"), ("settings server",)],
    "quiet hours": [("settings", "Quiet hours …"), ("settings me", "Quiet hours …")],
    "blocked members": [("settings", "Blocked members"), ("block",)],
    "my data": [("settings", "My data"), ("data",)],
    "tables": [("help", "More", "Tables"), ("tables",)],
}
"""How each page is reached: a command and buttons, in the first way that this checkout knows."""
GROWN: Final = "before => document.querySelectorAll('#channel-message-list > *').length > before"
MEASURE: Final = """message => {
    const controls = message.querySelectorAll('button:not([aria-label="Message actions"]), select, [role=combobox]');
    const copy = message.cloneNode(true);
    copy.querySelectorAll('button, select, [role=combobox], [role=listbox], header').forEach(each => each.remove());
    const words = copy.innerText.split(/\\s+/).filter(word => /[\\p{L}\\p{N}]/u.test(word));
    return [words.length, controls.length, Math.round(message.getBoundingClientRect().height)];
}"""


def measured(page: Page, shots: Path | None, name: str) -> list[int]:
    """Return the words, controls and height of the newest message."""
    page.wait_for_timeout(1_200)
    message = page.locator("#channel-message-list > *").last
    if shots is not None:
        message.screenshot(path=shots / f"{name.replace(' ', '-').replace(',', '')}.png")
    found: list[int] = message.evaluate(MEASURE)
    return found


def reached(page: Page, way: tuple[str, ...]) -> bool:
    """Go a way; tell whether there was one."""
    command, *labels = way
    messages = page.locator("#channel-message-list > *").count()
    try:
        run_command(page, command)
        page.wait_for_function(GROWN, arg=messages, timeout=8_000)
        for label in labels:
            button(page, label).click(timeout=5_000)
            page.wait_for_timeout(1_500)
    except Error:
        return False
    return True


def table(browser: Browser, url: str, shots: Path | None) -> dict[str, list[int]]:
    """Measure every page that can be reached, and those of a game."""
    found: dict[str, list[int]] = {}
    page = open_page(browser, url, "Ann", SIZES["phone"])
    for name, ways in PAGES.items():
        if any(reached(page, way) for way in ways):
            found[name] = measured(page, shots, name)
    ben = open_page(browser, url, "Ben", SIZES["phone"])
    if reached(page, ("play",)) or reached(page, ("table open",)):
        press(ben, "Join")
        page.wait_for_timeout(1_500)
        press(page, "Start")
        press(page, "My hand")
        cards(page, disabled=None).first.wait_for()
        found["hand"] = measured(page, shots, "hand")
        if reached(page, ("hand", "Menu")):
            found["hand, Menu"] = measured(page, shots, "hand, Menu")
    return found


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=playground_check.ROOT)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--shots", type=Path)
    chosen = parser.parse_args()
    playground_check.ROOT = chosen.root.resolve()
    if chosen.shots is not None:
        chosen.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        try:
            with playground(Path(folder)) as url:
                now = table(browser, url, chosen.shots)
        finally:
            browser.close()
    before = json.loads(chosen.before.read_text("utf-8")) if chosen.before is not None else {}
    print(f"{'page':20} {'words':>11} {'controls':>11} {'height':>11}")
    for name in [*now, *(each for each in before if each not in now)]:
        new, old = now.get(name, ["-"] * 3), before.get(name, [""] * 3)
        cells = (f"{was} → {value}" if was != "" else f"{value}" for was, value in zip(old, new, strict=True))
        print(f"{name:20} " + " ".join(f"{cell:>11}" for cell in cells))
    if chosen.write is not None:
        chosen.write.write_text(json.dumps(now), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
