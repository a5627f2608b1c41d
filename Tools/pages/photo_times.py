"""Measures the application of photos in a terminal: how soon photos of the file are shown, how long a frame takes
while ten thousand of them are scrolled, and how often their pictures are decoded. Exit code 1 if a goal is missed.

    swift build -c release --traits Images,Web --product roster-photos
    python3 Tools/pages/photo_times.py .build/release/roster-photos

Times are from the outside: from the start of the process, or from a key, to the last byte of the frame.
"""

import argparse
import fcntl
import json
import os
import pty
import re
import select
import signal
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

END_OF_FRAME = b"\x1b[?2026l"
PAGE_DOWN, PAGE_UP, END = b"\x1b[6~", b"\x1b[5~", b"\x1b[F"
# Milliseconds.
START_MAX, FRAME_MAX = 150, 16


class Terminal:
    """A program in a terminal, whose output is read as it comes."""

    def __init__(self, command, columns=120, rows=40):
        self.begin = time.perf_counter()
        self.process, self.file = pty.fork()
        if self.process == 0:
            # Before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.environ["TERM"] = "xterm-256color"
            os.execv(command[0], command)
        self.output = b""

    def read(self, seconds):
        """Reads what comes next. Returns whether something has come in time."""
        if not select.select([self.file], [], [], seconds)[0]:
            return False
        try:
            self.output += os.read(self.file, 1 << 20)
        except OSError:
            sys.exit("photo_times: the program has ended")
        return True

    def wait(self, text, seconds=60):
        """Waits until the frame that has some text has ended. Returns the seconds since the start."""
        text, end = text.encode(), time.perf_counter() + seconds
        while text not in self.output or END_OF_FRAME not in self.output[self.output.rindex(text):]:
            if time.perf_counter() > end:
                sys.exit(f"photo_times: {text.decode()!r} does not come")
            self.read(1)
        return time.perf_counter() - self.begin

    def settle(self):
        while self.read(0.3):
            pass
        self.output = b""

    def frame(self, key):
        """Presses a key. Returns the seconds until its frame has ended; None if it shows nothing new."""
        self.output = b""
        begin = time.perf_counter()
        os.write(self.file, key)
        while END_OF_FRAME not in self.output:
            if not self.read(1):
                return None
        return time.perf_counter() - begin

    def leave(self):
        """Leaves the program as its user does."""
        os.write(self.file, b"q")
        try:
            while os.read(self.file, 1 << 20):
                pass
        except OSError:
            # The terminal is gone with the program.
            pass
        os.waitpid(self.process, 0)
        os.close(self.file)

    def kill(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.file)


def shown_count(path):
    """How many photos the list in a file shows, as its header says."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        models = [row[0] for row in database.execute("SELECT CAST(model AS TEXT) FROM section")]
    finally:
        database.close()
    return max([0, *(int(found[1]) for model in models if (found := re.search(r'"shownCount":(\d+)', model or "")))])


def milliseconds(times):
    times = sorted(times)
    return (f"median {statistics.median(times) * 1e3:.1f} ms, 95 % {times[int(len(times) * 0.95)] * 1e3:.1f} ms,"
            f" {len(times)} times")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="roster-photos, as a release build")
    parser.add_argument("--photos", type=int, default=10_000)
    parser.add_argument("--starts", type=int, default=15)
    parser.add_argument("--frames", type=int, default=1_000)
    parser.add_argument("--folder", help="keep the file with the photos here, and use it if it is there already")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    missed = []

    def check(name, value, most, unit):
        if value > most:
            missed.append(f"{name}: {value:.1f}{unit} instead of at most {most}{unit}")

    with tempfile.TemporaryDirectory(prefix="roster-photos-") as temporary:
        folder = options.folder or temporary
        server = subprocess.Popen([program, "--server-only", "0", "--photos", str(options.photos)],
                                  stdout=subprocess.PIPE, text=True)
        url = server.stdout.readline().strip()
        command = [program, "--database", os.path.join(folder, "photos.sqlite"), "--url", url]
        try:
            terminal = Terminal(command)
            terminal.wait("favourite")
            terminal.settle()
            count, end = shown_count(command[2]), time.perf_counter() + 900
            while count < options.photos and time.perf_counter() < end:
                os.write(terminal.file, END)
                terminal.read(0.2)
                terminal.output = b""
                count = shown_count(command[2])
            print(f"{count} photos are in the file", flush=True)
            terminal.kill()

            starts = []
            for _ in range(options.starts):
                terminal = Terminal(command)
                starts.append(terminal.wait("favourite"))
                terminal.kill()
            print(f"from the start to the first photos, out of the file: {milliseconds(starts)}", flush=True)
            check("the start", statistics.median(starts) * 1e3, START_MAX, " ms")

            counts = os.path.join(temporary, "counts.json")
            terminal = Terminal([*command, "--counts", counts])
            terminal.wait("favourite")
            terminal.settle()
            frames = [frame for _ in range(options.frames) if (frame := terminal.frame(PAGE_DOWN)) is not None]
            print(f"from a key that scrolls by a screen to its frame: {milliseconds(frames)}", flush=True)
            check("a frame", statistics.median(frames) * 1e3, FRAME_MAX, " ms")
            # The same pictures come into sight once more.
            for _ in range(options.frames):
                terminal.frame(PAGE_UP)
            terminal.leave()
            with open(counts) as file:
                decoded = json.load(file)
            print(f"while scrolling down and up again, pictures were decoded {decoded['decodings']} times:"
                  f" {decoded['pictures']} pictures, each in each of its sizes", flush=True)
            check("decoding", decoded["decodings"], decoded["pictures"], "")
        finally:
            server.kill()
            server.wait()
    for goal in missed:
        print(f"missed: {goal}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
