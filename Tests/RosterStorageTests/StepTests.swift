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

  // MARK: Scopes

  private static let user = ChangeAnnotation(undo: UndoScope("user"))

  /// Commits changes and what takes them back, each as a transaction or all as one.
  private func commit(
    _ steps: [(JournalStep, ChangeAnnotation)], to list: any JournalStorage, asOne: Bool
  ) throws {
    var builder = CommitGroupBuilder(try list.load())
    for (step, annotation) in steps {
      if case .takingBack(let revision) = step {
        let record =
          try builder.group.changes.first { $0.entry.revision == revision }?.entry.record
          ?? list.journal(after: revision - 1, limit: 1).first?.record
        try builder.replay(
          try #require(record).inverse, model: "back", step: step, annotation)
      } else {
        try builder.add(Changeset { $0.updateSection(at: 0, "x") }, annotation)
      }
      if asOne { continue }
      try list.commit(builder.group)
      builder = CommitGroupBuilder(try list.load())
    }
    if asOne { try list.commit(builder.group) }
  }

  @Test(arguments: StorageKind.all, [false, true])
  func eachScopeHasStacksOfItsOwn(kind: StorageKind, asOne: Bool) throws {
    try withListAtRevision5(kind) { list in
      let (standard, user) = (ChangeAnnotation(), Self.user)
      try commit(
        [
          (.change, user), (.change, standard), (.change, user),  // 6, 7, 8
          (.takingBack(8), user), (.change, standard), (.takingBack(10), standard),  // 9, 10, 11
          (.takingBack(6), user), (.takingBack(12), user),  // 12, 13
        ], to: list, asOne: asOne)
      let inScope = try (5...13).map { try list.steps(at: $0, in: UndoScope("user")) }
      #expect(inScope.map(\.undo) == [[], [6], [6], [8], [6], [6], [6], [], [13]])
      #expect(inScope.map(\.redo) == [[], [], [], [], [9], [9], [9], [12], [9]])
      let outside = try (5...13).map { try list.steps(at: $0) }
      #expect(outside.map(\.undo) == [[5], [5], [7], [7], [7], [10], [7], [7], [7]])
      #expect(outside.map(\.redo) == [[], [], [], [], [], [], [11], [11], [11]])
      #expect(try list.steps(at: 13, in: UndoScope("other")) == JournalSteps())
      #expect(try list.steps(at: 13, in: .none) == JournalSteps())
      let entries = try list.journal(after: 5, limit: 9)
      #expect(
        entries.map(\.annotation.undo.name)
          == ["user", nil, "user", "user", nil, nil, "user", "user"])
      #expect(entries[0].step == .change && entries[6].step == .takingBack(6))
    }
  }

  @Test(arguments: StorageKind.all)
  func aScopeTakesBackOnlyWhatIsNextInIt(kind: StorageKind) throws {
    try withListAtRevision5(kind) { list in
      try commit([(.change, Self.user), (.change, ChangeAnnotation())], to: list, asOne: false)
      for (revision, annotation) in [(7, Self.user), (5, Self.user), (6, ChangeAnnotation())] {
        #expect(
          storageErrorCode {
            try commit([(.takingBack(revision), annotation)], to: list, asOne: false)
          } == .stale, "revision \(revision)")
      }
      try commit(
        [(.takingBack(6), Self.user), (.takingBack(7), ChangeAnnotation())], to: list,
        asOne: false)
      #expect(try list.steps(at: 9, in: UndoScope("user")) == JournalSteps(redo: [8]))
      #expect(try list.steps(at: 9) == JournalSteps(undo: [5], redo: [9]))
    }
  }

  @Test(arguments: StorageKind.all)
  func aScopeOfWhichTheLastRowIsGoneSaysSo(kind: StorageKind) throws {
    try withListAtRevision5(kind) { list in
      try commit(
        [(JournalStep.change, Self.user)]
          + (0..<4).map { _ in (JournalStep.change, ChangeAnnotation()) },
        to: list, asOne: false)
      _ = try list.compact(JournalRetention(revisionCountMax: 2), keeping: nil)
      let scope = UndoScope("user")
      #expect(try list.steps(at: 10, in: scope) == JournalSteps(isUndoCompacted: true))
      try commit([(.change, Self.user)], to: list, asOne: false)
      #expect(try list.steps(at: 11, in: scope) == JournalSteps(undo: [11]))
      try commit([(.takingBack(11), Self.user)], to: list, asOne: false)
      #expect(
        try list.steps(at: 12, in: scope) == JournalSteps(redo: [12], isUndoCompacted: true))
      #expect(try list.steps(at: 12).undo == [10])
    }
  }

  @Test(arguments: StorageKind.all)
  func groupsOfAScopeAreTakenBackTogether(kind: StorageKind) throws {
    try withListAtRevision5(kind) { list in
      let grouped = ChangeAnnotation(group: "g", undo: UndoScope("user"))
      try commit(
        (0..<150).flatMap { _ in
          [(JournalStep.change, grouped), (JournalStep.change, ChangeAnnotation(group: "g"))]
        }, to: list, asOne: true)
      let own = stride(from: 304, through: 6, by: -2).map { $0 }
      #expect(try list.steps(at: 305, in: UndoScope("user")).undo == own)
      #expect(try list.steps(at: 305).undo == own.map { $0 + 1 })
    }
  }
}
