"""What depends on the speed of the machine: first paint, single changes, frames."""

import os
import statistics
import time

PAINT = """(() => { const [entry] = performance.getEntriesByName('roster:apply');
  return entry.startTime + entry.duration })()"""


def first_paint(walk, server):
    # The first page of a browser waits for the browser.
    walk.open(server.url).context.close()
    times = []
    for _ in range(9):
        page = walk.open(server.url)
        times.append(page.evaluate(PAINT))
        page.context.close()
    walk.check("first rows within 300 ms", statistics.median(times) <= 300,
               f"median {statistics.median(times):.0f} ms of {[round(t) for t in times]}")


def delays(walk, server):
    """Returns how long single changes take from the list to the DOM, and the page's part of it."""
    page = walk.open(server.url)
    walk.scroll(page, 3_000)
    page.evaluate("""performance.clearMeasures('roster:apply'); walk.arrived = [];
      new PerformanceObserver((entries) => { for (const entry of entries.getEntries())
        walk.arrived.push(performance.timeOrigin + entry.startTime + entry.duration) }).observe({ entryTypes: ['measure'] })""")
    at = page.evaluate("walk.first().number - 1")
    times = []
    for number in range(40):
        count = page.evaluate("walk.arrived.length")
        begin = time.time() * 1_000
        server.change({"updatedItems": [[[0, at], {"title": f"Changed {number}", "text": "z " * (number % 7)}]]})
        walk.wait(page, f"walk.arrived.length > {count}")
        times.append(page.evaluate("walk.arrived.at(-1)") - begin)
        walk.pass_frames(page, 2)
    updates = page.evaluate("walk.updates()")
    walk.close(page)
    return statistics.median(times), statistics.median(updates)


def speed(walk, server):
    results = {}
    for count in [1_000, 100_000]:
        other = walk.serve(count)
        try:
            results[count] = delays(walk, other)
        finally:
            other.close()
    results[walk.options.rows] = delays(walk, server)
    for count, (delay, update) in results.items():
        walk.check(f"one change of {count:,} rows is in the DOM within 16 ms", delay <= 16,
                   f"median {delay:.1f} ms, of which the page {update:.1f} ms")
    few, many = results[1_000][0], results[100_000][0]
    walk.check("100,000 rows take at most 1.5 times as long as 1,000", many <= 1.5 * max(few, 1),
               f"{many / few:.2f} times")


def frames(walk, server):
    """Scrolls through many rows, beside a bare windowed list that has its models in memory."""
    results = {}
    for name in ["this page", "a bare list", "this page", "a bare list"]:
        if name == "this page":
            page = walk.open(server.url)
            walk.rest(page)
        else:
            page = walk.open("about:blank", wait=False)
            with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "bare.html")) as file:
                page.set_content(file.read())
        result = page.evaluate("walk.scroll(45, 240)")
        lengths = sorted(result["lengths"])
        results[name] = (statistics.median(lengths), lengths[int(len(lengths) * 0.95)], result["blank"])
        page.context.close()
    for name, (median, most, blank) in results.items():
        print(f"      {walk.kind:8}  frames of {name}: median {median:.1f} ms, 95 % within {most:.1f} ms,"
              f" {blank} blank")
    ours, bare = results["this page"], results["a bare list"]
    walk.check("scrolling is as smooth as a bare list", ours[0] <= bare[0] * 1.2 and ours[2] <= 3)
