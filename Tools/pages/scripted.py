"""A list whose server is the walk itself: rows as they are wanted, at the moment wanted.

It speaks the protocol of "Pages" in FORMATS.md, in place of the server of a page that is there.
"""

import json
import re


class ScriptedList:
    """Sections of rows, each a pair of what the header shows, or None, and a list of items: (key, what it shows).

    Rows show views; with a template they show models.
    """

    def __init__(self, sections, template=None):
        self.sections = sections
        self.content = "model" if template else "views"
        self.greeting = {"look": "models", "template": template} if template else {"look": "views"}
        # The width of a column of sections that are grids, by index.
        self.columns = {}
        self.events = []
        self.copied = [""]
        self.sent = self.revision = 0
        self.socket = None
        self.window, self.anchor = (0, 0), None

    def attach(self, page):
        """Takes the connections of a page, which must not be open yet, and the rows that it comes with."""
        page.route_web_socket(re.compile(r"/feed$"), self.connect)
        # Modules run once the document is interactive.
        page.add_init_script("document.addEventListener('readystatechange', () => "
                             "document.getElementById('first')?.replaceChildren(), { once: true })")

    def connect(self, socket):
        self.socket = socket
        self.sent = 0
        socket.on_message(lambda text: self.hear(json.loads(text)))

    def hear(self, message):
        if "hello" in message:
            self.send({"roster": 1, "list": "scripted", "title": "Scripted", "edits": True, "search": False,
                       **self.greeting})
            self.window, self.anchor = (message["first"], message["count"]), None
            self.update()
        elif "window" in message:
            self.window = (message["window"]["first"], message["window"]["count"])
            anchor = message.get("anchor")
            self.anchor = anchor and (anchor["key"], anchor["slot"] - self.window[0])
            self.update()
        elif "id" in message:
            if "event" in message:
                event = message["event"]
                self.events.append((event["row"], event["view"], event["name"], event["values"]))
            if "copy" in message:
                for part in self.copied[:-1]:
                    self.send({"id": message["id"], "part": part})
                return self.send({"id": message["id"], "text": self.copied[-1], "rows": 1})
            if "seek" in message:
                seek = message["seek"]
                return self.send({"id": message["id"], "sought": next((
                    {"key": row["key"], "slot": slot} for slot, row in enumerate(self.slots())
                    if seek.get("slot") == slot or seek.get("key") == row["key"]), None)})
            self.send({"id": message["id"], "done": True})

    def send(self, message):
        self.socket.send(json.dumps(message))

    def slots(self):
        """All rows in the order of their slots."""
        for index, (header, items) in enumerate(self.sections):
            yield self.row(f"h{index + 1}", "header", index, header)
            for key, views in items:
                yield self.row(key, "item", index, views)
            yield self.row(f"f{index + 1}", "footer", index, None)

    def row(self, key, kind, section, shown):
        row = {"key": key, "kind": kind, "section": section}
        return row if shown is None else row | {self.content: shown}

    def change(self):
        """Sends what the sections are now. Returns the text of the revision."""
        self.revision += 1
        self.update()
        return f"revision {self.revision}"

    def update(self):
        rows = list(self.slots())
        first, count = self.window
        if self.anchor:
            place = next((n for n, row in enumerate(rows) if row["key"] == self.anchor[0]), None)
            if place is not None:
                first = max(0, place - self.anchor[1])
        first = max(0, min(first, len(rows) - count))
        self.window = (first, count)
        shown = rows[first:first + count]
        section = shown[0]["section"] if shown else 0
        header = next((row for row in rows if row["key"] == f"h{section + 1}" and self.content in row), None)
        self.sent += 1
        grids = {key: width for key, width in self.columns.items()
                 if any(row["section"] == int(key) for row in shown)}
        index = sum(row["kind"] == "item" and row["section"] == section for row in rows[:first])
        self.send(({"columns": grids, "index": index} if grids else {}) | {
            "update": self.sent, "revision": self.revision, "first": first, "slots": len(rows),
            "items": sum(row["kind"] == "item" for row in rows), "sections": len(self.sections),
            "item": sum(row["kind"] == "item" for row in rows[:first]), "section": section, "above": 0,
            "sticky": header, "rows": shown})
