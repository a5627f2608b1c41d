"""Other tabs of the inspector: a row and its history, two revisions, what waits, and the file; and going back."""

import re

from inspecting import AT, LAST, LIKE, LIST, ROWS, begins, choose, close, look, text, texts, titled, wait_at
from looks import check_axe

# What the history of a row says: each revision, and what it did.
STEPS = """[...document.querySelectorAll('#row-history .story > li')].map((entry) =>
  [entry.querySelector('h3').textContent.match(/[0-9]+/)[0],
   ...[...entry.querySelectorAll('.chips li')].map((chip) => chip.lastChild.textContent)].join(' '))"""
# What differs between two lists: the name of each row, and what became of it.
DIFFERENCES = """[...document.querySelectorAll('#comparison .story > li')].map((row) =>
  [row.querySelector('bdi').textContent,
   ...[...row.querySelectorAll('.chips li')].map((chip) => chip.lastChild.textContent)].join(': '))"""


def history_of(walk, page, name):
    return walk.wait(page, f"document.querySelector('#row-history h2')?.textContent === 'History of {name}'")


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
    history_of(walk, page, "item 4")
    steps = page.evaluate(STEPS)
    walk.check("its history, the newest first", steps == ["8 updated", "7 updated", "6 updated", "2 inserted"], steps)
    moment = text(page, "#row-history .story > li:nth-child(3) h3 .quiet") or ""
    walk.check("when it was made comes before when it was committed", re.fullmatch(r", 3[01] Jan 2026, \d\d:\d\d:00|, 1 Feb 2026, .*", moment)
               and texts(page, "#row-history .story > li:nth-child(3) > dl dt")[:2] == ["Made at", "Committed"],
               [moment, texts(page, "#row-history .story > li:nth-child(3) > dl dt")])
    changed = texts(page, "#row-history .story > li:nth-child(3) tbody tr")
    head = text(page, "#row-history .story > li:nth-child(3) h3")
    walk.check("who changed which field, with before and after",
               changed == ["title\tDamson\tDried damson"] and head.startswith("Revision 6 by Ben"), [changed, head])
    walk.check("nothing can be restored where the list is only read",
               page.get_by_role("button", name="Restore the row to this").count() == 0
               and "--allow-edits" in (text(page, "#row-history") or ""), text(page, "#row-history"))
    page.locator("#row-history h3 button").last.click()
    walk.check("a revision of which can be chosen", walk.wait(
        page, f"{heading}?.endsWith('at revision 2') && {AT} === 2")
        and text(page, "#row p") == "Inserted by this revision at 0:3.", text(page, "#row p"))
    page.locator("#row-key").fill("i5")
    page.keyboard.press("Enter")
    walk.wait(page, "document.querySelector('#row .models')?.innerText.includes('Elder')")
    page.locator("#go-last").click()
    walk.check("a key leads to a row, with its states", walk.wait(page, f"{heading}?.endsWith('at revision {LAST}')")
               and texts(page, "#row-model table:first-of-type td")[:2] == [LIKE, '{"isLiked":true}'], texts(page, "#row td"))
    history_of(walk, page, "item 5")
    steps = page.evaluate(STEPS)
    walk.check("moves and states stand in its history", steps == [
        "9 states", "8 moved", "7 moved", "6 moved", "2 inserted"], steps)
    page.locator("#row-key").fill("nonsense")
    page.get_by_role("button", name="Show", exact=True).click()
    walk.check("what no row shows is said", begins(walk, page, "#row .card", "Found: nonsenseNo row in revision"),
               text(page, "#row"))
    page.locator("#row-key").fill("1:0")
    page.keyboard.press("Enter")
    walk.check("a row is found by its place", history_of(walk, page, "item 8"), text(page, "#row"))
    page.locator("#row-key").fill("banana")
    page.keyboard.press("Enter")
    walk.check("and by what it shows", history_of(walk, page, "item 2"), text(page, "#row"))
    page.locator("#row-key").fill("APPLE")
    page.keyboard.press("Enter")
    history_of(walk, page, "item 1")
    page.locator("#row-key").fill("e")
    page.keyboard.press("Enter")
    begins(walk, page, "#row .card", "Found: e")
    found = texts(page, "#row .rows bdi")
    walk.check("a text finds all rows that show it", found == [
        "Elder", "Ripe banana", "Grape", "Dried damson", "Apple", f"Beet {LAST}"], found)
    page.locator("#row-key").fill("i9999")
    page.expected.append("404")
    page.keyboard.press("Enter")
    walk.check("a key that no row has is said", begins(walk, page, "#row .note", "no revision that is kept knows"),
               text(page, "#row"))
    walk.wait(page, "location.hash.includes('key=i9999')")
    page.reload()
    walk.check("a reload keeps the tab", walk.wait(page, "document.getElementById('tab-row').ariaSelected === 'true'"))
    page.evaluate("hash => { location.hash = hash }", f"#tab=row&key={key}&at=6")
    walk.check("an address names a row", walk.wait(page, f"{heading}?.endsWith('at revision 6') && {AT} === 6"),
               text(page, "#row h2"))
    page.locator("#tab-row").focus()
    for key, tab in [("ArrowRight", "compare"), ("End", "storage"), ("ArrowRight", "history"),
                     ("ArrowLeft", "storage"), ("Home", "history")]:
        page.keyboard.press(key)
        walk.check(f"{key} goes to the tab {tab}", page.evaluate("document.activeElement.id") == f"tab-{tab}"
                   and page.locator("[role=tabpanel]:not([hidden])").get_attribute("id") == f"panel-{tab}")
    close(walk, page)


def reached(walk, server):
    """From a row of the page."""
    page = walk.open(server.url)
    row = page.locator("#feed > .item", has_text="Ripe banana").first
    row.focus()
    page.keyboard.press("i")
    walk.check("a key leads from a row of the page to its history", history_of(walk, page, "item 2"), page.url)
    steps = page.evaluate(STEPS)
    walk.check("which says what happened to it", steps == ["3 updated", "2 inserted"], steps)
    walk.close(page)
    page = walk.open(server.url)
    row = page.locator("#feed > .item", has_text="Ripe banana").first
    row.hover()
    row.locator(".all").click()
    check_axe(walk, page, "in the details of a row")
    row.get_by_role("button", name="History").click()
    walk.check("a button beside all of its fields does, too", history_of(walk, page, "item 2"), page.url)
    walk.close(page)


def compared(walk, server):
    """Two revisions, row by row."""
    page = look(walk, server)
    heading = "document.querySelector('#comparison h2')?.textContent"
    page.get_by_role("tab", name="Compare").click()
    walk.check("the last revision is compared with the one before it", walk.wait(
        page, f"{heading} === 'From revision {server.revision - 1} to {server.revision}'"), text(page, "#comparison"))
    choose(walk, page, 2)
    page.get_by_role("tab", name="History").click()
    page.get_by_role("button", name="Compare with now").click()
    walk.check("a revision is compared with the present one",
               walk.wait(page, f"{heading} === 'From revision 2 to {server.revision}'"), text(page, "#comparison"))
    page.locator("#compare-to").fill("6")
    page.keyboard.press("Enter")
    walk.wait(page, f"{heading} === 'From revision 2 to 6'")
    rows = page.evaluate(DIFFERENCES)
    walk.check("rows that differ are named, moves as moves", rows == [
        "Elder: moved", "Ripe banana: updated", "Grape: inserted", "Dried damson: updated", "Apple: moved",
        "Roots: inserted", "Carrot: inserted", "Beet: inserted", "Cherry: removed", "Fig: removed"], rows)
    walk.check("with their fields", texts(page, "#comparison .story > li:nth-child(2) tbody tr") == [
        "title\tBanana\tRipe banana"], texts(page, "#comparison tbody tr"))
    page.locator("#compare-from").fill("8")
    page.locator("#compare-to").fill("9")
    page.keyboard.press("Enter")
    walk.wait(page, f"{heading} === 'From revision 8 to 9'")
    rows = page.evaluate(DIFFERENCES)
    walk.check("so are rows of which only the states differ", rows == ["Elder: states"]
               and texts(page, "#comparison .card > .chips li") == ["= 1 state"]
               and texts(page, "#comparison tbody tr") == ['all of it\tnothing\t{"isLiked":true}'],
               [rows, texts(page, "#comparison .card > .chips li"), texts(page, "#comparison tbody tr")])
    page.locator("#compare-from").fill("2")
    page.locator("#compare-to").fill("6")
    page.keyboard.press("Enter")
    walk.wait(page, f"{heading} === 'From revision 2 to 6'")
    walk.check("the address names both", walk.wait(page, "location.hash === '#tab=compare&at=2&from=2&to=6'"),
               page.evaluate("location.hash"))
    page.reload()
    walk.check("a reload keeps them", walk.wait(page, f"{heading} === 'From revision 2 to 6'"), text(page, "#comparison"))
    page.locator("#compare-from").fill("x")
    page.keyboard.press("Enter")
    walk.check("what is no revision is said", begins(walk, page, "#comparison .note", "Name two revisions"),
               text(page, "#comparison"))
    page.expected.append("404")
    page.locator("#compare-from").fill("9999")
    page.keyboard.press("Enter")
    walk.check("so is one that is not there", begins(walk, page, "#comparison .note", "there is no revision 9999"),
               text(page, "#comparison"))
    close(walk, page)


def restored(walk, server):
    """Going back, where editing is allowed."""
    page = look(walk, server, "#tab=row&key=i4&at=6")
    history_of(walk, page, "item 4")
    offer = page.get_by_role("button", name="Restore the row to this").last
    shown = "document.querySelectorAll('#restoring[open] :is(table, .story)').length > 0"
    offer.click()
    walk.wait(page, shown)
    rows = texts(page, "#restoring tbody tr")
    walk.check("a preview says what a restoration of a row changes", rows == ["title\tDried damson\tDamson"], rows)
    check_axe(walk, page, "in the preview of a restoration")
    page.keyboard.press("Escape")
    walk.check("Escape leaves the row as it is", not page.evaluate("document.getElementById('restoring').open")
               and text(page, "#where") == f"revision {server.revision}", text(page, "#where"))
    offer.click()
    walk.wait(page, shown)
    page.get_by_role("button", name="Restore", exact=True).click()
    walk.check("a row is restored by a new revision", begins(
        walk, page, "#restoring .good", f"Done: revision {server.revision + 1} "), text(page, "#restoring"))
    page.keyboard.press("Enter")
    server.revision += 1
    walk.check("which is shown", wait_at(walk, page, server.revision) and history_of(walk, page, "item 4")
               and walk.wait(page, f"{STEPS}[0] === '{server.revision} updated'"), page.evaluate(STEPS))
    page.locator("#tab-history").click()
    choose(walk, page, 5)
    page.get_by_role("button", name="Restore the list to this").click()
    walk.wait(page, shown)
    page.get_by_role("button", name="Restore", exact=True).click()
    begins(walk, page, "#restoring .good", "Done: ")
    page.keyboard.press("Enter")
    server.revision += 1
    walk.check("the list is restored by a new revision", wait_at(walk, page, server.revision)
               and page.evaluate(LIST) == ROWS[5], page.evaluate(LIST))
    page.locator("#go-back").click()
    walk.check("and what was before it is kept", wait_at(walk, page, server.revision - 1), page.evaluate(AT))
    close(walk, page)
    page = look(walk, server, "#tab=row&key=h2&at=8")
    page.get_by_role("button", name="Restore the section with its items").first.click()
    walk.wait(page, shown)
    walk.check("a preview says with which items a section comes back", text(page, "#restoring h2")
               == "Restore the section of h2 with its items to revision 8"
               and page.locator("#restoring .story > li").count() == 3, text(page, "#restoring"))
    page.get_by_role("button", name="Restore", exact=True).click()
    begins(walk, page, "#restoring .good", "Done: ")
    page.keyboard.press("Enter")
    server.revision += 1
    page.locator("#tab-history").click()
    walk.check("a section that is gone comes back with its items", wait_at(walk, page, server.revision)
               and page.evaluate(LIST) == [*ROWS[5], ["Carrot", "Beet"]], page.evaluate(LIST))
    close(walk, page)


def restored_from_afar(walk, server):
    """A preview of a restoration to which the way is long, as the server says for a while."""
    page = look(walk, server, "#tab=row&key=i4&at=6")
    history_of(walk, page, "item 4")
    asked = []

    def answer(route):
        asked.append(route.request.url)
        if is_far:
            share = min(0.9, len(asked) / 4)
            return route.fulfill(status=503, content_type="application/json",
                                 body=f'{{"error":"on the way to revision 3; ask again","share":{share}}}')
        route.continue_()

    is_far = True
    page.expected.append("503")
    page.route("**/api/restore?*", answer)
    bar = "document.querySelector('#restoring[open] progress')"
    offer = page.get_by_role("button", name="Restore the row to this").last
    offer.click()
    walk.check("a dialog says how far the server is", walk.wait(page, f"{bar}?.value >= 0.5"), text(page, "#restoring"))
    check_axe(walk, page, "on the way to a restoration")
    page.keyboard.press("Escape")
    # One question may be on its way.
    walk.wait(page, f"!{bar}")
    count = len(asked)
    page.wait_for_timeout(1_200)
    walk.check("closing it breaks that off", len(asked) <= count + 1, [count, len(asked)])
    offer.click()
    walk.wait(page, f"Boolean({bar})")
    is_far = False
    walk.check("at the end of the way is the preview", walk.wait(
        page, "document.querySelectorAll('#restoring[open] tbody tr').length === 1"), text(page, "#restoring"))
    is_far = True
    page.get_by_role("button", name="Restore", exact=True).click()
    walk.check("a restoration that has lost its way says how far it is", walk.wait(page, f"Boolean({bar})"),
               text(page, "#restoring"))
    page.keyboard.press("Escape")
    walk.wait(page, f"!{bar}")
    count = len(asked)
    page.wait_for_timeout(500)
    is_far = False
    walk.check("and closing the dialog breaks it off", len(asked) <= count + 1, [count, len(asked)])
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
