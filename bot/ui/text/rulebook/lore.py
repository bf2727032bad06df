"""Pages beside the rules: cards and counters, the game's names and history, the cautions of the old books."""

from __future__ import annotations

from bot.engine.cards import ACE, KING, KNAVE, QUEEN, TEN, card
from bot.ui.text.i18n import tr
from bot.ui.text.rulebook.reading import Page, Reading, chip, chips, paragraphs, points_list, rests_on, suit_word


def the_cards(_reading: Reading) -> list[Page]:
    """Write about the books' cards and their ways of keeping the score."""
    return [
        Page(
            tr("Pack, stock and talon"),
            paragraphs(
                tr(
                    "A **Bézique pack** has 32 cards, ace to seven: the same as for Piquet, Écarté or Euchre. "
                    "Everybody brings one, and their backs should be alike."
                ),
                tr(
                    "To the parlour manual the **stock** is all the packs together, shuffled and ready to be dealt, "
                    "and the **talon** what is left when everybody has eight. The other books say *stock* for what is "
                    "left, and so does this one."
                ),
                rests_on(tr("the parlour manual; Britannica for the backs")),
            ),
        ),
        Page(
            tr("Markers"),
            paragraphs(
                tr(
                    "The score was kept on a **bézique board** with **pegs**, on a numbered **dial** with a hand, or "
                    "with counters; **markers** were sold with the cards. A cribbage board or pencil and paper do as "
                    "well."
                ),
                tr("Here the bot marks every point, and the score sheet says what it came from."),
                rests_on(tr("Britannica, Enquire Within, the modern summary")),
            ),
        ),
    ]


def history(_reading: Reading) -> list[Page]:
    """Write the names of the game, and its supposed origins."""
    return [
        Page(
            tr("Names and history"),
            paragraphs(
                tr(
                    "Bézique is *brisque* played with a double pack, and was also called **besi** and **besigue** "
                    "(Britannica). The parlour manual has it as **Penuchle**, under which name it was greatly in "
                    "favour among the Germans; its descendant *pinochle* is popular to this day."
                ),
                tr(
                    "Where it was born the books do not agree. The modern summary looks to France, to card games of "
                    "350 years ago. Enquire Within has heard that it is Swedish, and that Indian officers, who had it "
                    "from a Scandinavian comrade, brought it to England. In the nineteenth century it became "
                    "the fashion."
                ),
            ),
        )
    ]


def cautions(reading: Reading) -> list[Page]:
    """Write the cautions of the old books, each with its reason."""
    trump = reading.trump
    queen, knave = reading.bezique
    court = [card(0, trump, rank) for rank in (ACE, TEN, KING, QUEEN, KNAVE)]
    royal = (card(0, trump, KING), card(0, trump, QUEEN))
    return [
        Page(
            tr("Which cards to keep"),
            paragraphs(
                points_list(
                    tr("**Tens**, till they can be made to count: a ten is worth its ten only in a trick that you win."
                       ""),
                    tr("**Sequence cards**, {court}, as long as possible: 250 is the most that five cards can make.",
                       court=chips(court)),
                    tr("**{queen} {knave}**, for further uses: both serve in more than bézique, above all when "
                       "{suits} are trumps, and a second pair makes 500.",
                       queen=chip(queen), knave=chip(knave), suits=_suits(reading)),
                    tr("**Kings and queens**, until they can be married; then the pair may be thrown into the others' "
                       "tricks."),
                    tr("Of an **ace and a king** part with the ace: four aces are hard to get together, and a king may "
                       "yet be married."),
                    tr("**Aces and tens of trumps**, for the last eight tricks: strong in trumps one may take them "
                       "all."),
                ),
                rests_on(tr("Enquire Within for the first two, the parlour manual for the others")),
            ),
        ),
        Page(
            tr("When to do what"),
            paragraphs(
                points_list(
                    tr("**Royal marriage first**, {royal}: the king and queen of a sequence never marry each other. "
                       "Enquire Within puts it before double bézique too.", royal=chips(royal)),
                    tr("**Declare as soon as you can**: whoever waits may not win another trick in time."),
                    tr("**Watch** what the others play and expose: it tells what can still be made, and by whom."),
                    tr("Make sure of **the last trick but one** of the first stage: who does not win it cannot declare "
                       "after it."),
                    tr("And of **the last**: its winner has the last declaration, and the lead into the last eight "
                       "tricks, which forces aces and tens out of the others."),
                ),
                rests_on(tr("Enquire Within; the parlour manual for the last")),
            ),
        ),
    ]  # fmt: skip


def _suits(reading: Reading) -> str:
    """Name the suits of the bézique cards."""
    queen, knave = (each >> 3 & 3 for each in reading.bezique)
    return tr("{one} or {other}", one=suit_word(queen), other=suit_word(knave))
