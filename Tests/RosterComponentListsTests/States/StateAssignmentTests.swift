import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// States that are written as given, to a list without components.
@Suite("States: assigned") struct StateAssignmentTests {
  private func expectAbsence(
    of tree: TreeReference, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async {
    let error = await #expect(throws: DataSourceError.self, sourceLocation: sourceLocation) {
      try await body()
    }
    #expect(error?.description == "there is no \(tree)", sourceLocation: sourceLocation)
  }

  @Test(arguments: TreeKind.allCases)
  func statesAloneAreARevisionAndABatchWithoutOperations(kind: TreeKind) async throws {
    try await ListFile.withList { list, file in
      _ = try await list.apply(kind.rows("AB"))
      let batch = try await list.apply(
        TextChange(), states: [.of(kind.at(1), .like, "true"), .of(kind.id(1), .more, "{}")])
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.changes.operations.isEmpty)
      #expect(batch.outputs.isEmpty)
      #expect(batch.states.map(\.targetPlace) == [kind.place(0), kind.place(1)])
      #expect(batch.states.map(\.tree) == [kind.tree(1), kind.tree(2)])
      #expect(batch.states.map { $0.scope } == [.more, .like])
      #expect(batch.states.map { $0.state } == [StoredState("{}"), StoredState("true")])
      #expect(try file.storedRevision() == 2)
      #expect(try list.states(2, kind) == [.like: StoredState("true")])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func pathsAreThoseOfTheTargetOfTheChangeset(kind: TreeKind) async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(kind.rows("AB"))
      let batch = try list.applySynchronously(
        kind.insert("X"), states: [.of(kind.at(0), .like, "of X"), .of(kind.at(2), .like, "of B")])
      #expect(batch.changes.targetRevision == 2)
      #expect(batch.states.map(\.tree) == [kind.tree(3), kind.tree(2)])
      #expect(try batch.target.states(0, kind) == [.like: StoredState("of X")])
      #expect(try batch.target.states(1, kind) == [:])
      #expect(try batch.target.states(2, kind) == [.like: StoredState("of B")])
      #expect(try batch.target.states(3, kind) == nil)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aPathThatIsNotThereIsRefusedAtOnceAndNothingIsQueued(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let gate = storage.stop(.commit)
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try list.enqueue(kind.rows("AB"))
      await gate.arrival()
      for index in [2, -1] {
        await expectAbsence(of: kind.at(index)) {
          _ = try list.enqueue(
            TextChange(), states: [.of(kind.at(0), .like, "1"), .of(kind.at(index), .like, "1")])
        }
      }
      await expectAbsence(of: kind.at(1)) {
        _ = try list.enqueue(kind.remove(0), states: [.of(kind.at(1), .like, "1")])
      }
      #expect(list.pendingCount == 1)
      let pending = try list.enqueue(kind.insert("X"), states: [.of(kind.at(2), .like, "1")])
      gate.open()
      #expect(try await pending.value.changes.targetRevision == 2)
      #expect(try list.states(2, kind) == [.like: StoredState("1")])
      await list.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aTreeThatIsNotThereFailsTheChangesetAndWhatWasVerifiedOnTopOfIt(kind: TreeKind) async throws
  {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let gate = storage.stop(.commit, .after)
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try list.enqueue(kind.rows("AB"))
      await gate.arrival()
      let removal = try list.enqueue(kind.remove(0))
      let late = try list.enqueue(
        kind.insert("X"), states: [.of(kind.id(1), .like, "1")], ChangeAnnotation(origin: "late"))
      let dependent = try list.enqueue(kind.insert("Y"))
      gate.open()
      #expect(try await removal.value.changes.targetRevision == 2)
      await expectAbsence(of: kind.id(1)) { _ = try await late.value }
      let error = await #expect(throws: DataSourceError.self) { _ = try await dependent.value }
      let failure = try #require(precedingFailure(error))
      #expect(failure.revision == 3)
      #expect(failure.origin == "late")
      #expect(failure.cause.description == "there is no \(kind.id(1))")
      #expect(try list.snapshot.models(kind) == ["B"])
      #expect(list.snapshot.revision == 2)
      await list.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aTreeThatTheChangesetRemovesHasNoStates(kind: TreeKind) async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(kind.rows("AB"))
      await expectAbsence(of: kind.id(1)) {
        _ = try await list.apply(kind.remove(0), states: [.of(kind.id(1), .like, "1")])
      }
      #expect(list.snapshot.revision == 1)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func theLastAssignmentToAScopeCounts(kind: TreeKind) async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(kind.rows("AB"))
      let batch = try await list.apply(
        TextChange(),
        states: [
          .of(kind.at(0), .like, "1"), .of(kind.at(0), .more, "2"), .of(kind.id(1), .like, "3"),
          .of(kind.at(0), .more, nil),
        ])
      #expect(batch.states.map { $0.scope } == [.like, .more])
      #expect(batch.states.map { $0.state } == [StoredState("3"), nil])
      #expect(try list.states(1, kind) == [.like: StoredState("3")])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aStateIsForgottenByNameAndWithItsTree(kind: TreeKind) async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(
        kind.rows("AB"),
        states: [
          .of(kind.at(0), .like, "1"), .of(kind.at(0), .more, "2"), .of(kind.at(1), .like, "3"),
        ])
      _ = try await list.apply(TextChange(), states: [.of(kind.at(0), .more, nil)])
      #expect(try list.states(1, kind) == [.like: StoredState("1")])
      let batch = try await list.apply(kind.remove(0))
      #expect(batch.states.isEmpty)
      #expect(try list.states(1, kind) == [:])
      #expect(try list.states(2, kind) == [.like: StoredState("3")])
      #expect(try list.states(9, kind) == [:])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aSnapshotReadsTheStatesOfItsOwnRevision(kind: TreeKind) async throws {
    try await ListFile.withList { list, file in
      _ = try await list.apply(kind.rows("A"), states: [.of(kind.at(0), .like, "1")])
      let old = list.snapshot
      _ = try await list.apply(kind.insert("X"), states: [.of(kind.at(1), .like, "2")])
      _ = try await list.apply(kind.remove(1))
      #expect(try old.states(0, kind) == [.like: StoredState("1")])
      #expect(try list.snapshot(at: 2).states(1, kind) == [.like: StoredState("2")])
      await list.close()
      let reopened = try file.openList()
      #expect(try reopened.snapshot(at: 1).states(0, kind) == [.like: StoredState("1")])
      #expect(try reopened.snapshot.states(0, kind) == [:])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func versionAndValueAreStoredAsGiven(kind: TreeKind) async throws {
    try await ListFile.withList { list, file in
      let given = StoredState(typeVersion: 7, value: .blob([0, 255]))
      let assignment = StateAssignment(tree: kind.at(0), scope: .root, state: given)
      _ = try await list.apply(kind.rows("A"), states: [assignment])
      #expect(try list.states(1, kind) == [.root: given])
      #expect(try file.openList().states(1, kind) == [.root: given])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func statesThatCannotBeReadAreAnError(kind: TreeKind) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(), storage)
      _ = try await list.apply(kind.rows("A"), states: [.of(kind.at(0), .like, "1")])
      storage.faults.fail(.states, count: 2)
      #expect(throws: StorageError.self) { try list.states(1, kind) }
      #expect(throws: StorageError.self) { try list.snapshot.states(0, kind) }
      #expect(try list.states(1, kind) == [.like: StoredState("1")])
      await list.close()
    }
  }
}
