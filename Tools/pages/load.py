#!/usr/bin/env python3
"""Loads `roster serve` with clients over the loopback, of whom some never read and some misbehave, and
prints how late the others get each change and how much memory the server takes."""

import argparse
import asyncio
import base64
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time


class Page(asyncio.Protocol):
    """A page of a list, as far as a server sees it."""

    def __init__(self, port, path, reads):
        self.port = port
        self.path = path
        self.reads = reads
        self.buffer = bytearray()
        self.is_open = False
        self.opened = asyncio.get_running_loop().create_future()
        self.revisions = []
        self.closed_at = None

    def connection_made(self, transport):
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write((
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Protocol: roster.1\r\n\r\n").encode())

    def connection_lost(self, _):
        self.closed_at = time.monotonic()
        if not self.opened.done():
            self.opened.set_result(False)

    def say(self, message):
        self.frame(1, json.dumps(message).encode())

    def frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else (
            bytes([0x80 | opcode, 0xFE]) + size.to_bytes(2, "big"))
        self.transport.write(
            head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload)))

    def data_received(self, data):
        self.buffer += data
        if not self.is_open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            is_accepted = b" 101 " in self.buffer[:20]
            del self.buffer[:end + 4]
            self.is_open = True
            self.opened.set_result(is_accepted)
            if not is_accepted:
                return
            self.say({"hello": [1], "first": 0, "count": 40})
            if not self.reads:
                self.transport.pause_reading()
                return
        while self.take_frame():
            pass

    def take_frame(self):
        if len(self.buffer) < 2:
            return False
        size, start = self.buffer[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(self.buffer) < start:
                return False
            size = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + size:
            return False
        opcode = self.buffer[0] & 0x0F
        payload = bytes(self.buffer[start:start + size])
        del self.buffer[:start + size]
        if opcode == 9:
            self.frame(10, payload)
        elif update := re.search(rb'"update":(\d+)', payload):
            self.say({"shown": int(update[1])})
            if revision := re.search(rb'"revision":(\d+)', payload):
                self.revisions.append((int(revision[1]), time.monotonic()))
        return True


class Served:
    """`roster serve` on a list in a file, and `roster replay`, which writes it from another process."""

    def __init__(self, roster, count):
        self.folder = tempfile.TemporaryDirectory(prefix="roster-load-")
        database = os.path.join(self.folder.name, "list.sqlite")
        self.writer = subprocess.Popen(
            [roster, "replay", "-", "--db", database, "--mode", "sync", "--output", "ndjson"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.revision = 0
        self.write({"changesetLog": 1, "name": "load"})
        self.change({"insertedSections": [0]})
        for start in range(0, count, 50_000):
            self.change({"insertedItems": [
                [[0, n], {"title": f"Item {n}", "text": "Some text that fills a line or two. " * 3}]
                for n in range(start, min(count, start + 50_000))]})
        self.server = subprocess.Popen(
            [roster, "serve", database, "--list", "main", "--json"], stdout=subprocess.PIPE, text=True)
        self.port = int(json.loads(self.server.stdout.readline())["url"].split(":")[2].strip("/"))

    def write(self, entry):
        self.writer.stdin.write(json.dumps(entry) + "\n")
        self.writer.stdin.flush()

    def change(self, changeset):
        """Applies a changeset, and returns its revision and when it was durable."""
        self.write({"changeset": changeset})
        for line in self.writer.stdout:
            if '"batch"' in line:
                self.revision += 1
                return self.revision, time.monotonic()
        raise RuntimeError("roster replay ended")

    def memory(self, name):
        """The memory of the server in MB: VmRSS now, VmHWM at most so far."""
        with open(f"/proc/{self.server.pid}/status", encoding="ascii") as status:
            return int(re.search(rf"{name}:\s+(\d+)", status.read())[1]) / 1024

    def end(self):
        """Ends the server, and returns what it counted."""
        self.server.send_signal(signal.SIGINT)
        counts = json.loads(self.server.stdout.readline() or "{}")
        self.server.wait()
        self.writer.stdin.close()
        self.writer.wait()
        self.folder.cleanup()
        return counts


async def misbehave(port, seconds):
    """Attacks the server in all ways at once, and returns when the time is over."""
    host = f"127.0.0.1:{port}"
    end = time.monotonic() + seconds

    async def send(data, waits=1.0):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(data)
            await asyncio.wait_for(reader.read(4096), waits)
            writer.close()
        except (OSError, asyncio.TimeoutError):
            pass

    def request(target="/", method="GET", lines=(), host=host):
        return "\r\n".join([f"{method} {target} HTTP/1.1", f"Host: {host}", *lines, "", ""]).encode()

    async def flood():
        page = None
        while time.monotonic() < end:
            if page is None or page.closed_at:
                _, page = await asyncio.get_running_loop().create_connection(
                    lambda: Page(port, "/lists/main/feed", True), "127.0.0.1", port)
                await page.opened
            page.transport.write(b"\x89\x80\x01\x02\x03\x04" * 1000)
            await asyncio.sleep(0.02)

    requests = [
        request(host="evil.example"), request(lines=["Origin: http://evil.example"]),
        request("/lists/%2e%2e/%2e%2e/etc/passwd"), request("/lists/%252e%252e/x"), request("/a%00"),
        request(method="DELETE"), request(lines=["X: " + "y" * 20_000]), b"\x16\x03\x01\x02\x00\x01",
        request("/lists/main", "POST", [f"Origin: http://{host}", "Content-Length: 99999999"]),
        request("/lists/main/feed", lines=[
            "Origin: http://evil.example", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Protocol: roster.1"]),
    ]

    async def odd():
        while time.monotonic() < end:
            await asyncio.gather(*(send(data) for data in requests))
            await asyncio.sleep(0.2)

    async def half_open():
        while time.monotonic() < end:
            await asyncio.gather(*(send(b"GET / HT", 12) for _ in range(100)))

    await asyncio.gather(flood(), odd(), half_open())


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


async def load(options):
    served = Served(options.roster, options.rows)
    loop = asyncio.get_running_loop()
    before = served.memory("VmRSS")
    pages = []
    for index in range(options.clients):
        reads = index >= options.stalled
        _, page = await loop.create_connection(
            lambda reads=reads: Page(served.port, "/lists/main/feed", reads), "127.0.0.1", served.port)
        pages.append(page)
    opened = sum([await page.opened for page in pages])
    await asyncio.sleep(2)
    print(f"{opened} of {options.clients} pages are open, {options.stalled} of them never read")
    print(f"memory: {before:.0f} MB before, {served.memory('VmRSS'):.0f} MB with them")
    readers = [page for page in pages if page.reads]
    is_good = opened == options.clients

    async def changes(title):
        nonlocal is_good
        done = []
        for number in range(options.changes):
            model = {"title": f"{title} {number}", "text": "Changed. " * 10}
            done.append(await loop.run_in_executor(
                None, served.change, {"updatedItems": [[[0, number % 20], model]]}))
            await asyncio.sleep(options.pause)
        await asyncio.sleep(2)
        delays, missing = [], 0
        for revision, when in done:
            for page in readers:
                seen = next((at for shown, at in page.revisions if shown >= revision), None)
                if seen is None:
                    missing += 1
                else:
                    delays.append((seen - when) * 1000)
        median = statistics.median(delays) if delays else float("nan")
        print(
            f"{title}: {options.changes} changes to {len(readers)} pages: median {median:.1f} ms, "
            f"95 % {percentile(delays, 0.95):.1f} ms, longest {max(delays, default=0):.1f} ms, "
            f"{missing} missing; {served.memory('VmRSS'):.0f} MB")
        is_good = is_good and missing == 0 and median <= options.limit

    await changes("quiet")
    attack = asyncio.create_task(misbehave(served.port, options.changes * options.pause + 5))
    await changes("under attack")
    await attack
    gone = sum(page.closed_at is not None for page in readers)
    print(f"{gone} of {len(readers)} pages that read were let go")
    print(f"memory: {served.memory('VmRSS'):.0f} MB at the end, {served.memory('VmHWM'):.0f} MB at most")
    print("counts: " + json.dumps(served.end()))
    return is_good and gone == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--roster", required=True, help="the command, built with the trait Web")
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--stalled", type=int, default=50, help="how many of them never read")
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--changes", type=int, default=50)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two changes")
    parser.add_argument("--limit", type=float, default=100, help="the median in ms that is good")
    options = parser.parse_args()
    sys.exit(0 if asyncio.run(load(options)) else 1)


if __name__ == "__main__":
    main()
