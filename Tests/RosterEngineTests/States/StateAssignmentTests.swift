import RosterCore
import RosterEngine
import RosterStore
import RosterTestSupport
import Testing

/// States that are written as given, to a list without components.
@Suite("States: assigned") struct StateAssignmentTests {
  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  private func expectNoSuchItem(
    _ item: ItemReference, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async {
    let error = await #expect(throws: DataSourceError.self, sourceLocation: sourceLocation) {
      try await body()
    }
    guard case .noSuchItem(item) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  @Test func statesAloneAreARevisionAndABatchWithoutOperations() async throws {
    try await ListFile.withList { list, file in
      _ = try await list.apply(.section("AB"))
      let batch = try await list.apply(
        TextChange(), states: [.at(1, .like, "true"), .of(1, .more, "{}")])
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.changes.operations.isEmpty)
      #expect(batch.items.isEmpty)
      #expect(batch.states.map(\.targetPlace) == [.item(path(0)), .item(path(1))])
      #expect(batch.states.compactMap { $0.tree.item?.rawValue } == [1, 2])
      #expect(batch.states.map { $0.scope } == [.more, .like])
      #expect(batch.states.map { $0.state } == [StoredState("{}"), StoredState("true")])
      #expect(try file.storedRevision() == 2)
      #expect(try list.states(of: ItemID(rawValue: 2)) == [.like: StoredState("true")])
    }
  }

  @Test func pathsAreThoseOfTheTargetOfTheChangeset() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("AB"))
      let batch = try list.applySynchronously(
        .insert("X"), states: [.at(0, .like, "of X"), .at(2, .like, "of B")])
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.states.compactMap { $0.tree.item?.rawValue } == [3, 2])
      #expect(try batch.target.states(at: path(0)) == [.like: StoredState("of X")])
      #expect(try batch.target.states(at: path(1)) == [:])
      #expect(try batch.target.states(at: path(2)) == [.like: StoredState("of B")])
      #expect(try batch.target.states(at: path(3)) == nil)
    }
  }

  @Test func aPathThatIsNotThereIsRefusedAtOnceAndNothingIsQueued() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let gate = storage.stop(.commit)
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try list.enqueue(.section("AB"))
      await gate.arrival()
      for item in [2, -1] {
        await expectNoSuchItem(.path(path(item))) {
          _ = try list.enqueue(TextChange(), states: [.at(0, .like, "1"), .at(item, .like, "1")])
        }
      }
      await expectNoSuchItem(.path(path(1))) {
        _ = try list.enqueue(.remove(0), states: [.at(1, .like, "1")])
      }
      #expect(list.pendingCount == 1)
      let pending = try list.enqueue(.insert("X"), states: [.at(2, .like, "1")])
      gate.open()
      #expect(try await pending.value.changes.targetRevision == 2)
      #expect(try list.states(of: ItemID(rawValue: 2)) == [.like: StoredState("1")])
      await list.close()
    }
  }

  @Test func anItemThatIsNotThereFailsTheChangesetAndWhatWasVerifiedOnTopOfIt() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let gate = storage.stop(.commit, .after)
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try list.enqueue(.section("AB"))
      await gate.arrival()
      let removal = try list.enqueue(.remove(0))
      let late = try list.enqueue(
        .insert("X"), states: [.of(1, .like, "1")], ChangeAnnotation(origin: "late"))
      let dependent = try list.enqueue(.insert("Y"))
      gate.open()
      #expect(try await removal.value.changes.targetRevision == 2)
      await expectNoSuchItem(.id(ItemID(rawValue: 1))) { _ = try await late.value }
      let error = await #expect(throws: DataSourceError.self) { _ = try await dependent.value }
      guard case .precedingFailed(let failure) = error, case .noSuchItem = failure.cause else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failure.revision == 3)
      #expect(failure.origin == "late")
      #expect(try list.snapshot.rows.drawing == "B")
      #expect(list.snapshot.revision == 2)
      await list.close()
    }
  }

  @Test func anItemThatTheChangesetRemovesHasNoStates() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("AB"))
      await expectNoSuchItem(.id(ItemID(rawValue: 1))) {
        _ = try await list.apply(.remove(0), states: [.of(1, .like, "1")])
      }
      #expect(list.snapshot.revision == 1)
    }
  }

  @Test func theLastAssignmentToAScopeCounts() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("AB"))
      let batch = try await list.apply(
        TextChange(),
        states: [.at(0, .like, "1"), .at(0, .more, "2"), .of(1, .like, "3"), .at(0, .more, nil)])
      #expect(batch.states.map { $0.scope } == [.like, .more])
      #expect(batch.states.map { $0.state } == [StoredState("3"), nil])
      #expect(try list.states(of: ItemID(rawValue: 1)) == [.like: StoredState("3")])
    }
  }

  @Test func aStateIsForgottenByNameAndWithItsItem() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(
        .section("AB"), states: [.at(0, .like, "1"), .at(0, .more, "2"), .at(1, .like, "3")])
      _ = try await list.apply(TextChange(), states: [.at(0, .more, nil)])
      #expect(try list.states(of: ItemID(rawValue: 1)) == [.like: StoredState("1")])
      let batch = try await list.apply(.remove(0))
      #expect(batch.states.isEmpty)
      #expect(try list.states(of: ItemID(rawValue: 1)) == [:])
      #expect(try list.states(of: ItemID(rawValue: 2)) == [.like: StoredState("3")])
      #expect(try list.states(of: ItemID(rawValue: 9)) == [:])
    }
  }

  @Test func aSnapshotReadsTheStatesOfItsOwnRevision() async throws {
    try await ListFile.withList { list, file in
      _ = try await list.apply(.section("A"), states: [.at(0, .like, "1")])
      let old = list.snapshot
      _ = try await list.apply(.insert("X"), states: [.at(1, .like, "2")])
      _ = try await list.apply(.remove(1))
      #expect(try old.states(at: path(0)) == [.like: StoredState("1")])
      #expect(try list.snapshot(at: 2).states(at: path(1)) == [.like: StoredState("2")])
      await list.close()
      let reopened = try file.openList()
      #expect(try reopened.snapshot(at: 1).states(at: path(0)) == [.like: StoredState("1")])
      #expect(try reopened.snapshot.states(at: path(0)) == [:])
    }
  }

  @Test func versionAndValueAreStoredAsGiven() async throws {
    try await ListFile.withList { list, file in
      let given = StoredState(typeVersion: 7, value: .blob([0, 255]))
      let assignment = StateAssignment(item: .path(path(0)), scope: .root, state: given)
      _ = try await list.apply(.section("A"), states: [assignment])
      #expect(try list.states(of: ItemID(rawValue: 1)) == [.root: given])
      #expect(try file.openList().states(of: ItemID(rawValue: 1)) == [.root: given])
    }
  }

  @Test func statesThatCannotBeReadAreAnError() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(.section("A"), states: [.at(0, .like, "1")])
      storage.faults.fail(.states, count: 2)
      #expect(throws: StorageError.self) { try list.states(of: ItemID(rawValue: 1)) }
      #expect(throws: StorageError.self) { try list.snapshot.states(at: path(0)) }
      #expect(try list.states(of: ItemID(rawValue: 1)) == [.like: StoredState("1")])
      await list.close()
    }
  }
}
