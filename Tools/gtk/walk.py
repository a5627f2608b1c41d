"""Operates the inbox and checks what it shows. Run by `walk`, which sets up what it needs."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

INBOX = pathlib.Path(__file__).with_name("inbox.py")
WRITER = """
import json, sys, time
import gi
gi.require_version("RosterGtk", "1.0")
from gi.repository import RosterGtk
inbox = RosterGtk.ListModel.new(sys.argv[1], "inbox", None)
for number in range(10**9):
    now = int(time.time())
    model = {"date": now, "day": time.strftime("%Y-%m-%d", time.localtime(now)), "from": "Writer", "is_read": False, "subject": f"Written {number}"}
    inbox.change(json.dumps([{"do": "insert", "at": 0, "model": model}]), None)
    print(number, flush=True)
    time.sleep(0.01)
"""
#: How long something may take until it shows, in seconds; opening a search of a million rows takes more.
PATIENCE = float(os.environ.get("PATIENCE", 60))
#: Where the window has its parts. It stands at 0, 0, as there is no window manager.
SEARCH, UNREAD = (300, 73), (669, 73)
ADD, MARK_READ, REMOVE, UNDO, REDO = (28, 27), (70, 27), (112, 27), (563, 27), (605, 27)


class Walk:
    def __init__(self, path: str, screenshots: pathlib.Path, rows: int, theme: str) -> None:
        self.screenshots = screenshots
        self.display = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "760x560x24", "-nolisten", "tcp"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        assert self.display.stdout
        self.environment = {
            **os.environ, "DISPLAY": f":{self.display.stdout.readline().strip()}", "GDK_BACKEND": "x11",
            # Xvfb has no hardware that draws.
            "GSK_RENDERER": "cairo", "GTK_THEME": theme, "TZ": "UTC"}
        self.window = subprocess.Popen(
            [sys.executable, str(INBOX), path, "--rows", str(rows), "--state"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env=self.environment)
        self.expect("the window shows the list", lambda state: len(state["rows"]) > 5)

    def close(self) -> None:
        for process in (self.window, self.display):
            process.terminate()
            process.wait()

    def state(self) -> dict[str, Any]:
        assert self.window.stdin and self.window.stdout
        self.window.stdin.write("\n")
        self.window.stdin.flush()
        line = self.window.stdout.readline()
        if not line:
            sys.exit(f"walk: the window has ended with {self.window.wait()}")
        state: dict[str, Any] = json.loads(line)
        return state

    def expect(self, fact: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Waits until what is shown has settled and something holds of it."""
        end = time.monotonic() + PATIENCE
        before: dict[str, Any] = {}
        while time.monotonic() < end:
            state = self.state()
            if state == before and not state["works"] and holds(state):
                print(f"  {fact}")
                return state
            before = state
            time.sleep(0.15)
        self.picture("failed")
        sys.exit(f"walk: it does not hold that {fact}: {json.dumps(before)}")

    def do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], check=True, env=self.environment)

    def click(self, place: tuple[float, float]) -> None:
        self.do("mousemove", *map(int, place), "sleep", 0.1, "click", 1)

    def scroll_to_the_top(self) -> None:
        self.do("mousemove", 300, 300, "click", 1, "sleep", 0.2, "key", "Home")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.do("mousemove", *map(int, start), "sleep", 0.2, "mousedown", 1)
        for step in range(1, 11):
            place = [int(a + (b - a) * step / 10) for a, b in zip(start, end)]
            self.do("mousemove", *place, "sleep", 0.05)
        self.do("sleep", 0.3, "mouseup", 1)

    def picture(self, name: str) -> None:
        file = self.screenshots / f"{name}.png"
        subprocess.run(["import", "-window", "root", str(file)], check=True, env=self.environment)
        print(f"  {file}")


def subjects(state: dict[str, Any]) -> list[str]:
    return [row["subject"] for row in state["rows"]]


def middle(state: dict[str, Any], index: int) -> tuple[float, float]:
    row = state["rows"][index]
    return 300, row["y"] + row["height"] / 2


def operate(walk: Walk, path: str, rows: int) -> None:
    first = walk.expect("all messages are counted", lambda state: state["count"] == f"{rows:,} messages")
    order = subjects(first)
    walk.picture("light")

    walk.click(ADD)
    added = walk.expect("a new message stands first", lambda state: subjects(state)[1:5] == order[:4])
    walk.click(UNDO)
    walk.expect("undo takes it away", lambda state: subjects(state) == order)
    walk.click(REDO)
    # Above what is shown, so that no row moves.
    walk.expect("redo brings it back", lambda state: state["count"] == added["count"] and subjects(state) == order)
    walk.do("key", "ctrl+z")
    walk.expect("Ctrl+Z takes it away", lambda state: state["count"] == first["count"])

    walk.click(middle(first, 3))
    walk.click(MARK_READ)
    walk.expect(
        "a message is read, and stays where it is",
        lambda state: first["rows"][3]["is_unread"] and not state["rows"][3]["is_unread"] and subjects(state) == order)
    walk.click(REMOVE)
    walk.expect("a message is removed", lambda state: subjects(state)[:-1] == order[:3] + order[4:])
    walk.click(UNDO)
    walk.expect("and comes back", lambda state: order[3] in subjects(state))
    # GTK holds the row that came in its place, so that one leaves at the top.
    walk.scroll_to_the_top()
    walk.expect("where it was", lambda state: subjects(state) == order)

    walk.drag(middle(first, 1), middle(first, 4))
    moved = [order[0], *order[2:5], order[1], *order[5:]]
    walk.expect("a message is dragged down", lambda state: subjects(state) == moved)
    walk.drag(middle(first, 4), middle(first, 1))
    walk.expect("and up again", lambda state: order[1:4] == subjects(state)[:3] or order == subjects(state))
    walk.scroll_to_the_top()
    walk.expect("where it was", lambda state: subjects(state) == order)

    walk.click(UNREAD)
    unread = walk.expect("unread messages are shown", lambda state: all(row["is_unread"] for row in state["rows"]))
    walk.picture("unread")
    walk.click(middle(unread, 0))
    walk.click(MARK_READ)
    walk.expect("a message that is read leaves them", lambda state: subjects(state)[:5] == subjects(unread)[1:6])
    walk.click(UNREAD)
    walk.click(SEARCH)
    walk.do("type", "--delay", 60, "train")
    walk.expect("a search finds words", lambda state: all("train" in subject for subject in subjects(state)))
    walk.picture("search")
    walk.do("key", "ctrl+a", "BackSpace")
    walk.expect("no search shows all", lambda state: state["count"] == f"{rows:,} messages")

    walk.do("mousemove", 300, 300, *["click", 5, "sleep", 0.02] * 40)
    scrolled = walk.expect("the list is scrolled", lambda state: order[0] not in subjects(state))
    writer = subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True)
    assert writer.stdout
    while int(writer.stdout.readline()) < 100:
        pass
    held = walk.state()
    writer.kill()
    written = int([line for line in writer.stdout if line.strip()][-1]) + 1
    writer.wait()
    # It may have been killed between a commit and the line that tells of it.
    counts = [f"{rows + number:,} messages" for number in (written, written + 1)]
    end = walk.expect(
        f"the {written} messages of a process that was killed are there", lambda state: state["count"] in counts)
    for state in (held, end):
        if state["rows"] != scrolled["rows"]:
            sys.exit(f"walk: the rows have moved: {json.dumps(scrolled['rows'])}, {json.dumps(state['rows'])}")
    print("  and no row has moved on the screen")
    walk.scroll_to_the_top()
    walk.expect("they stand first", lambda state: subjects(state)[0] == f"Written {written - 1}"
                or subjects(state)[0] == f"Written {written}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Operates the inbox and checks what it shows.")
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--screenshots", type=pathlib.Path, default=pathlib.Path(".build/gtk/screenshots"))
    arguments = parser.parse_args()
    arguments.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "inbox.sqlite")
        walk = Walk(path, arguments.screenshots, arguments.rows, "Adwaita")
        try:
            operate(walk, path, arguments.rows)
        finally:
            walk.close()
        walk = Walk(path, arguments.screenshots, arguments.rows, "Adwaita:dark")
        try:
            walk.picture("dark")
            os.remove(path)
            walk.click(ADD)
            walk.expect("a file that is gone is told", lambda state: "removed" in (state["error"] or ""))
            walk.picture("error")
        finally:
            walk.close()
    print("walk: all is shown as it should be")


if __name__ == "__main__":
    main()
