"""Tests of RosterGtkListModel, without GTK and without a display.

    eval "$(Tools/gtk/build)" && /usr/bin/python3 -m unittest discover -s Tools/gtk/tests

SEED=N begins the random changes at another seed, CHANGES=N makes more of them.
"""

from __future__ import annotations

import faulthandler
import gc
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from typing import Any

import gi

gi.require_version("RosterGtk", "1.0")
from gi.repository import Gio, GLib, RosterGtk  # noqa: E402

SEED = int(os.environ.get("SEED", 1))
CHANGES = int(os.environ.get("CHANGES", 1_500))
WORDS = ["lunch", "noon", "lunar", "tea", "train", "ticket", "über"]

# What hangs says where, and ends.
faulthandler.dump_traceback_later(600, exit=True)


def run_until(is_done: Callable[[], bool]) -> bool:
    """Runs the main context until something holds; False if it does not within a minute."""
    context = GLib.MainContext.default()
    end = time.monotonic() + 60
    # Wakes the context to look again.
    timer = GLib.timeout_add(5, lambda: True)
    try:
        while not is_done():
            if time.monotonic() > end:
                return False
            context.iteration(True)
        return True
    finally:
        GLib.source_remove(timer)


def changed(model: RosterGtk.ListModel, *edits: dict[str, Any]) -> list[int | None]:
    """Changes a list, and returns the ids when it shows the change."""
    result = json.loads(model.change(json.dumps(edits), None))
    assert run_until(lambda: model.get_revision() >= result["revision"])
    ids: list[int | None] = result["ids"]
    return ids


def ids(model: RosterGtk.ListModel) -> list[int]:
    return [item.get_id() for item in model]


def contents(model: RosterGtk.ListModel) -> list[tuple[int, int, str]]:
    return [(item.get_id(), item.get_section(), item.get_json()) for item in model]


class Shadow:
    """A list of ids that follows the signals of a model, and compares itself with it inside each of them."""

    def __init__(self, model: RosterGtk.ListModel, keeps_items: bool) -> None:
        self.ids = ids(model)
        #: Keeps the objects alive, so that each id must have the same one always.
        self.items = {item.get_id(): item for item in model} if keeps_items else None
        self.signals = 0
        #: An exception in a handler ends no loop of GLib.
        self.failures: list[str] = []
        model.connect("items-changed", self._follow)

    def _follow(self, model: RosterGtk.ListModel, position: int, removed: int, added: int) -> None:
        self.signals += 1
        if position + removed > len(self.ids) or (removed, added) == (0, 0):
            self.failures.append(f"{position}, {removed}, {added} of {len(self.ids)} items")
        self.ids[position:position + removed] = [
            model[position + index].get_id() for index in range(added)]
        shown = list(model)
        if self.ids != [item.get_id() for item in shown]:
            self.failures.append(f"behind {position}, {removed}, {added}")
        if len(model) != len(self.ids) or model.get_item(len(self.ids)) is not None:
            self.failures.append(f"{len(model)} items, not {len(self.ids)}")
        if self.items is not None:
            for item in shown:
                if self.items.setdefault(item.get_id(), item) is not item:
                    self.failures.append(f"{item.get_id()} is two objects")
        self.failures += wrong_places(model, self.ids)


def wrong_places(model: RosterGtk.ListModel, expected: list[int]) -> list[str]:
    """What is wrong with where a model says that items and sections are."""
    wrong = []
    for position, id in enumerate(expected):
        found, place = model.find(id)
        # Between two revisions an item that moves up is shown twice.
        if not found or expected[place] != id:
            wrong.append(f"item {id} is at {position}, and found at {place}")
    position = 0
    while position < len(expected):
        start, end = model.get_section(position)
        within = random.randrange(position, max(end, position + 1))
        if start != position or end <= start or model.get_section(within) != (start, end):
            wrong.append(f"section {start} to {end} at {position}, and at {within} {model.get_section(within)}")
            break
        position = end
    if position != len(expected) or model.get_section(position) != (position, GLib.MAXUINT):
        wrong.append(f"the sections end at {position} of {len(expected)}")
    return wrong


class Writer:
    """Makes random changes of a list."""

    def __init__(self, model: RosterGtk.ListModel, seed: int) -> None:
        self.model = model
        self.random = random.Random(seed)

    def made_up(self) -> dict[str, Any]:
        choice = self.random
        return {
            "n": choice.randrange(100), "g": choice.choice("abc"), "k": choice.randrange(2**50),
            "t": " ".join(choice.choices(WORDS, k=2))}

    def write(self) -> None:
        """Makes one change; another process may have removed what it names."""
        items = [(item.get_id(), item.get_section()) for item in self.model]
        try:
            if self.random.random() < 0.1:
                self.random.choice([self.model.undo, self.model.redo])()
            else:
                self.model.change(json.dumps(self._edits(items)), None)
        except GLib.Error as error:
            accepted = (
                RosterGtk.Error.NO_SUCH_ITEM, RosterGtk.Error.NO_SUCH_SECTION,
                RosterGtk.Error.INVALID_CHANGE, RosterGtk.Error.NOTHING_TO_UNDO,
                RosterGtk.Error.NOTHING_TO_REDO, RosterGtk.Error.STALE)
            if not any(error.matches(RosterGtk.error_quark(), code) for code in accepted):
                raise

    def _edits(self, items: list[tuple[int, int]]) -> list[dict[str, Any]]:
        choice = self.random
        if not items or choice.random() < 0.03:
            return [{"do": "insert", "model": self.made_up()} for _ in range(choice.randrange(1, 40))]
        sections = list({section for _, section in items})
        if len(items) > 120:
            start = choice.randrange(60)
            return [{"do": "remove", "item": id} for id, _ in items[start:start + 60]]
        edits: list[dict[str, Any]] = []
        left = [id for id, _ in items]
        for _ in range(choice.choice([1, 1, 1, 2, 3, 12])):
            kind = choice.choice(["insert", "insert", "update", "update", "remove", "move", "move", "section"])
            if kind == "section":
                edits.append(choice.choice([
                    {"do": "insert_section", "model": self.made_up(), "at": 0},
                    {"do": "move_section", "section": choice.choice(sections), "at": 0},
                    {"do": "update_section", "section": choice.choice(sections), "model": self.made_up()},
                    {"do": "insert", "model": self.made_up(), "section": choice.choice(sections)},
                ]))
                continue
            item = choice.choice(left)
            beside = {choice.choice(["before", "after"]): choice.choice(left)}
            if kind == "insert":
                edits.append({"do": "insert", "model": self.made_up(), **beside})
            elif kind == "move" and item not in beside.values():
                edits.append({"do": "move", "item": item, **beside})
            elif kind == "update":
                edits.append({"do": "update", "item": item, "model": self.made_up()})
            elif kind == "remove" and len(left) > 1:
                left.remove(item)
                edits.append({"do": "remove", "item": item})
        if not edits and len(sections) > 1:
            edits.append({"do": "remove_section", "section": choice.choice(sections)})
        return edits or [{"do": "insert", "model": self.made_up(), "at": [0, 0]}]


class Case(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "list.sqlite")

    def opened(self, name: str = "list", key: str | None = None) -> RosterGtk.ListModel:
        model = RosterGtk.ListModel.new(self.path, name, key)
        self.addCleanup(model.close)
        return model

    def derived(
        self, source: RosterGtk.ListModel, name: str, **definition: Any
    ) -> RosterGtk.ListModel:
        model = source.derive(name, json.dumps(definition))
        self.addCleanup(model.close)
        return model

    def assert_error(self, code: RosterGtk.Error, part: str, call: Callable[..., Any], *arguments: Any) -> None:
        with self.assertRaises(GLib.Error) as caught:
            call(*arguments)
        self.assertTrue(
            caught.exception.matches(RosterGtk.error_quark(), code), f"{caught.exception.code}, not {code}")
        self.assertIn(part, caught.exception.message)


class InvariantTests(Case):
    """The signals of random changes lead from each state of the list to the next one."""

    def follow(self, model: RosterGtk.ListModel, seed: int) -> Shadow:
        return Shadow(model, keeps_items=seed % 2 == 0)

    def assert_followed(self, shadow: Shadow, model: RosterGtk.ListModel) -> None:
        self.assertEqual(shadow.failures, [])
        self.assertEqual(shadow.ids, ids(model))
        self.assertIsNone(model.get_error())

    def test_every_state_between_is_that_of_the_signals(self) -> None:
        for seed in range(SEED, SEED + 2):
            with self.subTest(seed=seed):
                model = self.opened(f"list {seed}")
                shadow = self.follow(model, seed)
                writer = Writer(model, seed)
                for _ in range(CHANGES):
                    writer.write()
                    if writer.random.random() < 0.7:
                        revision = model.get_revision()
                        run_until(lambda: model.get_revision() > revision or not pending())
                fresh = self.opened(f"list {seed}")
                self.assertTrue(run_until(lambda: model.get_revision() == fresh.get_revision()))
                self.assert_followed(shadow, model)
                self.assertEqual(contents(model), contents(fresh))
                print(f"seed {seed}: {CHANGES} changes, {shadow.signals} signals", file=sys.stderr)

    def test_derived_lists_follow_two_processes(self) -> None:
        for seed in range(SEED, SEED + 2):
            with self.subTest(seed=seed):
                self._follow_two_processes(seed)

    def _follow_two_processes(self, seed: int) -> None:
        name = f"list {seed}"
        source = self.opened(name)
        models = {
            "source": source,
            "filter": self.derived(source, f"filter {seed}", where={"member": "n", "atLeast": 50}),
            "sort": self.derived(source, f"sort {seed}", sorted=[{"by": "n", "descending": True}, "k"]),
            "search": self.derived(source, f"search {seed}", search={"in": ["t"], "text": "lun"}),
            "limit": self.derived(source, f"limit {seed}", sorted=["k"], limit=10),
            "group": self.derived(source, f"group {seed}", sections="g", sorted=["k"]),
        }
        shadows = {kind: self.follow(model, seed) for kind, model in models.items()}
        other = subprocess.Popen(
            [sys.executable, __file__, "--write", self.path, name, str(seed + 1_000), str(CHANGES // 5)])
        writer = Writer(source, seed)
        text = "lun"
        for _ in range(CHANGES // 5):
            writer.write()
            if writer.random.random() < 0.1:
                text = writer.random.choice(WORDS)[:writer.random.randrange(4)]
                models["search"].search(text)
            GLib.MainContext.default().iteration(False)
        run_until(lambda: other.poll() is not None)
        self.assertEqual(other.returncode, 0)
        fresh = self.opened(name)
        self.assertTrue(run_until(lambda: source.get_revision() == fresh.get_revision()))
        items = [(item.get_id(), json.loads(item.get_json())) for item in fresh]
        by_key = sorted(items, key=lambda item: item[1]["k"])
        expected = {
            "source": items,
            "filter": [item for item in items if item[1]["n"] >= 50],
            "sort": sorted(items, key=lambda item: (-item[1]["n"], item[1]["k"])),
            "search": [
                item for item in items
                if any(word.startswith(text) for word in item[1]["t"].split())],
            "limit": by_key[:10],
            "group": sorted(by_key, key=lambda item: item[1]["g"]),
        }
        for kind, model in models.items():
            def shown() -> list[tuple[int, Any]]:
                return [(item.get_id(), json.loads(item.get_json())) for item in model]

            run_until(lambda: shown() == expected[kind])
            self.assertEqual(shown(), expected[kind], kind)
            self.assert_followed(shadows[kind], model)
        self.assertEqual(
            [json.loads(models["group"].dup_section_json(position)) for position in range(len(items))],
            [model["g"] for _, model in expected["group"]])
        signals = {kind: shadow.signals for kind, shadow in shadows.items()}
        print(f"seed {seed}: {source.get_revision()} revisions, signals {signals}", file=sys.stderr)


def pending() -> bool:
    return bool(GLib.MainContext.default().pending())


def fewest(before: list[int], after: list[int]) -> int:
    """How many items are removed and inserted at least: all but those of a longest common subsequence."""
    lengths = [0] * (len(after) + 1)
    for old in before:
        previous = 0
        for index, new in enumerate(after, start=1):
            previous, lengths[index] = (
                lengths[index], previous + 1 if old == new else max(lengths[index - 1], lengths[index]))
    return len(before) + len(after) - 2 * lengths[-1]


class FewestTests(Case):
    def setUp(self) -> None:
        super().setUp()
        self.model = self.opened()
        self.signals: list[tuple[int, int, int]] = []
        self.model.connect("items-changed", lambda _, *signal: self.signals.append(signal))

    def assert_fewest(self, *edits: dict[str, Any]) -> None:
        before = ids(self.model)
        self.signals.clear()
        changed(self.model, *edits)
        after = ids(self.model)
        self.assertEqual(
            sum(removed + added for _, removed, added in self.signals), fewest(before, after),
            (before, after, self.signals))
        # Two signals with nothing between them would be one.
        for (position, _, added), (next_position, _, _) in itertools.pairwise(self.signals):
            self.assertGreater(next_position, position + added)

    def test_each_move_in_small_lists(self) -> None:
        for count in range(2, 7):
            changed(self.model, {"do": "insert", "model": count}, *([{"do": "insert", "model": 0}] * (count == 2)))
            for first, second in itertools.permutations(range(count), 2):
                shown = ids(self.model)
                self.signals.clear()
                self.assertTrue(self.model.move(first, second))
                expected = shown.copy()
                expected.insert(second, expected.pop(first))
                self.assertTrue(run_until(lambda: ids(self.model) == expected))
                self.assertEqual(
                    sum(removed + added for _, removed, added in self.signals), 2,
                    (first, second, self.signals))
                self.assertEqual(len(self.signals), 2)

    def test_each_order_of_a_small_list(self) -> None:
        inserted = changed(self.model, *({"do": "insert", "model": n} for n in range(5)))
        for order in itertools.permutations(inserted):
            self.assert_fewest(*({"do": "move", "item": id, "at": index} for index, id in enumerate(order)))

    def test_edits_of_every_kind_together(self) -> None:
        chosen = random.Random(SEED)
        for _ in range(300):
            shown = ids(self.model)
            edits: list[dict[str, Any]] = [
                {"do": "insert", "model": 0, "at": chosen.randrange(len(shown) + 1)}
                for _ in range(chosen.randrange(1, 4))]
            for id in chosen.sample(shown, min(len(shown), chosen.randrange(4))):
                edits.append(chosen.choice([
                    {"do": "move", "item": id, "at": 0}, {"do": "remove", "item": id},
                    {"do": "update", "item": id, "model": chosen.randrange(100)}]))
            self.assert_fewest(*edits)

    def test_what_stays_in_place_emits_nothing(self) -> None:
        first, second = changed(self.model, {"do": "insert", "model": 1}, {"do": "insert", "model": 2})
        self.signals.clear()
        changed(self.model, {"do": "update", "item": first, "model": 3})
        changed(self.model, {"do": "insert_section"}, {"do": "update_section", "section": 1, "model": "top"})
        self.assertEqual(self.signals, [])
        changed(self.model, {"do": "insert", "model": 0, "at": [0, 1]}, {"do": "remove", "item": second})
        self.assertEqual(self.signals, [(1, 1, 1)])


class ItemTests(Case):
    def test_an_item_is_the_same_object_while_it_is_alive(self) -> None:
        model = self.opened()
        first, second = changed(model, {"do": "insert", "model": {"n": 1}}, {"do": "insert", "model": {"n": 2}})
        item = model[0]
        self.assertEqual((item.get_id(), item.get_json(), item.props.json), (first, '{"n":1}', '{"n":1}'))
        changed(model, {"do": "move", "item": first, "after": second}, {"do": "insert", "model": 0, "at": 0})
        self.assertIs(model[2], item)
        self.assertEqual(model.find(first), (True, 2))
        self.assertEqual(model.get_item_type(), RosterGtk.Item.__gtype__)

    def test_an_item_is_freed_when_its_last_reference_goes(self) -> None:
        model = self.opened()
        changed(model, {"do": "insert", "model": 1})
        item = model[0]
        gone: list[None] = []
        item.weak_ref(lambda: gone.append(None))
        del item
        gc.collect()
        self.assertEqual(gone, [None])
        self.assertEqual(model[0].get_json(), "1")

    def test_an_update_notifies_the_item_and_moves_none(self) -> None:
        model = self.opened()
        first, = changed(model, {"do": "insert", "model": 1})
        item, told, signals = model[0], [], []
        item.connect("notify::json", lambda item, _: told.append(item.props.json))
        model.connect("items-changed", lambda *_: signals.append(model.get_revision()))
        changed(model, {"do": "update", "item": first, "model": 2})
        # The same model again is no news.
        changed(model, {"do": "update", "item": first, "model": 2}, {"do": "insert", "model": 3})
        self.assertEqual(told, ["2"])
        self.assertEqual(len(signals), 1)
        self.assertIs(model[0], item)

    def test_many_updates_notify_all_that_are_alive(self) -> None:
        model = self.opened()
        inserted = changed(model, *({"do": "insert", "model": n} for n in range(1_000)))
        item = model[700]
        changed(model, *({"do": "update", "item": id, "model": "new"} for id in inserted))
        self.assertEqual(item.get_json(), '"new"')
        items = list(model)
        changed(model, *({"do": "update", "item": id, "model": "newer"} for id in inserted[:600]))
        self.assertEqual([item.get_json() for item in items], ['"newer"'] * 600 + ['"new"'] * 400)

    def test_an_item_that_left_and_comes_back_shows_its_newest_model(self) -> None:
        source = self.opened()
        shown = self.derived(source, "shown", where={"member": "is_shown", "is": True})
        id, = changed(source, {"do": "insert", "model": {"is_shown": True}})
        self.assertTrue(run_until(lambda: len(shown) == 1))
        item = shown[0]
        changed(source, {"do": "update", "item": id, "model": {"is_shown": False}})
        self.assertTrue(run_until(lambda: len(shown) == 0))
        changed(source, {"do": "update", "item": id, "model": {"is_shown": True, "n": 1}})
        self.assertTrue(run_until(lambda: len(shown) == 1))
        self.assertEqual(item.get_json(), '{"is_shown":true,"n":1}')
        self.assertIs(shown[0], item)

    def test_items_may_be_freed_on_any_thread(self) -> None:
        model = self.opened()
        changed(model, *({"do": "insert", "model": n} for n in range(50)))
        stops = threading.Event()
        held: list[RosterGtk.Item] = []

        def free() -> None:
            while not stops.is_set():
                held.clear()

        thread = threading.Thread(target=free)
        thread.start()
        try:
            for _ in range(400):
                held.extend(model)
        finally:
            stops.set()
            thread.join()
        self.assertEqual([item.get_json() for item in model], [str(n) for n in range(50)])


class SearchTests(Case):
    def test_the_last_text_is_searched_for(self) -> None:
        source = self.opened()
        changed(source, *({"do": "insert", "model": {"t": word}} for word in WORDS))
        found = self.derived(source, "found", search={"in": ["t"], "text": ""})
        self.assertTrue(run_until(lambda: len(found) == len(WORDS)))
        told: list[bool] = []
        found.connect("notify::searching", lambda found, _: told.append(found.props.searching))
        for text in ("l", "lu", "lun", "luna"):
            found.search(text)
        self.assertTrue(run_until(lambda: len(found) == 1 and not found.props.searching))
        self.assertEqual([item.get_json() for item in found], ['{"t":"lunar"}'])
        self.assertEqual(told, [True, False])

    def test_a_list_may_be_closed_while_it_searches(self) -> None:
        source = self.opened()
        changed(source, *({"do": "insert", "model": {"t": word}} for word in WORDS))
        found = source.derive("found", '{"search":{"in":["t"],"text":""}}')
        found.search("lun")
        found.search("tea")
        found.close()
        self.assertTrue(run_until(lambda: not found.props.searching))
        self.assertIsNone(found.props.error)
        found.search("tea")
        self.assertTrue(found.props.error.matches(RosterGtk.error_quark(), RosterGtk.Error.CLOSED))

    def test_a_list_is_derived_on_a_thread(self) -> None:
        source = self.opened()
        changed(source, *({"do": "insert", "model": n} for n in range(4)))
        results: list[RosterGtk.ListModel | GLib.Error] = []

        def opened(source: RosterGtk.ListModel, result: Gio.AsyncResult) -> None:
            try:
                results.append(source.derive_finish(result))
            except GLib.Error as error:
                results.append(error)

        source.derive_async("derived", '{"where":{"atLeast":2}}', None, opened)
        self.assertTrue(run_until(lambda: len(results) == 1))
        self.assertTrue(run_until(lambda: len(results[0]) == 2))
        source.derive_async("wrong", '{"bogus":1}', None, opened)
        self.assertTrue(run_until(lambda: len(results) == 2))
        self.assertTrue(results[1].matches(RosterGtk.error_quark(), RosterGtk.Error.INVALID_JSON))
        source.close()
        source.derive_async("derived", "{}", None, opened)
        self.assertTrue(run_until(lambda: len(results) == 3))
        self.assertTrue(results[2].matches(RosterGtk.error_quark(), RosterGtk.Error.CLOSED))


class SectionTests(Case):
    def test_sections_have_ranges_and_models(self) -> None:
        model = self.opened()
        ids = changed(
            model, {"do": "insert_section", "model": "empty"}, {"do": "insert_section", "model": "top"},
            {"do": "insert", "model": 1}, {"do": "insert", "model": 2}, {"do": "insert_section"},
            {"do": "insert", "model": 3})
        self.assertEqual([tuple(model.get_section(position)) for position in range(4)], [
            (0, 2), (0, 2), (2, 3), (3, GLib.MAXUINT)])
        self.assertEqual(
            [model.dup_section_json(position) for position in range(4)], ['"top"', '"top"', "null", None])
        self.assertEqual([item.get_section() for item in model], [ids[1], ids[1], ids[4]])

    def test_an_item_that_crosses_to_the_next_section_says_so(self) -> None:
        model = self.opened()
        ids = changed(
            model, {"do": "insert_section"}, {"do": "insert", "model": 1}, {"do": "insert_section"},
            {"do": "insert", "model": 2})
        item, told = model[0], []
        item.connect("notify::section", lambda item, _: told.append(item.props.section))
        changed(model, {"do": "move", "item": item.get_id(), "at": [1, 0]})
        self.assertEqual(told, [ids[2]])
        self.assertEqual(tuple(model.get_section(0)), (0, 2))


class ErrorTests(Case):
    def test_opening_says_what_is_wrong(self) -> None:
        path = os.path.join(os.path.dirname(self.path), "none", "list.sqlite")
        self.assert_error(RosterGtk.Error.UNREADABLE, path, RosterGtk.ListModel.new, path, "list", None)
        pathlib.Path(self.path).write_bytes(b"no database" * 1_000)
        self.assert_error(RosterGtk.Error.NOT_A_DATABASE, self.path, self.opened)

    def test_changing_says_what_is_wrong(self) -> None:
        model = self.opened()
        self.assert_error(RosterGtk.Error.INVALID_JSON, "line 1", model.change, "[{", None)
        self.assert_error(RosterGtk.Error.INVALID_JSON, "edits[0].do", model.change, '[{"do":"fly"}]', None)
        edits = '[{"do":"insert","model":1},{"do":"remove","item":99}]'
        self.assert_error(RosterGtk.Error.NO_SUCH_ITEM, "edits[1]", model.change, edits, None)
        self.assert_error(RosterGtk.Error.NO_SUCH_ITEM, "position 3", model.move, 3, 0)
        self.assert_error(RosterGtk.Error.NOTHING_TO_UNDO, "undo", model.undo)
        self.assert_error(RosterGtk.Error.NOTHING_TO_REDO, "redo", model.redo)
        self.assertEqual(len(model), 0)

    def test_derived_lists_say_what_is_wrong(self) -> None:
        source = self.opened()
        self.assert_error(RosterGtk.Error.INVALID_JSON, "bogus", source.derive, "derived", '{"bogus":1}')
        derived = self.derived(source, "derived", sorted=["n"])
        self.assert_error(RosterGtk.Error.INVALID_CHANGE, "list", derived.change, '[{"do":"insert","model":1}]', None)
        derived.search("text")
        self.assertTrue(run_until(lambda: derived.props.error is not None))
        self.assertIn("search", derived.props.error.message)
        self.assertFalse(derived.props.searching)

    def test_what_can_be_undone_is_told(self) -> None:
        model = self.opened()
        told: list[tuple[bool, bool]] = []
        model.connect("notify::can-redo", lambda model, _: told.append((model.props.can_undo, model.props.can_redo)))
        changed(model, {"do": "insert", "model": 1})
        model.undo()
        self.assertTrue(run_until(lambda: len(model) == 0))
        model.redo()
        self.assertTrue(run_until(lambda: len(model) == 1))
        self.assertEqual(told, [(True, False), (False, True), (True, False)])

    def test_keys_are_kept(self) -> None:
        model = self.opened("keyed", "id")
        edits = [{"do": "upsert", "model": {"id": "a"}}, {"do": "upsert", "model": {"id": "a", "n": 1}}]
        changed(model, *edits)
        self.assertEqual([item.get_json() for item in model], ['{"id":"a","n":1}'])
        other = self.opened("keyed")
        self.assert_error(
            RosterGtk.Error.KEY_REQUIRED, "key", other.change, '[{"do":"insert","model":{"id":1}}]', None)

    def test_a_closed_list_is_empty_and_fails(self) -> None:
        model = self.opened()
        changed(model, {"do": "insert", "model": 1}, {"do": "insert", "model": 2})
        shadow = Shadow(model, keeps_items=False)
        item = model[1]
        model.close()
        model.close()
        self.assertEqual((shadow.ids, shadow.signals, shadow.failures), ([], 1, []))
        self.assertEqual((len(model), model.get_item(0), item.get_json()), (0, None, "2"))
        self.assertEqual((model.props.can_undo, model.props.can_redo), (False, False))
        self.assertEqual((model.find(item.get_id())[0], model.dup_section_json(0)), (False, None))
        calls: list[tuple[Callable[..., Any], Any]] = [
            (model.change, ("[]", None)), (model.undo, ()), (model.redo, ()),
            (model.move, (0, 1)), (model.derive, ("derived", "{}"))]
        for call, arguments in calls:
            self.assert_error(RosterGtk.Error.CLOSED, "closed", call, *arguments)

    def test_a_list_that_cannot_follow_any_more_says_why(self) -> None:
        model = self.opened()
        changed(model, {"do": "insert", "model": 1})
        told: list[GLib.Error] = []
        model.connect("notify::error", lambda model, _: told.append(model.props.error))
        os.remove(self.path)
        with self.assertRaises(GLib.Error):
            model.change('[{"do":"insert","model":2}]', None)
        self.assertTrue(run_until(lambda: bool(told)))
        self.assertTrue(told[0].matches(RosterGtk.error_quark(), RosterGtk.Error.REPLACED))
        self.assertEqual([item.get_json() for item in model], ["1"])

    def test_a_derived_list_outlives_its_source(self) -> None:
        source = self.opened()
        derived = self.derived(source, "derived", where={"atLeast": 2})
        source.close()
        other = self.opened()
        changed(other, *({"do": "insert", "model": n} for n in range(4)))
        self.assertTrue(run_until(lambda: len(derived) == 2))


class ReentrancyTests(Case):
    def test_a_handler_may_change_the_list(self) -> None:
        model = self.opened()
        shadow = Shadow(model, keeps_items=False)
        results: list[Any] = []

        def answer(model: RosterGtk.ListModel, position: int, removed: int, added: int) -> None:
            if len(results) < 10:
                shown = ids(model)
                results.append(model.change('[{"do":"insert","model":"again","at":0}]', None))
                # It shows after the batch.
                if ids(model) != shown:
                    shadow.failures.append("a change has come within a signal")
                # A loop in a handler, that of a dialog say, takes no batch either.
                GLib.MainContext.default().iteration(False)
                if ids(model) != shown:
                    shadow.failures.append("a batch has come within a signal")

        model.connect("items-changed", answer)
        changed(model, {"do": "insert", "model": 1}, {"do": "insert", "model": 2})
        self.assertTrue(run_until(lambda: len(model) == 12))
        self.assertEqual(shadow.failures, [])
        self.assertEqual(shadow.ids, ids(model))

    def test_a_handler_may_close_the_list(self) -> None:
        model = self.opened()
        first, _, third = changed(model, *({"do": "insert", "model": n} for n in range(3)))
        model.connect("items-changed", lambda model, *_: model.close())
        shadow = Shadow(model, keeps_items=False)
        model.change(
            json.dumps([{"do": "remove", "item": first}, {"do": "remove", "item": third}]), None)
        self.assertTrue(run_until(lambda: len(model) == 0))
        self.assertEqual((shadow.ids, shadow.signals, shadow.failures), ([], 3, []))

    def test_a_handler_may_drop_the_last_reference(self) -> None:
        model = RosterGtk.ListModel.new(self.path, "list", None)
        gone: list[None] = []
        model.weak_ref(lambda: gone.append(None))
        holder = [model]
        model.connect("items-changed", lambda *_: holder.clear())
        model.change('[{"do":"insert","model":1}]', None)
        del model
        self.assertTrue(run_until(lambda: bool(gone)))

    def test_a_thread_may_change_the_list(self) -> None:
        model = self.opened()
        shadow = Shadow(model, keeps_items=True)

        def write() -> None:
            for n in range(100):
                model.change(json.dumps([{"do": "insert", "model": n, "at": 0}]), None)

        thread = threading.Thread(target=write)
        thread.start()
        self.assertTrue(run_until(lambda: len(model) == 100))
        thread.join()
        self.assertEqual(shadow.failures, [])


@unittest.skipUnless(shutil.which("cc") and shutil.which("pkg-config"), "needs a compiler of C")
class HandleTests(Case):
    """handles.c counts the handles that the model opens and closes, and has a list of too many items."""

    def setUp(self) -> None:
        super().setUp()
        self.program = os.path.join(os.path.dirname(self.path), "handles")
        flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", "roster-gtk", "roster"], text=True)
        source = pathlib.Path(__file__).with_name("handles.c")
        subprocess.check_call([
            "cc", "-std=c11", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", self.program,
            "-rdynamic", *flags.split()])

    def test_no_handle_is_left_open(self) -> None:
        print(subprocess.check_output([self.program, self.path], text=True), end="", file=sys.stderr)

    @unittest.skipUnless(shutil.which("valgrind"), "needs valgrind")
    def test_no_memory_is_lost(self) -> None:
        self.assertEqual(subprocess.call([
            # In the library, valgrind takes values for not set that are: only leaks are asked for.
            "valgrind", "--quiet", "--undef-value-errors=no", "--leak-check=full", "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite", "--error-exitcode=3", self.program, self.path]), 0)


def main() -> None:
    """Writes from another process."""
    _, _, path, name, seed, count = sys.argv
    model = RosterGtk.ListModel.new(path, name, None)
    writer = Writer(model, int(seed))
    for _ in range(int(count)):
        writer.write()
        while GLib.MainContext.default().iteration(False):
            pass


if __name__ == "__main__":
    main()
