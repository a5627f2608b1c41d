import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// Random histories of a list with states, held against a dictionary for every revision.
@Suite("States: random histories")
struct StateHistoryTests {
  private struct History {
    var list: any ListStorage
    var state: ListState
    var naive = NaiveStates()
    var journal: [[StateAddress]] = []
    var changesets: RandomChangesets
    var states: RandomStates

    init(_ list: any ListStorage, seed: UInt64) throws {
      self.list = list
      state = try list.load()
      changesets = RandomChangesets(seed: seed)
      states = RandomStates(seed: seed)
    }

    /// Commits a group of random changes, some of them of states only.
    mutating func commit() throws {
      var builder = CommitGroupBuilder(state)
      for _ in 0...changesets.random.index(below: 4) {
        let isOfStatesOnly = changesets.random.happens(percent: 40)
        let changeset =
          isOfStatesOnly
          ? Changeset() : changesets.valid(for: builder.group.target.itemCounts).changeset()
        try builder.add(changeset) { change in
          let items = try Self.items(of: change.target)
          let removed = change.identities.removedItems.map(\.id)
          // What is said of items that the change removes has no effect.
          let changes = states.changes(items + removed.prefix(2))
          naive.advance(items: items, changes)
          journal.append(
            changes.map(\.address).filter { !removed.map(TreeID.item).contains($0.tree) })
          return changes
        }
      }
      try list.commit(builder.group)
      state = builder.group.target
    }

    static func items(of state: ListState) throws -> [ItemID] {
      try (0..<state.sectionCount).flatMap { try state.itemIDs(inSection: $0) }
    }

    /// Compares all states of all items that ever were at some revisions.
    func expectSame(
      at revisions: some Sequence<Revision>, _ what: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let items = (1...state.nextIdentifiers.item).map { ItemID(rawValue: $0) }
      for revision in revisions {
        let found = try list.states(of: items, at: revision)
        for (item, states) in zip(items, found) {
          #expect(
            states == naive.states(of: item, at: revision),
            "\(what), \(item) at revision \(revision) of \(state.revision)",
            sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test(arguments: StorageKind.all, 0..<40 as Range<UInt64>)
  func statesReadBackAtEveryRevisionAlsoAfterReopening(kind: StorageKind, seed: UInt64) throws {
    try withStorage(kind) { temporary in
      var history = try History(temporary.list(), seed: seed)
      for _ in 0..<12 {
        try history.commit()
        let some = history.changesets.random.index(below: history.state.revision + 1)
        try history.expectSame(at: [history.state.revision, some], "seed \(seed)")
      }
      try temporary.reopen()
      history.list = try temporary.list()
      history.state = try history.list.load()
      try history.expectSame(at: 0...history.state.revision, "seed \(seed), reopened")
      let entries = try history.list.journal(after: 0, limit: .max)
      #expect(entries.map(\.states) == history.journal, "seed \(seed)")
      try history.commit()
      try history.expectSame(at: 0...history.state.revision, "seed \(seed), gone on")
      #expect(try temporary.findings() == [], "seed \(seed)")
    }
  }

  @Test(arguments: StorageKind.all)
  func listsInOnePlaceKeepTheirStatesApart(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      var histories = try (0..<3).map {
        try History(temporary.list("list \($0)"), seed: UInt64(100 + $0))
      }
      for _ in 0..<8 {
        for index in histories.indices { try histories[index].commit() }
      }
      for (index, history) in histories.enumerated() {
        try history.expectSame(at: 0...history.state.revision, "list \(index)")
      }
    }
  }
}
