"""What every part of the walk needs: a browser, pages, waiting for what is to happen, and checks."""

import os
import re
import time

from axe_playwright_python.sync_playwright import Axe

from letters import letter
from servers import FeedServer, PhotosServer, RosterServer

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
# Firefox takes no wishes through its remote protocol, but has settings for them.
FIREFOX_WISHES = {"dark": {"layout.css.prefers-color-scheme.content-override": 0},
                  "reduce": {"ui.prefersReducedMotion": 1}}


class Walk:
    """One walk, in one browser: each part is a function that takes it and a server."""

    def __init__(self, options, kind, playwright):
        self.options, self.kind, self.playwright = options, kind, playwright
        self.failures = self.checks = 0
        self.browser = self.launch()

    def launch(self, **wishes):
        if self.kind == "chromium":
            arguments = ["--no-sandbox"]
            if self.options.resources:
                # A page that comes from here may not speak to a server of this machine otherwise.
                arguments.append("--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets")
            return self.playwright.chromium.launch(
                executable_path=self.options.chromium, args=arguments)
        return self.playwright.firefox.launch(
            channel="moz-firefox", executable_path=self.options.firefox, firefox_user_prefs=wishes)

    # ---- Parts ---------------------------------------------------------------------------------

    def walk(self, serve, parts):
        """Walks through the parts that are wanted, on one server."""
        only, without = self.options.only, self.options.without or []
        parts = [part for part in parts
                 if (not only or part.__name__ in only) and part.__name__ not in without]
        if not parts:
            return
        server = serve()
        try:
            for part in parts:
                self.attempt(part, server)
        finally:
            server.close()

    def attempt(self, part, server):
        begin = time.time()
        try:
            part(self, server)
        except Exception as error:
            self.check(part.__name__, False, f"{type(error).__name__}: {str(error)[:300]}")
        for context in self.browser.contexts:
            context.close()
        if self.options.verbose:
            print(f"      {self.kind:8}  {part.__name__} took {time.time() - begin:.1f} s", flush=True)

    def check(self, name, is_good, detail=""):
        self.checks += 1
        if not is_good:
            self.failures += 1
        if not is_good or not self.options.quiet:
            print(f"{'pass' if is_good else 'FAIL'}  {self.kind:8}  {name}{': ' if detail != '' else ''}"
                  f"{detail}", flush=True)

    # ---- Servers -------------------------------------------------------------------------------

    def serve(self, count, sections=1, models=None, **options):
        if models:
            return RosterServer(self.options.roster, [(None, models)], **options)
        each = count // sections
        return RosterServer(self.options.roster, [
            ({"title": f"Section {n + 1}"} if sections > 1 else None,
             [letter(n * each + k) for k in range(each)]) for n in range(sections)], **options)

    def serve_feed(self):
        return FeedServer(self.options.feed)

    def serve_photos(self):
        return PhotosServer(self.options.photos)

    # ---- Pages ---------------------------------------------------------------------------------

    def open(self, url, width=1280, height=860, wait=True, init=None, browser=None, prepare=None,
             expected=(), **context):
        """Opens a page. What of its console is expected may come before it shows rows."""
        context = (browser or self.browser).new_context(
            viewport={"width": width, "height": height}, **context)
        if self.options.resources:
            context.route(re.compile(r"/assets/[^/]*$"), self.send_asset)
            context.route(re.compile(r"/lists/[^/]*$|/photos(/[^/]*)?$"), self.send_page)
            context.route(re.compile(r"/inspect/[^/]*$"), self.send_inspector)
        page = context.new_page()
        # Servers are killed here, and one image leads nowhere.
        page.errors, page.expected = [], ["/feed", "127.0.0.1:1/", *expected]

        def note(text):
            if not any(part in text for part in page.expected):
                page.errors.append(text)

        page.on("pageerror", lambda error: note(str(error)))
        page.on("console", lambda message: note(f"{message.text} ({message.location.get('url', '')})")
                if message.type == "error" else None)
        with open(os.path.join(HERE, "walk.js")) as script:
            page.add_init_script(script.read())
        if self.options.delay:
            page.add_init_script(f"walk.delay = {self.options.delay}")
        if init:
            page.add_init_script(init)
        if prepare:
            prepare(page)
        page.goto(url)
        if wait:
            self.wait(page, "walk.seen().length > 0 && walk.state() === 'live'")
        return page

    def send_asset(self, route):
        """Sends a file of the folder of --resources instead of that of the build."""
        name = route.request.url.rsplit("/", 1)[1]
        path = os.path.join(self.options.resources, name)
        if not os.path.isfile(path):
            return route.fulfill(status=404)
        with open(path, "rb") as file:
            route.fulfill(content_type=KINDS[name.rsplit(".", 1)[1]], body=file.read())

    def send_inspector(self, route):
        """Sends inspect.html of the folder of --resources, with the headers of the server."""
        with open(os.path.join(self.options.resources, "inspect.html"), encoding="utf-8") as file:
            route.fulfill(response=route.fetch(), body=file.read())

    def send_page(self, route):
        """Sends page.html of the folder of --resources, with what the server says in it."""
        response = route.fetch()
        served = response.text()
        with open(os.path.join(self.options.resources, "page.html"), encoding="utf-8") as file:
            page = file.read()
        title = re.search(r"<title>(.*?)</title>", served, re.S)
        rows = re.search(r'<div class="still">(.*?)</div>', served, re.S)
        first = re.search(r'<script id="first"[^>]*>([^<]*)', served)
        for name, found in [("title", title), ("rows", rows), ("first", first)]:
            page = page.replace(f"<!--{name}-->", found[1] if found else "")
        route.fulfill(response=response, body=page)

    def close(self, page):
        self.check("no errors in the console", not page.errors, "; ".join(page.errors[:3]))
        page.context.close()

    # ---- Waiting -------------------------------------------------------------------------------

    def wait(self, page, condition, seconds=15):
        """Waits until something is so. Returns whether it was in time."""
        end = time.time() + seconds
        while time.time() < end:
            try:
                if page.evaluate(condition):
                    return True
            except Exception:
                # The page is loading anew.
                pass
            time.sleep(0.02)
        return False

    def rest(self, page):
        """Waits until nothing moves on the page any more, and it has the rows that it wants."""
        page.evaluate("walk.rest()")

    def pass_frames(self, page, count):
        page.evaluate("count => walk.pass(count)", count)

    def wait_shown(self, page, server):
        """Waits until the page shows the list as it is."""
        return self.wait(page, f"walk.revision() === 'revision {server.revision}'")

    # ---- What readers and writers do -----------------------------------------------------------

    def scroll(self, page, length, steps=6):
        page.mouse.move(page.viewport_size["width"] // 2, page.viewport_size["height"] // 2)
        for _ in range(steps):
            page.mouse.wheel(0, round(length / steps))
            self.pass_frames(page, 2)
        self.rest(page)

    def scroll_to(self, page, top):
        """Moves the scroll bar."""
        page.evaluate("top => { document.scrollingElement.scrollTop = top }", top)
        self.wait(page, "walk.seen().length > 0")
        self.rest(page)

    def go_to(self, page, number):
        """Goes to a row as readers do who know its number."""
        page.keyboard.press(":")
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        return self.wait(page, f"document.activeElement.ariaPosInSet === '{number}'")

    def edit(self, page, server, changeset):
        """Changes the list, and waits until the page shows it."""
        server.change(changeset)
        return self.wait_shown(page, server)

    def watched(self, page, name, key, action, frames=20):
        """Does something while a row is watched: it may not move by more than a pixel."""
        page.evaluate("key => walk.watch(key)", key)
        self.pass_frames(page, 3)
        action()
        self.pass_frames(page, frames)
        result = page.evaluate("walk.stop()")
        self.check(name, result["gone"] == 0 and result["distance"] <= 1 and result["count"] >= 3,
                   f"{result['distance']:.2f} px in {result['count']} frames, {result['gone']} without it")

    # ---- Pictures ------------------------------------------------------------------------------

    def shoot(self, page, name):
        os.makedirs(self.options.pictures, exist_ok=True)
        # Taking a picture adds a style.
        page.expected.append("inline style")
        page.screenshot(path=os.path.join(self.options.pictures, f"{name}-{self.kind}.png"))


def check_axe(walk, page, name):
    violations = Axe().run(page).response["violations"]
    found = [f"{v['id']} ({len(v['nodes'])}): {v['nodes'][0]['html'][:120]}" for v in violations]
    walk.check(f"axe finds nothing {name}", not found, "; ".join(found))
