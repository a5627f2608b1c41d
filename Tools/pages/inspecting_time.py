"""The inspector while time goes on: addresses, new revisions, a server that is gone, and what is forgotten."""

from inspecting import (
    AT, BARS, LIST, LIVE, ROWS, ask, begins, choose, close, look, text, texts, titled, views, wait_at)


def remembered(walk, server):
    page = look(walk, server)
    choose(walk, page, 5)
    walk.check("the address names the revision", walk.wait(page, "location.hash === '#at=5'"), page.evaluate("location.hash"))
    page.evaluate("window.isOld = true")
    page.reload()
    walk.check("a reload keeps it", walk.wait(page, "!window.isOld") and wait_at(walk, page, 5)
               and page.evaluate(LIST) == ROWS[5], page.evaluate(AT))
    page.evaluate("location.hash = '#at=7'")
    walk.check("another address leads elsewhere", wait_at(walk, page, 7), page.evaluate(AT))
    page.locator("#go-last").click()
    walk.check("who is at the end has no revision in the address", walk.wait(page, "location.hash === ''"),
               page.evaluate("location.href"))
    for hash in ["#at=0", "#at=-3", "#at=x", "#tab=<b>&key=<i>"]:
        page.goto("about:blank")
        page.goto(server.inspector + hash)
        walk.check(f"{hash} leads to the end", wait_at(walk, page, server.revision), page.evaluate(AT))
    close(walk, page)


def followed(walk, server):
    page = look(walk, server)
    bars = page.evaluate(BARS)
    server.change({"updatedItems": [[[1, 0], titled("Purple carrot")]]}, origin="Ann")
    walk.check("the end is followed", wait_at(walk, page, server.revision) and walk.wait(page, f"{BARS} === {bars + 1}")
               and page.evaluate(LIST)[1][0] == "Purple carrot", [page.evaluate(AT), page.evaluate(BARS)])
    walk.check("and announced", walk.wait(
        page, f"document.getElementById('live').textContent === 'Revision {server.revision}'"), text(page, "#live"))
    choose(walk, page, 5)
    page.locator("#batch summary", has_text="Places before and after").click()
    page.evaluate("document.querySelector('#batch details').isMine = document.querySelector('#list .rows').isMine = true")
    server.change({"updatedItems": [[[1, 0], titled("Carrot")]]})
    walk.check("who looks at the past sees that the list goes on", walk.wait(
        page, f"document.getElementById('where').textContent === 'revision {server.revision}'")
        and walk.wait(page, f"{BARS} === {bars + 2}"), text(page, "#where"))
    walk.pass_frames(page, 30)
    walk.check("and stays there", page.evaluate(f"{AT} === 5 && document.querySelector('#batch details').isMine"
                                                " && document.querySelector('#list .rows').isMine"), page.evaluate(AT))
    page.locator("#go-last").click()
    walk.check("the end is the new one", wait_at(walk, page, server.revision), page.evaluate(AT))
    close(walk, page)


def broken_off(walk, server):
    page = look(walk, server, "#at=5")
    wait_at(walk, page, 5)
    # Browsers say in the console what they cannot load.
    page.expected += ["Failed to load resource", "NetworkError", "ERR_CONNECTION"]
    server.kill()
    words = "document.getElementById('connection').textContent"
    walk.check("a server that is gone is said", walk.wait(page, f"{words} === 'the server does not answer'"),
               page.evaluate(words))
    walk.check("what was shown stays", page.evaluate(LIST) == ROWS[5], page.evaluate(LIST))
    page.locator("#go-on").click()
    walk.check("what cannot be asked is said", walk.wait(
        page, "document.querySelector('#batch .note')?.textContent === 'the server does not answer'"), text(page, "#batch"))
    server.start()
    walk.check("the page goes on with a server that is back", walk.wait(page, LIVE, 30) and wait_at(walk, page, 6)
               and page.evaluate(LIST) == ROWS[6], page.evaluate(AT))
    walk.check("and says no more that it is gone", walk.wait(page, "document.querySelector('#alerts li') === null"),
               texts(page, "#alerts li"))
    server.change({"insertedItems": [[[1, 0], titled("After the restart")]]})
    has_heard = f"document.getElementById('where').textContent === 'revision {server.revision}'"
    walk.check("and hears of what is new", walk.wait(page, has_heard), text(page, "#where"))
    page.locator("#go-last").click()
    walk.check("which can be chosen", wait_at(walk, page, server.revision), page.evaluate(AT))
    close(walk, page)


def forgotten(walk, server):
    """What was compacted is said, and the oldest revision that is kept is offered."""
    page = look(walk, server, "#at=5")
    wait_at(walk, page, 5)
    page.expected.append("410")
    server.compact(20)
    walk.check("a revision that is kept no longer says so",
               begins(walk, page, "#batch .note", "what led to revision 5 is no longer kept"), text(page, "#batch"))
    walk.check("so does the list beside it", begins(walk, page, "#list .note", "The list at that revision"), text(page, "#list"))
    first = ask(page, "revisions?limit=0")["oldest"] + 1
    walk.check("the picture has bars for what is kept", walk.wait(page, f"{BARS} === {server.revision - first + 1}")
               and 20 <= server.revision - first + 1 <= 21, page.evaluate(BARS))
    page.get_by_role("button", name="Show the oldest one that is kept").click()
    walk.check("the oldest that is kept can be chosen", wait_at(walk, page, first), page.evaluate(AT))
    page.locator("#picture").focus()
    page.keyboard.press("ArrowLeft")
    walk.check("keys go no further", wait_at(walk, page, first), page.evaluate(AT))
    page.locator("#revision").fill("3")
    page.keyboard.press("Enter")
    walk.check("a number that was compacted is said", begins(walk, page, "#batch .note", "what led to revision 3 "),
               text(page, "#batch"))
    page.keyboard.press("Tab")
    page.locator("#go-on").click()
    walk.check("from there on leads to what is kept", wait_at(walk, page, first), page.evaluate(AT))
    page.goto("about:blank")
    page.goto(f"{server.inspector}#at=4")
    walk.check("an address that was compacted says so", begins(walk, page, "#batch .note", "what led to revision 4 "),
               text(page, "#batch"))
    server.compact()
    walk.check("the last revision always stays", walk.wait(page, f"{BARS} === 1") and views(walk, page, *[server.revision] * 2),
               text(page, "#picture-text"))
    page.locator("#go-last").click()
    walk.check("and can be chosen", wait_at(walk, page, server.revision), page.evaluate(AT))
    server.change({"insertedItems": [[[1, 0], titled("After the compaction")]]})
    walk.check("the journal goes on from there", wait_at(walk, page, server.revision)
               and walk.wait(page, f"{BARS} === 2"), page.evaluate(BARS))
    close(walk, page)
