"""What the inspector shows of a list in trouble: waiting and failed modifications, rows that cannot be read,
subscribers that lag; and of rows of components, their trees."""

import sqlite3

from inspecting import AT, ask, choose, close, look, text, texts, wait_at


def change_file(server, statement, *values):
    """Writes into the file of a list as nothing of Roster would."""
    with sqlite3.connect(server.database, timeout=10) as file:
        file.execute(statement, values)
    file.close()


def alerts(page):
    return texts(page, "#alerts li")


# ---- Modifications that wait and fail -------------------------------------------------------------------------

def listed(title, *columns):
    """Some cells of each row of a table of modifications."""
    return f"""JSON.stringify([...document.querySelectorAll('#pending [aria-label^="{title}"] tbody tr')].map((row) =>
      {list(columns)}.map((index) => row.cells[index].textContent)))"""


KIND, STATE, OUTCOME = 1, 2, 6
NOTHING_LISTED = "document.querySelectorAll('#pending table').length === 0"


def refused(walk, server):
    """Undo on a page, seen from the inspector: while another process holds the file, for a moment and for long."""
    page = walk.open(server.url)
    inspector = look(walk, server, "#tab=pending")
    walk.check("at first nothing waits, failed or was applied", walk.wait(
        inspector, f"document.querySelectorAll('#pending h3').length === 4 && {NOTHING_LISTED}"), text(inspector, "#pending"))
    file = sqlite3.connect(server.database, isolation_level=None)
    file.execute("BEGIN IMMEDIATE")
    page.get_by_role("button", name="Undo").click()
    waits, is_said = listed("Waiting", KIND, STATE), '[["undo","waiting"]]'
    walk.check("what waits for another writer is listed", walk.wait(inspector, f"{waits} === '{is_said}'", 4),
               inspector.evaluate(waits))
    file.execute("ROLLBACK")
    file.close()
    applied, is_said = listed("Applied", KIND, STATE, OUTCOME), f'[["undo","applied","{server.revision + 1}"]]'
    walk.check("then it is applied, with its revision",
               walk.wait(inspector, f"{applied} === '{is_said}' && {waits} === '[]'"), inspector.evaluate(applied))
    for count in range(2, server.revision + 1):
        page.get_by_role("button", name="Undo").click()
        walk.check("so is each undo after it", walk.wait(inspector, f"JSON.parse({applied}).length === {count}"),
                   inspector.evaluate(applied))
    page.get_by_role("button", name="Undo").click()
    walk.check("when nothing is left, the page says so", walk.wait(
        page, "document.body.textContent.includes('there is nothing to undo')"))
    file = sqlite3.connect(server.database, isolation_level=None)
    file.execute("BEGIN IMMEDIATE")
    page.get_by_role("button", name="Redo").click()
    failed = listed("Failed", KIND, STATE, OUTCOME)
    # It gives up after some seconds.
    walk.check("what fails is listed with its reason", walk.wait(
        inspector, f"/^..\"redo\",\"failed\",\".*locked by another connection/.test({failed})", 30), inspector.evaluate(failed))
    file.execute("ROLLBACK")
    file.close()
    walk.check("and is said whatever is looked at", any("1 modification" in alert for alert in alerts(inspector)),
               alerts(inspector))
    inspector.locator("#tab-history").click()
    inspector.locator("#alerts").get_by_role("button", name="Show").click()
    walk.check("from where it can be shown", inspector.locator("#panel-pending").is_visible())
    inspector.locator("#pending [aria-label=Applied] tbody button").first.click()
    walk.check("a revision that was applied can be chosen", wait_at(walk, inspector, 2 * server.revision))
    close(walk, inspector, "inspector-refused")
    walk.close(page)


# ---- Subscribers ----------------------------------------------------------------------------------------------

FLAGS = """JSON.stringify([...document.querySelectorAll('#picture text')].map((node) => node.textContent)
  .filter((text) => /[a-z]/.test(text)))"""


def lagging(walk, server):
    """Subscribers by name, of which one has seen little: the journal is kept for it."""
    server.compact(110)
    page = look(walk, server)
    walk.check("no subscriber has a flag before there is one", page.evaluate(FLAGS) == "[]", page.evaluate(FLAGS))
    oldest = ask(page, "revisions?limit=0")["oldest"]
    subscribe = "INSERT INTO subscriber (list, name, revision) VALUES (1, ?, ?)"
    change_file(server, subscribe, "search", server.revision)
    change_file(server, subscribe, "<i>mirror", oldest + 5)
    lag = server.revision - oldest - 5
    walk.check("each has a flag at the last revision that it has seen, with how far it lags",
               walk.wait(page, f"{FLAGS} === JSON.stringify(['<i>mirror −{lag}', 'search'])"), page.evaluate(FLAGS))
    middles = page.evaluate("""[...document.querySelectorAll('#picture circle')].map((node) => {
      const { left, width } = node.getBoundingClientRect(); return left + width / 2 })""")
    ends = page.evaluate("""[...document.querySelectorAll('#picture .stack')].map((bar) =>
      bar.getBoundingClientRect().right)""")
    walk.check("the flags stand where those revisions end", len(middles) == 2 and all(
        abs(middle - end) < 3 for middle, end in zip(middles, [ends[4], ends[-1]])), [middles, ends[4], ends[-1]])
    walk.check("that one lags is no trouble as long as nothing is kept for it", alerts(page) == [], alerts(page))
    change_file(server, "UPDATE subscriber SET revision = ? WHERE name = '<i>mirror'", oldest)
    walk.check("then it is said", walk.wait(page, "document.querySelectorAll('#alerts li').length > 0")
               and f"“<i>mirror” has seen revision {oldest} and lags by {lag + 5}; the journal is kept for it."
               in alerts(page)[0], alerts(page))
    change_file(server, "DELETE FROM subscriber")
    walk.check("until it is gone", walk.wait(page, f"{FLAGS} === '[]' && !document.querySelector('#alerts li')"),
               alerts(page))
    close(walk, page, "inspector-subscribers")


# ---- What cannot be read --------------------------------------------------------------------------------------

def unreadable(walk, server):
    """Rows of a file that something else has written over."""
    change_file(server, "UPDATE journal SET change = 'nonsense' WHERE id & 1099511627775 = 40")
    change_file(server, "DELETE FROM journal WHERE id & 1099511627775 = 50")
    change_file(server, "UPDATE journal SET origin = 'Eve' WHERE id & 1099511627775 = 60")
    page = look(walk, server)
    faults = "document.querySelectorAll('#picture .fault').length"
    walk.check("revisions that cannot be read stand in the picture", walk.wait(page, f"{faults} === 2"), page.evaluate(faults))
    walk.check("and are said", len(alerts(page)) == 1 and "2 records of the journal between revisions 1 and 130" in alerts(page)[0], alerts(page))
    page.expected.append("500")
    page.locator("#alerts").get_by_role("button", name="Show revision 40").click()
    words = "(document.querySelector('#batch')?.innerText ?? '')"
    walk.check("one can be shown", walk.wait(page, f"{AT} === 40 && {words}.includes('cannot be read')"), text(page, "#batch"))
    choose(walk, page, 50)
    walk.check("one that is gone says so", walk.wait(page, f"{words}.includes('the journal has no record of this revision')"),
               text(page, "#batch"))
    choose(walk, page, 60)
    walk.check("one that was altered is found by its digest", walk.wait(page, f"{words}.includes('the digest does not match')")
               and any("revision 60" in alert for alert in alerts(page)), alerts(page))
    choose(walk, page, 70)
    walk.check("what is whole is shown as ever", walk.wait(page, f"{words}.includes('digest matches')"), text(page, "#batch"))
    page.locator("#tab-storage").click()
    page.get_by_role("button", name="Check the file").click()
    walk.check("the check of the file finds them", walk.wait(page, "Boolean(document.querySelector('#check .bad'))", 30)
               and all(words in text(page, "#check") for words in [
                   "unreadable at revision: 40", "a gap before revision: 51", "written by revision: 60"]),
               text(page, "#check"))
    close(walk, page, "inspector-unreadable")


# ---- Trees ----------------------------------------------------------------------------------------------------

def trees(walk, server):
    """The tree of components of a row, with its scopes and states, as it is now."""
    page = walk.open(server.url)
    inspector = look(walk, server, "#tab=row&key=i1")
    tree = "(document.querySelector('#row pre.scroll')?.textContent ?? '')"
    walk.check("a row of components has a tree", walk.wait(inspector, f"{tree}.startsWith('<PostRow>')"),
               inspector.evaluate(tree))
    walk.check("with scopes and their states", '<LikeButton> {"isLiked":false}' in inspector.evaluate(tree),
               inspector.evaluate(tree))
    page.get_by_role("button", name="♡ like").first.click()
    walk.check("it follows the row", walk.wait(inspector, f"""{tree}.includes('<LikeButton> {{"isLiked":true}}')"""),
               inspector.evaluate(tree))
    states = "[...document.querySelectorAll('#row [aria-label=States] td.mono')].map((node) => node.textContent)"
    # The tree is the newest one, and the states are those of the revision that is shown: two questions.
    walk.check("so do its states", walk.wait(inspector, f"""{states}.includes('{{"isLiked":true}}')"""),
               inspector.evaluate(states))
    inspector.locator("#row-key").fill("h1")
    inspector.keyboard.press("Enter")
    walk.check("headers have trees, too", walk.wait(inspector, f"{tree}.includes('<FeedHeader')"), inspector.evaluate(tree))
    close(walk, inspector, "inspector-tree")
    walk.close(page)
