"""The four books, the other values that they allow, and the differences of rules from them, in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.engine import DEFAULT_PRESET, OPTIONS, PRESETS, Option, Rules, RulesError, write_code
from bot.engine.cards import CLUBS, SPADES
from bot.engine.options import BY_KEY, Value, write_value
from bot.engine.presets import nearest_preset
from bot.ui.text.faces import SUIT_SIGNS
from bot.ui.text.i18n import mark, pair, tr
from bot.ui.text.refusals import rules_error_text
from bot.ui.text.rulebook.reading import Page, Reading, in_pages, paragraphs
from bot.ui.text.rulebook.rubicon import differences as rubicon_differences
from bot.ui.text.words import book_title, leaves_choice, rules_line, told_differences

SOURCES: Mapping[str, str] = mark(
    {
        "B": "Britannica",
        "E": "Enquire Within",
        "P": "the parlour manual",
        "M": "the modern summary",
        "R": "the Portland Club",
    }
)
"""The books' names for the letters in an option's source."""

ABOUT: Mapping[str, str] = mark(
    {
        "modern": "A present-day summary of the game as it is still played. The book to begin with.",
        "britannica": "The article in the Encyclopædia Britannica, ninth edition: quick, sharp, to a thousand.",
        "enquire": "Enquire Within upon Everything, the Victorian household book: the largest card wins.",
        "rubicon": "The laws of Rubicon Bézique, Portland Club 1887: the game that club players prefer.",
        "parlour": "A Victorian manual of parlour games: trumps sleep until the end, and bézique cards are locked.",
    }
)

_MOST_CODE = 400
_SAID_SHORT = ("partners", "target", "length")
_SUIT_AND_RANK = re.compile(r"([♠♥♦♣])([A-Z])")
_SIGNS = {"♠": SUIT_SIGNS[SPADES], "♣": SUIT_SIGNS[CLUBS]}


def source_text(option: Option) -> str:
    """Return where an option comes from, with the books' names for their letters."""
    text = tr(option.source).replace(";", ",")
    return re.sub(r"\b[BEPMR]\b", lambda found: tr(SOURCES[found[0]]), text)


def books_with(option: Option, value: Value) -> str:
    """Say which books play a value, and which others allow it; return an empty text for the number of players."""
    if option.key == "players":
        return ""
    asked = books_asked(option)
    plays = [name for name in asked if getattr(PRESETS[name].rules(), option.key) == value]
    allow = [name for name in asked if value in PRESETS[name].also.get(option.key, ()) and name not in plays]
    theirs = [name for name in plays if option.key not in PRESETS[name].ours]
    ours = [name for name in plays if option.key in PRESETS[name].ours]
    ours += [name for name in allow if option.key in PRESETS[name].also_ours]
    parts = [_all_of(theirs, asked)] if theirs else []
    if ours:
        parts.append(tr("our choice in {books}", books=_all_of(ours, asked)))
    for name, book in PRESETS.items():
        parts += [
            tr("{book} with {players} players", book=book_title(name), players=players)
            for players, changes in book.by_players.items()
            if changes.get(option.key) == value
        ]
    allows = [book_title(name) for name in allow if option.key not in PRESETS[name].also_ours]
    if allows:
        parts.append(tr("allowed in {books}", books=", ".join(allows)))
    return "; ".join(parts)


def books_asked(option: Option) -> list[str]:
    """List the books that say something about an option, as their game leaves it a choice."""
    return [name for name, book in PRESETS.items() if option.key == "game" or leaves_choice(option.key, book.rules())]


def _all_of(names: Sequence[str], asked: Sequence[str]) -> str:
    return tr("every book") if len(names) == len(asked) else ", ".join(book_title(name) for name in names)


def typed_code(rules: Rules, preset: str) -> str:
    """Return the code of rules: as changes of their preset if that is short enough to type, else of the nearest."""
    code = write_code(rules, preset)
    return code if len(code) <= _MOST_CODE else write_code(rules, nearest_preset(rules))


def with_cards(text: str, *, boxed: bool = True) -> str:
    """Write the cards in an option's own texts as everywhere else: ♠Q as Q♤, in a little box or not."""
    box = "`" if boxed else ""
    return _SUIT_AND_RANK.sub(lambda found: f"{box}{found[2]}{_SIGNS.get(found[1], found[1])}{box}", text)


def small(option: Option, value: Value) -> str:
    """Return a value's name as it stands within a sentence."""
    label = tr(option.label(value))
    if option.key == "forfeits":  # the label is a book's name
        return label
    return label[:1].lower() + label[1:] if label[:1].isalpha() else with_cards(label)


def small_title(option: Option) -> str:
    """Return an option's name as it stands within a sentence."""
    text = tr(option.title)
    return text[:1].lower() + text[1:]


def _said(option: Option, value: Value) -> str:
    """Write a value and its meaning."""
    choice = next((each for each in option.choices if each.value == value), None)
    label = f"**{with_cards(tr(option.label(value)))}**"
    return f"{label}. {with_cards(tr(choice.line))}" if choice is not None and option.key != "target" else label


def _difference(reading: Reading, book: str, key: str, theirs: Value, ours: Value) -> str:
    option = BY_KEY[key]
    here = tr("this table") if reading.table_id else book_title(reading.preset)
    return "\n".join(
        [
            f"**{tr(option.title)}**",
            f"• {pair(here, _said(option, ours))}",
            f"• {pair(book_title(book), _said(option, theirs))}",
        ]
    )


def _short_line(reading: Reading) -> str:
    """Name the book, the players and how long a game goes; longer texts tell the other differences."""
    rules, book = reading.rules, PRESETS[reading.preset].rules(reading.rules.players)
    return rules_line(
        book.changed({key: rules.free()[key] for key in _SAID_SHORT if key in rules.free()}), reading.preset
    )


def compared(reading: Reading, book: str) -> list[Page]:
    """Write what differs between the reading's rules and a book."""
    found = told_differences(reading.rules, book)
    heading = tr("Compared with {book}", book=book_title(book))
    if reading.rules.game != PRESETS[book].game:
        about = f"-# {_short_line(reading)}\n*{tr(ABOUT[book])}*"
        games = tr("Rubicon and Bézique are two games. In Rubicon:")
        return [Page(heading, paragraphs(about, games, rubicon_differences()))]
    line = f"-# {_short_line(reading)}"
    about = f"*{tr(ABOUT[book])}*"
    if not found:
        return [Page(heading, paragraphs(f"{line}\n{about}", tr("Nothing differs.")))]
    blocks = [_difference(reading, book, key, theirs, ours) for key, (theirs, ours) in found.items()]
    return in_pages(heading, [f"{line}\n{about}", *blocks])


def table_rules(reading: Reading) -> list[Page]:
    """Write a table's rules in a line, what differs from its book, and the code to type for the same rules."""
    book = reading.preset
    found = told_differences(reading.rules, book)
    drawing = ""
    if reading.auto_draw:
        drawing = tr(
            "The draw happens by itself where nothing can be declared. The others see it with the winner's lead."
        )
    top = paragraphs(
        f"**{_short_line(reading)}**" + (f"\n-# {drawing}" if drawing else ""),
        "-# " + pair(tr("To type these rules again"), f"`{typed_code(reading.rules, book)}`"),
        tr("What differs from the book **{book}**:", book=book_title(book))
        if found
        else tr("That is the book **{book}** as it stands.", book=book_title(book)),
    )
    blocks = [_difference(reading, book, key, theirs, ours) for key, (theirs, ours) in found.items()]
    return in_pages(tr("The rules of this table"), [top, *blocks])


def books(reading: Reading) -> list[Page]:
    """Write the list of the books, then each book on a page of its own."""
    lines = [f"**{book_title(name)}** `{name}`\n{tr(book.line)}" for name, book in PRESETS.items()]
    first = Page(
        tr("The books"),
        paragraphs(
            tr(
                "Bézique never had one law. Four books of it are known here, and the laws of Rubicon; a table starts "
                "from one and may change any rule."
            ),
            "\n".join(lines),
            tr("Choose one below to see what differs."),
        ),
    )
    return [first, *(_book(reading, name) for name in PRESETS)]


def _book(reading: Reading, name: str) -> Page:
    book = PRESETS[name]
    also = [
        pair(small_title(BY_KEY[key]), ", ".join(small(BY_KEY[key], value) for value in values))
        for key, values in book.also.items()
    ]
    own = [pair(tr(BY_KEY[key].title), f"**{small(BY_KEY[key], value)}**") for key, value in book.departures.items()]
    by_players = [
        tr("With {players} players, {option}: {value}.", players=players, option=tr(BY_KEY[key].title).lower(),
           value=tr(BY_KEY[key].label(value)))
        for players, changes in book.by_players.items()
        for key, value in changes.items()
    ]  # fmt: skip
    silent = [small_title(BY_KEY[key]) for key in BY_KEY if key in book.ours]
    here = tr("This is the book of this table.") if reading.table_id and reading.preset == name else ""
    return Page(
        tr(book.title),
        paragraphs(
            f"{tr(ABOUT[name])} {here}".strip(),
            tr("Its own ways, where *Modern* has others:") + "\n" + "\n".join(f"• {line}" for line in own)
            if own
            else tr("The other books are described by where they differ from this one."),
            "\n".join(by_players),
            f"-# {tr('It also allows')} {'; '.join(also)}." if also else "",
            f"-# {pair(tr('It is silent on these, which are our choice'), ', '.join(silent))}.",
            tr("`/play rules:{name}` opens a table by it.", name=name),
        ),
    )


def options_in_order(rules: Rules) -> list[Option]:
    """Return the house rules of a game in reading order: by group, the groups in the order of their first option."""
    groups = list(dict.fromkeys(option.group for option in OPTIONS))
    offered = (option for option in OPTIONS if leaves_choice(option.key, rules))
    return sorted(offered, key=lambda option: groups.index(option.group))


def house_rules(reading: Reading) -> list[Page]:
    """Write the house rules: a list of their values, then each rule on a page of its own."""
    values, options = reading.rules.values(), options_in_order(reading.rules)
    groups: dict[str, list[str]] = {}
    for option in options:
        lines = groups.setdefault(option.group, [f"**{tr(option.group)}**"])
        lines.append(f"• {pair(tr(option.title), small(option, values[option.key]))}")
    blocks = ["\n".join(lines) for lines in groups.values()] + [f"-# {tr('The menu below explains each of them.')}"]
    # Always two pages, in every language, as the pages that follow begin at OPTION_PAGE.
    listed = [Page(tr("House rules"), "\n".join(part)) for part in (blocks[:2], blocks[2:])]
    return [*listed, _codes(), *(_house_rule(option, values[option.key]) for option in options)]


OPTION_PAGE = 3
"""The house rules' page, counted from 0, on which the first of them stands."""


def conflicts() -> list[str]:
    """Return the engine's own sentences about options that cannot go together."""
    sentences = []
    for changes in _CONFLICTS:
        try:
            PRESETS[DEFAULT_PRESET].rules().changed(changes)
        except RulesError as error:
            sentences.append(rules_error_text(error))
    return sentences


_CONFLICTS: tuple[Mapping[str, Value], ...] = (
    {"game": "rubicon", "players": 3},
    {"partners": True},
    {"packs": "two_less_an_eight"},
    {"announce": True, "declarations_per_trick": "many"},
    {"announce": True, "new_card": False},
    {"double_from_singles": True, "bezique_cards_locked": True},
)


def _codes() -> Page:
    code = write_code(PRESETS["britannica"].rules(3).changed({"target": 2000}), "britannica")
    together = [re.sub(r"(\w+ = \w+)", r"`\1`", sentence).replace(" = ", "=") for sentence in conflicts()]
    return Page(
        tr("Rule codes"),
        paragraphs(
            tr(
                "Any rules can be typed into `/play rules:` as a short code: a book, the number of players if it "
                "is not two, and what you change, as in"
            )
            + f"\n```\n{code}\n```",
            tr("The next pages name the words. Some choices cannot go together:"),
            "\n".join(f"• {sentence}" for sentence in together),
        ),
    )


def _house_rule(option: Option, here: Value) -> Page:
    lines = []
    choices = [(choice.value, tr(choice.label), tr(choice.line)) for choice in option.choices]
    if here not in [value for value, _, _ in choices]:
        choices.append((here, write_value(here), tr("Chosen here.")))
    for value, label, line in choices:
        mark = "◉" if value == here else "○"
        tail = " · ".join(part for part in (f"`{option.key}={write_value(value)}`", books_with(option, value)) if part)
        lines.append(f"{mark} {pair(f'**{with_cards(label)}**', with_cards(line))}\n-# {tail}")
    return Page(
        tr(option.title),
        paragraphs(tr(option.explanation), "\n".join(lines), f"-# {pair(tr('Source'), source_text(option))}"),
    )
