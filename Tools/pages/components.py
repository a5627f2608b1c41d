"""Lists of components: rows are live, also the header that stands over the others."""

import time

from axe_playwright_python.sync_playwright import Axe

from keys import CLIPBOARD
from places import WAYS
from scripted import ScriptedList

FIELD_EVENTS = ["blur", "change", "focus", "select", "submit"]


def words(text, **attributes):
    return {"class": "text", "attributes": {"text": text, **attributes}}


def field(name, value=""):
    return {"class": "field", "scope": "Field", "attributes": {"value": value}, "events": FIELD_EVENTS,
            "accessibility": {"label": name}}


def button(title):
    return {"class": "button", "attributes": {"title": title}, "events": ["tap"]}


def header(name, *more):
    return [{"class": "box", "style": {"padding": 12, "gap": 4}, "children": [
        {"class": "box", "style": {"flexDirection": "row", "gap": 8, "alignItems": "center"},
         "children": [words(name, bold=True), button(f"Tap {name}")]},
        field(f"Note of {name}"), *more]}]


def item(name, *more):
    return [{"class": "box", "style": {"padding": 12, "gap": 4},
             "children": [words(name), field(f"Note of {name}", name), *more]}]


def sections(count=60):
    return [[header(f"Section {n + 1}"),
             [(f"i{n * count + k}", item(f"Row {n * count + k}")) for k in range(count)]] for n in range(3)]


def open_scripted(walk, server, rows, init=None):
    scripted = ScriptedList(rows)
    return walk.open(server.url, init=init, prepare=scripted.attach), scripted


def show(walk, page, scripted):
    return walk.wait(page, f"walk.revision() === '{scripted.change()}'")


def hears(walk, page, scripted, event):
    """Waits until a page has reported an event. Returns whether it was in time."""
    end = time.time() + 15
    while event not in scripted.events and time.time() < end:
        walk.pass_frames(page, 1)
    return event in scripted.events


def header_at_top(walk, server):
    """A header may grow while the page is at the top: the top stays the top."""
    page, scripted = open_scripted(walk, server, sections())
    top = "[scrollY, walk.row('h1').getBoundingClientRect().top - walk.bar()]"

    def is_at_top():
        scrolled, distance = page.evaluate(top)
        return scrolled == 0 and abs(distance) < 0.1

    walk.rest(page)
    for name, grow in [
        ("by an update", lambda: (scripted.sections[0].__setitem__(0, header("Section 1", words("More\n" * 6))),
                                  show(walk, page, scripted))),
        ("by itself", lambda: page.evaluate(
            "walk.row('h1').querySelector('.roster-box').style.paddingBottom = '90px'")),
        ("and shrinks", lambda: (scripted.sections[0].__setitem__(0, header("Section 1")),
                                 show(walk, page, scripted))),
    ]:
        former = page.evaluate("walk.row('h1').offsetHeight")
        grow()
        walk.rest(page)
        now = page.evaluate("walk.row('h1').offsetHeight")
        walk.check(f"a header that grows {name} stays at the top", abs(now - former) > 20 and is_at_top(),
                   f"{former} to {now} px, at {page.evaluate(top)}")
    # The rest of the page goes by the place that it has now.
    walk.scroll(page, 2_000)
    walk.scroll(page, -3_000)
    walk.check("it is there again", is_at_top(), page.evaluate(top))
    walk.close(page)


def live_layer(walk, server):
    """The header over the rows is the row itself: its controls work, and the focus stays in them."""
    for init, name in WAYS:
        page, scripted = open_scripted(walk, server, sections(), init)
        page.evaluate("walk.row('h1').isMine = true")
        walk.scroll(page, 600)
        layer = page.evaluate("walk.layer()")
        bar = page.evaluate("walk.bar()")
        walk.check(f"the header stays in view{name}", layer and layer["key"] == "h1" and abs(layer["top"] - bar) < 1, layer)
        page.get_by_role("button", name="Tap Section 1").click()
        walk.check(f"its button works{name}", hears(walk, page, scripted, ("h1", [0, 0, 1], "tap", [])),
                   scripted.events)
        note = page.get_by_label("Note of Section 1", exact=True)
        note.click()
        page.keyboard.type("abcd")
        page.keyboard.press("ArrowLeft")
        state = ("(() => { const field = document.activeElement; return [field.closest('.row')?.dataset.key,"
                 " field.value, field.selectionStart, field.closest('.row')?.isMine === true] })()")
        wanted = ["h1", "abcd", 3, True]
        walk.check(f"its field takes text{name}", page.evaluate(state) == wanted, page.evaluate(state))
        walk.check(f"which is that of the header{name}",
                   hears(walk, page, scripted, ("h1", [0, 1], "change", ["abcd"])), scripted.events[-3:])
        for where, length in [("farther, beyond its window", 2_500), ("at the top again", -9_000),
                              ("in the next section", 7_000), ("back in its own", -2_500)]:
            walk.scroll(page, length, 12)
            layer = page.evaluate("walk.layer()")
            walk.check(f"its focus stays {where}{name}", page.evaluate(state) == wanted,
                       f"{page.evaluate(state)}, {layer and layer['key']} over rows from"
                       f" {page.evaluate('walk.seen()[0].text')[:12]}")
        walk.check(f"typing goes on{name}", (page.keyboard.type("X"), page.evaluate(state))[1] ==
                   ["h1", "abcXd", 4, True], page.evaluate(state))
        scripted.sections[0][0] = header("Section 1", words("It has changed."))
        show(walk, page, scripted)
        walk.rest(page)
        walk.check(f"a changed header is changed over the rows{name}",
                   "It has changed." in (page.evaluate("walk.layer()") or {"text": "no layer"})["text"],
                   page.evaluate("walk.layer()"))
        walk.check(f"and keeps what is typed{name}", page.evaluate(state) == ["h1", "abcXd", 4, True],
                   page.evaluate(state))
        # A section without a header has none over its rows.
        scripted.sections[0][0] = None
        show(walk, page, scripted)
        walk.rest(page)
        walk.check(f"a header that is gone is gone from the rows{name}", page.evaluate("walk.layer()") is None,
                   page.evaluate("walk.layer()"))
        walk.close(page)


def fields(walk, server):
    """Rows move while a field in one of them has the focus, and while a word is composed in it."""
    for init, name in WAYS:
        page, scripted = open_scripted(walk, server, sections(), init)
        items = scripted.sections[0][1]
        page.get_by_label("Note of Row 4", exact=True).click()
        page.keyboard.press("End")
        page.keyboard.type(" typed")
        page.keyboard.press("ArrowLeft")
        page.evaluate("""() => { window.field = document.activeElement; window.heard = [];
          for (const name of ['blur', 'compositionend']) field.addEventListener(name, () => heard.push(name)) }""")

        def move_rows():
            items.insert(6, items.pop(4))
            show(walk, page, scripted)
            items.insert(0, items.pop(6))
            items.insert(5, items.pop(1))
            show(walk, page, scripted)
            items.insert(0, ("new", item("New")))
            del items[5]
            show(walk, page, scripted)

        move_rows()
        state = "[document.activeElement === field, field.value, field.selectionStart, heard]"
        wanted = [True, "Row 4 typed", 10, []]
        walk.check(f"a field keeps its caret while rows move{name}", page.evaluate(state) == wanted, page.evaluate(state))
        if walk.kind == "chromium":
            # Firefox composes no words through its remote protocol.
            session = page.context.new_cdp_session(page)
            session.send("Input.imeSetComposition", {"text": "にほ", "selectionStart": 2, "selectionEnd": 2})
            move_rows()
            walk.check(f"a composition goes on while rows move{name}", page.evaluate(state) ==
                       [True, "Row 4 typeにほd", 12, []], page.evaluate(state))
            session.send("Input.insertText", {"text": "日本"})
            walk.check(f"and is finished{name}", page.evaluate(state)[:3] == [True, "Row 4 type日本d", 12],
                       page.evaluate(state))
        walk.close(page)


def copies(walk, server):
    """A long copy comes in parts."""
    page, scripted = open_scripted(walk, server, sections())
    scripted.copied = [f"{number} " + "word " * 10_000 for number in range(40)]
    page.evaluate(CLIPBOARD)
    page.keyboard.press("Control+a")
    walk.wait(page, "document.querySelectorAll('.row.selected').length > 3")
    page.keyboard.press("Control+c")
    wanted = "".join(scripted.copied)
    walk.check("a copy in parts is put together", walk.wait(page, "walk.copied !== null")
               and page.evaluate("walk.copied") == wanted, f"{page.evaluate('walk.copied?.length')} of {len(wanted)}")
    walk.close(page)


def broken_rows(walk, server):
    """Rows that cannot be shown for a while, and rows that are very long."""
    page, scripted = open_scripted(walk, server, sections())
    items = scripted.sections[0][1]
    row = scripted.row
    scripted.row = lambda key, kind, section, views: (
        {"key": key, "kind": kind, "section": section, "fault": "it is broken"} if views == "fault"
        else row(key, kind, section, views))
    items[2] = (items[2][0], "fault")
    show(walk, page, scripted)
    text = "walk.row('i2').textContent"
    walk.check("a row with a fault says so", "it is broken" in page.evaluate(text), page.evaluate(text))
    items[2] = (items[2][0], item("Row 2, mended"))
    show(walk, page, scripted)
    walk.check("it is shown when it has none any more", page.evaluate(text) == "Row 2, mended", page.evaluate(text))
    items[3] = (items[3][0], item("Row 3", words("word " * 60_000), words("m" * 300_000, align="center")))
    show(walk, page, scripted)
    walk.rest(page)
    walk.check("a very long text does not widen the page", page.evaluate(
        "document.scrollingElement.scrollWidth <= innerWidth && walk.row('i3').offsetHeight > 5000"))
    walk.scroll_to(page, 1e9)
    walk.check("the last row is reached behind it", page.evaluate(
        "walk.seen().some((row) => row.key === 'i179' && row.bottom <= innerHeight + 1)"),
        page.evaluate("walk.seen().at(-1)?.key"))
    walk.close(page)


def feed(walk, server):
    """The example of an application."""
    page = walk.open(server.url)
    rows = "parseInt(document.getElementById('count').textContent)"
    count = page.evaluate(rows)
    walk.check("components are shown", count >= 3 and page.evaluate(
        "walk.seen().every((row) => document.querySelector(`[data-key=${row.key}] .roster-box`))"), count)
    page.get_by_role("button", name="♡ like").first.click()
    walk.check("a button changes the state of its row", walk.wait(
        page, "walk.seen().filter((row) => row.text.includes('♥ liked')).length === 1"))
    former = page.evaluate("walk.row(walk.seen()[0].key).offsetHeight")
    page.get_by_role("button", name="about").click()
    walk.wait(page, f"walk.row(walk.seen()[0].key).offsetHeight > {former}")
    walk.rest(page)
    walk.check("a header that opens at the top stays there", page.evaluate(
        "scrollY === 0 && Math.abs(walk.seen()[0].top - walk.bar()) < 1"), page.evaluate("walk.seen()[0].top"))
    typed = "document.activeElement.value"
    for number in range(12):
        page.get_by_role("textbox", name="Write a post").click()
        page.keyboard.type(f"Post {number}")
        page.keyboard.press("Enter")
        # The row and the empty field are two changes.
        walk.wait(page, f"{rows} === {count + number + 1} && {typed} === ''")
    walk.check("what is written becomes rows", page.evaluate(rows) == count + 12, page.evaluate(rows))
    walk.check("the field is empty and has the focus", walk.wait(
        page, "document.activeElement.matches('input, textarea') && document.activeElement.value === ''"))
    walk.shoot(page, "components")
    found = [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in Axe().run(page).response["violations"]]
    walk.check("axe finds nothing in components", not found, "; ".join(found))
    walk.scroll(page, 500)
    walk.check("the header is over the rows", "Opening lines" in page.evaluate("walk.layer()?.text ?? ''"),
               page.evaluate("walk.layer()"))
    page.get_by_role("button", name="less").click()
    walk.check("its button works there", walk.wait(
        page, "document.querySelector('.row.header').textContent.includes('about')"))
    found = [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in Axe().run(page).response["violations"]]
    walk.check("axe finds nothing with the header over the rows", not found, "; ".join(found))
    walk.shoot(page, "components-layer")
    # A click that has to scroll first would land while rows come, and the header that was folded moves them.
    walk.scroll_to(page, 1e9)
    count = page.evaluate(rows)
    page.get_by_role("button", name="remove").last.click()
    walk.check("a row is removed by its button", walk.wait(page, f"{rows} === {count - 1}"),
               [count, page.evaluate(rows), page.evaluate("document.getElementById('toast').textContent")])
    walk.close(page)
