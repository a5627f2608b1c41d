"""Random cases: the same seed gives the same ones."""

import random

# What a case can be about. Each has a few of them, so that what differs has few causes.
FEATURES = [
    "absolute", "align-content", "align-items", "align-self", "aspect-ratio", "auto-margin",
    "baseline", "basis", "basis-content", "border", "box-sizing", "calc", "contents", "direction",
    "fit", "fractions", "gap", "grid", "grow", "insets", "justify", "keywords", "last-baseline", "logical",
    "margin", "min-max", "none", "order", "overflow", "padding", "percent", "reverse", "row", "safe", "self",
    "shrink", "spacing", "static", "sticky", "text", "wrap",
]

DISTRIBUTIONS = ["flex-start", "flex-end", "start", "end", "center", "space-between",
                 "space-around", "space-evenly", "stretch"]
ALIGNMENTS = ["stretch", "flex-start", "flex-end", "start", "end", "center"]
SIDES = ["left", "right", "safe left", "unsafe right"]
POSITIONS = ["flex-start", "flex-end", "start", "end", "center"]
KEYWORDS = ["min-content", "max-content", "fit-content", "stretch"]
BREADTHS = ["auto", "auto", "min-content", "max-content"]
WORDS = ["a", "be", "sea", "deep", "words", "longer", "sentence"]


class Generator:
    def __init__(self, seed, index, features, always=()):
        self.random = random.Random(f"{seed}/{index}")
        self.name = f"seed {seed}, case {index}"
        count = self.random.choice([1, 2, 2, 3, 3, 4, 5, 6, 8, 12])
        self.features = set(self.random.sample(features, min(count, len(features))))
        self.features |= set(always)

    def case(self):
        self.left = self.random.choice([2, 3, 4, 5, 6, 8, 10])
        root = self.node(0, "column")
        style = root["style"]
        style["position"] = "absolute"
        for key in ("flexGrow", "flexShrink", "flexBasis", "alignSelf", "order", "display"):
            style.pop(key, None)
        direction = "rtl" if self.chance("direction", 0.5) else "ltr"
        return {"name": self.name, "direction": direction, "features": sorted(self.features),
                "root": root}

    def chance(self, feature, probability):
        return feature in self.features and self.random.random() < probability

    def length(self, low, high):
        if self.chance("fractions", 0.3):
            return self.random.choice([low + 0.25, low + 3.3, high - 1.7, high / 3])
        return self.random.randrange(low, high + 1)

    def rounded_length(self, low, high, percentages=(10, 20, 25, 50, 80, 100, 120)):
        if self.chance("calc", 0.3):
            sign = self.random.choice("+-")
            return (f"calc({self.random.choice(percentages)}% {sign} "
                    f"{self.random.randrange(1, max(high // 2, 2))}px)")
        if self.chance("percent", 0.35):
            return f"{self.random.choice(percentages)}%"
        return self.length(low, high)

    def size(self, low, high):
        if self.chance("keywords", 0.3):
            return self.random.choice(KEYWORDS)
        return self.rounded_length(low, high)

    def position(self, others):
        """A position that says what is done if there is too little room."""
        return self.random.choice(["safe", "safe", "unsafe"]) + " " + self.random.choice(
            POSITIONS + others)

    def node(self, depth, parent_direction):
        self.left -= 1
        style = {}
        direction = self.direction(style)
        self.set_container(style)
        if self.chance("grid", 0.6 if depth < 2 else 0.4):
            self.set_grid(style)
        self.set_box(style, depth)
        if depth > 0:
            self.set_item(style)
            if "grid" in self.features:
                self.set_grid_item(style)
            self.set_position(style)
        if str(style.get("width")).startswith("fit") or str(style.get("height")).startswith("fit"):
            # A browser does not know these lengths; limits stand for them, which are not the same then.
            for key in ("flexGrow", "flexBasis", "aspectRatio", "minWidth", "maxWidth"):
                style.pop(key, None)
        if self.chance("text", 0.5) and depth > 0:
            count = self.random.choice([1, 2, 3, 5])
            # A text is an item of its own box in a browser; what is not about the outside of the
            # box would move it there.
            for key in ("flexWrap", "justifyContent", "alignItems", "alignContent", "gap", "rowGap",
                        "columnGap", "justifyItems", "gridTemplateColumns", "gridTemplateRows",
                        "gridAutoColumns", "gridAutoRows", "gridAutoFlow"):
                style.pop(key, None)
            if style.get("display") in ("contents", "grid"):
                del style["display"]
            if "flexDirection" in style:
                style["flexDirection"] = style["flexDirection"].removesuffix("-reverse")
            if "aspectRatio" in style or set(KEYWORDS) & {
                    style.get("height"), style.get("minHeight"), style.get("maxHeight")}:
                # A row would stretch the text to a height that is to follow from it.
                style.pop("flexDirection", None)
            return {"style": style, "text": " ".join(self.random.choices(WORDS, k=count))}
        children = []
        while self.left > 0 and depth < 4 and self.random.random() < (0.8 if depth < 2 else 0.4):
            children.append(self.node(depth + 1, direction))
        return {"style": style, "children": children}

    def direction(self, style):
        direction = "row" if self.chance("row", 0.6) else "column"
        if self.chance("reverse", 0.4):
            direction += "-reverse"
        if direction != "column":
            style["flexDirection"] = direction
        if self.chance("direction", 0.15):
            style["direction"] = self.random.choice(["ltr", "rtl"])
        return direction

    def set_container(self, style):
        if self.chance("wrap", 0.6):
            style["flexWrap"] = self.random.choice(["wrap", "wrap", "wrap-reverse"])
        if self.chance("justify", 0.6):
            style["justifyContent"] = self.random.choice(DISTRIBUTIONS[:-1])
        if self.chance("safe", 0.4):
            style["justifyContent"] = self.position(["left", "right"])
        if self.chance("align-content", 0.6):
            style["alignContent"] = self.random.choice(DISTRIBUTIONS)
        if self.chance("align-items", 0.6):
            style["alignItems"] = self.random.choice(ALIGNMENTS)
        if self.chance("safe", 0.4):
            style["alignItems"] = self.position(["self-start", "self-end"])
        if self.chance("safe", 0.2):
            style["alignContent"] = self.position([])
        if self.chance("self", 0.5):
            style["alignItems"] = self.random.choice(["self-start", "self-end"])
        if self.chance("self", 0.3):
            style["justifyContent"] = self.random.choice(["left", "right"])
        if self.chance("baseline", 0.5):
            style["alignItems"] = "baseline"
        if self.chance("last-baseline", 0.5):
            style["alignItems"] = "last baseline"
        if self.chance("gap", 0.5):
            key = self.random.choice(["gap", "rowGap", "columnGap"])
            style[key] = self.rounded_length(0, 15, (5, 10, 20))

    def set_grid(self, style):
        style["display"] = "grid"
        for key in ("flexDirection", "flexWrap"):
            style.pop(key, None)
        for key, likely in (("gridTemplateColumns", 0.8), ("gridTemplateRows", 0.5)):
            if self.random.random() < likely:
                style[key] = self.track_list()
        for key in ("gridAutoColumns", "gridAutoRows"):
            if self.random.random() < 0.25:
                style[key] = [self.track() for _ in range(self.random.choice([1, 1, 2, 3]))]
        if self.random.random() < 0.35:
            style["gridAutoFlow"] = self.random.choice(
                ["row", "column", "row dense", "column dense", "dense"])
        if self.chance("justify", 0.4):
            style["justifyContent"] = self.random.choice(DISTRIBUTIONS)
        if self.chance("align-items", 0.5):
            style["justifyItems"] = self.random.choice(ALIGNMENTS)
            if self.random.random() < 0.3:
                style["alignItems"] = "normal"

    def track_list(self):
        if self.random.random() < 0.25:
            return self.repeated_list()
        tracks = []
        for _ in range(self.random.choice([1, 1, 2, 2, 3, 4])):
            if self.random.random() < 0.15:
                repeated = [self.track() for _ in range(self.random.choice([1, 1, 2]))]
                tracks.append({"repeat": self.random.choice([1, 2, 3]), "tracks": repeated})
            else:
                tracks.append(self.track())
        return tracks

    def repeated_list(self):
        """A list with `auto-fill` or `auto-fit`, in which all tracks have a length."""
        repeated = [self.fixed_track() for _ in range(self.random.choice([1, 1, 1, 2]))]
        tracks = [{"repeat": self.random.choice(["auto-fill", "auto-fit"]), "tracks": repeated}]
        if self.random.random() < 0.3:
            tracks.insert(self.random.choice([0, 1]), self.fixed_track())
        return tracks

    def fixed_track(self):
        length = self.rounded_length(10, 60, (10, 25, 50))
        kind = self.random.random()
        if kind < 0.4:
            return length
        if kind < 0.8:
            return {"minmax": [length, self.random.choice(["1fr", "1fr", "2fr", *BREADTHS])]}
        return {"minmax": [self.random.choice(BREADTHS), length]}

    def track(self):
        kind = self.random.random()
        if kind < 0.25:
            return self.rounded_length(5, 80, (10, 25, 50, 80))
        if kind < 0.5:
            return self.random.choice(["1fr", "1fr", "2fr", "0.5fr", "0.3fr", "0fr"])
        if kind < 0.75:
            return self.random.choice(BREADTHS)
        if kind < 0.82:
            return {"fitContent": self.rounded_length(5, 80, (10, 25, 50))}
        least = self.random.choice(
            [self.rounded_length(0, 50, (10, 25, 50)), 0, *BREADTHS])
        most = self.random.choice(
            [self.rounded_length(10, 90, (10, 25, 50, 80)), "1fr", "2fr", *BREADTHS])
        return {"minmax": [least, most]}

    def set_grid_item(self, style):
        for axis in ("Column", "Row"):
            if self.random.random() < 0.35:
                kind = self.random.random()
                if kind < 0.4:
                    style[f"grid{axis}Start"] = self.random.choice([1, 1, 2, 2, 3, 4, -1, -2, -3])
                elif kind < 0.7:
                    style[f"grid{axis}End"] = f"span {self.random.choice([1, 2, 2, 3])}"
                elif kind < 0.85:
                    style[f"grid{axis}Start"] = self.random.choice([1, 2, 3, -2, -3])
                    style[f"grid{axis}End"] = self.random.choice(
                        [1, 2, 3, 4, -1, "span 2", "span 3"])
                else:
                    style[f"grid{axis}End"] = self.random.choice([1, 2, 3, -1, -2])
        if self.chance("align-self", 0.4):
            style["justifySelf"] = self.random.choice(ALIGNMENTS + SIDES + ["auto"])

    def set_box(self, style, depth):
        likely = 0.6 if depth == 0 else 0.45
        for key in ("width", "height"):
            if self.random.random() < likely:
                low, high = (60, 250) if depth == 0 else (5, 120)
                if depth == 0:
                    style[key] = self.length(low, high)
                else:
                    style[key] = self.size(low, high)
            if self.chance("fit", 0.3):
                style[key] = f"fit-content({self.random.choice(['20px', '50px', '90px', '50%'])})"
                continue
            if self.chance("min-max", 0.3):
                style["min" + key.capitalize()] = self.size(0, 90)
            if self.chance("min-max", 0.3):
                style["max" + key.capitalize()] = self.size(20, 150)
        if self.chance("aspect-ratio", 0.35):
            style["aspectRatio"] = self.random.choice([0.5, 1, 1.5, 2, 3])
        if self.chance("padding", 0.4):
            self.set_edges(style, "padding", 20)
        if self.chance("border", 0.35):
            # A border has no percentages, and in a browser it is a number of whole pixels.
            without = self.features & {"calc", "percent", "fractions"}
            self.features -= without
            self.set_edges(style, "border", 10)
            self.features |= without
        if self.chance("box-sizing", 0.4):
            style["boxSizing"] = "content-box"
        if self.chance("overflow", 0.35):
            key = self.random.choice(["overflow", "overflow", "overflowX", "overflowY"])
            style[key] = self.random.choice(["hidden", "scroll", "visible", "clip"])

    def set_edges(self, style, family, high):
        edges = ["", "Top", "Bottom", "Left", "Right", "Horizontal", "Vertical"]
        if "logical" in self.features:
            edges = ["", "Top", "Start", "End", "Start", "End"]
        low = -10 if family == "margin" and self.random.random() < 0.3 else 0
        for edge in self.random.sample(edges, self.random.choice([1, 1, 2])):
            style[family + edge] = self.rounded_length(low, high, (5, 10, 25))

    def set_item(self, style):
        for key in ("spacingBefore", "spacingAfter"):
            if self.chance("spacing", 0.4):
                style[key] = self.length(-5, 20)
        if self.chance("grow", 0.5):
            style["flexGrow"] = self.random.choice([1, 1, 2, 0.3, 0.5])
        if self.chance("shrink", 0.6):
            style["flexShrink"] = self.random.choice([1, 1, 2, 0.4, 3])
        if self.chance("basis", 0.4):
            style["flexBasis"] = self.size(0, 100)
        if self.chance("basis-content", 0.3):
            style["flexBasis"] = "content"
        if self.chance("align-self", 0.5):
            style["alignSelf"] = self.random.choice(ALIGNMENTS + ["auto"])
        if self.chance("safe", 0.3):
            style["alignSelf"] = self.position(["self-start", "self-end"])
        if self.chance("self", 0.3):
            style["alignSelf"] = self.random.choice(["self-start", "self-end"])
        if self.chance("self", 0.15):
            style["direction"] = self.random.choice(["ltr", "rtl"])
        if self.chance("baseline", 0.2):
            style["alignSelf"] = "baseline"
        if self.chance("last-baseline", 0.25):
            style["alignSelf"] = "last baseline"
        if self.chance("margin", 0.4):
            self.set_edges(style, "margin", 20)
        if self.chance("auto-margin", 0.35):
            edges = ["Left", "Right", "Top", "Bottom", ""]
            if "logical" in self.features:
                edges += ["Start", "End"]
            for edge in self.random.sample(edges, self.random.choice([1, 2])):
                style["margin" + edge] = "auto"
        if self.chance("order", 0.4):
            style["order"] = self.random.choice([-1, 0, 1, 2])
        if self.chance("none", 0.2):
            style["display"] = "none"
        if self.chance("contents", 0.25):
            style["display"] = "contents"

    def set_position(self, style):
        if self.chance("absolute", 0.35):
            style["position"] = "absolute"
        elif self.chance("static", 0.4):
            style["position"] = "static"
        elif self.chance("sticky", 0.4):
            style["position"] = "sticky"
        likely = 0.7 if style.get("position") == "absolute" else 0.3
        if self.chance("insets", likely):
            edges = ["left", "right", "top", "bottom"]
            if "logical" in self.features:
                edges = ["start", "end", "top", "bottom"]
            for edge in self.random.sample(edges, self.random.choice([1, 2, 3])):
                style[edge] = self.rounded_length(-10, 40, (10, 25, 50))
