"""Who is a moderator, and the log of what moderators have done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.club.moderation import Measure, ModerationRow
from bot.tables import Refused, Why, number_of
from bot.ui.kit.controls import SLATE, Control, Layout, button, rows
from bot.ui.routes.safety import Moderate
from bot.ui.text.i18n import mark, tr
from bot.ui.text.words import moment
from cogs.table.app import App, Interaction


def check_moderator(app: App, interaction: Interaction) -> None:
    """Refuse a member who is no moderator, or no longer one."""
    if not app.renderer.readers.is_moderator(interaction):
        raise Refused(Why.NOT_MODERATOR)


async def note_done(
    app: App, interaction: Interaction, what: Measure, table_id: int | None = None, about: int | None = None
) -> None:
    await app.club.moderation.log(interaction.guild_id or 0, interaction.user.id, what, table_id, about)


_DONE: Final = {
    Measure.CLOSE: mark("<@{by}> closed table {table}"),
    Measure.SEND_AWAY: mark("<@{by}> took <@{about}> out of table {table}"),
    Measure.VOID: mark("<@{by}> took the rating of table {table} back"),
    Measure.CHANNELS: mark("<@{by}> chose the channels"),
    Measure.CLOSE_REPORT: mark("<@{by}> closed a report"),
    Measure.VOID_PAIR: mark("<@{by}> took ratings of <@{about}> and <@{other}> back: {games}"),
    Measure.LIFT: mark("<@{by}> let <@{about}> play rated games again"),
}


def log_page(done: Sequence[ModerationRow]) -> Layout:
    lines = [log_line(row) for row in done if row.what in set(Measure)]
    return Layout(
        SLATE,
        f"### {tr('What moderators have done')}",
        "\n".join(lines) or tr("Nothing yet."),
        *rows([moderation_button()]),
    )


def log_line(row: ModerationRow) -> str:
    """Write one action of a moderator, with its moment."""
    words = tr(
        _DONE[Measure(row.what)],
        by=row.by_id, table=number_of(row.game_id or 0), about=row.about_id, other=row.other_id, games=row.games,
    )  # fmt: skip
    return f"{words} · {moment(row.at, 'f')}"


def moderation_button() -> Control:
    return button(Moderate(), tr("Moderation"))
