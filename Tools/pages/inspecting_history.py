"""The timeline of the inspector, and a revision in detail."""

import re

from browsers import FIREFOX_WISHES
from inspecting import (
    AT, BARS, LAST, LIKE, LIST, ROWS, STAGE, ask, begins, choose, close, look, open_table, point, text, texts, view, views,
    wait_at)


# ---- The timeline ---------------------------------------------------------------------------------------------

def drawn(walk, server):
    page = look(walk, server)
    walk.check("the picture has a bar for each revision", walk.wait(page, f"{BARS} === {server.revision}"),
               page.evaluate(BARS))
    kinds = page.evaluate("""Object.fromEntries(
      ['inserted', 'updated', 'moved', 'removed', 'states', 'undone'].map((kind) =>
        [kind, document.querySelectorAll(`#picture .stack .${kind}, #picture .stack.${kind}`).length]))""")
    # Revisions 6 and 7 are taken back; 6 and 8 insert, update, move and remove, and 7 does so backwards.
    walk.check("bars have the kinds of their changes", kinds == {
        "inserted": 5, "updated": LAST - 9 + 4, "moved": 4, "removed": 4, "states": 1, "undone": 2}, kinds)
    arcs = [page.locator(f"#picture .{kind}").count() for kind in ["undo-arc", "redo-arc", "group"]]
    walk.check("arcs lead from undo and redo, and a group has a bracket", arcs == [1, 1, 1], arcs)
    words = text(page, "#picture-text")
    walk.check("the picture is said in words", words.startswith(f"Revisions 1 to {LAST}, committed ")
               and "updated" in words and "1 state" in words, words)
    slider = [page.get_attribute("#picture", f"aria-value{name}") for name in ["min", "max", "now", "text"]]
    walk.check("and to those who hear it", slider[:3] == ["1", str(LAST), str(LAST)]
               and slider[3].startswith(f"Revision {LAST}: change, 1 updated, by counter"), slider)
    legend = texts(page, "#legend span")
    walk.check("a legend names kinds and origins", {"inserted", "moved", "states", "counter", "Ann", "Ben"} <= set(legend)
               and "Ann" in legend, legend)
    rows = open_table(walk, page)
    walk.check("the same stands in a table", len(rows) == LAST and "Ann" in rows[LAST - 3], len(rows))
    page.locator("#as-table tbody tr").nth(LAST - 6).locator("button").click()
    walk.check("whose revisions can be chosen", wait_at(walk, page, 6), page.evaluate(AT))
    point(page, 5)
    walk.check("a bar under the pointer is explained",
               begins(walk, page, "#tip", "Revision 6: change, 3 inserted, 1 removed"), text(page, "#tip"))
    close(walk, page, "inspector")


def chosen(walk, server):
    page = look(walk, server)
    walk.check("the last revision is shown at first", page.evaluate(AT) == LAST, page.evaluate(AT))
    page.mouse.click(*point(page, 40))
    walk.check("a click chooses a revision", wait_at(walk, page, 41), page.evaluate(AT))
    page.locator("#picture").focus()
    for key, revision in [("ArrowLeft", 40), ("ArrowRight", 41), ("ArrowUp", 42), ("ArrowDown", 41), ("PageUp", 54),
                          ("Home", 1), ("ArrowLeft", 1), ("End", LAST), ("ArrowRight", LAST), ("PageDown", LAST - 13)]:
        page.keyboard.press(key)
        walk.check(f"{key} goes to revision {revision}", wait_at(walk, page, revision), page.evaluate(AT))
    for name, revision in [("go-first", 1), ("go-on", 2), ("go-back", 1), ("go-last", LAST)]:
        page.locator(f"#{name}").click()
        walk.check(f"the button {name} goes to revision {revision}", wait_at(walk, page, revision), page.evaluate(AT))
    for typed, revision in [("17", 17), ("1,0 0", 100), ("9999", LAST), ("0", 1), ("", 1), ("x", 1)]:
        page.locator("#revision").fill(typed)
        page.keyboard.press("Enter")
        walk.check(f"“{typed}” in the field leads to revision {revision}", wait_at(walk, page, revision), page.evaluate(AT))
    page.evaluate("() => { for (let click = 0; click < 60; click += 1) document.getElementById('go-on').click() }")
    walk.check("who goes quickly arrives", wait_at(walk, page, 61), page.evaluate(AT))
    close(walk, page)


def zoomed(walk, server):
    page = look(walk, server)
    choose(walk, page, 60)
    page.locator("#zoom-in").click()
    walk.wait(page, f"{BARS} === {LAST // 2}")
    near = view(page)
    walk.check("zooming in halves the picture around what is chosen",
               near[1] - near[0] + 1 == LAST // 2 == page.evaluate(BARS) and near[0] < 60 < near[1], near)
    page.locator("#picture").focus()
    page.keyboard.press("Shift+ArrowRight")
    walk.check("Shift and an arrow pan", views(walk, page, near[0] + 16, near[1] + 16)
               and walk.wait(page, f"{BARS} === {LAST // 2}"), view(page))
    walk.check("and choose nothing", page.evaluate(AT) == 60, page.evaluate(AT))
    box = page.locator("#picture").bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + 60
    before = view(page)
    page.mouse.move(middle, y)
    page.mouse.down()
    page.mouse.move(middle + 200, y, steps=5)
    page.mouse.up()
    distance = round(200 / (box["width"]) * 65)
    after = [revision - distance for revision in before]
    walk.check("dragging pans", views(walk, page, *after) and page.evaluate(AT) == 60, [before, view(page)])
    page.mouse.wheel(400, 0)
    walk.check("so does a wheel sidewards", views(walk, page, after[0] + 3, after[1] + 3), view(page))
    before = view(page)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    walk.check("a wheel with Control zooms", walk.wait(page, f"{BARS} === 52"), [before, view(page)])
    page.locator("#picture").focus()
    for key, count in [("+", 26), ("-", 52), ("0", LAST)]:
        page.keyboard.press(key)
        walk.check(f"{key} shows {count} revisions", walk.wait(page, f"{BARS} === {count}"), page.evaluate(BARS))
    for _ in range(8):
        page.keyboard.press("+")
    walk.check("bars are never fewer than twelve", walk.wait(page, f"{BARS} === 12"), page.evaluate(BARS))
    page.locator("#go-first").click()
    walk.check("what is chosen comes into view", wait_at(walk, page, 1) and views(walk, page, 1, 12), view(page))
    page.locator("#zoom-out").click()
    walk.check("zooming out shows more", walk.wait(page, f"{BARS} === 24"), view(page))
    page.locator("#zoom-all").click()
    walk.check("and the button All everything", walk.wait(page, f"{BARS} === {LAST}"), view(page))
    close(walk, page)


# ---- A revision -----------------------------------------------------------------------------------------------

def scrubbed(walk, server):
    page = look(walk, server)
    for revision in [2, 3, 4, 5, 6, 7, 8, 9]:
        choose(walk, page, revision)
        rows = page.evaluate(LIST)
        walk.check(f"the list stands beside revision {revision} as it was", rows == ROWS[revision], rows)
    walk.check("small updates too", choose(walk, page, 99) and page.evaluate(LIST)[1] == ["Carrot", "Beet 99"],
               page.evaluate(LIST))
    choose(walk, page, 6)
    marked = {kind: texts(page, f"#list .rows:first-of-type .{kind} bdi") for kind in ["inserted", "updated", "moved"]}
    walk.check("what the revision changed is marked", marked == {
        "inserted": ["Grape", "Roots", "Carrot", "Beet"], "updated": ["Dried damson"], "moved": ["Elder"]}, marked)
    removed = texts(page, "#list .rows .removed bdi")
    walk.check("what it removed stands below", removed == ["Cherry"], removed)
    choose(walk, page, 9)
    walk.check("what it wrote states of is marked", texts(page, "#list .states") == ["= state"]
               and text(page, "#list li:has(.states) bdi") == "Elder", texts(page, "#list li:has(.states)"))
    close(walk, page)


def explained(walk, server):
    """One batch in detail."""
    page = look(walk, server)
    choose(walk, page, 6)
    chips = texts(page, "#batch .chips li")
    walk.check("a revision has its counts", chips[:5] == ["+ 3 inserted", "− 1 removed", "~ 1 updated", "→ 1 moved",
                                                        "§+ 1 section inserted"], chips)
    walk.check("its digest is checked, and what takes it back is named",
               chips[5:] == ["taken back by 7", "digest matches"], chips)
    facts = dict(zip(texts(page, "#batch dl:not(.mono) dt"), texts(page, "#batch dl:not(.mono) dd")))
    walk.check("its facts", facts.get("Committed by", "").startswith("Ben") and re.match("3[01] Jan 2026|1 Feb 2026", facts.get("Made at", ""))
               and facts.get("List") == "5 → 7 items, 1 → 2 sections" and "revision 6" in facts.get("Undo at that point", ""), facts)
    page.locator("#batch summary", has_text="Places before and after").click()
    mapping = dict(zip(texts(page, "#batch details[open] dt"), texts(page, "#batch details[open] dd")))
    walk.check("its mapping", mapping == {"Updated": "0:2 → 0:3", "Removed": "0:1", "Moved": "0:4 → 0:0",
                                          "Inserted": "0:2 1:0 1:1", "Sections inserted": "1"}, mapping)
    page.locator("#batch summary", has_text="Changeset").click()
    log = text(page, "#batch details:last-of-type[open] pre, #batch details[open] div > pre")
    walk.check("its line of a log", '"Dried damson"' in log and '"origin":"Ben"' in log, log)
    page.locator("#batch summary", has_text="Record in the journal").click()
    walk.check("its record in the journal", "intact" in texts(page, "#batch details[open] dl.mono dd"),
               texts(page, "#batch details[open] dl.mono dd"))
    choose(walk, page, 5)
    walk.check("what is unfolded stays so from revision to revision",
               page.evaluate("document.querySelectorAll('#batch details[open]').length") == 3)
    facts = dict(zip(texts(page, "#batch dl:not(.mono) dt"), texts(page, "#batch dl:not(.mono) dd")))
    walk.check("a group is undone together", facts.get("Group") == "tidy find all" and "revisions 5, 4" in facts.get("Undo at that point", ""),
               facts)
    choose(walk, page, 7)
    page.locator("#batch .chips button").first.click()
    walk.check("an undo leads to what it takes back", wait_at(walk, page, 6), page.evaluate(AT))
    choose(walk, page, 9)
    cells = texts(page, "#batch tbody td")
    walk.check("states stand before and after", cells[1:] == [LIKE, "none", '{"isLiked":true}']
               and cells[0].endswith(" at 0:0"), cells)
    close(walk, page)


def carry_out(operation, sections):
    """Carries out an operation, as it stands in an answer, on titles by section."""
    titles = [row["model"]["title"] for row in operation.get("rows", []) if "model" in row]
    start = operation.get("start", 0)
    end = start + operation.get("count", 0)
    match operation["op"]:
        case "removeItems": del sections[operation["section"]][start:end]
        case "insertItems": sections[operation["section"]][start:start] = titles
        case "updateItems": sections[operation["section"]][start:end] = titles
        case "moveItem":
            (section, item), (to, place) = operation["from"], operation["to"]
            sections[to].insert(place, sections[section].pop(item))
        case "removeSections": del sections[start:end]
        case "insertSections": sections[start:start] = [[] for _ in range(operation["count"])]
        case "moveSection": sections.insert(operation["to"], sections.pop(operation["from"]))


def played(walk, server):
    """The operations of a batch one by one, forward, backward, and by themselves."""
    page = look(walk, server)
    for revision in [6, 7]:
        choose(walk, page, revision)
        operations = ask(page, f"revision/{revision}")["operations"]
        sections = [list(section) for section in ROWS[revision - 1]]
        expected = [[list(section) for section in sections]]
        for operation in operations:
            carry_out(operation, sections)
            expected.append([list(section) for section in sections])
        walk.check(f"operations lead to revision {revision}", sections == ROWS[revision] and len(operations) >= 5, sections)
        walk.check("the stage shows their end at first", page.evaluate(STAGE) == ROWS[revision], page.evaluate(STAGE))
        forward = []
        page.get_by_role("button", name="Before the first operation").click()
        for position in range(len(operations) + 1):
            forward.append(page.evaluate(STAGE))
            page.get_by_role("button", name="One operation on").click()
        different = [(now, then) for now, then in zip(forward, expected) if now != then]
        walk.check("each step shows what its operation makes of the list", forward == expected, different[:1])
        backward = []
        for position in range(len(operations) + 1):
            backward.append(page.evaluate(STAGE))
            page.get_by_role("button", name="One operation back").click()
        walk.check("and back again", backward == expected[::-1])
        page.locator("#batch .steps button").nth(2).click()
        walk.check("a step can be chosen", page.evaluate(STAGE) == expected[3]
                   and text(page, "#batch .toolbar [role=status]").startswith(f"3 of {len(operations)}: "),
                   text(page, "#batch .toolbar [role=status]"))
        page.get_by_role("button", name="After the last operation").click()
        walk.check("and the end", page.evaluate(STAGE) == ROWS[revision])
    # What is said of each step: a walk that is slow would not see all of them.
    page.evaluate("""() => {
      window.said = [];
      const status = document.querySelector('#batch [role=status]');
      new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
    }""")
    is_paused = "document.querySelector('#batch .toolbar .buttons').innerText.includes('Play')"
    page.get_by_role("button", name="Play the operations").click()
    count = len(operations)
    walk.check("playing ends at the last operation", walk.wait(page, f"said.length > {count} && {is_paused}", 20)
               and page.evaluate(STAGE) == ROWS[7], text(page, "#batch [role=status]"))
    beginnings = ["before the first", *(f"{number} of {count}:" for number in range(1, count + 1))]
    said = page.evaluate("said")
    walk.check("after each one before it", len(said) == len(beginnings) and all(
        words.startswith(beginning) for words, beginning in zip(said, beginnings)), said)
    page.get_by_role("button", name="Play the operations").click()
    walk.wait(page, f"said.length > {count + 2}")
    page.get_by_role("button", name="Pause").click()
    paused = text(page, "#batch [role=status]")
    walk.pass_frames(page, 90)
    walk.check("it can be paused", text(page, "#batch [role=status]") == paused and page.evaluate(is_paused),
               [paused, text(page, "#batch [role=status]")])
    close(walk, page, "inspector-batch")


def played_still(walk, server):
    """Rows glide to their places, but not where less motion is wanted."""
    for wish, browser, context in [
        (False, None, {}),
        (True, walk.launch(**FIREFOX_WISHES["reduce"]) if walk.kind == "firefox" else None,
         {} if walk.kind == "firefox" else {"reduced_motion": "reduce"}),
    ]:
        page = look(walk, server, "#at=6", browser=browser, **context)
        wait_at(walk, page, 6)
        counts = page.evaluate("""[...document.querySelectorAll('#batch .steps button')].map((button) => {
            button.click(); return document.getAnimations().length })""")
        if wish:
            walk.check("nothing glides where less motion is wanted", max(counts) == 0, counts)
        else:
            walk.check("rows glide to their places", max(counts) > 0, counts)
        page.context.close()
        if browser:
            browser.close()
