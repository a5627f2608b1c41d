import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What undo and redo do to a list of texts.
@Suite("Undo")
struct UndoTests {
  private func rows(_ list: TextList) throws -> ListRows<String, String> {
    try list.snapshot.rows
  }

  @Test func anUndoTakesTheLastChangeBackAndARedoBringsItAgain() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try await list.apply(.update(1, "B"))
      let changed = try rows(list)
      let undone = try await list.apply(.undo())
      #expect(undone.map { $0.changes.targetRevision } == [3])
      #expect(try rows(list) == ListRows("abc"))
      let redone = try await list.apply(.redo())
      #expect(redone.map { $0.changes.targetRevision } == [4])
      #expect(try rows(list) == changed)
    }
  }

  @Test func whatComesBackKeepsItsIdentity() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      let before = try list.snapshot.itemIDs
      let sections = list.snapshot.state.sectionIDs
      try await list.apply(Changeset { $0.removeSection(at: 0) })
      try await list.apply(.undo())
      #expect(try list.snapshot.itemIDs == before)
      #expect(list.snapshot.state.sectionIDs == sections)
      try await list.apply(.insert("d"))
      #expect(try list.snapshot.itemIDs == [[4] + before[0]])
    }
  }

  @Test func aNewChangeEndsWhatCanBeRedone() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try await list.apply(.remove(0))
      try await list.apply(.undo())
      #expect(try list.canRedo())
      try await list.apply(.remove(2))
      #expect(try list.canRedo() == false)
      await #expect(throws: DataSourceError.self) { try await list.apply(.redo()) }
      #expect(try rows(list) == ListRows("ab"))
    }
  }

  @Test func thereIsNothingToUndoInAnEmptyListNorToRedoWithoutAnUndo() async throws {
    try await ListFile.withList { list, _ in
      let (canUndo, canRedo) = (try list.canUndo(), try list.canRedo())
      #expect(!canUndo && !canRedo)
      for direction in HistoryDirection.allCases {
        let error = await #expect(throws: DataSourceError.self) {
          try await list.apply(.step(direction))
        }
        let expected: DataSourceError = direction == .undo ? .nothingToUndo : .nothingToRedo
        #expect(error?.description == expected.description)
        #expect(error?.description == "there is nothing to \(direction)")
      }
      #expect(list.snapshot.revision == 0)
    }
  }

  @Test func aGroupIsTakenBackAsAWhole() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      let typing = ChangeAnnotation(group: "typing")
      for text in ["x", "y", "z"] { try await list.apply(.insert(text), typing) }
      try await list.apply(.remove(0), ChangeAnnotation(group: "other"))
      try await list.apply(.undo())
      #expect(list.snapshot.state.itemCount == 6)
      let batches = try await list.apply(.undo(), ChangeAnnotation(origin: "menu"))
      #expect(try rows(list) == ListRows("abc"))
      #expect(batches.map { $0.changes.targetRevision } == [7, 8, 9])
      #expect(batches.allSatisfy { $0.changes.annotation.group == "typing" })
      #expect(batches.allSatisfy { $0.changes.annotation.origin == "menu" })
      #expect(try await list.apply(.redo()).count == 3)
      #expect(try list.snapshot.models(inSection: 0) == ["z", "y", "x", "a", "b", "c"])
      #expect(try await list.apply(.redo()).count == 1)
      #expect(try list.snapshot.models(inSection: 0) == ["y", "x", "a", "b", "c"])
      #expect(try list.canRedo() == false)
    }
  }

  @Test func aStepThatWasForeseenTakesBackNothingElse() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try await list.apply(.insert("d"))
      let foreseen = try list.steps(at: list.snapshot.revision).undo
      #expect(foreseen == [2])
      try await list.apply(.insert("e"))
      for revisions in [foreseen, [], [3, 2], [4]] {
        let error = await #expect(throws: DataSourceError.self) {
          try await list.apply(.step(.undo, foreseen: revisions))
        }
        let isNotCurrent = if case .notCurrent? = error { true } else { false }
        #expect(isNotCurrent, "\(revisions)")
      }
      #expect(try rows(list) == ListRows("edabc"))
      try await list.apply(.step(.undo, foreseen: [3]))
      #expect(try rows(list) == ListRows("dabc"))
      try await list.apply(.step(.redo, foreseen: [4]))
      #expect(try rows(list) == ListRows("edabc"))
    }
  }

  @Test func whatCanBeUndoneIsKnownAfterARestart() async throws {
    try await ListFile.with { file in
      for _ in 0..<2 {
        let list = try file.openList()
        try await list.apply(list.snapshot.revision == 0 ? .section("abc") : .insert("d"))
        try await list.apply(.remove(1))
        try await list.apply(.undo())
        await list.close()
      }
      let list = try file.openList()
      #expect(try list.canUndo())
      #expect(try list.canRedo())
      try await list.apply(.redo())
      #expect(try list.snapshot.models(inSection: 0) == ["d", "b", "c"])
      for _ in 0..<3 { try await list.apply(.undo()) }
      #expect(list.snapshot.state.sectionCount == 0)
      #expect(try list.canUndo() == false)
      await list.close()
    }
  }

  @Test func subscribersGetAnUndoAsABatchLikeOthers() async throws {
    try await ListFile.with { file in
      let list = try file.openList()
      let live = try list.batches()
      try await list.apply(.section("abc"))
      try await list.apply(.move(0, to: 2))
      try await list.apply(.undo())
      await list.close()
      let facts = try await live.collect().map { try BatchFacts($0) }
      let again = try file.openList()
      let read = try again.batches(after: 0)
      await again.close()
      let fromJournal = try await read.collect().map { try BatchFacts($0) }
      #expect(BatchFacts.difference(fromJournal, facts) == nil)
      #expect(facts.allSatisfy { $0.isReplayable })
    }
  }

  @Test func anEmptyChangesetIsNoStep() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      try await list.apply(.remove(0))
      try await list.apply(.undo())
      try await list.apply(Changeset())
      #expect(try list.canRedo())
      try await list.apply(.redo())
      #expect(try rows(list) == ListRows("bc"))
    }
  }

  // MARK: Random

  /// The lists that undo and redo lead to, as two stacks.
  private struct Stacks {
    var current: [[Int]] = []
    var undo: [[[Int]]] = []
    var redo: [[[Int]]] = []

    mutating func change(to list: [[Int]]) {
      undo.append(current)
      redo = []
      current = list
    }

    mutating func step(_ direction: HistoryDirection) -> Bool {
      switch direction {
      case .undo:
        guard let list = undo.popLast() else { return false }
        redo.append(current)
        current = list
      case .redo:
        guard let list = redo.popLast() else { return false }
        undo.append(current)
        current = list
      }
      return true
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func aRandomWalkAgreesWithTwoStacksOfLists(seed: UInt64) async throws {
    try await ListFile.with { file in
      var list = try file.openList()
      var changesets = RandomChangesets(seed: seed)
      var random = SplitMix64(seed: ~seed)
      var stacks = Stacks()
      var models: [[[Int]]: ListRows<String, String>] = [[]: ListRows([])]
      for number in 0..<60 {
        switch random.index(below: 8) {
        case 0:
          await list.close()
          list = try file.openList()
        case 1, 2, 3:
          let direction = HistoryDirection.allCases[random.index(below: 2)]
          let isThere = stacks.step(direction)
          #expect(try (direction == .undo ? list.canUndo() : list.canRedo()) == isThere)
          if isThere { try list.applySynchronously(.step(direction)) }
        default:
          let parts = changesets.valid(for: list.snapshot.state.itemCounts)
          let changeset = parts.changeset(models: "\(number):")
          try list.applySynchronously(changeset)
          if changeset == Changeset() { continue }
          stacks.change(to: try list.snapshot.itemIDs + [[number]])
          models[stacks.current] = try list.snapshot.rows
        }
        let rows = try list.snapshot.rows
        #expect(rows == models[stacks.current], "seed \(seed), step \(number)")
        #expect(
          try list.snapshot.itemIDs == Array(stacks.current.dropLast()),
          "seed \(seed), step \(number)")
      }
      await list.close()
    }
  }
}
