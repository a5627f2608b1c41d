import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Changes that are made when their turn comes.
@Suite("Changes at their turn") struct ChangingTests {
  private struct Refusal: Error {}

  @Test func aChangeIsMadeOnTheListAfterEverythingPending() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("ab"))
      await gate.arrival()
      _ = try list.enqueue(.insert("c"))
      let removed = try list.enqueueChange { list, change in
        // The item that is the second one now.
        guard let item = try list.state.itemID(at: ItemPath(section: 0, item: 1)) else { return }
        try change.remove(item)
      }
      // It fits only the list after the change, which is not known yet.
      let behind = try list.enqueue(.insert("d", at: 2))
      let misfit = try list.enqueue(.insert("e", at: 9))
      gate.open()
      #expect(try await removed.value.changes.operations.count == 1)
      #expect(try await behind.value.changes.targetRevision == 4)
      await #expect(throws: DataSourceError.self) { try await misfit.value }
      #expect(try list.snapshot.rows == ListRows("cbd"))
      await list.close()
    }
  }

  @Test func anUndoTakesAllStepsBackAndARedoMakesThemAgain() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("abc"))
      let ids = try list.snapshot.itemIDs
      let changed = try await list.change(ChangeAnnotation(origin: "Ada")) { list, change in
        let items = try list.state.itemIDs()
        try change.remove(items[0])
        try change.move(items[2], before: items[1])
        return try change.append("d")
      }
      #expect(changed.batch.changes.annotation.origin == "Ada")
      #expect(try list.snapshot.rows == ListRows("cbd"))
      #expect(try await list.apply(.undo()).count == 1)
      #expect(try list.snapshot.rows == ListRows("abc"))
      #expect(try list.snapshot.itemIDs == ids)
      try await list.apply(.redo())
      #expect(try list.snapshot.rows == ListRows("cbd"))
      #expect(try list.snapshot.itemIDs.last?.last == changed.value.rawValue)
    }
  }

  @Test func statesAreWrittenWithTheChange() async throws {
    try await ListFile.withList { list, _ in
      let state = StoredState(value: .text("1"))
      let item = try await list.change { _, change in
        let item = try change.append("a")
        change.assign(StateAssignment(item: .id(item), scope: .root, state: state))
        return item
      }.value
      #expect(try list.states(of: .item(item)) == [.root: state])
    }
  }

  @Test func aChangeThatThrowsChangesNothing() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"))
      await #expect(throws: Refusal.self) {
        try await list.change { _, change in
          try change.append("c")
          throw Refusal()
        }
      }
      #expect(throws: Refusal.self) {
        try list.changeSynchronously { _, _ in throw Refusal() }
      }
      let pending = try list.enqueueChange { _, _ in throw Refusal() }
      let error = await #expect(throws: DataSourceError.self) { try await pending.value }
      guard case .thrown(let thrown) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(thrown is Refusal)
      #expect(list.snapshot.revision == 1)
      try await list.apply(.insert("c"))
      #expect(try list.snapshot.rows == ListRows("cab"))
    }
  }

  @Test func aFailureOfAnotherListDoesNotSuspendThisOne() async throws {
    try await ListFile.withList { list, _ in
      await #expect(throws: StorageError.self) {
        try await list.change { _, _ in throw StorageError(.full, "another disk is full") }
      }
      try await list.apply(.section("a"))
    }
  }

  @Test func aSynchronousCallInAChangeIsRefused() async throws {
    try await ListFile.withList { list, _ in
      let error = await #expect(throws: DataSourceError.self) {
        try await list.change { _, _ in _ = try list.applySynchronously(.section("a")) }
      }
      guard case .reentrant = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(list.snapshot.revision == 0)
    }
  }

  @Test func aChangeIsMadeOnceMoreWhenAnotherWriterCommitsFirst() async throws {
    try await ListFile.with { file in
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      let storage = try file.openGated()
      let one = try file.openList(configuration, storage)
      let other = try file.openList(configuration)
      try await one.apply(.section("ab"))
      let gate = storage.stop(.commit)
      let counts = Recorder<Int>()
      let change = try one.enqueueChange { list, change in
        counts.record(list.state.itemCount)
        try change.append("\(list.state.itemCount)")
      }
      await gate.arrival()
      // It waits, and is made for the first time when the commit of the other writer is known.
      let waiting = try one.enqueueChange { list, change in
        counts.record(list.state.itemCount)
        try change.append("\(list.state.itemCount)")
      }
      try await other.change { _, change in try change.append("c") }
      gate.open()
      let batch = try await change.value
      #expect(batch.changes.targetRevision == 3)
      #expect(try await waiting.value.changes.targetRevision == 4)
      #expect(counts.values == [2, 3, 4])
      #expect(try one.snapshot.rows == ListRows("abc34"))
      await one.close()
      await other.close()
    }
  }

  /// The list is not told of the commits of others before it looks.
  @Test func aChangeOfAListThatIsBehindOthersIsMadeOnTheirs() async throws {
    try await ListFile.with { file in
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      let one = try file.openList(configuration, file.openGated())
      let other = try file.openList(configuration, file.openGated())
      try await one.change { _, change in try change.append("a") }
      for letter in ["b", "c", "d", "e"] {
        try await (letter < "d" ? other : one).change { _, change in try change.append(letter) }
      }
      #expect(try one.snapshot.rows == ListRows("abcde"))
      await one.close()
      await other.close()
    }
  }

  @Test func aChangeBehindOneThatFailsIsMade() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try TextList(
        storage: storage, codec: FussyCodec(), sectionCodec: TextCodec()
      ) { text, _ in "<\(text)>" }
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      let misfit = try list.enqueue(.insert("bad"))
      let behind = try list.enqueue(.insert("b"))
      let change = try list.enqueueChange { _, change in try change.append("c") }
      gate.open()
      await #expect(throws: DataSourceError.self) { try await misfit.value }
      await #expect(throws: DataSourceError.self) { try await behind.value }
      _ = try await change.value
      #expect(try list.snapshot.rows == ListRows("ac"))
      await list.close()
    }
  }
}
