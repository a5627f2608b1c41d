#!/usr/bin/env python3
"""A complete renderer for the wire protocol of Roster, in 100 lines.

Its views are records in memory. Replace what a record does with calls of your toolkit, and what is
reported in `shown` with what your toolkit says. Check it with: roster conformance minimal.py
"""
import json
import sys

WIDTH, HEIGHT = 320, 300


class View:
    def __init__(self, name):
        self.name, self.attributes, self.events = name, {}, []
        self.frame, self.container, self.children, self.hidden = None, None, [], False


views, focused, last_frame = {0: View("")}, None, 0


def say(**report):
    print(json.dumps(report), flush=True)


def focus(view):
    global focused
    if view != focused:
        focused = view
        say(focused=view)


def lose_focus(view):
    """A view that is hidden or let go takes the focus with it."""
    inner = focused
    while inner not in (None, view):
        inner = views[inner].container
    if inner == view:
        focus(None)


def apply(edit):
    name, *rest = edit
    if name in ("accessibility", "enterPool", "leavePool"):
        return  # for screen readers, and for views that pause while they are hidden
    number, *rest = rest
    view = views[number] = View(rest[0]) if name == "make" else views[number]
    if name == "set":
        key, value, *old = rest
        # The user may have scrolled meanwhile, so an offset changes by the difference.
        if key == "offset" and old:
            value = view.attributes[key] + value - old[0]
        view.attributes[key] = value
    elif name == "unset":
        del view.attributes[rest[0]]
    elif name == "events":
        view.events = rest[0]
    elif name == "frame":
        view.frame = rest[0]
    elif name == "place":
        container, sibling = rest
        row = views[container].children
        if number in row:
            row.remove(number)
        row.insert(0 if sibling is None else row.index(sibling) + 1, number)
        view.container = container
    elif name in ("show", "hide"):
        view.hidden = name == "hide"
        if view.hidden:
            lose_focus(number)
    elif name == "letGo":
        lose_focus(number)
        if view.container is not None:
            views[view.container].children.remove(number)
        for gone in [number] + rest[0]:
            del views[gone]


def seen(number):
    """Where a view is seen: rows of a list are scrolled, and some headers stick."""
    view, outer = views[number], views[views[number].container]
    if outer.name != "list" or view.frame is None:
        return view.frame, False
    axis = 0 if outer.attributes["axis"] == "horizontal" else 1
    frame, offset = list(view.frame), outer.attributes["offset"]
    if "stickyEnd" in view.attributes:
        end = view.attributes["stickyEnd"] - frame[axis + 2]
        frame[axis] = max(frame[axis], min(offset, end))
    is_stuck = frame[axis] > view.frame[axis]
    frame[axis] -= offset
    return frame, is_stuck


def shown(container):
    row = [number for number in views[container].children if not views[number].hidden]
    for number in sorted(row, key=lambda number: seen(number)[1]):  # headers that stick in front
        view, frame = views[number], seen(number)[0]
        result = {"view": number, "class": view.name, "attributes": view.attributes}
        yield result | ({"frame": frame} if frame else {}) | {"within": list(shown(number))}


def scroll(number, distance):
    area = views[number].attributes
    room = area["length"] - (WIDTH if area["axis"] == "horizontal" else HEIGHT)
    area["offset"] = min(max(area["offset"] + distance, 0), max(room, 0))
    say(scrolled=number, offset=area["offset"], frame=last_frame)


def answer(question):
    ask, id, view = question["ask"], question["id"], question.get("view")
    if ask == "shown":
        return say(shown=id, views=list(shown(0)), focused=focused, kept=len(views) - 1)
    if ask == "focus":
        focus(view)
    elif ask == "scroll":
        scroll(view, question["by"])
    elif ask == "event" and question["event"] in views[view].events:
        say(event=question["event"], view=view, values=question.get("values", []))
    say(done=id)


say(hello={"versions": [1], "name": "minimal", "size": [WIDTH, HEIGHT], "unset": True})
for line in sys.stdin:
    message = json.loads(line)
    if "frame" in message:
        for edit in message["edits"]:
            apply(edit)
        last_frame = message["frame"]
    elif "ask" in message:
        answer(message)
