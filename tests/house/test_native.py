"""The modules of a search can be compiled as they are."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.house.native import MODULES, ROOT

pytestmark = pytest.mark.deep

TRANSLATE = (
    "import sys; from mypyc.build import mypycify as go; go(['--strict', *sys.argv[1:]], group_name='bot.native')"
)


def test_the_compiler_takes_every_module_as_it_is(tmp_path: Path) -> None:
    pytest.importorskip("mypyc")
    pytest.importorskip("setuptools")
    shutil.copytree(ROOT / "bot", tmp_path / "bot", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    done = subprocess.run(  # noqa: S603 - this Python, fixed words
        [sys.executable, "-c", TRANSLATE, *MODULES], cwd=tmp_path, capture_output=True, text=True, check=False
    )  # translates to C; what a C compiler makes of that is its own affair
    assert done.returncode == 0, done.stdout + done.stderr
    assert list((tmp_path / "build").rglob("*.c"))
