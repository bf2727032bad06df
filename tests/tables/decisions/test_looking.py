"""Looking at the tricks by mutual consent (E: not "till the end of the deal, except by mutual consent")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import build_rules
from bot.engine.advice import advise
from bot.engine.cards import CardSet, mask_of
from bot.house.roster import Level
from bot.tables import Status, Table, Why
from bot.tables.decisions import consent
from bot.tables.values.table import tidy
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import speaking, tr
from cogs.table.pages.panel import panel
from cogs.table.posts.notices import look_request
from cogs.table.tricks import tricks_page
from tests.tables.at_table import ANN, BEN, CAT, STRANGER, sure
from tests.tables.made import ask, begun, between_deals, noon, played, read_back, why, with_house
from tests.ui.at_board import labels_of, texts_of

CLOSED = build_rules("enquire", 2, {"target": 2000})


def after_tricks(table: Table, tricks: int, cards: int = 0) -> Table:
    """Return a table played on until so many tricks and so many cards of the next are played."""

    def there(now: Table) -> bool:
        deal = now.game.deal
        return deal is not None and (len(deal.tricks), len(deal.trick)) == (tricks, cards)

    return played(table, there)


def seen(table: Table, reader: int | None = None) -> str:
    return "\n".join(texts_of(tricks_page(table, len(table.game.deals) - 1, reader=reader)))


def tricks_in(text: str) -> int:
    return sum(line.split(".")[0].removeprefix("-# ").isdigit() for line in text.split("\n"))


def test_all_others_agree_and_the_tricks_lie_open_until_the_next_card_is_led() -> None:
    table = after_tricks(begun((ANN, BEN, CAT), rules=build_rules("enquire", 3, {})), 4)
    assert tricks_in(seen(table)) == 1
    asked = ask(table, consent.ask_look, noon(), BEN.user_id)
    assert asked.yet_to_let_look == (ANN.user_id, CAT.user_id)
    one = ask(asked, consent.allow_look, noon(), CAT.user_id, table.leads)
    assert not one.tricks_lie_open
    assert tricks_in(seen(one)) == 1
    both = ask(one, consent.allow_look, noon(), ANN.user_id, table.leads)
    assert both.tricks_lie_open
    for reader in (ANN.user_id, BEN.user_id, STRANGER.user_id, None):
        assert tricks_in(seen(both, reader)) == 4
    assert (both.game, both.actions, both.ply) == (table.game, table.actions, table.ply)
    led = after_tricks(both, 4, 1)
    assert led.looking is None
    assert not led.tricks_lie_open
    assert tricks_in(seen(led)) == 1


def test_it_is_asked_for_while_others_follow_and_holds_until_the_next_lead() -> None:
    table = after_tricks(begun((ANN, BEN, CAT), rules=build_rules("enquire", 3, {})), 3, 1)
    asked = ask(table, consent.ask_look, noon(), ANN.user_id)
    for user in (BEN.user_id, CAT.user_id):
        asked = ask(asked, consent.allow_look, noon(), user, table.leads)
    followed = after_tricks(asked, 3, 2)
    assert followed.tricks_lie_open
    complete = after_tricks(followed, 4)
    assert complete.tricks_lie_open
    assert not after_tricks(complete, 4, 1).tricks_lie_open


def test_whoever_declines_leaves_them_closed_until_another_card_has_been_led() -> None:
    table = ask(after_tricks(begun(rules=CLOSED), 3), consent.ask_look, noon(), ANN.user_id)
    declined = ask(table, consent.refuse_look, noon(), BEN.user_id, table.leads)
    assert tricks_in(seen(declined)) == 1
    for user in (ANN.user_id, BEN.user_id):
        assert why(declined, consent.ask_look, noon(), user) is Why.LOOK_DECLINED
    assert why(declined, consent.allow_look, noon(), BEN.user_id, table.leads) is Why.LOOK_NOT_ASKED
    later = after_tricks(declined, 3, 1)
    assert ask(later, consent.ask_look, noon(), ANN.user_id).yet_to_let_look == (BEN.user_id,)


def test_an_answer_to_what_is_not_asked_any_more_does_nothing() -> None:
    asked = ask(after_tricks(begun(rules=CLOSED), 3), consent.ask_look, noon(), ANN.user_id)
    later = ask(after_tricks(asked, 4), consent.ask_look, noon(), ANN.user_id)
    assert why(later, consent.allow_look, noon(), BEN.user_id, asked.leads) is Why.LOOK_NOT_ASKED
    assert ask(asked, consent.ask_look, noon(), BEN.user_id) == asked
    agreed = ask(asked, consent.allow_look, noon(), BEN.user_id, asked.leads)
    assert ask(agreed, consent.refuse_look, noon(), BEN.user_id, asked.leads) == agreed


def test_the_house_always_agrees() -> None:
    alone = after_tricks(with_house([Level.NOVICE], rules=CLOSED), 3)
    assert ask(alone, consent.ask_look, noon(), ANN.user_id).tricks_lie_open
    three = after_tricks(with_house([Level.NOVICE], (ANN, BEN), rules=build_rules("enquire", 3, {})), 3)
    assert ask(three, consent.ask_look, noon(), ANN.user_id).yet_to_let_look == (BEN.user_id,)


def test_what_lies_open_is_counted_by_every_help_and_in_every_view_until_the_next_lead() -> None:
    """RULES: no help counts what is not seen any more, and mutual consent opens the tricks until the next lead."""
    table = after_tricks(begun(rules=CLOSED), 6)
    asked = ask(table, consent.ask_look, noon(), ANN.user_id)
    agreed = ask(asked, consent.allow_look, noon(), BEN.user_id, table.leads)
    assert agreed.game.deal is not None
    played_cards = CardSet(mask_of(c for trick in agreed.game.deal.tricks for c in trick.cards))
    for user in (ANN.user_id, BEN.user_id, None):
        closed, opened = asked.view(user), agreed.view(user)
        assert closed is not None
        assert opened is not None
        assert not closed.opened
        assert len(CardSet(closed.in_sight)) < len(played_cards)
        assert CardSet(opened.in_sight) == played_cards
        assert replace(opened, tricks=closed.tricks, opened=False) == closed  # and nothing else is seen
    mine = table.turn_users[0]
    counted = [advise(each) for each in (asked.view(mine), agreed.view(mine)) if each is not None]
    assert counted[0] != counted[1]
    led = sure(after_tricks(agreed, 6, 1).view(ANN.user_id))
    assert not led.opened
    assert len(led.tricks) == 1


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("in_words", [False, True])
def test_the_panel_asks_answers_and_shows_in_every_language_and_look(language: str, in_words: bool) -> None:
    table = after_tricks(begun(rules=CLOSED), 4)
    asked = ask(table, consent.ask_look, noon(), ANN.user_id)
    declined = ask(asked, consent.refuse_look, noon(), BEN.user_id, table.leads)
    agreed = ask(asked, consent.allow_look, noon(), BEN.user_id, table.leads)
    with speaking(language, in_words=in_words):
        tricks, yes, no = tr("Tricks"), tr("Let them be looked at"), tr("Leave them closed")

        def shown(now: Table, user: int) -> tuple[str, set[str]]:
            page = panel(now, user)
            return "\n".join(texts_of(page)), {label for label in labels_of(page) if label in {tricks, yes, no}}

        assert shown(table, ANN.user_id)[1] == {tricks}
        text, labels = shown(asked, BEN.user_id)
        assert tr("{name} asks to look at all tricks of this deal.", name=shown_name("Ann")) in text
        assert labels == {tricks, yes, no}
        text, labels = shown(asked, ANN.user_id)
        assert tr("You ask to look at all tricks.") in text
        assert labels == {tricks}
        assert tr("Not everyone wants the tricks opened.") in shown(declined, ANN.user_id)[0]
        for user in (ANN.user_id, BEN.user_id):
            text, labels = shown(agreed, user)
            assert tr("The tricks lie open until the next lead.") in text
            assert labels == {tricks}
        first = after_tricks(begun(rules=CLOSED), 1)
        assert shown(first, ANN.user_id)[1] == set()  # nothing is hidden yet


def test_a_panel_at_a_table_with_open_tricks_asks_for_nothing() -> None:
    table = after_tricks(begun(rules=build_rules("modern", 2, {})), 4)
    assert "Tricks" not in labels_of(panel(table, ANN.user_id))


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (after_tricks(begun(rules=build_rules("modern", 2, {})), 3), Why.TRICKS_OPEN),
        (after_tricks(begun(rules=CLOSED), 1), Why.TRICKS_OPEN),
        (between_deals(rules=build_rules("enquire", 2, {"target": 4000})), Why.BETWEEN_DEALS),
    ],
    ids=["open", "one trick", "between deals"],
)
def test_where_nothing_is_hidden_there_is_nothing_to_ask(table: Table, reason: Why) -> None:
    assert why(table, consent.ask_look, noon(), ANN.user_id) is reason
    assert "Ask to look at all tricks" not in labels_of(tricks_page(table, 0, reader=ANN.user_id))


def test_a_request_is_stored_and_lapses_with_the_deal() -> None:
    asked = ask(after_tricks(begun(rules=CLOSED), 3), consent.ask_look, noon(), ANN.user_id)
    assert read_back(asked).looking == asked.looking
    over = played(asked, lambda now: now.awaits_deal or now.status is not Status.PLAYING)
    assert over.looking is None
    assert tidy(asked.but(looking=asked.looking)).looking == asked.looking


def test_the_page_and_the_notice_say_how_it_stands() -> None:
    table = after_tricks(begun(rules=CLOSED), 3)
    for reader in (None, STRANGER.user_id):
        assert labels_of(tricks_page(table, 0, reader=reader)) == []
    assert labels_of(tricks_page(table, 0, reader=ANN.user_id)) == ["Ask to look at all tricks"]
    asked = ask(table, consent.ask_look, noon(), ANN.user_id)
    assert labels_of(tricks_page(asked, 0, reader=ANN.user_id)) == []
    assert "You ask to look at the others" in seen(asked, ANN.user_id)
    assert labels_of(tricks_page(asked, 0, reader=BEN.user_id)) == labels_of(look_request(asked))
    assert labels_of(look_request(asked)) == ["Let them be looked at", "Leave them closed"]
    declined = ask(asked, consent.refuse_look, noon(), BEN.user_id, table.leads)
    assert "stay closed" in "".join(texts_of(look_request(declined)))
    assert "not everyone wants it" in seen(declined, BEN.user_id)
    agreed = ask(asked, consent.allow_look, noon(), BEN.user_id, table.leads)
    assert "lie open until the next lead" in seen(agreed, BEN.user_id)
    assert labels_of(look_request(agreed)) == ["Tricks"]
