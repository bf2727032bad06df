"""Check all requests made by the tests against Discord's own API description.

usage: check_requests.py FOLDER-OF-THE-DESCRIPTION FOLDER-OF-REQUESTS
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import Any


def load_spec(folder: Path) -> Any:  # noqa: ANN401 - the checker comes with the description
    """Return the checker that is stored next to the description."""
    source = importlib.util.spec_from_file_location("spec_check", folder / "spec_check.py")
    assert source is not None
    assert source.loader is not None
    module = importlib.util.module_from_spec(source)
    source.loader.exec_module(module)
    return module.Spec(folder / "openapi.json")


spec: Any = None
"""The description, loaded once in each process that checks."""


def begin(description: Path) -> None:
    global spec  # noqa: PLW0603 - a process of the pool has nothing else to keep it in
    spec = load_spec(description)


def errors_of(entry: dict[str, Any]) -> list[str]:
    return list(spec.errors(entry["method"], entry["path"], entry["json"]))


def main(description: Path, requests: Path) -> int:
    """Print the requests that Discord would refuse, one example of each kind, and return 1 if there are any."""
    different: dict[str, dict[str, Any]] = {}
    total = 0
    for file in sorted(requests.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            total += 1
            different.setdefault(json.dumps([entry["method"], entry["path"], entry["json"]], sort_keys=True), entry)
    found: Counter[str] = Counter()
    examples: dict[str, str] = {}
    with Pool(initializer=begin, initargs=(description,)) as pool:
        checked = pool.imap(errors_of, different.values(), chunksize=100)
        for entry, errors in zip(different.values(), checked, strict=True):
            for error in errors:
                found[error] += 1
                examples.setdefault(error, f"{entry['test']}: {entry['method']} {entry['path']}")
    for error, times in found.most_common():
        print(f"{error}\n  {times} times, first in {examples[error]}")
    print(f"{total} requests, {len(different)} different, {sum(found.values())} refused")
    if not total:
        print("no requests were recorded: the tests did not use the simulated Discord")
        return 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
