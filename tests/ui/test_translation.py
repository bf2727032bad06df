"""French is complete: nothing is missing, mixed up or too long."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Catalog, Message
from discord import Locale

import catalogue
from bot.engine import OPTIONS, PRESETS
from bot.house.roster import HOUSE
from bot.ui.kit.tree import COMMAND, OPTION
from bot.ui.text.i18n import LANGUAGES, aside, language_of, read_in, speaking, tr, trn
from bot.ui.text.rulebook.topics import TOPICS
from bot.ui.text.table_lines import LEVELS

from .test_literals import sources, texts_of

TRANSLATED = [language for language in LANGUAGES if language != "en"]
_BRACES = re.compile(r"\{\w*\}")
_COMMAND = re.compile(r"/(?P<name>[a-z]+)(?: (?P<sub>open|invite|here|me|server))?")


@cache
def stored(language: str) -> Catalog:
    return catalogue.read(language)


@pytest.fixture(scope="module", params=TRANSLATED)
def messages(request: pytest.FixtureRequest) -> list[Message]:
    return [message for message in stored(request.param) if message.id]


def strings(message: Message) -> tuple[str, ...]:
    found = message.string
    return tuple(found) if isinstance(found, (tuple, list)) else (str(found or ""),)


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_holds_every_text_and_no_other(language: str) -> None:
    there = {(message.context or "", ids(message)) for message in stored(language) if message.id}
    wanted = {(message.context or "", ids(message)) for message in catalogue.template() if message.id}
    assert there == wanted, "run .ci/catalogue.py, and translate what is new"


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
    for message in stored(language):
        if not message.id:
            continue
        one = ids(message)[0]
        if message.context:
            assert compiled.pgettext(message.context, one) == strings(message)[0]
        elif len(ids(message)) > 1:
            many = ids(message)[1]
            assert tuple(compiled.ngettext(one, many, count) for count in (1, 2)) == strings(message)
        else:
            assert compiled.gettext(one) == strings(message)[0], "run .ci/catalogue.py"


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


def test_what_stands_in_menus_and_beside_commands_fits(messages: list[Message]) -> None:
    french = {ids(message)[0]: strings(message) for message in messages if not message.context}
    short = [line for topic in TOPICS for line in (topic.title, topic.line)]
    short += [book.line for book in PRESETS.values()] + [player.line for player in HOUSE.values()]
    short += LEVELS.values()
    short += [text for option in OPTIONS for choice in option.choices for text in (choice.label, choice.line)]
    for text in short:
        for shown in (text, *french.get(text, ())):
            assert len(shown) <= 100, (len(shown), shown)


@pytest.mark.deep
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


_TERMS = (
    (r"\brat(?:ed|ings?)\b", r"\b(?:non )?class[ée]", r"leaderboard|standings"),
    (r"\brule sets?\b", r"jeux? de règles|règles à vous", r"^$"),
    (r"\bquiet hours\b", r"heures calmes", r"^$"),
    (r"\breview\b", r"\brevue\b", r"^$"),
    (r"\btarget\b", r"\bobjectif\b", r"^$"),
)
"""An English term, what its French word is not (that is another term's), and where both terms stand in one text."""


@pytest.mark.parametrize(("term", "other", "both"), _TERMS)
def test_french_has_one_word_for_one_thing(term: str, other: str, both: str) -> None:
    named = [m for m in stored("fr") if m.id and re.search(term, " ".join(ids(m)), re.IGNORECASE)]
    assert named
    for message in named:
        if not re.search(both, " ".join(ids(message))):
            assert not re.search(other, " ".join(strings(message)), re.IGNORECASE), message.id


def test_a_per_cent_sign_stands_apart_in_french_alone(messages: list[Message]) -> None:
    for message in messages:
        assert not re.search(r"\s%", " ".join(ids(message))), message.id
        assert not re.search(r"[\d}]%", " ".join(strings(message))), message.id


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


@pytest.mark.parametrize("odd", [None, True, 7, [], [1], {}, Locale])
def test_what_is_no_locale_means_english(odd: object) -> None:
    assert language_of(odd) == "en"


@pytest.mark.deep
def test_names_of_commands_and_options_are_told_from_other_texts() -> None:
    contexts = Counter(found.context for found in catalogue.extracted())
    assert contexts[COMMAND] > 10
    assert contexts[OPTION] > 10
