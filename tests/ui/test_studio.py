"""The studio, where pictures are drawn one after the other: whose turn it is, and what is not drawn twice."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.ui.pictures import Print
from bot.ui.pictures.home import HEIGHT, WIDTH, home_picture
from bot.ui.pictures.scenes import Scenes, Studio
from bot.ui.text.faces import signs_in
from bot.ui.text.i18n import speaking
from tests.ui.dealt import opened


class Easel:
    """Notes in which order it is drawn on, and holds the first picture up until it is let go."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.go_on = threading.Event()

    def draw(self, name: str) -> bytes:
        """Draw a picture of nothing but its name."""
        assert self.go_on.wait(10)
        self.order.append(name)
        return name.encode()


async def test_a_server_that_wants_many_pictures_lets_others_have_theirs_in_turn() -> None:
    studio, easel = Studio(), Easel()

    def wanted(name: str, server: int) -> asyncio.Task[bytes]:
        return asyncio.create_task(studio.picture(name, lambda: easel.draw(name), server))

    many = [wanted(f"busy {number}", 1) for number in range(12)]
    others = [wanted("quiet", 2), wanted("calm", 3)]
    await asyncio.sleep(0)  # all have asked
    easel.go_on.set()
    assert await asyncio.gather(*many, *others) == [f"busy {number}".encode() for number in range(12)] + [
        b"quiet",
        b"calm",
    ]
    # Two were on their way to the thread when the others came, and one more had its turn.
    assert max(easel.order.index("quiet"), easel.order.index("calm")) <= 4
    assert [name for name in easel.order if name.startswith("busy")] == [f"busy {number}" for number in range(12)]


async def test_what_two_want_at_the_same_time_or_later_is_drawn_once() -> None:
    studio, easel = Studio(), Easel()
    both = [asyncio.create_task(studio.picture("one", lambda: easel.draw("one"), server)) for server in (1, 2)]
    await asyncio.sleep(0)
    easel.go_on.set()
    assert await asyncio.gather(*both) == [b"one", b"one"]
    assert await studio.picture("one", lambda: easel.draw("one"), 3) == b"one"
    assert easel.order == ["one"]


async def test_only_the_latest_pictures_are_kept() -> None:
    studio, easel = Studio(kept=2), Easel()
    easel.go_on.set()
    for name in ("one", "two", "one", "three", "one", "two"):
        assert await studio.picture(name, lambda name=name: easel.draw(name), 1) == name.encode()  # type: ignore[misc]
    assert easel.order == ["one", "two", "three", "two"]


async def test_what_failed_is_tried_again_and_keeps_nobody_from_theirs() -> None:
    studio, easel = Studio(), Easel()
    easel.go_on.set()

    def broken() -> bytes:
        raise OSError("no typeface")

    for _ in range(3):
        with pytest.raises(OSError, match="no typeface"):
            await studio.picture("one", broken, 1)
    assert await studio.picture("two", lambda: easel.draw("two"), 1) == b"two"
    assert await studio.picture("one", lambda: easel.draw("one"), 1) == b"one"


async def test_whoever_goes_away_takes_nothing_from_those_who_wait_for_the_same() -> None:
    studio, easel = Studio(), Easel()
    gone, there = (asyncio.create_task(studio.picture("one", lambda: easel.draw("one"), 1)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    easel.go_on.set()
    assert await there == b"one"
    assert gone.cancelled()


@pytest.mark.deep
async def test_the_home_picture_is_light_and_has_the_letters_colours_and_words_of_its_reader() -> None:
    scenes, words, pictures = Scenes(Studio()), [], set()
    for wanted, four_colour in (("en", False), ("en", True), ("fr", False)):
        with speaking(wanted):
            shown = await scenes.home(1, four_colour=four_colour)
        assert shown is not None
        assert shown.data == home_picture(Print(four_colour, signs_in(wanted)))
        assert opened(shown.data).size == (WIDTH, HEIGHT)
        assert len(shown.data) <= 60 * 1024
        assert "Bézique" in shown.words
        pictures.add(shown.data)
        words.append(shown.words)
    assert len(pictures) == 3
    assert words[0] == words[1] != words[2]
