import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Snapshots: what was, stays")
struct SnapshotTests {
  private func path(_ item: Int, section: Int = 0) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  @Test(arguments: StorageKind.all)
  func anOlderSnapshotReadsTheModelsOfItsRevision(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      var states = [try list.commit(newSection(["a", "b", "c"]), on: list.load())]
      for changeset: Changeset<String, String> in [
        Changeset { $0.updateItem(at: path(1), "b2") },
        Changeset { $0.updateItem(at: path(1), "b3") },
        Changeset { $0.removeItem(at: path(1)) },
        Changeset { $0.insertItem("d", at: path(1)) },
        Changeset { $0.removeSection(at: 0) },
      ] {
        states.append(try list.commit(changeset, on: states[states.count - 1]))
      }
      let rows = try states.map { try list.rows(of: $0).sections.map(\.items) }
      #expect(
        rows == [
          [["a", "b", "c"]], [["a", "b2", "c"]], [["a", "b3", "c"]], [["a", "c"]],
          [["a", "d", "c"]], [],
        ])
    }
  }

  @Test(arguments: StorageKind.all)
  func anOlderSnapshotReadsTheSectionModelsOfItsRevision(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      var states = [try list.commit(newSection([]), on: list.load())]
      for changeset: Changeset<String, String> in [
        Changeset { $0.updateSection(at: 0, nil) },
        Changeset { $0.updateSection(at: 0, "titled") },
        Changeset {
          $0.moveSection(from: 0, to: 1)
          $0.insertSection(at: 0)
        },
        Changeset { $0.removeSection(at: 1) },
      ] {
        states.append(try list.commit(changeset, on: states[states.count - 1]))
      }
      let models = try states.map { try list.rows(of: $0).sections.map(\.model) }
      #expect(models == [["section"], [nil], ["titled"], [nil, "titled"], [nil]])
    }
  }

  @Test(arguments: StorageKind.all, [false, true])
  func whatReturnsUnderItsOldIdentityIsThereOnlyWhenItWas(kind: StorageKind, isOneGroup: Bool)
    throws
  {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      let items = (0..<300).map { "\($0)" }
      let first = try list.commit([newSection(items), newSection(at: 1, ["x"])], on: list.load())
      var builder = CommitGroupBuilder(first)
      try builder.add(
        Changeset {
          $0.updateItem(at: path(0), "updated")
          $0.removeItem(at: path(7))
          $0.removeSection(at: 1)
        })
      let gone = builder.group.target
      let removal = builder.group.changes[0].entry.record
      if !isOneGroup {
        try list.commit(builder.group)
        builder = CommitGroupBuilder(gone)
      }
      try builder.replay(removal.inverse, model: "back")
      try list.commit(builder.group)
      let item = ItemID(rawValue: 8)
      let section = SectionID(rawValue: 2)
      #expect(try list.models(of: [item], at: first.revision) == [.text("7")])
      #expect(try list.models(of: [item], at: gone.revision) == [nil])
      #expect(try list.models(of: [item], at: gone.revision + 1) == [.text("back")])
      #expect(try list.models(of: [section], at: first.revision) == [.text("section")])
      #expect(try list.models(of: [section], at: gone.revision) == [nil])
      #expect(try list.models(of: [section], at: gone.revision + 1) == [.text("back")])
      let reopened = try list.load()
      #expect(reopened.sectionIDs == first.sectionIDs)
      #expect(try reopened.itemIDs(inSection: 0) == first.itemIDs(inSection: 0))
    }
  }

  @Test(arguments: StorageKind.all)
  func whatNeverWasHasNoModel(kind: StorageKind) throws {
    try withStorage(kind) { temporary in
      let list = try temporary.list()
      _ = try list.commit(newSection(["a"]), on: list.load())
      let items = [0, 2, -1, 1 << 39].map { ItemID(rawValue: $0) }
      #expect(try list.models(of: items, at: 1) == [nil, nil, nil, nil])
      #expect(try list.models(of: [ItemID(rawValue: 1)], at: 0) == [nil])
      #expect(try list.models(of: [SectionID(rawValue: 1)], at: 0) == [nil])
      #expect(try list.models(of: [ItemID](), at: 1).isEmpty)
    }
  }

  @Test(arguments: StorageKind.all, 0..<8 as Range<UInt64>)
  func unreadPagesAnswerAsOfTheRevisionAtWhichTheListWasOpened(kind: StorageKind, seed: UInt64)
    throws
  {
    try withStorage(kind) { temporary in
      var generator = RandomChangesets(seed: seed)
      generator.longestRun = 40
      var list = try CommittedList(temporary.list())
      try list.commit([
        newSection((0..<1_200).map { "\($0)" }), newSection(at: 1, (0..<700).map { "\($0)" }),
      ])
      try list.reopen()
      // Nothing of it is in memory, and nothing is read until much has changed.
      var opened: [(state: ListState, naive: NaiveList<String, String>)] = []
      for _ in 0..<10 {
        opened.append((list.state, list.naive))
        try list.commit(1, from: &generator)
      }
      for (state, naive) in opened.shuffled(using: &generator.random) {
        let items = try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0) }
        #expect(items.map { $0.map(\.rawValue) } == naive.itemIDs, "seed \(seed)")
        #expect(try list.storage.rows(of: state) == naive.rows, "seed \(seed)")
        #expect(try state.violations() == [], "seed \(seed), revision \(state.revision)")
      }
    }
  }
}
