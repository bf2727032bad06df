"""The picture of the home page: its size, its bytes, and the letters on its cards."""

from __future__ import annotations

import pytest

from bot.ui.pictures import Print
from bot.ui.pictures.home import HEIGHT, WIDTH, home_picture
from bot.ui.pictures.scenes import Scenes, Studio
from bot.ui.text.faces import signs_in
from bot.ui.text.i18n import speaking
from tests.ui.dealt import opened


@pytest.mark.deep
def test_the_home_picture_is_light_and_has_the_letters_and_colours_of_its_reader() -> None:
    looks = (("en", False), ("en", True), ("fr", False))
    pictures = [home_picture(Print(four_colour, signs_in(wanted))) for wanted, four_colour in looks]
    assert len(set(pictures)) == len(looks)
    for picture in pictures:
        assert opened(picture).size == (WIDTH, HEIGHT)
        assert len(picture) <= 60 * 1024


async def test_the_home_picture_comes_with_its_words_in_the_readers_language() -> None:
    scenes, words = Scenes(Studio()), []
    for wanted in ("en", "fr"):
        with speaking(wanted):
            picture = await scenes.home(1, four_colour=False)
        assert picture is not None
        words.append(picture.words)
    assert words[0] != words[1]
    assert all("Bézique" in each for each in words)
