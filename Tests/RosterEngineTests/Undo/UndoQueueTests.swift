import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Undo and redo among other modifications, and when something fails.
@Suite("Undo in the queue")
struct UndoQueueTests {
  @Test func modificationsAreAppliedInTheOrderInWhichTheyWereQueued() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit)
      let first = try list.enqueue(.section("abc"))
      await gate.arrival()
      let second = try list.enqueue(.insert("d"))
      let undo = try list.enqueue(.undo())
      // It fits only the list after the undo, which is not known yet.
      let third = try list.enqueue(.insert("e", at: 3))
      let redo = try list.enqueue(.redo())
      gate.open()
      #expect(try await first.value.changes.targetRevision == 1)
      #expect(try await second.value.changes.targetRevision == 2)
      #expect(try await undo.value.map { $0.changes.targetRevision } == [3])
      #expect(try await third.value.changes.targetRevision == 4)
      await #expect(throws: DataSourceError.self) { try await redo.value }
      #expect(try list.snapshot.models(inSection: 0) == ["a", "b", "c", "e"])
      await list.close()
    }
  }

  @Test func aChangeThatDoesNotFitTheListAfterAnUndoFailsWhenItsTurnComes() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      try await list.apply(.section("abc"))
      let gate = storage.stop(.commit)
      let undo = try list.enqueue(.undo())
      await gate.arrival()
      let misfit = try list.enqueue(.insert("d"))
      let fit = try list.enqueue(.section("xy"))
      gate.open()
      #expect(try await undo.value.count == 1)
      let error = await #expect(throws: DataSourceError.self) { try await misfit.value }
      guard case .invalid(let invalid) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(invalid.kind == .insertItem)
      #expect(try await fit.value.changes.targetRevision == 3)
      #expect(list.pendingCount == 0)
      await list.close()
    }
  }

  @Test func anUndoBehindAChangeThatFailsFailsWithIt() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      try await list.apply(.section("abc"))
      let gate = storage.stop(.commit)
      storage.faults.fail(.commit)
      let change = try list.enqueue(.insert("d"))
      await gate.arrival()
      let undo = try list.enqueue(.undo())
      let behind = try list.enqueue(.insert("e"))
      gate.open()
      await #expect(throws: DataSourceError.self) { try await change.value }
      let error = await #expect(throws: DataSourceError.self) { try await undo.value }
      guard case .suspended = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      await #expect(throws: DataSourceError.self) { try await behind.value }
      #expect(list.snapshot.revision == 1)
      // After a resume the queue continues, and verifies at once again.
      try list.resume()
      #expect(throws: DataSourceError.self) { try list.enqueue(.insert("f", at: 9)) }
      try await list.apply(.undo())
      #expect(list.snapshot.state.sectionCount == 0)
      await list.close()
    }
  }

  @Test func anUndoThatCannotBeCommittedChangesNothing() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      try await list.apply(.section("abc"))
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) { try await list.apply(.undo()) }
      #expect(try list.snapshot.rows == ListRows("abc"))
      #expect(try list.canUndo())
      #expect(try list.canRedo() == false)
      try list.resume()
      try await list.apply(.undo())
      #expect(list.snapshot.state.sectionCount == 0)
      await list.close()
    }
  }

  @Test(arguments: [FaultyStorage.Call.journal, .itemModels])
  func anUndoWhoseRevisionCannotBeReadFails(call: FaultyStorage.Call) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      try await list.apply(.section("abc"))
      try await list.apply(.remove(0))
      storage.faults.fail(call)
      let error = await #expect(throws: DataSourceError.self) { try await list.apply(.undo()) }
      guard case .storage = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(list.snapshot.revision == 2)
      try list.resume()
      try await list.apply(.undo())
      #expect(try list.snapshot.rows == ListRows("abc"))
      await list.close()
    }
  }

  @Test func aClosedListTakesNoUndo() async throws {
    try await ListFile.with { file in
      let list = try file.openList()
      try await list.apply(.section("abc"))
      await list.close()
      #expect(throws: DataSourceError.self) { try list.enqueue(.undo()) }
    }
  }

  @Test func theGeneratorMayNotUndo() async throws {
    try await ListFile.with { file in
      let outcome = Recorder<String>()
      let box = Recorder<TextList>()
      let list = try file.openList { text, _ in
        if let list = box.values.first {
          do {
            try list.applySynchronously(.undo())
          } catch {
            outcome.record("\(error)")
          }
        }
        return text
      }
      box.record(list)
      try await list.apply(.section("a"))
      #expect(outcome.values == [DataSourceError.reentrant.description])
      box.removeAll()
      await list.close()
    }
  }
}
