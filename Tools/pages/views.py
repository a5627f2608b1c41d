"""Walks through `views.js` in a headless Chromium: what the user does with widgets is reported, and
what the program shows neither takes the focus nor what is being typed. Exit code 1 if a check fails.
"""

import argparse
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from touching import Fingers

RESOURCES = Path(__file__).resolve().parent.parent.parent / "Sources/CPageFiles/Files"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:")
HTML = """<!doctype html><html lang=en><title>Views</title><link rel=stylesheet href=/views.css>
<main><h1>Views</h1><div id=row></div><div id=fresh></div></main></html>"""
SHOW = """async ([views, promises]) => {
  const { mountRow } = await import('/views.js');
  window.events ??= [];
  mountRow(document.getElementById('row'), views, undefined, (event) => {
    events.push(event);
    return promises ? Promise.resolve() : undefined;
  });
}"""

# Random trees, each shown in place of the one before, beside the same tree in a new row.
RANDOM = """async (count) => {
  const { mountRow, unmountRow } = await import('/views.js');
  let seed = 1;
  const below = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
  const one = (...values) => values[below(values.length)];
  const classes = ['text', 'button', 'box', 'image', 'divider', 'touchable', 'badge', 'progress',
    'toggle', 'segments', 'slot', 'scroll', 'unknown', undefined, undefined];
  const make = (depth) => {
    const node = {};
    const name = one(...classes);
    if (name) {
      node.class = name;
      node.attributes = one({ text: `t${below(3)}`, title: `b${below(3)}`, on: below(2) === 1,
        titles: ['a', 'b'].slice(below(2)), value: below(2) / 2, source: `n${below(2)}` },
      { text: 'u', color: 'accent', disabled: true });
    } else if (below(4) === 0) {
      node.rule = one({ inset: [1, 2, 3, 'auto'] }, { overlay: true }, { center: 'both' });
    }
    if (below(3) === 0) node.scope = `S[${below(4)}]`;
    if (below(3) === 0) {
      node.style = one({ padding: below(9) }, { flexDirection: 'row', gap: 3, zIndex: 1 },
        { width: 50, marginLeft: 4, start: 3 });
    }
    if (below(3) === 0) node.events = ['change', 'tap'];
    if (below(4) === 0) node.accessibility = { label: `L${below(2)}`, traits: ['header'], hint: 'h' };
    const inner = depth > 0 ? below(5) : 0;
    if (inner) node.children = Array.from({ length: inner }, () => make(depth - 1));
    return node;
  };
  const look = (row) => [...row.querySelectorAll('.roster-box')].map((box) => JSON.stringify([
    box.localName, [...box.classList].sort(), (box.getAttribute('style') ?? '').split('; ').sort(),
    box.querySelector(':scope > .roster-content')?.innerHTML, box.getAttribute('role'),
    box.getAttribute('aria-label'), box.querySelector(':scope > .roster-touch')?.outerHTML
      .replace(/roster-hint-[0-9]+/, ''),
  ]));
  const [row, fresh] = ['row', 'fresh'].map((id) => document.getElementById(id));
  for (let index = 0; index < count; index += 1) {
    const views = Array.from({ length: 1 + below(4) }, () => make(3));
    mountRow(row, views, undefined, () => {});
    mountRow(fresh, views, undefined, () => {});
    const [shown, wanted] = [look(row), look(fresh)];
    unmountRow(fresh);
    if (shown.join() !== wanted.join()) {
      return wanted.find((box, place) => box !== shown[place]) ?? 'more boxes';
    }
  }
  return null;
}"""


class Walk:
    kind = "chromium"

    def __init__(self, executable, resources=RESOURCES):
        self.resources = Path(resources)
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox"])
        self.page = self.browser.new_page(has_touch=True)
        self.failed = 0
        self.passed = 0
        self.page.on("pageerror", lambda error: self.check(f"page: {error}", False))
        self.page.route("**/*", self.serve)
        self.page.goto("http://page.test/")

    def serve(self, route):
        name = route.request.url.rsplit("/", 1)[1]
        if not name:
            return route.fulfill(content_type="text/html", body=HTML,
                                 headers={"Content-Security-Policy": POLICY})
        file = self.resources / name
        if not file.is_file():
            return route.fulfill(status=404)
        kind = "text/css" if name.endswith("css") else "text/javascript"
        return route.fulfill(content_type=kind, body=file.read_text())

    def show(self, *views, promises=False):
        self.page.evaluate(SHOW, [list(views), promises])

    def events(self):
        """What was reported since this was asked last."""
        events = self.page.evaluate("() => events.splice(0)")
        self.sources = [(event["class"], event["scope"]) for event in events]
        return [(event["view"], event["name"], event["values"]) for event in events]

    def check(self, fact, value, wanted=True):
        if value == wanted:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{fact}: {value!r} and not {wanted!r}", file=sys.stderr)

    def press(self, locator):
        """A long press."""
        box = locator.bounding_box()
        self.page.mouse.move(box["x"] + 5, box["y"] + 5)
        self.page.mouse.down()
        self.page.wait_for_timeout(650)
        self.page.mouse.up()

    def close(self):
        self.browser.close()
        self.playwright.stop()


def text(words, **members):
    return {"class": "text", "attributes": {"text": words, **members}}


def button(title):
    return {"class": "button", "attributes": {"title": title}, "events": ["tap"]}


def field(value, scope="Field", **attributes):
    return {"class": "field", "scope": scope, "attributes": {"value": value, **attributes},
            "events": ["blur", "change", "focus", "select", "submit"],
            "accessibility": {"label": "Name"}}


def toggle(is_on):
    return {"class": "toggle", "attributes": {"on": is_on, "title": "T"}, "events": ["change"]}


def segments(index):
    return {"class": "segments", "attributes": {"titles": ["a", "b", "c"], "selected": index},
            "events": ["change"], "accessibility": {"label": "S"}}


def carousel(offset, first=0):
    cards = [{"class": "box", "scope": f"Item[{index}]", "children": [text(f"Card {index}")]}
             for index in range(first, first + 8)]
    return {"class": "scroll", "attributes": {"offset": offset, "length": 168 * 20 - 8},
            "rule": {"carousel": {"width": 160, "gap": 8, "first": first}}, "events": ["scroll"],
            "children": cards}


def fields(walk):
    page = walk.page
    walk.show(field("abc"))
    element = page.locator("input")
    element.focus()
    page.keyboard.press("End")
    page.keyboard.type("d")
    page.keyboard.type("e")
    walk.check("typing is reported", walk.events(),
               [([0], "focus", []), ([0], "change", ["abcd"]), ([0], "change", ["abcde"])])
    walk.show(field("abcd"))
    walk.check("an earlier answer is not shown", element.input_value(), "abcde")
    walk.show(field("abcde"))
    walk.show(field("ABCDE"))
    walk.check("another value is shown", element.input_value(), "ABCDE")
    page.keyboard.type("!")
    walk.show(field("ABCDE", correction=1, cursor=2))
    walk.check("a corrected value is shown", element.input_value(), "ABCDE")
    start = "() => document.activeElement.selectionStart"
    walk.check("the program moves the cursor", page.evaluate(start), 2)
    page.evaluate("() => { window.kept = document.activeElement; }")
    own = field("ABCDE", correction=1, cursor=2)
    for views in ([text("above"), field("other", "Other"), own],
                  [own, text("below"), field("other", "Other")]):
        walk.show(*views)
        walk.check("the focus stays", page.evaluate("() => document.activeElement === kept"))
    walk.events()
    page.keyboard.press("Enter")
    walk.check("enter submits", walk.events(), [([0], "submit", ["ABCDE"])])
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_timeout(700)
    walk.check("selecting is reported", walk.events(), [([0], "select", [0, 1])])
    walk.show(field("", error="Enter a name", correction=2))
    described = """() => document.getElementById(
      document.querySelector('input').getAttribute('aria-describedby')).textContent"""
    walk.check("an error describes the field", page.evaluate(described), "Enter a name")


def controls(walk):
    page = walk.page

    def show(is_on, **options):
        walk.show({"children": [toggle(is_on)]},
                  {"class": "box", "children": [{"children": [segments(0)]}]}, **options)

    show(False)
    switch = page.locator("[role=switch]")
    walk.events()
    switch.click()
    walk.check("boxes without views do not count", walk.events(), [([0], "change", [True])])
    walk.check("what was seen there is named", walk.sources, [("toggle", "")])
    show(False)
    walk.check("a switch waits for its answer", switch.is_checked())
    show(True)
    show(False)
    walk.check("the program turns it off", switch.is_checked(), False)
    show(False, promises=True)
    switch.click()
    page.wait_for_timeout(1800)
    walk.check("what the program has not taken is not shown", switch.is_checked(), False)
    walk.events()
    page.locator("input[type=radio]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    walk.check("arrows choose a segment", walk.events(),
               [([1, 0], "change", [1]), ([1, 0], "change", [2])])


def gestures(walk):
    page = walk.page
    link = {"from": 0, "to": 2, "link": "https://page.test/"}
    walk.show({
        "class": "touchable", "events": ["longPress", "tap"],
        "accessibility": {"actions": [{"label": "Menu", "event": "longPress"}]},
        "children": [text("A card"), button("Inner"), toggle(False), text("go", spans=[link]),
                     {"class": "touchable", "events": ["longPress"], "children": [text("deep")]}]})
    walk.events()
    inner = page.get_by_role("button", name="Inner", exact=True)
    page.get_by_text("A card").click()
    walk.check("a tap is that of the view", walk.events(), [([0], "tap", [])])
    inner.click()
    walk.check("a control keeps its tap", walk.events(), [([0, 1], "tap", [])])
    page.locator("[role=switch]").click()
    walk.check("a switch is not tapped", walk.events(), [([0, 2], "change", [True])])
    walk.press(page.get_by_text("A card"))
    walk.check("a long press is no tap", walk.events(), [([0], "longPress", [])])
    walk.press(page.get_by_text("deep"))
    walk.check("the inner view is pressed", walk.events(), [([0, 4], "longPress", [])])
    walk.press(inner)
    walk.check("a control may be pressed", walk.events(), [([0], "longPress", [])])
    touch = page.locator(".roster-touch").first
    touch.focus()
    page.keyboard.press("Enter")
    walk.check("enter taps", walk.events(), [([0], "tap", [])])
    walk.check("it is called what is in it", touch.get_attribute("aria-label"), "A card, go, deep")
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    walk.check("an action has a key", walk.events(), [([0], "longPress", [])])
    walk.show({"class": "box", "events": ["doubleTap", "tap"], "children": [text("twice")]})
    page.get_by_text("twice").dblclick()
    page.wait_for_timeout(400)
    walk.check("two taps are one event", walk.events(), [([0], "doubleTap", [])])


def swipes(walk):
    """The innermost view that listens gets a swipe, except where the finger scrolls or writes."""
    page, fingers = walk.page, Fingers(walk, walk.page)

    def swiped(locator, right=True):
        """Draws a finger over something, from a tenth to the end or back."""
        box = locator.bounding_box()
        left, y = box["x"] + box["width"] * 0.1, box["y"] + box["height"] / 2
        fingers.draw(*[(left, y), (left + 150, y)][::1 if right else -1])
        page.wait_for_timeout(50)
        return walk.events()

    def listening(*children, **members):
        return {"class": "box", "events": ["swipe"], "children": list(children), **members}

    walk.show(listening(text("outer"), listening(text("inner"), scope="Inner"), button("press"), field("abc")))
    walk.events()
    walk.check("a view is swiped", swiped(page.get_by_text("outer")), [([0], "swipe", ["right"])])
    walk.check("to the left, too", swiped(page.get_by_text("outer"), right=False), [([0], "swipe", ["left"])])
    walk.check("the inner view is swiped", swiped(page.get_by_text("inner")), [([0, 1], "swipe", ["right"])])
    walk.check("a swipe may begin on a control, and is no tap of it", swiped(page.get_by_role("button")),
               [([0], "swipe", ["right"])])
    walk.check("over a field the finger moves the cursor", swiped(page.locator("input")), [])
    page.mouse.move(20, page.get_by_text("outer").bounding_box()["y"] + 5)
    page.mouse.down()
    page.mouse.move(200, page.get_by_text("outer").bounding_box()["y"] + 5)
    page.mouse.up()
    walk.check("a mouse selects text", (walk.events(), page.evaluate("() => getSelection().isCollapsed")), ([], False))
    page.evaluate("() => getSelection().removeAllRanges()")
    walk.show(listening(text("outer"), attributes={"disabled": True}))
    walk.check("what is disabled is not swiped", swiped(page.get_by_text("outer")), [])
    walk.show(listening(text("outer")), text("x"))
    page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    walk.check("right is right from right to left", swiped(page.get_by_text("outer")), [([0], "swipe", ["right"])])
    page.evaluate("() => { document.documentElement.dir = ''; }")
    cards = carousel(0)
    for card in cards["children"]:
        card.update(events=["swipe"])
    walk.show(cards)
    walk.events()
    moved = swiped(page.get_by_text("Card 2"), right=False)
    page.wait_for_timeout(500)
    walk.check("a carousel scrolls", [name for _, name, _ in moved + walk.events() if name == "swipe"], [])
    walk.check("where its cards could be swiped", page.locator(".roster-scroll").evaluate("(view) => view.scrollLeft > 50"))
    walk.show(listening(text("outer")))
    fingers.protocol.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    # To the left: to the right the browser goes back, as it has nothing more to scroll.
    walk.check("on a page that is magnified a finger moves what is seen",
               swiped(page.get_by_text("outer"), right=False), [])
    fingers.protocol.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1})
    page.wait_for_timeout(100)
    walk.check("until it is as before", swiped(page.get_by_text("outer")), [([0], "swipe", ["right"])])


def scopes(walk):
    """Each event names the scope of its view, also where boxes are between them."""
    walk.show({"class": "box", "scope": "Row[1]", "children": [
        button("own"),
        {"scope": "/Inner", "children": [button("within"), {**button("deep"), "scope": "/Like"}]},
        {**button("other"), "scope": "Page"}]})
    walk.events()
    for title, scope in [("own", "Row[1]"), ("within", "Row[1]/Inner"), ("deep", "Row[1]/Inner/Like"),
                         ("other", "Page")]:
        walk.page.get_by_role("button", name=title, exact=True).click()
        walk.events()
        walk.check(f"the scope of {title}", walk.sources, [("button", scope)])


def carousels(walk):
    page = walk.page
    walk.show(carousel(0))
    scroll = page.locator(".roster-scroll")
    walk.check("the content is as long as said", scroll.evaluate("(view) => view.scrollWidth"),
               168 * 20 - 8)
    scroll.evaluate("(view) => { view.scrollLeft = 300; }")
    page.wait_for_timeout(300)
    walk.check("scrolling is reported", walk.events(), [([0], "scroll", [300])])
    left = page.get_by_text("Card 4").bounding_box()["x"]
    walk.show(carousel(300, first=2))
    walk.check("items stay where they are", page.get_by_text("Card 4").bounding_box()["x"], left)
    walk.show(carousel(0))
    page.wait_for_timeout(100)
    walk.check("the program scrolls", scroll.evaluate("(view) => view.scrollLeft"), 0)


def spacing(walk):
    """Room between letters and lines, and the distance of tab stops, in points."""
    page = walk.page
    size = """() => [...document.querySelectorAll('.roster-text')].map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.querySelector('.roster-content').firstChild);
      return [range.getBoundingClientRect().width, element.getBoundingClientRect().height];
    })"""
    walk.show(text("abc"), text("abc", letterSpacing=5), text("a\nb"),
              text("a\nb", lineSpacing=7), text("\t\ta", tabWidth=50), text("a"))
    plain, spaced, lines, high, tabs, letter = page.evaluate(size)
    walk.check("letters have room", round(spaced[0] - plain[0], 2), 15)
    walk.check("lines have room", round(high[1] - lines[1], 2), 14)
    walk.check("tabs reach to their stops", round(tabs[0] - letter[0], 2), 100)
    walk.show(text("abc"), text("abc", letterSpacing=-1), text("a\nb"),
              text("a\nb", lineSpacing=-3), text("\ta", tabWidth=0), text("a", tabWidth=9))
    plain, spaced, lines, high, tabs, letter = page.evaluate(size)
    walk.check("letters are nearer to each other", round(spaced[0] - plain[0], 2), -3)
    walk.check("lines are nearer to each other", round(high[1] - lines[1], 2), -6)
    walk.check("tabs without stops are nothing", round(tabs[0] - letter[0], 2), 0)
    walk.show(text("abc"), text("abc"), text("a\nb"), text("a\nb"), text("a"), text("a"))
    plain, spaced, lines, high, _, _ = page.evaluate(size)
    walk.check("room that is left out is none", [spaced, high], [plain, lines])
    walk.show(text("abc"), text("abc", letterSpacing="9px", lineSpacing=None, tabWidth={}))
    plain, other = page.evaluate(size)
    walk.check("what is no length does not count", other, plain)


def hostile(walk):
    """Nothing becomes HTML or CSS, and nothing throws."""
    page = walk.page
    walk.show(
        {**text("<img src=x onerror=alert(1)>", color="url(x)"),
         "style": {"width": "expression(1)", "height": "100px;x", "__proto__": 1}},
        {"class": "__proto__", "attributes": None, "style": [1],
         "children": [None, 3, {"class": "constructor"}]},
        {"class": "image", "attributes": {
            "source": "javascript:1", "pixels": {"width": 1e9, "height": 1, "rgb": "!"}}},
        {"class": "segments", "attributes": {"titles": None}},
        {"class": "field", "attributes": {"value": None}},
        text("ab", spans=[{"from": -1, "to": 99}, None, {"from": 1, "to": 9, "link": "data:x"}]),
        {"class": "slot", "attributes": {"name": "map", "values": None}},
        {"rule": {"static": [None]}, "children": [{}]},
        {"rule": "custom", "children": [{"class": "a"}]})
    walk.check("text is text", page.locator(".roster-text").first.inner_text(),
               "<img src=x onerror=alert(1)>")
    walk.check("there is no picture", page.locator("img").count(), 0)
    walk.check("there is no link", page.locator("a").count(), 0)


def main():
    parser = argparse.ArgumentParser(prog="Tools/pages/views.py", description=__doc__)
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser to start")
    parser.add_argument("--resources", metavar="FOLDER", default=RESOURCES,
                        help="the folder of the files of pages; that of the sources if left out")
    parser.add_argument("--count", type=int, default=400, help="how many random trees (400)")
    arguments = parser.parse_args()
    walk = Walk(arguments.chromium, arguments.resources)
    try:
        for part in (fields, controls, gestures, swipes, scopes, carousels, spacing, hostile):
            part(walk)
        walk.check("a patched row is like a new one", walk.page.evaluate(RANDOM, arguments.count),
                   None)
        print(f"{walk.passed} of {walk.passed + walk.failed} checks of views pass")
        return 1 if walk.failed else 0
    finally:
        walk.close()


if __name__ == "__main__":
    sys.exit(main())
