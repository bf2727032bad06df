"""Who reads by ear plays whole games: every text that reaches them says all there is, in words and without a sign."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine import Card, View
from bot.engine.cards import kind_of
from bot.playground import World
from bot.ui.text.faces import spoken
from bot.ui.text.i18n import speaking
from tests.settings.test_languages import manages
from tests.simulated import bot_of, components_of, restart, text_of
from tests.simulated.asking import ask, resign
from tests.simulated.overheard import every_message
from tests.simulated.player import (
    Choice,
    Player,
    Sitting,
    cut,
    lobby_at,
    practise_alone,
    private_answer,
    public_messages,
    seated,
    sit_down,
    table_number,
)
from tests.table.test_in_words import everything

pytestmark = pytest.mark.deep

_UNHEARD = re.compile(r"</[^>]+>|<t:\d+:\w>|<@!?\d+>|https?://\S+")
"""What Discord turns into something else before anybody hears it."""
_CODE = re.compile(r"\b(?:10|[789TJQKA])[SHCD][a-d]?\b")
_HEX = re.compile(r"[0-9a-f]{12,}")


def forbidden(text: str) -> list[str]:
    """Return every sign in a text that is read aloud: emojis, suits, arrows, dots, hexadecimal, codes of cards."""
    text = _UNHEARD.sub("", text)
    signs = [c for c in text if c in "·•▸‣–" or unicodedata.category(c) in ("So", "Sm")]
    signs += [c for c in text if unicodedata.category(c) == "Sk" and c != "`"]
    return signs + _CODE.findall(text) + _HEX.findall(text)


def heard(message: Any) -> str:  # noqa: ANN401 - the simulation's own messages
    """Return all that is read aloud of a message: texts, labels, placeholders and the entries of menus."""
    found = [message.content, everything(message)]
    found += [str(item["emoji"].get("name")) for item in components_of(message) if item.get("emoji")]
    return "\n".join(text for text in found if text)


@contextmanager
def listening(world: World, member: MemberActor) -> Iterator[list[str]]:
    """Collect everything that a member alone is shown, at every moment."""
    texts: list[str] = []

    def note(what: str, stored: Any) -> None:  # noqa: ANN401 - the simulation's own messages
        if what != "deleted" and stored.is_ephemeral and stored.visible_to(member.id):
            texts.append(heard(stored))

    with every_message(world, note):
        yield texts


@dataclass(frozen=True)
class Tongue:
    """What the texts are called in a language."""

    code: str
    trumps: str
    stock: str
    leads: str
    led: str
    table: str
    hand: str
    mine: str
    may: str
    on_table: str
    nothing: str
    of: str


ENGLISH = Tongue(
    code="en", trumps=r"Trumps \*\*(.+?)\*\*", stock=r"stock \*\*(\d+)\*\*",
    leads=r"Trick (\d+): (\w+) leads?\.", led=r"Trick (\d+), led by (\w+): (.+)",
    table=r"(\w+) has on the table: (.+)", hand=r"Your hand: (.+)", mine=r"Before you on the table: (.+)",
    may=r"You may play: (.+)", on_table=", on the table", nothing="nothing", of="of",
)  # fmt: skip
FRENCH = Tongue(
    code="fr", trumps=r"[Aa]tout \*\*(.+?)\*\*", stock=r"talon \*\*(\d+)\*\*",
    leads=r"Levée (\d+)\s: (\w+) entame(?:z)?\.", led=r"Levée (\d+), entamée par (\w+)\s: (.+)",
    table=r"(\w+) a sur la table\s: (.+)", hand=r"Votre main\s: (.+)", mine=r"Devant vous sur la table\s: (.+)",
    may=r"Vous pouvez jouer\s: (.+)", on_table=", sur la table", nothing="rien", of="de",
)  # fmt: skip


@dataclass
class Heard:
    """What somebody who hears a panel knows of the table."""

    stock: int
    number: int
    leader: str
    played: list[str]
    lies: dict[str, list[str]]
    hand: list[str]
    mine: list[str]
    may: list[str] = field(default_factory=list)


def understand(text: str, tongue: Tongue, names: dict[str, int]) -> Heard:
    """Make out of a panel's text what it says of the table; nothing else is known."""
    text = text.replace("\u2068", "").replace("\u2069", "")

    def find(pattern: str) -> re.Match[str] | None:
        return re.search(pattern, text)

    stock, hand, led, mine, may = map(find, (tongue.stock, tongue.hand, tongue.led, tongue.mine, tongue.may))
    trick = find(tongue.leads) or led
    assert find(tongue.trumps) is not None, text
    assert trick is not None, text
    assert hand is not None, text
    return Heard(
        stock=int(stock[1]) if stock else 0,
        number=int(trick[1]),
        leader=trick[2],
        played=named(led[3], names) if led is not None else [],
        lies={who: named(cards, names) for who, cards in re.findall(tongue.table, text)},
        hand=in_suits(hand[1], tongue),
        mine=named(mine[1], names) if mine else [],
        may=named(may[1], names) if may else [],
    )


def named(text: str, names: dict[str, int]) -> list[str]:
    return re.findall("|".join(sorted(map(re.escape, names), key=len, reverse=True)), text)


def in_suits(text: str, tongue: Tongue) -> list[str]:
    cards = []
    for part in text.split("; "):
        if part != tongue.nothing:
            suit, ranks = re.split(r"\s?: ", part, maxsplit=1)
            cards += [f"{rank} {tongue.of} {suit}" for rank in ranks.split(", ")]
    return cards


def card_names(tongue: Tongue) -> dict[str, int]:
    with speaking(tongue.code, in_words=True):
        return {spoken(kind): kind for kind in range(32)}


def kinds(cards: Iterable[Card]) -> list[int]:
    return sorted(kind_of(card) for card in cards)


def agrees(known: Heard, view: View, players: list[str], names: dict[str, int]) -> None:
    """Make sure that what was heard is how the table stands for that seat."""
    assert view.seat is not None
    assert known.stock == view.stock
    assert known.number == view.tricks_played + 1
    to_lead = view.leader == view.seat and not view.trick
    assert known.leader in (("you", "vous") if to_lead else (players[view.leader],))
    assert [names[card] for card in known.played] == [kind_of(card) for card in view.trick]
    assert sorted(names[card] for card in known.hand) == kinds(view.hand)
    lying = view.tables[view.seat]
    assert set(kinds(lying)) <= {names[card] for card in known.mine}
    for seat, cards in enumerate(view.tables):
        if seat != view.seat:
            assert set(kinds(cards)) <= {names[card] for card in known.lies[players[seat]]}
            assert bool(cards) <= bool(known.lies[players[seat]])


def choose(known: Heard, player: Player, tongue: Tongue, names: dict[str, int]) -> Choice:
    """Choose as somebody would who has only heard the panel: declare what can be, else play the lowest card allowed."""
    choices = player.choices()
    labels = {choice.label: choice for choice in choices}
    declares = [choice for choice in choices if choice.label not in labels or ":" in choice.label]
    if declares or len(choices) == 1:
        return (declares or choices)[0]
    allowed = known.may or [*known.hand, *known.mine]
    lowest = min(allowed, key=lambda card: names[card] & 7)
    label = lowest[:1].upper() + lowest[1:]
    return labels.get(label) or labels[label + tongue.on_table]


async def table_by_ear(
    world: World, tongue: Tongue, listener: MemberActor, *others: MemberActor, rules: str = "modern"
) -> Sitting:
    """Open a table at which a member hears everything in words, and the others see it."""
    await ask(listener, world.channel, "settings", cards="text", language=tongue.code)
    lobby = await lobby_at(world, listener, *others, rules=rules)
    await listener.click(lobby, label="Start")
    sitting = await seated(world, table_number(lobby), [listener, *others], look=False)
    for other in sitting.players[1:]:
        await other.my_hand(sitting.board())
    mine = sitting.players[0]
    mine.opened = private_answer(await listener.click(sitting.board(), label="My hand"))
    return sitting


async def understood(mine: Player, tongue: Tongue, names: dict[str, int]) -> tuple[Heard, View]:
    """Return what the listener knows from the panel, after comparing it with how the table stands."""
    table = await bot_of(mine.world).tables.get(mine.table)
    view = table.view(mine.actor.id)
    assert view is not None
    known = understand(text_of(mine.panel), tongue, names)
    agrees(known, view, [seat.name for seat in table.seats], names)
    return known, view


def assert_no_sign(texts: list[str], *, least: int, but: frozenset[str] = frozenset()) -> None:
    """See that texts are read aloud without a sign, and that there are at least so many."""
    assert len(texts) > least
    for text in texts:
        assert set(forbidden(text)) <= but, text


@pytest.mark.parametrize("tongue", [ENGLISH, FRENCH], ids=["en", "fr"])
async def test_whole_game_is_played_from_what_is_heard_and_no_sign_is_ever_heard(
    world: World, ann: MemberActor, ben: MemberActor, tongue: Tongue
) -> None:
    names = card_names(tongue)
    with listening(world, ann) as texts:
        sitting = await table_by_ear(world, tongue, ann, ben, rules="modern length=one_deal")
        mine, other = sitting.players
        heard_of, played, advised = 0, 0, 0
        while sitting.result() is None:
            known, view = await understood(mine, tongue, names)
            heard_of += 1
            if mine.choices():
                if heard_of % 9 == 0 and view.stock:
                    await _look_aside(mine, mine.panel)
                    advised += 1
                await mine.choose(choose(known, mine, tongue, names))
                played += 1
            else:
                assert other.choices()
                await other.move()
        await ask(ann, world.channel, "draw")
        await mine.slash_hand()
    assert heard_of > 50  # the only card of the last tricks plays itself
    assert played > 25
    assert advised
    assert_no_sign(texts, least=60)


async def _look_aside(player: Player, panel: ResponseMessage) -> None:
    for op in ("advice", "hint"):
        control = next((c for c in components_of(panel) if f":{op}" in c.get("custom_id", "")), None)
        if control is not None:
            await player.actor.click(panel, custom_id=control["custom_id"])
            await player.world.env.settle()
    back = next((c for c in components_of(panel) if ":panel" in c.get("custom_id", "")), None)
    if back is not None:
        await player.actor.click(panel, custom_id=back["custom_id"])


@pytest.mark.parametrize("tongue", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("rules", ["modern 3", "modern 4 partners=true"])
async def test_three_and_four_hands_are_heard_whole_and_without_a_sign(
    world: World, tongue: Tongue, rules: str
) -> None:
    names = card_names(tongue)
    listener, *others = world.members[: int(rules.split()[1])]
    with listening(world, listener) as texts:
        sitting = await table_by_ear(world, tongue, listener, *others, rules=rules)
        mine, *rest = sitting.players
        for each in rest:
            each.eager = True
        for _ in range(45):
            known, _ = await understood(mine, tongue, names)
            if mine.choices():
                await mine.choose(choose(known, mine, tongue, names))
            else:
                await sitting.step()
    assert_no_sign(texts, least=30)


async def test_every_page_around_the_game_is_heard_without_a_sign(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    with listening(world, ann) as texts:
        sitting = await table_by_ear(world, ENGLISH, ann, ben)
        await sitting.steps(7)
        for label in ("Tricks", "Rules"):
            await ann.click(sitting.board(), label=label)
        for name in ("help", "tables", "rules", "undo", "draw", "settings", "finished games", "leaderboard", "resign"):
            await ask(ann, world.channel, name)
        await resign(ben, world.channel)
        result = sitting.ending()
        for control in [b for b in components_of(result) if b["type"] == 2]:
            await ann.click(result, custom_id=control["custom_id"])
    assert_no_sign(texts, least=15)


async def test_practice_with_hints_is_heard_without_a_sign(world: World, ann: MemberActor) -> None:
    with listening(world, ann) as texts:
        await ask(ann, world.channel, "settings", cards="text")
        sitting = await practise_alone(world, ann, level="novice")  # who thinks in no time
        (mine,) = sitting.players
        hinted = 0
        while hinted < 4:
            await world.env.advance_time(3)
            if not mine.choices():
                continue
            await ann.click(mine.panel, label="Hint")
            await world.env.settle()
            hinted += any("Hint: " in choice.label for choice in mine.choices())
            await mine.move()
    seal = (await bot_of(world).tables.get(sitting.table)).seal
    assert seal is not None
    assert_no_sign(texts, least=8, but=frozenset({seal.commitment}))  # it stands in the player's own message


async def test_hexadecimal_is_heard_under_fair_deal_alone(world: World, ann: MemberActor, sealed: Sitting) -> None:
    await ask(ann, world.channel, "settings", cards="text")
    board = sealed.board()
    with listening(world, ann) as texts:
        await cut(ann, board, "for luck")
    assert [forbidden(text) for text in texts] == [[], []]
    with listening(world, ann) as texts:
        await ann.click(board, label="Fair deal")
    (text,) = texts
    table = await bot_of(world).tables.get(sealed.table)
    assert table.seal is not None
    assert table.seal.commitment in forbidden(text)
    assert all(_HEX.fullmatch(found) for found in forbidden(text))


async def test_boards_and_results_of_a_server_that_wants_words_have_signs_in_their_seal_alone(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    manages(world, ann)
    await ask(ann, world.channel, "server settings", boards="text")
    await restart(world)  # it is known again from the store
    boards: list[str] = []
    sitting = await sit_down(world, (ann, ben), rules="modern length=one_deal", seed=8)
    over = False
    while not over:
        over = not await sitting.step()
        stored = (world.env.backend.get_message(world.channel.id, m.id) for m in public_messages(world))
        boards += map(heard, stored)
    for text in boards:
        told = "\n".join(line for line in text.split("\n") if not _HEX.search(line))
        assert forbidden(told) == [], told
        assert "```" not in told
    assert any(re.search(r"deal 1; \S*Ann", text) for text in boards), "the deal is folded to a line"
