"""The reader's place: it stays through edits, scrolling, breaks and reloads, and every row is reached."""

from browsers import check_axe

# With this, a page is like one in a browser that cannot move elements.
WITHOUT_MOVES = "delete Element.prototype.moveBefore"
WAYS = [(None, ""), (WITHOUT_MOVES, " without moveBefore")]


def bounded(walk, page, name):
    size = page.evaluate("({ rows: walk.count(), height: walk.height(), view: innerHeight,"
                         " tall: Math.max(...walk.seen().map((row) => row.bottom - row.top)) })")
    walk.check(f"nodes of at most three viewports {name}",
               size["height"] <= 3 * size["view"] + size["tall"],
               f"{size['rows']} rows, {size['height'] / size['view']:.2f} viewports")


def top(walk, server):
    page = walk.open(server.url)
    walk.rest(page)
    bounded(walk, page, "at the top")
    walk.edit(page, server, {"insertedItems": [[[0, 0], {"title": "First of all", "text": "New."}]]})
    first = page.evaluate("walk.seen()[0]")
    walk.check("a new row appears at the top", "First of all" in first["text"]
               and page.evaluate("scrollY") == 0 and first["number"] == 1, first["text"][:40])
    page.evaluate("window.was = walk.row(walk.seen()[1].key)")
    walk.edit(page, server, {"updatedItems": [[[0, 1], {"title": "Second, changed"}]]})
    walk.check("a changed row keeps its node", page.evaluate(
        "was.isConnected && was.textContent.includes('Second, changed')"))
    walk.edit(page, server, {"movedItems": [[[0, 0], [0, 3]]]})
    rows = page.evaluate("walk.seen().slice(0, 5).map((row) => row.text)")
    walk.check("a row moves at the top", "First of all" in rows[3], rows[3][:40])
    walk.edit(page, server, {"removedItems": [[0, 3]]})
    walk.check("a row is removed", not page.evaluate(
        "walk.seen().some((row) => row.text.includes('First of all'))"))
    walk.edit(page, server, {"updatedItems": [[[0, 0], {"title": "Tall", "text": "word " * 200}]]})
    page.evaluate("walk.row(walk.seen()[0].key).querySelector('[data-unfold]').click()")
    walk.rest(page)
    walk.check("a row that grows at the top leaves the top where it is", page.evaluate(
        "scrollY === 0 && Math.abs(walk.seen()[0].top - walk.bar()) < 1"), page.evaluate("walk.seen()[0].top"))
    walk.close(page)


def anchor(walk, server):
    for init, name in WAYS:
        page = walk.open(server.url, init=init)
        walk.scroll(page, 5_000)
        seen = page.evaluate("walk.seen()")
        key, at = seen[1]["key"], seen[1]["number"] - 1

        def insert_above():
            for number in range(8):
                server.change({"insertedItems": [[[0, 0], {"title": f"Above {number}"}]]})
                walk.pass_frames(page, 1)
            walk.wait_shown(page, server)

        walk.watched(page, f"insertions at the start{name}", key, insert_above)
        at += 8
        shown = "document.getElementById('newer').textContent"
        walk.check(f"new rows are counted{name}", walk.wait(page, f"!newer.hidden && {shown} === '8 new'"),
                   page.evaluate(shown))
        walk.watched(page, f"insertions just above{name}", key, lambda: walk.edit(
            page, server, {"insertedItems": [[[0, at - 2 + n], {"title": f"Near {n}", "text": "x " * 300}]
                                             for n in range(3)]}))
        at += 3
        walk.watched(page, f"growth above{name}", key, lambda: walk.edit(
            page, server, {"updatedItems": [[[0, at - 2], {"title": "Grown", "text": "word " * 400,
                                                           "rest": "x" * 30}]]}))
        walk.watched(page, f"removals above{name}", key, lambda: walk.edit(
            page, server, {"removedItems": [[0, at - 5], [0, at - 3], [0, at - 2]]}))
        at -= 3
        walk.watched(page, f"a move from above to below{name}", key, lambda: walk.edit(
            page, server, {"movedItems": [[[0, at - 1], [0, at + 3]]]}))
        at -= 1
        walk.watched(page, f"a move from far above to below{name}", key, lambda: walk.edit(
            page, server, {"movedItems": [[[0, 0], [0, at + 2]]]}))
        at -= 1
        walk.watched(page, f"insertion and removal below{name}", key, lambda: (
            walk.edit(page, server, {"insertedItems": [[[0, at + 1], {"title": "Inside"}]]}),
            walk.edit(page, server, {"removedItems": [[0, at + 2]]})))
        first, second = page.evaluate("walk.seen()")[:2]
        walk.watched(page, f"removal of the first seen row{name}", second["key"], lambda: walk.edit(
            page, server, {"removedItems": [[0, first["number"] - 1]]}))
        # Also the one with which the server moves the window.
        walk.scroll(page, 2_000)
        for which in ["the anchor of the window", "the first seen row"]:
            key = page.evaluate("walk.sent.filter((message) => message.anchor).at(-1).anchor.key")
            seen = page.evaluate("walk.seen()")
            if which == "the first seen row" or not page.evaluate("key => Boolean(walk.row(key))", key):
                key = seen[0]["key"]
            number = page.evaluate("key => Number(walk.row(key).ariaPosInSet)", key)
            other = next(row for row in seen if row["key"] != key and row["kind"] == "item")
            walk.watched(page, f"{which} moves far away{name}", other["key"], lambda: walk.edit(
                page, server, {"movedItems": [[[0, number - 1], [0, walk.options.rows // 2]]]}))

        def storm():
            for number in range(60):
                server.change({"insertedItems": [
                    [[0, 0], {"title": f"Storm {number}", "text": "y " * number * 3}]]})
            walk.wait_shown(page, server)

        key = page.evaluate("walk.first().key")
        walk.watched(page, f"60 insertions in a row{name}", key, storm)
        walk.rest(page)
        bounded(walk, page, f"after edits{name}")
        page.evaluate("document.getElementById('newer').click()")
        walk.check(f"the button goes to the top{name}", walk.wait(
            page, "scrollY === 0 && walk.seen()[0]?.number === 1 && newer.hidden"))
        walk.close(page)


def scrolling(walk, server):
    page = walk.open(server.url)
    page.mouse.move(400, 500)
    walk.scroll_to(page, 100_000)
    # Up through rows that were never measured: every row only ever moves down.
    page.evaluate("walk.watchSlips((now, former) => former - now)")
    for step in range(60):
        page.mouse.wheel(0, -180)
        walk.pass_frames(page, 1)
        if step % 6 == 0:
            server.change({"insertedItems": [[[0, 0], {"title": "While scrolling"}]]})
    walk.rest(page)
    slips, slip, blank = page.evaluate("[walk.slips, walk.slip, walk.blank]")
    walk.check("scrolling up never slips, also while rows are inserted", slips == 0,
               f"{slips} slips of {slip} px at most")
    if walk.options.times:
        walk.check("rows are there while scrolling", blank <= 2, f"{blank} blank frames")
    walk.wait_shown(page, server)
    walk.rest(page)
    bounded(walk, page, "after scrolling")
    # The bar of the browser: everywhere and back.
    numbers = []
    for part in [0.1, 0.25, 0.5, 0.75, 0.9, 0.999]:
        page.evaluate("part => { const root = document.scrollingElement;"
                      " root.scrollTop = part * (root.scrollHeight - innerHeight) }", part)
        walk.wait(page, "walk.seen().length > 0")
        walk.rest(page)
        numbers.append(page.evaluate("walk.seen()[0].number"))
    count = page.evaluate("Number(walk.row(walk.first().key).ariaSetSize)")
    walk.check("the scroll bar reaches every part",
               numbers == sorted(numbers) and abs(numbers[2] / count - 0.5) < 0.05, numbers)
    walk.close(page)


def momentum(walk, server):
    """While a finger or its momentum scrolls, the scroll position is left alone."""
    if walk.kind != "chromium":
        # Firefox takes no touches through its remote protocol.
        return
    page = walk.open(server.url, 390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
    walk.scroll_to(page, 30_000)
    page.evaluate("""() => { walk.writes = 0;
      const own = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop'), by = Element.prototype.scrollBy;
      Object.defineProperty(document.scrollingElement, 'scrollTop', { configurable: true,
        get() { return own.get.call(this) }, set(value) { walk.writes += 1; own.set.call(this, value) } });
      document.scrollingElement.scrollBy = function (...how) { walk.writes += 1; by.apply(this, how) };
      walk.watchSlips((now, former) => now - former); }""")
    session = page.context.new_cdp_session(page)

    def touch(kind, y):
        points = [] if kind == "touchEnd" else [{"x": 200, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 700)
    for step in range(25):
        touch("touchMove", 700 - step * 20)
        if step % 5 == 0:
            server.change({"insertedItems": [[[0, 0], {"title": "While a finger scrolls", "text": "x " * 50}]]})
        walk.pass_frames(page, 1)
    walk.wait_shown(page, server)
    writes = page.evaluate("walk.writes")
    touch("touchEnd", 200)
    walk.rest(page)
    slips = page.evaluate("walk.slips")
    walk.check("a touch is not disturbed by corrections", writes == 0 and slips == 0,
               f"{writes} corrections, {slips} slips")
    walk.close(page)


def last_row(walk, server):
    page = walk.open(server.url)
    count = page.evaluate("walk.row(walk.first().key).ariaSetSize")
    is_last = f"walk.seen().some((row) => row.number === {count} && row.bottom <= innerHeight + 1)"
    for way, action in [
        ("one press of End", lambda: page.keyboard.press("End")),
        ("the scroll bar", lambda: page.evaluate("document.scrollingElement.scrollTop = 1e9")),
        ("a number", lambda: walk.go_to(page, count)),
        ("steps from the middle of the last screens", lambda: (
            walk.scroll_to(page, 1e9), walk.scroll(page, -4_000), walk.scroll(page, 6_000, 20))),
    ]:
        page.evaluate("document.scrollingElement.scrollTop = 0")
        walk.wait(page, "walk.seen()[0]?.number === 1")
        walk.rest(page)
        action()
        walk.check(f"the last of {count} rows is reached by {way}", walk.wait(page, is_last),
                   page.evaluate("walk.seen().at(-1)?.number"))
        walk.rest(page)
        walk.check("and stays", page.evaluate(is_last), page.evaluate("walk.seen().at(-1)?.number"))
    bounded(walk, page, "at the end")
    walk.close(page)


def reload(walk, server):
    page = walk.open(server.url)
    walk.scroll_to(page, 1_000_000)
    walk.scroll(page, -333)
    before = page.evaluate("walk.first()")
    page.evaluate("window.isOld = true")
    page.reload()
    walk.wait(page, f"!window.isOld && Boolean(walk.row('{before['key']}'))")
    walk.rest(page)
    now = page.evaluate("key => walk.row(key)?.getBoundingClientRect().top ?? null", before["key"])
    walk.check("a reload keeps the place", now is not None and abs(now - before["top"]) <= 1,
               f"{before['key']} from {before['top']:.1f} to {now}")
    walk.close(page)


def killed(walk, server):
    page = walk.open(server.url)
    walk.scroll(page, 4_000)
    seen = page.evaluate("walk.seen()")
    key = seen[1]["key"]
    page.mouse.click(700, seen[1]["top"] + 14)
    page.evaluate("key => { window.node = walk.row(key); node.isMine = true }", key)
    page.evaluate("key => walk.watch(key)", key)
    server.kill()
    walk.check("a broken connection is shown", walk.wait(page, "walk.state() === 'reconnecting'"))
    walk.check("rows stay meanwhile", page.evaluate("node.isConnected && walk.seen().length > 2"))
    server.start()
    walk.check("the page goes on", walk.wait(page, "walk.state() === 'live'", 30))
    walk.edit(page, server, {"insertedItems": [[[0, 0], {"title": "After the restart"}]]})
    walk.rest(page)
    result = page.evaluate("walk.stop()")
    walk.check("nothing moved", result["distance"] <= 1 and result["gone"] == 0,
               f"{result['distance']:.2f} px in {result['count']} frames")
    walk.check("the same nodes go on", page.evaluate("key => walk.row(key)?.isMine === true", key))
    walk.check("the focus too", page.evaluate("document.activeElement.dataset.key") == key)
    walk.close(page)


def compacted(walk, server):
    """The server comes back without the revision that the page has seen last."""
    page = walk.open(server.url)
    walk.scroll(page, 4_000)
    seen = page.evaluate("walk.seen()")
    key, gone = seen[1]["key"], seen[2]
    page.evaluate("key => { walk.row(key).isMine = true; walk.watch(key) }", key)
    server.kill()
    walk.wait(page, "walk.state() === 'reconnecting'")
    server.change({"insertedItems": [[[0, n], {"title": f"Meanwhile {n}"}] for n in range(40)]})
    server.change({"removedItems": [[0, gone["number"] - 1 + 40]]})
    server.compact()
    server.start()
    walk.check("the page goes on after a compaction",
               walk.wait(page, "walk.state() === 'live'", 30) and walk.wait_shown(page, server))
    walk.rest(page)
    result = page.evaluate("walk.stop()")
    walk.check("it keeps its place", result["distance"] <= 1 and result["gone"] == 0,
               f"{result['distance']:.2f} px in {result['count']} frames, {result['gone']} without it")
    walk.check("and its nodes", page.evaluate("key => walk.row(key)?.isMine === true", key))
    walk.check("what was removed meanwhile is gone", not page.evaluate("key => Boolean(walk.row(key))", gone["key"]))
    walk.close(page)


def emptied(walk, server):
    """A list that loses all of its rows, and gets others."""
    page = walk.open(server.url)
    walk.scroll(page, 2_000)
    page.evaluate("walk.row(walk.first().key).focus()")
    count = int(page.evaluate("walk.row(walk.first().key).ariaSetSize"))
    walk.edit(page, server, {"removedItems": [[0, n] for n in range(count)]})
    walk.rest(page)
    walk.check("an empty list says so", page.evaluate(
        "!document.getElementById('empty').hidden && walk.count() === 0 && scrollY === 0"
        " && !document.getElementById('end').checkVisibility()"))
    check_axe(walk, page, "in an empty list")
    walk.check("the focus stays in the list", page.evaluate("document.activeElement.id") == "feed")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.press("Control+a")
    walk.edit(page, server, {"insertedItems": [[[0, n], {"title": f"Again {n}"}] for n in range(count)]})
    walk.rest(page)
    walk.check("it fills again", page.evaluate(
        "document.getElementById('empty').hidden && walk.seen()[0]?.number === 1 && walk.seen().length > 5"),
        page.evaluate("walk.seen()[0]?.text"))
    page.keyboard.press("End")
    walk.check("its last row is reached", walk.wait(page, f"document.activeElement.ariaPosInSet === '{count}'"))
    walk.edit(page, server, {"removedItems": [[0, n] for n in range(count - 1)]})
    walk.rest(page)
    walk.check("one row that is left is seen", page.evaluate(
        "walk.seen().length === 1 && walk.seen()[0].number === 1"))
    walk.edit(page, server, {"removedSections": [0]})
    walk.check("a list without sections says that it is empty",
               walk.wait(page, "!document.getElementById('empty').hidden && walk.count() === 0"))
    walk.edit(page, server, {"insertedSections": [[0, {"title": "Anew"}]], "insertedItems": [[[0, 0], {"title": "One"}]]})
    walk.check("it begins anew", walk.wait(page, "walk.seen().length === 2"))
    walk.close(page)


def five_pages(walk, server):
    """Five pages on one list, of which one is far too slow: it shows nothing before the others have shown all."""
    slow = """{ const send = WebSocket.prototype.send, isNoted = (message) => 'shown' in message && !('window' in message);
      window.held = [];
      WebSocket.prototype.send = function (data) {
        const note = () => send.call(this, data);
        if (window.isSlow && held && isNoted(JSON.parse(data))) held.push(note); else note() };
      const busy = (event) => { const end = performance.now() + 300; while (performance.now() < end); };
      window.addEventListener('DOMContentLoaded', () => { const add = WebSocket.prototype.addEventListener;
        new MutationObserver(() => window.isSlow && busy()).observe(document.getElementById('feed'), { childList: true }) }) }"""
    pages = [walk.open(server.url, 700, 600, init=slow if number == 0 else None) for number in range(5)]
    counts = "walk.received.length"
    before = [page.evaluate(counts) for page in pages]
    pages[0].evaluate("window.isSlow = true")
    for number in range(30):
        server.change({"insertedItems": [[[0, 0], {"title": f"To all {number}"}]]})
        for page in pages[1:]:
            walk.wait_shown(page, server)
    pages[0].evaluate("() => { const notes = held; held = null; for (const note of notes) note() }")
    good = [walk.wait(page, "walk.seen()[0].text.includes('To all 29')") for page in reversed(pages)]
    rows = [page.evaluate("walk.seen().slice(0, 3).map((row) => row.key).join()") for page in pages]
    walk.check("five pages show the same", all(good) and len(set(rows)) == 1, rows[0])
    sizes = [page.evaluate(counts) - count for page, count in zip(pages, before)]
    walk.check("a slow page gets fewer updates, which are merged", sizes[0] < min(sizes[1:]), sizes)
    for page in pages:
        walk.close(page)
