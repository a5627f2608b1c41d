"""Sections that are shown as a grid: as many columns as fit, and the reader's place in them."""

from components import header, open_scripted, show, words

WIDTH = 220

CELLS = """(() => {
  const cells = [...document.querySelectorAll('#feed > .row.cell:not(.parked)')];
  const lines = new Map();
  for (const cell of cells) {
    const { top, left } = cell.getBoundingClientRect();
    const line = [...lines.keys()].find((other) => Math.abs(other - top) < 1) ?? top;
    lines.set(line, [...lines.get(line) ?? [], { left, number: Number(cell.ariaPosInSet) }]);
  }
  return [...lines.values()];
})()"""


def cell(name, height=120):
    return [{"class": "box", "style": {"padding": 12, "gap": 4, "minHeight": height}, "children": [
        words(name), {"class": "button", "attributes": {"title": f"Like {name}"}, "events": ["tap"]}]}]


def sections(count=600):
    """A grid between two lists."""
    return [[header("Before"), [(f"i{n}", cell(f"Row {n}", 40)) for n in range(4)]],
            [header("Grid"), [(f"c{n}", cell(f"Photo {n}", 100 + n * 37 % 50)) for n in range(count)]],
            [header("Behind"), [(f"j{n}", cell(f"Row {n}", 40)) for n in range(30)]]]


def open_grid(walk, server, **options):
    page, scripted = open_scripted(walk, server, sections())
    scripted.columns = {"1": WIDTH}
    show(walk, page, scripted)
    walk.rest(page)
    return page, scripted


def check_columns(walk, page, name):
    """Each item of the grid stands in the column that its number says, and lines are full."""
    width = page.evaluate("document.getElementById('feed').clientWidth")
    left = page.evaluate("document.getElementById('feed').getBoundingClientRect().left")
    count = max(1, int(width // WIDTH))
    lines = page.evaluate(CELLS)
    wrong = [one for line in lines for one in line
             if abs(one["left"] - left - (one["number"] - 5) % count * width / count) > 1]
    full = [line for line in lines[1:-1] if len(line) != count]
    walk.check(name, lines and not wrong and not full,
               f"{len(lines)} lines of {count} columns; wrong {wrong[:2]}, not full {full[:1]}")
    return count


def columns(walk, server):
    """As many columns as fit, also where the window begins in the middle of a line."""
    page, scripted = open_grid(walk, server)
    check_columns(walk, page, "items stand in columns")
    walk.shoot(page, "grid")
    walk.scroll(page, 2_500, 10)
    check_columns(walk, page, "also farther down")
    first = page.evaluate("walk.first().key")
    for width in (900, 500, 200, 1280):
        page.set_viewport_size({"width": width, "height": 860})
        walk.rest(page)
        check_columns(walk, page, f"as many columns as fit in {width} px")
        walk.check(f"the rows that are seen stay at {width} px", page.evaluate(
            "key => walk.seen().some((row) => row.key === key)", first), page.evaluate("walk.first()"))
    walk.scroll_to(page, 1e9)
    walk.check("the last row is reached", page.evaluate(
        "walk.seen().at(-1).text").startswith("Row 29"), page.evaluate("walk.seen().at(-1).text"))
    scripted.columns = {}
    show(walk, page, scripted)
    walk.scroll_to(page, 0)
    walk.check("a grid becomes a list again", page.evaluate(
        "document.querySelectorAll('.cell').length === 0 && walk.seen().length > 2"))
    walk.close(page)


def cells_stay(walk, server):
    """The reader's place is kept while items come and go before it."""
    page, scripted = open_grid(walk, server)
    items = scripted.sections[1][1]
    walk.scroll(page, 6_000, 20)
    # Items that come before it change which ones share a line, and so the heights below the first row.
    key = page.evaluate("walk.seen().find((row) => row.kind === 'item').key")
    for name, change in [
        ("three items come before it", lambda: [items.insert(2, (f"n{n}", cell(f"New {n}"))) for n in range(3)]),
        ("one item goes before it", lambda: items.pop(7)),
        ("as many items as a line has come before it",
         lambda: [items.insert(0, (f"m{n}", cell(f"New {n}"))) for n in range(5)]),
        ("a row comes before the grid", lambda: scripted.sections[0][1].insert(0, ("x", cell("Row x")))),
        ("an item far behind it goes", lambda: items.pop(-3)),
    ]:
        def act():
            change()
            show(walk, page, scripted)

        walk.watched(page, f"a row of a grid stays while {name}", key, act)
    count = page.evaluate(CELLS)
    walk.check("lines are as long as others", len({len(line) for line in count[1:-1]}) == 1,
               [len(line) for line in count])
    page.evaluate("() => walk.watchSlips((now, former) => former - now)")
    walk.scroll(page, -3_000, 30)
    slips, slip, blank = page.evaluate("[walk.slips, walk.slip, walk.blank]")
    # Who scrolls on while answers are late comes to where no rows are yet.
    walk.check("nothing slips while scrolling up", slips == 0 and (blank == 0 or walk.options.delay > 0), [slips, slip, blank])
    walk.close(page)


def keys_in_grid(walk, server):
    """Up and down by a line, left and right by an item."""
    page, _ = open_grid(walk, server)
    count = check_columns(walk, page, "there are columns")
    focused = "Number(document.activeElement.ariaPosInSet)"
    page.evaluate("walk.row('c0').focus()")
    number = page.evaluate(focused)
    for key, wanted in [("ArrowRight", number + 1), ("ArrowDown", number + 1 + count),
                        ("ArrowDown", number + 1 + 2 * count), ("ArrowLeft", number + 2 * count),
                        ("ArrowUp", number + count), ("ArrowUp", number)]:
        page.keyboard.press(key)
        walk.check(f"{key} goes to its item", walk.wait(page, f"{focused} === {wanted}"),
                   f"{page.evaluate(focused)} instead of {wanted}")
    for _ in range(40):
        page.keyboard.press("ArrowDown")
    walk.check("many presses go as many lines", walk.wait(page, f"{focused} === {number + 40 * count}"),
               f"{page.evaluate(focused)} instead of {number + 40 * count}")
    page.evaluate("walk.row('c0')?.focus()")
    walk.scroll_to(page, 0)
    page.evaluate("walk.row('c0').focus()")
    page.keyboard.press("ArrowUp")
    walk.check("up from the first line leads before the grid", walk.wait(
        page, "document.activeElement.dataset.key === 'h2'"), page.evaluate("document.activeElement.dataset.key"))
    page.keyboard.press("ArrowDown")
    walk.check("and down again into it", walk.wait(page, f"{focused} === {number}"), page.evaluate(focused))
    walk.close(page)
