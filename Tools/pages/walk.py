"""Walks through the page of a list in real browsers, as readers do. `Tools/walk --help` says more.

Prints a line for each check, and ends with 1 if one failed.
"""

import argparse
import datetime
import os
import random
import statistics
import sys
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from servers import CommandServer, RosterServer

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = ("sun rain snow fog wind tide stone river leaf root bark seed field hill road bridge lamp door "
         "window table letter paper ink stamp word line page book shelf room light").split()
NAMES = ["Alice Mora", "Bob Stein", "Chiara Neri", "Goro Sato", "נועה לוי", "محمد علي"]


def letter(number):
    """A model like those of real lists, always the same for a number."""
    dice = random.Random(number)
    moment = datetime.datetime(2026, 1, 1) + datetime.timedelta(minutes=dice.randrange(400_000))
    model = {
        "id": number, "title": " ".join(dice.choices(WORDS, k=dice.randint(2, 7))).capitalize(),
        "author": dice.choice(NAMES), "created": moment.isoformat() + "Z",
        "likes": dice.randrange(100_000), "read": dice.random() < 0.5,
    }
    if dice.random() < 0.6:
        model["text"] = " ".join(dice.choices(WORDS, k=dice.randint(5, 120))).capitalize() + "."
    if dice.random() < 0.2:
        model["link"] = f"https://example.org/letters/{number}"
    if dice.random() < 0.1:
        model["tags"] = dice.sample(WORDS, 3)
    return model


HOSTILE = [
    {"title": "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">",
     "text": "</article></div><style>*{display:none}</style>&lt;b&gt;"},
    {"title": "\u202egnp.exe\u202c and \u2066isolates\u2069", "text": "a\u0000b\u0007c\u001b[31mred\u009bx"},
    {"title": "m" * 1_000_000, "text": "long"},
    {"title": "one megabyte", "text": "word " * 200_000},
    {"title": "javascript", "link": "javascript:alert(1)", "url": "data:text/html,<script>1</script>",
     "image": "javascript:alert(1)", "avatar": "http://127.0.0.1:1/x.png", "icon": "//example.org/x.png"},
    {"__proto__": {"polluted": True}, "constructor": "x", "toString": 1, "title": None, "": "no name"},
    {"title": "Z̸̡͓̘a̶͎͝l̵̢̛g̷̱̈́o̴̙͒" * 400, "text": "\u0300" * 5_000},
    "\u0000" * 5_000, [[[[[[[[[[1]]]]]]]]]], {"deep": {"a": {"b": {"c": ["<b>", None]}}}}, None, "",
    12345678901234567890, {"id": 9007199254740993, "title": "exact"}, {}, [], True,
    {"title": "x", **{f"field {n}": n for n in range(300)}},
]


class Walk:
    """One walk through everything, in one browser."""

    def __init__(self, options, kind, playwright):
        self.options, self.kind = options, kind
        self.failures = self.checks = 0
        if kind == "chromium":
            self.browser = playwright.chromium.launch(
                executable_path=options.chromium, args=["--no-sandbox"])
        else:
            self.browser = playwright.firefox.launch(
                channel="moz-firefox", executable_path=options.firefox)

    # ---- Tools ---------------------------------------------------------------------------------

    def check(self, name, is_good, detail=""):
        self.checks += 1
        if not is_good:
            self.failures += 1
        print(f"{'pass' if is_good else 'FAIL'}  {self.kind:8}  {name}{': ' if detail != '' else ''}"
              f"{detail}", flush=True)

    def serve(self, count, sections=1, models=None):
        if self.options.command:
            server = CommandServer(self.options.command, 0 if models else count, sections)
            if models:
                server.change({"insertedItems": [[[0, n], m] for n, m in enumerate(models)]})
            return server
        if models:
            return RosterServer(self.options.roster, [(None, models)])
        each = count // sections
        return RosterServer(self.options.roster, [
            ({"title": f"Section {n + 1}"} if sections > 1 else None,
             [letter(n * each + k) for k in range(each)]) for n in range(sections)])

    def open(self, url, width=1280, height=860, wait=True, init=None, **context):
        page = self.browser.new_context(viewport={"width": width, "height": height}, **context).new_page()
        page.errors, page.was_shot = [], False

        def note(text):
            # Servers are killed here, one image leads nowhere, and whoever takes a picture adds a style.
            expected = ["/feed", "127.0.0.1:1/"] + (["inline style"] if page.was_shot else [])
            if not any(part in text for part in expected):
                page.errors.append(text)

        page.on("pageerror", lambda error: note(str(error)))
        page.on("console", lambda message: note(message.text) if message.type == "error" else None)
        page.add_init_script(open(os.path.join(HERE, "walk.js")).read())
        if init:
            page.add_init_script(init)
        page.goto(url)
        if wait:
            self.wait(page, "walk.seen().length > 0")
        return page

    def wait(self, page, condition, seconds=15):
        """Waits until something is so. Returns whether it was in time."""
        end = time.time() + seconds
        while time.time() < end:
            try:
                if page.evaluate(condition):
                    return True
            except Exception:
                # The page is loading anew.
                pass
            time.sleep(0.02)
        return False

    def close(self, page):
        self.check("no errors in the console", not page.errors, "; ".join(page.errors[:3]))
        page.context.close()

    def scroll(self, page, length, steps=6):
        page.mouse.move(400, 500)
        for _ in range(steps):
            page.mouse.wheel(0, round(length / steps))
            time.sleep(0.03)
        former = None
        # Smooth scrolling takes its time.
        for _ in range(20):
            time.sleep(0.2)
            now = page.evaluate("document.scrollingElement.scrollTop")
            if now == former:
                return
            former = now

    def edit(self, page, server, changeset):
        """Changes the list, and waits until the page shows it."""
        former = page.evaluate("walk.revision()")
        server.change(changeset)
        return self.wait(page, f"walk.revision() !== {former!r}")

    def watched(self, page, name, key, action, frames=6):
        """Does something while a row is watched: it may not move by more than a pixel."""
        page.evaluate("key => walk.watch(key)", key)
        time.sleep(0.1)
        action()
        time.sleep(frames / 60 + 0.15)
        result = page.evaluate("walk.stop()")
        self.check(name, result["gone"] == 0 and result["distance"] <= 1 and result["count"] >= 3,
                   f"{result['distance']:.2f} px in {result['count']} frames, {result['gone']} without it")

    # ---- The walk ------------------------------------------------------------------------------

    def run(self):
        self.walk(lambda: self.serve(self.options.rows), [
            self.first_paint, self.wishes, self.without_script, self.frames, self.top, self.anchor,
            self.scrolling, self.momentum, self.focus, self.presses, self.last_row, self.search_and_copy,
            self.reload, self.killed, self.five_pages, self.speed])
        self.walk(lambda: self.serve(400, 4), [self.sections, self.accessibility])
        self.walk(lambda: self.serve(0, models=HOSTILE), [self.hostile])
        self.browser.close()
        return self.failures

    def walk(self, serve, parts):
        parts = [part for part in parts
                 if not self.options.only or part.__name__ in self.options.only]
        if not parts:
            return
        server = serve()
        try:
            for part in parts:
                self.attempt(part, server)
        finally:
            server.close()

    def attempt(self, part, server):
        try:
            part(server)
        except Exception as error:
            self.check(part.__name__, False, f"{type(error).__name__}: {str(error)[:300]}")

    def first_paint(self, server):
        # The first page of a browser waits for the browser.
        self.open(server.url).context.close()
        times = []
        for _ in range(7):
            page = self.open(server.url)
            times.append(page.evaluate(
                "performance.getEntriesByName('roster:apply')[0].startTime"
                " + performance.getEntriesByName('roster:apply')[0].duration"))
            page.context.close()
        self.check("first rows within 300 ms", statistics.median(times) <= 300,
                   f"median {statistics.median(times):.0f} ms of {[round(t) for t in times]}")

    def bounded(self, page, name):
        size = page.evaluate("({ rows: walk.count(), height: walk.height(), view: innerHeight,"
                             " tall: Math.max(...walk.seen().map((row) => row.bottom - row.top)) })")
        self.check(f"nodes of at most three viewports {name}",
                   size["height"] <= 3 * size["view"] + size["tall"],
                   f"{size['rows']} rows, {size['height'] / size['view']:.2f} viewports")

    def top(self, server):
        page = self.open(server.url)
        self.bounded(page, "at the top")
        self.edit(page, server, {"insertedItems": [[[0, 0], {"title": "First of all", "text": "New."}]]})
        time.sleep(0.2)
        first = page.evaluate("walk.seen()[0]")
        self.check("a new row appears at the top", "First of all" in first["text"]
                   and page.evaluate("scrollY") == 0 and first["number"] == 1, first["text"][:40])
        page.evaluate("window.was = walk.row(walk.seen()[1].key)")
        self.edit(page, server, {"updatedItems": [[[0, 1], {"title": "Second, changed"}]]})
        self.check("a changed row keeps its node", page.evaluate(
            "was.isConnected && was.textContent.includes('Second, changed')"))
        self.edit(page, server, {"movedItems": [[[0, 0], [0, 3]]]})
        rows = page.evaluate("walk.seen().slice(0, 5).map((row) => row.text)")
        self.check("a row moves at the top", "First of all" in rows[3], "")
        self.edit(page, server, {"removedItems": [[0, 3]]})
        self.check("a row is removed", not page.evaluate(
            "walk.seen().some((row) => row.text.includes('First of all'))"))
        self.close(page)

    def anchor(self, server):
        for init, name in [(None, ""), ("delete Element.prototype.moveBefore", " without moveBefore")]:
            page = self.open(server.url, init=init)
            self.scroll(page, 5_000)
            seen = page.evaluate("walk.seen()")
            key, at = seen[1]["key"], seen[1]["number"] - 1
            def insert_above():
                for number in range(8):
                    server.change({"insertedItems": [[[0, 0], {"title": f"Above {number}"}]]})
                    time.sleep(0.02)
            self.watched(page, f"insertions at the start{name}", key, insert_above)
            at += 8
            self.check("new rows are counted", self.wait(page, "!newer.hidden") and page.evaluate(
                "document.getElementById('newer').textContent").startswith("8"),
                page.evaluate("document.getElementById('newer').textContent"))
            self.watched(page, f"insertions just above{name}", key, lambda: self.edit(
                page, server, {"insertedItems": [[[0, at - 2 + n], {"title": f"Near {n}", "text": "x " * 300}]
                                                 for n in range(3)]}))
            at += 3
            self.watched(page, f"growth above{name}", key, lambda: self.edit(
                page, server, {"updatedItems": [[[0, at - 2], {"title": "Grown", "text": "word " * 400,
                                                               "rest": "x" * 30}]]}))
            self.watched(page, f"removals above{name}", key, lambda: self.edit(
                page, server, {"removedItems": [[0, at - 5], [0, at - 3], [0, at - 2]]}))
            at -= 3
            self.watched(page, f"a move from above to below{name}", key, lambda: self.edit(
                page, server, {"movedItems": [[[0, at - 1], [0, at + 3]]]}))
            at -= 1
            self.watched(page, f"a move from far above to below{name}", key, lambda: self.edit(
                page, server, {"movedItems": [[[0, 0], [0, at + 2]]]}))
            at -= 1
            self.watched(page, f"insertion and removal below{name}", key, lambda: (
                self.edit(page, server, {"insertedItems": [[[0, at + 1], {"title": "Inside"}]]}),
                self.edit(page, server, {"removedItems": [[0, at + 2]]})))
            seen = page.evaluate("walk.seen()")
            anchor, after = seen[0], seen[1]
            self.watched(page, f"removal of the first seen row{name}", after["key"], lambda: self.edit(
                page, server, {"removedItems": [[0, anchor["number"] - 1]]}))
            # Also the one with which the server moves the window.
            self.scroll(page, 2_000)
            for which in ["the anchor of the window", "the first seen row"]:
                key = page.evaluate("walk.sent.filter((message) => message.anchor).at(-1).anchor.key")
                seen = page.evaluate("walk.seen()")
                if which == "the first seen row" or not page.evaluate("key => Boolean(walk.row(key))", key):
                    key = seen[0]["key"]
                number = page.evaluate("key => Number(walk.row(key).ariaPosInSet)", key)
                other = next(row for row in seen if row["key"] != key and row["kind"] == "item")
                self.watched(page, f"{which} moves far away{name}", other["key"], lambda: self.edit(
                    page, server, {"movedItems": [[[0, number - 1], [0, self.options.rows // 2]]]}), frames=20)
            def storm():
                for number in range(60):
                    server.change({"insertedItems": [[[0, 0], {"title": f"Storm {number}", "text": "y " * number * 3}]]})
            key = page.evaluate("walk.first().key")
            self.watched(page, f"60 insertions in a row{name}", key, storm, frames=20)
            self.bounded(page, f"after edits{name}")
            page.evaluate("document.getElementById('newer').click()")
            self.check("the button goes to the top", self.wait(
                page, "scrollY === 0 && walk.seen()[0]?.number === 1") and page.evaluate("newer.hidden"))
            self.close(page)

    def scrolling(self, server):
        page = self.open(server.url)
        page.mouse.move(400, 500)
        page.evaluate("document.scrollingElement.scrollTop = 100000")
        self.wait(page, "walk.seen().length > 0")
        time.sleep(0.4)
        # Up through rows that were never measured: every row only ever moves down.
        jumps, blank = 0, 0
        page.evaluate("""() => { walk.slips = 0; walk.blank = 0; let former = new Map(), channel = new MessageChannel();
          channel.port1.onmessage = () => { const now = new Map(walk.seen().map((row) => [row.key, row.top]));
            for (const [key, top] of now) if (former.has(key) && top < former.get(key) - 1) { walk.slips += 1; walk.slip = Math.max(walk.slip ?? 0, former.get(key) - top); }
            if (now.size === 0) walk.blank += 1;
            former = now; requestAnimationFrame(() => channel.port2.postMessage(0)); };
          channel.port2.postMessage(0); }""")
        for _ in range(60):
            page.mouse.wheel(0, -180)
            time.sleep(0.016)
            if _ % 6 == 0:
                server.change({"insertedItems": [[[0, 0], {"title": "While scrolling"}]]})
        time.sleep(0.5)
        slips, blank = page.evaluate("[walk.slips, walk.blank]")
        self.check("scrolling up never slips, also while rows are inserted", slips == 0,
                   f"{slips} slips of {page.evaluate('walk.slip ?? 0')} px at most")
        self.check("rows are there while scrolling", blank <= 2, f"{blank} blank frames")
        self.bounded(page, "after scrolling")
        # The bar of the browser: everywhere and back.
        numbers = []
        for part in [0.1, 0.25, 0.5, 0.75, 0.9, 0.999]:
            page.evaluate("part => { const root = document.scrollingElement;"
                          " root.scrollTop = part * (root.scrollHeight - innerHeight) }", part)
            time.sleep(0.05)
            self.wait(page, "walk.seen().length > 0")
            time.sleep(0.35)
            numbers.append(page.evaluate("walk.seen()[0].number"))
        expected = self.options.rows
        good = numbers == sorted(numbers) and abs(numbers[2] / expected - 0.5) < 0.05
        self.check("the scroll bar reaches every part", good, numbers)
        self.close(page)

    def focus(self, server):
        for init, name in [(None, ""), ("delete Element.prototype.moveBefore", " without moveBefore")]:
            page = self.open(server.url, init=init)
            self.scroll(page, 3_000)
            seen = page.evaluate("walk.seen()")
            target = seen[2]
            page.mouse.click(700, max(target["top"], 120) + 14)
            self.check(f"a click focuses a row{name}", page.evaluate(
                "document.activeElement.dataset.key") in [row["key"] for row in seen[1:4]])
            key = page.evaluate("document.activeElement.dataset.key")
            at = page.evaluate("Number(document.activeElement.ariaPosInSet) - 1")
            page.evaluate("window.blurs = 0; document.activeElement.addEventListener('blur', () => blurs++)")
            self.edit(page, server, {"movedItems": [[[0, at], [0, at + 2]]]})
            self.edit(page, server, {"movedItems": [[[0, at + 1], [0, at - 1]]]})
            self.edit(page, server, {"insertedItems": [[[0, at], {"title": "Before it"}]]})
            self.edit(page, server, {"updatedItems": [[[0, at + 3], {"title": "Focused and changed"}]]})
            self.check(f"focus stays through moves{name}", page.evaluate(
                "document.activeElement.dataset.key") == key and page.evaluate("blurs") == 0,
                f"{page.evaluate('blurs')} blurs")
            self.check(f"selection of rows stays{name}", page.evaluate(
                "key => walk.row(key).classList.contains('selected')", key))
            # A selection of text.
            page.evaluate("""() => { const rows = walk.seen(); const text = walk.row(rows[1].key).querySelector('.title').firstChild;
              getSelection().setBaseAndExtent(text, 0, text, Math.min(3, text.length)); walk.chosen = getSelection().toString(); walk.chosenKey = rows[1].key }""")
            number = page.evaluate("walk.seen()[1].number")
            self.edit(page, server, {"movedItems": [[[0, number - 2], [0, number]]]})
            self.edit(page, server, {"insertedItems": [[[0, number - 3], {"title": "Above text"}]]})
            self.check(f"selection of text stays{name}", page.evaluate(
                "getSelection().toString() === walk.chosen && walk.chosen.length > 0"))
            self.scroll(page, 9_000, 8)
            self.check(f"it stays beyond the window{name}", page.evaluate(
                "getSelection().toString() === walk.chosen && document.activeElement.dataset.key") == key)
            page.evaluate("getSelection().removeAllRanges()")
            page.keyboard.press("ArrowDown")
            self.check(f"arrows go on from the focused row{name}", self.wait(
                page, "document.activeElement.closest('.row') && document.activeElement.getBoundingClientRect().top > 0"
                      " && document.activeElement.getBoundingClientRect().top < innerHeight"))
            # The focused row is removed.
            at = page.evaluate("Number(document.activeElement.ariaPosInSet) - 1")
            self.edit(page, server, {"removedItems": [[0, at]]})
            self.check(f"the focus goes to the neighbour of a removed row{name}", page.evaluate(
                "Number(document.activeElement.ariaPosInSet) - 1") == at)
            page.keyboard.press("End")
            self.check(f"End goes to the last row{name}", self.wait(
                page, "document.activeElement.ariaPosInSet === document.activeElement.ariaSetSize"))
            page.keyboard.press("Home")
            self.check(f"Home goes to the first row{name}", self.wait(
                page, "document.activeElement.ariaPosInSet === '1'"))
            page.keyboard.press("Control+Home")
            before = page.evaluate("Boolean(document.activeElement.closest('#bar'))")
            page.evaluate("document.querySelector('.row[tabindex=\"0\"]').focus()")
            page.keyboard.press("Control+End")
            self.check(f"Control+Home and Control+End leave the feed{name}", before and page.evaluate(
                "document.activeElement.id === 'end'"))
            self.close(page)

    def presses(self, server):
        page = self.open(server.url)
        page.evaluate("document.querySelector('.row[tabindex=\"0\"]').focus(); walk.watchFocus()")
        start = int(page.evaluate("document.activeElement.ariaPosInSet"))
        begin = time.time()
        for _ in range(1_000):
            page.keyboard.press("ArrowDown")
        seconds = time.time() - begin
        arrived = self.wait(page, f"document.activeElement.ariaPosInSet === '{start + 1_000}'")
        where = page.evaluate("document.activeElement.ariaPosInSet ?? document.activeElement.tagName")
        self.check("1,000 presses of an arrow key arrive", arrived, f"at {where} in {seconds:.1f} s")
        lost = page.evaluate("walk.bodyFocus")
        self.check("the focus was never lost", lost == 0, f"{lost} times on body")
        # Faster than any keyboard: all in one task.
        page.evaluate("""() => { for (let count = 0; count < 1000; count++) document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })) }""")
        self.check("1,000 presses in one task arrive", self.wait(
            page, f"document.activeElement.ariaPosInSet === '{start}'"),
            page.evaluate("document.activeElement.ariaPosInSet"))
        self.check("the focused row is seen", page.evaluate("""() => { const rect = document.activeElement.getBoundingClientRect();
            return rect.top >= walk.bar() - 1 && rect.top < innerHeight }"""))
        self.close(page)

    def last_row(self, server):
        page = self.open(server.url)
        count = page.evaluate("walk.row(walk.first().key).ariaSetSize")
        for way, action in [
            ("the scroll bar", lambda: page.evaluate("document.scrollingElement.scrollTop = 1e9")),
            ("a number", lambda: (page.keyboard.press(":"), page.keyboard.type(count), page.keyboard.press("Enter"))),
            ("steps from the middle of the last screens", lambda: (
                page.evaluate("document.scrollingElement.scrollTop = 1e9"), time.sleep(0.6), self.scroll(page, -4_000),
                self.scroll(page, 6_000, 20))),
        ]:
            page.evaluate("document.scrollingElement.scrollTop = 0")
            self.wait(page, "walk.seen()[0]?.number === 1")
            time.sleep(0.3)
            action()
            good = self.wait(page, f"walk.seen().some((row) => row.number === {count} && row.bottom <= innerHeight + 1)")
            self.check(f"the last of {count} rows is reached by {way}", good,
                       page.evaluate("walk.seen().at(-1)?.number"))
            time.sleep(0.4)
            steady = page.evaluate("walk.seen().at(-1)?.number")
            self.check("and stays", steady == int(count), steady)
        self.bounded(page, "at the end")
        self.close(page)

    def search_and_copy(self, server):
        page = self.open(server.url)
        server.change({"insertedItems": [[[0, 3_000], {"title": "A needle in hay", "text": "quixotic needle"}]]})
        page.keyboard.press("/")
        page.keyboard.type("quixotic")
        self.check("a search scrolls to what it finds", self.wait(
            page, "walk.seen().some((row) => row.text.includes('quixotic'))"),
            page.evaluate("document.getElementById('search-result').textContent"))
        page.keyboard.press("Escape")
        self.wait(page, "document.activeElement.closest('.row')")
        self.check("escape leaves the focus on it", page.evaluate(
            "document.activeElement.textContent.includes('quixotic')"))
        page.keyboard.press(":")
        page.keyboard.type("120")
        page.keyboard.press("Enter")
        self.check("a number is gone to", self.wait(page, "document.activeElement.ariaPosInSet === '120'"))
        page.keyboard.press("Shift+ArrowDown")
        page.keyboard.press("Shift+ArrowDown")
        self.check("shift and arrows select", page.evaluate("document.querySelectorAll('.row.selected').length") == 3)
        page.evaluate("""() => { walk.copied = null; const take = (text) => { walk.copied = text };
            Object.defineProperty(navigator, 'clipboard', { value: { write: async ([item]) => take(await (await item.getType('text/plain')).text()) } }) }""")
        for _ in range(60):
            page.keyboard.press("Shift+ArrowDown")
        self.wait(page, "document.activeElement.ariaPosInSet === '182'")
        page.keyboard.press("Control+c")
        good = self.wait(page, "walk.copied !== null")
        self.check("a range is copied beyond the window", good and page.evaluate("walk.copied.length") > 1_000,
                   f"{page.evaluate('walk.copied?.length')} characters")
        page.keyboard.press("Control+a")
        self.check("all are selected", self.wait(page, "walk.seen().every((row) => walk.row(row.key).classList.contains('selected'))"))
        page.keyboard.press("Escape")
        self.check("escape selects nothing", page.evaluate("document.querySelectorAll('.row.selected').length") == 0)
        self.close(page)

    def reload(self, server):
        page = self.open(server.url)
        page.evaluate("document.scrollingElement.scrollTop = 2000000")
        self.wait(page, "walk.seen().length > 0")
        time.sleep(0.5)
        self.scroll(page, 333)
        before = page.evaluate("walk.first()")
        page.evaluate("window.isOld = true")
        page.reload()
        self.wait(page, "!window.isOld && walk.seen().length > 0")
        self.wait(page, f"Boolean(walk.row('{before['key']}'))")
        time.sleep(0.4)
        top = page.evaluate("key => walk.row(key)?.getBoundingClientRect().top ?? null", before["key"])
        self.check("a reload keeps the place", top is not None and abs(top - before["top"]) <= 1,
                   f"{before['key']} from {before['top']:.1f} to {top}")
        self.close(page)

    def killed(self, server):
        page = self.open(server.url)
        self.scroll(page, 4_000)
        seen = page.evaluate("walk.seen()")
        key = seen[1]["key"]
        page.mouse.click(700, seen[1]["top"] + 14)
        page.evaluate("key => { window.node = walk.row(key); node.isMine = true }", key)
        page.evaluate("key => walk.watch(key)", key)
        server.kill()
        self.check("a broken connection is shown", self.wait(page, "walk.state() === 'reconnecting'"))
        self.check("rows stay meanwhile", page.evaluate("node.isConnected && walk.seen().length > 2"))
        time.sleep(1)
        server.start()
        self.check("the page goes on", self.wait(page, "walk.state() === 'live'", 30))
        time.sleep(0.3)
        self.edit(page, server, {"insertedItems": [[[0, 0], {"title": "After the restart"}]]})
        time.sleep(0.3)
        result = page.evaluate("walk.stop()")
        self.check("nothing moved", result["distance"] <= 1 and result["gone"] == 0,
                   f"{result['distance']:.2f} px in {result['count']} frames")
        self.check("the same nodes go on", page.evaluate("key => walk.row(key)?.isMine === true", key))
        self.check("the focus too", page.evaluate("document.activeElement.dataset.key") == key)
        self.close(page)

    def five_pages(self, server):
        pages = [self.open(server.url, 700, 600) for _ in range(5)]
        for number in range(30):
            server.change({"insertedItems": [[[0, 0], {"title": f"To all {number}"}]]})
        good = [self.wait(page, "walk.seen()[0].text.includes('To all 29')") for page in pages]
        numbers = [page.evaluate("walk.seen().slice(0, 3).map((row) => row.key).join()") for page in pages]
        self.check("five pages show the same", all(good) and len(set(numbers)) == 1, numbers[0])
        for page in pages:
            page.context.close()

    def delays(self, server):
        """Returns how long single changes take from the list to the DOM, and the page's part of it."""
        page = self.open(server.url)
        self.scroll(page, 3_000)
        page.evaluate("""performance.clearMeasures('roster:apply'); walk.arrived = []; new PerformanceObserver((entries) => {
            for (const entry of entries.getEntries()) walk.arrived.push(performance.timeOrigin + entry.startTime + entry.duration)
          }).observe({ entryTypes: ['measure'] })""")
        at = page.evaluate("walk.first().number - 1")
        delays, sizes = [], []
        for number in range(40):
            count, received = page.evaluate("[walk.arrived.length, walk.received.length]")
            begin = time.time() * 1_000
            server.change({"updatedItems": [[[0, at], {"title": f"Changed {number}", "text": "z " * (number % 7)}]]})
            self.wait(page, f"walk.arrived.length > {count}")
            arrived, size = page.evaluate("[walk.arrived.at(-1), walk.received.at(-1)]")
            delays.append(arrived - begin)
            sizes.append(size)
            time.sleep(0.02)
        updates = page.evaluate("walk.updates()")
        self.close(page)
        return statistics.median(delays), statistics.median(updates), max(sizes)

    def speed(self, server):
        results = {}
        for count in [1_000, 100_000]:
            other = self.serve(count)
            try:
                results[count] = self.delays(other)
            finally:
                other.close()
        results[self.options.rows] = self.delays(server)
        for count, (delay, update, size) in results.items():
            self.check(f"one change of {count:,} rows is in the DOM within 16 ms", delay <= 16,
                       f"median {delay:.1f} ms, of which the page {update:.1f} ms, {size} bytes")
            self.check("and takes at most 2,000 bytes", size <= 2_000, size)
        few, many = results[1_000][0], results[100_000][0]
        self.check("100,000 rows take at most 1.5 times as long as 1,000", many <= 1.5 * max(few, 1),
                   f"{many / few:.2f} times")

    def frames(self, server):
        """Scrolls through 100,000 rows, beside a bare windowed list that has its models in memory."""
        results = {}
        for name in ["this page", "a bare list", "this page", "a bare list"]:
            if name == "this page":
                page = self.open(server.url)
            else:
                page = self.open("about:blank", wait=False)
                page.set_content(open(os.path.join(HERE, "bare.html")).read())
            time.sleep(0.5)
            result = page.evaluate("walk.scroll(45, 240)")
            lengths = sorted(result["lengths"])
            results[name] = (statistics.median(lengths), lengths[int(len(lengths) * 0.95)], result["blank"])
            page.context.close()
        for name, (median, most, blank) in results.items():
            print(f"      {self.kind:8}  frames of {name}: median {median:.1f} ms, 95 % within {most:.1f} ms,"
                  f" {blank} blank")
        self.check("scrolling is as smooth as a bare list", results["this page"][0] <= results["a bare list"][0] * 1.2
                   and results["this page"][2] <= 3, "")

    def without_script(self, server):
        page = self.open(server.url, wait=False, java_script_enabled=False)
        self.shoot(page, "without-script")
        if self.kind == "chromium":
            text = page.locator(".still").inner_text()
            self.check("the first rows are there without JavaScript", len(text) > 200, f"{len(text)} characters")
        page.context.close()

    def picture(self, name):
        os.makedirs(self.options.pictures, exist_ok=True)
        return os.path.join(self.options.pictures, f"{name}-{self.kind}.png")

    def shoot(self, page, name):
        page.was_shot = True
        page.screenshot(path=self.picture(name))

    def wishes(self, server):
        """Phones, dark, zoom, directions, and less motion."""
        # Firefox takes no wishes of this kind through its remote protocol.
        schemes = ["light", "dark"] if self.kind == "chromium" else [None]
        for scheme in schemes:
            context = {"color_scheme": scheme} if scheme else {}
            page = self.open(server.url, **context)
            time.sleep(0.3)
            self.shoot(page, f"desk-{scheme or 'light'}")
            self.close(page)
            phone = dict(context, has_touch=True, is_mobile=True, device_scale_factor=2) if scheme else context
            page = self.open(server.url, 390, 844, **phone)
            time.sleep(0.3)
            self.shoot(page, f"phone-{scheme or 'light'}")
            self.check("a phone needs no scrolling sideways", page.evaluate(
                "document.scrollingElement.scrollWidth <= innerWidth"))
            self.close(page)
        page = self.open(server.url, 640, 430)
        time.sleep(0.3)
        self.shoot(page, "zoom-200")
        self.check("at 200 % zoom nothing is cut off", page.evaluate(
            "document.scrollingElement.scrollWidth <= innerWidth && walk.seen().length > 1"))
        self.close(page)
        page = self.open(server.url, init="document.addEventListener('DOMContentLoaded', () => document.documentElement.dir = 'rtl')")
        self.scroll(page, 2_000)
        self.shoot(page, "right-to-left")
        self.check("from right to left nothing is cut off", page.evaluate(
            "document.scrollingElement.scrollWidth <= innerWidth"))
        self.close(page)

    def momentum(self, server):
        """While a finger or its momentum scrolls, the scroll position is left alone."""
        if self.kind != "chromium":
            # Firefox takes no touches through its remote protocol.
            return
        page = self.open(server.url, 390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
        page.evaluate("document.scrollingElement.scrollTop = 30000")
        self.wait(page, "walk.seen().length > 0")
        time.sleep(0.6)
        page.evaluate("""() => { walk.writes = 0; const own = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
          Object.defineProperty(document.scrollingElement, 'scrollTop', { configurable: true, get() { return own.get.call(this) },
            set(value) { walk.writes += 1; own.set.call(this, value) } });
          const by = Element.prototype.scrollBy;
          document.scrollingElement.scrollBy = function (...how) { walk.writes += 1; by.apply(this, how) } }""")
        session = page.context.new_cdp_session(page)
        def touch(kind, y):
            points = [] if kind == "touchEnd" else [{"x": 200, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.evaluate("walk.slips = 0; walk.tops = new Map()")
        page.evaluate("""() => { let former = new Map(), channel = new MessageChannel();
          channel.port1.onmessage = () => { const now = new Map(walk.seen().map((row) => [row.key, row.top]));
            for (const [key, top] of now) if (former.has(key) && top > former.get(key) + 1) walk.slips += 1;
            former = now; requestAnimationFrame(() => channel.port2.postMessage(0)); }; channel.port2.postMessage(0) }""")
        touch("touchStart", 700)
        writes = page.evaluate("walk.writes")
        for step in range(25):
            touch("touchMove", 700 - step * 20)
            if step % 5 == 0:
                server.change({"insertedItems": [[[0, 0], {"title": "While a finger scrolls", "text": "x " * 50}]]})
            time.sleep(0.012)
        during = page.evaluate("walk.writes") - writes
        touch("touchEnd", 200)
        time.sleep(1.2)
        self.check("a touch is not disturbed by corrections", during == 0 and page.evaluate("walk.slips") == 0,
                   f"{during} corrections, {page.evaluate('walk.slips')} slips")
        self.close(page)

    def sections(self, server):
        page = self.open(server.url)
        page.keyboard.press(":")
        page.keyboard.type("98")
        page.keyboard.press("Enter")
        self.wait(page, "walk.seen().some((row) => row.kind === 'header' && row.text.includes('Section 2'))")
        time.sleep(0.4)
        page.mouse.move(400, 500)
        def layer():
            return page.evaluate("({ hidden: document.getElementById('layer-row').hidden, text: document.getElementById('layer-row').textContent,"
                                 " bottom: document.getElementById('layer-row').getBoundingClientRect().bottom,"
                                 " next: walk.seen().find((row) => row.kind === 'header' && row.top > walk.bar() + 1)?.top ?? null })")
        first = layer()
        self.check("the header of the section stays in view", not first["hidden"] and "Section 1" in first["text"], first)
        self.shoot(page, "sections")
        pushed = False
        for _ in range(40):
            page.mouse.wheel(0, 10)
            time.sleep(0.05)
            now = layer()
            if now["next"] is not None and "Section 1" in now["text"] and not now["hidden"]:
                pushed |= abs(now["bottom"] - now["next"]) < 1
        self.check("the next header pushes it", pushed, layer())
        for _ in range(8):
            page.mouse.wheel(0, 60)
            time.sleep(0.05)
        last = layer()
        self.check("and takes its place", "Section 2" in last["text"] and not last["hidden"], last)
        key = page.evaluate("walk.first().key")
        self.watched(page, "insertions into the section above", key, lambda: self.edit(
            page, server, {"insertedItems": [[[0, 0], {"title": "In the first section"}]]}))
        self.edit(page, server, {"updatedSections": [[1, {"title": "Renamed section"}]]})
        time.sleep(0.2)
        self.check("a renamed header is renamed in the layer", "Renamed section" in layer()["text"], layer()["text"])
        self.edit(page, server, {"updatedSections": [[1, {"title": "Section 2"}]]})
        self.close(page)

    def accessibility(self, server):
        page = self.open(server.url)
        for name, action in [("at the top", lambda: None), ("in the middle", lambda: self.scroll(page, 6_000)),
                             ("with a selection", lambda: (page.mouse.click(700, 400), page.keyboard.press("Shift+ArrowDown"))),
                             ("unfolded", lambda: (page.evaluate("document.querySelectorAll('button[data-unfold]').forEach((button, index) => index < 6 && button.click())"), time.sleep(0.3)))]:
            action()
            time.sleep(0.2)
            result = Axe().run(page)
            found = [f"{v['id']} ({len(v['nodes'])}): {v['nodes'][0]['html'][:120]}" for v in result.response["violations"]]
            self.check(f"axe finds nothing {name}", not found, "; ".join(found))
        page.context.close()
        if self.kind == "chromium":
            for context in [{"color_scheme": "dark"}, {"forced_colors": "active"}]:
                page = self.open(server.url, **context)
                found = [v["id"] for v in Axe().run(page).response["violations"]]
                self.check(f"axe finds nothing with {context}", not found, found)
                page.context.close()
        page = self.open(server.url)
        self.scroll(page, 3_000)
        page.evaluate("walk.said = []; new MutationObserver(() => walk.said.push(document.getElementById('live').textContent))"
                      ".observe(document.getElementById('live'), { childList: true })")
        for number in range(40):
            server.change({"insertedItems": [[[0, 0], {"title": f"Chatter {number}"}]]})
            time.sleep(0.04)
        time.sleep(1)
        said = page.evaluate("walk.said")
        self.check("the live region is not chatty", len(said) <= 2, said)
        self.close(page)

    def hostile(self, server):
        page = self.open(server.url)
        time.sleep(0.5)
        for _ in range(30):
            page.mouse.move(400, 500)
            page.mouse.wheel(0, 300)
            time.sleep(0.05)
        page.evaluate("scrollTo(0, 0)")
        time.sleep(0.4)
        self.shoot(page, "hostile")
        facts = page.evaluate("""() => ({ title: document.title,
          elements: [...document.querySelectorAll('#feed script, #feed style, #feed iframe, #feed [onerror], #feed object')].length,
          links: [...document.querySelectorAll('#feed a')].map((a) => a.protocol), images: [...document.querySelectorAll('#feed img')].map((i) => i.src),
          wide: document.scrollingElement.scrollWidth > innerWidth, polluted: {}.polluted === true,
          override: document.getElementById('feed').textContent.includes('\\u202e'), exact: document.getElementById('feed').textContent,
          length: document.getElementById('feed').textContent.length })""")
        self.check("nothing of a model is HTML", facts["elements"] == 0 and facts["title"] != "owned" and not facts["polluted"])
        self.check("links and images lead to http(s) only", all(p in ("http:", "https:") for p in facts["links"])
                   and not [i for i in facts["images"] if not i.startswith(("https:", "data:image/"))], facts["links"] + facts["images"])
        self.check("controls and overrides are marked", not facts["override"] and "U+202E" in facts["exact"] and "U+0000" in facts["exact"])
        self.check("long words do not widen the page", not facts["wide"])
        self.check("a megabyte is not in the document", facts["length"] < 60_000, facts["length"])
        page.evaluate("document.querySelectorAll('#feed .folding[data-clipped] .more').forEach((button) => button.click())")
        time.sleep(1)
        self.check("unfolded, a megabyte is shown in part", 60_000 < page.evaluate("document.getElementById('feed').textContent.length") < 900_000)
        self.close(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--roster", help="the roster command, built with the trait Web")
    parser.add_argument("--command", help="a command that starts another server instead, and prints its address")
    parser.add_argument("--browser", action="append", choices=["chromium", "firefox"], help="both if left out")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--firefox", default="/usr/bin/firefox-esr")
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the long list")
    parser.add_argument("--pictures", default=".build/walk", help="the folder of the screenshots")
    parser.add_argument("--only", action="append", help="only this part, such as anchor")
    options = parser.parse_args()
    if not options.roster and not options.command:
        parser.error("name the roster command with --roster")
    failures = checks = 0
    with sync_playwright() as playwright:
        for kind in options.browser or ["chromium", "firefox"]:
            walk = Walk(options, kind, playwright)
            failures += walk.run()
            checks += walk.checks
    print(f"{checks - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
