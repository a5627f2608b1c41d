import GRDB
import RosterCore
import RosterJSON
import RosterTestSupport
import Testing

@testable import RosterStore

@Suite("Journal: entries")
struct JournalTests {
  /// Runs a test with a list at revision 5.
  private func withList(
    checks: Bool = true, _ body: (SQLiteList, TemporaryStore) throws -> Void
  ) throws {
    let temporary = try TemporaryStore()
    let list = try temporary.list()
    var state = try list.commit(newSection(["a"]), on: list.load())
    for item in 1...4 {
      state = try list.commit(
        Changeset { $0.insertItem("\(item)", at: ItemPath(section: 0, item: item)) }, on: state)
    }
    try body(list, temporary)
    if checks { #expect(try temporary.store.check() == []) }
  }

  @Test func onlyTheRevisionThatIsNextCanBeTakenBack() throws {
    try withList { list, _ in
      let state = try list.load()
      let entry = try #require(list.journal(after: 4, limit: 1).first)
      func takeBack(_ revision: Revision) throws {
        var builder = CommitGroupBuilder(state)
        try builder.replay(entry.record.inverse, model: "back", step: .takingBack(revision))
        try list.commit(builder.group)
      }
      for revision in [0, 1, 4, 6] {
        #expect(storageErrorCode { try takeBack(revision) } == .stale, "revision \(revision)")
        #expect(try list.load().revision == 5)
      }
      try takeBack(5)
      #expect(try list.steps(at: 6) == JournalSteps(undo: [4], redo: [6]))
    }
  }

  @Test func anUndoAfterARedoLeadsToWhatWasDoneBeforeBoth() throws {
    try withList { list, _ in
      func takeBack(_ revision: Revision) throws {
        let entry = try #require(list.journal(after: revision - 1, limit: 1).first)
        var builder = CommitGroupBuilder(try list.load())
        try builder.replay(entry.record.inverse, model: "back", step: .takingBack(revision))
        try list.commit(builder.group)
      }
      try takeBack(5)
      try takeBack(6)
      #expect(try list.steps(at: 7) == JournalSteps(undo: [7], redo: []))
      try takeBack(7)
      #expect(try list.steps(at: 8) == JournalSteps(undo: [4], redo: [8]))
    }
  }

  @Test func aChangeEndsWhatCanBeRedoneAndAnUpdateDoesNot() throws {
    try withList { list, _ in
      func commit(_ body: (inout CommitGroupBuilder) throws -> Void) throws {
        var builder = CommitGroupBuilder(try list.load())
        try body(&builder)
        try list.commit(builder.group)
      }
      let entry = try #require(list.journal(after: 4, limit: 1).first)
      try commit { try $0.replay(entry.record.inverse, model: "back", step: .takingBack(5)) }
      #expect(try list.steps(at: 6) == JournalSteps(undo: [4], redo: [6]))
      try commit { builder in
        let nothing = builder.group.target.changingNothing.record
        try builder.replay(nothing, model: "", step: .update)
      }
      #expect(try list.steps(at: 7) == JournalSteps(undo: [4], redo: [6]))
      try commit { builder in
        try builder.add(Changeset { $0.insertItem("x", at: ItemPath(section: 0, item: 0)) })
      }
      #expect(try list.steps(at: 8) == JournalSteps(undo: [8], redo: []))
    }
  }

  @Test func aJournalThatWasCutOffSaysWhereItBegins() throws {
    try withList { list, _ in
      try list.compact(JournalRetention(revisionCountMax: 3))
      let error = #expect(throws: StorageError.self) { _ = try list.journal(after: 1, limit: 9) }
      #expect(error?.code == .compacted)
      #expect(error?.oldestRevision == 2)
      #expect(try list.journal(after: 2, limit: 9).map(\.revision) == [3, 4, 5])
    }
  }

  @Test(arguments: [
    "change = 'x'", "change = ''", "change = '{\"insertedItems\":[[0,0,999999999,1]]}'",
    "change = '{\"states\":[[1,\"Row#0\"]]}'", "change = '{\"states\":[[9,\"Row\"]]}'",
    "user_info = '{'", "user_info = '[]'",
  ])
  func aDamagedEntryIsCorrupt(damage: String) throws {
    try withList(checks: false) { list, temporary in
      try temporary.store.pool.write {
        try $0.execute(sql: "UPDATE journal SET \(damage) WHERE id & 0xff = 3")
      }
      #expect(storageErrorCode { _ = try list.journal(after: 0, limit: 9) } == .corrupt)
      #expect(try list.journal(after: 3, limit: 9).count == 2)
    }
  }
}
