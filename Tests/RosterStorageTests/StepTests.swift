import RosterCore
import RosterTestSupport
import Testing

@Suite("Journal: what undo and redo take back")
struct StepTests {
  @Test(arguments: StorageKind.all)
  func onlyTheRevisionThatIsNextCanBeTakenBack(kind: StorageKind) throws {
    try withListAtRevision5(kind) { list in
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

  @Test(arguments: StorageKind.all)
  func anUndoAfterARedoLeadsToWhatWasDoneBeforeBoth(kind: StorageKind) throws {
    try withListAtRevision5(kind) { list in
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

  @Test(arguments: StorageKind.all)
  func aChangeEndsWhatCanBeRedoneAndAnUpdateDoesNot(kind: StorageKind) throws {
    try withListAtRevision5(kind) { list in
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

  @Test(arguments: StorageKind.all)
  func aJournalThatWasCutOffSaysWhereItBegins(kind: StorageKind) throws {
    try withListAtRevision5(kind) { list in
      _ = try list.compact(JournalRetention(revisionCountMax: 3), keeping: nil)
      let error = #expect(throws: StorageError.self) { _ = try list.journal(after: 1, limit: 9) }
      #expect(error?.code == .compacted)
      #expect(error?.oldestRevision == 2)
      #expect(try list.journal(after: 2, limit: 9).map(\.revision) == [3, 4, 5])
    }
  }

  @Test(arguments: StorageKind.all)
  func aLargeGroupIsTakenBackAsAWhole(kind: StorageKind) throws {
    try withListAtRevision5(kind) { list in
      var builder = CommitGroupBuilder(try list.load())
      for number in 0..<200 {
        try builder.add(
          Changeset { $0.insertItem("\(number)", at: ItemPath(section: 0, item: 0)) },
          ChangeAnnotation(group: "g"))
      }
      try list.commit(builder.group)
      #expect(try list.steps(at: 205) == JournalSteps(undo: Array((6...205).reversed())))
      #expect(try list.steps(at: 5) == JournalSteps(undo: [5]))
      #expect(try list.steps(at: 0) == JournalSteps())
    }
  }
}
