"""Use the playground with a real browser: open a table, join, start, play a card, choose a setting, on two page sizes.

usage: playground_check.py [--shots FOLDER]
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page, TimeoutError, expect, sync_playwright  # noqa: A004

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = {"desktop": (1280, 900), "phone": (360, 740)}
MILLISECONDS = 60_000
CARD = re.compile(r"_of_(clubs|diamonds|hearts|spades)|^•?(10|[AKQJ987])[♤♥♦♧]")


HOLES = """
window.holes = [];
const look = () => {
  const list = document.querySelector("#channel-message-list");
  for (const each of list?.querySelectorAll(".media-unavailable") ?? []) window.holes.push(each.textContent);
  for (const each of list?.querySelectorAll("img[src]") ?? [])
    if (each.complete && !each.naturalWidth) window.holes.push(`broken: ${each.alt}`);
};
new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
"""
"""Notes every place of the channel at which a picture was missing, however short."""
DRAW = re.compile("Draw a card|Nothing")


@contextmanager
def playground(folder: Path, members: int = 2) -> Iterator[str]:
    """Run the playground as a newcomer does and yield its address; it must end cleanly when stopped."""
    database = f"sqlite+aiosqlite:///{folder}/bezique.db"
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "bot", "--members", str(members), "--port", "0", "--database", database],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            process.kill()
            raise SystemExit(f"the playground printed no address: {line}{process.communicate()[1]}")
        yield found.group()
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    if process.returncode or "Traceback" in errors:
        raise SystemExit(f"the playground ended with {process.returncode}:\n{errors}")


def open_page(browser: Browser, url: str, member: str, size: tuple[int, int]) -> Page:
    """Return a page of the given size that acts as the member."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_default_timeout(MILLISECONDS)
    page.add_init_script(HOLES)
    page.goto(url)
    expect(page.locator("#channel-composer")).to_be_visible()
    page.select_option("#viewer-picker", label=member)
    expect(page.locator("#action-status")).not_to_have_text("", timeout=MILLISECONDS)
    return page


def run_command(page: Page, command: str) -> None:
    """Send a slash command without options, retyping it if the page was redrawn over the text."""
    tries = 5
    while not type_command(page, command) and tries:
        tries -= 1
    page.locator("#send-message").click()


def type_command(page: Page, command: str) -> bool:
    """Type a slash command and choose it; tell whether there is one."""
    page.locator("#channel-composer-input").click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.type(f"/{command}", delay=20)
    try:
        page.get_by_role("option").filter(has_text=command).first.click(timeout=4_000)
    except TimeoutError:
        return False
    return True


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    """Return the newest enabled button with that text in a message."""
    return page.locator("#channel-message-list").get_by_role("button", name=name, disabled=False).last


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Press the newest enabled button with that text in a message, once it appears."""
    button(page, name).click()


def shoot(page: Page, shots: Path | None, name: str) -> None:
    """Save a screenshot of the page, and check that nothing is wider than the page."""
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if shots is not None:
        page.screenshot(path=shots / f"{name}.png")
    if overflow > 0:
        raise SystemExit(f"{name}: the page is {overflow} pixels wider than the window")


def play(browser: Browser, url: str, shots: Path | None) -> None:
    """Open a table as Ann on a desktop, join as Ben on a phone, start, and play the first trick."""
    ann = open_page(browser, url, "Ann", SIZES["desktop"])
    ben = open_page(browser, url, "Ben", SIZES["phone"])
    run_command(ann, "play")
    expect(button(ann, "Join")).to_be_visible()
    shoot(ann, shots, "1-lobby-desktop")
    press(ben, "Join")
    expect(ben.locator("#channel-message-list")).to_contain_text("Ben")
    expect(button(ben, "Start")).to_be_visible()
    shoot(ben, shots, "2-joined-phone")
    press(ann, "Start")
    for page in (ann, ben):
        press(page, "My hand")
        expect(cards(page, disabled=None).first).to_be_visible()
    shoot(ann, shots, "3-board-and-hand-desktop")
    shoot(ben, shots, "4-board-and-hand-phone")
    leader, other = (ann, ben) if cards(ann).count() else (ben, ann)
    follower = "Ben" if leader is ann else "Ann"
    # The spectator's page, which nobody has touched, must update by itself.
    turns = ((leader, other, rf"{follower}\W* to play"), (other, leader, "won the trick|Last trick"))
    for player, watcher, told in turns:
        expect(cards(player).first).to_be_visible()
        cards(player).first.click()
        expect(board(watcher)).to_contain_text(re.compile(told))
    shoot(ann, shots, "5-after-a-trick-desktop")
    go_on((ann, ben), 12)
    for page in (ann, ben):
        if holes := page.evaluate("window.holes"):
            raise SystemExit(f"pictures were missing for a moment: {holes}")
    shoot(ben, shots, "6-after-a-trick-phone")


def go_on(pages: tuple[Page, ...], clicks: int) -> None:
    """Let whoever is on move play a card or draw, while the others look on."""
    for _ in range(clicks):
        while not (able := [page for page in pages if cards(page).count() or button(page, DRAW).count()]):
            pages[0].wait_for_timeout(100)
        cards(able[0]).or_(button(able[0], DRAW)).first.click()
        able[0].wait_for_timeout(1_000)


def resume(browser: Browser, url: str, shots: Path | None) -> None:
    """Find the table again after a restart of the playground, and open the hand."""
    ben = open_page(browser, url, "Ben", SIZES["phone"])
    expect(board(ben)).to_contain_text(re.compile("won the trick|Last trick"))
    press(ben, "My hand")
    # A player who has won the trick and can declare something is offered only that, and no cards.
    expect(cards(ben, disabled=None).or_(button(ben, "Draw a card")).first).to_be_visible()
    shoot(ben, shots, "7-after-a-restart-phone")


def settle(browser: Browser, url: str, shots: Path | None) -> None:
    """Choose a language for oneself: the server's menu at the same place of the message holds its own value still."""
    ann = open_page(browser, url, "Ann", SIZES["desktop"])
    menus = ann.locator("#channel-message-list").get_by_role("combobox")
    run_command(ann, "settings")
    menus.filter(has_text="as set in Discord").click()
    ann.get_by_role("option", name="Français").click()
    press(ann, "Serveur …")
    expect(menus.filter(has_text="comme dans Discord")).to_be_visible()
    press(ann, "Tables et modérateurs")
    expect(menus.filter(has_text="Moderne")).to_be_visible()
    press(ann, "Réglages du serveur")
    shoot(ann, shots, "8-settings-desktop")
    press(ann, "Vos réglages")
    expect(menus.filter(has_text="Français")).to_be_visible()


def cards(page: Page, *, disabled: bool | None = False) -> Locator:
    """Return the buttons with a card's face, by default only those that can be pressed."""
    return page.locator("#channel-message-list").get_by_role("button", name=CARD, disabled=disabled)


def board(page: Page) -> Locator:
    """Return the table's public message, which has the button that opens the hand."""
    message = page.locator("#channel-message-list > *").filter(has=page.get_by_role("button", name="My hand"))
    return message.last


def main() -> int:
    """Play, and return 0 if it went well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=Path, help="a folder for the pictures")
    shots: Path | None = parser.parse_args().shots
    if shots is not None:
        shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        try:
            for act in (play, resume, settle):
                with playground(Path(folder)) as url:
                    act(browser, url, shots)
        finally:
            browser.close()
    print("In the browser a table was opened, joined and started, a trick was played, it survived a restart,")
    print("and menus held their own values.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
