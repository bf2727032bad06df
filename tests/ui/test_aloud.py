"""What is read aloud: no sign is left of a text, and nothing else is lost."""

from __future__ import annotations

import json

import pytest

from bot.ui.kit.controls import Layout, button, menu
from bot.ui.routes import table as table_routes
from bot.ui.text.faces import aloud, without_signs
from bot.ui.text.i18n import speaking


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("Ann **120**  ·  Ben **40**  ·  to 1000", "Ann **120**; Ben **40**; to 1000"),
        ("⚠ You must follow suit", "You must follow suit"),
        ("-# • **lies** on the table", "-# **lies** on the table"),
        ("\u2068⌂ Odette\u2069 won +20", "\u2068Odette\u2069 won 20"),
        ("Ann + Ben", "Ann Ben"),
        ("K♥ → Ann", "K Ann"),
        ("👩‍🚀 Ann 🦊", "Ann "),
        ("two  |  groups\u2002wide", "two; groups; wide"),
        ("time is up <t:1700000000:R> · `/hand` · </hand:12>", "time is up <t:1700000000:R>; `/hand`; </hand:12>"),
        ("[Board](https://discord.com/1/2+3) · <@42>", "[Board](https://discord.com/1/2+3); <@42>"),
        ("### Bézique, l’as : « oui » – 2–4… (50 %)", "### Bézique, l’as : « oui » – 2–4… (50 %)"),
        ("first\n➤ second\n-# ▸ third", "first\nsecond\n-# third"),
    ],
)  # fmt: skip
def test_signs_go_and_words_stay(written: str, heard: str) -> None:
    assert without_signs(written) == heard


def test_nothing_is_taken_where_signs_are_seen() -> None:
    assert aloud("⚠ a · b") == "⚠ a · b"
    with speaking("en", in_words=True):
        assert aloud("⚠ a · b") == "a; b"


def test_texts_labels_and_menus_all_go_through_it() -> None:
    with speaking("en", in_words=True):
        shown = Layout(0, "⚠ a · b", menu("▸ choose", [("• one", table_routes.Choose(1, 2, 0, "pass"), "→ line")]))
        pressed = button(table_routes.ShowHand(1), "💡 Hand", emoji="💡")
    text = json.dumps(shown.to_components())
    assert "a; b" in text
    assert not any(json.dumps(sign).strip('"') in text for sign in "⚠·▸•→")
    assert (pressed.label, pressed.emoji) == ("Hand", None)


def test_a_button_that_has_only_an_emoji_keeps_it() -> None:
    with speaking("en", in_words=True):
        assert button(table_routes.ShowHand(1), "", emoji="💡").emoji is not None
