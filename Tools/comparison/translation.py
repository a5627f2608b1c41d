"""From a case to HTML, and from what the browser measured to frames."""

import html
import math
import re

# The browser counts in 64ths of a pixel. Everything is laid out so many times as large, so that what
# it rounds away is too little to matter.
SCALE = 32

# How far a length may be from the middle between two points and still be rounded either way.
EPSILON = 0.02

STYLE_SHEET = f"""
.case {{ position: absolute; left: 0; top: 0; width: 0; height: 0;
  font: {10 * SCALE}px/1 Square; }}
.case div {{ display: flex; flex-direction: column; align-content: flex-start; flex-shrink: 0;
  box-sizing: border-box; position: relative; border: 0 solid black; scrollbar-width: none; }}
.case .grid {{ align-content: normal; }}
"""

LOGICAL = {"start": "inline-start", "end": "inline-end"}
LENGTHS = {"width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight", "flexBasis", "gap",
           "rowGap", "columnGap", "spacingBefore", "spacingAfter"}
EDGES = re.compile(
    "^(margin|padding|border|inset|insets|)"
    "(Top|Bottom|Left|Right|Start|End|Horizontal|Vertical|top|bottom|left|right|start|end|)"
    "(Width)?$")

INSETS = {"left", "right", "top", "bottom", "inset-inline-start", "inset-inline-end"}
POINTS = re.compile(r"(-?[0-9.]+)px")


def scaled_text(text):
    return POINTS.sub(lambda match: f"{float(match[1]) * SCALE:.10g}px", text)


TRACKS = {"gridTemplateColumns", "gridTemplateRows", "gridAutoColumns", "gridAutoRows"}


def css_track(track):
    """A track of a grid, or a repetition of some."""
    if isinstance(track, str):
        return scaled_text(track)
    if not isinstance(track, dict):
        return f"{track * SCALE:.10g}px"
    if "repeat" in track:
        return f"repeat({track['repeat']}, {css_tracks(track['tracks'])})"
    if "fitContent" in track:
        return f"fit-content({css_track(track['fitContent'])})"
    return f"minmax({', '.join(map(css_track, track['minmax']))})"


def css_tracks(tracks):
    return tracks if isinstance(tracks, str) else " ".join(map(css_track, tracks))


def css_value(key, value):
    if key in TRACKS:
        return css_tracks(value)
    if isinstance(value, str):
        return scaled_text(value)
    return f"{value * SCALE:.10g}px" if key in LENGTHS or EDGES.match(key) else f"{value:.10g}"


def css_edges(key):
    """The CSS properties of a key that is about edges, and how much a key like it counts."""
    match = EDGES.match(key)
    if not match:
        return None
    family, edge = match[1].rstrip("s") or "inset", match[2].lower()
    names = {"horizontal": ["left", "right"], "vertical": ["top", "bottom"],
             "": ["top", "bottom", "left", "right"]}.get(edge, [LOGICAL.get(edge, edge)])
    rank = {"": 0, "horizontal": 1, "vertical": 1, "start": 3, "end": 3}.get(edge, 2)
    if family == "inset":
        properties = [f"inset-{name}" if "inline" in name else name for name in names]
    elif family == "border":
        properties = [f"border-{name}-width" for name in names]
    else:
        properties = [f"{family}-{name}" for name in names]
    return rank, properties


def without_insets(style):
    return {key: value for key, value in style.items()
            if not (css_edges(key) and css_edges(key)[1][0] in INSETS)}


def fitted(style, rank, name, value):
    """What browsers know of `fit-content(length)` for widths: between the two widths of the content.

    A limit of a width may not be one of these, and in browsers there is none for heights."""
    if name not in ("width", "height") or not value.startswith("fit-content("):
        return [(rank, name, value)]
    if name == "height":
        return [(rank, name, "fit-content")]
    return [(rank, name, value[len("fit-content("):-1]), (-1, "min-width", "min-content"),
            (-1, "max-width", "max-content")]


def with_spacing(style, parent, is_right_to_left, inherited):
    """The style with its spacing as margins, which is none of CSS: of the edges along the main axis of
    the parent, as far as they have no margin."""
    before, after = style.get("spacingBefore", 0), style.get("spacingAfter", 0)
    style = {key: value for key, value in style.items() if not key.startswith("spacing")}
    if (parent is None or parent.get("display") == "grid"
            or style.get("position") == "absolute"):
        return style
    direction = parent.get("flexDirection", "column")
    edges = ("left", "right") if direction.startswith("row") else ("top", "bottom")
    if direction.endswith("reverse") != (direction.startswith("row") and is_right_to_left):
        edges = edges[::-1]
    margins = {edge: 0 for edge in edges}
    for _, name, value in sorted(declarations_of(style), key=lambda given: given[0]):
        side = name.removeprefix("margin-")
        if side.startswith("inline"):
            own = style.get("direction", "inherit")
            starts_right = (own if own in ("ltr", "rtl") else inherited) == "rtl"
            side = "right" if side.endswith("start") == starts_right else "left"
        if name.startswith("margin-") and side in margins:
            margins[side] = value
    for edge, points in zip(edges, (before, after)):
        if margins[edge] in (0, "0px"):
            style["spacing" + edge.capitalize()] = points
    return style


def declarations_of(style):
    declarations = []
    for key, value in style.items():
        edges = css_edges(key)
        if edges:
            declarations += [(edges[0], name, css_value(key, value)) for name in edges[1]]
        else:
            rank = -1 if key in ("flex", "gap") else 0
            name = re.sub("[A-Z]", lambda match: "-" + match[0].lower(), key)
            declarations.append((rank, name, css_value(key, value)))
    return declarations


def css(style, is_root, direction, parent=None, is_right_to_left=False, inherited="ltr"):
    style = with_spacing(style, parent, is_right_to_left, inherited)
    sides = {key: style.pop(key) for key in list(style) if key.startswith("spacing")}
    if style.get("position") == "sticky":
        # Where a box sticks is no part of its layout.
        style = without_insets(style)
    declarations = declarations_of(style)
    declarations += [(4, f"margin-{key.removeprefix('spacing').lower()}", f"{value * SCALE:.10g}px")
                     for key, value in sides.items() if value]
    declarations = [
        declaration for given in declarations for declaration in fitted(style, *given)]
    declarations.sort(key=lambda declaration: declaration[0])
    text = "".join(f"{name}:{value};" for _, name, value in declarations)
    if is_root:
        # The root is as large as it wants to be, whatever it is in.
        text += f"direction:{style.get('direction', direction)};"
        if style.get("position", "relative") == "relative":
            text += "position:absolute;"
    return text


def node_html(node, direction="ltr", is_root=False, parent=None, inherited=None):
    """The element of a box. `parent` is the style of the box that places it, with its direction."""
    own = node.get("style", {})
    parent_style, parent_direction = parent or (None, direction)
    style = html.escape(css(
        own, is_root, direction, parent_style, parent_direction == "rtl", inherited or direction))
    given = own.get("direction", "inherit")
    used = given if given in ("ltr", "rtl") else inherited or direction
    # The children of a box that is not there are those of the box around it.
    container = parent if own.get("display") == "contents" and parent else (own, used)
    inside = "".join(
        node_html(child, direction, parent=container, inherited=used)
        for child in node.get("children", []))
    name = " class=grid" if own.get("display") == "grid" else ""
    return f'<div{name} style="{style}">{html.escape(node.get("text", ""))}{inside}</div>'


def case_html(case):
    return f'<div class=case>{node_html(case["root"], case.get("direction", "ltr"), True)}</div>'


def rounded(number):
    return math.floor(number + 0.5)


class Measured:
    """The edges of a box as the browser has them, with those of the boxes in it."""

    def __init__(self, node, rectangles, is_shown=True):
        left, top, width, height = next(rectangles)
        display = node.get("style", {}).get("display")
        self.is_shown = is_shown and display != "none"
        self.is_box = self.is_shown and display != "contents"
        self.edges = [edge / SCALE for edge in (left, top, left + width, top + height)]
        self.children = [
            Measured(child, rectangles, self.is_shown) for child in node.get("children", [])]

    def frame(self, origin=(0, 0)):
        """The frame in whole points: its place is rounded by itself, its size by where its edges are
        in the root, as `offsetLeft` and `offsetWidth` are."""
        if not self.is_box:
            return {"left": 0, "top": 0, "width": 0, "height": 0,
                    "children": [child.frame(origin) for child in self.children]}
        left, top, right, bottom = self.edges
        return {"left": rounded(left - origin[0]), "top": rounded(top - origin[1]),
                "width": rounded(right) - rounded(left), "height": rounded(bottom) - rounded(top),
                "children": [child.frame((left, top)) for child in self.children]}

    def agrees(self, frame, origin=(0, 0), epsilon=EPSILON):
        """Returns whether a frame is the rounded box. A length that is very close to the middle
        between two points may be rounded either way."""
        if len(frame["children"]) != len(self.children):
            return False
        if self.is_box:
            here = self.edges[:2]
            lengths = {"left": {rounded(here[0] - origin[0] + delta) for delta in (-epsilon, epsilon)},
                       "top": {rounded(here[1] - origin[1] + delta) for delta in (-epsilon, epsilon)},
                       "width": extents(self.edges[0], self.edges[2], epsilon),
                       "height": extents(self.edges[1], self.edges[3], epsilon)}
        else:
            here = origin
            lengths = {key: {0} for key in ("left", "top", "width", "height")}
        return all(frame[key] in lengths[key] for key in lengths) and all(
            child.agrees(inner, here, epsilon)
            for child, inner in zip(self.children, frame["children"]))

    def is_plain(self, origin=(0, 0)):
        """Whether no length is so close to the middle between two points that either is right."""
        here = self.edges[:2] if self.is_box else origin
        if self.is_box:
            lengths = self.edges + [here[0] - origin[0], here[1] - origin[1]]
            if any(abs(length % 1 - 0.5) <= 2 * EPSILON for length in lengths):
                return False
        return all(child.is_plain(here) for child in self.children)


def extents(low, high, epsilon):
    """What the distance between two edges can be rounded to."""
    return {rounded(high + upper) - rounded(low + lower)
            for lower in (-epsilon, epsilon) for upper in (-epsilon, epsilon)}
