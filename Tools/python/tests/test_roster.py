"""Run by `python3 -m unittest discover -s Tools/python/tests`, with the library in ROSTER_LIBRARY."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import json
import os
import pathlib
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import roster  # noqa: E402
from roster import _library, errors  # noqa: E402


# What hangs says where, and ends.
faulthandler.dump_traceback_later(300, exit=True)


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "list.sqlite")
        self.file = roster.open(self.path)
        self.addCleanup(self.file.close)

    def opened(self, name: str = "inbox", **options: object) -> roster.List:
        opened = self.file.list(name, **options)  # type: ignore[arg-type]
        self.addCleanup(opened.close)
        return opened


class ListTests(Case):
    def test_a_change_is_committed_at_its_end_and_knows_the_ids(self) -> None:
        inbox = self.opened(key="id")
        with inbox.change(origin="me", info={"n": 1}) as change:
            first = change.insert({"id": 1, "text": "a"})
            second = change.insert({"id": 2}, before=change.key(1))
            change.upsert({"id": 1, "text": "b"})
            self.assertEqual(len(inbox), 0)
        self.assertEqual((change.revision, first.id, second.id), (1, 1, 2))
        self.assertEqual(list(inbox), [{"id": 2}, {"id": 1, "text": "b"}])
        with inbox.change() as change:
            change.move(second, after=change.at(0, 1))
            change.update(change.key(2), {"id": 2, "text": "ä🙂"})
            change.remove(change.key(1))
        snapshot = inbox.snapshot()
        self.assertEqual(snapshot.by_key(2), roster.Item(2, 0, 0, {"id": 2, "text": "ä🙂"}))
        self.assertEqual(snapshot.find(2), snapshot.item(0, 0))
        self.assertEqual(list(inbox.snapshot(1)), [{"id": 2}, {"id": 1, "text": "b"}])
        self.assertEqual((inbox.can_undo(), inbox.can_redo()), (True, False))
        self.assertEqual(inbox.undo(), 3)
        self.assertTrue(inbox.can_redo())
        self.assertFalse(inbox.can_undo("drawing"))
        self.assertEqual(inbox.redo(), 4)
        self.assertEqual(inbox.snapshot().fingerprint(), snapshot.fingerprint())
        self.assertEqual(
            self.file.lists(), [{"name": "inbox", "revision": 4, "sections": 1, "items": 1}])
        self.assertEqual(self.file.check(), [])

    def test_contents_are_replaced_by_the_smallest_change(self) -> None:
        inbox = self.opened(key="id")
        self.assertEqual(inbox.replace_contents([{"id": 1}, {"id": 2}, {"id": 3}], origin="server"), 1)
        with inbox.batches() as batches:
            inbox.replace_contents(
                sections=[(None, [{"id": 3}, {"id": 2, "read": True}]), ("Done", [{"id": 4}])])
            with batches.next(5) as batch:
                target = batch.target()
                self.assertEqual(
                    [(section.model, target.models(section.index)) for section in target.sections],
                    [(None, [{"id": 3}, {"id": 2, "read": True}]), ("Done", [{"id": 4}])])
                self.assertEqual(target.by_key(2).id, batch.source().by_key(2).id)
                self.assertIsNone(batch.target_of(0, 0))
        with self.assertRaises(roster.errors.DuplicateKey) as raised:
            inbox.replace_contents([{"id": 1}, {"id": 1}])
        self.assertEqual((raised.exception.part, raised.exception.item), ("contents", 1))
        with self.assertRaises(roster.errors.InvalidChange):
            inbox.replace_contents([{"id": 1}, {"name": "x"}])
        with self.assertRaises(roster.errors.InvalidChange):
            inbox.replace_contents(sections=[("A", []), ("A", [])])
        with self.assertRaises(TypeError):
            inbox.replace_contents()
        with self.assertRaises(roster.errors.KeyRequired):
            self.opened("without").replace_contents([1])
        self.assertEqual(len(inbox.snapshot()), 3)

    def test_edits_name_what_earlier_ones_have_made(self) -> None:
        inbox = self.opened()
        with inbox.change() as change:
            top = change.insert_section("top")
            first = change.insert("b", section=top)
            change.insert("a", before=first)
            change.insert_section("empty")
        snapshot = inbox.snapshot()
        self.assertEqual(list(snapshot), ["a", "b"])
        with inbox.change() as change:
            change.move(snapshot.item(0, 0), after=first)
            change.remove_section(snapshot.sections[1])
            change.update(first, "B")
        self.assertEqual(list(inbox), ["B", "a"])
        self.assertEqual(
            [(item.id, item.item, item.model) for item in inbox.snapshot().items()],
            [(first.id, 0, "B"), (snapshot.item(0, 0).id, 1, "a")])
        with self.assertRaises(ValueError):
            change.remove(first)
        with inbox.change() as change:
            change.insert("c")
            change.commit()
        self.assertEqual(list(inbox), ["B", "a", "c"])

    def test_sections_are_found_by_their_ids(self) -> None:
        inbox = self.opened()
        with inbox.batches() as batches, inbox.change() as change:
            first = change.insert_section("first")
            second = change.insert_section("second", at=0)
            items = [change.insert("a", section=first), change.insert("b", section=first)]
            change.commit()
            with batches.next(5) as batch:
                ids = {
                    model: id for operation in batch.operations
                    for model, id in zip(operation.models, operation.ids, strict=True)}
        self.assertEqual(
            ids, {"first": first.id, "second": second.id, "a": items[0].id, "b": items[1].id})
        snapshot = inbox.snapshot()
        self.assertEqual(snapshot.section(first.id or 0), roster.Section(1, 1, 2, "first"))
        self.assertEqual([snapshot.section(section.id) for section in snapshot.sections], snapshot.sections)
        for unknown in (-1, 0, 3, 2**62):
            with self.assertRaises(errors.NoSuchSection):
                snapshot.section(unknown)
        # A section that counts from the end would be another one than the last.
        for place in ((-1, 0), (-2, 0), (2, 0)):
            with self.assertRaises(errors.NoSuchSection) as raised:
                snapshot.item(*place)
            self.assertEqual(
                str(raised.exception),
                f"there is no section {place[0]} at revision {snapshot.revision}, which has 2")

    def test_an_exported_log_makes_the_list_again(self) -> None:
        inbox = self.opened()
        for number in range(4):
            with inbox.change(origin=f"o{number}") as change:
                change.insert({"n": number})
        inbox.undo()
        for kept in (9, 2):
            inbox.compact(kept)
            header, *changes, end = map(json.loads, inbox.export().splitlines())
            self.assertEqual((header["changesetLog"], header["name"]), (1, "inbox"))
            self.assertEqual("firstRevision" in header, kept == 2)
            with roster.open_in_memory() as memory, memory.list("copy") as copy:
                for line in changes:
                    copy.apply(line)
                self.assertEqual(list(copy), [{"n": 0}, {"n": 1}, {"n": 2}])
                self.assertEqual(
                    (end["expect"]["revision"], end["expect"]["fingerprint"]),
                    (copy.snapshot().revision, copy.snapshot().fingerprint()))

    def test_a_changeset_that_does_not_fit_is_refused_with_its_place(self) -> None:
        inbox = self.opened()
        with self.assertRaises(errors.InvalidChange) as raised:
            inbox.apply({"changeset": {"insertedSections": [0], "insertedItems": [[[0, 1], "x"]]}})
        error = raised.exception
        self.assertEqual(
            (error.part, error.section, error.item), ("entry.changeset.insertedItems", 0, 1))
        self.assertEqual(inbox.snapshot().revision, 0)

    def test_numbers_are_not_cut(self) -> None:
        inbox = self.opened(key="id")
        with inbox.change() as change:
            change.insert({"id": 2**60})
            change.upsert({"id": 2**60, "again": 1})
        self.assertEqual(inbox.snapshot().by_key(2**60).model, {"id": 2**60, "again": 1})
        for wrong in (2**64 + 1, -(2**63) - 1):
            with self.assertRaises(OverflowError):
                inbox.snapshot().find(wrong)
        others: list[Any] = [1.0, "1", None]
        for other in others:
            with self.assertRaisesRegex(TypeError, "are integers, and .* is none"):
                inbox.snapshot().find(other)
        for call in (inbox.snapshot, inbox.batches):
            with self.assertRaises(ValueError):
                call(-1)
        with self.assertRaises(ValueError):
            roster.open(self.path, busy_timeout=-1)
        roster.open(os.fsencode(self.path), busy_timeout=float("inf")).close()
        with self.assertRaises(errors.InvalidJSON):
            inbox.snapshot().by_key(None)  # type: ignore[arg-type]

    def test_a_list_without_sections_has_no_models(self) -> None:
        self.assertEqual(self.opened().snapshot().models(), [])
        self.assertEqual(list(self.opened("other").snapshot().items()), [])

    def test_an_error_in_the_block_or_in_an_edit_changes_nothing(self) -> None:
        inbox = self.opened()
        with self.assertRaises(ZeroDivisionError), inbox.change() as change:
            change.insert(1)
            _ = 1 / 0
        with self.assertRaises(errors.NoSuchItem) as caught, inbox.change() as change:
            change.insert(1)
            change.remove(9)
        self.assertEqual((caught.exception.code, caught.exception.part), ("no such item", "edits[1]"))
        self.assertIsInstance(caught.exception, LookupError)
        with self.assertRaises(errors.KeyRequired) as caught_key, inbox.change() as change:
            change.remove(change.key("m-1"))
        self.assertIn("have no keys", str(caught_key.exception))
        keyed = self.opened("keyed", key="id")
        with self.assertRaises(errors.DuplicateKey) as caught_twice, keyed.change() as change:
            change.insert({"id": 1})
            change.insert({"id": 2})
            change.insert({"id": 1})
        self.assertEqual(caught_twice.exception.part, "edits[2]")
        with self.assertRaises(errors.InvalidChange) as caught_long, keyed.change() as change:
            change.insert({"id": "k" * 1024})
            change.insert({"id": "k" * 1025})
        self.assertEqual(caught_long.exception.part, "edits[1]")
        with self.assertRaises(errors.InvalidJSON) as caught_json, inbox.change() as change:
            change.insert(1, at=(0, 0), section=1)
        self.assertEqual(caught_json.exception.part, "edits[0]")
        self.assertEqual(inbox.snapshot().revision, 0)

    def test_models_are_what_json_can_write(self) -> None:
        inbox = self.opened()
        models: list[object] = [
            None, True, 0, -1.5, 2**53 + 1, 12345678901234567890123,
            "", "\0", "\u2028", [], {"": [{}]}, "é", "e\u0301"]
        with inbox.change() as change:
            for model in models:
                change.insert(model)
        self.assertEqual(list(inbox), models)
        with self.assertRaises(ValueError), inbox.change() as change:
            change.insert(float("nan"))

    def test_a_snapshot_is_a_sequence_through_all_sections(self) -> None:
        inbox = self.opened()
        with inbox.change() as change:
            for name in "abc":
                change.insert_section(name)
                for number in range({"a": 3, "b": 0, "c": 1200}[name]):
                    change.insert(f"{name}{number}")
        snapshot = inbox.snapshot()
        wanted = ["a0", "a1", "a2"] + [f"c{number}" for number in range(1200)]
        self.assertEqual(list(snapshot), wanted)
        self.assertEqual([section.model for section in snapshot.sections], ["a", "b", "c"])
        self.assertEqual([section.count for section in snapshot.sections], [3, 0, 1200])
        for index in (0, 2, 3, -1, -1203):
            self.assertEqual(snapshot[index], wanted[index])
        for part in (slice(1, 5), slice(-2, None), slice(5, 1), slice(None, None, 400), slice(None, None, -300)):
            self.assertEqual(snapshot[part], wanted[part])
        for index in (1203, -1204):
            with self.assertRaises(IndexError):
                snapshot[index]
        for wrong in (1.5, 1.0, "1", None):
            with self.assertRaises(TypeError):
                snapshot[wrong]  # type: ignore[call-overload]
        self.assertEqual(snapshot.models(2, 1199), ["c1199"])
        with inbox.change() as change:
            change.move_section(snapshot.sections[2].id, 0)
            change.remove_section(snapshot.sections[0].id)
            change.update_section(snapshot.sections[1].id, "B")
        self.assertEqual([section.model for section in inbox.snapshot().sections], ["c", "B"])
        page = snapshot._repr_html_()
        self.assertEqual(page.count("<tr>"), 21)
        self.assertIn("and 1183 more", page)

    def test_what_a_notebook_shows_is_escaped(self) -> None:
        inbox = self.opened()
        with inbox.change() as change:
            change.insert({"<b>": "<script>", "n": 1})
        self.assertIn("<th>&lt;b&gt;</th>", inbox._repr_html_())
        self.assertIn("<td>&lt;script&gt;</td><td>1</td>", inbox._repr_html_())

    def test_closed_objects_say_so(self) -> None:
        inbox = self.opened()
        inbox.close()
        inbox.close()
        with self.assertRaises(errors.InvalidHandle):
            inbox.snapshot()
        with self.assertRaises(errors.Unreadable):
            roster.open("/no/such/folder/list.sqlite")
        with self.assertRaises(errors.Unreadable):
            self.file.list("other", create=False)
        self.file.remove_list("inbox")
        self.assertEqual(self.file.lists(), [])

    def test_what_nothing_refers_to_is_closed(self) -> None:
        with self.assertRaises(errors.InUse):
            first = self.file.list("own", shared=False)
            self.file.list("own", shared=False)
        del first
        gc.collect()
        self.file.list("own", shared=False).close()

    def test_a_log_is_applied_line_by_line(self) -> None:
        inbox = self.opened()
        self.assertEqual(
            inbox.apply({"changeset": {"insertedSections": [[0, None]], "insertedItems": [[[0, 0], 7]]}}), 1)
        with self.assertRaises(errors.InvalidChange):
            inbox.apply({"changeset": {"removedItems": [[0, 7]]}})
        with self.assertRaises(errors.NothingToUndo):
            inbox.undo("drawing")
        for number in range(5):
            inbox.apply({"changeset": {"updatedItems": [[[0, 0], number]]}})
        self.assertEqual(inbox.compact(2), 4)
        with self.assertRaises(errors.Compacted) as caught:
            inbox.snapshot(1)
        self.assertEqual(caught.exception.oldest_revision, 4)


class DerivedListTests(Case):
    def test_a_derived_list_shows_another_one_in_another_form(self) -> None:
        inbox = self.opened(key="id")
        with inbox.change() as change:
            for number in range(6):
                change.insert({
                    "id": number, "read": number % 2 == 0, "day": f"d{number % 3}", "text": f"word{number} ends"})
        unread = inbox.derived(
            "unread", where={"member": "read", "is": False}, sorted=[{"by": "id", "descending": True}])
        self.addCleanup(unread.close)
        self.assertEqual([model["id"] for model in unread], [5, 3, 1])
        batches = unread.batches()
        self.addCleanup(batches.close)
        with inbox.change() as change:
            change.update(change.key(4), {"id": 4, "read": False})
        batch = next(iter(batches))
        self.assertEqual([operation.kind for operation in batch.operations], ["insert items"])
        self.assertEqual([model["id"] for model in unread], [5, 4, 3, 1])
        self.assertEqual(unread.snapshot().item(0, 1).id, inbox.snapshot().by_key(4).id)
        with self.assertRaises(errors.InvalidChange):
            with unread.change() as change:
                change.insert({"id": 9})

    def test_a_derived_list_groups_limits_and_searches(self) -> None:
        inbox = self.opened(key="id")
        with inbox.change() as change:
            for number in range(6):
                change.insert({"id": number, "day": f"d{number % 3}", "text": f"word{number} ends"})
        by_day = inbox.derived("by day", sections="day")
        self.addCleanup(by_day.close)
        self.assertEqual(
            [(section.model, section.count) for section in by_day.snapshot().sections],
            [("d0", 2), ("d1", 2), ("d2", 2)])
        last = inbox.derived("last", limit={"count": 2, "from": "end"})
        self.addCleanup(last.close)
        self.assertEqual([model["id"] for model in last], [4, 5])
        found = inbox.derived("found", search=["text"])
        self.addCleanup(found.close)
        self.assertEqual(len(found), 6)
        found.search("WORD3")
        self.assertEqual([model["id"] for model in found], [3])
        found.search("end")
        with inbox.change() as change:
            change.remove(change.key(0))
        found.bring_up_to_date()
        self.assertEqual([model["id"] for model in found], [1, 2, 3, 4, 5])
        parts = inbox.derived("parts", search=["day", "text"], inside_words=True, by_relevance=True)
        self.addCleanup(parts.close)
        parts.search("2")
        self.assertEqual([model["id"] for model in parts], [2, 5])
        parts.search("d")
        with inbox.change() as change:
            change.update(change.key(4), {"id": 4, "day": "D", "text": "word4"})
        parts.bring_up_to_date()
        self.assertEqual([model["id"] for model in parts], [4, 1, 2, 3, 5])

    def test_a_name_has_one_definition_at_a_time(self) -> None:
        inbox = self.opened(key="id")
        with inbox.change() as change:
            for number in range(4):
                change.insert({"id": number})
        few = inbox.derived("few", where={"member": "id", "less": 2})
        with self.assertRaises(errors.InUse):
            inbox.derived("few", limit=3)
        self.assertEqual([found["name"] for found in self.file.lists()], ["few", "inbox"])
        with inbox.change() as change:
            change.insert({"id": -1}, at=0)
        few.bring_up_to_date()
        self.assertEqual([model["id"] for model in few], [-1, 0, 1])
        few.close()
        few = inbox.derived("few", limit=3)
        self.addCleanup(few.close)
        self.assertEqual([model["id"] for model in few], [-1, 0, 1])

    def test_a_list_that_is_kept_together_shows_a_change_as_soon_as_it_is_made(self) -> None:
        inbox = self.opened(key="id")
        with inbox.change() as change:
            for number in range(4):
                change.insert({"id": number, "read": number < 2})
        unread = inbox.derived("unread", where={"member": "read", "is": False}, together=True)
        self.addCleanup(unread.close)
        self.assertEqual(unread.snapshot().revision, 1)
        with inbox.change() as change:
            change.update(change.key(0), {"id": 0, "read": False})
        self.assertEqual([model["id"] for model in unread], [0, 2, 3])
        # A list that follows has no revision of what it does not show.
        with inbox.change() as change:
            change.insert({"id": 9, "read": True})
        self.assertEqual(unread.snapshot().revision, 3)
        inbox.undo()
        inbox.undo()
        self.assertEqual([model["id"] for model in unread], [2, 3])
        with self.assertRaises(errors.RosterError) as raised:
            inbox.derived("wrong", search=["id"], together=True)
        self.assertEqual(raised.exception.part, "definition.together")
        with self.assertRaises(errors.RosterError) as raised:
            inbox.derived("wrong", union=[self.opened("work")], together=True)
        self.assertEqual(raised.exception.part, "definition.together")
        self.assertNotIn("wrong", [found["name"] for found in self.file.lists()])

    def test_several_lists_are_shown_as_one(self) -> None:
        inbox, work = self.opened(key="id"), self.opened("work", key="id")
        for source, numbers in ((inbox, (1, 4)), (work, (3, 2))):
            with source.change() as change:
                for number in numbers:
                    change.insert({"id": number})
        everything = inbox.derived("everything", union=[work], sorted=["id"])
        self.addCleanup(everything.close)
        self.assertEqual([model["id"] for model in everything], [1, 2, 3, 4])
        origin = everything.origin(everything.snapshot().item(0, 1))
        self.assertEqual(origin, roster.Origin(work, work.snapshot().by_key(2).id))
        with origin.source.change() as change:
            change.remove(origin.id)
        everything.bring_up_to_date()
        self.assertEqual([model["id"] for model in everything], [1, 3, 4])
        newest = inbox.derived("newest", union=[work], sorted=[{"by": "id", "descending": True}], distinct="kind")
        self.addCleanup(newest.close)
        self.assertEqual([model["id"] for model in newest], [4])
        by_account = work.derived(
            "by account", union=[inbox], sections={"of": "sources", "models": ["Work", "Home"]})
        self.addCleanup(by_account.close)
        self.assertEqual(
            [(section.model, section.count) for section in by_account.snapshot().sections],
            [("Work", 1), ("Home", 2)])
        with self.assertRaises(errors.RosterError) as raised:
            inbox.derived("twice", union=[inbox])
        self.assertEqual(raised.exception.part, "lists[1]")
        with roster.open_in_memory() as elsewhere, elsewhere.list("inbox") as other:
            with self.assertRaises(errors.RosterError) as raised:
                inbox.derived("foreign", union=[other])
            self.assertEqual(raised.exception.part, "lists[1]")
        with self.assertRaises(TypeError):
            inbox.derived("wrong", union=work)  # type: ignore[arg-type]
        with self.assertRaises(errors.NoSuchItem):
            everything.origin(2 * 64 + 1)
        self.assertNotIn("twice", [found["name"] for found in self.file.lists()])

    def test_what_a_definition_does_not_say_is_refused_with_its_place(self) -> None:
        inbox = self.opened()
        with self.assertRaises(errors.RosterError) as raised:
            inbox.derived("wrong", where={"member": "size", "less": True})
        self.assertEqual(raised.exception.part, "definition.where.less")
        with self.assertRaises(TypeError):
            inbox.derived("wrong", search="text")
        with self.assertRaises(TypeError):
            inbox.derived("wrong", search={"in": ["text"]})  # type: ignore[arg-type]
        self.assertEqual([found["name"] for found in self.file.lists()], ["inbox"])


class BatchTests(Case):
    def test_operations_applied_to_a_python_list_give_the_list(self) -> None:
        """A seeded history: arrays by operations, the mapping, and the snapshots agree."""
        for seed in range(20):
            randomly = random.Random(seed)
            inbox = self.opened(f"list {seed}")
            shown: list[tuple[object, list[object]]] = []
            with inbox.batches(after=0) as batches:
                for number in range(30):
                    with inbox.change() as change:
                        snapshot = inbox.snapshot()
                        for _ in range(randomly.randrange(4)):
                            self.edit(change, snapshot, randomly, number)
                    with batches.next(5) as batch:
                        self.assertEqual(batch.target_revision, number + 1)
                        self.apply(batch, shown)
                        target = batch.target()
                        self.assertEqual(
                            shown,
                            [(section.model, target.models(section.index)) for section in target.sections],
                            f"seed {seed}, revision {number + 1}")
                        self.check_mapping(batch)
                        self.check_replacements(batch)
                        self.check_anchors(batch)
            self.assertEqual(self.file.check(), [])

    def edit(
        self, change: roster.Change, snapshot: roster.Snapshot, randomly: random.Random, number: int
    ) -> None:
        """Adds an edit that fits whatever those before it have done, at most one for an item."""
        taken = {str(edit.get("item")) for edit in change._edits}
        free = [
            snapshot.item(section.index, item).id for section in snapshot.sections
            for item in range(section.count)]
        free = [item for item in free if str(item) not in taken]
        kept = [section.id for section in snapshot.sections]
        removed = {edit.get("section") for edit in change._edits if edit["do"] == "remove_section"}
        kept = [section for section in kept if section not in removed]
        kind = randomly.randrange(8)
        if kind == 0 or not kept:
            change.insert_section(f"s{number}", at=0)
        elif kind == 1 and len(kept) > 1 and not taken - {"None"}:
            change.move_section(randomly.choice(kept), 0)
        elif kind == 2 and free:
            change.update(randomly.choice(free), f"u{number}")
        elif kind == 3 and free:
            change.remove(randomly.choice(free))
        elif kind == 4 and free:
            change.move(randomly.choice(free), section=randomly.choice(kept))
        else:
            change.insert(f"i{number}", section=randomly.choice(kept))

    def apply(self, batch: roster.Batch, shown: list[tuple[object, list[object]]]) -> None:
        for operation in batch.operations:
            start, count = operation.start, operation.count
            match operation.kind:
                case "remove items":
                    del shown[operation.section][1][start : start + count]
                case "remove sections":
                    del shown[start : start + count]
                case "insert sections":
                    shown[start:start] = [(model, []) for model in operation.models]
                case "move section":
                    shown.insert(operation.target, shown.pop(start))
                case "insert items":
                    shown[operation.section][1][start:start] = operation.models
                case "move item":
                    item = shown[operation.section][1].pop(start)
                    shown[operation.target_section][1].insert(operation.target, item)
                case "update items":
                    shown[operation.section][1][start : start + count] = operation.models
                case "update section":
                    shown[start] = (operation.models[0], shown[start][1])
                case kind:
                    self.fail(kind)

    def check_replacements(self, batch: roster.Batch) -> None:
        def items(snapshot: roster.Snapshot) -> list[tuple[int, object]]:
            places = [(s.index, item) for s in snapshot.sections for item in range(s.count)]
            found = [snapshot.item(*place) for place in places]
            return [(item.id, item.model) for item in found]

        shown, target = items(batch.source()), items(batch.target())
        for replacement in reversed(batch.replacements):
            start, stop = replacement.source_start, replacement.source_start + replacement.removed
            come = target[replacement.target_start : replacement.target_start + replacement.inserted]
            self.assertTrue(replacement.removed + replacement.inserted > 0)
            shown[start:stop] = come
        self.assertEqual([id for id, _ in shown], [id for id, _ in target])
        differing = {at for at, (old, new) in enumerate(zip(shown, target)) if old != new}
        self.assertLessEqual(differing, set(batch.updated))

    def test_more_replacements_than_one_call_copies(self) -> None:
        inbox = self.opened("long")
        with inbox.change() as change:
            for number in range(1000):
                change.insert(number)
        with inbox.batches() as batches:
            before = inbox.snapshot()
            with inbox.change() as change:
                for number in range(0, 1000, 2):
                    change.remove(before.item(0, number).id)
                    change.update(before.item(0, number + 1).id, -number)
            with batches.next(5) as batch:
                self.assertEqual(
                    batch.replacements,
                    [roster.Replacement(2 * at, 1, at, 0) for at in range(500)])
                self.assertEqual(batch.updated, list(range(500)))

    def check_mapping(self, batch: roster.Batch) -> None:
        source, target = batch.source(), batch.target()
        for section in source.sections:
            for item in range(section.count):
                place = batch.target_of(section.index, item)
                id = source.item(section.index, item).id
                if place is None:
                    with self.assertRaises(errors.NoSuchItem):
                        target.find(id)
                else:
                    found = target.find(id)
                    self.assertEqual((found.section, found.item), place)
                    self.assertEqual(batch.source_of(*place), (section.index, item))

    def check_anchors(self, batch: roster.Batch) -> None:
        def places(snapshot: roster.Snapshot) -> dict[int, tuple[int, int]]:
            return {
                snapshot.item(section.index, item).id: (section.index, item)
                for section in snapshot.sections for item in range(section.count)}

        source, target = places(batch.source()), places(batch.target())
        order = list(source)
        staying = [at for at, id in enumerate(order) if id in target]
        for at, id in enumerate(order):
            # Of two that stood equally near, the one behind.
            kept = order[min(staying, key=lambda each: (abs(each - at), each < at))] if staying else None
            expected = None if kept is None else roster.Anchor(kept, source[kept], target[kept])
            self.assertEqual(batch.anchor(id), expected)
        for id in target.keys() - source.keys():
            self.assertEqual(batch.anchor(id), roster.Anchor(id, None, target[id]))
        with self.assertRaises(errors.NoSuchItem):
            batch.anchor(-1)

    def test_an_anchor_of_an_item_that_goes_is_the_nearest_that_stays(self) -> None:
        inbox = self.opened()
        with inbox.change() as change:
            a, b, c, d = (change.insert(letter) for letter in "abcd")
        shown = inbox.snapshot().item(0, 1)
        with inbox.batches() as batches:
            with inbox.change() as change:
                change.remove(b)
                change.remove(c)
                change.insert("x", at=(0, 0))
            with batches.next(30) as batch:
                self.assertEqual(batch.anchor(shown), roster.Anchor(a.id or 0, (0, 0), (0, 1)))
                self.assertEqual(batch.anchor(c.id or 0), roster.Anchor(d.id or 0, (0, 3), (0, 2)))
            with inbox.change() as change:
                change.remove_section(inbox.snapshot().sections[0])
            with batches.next(30) as batch:
                self.assertIsNone(batch.anchor(a.id or 0))

    def test_a_descriptor_is_readable_while_a_batch_waits(self) -> None:
        inbox = self.opened()
        with inbox.batches() as batches:
            self.assertEqual(select.select([batches], [], [], 0)[0], [])
            with self.assertRaises(errors.Timeout):
                batches.next(0.01)
            with inbox.change(origin="me", info={"n": [1]}) as change:
                change.insert(1)
            self.assertEqual(select.select([batches], [], [], 5)[0], [batches])
            batch = batches.next(0)
            self.assertEqual((batch.origin, batch.info), ("me", {"n": [1]}))
            self.assertEqual(select.select([batches], [], [], 0)[0], [])

    def test_batches_keep_their_list(self) -> None:
        with self.file.list("kept").change() as change:
            change.insert(1)
        self.assertEqual(self.file.list("kept").batches(after=0).next(5).target_revision, 1)

    def test_a_descriptor_is_readable_for_no_batch_that_was_taken(self) -> None:
        inbox = self.opened()
        with inbox.batches() as batches:
            taken: list[int] = []
            is_over = threading.Event()

            def take() -> None:
                while not is_over.is_set():
                    try:
                        taken.append(batches.next(0).target_revision)
                    except errors.Timeout:
                        pass

            threads = [threading.Thread(target=take) for _ in range(3)]
            for thread in threads:
                thread.start()
            for number in range(100):
                with inbox.change() as change:
                    change.insert(number)
                while len(taken) <= number:
                    pass
            is_over.set()
            for thread in threads:
                thread.join(30)
            self.assertEqual(sorted(taken), list(range(1, 101)))
            self.assertEqual(select.select([batches], [], [], 0)[0], [])

    def test_a_loop_ends_with_the_list(self) -> None:
        inbox = self.file.list("loop")
        batches = inbox.batches(after=0)
        seen: list[int] = []
        thread = threading.Thread(target=lambda: seen.extend(batch.target_revision for batch in batches))
        thread.start()
        for number in range(3):
            with inbox.change() as change:
                change.insert(number)
        inbox.close()
        thread.join(30)
        self.assertEqual(seen, [1, 2, 3])

    def test_asyncio_waits_in_its_loop(self) -> None:
        inbox = self.opened()

        async def main() -> list[int]:
            async def write() -> None:
                for number in range(3):
                    await asyncio.sleep(0)
                    with inbox.change() as change:
                        change.insert(number)

            writing = asyncio.create_task(write())
            seen: list[int] = []
            async for batch in inbox.batches(after=0):
                seen.append(batch.target_revision)
                if len(seen) == 3:
                    break
            await writing
            return seen

        self.assertEqual(asyncio.run(asyncio.wait_for(main(), 30)), [1, 2, 3])

    def test_two_loops_share_the_batches_and_end_when_these_are_closed(self) -> None:
        inbox = self.opened()

        async def main() -> list[int]:
            batches = inbox.batches()
            seen: list[int] = []

            async def read() -> None:
                async for batch in batches:
                    seen.append(batch.target_revision)

            reading = [asyncio.create_task(read()) for _ in range(3)]
            await asyncio.sleep(0)
            reading[0].cancel()
            for number in range(20):
                with inbox.change() as change:
                    change.insert(number)
                await asyncio.sleep(0)
            while len(seen) < 20:
                await asyncio.sleep(0.001)
            batches.close()
            await asyncio.gather(*reading[1:])
            # The number of the descriptor is used again.
            async for batch in inbox.batches(after=19):
                seen.append(batch.target_revision)
                break
            return seen

        seen = asyncio.run(asyncio.wait_for(main(), 30))
        self.assertEqual(sorted(seen[:20]), list(range(1, 21)))
        self.assertEqual(seen[20:], [20])

    def test_batches_are_closed_from_another_thread(self) -> None:
        inbox = self.opened()

        async def main() -> None:
            batches = inbox.batches()
            reading = asyncio.ensure_future(batches.__aiter__().__anext__())
            await asyncio.sleep(0)
            await asyncio.to_thread(batches.close)
            with self.assertRaises(StopAsyncIteration):
                await reading

        asyncio.run(asyncio.wait_for(main(), 30))

    def test_what_another_process_writes_comes_live(self) -> None:
        inbox = self.opened()
        code = (
            "import sys; sys.path.insert(0, sys.argv[2])\n"
            "import roster\n"
            "with roster.open(sys.argv[1]) as file, file.list('inbox') as inbox:\n"
            "    for number in range(20):\n"
            "        with inbox.change(origin='other') as change: change.insert(number)\n"
        )
        with inbox.batches() as batches:
            other = subprocess.Popen(
                [sys.executable, "-c", code, self.path, str(pathlib.Path(__file__).parents[1])])
            models: list[object] = []
            while len(models) < 20:
                batch = batches.next(30)
                self.assertEqual(batch.origin, "other")
                models += [model for operation in batch.operations if operation.kind == "insert items"
                           for model in operation.models]
            self.assertEqual(other.wait(30), 0)
        self.assertEqual(models, list(range(20)))

    def test_two_libraries_in_one_process_get_along(self) -> None:
        """As in a program of which two parts bring one each. Both write one list of one file, and follow it."""
        copy = os.path.join(self.folder.name, "copy.so")
        shutil.copy(_library._path(), copy)
        code = (
            "import os, sys\n"
            "path, package, copy = sys.argv[1:]\n"
            "sys.path.insert(0, package)\n"
            "import roster as one\n"
            "for name in [name for name in sys.modules if name.split('.')[0] == 'roster']: del sys.modules[name]\n"
            "os.environ['ROSTER_LIBRARY'] = copy\n"
            "import roster as other\n"
            "assert one._library.library._handle != other._library.library._handle\n"
            "with one.open(path) as file, other.open(path) as same:\n"
            "    with file.list('inbox', key='id') as inbox, same.list('inbox', key='id') as mine, "
            "inbox.batches() as batches:\n"
            "        for number in range(40):\n"
            "            with (mine if number % 2 else inbox).change(origin=str(number)) as change:\n"
            "                change.insert({'id': number})\n"
            "            batch = batches.next(60)\n"
            "            assert (batch.origin, batch.target_revision) == (str(number), number + 1), batch.line\n"
            "        assert [model['id'] for model in inbox] == [model['id'] for model in mine] == [*range(40)]\n"
            "        try: other._library.call('roster_undo', 99, other._library.text(''), None)\n"
            "        except other.errors.InvalidHandle: pass\n"
            "        assert one._library.library.roster_last_error().code != 2\n"
            "    assert file.check() == same.check() == []\n"
        )
        ended = subprocess.run(
            [sys.executable, "-c", code, self.path, str(pathlib.Path(__file__).parents[1]), copy],
            stderr=subprocess.PIPE, text=True, timeout=200)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))

    def test_a_fork_is_told(self) -> None:
        inbox = self.opened()
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            try:
                with inbox:
                    inbox.snapshot()
            except errors.Forked:
                os._exit(0)
            os._exit(1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)


class MemoryTests(unittest.TestCase):
    def test_a_place_in_memory_is_one_of_its_own(self) -> None:
        with roster.open_in_memory() as one, roster.open_in_memory() as other:
            with one.list("a").change() as change:
                change.insert(1)
            self.assertEqual(len(one.lists()), 1)
            self.assertEqual(other.lists(), [])
            self.assertEqual(json.dumps(one.lists()[0]["items"]), "1")


GUIDE = pathlib.Path(__file__).parents[2] / "../Sources/Roster/Roster.docc/OtherLanguages.md"


@unittest.skipUnless(GUIDE.exists(), "the guide is beside the sources")
class GuideTests(unittest.TestCase):
    """The programs of the guide run as they stand there, in their order, on one file."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.live, *self.others = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
        self.environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(__file__).parents[1])}

    def test_what_they_do_follows_on_each_other(self) -> None:
        self.assertGreaterEqual(len(self.others), 4)
        ended = subprocess.run(
            [sys.executable, "-c", "\n".join(self.others)], cwd=self.folder, env=self.environment,
            stderr=subprocess.PIPE, text=True, timeout=200)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        with roster.open(os.path.join(self.folder, "inbox.sqlite")) as file:
            names = {shown["name"] for shown in file.lists()}
        self.assertLessEqual({"everything", "inbox", "unread", "work"}, names)

    def test_twenty_lines_show_what_another_process_writes(self) -> None:
        self.assertLessEqual(len(self.live.splitlines()), 20)
        path = os.path.join(self.folder, "inbox.sqlite")
        live = subprocess.Popen(
            [sys.executable, "-u", "-c", self.live, path], cwd=self.folder, env=self.environment,
            stdout=subprocess.PIPE, text=True)
        with live as shown, roster.open(path) as file, file.list("inbox", key="id") as inbox:
            assert shown.stdout
            try:
                # It says nothing when it begins to wait, so it is written to until it shows something.
                for number in range(2_000):
                    with inbox.change(origin="test") as change:
                        change.insert({"id": number})
                    if select.select([shown.stdout], [], [], 0.1)[0]:
                        break
                self.assertRegex(shown.stdout.readline(), r"^test insert \w+ \d+ \[")
            finally:
                shown.kill()


if __name__ == "__main__":
    unittest.main()
