"""The inspector: the timeline, a revision and its batch, the list then, a row, what waits, and the file."""

import re

from browsers import FIREFOX_WISHES
from letters import HOSTILE
from looks import GROUND, NOT_WIDER, check_axe

LIKE = "Feed.Row/Feed.Like"
# Notes what the Content-Security-Policy refuses.
REPORTS = """window.reports = [];
document.addEventListener('securitypolicyviolation', (event) => reports.push(event.violatedDirective))"""
# What the list of `serve` is after its first revisions: the titles of the items of each section.
ROWS = {
    1: [[]],
    2: [["Apple", "Banana", "Cherry", "Damson", "Elder", "Fig"]],
    3: [["Apple", "Ripe banana", "Cherry", "Damson", "Elder", "Fig"]],
    4: [["Ripe banana", "Cherry", "Damson", "Apple", "Elder", "Fig"]],
    5: [["Ripe banana", "Cherry", "Damson", "Apple", "Elder"]],
    6: [["Elder", "Ripe banana", "Grape", "Dried damson", "Apple"], ["Carrot", "Beet"]],
    7: [["Ripe banana", "Cherry", "Damson", "Apple", "Elder"]],
    8: [["Elder", "Ripe banana", "Grape", "Dried damson", "Apple"], ["Carrot", "Beet"]],
    9: [["Elder", "Ripe banana", "Grape", "Dried damson", "Apple"], ["Carrot", "Beet"]],
}
LAST = 130


def titled(title):
    return {"title": title}


def serve(walk, **options):
    """A list with a history: a group, a batch of everything, its undo and redo, states, and small updates."""
    server = walk.serve(0, models=[titled(title) for title in ROWS[2][0]], **options)
    server.change({"updatedItems": [[[0, 1], titled("Ripe banana")]]}, origin="Ann")
    server.change({"movedItems": [[[0, 0], [0, 3]]]}, origin="Ann", group="tidy")
    server.change({"removedItems": [[0, 5]]}, origin="Ann", group="tidy")
    server.change({
        "removedItems": [[0, 1]], "updatedItems": [[[0, 2], titled("Dried damson")]], "movedItems": [[[0, 4], [0, 0]]],
        "insertedSections": [[1, titled("Roots")]],
        "insertedItems": [[[0, 2], titled("Grape")], [[1, 0], titled("Carrot")], [[1, 1], titled("Beet")]],
    }, origin="Ben", at="2026-01-31T10:00:00Z")
    server.apply({"undo": True})
    server.apply({"redo": True})
    server.apply({"state": {"item": [0, 0], "scope": LIKE, "value": {"isLiked": True}}, "origin": "Ben"})
    for number in range(server.revision + 1, LAST + 1):
        server.change({"updatedItems": [[[1, 1], titled(f"Beet {number}")]]}, origin="counter")
    return server


# ---- Looking --------------------------------------------------------------------------------------------------

AT = "Number(document.getElementById('revision').value)"
BARS = "document.querySelectorAll('#picture .stack').length"
LIVE = "document.getElementById('connection').textContent === 'live'"
# Whether bars reach from one end of the picture to the other one. Until the server has said what all revisions are,
# those that are known stand in a part of it.
IS_FILLED = """(() => {
  const box = (node) => node.getBoundingClientRect(), picture = document.getElementById('picture');
  const bars = [...picture.querySelectorAll('.stack')].map(box);
  return bars.length > 0 && bars[0].left - box(picture).left < 15 && box(picture).right - bars.at(-1).right < 15 })()"""
# The titles of the items that stand beside the revision, by section.
LIST = """[...(document.querySelector('#list .rows')?.children ?? [])].reduce((sections, row) => {
  if (row.classList.contains('header')) sections.push([]);
  else if (row.classList.contains('item')) sections.at(-1).push(row.querySelector('bdi').textContent);
  return sections }, [])"""
# The same of the stage, without what was removed.
STAGE = """[...document.querySelectorAll('.stage .section:not(.removed)')].map((section) =>
  [...section.querySelectorAll('.cell:not(.removed)')].map((cell) =>
    cell.querySelector('bdi')?.textContent ?? cell.textContent))"""


def text(page, selector):
    return page.evaluate("selector => document.querySelector(selector)?.innerText.trim() ?? null", selector)


def texts(page, selector):
    return page.evaluate("selector => [...document.querySelectorAll(selector)].map((node) => node.innerText.trim())",
                         selector)


def look(walk, server, address="", **options):
    """Opens the inspector, and waits until it shows a revision."""
    page = walk.open(server.inspector + address, wait=False, init=REPORTS, **options)
    walk.wait(page, f"{LIVE} && {BARS} > 0 && Boolean(document.querySelector('#batch h2, #batch .note'))")
    return page


def wait_at(walk, page, revision):
    """Waits until everything shows a revision."""
    return walk.wait(page, f"""{AT} === {revision}
      && document.querySelector('#batch h2')?.textContent === 'Revision {revision}'
      && document.querySelector('#list h2')?.textContent === 'The list at revision {revision}'""")


def ask(page, question):
    """Asks what the page asks."""
    return page.evaluate("question => fetch(`/inspect/main/api/${question}`).then((answer) => answer.json())", question)


def begins(walk, page, selector, beginning):
    """Waits until a text begins with something."""
    return walk.wait(page, f"(document.querySelector('{selector}')?.textContent ?? '').startsWith('{beginning}')")


def choose(walk, page, revision):
    page.locator("#revision").fill(str(revision))
    page.keyboard.press("Enter")
    return wait_at(walk, page, revision)


def view(page):
    """The first and the last revision in the picture, as its words say."""
    return [int(number) for number in re.findall(r"\d+", text(page, "#picture-text").partition(", committed")[0])]


def point(page, index):
    """Moves the pointer to a bar of the picture. Returns where that is."""
    bar = page.locator("#picture .stack").nth(index).bounding_box()
    place = bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2
    page.mouse.move(*place)
    return place


def open_table(walk, page):
    """Unfolds the table of the revisions, which is drawn when it is open. Returns its rows."""
    page.locator("#as-table summary").click()
    walk.wait(page, "document.querySelector('#as-table tbody tr') !== null")
    return texts(page, "#as-table tbody tr")


def close(walk, page, picture=None):
    walk.check("nothing is refused by the Content-Security-Policy", page.evaluate("reports.length") == 0,
               page.evaluate("reports.join()"))
    if picture:
        # Only now: taking a picture adds a style, which is refused.
        walk.shoot(page, picture)
    walk.close(page)


# ---- The timeline ---------------------------------------------------------------------------------------------

def drawn(walk, server):
    page = look(walk, server)
    walk.check("the picture has a bar for each revision", page.evaluate(BARS) == server.revision, page.evaluate(BARS))
    kinds = page.evaluate("""Object.fromEntries(
      ['inserted', 'updated', 'moved', 'removed', 'states', 'undone'].map((kind) =>
        [kind, document.querySelectorAll(`#picture .stack .${kind}, #picture .stack.${kind}`).length]))""")
    # Revisions 6 and 7 are taken back; 6 and 8 insert, update, move and remove, and 7 does so backwards.
    walk.check("bars have the kinds of their changes", kinds == {
        "inserted": 5, "updated": LAST - 9 + 4, "moved": 4, "removed": 4, "states": 1, "undone": 2}, kinds)
    arcs = [page.locator(f"#picture .{kind}").count() for kind in ["undo-arc", "redo-arc", "group"]]
    walk.check("arcs lead from undo and redo, and a group has a bracket", arcs == [1, 1, 1], arcs)
    words = text(page, "#picture-text")
    walk.check("the picture is said in words", words.startswith(f"Revisions 1 to {LAST}, committed ")
               and "updated" in words and "1 state" in words, words)
    slider = [page.get_attribute("#picture", f"aria-value{name}") for name in ["min", "max", "now", "text"]]
    walk.check("and to those who hear it", slider[:3] == ["1", str(LAST), str(LAST)]
               and slider[3].startswith(f"Revision {LAST}: change, 1 updated, by counter"), slider)
    legend = texts(page, "#legend span")
    walk.check("a legend names kinds and origins", {"inserted", "moved", "states", "counter", "Ann", "Ben"} <= set(legend)
               and "Ann" in legend, legend)
    rows = open_table(walk, page)
    walk.check("the same stands in a table", len(rows) == LAST and "Ann" in rows[LAST - 3], len(rows))
    page.locator("#as-table tbody tr").nth(LAST - 6).locator("button").click()
    walk.check("whose revisions can be chosen", wait_at(walk, page, 6), page.evaluate(AT))
    point(page, 5)
    tip = text(page, "#tip")
    walk.check("a bar under the pointer is explained", tip.startswith("Revision 6: change, 3 inserted, 1 removed"), tip)
    close(walk, page, "inspector")


def chosen(walk, server):
    page = look(walk, server)
    walk.check("the last revision is shown at first", page.evaluate(AT) == LAST, page.evaluate(AT))
    page.mouse.click(*point(page, 40))
    walk.check("a click chooses a revision", wait_at(walk, page, 41), page.evaluate(AT))
    page.locator("#picture").focus()
    for key, revision in [("ArrowLeft", 40), ("ArrowRight", 41), ("ArrowUp", 42), ("ArrowDown", 41), ("PageUp", 54),
                          ("Home", 1), ("ArrowLeft", 1), ("End", LAST), ("ArrowRight", LAST), ("PageDown", LAST - 13)]:
        page.keyboard.press(key)
        walk.check(f"{key} goes to revision {revision}", wait_at(walk, page, revision), page.evaluate(AT))
    for name, revision in [("go-first", 1), ("go-on", 2), ("go-back", 1), ("go-last", LAST)]:
        page.locator(f"#{name}").click()
        walk.check(f"the button {name} goes to revision {revision}", wait_at(walk, page, revision), page.evaluate(AT))
    for typed, revision in [("17", 17), ("1,0 0", 100), ("9999", LAST), ("0", 1), ("", 1), ("x", 1)]:
        page.locator("#revision").fill(typed)
        page.keyboard.press("Enter")
        walk.check(f"“{typed}” in the field leads to revision {revision}", wait_at(walk, page, revision), page.evaluate(AT))
    page.evaluate("() => { for (let click = 0; click < 60; click += 1) document.getElementById('go-on').click() }")
    walk.check("who goes quickly arrives", wait_at(walk, page, 61), page.evaluate(AT))
    close(walk, page)


def zoomed(walk, server):
    page = look(walk, server)
    choose(walk, page, 60)
    page.locator("#zoom-in").click()
    walk.wait(page, f"{BARS} === {LAST // 2}")
    near = view(page)
    walk.check("zooming in halves the picture around what is chosen",
               near[1] - near[0] + 1 == LAST // 2 == page.evaluate(BARS) and near[0] < 60 < near[1], near)
    page.locator("#picture").focus()
    page.keyboard.press("Shift+ArrowRight")
    walk.check("Shift and an arrow pan", walk.wait(page, f"{BARS} === {LAST // 2}")
               and view(page) == [near[0] + 16, near[1] + 16], view(page))
    walk.check("and choose nothing", page.evaluate(AT) == 60, page.evaluate(AT))
    box = page.locator("#picture").bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + 60
    before = view(page)
    page.mouse.move(middle, y)
    page.mouse.down()
    page.mouse.move(middle + 200, y, steps=5)
    page.mouse.up()
    after = view(page)
    walk.check("dragging pans", before[0] - after[0] == round(200 / (box["width"]) * 65) and page.evaluate(AT) == 60,
               [before, after])
    page.mouse.wheel(400, 0)
    walk.check("so does a wheel sidewards", walk.wait(
        page, f"document.getElementById('picture-text').textContent.startsWith('Revisions {after[0] + 3} ')"), view(page))
    before = view(page)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    walk.check("a wheel with Control zooms", walk.wait(page, f"{BARS} === 52"), [before, view(page)])
    page.locator("#picture").focus()
    for key, count in [("+", 26), ("-", 52), ("0", LAST)]:
        page.keyboard.press(key)
        walk.check(f"{key} shows {count} revisions", walk.wait(page, f"{BARS} === {count}"), page.evaluate(BARS))
    for _ in range(8):
        page.keyboard.press("+")
    walk.check("bars are never fewer than twelve", walk.wait(page, f"{BARS} === 12"), page.evaluate(BARS))
    page.locator("#go-first").click()
    walk.check("what is chosen comes into view", wait_at(walk, page, 1) and view(page)[0] == 1, view(page))
    page.locator("#zoom-out").click()
    walk.check("zooming out shows more", walk.wait(page, f"{BARS} === 24"), view(page))
    page.locator("#zoom-all").click()
    walk.check("and the button All everything", walk.wait(page, f"{BARS} === {LAST}"), view(page))
    close(walk, page)


# ---- A revision -----------------------------------------------------------------------------------------------

def scrubbed(walk, server):
    page = look(walk, server)
    for revision in [2, 3, 4, 5, 6, 7, 8, 9]:
        choose(walk, page, revision)
        rows = page.evaluate(LIST)
        walk.check(f"the list stands beside revision {revision} as it was", rows == ROWS[revision], rows)
    walk.check("small updates too", choose(walk, page, 99) and page.evaluate(LIST)[1] == ["Carrot", "Beet 99"],
               page.evaluate(LIST))
    choose(walk, page, 6)
    marked = {kind: texts(page, f"#list .rows:first-of-type .{kind} bdi") for kind in ["inserted", "updated", "moved"]}
    walk.check("what the revision changed is marked", marked == {
        "inserted": ["Grape", "Roots", "Carrot", "Beet"], "updated": ["Dried damson"], "moved": ["Elder"]}, marked)
    removed = texts(page, "#list .rows .removed bdi")
    walk.check("what it removed stands below", removed == ["Cherry"], removed)
    choose(walk, page, 9)
    walk.check("what it wrote states of is marked", texts(page, "#list .states") == ["= state"]
               and text(page, "#list li:has(.states) bdi") == "Elder", texts(page, "#list li:has(.states)"))
    close(walk, page)


def explained(walk, server):
    """One batch in detail."""
    page = look(walk, server)
    choose(walk, page, 6)
    chips = texts(page, "#batch .chips li")
    walk.check("a revision has its counts", chips[:5] == ["+ 3 inserted", "− 1 removed", "~ 1 updated", "→ 1 moved",
                                                        "§+ 1 section inserted"], chips)
    walk.check("its digest is checked, and what takes it back is named",
               chips[5:] == ["taken back by 7", "digest matches"], chips)
    facts = dict(zip(texts(page, "#batch dl:not(.mono) dt"), texts(page, "#batch dl:not(.mono) dd")))
    walk.check("its facts", facts.get("Origin") == "Ben" and facts.get("Said to be of") == "2026-01-31T10:00:00Z"
               and facts.get("List") == "5 → 7 items, 1 → 2 sections" and "revision 6" in facts.get("Undo then", ""), facts)
    page.locator("#batch summary", has_text="Mapping").click()
    mapping = dict(zip(texts(page, "#batch details[open] dt"), texts(page, "#batch details[open] dd")))
    walk.check("its mapping", mapping == {"Updated": "0:2 → 0:3", "Removed": "0:1", "Moved": "0:4 → 0:0",
                                          "Inserted": "0:2 1:0 1:1", "Sections inserted": "1"}, mapping)
    page.locator("#batch summary", has_text="Changeset").click()
    log = text(page, "#batch details:last-of-type[open] pre, #batch details[open] div > pre")
    walk.check("its line of a log", '"Dried damson"' in log and '"origin":"Ben"' in log, log)
    page.locator("#batch summary", has_text="Row of the journal").click()
    walk.check("its row of the journal", "intact" in texts(page, "#batch details[open] dl.mono dd"),
               texts(page, "#batch details[open] dl.mono dd"))
    choose(walk, page, 5)
    walk.check("what is unfolded stays so from revision to revision",
               page.evaluate("document.querySelectorAll('#batch details[open]').length") == 3)
    facts = dict(zip(texts(page, "#batch dl:not(.mono) dt"), texts(page, "#batch dl:not(.mono) dd")))
    walk.check("a group is undone together", facts.get("Group") == "tidy" and "revisions 5, 4" in facts.get("Undo then", ""),
               facts)
    choose(walk, page, 7)
    page.locator("#batch .chips button").first.click()
    walk.check("an undo leads to what it takes back", wait_at(walk, page, 6), page.evaluate(AT))
    choose(walk, page, 9)
    cells = texts(page, "#batch tbody td")
    walk.check("states stand before and after", cells[1:] == [LIKE, "none", '{"isLiked":true}']
               and cells[0].endswith(" at 0:0"), cells)
    close(walk, page)


def carry_out(operation, sections):
    """Carries out an operation, as it stands in an answer, on titles by section."""
    titles = [row["model"]["title"] for row in operation.get("rows", []) if "model" in row]
    start = operation.get("start", 0)
    end = start + operation.get("count", 0)
    match operation["op"]:
        case "removeItems": del sections[operation["section"]][start:end]
        case "insertItems": sections[operation["section"]][start:start] = titles
        case "updateItems": sections[operation["section"]][start:end] = titles
        case "moveItem":
            (section, item), (to, place) = operation["from"], operation["to"]
            sections[to].insert(place, sections[section].pop(item))
        case "removeSections": del sections[start:end]
        case "insertSections": sections[start:start] = [[] for _ in range(operation["count"])]
        case "moveSection": sections.insert(operation["to"], sections.pop(operation["from"]))


def played(walk, server):
    """The operations of a batch one by one, forward, backward, and by themselves."""
    page = look(walk, server)
    for revision in [6, 7]:
        choose(walk, page, revision)
        operations = ask(page, f"revision/{revision}")["operations"]
        sections = [list(section) for section in ROWS[revision - 1]]
        expected = [[list(section) for section in sections]]
        for operation in operations:
            carry_out(operation, sections)
            expected.append([list(section) for section in sections])
        walk.check(f"operations lead to revision {revision}", sections == ROWS[revision] and len(operations) >= 5, sections)
        walk.check("the stage shows their end at first", page.evaluate(STAGE) == ROWS[revision], page.evaluate(STAGE))
        forward = []
        page.get_by_role("button", name="Before the first operation").click()
        for position in range(len(operations) + 1):
            forward.append(page.evaluate(STAGE))
            page.get_by_role("button", name="One operation on").click()
        different = [(now, then) for now, then in zip(forward, expected) if now != then]
        walk.check("each step shows what its operation makes of the list", forward == expected, different[:1])
        backward = []
        for position in range(len(operations) + 1):
            backward.append(page.evaluate(STAGE))
            page.get_by_role("button", name="One operation back").click()
        walk.check("and back again", backward == expected[::-1])
        page.locator("#batch .steps button").nth(2).click()
        walk.check("a step can be chosen", page.evaluate(STAGE) == expected[3]
                   and text(page, "#batch .toolbar [role=status]").startswith(f"3 of {len(operations)}: "),
                   text(page, "#batch .toolbar [role=status]"))
        page.get_by_role("button", name="After the last operation").click()
        walk.check("and the end", page.evaluate(STAGE) == ROWS[revision])
    # What is said of each step: a walk that is slow would not see all of them.
    page.evaluate("""() => {
      window.said = [];
      const status = document.querySelector('#batch [role=status]');
      new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
    }""")
    is_paused = "document.querySelector('#batch .toolbar .buttons').innerText.includes('Play')"
    page.get_by_role("button", name="Play the operations").click()
    count = len(operations)
    walk.check("playing ends at the last operation", walk.wait(page, f"said.length > {count} && {is_paused}", 20)
               and page.evaluate(STAGE) == ROWS[7], text(page, "#batch [role=status]"))
    beginnings = ["before the first", *(f"{number} of {count}:" for number in range(1, count + 1))]
    said = page.evaluate("said")
    walk.check("after each one before it", len(said) == len(beginnings) and all(
        words.startswith(beginning) for words, beginning in zip(said, beginnings)), said)
    page.get_by_role("button", name="Play the operations").click()
    walk.wait(page, f"said.length > {count + 2}")
    page.get_by_role("button", name="Pause").click()
    paused = text(page, "#batch [role=status]")
    walk.pass_frames(page, 90)
    walk.check("it can be paused", text(page, "#batch [role=status]") == paused and page.evaluate(is_paused),
               [paused, text(page, "#batch [role=status]")])
    close(walk, page, "inspector-batch")


def played_still(walk, server):
    """Rows glide to their places, but not where less motion is wanted."""
    for wish, browser, context in [
        (False, None, {}),
        (True, walk.launch(**FIREFOX_WISHES["reduce"]) if walk.kind == "firefox" else None,
         {} if walk.kind == "firefox" else {"reduced_motion": "reduce"}),
    ]:
        page = look(walk, server, "#at=6", browser=browser, **context)
        wait_at(walk, page, 6)
        counts = page.evaluate("""[...document.querySelectorAll('#batch .steps button')].map((button) => {
            button.click(); return document.getAnimations().length })""")
        if wish:
            walk.check("nothing glides where less motion is wanted", max(counts) == 0, counts)
        else:
            walk.check("rows glide to their places", max(counts) > 0, counts)
        page.context.close()
        if browser:
            browser.close()


# ---- A row, what waits, the file ------------------------------------------------------------------------------

def row_history(walk, server):
    page = look(walk, server)
    choose(walk, page, 6)
    page.locator("#list .rows li", has_text="Dried damson").first.locator("button").click()
    heading = "document.querySelector('#row h2')?.textContent"
    walk.check("a row of the list leads to its history", walk.wait(page, f"Boolean({heading})")
               and page.evaluate("document.getElementById('tab-row').ariaSelected") == "true", text(page, "#row h2"))
    key = page.evaluate("document.getElementById('row-key').value")
    walk.check("where it was", text(page, "#row p") == "At 0:3, before at 0:2.", text(page, "#row p"))
    lines = {kind: texts(page, f"#row .line.{kind}") for kind in ["taken", "added"]}
    walk.check("its model before and after, the difference marked",
               lines == {"taken": ['"title": "Damson"'], "added": ['"title": "Dried damson"']}, lines)
    events = [row.split("\t")[:2] for row in texts(page, "#row tbody tr")]
    walk.check("its history, the newest first", events == [
        ["8", "model updated"], ["7", "model updated"], ["6", "model updated"], ["2", "inserted"]], events)
    page.locator("#row tbody button").last.click()
    walk.check("a revision of which can be chosen", walk.wait(
        page, f"{heading}?.endsWith('at revision 2') && {AT} === 2")
        and text(page, "#row p") == "Inserted by this revision at 0:3.", text(page, "#row p"))
    page.locator("#row-key").fill("i5")
    page.keyboard.press("Enter")
    walk.wait(page, "document.querySelector('#row .models')?.innerText.includes('Elder')")
    page.locator("#go-last").click()
    walk.check("a key leads to a row, with its states", walk.wait(page, f"{heading}?.endsWith('at revision {LAST}')")
               and texts(page, "#row table:first-of-type td")[:2] == [LIKE, '{"isLiked":true}'], texts(page, "#row td"))
    events = [row.split("\t")[1] for row in texts(page, "#row [aria-label=History] tbody tr")]
    walk.check("moves and states stand in its history", events == [
        "state written", "moved 0:4 → 0:0", "moved 0:0 → 0:4", "moved 0:4 → 0:0", "inserted"], events)
    page.expected.append("400")
    page.locator("#row-key").fill("nonsense")
    page.get_by_role("button", name="Show", exact=True).click()
    walk.check("what is no key is said", begins(walk, page, "#row .note", "key is i, h or f"),
               text(page, "#row"))
    walk.wait(page, "location.hash.includes('key=nonsense')")
    page.reload()
    walk.check("a reload keeps the tab", walk.wait(page, "document.getElementById('tab-row').ariaSelected === 'true'"))
    page.evaluate("hash => { location.hash = hash }", f"#tab=row&key={key}&at=6")
    walk.check("an address names a row", walk.wait(page, f"{heading}?.endsWith('at revision 6') && {AT} === 6"),
               text(page, "#row h2"))
    page.locator("#tab-row").focus()
    for key, tab in [("ArrowRight", "pending"), ("End", "storage"), ("ArrowRight", "history"),
                     ("ArrowLeft", "storage"), ("Home", "history")]:
        page.keyboard.press(key)
        walk.check(f"{key} goes to the tab {tab}", page.evaluate("document.activeElement.id") == f"tab-{tab}"
                   and page.locator("[role=tabpanel]:not([hidden])").get_attribute("id") == f"panel-{tab}")
    close(walk, page)


def waiting(walk, server):
    page = look(walk, server, "#tab=pending")
    facts = "[...document.querySelectorAll('#pending dd')].slice(0, 2).map((node) => node.textContent).join()"
    walk.check("the server says what waits in the list that it has open", walk.wait(
        page, f"{facts} === '{server.revision},0'"), page.evaluate(facts))
    server.change({"updatedItems": [[[1, 0], titled("Orange carrot")]]})
    walk.check("and follows others with it", walk.wait(page, f"{facts} === '{server.revision},0'"), page.evaluate(facts))
    close(walk, page)


def stored(walk, server):
    page = look(walk, server)
    page.locator("#tab-storage").click()
    walk.wait(page, "Boolean(document.querySelector('#storage tbody tr'))")
    facts = dict(zip(texts(page, "#storage dt"), texts(page, "#storage dd")))
    walk.check("the file has a size", facts["Size"].endswith("pages of 4.1 kB") and "SQLite 3" in facts["Format"], facts)
    tables = {row.split("\t")[0]: row.split("\t")[1:4] for row in texts(page, "#storage tbody tr")}
    walk.check("so have its tables", tables.get("journal", [""])[0] == str(server.revision)
               and all(size.endswith("B") for _, _, size in tables.values()), tables)
    meters = page.evaluate("[...document.querySelectorAll('#storage meter')].map((meter) => meter.value)")
    walk.check("the largest first", meters == sorted(meters, reverse=True) and len(meters) == len(tables) > 5, meters)
    walk.check("nothing was checked yet", text(page, "#check") == "Check the file", text(page, "#check"))
    page.get_by_role("button", name="Check the file").click()
    walk.check("a check is begun by a button", walk.wait(
        page, "document.querySelector('#check .good')?.textContent.startsWith('All is well')", 30), text(page, "#check"))
    walk.check("which can be pressed again", page.get_by_role("button", name="Check the file").is_enabled())
    close(walk, page)


# ---- Time goes on ---------------------------------------------------------------------------------------------

def remembered(walk, server):
    page = look(walk, server)
    choose(walk, page, 5)
    walk.check("the address names the revision", walk.wait(page, "location.hash === '#at=5'"), page.evaluate("location.hash"))
    page.evaluate("window.isOld = true")
    page.reload()
    walk.check("a reload keeps it", walk.wait(page, "!window.isOld") and wait_at(walk, page, 5)
               and page.evaluate(LIST) == ROWS[5], page.evaluate(AT))
    page.evaluate("location.hash = '#at=7'")
    walk.check("another address leads elsewhere", wait_at(walk, page, 7), page.evaluate(AT))
    page.locator("#go-last").click()
    walk.check("who is at the end has no revision in the address", walk.wait(page, "location.hash === ''"),
               page.evaluate("location.href"))
    for hash in ["#at=0", "#at=-3", "#at=x", "#tab=<b>&key=<i>"]:
        page.goto("about:blank")
        page.goto(server.inspector + hash)
        walk.check(f"{hash} leads to the end", wait_at(walk, page, server.revision), page.evaluate(AT))
    close(walk, page)


def followed(walk, server):
    page = look(walk, server)
    bars = page.evaluate(BARS)
    server.change({"updatedItems": [[[1, 0], titled("Purple carrot")]]}, origin="Ann")
    walk.check("the end is followed", wait_at(walk, page, server.revision) and walk.wait(page, f"{BARS} === {bars + 1}")
               and page.evaluate(LIST)[1][0] == "Purple carrot", [page.evaluate(AT), page.evaluate(BARS)])
    walk.check("and announced", walk.wait(
        page, f"document.getElementById('live').textContent === 'Revision {server.revision}'"), text(page, "#live"))
    choose(walk, page, 5)
    page.locator("#batch summary", has_text="Mapping").click()
    page.evaluate("document.querySelector('#batch details').isMine = document.querySelector('#list .rows').isMine = true")
    server.change({"updatedItems": [[[1, 0], titled("Carrot")]]})
    walk.check("who looks at the past sees that the list goes on", walk.wait(
        page, f"document.getElementById('where').textContent === 'revision {server.revision}'")
        and walk.wait(page, f"{BARS} === {bars + 2}"), text(page, "#where"))
    walk.pass_frames(page, 30)
    walk.check("and stays there", page.evaluate(f"{AT} === 5 && document.querySelector('#batch details').isMine"
                                                " && document.querySelector('#list .rows').isMine"), page.evaluate(AT))
    page.locator("#go-last").click()
    walk.check("the end is the new one", wait_at(walk, page, server.revision), page.evaluate(AT))
    close(walk, page)


def broken_off(walk, server):
    page = look(walk, server, "#at=5")
    wait_at(walk, page, 5)
    # Browsers say in the console what they cannot load.
    page.expected += ["Failed to load resource", "NetworkError", "ERR_CONNECTION"]
    server.kill()
    words = "document.getElementById('connection').textContent"
    walk.check("a server that is gone is said", walk.wait(page, f"{words} === 'the server does not answer'"),
               page.evaluate(words))
    walk.check("what was shown stays", page.evaluate(LIST) == ROWS[5], page.evaluate(LIST))
    page.locator("#go-on").click()
    walk.check("what cannot be asked is said", walk.wait(
        page, "document.querySelector('#batch .note')?.textContent === 'the server does not answer'"), text(page, "#batch"))
    server.start()
    walk.check("the page goes on with a server that is back", walk.wait(page, LIVE, 30) and wait_at(walk, page, 6)
               and page.evaluate(LIST) == ROWS[6], page.evaluate(AT))
    walk.check("and says no more that it is gone", walk.wait(page, "document.querySelector('#alerts li') === null"),
               texts(page, "#alerts li"))
    server.change({"insertedItems": [[[1, 0], titled("After the restart")]]})
    has_heard = f"document.getElementById('where').textContent === 'revision {server.revision}'"
    walk.check("and hears of what is new", walk.wait(page, has_heard), text(page, "#where"))
    page.locator("#go-last").click()
    walk.check("which can be chosen", wait_at(walk, page, server.revision), page.evaluate(AT))
    close(walk, page)


def forgotten(walk, server):
    """What was compacted is said, and the oldest revision that is kept is offered."""
    page = look(walk, server, "#at=5")
    wait_at(walk, page, 5)
    page.expected.append("410")
    server.compact(20)
    walk.check("a revision that is kept no longer says so",
               begins(walk, page, "#batch .note", "what led to revision 5 is no longer kept"), text(page, "#batch"))
    walk.check("so does the list beside it", begins(walk, page, "#list .note", "The list then"), text(page, "#list"))
    first = ask(page, "revisions?limit=0")["oldest"] + 1
    walk.check("the picture has bars for what is kept", walk.wait(page, f"{BARS} === {server.revision - first + 1}")
               and 20 <= server.revision - first + 1 <= 21, page.evaluate(BARS))
    page.get_by_role("button", name="Show the oldest one that is kept").click()
    walk.check("the oldest that is kept can be chosen", wait_at(walk, page, first), page.evaluate(AT))
    page.locator("#picture").focus()
    page.keyboard.press("ArrowLeft")
    walk.check("keys go no further", wait_at(walk, page, first), page.evaluate(AT))
    page.locator("#revision").fill("3")
    page.keyboard.press("Enter")
    walk.check("a number that was compacted is said", begins(walk, page, "#batch .note", "what led to revision 3 "),
               text(page, "#batch"))
    page.keyboard.press("Tab")
    page.locator("#go-on").click()
    walk.check("from there on leads to what is kept", wait_at(walk, page, first), page.evaluate(AT))
    page.goto("about:blank")
    page.goto(f"{server.inspector}#at=4")
    walk.check("an address that was compacted says so", begins(walk, page, "#batch .note", "what led to revision 4 "),
               text(page, "#batch"))
    server.compact()
    walk.check("the last revision always stays", walk.wait(page, f"{BARS} === 1") and view(page) == [server.revision] * 2,
               text(page, "#picture-text"))
    page.locator("#go-last").click()
    walk.check("and can be chosen", wait_at(walk, page, server.revision), page.evaluate(AT))
    server.change({"insertedItems": [[[1, 0], titled("After the compaction")]]})
    walk.check("the journal goes on from there", wait_at(walk, page, server.revision)
               and walk.wait(page, f"{BARS} === 2"), page.evaluate(BARS))
    close(walk, page)


# ---- How it looks ---------------------------------------------------------------------------------------------

def hostile_history(walk, server):
    """Models, origins, groups and scopes that want to do harm."""
    harm = "<img src=x onerror=\"document.title='owned'\">\u202eowned"
    server.change({"updatedItems": [[[0, 0], titled(harm + " again")], [[0, 7], "\u202e\u0000 gone"]],
                   "updatedSections": [[0, titled(harm)]]}, origin=harm, group=harm, at="2026-01-31T10:00:00Z",
                  userInfo={harm: harm})
    server.change({"removedItems": [[0, 1], [0, 8]]}, origin=harm, group=harm)
    server.apply({"state": {"item": [0, 0], "scope": "Row[\"<script>1</script>\"]", "value": {harm: harm}},
                  "origin": harm})
    page = look(walk, server)
    seen = ""
    for revision in range(1, server.revision + 1):
        choose(walk, page, revision)
        page.evaluate("document.querySelectorAll('#batch details').forEach((part) => { part.open = true })")
        point(page, revision - 1)
        seen += page.evaluate("document.body.textContent")
    walk.check("long words do not widen the inspector", page.evaluate(NOT_WIDER))
    for number in range(1, len(HOSTILE) + 1):
        page.evaluate(f"location.hash = '#tab=row&key=i{number}&at={server.revision}'")
        walk.wait(page, f"document.querySelector('#row h2')?.textContent.startsWith('item {number} ')")
        seen += page.evaluate("document.body.textContent")
    walk.check("a table has all revisions", len(open_table(walk, page)) == server.revision)
    walk.check("nothing of a list is HTML", page.evaluate("""document.title === 'main: inspector' && {}.polluted === undefined
        && document.querySelectorAll('main :is(script, style, iframe, img, object, [onerror])').length === 0"""))
    walk.check("controls and overrides are named", "\u202e" not in seen and "\u0000" not in seen and "⟨U+202E⟩owned" in seen
               and "<script>" in seen)
    attributes = page.evaluate("""[...document.querySelectorAll('main *')].flatMap((node) => [...node.attributes])
        .filter((attribute) => /[\\u202a-\\u202e\\u0000]/.test(attribute.value)).length""")
    walk.check("also in titles", attributes == 0, attributes)
    walk.check("rows of long words do not widen it either", page.evaluate(NOT_WIDER))
    walk.check("a megabyte is not in the document", page.evaluate("document.body.textContent.length") < 200_000,
               page.evaluate("document.body.textContent.length"))
    page.locator("#tab-history").click()
    close(walk, page, "inspector-hostile")


TABS = [("the history", "history", 6), ("a row", "row&key=i4", 6), ("what waits", "pending", 6), ("the file", "storage", 6)]


def read_by_all(walk, server):
    """Accessibility, in the light and in the dark."""
    for wish in ["light", "dark"]:
        browser = walk.launch(**FIREFOX_WISHES["dark"]) if walk.kind == "firefox" and wish == "dark" else None
        context = {} if walk.kind == "firefox" else {"color_scheme": wish}
        for name, tab, revision in TABS:
            page = look(walk, server, f"#tab={tab}&at={revision}", browser=browser, **context)
            wait_at(walk, page, revision)
            panel = tab.split("&")[0]
            walk.wait(page, f"Boolean(document.querySelector('#panel-{panel} :is(.card, .note)'))")
            if panel == "history":
                page.evaluate("document.querySelectorAll('summary').forEach((summary) => summary.click())")
                ground = page.evaluate(GROUND)
                walk.check(f"the inspector is {wish} where that is wanted",
                           (max(ground[:3]) < 60) == (wish == "dark"), ground)
            if panel == "storage":
                page.get_by_role("button", name="Check the file").click()
                walk.wait(page, "Boolean(document.querySelector('#check .good'))", 30)
            check_axe(walk, page, f"in {name} of the inspector, {wish}")
            walk.shoot(page, f"inspector-{wish}-{panel}")
            page.context.close()
        if browser:
            browser.close()


def narrow(walk, server):
    """A phone, on which there are more revisions than bars."""
    phone = dict(has_touch=True, is_mobile=True, device_scale_factor=2) if walk.kind == "chromium" else {}
    for name, tab, revision in TABS:
        page = look(walk, server, f"#tab={tab}&at={revision}", width=390, height=844, **phone)
        wait_at(walk, page, revision)
        walk.wait(page, f"Boolean(document.querySelector('#panel-{tab.split('&')[0]} :is(.card, .note)'))")
        if tab == "history":
            page.evaluate("document.querySelectorAll('summary').forEach((summary) => summary.click())")
        walk.pass_frames(page, 5)
        walk.check(f"nothing is cut off in {name} on a phone", page.evaluate(NOT_WIDER),
                   page.evaluate("document.scrollingElement.scrollWidth"))
        broken = page.evaluate("""[...document.querySelectorAll('th')].filter((head) => {
            const range = new Range(); range.selectNodeContents(head); return range.getClientRects().length > 1 })
            .map((head) => head.textContent)""")
        walk.check("words of headings are whole", not broken, broken)
        walk.shoot(page, f"inspector-phone-{tab.split('&')[0]}")
        walk.close(page)
    page = look(walk, server, width=390, height=844, **phone)
    page.locator("#zoom-all").click()
    is_filled = walk.wait(page, IS_FILLED)
    count = page.evaluate(BARS)
    walk.check("bars stand for several revisions where there is no room", is_filled and 20 < count < LAST
               and view(page) == [1, server.revision], [is_filled, count, view(page)])
    which, last = next((index, LAST * (index + 1) // count) for index in range(count) if LAST * (index + 1) // count >= 6)
    press = page.touchscreen.tap if phone else page.mouse.click
    press(*point(page, which))
    # The next one, which is as large, may be in the same bar.
    walk.check("of which the largest is chosen", wait_at(walk, page, 6 if last == 6 else 7), page.evaluate(AT))
    close(walk, page, "inspector-phone-all")


ON_HISTORY = [drawn, chosen, zoomed, scrubbed, explained, played, played_still, row_history, stored, remembered,
              read_by_all, narrow, waiting, followed, broken_off, forgotten]
