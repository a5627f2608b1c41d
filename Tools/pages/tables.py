"""Lists that are tables: which columns are seen, what is found, selected, copied and written to files."""

from keys import CLIPBOARD

# Cells that are only numbered, a name among them, a hash, bytes, and a value that is the same everywhere.
ORDERS = [{"id": n, **{f"col{c:02}": f"{n * c}x" for c in range(15)}, "customer": f"Customer {n}", "total": n * 3,
           "status": "open" if n % 2 else "paid", "created": f"2024-05-{n % 20 + 10}T08:00:00Z", "currency": "EUR",
           "hash": f"{n:040x}", "note": "", "file": "Zm9vYmFy0123" * 8} for n in range(200)]
HEADS = "[...document.querySelectorAll('#columns .fields .field')].map((head) => head.textContent)"
RESULT = "document.getElementById('search-result').textContent"
TOAST = "document.getElementById('toast').textContent"
SELECTED = "document.getElementById('selected').checkVisibility() && document.getElementById('selected-count').textContent"


def columns(walk, server):
    page = walk.open(server.url)
    title = page.evaluate("document.querySelector('#columns .column-title').textContent")
    heads = page.evaluate(HEADS)
    walk.check("what tells most stands first", title == "customer" and heads[:3] == ["status", "created", "total"],
               [title, *heads])
    text = page.evaluate("document.getElementById('feed').textContent")
    walk.check("neither bytes nor empty values are seen as text",
               "Zm9v" not in text and "note" not in text, text[:200])
    key = page.evaluate("walk.seen()[3].key")
    walk.edit(page, server, {"insertedItems": [[[0, 0], {"aaa": "first", "customer": "New", "total": 1234567}]]})
    walk.check("insertions leave the columns as they are", page.evaluate(HEADS) == heads)
    walk.check("no number is cut off between its digits", page.evaluate("""[...document.querySelectorAll(
        '.row.item .field[data-kind=number]')].every((field) => field.scrollWidth <= field.clientWidth)"""))
    page.click("#menu-open")
    page.click("#column-names label:has-text('currency')")
    page.click("#column-names label:has-text('status')")
    walk.check("other columns are chosen", walk.wait(
        page, f"{HEADS}.includes('currency') && !{HEADS}.includes('status')"), page.evaluate(HEADS))
    chosen = page.evaluate(HEADS)
    address = page.url
    walk.close(page)
    page = walk.open(address)
    walk.check("the address keeps them", page.evaluate(HEADS) == chosen and page.evaluate(
        f"walk.row('{key}') !== null"), page.evaluate(HEADS))
    walk.close(page)


def counted(walk, server):
    page = walk.open(server.url)
    page.keyboard.press("/")
    page.keyboard.type("Customer 19")
    # 19 and 190 to 199.
    walk.check("matches are counted", walk.wait(page, f"{RESULT} === '1 of 11'"), page.evaluate(RESULT))
    for press, text in [("Enter", "2 of 11"), ("Shift+Enter", "1 of 11"), ("Shift+Enter", "11 of 11"), ("Enter", "1 of 11")]:
        page.keyboard.press(press)
        walk.check(f"{press} goes on to {text}", walk.wait(page, f"{RESULT} === '{text}'"), page.evaluate(RESULT))
    walk.close(page)


def copied(walk, server):
    page = walk.open(server.url)
    walk.check("the first row has the focus", walk.wait(page, "document.activeElement.ariaPosInSet === '1'"))
    page.keyboard.press("Enter")
    walk.check("Enter opens it", walk.wait(page, "document.activeElement.querySelector('.tree') !== null"))
    page.keyboard.press("Enter")
    page.evaluate(CLIPBOARD)
    page.keyboard.press("y")
    walk.check("y copies it", walk.wait(page, f"walk.copied !== null && {TOAST}.startsWith('Copied 1 row as JSON')"),
               page.evaluate(TOAST))
    for _ in range(3):
        page.keyboard.press("Shift+ArrowDown")
    walk.check("the number of selected rows is seen", walk.wait(page, f"{SELECTED} === '4 selected'"), page.evaluate(SELECTED))
    page.keyboard.press("Shift+Y")
    walk.check("Y copies them as a table", walk.wait(page, f"{TOAST}.startsWith('Copied 4 rows as a table')"),
               page.evaluate(TOAST))
    page.keyboard.press("?")
    walk.check("? lists the keys", page.evaluate("document.getElementById('keys').open"))
    page.keyboard.press("Escape")
    walk.check("escape leads back to the row", walk.wait(page, "document.activeElement.classList.contains('row')"))
    walk.close(page)


def exported(walk, server):
    if walk.kind != "chromium":
        # Firefox tells nothing of downloads through its remote protocol.
        return
    page = walk.open(server.url)
    page.click("#menu-open")
    with page.expect_download() as download:
        page.click("[data-export=csv]")
    with open(download.value.path(), encoding="utf-8", newline="") as file:
        lines = file.read().split("\r\n")
    walk.check("the list is written to a file", download.value.suggested_filename.endswith(".csv")
               and lines[0].startswith("customer,status,created,total") and len(lines) > 200, lines[0])
    walk.close(page)
