"""Every text for people can be translated, and French is complete: nothing is missing, mixed up or too long."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from simcord.components import walk_components

from bot.engine import OPTIONS, PRESETS
from bot.house.roster import HOUSE
from bot.tables import Refused, Why
from bot.ui import catalogue
from bot.ui.helping import help_page
from bot.ui.history import score_sheet
from bot.ui.i18n import LANGUAGES, LOCALE, aside, language_of, read_in, speaking, tr, trn
from bot.ui.reasons import WITH_PARTNERS, WORDINGS
from bot.ui.refusals import refusal_text
from bot.ui.rulebook.pages import rule_page
from bot.ui.rulebook.reading import Reading
from bot.ui.rulebook.topics import COMPARISONS, TOPICS, topics_for
from bot.ui.transcript import transcript
from bot.ui.translator import COMMAND, OPTION
from bot.ui.tutorial.lesson import BEGIN, GO_ON, Lesson, Stage
from bot.ui.tutorial.pages import page, restart_page
from tests.record.games import ALL_RULES, play_game

from .test_rulebook import READINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

ROOT = LOCALE.parent.parent
TRANSLATED = [language for language in LANGUAGES if language != "en"]
_BRACES = re.compile(r"\{\w*\}")
_COMMAND = re.compile(r"/(?P<name>[a-z]+)(?: (?P<sub>open|invite|here|me|server))?")

# ---------------------------------------------------------------- the catalogue


@pytest.fixture(scope="module", params=TRANSLATED)
def messages(request: pytest.FixtureRequest) -> list[Message]:
    return [message for message in catalogue.read(request.param) if message.id]


def strings(message: Message) -> tuple[str, ...]:
    found = message.string
    return tuple(found) if isinstance(found, (tuple, list)) else (str(found or ""),)


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_holds_every_text_and_no_other(language: str) -> None:
    there = {(message.context or "", ids(message)) for message in catalogue.read(language) if message.id}
    wanted = {(message.context or "", ids(message)) for message in catalogue.template() if message.id}
    assert there == wanted, "run python -m bot.ui.catalogue, and translate what is new"


def test_nothing_is_left_without_a_certain_translation(messages: list[Message]) -> None:
    for message in messages:
        assert all(text.strip() for text in strings(message)), message.id
        assert not message.fuzzy, message.id
        assert len(strings(message)) == (1 if isinstance(message.id, str) else 2), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_the_bot_reads_is_what_people_wrote(language: str) -> None:
    path = catalogue.po_path(language)
    with path.with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for message in catalogue.read(language):
        if not message.id:
            continue
        one = ids(message)[0]
        if message.context:
            assert compiled.pgettext(message.context, one) == strings(message)[0]
        elif len(ids(message)) > 1:
            many = ids(message)[1]
            assert tuple(compiled.ngettext(one, many, count) for count in (1, 2)) == strings(message)
        else:
            assert compiled.gettext(one) == strings(message)[0], "run python -m bot.ui.catalogue"


def test_both_languages_have_the_same_places_for_values(messages: list[Message]) -> None:
    for message in messages:
        theirs = [set(_BRACES.findall(text)) for text in ids(message)]
        for number, text in enumerate(strings(message)):
            ours = set(_BRACES.findall(text))
            # In French nought takes the singular, so that may name the count where English writes "one".
            assert theirs[min(number, len(theirs) - 1)] <= ours <= set().union(*theirs), message.id
            assert not re.sub(_BRACES, "", text).strip() or "{" not in re.sub(_BRACES, "", text), message.id


def test_marks_of_emphasis_come_in_pairs_and_code_stays(messages: list[Message]) -> None:
    for message in messages:
        for text in strings(message):
            for sign in ("**", "`", "("):
                assert text.count(sign) == ids(message)[-1].count(sign) or sign == "(", message.id
                assert sign != "(" or text.count("(") == text.count(")"), message.id
        one = ids(message)[0]
        text = strings(message)[0]
        assert one[: len(one) - len(one.lstrip())] == text[: len(text) - len(text.lstrip())], message.id
        assert one[len(one.rstrip(" ")) :] == text[len(text.rstrip(" ")) :], message.id


def test_commands_are_named_in_texts_as_they_are_called(messages: list[Message]) -> None:
    names = {message.id: str(message.string) for message in messages if message.context == COMMAND}
    named = 0
    for message in messages:
        for found in _COMMAND.finditer(ids(message)[0]) if not message.context else ():
            if found["name"] not in names or re.match(r"\w", ids(message)[0][found.start() - 1 : found.start()]):
                continue
            # In messages commands are mentioned, which the code does by their English names; in what Discord shows of
            # the commands themselves they are called as they are in French.
            mentioned = ids(message)[0][found.start() - 1 : found.start()] == "`"
            parts = [part for part in (found["name"], found["sub"]) if part]
            called = "/" + " ".join(part if mentioned else names[part] for part in parts)
            named += 1
            assert called in strings(message)[0], message.id
    assert named > 30


# ---------------------------------------------------------------- limits


def test_what_stands_in_menus_and_beside_commands_fits(messages: list[Message]) -> None:
    french = {ids(message)[0]: strings(message) for message in messages if not message.context}
    short = [line for topic in TOPICS for line in (topic.title, topic.line)]
    short += [book.line for book in PRESETS.values()] + [player.line for player in HOUSE.values()]
    short += [text for option in OPTIONS for choice in option.choices for text in (choice.label, choice.line)]
    for text in short:
        for shown in (text, *french.get(text, ())):
            assert len(shown) <= 100, (len(shown), shown)


def test_what_stands_on_buttons_fits(messages: list[Message]) -> None:
    french = {ids(message)[0]: strings(message) for message in messages if not message.context}
    labels = 0
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "button":
                for text in [each for arg in node.args[1:2] for each in texts_of(arg)]:
                    labels += 1
                    assert all(len(shown) <= 60 for shown in (text, *french[text])), text
    assert labels > 40


# ---------------------------------------------------------------- every literal has a slot

NO_TEXTS = {
    "bot/ui/catalogue.py",
    "bot/ui/rulebook/document.py",
    "bot/ui/rulebook/__main__.py",
    "bot/ui/tutorial/script.py",
}
"""For developers, the rule book in the repository, which is English, and a deal in the record's notation."""

ALLOWED = {
    "bot/client.py": {"GET", "not connected to Discord", "not opened yet"},  # the last two for /healthz
    "bot/ui/i18n.py": {"English", "Français", "LC_MESSAGES"},  # each language by its own name
    "bot/ui/reasons.py": {each.clause for each in (*WORDINGS.values(), *WITH_PARTNERS.values())},  # of the command line
    "bot/ui/rulebook/books.py": {r"\b[BEPM]\b"},
    "bot/ui/rulebook/topics.py": {"Compared with ", "What differs"},  # a topic without an entry in the menu
    "bot/ui/rulebook/variants.py": {"NFD"},
    "bot/ui/settings.py": {"UTC"},
    "bot/ui/transcript.py": {"Cc", "Cf", "Cs"},
    "bot/ui/tutorial/pages.py": {"### Madame Bézique"},
}
"""Names, and what is no language: the allow-list of literals that look like words."""
_WORDS = re.compile(r"[A-ZÀ-Ý][^\W\d_]+|[^\W\d_]{2,}[,.:;!?]? +[^\W\d_]{2,}")
_NOT_SHOWN = re.compile(r"`[^`]*`|<[^<>]*>|https?://\S*|attachment://\S*|\(\?.*")
_SILENT = (
    "sub",
    "debug",
    "info",
    "warning",
    "error",
    "exception",
    "compile",
    "cast",
    "TypeVar",
    "Press",
    "getattr",
    "kindly",
)


def sources() -> list[Path]:
    ui = ROOT / "bot" / "ui"
    found = [*ui.glob("*.py"), *(ui / "rulebook").glob("*.py"), *(ui / "tutorial").glob("*.py"),
             ui / "pictures" / "describe.py",  # the other pictures carry no words
             *(ROOT / "cogs").glob("*.py"), ROOT / "bot" / "client.py"]  # fmt: skip
    return [path for path in sorted(found) if path.relative_to(ROOT).as_posix() not in NO_TEXTS]


def texts_of(node: ast.AST) -> list[str]:
    """Return the texts inside tr() anywhere in an expression."""
    return [
        arg.value
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "tr"
        for arg in call.args[:1]
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    ]


def literals(tree: ast.Module) -> Iterator[str]:
    """Yield every string literal that people might come to read.

    Left out are docstrings, annotations, keys and comparisons, what goes to the log, what a programmer's error says,
    patterns, and the requests that controls carry.
    """
    silent = {
        id(part) for node in ast.walk(tree) for each in _hidden(node) for part in ast.walk(each)
        if isinstance(part, ast.Constant)
    }  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value


def _hidden(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node in which nothing stands that people read."""
    match node:
        case ast.Expr(value=ast.Constant()):
            yield node
        case ast.Call(func=func, keywords=keywords):
            if (func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")) in _SILENT:
                yield node
            yield from (keyword.value for keyword in keywords if keyword.arg in ("extra", "name", "target"))
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name != "NotUnderstoodError":
            yield node
        case ast.Compare():
            yield node
        case ast.Dict(keys=keys):
            yield from (key for key in keys if key is not None)
        case ast.Subscript(slice=place):
            yield place
        case ast.arg(annotation=ast.AST() as annotation) | ast.AnnAssign(annotation=annotation):
            yield annotation
        case ast.FunctionDef(returns=ast.AST() as returns) | ast.AsyncFunctionDef(returns=ast.AST() as returns):
            yield returns
        case _:
            return


def untranslatable(tree: ast.Module, known: set[str], allowed: set[str]) -> list[str]:
    return [
        text
        for text in literals(tree)
        if text not in known and text not in allowed and _WORDS.search(_NOT_SHOWN.sub("", text))
    ]


@cache
def known_texts() -> set[str]:
    return {text for found in catalogue.extracted() for text in (found.text, found.many)}


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_literal_that_people_read_can_be_translated(path: Path) -> None:
    file = path.relative_to(ROOT).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not untranslatable(tree, known_texts(), ALLOWED.get(file, set())), "put it into tr(), trn() or mark()"


@pytest.mark.parametrize(
    "code",
    [
        'Layout(CLOTH, "Nobody is here.")',
        'button(press, "Join")',
        'words = f"**{name}** has won"',
        'menu(press, "Pick one of these", [])',
        'raise NotUnderstoodError(f"{text} means nothing")',
        'TITLES = {"a": "Two words"}',
    ],
)
def test_a_literal_without_a_slot_is_found(code: str) -> None:
    assert untranslatable(ast.parse(code), set(), set())


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring of several words."""',
        'log.info("tables loaded", extra={"live": 1})',
        'raise ValueError("a programmer\'s mistake")',
        'button(Press(0, 0, "house", "add novice"), label)',
        'key = "first_marriage"',
    ],
)
def test_what_nobody_reads_needs_none(code: str) -> None:
    assert not untranslatable(ast.parse(code), set(), set())


# ---------------------------------------------------------------- no message mixes languages

_ENGLISH = re.compile(
    r"\b(the|and|you|your|with|that|this|these|from|have|has|was|were|will|cards?|tricks?|deals?|dealt|plays?|wins?|won|"
    r"of|to|is|are|not|stock|trumps?|knaves?|queens?|kings?|aces?|declare[sd]?|players?|rules?|none|yes|no|back)\b",
    re.IGNORECASE,
)
_TITLES = re.compile(r"Enquire Within(?: upon Everything)?|`[^`]*`|```.*?```|\*jack\*", re.DOTALL)


def shown_in(layout: Any) -> str:  # noqa: ANN401 - any message of the bot
    """Return every text of a message, also those on its controls, and hold it to Discord's limits."""
    texts = []
    for item in walk_components(layout.to_components()):
        texts += [str(item[key]) for key in ("content", "label", "placeholder") if item.get(key)]
        texts += [
            option[key] for option in item.get("options", ()) for key in ("label", "description") if option.get(key)
        ]
        assert len(item.get("label", "")) <= 80
    content = "".join(item["content"] for item in walk_components(layout.to_components()) if item["type"] == 10)
    assert len(content) <= 4000
    return "\n".join(texts)


def english_in(text: str) -> list[str]:
    return _ENGLISH.findall(_TITLES.sub("", text))


def test_english_would_be_noticed() -> None:
    with speaking("fr"):
        assert not english_in(shown_in(help_page()))
    assert english_in(shown_in(help_page()))


@pytest.mark.parametrize("name", READINGS)
def test_the_rule_book_is_french_throughout(name: str) -> None:
    reading: Reading = READINGS[name]
    with speaking("fr"):
        for topic in (*topics_for(reading), *COMPARISONS):
            for number in range(len(topic.write(reading))):
                text = shown_in(rule_page(reading, topic.key, number))
                assert not english_in(text), (topic.key, number, english_in(text), text)
                assert not set("{}") & set(text)


def test_every_refusal_is_french() -> None:
    with speaking("fr"):
        for why in Why:
            if why is not Why.ILLEGAL:
                text = refusal_text(Refused(why, table_id=3, detail="4"))
                assert not english_in(text), text
        for wording in (*WORDINGS.values(), *WITH_PARTNERS.values()):
            assert not english_in(tr(wording.sentence).replace("{cards}", "")), wording.sentence


def test_the_tutorial_is_french_from_the_first_card_to_the_last() -> None:
    lesson = Lesson()
    pages = 0
    with speaking("fr"):
        while lesson.stage is not Stage.OVER:
            for shown in (page(lesson), restart_page(lesson)):
                assert not english_in(shown_in(shown)), shown_in(shown)
            pages += 1
            step = {Stage.WELCOME: BEGIN, Stage.SKIPPING: GO_ON}.get(lesson.stage)
            lesson.take(step or lesson.suggested.text.split(" ", 1)[1])
        assert not english_in(shown_in(page(lesson)))
    assert pages > 20


@pytest.mark.parametrize("name", ["modern-2", "modern-partners", "britannica-no-trump"])
def test_a_transcript_is_french(name: str) -> None:
    live = play_game(ALL_RULES[name], 3, resigning=0.01 if name == "modern-2" else 0.0)
    with speaking("fr"):
        text = re.sub(r"Règles.*", "", transcript(live.record()))
    assert not english_in(text), english_in(text)
    assert "levée" in text


def test_the_score_sheet_has_room_for_its_french_titles() -> None:
    live = play_game(ALL_RULES["modern-2"], 8)
    with speaking("fr"):
        sheet = score_sheet(live.game.marks, ("Ann", "Ben"), live.game.totals, carried=(0, 0))
    assert "…" not in sheet
    assert "Cette donne" in sheet


# ---------------------------------------------------------------- the machinery


def test_numbers_follow_the_language() -> None:
    counted = [trn("{count} game", "{count} games", n) for n in (0, 1, 2)]
    assert counted == ["0 games", "1 game", "2 games"]
    with speaking("fr"):
        assert [trn("{count} game", "{count} games", n) for n in (0, 1, 2)] == ["0 partie", "1 partie", "2 parties"]


def test_the_language_returns_where_a_context_ends() -> None:
    read_in("fr")
    with speaking("en"):
        assert tr("Back") == "Back"
        with aside():
            assert tr("Back") == "Retour"
        assert tr("Back") == "Back"
    assert tr("Back") == "Retour"
    read_in("en")


@pytest.mark.parametrize(
    ("locale", "language"), [("fr", "fr"), ("en-GB", "en"), ("en-US", "en"), ("pt-BR", "en"), ("", "en"), (None, "en")]
)
def test_a_locale_leads_to_the_nearest_language(locale: str | None, language: str) -> None:
    assert language_of(locale) == language


def test_names_of_commands_and_options_are_told_from_other_texts() -> None:
    contexts = Counter(found.context for found in catalogue.extracted())
    assert contexts[COMMAND] > 10
    assert contexts[OPTION] > 10
