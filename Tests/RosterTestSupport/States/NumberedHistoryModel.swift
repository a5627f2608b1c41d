package import RosterCore

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
