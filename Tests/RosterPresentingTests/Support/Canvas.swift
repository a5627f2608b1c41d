import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting

/// A host that keeps what it was told, and what a user of it would see.
final class Canvas: ViewHost {
  struct Record {
    let className: String
    var attributes: [String: JSONValue] = [:]
    var frame: ViewFrame?
    var row: [Int] = []
    var isHidden = false
  }

  private(set) var records: [Int: Record] = [0: Record(className: "")]
  private(set) var madeCount = 0
  private(set) var callCount = 0
  /// The views that were set, unset, framed or placed since this was last emptied.
  var touched: Set<Int> = []
  private(set) var faults: [String] = []
  var focusedView: Int?
  /// Called when the program scrolls, as toolkits report it.
  var onScroll: ((Double) -> Void)?

  private func touch(_ view: Int, _ change: (inout Record) -> Void) {
    callCount += 1
    touched.insert(view)
    guard var record = records[view] else {
      faults.append("\(view) does not exist")
      return
    }
    change(&record)
    records[view] = record
  }

  func makeView(_ className: String) -> Int {
    madeCount += 1
    records[madeCount] = Record(className: className)
    return madeCount
  }

  func set(_ name: String, of view: Int, from old: JSONValue?, to new: JSONValue) {
    if records[view]?.attributes[name] != old { faults.append("\(name) had another value") }
    touch(view) { $0.attributes[name] = new }
    if name == "offset", case .number(let offset) = new { onScroll?(offset) }
  }

  func unset(_ name: String, of view: Int, from old: JSONValue) {
    touch(view) { $0.attributes[name] = nil }
  }

  func canUnset(_ name: String, ofClass className: String) -> Bool { true }

  func setFrame(_ frame: ViewFrame?, of view: Int) { touch(view) { $0.frame = frame } }

  func place(_ view: Int, in container: Int, inFrontOf sibling: Int?) {
    if view == focusedView, records[container]?.row.contains(view) == true {
      faults.append("the focused view moves")
    }
    touch(view) { _ in }
    records[container]?.row.removeAll { $0 == view }
    let index = sibling.flatMap { records[container]?.row.firstIndex(of: $0) }.map { $0 + 1 }
    records[container]?.row.insert(view, at: index ?? 0)
  }

  func show(_ view: Int) { touch(view) { $0.isHidden = false } }

  func hide(_ view: Int) {
    touch(view) { $0.isHidden = true }
    if view == focusedView { focusedView = nil }
  }

  func letGo(_ view: Int, with inner: [Int]) {
    for gone in [view] + inner { records[gone] = nil }
    for container in records.keys { records[container]?.row.removeAll { $0 == view } }
    if view == focusedView { focusedView = nil }
  }

  /// Scrolls as a user does.
  func scroll(_ list: Int, to offset: Double) {
    records[list]?.attributes["offset"] = .number(offset)
  }

  // MARK: Reading

  func shown(in view: Int) -> [Int] {
    records[view]?.row.filter { records[$0]?.isHidden == false } ?? []
  }

  func number(_ name: String, of view: Int) -> Double? {
    if case .number(let number) = records[view]?.attributes[name] { number } else { nil }
  }

  func text(_ name: String, of view: Int) -> String? {
    records[view]?.attributes[name]?.stringValue
  }
}

/// A row as a user of a canvas sees it.
struct SeenRow: Equatable {
  let view: Int
  let tree: String
  let start: Double
  let length: Double
  let offset: Double
  let texts: [String?]

  /// Where it begins on the screen.
  var onScreen: Double { start - offset }
}

/// A view with what is in it, as a user sees it.
struct Picture: Equatable {
  let className: String
  let attributes: [String: JSONValue]
  let frame: ViewFrame?
  let within: [Picture]
}

extension Canvas {
  func picture(of view: Int) -> Picture {
    let record = records[view]
    return Picture(
      className: record?.className ?? "", attributes: record?.attributes ?? [:],
      frame: record?.frame, within: shown(in: view).map(picture))
  }

  /// The rows that have views, in their order among siblings.
  func rows(of list: Int) -> [SeenRow] {
    let offset = number("offset", of: list) ?? 0
    return shown(in: list).map { row in
      let frame = records[row]?.frame ?? ViewFrame(size: .zero)
      return SeenRow(
        view: row, tree: text("tree", of: row) ?? "", start: frame.origin.y,
        length: frame.size.height, offset: offset,
        texts: shown(in: row).map { text("text", of: $0) })
    }
  }
}
