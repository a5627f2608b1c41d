"""How the page looks: phones, dark, zoom, directions, headers, wishes, accessibility, hostile models."""

from browsers import FIREFOX_WISHES, check_axe
from places import bounded
from scripted import ScriptedList

NOT_WIDER = "document.scrollingElement.scrollWidth <= innerWidth"
# The colour behind everything.
GROUND = "getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number)"


# Where the words of columns end that are set at the end: those of the heads, and those of a row.
COLUMN_EDGES = """(() => {
  const isRightToLeft = getComputedStyle(document.documentElement).direction === 'rtl';
  const edgeOf = (cell) => { const range = new Range(); range.selectNodeContents(cell.lastElementChild ?? cell);
    const rect = range.getBoundingClientRect(); return isRightToLeft ? rect.left : rect.right };
  const cellsOf = (row) => [...row.querySelectorAll(
    ':scope > .fields > [data-kind=number], :scope > .fields > [data-kind=time]')];
  const row = walk.row(walk.seen().at(-1).key), heads = cellsOf(document.getElementById('columns'));
  return heads.map((head, index) => [edgeOf(head), edgeOf(cellsOf(row)[index])]);
})()"""


def without_script(walk, server):
    page = walk.open(server.url, wait=False, java_script_enabled=False)
    walk.shoot(page, "without-script")
    if walk.kind == "chromium":
        text = page.locator(".still").inner_text()
        walk.check("the first rows are there without JavaScript", len(text) > 200, f"{len(text)} characters")


def sizes(walk, server):
    """Phones, 200 % zoom, and both directions."""
    phone = dict(has_touch=True, is_mobile=True, device_scale_factor=2) if walk.kind == "chromium" else {}
    right_to_left = ("document.addEventListener('DOMContentLoaded',"
                     " () => { document.documentElement.dir = 'rtl' })")
    for name, width, height, context in [
        ("desk", 1280, 860, {}), ("phone", 390, 844, phone), ("zoom-200", 640, 430, {}),
        ("right-to-left", 1280, 860, {"init": right_to_left}),
        ("phone-right-to-left", 390, 844, phone | {"init": right_to_left}),
    ]:
        page = walk.open(server.url, width, height, **context)
        for where, length in [("at the top", 0), ("in the middle", 2_000)]:
            walk.scroll(page, length) if length else walk.rest(page)
            walk.check(f"nothing is cut off on {name} {where}", page.evaluate(
                f"{NOT_WIDER} && walk.seen().length > 1"), page.evaluate("document.scrollingElement.scrollWidth"))
            walk.shoot(page, name if length else f"{name}-top")
        if width > 1_000:
            edges = page.evaluate(COLUMN_EDGES)
            walk.check(f"names stand over their columns on {name}",
                       edges and all(abs(head - cell) <= 1 for head, cell in edges), edges)
        walk.close(page)


def searched_on_phones(walk, server):
    """A narrow page has room for what is looked for, also beside undo and redo, and while a match is counted."""
    box = "document.getElementById('search-text').getBoundingClientRect()"
    for width in [320, 360, 430]:
        page = walk.open(server.url, width, 760)
        walk.check(f"undo stands beside the search at {width}", walk.wait(
            page, "document.getElementById('undo').checkVisibility()"))
        size = page.evaluate(f"{box}.width")
        walk.check(f"the search field is wide enough at {width}", size >= 160, size)
        page.fill("#search-text", "letter")
        walk.wait(page, "document.getElementById('search-result').textContent.includes(' of ')")
        size = page.evaluate(f"{box}.width")
        walk.check(f"also beside the number of a match at {width}", size >= 80, size)
        walk.check(f"and nothing is cut off at {width}", page.evaluate(NOT_WIDER),
                   page.evaluate("document.scrollingElement.scrollWidth"))
        walk.shoot(page, f"search-{width}")
        walk.close(page)


def keys_on_phones(walk, server):
    """On a phone the list of keys begins at its first one, and can be closed at once."""
    page = walk.open(server.url, 360, 640)
    page.keyboard.press("?")
    walk.check("the list of keys is shown", walk.wait(page, "document.getElementById('keys').open"))
    walk.check("from its first key on", page.evaluate("document.getElementById('keys').scrollTop") == 0,
               page.evaluate("document.getElementById('keys').scrollTop"))
    walk.check("with the button that closes it", page.evaluate("""(() => {
        const button = document.querySelector('#keys button'), { left, top, bottom } = button.getBoundingClientRect();
        return bottom <= innerHeight && document.elementFromPoint(left + 4, (top + bottom) / 2) === button })()"""))
    walk.close(page)


def dark(walk, server):
    browser = None
    if walk.kind == "firefox":
        browser = walk.launch(**FIREFOX_WISHES["dark"])
    page = walk.open(server.url, browser=browser, color_scheme=None if browser else "dark")
    ground = page.evaluate(GROUND)
    walk.check("the page is dark where that is wanted", max(ground[:3]) < 60, ground)
    walk.shoot(page, "dark")
    check_axe(walk, page, "in the dark")
    walk.close(page) if not browser else browser.close()


def less_motion(walk, server):
    """Nothing moves by itself where less motion is wanted; without the wish, changes are seen."""
    running = ("document.getAnimations().filter((animation) => animation.playState === 'running'"
               " && animation.effect.getComputedTiming().duration > 10).length")
    for wish, browser, context in [
        (False, None, {}),
        (True, walk.launch(**FIREFOX_WISHES["reduce"]) if walk.kind == "firefox" else None,
         {} if walk.kind == "firefox" else {"reduced_motion": "reduce"}),
    ]:
        page = walk.open(server.url, browser=browser, **context)
        page.evaluate(f"""() => {{ walk.running = 0; const each = () => {{
            walk.running = Math.max(walk.running, {running}); requestAnimationFrame(each) }}; each() }}""")
        walk.edit(page, server, {"insertedItems": [[[0, 0], {"title": "Moves nothing"}]]})
        walk.edit(page, server, {"updatedItems": [[[0, 1], {"title": "Changes its colour"}]]})
        walk.pass_frames(page, 5)
        count = page.evaluate("walk.running")
        if wish:
            walk.check("nothing is animated where less motion is wanted", count == 0, count)
        else:
            walk.check("changes are seen", count > 0, count)
        page.context.close()
        if browser:
            browser.close()


def printed(walk, server):
    """On paper stands what was seen, without tools."""
    if walk.kind != "chromium":
        # Firefox prints nothing through its remote protocol.
        return
    page = walk.open(server.url)
    walk.scroll(page, 3_000)
    page.emulate_media(media="print")
    walk.check("on paper there are rows and no tools", page.evaluate("""() => {
        const isSeen = (selector) => document.querySelector(selector)?.checkVisibility() ?? false;
        return !isSeen('.tools') && !isSeen('.spacer') && isSeen('#feed .row.item:not(.parked)') && isSeen('#title')
          && getComputedStyle(document.getElementById('bar')).position === 'static' }"""))
    # Rows may come between two questions, so all is asked at once.
    walk.check("which says of which part of the list they are", walk.wait(page, """(() => {
        const rows = [...document.querySelectorAll('#feed .row.item:not(.parked)')], printed = document.getElementById('printed');
        return printed.checkVisibility() && printed.textContent.replaceAll(',', '') ===
          `A part of the list: rows ${rows[0].ariaPosInSet} to ${rows.at(-1).ariaPosInSet} of ${rows[0].ariaSetSize}.` })()"""),
               page.evaluate("document.getElementById('printed').textContent"))
    walk.shoot(page, "printed")
    walk.close(page)


def sections(walk, server):
    page = walk.open(server.url)
    header = "walk.seen().some((row) => row.kind === 'header' && row.text.includes('Section 2'))"
    walk.go_to(page, 98)
    walk.wait(page, header)
    walk.rest(page)
    page.mouse.move(400, 500)
    first = page.evaluate("walk.layer()")
    walk.check("the header of the section stays in view", first and "Section 1" in first["text"], first)
    walk.shoot(page, "sections")
    pushed = False
    for _ in range(60):
        page.mouse.wheel(0, 10)
        walk.pass_frames(page, 3)
        now = page.evaluate("walk.layer()")
        if now and now["next"] is not None and "Section 1" in now["text"]:
            pushed |= abs(now["bottom"] - now["next"]) < 1
        if now and "Section 2" in now["text"]:
            break
    walk.check("the next header pushes it", pushed, now)
    walk.scroll(page, 480)
    last = page.evaluate("walk.layer()")
    walk.check("and takes its place", last and "Section 2" in last["text"], last)
    walk.check("it is there once", page.evaluate(
        "[...document.querySelectorAll('.row.header')].filter((row) => row.textContent.includes('Section 2')).length") == 1)
    key = page.evaluate("walk.first().key")
    walk.watched(page, "insertions into the section above", key, lambda: walk.edit(
        page, server, {"insertedItems": [[[0, 0], {"title": "In the first section"}]]}))
    walk.edit(page, server, {"updatedSections": [[1, {"title": "Renamed section"}]]})
    now = page.evaluate("walk.layer()")
    walk.check("a renamed header is renamed over the rows", now and "Renamed section" in now["text"], now)
    walk.scroll(page, 3_000)
    now = page.evaluate("walk.layer()")
    walk.check("also beyond its window", now and "Renamed section" in now["text"], now)
    walk.edit(page, server, {"updatedSections": [[1, {"title": "Section 2"}]]})
    now = page.evaluate("walk.layer()")
    walk.check("where it is renamed too", now and "Section 2" in now["text"], now)
    bounded(walk, page, "with a header over the rows")
    walk.close(page)


def accessibility(walk, server):
    page = walk.open(server.url)
    unfold = ("document.querySelectorAll('button[data-unfold]').forEach((button, index) => index < 6 && button.click())")
    for name, action in [
        ("at the top", lambda: None), ("in the middle", lambda: walk.scroll(page, 6_000)),
        ("with a selection", lambda: (page.mouse.click(700, 400), page.keyboard.press("Shift+ArrowDown"))),
        ("unfolded", lambda: page.evaluate(unfold)),
    ]:
        action()
        walk.rest(page)
        check_axe(walk, page, name)
    page.context.close()
    if walk.kind == "chromium":
        page = walk.open(server.url, forced_colors="active")
        check_axe(walk, page, "in forced colours")
        page.evaluate("document.querySelector('.row[tabindex=\"0\"]').focus()")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Shift+ArrowDown")
        walk.check("the selection and the focus are seen in forced colours", page.evaluate("""() => {
            const [one, two] = [...document.querySelectorAll('.row.selected')].map((row) => getComputedStyle(row));
            const other = getComputedStyle(walk.row(walk.seen().at(-1).key));
            return one.backgroundColor !== other.backgroundColor && two.outlineStyle === 'solid' }"""))
        check_axe(walk, page, "of a selection in forced colours")
        walk.shoot(page, "forced-colours")
        page.context.close()
    page = walk.open(server.url)
    walk.scroll(page, 3_000)
    page.evaluate("walk.said = []; new MutationObserver(() => walk.said.push(document.getElementById('live').textContent))"
                  ".observe(document.getElementById('live'), { childList: true })")
    begin = page.evaluate("performance.now()")
    for number in range(40):
        server.change({"insertedItems": [[[0, 0], {"title": f"Chatter {number}"}]]})
        walk.pass_frames(page, 3)
    walk.wait_shown(page, server)
    said = "walk.said.length > 0 && walk.said"
    walk.check("new rows are read aloud", walk.wait(page, said))
    seconds = (page.evaluate("performance.now()") - begin) / 1_000
    walk.check("the live region is not chatty", len(page.evaluate(said)) <= 1 + seconds / 5, page.evaluate(said))
    walk.close(page)


def template(walk, server):
    """Models are shown as the application says."""
    scripted = ScriptedList([[{"name": "Today"}, [
        (f"i{n}", {"title": f"Letter {n}", "author": {"name": "Ann"}, "text": "<b>bold</b>", "likes": n})
        for n in range(40)]]], "# {title}\n{author.name}: {text}\n~ {likes} likes {missing}")
    page = walk.open(server.url, prepare=scripted.attach)
    row = "walk.row('i3').innerText.split('\\n').map((line) => line.trim()).filter(Boolean)"
    walk.check("a template says what a row shows", page.evaluate(row)[:2] == ["Letter 3", "Ann: <b>bold</b>"]
               and any("3 likes" in line for line in page.evaluate(row)), page.evaluate(row))
    scripted.sections[0][1][3][1]["title"] = "Changed"
    walk.wait(page, f"walk.revision() === '{scripted.change()}'")
    walk.check("also when it changes", page.evaluate(row)[0] == "Changed", page.evaluate(row))
    walk.scroll(page, 1_500)
    walk.check("its header stays over the rows", "Today" in (page.evaluate("walk.layer()?.text") or ""),
               page.evaluate("walk.layer()"))
    walk.close(page)


def hostile(walk, server):
    page = walk.open(server.url)
    walk.scroll(page, 9_000, 30)
    page.evaluate("scrollTo(0, 0)")
    walk.rest(page)
    walk.shoot(page, "hostile")
    facts = page.evaluate("""() => { const feed = document.getElementById('feed');
      const count = (selector) => feed.querySelectorAll(selector).length;
      return { title: document.title, elements: count('script, style, iframe, [onerror], object'),
        links: [...feed.querySelectorAll('a')].map((a) => a.protocol),
        images: [...feed.querySelectorAll('img')].map((image) => image.src),
        wide: document.scrollingElement.scrollWidth > innerWidth, polluted: {}.polluted === true,
        text: feed.textContent } }""")
    walk.check("nothing of a model is HTML",
               facts["elements"] == 0 and facts["title"] != "owned" and not facts["polluted"])
    walk.check("links and images lead to http(s) only",
               all(protocol in ("http:", "https:") for protocol in facts["links"])
               and all(image.startswith(("https:", "data:image/")) for image in facts["images"]),
               facts["links"] + facts["images"])
    walk.check("long numbers keep their digits", "12345678901234567890" in facts["text"])
    walk.check("controls and overrides are marked", "\u202e" not in facts["text"]
               and "U+202E" in facts["text"] and "U+0000" in facts["text"])
    walk.check("what is not seen is marked, but not in a flag",
               all(sign in facts["text"] for sign in ("U+00AD", "U+034F", "U+115F", "U+180E", "U+206A", "U+2800",
                                                      "U+3164", "U+E0041 ×2", "\U0001F3F4\U000E0067"))
               and not any(sign in facts["text"] for sign in "\u00ad\u034f\u180e\u206a\u2800\u3164\U000E0041"))
    walk.check("long words do not widen the page", not facts["wide"])
    walk.check("a megabyte is not in the document", len(facts["text"]) < 60_000, len(facts["text"]))
    page.evaluate("document.querySelectorAll('#feed .folding[data-clipped] .more').forEach((button) => button.click())")
    length = "document.getElementById('feed').textContent.length"
    walk.check("unfolded, a megabyte is shown in part",
               walk.wait(page, f"{length} > 60000") and page.evaluate(length) < 900_000, page.evaluate(length))
    walk.rest(page)
    walk.check("and does not widen the page", page.evaluate(NOT_WIDER))
    # A changed megabyte comes in part, is shorter for that, and grows when the whole of it has come. The
    # reader is elsewhere by then.
    page.evaluate("walk.late = '{\"id\"'")
    walk.edit(page, server, {"updatedItems": [[[0, 3], {"title": "one megabyte, changed", "text": "next " * 200_000}]]})
    walk.check("a change of a megabyte is shown", walk.wait(page, "walk.row('i4').textContent.includes('changed')"))
    page.evaluate("document.querySelector('.row[tabindex=\"0\"]').focus()")
    page.keyboard.press("End")
    last = "walk.seen().at(-1)?"
    walk.check("rows behind it are reached", walk.wait(page, f"{last}.text.includes('field')"), page.evaluate(f"{last}.text.slice(0, 60)"))
    walk.rest(page)
    walk.wait(page, "walk.release !== undefined")
    walk.watched(page, "and stay where they are when it grows above them", page.evaluate(f"{last}.key"), lambda: (
        page.evaluate("walk.release()"), walk.wait(page, "walk.row('i4').textContent.length > 60000")))
    walk.check("the changed megabyte is there", page.evaluate("walk.row('i4').textContent.length > 60000"))
    walk.close(page)
