"""A member's own cards stand as that member holds them: in panel, picture, words and *Declare?*."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from bot.engine import parse_card
from bot.engine.cards import NO_SUIT, rank_of, suit_of
from bot.ui.pictures.arrange import CardAt, arranged
from bot.ui.pictures.tableface import seen_from
from bot.ui.text.faces import hand_line, sorted_hand
from bot.ui.text.i18n import speaking
from tests.settings.test_settings import choose
from tests.simulated import bot_of, buttons_of, components_of, restart
from tests.simulated.player import private_answer, words_of
from tests.simulated.positions import bring_to
from tests.tables.made import begun, played

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.engine import Card, Suit
    from bot.playground import World
    from bot.tables import Table
    from tests.simulated.player import Player, Sitting


WORDS = "words alone, for screen readers"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, pictures=True)


def trumps(table: Table) -> Suit:
    view = table.view(table.users[0])
    return view.trump if view is not None else NO_SUIT


def has_both(table: Table) -> bool:
    """Tell whether Ann holds trumps and other cards, and trumps are not spades, which come first anyway."""
    view = table.view(table.users[0])
    return view is not None and view.trump > 0 and 0 < sum(suit_of(card) == view.trump for card in view.hand) < 7


def held(player: Player) -> list[Card]:
    found = [re.search(r":act play (\S+)$", each["custom_id"]) for each in buttons_of(player.panel, enabled=False)]
    return [parse_card(each[1]) for each in found if each is not None]


def as_held(cards: list[Card], trump: Suit, order: str) -> list[Card]:
    def place(card: Card) -> tuple[bool, int]:
        other = suit_of(card) != trump
        return other, -rank_of(card) if other and order == "rank" else 0

    return sorted(sorted_hand(cards), key=place)


@pytest.mark.deep
async def test_trumps_stand_first_wherever_own_cards_stand_and_only_for_who_chose_so(
    world: World, sitting: Sitting
) -> None:
    await bring_to(sitting, has_both)
    ann, ben = sitting.players
    trump, usual = trumps(await bot_of(world).tables.get(1)), held(ben)
    for label, order in (("then by suit", "suit"), ("then by rank", "rank")):
        page = private_answer(await ann.actor.slash(world.channel, "settings"))
        await ann.actor.click(page, label="My hand …")
        await choose(ann.actor, page, "trumps_first", label)
        cards = held(ann)
        assert cards == as_held(cards, trump, order), "the panel that is open follows at once"
        (picture,) = [each for each in components_of(ann.panel) if each["type"] == 12]
        assert hand_line(cards) in picture["items"][0]["description"]
        advice = private_answer(await ann.actor.click(ann.panel, label="Declare?"))
        assert hand_line(cards) in words_of(advice)
        await ann.my_hand(sitting.board())
        assert held(ben) == usual == sorted_hand(usual)
    await restart(world)
    await sitting.show_hands()
    await sitting.steps(2)  # clicks of either redraw the other's panel
    cards = held(ann)
    assert cards == as_held(cards, trump, "rank")
    assert held(ben) == sorted_hand(held(ben))
    await choose(ann.actor, private_answer(await ann.actor.slash(world.channel, "settings")), "look", WORDS)
    with speaking("en", in_words=True):
        assert hand_line(held(ann)) in words_of(ann.panel)


def test_the_picture_has_a_gap_behind_the_trumps() -> None:
    table = played(begun(), has_both)
    view = table.view(table.users[0])
    assert view is not None
    for order in ("", "suit", "rank"):
        with speaking("en", trumps_first=order):
            face = seen_from(view, table.names)
        assert face.hand is not None
        places = [each.x for each in arranged(face) if isinstance(each, CardAt) and each.card in face.hand.cards]
        steps = [after - before for before, after in pairwise(places)]
        apart = [at + 1 for at, step in enumerate(steps) if step > min(steps)]
        assert apart == ([sum(suit_of(card) == view.trump for card in face.hand.cards)] if order else [])
