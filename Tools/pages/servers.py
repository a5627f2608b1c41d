"""Servers of one list that a walk starts, kills, and changes the list of."""

import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import urllib.request


class RosterServer:
    """`roster serve` on a list in a file, and `roster replay`, which writes it from another process."""

    def __init__(self, roster, sections, edits=False):
        self.roster = roster
        self.folder = tempfile.TemporaryDirectory(prefix="roster-pages-")
        self.database = os.path.join(self.folder.name, "list.sqlite")
        self.edits = edits
        self.port = "0"
        self.process = None
        self.url = None
        self.writer = subprocess.Popen(
            [roster, "replay", "-", "--db", self.database, "--mode", "sync", "--output", "ndjson"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.write({"changesetLog": 1, "name": "walk"})
        for index, (header, models) in enumerate(sections):
            self.change({"insertedSections": [[index, header] if header is not None else index]})
            # Lines have at most 64 MiB.
            for start in range(0, len(models), 50_000):
                self.change({"insertedItems": [
                    [[index, start + offset], model]
                    for offset, model in enumerate(models[start:start + 50_000])]})
        self.start()

    def write(self, entry):
        self.writer.stdin.write(json.dumps(entry, ensure_ascii=False) + "\n")
        self.writer.stdin.flush()

    def change(self, changeset):
        """Applies a changeset as it stands in a log, and returns when it is durable."""
        self.write({"changeset": changeset})
        line = self.writer.stdout.readline()
        if not line.startswith('{"batch"'):
            raise RuntimeError(f"the change was refused: {line[:200]}")

    def start(self):
        command = [self.roster, "serve", self.database, "--list", "main", "--port", self.port]
        self.process = subprocess.Popen(
            command + (["--allow-edits"] if self.edits else []), stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if match := re.search(r"http://[^\s/]+:(\d+)", line):
                self.port = match[1]
                self.url = match[0] + "/lists/main"
                return
        raise RuntimeError("roster serve printed no address")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.kill()
        self.writer.stdin.close()
        self.writer.wait()
        self.folder.cleanup()


class CommandServer:
    """A server that a command starts, and that takes changesets by POST at /control: a test double."""

    def __init__(self, command, count, sections):
        self.log = tempfile.NamedTemporaryFile(prefix="roster-pages-", suffix=".jsonl")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.command = command.split() + [
            "--port", str(port), "--count", str(count), "--sections", str(sections), "--log", self.log.name]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def change(self, changeset):
        body = json.dumps({"changeset": changeset}).encode()
        address = re.match(r"https?://[^/]+", self.url)[0] + "/control"
        request = urllib.request.Request(
            address, body, {"Content-Type": "application/json"}, method="POST")
        urllib.request.urlopen(request, timeout=20).read()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.kill()
        self.log.close()
