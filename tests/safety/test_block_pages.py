"""The page of blocked members: a button beside each, in pages."""

from __future__ import annotations

from cogs.safety.blocks import blocked_page
from db.formers import new_former
from tests.ui.at_board import labels_of, texts_of


def test_each_blocked_member_stands_there_with_a_button_and_more_in_pages() -> None:
    page = blocked_page(range(100, 117), 0)
    assert labels_of(page) == ["Take back"] * 8 + ["Back", "More", "All settings"]
    assert "<@100>" in texts_of(page)
    last = blocked_page(range(100, 117), 7)
    assert "<@116>" in texts_of(last)
    assert labels_of(last) == ["Take back", "Back", "More", "All settings"]


def test_whoever_has_blocked_nobody_is_told_how() -> None:
    page = blocked_page((), 0)
    assert any("blocked nobody" in text for text in texts_of(page))
    assert labels_of(page) == ["All settings"]


def test_a_former_player_is_called_so_as_nobody_can_mention_them() -> None:
    words = "\n".join(texts_of(blocked_page([new_former(), 5], 0)))
    assert "a former player" in words
    assert "<@5>" in words
    assert words.count("<@") == 1
