internal import RosterCore

/// A model or state over the revisions: its row in a database, and its before-images.
struct ValueHistory<Value: Sendable>: Sendable {
  /// Each from its revision on; `nil` from the revision on that removed it.
  private var values: [(version: Revision, value: Value?)] = []

  func value(at revision: Revision) -> Value? { values.last { $0.version <= revision }?.value }

  var current: Value? { values.last?.value }

  /// The number of before-images.
  var earlierCount: Int { values.dropLast().count { $0.value != nil } }

  mutating func write(_ value: Value?, at revision: Revision) {
    if value != nil || current != nil { values.append((revision, value)) }
  }

  /// The values that a revision and later ones have; `nil` if there are none.
  func forgetting(before revision: Revision) -> ValueHistory? {
    var kept = self
    kept.values.removeFirst(values.lastIndex { $0.version <= revision } ?? 0)
    if let first = kept.values.first, first.value == nil { kept.values.removeFirst() }
    return kept.values.isEmpty ? nil : kept
  }

  /// Whether the values ascend, and the second one begins after a revision.
  func isSound(from oldest: Revision) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0.version < $1.version && $1.version > oldest }
  }
}
