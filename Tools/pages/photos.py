"""The application of photos: its pages are those of the browser, and what is done to them is in the file."""

import json
import random
import re
import time

import touching

PHOTO = "/^\\/photos\\/p\\d+$/"
# What browsers say of pictures while the program is dead.
KILLED = ["ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_SOCKET_NOT_CONNECTED"]


def address(page):
    return page.evaluate("location.pathname")


def comes_to(walk, page, name, path, condition="true"):
    """Waits until the page is at an address and shows what it is to."""
    walk.check(name, walk.wait(page, f"location.pathname === '{path}' && {condition}"),
               f"{address(page)} instead of {path}")


def is_list(walk, page, name):
    # Back in the history of the browser, the rows of the photo stay until those of the list come.
    comes_to(walk, page, name, "/photos",
             "walk.seen().some((row) => walk.row(row.key).querySelector('[aria-label^=\"Open \"]') !== null)")


def is_photo(walk, page, name, path):
    comes_to(walk, page, name, path, "document.querySelector('input[placeholder=\"Write a comment\"],"
             " textarea[placeholder=\"Write a comment\"]') !== null && walk.state() === 'live'")


def kill_and_restart(walk, server, page):
    """Kills the program and starts it again with its file and its port: the page goes on by itself."""
    server.kill()
    walk.check("a program that is killed is missed", walk.wait(page, "walk.state() === 'reconnecting'"))
    server.start()
    walk.check("and found again", walk.wait(page, "walk.state() === 'live'", 30), page.evaluate("walk.state()"))


def reached_photo(page, index=0):
    """A photo whose picture no header covers: its row, its title, and where its picture is."""
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
    return key, title, place


def open_photo(walk, page, index=0):
    """Clicks on the picture of a photo. Returns its title, its address and its row."""
    key, title, place = reached_photo(page, index)
    page.mouse.click(*place)
    walk.wait(page, f"{PHOTO}.test(location.pathname) && document.title === {title!r}")
    return title, address(page), key


def first_items(page):
    return page.evaluate("walk.seen().filter((row) => row.kind === 'item').map((row) => [row.key, row.top])")


def navigation(walk, server):
    """A photo has an address; back and forward are the stack of the application."""
    page = walk.open(server.url)
    page.expected += KILLED
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
    kill_and_restart(walk, server, page)
    is_photo(walk, page, "a restart leaves the photo open", path)
    walk.rest(page)
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
    other.get_by_role("button", name="‹ previous").click()
    walk.check("the photo before takes its place", walk.wait(
        other, f"{PHOTO}.test(location.pathname) && location.pathname !== '/photos/p7'"), address(other))
    other.go_back()
    is_list(walk, other, "and back leads to the list")
    is_list(walk, page, "in all windows")
    other.expected = ["404"]
    other.goto(server.origin + "/nowhere")
    walk.check("an address of no page is told so", "nothing here" in other.content())
    walk.close(other)
    for pause in [0, 0.005, 0.02, 0.1]:
        # The program may have opened the photo before it is killed, or not; nothing is in between.
        page.mouse.click(*reached_photo(page)[2])
        time.sleep(pause)
        kill_and_restart(walk, server, page)
        # A click that was refused, or lost with its connection, has no effect.
        walk.rest(page)
        if address(page) == "/photos":
            is_list(walk, page, "a program that is killed by a click shows the list")
        else:
            is_photo(walk, page, "a program that is killed by a click shows the photo", address(page))
            page.go_back()
            is_list(walk, page, "from which back leads to the list")
        walk.rest(page)
    walk.close(page)


# What the page has told the server of swipes.
SWIPES = "walk.sent.filter((message) => message.event?.name === 'swipe').map((message) => message.event.values[0])"


def swipes(walk, server):
    """A finger that is drawn over a photo shows the one beside it; drawn otherwise it does what it does elsewhere."""
    page = walk.open(server.url, height=500, **touching.options(walk))
    is_list(walk, page, "the photos are shown")
    walk.rest(page)
    _, path, _ = open_photo(walk, page, 1)
    is_photo(walk, page, "a photo is opened", path)
    walk.rest(page)
    fingers = touching.Fingers(walk, page)
    # The box of the picture, of which enough is seen.
    left, top, width, height = page.evaluate("""() => {
      const box = document.querySelector('#feed .roster-swiped').getBoundingClientRect();
      return [box.left, box.top, Math.min(box.width, innerWidth), Math.min(box.bottom, innerHeight) - box.top] }""")
    middle, side, far = (left + width / 2, top + height / 2), left + width / 4, left + width * 3 / 4
    y = middle[1]
    walk.check("vertical scrolling stays that of the browser", page.evaluate(
        "getComputedStyle(document.querySelector('#feed .roster-swiped')).touchAction") in
        ["pan-y pinch-zoom", "pinch-zoom pan-y"])
    for name, draw in [
        ("too short", lambda: fingers.draw(middle, (middle[0] - 40, y))),
        ("too slow", lambda: fingers.draw((far, y), (side, y), milliseconds=4_000)),
        # Towards each other, so that the page is not magnified.
        ("two fingers", lambda: fingers.draw((far, y), (middle[0] + 30, y), other=((side, y), (middle[0] - 30, y)))),
        ("up", lambda: fingers.draw((middle[0], y + 120), (middle[0] - 30, y - 120))),
        ("forth and back", lambda: fingers.draw((far, y), (side, y), middle)),
        ("selecting", lambda: fingers.draw((far, y), (side, y), halfway=lambda: page.evaluate(
            "getSelection().selectAllChildren(document.querySelector('#feed .roster-text .roster-content'))"))),
    ]:
        before = page.evaluate(f"{SWIPES}.length")
        draw()
        walk.pass_frames(page, 3)
        walk.check(f"a movement is no swipe: {name}", page.evaluate(f"{SWIPES}.length") == before
                   and address(page) == path, page.evaluate(SWIPES))
    if walk.kind == "chromium":
        walk.check("a finger that goes up scrolls", walk.wait(page, "scrollY > 50"), page.evaluate("scrollY"))
    page.evaluate("() => { getSelection().removeAllRanges(); scrollTo(0, 0) }")
    walk.rest(page)
    for name, way, expected in [("next", (far, side), "left"), ("previous", (side, far), "right")]:
        former = address(page)
        fingers.draw((way[0], y), (way[1], y + 10))
        walk.check(f"a swipe to the {expected} shows the {name} photo", walk.wait(
            page, f"{PHOTO}.test(location.pathname) && location.pathname !== '{former}'")
            and page.evaluate(SWIPES)[-1:] == [expected], [address(page), page.evaluate(SWIPES)])
        is_photo(walk, page, "with all that belongs to it", address(page))
        walk.rest(page)
    walk.check("so both lead where the reader was", address(page) == path, address(page))
    page.get_by_role("button", name="next ›").focus()
    page.keyboard.press("Enter")
    walk.check("keys do the same", walk.wait(page, f"{PHOTO}.test(location.pathname) && location.pathname !== '{path}'"))
    page.go_back()
    is_list(walk, page, "back leads to the list")
    page.goto(server.origin + path)
    is_photo(walk, page, "the photo again", path)
    walk.rest(page)
    page.get_by_role("button", name="Larger").click()
    image = "document.querySelector('#feed .roster-swiped img').getBoundingClientRect().left"
    walk.wait(page, f"document.querySelector('#feed .roster-swiped img').getBoundingClientRect().width > {width * 1.5}")
    # The button is below the picture.
    page.evaluate("scrollTo(0, 0)")
    walk.rest(page)
    before = page.evaluate(image)
    fingers.draw((far, y), (side, y))
    walk.check("a swipe over a picture that is zoomed moves it", walk.wait(page, f"{image} < {before} - {width / 8}")
               and address(page) == path, [before, page.evaluate(image)])
    walk.rest(page)
    walk.shoot(page, "photo-zoomed")
    page.get_by_role("button", name="Smaller").click()
    walk.check("and is smaller again", walk.wait(page, f"Math.abs({image} - {left}) < 2"), page.evaluate(image))
    walk.close(page)


def favourites(walk, server):
    """A favourite is one state, in the list and on the page of the photo."""
    page = walk.open(server.url)
    is_list(walk, page, "the photos are shown")
    walk.rest(page)
    page.expected += KILLED
    title, path, key = open_photo(walk, page, 1)
    is_photo(walk, page, "a photo is opened", path)
    hearts = "[...document.querySelectorAll('button')].map((one) => one.textContent).join(' ')"
    page.get_by_role("button", name="♡ favourite").click()
    walk.check("it becomes a favourite", walk.wait(page, f"{hearts}.includes('♥ favourite')"), page.evaluate(hearts))
    kill_and_restart(walk, server, page)
    is_photo(walk, page, "a restart leaves it open", path)
    walk.check("as a favourite", walk.wait(page, f"{hearts}.includes('♥ favourite')"), page.evaluate(hearts))
    page.go_back()
    is_list(walk, page, "back in the list")
    walk.check("its row says so", walk.wait(page, f"walk.row('{key}')?.textContent.includes('♥ favourite')"),
               page.evaluate(f"walk.row('{key}')?.textContent"))
    # The page may still go to where the reader was, and move the row below the pointer.
    walk.rest(page)
    page.locator(f"#feed > [data-key={key}]").get_by_role("button", name="♥ favourite").click()
    walk.check("where it can be taken back", walk.wait(page, f"walk.row('{key}').textContent.includes('♡ favourite')"),
               page.evaluate(f"walk.row('{key}').textContent"))
    page.go_forward()
    is_photo(walk, page, "the photo again", path)
    walk.check("which is no favourite any more", walk.wait(page, f"{hearts}.includes('♡ favourite')"),
               page.evaluate(hearts))
    page.get_by_role("button", name="share").click()
    walk.check("its address can be shared", walk.wait(
        page, f"!document.getElementById('toast').hidden && document.getElementById('toast').textContent.includes('{path}')"),
        page.evaluate("document.getElementById('toast').textContent"))
    for pause in [0, 0.005, 0.02, 0.1]:
        # The click may have been stored before, or not: the page, its row and a new window say the same.
        page.get_by_role("button", name="favourite").click()
        time.sleep(pause)
        kill_and_restart(walk, server, page)
        walk.rest(page)
        heart = page.get_by_role("button", name="favourite").text_content()
        other = walk.open(server.origin + path)
        walk.check("a program that is killed by a click is of one opinion", walk.wait(
            other, f"{hearts}.includes('{heart}')"), [heart, other.evaluate(hearts)])
        other.goto(server.url)
        is_list(walk, other, "the list")
        walk.check("also in the list", walk.wait(other, f"walk.row('{key}')?.textContent.includes('{heart}')"),
                   [heart, other.evaluate(f"walk.row('{key}')?.textContent")])
        walk.close(other)
        is_list(walk, page, "to which this window follows")
        page.goto(server.origin + path)
        is_photo(walk, page, "the photo again", path)
    if "♥" in page.get_by_role("button", name="favourite").text_content():
        page.get_by_role("button", name="♥ favourite").click()
    walk.check("at the end it is none", walk.wait(page, f"{hearts}.includes('♡ favourite')"), page.evaluate(hearts))
    walk.close(page)


def comments(walk, server):
    """What is typed survives a reload, and a server that is killed."""
    page = walk.open(server.origin + "/photos/p9")
    page.expected += KILLED
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
    server.restart()
    page.reload()
    is_photo(walk, page, "a reload after a restart leads there", "/photos/p9")
    walk.check("the comment is there", walk.wait(
        page, "walk.seen().some((row) => row.text.includes('half a sentence'))"))
    page.go_back()
    is_list(walk, page, "and back leads to the list")
    walk.close(page)


def count(page):
    return page.evaluate("document.getElementById('count').textContent")


def has_count(walk, page, number, seconds=15):
    return walk.wait(page, f"document.getElementById('count').textContent === '{number} rows'", seconds)


def end_says(walk, page, text, seconds=15):
    """Scrolls on to the end until a row there says something. The end moves as rows come."""
    end = time.time() + seconds
    while time.time() < end:
        page.evaluate("() => { document.scrollingElement.scrollTop = 1e9 }")
        if walk.wait(page, f"walk.seen().some((row) => row.text.includes({text!r}))", 1):
            return True
    return False


def loading(walk, server):
    """Photos on their way are announced, also by a program that was killed meanwhile."""
    # The page is there before: an answer that does not come is a failure after ten seconds.
    page = walk.open(server.url)
    page.expected += KILLED
    is_list(walk, page, "the photos are shown")
    server.answers.spoil("/photos", "hold")
    server.begin_anew()
    says = "document.body.textContent.includes('Loading photos')"
    walk.check("photos on their way are announced", walk.wait(page, f"walk.state() === 'live' && {says}", 30))
    walk.shoot(page, "photos-loading")
    server.kill()
    walk.wait(page, "walk.state() === 'reconnecting'")
    server.start()
    walk.check("also after a restart", walk.wait(page, f"walk.state() === 'live' && {says}", 30))
    server.answers.release()
    is_list(walk, page, "then they come")
    walk.check("and the loading row goes", walk.wait(page, f"!walk.seen().some((row) => row.text.includes('Loading'))"
               " && parseInt(document.getElementById('count').textContent) >= 30"), count(page))
    walk.close(page)


def faults(walk, server):
    """What cannot be fetched is said, and tried again; photos come page by page."""
    server.answers.spoil("page=2", "503")
    server.begin_anew()
    page = walk.open(server.url)
    page.expected += KILLED
    is_list(walk, page, "the photos are shown")
    walk.check("an error is a row", end_says(walk, page, "No photos: the server answers 503."))
    walk.rest(page)
    walk.shoot(page, "photos-error")
    for kind, reason in [("cut", "cannot be reached"), ("text", "sends something that is no list of photos"),
                         ("large", "sends too much"), ("404", "answers 404")]:
        server.answers.spoil("page=2", kind)
        page.get_by_role("button", name="retry").last.click()
        walk.check(f"so is an answer that is spoiled by {kind}", end_says(walk, page, f"No photos: the server {reason}"),
                   page.evaluate("walk.seen().at(-1)?.text"))
    server.answers.spoil("/photos", "404")
    server.restart()
    walk.check("a restart without a network has the photos of the file", walk.wait(
        page, "walk.state() === 'live' && document.body.textContent.includes('Not refreshed: the server answers 404')",
        30), count(page))
    walk.check("and all of them", has_count(walk, page, 30), count(page))
    server.answers.release()
    page.evaluate("() => { document.scrollingElement.scrollTop = 0 }")
    page.get_by_role("button", name="retry").first.click()
    walk.check("retry fetches them anew", walk.wait(page, "!document.body.textContent.includes('Not refreshed')"))
    # Pictures that are asked for meanwhile are refused as well.
    page.expected += ["/images/"]
    server.answers.refuse()
    press(page, page.get_by_role("button", name="refresh", exact=True))
    says = "document.body.textContent.includes('Not refreshed: the server cannot be reached')"
    # The reader is not to wait for the last attempt.
    walk.check("a server that is gone is said soon", walk.wait(page, says, 5))
    walk.shoot(page, "photos-unreached")
    server.answers.listen()
    walk.check("and asked again until it is back", walk.wait(page, f"!({says})", 40))
    walk.rest(page)
    server.answers.spoil("/photos", "hold")
    walk.check("the next page is on its way", end_says(walk, page, "Loading photos"))
    server.kill()
    server.answers.release()
    server.start()
    walk.wait(page, "walk.state() === 'live'", 30)
    for _ in range(30):
        walk.scroll_to(page, 1e9)
        if count(page) == f"{server.count} rows":
            break
    walk.check("all pages are fetched as the reader comes to them, also after a restart",
               count(page) == f"{server.count} rows", count(page))
    walk.close(page)


TITLES = """walk.seen().map((row) => walk.row(row.key).querySelector('[aria-label^="Open "]'))
  .filter((button) => button).map((button) => button.ariaLabel.slice(5))"""


def begins_with_another(title):
    """Whether the first photo is not the one with a title."""
    return f"(([first]) => first !== undefined && first !== {title!r})({TITLES})"


def row_of(page, title):
    return page.locator("#feed > .row").filter(has=page.get_by_role("button", name=f"Open {title}", exact=True))


def choices(walk, server):
    """Photos are sorted, filtered and fetched anew, and keep what was done to them."""
    page = walk.open(server.url)
    page.expected += KILLED
    is_list(walk, page, "the photos are shown")
    walk.rest(page)
    title = page.evaluate(f"{TITLES}[1]")
    row_of(page, title).get_by_role("button", name="♡ favourite").click()
    row_of(page, title).get_by_role("button", name="about").click()
    marked = f"""[...document.querySelectorAll('[aria-label="Open ' + {title!r} + '"]')].some((button) => {{
      const {{ textContent }} = button.closest('.row');
      return textContent.includes('♥ favourite') && textContent.includes('less');
    }})"""
    walk.check("a photo is a favourite, and its description is open", walk.wait(page, marked))
    page.get_by_text("title", exact=True).first.click()
    # The order of the words, and that of their letters without capitals and marks.
    walk.check("photos are sorted by title", walk.wait(
        page, f"(() => {{ const titles = {TITLES}; return titles.length > 3 && titles.every((title, index) => "
              f"!index || titles[index - 1].localeCompare(title, 'en') <= 0) }})()"), page.evaluate(TITLES))
    page.get_by_role("button", name="♡ only").click()
    walk.check("only favourites are shown", walk.wait(page, f"{TITLES}.length === 1 && {marked}"), page.evaluate(TITLES))
    walk.rest(page)
    walk.shoot(page, "photos-favourites")
    kill_and_restart(walk, server, page)
    walk.check("also after a restart", walk.wait(
        page, f"walk.state() === 'live' && {TITLES}.length === 1 && {marked}", 30), page.evaluate(TITLES))
    page.get_by_role("button", name="♥ only").click()
    walk.check("and then all", walk.wait(page, f"{TITLES}.length > 3"))
    field = page.get_by_placeholder("Search titles and authors")
    field.fill(title)
    walk.check("a search finds the photo", walk.wait(page, f"{TITLES}.length === 1 && {marked}"), page.evaluate(TITLES))
    field.fill("no photo is called so")
    walk.check("or none", walk.wait(page, f"{TITLES}.length === 0"), page.evaluate(TITLES))
    field.fill("")
    walk.check("what was hidden is as it was", walk.wait(page, f"{TITLES}.length > 3"))
    page.get_by_text("newest", exact=True).first.click()
    walk.check("in its old place", walk.wait(page, f"{TITLES}[1] === {title!r} && {marked}"), page.evaluate(TITLES))
    walk.rest(page)
    walk.close(page)


def refresh(walk, server):
    """New photos come by a refresh; an answer of an earlier one that is late changes nothing."""
    page = walk.open(server.url)
    is_list(walk, page, "the photos are shown")
    walk.rest(page)
    newest = page.evaluate(TITLES)[0]
    walk.scroll(page, 700)
    first = page.evaluate("walk.first().key")
    former = page.evaluate(TITLES)
    server.answers.spoil("/photos", "hold")
    button = page.get_by_role("button", name="refresh", exact=True)
    press(page, button)
    walk.check("a refresh is under way", walk.wait(page, "document.querySelector('[aria-label=Refreshing]') !== null")
               and wait_until(lambda: server.answers.waiting > 0))
    released = server.answers.released
    server.answers.add_photo()
    server.count += 1
    server.answers.spoil("/photos")
    before = page.evaluate("walk.revision()")
    walk.watched(page, "photos that stay keep their place", first, lambda: (
        press(page, button), walk.wait(page, f"walk.revision() !== '{before}'")), 60)
    released.set()
    walk.check("the late answer has come", wait_until(lambda: server.answers.waiting == 0))
    walk.rest(page)
    walk.check("and changes nothing", page.evaluate(TITLES) == former, page.evaluate(TITLES))
    walk.scroll_to(page, 0)
    walk.check("the new photo is there", walk.wait(page, begins_with_another(newest)), newest)
    newest = page.evaluate(TITLES)[0]
    walk.scroll(page, 700)
    first, former = page.evaluate("walk.first().key"), page.evaluate(TITLES)
    server.answers.spoil("/photos", "hold")
    press(page, button)
    is_refreshing = "document.querySelector('[aria-label=Refreshing]') !== null"
    walk.check("one more is under way", walk.wait(page, is_refreshing) and wait_until(lambda: server.answers.waiting > 0))
    server.answers.add_photo()
    server.count += 1
    page.expected += KILLED
    kill_and_restart(walk, server, page)
    walk.check("the restart fetches anew", walk.wait(page, is_refreshing))
    walk.rest(page)
    walk.check("and has all photos in their places", page.evaluate("walk.first().key") == first
               and page.evaluate(TITLES) == former, page.evaluate(TITLES))
    before = page.evaluate("walk.revision()")
    server.answers.release()
    walk.check("they stay when the answer comes", walk.wait(page, f"walk.revision() !== '{before}' && !({is_refreshing})"))
    walk.rest(page)
    walk.check("where they are", page.evaluate("walk.first().key") == first and page.evaluate(TITLES) == former,
               page.evaluate(TITLES))
    walk.scroll_to(page, 0)
    walk.check("and the photo that came is there", walk.wait(page, begins_with_another(newest)), newest)
    walk.close(page)


def press(page, button):
    """Clicks where something is seen; a click on its locator would scroll to it first."""
    box = button.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def wait_until(holds, seconds=15):
    end = time.time() + seconds
    while not holds() and time.time() < end:
        time.sleep(0.02)
    return holds()


# The pictures that are seen: what they are called, whether they are shown, and how their files begin.
PICTURES = """async () => {
  const photos = [];
  for (const { key } of walk.seen()) {
    const button = walk.row(key).querySelector('[aria-label^="Open "]');
    const image = button?.parentElement.querySelector('img');
    if (!image) continue;
    const response = await fetch(image.src, { cache: 'force-cache' });
    const bytes = response.ok ? [...new Uint8Array(await response.arrayBuffer()).slice(0, 4_000)] : [];
    photos.push([button.ariaLabel.slice(5), image.complete && image.naturalWidth > 0, bytes]);
  }
  return photos;
}"""


def pictures(walk, server):
    """Pictures come late, are cut, or are none: a photo never has that of another one."""
    server.answers.release()
    _, _, body = server.answers.fetch("/photos?page=1&count=1000")
    addresses = {}
    for photo in json.loads(body)["photos"]:
        addresses.setdefault(photo["title"], []).append("/" + photo["thumbnail"].lstrip("/"))

    def compare(page, name, wants_all):
        walk.rest(page)
        shown, wrong = 0, []
        for title, is_shown, data in page.evaluate(PICTURES):
            shown += is_shown
            right = [server.answers.fetch(address)[2] for address in addresses[title]]
            # One that is spoiled may be shorter or longer.
            is_right = any(bytes(data[:len(file)]) == file[:len(data)] for file in right)
            if is_shown and not is_right or wants_all and not is_shown:
                wrong.append(title)
        walk.check(name, shown > 0 and not wrong, f"{shown} pictures, {wrong}")

    server.answers.spoil("/pictures/", *["delay"] * 6, "404", "cut", "text", "large")
    page = walk.open(server.url, expected=[*KILLED, "Failed to load resource", "/images/"])
    is_list(walk, page, "photos are shown while pictures are on their way")
    numbers = random.Random(16)
    for _ in range(20):
        page.evaluate("top => { document.scrollingElement.scrollTop = top }",
                      numbers.random() * page.evaluate("document.scrollingElement.scrollHeight"))
        walk.pass_frames(page, numbers.randrange(1, 6))
    # In the middle of everything that is on its way.
    kill_and_restart(walk, server, page)
    page.evaluate("() => { document.scrollingElement.scrollTop = 0 }")
    walk.check("late pictures come", walk.wait(page, "document.querySelector('#feed img')?.naturalWidth > 0"))
    compare(page, "each picture is that of its photo", wants_all=False)
    walk.shoot(page, "photos-pictures")
    walk.close(page)
    server.answers.release()
    page = walk.open(server.url)
    is_list(walk, page, "a reload shows the photos")
    walk.wait(page, "walk.seen().every(({ key }) => { const image = walk.row(key).querySelector('img');"
                    " return !image || image.naturalWidth > 0 })")
    compare(page, "with all pictures, as the faults are over", wants_all=True)
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
    walk.check("no card is wider than its column", page.evaluate("""[...document.querySelectorAll('.row.cell')].every((cell) =>
        [...cell.querySelectorAll('.roster-box')].every((box) => box.getBoundingClientRect().right
          <= cell.getBoundingClientRect().right + 1))"""))
    walk.shoot(page, "photos-grid")
    walk.scroll(page, 900, 6)
    places = first_items(page)
    page.expected += KILLED
    kill_and_restart(walk, server, page)
    walk.rest(page)
    now = first_items(page)
    walk.check("a restart leaves the grid where it was", len(now) > 4 and now[0][0] == places[0][0]
               and abs(now[0][1] - places[0][1]) <= 1 and page.evaluate(f"{cells} >= 3 * {lines}"),
               f"{places[:1]} and {now[:1]}")
    open_photo(walk, page)
    page.go_back()
    walk.wait(page, f"location.pathname === '/photos' && {cells} > 10")
    walk.rest(page)
    now = first_items(page)
    walk.check("back leads to the same place of the grid", len(now) > 4 and now[0][0] == places[0][0]
               and abs(now[0][1] - places[0][1]) <= 1, f"{places[:1]} and {now[:1]}")
    walk.scroll_to(page, 0)
    page.get_by_text("rows", exact=True).first.click()
    walk.check("and rows again", walk.wait(page, f"{cells} === 0 && walk.seen().length > 2"))
    walk.close(page)


def undo(walk, server):
    """What the reader has done is undone at once."""
    # All pages have been fetched before, so nothing that the server sends comes behind it.
    page = walk.open(server.url)
    is_list(walk, page, "the photos are shown")
    walk.rest(page)
    title = page.evaluate("""walk.seen().map(({ key }) => walk.row(key))
      .filter((row) => row.textContent.includes('♡ favourite'))
      .map((row) => row.querySelector('[aria-label^="Open "]').ariaLabel.slice(5))[0]""")
    is_marked = f"""[...document.querySelectorAll('[aria-label="Open ' + {title!r} + '"]')].some((button) =>
      button.closest('.row').textContent.includes('♥ favourite'))"""
    is_asked = "document.getElementById('sure').open"
    row_of(page, title).first.get_by_role("button", name="♡ favourite").click()
    walk.check("a photo is a favourite", walk.wait(page, is_marked))
    page.get_by_role("button", name="Undo").click()
    walk.check("an undo takes that back, without a question", walk.wait(page, f"!({is_marked})")
               and not page.evaluate(is_asked), page.evaluate(is_asked))
    page.get_by_role("button", name="Redo").click()
    walk.check("a redo brings it back", walk.wait(page, is_marked) and not page.evaluate(is_asked), page.evaluate(is_asked))
    first = page.evaluate(TITLES)[0]
    page.get_by_text("title", exact=True).first.click()
    walk.check("photos are sorted by title", walk.wait(page, begins_with_another(first)), page.evaluate(TITLES))
    page.get_by_role("button", name="Undo").click()
    walk.check("an undo takes the order back", walk.wait(page, f"{TITLES}[0] === {first!r}")
               and not page.evaluate(is_asked), page.evaluate(TITLES))
    walk.close(page)
