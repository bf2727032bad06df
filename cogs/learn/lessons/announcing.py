"""The lesson on announcing: a combination on the table is named now and scored at the next chance."""

from __future__ import annotations

from typing import Final

from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(
    hands=("KS KC KD KH QS JD AD TD", "9D 7D 8D 9S 9C TC JH QH"), turn_up="9H", stock="7C 8S QC 8C 7S 7S"
)

_QUESTIONS: Final = (
    Question(
        mark(
            "You have won a trick, and hold much: **four kings**, **bézique**, and {KS} {QS}, a marriage. Only "
            "**one** may be declared after a trick. Which?"
        ),
        "declare four-kings",
        mark("{gain} points. Here the largest comes first; elsewhere a marriage may."),
        (
            Wrong(
                "declare single-bezique; declare common-marriage",
                mark(
                    "{gain} points, and the kings, {four_kings}, have to wait for another trick. Here they come first."
                ),
            ),
            Wrong("", mark("Then nothing is scored, though you have won.")),
        ),
        then="0 play KD; 1 play 7D",
    ),
    Question(
        mark(
            "You led {KD}, who has counted, and won again. Now {QS} can make **bézique** with {JD}, {single_bezique}, "
            "or marry {KS}, who lies there already, {common_marriage}."
        ),
        "declare single-bezique",
        mark("{gain} points. And look what lies there now: {KS} and {QS}."),
        (
            Wrong(
                "declare common-marriage",
                mark("{gain} points, and bézique has to wait. Declare bézique: the marriage can be **announced**."),
            ),
            Wrong("", mark("Then nothing is scored, though you have won.")),
        ),
    ),
    Question(
        mark(
            "{KS} and {QS} both lie there. To declare them later you would need a **new card** from your hand: the "
            "other king or queen of spades. Unless you **announce** them now."
        ),
        "announce common-marriage",
        mark(
            "Announced: it scores nothing yet. It may be scored at your **next** turn to declare, as the one "
            "declaration of that trick."
        ),
        (
            Wrong(
                "", mark("Then their {common_marriage} points wait for the other {KS} or {QS}, which may never come.")
            ),
        ),
    ),
    Question(
        mark("Now you must win a trick, and until then both cards have to stay where they are. What do you lead?"),
        "play AD",
        mark("Only a trump would have beaten the ace, and it has brought its {brisque} points home."),
        (
            Wrong(
                "play KS; play QS",
                mark("What you have announced must still lie there when it is scored: this breaks it."),
            ),
            Wrong("play JD", mark("The ten, the ace, the king and the queen beat him. Something stronger!")),
            Wrong(
                "play KH",
                mark(
                    "He would most likely win; but with the queen of trumps he counts {royal_marriage}, and the ace "
                    "of diamonds has less to do."
                ),
            ),
            Wrong(
                "play KC; play QC",
                mark("These two can marry yet: {common_marriage} points. Once played, a card is gone."),
            ),
            Wrong("", mark("Nearly every club beats that; and until you win, the announcement waits.")),
        ),
        then="1 play 8D",
    ),
    Question(
        mark(
            "You have won. Two marriages could be declared: the one you announced, or {KC} with {QC}, who is a **new "
            "card** from your hand. One trick, one declaration."
        ),
        "declare common-marriage KS QS",
        mark("{gain} points. And {KC} and {QC} can wait: the queen stays a new card."),
        (
            Wrong(
                "declare common-marriage KC QC",
                mark(
                    "{gain} points; but an announcement holds for **one** turn. Then {KS} and {QS} need a new card, "
                    "while {QC} is one and can wait."
                ),
            ),
            Wrong("", mark("An announcement holds for one turn only: then {KS} and {QS} need a new card.")),
        ),
    ),
)

ANNOUNCING: Final = Lesson(
    "announcing",
    mark("Announcing"),
    mark("Two combinations at once: declare one, announce the other."),
    (Scene(_CARDS, _QUESTIONS, dealer=0, before="1 play 9D; 0 play TD"),),
    mark(
        "**Declare one combination, announce another**, if all its cards lie there, one of them just declared; then "
        "win, and score it at once. There is no announcing in the last turn before the last eight, nor in the three "
        "old books."
    ),
)
