internal import RosterComponents
internal import RosterJSON
internal import RosterLayout
internal import RosterMounting

/// Compares what a renderer says that it shows with what the reference shows.
///
/// Each rule looks only at what no other rule is about. So one fault breaks one rule.
struct ShownComparison {
  private let expected: [Int: Seen]
  private let found: [Int: Seen]
  /// The views that were found, once for each time.
  private let foundOften: [Int: Int]
  private let reference: ReferenceHost
  private let expectedOrder: [Int: [Int]]
  private let foundOrder: [Int: [Int]]

  /// A view that is shown, and where.
  private struct Seen {
    let shown: ShownView
    let container: Int
    /// The list, if the view is a row of one.
    let list: ShownView?

    var isUnknown: Bool { shown.className == RowViews.unknownClass }
  }

  private static let tolerance: Double = 1

  /// - Parameters:
  ///   - reference: What shows `expected`. Its views have the numbers of the protocol.
  init(of reference: ReferenceHost, expected: ShownViews, found: ShownViews) {
    self.reference = reference
    let expectedWalk = Walk(expected)
    let foundWalk = Walk(found)
    self.expected = expectedWalk.seen
    self.found = foundWalk.seen
    foundOften = foundWalk.often
    expectedOrder = expectedWalk.order
    foundOrder = foundWalk.order
  }

  private struct Walk {
    var seen: [Int: Seen] = [:]
    var often: [Int: Int] = [:]
    var order: [Int: [Int]] = [:]

    init(_ shown: ShownViews) {
      var remaining = shown.views.map { Seen(shown: $0, container: 0, list: nil) }
      order[0] = shown.views.map(\.view)
      while let next = remaining.popLast() {
        let view = next.shown.view
        often[view, default: 0] += 1
        if seen[view] == nil { seen[view] = next }
        order[view] = next.shown.within.map(\.view)
        let list = next.shown.className == "list" ? next.shown : nil
        remaining += next.shown.within.map { Seen(shown: $0, container: view, list: list) }
      }
    }
  }

  /// The views on which both agree, ascending.
  private var common: [Int] { expected.keys.filter { found[$0] != nil }.sorted() }

  private func name(_ view: Int) -> String {
    guard let shown = (expected[view] ?? found[view])?.shown else { return "view \(view)" }
    let tree = shown.attributes["tree"]?.stringValue.map { " of \($0)" } ?? ""
    return "view \(view) (\(shown.className)\(tree))"
  }

  // MARK: Which

  /// What is missing, and what was never there.
  var rows: [String] {
    let missing = missing.filter { expected[$0]?.isUnknown == false }.map {
      "\(name($0)) is not shown"
    }
    let misplaced = common.filter { expected[$0]?.container != found[$0]?.container }.map {
      "\(name($0)) is in view \(found[$0]?.container ?? 0), not in view "
        + "\(expected[$0]?.container ?? 0)"
    }
    return missing + misplaced
  }

  var once: [String] {
    foundOften.filter { $0.value > 1 }.keys.sorted().map {
      "\(name($0)) is shown \(foundOften[$0] ?? 0) times"
    }
  }

  var hidden: [String] {
    found.keys.filter { reference.isHidden($0) == true }.sorted().map { "\(name($0)) is hidden" }
  }

  /// Views that were let go, or were never made.
  var leaks: [String] {
    found.keys.filter { reference.isHidden($0) == nil }.sorted().map {
      "\(name($0)) does not exist any more"
    }
  }

  var unknownClasses: [String] {
    missing.filter { expected[$0]?.isUnknown == true }.map { "\(name($0)) is not shown" }
  }

  /// The views that are not shown although those around them are, ascending.
  private var missing: [Int] {
    expected.filter { view, seen in
      found[view] == nil && (seen.container == 0 || found[seen.container] != nil)
    }.keys.sorted()
  }

  // MARK: Where

  /// Views that both show, in another order. Headers that stick are in front of the others, and not
  /// looked at here.
  var order: [String] {
    let stuck = Set(expected.keys.filter { isStuck($0, in: expected) || isStuck($0, in: found) })
    func comparable(_ views: [Int]?, _ other: [Int: Seen], in container: Int) -> [Int] {
      (views ?? []).filter {
        foundOften[$0] == 1 && !stuck.contains($0) && other[$0]?.container == container
      }
    }
    return expectedOrder.keys.sorted().compactMap { container in
      let wanted = comparable(expectedOrder[container], found, in: container)
      let got = comparable(foundOrder[container], expected, in: container)
        .filter(Set(wanted).contains)
      guard wanted != got else { return nil }
      return "\(container == 0 ? "the root" : name(container)) has \(got) from back to front, "
        + "not \(wanted)"
    }
  }

  var frames: [String] {
    common.compactMap { view in
      guard let wanted = expected[view], let got = found[view] else { return nil }
      if wanted.shown.frame == nil, got.shown.frame == nil || wanted.shown.className == "list" {
        return nil
      }
      guard var left = wanted.shown.frame.map(Side.init), let right = got.shown.frame.map(Side.init)
      else {
        return "\(name(view)) has \(got.shown.frame == nil ? "no frame" : "a frame")"
      }
      if let list = wanted.list, let other = found[list.view]?.shown {
        // Other rules check where a sticky header stands, and the offset.
        let isVertical = list.isVertical
        if wanted.shown.isSticky {
          left.set(isVertical, right.start(isVertical))
        } else {
          left.set(isVertical, left.start(isVertical) + list.offset - other.offset)
        }
      }
      guard !left.isNear(right, Self.tolerance) else { return nil }
      return "\(name(view)) is at \(right), not at \(left)"
    }
  }

  var headers: [String] {
    common.flatMap { view -> [String] in
      guard let place = place(ofHeader: view, in: found), let got = found[view]?.shown.frame,
        let list = found[view]?.list
      else { return [] }
      var messages: [String] = []
      let start = Side(got).start(list.isVertical)
      if abs(place.seen - start) > Self.tolerance {
        messages.append("\(name(view)) is at \(start), not at \(place.seen)")
      }
      let row = foundOrder[list.view] ?? []
      if place.isStuck, let index = row.firstIndex(of: view) {
        messages += row[index...].dropFirst()
          .filter { expected[$0]?.shown.isSticky == false && covers($0, view) }
          .map { "\(name($0)) is in front of \(name(view))" }
      }
      return messages
    }
  }

  /// Returns where a header that may stick is to be seen in a list with some offset, and whether it
  /// sticks there; `nil` for other views.
  private func place(ofHeader view: Int, in seen: [Int: Seen]) -> (seen: Double, isStuck: Bool)? {
    guard let list = seen[view]?.list, let frame = reference.frame(of: view),
      let end = expected[view]?.shown.attributes["stickyEnd"]?.numberValue
    else { return nil }
    let own = Side(frame).start(list.isVertical)
    let place = max(own, min(list.offset, end - Side(frame).length(list.isVertical)))
    return (place - list.offset, place > own)
  }

  private func isStuck(_ view: Int, in seen: [Int: Seen]) -> Bool {
    place(ofHeader: view, in: seen)?.isStuck ?? false
  }

  private func covers(_ view: Int, _ other: Int) -> Bool {
    guard let left = found[view]?.shown.frame.map(Side.init),
      let right = found[other]?.shown.frame.map(Side.init)
    else { return false }
    return left.overlaps(right, beyond: Self.tolerance)
  }

  /// Where the visible part of a list begins.
  var anchor: [String] {
    common.compactMap { view in
      guard let wanted = expected[view]?.shown, wanted.className == "list",
        let got = found[view]?.shown
      else { return nil }
      let isNear = abs(wanted.offset - got.offset) <= Self.tolerance
      return isNear
        ? nil
        : "\(name(view)) begins at \(got.offset), so its rows have moved by "
          + "\(wanted.offset - got.offset) points"
    }
  }

  // MARK: What

  var attributes: [String] {
    common.flatMap { view -> [String] in
      guard let wanted = expected[view], let got = found[view]?.shown, !wanted.isUnknown else {
        return []
      }
      var names = Set(wanted.shown.attributes.keys).union(got.attributes.keys)
      if got.className == "list" { names.remove("offset") }
      var messages = names.sorted().compactMap { name -> String? in
        let (left, right) = (wanted.shown.attributes[name], got.attributes[name])
        return left == right
          ? nil : "\(self.name(view)) has \(name) \(text(right)), not \(text(left))"
      }
      if wanted.shown.className != got.className {
        messages.append("\(name(view)) is of class \(got.className)")
      }
      return messages
    }
  }

  private func text(_ value: JSONValue?) -> String { value?.canonicalText ?? "(none)" }
}

extension ShownView {
  fileprivate var isSticky: Bool { attributes["stickyEnd"] != nil }
  fileprivate var isVertical: Bool { attributes["axis"] != "horizontal" }
  fileprivate var offset: Double { attributes["offset"]?.numberValue ?? 0 }
}

/// A frame whose sides are compared one by one.
private struct Side: CustomStringConvertible {
  private var numbers: [Double]

  init(_ frame: ViewFrame) {
    numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
  }

  func start(_ isVertical: Bool) -> Double { numbers[isVertical ? 1 : 0] }

  func length(_ isVertical: Bool) -> Double { numbers[isVertical ? 3 : 2] }

  mutating func set(_ isVertical: Bool, _ start: Double) { numbers[isVertical ? 1 : 0] = start }

  func isNear(_ other: Side, _ tolerance: Double) -> Bool {
    zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= tolerance }
  }

  func overlaps(_ other: Side, beyond tolerance: Double) -> Bool {
    (0..<2).allSatisfy { axis in
      let (left, right) = (numbers[axis], other.numbers[axis])
      let end = min(left + numbers[axis + 2], right + other.numbers[axis + 2])
      return end - max(left, right) > tolerance
    }
  }

  var description: String { JSONValue.array(numbers.map { .number($0) }).canonicalText }
}
