"""How the inspector looks: models that want to do harm, accessibility, and phones."""

from browsers import FIREFOX_WISHES
from inspecting import AT, BARS, IS_FILLED, LAST, choose, close, look, open_table, point, titled, view, views, wait_at
from letters import HOSTILE
from looks import GROUND, NOT_WIDER, check_axe


def hostile_history(walk, server):
    """Models, origins, groups and scopes that want to do harm."""
    harm = "<img src=x onerror=\"document.title='owned'\">\u202eowned"
    server.change({"updatedItems": [[[0, 0], titled(harm + " again")], [[0, 7], "\u202e\u0000 gone"]],
                   "updatedSections": [[0, titled(harm)]]}, origin=harm, group=harm, at="2026-01-31T10:00:00Z",
                  userInfo={harm: harm})
    server.change({"removedItems": [[0, 1], [0, 8]]}, origin=harm, group=harm)
    server.apply({"state": {"item": [0, 0], "scope": "Row[\"<script>1</script>\"]", "value": {harm: harm}},
                  "origin": harm})
    page = look(walk, server)
    seen = ""
    for revision in range(1, server.revision + 1):
        choose(walk, page, revision)
        page.evaluate("document.querySelectorAll('#batch details').forEach((part) => { part.open = true })")
        point(page, revision - 1)
        seen += page.evaluate("document.body.textContent")
    walk.check("long words do not widen the inspector", page.evaluate(NOT_WIDER))
    for number in range(1, len(HOSTILE) + 1):
        page.evaluate(f"location.hash = '#tab=row&key=i{number}&at={server.revision}'")
        walk.wait(page, f"document.querySelector('#row h2')?.textContent.includes('item {number} at ')")
        seen += page.evaluate("document.body.textContent")
    walk.check("a table has all revisions", len(open_table(walk, page)) == server.revision)
    walk.check("nothing of a list is HTML", page.evaluate("""document.title === 'main: inspector' && {}.polluted === undefined
        && document.querySelectorAll('main :is(script, style, iframe, img, object, [onerror])').length === 0"""))
    walk.check("controls and overrides are named", "\u202e" not in seen and "\u0000" not in seen and "⟨U+202E⟩owned" in seen
               and "<script>" in seen)
    attributes = page.evaluate("""[...document.querySelectorAll('main *')].flatMap((node) => [...node.attributes])
        .filter((attribute) => /[\\u202a-\\u202e\\u0000]/.test(attribute.value)).length""")
    walk.check("also in titles", attributes == 0, attributes)
    walk.check("long numbers keep their digits", all(digits in seen for digits in ["12345678901234567890", "9007199254740993"]))
    walk.check("rows of long words do not widen it either", page.evaluate(NOT_WIDER))
    walk.check("a megabyte is not in the document", page.evaluate("document.body.textContent.length") < 200_000,
               page.evaluate("document.body.textContent.length"))
    page.locator("#tab-history").click()
    close(walk, page, "inspector-hostile")


TABS = [("the history", "history", 6), ("a row", "row&key=i4", 6), ("a comparison", "compare&from=2&to=6", 6),
        ("a search", "find&origin=ann", 6), ("what is large", "largest", 6), ("what waits", "pending", 6), ("the file", "storage", 6)]


def read_by_all(walk, server):
    """Accessibility, in the light and in the dark."""
    for wish in ["light", "dark"]:
        browser = walk.launch(**FIREFOX_WISHES["dark"]) if walk.kind == "firefox" and wish == "dark" else None
        context = {} if walk.kind == "firefox" else {"color_scheme": wish}
        for name, tab, revision in TABS:
            page = look(walk, server, f"#tab={tab}&at={revision}", browser=browser, **context)
            wait_at(walk, page, revision)
            panel = tab.split("&")[0]
            walk.wait(page, f"Boolean(document.querySelector('#panel-{panel} :is(.card, .note)'))")
            if panel == "history":
                page.evaluate("document.querySelectorAll('summary').forEach((summary) => summary.click())")
                ground = page.evaluate(GROUND)
                walk.check(f"the inspector is {wish} where that is wanted",
                           (max(ground[:3]) < 60) == (wish == "dark"), ground)
            if panel == "storage":
                page.get_by_role("button", name="Check the file").click()
                walk.wait(page, "Boolean(document.querySelector('#check .good'))", 30)
            check_axe(walk, page, f"in {name} of the inspector, {wish}")
            walk.shoot(page, f"inspector-{wish}-{panel}")
            page.context.close()
        if browser:
            browser.close()


def forced(walk, server):
    """Forced colours take no meaning away, and a page from right to left turns no value round."""
    # Firefox cannot be asked for forced colours.
    if walk.kind == "chromium":
        page = look(walk, server, "#tab=history&at=6", forced_colors="active")
        lines = page.evaluate("""[...document.querySelectorAll('.tabs button')].map((tab) =>
            getComputedStyle(tab).borderBottomColor)""")
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        walk.check("only the chosen tab is underlined in forced colours",
                   lines[0] != lines[1] and len(set(lines[1:])) == 1 and lines[1] == ground, [lines, ground])
        swatches = page.evaluate("""[...document.querySelectorAll('.legend .swatch')].map((swatch) =>
            getComputedStyle(swatch).backgroundColor)""")
        walk.check("the squares of the legend keep their colours", len(set(swatches)) > 2, swatches)
        check_axe(walk, page, "in forced colours of the inspector")
        close(walk, page, "inspector-forced")
    page = look(walk, server, "#tab=history&at=6")
    wait_at(walk, page, 6)
    turned = """(() => { document.documentElement.dir = 'rtl'; const turned = [];
      const boxOf = (text, index) => { const range = new Range(); range.setStart(text, index); range.setEnd(text, index + 1);
        return range.getBoundingClientRect() };
      for (const node of document.querySelectorAll('#batch dd, #batch .chips li, #batch [role=status], #list .quiet, #list .index')) {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), first = walker.nextNode();
        if (!first) continue;
        let last = first; while (walker.nextNode()) last = walker.currentNode;
        const [begin, end] = [boxOf(first, 0), boxOf(last, last.length - 1)];
        if (Math.abs(begin.top - end.top) < 4 && begin.left > end.left) turned.push(node.textContent) }
      return turned })()"""
    found = page.evaluate(turned)
    walk.check("no value is turned round on a page from right to left", not found, found)
    edges = page.evaluate("""[...document.querySelectorAll('#batch dd')].map((node) => { const range = new Range();
      range.selectNodeContents(node); return node.getBoundingClientRect().right - range.getBoundingClientRect().right })""")
    walk.check("and all begin at the right", edges and all(abs(edge) < 2 for edge in edges), edges)
    close(walk, page, "inspector-right-to-left")


def narrow(walk, server):
    """A phone, on which there are more revisions than bars."""
    phone = dict(has_touch=True, is_mobile=True, device_scale_factor=2) if walk.kind == "chromium" else {}
    for name, tab, revision in TABS:
        page = look(walk, server, f"#tab={tab}&at={revision}", width=390, height=844, **phone)
        wait_at(walk, page, revision)
        walk.wait(page, f"Boolean(document.querySelector('#panel-{tab.split('&')[0]} :is(.card, .note)'))")
        if tab == "history":
            page.evaluate("document.querySelectorAll('summary').forEach((summary) => summary.click())")
        walk.pass_frames(page, 5)
        walk.check(f"nothing is cut off in {name} on a phone", page.evaluate(NOT_WIDER),
                   page.evaluate("document.scrollingElement.scrollWidth"))
        page.evaluate("document.documentElement.dir = 'rtl'")
        walk.check(f"nor from right to left in {name}", page.evaluate(NOT_WIDER),
                   page.evaluate("document.scrollingElement.scrollWidth"))
        page.evaluate("document.documentElement.removeAttribute('dir')")
        # Firefox cannot be asked for paper.
        if walk.kind == "chromium":
            page.emulate_media(media="print")
            shown = "[...document.querySelectorAll('.buttons, [role=tablist]')].filter((part) => part.checkVisibility()).length"
            walk.check(f"what can be pressed is not printed with {name}", page.evaluate(shown) == 0, page.evaluate(shown))
            page.emulate_media(media="screen")
        broken = page.evaluate("""[...document.querySelectorAll('th')].filter((head) => {
            const range = new Range(); range.selectNodeContents(head); return range.getClientRects().length > 1 })
            .map((head) => head.textContent)""")
        walk.check("words of headings are whole", not broken, broken)
        walk.shoot(page, f"inspector-phone-{tab.split('&')[0]}")
        walk.close(page)
    page = look(walk, server, width=390, height=844, **phone)
    page.locator("#zoom-all").click()
    is_filled = views(walk, page, 1, server.revision) and walk.wait(page, IS_FILLED)
    count = page.evaluate(BARS)
    walk.check("bars stand for several revisions where there is no room", is_filled and 20 < count < LAST
               and view(page) == [1, server.revision], [is_filled, count, view(page)])
    which, last = next((index, LAST * (index + 1) // count) for index in range(count) if LAST * (index + 1) // count >= 6)
    press = page.touchscreen.tap if phone else page.mouse.click
    press(*point(page, which))
    # The next one, which is as large, may be in the same bar.
    walk.check("of which the largest is chosen", wait_at(walk, page, 6 if last == 6 else 7), page.evaluate(AT))
    close(walk, page, "inspector-phone-all")
