"""The honour table in the rule book: possible slips, each book's forfeits, claims, misdeals.

The prices are read from the same columns by which the engine plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.forfeits import COLUMNS, Column, Irregularity, Lifting, Marking
from bot.engine.options import BY_KEY as OPTIONS
from bot.ui.text.i18n import mark, tr
from bot.ui.text.rulebook.reading import Page, Reading, in_pages, paragraphs, points_list, rests_on
from bot.ui.text.words import book_title

_BOOKS: Final = ("britannica", "enquire", "modern")
"""The books that name forfeits; these are also the names of their columns."""
_NAMES: Final[Mapping[Irregularity, str]] = mark(
    {
        Irregularity.DRAWN_OUT_OF_TURN: "drawing out of turn",
        Irregularity.PLAYED_OUT_OF_TURN: "playing out of turn",
        Irregularity.NOT_DRAWN: "playing without having drawn",
        Irregularity.NINE_CARDS: "holding nine cards against eight",
    }
)
_MARKED: Final[Mapping[Marking, str]] = mark(
    {
        Marking.CHOICE: "added to one's own or taken from the other's, as the claimant likes",
        Marking.ADD: "given to the opponent",
        Marking.DEDUCT: "taken from the offender",
    }
)
_LIFTED: Final[Mapping[Lifting, str]] = mark(
    {
        Lifting.BOTH_OPEN: "both are laid open, and the opponent takes the one he likes",
        Lifting.NEXT_DRAW: "the opponent looks at the second, and before the next draw has the choice of it and the "
        "one after",
        Lifting.INTO_THE_MIDDLE: "the opponent says which goes back, into the middle of the stock",
        Lifting.BACK_ON_TOP: "the second goes back on top",
    }
)
_SOURCES: Final[Mapping[str, str]] = mark(
    {
        "britannica": "Britannica; ours: a wrong declaration is taken back",
        "enquire": "Enquire Within; ours: no draw before the next trick with nine cards",
        "modern": "the modern summary; ours: two cards at the next draw, no draw with nine, what becomes of a second "
        "card and of a wrong declaration",
        "revoke_only": "ours, as the parlour manual names no forfeit; the revoke as in Britannica",
    }
)


def irregularities(reading: Reading) -> list[Page]:
    """Write the books' forfeits for slips, what this table does about slips, and which slips are impossible here."""
    rules = reading.rules
    here = (
        tr(
            "Here it **cannot happen**: the bot refuses what is against the rules, tells you why, and nothing is lost "
            "by it. It also deals, draws and counts, so nobody can miscount. No book plays so; it is our choice for a "
            "table on a screen."
        )
        if rules.irregularities == "prevented"
        else tr("This is an **honour table**: what hands can do is not refused, and costs something if it is claimed.")
    )
    return [
        Page(
            tr("Irregularities"),
            paragraphs(
                tr(
                    "At a card table people draw out of turn, hold a ninth card or forget to follow suit. Three of the "
                    "books, *Britannica*, *Enquire Within* and *Modern*, set a price on each such slip; the parlour "
                    "manual names none."
                ),
                here,
                tr(
                    "At an **honour table** mistakes can be made, and claimed for those forfeits. Choose it in the "
                    "house rules: *Irregularities*, forfeits."
                )
                if rules.irregularities == "prevented"
                else "",
            ),
        ),
        _forfeits(COLUMNS[rules.forfeits], reading),
        *_honour_pages(),
    ]


def _forfeits(column: Column, reading: Reading) -> Page:
    asked = [
        f"{tr(_NAMES[slip])}: **{forfeit.points}**, {tr(_MARKED[forfeit.marking])}"
        for slip, forfeit in column.forfeits.items()
    ]
    if len({forfeit.marking for forfeit in column.forfeits.values()}) == 1:
        asked = [f"{tr(_NAMES[slip])}: **{forfeit.points}**" for slip, forfeit in column.forfeits.items()]
        asked.append(tr("points are {marked}", marked=tr(_MARKED[next(iter(column.forfeits.values())).marking])))
    lifting = tr(_LIFTED[column.winner_lifts])
    if column.another_lifts is not column.winner_lifts:
        lifting = tr(
            "{winner}; where it was not the winner of the trick, {other}",
            winner=lifting, other=tr(_LIFTED[column.another_lifts]),
        )  # fmt: skip
    wrong = (
        tr("taken back; its maker scores nothing before taking another trick, and its cards may be *called*")
        if column.bars_scoring
        else tr("taken back")
    )
    revoke = (
        tr("not following suit, or not winning when able, in the last eight: **all eight tricks**")
        if column.must_win
        else tr("not following suit in the last eight: **all eight tricks**")
    )
    return Page(
        tr("Forfeits"),
        paragraphs(
            tr("An honour table by these rules asks the forfeits *{book}*:",
               book=tr(OPTIONS["forfeits"].label(reading.rules.forfeits))),
            points_list(
                *asked,
                "" if asked else tr("no slip costs points; a card played out of turn is taken back"),
                tr("who is a card short takes two at the next draw; who has one too many plays without drawing"),
                tr("lifting two cards: {what}", what=lifting),
                tr("a card played out of turn or exposed, with three or four players, stays on the table and serves in "
                   "no declaration") if column.stays_exposed else "",
                tr("a wrong declaration: {what}", what=wrong),
                revoke,
            ),
            rests_on(tr(_SOURCES[column.name])),
        ),
    )  # fmt: skip


def _honour_pages() -> list[Page]:
    return [
        _the_table(),
        _done_here(),
        *in_pages(tr("What a slip costs"), _costs(), between="\n"),
        *in_pages(tr("Claiming"), _claiming(), between="\n"),
        *in_pages(tr("What follows a claim"), _followed(), between="\n"),
        *in_pages(tr("What else holds there"), _besides(), between="\n"),
        _misdeals(),
    ]


def _the_table() -> Page:
    return Page(
        tr("The honour table"),
        paragraphs(
            tr(
                "At an honour table (*Irregularities*: forfeits) nothing is refused but what hands cannot do. You draw "
                "by hand; you can draw out of turn, lift two cards, forget to draw, put down wrong cards and revoke."
            ),
            tr(
                "The bot notices every slip the moment it happens. It costs something only if an opponent **claims** "
                "it in time. What all could see is offered for claiming at once; only a revoke and a wrong declaration "
                "have to be noticed."
            ),
            points_list(
                tr("No hand takes a tenth card, and while cards are left nobody plays from fewer than seven."),
                tr("The winner draws first and may lead at once; the others draw before they play."),
                tr(
                    "A card played out of turn is shown and taken back; by Britannica with three or four players it "
                    "stays on the table, as an exposed one does, and serves in no declaration."
                ),
                tr("The last eight tricks come after as many tricks as ever, whatever was drawn."),
            ),
        ),
    )


def _done_here() -> Page:
    return Page(
        tr("How it is done here"),
        paragraphs(
            tr(
                "Your panel has **Draw a card**, what you may declare until you draw, and all your cards, which can be "
                "pressed whether the play is lawful or not. Nothing happens by itself."
            ),
            tr(
                "Whatever else hands can do stands apart in the menu *Against the rules …*: drawing out of turn or "
                "twice, lifting two, showing a card, and putting down any cards under any name."
            ),
            tr(
                "What all could see comes at once as a red button with its points: *Claim 10: Cleo drew out of turn*. "
                "*I challenge …* asks whether a declaration was wrong; without ground that is told to you alone. "
                "**Claim a revoke …** is there from the first of the last eight tricks."
            ),
            tr(
                "When a deal is played out there is a minute for claims, by correspondence the time of a move, or "
                "until all have pressed **Done**. Nothing is undone at an honour table."
            ),
        ),
    )


def _prices(kind: Irregularity) -> str:
    """Write each book's forfeit for an irregularity, with the book's name."""
    found = [(book, COLUMNS[book].forfeits.get(kind)) for book in _BOOKS]
    return ", ".join(f"{forfeit.points} ({book_title(book)})" for book, forfeit in found if forfeit is not None)


def _costs() -> list[str]:
    return [
        "• " + text
        for text in (
            tr("**Drawing out of turn**: {prices}.", prices=_prices(Irregularity.DRAWN_OUT_OF_TURN)),
            tr("**Playing out of turn**: {prices}; in the others nothing, but the card was seen.",
               prices=_prices(Irregularity.PLAYED_OUT_OF_TURN)),
            tr("**Playing without having drawn**: {prices}; two cards at the next draw.",
               prices=_prices(Irregularity.NOT_DRAWN)),
            tr("**Nine cards**, where the claimant holds eight: {prices}; the next trick is played without drawing.",
               prices=_prices(Irregularity.NINE_CARDS)),
            tr("**Lifting two cards** (Britannica): of the winner's two the opponent takes one; of another's the "
               "opponent sees the second, and in the next round of draws has the choice of it and the one under it "
               "before anybody draws, whoever has that trick."),
            tr("**Lifting two cards** (Enquire Within): the opponent says which goes back, into the middle of the "
               "stock. Elsewhere the second goes back on top (*ours*)."),
            tr("**A wrong declaration**: its points are taken back (Enquire Within; *ours* in the others)."),
            tr("**A revoke** in the last eight: all eight tricks. Not following suit in every book, not winning when "
               "able in Britannica and Enquire Within."),
            tr("*Revoke only*, for the parlour manual, which names no forfeit (*ours*): the revoke as in Britannica, "
               "and a wrong declaration is taken back."),
        )
    ]  # fmt: skip


def _claiming() -> list[str]:
    return [
        "• " + text
        for text in (
            tr("A draw out of turn can be claimed until you have drawn yourself (Britannica, Enquire Within), or "
               "played with nothing to draw."),
            tr("A card out of turn until that trick is complete, a card not drawn until you have played to the trick "
               "after it, a wrong declaration until you have drawn (*ours*)."),
            tr("Nine cards while they are held: until the trick to which their holder plays is complete (*ours*)."),
            tr("A revoke once a deal for each side, from the first of the last eight tricks on. It is judged when the "
               "brisques are counted; after the deal there is a moment for it, until everybody is done (*ours*)."),
            tr("In Britannica and Enquire Within you say whether the points are added to yours or taken off the "
               "offender's. In Modern they are given to you, and for a card not drawn taken off."),
            tr("A claim without ground costs nothing. Where the target ends the game at once, play stops there, and a "
               "claim may still bring a side below it (*ours*)."),
        )
    ]  # fmt: skip


def _followed() -> list[str]:
    return [
        "• " + text
        for text in (
            tr("A wrong declaration's cards go back to the hand; its maker declares nothing more after that trick "
               "(*ours*)."),
            tr("By Enquire Within its maker scores nothing before taking another trick: no declaring, showing or "
               "exchanging; what tricks bring counts all the same."),
            tr("By Enquire Within cards played in error are **faced**: an opponent may call one until the last eight, "
               "each once, and it must be played to the next trick."),
            tr("A revoke brings the claimant the aces and tens of all eight tricks, and the last trick if it is among "
               "them. If both sides have revoked and say so, the earlier revoke counts (*ours*)."),
        )
    ]  # fmt: skip


def _besides() -> list[str]:
    return [
        "• " + text
        for text in (
            tr("A card drawn out of turn is kept. The seven may still be exchanged in the last round of draws, while "
               "the turn-up lies (*ours*)."),
            tr("One card out of turn for each seat in a trick; a card is shown once while it is held; the same cards "
               "are put down under the same name once between two tricks. Exchanging, showing a seven and announcing "
               "keep their conditions (*ours*)."),
            tr("Your turn to declare lasts until you draw, pass or play, whoever takes the last card of the stock. "
               "When no such turn is left, exposed cards go back to the hands (*ours*)."),
            tr("Lifting two stands for one's own draw and takes three cards in the stock. The first opponent to the "
               "left chooses; until then nothing goes on but claims. Let pass, the second card goes back on top "
               "(*ours*)."),
            tr("By Britannica, of a lift by another than the winner: the card not taken is the lifter's if the lifter "
               "has yet to draw, else it stays on top, open; let pass, both stay. The choice is lost only if the "
               "chooser plays without it. Who needs no card has none. The lifter may go on declaring, but not with "
               "that card (*ours*)."),
            tr("Who has seven cards when the stock is gone plays on with seven. The deal is over when a hand is empty "
               "after a trick; cards left in other hands count for nobody (*ours*)."),
            tr("A wrong declaration that nobody claims stands as scored, and its cards have served (*ours*). If a "
               "first marriage that made trumps is taken back, there are none again."),
            tr("Points claimed count towards the target and are no brisques. A total may fall below zero; one that "
               "fell below the target counts from when it was reached again (*ours*)."),
            tr("House players err in nothing and claim what they are due; a novice overlooks every second case, a "
               "beginner all (*ours*)."),
        )
    ]  # fmt: skip


def _misdeals() -> Page:
    return Page(
        tr("Misdeals"),
        paragraphs(
            tr(
                "The books punish a careless dealer. Britannica: of too few cards the hand is made up from the stock, "
                "or dealt anew if the opponent has not looked at the own cards and wants it; who was given too many "
                "does not draw until seven are left; of the dealer's own too many the surplus goes back, but a dealer "
                "who has looked at them pays 200, as for nine cards; a card exposed in dealing lets the opponent have "
                "a fresh deal. By Enquire Within a wrong deal or an exposed card means a new deal, by the other player."
            ),
            tr(
                "None of it can happen here: the deck is sealed before it is dealt, and the shuffle deals it. That is "
                "why there is no forfeit for it."
            ),
        ),
    )
