"""Walks through the pages of lists in real browsers, as readers do. `Tools/walk --help` says more.

Prints a line for each check, and ends with 1 if one failed.
"""

import argparse
import multiprocessing
import sys
import time

from playwright.sync_api import sync_playwright

import asked
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
import pictures
import places
import queries
import tables
import times
from browsers import Walk
from letters import HOSTILE


def all_walks(options):
    """The walks: how each starts its server, and its parts. Each has its server to itself, so any may run beside any."""
    walks = [
        (lambda walk: walk.serve(options.rows), [
            *([times.first_paint, times.frames] if options.times else []),
            looks.without_script, looks.sizes, looks.dark, looks.less_motion, looks.printed, edits.read_only,
            places.top, places.anchor, places.scrolling, places.momentum, places.last_row,
            keys.focus, keys.presses, keys.search_and_copy, edits.small_updates,
            places.reload, places.killed, places.compacted, places.five_pages,
            *([times.speed] if options.times else [])]),
        (lambda walk: walk.serve(400, 4), [looks.sections, looks.accessibility]),
        (lambda walk: walk.serve(400, 4), [queries.folded]),
        (lambda walk: walk.serve(400, 4), [past.past_of_sections]),
        (lambda walk: walk.serve(300, edits=True), [looks.searched_on_phones, looks.keys_on_phones]),
        (lambda walk: walk.serve(0, models=HOSTILE), [looks.hostile]),
        (lambda walk: walk.serve(0, models=tables.ORDERS), [
            tables.columns, tables.counted, tables.copied, tables.exported]),
        (lambda walk: walk.serve(300), [places.emptied]),
        (lambda walk: walk.serve(1), [
            components.header_at_top, components.live_layer, components.fields, components.copies,
            components.broken_rows, looks.template, grids.columns, grids.cells_stay, grids.keys_in_grid]),
        (inspecting.serve, [
            inspecting_history.drawn, inspecting_history.chosen, inspecting_history.zoomed, inspecting_history.scrubbed,
            inspecting_history.explained, inspecting_history.played, inspecting_history.played_still,
            inspecting_search.found, inspecting_search.found_in_parts, inspecting_search.garbage, inspecting_search.strip,
            inspecting_rows.row_history, inspecting_rows.reached, inspecting_rows.compared,
            inspecting_rows.stored, inspecting_time.remembered,
            inspecting_looks.read_by_all, inspecting_looks.forced, inspecting_looks.narrow, inspecting_rows.waiting,
            inspecting_time.followed, inspecting_time.broken_off, inspecting_time.forgotten]),
        (lambda walk: walk.serve(0, models=HOSTILE), [inspecting_looks.hostile_history]),
        (lambda walk: inspecting.serve(walk, edits=True), [inspecting_rows.restored_from_afar, inspecting_rows.restored]),
        (lambda walk: walk.serve(4, edits=True), [inspecting_troubles.refused]),
        (asked.serve, [asked.what_and_where, asked.why_and_who, asked.back_and_compare]),
    ]
    # A part of a list that pages change has it to itself: the process that writes it follows no other writer.
    for part in [edits.undo_and_redo, past.undone_with_a_question]:
        walks.append((lambda walk: walk.serve(300, edits=True), [part]))
    for part in [queries.sorted_by_columns, queries.chosen_at_once, queries.waited, queries.filtered_by_values, queries.grouped, queries.seen_by_all,
                 queries.refused_addresses, edits.marked, past.travelled, past.past_of_queries, past.past_seen_by_all, past.past_from_afar,
                 past.past_of_changes]:
        walks.append((lambda walk: walk.serve(0, models=tables.ORDERS), [part]))
    for part in [inspecting_troubles.lagging, inspecting_troubles.unreadable, inspecting_search.large]:
        walks.append((inspecting.serve, [part]))
    if options.feed:
        walks.append((Walk.serve_feed, [components.feed]))
        walks.append((Walk.serve_feed, [past.past_of_components]))
        walks.append((Walk.serve_feed, [inspecting_troubles.trees]))
    if options.photos:
        walks.append((Walk.serve_photos, [
            photos.loading, photos.navigation, photos.swipes, photos.favourites, photos.comments, photos.grid,
            photos.choices, photos.refresh, photos.pictures, photos.faults, photos.undo]))
    return walks


def walk_in_turn(options, kind, indices):
    """Walks those walks in one browser, as they come: (checks, failures)."""
    with sync_playwright() as playwright:
        walk = Walk(options, kind, playwright)
        walks = all_walks(options)
        for index in indices:
            serve, parts = walks[index]
            walk.walk(lambda: serve(walk), parts)
        walk.browser.close()
        return walk.checks, walk.failures


def walk_beside(options, kind, indices, counts):
    """The same in a process of its own, which gives its counts to the queue."""
    counts.put((kind, *walk_in_turn(options, kind, iter(indices.get, None))))


def walk_all(options, kinds):
    """Walks all walks in all browsers: (checks, failures) of each."""
    # The longest ones first, so that none of them is left over at the end.
    lengths = [len(parts) for _, parts in all_walks(options)]
    order = sorted(range(len(lengths)), key=lambda index: -lengths[index])
    if options.times:
        return {kind: walk_in_turn(options, kind, order) for kind in kinds}
    # Where nothing is measured, they need not wait for each other.
    counts = multiprocessing.Queue()
    waiting = {kind: multiprocessing.Queue() for kind in kinds}
    for indices in waiting.values():
        for index in [*order, *[None] * options.beside]:
            indices.put(index)
    processes = [
        multiprocessing.Process(target=walk_beside, args=(options, kind, indices, counts))
        for kind, indices in waiting.items() for _ in range(options.beside)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    results = {kind: (0, 0) for kind in kinds}
    for process in processes:
        if process.exitcode != 0:
            sys.exit("a browser ended before its walk did")
        kind, checks, failures = counts.get()
        results[kind] = (results[kind][0] + checks, results[kind][1] + failures)
    return results


def take_pictures(options):
    """Takes all pictures in one browser: (checks, failures) of it."""
    with sync_playwright() as playwright:
        walk = Walk(options, "chromium", playwright)
        pictures.take_all(walk)
        walk.browser.close()
        return {"chromium": (walk.checks, walk.failures)}


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
    parser.add_argument("--beside", type=int, default=2, metavar="N",
                        help="so many walks at once in each browser, if nothing is measured")
    parser.add_argument("--delay", type=int, default=0, metavar="MS",
                        help="each answer and each message comes late, each by up to so many milliseconds: what"
                             " counts on their order fails")
    parser.add_argument("--pictures", default=".build/walk", help="the folder of the screenshots")
    parser.add_argument("--all-pictures", action="store_true",
                        help="instead of walking, take pictures of all pages and views, at all sizes, in all looks, and"
                             " ask axe about each, in Chromium; --only takes names of pictures, such as page-menu")
    parser.add_argument("--only", action="append", help="only this part, such as anchor; may be repeated")
    parser.add_argument("--without", action="append", help="not this part; may be repeated")
    parser.add_argument("--quiet", action="store_true", help="print only what fails")
    parser.add_argument("--verbose", action="store_true", help="print how long each part takes")
    options = parser.parse_args()
    begin = time.time()
    results = take_pictures(options) if options.all_pictures else walk_all(
        options, options.browser or ["chromium", "firefox"])
    for kind, (checks, failures) in results.items():
        print(f"{checks - failures} passed, {failures} failed in {kind}, in {time.time() - begin:.0f} s", flush=True)
    return 1 if any(failures for _, failures in results.values()) else 0


if __name__ == "__main__":
    # A process of its own for each browser, without what this one has open.
    multiprocessing.set_start_method("spawn")
    sys.exit(main())
