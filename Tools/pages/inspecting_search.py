"""Finding revisions in the inspector, and what is large, slow and lags."""

from inspecting import AT, LAST, begins, choose, close, look, text, texts, wait_at
from inspecting_troubles import change_file
from looks import NOT_WIDER, check_axe

# The revisions that were found, and where the search stands.
FOUND = "[...document.querySelectorAll('#found li strong')].map((node) => Number(node.textContent.match(/[0-9]+/)[0]))"
SUMMARY = "document.querySelector('#found .controls')?.textContent ?? ''"
IS_DONE = f"Boolean(document.querySelector('#found .controls')) && !document.querySelector('#found progress')"


def found_by(walk, page, revisions):
    """Waits until a search has found some revisions."""
    walk.wait(page, f"{IS_DONE} && JSON.stringify({FOUND}) === JSON.stringify({revisions})")
    return page.evaluate(FOUND)


def fill(page, **fields):
    """Fills the form of the search, and empties the rest of it."""
    page.locator("#find-clear").click()
    for name in fields.pop("kinds", []):
        page.locator(f"#find-kinds input[value={name}]").check()
    for name, value in fields.items():
        page.locator(f"#find-{name}").fill(value)
    page.get_by_role("button", name="Find revisions").click()


def found(walk, server):
    """By who made them, the row, the text, the time, what they did, and how large they are."""
    page = look(walk, server)
    page.locator("#tab-find").click()
    for fields, revisions in [
            (dict(origin="ann"), [5, 4, 3]), (dict(group="TIDY"), [5, 4]), (dict(origin="Ben"), [9, 6]), (dict(row="i4"), [8, 7, 6, 2]),
            (dict(row="I5"), [9, 8, 7, 6, 2]), (dict(text="cherry"), [8, 7, 6, 2]),
            (dict(text="dried DAMSON"), [8, 6]), (dict(kinds=["moved"]), [8, 7, 6, 4]),
            (dict(kinds=["undo", "redo"]), [8, 7]), (dict(kinds=["states"]), [9]), (dict(kinds=["restoration"]), []),
            (dict(origin="ben", kinds=["removed"]), [6]), (dict(changes="7"), [8, 7, 6]),
            (dict(until="2001-01-01T00:00"), []), (dict(origin="Eve"), [])]:
        fill(page, **fields)
        numbers = found_by(walk, page, revisions)
        walk.check(f"revisions are found by {fields}", numbers == revisions, numbers)
    walk.check("that none matches is said", page.evaluate(SUMMARY).startswith("No revision matches."),
               page.evaluate(SUMMARY))
    fill(page, text="grape")
    found_by(walk, page, [8, 7, 6])
    lines = texts(page, "#found li:last-child button > span")
    walk.check("a result says who, when and what", lines[0].startswith("Revision 6 by Ben, ")
               and lines[1].startswith("3 inserted, 1 removed, 1 updated, 1 moved, 1 section inserted, ")
               and lines[1].endswith("taken back by 7") and lines[2] == "inserted: Grape", lines)
    walk.check("what was looked for is marked", texts(page, "#found mark")[-1] == "Grape", texts(page, "#found mark"))
    walk.check("the address names the search", walk.wait(page, "location.hash === '#tab=find&text=grape'"),
               page.evaluate("location.hash"))
    check_axe(walk, page, "in the search of revisions")
    page.reload()
    numbers = found_by(walk, page, [8, 7, 6])
    walk.check("a reload finds the same", numbers == [8, 7, 6] and page.locator("#find-text").input_value() == "grape", numbers)
    page.locator("#found li button").nth(2).focus()
    page.keyboard.press("Enter")
    walk.check("Enter opens a revision", wait_at(walk, page, 6) and page.locator("#panel-history").is_visible()
               and page.evaluate("document.activeElement.id") == "tab-history", page.evaluate(AT))
    page.locator("#batch button", has_text="find all").click()
    numbers = found_by(walk, page, [9, 6])
    walk.check("a revision leads to the others of who made it", numbers == [9, 6], numbers)
    page.locator("#tab-history").click()
    choose(walk, page, 4)
    page.locator("#batch button", has_text="find all").last.click()
    numbers = found_by(walk, page, [5, 4])
    walk.check("and to those of its group", numbers == [5, 4] and page.locator("#find-group").input_value() == "tidy", numbers)
    for fields, words in [(dict(row="q1"), "“q1” is no key of a row"), (dict(row="i0"), "“i0” is no key of a row"),
                          (dict(changes="many"), "“many” is no number of changes"),
                          (dict(since="2026-02-01T00:00", until="2026-01-01T00:00"), "The first time is after the last one")]:
        fill(page, **fields)
        walk.check(f"{fields} has an answer", begins(walk, page, "#found .note", words), text(page, "#found"))
    close(walk, page)


def found_in_parts(walk, server):
    """A long search: more on demand, and a stop."""
    page = look(walk, server, "#tab=find&origin=counter")
    first = list(range(LAST, LAST - 25, -1))
    numbers = found_by(walk, page, first)
    walk.check("the newest revisions are found first", numbers == first
               and page.evaluate(SUMMARY).startswith(f"25 revisions from revision {LAST - 24} on"), page.evaluate(SUMMARY))
    page.get_by_role("button", name="Search older ones").click()
    more = list(range(LAST, LAST - 50, -1))
    numbers = found_by(walk, page, more)
    walk.check("older ones follow them", numbers == more, numbers[-3:])
    page.context.close()
    # An answer about a part, and one that is held back.
    part, held = {"present": 9, "oldest": 0, "searchedTo": 6, "next": 6, "revisions": []}, []

    def answer(route):
        if "before=" in route.request.url:
            held.append(route)
        else:
            route.fulfill(json=part)

    page = walk.open(server.inspector + "#tab=find&text=x", wait=False,
                     prepare=lambda page: page.route("**/api/search?*", answer))
    words = "document.querySelector('#found .progress')?.textContent ?? ''"
    walk.check("a search says how far it is", walk.wait(page, f"({words}) === 'Searched back to revision 6'"),
               page.evaluate(words))
    page.get_by_role("button", name="Stop").click()
    walk.check("and can be stopped", walk.wait(page, IS_DONE)
               and page.evaluate(SUMMARY) == "No revision from revision 6 on matches.", page.evaluate(SUMMARY))
    walk.check("and could go on", page.get_by_role("button", name="Search older ones").is_visible())
    for route in held:
        route.fulfill(json={**part, "searchedTo": 3, "next": 3})
    walk.check("what was asked for already is taken, and nothing more is asked for", walk.wait(
        page, f"({SUMMARY}).startsWith('No revision from revision 3 on')") and len(held) == 1, page.evaluate(SUMMARY))
    walk.close(page)


def garbage(walk, server):
    """Keys, revisions and addresses that name nothing have an answer."""
    page = look(walk, server, "#tab=row&key=nonsense&at=x")
    words = "document.querySelector('#alerts')?.textContent ?? ''"
    walk.check("an address that names nothing is said", walk.wait(page, f"({words}).includes('“nonsense” is no key of a row')")
               and "“x” is no revision" in page.evaluate(words), page.evaluate(words))
    page.evaluate("location.hash = '#at=5'")
    walk.check("until another one is there", wait_at(walk, page, 5) and walk.wait(page, f"({words}) === ''"),
               page.evaluate(words))
    for typed, said in [("x", "“x” is no revision."), ("9999", f"There is no revision 9,999: they are 1 to {LAST}."), ("7", "")]:
        page.locator("#revision").fill(typed)
        page.keyboard.press("Enter")
        note = "document.getElementById('revision-note').textContent"
        walk.check(f"“{typed}” as a revision has an answer", walk.wait(page, f"{note} === '{said}'"), page.evaluate(note))
    page.expected += ["400", "404"]
    page.evaluate("location.hash = '#tab=find&since=x'")
    walk.check("an address with a time that is none has an answer", begins(
        walk, page, "#found .controls", "since is a whole number"), text(page, "#found"))
    page.locator("#tab-row").click()
    for typed, said in [("i0", "key is i, h or f with the number"), ("i99999999999999999999", "key is i, h or f"),
                        ("h77", "no revision that is kept knows")]:
        page.locator("#row-key").fill(typed)
        page.keyboard.press("Enter")
        walk.check(f"“{typed}” as a row has an answer", begins(walk, page, "#row .note", said), text(page, "#row"))
    close(walk, page)


def strip(walk, server):
    """The timeline takes a quarter of a usual window at most, and has a legend."""
    for width, height in [(360, 780), (1280, 800), (1920, 1080)]:
        page = look(walk, server, width=width, height=height)
        choose(walk, page, 6)
        size = page.evaluate("document.querySelector('.timeline').getBoundingClientRect().height")
        walk.check(f"the timeline is a strip in {width} points", size <= height / 4 and page.evaluate(NOT_WIDER), size)
        page.locator("#legend").focus()
        cut = page.evaluate("""(() => { const box = document.getElementById('legend').getBoundingClientRect();
            return [...document.querySelectorAll('#legend span')].filter((part) => {
              const { left, right } = part.getBoundingClientRect(); return left < box.left - 1 || right > box.right + 1 })
              .map((part) => part.textContent) })()""")
        walk.check(f"all of its legend is seen when it has the focus in {width} points", not cut and page.evaluate(NOT_WIDER), cut)
        walk.close(page)
    page = look(walk, server)
    legend = texts(page, "#legend span")
    walk.check("the legend names what is drawn", {
        "undo, to what it takes back", "redo", "group, undone together", "tallest: 6 changes (logarithmic)"} <= set(legend), legend)
    close(walk, page)


def large(walk, server):
    """The largest rows and revisions, and who lags."""
    large_title = "Large " + "beet " * 400
    server.change({"updatedItems": [[[1, 1], {"title": large_title}]]}, origin="Eve")
    change_file(server, "INSERT INTO subscriber (list, name, revision) VALUES (1, 'mirror', 20)")
    page = look(walk, server, "#tab=largest")
    rows = "document.querySelectorAll('#largest-rows tbody tr').length"
    walk.check("the largest rows are shown", walk.wait(page, f"{rows} === 7"), page.evaluate(rows))
    sizes = page.evaluate("[...document.querySelectorAll('#largest-rows meter')].map((meter) => meter.value)")
    walk.check("the largest first", sizes == sorted(sizes, reverse=True) and sizes[0] > 2000, sizes)
    cells = texts(page, "#largest-rows tbody tr:first-child td")
    walk.check("by what they show and where they are", cells[1].startswith("Large beet") and cells[2] == "1:1"
               and cells[3] == "2.0 kB", cells)
    first = "document.querySelector('#largest-revisions tbody tr')?.cells[0].textContent"
    walk.check("the revision that wrote most stands first", walk.wait(page, f"{first} === '{server.revision}'")
               and texts(page, "#largest-revisions tbody td")[1] == "Eve", page.evaluate(first))
    changed = texts(page, "#largest-revisions [aria-label='The revisions that changed most'] tbody td:first-child")
    walk.check("and so does the one that changed most", changed[:3] == ["8", "7", "6"], changed)
    lagging = text(page, "#lagging")
    walk.check("who lags is said, and what is kept for it", "until “mirror” has seen more: it keeps " in lagging
               and f"{server.revision - 20} revisions" in lagging, lagging)
    walk.check("that nothing says what was slow is said", "does not say how long a commit took" in text(page, "#slowest"),
               text(page, "#slowest"))
    check_axe(walk, page, "in what is large")
    page.locator("#largest-revisions tbody button").first.click()
    walk.check("a revision can be chosen", walk.wait(page, f"{AT} === {server.revision}"), page.evaluate(AT))
    page.locator("#largest-rows tbody button").first.click()
    walk.check("and a row opened", walk.wait(
        page, "document.querySelector('#row h2')?.textContent.includes('item 9 at revision')"), text(page, "#row h2"))
    change_file(server, "DELETE FROM subscriber")
    close(walk, page, "inspector-large")
