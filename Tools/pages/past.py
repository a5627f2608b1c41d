"""Back in time on the page: earlier revisions, what they have changed, and the way home; undo of what others have done."""

from looks import check_axe
from queries import CHIPS, TITLES, TOAST, shows
from scripted import ScriptedList
from tables import ORDERS

NAME = "document.getElementById('past').checkVisibility() ? document.getElementById('past-name').textContent : 'present'"
SUMMARY = "document.getElementById('past-summary').textContent"
MARKS = "[...document.querySelectorAll('.row[data-mark]')].map((row) => row.dataset.mark)"
WAS = "[...document.querySelectorAll('[data-was]')].map((field) => `${field.dataset.column}: ${field.title}`)"


def at(walk, page, name, text):
    walk.check(name, walk.wait(page, f"({NAME}) === {text!r}"), page.evaluate(NAME))


def change(server):
    """Two revisions: Ann writes another status into the first row, and Bob puts a row before it."""
    server.change({"updatedItems": [[[0, 0], {**ORDERS[0], "status": "late"}]]}, origin="Ann")
    server.change({"insertedItems": [[[0, 0], {"customer": "New", "status": "open"}]]}, origin="Bob")


def travelled(walk, server):
    change(server)
    page = walk.open(server.url)
    walk.wait(page, "document.activeElement.ariaPosInSet === '1'")
    walk.scroll(page, 2_000)
    key, top = page.evaluate("[walk.seen()[2].key, walk.seen()[2].top]")
    page.keyboard.press("[")
    at(walk, page, "a key goes back by a revision", "Past: revision 3 of 4")
    walk.check("the bar says who made it, and what it did", 'by "Ann": 1 item updated' in page.evaluate(SUMMARY),
               page.evaluate(SUMMARY))
    walk.check("the address has it", page.url.endswith("#at=3"), page.url)
    walk.check("the row in sight stays", walk.wait(
        page, f"Math.abs((walk.row('{key}')?.getBoundingClientRect().top ?? 0) - {top}) <= 2"))
    walk.check("a button leads to what has changed", walk.wait(
        page, "document.getElementById('past-change').checkVisibility()"
              " && document.getElementById('past-change').textContent === 'To the changed row'"))
    page.keyboard.press("n")
    walk.check("so does a key", walk.wait(page, "document.activeElement.dataset.mark === '~ updated'"))
    page.keyboard.press("Home")
    shows(walk, page, "the list is as it was", "Customer 0", "Customer 1", "Customer 2")
    walk.check("what has changed is marked, with what was there", page.evaluate(MARKS) == ["~ updated"]
               and page.evaluate(WAS) == ["status: was paid"], [page.evaluate(MARKS), page.evaluate(WAS)])
    page.click("#past-back")
    at(walk, page, "a button goes on", "Past: revision 2 of 4")
    walk.check("rows that came are marked", walk.wait(page, f"new Set({MARKS}).size === 1 && {MARKS}[0] === '+ inserted'"),
               page.evaluate(MARKS)[:3])
    # Others write: what was stays so.
    server.change({"insertedItems": [[[0, 0], {"customer": "Newer", "status": "open"}]]})
    page.click("#past-on")
    at(walk, page, "and back", "Past: revision 3 of 5")
    page.keyboard.press("]")
    at(walk, page, "another key, too", "Past: revision 4 of 5")
    page.keyboard.press("]")
    at(walk, page, "the last step leads to the present", "present")
    shows(walk, page, "which has what was written meanwhile", "Newer", "New", "Customer 0")
    walk.check("nothing is marked there", page.evaluate(MARKS) == [] and "#" not in page.url, [page.evaluate(MARKS), page.url])
    page.click("#earlier")
    at(walk, page, "a button goes back", "Past: revision 4 of 5")
    walk.check("the focus is on the button that goes on", walk.wait(page, "document.activeElement.id === 'past-back'"),
               page.evaluate("document.activeElement.id"))
    page.fill("#past-number", "0")
    page.keyboard.press("Enter")
    at(walk, page, "the first revision is 0", "Past: revision 0 of 5")
    page.fill("#past-number", "1")
    page.keyboard.press("Enter")
    at(walk, page, "the next one is 1", "Past: revision 1 of 5")
    page.click("#past-back")
    at(walk, page, "a button goes to the first one", "Past: revision 0 of 5")
    walk.check("where nothing is earlier, the focus is on the other button", walk.wait(
        page, "document.activeElement.id === 'past-on'"), page.evaluate("document.activeElement.id"))
    page.keyboard.press("]")
    at(walk, page, "keys go on from there", "Past: revision 1 of 5")
    page.fill("#past-number", "1")
    page.keyboard.press("Enter")
    at(walk, page, "a field goes anywhere", "Past: revision 1 of 5")
    walk.check("an empty list was empty", walk.wait(page, "document.getElementById('empty').checkVisibility()"))
    page.fill("#past-number", "99")
    page.keyboard.press("Enter")
    walk.check("but not where nothing is", walk.wait(page, f"{TOAST}.includes('there is no revision 99')"), page.evaluate(TOAST))
    page.fill("#past-number", "two")
    page.keyboard.press("Enter")
    walk.check("and only by numbers", walk.wait(page, f"{TOAST} === '“two” is no revision.'"), page.evaluate(TOAST))
    page.keyboard.press("Escape")
    at(walk, page, "escape returns", "present")
    walk.close(page)


def past_of_sections(walk, server):
    """The bar is lower at present: the header that has stood below it covers no row."""
    server.change({"updatedItems": [[[3, 90], {"title": "Changed"}]]}, origin="Ann")
    # Rows may come before the page hears how high the bar is by now.
    late = """const Prompt = ResizeObserver; window.ResizeObserver = class extends Prompt {
        constructor(run) { super((...told) => setTimeout(() => run(...told), 300)) } }"""
    page = walk.open(server.url, 360, 760, init=late)
    walk.wait(page, "document.activeElement.ariaPosInSet === '1'")
    page.keyboard.press("[")
    walk.wait(page, f"({NAME}).startsWith('Past')")
    page.wait_for_timeout(400)
    page.click("#past-leave")
    at(walk, page, "a button returns to the present of sections", "present")
    page.wait_for_timeout(400)
    walk.rest(page)
    free = """(() => { const [header, row] = ['header', 'item'].map((kind) =>
        document.querySelector(`#feed .row.${kind}:not(.parked)`).getBoundingClientRect());
        return [header.bottom, row.top, document.getElementById('bar').getBoundingClientRect().bottom, header.top] })()"""
    header, row, bar, top = page.evaluate(free)
    walk.check("the header of the first section covers no row", header <= row + 1 and top >= bar - 1, [header, row, bar, top])
    walk.close(page)


def past_of_queries(walk, server):
    change(server)
    page = walk.open(server.url + "#down=created")
    walk.wait(page, f"{CHIPS}.length === 1")
    walk.wait(page, "document.activeElement.ariaPosInSet === '1'")
    page.keyboard.press("[")
    at(walk, page, "the query goes back in time", "Past: revision 3 of 4")
    walk.check("the chip and the address have both", page.evaluate(CHIPS)[0] == "created, descending"
               and page.url.endswith("#down=created&at=3"), [page.evaluate(CHIPS), page.url])
    page.click("#columns button[data-column=status]")
    walk.check("it is sorted otherwise", walk.wait(page, f"{CHIPS}[0] === 'status, ascending'"), page.evaluate(CHIPS))
    at(walk, page, "at the same revision", "Past: revision 3 of 4")
    walk.check("what has changed is marked there, too", walk.wait(page, f"{MARKS}.length === 1"), page.evaluate(MARKS))
    page.keyboard.press("x")
    walk.check("without its parts, all rows of the revision are shown", walk.wait(
        page, f"{CHIPS}.length === 0 && location.hash === '#at=3'"), page.url)
    page.click("#columns button[data-column=status]")
    walk.wait(page, f"{CHIPS}[0] === 'status, ascending'")
    page.keyboard.press("Escape")
    at(walk, page, "escape returns to the present", "present")
    walk.check("and keeps the query", page.evaluate(CHIPS)[0] == "status, ascending" and page.url.endswith("#up=status"),
               [page.evaluate(CHIPS), page.url])
    walk.close(page)


def past_seen_by_all(walk, server):
    change(server)
    for name, context in [("", {}), (" on a phone", {"width": 390, "height": 760}), (" in the dark", {"color_scheme": "dark"}),
                          (" in forced colours", {"forced_colors": "active"})]:
        page = walk.open(server.url + "#at=3", **context)
        at(walk, page, f"the address is enough{name}", "Past: revision 3 of 4")
        walk.check(f"nothing is wider than the page{name}", page.evaluate(
            "document.documentElement.scrollWidth <= innerWidth"))
        check_axe(walk, page, f"of the past{name}")
        walk.shoot(page, f"past{name.replace(' ', '-')}")
        page.reload()
        at(walk, page, f"a reload keeps it{name}", "Past: revision 3 of 4")
        walk.close(page)
    page = walk.open(server.url + "#at=now")
    walk.check("what is no revision is said", walk.wait(page, f"{TOAST} === '“now” is no revision.'"), page.evaluate(TOAST))
    at(walk, page, "and the present shown", "present")
    server.compact()
    page.evaluate("location.hash = 'at=1'")
    walk.check("what is kept no longer is said", walk.wait(page, f"{TOAST}.includes('is no longer kept')"), page.evaluate(TOAST))
    walk.check("the rows stay", page.evaluate(TITLES)[:2] == ["New", "Customer 0"], page.evaluate(TITLES))
    walk.close(page)


class FarList(ScriptedList):
    """A list whose server is on a long way to an earlier revision, until the page asks for the present."""

    def hear(self, message):
        if "hello" in message and "query" in message:
            self.window = (message["first"], message["count"])
            self.send({"roster": 1, "list": "far", "title": "Far", "edits": False, "search": False, "past": True,
                       **self.greeting})
            self.send({"travelling": 0.25})
        elif message.get("query") == {}:
            self.send({"query": {}})
            self.update()
        else:
            super().hear(message)


def past_from_afar(walk, server):
    """A page that begins at an earlier revision, to which the way is long."""
    far = FarList([[{"name": "Today"}, [(f"i{n}", {"name": f"Row {n}"}) for n in range(20)]]], template="{name}")
    page = walk.open(server.url + "#at=3", wait=False, prepare=far.attach)
    bar = "[...document.querySelectorAll('#going:not([hidden]) :is(span, progress)')].map((part) => part.value ?? part.textContent).join()"
    walk.check("a page that begins in the past says how far it is", walk.wait(
        page, f"{bar} === 'Going to revision 3…,0.25'"), page.evaluate(bar))
    walk.check("those who listen hear of it", walk.wait(
        page, "document.getElementById('live').textContent.startsWith('Going to revision 3')"))
    walk.check("the present is what can be shown at once", page.evaluate(
        "document.getElementById('going-stop').textContent") == "Show the present")
    check_axe(walk, page, "on the way to the past")
    walk.shoot(page, "past-from-afar")
    page.keyboard.press("Escape")
    walk.check("and can be broken off before there are rows", walk.wait(
        page, f"walk.seen().length > 0 && {bar} === ''"), page.evaluate(bar))
    walk.check("the address has no revision then", "#" not in page.url, page.url)
    walk.close(page)


class ChangedList(ScriptedList):
    """A list at an earlier revision, of which the server says what that has changed."""

    CHANGED = ["i3", "i150", "gone", "i190"]

    def hear(self, message):
        if "hello" in message:
            self.window = (message["first"], message["count"])
            self.send({"roster": 1, "list": "changed", "title": "Changed", "edits": False, "search": True, "past": True,
                       **self.greeting})
            self.send({"query": {"at": 2}, "past": {"present": 3, "oldest": 0, "summary": "revision 2: 4 items updated",
                                                    "changed": self.CHANGED}})
            self.update()
        else:
            super().hear(message)

    def row(self, key, kind, section, shown):
        return super().row(key, kind, section, shown) | ({"mark": "updated"} if key in self.CHANGED else {})


def past_of_changes(walk, server):
    """Keys and a button lead to the rows that a revision has changed, however far they are."""
    changed = ChangedList([[None, [(f"i{n}", {"name": f"Row {n}"}) for n in range(200)]]], template="{name}")
    page = walk.open(server.url + "#at=2", prepare=changed.attach)
    button, here = "document.getElementById('past-change')", "document.activeElement.ariaPosInSet"
    walk.check("the bar says how many rows have changed", walk.wait(
        page, f"{button}.textContent === 'Next of 4 changed rows'"), page.evaluate(f"{button}.textContent"))
    walk.wait(page, f"{here} === '1'")
    for key, number in [("n", 4), ("n", 151), ("n", 191), ("n", 4), ("N", 191), ("N", 151)]:
        page.keyboard.press(key)
        walk.check(f"{key} leads to row {number}", walk.wait(
            page, f"{here} === '{number}' && document.activeElement.dataset.mark === '~ updated'"), page.evaluate(here))
    walk.rest(page)
    page.locator("#past-change").click()
    walk.check("a button leads there, and keeps the focus", walk.wait(
        page, f"walk.seen().some((row) => row.key === 'i190') && {button} === document.activeElement"))
    check_axe(walk, page, "of the changes of the past")
    walk.close(page)


def past_of_components(walk, server):
    """Rows of components have the states that they had, and nothing that is done to them changes anything."""
    page = walk.open(server.url)
    liked, written = "walk.seen().filter((row) => row.text.includes('♥ liked')).length", "Write a post"
    before = page.evaluate(liked)
    page.get_by_role("button", name="♡ like").first.click()
    walk.wait(page, f"{liked} === {before + 1}")
    page.keyboard.press("[")
    walk.check("components are shown as they were", walk.wait(page, f"({NAME}).startsWith('Past: revision ') && {liked} === {before}"),
               [page.evaluate(NAME), page.evaluate(liked)])
    check_axe(walk, page, "of the past of components")
    walk.shoot(page, "components-past")
    page.get_by_role("button", name="♡ like").first.click()
    walk.check("a button there says why it does nothing", walk.wait(page, f"{TOAST}.includes('stays as it was')")
               and page.evaluate(liked) == before, page.evaluate(TOAST))
    page.get_by_role("textbox", name=written).click()
    page.keyboard.type("x")
    walk.check("and a field takes no text", page.get_by_role("textbox", name=written).input_value() == "")
    page.keyboard.press("Escape")
    at(walk, page, "escape returns from the field, too", "present")
    walk.check("where the state is that of today", walk.wait(page, f"{liked} === {before + 1}"), page.evaluate(liked))
    walk.close(page)


def undone_with_a_question(walk, server):
    page = walk.open(server.url)
    server.change({"insertedItems": [[[0, 0], {"title": "Of alice"}]]}, origin="alice")
    walk.wait_shown(page, server)
    text = "walk.seen()[0].text.includes('Of alice')"
    question = "document.getElementById('sure').open && document.getElementById('sure-text').textContent"
    page.get_by_role("button", name="Undo").click()
    walk.check("what others have done is named before it is taken back", walk.wait(
        page, f"({question}) === 'Undo revision {server.revision} by \"alice\": 1 item inserted'"), page.evaluate(question))
    names = page.evaluate("[...document.querySelectorAll('#sure button')].map((button) => button.textContent)")
    walk.check("what changes nothing stands first", names == ["Cancel", "Undo"], names)
    check_axe(walk, page, "of the question")
    page.keyboard.press("Escape")
    walk.check("it stays if the reader does not want that", walk.wait(page, f"({question}) === false") and page.evaluate(text))
    page.get_by_role("button", name="Undo").click()
    walk.wait(page, f"({question}) !== false")
    page.click("#sure-yes")
    walk.check("and goes otherwise", walk.wait(page, f"!{text}"))
    page.get_by_role("button", name="Redo").click()
    walk.check("what the page itself has done needs no question", walk.wait(page, text) and page.evaluate(question) is False)
    walk.close(page)
