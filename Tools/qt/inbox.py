#!/usr/bin/python3
"""A window on a list of messages: Tools/qt/inbox.py FILE [--rows N] [--qml]

A file that does not exist is filled with N messages, a million by default. Open it in several windows, and write to it
from other programs meanwhile.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import sys
import time
from typing import Any

from PyQt6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer
from PyQt6.QtGui import QColor, QFont, QKeySequence, QPainter, QPalette, QShortcut
from PyQt6.QtWidgets import (
    QAbstractItemView, QApplication, QComboBox, QLabel, QLineEdit, QListView, QMainWindow, QStackedWidget, QStyle,
    QStyledItemDelegate, QStyleOptionViewItem, QToolBar, QTreeView)

import roster_qt
from roster_qt import ID_ROLE, JSON_ROLE, MEMBER_ROLE, Shape

MEMBERS = ["subject", "from", "date", "is_read"]
SUBJECT, SENDER, DATE, READ = range(MEMBER_ROLE, MEMBER_ROLE + 4)
NEWEST_FIRST = [{"by": "date", "descending": True}]
#: What the window shows beside the list itself, and in which shape.
VIEWS: dict[str, tuple[dict[str, Any], Shape]] = {
    "unread": ({"where": {"member": "is_read", "is": False}, "sorted": NEWEST_FIRST}, Shape.FLAT),
    "days": ({"sections": "day"}, Shape.BY_SECTION),
    "found": ({"sorted": NEWEST_FIRST, "search": {"in": ["from", "subject"], "text": ""}}, Shape.FLAT),
}


def message(date: int, subject: str, sender: str, is_read: bool = False) -> dict[str, Any]:
    """Returns a message; Tools/gtk/inbox.py shows the same."""
    day = time.strftime("%Y-%m-%d", time.localtime(date))
    return {"date": date, "day": day, "from": sender, "is_read": is_read, "subject": subject}


def fill(list_: QAbstractItemModel, rows: int) -> None:
    """Inserts messages, the newest first."""
    chance = random.Random(7)
    senders = ["Ada Novak", "Bo Lindqvist", "Chidi Okafor", "Dana Levy", "Emre Kaya", "Fay Marsh", "Hana Cho"]
    words = "lunch report invoice photos plan trip meeting notes draft budget review party ticket garden music".split()
    now, portion = int(time.time()), 10_000
    for start in range(0, rows, portion):
        edits = [
            {"do": "insert", "model": message(
                now - index * 60, " ".join(chance.choices(words, k=4)).capitalize(), chance.choice(senders),
                chance.random() < 0.7)}
            for index in range(start, min(rows, start + portion))]
        roster_qt.change(list_, *edits, undo=False)
        print(f"\r{min(rows, start + portion):,} of {rows:,} messages", end="", file=sys.stderr)
    print(file=sys.stderr)


class MessageDelegate(QStyledItemDelegate):
    """Draws a message in two lines, and a day in one."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        return QSize(200, option.fontMetrics.height() * 2 + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
        color, bold = option.palette.color(role), QFont(option.font)
        bold.setBold(True)
        area = option.rect.adjusted(26, 6, -12, -6)
        left, middle = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignVCenter
        painter.save()
        painter.setPen(option.palette.color(QPalette.ColorRole.Midlight))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(color)
        if index.data(SENDER) is None:
            painter.setFont(bold)
            count = index.model().rowCount(index)
            painter.drawText(area.adjusted(-20, 0, 0, 0), left | middle, f"{index.data()}    {count:,} messages")
            return painter.restore()
        is_read = index.data(READ)
        if not is_read:
            painter.setBrush(color if is_selected else QColor("#2f6fde"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(QPoint(area.left() - 13, area.top() + option.fontMetrics.height() // 2), 4, 4)
            painter.setPen(color)
        top = QRect(area.left(), area.top(), area.width(), area.height() // 2)
        when = time.strftime("%d %b %Y  %H:%M", time.localtime(index.data(DATE)))
        painter.setFont(option.font if is_read else bold)
        painter.drawText(top, left | middle, index.data(SENDER))
        painter.setFont(option.font)
        painter.setOpacity(0.65)
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | middle, when)
        subject = option.fontMetrics.elidedText(index.data(SUBJECT), Qt.TextElideMode.ElideRight, top.width())
        painter.drawText(top.translated(0, top.height()), left | middle, subject)
        painter.restore()


class HeldPosition:
    """Keeps the top row of a view where it is while rows come and go above it. A view at its start stays there."""

    def __init__(self, view: QAbstractItemView, model: QAbstractItemModel) -> None:
        self._view = view
        self._top: tuple[QPersistentModelIndex, int] | None = None
        for begins in (model.rowsAboutToBeInserted, model.rowsAboutToBeRemoved, model.rowsAboutToBeMoved):
            begins.connect(self._hold)
        # Posted, so that it comes once behind all operations of a batch, and before the view is drawn.
        for ended in (model.rowsInserted, model.rowsRemoved, model.rowsMoved):
            ended.connect(self._restore, Qt.ConnectionType.QueuedConnection)

    def _hold(self) -> None:
        bar = self._view.verticalScrollBar()
        if self._top is None and bar.value() > 0:
            index = self._view.indexAt(QPoint(30, 1))
            self._top = QPersistentModelIndex(index), self._view.visualRect(index).top()

    def _restore(self) -> None:
        held, self._top = self._top, None
        if held is None or not held[0].isValid():
            return
        index, top = held
        self._view.executeDelayedItemsLayout()
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + self._view.visualRect(QModelIndex(index)).top() - top)


class Inbox(QMainWindow):
    def __init__(self, path: str, rows: int) -> None:
        super().__init__()
        self.name = pathlib.Path(path).name
        self.resize(760, 640)
        self.list = roster_qt.open(path, "inbox", members=MEMBERS, parent=self)
        self.list.failed.connect(lambda code, text: self.statusBar().showMessage(text, 5_000))
        if self.list.rowCount() == 0:
            fill(self.list, rows)
        self.models = {"all": self.list}
        for name, (definition, shape) in VIEWS.items():
            print(f"opening {name}", file=sys.stderr)
            self.models[name] = roster_qt.derive(self.list, name, definition, shape=shape)
        self.models["found"].searched.connect(self.statusBar().clearMessage)
        self._make_views()
        self._make_tools()
        self._show()

    def _make_views(self) -> None:
        self.stack = QStackedWidget()
        self.views: dict[str, QAbstractItemView] = {}
        self._held: list[HeldPosition] = []
        for name, model in self.models.items():
            view = QTreeView() if name == "days" else QListView()
            if isinstance(view, QTreeView):
                view.setUniformRowHeights(True)
                view.setHeaderHidden(True)
            else:
                view.setUniformItemSizes(True)
            view.setItemDelegate(MessageDelegate(view))
            view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
            view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
            view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
            if name == "all":
                view.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
            view.setModel(model)
            self._held.append(HeldPosition(view, model))
            for changed in (model.rowsInserted, model.rowsRemoved, model.rowsMoved):
                changed.connect(self._count, Qt.ConnectionType.QueuedConnection)
            self.views[name] = view
            self.stack.addWidget(view)
        self.setCentralWidget(self.stack)

    def _make_tools(self) -> None:
        tools = QToolBar(movable=False)
        self.addToolBar(tools)
        self.choice = QComboBox()
        for title, name in (("All", "all"), ("Unread, newest first", "unread"), ("By day", "days")):
            self.choice.addItem(title, name)
        self.choice.currentIndexChanged.connect(self._show)
        self.text = QLineEdit(placeholderText="Search", clearButtonEnabled=True)
        self.text.textChanged.connect(lambda: self._typing.start())
        # A search waits for the next letter.
        self._typing = QTimer(self, singleShot=True, interval=150)
        self._typing.timeout.connect(self._search)
        tools.addWidget(self.choice)
        tools.addWidget(self.text)
        for title, keys, slot in (
            ("New", "Ctrl+N", self._add), ("Remove", "Del", self._remove), ("Read", "Ctrl+R", self._mark),
            ("Undo", "Ctrl+Z", lambda: self.list.undo()), ("Redo", "Ctrl+Shift+Z", lambda: self.list.redo()),
        ):
            action = tools.addAction(title, slot)
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(f"{title} ({keys})")
        QShortcut(QKeySequence("Ctrl+Q"), self, self.close)
        self.counts = QLabel()
        self.statusBar().addPermanentWidget(self.counts)

    @property
    def view(self) -> QAbstractItemView:
        return self.stack.currentWidget()

    def _show(self) -> None:
        name = "found" if self.text.text() else self.choice.currentData()
        self.stack.setCurrentWidget(self.views[name])
        self._count()

    def _count(self) -> None:
        shown, total = self.view.model().rowCount(), self.list.rowCount()
        what = "days" if isinstance(self.view, QTreeView) else "shown"
        unread = self.models["unread"].rowCount()
        self.counts.setText(f"{shown:,} {what}   {total:,} messages   {unread:,} unread")
        self.setWindowTitle(f"{self.name}: {self.counts.text()}")

    def _search(self) -> None:
        if self.text.text():
            self.statusBar().showMessage("Searching…")
            self.models["found"].search(self.text.text())
        self._show()

    def _selected(self) -> list[QModelIndex]:
        return [index for index in self.view.selectedIndexes() if index.data(SENDER) is not None]

    def _add(self) -> None:
        new = message(int(time.time()), "A message of mine", "Me")
        roster_qt.change(self.list, {"do": "insert", "model": new, "at": [0, 0]})

    def _remove(self) -> None:
        edits = [{"do": "remove", "item": index.data(ID_ROLE)} for index in self._selected()]
        if edits:
            roster_qt.change(self.list, *edits)

    def _mark(self) -> None:
        """Marks the selected messages as read; if all are, as unread."""
        indexes = self._selected()
        read = not all(index.data(READ) for index in indexes)
        edits = [
            {"do": "update", "item": index.data(ID_ROLE), "model": json.loads(index.data(JSON_ROLE)) | {"is_read": read}}
            for index in indexes]
        if edits:
            roster_qt.change(self.list, *edits)


def show_qml(path: str, rows: int) -> int:
    """Shows Inbox.qml, and returns the exit code."""
    from PyQt6.QtCore import QUrl
    from PyQt6.QtGui import QGuiApplication
    from PyQt6.QtQuick import QQuickView

    application = QGuiApplication(sys.argv[:1])
    # The first member is what a section shows.
    inbox = roster_qt.open(path, "inbox", members=["day", *MEMBERS], parent=application)
    if inbox.rowCount() == 0:
        fill(inbox, rows)
    by_day = {"sections": "day", "sorted": NEWEST_FIRST}
    view = QQuickView()
    view.setInitialProperties({
        "inbox": inbox,
        "days": roster_qt.derive(inbox, "newest first, by day", by_day),
        "found": roster_qt.derive(inbox, "found", VIEWS["found"][0]),
    })
    view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
    view.setSource(QUrl.fromLocalFile(str(pathlib.Path(__file__).with_name("Inbox.qml"))))
    view.setTitle(pathlib.Path(path).name)
    view.show()
    return application.exec()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("file")
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--qml", action="store_true", help="shows the window of Inbox.qml")
    given = arguments.parse_args()
    if given.qml:
        sys.exit(show_qml(given.file, given.rows))
    application = QApplication(sys.argv[:1])
    window = Inbox(given.file, given.rows)
    window.show()
    sys.exit(application.exec())


if __name__ == "__main__":
    main()
