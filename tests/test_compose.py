"""The compose files name settings that there are, with values that they take, and what the image has."""

from __future__ import annotations

import re
from dataclasses import fields
from fnmatch import fnmatch
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from bot.config import Settings, env_name, load_settings, read_shards

ROOT = Path(__file__).parent.parent
ONE, SCALE = (ROOT / name for name in ("compose.yaml", "compose.scale.yaml"))
_SET = re.compile(r"^ +([A-Z_]+): (.+)$", re.MULTILINE)


def set_in(file: Path) -> list[tuple[str, str]]:
    return [(name, value.strip('"')) for name, value in _SET.findall(file.read_text("utf-8"))]


@pytest.mark.parametrize("file", [ONE, SCALE], ids=lambda file: file.name)
def test_every_setting_is_one_of_the_bots_and_takes_its_value(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {env_name(each.name) for each in fields(Settings)}
    own = [(name, value) for name, value in set_in(file) if name.startswith("BEZIQUE_")]
    assert own
    assert {name for name, _ in own} <= known
    for name, value in own:
        monkeypatch.setenv(name, value)
        load_settings(None)


def test_the_processes_have_all_shards_and_no_two_the_same() -> None:
    parts = [read_shards(value) for name, value in set_in(SCALE) if name == "BEZIQUE_SHARDS"]
    assert len(parts) == SCALE.read_text("utf-8").count("<<: *bot")
    assert len({count for _, count in parts}) == 1
    assert sorted(shard for own, _ in parts for shard in own) == list(range(parts[0][1]))


def test_the_database_is_the_one_that_the_bot_asks_for() -> None:
    given, text = dict(set_in(SCALE)), SCALE.read_text("utf-8")
    url = make_url(given["BEZIQUE_DATABASE_URL"])
    assert (url.username, url.database) == (given["POSTGRES_USER"], given["POSTGRES_DB"])
    assert re.search(rf"^  {url.host}:$", text, re.MULTILINE)
    assert f"--dbname={url.database}" in text
    # The same secret on both ends, and in no address.
    assert given["PGPASSWORD"] == given["POSTGRES_PASSWORD"]
    assert url.password is None


def test_the_image_has_what_the_compose_files_ask_of_it() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    lock = dict(set_in(SCALE))["REQUIREMENTS"]
    assert "ARG REQUIREMENTS=" in image
    assert f" {lock} " in image
    assert "asyncpg==" in (ROOT / lock).read_text("utf-8")
    (kept,) = re.findall(r"^VOLUME (\S+)$", image, re.MULTILINE)
    # One process keeps its file there; where there is a server nothing is kept, and nothing else can be written.
    assert f"- data:{kept}\n" in ONE.read_text("utf-8")
    assert f"tmpfs: [/tmp, {kept}]" in SCALE.read_text("utf-8")


def test_all_that_the_image_copies_is_let_through_to_its_build() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    assert len(sources) > len(copied)
    patterns = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert patterns[0] == "*"
    for source in sources:
        assert (ROOT / source).exists()
        # The last pattern that fits decides.
        (*_, last) = (pattern for pattern in patterns if fnmatch(source, pattern.removeprefix("!")))
        assert last.startswith("!"), source


def test_health_is_asked_where_the_bot_serves_it() -> None:
    scale = SCALE.read_text("utf-8")
    for path in ("/livez", "/readyz"):
        assert path in (ROOT / "Dockerfile").read_text("utf-8") + scale
        assert f'"{path}"' in (ROOT / "bot" / "health.py").read_text("utf-8")
    assert f"127.0.0.1:{dict(set_in(SCALE))['BEZIQUE_HEALTH_PORT']}/readyz" in scale
