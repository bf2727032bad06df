"""Pages about Rubicon: what differs from Bézique, declaring again, carte blanche, and the value of a game."""

from __future__ import annotations

from bot.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, KING, KNAVE, QUEEN, SPADES, TEN, card
from bot.engine.law import law_for
from bot.engine.presets import PRESETS
from bot.ui.text.i18n import tr
from bot.ui.text.rulebook.declaring import example
from bot.ui.text.rulebook.reading import Page, Reading, chip, chips, paragraphs, points_list, reading_by, rests_on
from bot.ui.text.scoring import combination_title


def differences() -> str:
    """List what differs from Bézique."""
    return points_list(
        tr("**Two players, four packs**, 128 cards; **nine** cards each, dealt by threes."),
        tr("**No card is turned up**, and sevens count nothing. The first marriage makes trumps, or the first sequence "
           "where no marriage has been."),
        tr("A **sequence** counts in every suit: 250 in trumps, 150 in another."),
        tr("There is **quadruple bézique**, 4500, and **carte blanche**, 50."),
        tr("**No new card** is needed, and a combination may be made **again** once a card of it has been played."),
        tr("The **last nine** tricks are strict, and the very last counts 50."),
        tr("**Brisques** count in no total; they break a tie and save the rubicon."),
        tr("**One deal is a game**, and it has a value."),
    )  # fmt: skip


def rubicon(_reading: Reading) -> list[Page]:
    """Write the pages on Rubicon, whatever is played at the table."""
    return [
        Page(
            tr("Rubicon"),
            paragraphs(
                tr("The Bézique of the clubs since the 1880s. Who knows Bézique learns these differences:"),
                differences(),
                tr("`/play rules:rubicon` opens a table."),
                rests_on(tr("the laws of Rubicon Bézique, Portland Club 1887")),
            ),
        ),
        _points(),
        _again(),
        _blank(),
        _value(),
        _cautions(),
        _without_use(),
    ]


def _points() -> Page:
    book = reading_by("rubicon")
    law = law_for(PRESETS["rubicon"].rules())
    lines = [
        f"`{row.points:>4}` {chips(example(row, book))} {combination_title(row.name)}" for row in law.rows.values()
    ]
    lines.append(f"`{law.quantities.carte_blanche:>4}` {tr('Carte blanche')}")
    lines.append(f"`{law.quantities.last_trick:>4}` {tr('The very last trick')}")
    return Page(
        tr("What counts in Rubicon"),
        paragraphs(tr("-# Hearts are trumps here."), "\n".join(lines)),
    )


def _again() -> Page:
    fifth = card(1, CLUBS, QUEEN)
    queens = [card(0, suit, QUEEN) for suit in (SPADES, HEARTS, CLUBS, DIAMONDS)]
    return Page(
        tr("Declaring again"),
        paragraphs(
            tr("One declaration after each trick you win. What lies before you may be declared at any later trick, as "
               "long as its cards are there."),
            points_list(
                tr("Of four queens that lie there, {queens}, **one must be played**; then the other three and a fifth, "
                   "{fifth}, make sixty again.", queens=chips(queens), fifth=chip(fifth)),
                tr("Of two marriages in one suit one card must be played; then its partner may marry the other's."),
                tr("The very same cards never count twice as the same thing."),
                tr("Béziques that lie there grow: two singles become a double, with a third pair a treble, with a "
                   "fourth a quadruple. A card of a higher one serves in no lower one."),
                tr("A married pair may go into a sequence. The other way round it may not: **marriage first**."),
            ),
            rests_on(tr("laws 34 to 49")),
        ),
    )  # fmt: skip


def _blank() -> Page:
    return Page(
        tr("Carte blanche"),
        paragraphs(
            tr("Nine cards without king, queen or knave count **50** if you show them before your first card. They go "
               "back into your hand, and both know them."),
            tr("After that, each card you draw may be shown before you play, for 50 more, until a king, queen or knave "
               "comes. It needs no trick and uses up no declaration."),
            rests_on(tr("laws 15, 16, 42 and 43; that who leaves one card out may show the next is ours")),
        ),
    )  # fmt: skip


def _value() -> Page:
    return Page(
        tr("The end, and the rubicon"),
        paragraphs(
            tr("Who has more points wins. If they are equal, more with brisques; if those are equal too, nobody."),
            tr("The **value** is counted in hundreds, rounded down:"),
            points_list(
                tr("Usually the difference of the two scores, at least 100, and **500** for the game."),
                tr("A loser with fewer than **1000** is rubiconed: then the *sum* of both counts, the loser's as "
                   "at least 100, and **1300**."),
                tr("A loser whose brisques bring 1000 saves the rubicon; then both add theirs."),
            ),
            tr("> 1510 to 1240 is worth 1500 − 1200 + 500 = 800.\n"
               "> 1320 to 620 is worth 1300 + 600 + 1300 = 3200."),
            tr("Resigning, or running out of time, loses without a value."),
            rests_on(tr("laws 56 to 61")),
        ),
    )  # fmt: skip


def _cautions() -> Page:
    court = [card(0, HEARTS, rank) for rank in (ACE, TEN, KING, QUEEN, KNAVE)]
    return Page(
        tr("Good to know at Rubicon"),
        paragraphs(
            points_list(
                tr("**Bézique cards first.** Three pairs are 1500 and four 4500, so with two pairs lying there neither "
                   "queen nor knave should go."),
                tr("**Make trumps** in the suit of your sequence cards, {court}.", court=chips(court)),
                tr("**Play from the table.** A queen of the four that lie there makes room for the next sixty; so does "
                   "a king or queen of a marriage."),
                tr("**Win tricks while you have something to declare**: brisques are worth nothing by themselves."),
                tr("**Mind the thousand.** Behind it, every declaration saves the rubicon; near it, every brisque."),
                tr("**Keep trumps for the last nine**: the very last trick is 50."),
            ),
            rests_on(tr("ours, from the laws")),
        ),
    )  # fmt: skip


def _without_use() -> Page:
    return Page(
        tr("Laws without use here"),
        paragraphs(
            tr("The Portland Club also provides for what cannot come about at this table:"),
            points_list(
                tr("**Wrong deals and exposed cards** (laws 9 to 14): the deck is sealed and dealt by the shuffle."),
                tr("**Too many or too few cards, cards seen in drawing** (laws 17 to 24, 28 to 31): cards are drawn "
                   "by themselves."),
                tr("**A wrong declaration** (law 50) and **a revoke** (law 55) are refused."),
                tr("**Turned tricks** (laws 25 and 27) may not be looked at; here the last one may."),
            ),
        ),
    )  # fmt: skip
