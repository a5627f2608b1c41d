"""What pages may change, and how a template shows models."""

from tables import ORDERS


def read_only(walk, server):
    page = walk.open(server.url)
    walk.check("a page that may only read has no undo", page.evaluate("document.getElementById('edits').hidden"))
    walk.close(page)


def undo_and_redo(walk, server):
    page = walk.open(server.url)
    walk.edit(page, server, {"insertedItems": [[[0, 0], {"title": "Done and undone"}]]})
    text = "walk.seen()[0].text.includes('Done and undone')"
    note = "document.getElementById('toast').textContent"
    walk.check("a page that may edit has undo", page.evaluate("!document.getElementById('edits').hidden")
               and page.evaluate(text))
    for step in range(2):
        page.get_by_role("button", name="Undo").click()
        walk.check("undo takes back the last change", walk.wait(page, f"!{text}"), page.evaluate("walk.seen()[0].text"))
        walk.check("and says which one", walk.wait(page, f"{note}.includes('undid revision')"), page.evaluate(note))
        page.get_by_role("button", name="Redo").click()
        walk.check("redo brings it back", walk.wait(page, text), page.evaluate("walk.seen()[0].text"))
    page.get_by_role("button", name="Redo").click()
    walk.check("what cannot be redone is said", walk.wait(page, f"{note}.includes('nothing to redo')"),
               page.evaluate(note))
    # Two pages on one history.
    other = walk.open(server.url)
    other.get_by_role("button", name="Undo").click()
    walk.check("other pages follow", walk.wait(page, f"!{text}") and walk.wait(other, f"!{text}"))
    walk.close(other)
    walk.close(page)


def small_updates(walk, server):
    """What a single change costs on the wire."""
    page = walk.open(server.url)
    walk.scroll(page, 3_000)
    at, received = page.evaluate("[walk.first().number - 1, walk.received.length]")
    for number in range(10):
        walk.edit(page, server, {"updatedItems": [[[0, at], {"title": f"Changed {number}", "text": "z " * number}]]})
    largest = page.evaluate("from => Math.max(...walk.received.slice(from))", received)
    walk.check("one change takes at most 2,000 bytes", 0 < largest <= 2_000, largest)
    walk.close(page)


def marked(walk, server):
    """Fields that others change, of a row with the focus and of another one."""
    page = walk.open(server.url)
    walk.wait(page, "document.activeElement.ariaPosInSet === '1'")
    edited = "[...document.querySelectorAll('[data-edited]')].map((field) => `${field.dataset.column}: ${field.title}`)"
    server.change({"updatedItems": [[[0, 0], {**ORDERS[0], "status": "late"}]]}, origin="Ann")
    walk.check("a field that changes is marked, and says who has changed it", walk.wait(
        page, f"{edited}.includes('status: was paid, last changed by Ann')"), page.evaluate(edited))
    walk.check("a field that stays is not", not any(
        title.startswith("customer") for title in page.evaluate(edited)), page.evaluate(edited))
    walk.check("of the row with the focus it is read aloud", walk.wait(
        page, "document.getElementById('live').textContent.includes('status is late')"))
    walk.check("the mark goes", walk.wait(page, f"{edited}.length === 0"))
    walk.close(page)
