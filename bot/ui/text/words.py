"""Words for rules in a line, clocks, results, ratings and times of day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from bot.engine import DEFAULT_PRESET, PRESETS, Ending, Result, Rules, differences
from bot.engine.law import law_for
from bot.engine.options import BY_KEY, Value
from bot.engine.quantities import GAMES
from bot.tables import CLOCKS, Clock
from bot.tables.values.parts import Series

from .faces import shown_name
from .i18n import in_words, mark, pair, tr, trn
from .scoring import goal

if TYPE_CHECKING:
    from bot.club import Strength


class Titled(Protocol):
    """A tournament, or a table's fixture in one: both have a name and a number."""

    @property
    def name(self) -> str:
        """Its name; empty if it has been deleted."""

    @property
    def number(self) -> int:
        """Its number among the tournaments of its server."""


def tournament_title(titled: Titled) -> str:
    """Return a tournament's name, or its number if its name has been deleted."""
    return titled.name or tr("Tournament {number}", number=titled.number)


def series_words(series: Series) -> str:
    """Say before the first game that several games are played; later say which game this is and the score in games."""
    if not series.won:
        return tr("best of three")
    return tr(
        "game {number}, {mine} to {theirs}", number=len(series.won) + 1, mine=series.wins[0], theirs=series.wins[1]
    )


_PLAYERS = mark({2: "two players", 3: "three players", 4: "four players"})


_TO_A_TARGET: Final = frozenset({"target", "finish", "both_out"})


def leaves_choice(key: str, rules: Rules) -> bool:
    """Tell whether the game that is played leaves more than one value of an option."""
    game = GAMES[rules.game]
    for_two = game.players == (2,) and key in ("players", "partners")
    return key in rules.free() and key not in dict(game.refused) and not for_two


def has_effect(key: str, rules: Rules) -> bool:
    """Tell whether an option changes anything under the other rules: for example, a single deal has no target."""
    if not leaves_choice(key, rules):
        return False
    if key in _TO_A_TARGET:
        return rules.length == "target"
    if key == "treble":
        return law_for(rules).packs > 2
    if key == "forfeits":
        return rules.irregularities == "forfeits"
    return not (rules.trump == "first_marriage" and key in ("seven_scores", "seven_exchange"))


def told_differences(rules: Rules, preset: str) -> dict[str, tuple[Value, Value]]:
    """Return where rules depart from a book with any effect: option to (the book's value, this value)."""
    return {key: values for key, values in differences(rules, preset).items() if has_effect(key, rules)}


def rules_line(rules: Rules, preset: str, *, brief: bool = False) -> str:
    """Say in one line what is played: the rule book, the players, the target, and the house rules.

    With ``brief`` only the number of house rules is told.
    """
    book = PRESETS[preset]
    parts = [tr(book.title)]
    if len(GAMES[rules.game].players) > 1:
        parts.append(tr("two against two") if rules.partners else tr(_PLAYERS[rules.players]))
    parts.append(goal(rules))
    changed = [key for key in told_differences(rules, preset) if key not in ("partners", "target", "length")]
    if brief and changed:
        return " · ".join([*parts, trn("{count} house rule", "{count} house rules", len(changed))])
    parts += [
        pair(_small(tr(BY_KEY[key].title)), _small(tr(BY_KEY[key].label(rules.values()[key])))) for key in changed
    ]
    return " · ".join(parts)


_DEPARTURES: Final[Mapping[tuple[str, Value], str]] = {
    ("game", "rubicon"): mark("four packs, nine cards, one deal"),
    ("irregularities", "forfeits"): mark("mistakes can be made and claimed"),
    ("trick", "any_suit"): mark("the largest card of any suit wins"),
    ("trick", "rank_only"): mark("the highest card wins, until the last eight"),
    ("trick", "rank_then_trump"): mark("the highest card wins, a trump if equal, until the last eight"),
    ("trump", "first_marriage"): mark("the first marriage makes trumps"),
    ("declarations_per_trick", "many"): mark("several declarations a trick"),
    ("bezique_cards_locked", True): mark("a bézique card serves once"),
    ("new_card", False): mark("no declaration needs a new card"),
    ("double_from_singles", True): mark("two singles may become a double"),
    ("treble", False): mark("no treble bézique"),
    ("bezique_cards", "by_trump"): mark("trumps decide which cards are bézique"),
    ("finish", "at_once"): mark("the target ends the game at once"),
    ("brisques", "as_taken"): mark("brisques count as taken"),
    ("seven_scores", "declared"): mark("a seven counts when shown"),
    ("seven_exchange", "any_holder"): mark("any holder exchanges the seven"),
    ("announce", False): mark("no announcing"),
    ("seven_scores", "played"): mark("no seven counts in the last eight"),
    ("last_trick", "before_last_eight"): mark("the trick that empties the stock counts ten"),
    ("sequence_bars_marriage", True): mark("a sequence bars later marriages"),
    ("packs", "two_less_an_eight"): mark("two packs less an eight"),
    ("past_tricks", "last_only"): mark("only the last trick may be looked at"),
    ("both_out", "less_brisques"): mark("a tie is settled without brisques"),
    ("both_out", "non_dealer_first"): mark("the first at the target wins"),
    ("both_out", "last_trick_winner"): mark("the last trick settles a tie"),
}
"""Short words for each departure from ``modern``; those that matter most during play come first."""
_FEW_WORDS: Final = 64
"""Most characters of a rule book's differences in a line; the first difference is always written."""


def book_title(preset: str) -> str:
    """Return a rule book's short title."""
    return tr(PRESETS[preset].title.partition(",")[0])


def book_line(rules: Rules, preset: str) -> str:
    """Name the rule book, and say in a few words where the rules depart from ``modern``."""
    values = rules.values()
    changed = told_differences(rules, DEFAULT_PRESET)
    if PRESETS[preset].game == rules.game:  # the book's name says it
        changed.pop("game", None)
    found = [tr(words) for (key, value), words in _DEPARTURES.items() if key in changed and values[key] == value]
    book = tr(PRESETS[preset].title)
    if not found:
        return book
    said = found[:1]
    for words in found[1:]:
        if len("; ".join([*said, words])) > _FEW_WORDS:
            break
        said.append(words)
    if more := len(found) - len(said):
        said.append(trn("{count} more", "{count} more", more))
    return pair(book, "; ".join(said))


def _small(text: str) -> str:
    """Begin a text with a small letter, and change nothing else, so that card letters stay capital."""
    return text[:1].lower() + text[1:]


def clock_words(clock: Clock) -> str:
    """Say how long a move may take, also for a time that is not one of the usual ones."""
    if clock.key in CLOCKS or clock.a_move is None:
        return tr(clock.label)
    minutes = int(clock.a_move.total_seconds()) // 60
    return trn("{count} minute a move", "{count} minutes a move", minutes)


def clock_told(clock: Clock) -> str:
    """Say in a list of terms how long a move may take."""
    return tr("No clock") if clock.a_move is None else tr("Clock: {clock}", clock=clock_words(clock))


def time_words(time: timedelta) -> str:
    """Write a length of time in the largest unit of which it is a whole number."""
    minutes = int(time.total_seconds()) // 60
    if minutes % (24 * 60) == 0:
        return trn("{count} day", "{count} days", minutes // (24 * 60))
    if minutes % 60 == 0:
        return trn("{count} hour", "{count} hours", minutes // 60)
    return trn("{count} minute", "{count} minutes", minutes)


def moment(at: datetime, style: str = "R") -> str:
    """Write a time as Discord shows it in each reader's own time zone."""
    return f"<t:{int(at.timestamp())}:{style}>"


def joined(names: Sequence[str]) -> str:
    """Join names as in a sentence: Ann, Ann and Ben."""
    if len(names) < 2:
        return "".join(names)
    return tr("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])


def ended_early(result: Result, names: Sequence[str]) -> str:
    """Say who resigned or lost the game by a claim; return nothing if the points have decided."""
    if result.by is None:
        return ""
    loser, winners = shown_name(names[result.by]), joined([shown_name(names[seat]) for seat in result.winner])
    if result.ending is Ending.RESIGN:
        return trn("{loser} resigned; {winners} wins.", "{loser} resigned; {winners} win.", len(result.winner),
                   winners=winners, loser=loser)  # fmt: skip
    return trn(
        "The game was claimed from {loser}; {winners} wins.",
        "The game was claimed from {loser}; {winners} win.",
        len(result.winner),
        winners=winners,
        loser=loser,
    )


def rating_text(strength: Strength) -> str:
    """Return a rating as it is shown everywhere: the number, and one standard deviation."""
    if in_words():
        return tr("{rating}, give or take {uncertainty}", rating=strength.rating, uncertainty=strength.uncertainty)
    return f"{strength.rating} ± {strength.uncertainty}"


def change_text(before: Strength, after: Strength) -> str:
    """Return by how much a rating has changed, with its sign, or in words where signs are read aloud."""
    step = after.rating - before.rating
    if in_words():
        return tr("up by {points}", points=step) if step >= 0 else tr("down by {points}", points=-step)
    return f"+{step}" if step >= 0 else f"\N{MINUS SIGN}{-step}"


_MONTHS: Final = (
    mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June"),
    mark("July"), mark("August"), mark("September"), mark("October"), mark("November"), mark("December"),
)  # fmt: skip


def month_name(year: int, month: int) -> str:
    """Write a month with its year."""
    return tr("{month} {year}", month=tr(_MONTHS[month - 1]), year=year)
