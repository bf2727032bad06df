"""The controls of an honour table's panel: drawing by hand, claiming forfeits, and acts against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine import Action, Verb, View, card_name, parse_card
from bot.engine.foresight import costs
from bot.engine.forfeits import COLUMNS, Irregularity, Marking
from bot.engine.honour import HonourView
from bot.tables import Table
from bot.ui.kit.controls import BRASS, ROSE, Control, Layout, button, menu, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.table import PUT_DOWN, AgainstRules, AskRevoke, LayDown, PutDown
from bot.ui.text.faces import face, faces, sorted_hand, title_name
from bot.ui.text.i18n import mark, tr
from bot.ui.text.scoring import combination_title, spoken
from cogs.table.pages.board import title
from cogs.table.pages.declaring import choosing, lying, marked, offered, offers, warnings

_MOST_CLAIMS = 2
"""Most claims shown as buttons; more become a menu, as a message holds 40 components in all."""
_MENU_OF_CLAIMS = 8
_MENU_OF_CALLS = 9
_MENU_OF_CARDS = 10
"""Numbers that keep the menus' ids in a message different; the menus of declarations count from 0."""
_SEEN = mark(
    {
        Irregularity.DRAWN_OUT_OF_TURN: "{name} drew out of turn",
        Irregularity.PLAYED_OUT_OF_TURN: "{name} played out of turn",
        Irregularity.NOT_DRAWN: "{name} played without drawing",
        Irregularity.NINE_CARDS: "{name} holds nine cards",
    }
)
Items = list[discord.ui.Item[Any] | str | None]


def has_a_turn(view: View) -> bool:
    """Return whether a seat has something to do besides claims and calls."""
    return any(action.verb not in (Verb.CLAIM, Verb.CALL) for action in view.offered)


def in_own_chance(view: View) -> bool:
    """Return whether the seat's own chance to declare is open at an honour table."""
    return view.honour is not None and view.seat is not None and view.honour.chances[view.seat]


def honour_acts(view: View, table: Table, cards: Sequence[discord.ui.ActionRow[Any]], hinted: Action | None) -> Items:
    """Lay out what a seat can do at an honour table: regular acts, then claims, then what is against the rules.

    Args:
        view: The seat's view.
        table: The table.
        cards: The buttons that play the cards held.
        hinted: The action that the house would do; its control carries a sign.
    """
    items: Items = []
    choices = offered(view)
    if choices:
        items += offers(view, table, choices, hinted)
        items.append(warnings(costs(view, choices), view))
    if in_own_chance(view):
        cards = []
    items += cards
    items += rows(_by_hand(view, table, hinted))
    items += _calls(view, table)
    items += _claims(view, table, hinted)
    items += _against(view, table)
    return items


def hand_menu(view: View, table: Table, hinted: Action | None) -> Items:
    """Lay out the cards that may be played as a menu, for panels where a button for each exceeds Discord's limit."""
    plays = [action for action in view.legal if action.verb is Verb.PLAY]
    if not plays:
        return []
    ply, mine = _ply(view, table), view.tables[view.seat or 0]
    by_card = {action.cards[0]: action for action in plays}
    options = [
        (
            marked(lying(face(card)) if card in mine else face(card), by_card[card], hinted),
            table_routes.Choose(table.id, ply, _MENU_OF_CARDS, by_card[card].words),
            "",
        )
        for card in sorted_hand(view.hand | mine)
        if card in by_card
    ]
    return [menu(tr("Play a card"), options)]


def _by_hand(view: View, table: Table, hinted: Action | None) -> list[Control]:
    """Make the buttons for drawing, choosing a lifted card, ending a chance to declare, and *Done*."""
    found = []
    draws = any(action.verb is Verb.DRAW for action in view.offered)
    for action in view.offered:
        text = _hand_label(action, view, draws=draws)
        if text is not None:
            found.append(_act(view, table, action, marked(text, action, hinted), discord.ButtonStyle.primary))
    return found


def _hand_label(action: Action, view: View, *, draws: bool) -> str | None:
    match action.verb:
        case Verb.DRAW:
            return tr("Draw a card")
        case Verb.TAKE:
            return tr("Take {card}", card=face(action.cards[0]))
        case Verb.RETURN:
            return tr("Send back {card}", card=face(action.cards[0]))
        case Verb.DONE:
            return tr("Done")
        case Verb.PASS if view.honour is not None and choosing(view, view.honour):
            return tr("Let the choice go")
        case Verb.PASS if not draws:  # drawing passes, too
            return tr("Declare no more")
    return None


def _act(view: View, table: Table, action: Action, text: str, style: discord.ButtonStyle) -> Control:
    return button(table_routes.Act(table.id, _ply(view, table), action.words), text, style)


def _ply(view: View, table: Table) -> int:
    return table.ply_for(table.users[view.seat or 0])


def _calls(view: View, table: Table) -> Items:
    """Lay out the faced cards of others that may be called."""
    calls = [action for action in view.offered if action.verb is Verb.CALL]
    if not calls:
        return []
    ply = _ply(view, table)
    options = [
        (
            tr("{name} must play {card}", name=_holder(view, table, action), card=face(action.cards[0])),
            table_routes.Choose(table.id, ply, _MENU_OF_CALLS, action.words),
            "",
        )
        for action in calls
    ]
    return [menu(tr("Call a faced card"), options)]


def _holder(view: View, table: Table, action: Action) -> str:
    """Return the name of the player who holds a faced card, which all have seen."""
    card = action.cards[0]
    seats = zip(view.known, view.tables, table.names, strict=True)
    return next((title_name(name) for known, lies, name in seats if card in known or card in lies), "?")


# ------------------------------------------------------------------ claims


def _claims(view: View, table: Table, hinted: Action | None) -> Items:
    """Lay out the irregularities that the seat can claim, the declarations it may challenge, and the revoke."""
    honour = view.honour
    assert honour is not None
    assert view.seat is not None
    found = [(each, _claim_label(each, view, honour, table)) for each in view.offered if each.verb is Verb.CLAIM]
    if honour.doubtful:
        challenge = Action(view.seat, Verb.CLAIM, name=Irregularity.WRONG_DECLARATION.value)
        found.append((challenge, _challenge_label(honour, table)))
    items: Items = []
    buttons: list[Control] = []
    if len(found) > _MOST_CLAIMS:
        ply = _ply(view, table)
        options = [
            (marked(text, each, hinted), table_routes.Choose(table.id, ply, _MENU_OF_CLAIMS, each.words), "")
            for each, text in found
        ]
        items.append(menu(tr("Claim …"), options))
    else:
        buttons = [
            _act(view, table, each, marked(text, each, hinted), discord.ButtonStyle.danger) for each, text in found
        ]
    if honour.may_claim_revoke:
        revoke = Action(view.seat, Verb.CLAIM, name=Irregularity.REVOKE.value)
        text = marked(tr("Revoke!"), revoke, hinted)
        if honour.played_out:  # a claim without ground is then refused and costs nothing
            buttons.append(_act(view, table, revoke, text, discord.ButtonStyle.danger))
        else:
            buttons.append(button(AskRevoke(table.id, _ply(view, table)), text, discord.ButtonStyle.danger))
    return [*items, *rows(buttons, 2)]


def _claim_label(action: Action, view: View, honour: HonourView, table: Table) -> str:
    """Write a claim's label: the irregularity, the offender, and how it is marked."""
    kind, _, way = action.name.partition(" ")
    ground = next(each for each in honour.grounds if each.kind.value == kind)
    name = title_name(table.names[ground.offender])
    what = tr(_SEEN[ground.kind], name=name)
    forfeit = COLUMNS[honour.column].forfeits[ground.kind]
    points = spoken(forfeit.points, view.rules)
    adds = way == Marking.ADD.value or (not way and forfeit.marking is Marking.ADD)
    if adds:
        return tr("{what}: {points} for you", what=what, points=points)
    return tr("{what}: {points} off {name}", what=what, points=points, name=name)


def _challenge_label(honour: HonourView, table: Table) -> str:
    if len(honour.doubtful) > 1:
        return tr("I challenge what was declared")
    meld = honour.doubtful[0].meld
    name = title_name(table.names[meld.seat])
    return tr("I challenge {name}: {what}", name=name, what=combination_title(meld.row.name).lower())


def revoke_question(table: Table, user_id: int) -> Layout:
    """Build the page that asks a player to confirm the claim of a revoke while the deal is being played."""
    ply = table.ply_for(user_id)
    claim = f"{Verb.CLAIM.value} {Irregularity.REVOKE.value}"
    return Layout(
        ROSE,
        title(table),
        tr(
            "You claim that an opponent has revoked in the last eight tricks. Your side can do so once in a deal; "
            "it is judged when all tricks are played, and if nobody has revoked by now the claim is used up."
        ),
        *rows(
            [
                button(table_routes.Act(table.id, ply, claim), tr("Claim the revoke"), discord.ButtonStyle.danger),
                button(table_routes.ShowPanel(table.id, ply), tr("Back to my cards")),
            ]
        ),
    )


# ------------------------------------------------------------------ against the rules


def _against(view: View, table: Table) -> Items:
    """Lay out the menu of acts against the rules; it stands apart, so that none is done by a slip of the thumb."""
    honour = view.honour
    assert honour is not None
    ply = _ply(view, table)
    places = {card: place for place, card in enumerate(sorted_hand(view.hand | view.tables[view.seat or 0]))}
    verbs = (Verb.DRAW, Verb.LIFT, Verb.PLAY, Verb.EXPOSE)
    wrong = sorted(honour.irregular, key=lambda act: (verbs.index(act.verb), *(places[card] for card in act.cards)))
    options = [(_sin_label(action, view, honour), AgainstRules(table.id, ply, action.words), "") for action in wrong]
    if honour.may_put_down:
        options.append((tr("Put down other cards …"), AgainstRules(table.id, ply, PUT_DOWN), ""))
    return [menu(tr("Against the rules …"), options)] if options else []


def _sin_label(action: Action, view: View, honour: HonourView) -> str:
    seat = view.seat or 0
    if action.verb is Verb.DRAW:
        return tr("Draw a card out of turn")
    if action.verb is Verb.LIFT:
        return tr("Lift two cards")
    card = face(action.cards[0])
    if action.cards[0] in view.tables[seat]:
        card = lying(card)
    if action.verb is Verb.EXPOSE:
        return tr("Show {card} to all", card=card)
    if seat != honour.to_play:
        return tr("Play {card} out of turn", card=card)
    if view.stock and honour.holds[seat] < view.law.hand:
        return tr("Play {card} without drawing", card=card)
    return tr("Play {card} all the same", card=card)


def putting_down(table: Table, view: View, name: str = "") -> Layout:
    """Build the page on which a player puts down cards: it asks for the combination first, then for the cards.

    Args:
        table: The table.
        view: The player's view.
        name: The combination's name; empty until it is chosen.
    """
    ply = _ply(view, table)
    if not name:
        names = [(combination_title(row), PutDown(table.id, ply, row), "") for row in view.law.rows]
        asked: Items = [tr("What do you say that you put down?"), menu(tr("What do you declare?"), names)]
    else:
        exposed = view.tables[view.seat or 0]
        cards = [
            (lying(face(card)) if card in exposed else face(card), LayDown(table.id, ply, name, card_name(card)), "")
            for card in sorted_hand(view.hand | exposed)
        ]
        words = tr("With which cards do you put down **{what}**?", what=combination_title(name).lower())
        asked = [words, menu(tr("Which cards?"), cards, most=len(cards))]
    return Layout(BRASS, title(table, view.number), *asked, *rows([_back(table, ply)]))


def put_down_question(table: Table, view: View, name: str, cards: str) -> Layout:
    """Build the page that asks for confirmation before cards are put down as a combination."""
    ply = _ply(view, table)
    shown = faces(sorted_hand(parse_card(card) for card in cards.split()))
    words = tr(
        "You put down **{what}** with {cards}. It is marked at once; an opponent who finds it wrong may challenge it.",
        what=combination_title(name).lower(),
        cards=shown,
    )
    yes = button(AgainstRules(table.id, ply, f"{Verb.DECLARE.value} {name} {cards}"), tr("Put them down"),
                 discord.ButtonStyle.danger)  # fmt: skip
    return Layout(BRASS, title(table, view.number), words, *rows([yes, _back(table, ply)]))


def _back(table: Table, ply: int) -> Control:
    return button(table_routes.ShowPanel(table.id, ply), tr("Back to my cards"))
