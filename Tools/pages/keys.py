"""The keyboard: focus, arrows, selection, search, and copying."""

from places import WAYS

# What the page copies goes here instead of to the clipboard of the system.
CLIPBOARD = """() => { walk.copied = null;
  Object.defineProperty(navigator, 'clipboard', { value: { write: async ([item]) => {
    walk.copied = await (await item.getType('text/plain')).text() } } }) }"""
FOCUSED = "document.activeElement.dataset.key"


def focus(walk, server):
    for init, name in WAYS:
        page = walk.open(server.url, init=init)
        walk.scroll(page, 3_000)
        seen = page.evaluate("walk.seen()")
        page.mouse.click(700, max(seen[2]["top"], 120) + 14)
        walk.check(f"a click focuses a row{name}", page.evaluate(FOCUSED) in [row["key"] for row in seen[1:4]])
        key = page.evaluate(FOCUSED)
        at = page.evaluate("Number(document.activeElement.ariaPosInSet) - 1")
        page.evaluate("window.blurs = 0; document.activeElement.addEventListener('blur', () => blurs++)")
        walk.edit(page, server, {"movedItems": [[[0, at], [0, at + 2]]]})
        walk.edit(page, server, {"movedItems": [[[0, at + 1], [0, at - 1]]]})
        walk.edit(page, server, {"insertedItems": [[[0, at], {"title": "Before it"}]]})
        walk.edit(page, server, {"updatedItems": [[[0, at + 3], {"title": "Focused and changed"}]]})
        blurs = page.evaluate("blurs")
        walk.check(f"focus stays through moves{name}", page.evaluate(FOCUSED) == key and blurs == 0,
                   f"{blurs} blurs")
        walk.check(f"selection of rows stays{name}", page.evaluate(
            "key => walk.row(key).classList.contains('selected')", key))
        # A selection of text.
        page.evaluate("""() => { const rows = walk.seen();
          const text = walk.row(rows[1].key).querySelector('.title').firstChild;
          getSelection().setBaseAndExtent(text, 0, text, Math.min(3, text.length));
          walk.chosen = getSelection().toString(); walk.chosenKey = rows[1].key }""")
        number = page.evaluate("walk.seen()[1].number")
        walk.edit(page, server, {"movedItems": [[[0, number - 2], [0, number]]]})
        walk.edit(page, server, {"insertedItems": [[[0, number - 3], {"title": "Above text"}]]})
        walk.check(f"selection of text stays{name}", page.evaluate(
            "getSelection().toString() === walk.chosen && walk.chosen.length > 0"))
        walk.scroll(page, 9_000, 8)
        walk.check(f"it stays beyond the window{name}", page.evaluate(
            f"getSelection().toString() === walk.chosen && {FOCUSED}") == key)
        page.evaluate("getSelection().removeAllRanges()")
        page.keyboard.press("ArrowDown")
        walk.check(f"arrows go on from the focused row{name}", walk.wait(
            page, "document.activeElement.closest('.row') && document.activeElement.getBoundingClientRect().top > 0"
                  " && document.activeElement.getBoundingClientRect().top < innerHeight"))
        # The focused row is removed.
        at = page.evaluate("Number(document.activeElement.ariaPosInSet) - 1")
        walk.edit(page, server, {"removedItems": [[0, at]]})
        walk.check(f"the focus goes to the neighbour of a removed row{name}", page.evaluate(
            "Number(document.activeElement.ariaPosInSet) - 1") == at)
        page.keyboard.press("End")
        walk.check(f"End goes to the last row{name}", walk.wait(
            page, "document.activeElement.ariaPosInSet && document.activeElement.ariaPosInSet === document.activeElement.ariaSetSize"))
        page.keyboard.press("Home")
        walk.check(f"Home goes to the first row{name}", walk.wait(
            page, "document.activeElement.ariaPosInSet === '1'"))
        page.keyboard.press("Control+Home")
        before = page.evaluate("Boolean(document.activeElement.closest('#bar'))")
        page.evaluate("document.querySelector('.row[tabindex=\"0\"]').focus()")
        page.keyboard.press("Control+End")
        walk.check(f"Control+Home and Control+End leave the feed{name}", before and page.evaluate(
            "document.activeElement.id === 'end'"))
        walk.close(page)


def presses(walk, server):
    page = walk.open(server.url)
    page.evaluate("document.querySelector('.row[tabindex=\"0\"]').focus(); walk.watchFocus()")
    start = int(page.evaluate("document.activeElement.ariaPosInSet"))
    for _ in range(1_000):
        page.keyboard.press("ArrowDown")
    arrived = walk.wait(page, f"document.activeElement.ariaPosInSet === '{start + 1_000}'")
    walk.check("1,000 presses of an arrow key arrive", arrived, page.evaluate(
        "document.activeElement.ariaPosInSet ?? document.activeElement.tagName"))
    lost = page.evaluate("walk.bodyFocus")
    walk.check("the focus was never lost", lost == 0, f"{lost} times on body")
    # Faster than any keyboard: all in one task.
    page.evaluate("""() => { for (let count = 0; count < 1000; count++) document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })) }""")
    walk.check("1,000 presses in one task arrive", walk.wait(
        page, f"document.activeElement.ariaPosInSet === '{start}'"),
        page.evaluate("document.activeElement.ariaPosInSet"))
    walk.check("the focused row is seen", page.evaluate("""() => {
        const rect = document.activeElement.getBoundingClientRect();
        return rect.top >= walk.bar() - 1 && rect.top < innerHeight }"""))
    walk.close(page)


def search_and_copy(walk, server):
    page = walk.open(server.url)
    walk.edit(page, server, {"insertedItems": [[[0, 3_000], {"title": "A needle in hay", "text": "quixotic needle"}]]})
    walk.scroll(page, 3_000)
    walk.rest(page)
    # In the middle of what is seen. The length of what is above may become known meanwhile.
    row = page.evaluate("walk.seen()[Math.floor(walk.seen().length / 2)].key")
    top = f"Math.round(walk.row('{row}').getBoundingClientRect().top)"
    around = "[scrollY, walk.bar(), walk.height()]"
    place, before = page.evaluate(f"[{top}, {around}]")
    # Searches look for all of what was typed last.
    is_sought = "walk.sent.findLast((message) => message.find)?.find.text === '{}'"
    for key, text, condition in [("/", "no such text", is_sought.format("no such text")), (":", "123", "true")]:
        page.keyboard.press(key)
        page.keyboard.type(text, delay=20)
        walk.check(f"typing behind {key} leaves the rows where they are", walk.wait(page, condition)
                   and abs(page.evaluate(top) - place) <= 1, [page.evaluate(f"[{top}, {around}]"), place, before])
        page.keyboard.press("Escape")
        # Where a search was under way, that has ended it and left the field as it is.
        if page.evaluate("document.activeElement.matches('input')"):
            page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("quixotic")
    # What was typed slowly is found by its beginning before.
    walk.check("a search scrolls to what it finds", walk.wait(
        page, f"{is_sought.format('quixotic')} && walk.questions.size === 0"
              " && walk.seen().some((row) => row.text.includes('quixotic'))"),
        page.evaluate("document.getElementById('search-result').textContent"))
    page.keyboard.press("Escape")
    walk.check("escape leaves the focus on it", walk.wait(
        page, "document.activeElement.closest('.row')?.textContent.includes('quixotic')"))
    walk.check("a number is gone to", walk.go_to(page, 120))
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    selected = "document.querySelectorAll('.row.selected').length"
    walk.check("shift and arrows select", walk.wait(page, f"{selected} === 3"), page.evaluate(selected))
    page.evaluate(CLIPBOARD)
    for _ in range(60):
        page.keyboard.press("Shift+ArrowDown")
    walk.wait(page, "document.activeElement.ariaPosInSet === '182'")
    page.keyboard.press("Control+c")
    good = walk.wait(page, "walk.copied !== null")
    walk.check("a range is copied beyond the window", good and page.evaluate("walk.copied.length") > 1_000,
               f"{page.evaluate('walk.copied?.length')} characters")
    page.keyboard.press("Control+a")
    walk.check("all are selected", walk.wait(
        page, "walk.seen().every((row) => walk.row(row.key).classList.contains('selected'))"))
    page.keyboard.press("Escape")
    walk.check("escape selects nothing", page.evaluate(selected) == 0)
    walk.close(page)
