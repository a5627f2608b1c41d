"""Makes cases smaller while they still fail."""

import copy
import re


def nodes(node, path=()):
    yield path, node
    for index, child in enumerate(node.get("children", [])):
        yield from nodes(child, (*path, index))


def at(root, path):
    for index in path:
        root = root["children"][index]
    return root


def smaller(case):
    """Yields cases that are a step smaller, those first that are smaller by much."""
    root = case["root"]
    paths = [path for path, _ in nodes(root)]

    def changed(change):
        other = {key: copy.deepcopy(value) for key, value in case.items() if key != "features"}
        change(other)
        return other

    for path in paths[1:]:
        yield changed(lambda other: at(other["root"], path[:-1])["children"].pop(path[-1]))
    for path in paths[1:]:
        # The children of a box in place of the box.
        def hoist(other):
            siblings = at(other["root"], path[:-1])["children"]
            siblings[path[-1]:path[-1] + 1] = siblings[path[-1]].get("children", [])
        if at(root, path).get("children"):
            yield changed(hoist)
    if case.get("direction") == "rtl":
        yield changed(lambda other: other.update(direction="ltr"))
    for path, node in nodes(root):
        for key in node["style"]:
            if path or key != "position":
                yield changed(lambda other: at(other["root"], path)["style"].pop(key))
    for path, node in nodes(root):
        if " " in node.get("text", ""):
            words = node["text"].split(" ")
            for text in (" ".join(words[:-1]), " ".join(words[1:])):
                yield changed(lambda other: at(other["root"], path).update(text=text))
        for key, value in node["style"].items():
            # There is no line 0.
            for simple in [] if re.fullmatch("grid.*(Start|End)", key) else simpler(value):
                yield changed(lambda other: at(other["root"], path)["style"].update({key: simple}))


def simpler(value):
    if isinstance(value, str):
        if value.endswith("%") and value not in ("50%", "100%"):
            return ["100%", "50%"]
        return []
    if isinstance(value, list):
        return simpler_tracks(value)
    candidates = [10, 20, 50, 100, round(value, -1), int(value)]
    # Only towards rounder numbers, or this would never end.
    return [new for new in dict.fromkeys(candidates) if roundness(new) < roundness(value)]


def simpler_tracks(tracks):
    """Lists of tracks with one less, or with one that says less."""
    lists = []
    repeats = any(isinstance(track, dict) and isinstance(track.get("repeat"), str)
                  for track in tracks)
    for index, track in enumerate(tracks):
        before, after = tracks[:index], tracks[index + 1:]
        if before or after:
            lists.append(before + after)
        # Beside tracks that are repeated automatically only lengths are allowed.
        for simple in [] if repeats else simpler_track(track):
            lists.append(before + simple + after)
    return lists


def simpler_track(track):
    if not isinstance(track, dict):
        return [] if isinstance(track, str) else [[simple] for simple in simpler(track)]
    if "repeat" in track:
        inner = track["tracks"]
        return [inner] + [[{**track, "tracks": simple}] for simple in simpler_tracks(inner)]
    if "minmax" in track:
        return [[breadth] for breadth in track["minmax"]]
    return [["auto"]]


def roundness(value):
    return (value != int(value), value % 100 not in (10, 20, 50, 0), value % 10 != 0, abs(value))


def shrink(cases, failing, rounds=60, breadth=500):
    """Shrinks all cases side by side.

    `failing` gets cases and says of each whether it still fails.
    """
    open_cases = dict(enumerate(cases))
    done = {}
    starts = {index: 0 for index in open_cases}
    for _ in range(rounds):
        if not open_cases:
            break
        candidates = []
        for index, case in open_cases.items():
            steps = list(smaller(case))
            window = steps[starts[index]:starts[index] + max(8, breadth // len(open_cases))]
            candidates += [(index, step) for step in window]
            if starts[index] + len(window) >= len(steps):
                starts[index] = -1
            else:
                starts[index] += len(window)
        results = failing([step for _, step in candidates])
        found = {}
        for (index, step), fails in zip(candidates, results):
            if fails and index not in found:
                found[index] = step
        for index in list(open_cases):
            if index in found:
                open_cases[index] = found[index]
                starts[index] = 0
            elif starts[index] < 0:
                done[index] = open_cases.pop(index)
    done.update(open_cases)
    return [done[index] for index in sorted(done)]
