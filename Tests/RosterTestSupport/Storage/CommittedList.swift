package import RosterCore

/// A stored list and the naive list beside it, taken through the same changesets.
package struct CommittedList {
  package private(set) var storage: any ListStorage
  package private(set) var state: ListState
  package private(set) var naive = NaiveList<String, String>()

  /// Opens a list that is empty.
  package init(_ storage: any ListStorage) throws {
    self.storage = storage
    state = try storage.load()
  }

  /// Commits a group of valid changesets.
  package mutating func commit(_ changesets: [Changeset<String, String>]) throws {
    state = try storage.commit(changesets, on: state)
    for changeset in changesets { naive = try naive.applying(changeset) }
  }

  package mutating func commit(_ changeset: Changeset<String, String>) throws {
    try commit([changeset])
  }

  /// Commits a group of random changesets.
  package mutating func commit(
    _ count: Int, from generator: inout RandomChangesets
  ) throws {
    var naive = naive
    var changesets: [Changeset<String, String>] = []
    for _ in 0..<count {
      let parts = generator.valid(for: naive.counts)
      let changeset = parts.changeset(models: "\(naive.revision + 1):")
      naive = try naive.applying(changeset)
      changesets.append(changeset)
    }
    state = try storage.commit(changesets, on: state)
    self.naive = naive
  }

  /// Commits random states of the first items, and nothing else.
  package mutating func commitStates(_ count: Int, seed: UInt64) throws {
    var states = RandomStates(seed: seed)
    for _ in 0..<count {
      let items = try (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) }
      state = try storage.commit(
        states.changes(Array(items.prefix(20)), countMax: 20), on: state)
      naive = try naive.applying(Changeset())
    }
  }

  /// Goes on with what storage says.
  package mutating func reopen(_ storage: (any ListStorage)? = nil) throws {
    if let storage { self.storage = storage }
    state = try storage?.load() ?? self.storage.load()
  }

  /// What the stored list and the naive one disagree about, `nil` if they agree.
  package func difference() throws -> String? {
    guard state.revision == naive.revision else {
      return "revision \(state.revision), not \(naive.revision)"
    }
    let sections = state.sectionIDs.map(\.rawValue)
    guard sections == naive.sectionIDs else {
      return "sections \(sections), not \(naive.sectionIDs)"
    }
    let items = try (0..<state.sectionCount).map {
      try state.itemIDs(inSection: $0).map(\.rawValue)
    }
    guard items == naive.itemIDs else { return "items \(items), not \(naive.itemIDs)" }
    let rows = try storage.rows(of: state)
    return rows == naive.rows ? nil : "models \(rows), not \(naive.rows)"
  }
}
