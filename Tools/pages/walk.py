"""Walks through the pages of lists in real browsers, as readers do. `Tools/walk --help` says more.

Prints a line for each check, and ends with 1 if one failed.
"""

import argparse
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

import components
import edits
import grids
import inspecting
import inspecting_history
import inspecting_looks
import inspecting_rows
import inspecting_search
import inspecting_time
import inspecting_troubles
import keys
import looks
import past
import photos
import places
import queries
import tables
import times
from browsers import Walk
from letters import HOSTILE


def walk_through(walk):
    options = walk.options
    walk.walk(lambda: walk.serve(options.rows), [
        *([times.first_paint, times.frames] if options.times else []),
        looks.without_script, looks.sizes, looks.dark, looks.less_motion, looks.printed, edits.read_only,
        places.top, places.anchor, places.scrolling, places.momentum, places.last_row,
        keys.focus, keys.presses, keys.search_and_copy, edits.small_updates,
        places.reload, places.killed, places.compacted, places.five_pages,
        *([times.speed] if options.times else [])])
    walk.walk(lambda: walk.serve(400, 4), [looks.sections, looks.accessibility])
    walk.walk(lambda: walk.serve(400, 4), [queries.folded])
    walk.walk(lambda: walk.serve(0, models=HOSTILE), [looks.hostile])
    # A part of a list that pages change has it to itself: the process that writes it follows no other writer.
    for part in [edits.undo_and_redo, past.undone_with_a_question]:
        walk.walk(lambda: walk.serve(300, edits=True), [part])
    walk.walk(lambda: walk.serve(0, models=tables.ORDERS), [
        tables.columns, tables.counted, tables.copied, tables.exported])
    for part in [queries.sorted_by_columns, queries.filtered_by_values, queries.grouped, queries.seen_by_all,
                 queries.refused_addresses, edits.marked, past.travelled, past.past_of_queries, past.past_seen_by_all]:
        walk.walk(lambda: walk.serve(0, models=tables.ORDERS), [part])
    walk.walk(lambda: walk.serve(300), [places.emptied])
    walk.walk(lambda: walk.serve(1), [
        components.header_at_top, components.live_layer, components.fields, components.copies,
        components.broken_rows, looks.template, grids.columns, grids.cells_stay, grids.keys_in_grid])
    walk.walk(lambda: inspecting.serve(walk), [
        inspecting_history.drawn, inspecting_history.chosen, inspecting_history.zoomed, inspecting_history.scrubbed,
        inspecting_history.explained, inspecting_history.played, inspecting_history.played_still,
        inspecting_search.found, inspecting_search.found_in_parts, inspecting_search.garbage, inspecting_search.strip,
        inspecting_rows.row_history, inspecting_rows.reached, inspecting_rows.compared,
        inspecting_rows.stored, inspecting_time.remembered,
        inspecting_looks.read_by_all, inspecting_looks.narrow, inspecting_rows.waiting,
        inspecting_time.followed, inspecting_time.broken_off, inspecting_time.forgotten])
    walk.walk(lambda: walk.serve(0, models=HOSTILE), [inspecting_looks.hostile_history])
    for part in [inspecting_troubles.lagging, inspecting_troubles.unreadable, inspecting_search.large]:
        walk.walk(lambda: inspecting.serve(walk), [part])
    walk.walk(lambda: inspecting.serve(walk, edits=True), [inspecting_rows.restored])
    walk.walk(lambda: walk.serve(4, edits=True), [inspecting_troubles.refused])
    if options.feed:
        walk.walk(walk.serve_feed, [components.feed])
        walk.walk(walk.serve_feed, [inspecting_troubles.trees])
    if options.photos:
        walk.walk(walk.serve_photos, [
            photos.loading, photos.navigation, photos.swipes, photos.favourites, photos.comments, photos.grid, photos.choices,
            photos.refresh, photos.pictures, photos.faults, photos.undo])


def main():
    parser = argparse.ArgumentParser(prog="Tools/walk", description=__doc__)
    parser.add_argument("--roster", required=True, help="the roster command, built with the trait Web")
    parser.add_argument("--feed", help="the example roster-feed, built with the trait Web; its page is left out"
                                       " without it")
    parser.add_argument("--photos", help="the application roster-photos, built with the traits Web and Images; its"
                                         " pages are left out without it")
    parser.add_argument("--resources", metavar="FOLDER",
                        help="files of pages as they are in this folder, instead of those of the build:"
                             " Sources/CPageFiles/Files, to work on them without building")
    parser.add_argument("--browser", action="append", choices=["chromium", "firefox"], help="both if left out")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--firefox", default="/usr/bin/firefox-esr")
    parser.add_argument("--rows", type=int, default=1_000_000, help="of the long list")
    parser.add_argument("--no-times", dest="times", action="store_false",
                        help="leave out what depends on the speed of the machine")
    parser.add_argument("--delay", type=int, default=0, metavar="MS",
                        help="each answer and each message comes late, each by up to so many milliseconds: what"
                             " counts on their order fails")
    parser.add_argument("--pictures", default=".build/walk", help="the folder of the screenshots")
    parser.add_argument("--only", action="append", help="only this part, such as anchor; may be repeated")
    parser.add_argument("--without", action="append", help="not this part; may be repeated")
    parser.add_argument("--quiet", action="store_true", help="print only what fails")
    parser.add_argument("--verbose", action="store_true", help="print how long each part takes")
    options = parser.parse_args()
    kinds = options.browser or ["chromium", "firefox"]
    if len(kinds) > 1 and not options.times:
        # Where nothing is measured, they need not wait for each other.
        walks = [subprocess.Popen([sys.executable, __file__, *sys.argv[1:], "--browser", kind])
                 for kind in kinds]
        return max(walk.wait() for walk in walks)
    failures = 0
    with sync_playwright() as playwright:
        for kind in kinds:
            begin = time.time()
            walk = Walk(options, kind, playwright)
            walk_through(walk)
            walk.browser.close()
            failures += walk.failures
            print(f"{walk.checks - walk.failures} passed, {walk.failures} failed in {kind},"
                  f" in {time.time() - begin:.0f} s", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
