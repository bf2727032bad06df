"""The topics of the rule book in order, each with its pages and the house rules that it explains."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bot.engine import PRESETS
from bot.engine.quantities import GAMES
from bot.lazy import dataclass
from bot.ui.text.rulebook import books, declaring, honour, play, rubicon, variants
from bot.ui.text.rulebook.reading import Page, Reading


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic of the rule book."""

    key: str
    title: str
    line: str
    write: Callable[[Reading], list[Page]]
    options: tuple[str, ...] = ()
    """The house rules that change what its pages say."""
    games: tuple[str, ...] = ("bezique",)
    """The games of which it tells."""


_ALL = tuple(GAMES)
TABLE = Topic("table", "This table", "Its rules in a line, what differs, the code", books.table_rules, games=_ALL)
TOPICS: tuple[Topic, ...] = (
    Topic("game", "The game", "Bézique in a paragraph", play.the_game),
    Topic("deal", "The deal", "Who deals, eight cards each, the turned-up card", play.the_deal),
    Topic("tricks", "Tricks", "What beats what, and what comes after a trick", play.tricks, ("trick", "past_tricks")),
    Topic(
        "declarations", "Declarations", "The combinations and their points, in a picture", declaring.declarations,
        ("declarations_per_trick", "new_card", "sequence_bars_marriage"),
    ),
    Topic(
        "beziques", "Béziques", "Single, double, treble", declaring.beziques,
        ("bezique_cards", "double_from_singles", "treble", "bezique_cards_locked"),
    ),
    Topic("announcing", "Announcing", "A second combination for the next chance", declaring.announcing, ("announce",)),
    Topic("sevens", "Sevens", "Exchange one, and score with the others", play.sevens,
          ("seven_scores", "seven_exchange")),
    Topic("last-eight", "The last eight tricks", "Follow suit, and win if you can", play.last_eight),
    Topic("scoring", "Scoring", "Aces and tens, the last trick", play.scoring, ("brisques", "last_trick")),
    Topic("winning", "Who wins", "The target, and when several reach it", play.winning,
          ("target", "reckoning", "length", "finish", "both_out")),
    Topic("hands", "Three, four, partners", "More players, and two against two", variants.hands,
          ("players", "partners", "packs")),
    Topic("no-trump", "Without a trump", "The first marriage makes trumps", variants.no_trump, ("trump",)),
    Topic("rubicon", "Rubicon", "Four packs, nine cards, declaring again and again", rubicon.rubicon, ("game",), _ALL),
    Topic("irregularities", "Irregularities", "What if somebody breaks a rule?", honour.irregularities,
          ("irregularities", "forfeits")),
    Topic("advice", "Good to know", "The cautions of the old books, and why", variants.cautions),
    Topic("cards", "Cards and counters", "The Bézique pack, stock and talon, markers", variants.the_cards, games=_ALL),
    Topic("history", "Names and history", "Besi, Penuchle, and where it came from", variants.history, games=_ALL),
    Topic("options", "House rules", "Every choice that a table can make", books.house_rules, games=_ALL),
    Topic("books", "The books", "Where they come from and what differs", books.books, games=_ALL),
    Topic("glossary", "Words", "Brisque, quint major, to score out …", variants.glossary, games=_ALL),
)  # fmt: skip
COMPARISONS: tuple[Topic, ...] = tuple(
    Topic(f"vs-{name}", f"Compared with {book.title}", "What differs", partial(books.compared, book=name), games=_ALL)
    for name, book in PRESETS.items()
)
BY_KEY: dict[str, Topic] = {topic.key: topic for topic in (TABLE, *TOPICS, *COMPARISONS)}


def topics_for(reading: Reading) -> tuple[Topic, ...]:
    """Return the topics in reading order; for a table, its own rules come first."""
    told = tuple(topic for topic in TOPICS if reading.rules.game in topic.games)
    return (TABLE, *told) if reading.table_id else told


def topic_named(key: str, reading: Reading) -> Topic:
    """Return a topic by its key; an unknown key means the first topic."""
    found = BY_KEY.get(key)
    if found is None or reading.rules.game not in found.games or (found is TABLE and not reading.table_id):
        return topics_for(reading)[0]
    return found
