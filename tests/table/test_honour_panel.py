"""The panel of an honour table in whatever situation: it keeps Discord's limits, and names each act once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.engine import Verb, card_name
from bot.house.roster import Level
from bot.tables import Refused, Table
from bot.tables.decisions import play
from bot.tables.values.parts import Asked, HeldSeat
from bot.tables.values.table import tidy
from bot.ui.kit.controls import components_in
from bot.ui.routes.custom_ids import read_route
from bot.ui.routes.table import AgainstRules
from bot.ui.text.faces import Look, Picture, Style
from bot.ui.text.i18n import speaking
from cogs.table.honour import put_down_question, putting_down, revoke_question
from cogs.table.pages.panel import panel
from tests.tables.at_table import ANN, BEN, CAT, DAN
from tests.tables.decisions.test_honour import honour_rules
from tests.tables.made import begun, noon

pytestmark = pytest.mark.deep

MOST = 40
PANEL_LIMIT = "cogs.table.pages.panel.MOST_COMPONENTS"
PICTURES = Style(Look.PICTURES, {}, Picture("table.png", b"", "a table"))


def walk(table: Table, chance: Random, acts: int) -> list[Table]:
    """Let anybody do anything that hands can; return every moment."""
    found = [table]
    for _ in range(acts):
        seat = chance.randrange(len(table.seats))
        user = table.users[seat]
        view = table.view(user)
        if not table.live or table.awaits_deal or view is None or view.honour is None:
            break
        able = [each for each in view.offered if each.verb is not Verb.DONE]
        if view.honour.irregular and (not able or chance.random() < 0.4):
            words = chance.choice(view.honour.irregular).words
        elif view.honour.may_put_down and chance.random() < 0.3:
            cards = chance.sample([card_name(card) for card in view.hand | view.tables[seat]], 2)
            words = f"declare {chance.choice(list(view.law.rows))} {' '.join(cards)}"
        elif able:
            words = chance.choice(able).words
        else:
            continue
        try:
            table = tidy(play.act(table, noon(), user, words, table.ply).table)
        except Refused:
            continue
        found.append(table)
    return found


def components(layout: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a layout or one of its parts
    parts = layout if isinstance(layout, list) else layout.to_components()
    found = []
    for part in parts:
        found.append(part)
        found += components(part.get("components", []))
    return found


def check(layout: Any) -> list[str]:  # noqa: ANN401 - a layout
    """Hold a message to what Discord takes; return its labels."""
    parts = components(layout)
    assert len(parts) <= MOST
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    labels = []
    for part in parts:
        if part["type"] == 3:
            assert 1 <= len(part["options"]) <= 25
            values = [each["value"] for each in part["options"]]
            assert len(set(values)) == len(values)
            assert all(read_route(part["custom_id"], value) is not None for value in values)
            labels += [each["label"] for each in part["options"]]
        elif part["type"] == 2:
            labels.append(part["label"])
    assert all(0 < len(label) <= 80 for label in labels)
    return labels


@pytest.mark.parametrize("in_words", [False, True])
@pytest.mark.parametrize("column", ["britannica", "enquire", "modern", "revoke_only"])
@pytest.mark.parametrize("players", [(ANN, BEN), (ANN, BEN, CAT), (ANN, BEN, CAT, DAN)], ids=len)
def test_panel_keeps_the_limits_whatever_is_done(players: Any, column: str, *, in_words: bool) -> None:  # noqa: ANN401
    chance = Random(f"{column} {len(players)}")
    rules = honour_rules("modern", len(players), forfeits=column, seven_exchange="any_holder")
    labels: set[str] = set()
    for table in walk(begun(players, rules=rules, hints=True), chance, 150)[::4]:
        asked = table.but(draw=Asked(table.ply, table.users[0]) if len(players) == 2 else None)
        for seat, user in enumerate(table.users):
            with speaking("en", in_words=in_words):
                away = asked.but(held_seats=(HeldSeat(seat, Level.REGULAR),))
                labels.update(check(panel(away, user, note="no", style=PICTURES)))
                view = table.view(user)
                assert view is not None
                assert view.honour is not None
                if view.honour.may_put_down:
                    check(putting_down(table, view))
                    name = chance.choice(list(view.law.rows))
                    check(putting_down(table, view, name))
                    cards = " ".join(card_name(card) for card in view.hand | view.tables[view.seat or 0])
                    check(put_down_question(table, view, name, cards))
                check(revoke_question(table, user))
    assert any(label.startswith("Draw a card") for label in labels)
    assert any("out of turn" in label for label in labels)


def test_cards_are_a_menu_where_their_buttons_would_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = walk(begun(rules=honour_rules("modern", forfeits="britannica")), Random(5), 60)
    menus = 0
    for moment in moments[::3]:
        for user in moment.users:
            monkeypatch.setattr(PANEL_LIMIT, 40)
            usual = components(panel(moment, user))
            monkeypatch.setattr(PANEL_LIMIT, len(usual) - 1)
            fewer = panel(moment, user)
            check(fewer)
            cards = [each for each in usual if ":act play" in each.get("custom_id", "") and not each["disabled"]]
            hands = [each for each in components(fewer) if each.get("placeholder") == "Play a card"]
            if hands:
                menus += 1
                assert [each["label"] for each in hands[0]["options"]] == [each["label"] for each in cards]
                assert len(components(fewer)) < len(usual)
    assert menus > 10


def test_components_are_counted_as_discord_counts_them() -> None:
    for moment in walk(begun(rules=honour_rules("modern", forfeits="enquire")), Random(5), 40)[::4]:
        for user in moment.users:
            layout = panel(moment, user, style=PICTURES)
            (box,) = layout.children
            assert components_in(getattr(box, "children", ())) == len(components(layout))


def test_claims_are_named_with_what_they_bring() -> None:
    table = begun(rules=honour_rules("modern", forfeits="britannica"))
    chance = Random(4)
    found: set[str] = set()
    for moment in walk(table, chance, 200):
        for user in moment.users:
            found.update(check(panel(moment, user)))
    assert any(label.startswith("Claim 20: ") for label in found)
    assert any("20 off" in label for label in found)
    assert "Lift two cards" in found


def test_acts_against_the_rules_are_named_by_what_they_do() -> None:
    beginnings = {"draw": "Draw a card", "lift": "Lift two cards", "play": "Play ", "expose": "Show "}
    named: set[str] = set()
    for moment in walk(begun(rules=honour_rules("modern", forfeits="britannica")), Random(5), 40)[::4]:
        for part in components(panel(moment, moment.users[0])):
            for each in part["options"] if part.get("placeholder") == "Against the rules …" else ():
                route = read_route(part["custom_id"], each["value"])
                assert isinstance(route, AgainstRules)
                verb = route.action.split(" ")[0]
                if verb in beginnings:
                    assert each["label"].startswith(beginnings[verb])
                    named.add(verb)
    assert named >= {"draw", "expose"}
