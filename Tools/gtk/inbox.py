#!/usr/bin/python3
"""An inbox of a million messages, live while other processes write to it.

    eval "$(Tools/gtk/build)" && Tools/gtk/inbox.py inbox.sqlite

The file is filled if it is new. Drag messages to reorder them; Delete, Ctrl+Z and Ctrl+Shift+Z do what they do
elsewhere.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any, Callable

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
gi.require_version("RosterGtk", "1.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk, RosterGtk  # noqa: E402

PEOPLE = ["Ada Lovelace", "Alan Turing", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth"]
SUBJECTS = ["Lunch at noon?", "The train is late", "Minutes of Tuesday", "Photos from the lake", "Your ticket", "Tea"]
#: How many messages a search shows.
MOST_FOUND = 1_000
CSS = b"""
.row { padding: 9px 12px; }
.row:drop(active) { box-shadow: inset 0 2px #3584e4; }
.dot { min-width: 8px; min-height: 8px; border-radius: 4px; }
.unread .dot { background: #3584e4; }
row:selected .unread .dot { background: @theme_selected_fg_color; }
.unread .sender { font-weight: bold; }
.count { font-size: smaller; }
"""


def message(number: int, date: int, is_read: bool) -> dict[str, Any]:
    """Returns a message; Tools/qt/inbox.py shows the same."""
    return {
        "date": date, "day": time.strftime("%Y-%m-%d", time.localtime(date)), "from": PEOPLE[number * 7 % 6],
        "is_read": is_read,
        "subject": f"{SUBJECTS[number * 11 % 36 // 6]} ({number:,})"}


def fill(inbox: RosterGtk.ListModel, rows: int) -> None:
    now = int(time.time())
    for start in range(0, rows, 20_000):
        edits = [
            {"do": "insert", "model": message(number, now - number * 300, number % 3 > 0)}
            for number in range(start, min(rows, start + 20_000))]
        inbox.change(json.dumps(edits), '{"undo":false}')
        print(f"\r{start + len(edits):,} messages", end="", file=sys.stderr)
    print(file=sys.stderr)


class Row(Gtk.Box):
    """Shows a message. It is used again for others."""

    def __init__(self, window: Window, list_item: Gtk.ListItem) -> None:
        super().__init__(spacing=12, css_classes=["row"])
        self.list_item = list_item
        self.dot = Gtk.Box(css_classes=["dot"], valign=Gtk.Align.CENTER)
        self.sender = Gtk.Label(css_classes=["sender"], xalign=0, width_chars=16, max_width_chars=16, ellipsize=3)
        self.subject = Gtk.Label(xalign=0, hexpand=True, ellipsize=3)
        self.date = Gtk.Label(css_classes=["dim-label", "numeric"], xalign=1)
        for child in (self.dot, self.sender, self.subject, self.date):
            self.append(child)
        drag = Gtk.DragSource(actions=Gdk.DragAction.MOVE)
        drag.connect("prepare", self._prepare)
        self.add_controller(drag)
        drop = Gtk.DropTarget.new(GObject.TYPE_INT64, Gdk.DragAction.MOVE)
        drop.connect("drop", lambda _, id, x, y: window.reorder(id, self.list_item.get_position()))
        self.add_controller(drop)

    def _prepare(self, drag: Gtk.DragSource, x: float, y: float) -> Gdk.ContentProvider:
        drag.set_icon(Gtk.WidgetPaintable.new(self), int(x), int(y))
        return Gdk.ContentProvider.new_for_value(
            GObject.Value(GObject.TYPE_INT64, self.list_item.get_item().get_id()))

    def bind(self) -> None:
        self.item = self.list_item.get_item()
        self.handler = self.item.connect("notify::json", self.show)
        self.show()

    def unbind(self) -> None:
        self.item.disconnect(self.handler)

    def show(self, *_: Any) -> None:
        model = json.loads(self.item.get_json())
        self.sender.set_text(model["from"])
        self.subject.set_text(model["subject"])
        self.date.set_text(time.strftime("%d %b %Y, %H:%M", time.localtime(model["date"])))
        self.set_css_classes(["row"] if model["is_read"] else ["row", "unread"])


class Window(Gtk.ApplicationWindow):
    def __init__(self, inbox: RosterGtk.ListModel, **properties: Any) -> None:
        super().__init__(title="Inbox", default_width=760, default_height=560, **properties)
        self.inbox = inbox
        #: The derived lists, by whether they show unread messages only, and whether they search. They are opened when
        #: they are shown first; None while a thread opens one.
        self.derived: dict[tuple[bool, bool], RosterGtk.ListModel | None] = {}
        self.selection = Gtk.SingleSelection(autoselect=False, can_unselect=True)
        self.selection.set_model(inbox)
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, list_item: list_item.set_child(Row(self, list_item)))
        factory.connect("bind", lambda _, list_item: list_item.get_child().bind())
        factory.connect("unbind", lambda _, list_item: list_item.get_child().unbind())
        self.view = Gtk.ListView(model=self.selection, factory=factory, show_separators=True)
        self.scrolled = Gtk.ScrolledWindow(child=self.view, vexpand=True, hscrollbar_policy=Gtk.PolicyType.NEVER)
        self.entry = Gtk.SearchEntry(placeholder_text="Search", hexpand=True)
        self.entry.connect("search-changed", self.choose)
        self.unread = Gtk.ToggleButton(label="Unread, newest first")
        self.unread.connect("toggled", self.choose)
        self.problem = Gtk.Label(xalign=0, wrap=True, hexpand=True)
        self.bar = Gtk.InfoBar(revealed=False, show_close_button=True, message_type=Gtk.MessageType.ERROR)
        self.bar.add_child(self.problem)
        self.bar.connect("response", lambda bar, _: bar.set_revealed(False))
        tools = Gtk.Box(spacing=6, margin_top=6, margin_bottom=6, margin_start=6, margin_end=6)
        self.spinner = Gtk.Spinner()
        for child in (self.entry, self.spinner, self.unread):
            tools.append(child)
        content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for child in (self.bar, tools, Gtk.Separator(), self.scrolled):
            content.append(child)
        self.set_child(content)
        self.count = Gtk.Label(css_classes=["dim-label", "count", "numeric"])
        title = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, valign=Gtk.Align.CENTER)
        title.append(Gtk.Label(label="Inbox", css_classes=["title"]))
        title.append(self.count)
        header = Gtk.HeaderBar(title_widget=title)
        self.set_titlebar(header)
        selected: Callable[[], int] = lambda: self.selection.get_selected_item().get_id()
        for name, icon, tip, act in [
            ("add", "list-add-symbolic", "New message", self.add),
            ("read", "mail-read-symbolic", "Mark as read", self.mark_read),
            ("remove", "user-trash-symbolic", "Delete", lambda: self.change({"do": "remove", "item": selected()})),
            # The header packs from its end.
            ("redo", "edit-redo-symbolic", "Redo", inbox.redo),
            ("undo", "edit-undo-symbolic", "Undo", inbox.undo),
        ]:
            action = Gio.SimpleAction(name=name)
            action.connect("activate", self.act, act)
            self.add_action(action)
            button = Gtk.Button(icon_name=icon, tooltip_text=tip, action_name=f"win.{name}")
            (header.pack_end if name in ("undo", "redo") else header.pack_start)(button)
            if name in ("undo", "redo"):
                inbox.bind_property(f"can-{name}", action, "enabled", GObject.BindingFlags.SYNC_CREATE)
            elif name != "add":
                self.selection.bind_property(
                    "selected-item", action, "enabled", GObject.BindingFlags.SYNC_CREATE,
                    lambda _, item: item is not None)
        inbox.connect("notify::error", lambda *_: self.report(inbox.get_error()))
        self.selection.connect("items-changed", self.show_count)
        self.show_count()

    def act(self, action: Gio.SimpleAction, parameter: None, act: Callable[[], Any]) -> None:
        try:
            act()
        except GLib.Error as error:
            self.report(error)

    def report(self, error: GLib.Error) -> None:
        self.problem.set_text(error.message)
        self.bar.set_revealed(True)

    def show_count(self, *_: Any) -> None:
        count = len(self.selection)
        is_cut = count == MOST_FOUND and self.selection.get_model() is not self.inbox and self.entry.get_text()
        self.count.set_text(f"{'First ' if is_cut else ''}{count:,} message{'s' * (count != 1)}")

    def change(self, *edits: dict[str, Any]) -> list[int | None]:
        ids: list[int | None] = json.loads(self.inbox.change(json.dumps(edits), None))["ids"]
        return ids

    def add(self) -> None:
        """Adds a message, and scrolls to it when it is shown."""
        id, = self.change({"do": "insert", "at": 0, "model": message(len(self.inbox), int(time.time()), False)})

        def reveal(inbox: RosterGtk.ListModel, _: GObject.ParamSpec) -> None:
            is_shown, position = inbox.find(id)
            if is_shown:
                inbox.disconnect(handler)
                if self.selection.get_model() is inbox:
                    self.view.activate_action("list.scroll-to-item", GLib.Variant("u", position))

        handler = self.inbox.connect("notify::revision", reveal)

    def mark_read(self) -> None:
        item = self.selection.get_selected_item()
        self.change({"do": "update", "item": item.get_id(), "model": {**json.loads(item.get_json()), "is_read": True}})

    def reorder(self, id: int, position: int) -> bool:
        # The other lists have an order of their own.
        is_shown, start = self.inbox.find(id)
        if self.selection.get_model() is not self.inbox or not is_shown:
            return False
        self.act(None, None, lambda: self.inbox.move(start, position))
        return True

    def choose(self, *_: Any) -> None:
        """Shows the list that the search and the filter ask for."""
        is_unread, text = self.unread.get_active(), self.entry.get_text()
        if not is_unread and not text:
            self.selection.set_model(self.inbox)
            return
        kind = is_unread, bool(text)
        if kind not in self.derived:
            self.derive(*kind)
        shown = self.derived[kind]
        if shown:
            if text:
                shown.search(text)
            self.selection.set_model(shown)
        self.show_work()

    def derive(self, is_unread: bool, is_search: bool) -> None:
        definition: dict[str, Any] = {}
        if is_unread:
            definition |= {"where": {"member": "is_read", "is": False}, "sorted": [{"by": "date", "descending": True}]}
        if is_search:
            definition |= {"search": {"in": ["from", "subject"]}, "limit": MOST_FOUND}

        def finish(inbox: RosterGtk.ListModel, result: Gio.AsyncResult) -> None:
            try:
                shown = inbox.derive_finish(result)
            except GLib.Error as error:
                del self.derived[is_unread, is_search]
                self.report(error)
                return
            shown.connect("notify::searching", self.show_work)
            shown.connect("notify::error", lambda *_: self.report(shown.get_error()))
            self.derived[is_unread, is_search] = shown
            self.choose()

        self.derived[is_unread, is_search] = None
        self.inbox.derive_async(f"unread {is_unread}, search {is_search}", json.dumps(definition), None, finish)

    def show_work(self, *_: Any) -> None:
        works = any(derived is None or derived.props.searching for derived in self.derived.values())
        (self.spinner.start if works else self.spinner.stop)()

    def state(self) -> dict[str, Any]:
        """What the window shows, for a program that operates it."""
        rows = []
        cell = self.view.get_first_child()
        while cell:
            is_inside, bounds = cell.compute_bounds(self.scrolled)
            if is_inside and cell.get_mapped() and -bounds.get_height() < bounds.get_y() < self.scrolled.get_height():
                row = cell.get_first_child()
                place = row.translate_coordinates(self, 0, 0)
                rows.append({
                    "subject": row.subject.get_text(), "is_unread": row.has_css_class("unread"), "y": place[1],
                    "height": row.get_height()})
            cell = cell.get_next_sibling()
        return {
            "count": self.count.get_text(), "works": self.spinner.get_spinning(),
            "rows": sorted(rows, key=lambda row: row["y"]),
            "error": self.problem.get_text() if self.bar.get_revealed() else None}


def main() -> int:
    parser = argparse.ArgumentParser(description="An inbox of a million messages.")
    parser.add_argument("file")
    parser.add_argument("--rows", type=int, default=1_000_000, help="how many messages a new file gets")
    parser.add_argument("--state", action="store_true", help="print what is shown, as JSON, for each line of the input")
    arguments = parser.parse_args()
    try:
        inbox = RosterGtk.ListModel.new(arguments.file, "inbox", None)
    except GLib.Error as error:
        sys.exit(f"inbox.py: {error.message}")
    if inbox.get_revision() == 0:
        fill(inbox, arguments.rows)
    application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)

    def activate(_: Gtk.Application) -> None:
        provider = Gtk.CssProvider()
        provider.load_from_data(CSS)
        Gtk.StyleContext.add_provider_for_display(
            Gdk.Display.get_default(), provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
        window = Window(inbox, application=application)
        for name, key in [("undo", "<Control>z"), ("redo", "<Control><Shift>z"), ("remove", "Delete")]:
            application.set_accels_for_action(f"win.{name}", [key])

        def answer(channel: GLib.IOChannel, condition: GLib.IOCondition) -> bool:
            is_line = bool(sys.stdin.readline())
            if is_line:
                print(json.dumps(window.state()), flush=True)
            return is_line

        if arguments.state:
            GLib.io_add_watch(sys.stdin, GLib.PRIORITY_LOW, GLib.IOCondition.IN, answer)
        window.present()

    application.connect("activate", activate)
    return int(application.run(None))


if __name__ == "__main__":
    sys.exit(main())
