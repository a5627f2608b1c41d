import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// After a storage failure, a list accepts nothing until a caller resumes it.
@Suite("Suspension") struct SuspensionTests {
  private let full = StorageError(.full, "no room left")

  /// Returns the suspension in an error.
  private func suspension(_ error: DataSourceError?) -> WriteSuspension? {
    if case .suspended(let suspension) = error { suspension } else { nil }
  }

  /// Runs a test on a list whose change to revision 2 failed in storage.
  private func withSuspendedRows(
    _ body: (RowList, GatedStorage) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openHeadedRows(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("ab"))
      storage.faults.fail(.commit, with: full)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.insert("c"), ChangeAnnotation(origin: "sync"))
      }
      try await body(list, storage)
      await list.close()
    }
  }

  @Test func aSuspensionSaysWhatStorageHasFailedAndWhy() async throws {
    try await withSuspendedRows { list, _ in
      let suspension = try #require(list.suspension)
      #expect(suspension.number == 1)
      #expect(suspension.revision == 2)
      #expect(suspension.origin == "sync")
      #expect(suspension.cause.code == .full)
      #expect(
        "\(DataSourceError.suspended(suspension))"
          == "the change to revision 2 (origin sync) failed "
          + "in storage, and nothing is applied until the list is resumed: no room left")
    }
  }

  @Test func modificationsOfNoKindComeInUntilTheListIsResumed() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openHeadedRows(DataSourceConfiguration(), storage)
      _ = try await list.apply(.headed("a"))
      _ = try await list.apply(.insert("a"))
      let precomputed = try list.precompute(.insert("b"))
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) { _ = try await list.apply(.insert("c")) }
      let header = TreeReference.header(of: .index(0))
      let attempts: [() throws -> Void] = [
        { try list.enqueue(.insert("b")) },
        { try list.enqueue(.remove(9)) },
        { try list.enqueue(.changeset(.insert("b"), basedOn: 2)) },
        { try list.enqueue(.changeset(.insert("b"), basedOn: 1)) },
        { try list.enqueue(TextChange(), states: [.at(0, .row, nil)]) },
        { try list.enqueue(.contents(TextContents("b"), by: .byLetter)) },
        { try list.enqueue(.precomputed(precomputed)) },
        { try list.add(1, to: "a", in: .id(1)) },
        { try list.enqueue(.actions([.toggle], in: .item(0))) },
        { try list.enqueue(.actions([.tap], in: header)) },
        { try list.enqueue(.reload()) },
        { try list.enqueue(.configuration(.environment(ComponentEnvironment()))) },
        { try list.enqueue(.undo()) },
        { try list.enqueue(.redo()) },
        { try list.applySynchronously(.insert("b")) },
        { try list.applySynchronously(.contents(TextContents("b"), by: .byLetter)) },
        { try list.applySynchronously(.precomputed(precomputed)) },
        { try list.applySynchronously(.actions([.toggle], in: .item(0))) },
        { try list.applySynchronously(.reload()) },
        { try list.applySynchronously(.configuration(.environment(ComponentEnvironment()))) },
        { try list.applySynchronously(.undo()) },
      ]
      for (number, attempt) in attempts.enumerated() {
        let error = #expect(throws: DataSourceError.self, "\(number)") { try attempt() }
        #expect(suspension(error)?.number == 1, "\(number)")
      }
      #expect(list.pendingCount == 0)
      #expect(list.snapshot.revision == 2)
      try list.resume()
      #expect(try list.applySynchronously(.precomputed(precomputed)).target.revision == 3)
      await list.close()
    }
  }

  @Test func aSuspendedListIsReadAndHasSubscribers() async throws {
    try await withSuspendedRows { list, _ in
      #expect(try list.snapshot.rows == ListRows("ab"))
      #expect(try list.outputs(inSection: 0).count == 2)
      #expect(try list.canUndo())
      let batch = try await list.batches(after: 0).first { _ in true }
      #expect(batch?.target.revision == 1)
    }
  }

  @Test func aResumedListGoesOnFromWhatIsCommitted() async throws {
    try await withSuspendedRows { list, _ in
      try list.resume()
      #expect(list.suspension == nil)
      #expect(throws: DataSourceError.self) { try list.enqueue(.insert("x", at: 3)) }
      #expect(try await list.apply(.insert("d")).target.revision == 2)
      #expect(try list.snapshot.rows == ListRows("dab"))
    }
  }

  @Test func ofCallersThatKnowTheSameFailureOneResumes() async throws {
    try await withSuspendedRows { list, _ in
      let suspension = try #require(list.suspension)
      let resumedCount = await withTaskGroup { group in
        for _ in 0..<8 { group.addTask { list.resume(after: suspension) ? 1 : 0 } }
        return await group.reduce(0, +)
      }
      #expect(resumedCount == 1)
    }
  }

  @Test func aCallerThatKnowsOnlyAnEarlierFailureDoesNotResume() async throws {
    try await withSuspendedRows { list, storage in
      let first = try #require(list.suspension)
      try list.resume()
      storage.faults.fail(.commit, with: StorageError(.readOnly, "may not be written"))
      await #expect(throws: DataSourceError.self) { _ = try await list.apply(.insert("d")) }
      #expect(list.resume(after: first) == false)
      let second = try #require(list.suspension)
      #expect(second.number == 2)
      #expect(second.cause.code == .readOnly)
      #expect(list.resume(after: second))
    }
  }

  @Test func aSuspendedListThatIsClosedIsClosed() async throws {
    try await withSuspendedRows { list, _ in
      await list.close()
      let error = #expect(throws: DataSourceError.self) { try list.enqueue(.insert("d")) }
      guard case .closed = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  /// What waits when the list is closed is still processed, but not behind a failure.
  @Test func whatWaitsInAClosedListFailsBehindAFailureAsWell() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("ab"))
      let gate = storage.stop(.commit)
      storage.faults.fail(.commit)
      let first = try list.enqueue(.insert("c"))
      await gate.arrival()
      let update = try list.add(1, to: "a", in: .id(1))
      let closing = Task { await list.close() }
      gate.open()
      await closing.value
      await #expect(throws: DataSourceError.self) { _ = try await first.value }
      let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
      #expect(suspension(error)?.number == 1)
    }
  }

  // MARK: What suspends

  /// Consecutive updates with different annotations, so that no two share a revision.
  @Test(arguments: 0..<5) func whateverFailsInARowTheRestOfTheRowFailsWithIt(failing: Int)
    async throws
  {
    try await ListFile.withGatedRows { list, storage, file in
      _ = try await list.apply(.section("ab"))
      _ = try await list.apply(.insert("c", at: 2))
      let gate = storage.stop(.commit)
      let held = try list.enqueue(TextChange())
      await gate.arrival()
      storage.faults.fail(.commit, skipping: failing + 1, with: full)
      let row: [@Sendable () async throws -> Void] = [
        value(of: try list.add(1, to: "a", in: .id(1))),
        // Not a revision, so the commit after it is the next one.
        value(of: try list.enqueue(.reload())),
        value(
          of: try list.enqueue(
            .actions([.add(2, to: "b")], in: .id(2)), ChangeAnnotation(origin: "one"))),
        value(of: try list.enqueue(.undo())),
        value(
          of: try list.enqueue(
            .actions([.add(3, to: "b")], in: .id(2)), ChangeAnnotation(origin: "two"))),
        value(of: try list.enqueue(.redo())),
      ]
      gate.open()
      _ = try await held.value
      var words: [String] = []
      for outcome in row {
        do {
          try await outcome()
          words.append("applied")
        } catch DataSourceError.storage(let error) {
          words.append("\(error.code)")
        } catch DataSourceError.suspended {
          words.append("suspended")
        }
      }
      let isRevision = [0, 2, 3, 4, 5]
      let last = isRevision[failing]
      let expected =
        Array(repeating: "applied", count: last) + ["full"]
        + Array(repeating: "suspended", count: row.count - last - 1)
      #expect(words == expected)
      #expect(list.snapshot.revision == 3 + failing)
      #expect(try file.storedRevision() == 3 + failing)
      #expect(try list.tree(2)?.history("b") == [[], [], [2], [2], [2, 3]][failing])
    }
  }

  private func value<Value>(
    of pending: Pending<Value>
  ) -> @Sendable () async throws -> Void {
    { _ = try await pending.value }
  }

  @Test(arguments: [FaultyStorage.Call.sectionModels, .itemModels])
  func aSnapshotThatCannotBeComparedSuspends(call: FaultyStorage.Call) async throws {
    try await ListFile.with { file in
      _ = try await file.openList().apply(.section("ab"))
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      storage.faults.fail(call)
      await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.contents(TextContents("b"), by: .byLetter))
      }
      #expect(list.suspension?.number == 1)
      await list.close()
    }
  }

  /// The updates before it in its row fail as well, because they would share a revision.
  @Test func anItemThatStorageCannotGiveSuspends() async throws {
    try await ListFile.with { file in
      _ = try await file.openRows().apply(.section("ab"))
      let storage = try file.openGated()
      let list = try file.openRows(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(TextChange())
      await gate.arrival()
      let first = try list.add(1, to: "a", in: .id(1))
      let missing = try list.add(2, to: "a", in: .id(9))
      let second = try list.add(2, to: "b", in: .id(2))
      let behind = try list.enqueue(.insert("c"))
      // Once for both items, and then once for each of them.
      storage.faults.fail(.itemModels, count: 3)
      gate.open()
      for update in [first, second] {
        let error = await #expect(throws: DataSourceError.self) { _ = try await update.value }
        guard case .storage = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
      let refusal = await #expect(throws: DataSourceError.self) { _ = try await missing.value }
      guard case .noSuchItem = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      let error = await #expect(throws: DataSourceError.self) { _ = try await behind.value }
      #expect(suspension(error)?.number == 1)
      #expect(list.snapshot.revision == 2)
      await list.close()
    }
  }

  // MARK: What does not

  @Test func aCommitThatOnlySeemedToFailDoesNotSuspend() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      storage.faults.fail(.commit, .after)
      let first = try list.enqueue(.section("ab"))
      let second = try list.enqueue(.insert("c"))
      #expect(try await first.value.target.revision == 1)
      #expect(try await second.value.target.revision == 2)
      #expect(list.suspension == nil)
    }
  }

  @Test func aConflictWithAnotherWriterDoesNotSuspend() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openRows(.shared, storage)
      _ = try await list.apply(.section("ab"))
      let other = try file.openRows(.shared)
      let gate = storage.stop(.commit)
      let change = try list.enqueue(.insert("c"))
      await gate.arrival()
      let update = try list.add(1, to: "a", in: .id(1))
      _ = try await other.apply(.insert("o"))
      gate.open()
      let error = await #expect(throws: DataSourceError.self) { _ = try await change.value }
      #expect(conflict(error) != nil)
      #expect(try await update.value.batch?.target.revision == 3)
      #expect(list.suspension == nil)
      await list.close()
      await other.close()
    }
  }

  @Test func whatIsWrongWithAModificationDoesNotSuspend() async throws {
    try await ListFile.withGatedRows { list, storage, _ in
      _ = try await list.apply(.section("ab"))
      let attempts: [() async throws -> Void] = [
        { _ = try list.enqueue(.remove(7)) },
        { _ = try await list.apply(TextChange(), states: [.of(9, .row, nil)]) },
        { _ = try await list.add(1, to: "x", in: .id(1)).value },
        { _ = try await list.apply(.redo()) },
      ]
      for attempt in attempts {
        await #expect(throws: DataSourceError.self) { try await attempt() }
        #expect(list.suspension == nil)
      }
    }
  }

  @Test func anUndoOfWhatIsNoLongerKeptDoesNotSuspend() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"))
      for letter in ["c", "d"] { try await list.apply(.insert(letter)) }
      try list.compact(JournalRetention(revisionCountMax: 1))
      try await list.apply(.undo())
      let error = await #expect(throws: DataSourceError.self) { try await list.apply(.undo()) }
      guard case .storage(let cause) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause.code == .compacted)
      #expect(list.suspension == nil)
    }
  }
}
