"""Servers of one list that a walk starts, kills, and changes the list of."""

import json
import os
import re
import signal
import subprocess
import tempfile


class RosterServer:
    """`roster serve` on a list in a file, and `roster replay`, which writes it from another process."""

    def __init__(self, roster, sections, edits=False, template=None):
        self.roster = roster
        self.folder = tempfile.TemporaryDirectory(prefix="roster-pages-")
        self.database = os.path.join(self.folder.name, "list.sqlite")
        self.options = (("--allow-edits",) if edits else ()) + (("--template", template) if template else ())
        self.revision = 0
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
        self.revision = int(re.search(r'"to":(\d+)', line)[1])

    def start(self):
        command = [self.roster, "serve", self.database, "--list", "main", "--port", self.port]
        self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if match := re.search(r"http://[^\s/]+:(\d+)", line):
                self.port = match[1]
                self.url = match[0] + "/lists/main"
                return
        raise RuntimeError("roster serve printed no address")

    def compact(self):
        """Removes all revisions from the journal but the last one."""
        subprocess.run([self.roster, "compact", self.database, "--list", "main", "--keep-revisions", "0"],
                       check=True, stdout=subprocess.DEVNULL)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.kill()
        self.writer.stdin.close()
        self.writer.wait()
        self.folder.cleanup()


class FeedServer:
    """`roster-feed --serve`: a list of components that a program shows and answers."""

    def __init__(self, feed):
        self.folder = tempfile.TemporaryDirectory(prefix="roster-pages-")
        self.process = subprocess.Popen(
            [feed, "--database", os.path.join(self.folder.name, "feed.sqlite"), "--serve", "0"],
            stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip().rstrip("/") + "/lists/feed"

    def close(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()


class PhotosServer:
    """`roster-photos --serve`, and the server of its photos, either of which can be stopped."""

    def __init__(self, photos, count=90):
        self.photos, self.count = photos, count
        self.folder = tempfile.TemporaryDirectory(prefix="roster-pages-")
        self.source_port = self.port = "0"
        self.query = ""
        self.start_source()
        self.start()

    def run(self, *arguments):
        """Runs the program until it has printed its address. Returns the process and the port."""
        process = subprocess.Popen([self.photos, *arguments], stdout=subprocess.PIPE, text=True)
        match = re.search(r"http://[^\s/]+:(\d+)", process.stdout.readline())
        if not match:
            raise RuntimeError("roster-photos printed no address")
        return process, match[1]

    def start_source(self):
        self.source, self.source_port = self.run(
            "--server-only", self.source_port, "--photos", str(self.count))

    def start(self):
        self.process, self.port = self.run(
            "--database", os.path.join(self.folder.name, "photos.sqlite"), "--serve", self.port,
            "--url", f"http://127.0.0.1:{self.source_port}/{self.query}")
        self.origin = f"http://127.0.0.1:{self.port}"
        self.url = self.origin + "/"

    def slow(self):
        """Begins anew with an empty file, and with photos that take a while."""
        self.kill()
        for name in os.listdir(self.folder.name):
            os.remove(os.path.join(self.folder.name, name))
        self.query = "?delay=1500"
        self.start()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop_source(self):
        self.source.send_signal(signal.SIGKILL)
        self.source.wait()
        self.source.stdout.close()

    def close(self):
        self.kill()
        self.stop_source()
        self.folder.cleanup()
