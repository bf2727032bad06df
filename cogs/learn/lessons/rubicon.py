"""The lesson on Rubicon: carte blanche, trumps by marriage, declaring again, béziques that grow, the rubicon."""

from __future__ import annotations

from typing import Final

from bot.engine import build_rules
from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_RULES: Final = build_rules("rubicon", 2, {})

_BLANK: Final = Scene(
    Cards(("AS TS 9S 8S AD TD 9D 8C 7C", "KC JC 9C KD JH 9H 8H 7H 7D"), "", "7S KH 8D QH"),
    (
        Question(
            mark(
                "Rubicon: four packs, **nine** cards each, nothing turned up. Among yours there is no king, queen or "
                "knave: that is **carte blanche**. What do you do?"
            ),
            "carte-blanche",
            mark("{gain} points. I have seen your cards, and you hold them still."),
            (Wrong("", mark("Carte blanche, {carte_blanche} points, is shown before one's first card or never.")),),
        ),
        Question(
            mark(
                "Now each card you draw may be shown for {carte_blanche} more, until a king, queen or knave comes. "
                "You lead, and there are no trumps yet: only the suit led counts."
            ),
            "play AS; play AD",
            mark("Nothing beats an ace that is led. You drew {7S} and showed it: {gain} points."),
            (Wrong("", mark("I may hold a higher one. An ace of yours cannot be beaten, as there are no trumps.")),),
            then="1 play 7D; 0 carte-blanche 7S",
        ),
    ),
    rules=_RULES,
)

_MARRIAGE: Final = Scene(
    Cards(("AH TH KH QH JH KS QS AC 9D", "7C 8C 9C 7D 8D 7H 8H 7S 8S"), "", "9H 9S 8Hb 9Cb"),
    (
        Question(
            mark(
                "You have won a trick. The **first marriage makes trumps**; a sequence counts {sequence} in trumps and "
                "{plain_sequence} in another suit. What do you declare?"
            ),
            "declare royal-marriage KH QH",
            mark("{gain} points, hearts are trumps, and the sequence is worth {sequence}."),
            (
                Wrong(
                    "declare royal-marriage KS QS",
                    mark("{gain} points, but spades are trumps then, and your sequence counts {plain_sequence}."),
                ),
                Wrong(
                    "declare sequence",
                    mark(
                        "{gain} points, and hearts are trumps. But a sequence's king and queen never marry, so "
                        "{royal_marriage} are lost: marriage first."
                    ),
                ),
                Wrong("", mark("Then nothing is scored, though you have won.")),
            ),
        ),
        Question(
            mark("You win another trick, and the sequence is still to come. What do you lead?"),
            "play 9H; play KS; play QS; play 9D",
            mark("The trick is yours, and with it the sequence: {gain} points."),
            (Wrong("", mark("It belongs to your sequence: once played, a card is gone.")),),
            then="1 play 7S|8S|7D|8D|7H; 0 declare sequence",
        ),
    ),
    before="0 play AC; 1 play 7C",
    rules=_RULES,
)

_AGAIN: Final = Scene(
    Cards(("QSa QHa QCa QDa QSb AC AD 9H 8H", "7C 8C 9C 7D 8D 9D 7H 7S 8S"), "", "9S 8Sb 9Hb 8Cb"),
    (
        Question(
            mark(
                "Four queens lie declared, and a fifth is in your hand. In Rubicon they may count **again**, once "
                "one of them has been played. What do you lead?"
            ),
            "play QSa; play QHa; play QCa; play QDa",
            mark("The three others and the fifth make four queens again: {gain} points."),
            (
                Wrong(
                    "play QSb", mark("That is the fifth, which is to take a place. Play one of those that lie there.")
                ),
                Wrong("", mark("Then the four lie there as before, and count no second time.")),
            ),
            then="1 play 7S|7H|7D|8C; 0 declare four-queens",
        ),
    ),
    before="0 play AC; 1 play 7C; 0 declare four-queens QSa QHa QCa QDa",
    rules=_RULES,
)

_GROWING: Final = Scene(
    Cards(("QSa QSb JDa JDb AC AD AH 9H 8H", "7C 8C 9C 7D 8D 9D 7H 7S 8S"), "", "9S 8Sb 9Hb 8Cb 7Hb 7Db"),
    (
        Question(
            mark(
                "Two single béziques lie before you, and you have won a trick. **Béziques grow**: no new card is "
                "needed. What do you declare?"
            ),
            "declare double-bezique",
            mark("{gain} points. A third pair makes it {treble_bezique}, a fourth {quadruple_bezique}."),
            (Wrong("", mark("All four lie there: double bézique, {double_bezique} points, without a new card.")),),
        ),
    ),
    before="0 play AC; 1 play 7C; 0 declare single-bezique QSa JDa; 0 play AD; 1 play 7D; "
    "0 declare single-bezique QSb JDb; 0 play AH; 1 play 7H",
    rules=_RULES,
)

_THOUSAND: Final = Scene(
    Cards(
        ("QSa QSb JDa JDb ACa ADa AHa ASa KCa", "7C 8C 9C 7D 8D 9D 7H 7S 8S"),
        "",
        "TCa 9S KSa 8H TSa 9H JSa 7Cb KSb 8Cb JCa 7Db KDa 8Db KHa 7Hb",
    ),
    (
        Question(
            mark(
                "Who loses with fewer than {rubicon} points is **rubiconed**. You have {mine}, and have won a trick. "
                "What brings you over it?"
            ),
            "declare four-kings",
            mark("{gain} points: the rubicon is saved, whatever comes."),
            (
                Wrong(
                    "declare four-knaves", mark("{gain} points, and still fewer than {rubicon}: four kings bring more.")
                ),
                Wrong("", mark("Then you stay below {rubicon}, and who knows whether you win another trick.")),
            ),
        ),
    ),
    before="0 play KC; 1 play 7C; 0 declare double-bezique; 0 play TC; 1 play 8C; 0 declare four-aces; 0 play AC; "
    "1 play 9C; 0 declare royal-marriage KSa QSa; 0 play AD; 1 play 7D; 0 play AH; 1 play 7H; 0 declare sequence; "
    "0 play AS; 1 play 7S; 0 declare royal-marriage KSb QSb; 0 play TS; 1 play 8S; 0 pass; 0 play QSa; 1 play 9S; "
    "0 pass; 0 play QSb; 1 play 8D",
    rules=_RULES,
)

RUBICON: Final = Lesson(
    "rubicon",
    mark("Rubicon, for who plays Bézique"),
    mark("Four packs, nine cards, declaring again and again."),
    (_BLANK, _MARRIAGE, _AGAIN, _GROWING, _THOUSAND),
    mark(
        "**In Rubicon** aces and tens count nothing by themselves: win tricks to declare. Marriage before sequence, in "
        "the suit of the sequence. Play from the table to declare again. The very last trick counts {last}."
    ),
    book="rubicon",
    told={
        "game": mark(
            "**The rubicon.** One deal is a game. Usually its value is the difference and {game}. A loser below "
            "{rubicon}, brisques added, is *rubiconed*: then both scores count together, and {rubiconed}."
        )
    },
)
