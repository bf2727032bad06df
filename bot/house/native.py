"""Compile the modules in which a search spends its time, so that it runs faster.

    python -m pip install mypy setuptools     # and a C compiler
    python -m bot.house.native                # build; hold it against plain Python with benchmarks/compiled.py
    python -m bot.house.native --remove       # back to plain Python

Compiling is optional and changes no decision. The compiled files lie beside their sources, and Python prefers them, so
build again (or remove them) after every change of a source.
"""

from __future__ import annotations

import argparse
import importlib.machinery
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
MODULES: Final = (
    *(f"bot/engine/{name}.py" for name in (
        "tricks", "legality", "moves", "deal", "scoring",
    )),
    *(f"bot/house/{name}.py" for name in (
        "worth", "moments", "policy", "playout", "search", "ending", "imagine", "reading", "settle", "suits",
        "last_tricks",
    )),
)  # fmt: skip
"""The modules that are compiled: plain typed Python, which mypyc takes as it is.

Modules with frozen classes that views contain are left out: compiled, these could not be sent to another process.
"""
_GROUP: Final = "bot.native"
_SUFFIX: Final = importlib.machinery.EXTENSION_SUFFIXES[0]
_SETUP: Final = """
from mypyc.build import mypycify
from setuptools import setup

setup(name="native", packages=[], ext_modules=mypycify({arguments!r}, opt_level="3", group_name={group!r}))
"""


def built() -> list[Path]:
    expected = [ROOT / Path(module).with_suffix(_SUFFIX) for module in MODULES]
    expected.append(ROOT / (_GROUP.replace(".", "/") + "__mypyc" + _SUFFIX))
    return [path for path in expected if path.exists()]


def remove() -> None:
    for path in built():
        path.unlink()


def build() -> list[Path]:
    """Compile the modules, put the results beside their sources and return their paths.

    Raises:
        subprocess.CalledProcessError: The compiler failed; its output is on the terminal.
    """
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        shutil.copytree(ROOT / "bot", work / "bot", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        arguments = ["--strict", "--no-incremental", *MODULES]
        (work / "setup.py").write_text(_SETUP.format(arguments=arguments, group=_GROUP), encoding="utf-8")
        # The command is fixed text and this Python itself, so nothing from outside is run.
        subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=work, check=True)
        remove()
        for path in sorted((work / "bot").rglob(f"*{_SUFFIX}")):
            shutil.copy2(path, ROOT / path.relative_to(work))
    return built()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bot.house.native", description="Compile the house's search.")
    parser.add_argument("--remove", action="store_true", help="delete what was compiled")
    if parser.parse_args().remove:
        remove()
        return
    for path in build():
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
