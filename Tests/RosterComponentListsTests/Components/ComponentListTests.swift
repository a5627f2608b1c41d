import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Trees that are built from components, by changesets.
@Suite("Components: changesets") struct ComponentListTests {
  @Test(arguments: TreeKind.allCases)
  func insertedTreesAreBuiltAndTheirFirstStatesStoredInTheSameRevision(kind: TreeKind) async throws
  {
    try await ListFile.withTrees { list, file in
      let batch = try await list.apply(kind.rows("ab"))
      #expect(batch.outputs(kind).map { $0.output?.views.count } == [1, 1])
      #expect(batch.outputs(kind).map(\.targetPlace) == [kind.place(0), kind.place(1)])
      let expected: [ScopePath: StoredState] = [
        .row: .row(isOpen: false), .counter("a"): .counter([]),
      ]
      #expect(try list.states(1, kind) == expected)
      #expect(try file.openStorage().states(of: [kind.tree(1)], at: 1) == [expected])
      #expect(batch.states(kind).map(\.tree.number) == [1, 1, 2, 2])
      #expect(batch.states(kind).map { $0.scope } == [.row, .counter("a"), .row, .counter("b")])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUpdatedModelKeepsTheStatesOfTheScopesThatStay(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows(["xy"]))
      _ = try await list.add(3, to: "x", in: kind.id(1)).value
      _ = try await list.add(4, to: "y", in: kind.id(1)).value
      let batch = try await list.apply(kind.update(0, "zy"))
      #expect(batch.outputs(kind).counts("y") == [4])
      #expect(batch.outputs(kind).counts("z") == [0])
      let changed = Dictionary(
        uniqueKeysWithValues: batch.states(kind).map { ($0.scope, $0.state) })
      #expect(changed == [.counter("x"): nil, .counter("z"): .counter([])])
      #expect(
        try list.states(1, kind) == [
          .row: .row(isOpen: false), .counter("y"): .counter([4]), .counter("z"): .counter([]),
        ])
      let back = try await list.apply(kind.update(0, "xy"))
      #expect(back.outputs(kind).counts("x") == [0])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aMovedTreeIsNotBuiltAndKeepsItsStates(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("ab"))
      _ = try await list.add(1, to: "a", in: kind.id(1)).value
      let batch = try await list.apply(kind.move(0, to: 1))
      #expect(batch.outputs.isEmpty)
      #expect(batch.states.isEmpty)
      #expect(try list.tree(1, kind)?.count("a") == 1)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aRemovedTreeTakesItsStatesAlongAndHasNoTree(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      _ = try await list.apply(kind.rows("ab"))
      let batch = try await list.apply(kind.remove(0))
      #expect(batch.states.isEmpty)
      #expect(try list.states(1, kind) == [:])
      #expect(try list.tree(1, kind) == nil)
      #expect(try list.tree(2, kind)?.count("b") == 0)
    }
  }

  /// The second and third changesets of the group continue from trees that are not committed yet.
  @Test(arguments: TreeKind.allCases)
  func aChangesetSeesTheTreeOfOneBeforeItInTheSameCommit(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, file in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(kind.rows("a"))
      await gate.arrival()
      let changes = [
        try list.enqueue(
          kind.insert("xy"),
          states: [.of(kind.at(0), .counter("x"), "{\"count\":5,\"history\":[5]}")]),
        try list.enqueue(kind.update(0, "xz")),
        try list.enqueue(kind.update(0, "yx")),
        try list.enqueue(kind.update(0, "x")),
      ]
      gate.open()
      var batches: [RowList.Batch] = []
      for change in changes { batches.append(try await change.value) }
      #expect(storage.commitCounts == [1, 4])
      #expect(batches.map { $0.outputs(kind).counts("x") } == [[5], [5], [5], [5]])
      #expect(batches.map { $0.outputs(kind).counts("y") } == [[0], [nil], [0], [nil]])
      let written = batches.map { batch in
        Dictionary(uniqueKeysWithValues: batch.states(kind).map { ($0.scope, $0.state) })
      }
      #expect(written[1] == [.counter("y"): nil, .counter("z"): .counter([])])
      #expect(written[2] == [.counter("z"): nil, .counter("y"): .counter([])])
      #expect(written[3] == [.counter("y"): nil])
      #expect(try file.openTrees().states(2, kind) == list.states(2, kind))
      #expect(
        try list.states(2, kind) == [.row: .row(isOpen: false), .counter("x"): .counter([5])])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aFailedCommitLeavesTreesAndStatesAsTheyWere(kind: TreeKind) async throws {
    try await ListFile.withGatedTrees { list, storage, file in
      _ = try await list.apply(kind.rows("xb"))
      _ = try await list.add(3, to: "x", in: kind.id(1)).value
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) { _ = try await list.apply(kind.update(0, "y")) }
      #expect(try list.tree(1, kind)?.count("x") == 3)
      #expect(
        try list.states(1, kind) == [.row: .row(isOpen: false), .counter("x"): .counter([3])])
      try list.resume()
      let batch = try await list.apply(kind.update(0, "xz"))
      #expect(batch.outputs(kind).counts("x") == [3])
      #expect(batch.states(kind).map { $0.scope } == [.counter("z")])
      #expect(try file.openTrees().states(1, kind) == list.states(1, kind))
    }
  }

  @Test(arguments: TreeKind.allCases, [0, 1, 4_096])
  func everyTreeIsAsItWasAfterReopening(kind: TreeKind, countMax: Int) async throws {
    let limits = DataSourceConfiguration.keeping(countMax)
    try await ListFile.withTrees(limits) { list, file in
      _ = try await list.apply(kind.rows("abc"))
      _ = try await list.apply(kind.insert("xyz", at: 1))
      for (number, name) in ["a", "b", "c"].enumerated() {
        _ = try await list.add(number + 1, to: name, in: kind.id(number + 1)).value
      }
      _ = try await list.apply(.actions([.toggle, .add(7, to: "y")], in: kind.id(4)))
      // Their states stay through a reload and another model.
      _ = try await list.apply(.reload())
      _ = try await list.apply(kind.update(0, "ad"))
      let before = try (1...4).map { try list.tree($0, kind)?.views }
      #expect(try list.tree(1, kind)?.count("a") == 1)
      await list.close()
      let reopened = try file.openTrees(limits)
      #expect(try (1...4).map { try reopened.tree($0, kind)?.views } == before)
      #expect(try reopened.tree(4, kind)?.count("y") == 7)
      #expect(try reopened.tree(4, kind)?.count("more") == 0)
      await reopened.close()
    }
  }

  @Test(arguments: TreeKind.allCases)
  func assignedStatesAreRestoredAsIfTheyHadBeenStored(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      let first = try await list.apply(
        kind.rows(["xy"]), states: [.of(kind.at(0), .row, "{\"isOpen\":true}")])
      #expect(first.outputs(kind).counts("more") == [0])
      let second = try await list.apply(
        TextChange(),
        states: [
          .of(kind.at(0), .counter("x"), "{\"count\":1,\"history\":[1]}"),
          .of(kind.at(0), .row, nil), .of(kind.id(1), .counter("nobody"), "{}"),
        ])
      #expect(second.changes.operations.isEmpty)
      #expect(second.outputs.map(\.targetPlace) == [kind.place(0)])
      #expect(second.outputs.counts("x") == [1])
      #expect(second.outputs.counts("more") == [nil])
      #expect(
        try list.states(1, kind) == [
          .row: .row(isOpen: false), .counter("x"): .counter([1]), .counter("y"): .counter([]),
        ])
      #expect(try list.tree(1, kind)?.history("x") == [1])
    }
  }
}
