"""Servers of one list that a walk starts, kills, and changes the list of."""

import http.server
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zlib


class RosterServer:
    """`roster serve` on a list in a file, and `roster replay`, which writes it from another process."""

    def __init__(self, roster, sections, edits=False, template=None):
        self.roster = roster
        self.folder = tempfile.TemporaryDirectory(prefix="roster-pages-")
        self.database = os.path.join(self.folder.name, "list.sqlite")
        self.options = (("--allow-edits",) if edits else ()) + (("--template", template) if template else ())
        # Which list; all of the file if this is empty.
        self.served = ("--list", "main")
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

    def change(self, changeset, **beside):
        """Applies a changeset as it stands in a log, with what else is said of it, and returns when it is durable."""
        self.apply({"changeset": changeset, **beside})

    def apply(self, entry):
        """Applies an entry of a log that makes a revision: a changeset, states, an undo, a redo."""
        self.write(entry)
        line = self.writer.stdout.readline()
        if not line.startswith('{"batch"'):
            raise RuntimeError(f"the change was refused: {line[:200]}")
        self.revision = int(re.search(r'"to":(\d+)', line)[1])

    def start(self):
        command = [self.roster, "serve", self.database, *self.served, "--port", self.port]
        self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if match := re.search(r"http://[^\s/]+:(\d+)", line):
                self.port = match[1]
                self.url = match[0] + "/lists/main"
                return
        raise RuntimeError("roster serve printed no address")

    @property
    def inspector(self):
        """The address of the inspector of the list."""
        return self.url.replace("/lists/", "/inspect/")

    def compact(self, kept=0):
        """Removes the oldest revisions from the journal, but some before the last one."""
        subprocess.run([self.roster, "compact", self.database, "--list", "main", "--keep-revisions", str(kept)],
                       check=True, stdout=subprocess.DEVNULL)

    def serve_also(self, name):
        """Puts an empty list into the file, and serves all lists of it."""
        log = json.dumps({"changesetLog": 1, "name": name}) + "\n"
        subprocess.run([self.roster, "replay", "-", "--db", self.database, "--list", name], input=log, text=True,
                       check=True, stdout=subprocess.DEVNULL)
        self.kill()
        self.served = ()
        self.start()

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
        self.inspector = self.url.replace("/lists/", "/inspect/")

    def close(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()


class PhotosServer:
    """`roster-photos --serve` behind answers of a server of photos that can be spoiled on their way."""

    def __init__(self, photos, count=90):
        self.photos, self.count = photos, count
        self.folder = tempfile.TemporaryDirectory(prefix="roster-pages-")
        self.port = "0"
        self.source, source_port = self.run("--server-only", "0", "--photos", str(count))
        self.answers = SpoiledAnswers(f"http://127.0.0.1:{source_port}")
        self.start()

    def run(self, *arguments):
        """Runs the program until it has printed its address. Returns the process and the port."""
        process = subprocess.Popen([self.photos, *arguments], stdout=subprocess.PIPE, text=True)
        match = re.search(r"http://[^\s/]+:(\d+)", process.stdout.readline())
        if not match:
            raise RuntimeError("roster-photos printed no address")
        return process, match[1]

    def start(self):
        self.process, self.port = self.run(
            "--database", os.path.join(self.folder.name, "photos.sqlite"), "--serve", self.port,
            "--url", self.answers.url)
        self.origin = f"http://127.0.0.1:{self.port}"
        self.url = self.origin + "/"

    def begin_anew(self):
        """Starts with an empty file."""
        self.kill()
        for name in os.listdir(self.folder.name):
            os.remove(os.path.join(self.folder.name, name))
        self.start()

    def restart(self):
        self.kill()
        self.start()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.kill()
        self.answers.close()
        self.source.send_signal(signal.SIGKILL)
        self.source.wait()
        self.source.stdout.close()
        self.folder.cleanup()


class Listener(http.server.ThreadingHTTPServer):
    # All pictures of a page are asked for at once; of those that wait for more, the system drops some.
    request_queue_size = 128
    daemon_threads = True


class SpoiledAnswers:
    """Stands before a server and passes its answers on: whole, late, cut, as something else, or as a refusal."""

    LARGE = 10_000_000

    def __init__(self, source):
        self.source = source
        self.faults = []
        self.paths = []
        self.waiting = 0
        self.released = threading.Event()
        answers = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                try:
                    answers.answer(self)
                except OSError:
                    # The program has given the request up, or is dead.
                    pass

            def log_message(self, *_):
                pass

        self.handler, self.port = Handler, 0
        self.listen()
        self.url = f"http://127.0.0.1:{self.port}/"

    def listen(self):
        """Takes connections, on the same port as before."""
        self.server = Listener(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def refuse(self):
        """Refuses all connections, as if there were no network."""
        self.server.shutdown()
        self.server.server_close()

    def spoil(self, path, *kinds):
        """Spoils the answers to addresses that a pattern matches: 'hold', 'delay', 'cut', 'text', 'large', or a
        status such as '503'. With several kinds, each address has one of them; with none, answers are whole."""
        self.faults = [(re.compile(path), kinds)] if kinds else []
        self.released = threading.Event()

    def release(self):
        """Sends the answers that were held, and holds no others."""
        self.faults = []
        self.released.set()

    def fetch(self, path):
        """Returns the status, the type and the bytes of an answer of the server."""
        try:
            with urllib.request.urlopen(self.source + path) as response:
                return response.status, response.headers["content-type"], response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers["content-type"], error.read()

    def add_photo(self):
        with urllib.request.urlopen(urllib.request.Request(self.source + "/photos", method="POST")) as response:
            response.read()

    def answer(self, request):
        status, kind, body = self.fetch(request.path)
        self.paths.append(request.path)
        faults = [kinds for path, kinds in self.faults if path.search(request.path)]
        fault = faults[0][zlib.crc32(request.path.encode()) % len(faults[0])] if faults else None
        length = len(body)
        if fault == "hold":
            released, self.waiting = self.released, self.waiting + 1
            released.wait(60)
            self.waiting -= 1
        elif fault == "delay":
            time.sleep(zlib.crc32(request.path.encode()) % 7 / 10)
        elif fault == "cut":
            body = body[:length // 2]
        elif fault == "text":
            kind, body = "text/html", b"<p>Please log in</p>"
            length = len(body)
        elif fault == "large":
            body += b" " * self.LARGE
            length = len(body)
        elif fault:
            status, kind, body, length = int(fault), "text/plain", b"", 0
        request.send_response(status)
        request.send_header("content-type", kind or "text/plain")
        request.send_header("content-length", str(length))
        request.end_headers()
        request.wfile.write(body)

    def close(self):
        self.release()
        self.refuse()
