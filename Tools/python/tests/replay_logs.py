"""Replays changeset logs, and writes what each comes to as JSON.

    python3 Tools/python/tests/replay_logs.py FOLDER OUTCOMES

FOLDER holds the logs, NAME.jsonl. OUTCOMES is the file to write:

    {"NAME": {"revision": 12, "fingerprint": "…",
              "refusals": {"7": {"message": "…", "part": "entry.changeset.removedItems", "section": 0, "item": 2}}}}

Refusals are named by the numbers of their lines. The library is that of ROSTER_LIBRARY.
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import roster  # noqa: E402


def take(entry: dict[str, Any], copy: roster.List) -> None:
    """Does what an entry says, if it changes the list."""
    if "undo" in entry and "changeset" not in entry and "state" not in entry:
        copy.undo()
    elif "redo" in entry:
        copy.redo()
    elif "expect" not in entry and "reopen" not in entry:
        copy.apply(entry)


def outcome(log: pathlib.Path) -> dict[str, Any]:
    refusals: dict[str, Any] = {}
    with roster.open_in_memory() as memory, memory.list("main") as copy:
        # Only line feeds end lines: a model may have other separators.
        for index, line in enumerate(log.read_text(encoding="utf-8").rstrip("\n").split("\n")[1:]):
            try:
                take(json.loads(line), copy)
            except roster.RosterError as error:
                # The header is the first line.
                refusals[str(index + 2)] = {
                    "message": str(error), "part": error.part,
                    "section": -1 if error.section is None else error.section,
                    "item": -1 if error.item is None else error.item,
                }
        with copy.snapshot() as snapshot:
            return {
                "revision": snapshot.revision, "fingerprint": snapshot.fingerprint(),
                "refusals": refusals,
            }


def main() -> None:
    folder, outcomes = map(pathlib.Path, sys.argv[1:])
    found = {log.stem: outcome(log) for log in sorted(folder.glob("*.jsonl"))}
    outcomes.write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
