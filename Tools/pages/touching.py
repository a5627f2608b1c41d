"""Fingers on a page: real touches in Chromium; events of pointers that a script makes in Firefox, which takes none
through its remote protocol. Times are those that the events say, so a slow walk draws as quickly as a quick one."""

import time

STEPS = 8

# One event of a pointer at a time.
POINT = """([type, x, y, id, milliseconds]) => {
  const under = document.elementFromPoint(x, y);
  const target = type === 'pointerdown' ? window.touched = under : window.touched ?? under;
  const event = new PointerEvent(type, { pointerId: 100 + id, pointerType: 'touch', isPrimary: id === 0, clientX: x,
    clientY: y, button: type === 'pointermove' ? -1 : 0, bubbles: true, cancelable: true, composed: true });
  Object.defineProperty(event, 'timeStamp', { value: milliseconds });
  target.dispatchEvent(event);
}"""


def options(walk):
    """What a page is opened with so that it can be touched."""
    return {"has_touch": True} if walk.kind == "chromium" else {}


class Fingers:
    def __init__(self, walk, page):
        self.page = page
        self.protocol = page.context.new_cdp_session(page) if walk.kind == "chromium" else None

    def draw(self, *places, milliseconds=150, other=None, halfway=lambda: None):
        """Draws a finger from place to place in some milliseconds.

        - other: the places of a second finger, which comes when the first has gone a quarter
        - halfway: called there
        """
        begin = time.time() - milliseconds / 1_000
        ways = [places]
        self.send("touchStart", ways, 0, begin)
        for step in range(1, STEPS + 1):
            now = begin + milliseconds / 1_000 * step / STEPS
            if other and step == STEPS // 4:
                ways.append(other)
                self.send("touchStart", ways, step / STEPS, now)
            if step == STEPS // 2:
                halfway()
            self.send("touchMove", ways, step / STEPS, now)
        while ways:
            self.send("touchEnd", ways, 1, now)
            ways.pop()

    def send(self, kind, ways, part, now):
        places = [between(way, part) for way in ways]
        if self.protocol:
            if kind == "touchEnd":
                places.pop()
            self.protocol.send("Input.dispatchTouchEvent", {
                "type": kind, "timestamp": now,
                "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]})
            return
        name = {"touchStart": "pointerdown", "touchMove": "pointermove", "touchEnd": "pointerup"}[kind]
        for number, (x, y) in enumerate(places):
            if kind == "touchMove" or number == len(places) - 1:
                self.page.evaluate(POINT, [name, x, y, number, now * 1_000])


def between(way, part):
    """The place after a part of a way."""
    legs = len(way) - 1
    leg = min(int(part * legs), legs - 1)
    (x, y), (to_x, to_y), rest = way[leg], way[leg + 1], part * legs - leg
    return x + (to_x - x) * rest, y + (to_y - y) * rest
