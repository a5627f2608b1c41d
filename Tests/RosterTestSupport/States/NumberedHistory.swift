package import RosterCore
import RosterTestKit

/// The changes that a seed stands for, revision by revision: two processes that know the seed make
/// the same list and the same states.
package struct NumberedHistory: Sendable {
  /// What changes.
  package enum Kind: String, Sendable {
    /// The list, and some states with each change; every fourth revision is of states only.
    case lists
    /// The states of forty items that the first revision inserts.
    case states
  }

  package let kind: Kind
  package let seed: UInt64

  package init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
  }

  /// The changeset that leads to a revision.
  ///
  /// - Parameter counts: The numbers of items before it.
  package func changeset(_ revision: Revision, counts: [Int]) -> Changeset<String, String> {
    switch kind {
    case .states where revision == 1:
      return Changeset {
        $0.insertSection(at: 0, "section")
        $0.insertItems((0..<40).map { "\($0)" }, at: ItemPath(section: 0, item: 0))
      }
    case .lists where revision % 4 != 3:
      var generator = RandomChangesets(seed: seed &* 1_000_003 &+ UInt64(revision))
      // Now and then a run that fills and empties whole pages.
      generator.longestRun = revision % 16 == 0 ? 300 : 5
      return generator.valid(for: counts).changeset(models: "\(revision):")
    case .lists, .states:
      return Changeset()
    }
  }

  /// The states that the change to a revision writes and forgets.
  ///
  /// - Parameters:
  ///   - counts: The numbers of items after it.
  ///   - id: Who is at a path after it.
  package func states(
    _ revision: Revision, counts: [Int], id: (ItemPath) throws -> ItemID?
  ) rethrows -> [StateChange] {
    var states = RandomStates(seed: seed)
    states.random = SplitMix64(seed: seed &* 999_983 &+ UInt64(revision))
    let full = counts.indices.filter { counts[$0] > 0 }
    if full.isEmpty { return [] }
    let items = try (0..<3).compactMap { _ in
      let section = full[states.random.index(below: full.count)]
      let item = states.random.index(below: counts[section])
      return try id(ItemPath(section: section, item: item))
    }
    return states.changes(items)
  }
}

/// What a process has written that commits a numbered history: the list and its states, by revision.
package struct NumberedHistoryModel: Sendable {
  package let history: NumberedHistory
  package private(set) var naive = NaiveList<String, String>()
  package private(set) var states = NaiveStates()

  /// Begins with the empty list.
  package init(_ history: NumberedHistory) { self.history = history }

  /// Goes on to a revision.
  package mutating func advance(to revision: Revision) throws {
    while naive.revision < revision {
      let next = naive.revision + 1
      naive = try naive.applying(history.changeset(next, counts: naive.counts))
      let items = naive.itemIDs.map { $0.map { ItemID(rawValue: $0) } }
      let changes = history.states(next, counts: naive.counts) { items[$0.section][$0.item] }
      states.advance(items: items.joined(), changes)
    }
  }

  /// What the states of all items are in a storage and must not be, `nil` if they are right.
  ///
  /// - Parameter revisions: Those at which they are read; the last one or earlier.
  package func difference(
    from list: any ListStorage, at revisions: [Revision]
  ) throws -> String? {
    let items = naive.itemIDs.joined().map { ItemID(rawValue: $0) }
    for revision in revisions {
      let found = try list.states(of: items, at: revision)
      let expected = items.map { states.states(of: $0, at: revision) }
      for (item, pair) in zip(items, zip(found, expected)) where pair.0 != pair.1 {
        return "the states of \(item) at revision \(revision) are \(pair.0), not \(pair.1)"
      }
    }
    return nil
  }
}
