"""The private panel: a player's cards as buttons, and the controls for all other acts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import discord

from bot.engine import Action, Card, Phase, Verb, View, parse_action
from bot.engine.cards import NO_CARD
from bot.engine.foresight import costs
from bot.house.roster import SIGN
from bot.lazy import dataclass
from bot.tables import Status, Table
from bot.tables.decisions.by_itself import may_declare_then, may_plan, plan_of
from bot.tables.decisions.consent import can_undo
from bot.tables.decisions.play import THE_REST, decided
from bot.tables.values.parts import asked_by
from bot.tables.values.seen import Seen
from bot.ui.kit.controls import (
    BRASS,
    CLOTH,
    MOST_COMPONENTS,
    MOST_OPTIONS,
    SLATE,
    Control,
    Layout,
    button,
    components_in,
    menu,
    rows,
)
from bot.ui.routes import learn as learn_routes
from bot.ui.routes import table as table_routes
from bot.ui.routes.standings import ALL, NOBODY, ShowStats
from bot.ui.routes.table import AllowLook, More, PlayAhead, RefuseLook, ShowTricks
from bot.ui.routes.tournaments import Ready
from bot.ui.text.deals import named, score_pad
from bot.ui.text.faces import PLAIN, Picture, Style, faces, own_hand, shown_name
from bot.ui.text.happened import drawn_lately, what_happened
from bot.ui.text.history import turn_up_text
from bot.ui.text.i18n import in_words, pair, tr
from bot.ui.text.scoring import goal
from bot.ui.text.table_lines import hand_lines, house_line, table_lines
from cogs.table.pages.adjourning import adjourned_words, between_players, go_on_button, name_of
from cogs.table.pages.board import (
    back_button,
    board_link,
    draw_buttons,
    draw_line,
    name_in_line,
    own_draw_line,
    score_line,
    time_left,
    title,
)
from cogs.table.pages.declaring import (
    BULB,
    label,
    lies_line,
    lies_ready,
    marked,
    offer,
    offered,
    offers,
    passing,
    warnings,
    what_to_do,
)
from cogs.table.pages.honour_panel import hand_menu, has_a_turn, honour_acts, pressable
from cogs.table.pages.result import headline

CARDS_A_ROW = 4
"""Number of card buttons in a row, which fit on the narrowest phone."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """The action that the house would do, None while it is thinking, and a sentence that says why."""

    action: Action | None
    words: str


def panel(
    table: Table,
    user_id: int,
    *,
    note: str = "",
    style: Style = PLAIN,
    hint: Hinted | None = None,
    now: datetime | None = None,
    until: datetime | None = None,
    late: bool = False,
    ahead: bool = False,
    milestone: str = "",
) -> Layout:
    """Build a seat's private panel as it stands.

    Args:
        note: Text shown on top, for instance why something was refused.
        now: Decides whose **Resume** still holds in an adjourned game.
        ahead: Whether a card can be chosen ahead, also in a quick game.
    """
    seen = table.seen_by(user_id)
    seat, view = seen.seat, seen.view
    if table.adjourned is not None and seat is not None:
        return _adjourned_panel(table, seat, view, style, note, now or table.adjourned.since)
    if seat is None or view is None or table.status is not Status.PLAYING or table.awaits_deal or view.over:
        return _idle_panel(table, seen, style, note, milestone)
    mine = _is_on_move(view)
    declares = mine and view.phase is Phase.DECLARE and view.honour is None
    asked = _what_to_do(view, table) if view.honour is None else what_to_do(view, table)
    ahead = plans_here(table, user_id) or (ahead and may_plan(table, user_id))
    then = ahead_words(table, user_id) if ahead else ""
    turn = [f"**{asked}**{time_left(until, late=late)}{then}", barred_words(table, user_id)]
    happened, lies = happened_to(table, seen, style), lies_line(view, style, buttons=not declares)
    begins = view.number == 0 and not view.tricks_played and not view.trick
    house = house_line(table) if table.place.private and begins else ""
    if style.picture is None:
        head = [title(table, view.number), turn_up_text(view), score_line(view, table)]
        head += table_lines(view, table.names, style)
        if in_words() or view.phase is Phase.DECLARE:
            head += hand_lines(view, style)
        below, small = [happened, *turn, f"-# {house}" if house else ""], f"-# {lies}" if lies else ""
    else:  # all small print in one paragraph, as a phone shows little beside a picture, which shows the rest
        told = " · ".join(filter(None, [name_in_line(table, view.number), happened, house, lies]))
        head, below, small = [], [f"-# {told}", *turn], ""
    items: list[discord.ui.Item[Any] | Picture | str | None] = ["\n".join(filter(None, head)), style.picture]
    items.append("\n".join(filter(None, below)))
    moment = table.moment_for(user_id)
    first, beside = first_menu(view, table, user_id, seen.ply) if ahead else None, list[Control]()
    if view.honour is not None:
        cards = rows(_card_buttons(view, table, moment, style, hint), CARDS_A_ROW)
        items += honour_acts(view, table, cards, hint.action if hint else None)
    elif declares:
        items += _declaring(view, table, hint)
        beside = [_passing(view, table, moment, hint), *take_back(table, user_id, seen.ply, style)]
    elif ahead:
        items += rows(_cards_ahead(view, table, user_id, seen.ply, style), CARDS_A_ROW)
        items.append(first)
    else:
        shown, ready = _card_buttons(view, table, moment, style, hint), lies_ready(view) if mine else None
        whole = len(shown) if ready else len(shown) // CARDS_A_ROW * CARDS_A_ROW
        items += [*rows(shown[:whole], CARDS_A_ROW), ready]
        beside = shown[whole:]
    items.append(small)
    # What the menu offers needs no page, and where cards can be chosen ahead each click brings a fresh panel.
    items += rows([*beside, *_helpers(view, table, seen.ply, user_id, again=not ahead)[first is not None :]])
    if hint is not None:
        items.insert(2, pair(tr("Hint"), hint.words) if in_words() else f"{BULB} {hint.words}")
    items += _between_players(table, user_id, seat)
    if note:
        items.insert(0, f"⚠ {note}")
    if view.honour is not None and components_in(items) > MOST_COMPONENTS and cards[0] in items:
        at = items.index(cards[0])
        items[at : at + len(cards)] = hand_menu(view, table, hint.action if hint else None)
    colour = BRASS if mine else CLOTH
    return Layout(colour, *items)


def _is_on_move(view: View) -> bool:
    return view.to_play if view.honour is None else has_a_turn(view)


def _helpers(view: View, table: Table, ply: int, user_id: int, *, again: bool = True) -> list[Control]:
    """Return the controls that are no acts in the game: advice, menu, hint, a fresh panel, undo, and the tricks."""
    helpers = [button(table_routes.Advise(table.id, ply), tr("Declare?"))] if not view.last_eight else []
    if view.last_eight and view.to_play and decided(table):
        rest = table_routes.Act(table.id, table.moment_for(user_id), THE_REST)
        helpers = [button(rest, tr("End the deal: it is decided"), discord.ButtonStyle.success)]
    # It comes second, as on a phone there is no room for it after the others.
    helpers.append(button(More(table.id), tr("Menu")))
    if table.hints:
        helpers.append(button(learn_routes.Hint(table.id, ply), tr("Hint") if in_words() else BULB))
    if again and not _is_on_move(view):  # after a restart the token is lost, and only this updates the panel
        helpers.append(button(table_routes.ShowPanel(table.id, ply), tr("Look again")))
    if table.undo is None and can_undo(table, user_id):
        helpers.append(button(table_routes.AskUndo(table.id, ply), tr("Undo")))
    if view.opened or len(view.tricks) < view.tricks_played:  # otherwise the board shows them to everybody
        colour = discord.ButtonStyle.primary if view.opened else discord.ButtonStyle.secondary
        helpers.append(button(ShowTricks(table.id, view.number, panel=1), tr("Tricks"), colour))
    return helpers


def _between_players(table: Table, user_id: int, seat: int) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out the requests among players, and the way back for a player whose seat the house holds."""
    items: list[discord.ui.Item[Any] | Picture | str | None] = []
    if seat in table.held:
        words = tr("{sign} The house plays for you until your next move.", sign=SIGN)
        items += [words, *rows([back_button(table)])]
    items += _draw(table, user_id)
    if asked_by(table.undo) == user_id:
        items.append("-# " + tr("You ask to undo your last move."))
    return items + between_players(table, user_id) + _looking(table, user_id)


def _draw(table: Table, user_id: int) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out how a draw offer stands: for the player who made it, or with the buttons that answer it."""
    if table.draw is None:
        return []
    if table.draw.user != user_id:
        return [] if table.draw.declined else [draw_line(table), *rows(draw_buttons(table))]
    if table.draw.declined:
        return ["🤝 " + tr("Your offer of a draw was declined.")]
    take_back = button(table_routes.DeclineDraw(table.id, table.draw.ply), tr("Take it back"))
    return [own_draw_line(table), *rows([take_back])]


def _looking(table: Table, user_id: int) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out, for the player who asked or is asked, how a request to look at the tricks stands."""
    asked, yet = table.looking, table.yet_to_let_look
    if asked is None:
        return []
    if user_id in yet:
        answers = [
            button(AllowLook(table.id, asked.ply, 1), tr("Let them be looked at"), discord.ButtonStyle.success),
            button(RefuseLook(table.id, asked.ply, 1), tr("Leave them closed")),
        ]
        words = tr("{name} asks to look at all tricks of this deal.", name=name_of(table, asked.user))
        return [words, *rows(answers)]
    if table.tricks_lie_open:
        return ["-# " + tr("The tricks lie open until the next lead.")]
    if asked.user != user_id:
        return []
    if asked.declined:
        return ["-# " + tr("Not everyone wants the tricks opened.")]
    return ["-# " + tr("You ask to look at all tricks.")]


def happened_to(table: Table, seen: Seen, style: Style = PLAIN) -> str:
    """Say in one line what has happened at a table since a seat last played."""
    deal = seen.game.deal
    if deal is None or seen.seat is None:
        return ""
    first = next((at for at, row in enumerate(table.actions) if row.deal == deal.base.number), 0)
    by_house = frozenset(index - first for index in table.stood_in)
    return what_happened(deal, seen.done, seen.seat, table.names, style, by_house=by_house)


def drawn_by(seen: Seen) -> Card:
    """Return the card that a seat has drawn since it last played, or ``NO_CARD``; only that seat may see it."""
    deal = seen.game.deal
    return drawn_lately(deal, seen.done, seen.seat) if deal is not None and seen.seat is not None else NO_CARD


def _adjourned_panel(table: Table, seat: int, view: View | None, style: Style, note: str, now: datetime) -> Layout:
    """Build the panel of a player whose game is adjourned: the cards to look at, and how the game resumes."""
    head = [title(table, view.number if view is not None else None)]
    if view is not None and not view.over and style.picture is None:
        head += [turn_up_text(view), score_line(view, table), *table_lines(view, table.names, style)]
        head += hand_lines(view, style)
    # Where readiness lapses, the panel is not edited at that moment, so the button always stays enabled.
    pressed = table.users[seat] in table.ready_at(now) and seat not in table.held and not table.readiness_lapses
    buttons = [go_on_button(table, panel=True, pressed=pressed)]
    if seat in table.held:
        buttons.append(back_button(table))
    picture = style.picture if view is not None and not view.over else None
    said = f"⚠ {note}" if note else None
    return Layout(SLATE, said, "\n".join(head), picture, adjourned_words(table), *rows(buttons))


def asleep(table: Table) -> Layout:
    """Build the panel of a player who waits for others, when it is no longer kept up to date."""
    return Layout(
        SLATE,
        title(table),
        tr("No click for a quarter of an hour: these cards are out of date."),
        *rows([button(table_routes.ShowPanel(table.id, 0), tr("Show my cards"), discord.ButtonStyle.primary)]),
    )


def _idle_panel(table: Table, seen: Seen, style: Style, note: str, milestone: str) -> Layout:
    """Build the panel of a user who has no cards: how the deal ended, and what comes next."""
    seat, view = seen.seat, seen.view
    told, next_deal = [], []
    if seat is not None and view is not None and view.over:
        told = [f"**{tr('This deal is over.')}**"]
        if style.picture is None:
            told += score_pad(view, named(table.names), table.game.deals[view.number].base.carried)
        told.append(goal(view.rules))
    if table.being_dealt:
        words = tr("The cards are being dealt.")
        if table.private:  # should this message never get its cards, the button has them sealed anew
            next_deal = [button(table_routes.ShowPanel(table.id, table.ply_for(None)), tr("Look again"))]
    elif table.status is Status.PLAYING:
        words = tr("**Deal** deals the next cards.")
        if seat is not None:
            next_deal = [
                button(table_routes.Deal(table.id, table.ply_for(None)), tr("Deal"), discord.ButtonStyle.success),
                button(table_routes.Cut(table.id), tr("Cut")),
            ]
    elif table.status is Status.LOBBY:
        words = f"{tr('This table has not begun yet.')} {board_link(table)}"
        if table.fixture is not None and seat is not None:
            words = f"{tr('The game begins when all have pressed **Ready**.')} {board_link(table)}"
            yet = [
                name for user, name in zip(table.users, table.names, strict=True) if user not in table.fixture.present
            ]
            told += [f"{shown_name(name)} · {tr('not here yet')}" for name in yet]
            next_deal = [button(Ready(table.id), tr("Ready"), discord.ButtonStyle.success)]
    elif table.status is Status.FINISHED:
        told.append(f"**{headline(table)}**")
        words = tr("The game is over; **Rematch** is under its result.")
        next_deal = [button(ShowStats(NOBODY, ALL), pair(tr("Me"), milestone))] if milestone else []
    else:
        words = tr("This table is closed.")
    head = [title(table, view.number if view is not None and told else None), *told]
    said = f"⚠ {note}" if note else None
    return Layout(SLATE, said, "\n".join(filter(None, head)), style.picture, words, *rows(next_deal))


def _what_to_do(view: View, table: Table) -> str:
    if not view.to_play:
        name = shown_name(table.names[view.turn])
        if view.phase is Phase.DECLARE and view.turn != view.leader:
            return tr("{name} may declare too.", name=name)
        if view.phase is Phase.DECLARE:
            return tr("{name} may declare, then leads.", name=name)
        return tr("It is {name}'s turn.", name=name)
    if view.phase is Phase.DECLARE:
        partner = view.turn != view.leader
        if not any(a.verb is not Verb.PASS for a in view.offered):
            asks = view.rules.partners and not partner
            return tr("Nothing to declare.") if asks else tr("Nothing to declare. Draw a card.")
        if partner:
            return tr("Declare too, or draw.")
        return tr("You won the trick: declare or draw.")
    if not view.trick:
        return tr("Your turn: lead a card.")
    if view.last_eight:
        legal = sum(a.verb is Verb.PLAY for a in view.legal)
        held = len(view.hand) + len(view.tables[view.turn])
        if legal < held:
            return tr("Your turn: follow suit, and win the trick if you can.")
    return tr("Your turn: play any card.")


def _card_buttons(view: View, table: Table, moment: int, style: Style, hint: Hinted | None) -> list[Control]:
    """Make a button for each card held; only those that may be played now can be pressed.

    At an honour table all that hands can play can be pressed, with no sign of which are lawful.
    """
    playable = frozenset(a.cards[0] for a in view.legal if a.verb is Verb.PLAY)
    usual = discord.ButtonStyle.primary if playable else discord.ButtonStyle.secondary
    if view.honour is not None:
        playable = frozenset(pressable(view))
    controls, seat = [], view.seat or 0
    lies, hinted = frozenset(view.tables[seat]), hint.action if hint is not None else None
    for card in own_hand(view):
        text, emoji = style.label(card, lies=card in lies)
        action, colour = Action(seat, Verb.PLAY, (card,)), usual
        if action == hinted:
            text, colour = marked(text, action, hinted), discord.ButtonStyle.success
        controls.append(
            button(
                table_routes.Act(table.id, moment, action.words),
                text,
                colour if card in playable else discord.ButtonStyle.secondary,
                disabled=card not in playable,
                emoji=emoji,
            )
        )
    if view.honour is not None:
        return controls
    return controls + [offer(each, view, table, hinted) for each in offered(view)]


def _cards_ahead(view: View, table: Table, user_id: int, ply: int, style: Style) -> list[Control]:
    """Make a button for each card held, which chooses it ahead or takes it back."""
    plan, controls = plan_of(table, user_id), []
    for card in own_hand(view):
        text, emoji = style.label(card, lies=card in view.tables[view.seat or 0])
        words = Action(view.seat or 0, Verb.PLAY, (card,)).words
        chosen = plan is not None and plan.play == words
        colour = discord.ButtonStyle.success if chosen else discord.ButtonStyle.secondary
        controls.append(button(table_routes.PlayAhead(table.id, ply, words), text, colour, emoji=emoji))
    return controls


def _declaring(view: View, table: Table, hint: Hinted | None) -> list[discord.ui.Item[Any] | str | None]:
    """Lay out the controls after a trick: declarations and sevens, and what they would cost."""
    choices = offered(view)
    return [*offers(view, table, choices, hint.action if hint else None), warnings(costs(view, choices), view)]


def _passing(view: View, table: Table, moment: int, hint: Hinted | None) -> Control:
    text = marked(passing(view), Action(view.turn, Verb.PASS), hint.action if hint else None)
    return button(table_routes.Act(table.id, moment, "pass"), text, discord.ButtonStyle.primary)


# ---------------------------------------------------------------- chosen ahead


def plans_here(table: Table, user_id: int) -> bool:
    """Tell whether the cards of a panel can be chosen ahead without asking for it: where a move may take days.

    In a quick game a click that comes late would be one, so there the menu leads to it.
    """
    return may_plan(table, user_id) and (table.terms.clock.by_correspondence or plan_of(table, user_id) is not None)


def ahead_words(table: Table, user_id: int) -> str:
    """Say behind whose turn it is what a player has chosen to play, or that they can choose it."""
    plan = plan_of(table, user_id)
    if plan is None or plan.barred or not plan.play:
        return " ⏩ " + tr("choose a card ahead")
    card = faces(parse_action(f"{plan.seat} {plan.play}").cards)
    return " ⏩ " + tr("{card}, press again to cancel", card=card)


def barred_words(table: Table, user_id: int) -> str:
    """Say that what a player had chosen is not allowed, until their next play."""
    plan = plan_of(table, user_id)
    if plan is None or not plan.barred:
        return ""
    card = faces(parse_action(f"{plan.seat} {plan.play}").cards)
    return "⏩ " + tr("{card} is not allowed any more: choose anew.", card=card)


def first_menu(view: View, table: Table, user_id: int, ply: int) -> discord.ui.ActionRow[Any] | None:
    """Make the menu of what can be declared first if the trick is won, or None; what is chosen can be taken back."""
    plan = plan_of(table, user_id)
    chosen, options, what = plan.declare if plan is not None else "", [], tr("ask me")
    for each in may_declare_then(table, user_id)[:MOST_OPTIONS]:
        words = tr("nothing") if each.verb is Verb.PASS else label(each, view)
        if each.words == chosen:
            what, words = words, tr("ask me")
        options.append((words, PlayAhead(table.id, ply, each.words), ""))
    partners = view.rules.partners  # either may declare after a trick of theirs
    words = tr("If we win, first: {what}", what=what) if partners else tr("If I win, first: {what}", what=what)
    return menu(words, options) if options else None


def take_back(table: Table, user_id: int, ply: int, style: Style) -> list[Control]:
    """Return the control that takes a card back which would be played once its player has declared."""
    plan = plan_of(table, user_id)
    if plan is None or plan.barred or not plan.play:
        return []
    text, emoji = style.label(parse_action(f"{plan.seat} {plan.play}").cards[0])
    words = pair(text, tr("Take it back")) if text else tr("Take it back")
    return [button(PlayAhead(table.id, ply, plan.play), words, emoji=emoji)]
