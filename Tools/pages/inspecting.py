"""Looking at the inspector of a list with a history."""

import re

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
    """Opens the inspector, and waits until it shows a revision, the list then, and bars: three questions."""
    page = walk.open(server.inspector + address, wait=False, init=REPORTS, **options)
    walk.wait(page, f"{LIVE} && {BARS} > 0 && Boolean(document.querySelector('#batch h2, #batch .note'))"
                    " && Boolean(document.querySelector('#list h2'))")
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


def views(walk, page, first, last):
    """Waits until the picture shows some revisions."""
    return begins(walk, page, "#picture-text", f"Revisions {first} to {last}, committed ")


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
