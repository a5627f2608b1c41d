"""Compares `roster layout` with Chromium. See `Tools/browser --help`."""

import argparse
import json
import os
import subprocess
import sys
import time

from browser import Browser
from generation import FEATURES, Generator
from shrinking import nodes, shrink

BATCH = 500


class Roster:
    """The command under test."""

    def __init__(self, program):
        self.program = program

    def frames(self, cases):
        """The frames of all cases; `None` for one that the command has no frame of."""
        if not cases:
            return []
        text = "".join(line(case) for case in cases)
        result = subprocess.run(
            [self.program, "layout", "-", "--output", "json"], input=text, capture_output=True,
            text=True, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        lines = result.stdout.splitlines()
        if len(lines) == len(cases):
            return [json.loads(text)["frame"] for text in lines]
        if len(cases) == 1:
            print(f"{cases[0]['name']}: no frame, exit code {result.returncode}", file=sys.stderr)
            return [None]
        middle = len(cases) // 2
        return self.frames(cases[:middle]) + self.frames(cases[middle:])


def line(case):
    bare = {key: value for key, value in case.items() if key not in ("expected", "features")}
    return json.dumps(bare) + "\n"


class Comparison:
    def __init__(self, browser, roster):
        self.browser = browser
        self.roster = roster

    def failing(self, cases):
        """Whether each of some cases differs, with what the browser measured."""
        results = []
        for start in range(0, len(cases), BATCH):
            batch = cases[start:start + BATCH]
            for measured, frame in zip(self.browser.measure(batch), self.roster.frames(batch)):
                results.append((frame is None or not measured.agrees(frame), measured))
        return results


def style_words(case):
    """What a case is about, so that of many that differ for one reason few are shown."""
    words = set()
    for path, node in nodes(case["root"]):
        for key, value in node["style"].items():
            words.add((min(len(path), 2), key, value if isinstance(value, str) else "number"))
        if "text" in node:
            words.add((len(path), "text"))
    return frozenset(words)


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="Tools/browser",
        description="Lays out random trees with Chromium and with `roster layout` and compares the "
        "frames. Each case that differs is made as small as it can be, and printed as a line that "
        "`roster layout` accepts, with the frames of the browser as what is expected.",
        epilog="Exit codes: 0 everything agrees, 1 something differs.")
    parser.add_argument("--seed", type=int, default=1, help="another seed is other trees (1)")
    parser.add_argument("--count", type=int, default=2000, help="how many trees (2000)")
    parser.add_argument(
        "--features", type=lambda text: text.split(","), default=FEATURES, metavar="A,B,…",
        help="what trees have, all by default: " + ", ".join(FEATURES))
    parser.add_argument(
        "--always", type=lambda text: text.split(","), default=[], metavar="A,B,…",
        help="what every tree has, beside some of the others")
    parser.add_argument("--cases", metavar="FILE", help="compare the cases of a file instead")
    parser.add_argument(
        "--measure", metavar="FILE",
        help="no comparison with Roster: measure the cases of a file, and compare with what it "
        "expects")
    parser.add_argument(
        "--record", type=int, metavar="N",
        help="no comparison with Roster: print N random cases with the browser's frames")
    parser.add_argument(
        "--shrink", type=int, default=24, metavar="N",
        help="how many of the cases that differ are made small and printed (24); 0 prints all of "
        "them as they are")
    parser.add_argument("--roster", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser to start")
    arguments = parser.parse_args()
    unknown = {*arguments.features, *arguments.always} - set(FEATURES)
    if unknown:
        parser.error(f"no such feature: {', '.join(sorted(unknown))}")
    return arguments


def read_cases(path):
    with open(path) as file:
        text = file.read()
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        value = [json.loads(text) for text in text.splitlines() if text.strip()]
    return value if isinstance(value, list) else [value]


def generated(arguments, count):
    return [Generator(arguments.seed, index, arguments.features, arguments.always).case()
            for index in range(count)]


def measure(browser, path):
    """Compares what a file expects with what this browser does."""
    cases = [case for case in read_cases(path) if "expected" in case]
    measured = browser.measure(cases)
    differing = [case for case, result in zip(cases, measured)
                 if not result.agrees(case["expected"])]
    for case in differing:
        print(f"{case['name']} ({case.get('direction', 'ltr')})")
    print(f"{len(cases) - len(differing)} of {len(cases)} cases are measured as they are expected "
          f"(Chromium {browser.version})")
    return 1 if differing else 0


def record(browser, arguments):
    """Prints random cases with the frames of the browser, as regression tests."""
    cases = generated(arguments, arguments.record)
    for case, result in zip(cases, browser.measure(cases)):
        # What the browser itself may round either way tests nothing.
        if result.is_plain():
            print(json.dumps({**case, "expected": result.frame()}))
    return 0


def compare(comparison, arguments):
    started = time.monotonic()
    cases = read_cases(arguments.cases) if arguments.cases else generated(
        arguments, arguments.count)
    differing = [case for case, (fails, _) in zip(cases, comparison.failing(cases)) if fails]
    shown = differing
    if arguments.shrink:
        # Small cases are sooner done, and most likely the same is wrong with larger ones.
        shown = sorted(differing, key=lambda case: len(json.dumps(case)))[:arguments.shrink]
        shown = shrink(shown, lambda steps: [fails for fails, _ in comparison.failing(steps)])
        kinds = {}
        for case in sorted(shown, key=lambda case: len(json.dumps(case))):
            kinds.setdefault(style_words(case), case)
        shown = list(kinds.values())
    for case, (_, measured) in zip(shown, comparison.failing(shown)):
        print(json.dumps({**case, "expected": measured.frame()}))
    print(f"{len(cases) - len(differing)} of {len(cases)} cases agree (seed {arguments.seed}, "
          f"Chromium {comparison.browser.version}, {time.monotonic() - started:.0f} s)",
          file=sys.stderr)
    return 1 if differing else 0


def main():
    arguments = parse_arguments()
    browser = Browser(arguments.chromium)
    try:
        if arguments.measure:
            return measure(browser, arguments.measure)
        if arguments.record:
            return record(browser, arguments)
        return compare(Comparison(browser, Roster(arguments.roster)), arguments)
    finally:
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
