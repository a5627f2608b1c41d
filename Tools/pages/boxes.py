"""Compares the frames of boxes as the page shows them with those of `roster layout`.

Random trees of boxes go to `views.js` in a headless Chromium, as those of components do, and to
`roster layout`. Exit codes: 0 as many agree as have to, 1 fewer do.

A rule is a grid in CSS, which is not the same where a box is too small for what a rule wants from it.
Nor is a ratio of a box whose height is given, nor clipping of texts.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "comparison"))

from playwright.sync_api import sync_playwright

from compare import Roster, read_cases
from font import data_url
from generation import FEATURES, Generator
from shrinking import shrink
from translation import LENGTHS, SCALE, Measured
import translation

RESOURCES = Path(__file__).resolve().parent.parent.parent / "Sources/CPageFiles/Files"
BATCH = 200
AXES = ["none", "horizontal", "vertical", "both"]

# The page gives no room to words that are cut, and has no scrollbars: neither is Roster's case.
STYLE_SHEET = f"""
@font-face {{ font-family: Square; src: url({data_url()}); }}
body {{ margin: 0; font: {10 * SCALE}px/1 Square; }}
.roster-row {{ position: absolute; left: 0; top: 0; width: 0; height: 0; display: block; }}
.roster-content {{ white-space: normal; overflow-wrap: normal; min-width: auto; }}
"""

MEASURE = """async cases => {
  const { mountRow } = await import('/views.js');
  const page = document.getElementById('page');
  const result = [];
  for (const box of cases) {
    const row = document.createElement('div');
    page.append(row);
    mountRow(row, [box], undefined, () => {});
    for (const element of row.querySelectorAll('.roster-box')) {
      const frame = element.getBoundingClientRect();
      result.push(frame.left, frame.top, frame.width, frame.height);
    }
    row.remove();
  }
  return result;
}"""


class Rules(Generator):
    """Cases in which some boxes have rules."""

    def case(self):
        case = super().case()
        # A row of a list has a width.
        case["root"]["style"]["width"] = self.random.randrange(60, 250)
        return case

    def node(self, depth, parent_direction):
        node = super().node(depth, parent_direction)
        count = len(node.get("children", []))
        if depth > 0 and count > 0 and self.random.random() < 0.6:
            node["rule"] = self.rule(count)
            for key in ("flexDirection", "flexWrap", "justifyContent", "alignItems",
                        "alignContent", "gap", "rowGap", "columnGap"):
                node["style"].pop(key, None)
        return node

    def rule(self, count):
        choose = self.random.choice
        lengths = [0, 0, 4, 10, 25, "auto"]
        return choose([
            lambda: {"inset": [choose(lengths) for _ in range(4)]},
            lambda: {"center": choose(AXES), "minimum": choose(AXES)},
            lambda: {"overlay": True},
            lambda: {"background": True},
            lambda: {"zstack": choose(["topLeft", "topRight"])},
            lambda: {"sizing": {choose(["width", "minWidth", "maxWidth"]): choose([10, 50, 90]),
                                choose(["height", "minHeight", "maxHeight"]): choose([10, 50, 90])}},
            lambda: {"ratio": choose([0.5, 1, 2])},
            lambda: {"clipping": choose(AXES)},
            lambda: {"static": [self.place() for _ in range(choose([count, max(count - 1, 0)]))]},
        ])()

    def place(self):
        place = {"left": self.random.randrange(0, 40), "top": self.random.randrange(0, 40)}
        if self.random.random() < 0.4:
            place["width"] = self.random.randrange(5, 60)
        if self.random.random() < 0.4:
            place["height"] = self.random.randrange(5, 60)
        return place


def scaled(value):
    if isinstance(value, dict):
        return {key: scaled(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [scaled(inner) for inner in value]
    if isinstance(value, str):
        return translation.scaled_text(value)
    return value * SCALE if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def scaled_rule(rule):
    """A ratio is no length."""
    return rule if "ratio" in rule else scaled(rule)


def box(node):
    """The box of a node of a case, as the page receives it."""
    style = {key: scaled(value) if key in LENGTHS or translation.EDGES.match(key) else value
             for key, value in node.get("style", {}).items()}
    if style.get("position") == "sticky":
        style = translation.without_insets(style)
    result = {"style": style}
    if "rule" in node:
        result["rule"] = scaled_rule(node["rule"])
    if "text" in node:
        return {**result, "class": "text", "attributes": {"text": node["text"]}, "measured": True}
    return {**result, "children": [box(child) for child in node.get("children", [])]}


class Page:
    """The page in a browser."""

    def __init__(self, executable):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox", "--force-device-scale-factor=1"])
        self.version = self.browser.version
        self.page = self.browser.new_page()
        self.page.on("pageerror", lambda error: print(f"page: {error}", file=sys.stderr))
        self.page.route("**/*", self.serve)
        self.page.goto("http://page.test/")
        self.page.evaluate("document.fonts.load('10px Square')")

    def serve(self, route):
        name = route.request.url.rsplit("/", 1)[1]
        if not name:
            return route.fulfill(
                content_type="text/html",
                body="<!doctype html><link rel=stylesheet href=/views.css>"
                f"<style>{STYLE_SHEET}</style><div id=page></div>")
        file = RESOURCES / name
        if not file.is_file():
            return route.fulfill(status=404)
        kind = "text/css" if name.endswith("css") else "text/javascript"
        return route.fulfill(content_type=kind, body=file.read_text())

    def measure(self, cases):
        if not cases:
            return []
        boxes = []
        for case in cases:
            root = box(case["root"])
            # The block around the root has a direction of its own.
            root["style"].setdefault("direction", case.get("direction", "ltr"))
            boxes.append(root)
        numbers = iter(self.page.evaluate(MEASURE, boxes))
        rectangles = zip(numbers, numbers, numbers, numbers)
        return [Measured(with_hidden(case["root"]), rectangles) for case in cases]

    def close(self):
        self.browser.close()
        self.playwright.stop()


def with_hidden(node):
    """The node, in which children that a rule does not show are not displayed."""
    children = [with_hidden(child) for child in node.get("children", [])]
    if {"inset", "center", "sizing", "ratio", "clipping"} & node.get("rule", {}).keys():
        children[1:] = [{**child, "style": {**child["style"], "display": "none"}}
                        for child in children[1:]]
    return {**node, "children": children}


class Comparison:
    def __init__(self, page, roster):
        self.page = page
        self.roster = roster

    def failing(self, cases):
        results = []
        for start in range(0, len(cases), BATCH):
            batch = cases[start:start + BATCH]
            for measured, frame in zip(self.page.measure(batch), self.roster.frames(batch)):
                results.append((frame is None or not measured.agrees(frame), measured, frame))
        return results


def main():
    parser = argparse.ArgumentParser(prog="Tools/pages/boxes.py", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="another seed is other trees (1)")
    parser.add_argument("--count", type=int, default=1000, help="how many trees (1000)")
    parser.add_argument(
        "--features", type=lambda text: text.split(","), default=FEATURES, metavar="A,B,…",
        help="what trees have, all by default: " + ", ".join(FEATURES))
    parser.add_argument("--rules", action="store_true", help="some boxes have rules")
    parser.add_argument("--cases", metavar="FILE", help="compare the cases of a file instead")
    parser.add_argument("--shrink", type=int, default=8, metavar="N",
                        help="how many of those that differ are made small and printed (8)")
    parser.add_argument("--least", type=float, default=100, metavar="PERCENT",
                        help="how many have to agree (100)")
    parser.add_argument("--roster", required=True, help="the built command `roster`")
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser to start")
    arguments = parser.parse_args()
    generator = Rules if arguments.rules else Generator
    cases = read_cases(arguments.cases) if arguments.cases else [
        generator(arguments.seed, index, arguments.features).case()
        for index in range(arguments.count)]
    page = Page(arguments.chromium)
    try:
        comparison = Comparison(page, Roster(arguments.roster))
        differing = [case for case, (fails, *_) in zip(cases, comparison.failing(cases)) if fails]
        shown = sorted(differing, key=lambda case: len(json.dumps(case)))[:arguments.shrink]
        shown = shrink(shown, lambda steps: [fails for fails, *_ in comparison.failing(steps)])
        for case, (_, measured, frame) in zip(shown, comparison.failing(shown)):
            print(json.dumps({**case, "expected": measured.frame()}))
            print("  roster:", json.dumps(frame))
        print(f"{len(cases) - len(differing)} of {len(cases)} cases agree (seed {arguments.seed}, "
              f"Chromium {page.version})", file=sys.stderr)
        return 1 if len(differing) * 100 > (100 - arguments.least) * len(cases) else 0
    finally:
        page.close()


if __name__ == "__main__":
    sys.exit(main())
