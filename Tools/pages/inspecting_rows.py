"""Other tabs of the inspector: a row, what waits, and the file."""

from inspecting import AT, LAST, LIKE, begins, choose, close, look, text, texts, titled


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
