"""The application of photos: its pages are those of the browser, and what is done to them is in the file."""

import re

PHOTO = "/^\\/photos\\/p\\d+$/"


def address(page):
    return page.evaluate("location.pathname")


def comes_to(walk, page, name, path, condition="true"):
    """Waits until the page is at an address and shows what it is to."""
    walk.check(name, walk.wait(page, f"location.pathname === '{path}' && {condition}"),
               f"{address(page)} instead of {path}")


def is_list(walk, page, name):
    comes_to(walk, page, name, "/photos", "walk.seen().some((row) => row.text.includes('favourite'))")


def is_photo(walk, page, name, path):
    comes_to(walk, page, name, path, "document.querySelector('input[placeholder=\"Write a comment\"],"
             " textarea[placeholder=\"Write a comment\"]') !== null && walk.state() === 'live'")


def open_photo(walk, page, index=0):
    """Clicks on the picture of a photo where no header covers it. Returns its title, its address and its row."""
    key, title, *place = page.evaluate("""index => {
      const pictures = walk.seen().flatMap(({ key }) => {
        const button = walk.row(key).querySelector('[aria-label^="Open "]');
        // The button lies below what the reader sees of it.
        const box = button?.parentElement.getBoundingClientRect();
        const place = box && [box.left + box.width / 2, box.top + box.height / 2];
        const isReached = place && button.parentElement.contains(document.elementFromPoint(...place));
        return isReached ? [[key, button.ariaLabel.slice(5), ...place]] : [];
      });
      return pictures[index];
    }""", index)
    page.mouse.click(*place)
    walk.wait(page, f"{PHOTO}.test(location.pathname) && document.title === {title!r}")
    return title, address(page), key


def first_items(page):
    return page.evaluate("walk.seen().filter((row) => row.kind === 'item').map((row) => [row.key, row.top])")


def navigation(walk, server):
    """A photo has an address; back and forward are the stack of the application."""
    page = walk.open(server.url)
    is_list(walk, page, "the address of the application leads to its photos")
    walk.rest(page)
    walk.shoot(page, "photos")
    walk.scroll(page, 1_500, 10)
    places = first_items(page)
    title, path, key = open_photo(walk, page)
    is_photo(walk, page, "a photo opens its page", path)
    walk.check("which is headed by its title", page.title() == title, page.title())
    walk.rest(page)
    walk.shoot(page, "photo")
    page.go_back()
    is_list(walk, page, "back leads to the list")
    walk.rest(page)
    now = first_items(page)
    walk.check("where the reader was", len(now) > 2 and len(now) == len(places) and all(
        one[0] == other[0] and abs(one[1] - other[1]) <= 1 for one, other in zip(now, places)),
        f"{places[:2]} and {now[:2]}")
    walk.check("the row has the focus again", page.evaluate(
        "document.activeElement.closest('.row')?.dataset.key") == key, page.evaluate(
        "document.activeElement.closest('.row')?.dataset.key"))
    page.go_forward()
    is_photo(walk, page, "forward leads to the photo again", path)
    page.get_by_role("button", name="back", exact=True).click()
    is_list(walk, page, "its own button leads back")
    page.go_forward()
    is_photo(walk, page, "and the browser forward", path)
    other = walk.open(server.origin + "/photos/p7")
    is_photo(walk, other, "an address leads to a photo", "/photos/p7")
    is_photo(walk, page, "other windows follow", "/photos/p7")
    other.get_by_role("button", name="next ›").click()
    walk.check("the next photo takes its place", walk.wait(
        other, f"{PHOTO}.test(location.pathname) && location.pathname !== '/photos/p7'"), address(other))
    other.go_back()
    is_list(walk, other, "and back leads to the list")
    is_list(walk, page, "in all windows")
    other.goto(server.origin + "/nowhere")
    walk.check("an address of no page is told so", "nothing here" in other.content())
    walk.close(other)
    walk.close(page)


def favourites(walk, server):
    """A favourite is one state, in the list and on the page of the photo."""
    page = walk.open(server.url)
    is_list(walk, page, "the photos are shown")
    walk.rest(page)
    title, path, key = open_photo(walk, page, 1)
    is_photo(walk, page, "a photo is opened", path)
    hearts = "[...document.querySelectorAll('button')].map((one) => one.textContent).join(' ')"
    page.get_by_role("button", name="♡ favourite").click()
    walk.check("it becomes a favourite", walk.wait(page, f"{hearts}.includes('♥ favourite')"), page.evaluate(hearts))
    page.go_back()
    is_list(walk, page, "back in the list")
    walk.check("its row says so", walk.wait(page, f"walk.row('{key}')?.textContent.includes('♥ favourite')"),
               page.evaluate(f"walk.row('{key}')?.textContent"))
    page.locator(f"#feed > [data-key={key}]").get_by_role("button", name="♥ favourite").click()
    walk.wait(page, f"walk.row('{key}').textContent.includes('♡ favourite')")
    page.go_forward()
    is_photo(walk, page, "the photo again", path)
    walk.check("which is no favourite any more", walk.wait(page, f"{hearts}.includes('♡ favourite')"),
               page.evaluate(hearts))
    page.get_by_role("button", name="share").click()
    walk.check("its address can be shared", walk.wait(
        page, f"!document.getElementById('toast').hidden && document.getElementById('toast').textContent.includes('{path}')"),
        page.evaluate("document.getElementById('toast').textContent"))
    walk.close(page)


def comments(walk, server):
    """What is typed survives a reload, and a server that is killed."""
    page = walk.open(server.origin + "/photos/p9")
    is_photo(walk, page, "a photo is opened", "/photos/p9")
    field = page.get_by_placeholder("Write a comment")
    value = "document.querySelector('[placeholder=\"Write a comment\"]')?.value"
    field.click()
    page.keyboard.type("half a sent")
    walk.rest(page)
    page.reload()
    walk.check("a draft survives a reload", walk.wait(page, f"{value} === 'half a sent'"), page.evaluate(value))
    field.click()
    page.keyboard.press("End")
    page.keyboard.type("ence")
    walk.rest(page)
    server.kill()
    walk.check("a broken connection is shown", walk.wait(page, "walk.state() === 'reconnecting'"))
    walk.check("the draft stays meanwhile", page.evaluate(value) == "half a sentence", page.evaluate(value))
    server.start()
    walk.check("the page goes on", walk.wait(page, "walk.state() === 'live'", 30))
    is_photo(walk, page, "at its address", "/photos/p9")
    other = walk.open(server.origin + "/")
    # The address of the application means its first page.
    is_list(walk, other, "a new window begins at the first page")
    other.goto(server.origin + "/photos/p9")
    walk.check("the draft is in the file", walk.wait(other, f"{value} === 'half a sentence'"), other.evaluate(value))
    walk.close(other)
    walk.wait(page, f"{value} === 'half a sentence'")
    field.click()
    page.keyboard.press("Enter")
    walk.check("a comment is sent", walk.wait(
        page, "walk.seen().some((row) => row.text.includes('half a sentence'))"))
    walk.check("and the field is empty", walk.wait(page, f"{value} === ''"), page.evaluate(value))
    walk.rest(page)
    walk.shoot(page, "photo-comment")
    server.kill()
    server.start()
    page.reload()
    is_photo(walk, page, "a reload after a restart leads there", "/photos/p9")
    walk.check("the comment is there", walk.wait(
        page, "walk.seen().some((row) => row.text.includes('half a sentence'))"))
    page.go_back()
    is_list(walk, page, "and back leads to the list")
    walk.close(page)


def faults(walk, server):
    """Photos come page by page; what fails is said, and tried again."""
    server.slow()
    page = walk.open(server.url, wait=False)
    walk.check("photos on their way are announced", walk.wait(page, "document.body.textContent.includes('Loading photos')"))
    walk.shoot(page, "photos-loading")
    is_list(walk, page, "then they come")
    walk.check("and the loading row goes", walk.wait(
        page, "document.getElementById('count').textContent === '30 rows'"),
        page.evaluate("document.getElementById('count').textContent"))
    server.stop_source()
    walk.scroll_to(page, 1e9)
    walk.check("an error is a row", walk.wait(page, "walk.seen().some((row) => row.text.includes('No photos'))"),
               page.evaluate("walk.seen().at(-1)?.text"))
    walk.shoot(page, "photos-error")
    page.get_by_role("button", name="retry").last.click()
    walk.wait(page, "walk.seen().some((row) => row.text.includes('No photos'))")
    server.start_source()
    page.get_by_role("button", name="retry").last.click()
    walk.check("retry fetches what was missing", walk.wait(
        page, "parseInt(document.getElementById('count').textContent) >= 60"),
        page.evaluate("document.getElementById('count').textContent"))
    for _ in range(20):
        walk.scroll_to(page, 1e9)
        if page.evaluate("document.getElementById('count').textContent") == f"{server.count} rows":
            break
    walk.check("all pages are fetched as the reader comes to them", page.evaluate(
        "document.getElementById('count').textContent") == f"{server.count} rows",
        page.evaluate("document.getElementById('count').textContent"))
    walk.close(page)


def grid(walk, server):
    """Photos in as many columns as fit, by a click."""
    page = walk.open(server.url)
    is_list(walk, page, "the photos are shown")
    page.get_by_text("grid", exact=True).first.click()
    lines = "new Set([...document.querySelectorAll('.row.cell')].map((cell) => cell.offsetTop)).size"
    cells = "document.querySelectorAll('.row.cell').length"
    walk.check("they stand beside each other", walk.wait(page, f"{cells} > 10 && {cells} >= 3 * {lines}"),
               page.evaluate(f"[{cells}, {lines}]"))
    walk.rest(page)
    walk.shoot(page, "photos-grid")
    walk.scroll(page, 900, 6)
    places = first_items(page)
    open_photo(walk, page)
    page.go_back()
    walk.wait(page, f"location.pathname === '/photos' && {cells} > 10")
    walk.rest(page)
    now = first_items(page)
    walk.check("back leads to the same place of the grid", len(now) > 4 and now[0][0] == places[0][0]
               and abs(now[0][1] - places[0][1]) <= 1, f"{places[:1]} and {now[:1]}")
    walk.scroll_to(page, 0)
    page.get_by_role("radio", name="rows").or_(page.get_by_role("button", name="rows")).or_(
        page.get_by_role("tab", name="rows")).first.click()
    walk.check("and rows again", walk.wait(page, f"{cells} === 0 && walk.seen().length > 2"))
    walk.close(page)
