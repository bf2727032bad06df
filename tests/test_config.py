"""The settings and the file that shows them."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.config import ConfigError, Settings, env_name, load_settings, read_shards

EXAMPLE = Path(__file__).parent.parent / ".env.example"


def _example() -> dict[str, tuple[str, str]]:
    found = re.findall(r"^# (.*)\n([A-Z_]+)=(.*)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: (value, comment) for comment, name, value in found}


def test_example_file_lists_every_setting_with_its_default_and_its_words() -> None:
    example = _example()
    assert set(example) == {env_name(each.name) for each in fields(Settings)}
    for each in fields(Settings):
        value, comment = example[env_name(each.name)]
        default = str(each.default).lower() if isinstance(each.default, bool) else str(each.default)
        assert value == ("" if each.default is None else default)
        assert comment.startswith(each.metadata["description"])


def test_example_file_as_it_stands_gives_the_defaults() -> None:
    assert load_settings(EXAMPLE) == load_settings(None)


def test_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / ".env"
    file.write_text("BEZIQUE_LOBBY_MINUTES=5\nBEZIQUE_CHALLENGE_MINUTES=7\nDISCORD_TOKEN=from-file\n")
    monkeypatch.setenv("BEZIQUE_LOBBY_MINUTES", "6")
    settings = load_settings(file)
    assert (settings.lobby_minutes, settings.challenge_minutes) == (6, 7)
    assert settings.discord_token == "from-file"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BEZIQUE_LOG_LEVEL", "loud"),
        ("BEZIQUE_LOG_FORMAT", "xml"),
        ("BEZIQUE_HEALTH_PORT", "http"),
        ("BEZIQUE_HEALTH_PORT", "70000"),
        ("BEZIQUE_CHALLENGE_MINUTES", "0"),
        ("BEZIQUE_SYNC_GUILD", "-4"),
        ("BEZIQUE_PICTURES", "perhaps"),
        ("BEZIQUE_DATABASE_URL", "bezique.db"),
        ("BEZIQUE_SHARDS", "16"),
        ("BEZIQUE_SHARDS", "0-16/16"),
        ("BEZIQUE_SHARDS", "/16"),
    ],
)
def test_value_that_cannot_be_used_is_named_in_one_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=rf"^{name} cannot be used: .+\.$") as caught:
        load_settings(None)
    assert "\n" not in str(caught.value)


def test_what_is_empty_has_its_default_and_words_may_be_written_in_any_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in (("LOG_LEVEL", "debug"), ("LOG_FORMAT", "JSON"), ("PICTURES", "Off"), ("HEALTH_PORT", "")):
        monkeypatch.setenv(f"BEZIQUE_{name}", value)
    settings = load_settings(None)
    assert (settings.log_level, settings.log_format, settings.pictures) == ("DEBUG", "json", False)
    assert settings.health_port is None


def test_shards_of_several_processes_need_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings(None).part is None
    monkeypatch.setenv("BEZIQUE_SHARDS", " 0-3/16 ")
    with pytest.raises(ConfigError, match=r"^BEZIQUE_SHARDS cannot be used: several processes need PostgreSQL;"):
        load_settings(None)
    monkeypatch.setenv("BEZIQUE_DATABASE_URL", "postgresql+asyncpg://bezique@localhost/bezique")
    assert load_settings(None).part == (frozenset(range(4)), 16)


def test_shards_are_read_as_written() -> None:
    assert read_shards("/4") == (frozenset(range(4)), 4)
    assert read_shards("0-2, 7 / 8") == (frozenset({0, 1, 2, 7}), 8)
    for text, why in (
        ("16", "should look like"), ("/0", "from 1 to 16384"), ("/16385", "from 1 to"), ("a/3", "should look like"),
        ("2-1/4", "2-1 is none of 4"), ("4/4", "the last is 3"), ("1-2-3/8", "is no shard"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=why):
            read_shards(text)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("BEZIQUE_DATABSE_URL", "BEZIQUE_DATABASE_URL is probably meant"),
        ("BEZIQUE_HEALTHPORT", "BEZIQUE_HEALTH_PORT is probably meant"),
        ("BEZIQUE_XYZZY", ".env.example lists them all"),
    ],
)
@pytest.mark.parametrize("where", ["environment", "file"])
def test_name_that_is_no_setting_is_refused_with_what_was_meant(
    name: str, meant: str, where: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / ".env"
    file.write_text(f"{name}=1\n" if where == "file" else "OTHER_PROGRAMS_SETTING=1\n")
    if where == "environment":
        monkeypatch.setenv(name, "1")
    with pytest.raises(ConfigError, match=f"^{name} is no setting of the bot; {re.escape(meant)}\\.$"):
        load_settings(file)


def test_settings_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_settings(file)


def test_token_is_not_in_the_settings_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    assert "very-secret" not in f"{load_settings(None)!r}"
