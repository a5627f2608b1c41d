import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A commit that fails, or reports a failure.
@Suite struct FailedCommitTests {
  private func withFaults(
    _ body: (TextList, GatedStorage, ListFile) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("AB"))
      try await body(list, storage, file)
      await list.close()
    }
  }

  private func expectStorageError(
    _ code: StorageError.Code, _ body: () async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: DataSourceError.self, sourceLocation: sourceLocation) {
      try await body()
    }
    guard case .storage(let cause) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(cause.code == code, sourceLocation: sourceLocation)
  }

  @Test func beforeTheWorkChangesNothingAndTheNextOneWorks() async throws {
    try await withFaults { list, storage, file in
      let batches = try list.batches()
      storage.faults.fail(.commit)
      await expectStorageError(.failed) { _ = try await list.apply(.insert("X")) }
      #expect(list.snapshot.revision == 1)
      #expect(try file.storedRevision() == 1)
      try list.resume()
      _ = try await list.apply(.insert("Y"))
      #expect(try list.snapshot.rows.drawing == "YAB")
      let batch = try await batches.next()
      #expect(batch?.changes.targetRevision == 2)
    }
  }

  @Test func afterTheWorkIsPublishedNevertheless() async throws {
    try await withFaults { list, storage, file in
      let batches = try list.batches()
      storage.faults.fail(.commit, .after)
      let batch = try await list.apply(.insert("X"))
      #expect(batch.target.revision == 2)
      let published = try await batches.next()
      #expect(published?.changes.targetRevision == 2)
      _ = try await list.apply(.insert("Y"))
      #expect(try file.storedRevision() == 3)
    }
  }

  @Test func withUnknownOutcomeThatDidNotHappenLetsTheNextOneWork() async throws {
    try await withFaults { list, storage, file in
      storage.faults.fail(.commit)
      storage.faults.fail(.load)
      await expectStorageError(.failed) { _ = try await list.apply(.insert("X")) }
      try list.resume()
      _ = try await list.apply(.insert("Y"))
      #expect(try file.storedRevision() == 2)
      #expect(try list.snapshot.rows.drawing == "YAB")
    }
  }

  /// The caller was told that X failed, so nothing may be written on top of X.
  @Test func withUnknownOutcomeThatDidHappenStopsTheList() async throws {
    try await withFaults { list, storage, file in
      storage.faults.fail(.commit, .after)
      storage.faults.fail(.load)
      await expectStorageError(.failed) { _ = try await list.apply(.insert("X")) }
      try list.resume()
      let error = await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.insert("Y"))
      }
      guard case .storage(let cause) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause.code == .stale && cause.message.contains("open the list again"))
      #expect(list.snapshot.revision == 1)
      let reopened = try file.openList()
      #expect(try reopened.snapshot.rows.drawing == "XAB")
    }
  }

  /// While storage does not answer, a later change must not be mistaken for the earlier one.
  @Test func withLongUnknownOutcomeIsNotTakenForTheNextChange() async throws {
    try await withFaults { list, storage, file in
      storage.faults.fail(.commit, .after)
      storage.faults.fail(.load, count: 2)
      await expectStorageError(.failed) { _ = try await list.apply(.insert("X")) }
      try list.resume()
      await expectStorageError(.failed) { _ = try await list.apply(.insert("Y")) }
      try list.resume()
      await expectStorageError(.stale) { _ = try await list.apply(.insert("Z")) }
      let reopened = try file.openList()
      #expect(try reopened.snapshot.rows.drawing == "XAB")
    }
  }

  /// The other writer's change has the same paths, ids and revision; only its model differs.
  @Test func whileAnotherWriterReachesTheSameRevisionIsNotTakenForDone() async throws {
    try await withFaults { list, storage, file in
      let other = try file.openList()
      let gate = storage.stop(.commit)
      storage.faults.fail(.commit, with: StorageError(.full, "no room left"))
      let pending = try list.enqueue(.insert("X"))
      await gate.arrival()
      _ = try await other.apply(.insert("O"))
      gate.open()
      await expectStorageError(.full) { _ = try await pending.value }
      #expect(list.snapshot.revision == 1)
      try list.resume()
      await expectStorageError(.stale) { _ = try await list.apply(.insert("Y")) }
      let reopened = try file.openList()
      #expect(try reopened.snapshot.rows.drawing == "OAB")
    }
  }

  @Test func afterTheWorkIsKnownAlsoIfAnotherWriterWentOn() async throws {
    try await withFaults { list, storage, file in
      let gate = storage.stop(.commit, .after)
      storage.faults.fail(.commit, .after)
      let pending = try list.enqueue(.insert("X"))
      await gate.arrival()
      _ = try await file.openList().apply(.insert("O"))
      gate.open()
      #expect(try await pending.value.target.rows.drawing == "XAB")
      await expectStorageError(.stale) { _ = try await list.apply(.insert("Y")) }
      let reopened = try file.openList()
      #expect(try reopened.snapshot.rows.drawing == "OXAB")
    }
  }

  /// The other writer's page has a different number of items than this list's directory.
  @Test func afterAnotherWriterChangedAPageThatWasNotReadIsStale() async throws {
    try await withFaults { first, _, file in
      await first.close()
      let list = try file.openList()
      _ = try await file.openList().apply(.remove(0))
      await expectStorageError(.stale) { _ = try await list.apply(.remove(0)) }
      try list.resume()
      await expectStorageError(.stale) { _ = try await list.apply(.section("")) }
      #expect(try file.storedRevision() == 2)
    }
  }
}
