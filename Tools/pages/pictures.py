"""Pictures of all faces at all sizes, as `Tools/walk --all-pictures` takes them, each with what axe says of it."""

import inspecting
from components import header, item, open_scripted
from grids import open_grid
from inspecting_rows import history_of
from letters import HOSTILE
from looks import NOT_WIDER, check_axe
from tables import ORDERS

WIDTHS = {360: 740, 768: 1024, 1280: 800, 1920: 1080}
# What is asked of the browser for each look, beside the size.
LOOKS = {
    "light": {}, "dark": {"color_scheme": "dark"}, "forced": {"forced_colors": "active"},
    "forced-dark": {"forced_colors": "active", "color_scheme": "dark"}, "less-motion": {"reduced_motion": "reduce"},
    # Last, since what is not printed loses the focus.
    "right-to-left": {}, "zoom-200": {}, "printed": {"media": "print"},
}
USUAL = {"color_scheme": "light", "forced_colors": "none", "reduced_motion": "no-preference", "media": "screen"}


def take(walk, name, open_face):
    """Takes the pictures of a face, which is opened anew for each width. Chromium is asked for the looks."""
    for width, height in WIDTHS.items():
        page = open_face(width, height)
        for look, wishes in LOOKS.items():
            page.emulate_media(**{**USUAL, **wishes})
            page.evaluate("dir => { document.documentElement.dir = dir }", "rtl" if look == "right-to-left" else "ltr")
            # No page is laid out for less than 320 points, also not in large letters.
            part = 2 if look == "zoom-200" else 1
            page.set_viewport_size({"width": max(320, width // part), "height": height // part})
            walk.pass_frames(page, 3)
            page.evaluate("document.querySelector('#feed') && walk.rest()")
            where = f"{name}, {width} points, {look}"
            walk.check(f"nothing is cut off: {where}", page.evaluate(NOT_WIDER),
                       page.evaluate("document.scrollingElement.scrollWidth"))
            if look not in ("less-motion", "printed"):
                check_axe(walk, page, f": {where}")
            walk.shoot(page, f"{name}-{width}-{look}")
        walk.close(page)


def page(address="", action=None, wait=True):
    """A face of the page of a list: where it is, and what is done before it is seen."""
    def open_face(walk, server, **size):
        page = walk.open(server.url + address, wait=wait, **size)
        if wait:
            walk.wait(page, "document.activeElement.ariaPosInSet === '1'", 3)
        if action:
            action(walk, page)
        return page
    return open_face


def press(*keys):
    def action(walk, page):
        for key in keys:
            page.keyboard.press(key)
            walk.pass_frames(page, 3)
    return action


def looked_for(text, *keys):
    def action(walk, page):
        page.keyboard.press("/")
        page.keyboard.type(text)
        walk.wait(page, "document.getElementById('search-result').textContent.includes(' of ')")
        press(*keys)(walk, page)
    return action


def only_matches(text):
    def action(walk, page):
        looked_for(text)(walk, page)
        page.click("#search-only")
        walk.wait(page, "document.querySelector('.chip') !== null")
    return action


def asked_before_undo(walk, page):
    page.get_by_role("button", name="Undo").click()
    walk.wait(page, "document.getElementById('sure').open")


def inspector(address, action=None):
    def open_face(walk, server, **size):
        page = inspecting.look(walk, server, f"#tab={address}", **size)
        panel = address.split("&")[0]
        walk.wait(page, f"Boolean(document.querySelector('#panel-{panel} :is(.card, .note)'))")
        if action:
            action(walk, page)
        return page
    return open_face


def previewed(walk, page):
    history_of(walk, page, "item 4")
    page.get_by_role("button", name="Restore the row to this").last.click()
    walk.wait(page, "document.querySelectorAll('#restoring[open] :is(table, .story)').length > 0")


def unfolded(walk, page):
    page.evaluate("document.querySelectorAll('summary').forEach((summary) => summary.click())")


def checked(walk, page):
    page.get_by_role("button", name="Check the file").click()
    walk.wait(page, "Boolean(document.querySelector('#check .good'))", 30)


def scripted(rows):
    """Components in place of what the server shows."""
    def open_face(walk, server, width, height):
        page, _ = open_scripted(walk, server, rows)
        page.set_viewport_size({"width": width, "height": height})
        return page
    return open_face


def as_grid(walk, server, width, height):
    page, _ = open_grid(walk, server)
    page.set_viewport_size({"width": width, "height": height})
    return page


def liked_before(walk, page):
    """The feed before the first post was liked."""
    liked = "walk.seen().filter((row) => row.text.includes('♥ liked')).length"
    if page.evaluate(liked) == 0:
        page.get_by_role("button", name="♡ like").first.click()
        walk.wait(page, f"{liked} === 1")
    page.click("#earlier")
    walk.wait(page, "document.getElementById('past').checkVisibility()")


def photo_grid(walk, page):
    page.get_by_text("grid", exact=True).first.click()
    walk.wait(page, "document.querySelectorAll('.row.cell').length > 1")


def photo_rows(walk, page):
    if page.locator(".row.cell").count():
        page.get_by_text("rows", exact=True).first.click()
        walk.wait(page, "document.querySelectorAll('.row.cell').length === 0")


def one_photo(walk, server, **size):
    page = walk.open(server.origin + "/photos/p7", **size)
    walk.wait(page, "document.querySelector('[placeholder=\"Write a comment\"]') !== null")
    return page


def others_wrote(walk):
    server = walk.serve(300, edits=True)
    server.change({"updatedItems": [[[0, 0], {"title": "Written by another one", "text": "Undo asks before it goes"}]]},
                  origin="Ann")
    return server


def two_lists(walk):
    server = walk.serve(300)
    server.serve_also("letters that came later")
    return server


def changed_orders(walk):
    server = walk.serve(0, models=ORDERS)
    server.change({"updatedItems": [[[0, 0], {**ORDERS[0], "status": "late", "total": 1234567}]]}, origin="Ann")
    server.change({"removedItems": [[0, 3]], "movedItems": [[[0, 5], [0, 1]]],
                   "insertedItems": [[[0, 0], {"customer": "New", "status": "open", "total": 12}]]}, origin="Bob")
    return server


def pictured():
    """The servers of the pictures, each with the faces of it: a name, and how it is opened."""
    return [
        (others_wrote, {
            "page": page(), "page-row": page(action=press("ArrowDown", "Enter")),
            "page-selected": page(action=press("Shift+ArrowDown", "Shift+ArrowDown")),
            "page-search": page(action=looked_for("rain")), "page-matches": page(action=only_matches("rain")),
            "page-menu": page(action=lambda _, page: page.click("#menu-open")), "page-keys": page(action=press("?")),
            "page-sure": page(action=asked_before_undo)}),
        (two_lists, {"lists": lambda walk, server, **size: walk.open(
            server.url.replace("/lists/main", "/"), wait=False, **size)}),
        (lambda walk: walk.serve(400, 4), {"sections": page(), "sections-folded": page(action=press("z"))}),
        (changed_orders, {
            "table": page(), "table-derived": page("#down=created&group=status"), "table-filtered": page(
                "#down=total", only_matches("Customer 1")),
            "table-values": page(action=press("f")), "table-past": page("#at=3"),
            "table-past-derived": page("#down=total&at=3"),
            "table-menu": page(action=lambda _, page: page.click("#menu-open"))}),
        (lambda walk: walk.serve(0, models=HOSTILE), {"hostile": page()}),
        (lambda walk: walk.serve(0), {"empty": page(wait=False)}),
        (lambda walk: walk.serve(1), {"components": scripted(
            [[header("Section 1"), [(f"i{n}", item(f"Row {n}")) for n in range(40)]]]), "components-grid": as_grid}),
        (lambda walk: inspecting.serve(walk, edits=True), {
            "inspector": inspector("history&at=6"), "inspector-unfolded": inspector("history&at=6", unfolded),
            "inspector-row": inspector("row&key=i4&at=6"), "inspector-compare": inspector("compare&from=2&to=6"),
            "inspector-find": inspector("find&text=damson"), "inspector-none": inspector("find&origin=Eve"),
            "inspector-largest": inspector("largest"), "inspector-pending": inspector("pending"),
            "inspector-storage": inspector("storage", checked),
            "inspector-restoring": inspector("row&key=i4&at=6", previewed),
            "inspector-garbage": inspector("history&key=nonsense&at=x")}),
    ]


def pictured_programs(options):
    feed = (lambda walk: walk.serve_feed(), {"feed": page(), "feed-past": page(action=liked_before)})
    photos = (lambda walk: walk.serve_photos(), {
        "photos": page(action=photo_rows), "photos-grid": page(action=photo_grid), "photo": one_photo})
    return [*([feed] if options.feed else []), *([photos] if options.photos else [])]


def take_all(walk):
    """Takes all pictures in the browser of a walk."""
    for serve, faces in pictured() + pictured_programs(walk.options):
        faces = {name: face for name, face in faces.items() if not walk.options.only or name in walk.options.only}
        if not faces:
            continue
        server = serve(walk)
        try:
            for name, open_face in faces.items():
                def part(walk, server):
                    take(walk, name, lambda width, height: open_face(walk, server, width=width, height=height))
                part.__name__ = name
                walk.attempt(part, server)
        finally:
            server.close()
