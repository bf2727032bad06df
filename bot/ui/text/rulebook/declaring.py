"""Pages about declarations: the picture of points, how a declaration is made, béziques, announcing."""

from __future__ import annotations

from bot.engine import Card, Rules
from bot.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, KING, KNAVE, QUEEN, SPADES, card, suit_of
from bot.engine.combinations import BEZIQUES, COMBINATIONS, SEQUENCE_RANKS, Combination, Kind
from bot.ui.text.i18n import mark, tr
from bot.ui.text.rulebook.reading import Page, Reading, chip, chips, paragraphs, points_list, rests_on, suit_word
from bot.ui.text.scoring import combination_title

_FOUR_RANKS = {Kind.FOUR_KNAVES: KNAVE, Kind.FOUR_QUEENS: QUEEN, Kind.FOUR_KINGS: KING, Kind.FOUR_ACES: ACE}
_FAMILIES = (
    (mark("Marriages"), (Kind.MARRIAGE,)),
    (mark("Béziques"), BEZIQUES),
    (mark("Four alike, of any suits"), tuple(_FOUR_RANKS)),
    (mark("Sequence"), (Kind.SEQUENCE,)),
)


def example(row: Combination, reading: Reading) -> tuple[Card, ...]:
    """Return cards that make a combination under the reading's trumps, the highest first."""
    if row.kind is Kind.MARRIAGE:
        suit = reading.trump if row.trumps else reading.plain[0]
        return card(0, suit, KING), card(0, suit, QUEEN)
    if row.kind in BEZIQUES:
        return tuple(each + 32 * pack for pack in range(row.packs) for each in reading.bezique)
    if row.kind is Kind.SEQUENCE:
        suit = reading.trump if row.trumps else reading.plain[0]
        return tuple(card(0, suit, rank) for rank in SEQUENCE_RANKS)
    rank = _FOUR_RANKS[row.kind]
    # Two of one suit show that the suits need not differ.
    return card(0, SPADES, rank), card(0, HEARTS, rank), card(1, HEARTS, rank), card(0, CLUBS, rank)


def _drawn(row: Combination, reading: Reading) -> str:
    note = ""
    if row.name == "common-marriage":
        note = tr(", not of trumps")
    elif row.name == "royal-marriage":
        note = tr(", the first one") if reading.without_trump else tr(", of trumps")
    elif row.packs > reading.packs:
        note = tr(", with three packs or more")
    elif row.kind is Kind.SEQUENCE:
        note = tr(", of trumps")
    cards = example(row, reading)
    return f"`{row.points:>4}` {chips(cards)}\n-# {combination_title(row.name)}{note}"


def picture(reading: Reading) -> list[Page]:
    """Draw every combination with its points, and say which suit is trumps in the picture."""
    told = [row for row in COMBINATIONS if reading.rules.treble or row.kind is not Kind.TREBLE_BEZIQUE]
    families = [
        f"**{tr(title)}**\n" + "\n".join(_drawn(row, reading) for row in told if row.kind in kinds)
        for title, kinds in _FAMILIES
    ]
    suits = tr("In the picture {suit} are trumps.", suit=suit_word(reading.trump))
    return [
        Page(tr("What can be declared"), f"-# {suits}\n" + "\n".join(families[:2])),
        Page(tr("What can be declared"), f"-# {suits}\n" + "\n".join(families[2:])),
    ]


def declarations(reading: Reading) -> list[Page]:
    """Write the picture, how to declare, and how a card serves again."""
    rules = reading.rules
    much = (
        tr("**One declaration a trick.** If you hold two, the second waits until you win another trick.")
        if rules.declarations_per_trick == "one"
        else tr(
            "**Several at once** are allowed, as long as they share no card: four knaves and a marriage, but not "
            "bézique and a marriage with the same queen."
        )
    )
    partner = tr("With partners, each declares only cards of one's own.") if rules.partners else ""
    how = Page(
        tr("How to declare"),
        paragraphs(
            tr(
                "You have won a trick and the stock is not gone: before the draw, press the combination's button under "
                "**My hand**. Its cards go face up before you and its points are yours."
            ),
            points_list(
                tr("You need **all** its cards at that moment, in the hand or face up before you."),
                tr("At least **one comes from the hand** and was never declared before.")
                if rules.new_card
                else tr("No **new card** is needed: what lies declared before you may be declared again as it lies."),
                tr("No card serves twice in the **same kind**: a king marries only once, a queen stands in four queens "
                   "only once."),
                tr("A card that was played is gone."),
            ),
            much,
            partner,
            rests_on(_of_new_cards(rules)),
        ),
    )  # fmt: skip
    return [*picture(reading), how, _again(reading)]


def _of_new_cards(rules: Rules) -> str:
    """Name the source for the rule that a declaration needs a new card, or needs none."""
    if rules.new_card:
        return tr('Britannica: "one of which at least must not have been declared before"; ours in the other books')
    return tr("Enquire Within, which asks for no new card")


def _again(reading: Reading) -> Page:
    rules, trump = reading.rules, reading.trump
    queen, knave = reading.bezique
    suit = suit_of(queen)
    king = card(0, suit, KING)
    marriage = 40 if suit == trump else 20
    royal = (card(0, trump, KING), card(0, trump, QUEEN))
    if rules.bezique_cards_locked:
        serving = tr(
            "{queen} may marry {king} ({marriage}), stand among four queens (60) and make bézique with {knave} (40): "
            "but bézique **last**, for a card that was in a bézique serves in nothing else.",
            queen=chip(queen), king=chip(king), knave=chip(knave), marriage=marriage,
        )  # fmt: skip
    else:
        serving = tr(
            "{queen} may marry {king} ({marriage}), make bézique with {knave} (40) and stand among four queens (60): "
            "three declarations, {each}.",
            queen=chip(queen), king=chip(king), knave=chip(knave), marriage=marriage,
            each=tr("as long as each brings a new card from the hand") if rules.new_card
            else tr("with or without a new card"),
        )  # fmt: skip
    later = (
        tr("Nor can either marry another king or queen.")
        if rules.sequence_bars_marriage
        else tr("Either can still marry a new queen or king from the hand.")
    )
    return Page(
        tr("The same card again"),
        paragraphs(
            tr("Exposed cards are not spent. A card can help in combinations of **different kinds**:"),
            f"> {serving}",
            tr(
                "**Marriage first, then the sequence.** {royal} declared as a marriage (40) can be built up with ace, "
                "ten and knave to the sequence (250). The other way round it is too late: the king and queen of a "
                "sequence cannot marry each other. {later}",
                royal=chips(royal),
                later=later,
            ),
            tr(
                "**Play them too.** Exposed cards are led and played like any others. Once played, they no longer "
                "count for anything to come."
            ),
        ),
    )


def beziques(reading: Reading) -> list[Page]:
    rules = reading.rules
    pair = reading.bezique
    if rules.bezique_cards == "by_trump":
        spades, clubs = (card(0, SPADES, QUEEN), card(0, DIAMONDS, KNAVE)), (card(0, CLUBS, QUEEN),
                                                                             card(0, HEARTS, KNAVE))  # fmt: skip
        which = tr(
            "**Bézique** is {spades} when clubs or hearts are trumps, and {clubs} when spades or diamonds are: 40.",
            spades=chips(spades),
            clubs=chips(clubs),
        )
    else:
        which = tr("**Bézique** is {pair}, whatever is trumps: 40.", pair=chips(pair))
    if rules.bezique_cards_locked:
        building = points_list(
            tr("All four must be put down **at once**, for 500: a card that was in a single bézique is locked."),
            tr("Two single béziques are 40 each and never become a double."),
            tr("Cards that were married or in four queens or knaves may still make bézique afterwards."),
        )
    else:
        building = points_list(
            tr("Declare one bézique, keep its cards, find the other two: 40, and later 500 more."),
            tr("Put all four down at once: 500, and not 540."),
            tr("Declare two singles one after the other: 40 each, and at a later chance, while all four lie there, "
               "500 more; it takes no new card.")
            if rules.double_from_singles
            else tr("Declare two singles one after the other: 40 each, and no double any more."),
        )  # fmt: skip
    if not rules.treble:
        treble = tr("There is no **treble bézique**; a third pair is another single.")
    elif reading.packs > 2:
        treble = tr("**Treble bézique**, three of each: 1500, in the same way.")
    else:
        treble = tr("**Treble bézique**, three of each for 1500, takes three packs.")
    return [
        Page(
            tr("Béziques"),
            paragraphs(
                which,
                tr("**Double bézique**, {four}: 500. You need all four at the same moment, in the hand or exposed.",
                   four=chips((*pair, *pair))),
                building,
                treble,
                tr("Cards of a double make no single bézique afterwards, and those of a treble no lower one."),
                rests_on(_limits(rules)),
            ),
        )
    ]  # fmt: skip


def _limits(rules: Rules) -> str:
    """Name the sources for the limits of double and treble bézique."""
    if rules.bezique_cards_locked:
        double = tr('the parlour manual: cards of a bézique "cannot be employed to form any other"')
    elif rules.double_from_singles:
        double = tr('Enquire Within: a bézique "may be again used to form Double Bezique", "all four cards … visible '
                    'on the table together"')  # fmt: skip
    else:
        double = tr('Britannica: no declaration "of cards that have already all been declared", and never 540; Enquire '
                    'Within: all four "visible on the table together"')  # fmt: skip
    return f"{double}. {tr('Treble: Enquire Within names it; how it is come by is ours.')}"


def announcing(reading: Reading) -> list[Page]:
    """Write what announcing is, and whether these rules have it."""
    rules, trump = reading.rules, reading.trump
    king, queen = card(0, trump, KING), card(0, trump, QUEEN)
    what = tr(
        "A declaration needs a new card from the hand. What if declared cards come to lie beside each other by chance?"
    )
    case = tr(
        "> {king} lies among your four kings. You declare four queens with {queen}: now a royal marriage lies on the "
        "table, but neither card is new.",
        king=chip(king),
        queen=chip(queen),
    )
    if not rules.announce:
        why = (
            tr("With many declarations a trick there is nothing to announce.")
            if rules.declarations_per_trick == "many"
            else tr("By these rules it is lost.")
        )
        return [
            Page(
                tr("Announcing"),
                paragraphs(
                    tr("These rules have no announcing."), what, case,
                    tr("{why} Where the house rule **Announcing** is on, you may announce the marriage and score it "
                       "the next time you may declare.", why=why),
                ),
            )
        ]  # fmt: skip
    return [
        Page(
            tr("Announcing"),
            paragraphs(
                what,
                case,
                tr(
                    "With your declaration you may **announce** such a second combination. It counts nothing yet. The "
                    "next time you may declare, you score it without a new card."
                ),
            ),
        ),
        Page(
            tr("What may be announced"),
            paragraphs(
                tr("You announce a combination in the same chance in which you have declared another."),
                points_list(
                    tr("It is of another kind, and one of its cards was declared just now."),
                    tr("Its cards must all still lie there when you score it."),
                    tr("Scoring it is that trick's declaration. If you do not, it lapses."),
                    tr("Only one can stand announced, and none in the last chance before the stock ends."),
                    tr("It cannot marry the king and queen of a sequence, or turn two béziques into a double.")
                    if not rules.double_from_singles
                    else tr("It cannot marry the king and queen of a sequence."),
                ),
                rests_on(
                    tr(
                        'the modern summary: with exposed cards one "may declare that he will take a particular '
                        'declaration on the next trick", not one "similar to this"; all other limits are ours'
                    )
                ),
            ),
        ),
    ]
