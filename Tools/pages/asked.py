"""The six questions, as a reader asks them who has read nothing: what is here, where is something, why is it so and who did
it, how to get back, what differs, what is large. In a window, and on a phone."""

from inspecting import begins, text, texts
from looks import NOT_WIDER, check_axe

FACES = [("in a window", 1280, 800), ("on a phone", 360, 780)]
# What devices say to each other about a change, which tells people nothing.
SYNC = {"digest": "43d2a175", "format": 3, "former": "627418c69699033a", "key": ["2zrtzouu3waon3n8pb7z1oe6m6", 3]}
FOUND = "document.querySelectorAll('.found-list > li').length"


def order(number, **others):
    return {"title": f"Order {number:02}", "status": "open", "amount": number * 3.5, **others}


def serve(walk):
    """Orders, of which one was paid, one cancelled, and one became long."""
    server = walk.serve(0, models=[order(number) for number in range(60)], edits=True)
    server.change({"updatedItems": [[[0, 5], order(5, status="paid")]]}, origin="Ann", at="2026-01-31T10:00:00Z",
                  userInfo={"sync": SYNC, "ticket": "A-7", "reason": "payment came"})
    server.change({"removedItems": [[0, 9]]}, origin="Ben", userInfo={"reason": "cancelled"})
    server.change({"updatedItems": [[[0, 19], order(20, note="Please ring. " * 300)]]}, origin="Cem")
    return server


def opened(walk, address, width, height):
    """A page that can be touched if it is narrow, and whether it can."""
    is_touched = width < 500 and walk.kind == "chromium"
    page = walk.open(address, width, height, **({"has_touch": True, "is_mobile": True} if is_touched else {}))
    return page, is_touched


def press(walk, locator, is_touched):
    """What opens a row: a touch, or two presses of a mouse."""
    if is_touched:
        locator.tap()
    elif walk.kind == "chromium":
        locator.dblclick()
    else:
        # Two presses through the remote protocol of Firefox are not one event.
        locator.dispatch_event("dblclick")


def what_and_where(walk, server):
    for face, width, height in FACES:
        page, _ = opened(walk, server.url, width, height)
        count = "document.getElementById('count')"
        walk.check(f"how many rows there are is seen {face}", page.evaluate(f"{count}.checkVisibility() && {count}.textContent")
                   == "59 rows" and page.evaluate(NOT_WIDER), page.evaluate(f"{count}.textContent"))
        page.fill("#search-text", "Order 20")
        way = page.locator("#search-history")
        walk.check(f"what is here is found {face}", walk.wait(
            page, "document.getElementById('search-result').textContent === '1 of 1'") and not way.is_visible())
        page.fill("#search-text", "Order 09")
        walk.check(f"what is not here may have been {face}", walk.wait(
            page, "document.getElementById('search-history').checkVisibility()") and page.evaluate(NOT_WIDER)
            and text(page, "#search-result") == "no match" and not page.locator("#search-forward").is_visible())
        check_axe(walk, page, f"of what is not found {face}")
        way.click()
        walk.check(f"which revision removed it is found {face}", walk.wait(page, f"{FOUND} === 2")
                   and texts(page, ".found-list strong")[0] == "Revision 4", texts(page, ".found-list > li"))
        top = page.evaluate("document.querySelector('.found-list').getBoundingClientRect().top")
        walk.check(f"and is in sight {face}", 0 <= top < height * 0.8, top)
        page.locator("#tab-row").click()
        page.locator("#row-key").fill("Order 09")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Find revisions that wrote or removed it").click()
        walk.check(f"so does the inspector lead there {face}", walk.wait(page, f"{FOUND} === 2")
                   and page.locator("#find-text").input_value() == "Order 09", page.url)
        walk.close(page)


def why_and_who(walk, server):
    for face, width, height in FACES:
        page, is_touched = opened(walk, server.url, width, height)
        row = page.locator("#feed > .item", has_text="Order 05")
        press(walk, row.locator(".title"), is_touched)
        walk.check(f"a press opens a row {face}", walk.wait(page, "document.querySelectorAll('.whole').length === 1")
                   and row.locator(".whole .title").inner_text() == "Order 05 3 fields", row.inner_text())
        press(walk, row.locator(".tree").get_by_text("paid"), is_touched)
        walk.check(f"one in its fields does not close it {face}", row.locator(".whole").count() == 1)
        press(walk, row.locator(".title"), is_touched)
        walk.check(f"one on its title does {face}", walk.wait(page, "document.querySelectorAll('.whole').length === 0"))
        press(walk, row.locator(".title"), is_touched)
        row.get_by_role("button", name="History").click()
        story = "#row-history .story > li:first-child"
        begins(walk, page, f"{story} h3", "Revision 3 by Ann")
        walk.check(f"its history says who and when {face}", (text(page, f"{story} h3") or "").startswith(
            "Revision 3 by Ann, 31 Jan 2026"), text(page, f"{story} h3"))
        infos = texts(page, f"{story} .info")
        walk.check(f"and why, what tells most first {face}", infos == ["reason: payment came", "ticket: A-7", "sync"], infos)
        title = text(page, "#row h2") or ""
        walk.check(f"under the name of the row {face}", title.startswith("Order 05, item 6 at revision "), title)
        bottom, model = (page.evaluate(f"document.querySelector('{part}').getBoundingClientRect().{side}")
                         for part, side in [(f"{story} .info", "bottom"), ("#row-model", "top")])
        walk.check(f"in sight before all of the row {face}", bottom < height
                   and (model > bottom or width > 860), [bottom, model])
        check_axe(walk, page, f"of a row with its reasons {face}")
        walk.shoot(page, f"asked-why-{width}")
        walk.close(page)


def back_and_compare(walk, server):
    for face, width, height in FACES:
        page, _ = opened(walk, server.url, width, height)
        page.click("#earlier")
        ways = page.locator("#past-ways")
        walk.check(f"the past leads to what restores it {face}", walk.wait(
            page, "document.getElementById('past-ways').checkVisibility()") and page.evaluate(NOT_WIDER)
            and ways.inner_text() == "Compare or restore", ways.inner_text())
        reason = "document.getElementById('past-reason')"
        walk.check(f"and says why it is so {face}", walk.wait(page, f"{reason}.textContent === 'reason: cancelled'")
                   and page.evaluate(NOT_WIDER), page.evaluate(f"{reason}.textContent"))
        check_axe(walk, page, f"of the ways from the past {face}")
        ways.click()
        walk.wait(page, f"document.querySelector('#batch h2')?.textContent === 'Revision {server.revision - 1}'")
        restore = page.get_by_role("button", name="Restore the list to this")
        restore.click()
        walk.wait(page, "document.querySelectorAll('#restoring[open] .story').length > 0")
        names = texts(page, "#restoring .buttons button")
        walk.check(f"what changes nothing stands first {face}", names == ["Cancel", "Restore"]
                   and page.evaluate("document.activeElement.textContent") == "Cancel", names)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Compare with now").click()
        changed = "document.querySelectorAll('#comparison .story > li').length"
        walk.check(f"and what differs from now is seen {face}", walk.wait(page, f"{changed} === 1")
                   and "Order 20" in text(page, "#comparison"), text(page, "#comparison"))
        page.locator("#tab-largest").click()
        cells = "#largest-rows tbody tr:first-child td"
        walk.check(f"what is largest stands first {face}", walk.wait(
            page, f"document.querySelectorAll('{cells}').length > 1") and texts(page, cells)[1] == "Order 20",
            texts(page, cells))
        walk.close(page)
