/// What a view has done in an experiment.
package struct Observation: Hashable, Sendable {
  /// What it has thrown; `nil` if nothing.
  package var refusal: Refusal?
  /// The texts on its cells, by section; `nil` where it has none. Empty after it has thrown.
  package var shown: [[String?]] = []
  /// Where it is scrolled to, in points.
  package var offset = 0.0
  /// The rows that are selected, in a view with rows.
  package var selectedRows: [Int] = []
  /// Whether it has asked its data source for counts before that had changed, or after, in this order; in a row once.
  package var asked: [String] = []
  /// What was noted, in order; empty unless an experiment asks for it.
  package var notes: [String] = []
  /// How long the update took, in seconds, if an experiment asks for it.
  package var seconds: Double?

  package init() {}
}

/// What a view has thrown, as an Objective-C exception says it.
package struct Refusal: Hashable, Sendable {
  package var name: String
  package var reason: String

  package init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }
}

extension Refusal {
  /// What is refused, in the words that collection views use; tables have the same with rows.
  fileprivate var rule: String {
    reason.replacing("table view", with: "collection view").replacing("row", with: "item")
  }
}

/// What is different between a view and the model of it.
package enum Difference: String, Hashable, Sendable, CaseIterable {
  /// The view refuses what the strict mode takes: a source that passes the tests would end an application.
  case strictTakes
  /// The view refuses what the likely mode takes.
  case likelyTakes
  /// The likely mode refuses what the view takes.
  case likelyRefuses
  /// Both refuse, with other words.
  case otherReason
  /// Both take it, and the view shows other cells.
  case otherCells
  /// Both take it, and the view is scrolled elsewhere.
  case otherOffset
  /// Both take it, and other rows are selected.
  case otherSelection

  /// Returns the differences between what a view and the two modes of its model have done.
  package static func all(
    of view: Observation, likely: Observation, strict: Observation
  ) -> [Difference] {
    var found: [Difference] = []
    if view.refusal != nil, strict.refusal == nil { found.append(.strictTakes) }
    switch (view.refusal, likely.refusal) {
    case (nil, nil):
      if !areAlike(view.shown, likely.shown) { found.append(.otherCells) }
      if abs(view.offset - likely.offset) > 0.5 { found.append(.otherOffset) }
      if view.selectedRows != likely.selectedRows { found.append(.otherSelection) }
    case (nil, _): found.append(.likelyRefuses)
    case (_, nil): found.append(.likelyTakes)
    case (let refusal?, let modelled?):
      if !refusal.rule.hasPrefix(modelled.rule.prefix(40)) { found.append(.otherReason) }
    }
    return found
  }

  /// Whether two views show the same, as far as both have cells: a view has none for what is not seen.
  private static func areAlike(_ shown: [[String?]], _ other: [[String?]]) -> Bool {
    shown.map(\.count) == other.map(\.count)
      && zip(shown.joined(), other.joined()).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
  }
}
