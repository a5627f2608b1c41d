import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterTestKit
import Testing

/// What is drawn change by change, compared with what is drawn from nothing.
struct RandomHostTests {
  private struct Trees {
    var random: SplitMix64

    private static let classes = [
      "box", "text", "button", "toggle", "segments", "progress", "spinner", "field", "image",
      "divider", "badge", "slot", "scroll", "list", "row", "touchable",
    ]
    private static let texts: [JSONValue] = [
      "", "a", "世界人", "one two three four", "\u{1B}[2J\u{202E}", "👨‍👩‍👧‍👦🇩🇪", "a\tb\nc", "e\u{301}",
    ]

    mutating func value(of name: String) -> JSONValue {
      switch name {
      case "text", "title", "value", "placeholder", "alternative", "error", "name":
        Self.texts[random.index(below: Self.texts.count)]
      case "titles": .array((0..<random.index(below: 4)).map { _ in value(of: "title") })
      case "spans":
        [["from": 0, "to": .number(Double(random.index(below: 6))), "bold": true]]
      case "color", "background", "border":
        ["accent", "#123456", "red", "no"][random.index(below: 4)]
      case "opacity": .number(Double(random.index(below: 4)) / 3)
      case "offset", "length", "stickyEnd", "selected": .number(Double(random.index(below: 12)))
      case "axis": ["vertical", "horizontal"][random.index(below: 2)]
      case "align": ["start", "center", "end"][random.index(below: 3)]
      case "truncation": ["start", "middle", "end", "none"][random.index(below: 4)]
      case "letterSpacing", "lineSpacing", "tabWidth":
        .number(Double(random.index(below: 5)) - 1)
      case "tabStops":
        [["at": .number(Double(random.index(below: 9))), "align": "decimal", "decimal": "字"]]
      case "pixels": ["width": 1, "height": 2, "rgb": "/wAAAP8A"]
      default: .bool(random.happens(percent: 50))
      }
    }

    private static let names = [
      "text", "title", "value", "error", "titles", "spans", "color", "background", "border",
      "opacity", "offset", "length", "stickyEnd", "selected", "axis", "align", "truncation",
      "pixels", "letterSpacing", "lineSpacing", "tabWidth", "tabStops",
      "on", "disabled", "bold", "alternative", "name", "placeholder",
    ]

    mutating func dress(_ tree: inout ViewTree) {
      for name in Self.names where random.happens(percent: 25) {
        tree.spec.attributes[name] = random.happens(percent: 30) ? nil : value(of: name)
      }
      if random.happens(percent: 20) { tree.spec.attributes["opacity"] = nil }
      tree.frame =
        random.happens(percent: 95)
        ? ViewFrame(
          origin: Point(x: coordinate(16) - 2, y: coordinate(10) - 2),
          size: Size(width: coordinate(18), height: coordinate(8))) : nil
      if random.happens(percent: 20) {
        let order = Array(tree.children.indices)
        tree.zOrder = order.shuffled(using: &random)
      } else {
        tree.zOrder = nil
      }
      if random.happens(percent: 20) {
        tree.events = [.tap: [ActionReference(target: .responders, name: "a")]]
      }
    }

    mutating func coordinate(_ count: Int) -> Double {
      Double(random.index(below: 2 * count)) / 2
    }

    mutating func tree(depth: Int) -> ViewTree {
      let key = ScopeKey(typeName: "C", identifier: .number(random.index(below: 9)))
      var tree = ViewTree(
        spec: ViewSpec(Self.classes[random.index(below: Self.classes.count)]),
        scope: ScopePath([key]))
      tree.children = (0..<(depth == 0 ? 0 : random.index(below: 5))).map { _ in
        self.tree(depth: depth - 1)
      }
      dress(&tree)
      return tree
    }

    mutating func change(_ trees: inout [ViewTree]) {
      for index in trees.indices where random.happens(percent: 30) {
        if random.happens(percent: 50) { dress(&trees[index]) }
        change(&trees[index].children)
      }
      if random.happens(percent: 20), !trees.isEmpty {
        trees.remove(at: random.index(below: trees.count))
      }
      if random.happens(percent: 20) {
        trees.insert(tree(depth: 1), at: random.index(below: trees.count + 1))
      }
    }
  }

  /// Returns what is wrong after many changes; `nil` if nothing is.
  private func offence(seed: UInt64) -> String? {
    var trees = Trees(random: SplitMix64(seed: seed))
    let host = TerminalHost(
      size: CellSize(rows: 9, columns: 20), options: TerminalOptions(), depth: .trueColor)
    let mount = ViewMount(in: host.root, of: host, poolCountMax: 2)
    var views = (0..<3).map { _ in trees.tree(depth: 3) }
    for step in 0..<25 {
      switch trees.random.index(below: 8) {
      case 0: host.moveFocus([.next, .previous, .up, .down][trees.random.index(below: 4)])
      case 1: host.time += 0.15
      case 2:
        let point = Point(x: trees.coordinate(20), y: trees.coordinate(9))
        for view in host.path(at: point) { _ = host.scroll(view, to: trees.coordinate(9)) }
      default:
        trees.change(&views)
        mount.render(views, isLaidOut: trees.random.happens(percent: 80))
      }
      let drawn = host.draw().grid
      if drawn != host.freshGrid() { return "step \(step): something else is shown" }
      if let broken = drawn.brokenInvariant() { return "step \(step): \(broken)" }
      if let focused = host.focusedView, !host.focusableViews.contains(focused) {
        return "step \(step): the focus is on a view that cannot have it"
      }
    }
    return nil
  }

  @Test func deepTreeIsDrawnWithoutRecursion() {
    let host = TerminalHost(size: Size(width: 4, height: 1))
    let text = ViewTree(spec: ViewSpec("text", attributes: ["text": "deep"]))
    let deep = (0..<1_000).reduce(text) { inner, _ in
      ViewTree(spec: ViewSpec("box"), children: [inner])
    }
    ViewMount(in: host.root, of: host).render([deep], isLaidOut: false)
    #expect(host.plainText(width: 4) == "")
    #expect(host.draw().grid.text(ofRow: 0) == "deep")
    #expect(host.path(at: Point(x: 0.5, y: 0.5)).count == 1_002)
  }

  @Test func drawingWhatHasChangedShowsTheSameAsDrawingEverything() {
    for seed in 0..<150 as Range<UInt64> {
      guard let offence = offence(seed: seed) else { continue }
      Issue.record("seed \(seed), \(offence)")
      return
    }
  }
}
