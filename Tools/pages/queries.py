"""Rows sorted, filtered and grouped by the server: headers of columns, values of rows, chips, the menu and the address."""

import json
import re

from looks import check_axe

TITLES = "[...document.querySelectorAll('.row.item .title')].slice(0, 3).map((title) => title.textContent)"
CHIPS = "[...document.querySelectorAll('.chip')].map((chip) => chip.firstChild.textContent)"
HEADERS = "[...document.querySelectorAll('.row.header .title')].map((title) => title.textContent)"
TOAST = "document.getElementById('toast').textContent"
COUNT = "document.getElementById('count').textContent"
HEAD = "#columns button[data-column={}]"


def shows(walk, page, name, *titles):
    """Checks which rows come first. Of a query the page says no revision to wait for."""
    expected = json.dumps(titles)
    walk.check(name, walk.wait(page, f"JSON.stringify({TITLES}) === JSON.stringify({expected})"), page.evaluate(TITLES))


def sorted_by_columns(walk, server):
    page = walk.open(server.url)
    walk.scroll(page, 2_000)
    page.click(HEAD.format("created"))
    shows(walk, page, "the name of a column sorts by it", "Customer 0", "Customer 20", "Customer 40")
    walk.check("the page begins at the top", page.evaluate("scrollY") == 0)
    walk.check("the name keeps the focus and says so", page.evaluate(
        "[document.activeElement.dataset.column, document.activeElement.ariaPressed]") == ["created", "true"])
    page.keyboard.press("Enter")
    shows(walk, page, "once more, and the other way round", "Customer 19", "Customer 39", "Customer 59")
    walk.check("a chip and the address say so", page.evaluate(CHIPS) == ["created, descending"]
               and page.url.endswith("#down=created"), [page.evaluate(CHIPS), page.url])
    page.keyboard.press("Enter")
    shows(walk, page, "and then as the list is", "Customer 0", "Customer 1", "Customer 2")
    walk.check("no chip is left", page.evaluate(CHIPS) == [] and "#" not in page.url, page.url)
    walk.close(page)


def chosen_at_once(walk, server):
    """Of a long list the rows are on their way when the next thing is chosen."""
    page = walk.open(server.url)
    page.click("#menu-open")
    page.evaluate("""() => { for (const [id, name] of [['sort-column', 'created'], ['group-column', 'status']]) {
        const select = document.getElementById(id);
        select.value = [...select.options].find((option) => option.label === name).value;
        select.dispatchEvent(new Event('change', { bubbles: true })) } }""")
    walk.check("rows are sorted and grouped if both are chosen at once", walk.wait(
        page, "location.hash === '#up=created&group=status'"), page.url)
    walk.close(page)


def waited(walk, server):
    """A list may be so long that its rows take longer than a note stays."""
    held, holds = [], [False]

    def hold(socket):
        to_server = socket.connect_to_server()
        to_server.on_message(lambda message: held.append((socket, message)) if holds[0] else socket.send(message))

    page = walk.open(server.url, prepare=lambda page: page.route_web_socket(re.compile("."), hold))
    holds[0] = True
    page.click(HEAD.format("created"))
    toast = "document.getElementById('toast')"
    walk.check("that rows are on their way is said", walk.wait(
        page, f"!{toast}.hidden && {toast}.textContent === 'The server is going through the rows…'"))
    walk.check("for as long as they are", not walk.wait(page, f"{toast}.hidden", seconds=5))
    holds[0] = False
    for socket, message in held:
        socket.send(message)
    shows(walk, page, "then they are sorted", "Customer 0", "Customer 20", "Customer 40")
    walk.check("and nothing is said any longer", page.evaluate(f"{toast}.hidden"))
    walk.close(page)


def filtered_by_values(walk, server):
    page = walk.open(server.url)
    walk.wait(page, "document.activeElement.ariaPosInSet === '1'")
    page.keyboard.press("f")
    walk.check("f shows the values of the row", walk.wait(page, "document.activeElement.closest('#values') !== null"))
    page.keyboard.press("Escape")
    walk.check("escape leads back to the row", walk.wait(page, "document.activeElement.ariaPosInSet === '1'"))
    page.keyboard.press("f")
    page.click("#values li:has(.name:text-is('status')) button:text-is('Only')")
    shows(walk, page, "only rows with a value", "Customer 0", "Customer 2", "Customer 4")
    walk.check("their number is seen, and a chip", page.evaluate(COUNT) == "100 rows"
               and page.evaluate(CHIPS) == ["status = paid"], [page.evaluate(COUNT), page.evaluate(CHIPS)])
    walk.check("the first row has the focus", page.evaluate("document.activeElement.ariaPosInSet") == "1")
    # Others write: what is like it comes, what is not does not, and the reader stays.
    walk.scroll(page, 2_000)
    row = page.evaluate("walk.seen()[2]")
    walk.watched(page, "rows that come above move nothing", row["key"], lambda: (
        server.change({"insertedItems": [[[0, 0], {"customer": "Paid and new", "status": "paid"}],
                                         [[0, 1], {"customer": "Open and new", "status": "open"}]]}),
        walk.wait(page, f"{COUNT} === '101 rows'")))
    page.keyboard.press("Home")
    shows(walk, page, "only what is like it has come", "Paid and new", "Customer 0", "Customer 2")
    page.keyboard.press("/")
    page.keyboard.type("Customer 19")
    walk.wait(page, "document.getElementById('search-result').textContent.endsWith('of 5')")
    walk.check("a search looks at the rows that are shown", page.evaluate(
        "document.getElementById('search-result').textContent") == "1 of 5")
    page.click("#search-only")
    shows(walk, page, "only matches are shown", "Customer 190", "Customer 192", "Customer 194")
    page.focus(".chip")
    page.keyboard.press("Enter")
    walk.check("a chip takes its part back", walk.wait(page, f"{COUNT} === '11 rows'"), page.evaluate(COUNT))
    walk.check("the next chip has the focus", page.evaluate("document.activeElement.classList.contains('chip')"))
    page.keyboard.press("Enter")
    shows(walk, page, "without chips all rows are there", "Paid and new", "Open and new", "Customer 0")
    walk.check("the rows have the focus", walk.wait(page, "document.activeElement.closest('#feed') !== null"))
    walk.close(page)


def grouped(walk, server):
    page = walk.open(server.url)
    walk.wait(page, "document.activeElement.ariaPosInSet === '1'")
    page.keyboard.press("s")
    page.select_option("#group-column", label="status")
    page.keyboard.press("Escape")
    walk.check("rows are grouped", walk.wait(page, f"{HEADERS}[0] === 'status: open'"), page.evaluate(HEADERS))
    page.click(HEAD.format("created"))
    walk.check("and sorted in their groups", walk.wait(page, f"{TITLES}[0] === 'Customer 1'"), page.evaluate(TITLES))
    walk.wait(page, f"{CHIPS}.length === 2")
    address = page.evaluate("location.href")
    walk.scroll(page, 2_500)
    key, top = page.evaluate("[walk.seen()[1].key, walk.seen()[1].top]")
    page.reload()
    walk.check("the address and a reload keep it, and the place", walk.wait(
        page, f"walk.row('{key}') !== null && Math.abs(walk.row('{key}').getBoundingClientRect().top - {top}) <= 2"))
    other = walk.open(address)
    walk.check("others see the same at the address", walk.wait(
        other, f"{HEADERS}[0] === 'status: open' && {CHIPS}.length === 2")
               and other.evaluate(CHIPS) == ["grouped by status", "created, ascending"], other.evaluate(CHIPS))
    other.evaluate("location.hash = 'group=owner'")
    walk.check("what cannot be is refused with a reason", walk.wait(
        other, f"{TOAST} === 'no row has the column \"owner\"'"), other.evaluate(TOAST))
    walk.check("and what was there stays", other.evaluate(HEADERS)[0] == "status: open" and other.url == address, other.url)
    other.evaluate("document.querySelector('.row.item').focus()")
    other.keyboard.press("x")
    shows(walk, other, "x shows all", "Customer 0", "Customer 1", "Customer 2")
    walk.close(other)
    walk.close(page)


def refused_addresses(walk, server):
    """Addresses of others that a server does not take: the page shows all rows, as without them."""
    for name, address in [("that is too long", "text=" + "x" * 2_000), ("that is too deep", f'is=["a",{"[" * 40}{"]" * 40}]')]:
        page = walk.open(f"{server.url}#{address}")
        shows(walk, page, f"an address {name} shows all rows", "Customer 0", "Customer 1", "Customer 2")
        walk.check(f"an address {name} is not kept", walk.wait(page, "location.hash === ''"), page.url[:200])
        walk.close(page)


FIRST = "(walk.seen()[0] ?? {}).key"


def folded(walk, server):
    """In four sections of a hundred rows."""
    page = walk.open(server.url)
    rows = "[...document.querySelectorAll('#feed > .row:not(.parked)')].map((row) => row.dataset.key).slice(0, 4).join()"
    sign = ".row.header[data-key={}] .section"
    page.click(sign.format("h1"))
    walk.check("the sign of a header folds its section", walk.wait(page, f"{rows}.startsWith('h1,h2,')"), page.evaluate(rows))
    walk.check("the header says how many rows it has", page.evaluate(f"{HEADERS}[0]") == "Section 1 100 rows",
               page.evaluate(HEADERS))
    walk.check("rows keep their numbers", walk.wait(
        page, "document.querySelector('.row.item').ariaPosInSet === '101'"))
    server.change({"insertedItems": [[[0, 0], {"title": "Folded and new"}]]})
    walk.check("a folded section follows", walk.wait(page, f"{HEADERS}[0] === 'Section 1 101 rows'"), page.evaluate(HEADERS))
    page.keyboard.press("ArrowRight")
    walk.check("an arrow unfolds it", walk.wait(page, f"{rows}.startsWith('h1,i401,i1')"), page.evaluate(rows))
    page.keyboard.press("Enter")
    walk.check("Enter folds it again", walk.wait(page, f"{rows}.startsWith('h1,h2,')"), page.evaluate(rows))
    page.keyboard.press("z")
    walk.check("z folds all", walk.wait(page, f"{rows} === 'h1,h2,h3,h4'"), page.evaluate(rows))
    page.keyboard.press("z")
    walk.check("and unfolds all", walk.wait(page, f"{rows}.startsWith('h1,i401,i1')"), page.evaluate(rows))
    page.evaluate("walk.row('i2').focus()")
    page.keyboard.press("z")
    walk.check("the focus goes with its row to the header", walk.wait(
        page, f"{rows} === 'h1,h2,h3,h4' && document.activeElement.dataset.key === 'h1'"),
        page.evaluate("document.activeElement.dataset.key"))
    page.keyboard.press("z")
    walk.wait(page, f"{rows}.startsWith('h1,i401,i1')")
    walk.scroll(page, 3_000)
    # In the middle of a section, its header stands over the rows.
    page.evaluate("document.querySelector('.row.stuck .section').click()")
    walk.rest(page)
    walk.check("a section is folded from its middle", page.evaluate(
        "document.querySelector('.row.header .section[aria-expanded=false]') !== null") and page.evaluate(
        f"Math.abs(walk.row({FIRST}).getBoundingClientRect().top - walk.bar()) < 60"), page.evaluate(FIRST))
    key, top = page.evaluate("""(() => { const header = document.querySelector('.row.header:has([aria-expanded=false])');
      return [header.dataset.key, header.getBoundingClientRect().top] })()""")
    page.evaluate("key => walk.row(key).querySelector('.section').click()", key)
    walk.rest(page)
    walk.check("and unfolded where it is", abs(page.evaluate(
        "key => walk.row(key).getBoundingClientRect().top", key) - top) <= 2)
    check_axe(walk, page, "of sections")
    walk.close(page)


def seen_by_all(walk, server):
    for name, context in [("", {}), (" on a phone", {"width": 390, "height": 760}),
                          (" in the dark", {"color_scheme": "dark"})]:
        page = walk.open(server.url + '#is=["status","open"]&down=created&group=currency', **context)
        walk.check(f"the address is enough{name}", walk.wait(page, f"{CHIPS}.length === 3"), page.evaluate(CHIPS))
        walk.check(f"nothing is wider than the page{name}", page.evaluate(
            "document.documentElement.scrollWidth <= innerWidth"))
        check_axe(walk, page, f"of a query{name}")
        page.evaluate("document.querySelector('.row.item').focus()")
        page.keyboard.press("f")
        walk.wait(page, "document.getElementById('values').matches(':popover-open')")
        check_axe(walk, page, f"of the values of a row{name}")
        walk.shoot(page, f"query{name.replace(' ', '-')}")
        walk.close(page)
