"""Reading of typed rules: a rule book, a rule code, or the name of a rule set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from discord import app_commands

from bot.engine import PRESETS, Rules, RulesError, code_words, read_code
from bot.tables import Refused, Why
from bot.tables.values.rule_sets import RuleSet, same_name
from bot.ui.text.i18n import pair, tr
from bot.ui.text.near_names import mended, nearest
from bot.ui.text.typed import one_line
from bot.ui.text.words import rules_line
from cogs.table.desk import Desk, Interaction

FRIENDLY: Final = "friendly"
"""The word in a typed rule code that makes a game unrated."""
SERVERS: Final = "server:"
"""Prefix that marks a name as the server's rule set, even if the member has a set of the same name."""
_SHOWN: Final = 40
"""Number of characters of an unknown name that the refusal repeats."""
_MOST: Final = 25
"""Largest number of suggestions that Discord takes."""
_LONGEST: Final = 100
"""Largest number of characters that Discord takes in a suggestion."""


class Meant(NamedTuple):
    """The rules that somebody means."""

    preset: str
    rules: Rules
    friendly: bool = False
    """The game is not to be rated."""


def read_typed(code: str) -> Meant:
    """Read a typed rule code, and whether the word ``friendly`` in it wants a game that is not rated.

    Raises:
        RulesError: The code cannot be read, or its rules cannot go together.
    """
    words = code_words(code)
    kept = [word for word in words if word.lower() != FRIENDLY]
    return Meant(*read_code(" ".join(kept), beside=(FRIENDLY,)), len(kept) < len(words))


def meant_by_set(found: RuleSet) -> Meant:
    """Return the rules of a rule set.

    Raises:
        Refused: They cannot be played any more.
    """
    try:
        return Meant(found.preset, found.rules(), found.friendly)
    except RulesError as error:
        raise Refused(Why.RULE_SET_BROKEN) from error


async def meant_by(desk: Desk, interaction: Interaction, typed: str) -> Meant:
    """Return the rules that somebody means by what they have typed: a rule code, else the name of a rule set.

    Raises:
        RulesError: It is a rule code that cannot be read, or its rules cannot go together.
        Refused: It looks like a name, and nothing has it; or the rules of that name cannot be played any more.
    """
    try:
        return read_typed(typed)
    except RulesError:
        words = typed.split()
        kept = [word for word in words if word.lower() != FRIENDLY]
        for name, friendly in ((typed, False), (" ".join(kept), True)):
            if (found := await _called(desk, interaction, name)) is not None:
                meant = meant_by_set(found)
                return meant._replace(friendly=meant.friendly or friendly)
        if _looks_like_a_name(kept):
            near = await _near(desk, interaction, kept)
            raise Refused(Why.NO_SUCH_RULES, detail=one_line(typed, _SHOWN), near=near) from None
        raise


async def _near(desk: Desk, interaction: Interaction, words: Sequence[str]) -> list[str]:
    """Return what may be meant by words that mean nothing: a rule book's name with what follows it, or a rule set."""
    own, server = await desk.members.rule_sets.here(interaction.guild_id or 0, interaction.user.id)
    books = [" ".join((name, *words[1:])) for name in nearest(words[0], PRESETS)]
    books = [mended(code, read_typed) or code for code in books]
    sets = nearest(" ".join(words), [*_books(), *(each.name for each in (*own.sets, *server.sets))])
    return list(dict.fromkeys([*books, *(_books().get(name, name) for name in sets)]))[:2]


def _books() -> dict[str, str]:
    """Return the rule books' names by what they are called in the reader's language."""
    return {tr(book.title): book.name for book in PRESETS.values()}


def _looks_like_a_name(words: Sequence[str]) -> bool:
    """Tell whether what was typed begins with nothing with which a rule code does."""
    return bool(words) and "=" not in words[0] and not words[0].isdigit() and words[0].lower() not in PRESETS


async def server_choice_of(desk: Desk, guild_id: int, typed: str) -> str | int:
    """Return what a server keeps as its choice of rules for a first table: a rule book's name, or a set's number.

    Raises:
        Refused: It is neither a rule book nor the name of a rule set of the server.
    """
    if (name := typed.strip().lower()) in PRESETS:
        return name
    server = (await desk.members.rule_sets.here(guild_id, 0))[1]
    found = server.called(typed.removeprefix(SERVERS))
    if found is None:
        near = nearest(typed, [*PRESETS, *(each.name for each in server.sets)])
        raise Refused(Why.NO_SUCH_RULES, detail=one_line(typed, _SHOWN), near=near)
    meant_by_set(found)
    return found.number


async def _called(desk: Desk, interaction: Interaction, name: str) -> RuleSet | None:
    own, server = await desk.members.rule_sets.here(interaction.guild_id or 0, interaction.user.id)
    if name.startswith(SERVERS) and (found := server.called(name.removeprefix(SERVERS))) is not None:
        return found
    return own.called(name) or server.called(name)


async def rule_choices(
    desk: Desk, interaction: Interaction, typed: str, *, for_server: bool = False
) -> list[app_commands.Choice[str]]:
    """Return the rule books, member's rule sets and server's rule sets whose names contain the typed text.

    If none does, return similar names and the typed text as a rule code, with typing errors mended if that makes it
    valid. With ``for_server``, only rule books and the server's sets are offered.
    """
    own, server = await desk.members.rule_sets.here(interaction.guild_id or 0, interaction.user.id)
    offered = [(pair(tr(book.title), tr(book.line)), book.name) for book in PRESETS.values()]
    offered += ([] if for_server else _offered(own.sets, "")) + _offered(server.sets, SERVERS)
    wanted = same_name(typed)
    found = [(name, value) for name, value in offered if wanted in same_name(name)]
    if not found:
        known = {value: (name, value) for name, value in offered}
        near, code = nearest(typed, known), mended(typed, read_typed) or typed
        found = [known[value] for value in near] + ([] if for_server or code in near else [(code, code)])
    return [
        app_commands.Choice(name=name[:_LONGEST], value=value) for name, value in found if 0 < len(value) <= _LONGEST
    ][:_MOST]


def _offered(sets: Sequence[RuleSet], before: str) -> list[tuple[str, str]]:
    """Return rule sets as suggestions, without those that cannot be played any more."""
    found = []
    for each in sets:
        try:
            line = rules_line(each.rules(), each.preset, brief=True)
        except RulesError:
            continue
        found.append((pair(one_line(each.name, _LONGEST), line), before + each.name))
    return found
