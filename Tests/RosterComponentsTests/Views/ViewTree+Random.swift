import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterTestKit

extension ViewTree {
  /// A tree of any shape, with views of several scopes.
  static func random(
    depth: Int, scope outer: ScopePath, with random: inout SplitMix64
  ) -> ViewTree {
    let scope = random.happens(percent: 60) ? outer : .random(within: outer, with: &random)
    var spec = ViewSpec("class \(random.index(below: 3))")
    for _ in 0..<random.index(below: 3) {
      spec.attributes["attribute \(random.index(below: 5))"] = .random(with: &random)
    }
    var events: [ViewEvent: [ActionReference]] = [:]
    for _ in 0..<random.index(below: 3) {
      let other = ViewEvent(rawValue: "é\u{301}/\(random.next())")
      let event = random.happens(percent: 50) ? ViewEvent.tap : other
      events[event, default: []].append(.random(in: scope, with: &random))
    }
    if random.happens(percent: 30) { spec.accessibility = .random(with: &random) }
    let count = depth == 0 ? 0 : random.index(below: 4)
    let children = (0..<count).map { _ in
      ViewTree.random(depth: depth - 1, scope: scope, with: &random)
    }
    var tree = ViewTree(spec: spec, events: events, scope: scope, children: children)
    if random.happens(percent: 30) {
      tree.frame = ViewFrame(
        origin: Point(x: -Double(random.index(below: 9)) / 2, y: 1e-3),
        size: Size(width: Double(random.index(below: 1_000)), height: 0))
    }
    if random.happens(percent: 30) { tree.zOrder = Array(children.indices.reversed()) }
    return tree
  }
}

extension ScopePath {
  fileprivate static func random(
    within outer: ScopePath, with random: inout SplitMix64
  ) -> ScopePath {
    if random.happens(percent: 20) { return .root }
    let identifiers: [ScopeIdentifier?] = [nil, "a/b", "\"", 7, -1, ""]
    let key = ScopeKey(
      typeName: ["A", "B.C", "D<E/F>#[%"][random.index(below: 3)],
      identifier: identifiers[random.index(below: identifiers.count)],
      ordinal: random.index(below: 2))
    let path = outer.appending(key)
    return random.happens(percent: 30) ? .random(within: path, with: &random) : path
  }
}

extension ActionReference {
  fileprivate static func random(
    in scope: ScopePath, with random: inout SplitMix64
  ) -> ActionReference {
    let targets: [Target] = [
      .scope(scope), .responders, .scope(.root), .scope(scope.parent ?? .root),
      .scope(.random(within: scope, with: &random)),
    ]
    return ActionReference(
      target: targets[random.index(below: targets.count)], name: "name \(random.index(below: 9))",
      arguments: (0..<random.index(below: 3)).map { _ in .random(with: &random) })
  }
}

extension Accessibility {
  fileprivate static func random(with random: inout SplitMix64) -> Accessibility {
    var accessibility = Accessibility()
    if random.happens(percent: 50) { accessibility.isElement = random.happens(percent: 50) }
    if random.happens(percent: 50) { accessibility.label = "" }
    if random.happens(percent: 50) { accessibility.hint = "a \u{2028} hint" }
    if random.happens(percent: 50) { accessibility.value = "\(random.next())" }
    if random.happens(percent: 50) { accessibility.traits = [.selected, .disabled] }
    if random.happens(percent: 50) { accessibility.sortPriority = 0.25 }
    if random.happens(percent: 50) {
      accessibility.actions = [
        Accessibility.Action("one", event: .tap), Accessibility.Action("", event: "two"),
      ]
    }
    return accessibility
  }
}

extension JSONValue {
  fileprivate static func random(with random: inout SplitMix64) -> JSONValue {
    let values: [JSONValue] = [
      .null, true, 0, -1.5, 1e300, "", "♥ \"\\\n", [], [1, [.null]], [:], ["class": "x"],
    ]
    return values[random.index(below: values.count)]
  }
}
