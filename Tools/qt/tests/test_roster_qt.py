"""Run by `/usr/bin/python3 -m unittest discover -s Tools/qt/tests`, with Tools/qt/build done."""

from __future__ import annotations

import pathlib
import sys
import tempfile
import unittest

from PyQt6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject
from PyQt6.QtTest import QAbstractItemModelTester, QSignalSpy

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import roster_qt  # noqa: E402
from roster_qt import ID_ROLE, JSON_ROLE, MEMBER_ROLE, Shape  # noqa: E402

application = QCoreApplication([])


class RosterQtTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "list.sqlite"
        self.owner = QObject()
        self.model = roster_qt.open(self.path, "inbox", members=["text", "author.name"], parent=self.owner)
        self.tester = QAbstractItemModelTester(self.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        self.ids = roster_qt.change(
            self.model, *({"do": "insert", "model": {"text": text}} for text in "abc"), origin="me")

    @staticmethod
    def texts(model: QAbstractItemModel, parent: QModelIndex = QModelIndex()) -> list[str]:
        return [model.index(row, 0, parent).data() for row in range(model.rowCount(parent))]

    def test_rows_have_roles(self) -> None:
        self.assertEqual(self.texts(self.model), ["a", "b", "c"])
        index = self.model.index(1, 0)
        self.assertEqual(index.data(ID_ROLE), self.ids[1])
        self.assertEqual(index.data(JSON_ROLE), '{"text":"b"}')
        self.assertTrue(self.model.setData(index, "Bo", MEMBER_ROLE + 1))
        self.assertEqual(index.data(MEMBER_ROLE + 1), "Bo")
        self.assertEqual(self.model.indexOfItem(self.ids[2]).row(), 2)

    def test_what_another_opening_writes_comes_as_a_move(self) -> None:
        other = roster_qt.open(self.path, "inbox", members=["text"], parent=self.owner)
        moves, resets = QSignalSpy(self.model.rowsMoved), QSignalSpy(self.model.modelReset)
        self.assertTrue(other.moveRow(QModelIndex(), 0, QModelIndex(), 3))
        self.assertTrue(len(moves) > 0 or moves.wait(10_000))
        self.assertEqual(self.texts(self.model), ["b", "c", "a"])
        self.assertEqual(len(resets), 0)

    def test_a_derived_list_is_a_model(self) -> None:
        by_text = roster_qt.derive(self.model, "by text", {"sections": "text"}, shape=Shape.BY_SECTION)
        self.assertEqual(self.texts(by_text), ["a", "b", "c"])
        self.assertEqual(self.texts(by_text, by_text.index(1, 0)), ["b"])
        found = roster_qt.derive(self.model, "found", {"search": {"in": ["text"], "text": ""}})
        searched = QSignalSpy(found.searched)
        found.search("b")
        self.assertTrue(searched.wait(10_000))
        self.assertEqual(self.texts(found), ["b"])
        removals = QSignalSpy(self.model.rowsRemoved)
        self.assertTrue(found.undo())
        self.assertEqual(found.rowCount(), 0)
        # The model of the source follows in the event loop.
        self.assertTrue(len(removals) > 0 or removals.wait(10_000))
        self.assertEqual(self.model.rowCount(), 0)

    def test_errors_are_told(self) -> None:
        failures = QSignalSpy(self.model.failed)
        with self.assertRaisesRegex(ValueError, r"edits\[0\]"):
            roster_qt.change(self.model, {"do": "remove", "item": 99})
        with self.assertRaises(ValueError):
            roster_qt.derive(self.model, "wrong", {"wrong": 1})
        self.assertEqual(len(failures), 2)
        with self.assertRaisesRegex(OSError, "does not exist"):
            roster_qt.open(self.path.parent / "none" / "list.sqlite", "inbox", members=[], parent=self.owner)


if __name__ == "__main__":
    unittest.main()
