import RosterComponents
import RosterCore
import RosterEngine
import RosterStore
import RosterTestSupport
import Testing

/// Items that are built from components, by changesets.
@Suite("Components: changesets") struct ComponentListTests {
  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  @Test func insertedItemsAreBuiltAndTheirFirstStatesStoredInTheSameRevision() async throws {
    try await ListFile.withRows { list, file in
      let batch = try await list.apply(.section("ab"))
      #expect(batch.items.map { $0.output.views.count } == [1, 1])
      #expect(batch.items.map { $0.targetPath } == [path(0), path(1)])
      let expected: [ScopePath: StoredState] = [
        .row: .row(isOpen: false), .counter("a"): .counter([]),
      ]
      #expect(try list.states(1) == expected)
      #expect(try file.openStorage().states(of: [ItemID(rawValue: 1)], at: 1) == [expected])
      #expect(batch.states.compactMap { $0.tree.item?.rawValue } == [1, 1, 2, 2])
      #expect(batch.states.map { $0.scope } == [.row, .counter("a"), .row, .counter("b")])
    }
  }

  @Test func anUpdatedModelKeepsTheStatesOfTheScopesThatStay() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.emptySection)
      _ = try await list.apply(.insert("xy"))
      _ = try await list.add(3, to: "x", in: .id(1)).value
      _ = try await list.add(4, to: "y", in: .id(1)).value
      let batch = try await list.apply(.update(0, "zy"))
      #expect(batch.items.count == 1)
      #expect(batch.items[0].output.count("y") == 4)
      #expect(batch.items[0].output.count("z") == 0)
      let changed = Dictionary(uniqueKeysWithValues: batch.states.map { ($0.scope, $0.state) })
      #expect(changed == [.counter("x"): nil, .counter("z"): .counter([])])
      #expect(
        try list.states(1) == [
          .row: .row(isOpen: false), .counter("y"): .counter([4]), .counter("z"): .counter([]),
        ])
      let back = try await list.apply(.update(0, "xy"))
      #expect(back.items[0].output.count("x") == 0)
    }
  }

  @Test func aMovedItemIsNotBuiltAndKeepsItsStates() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("ab"))
      _ = try await list.add(1, to: "a", in: .id(1)).value
      let batch = try await list.apply(.move(0, to: 1))
      #expect(batch.items.isEmpty)
      #expect(batch.states.isEmpty)
      #expect(try list.tree(1)?.count("a") == 1)
    }
  }

  @Test func aRemovedItemTakesItsStatesAlongAndHasNoTree() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("ab"))
      let batch = try await list.apply(.remove(0))
      #expect(batch.states.isEmpty)
      #expect(try list.states(1) == [:])
      #expect(try list.tree(1) == nil)
      #expect(try list.tree(2)?.count("b") == 0)
    }
  }

  /// The second and third changesets of the group continue from trees that are not committed yet.
  @Test func aChangesetSeesTheTreeOfOneBeforeItInTheSameCommit() async throws {
    try await ListFile.withGatedRows { list, storage, file in
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.section("a"))
      await gate.arrival()
      let changes = [
        try list.enqueue(
          .insert("xy"), states: [.at(0, .counter("x"), "{\"count\":5,\"history\":[5]}")]),
        try list.enqueue(.update(0, "xz")),
        try list.enqueue(.update(0, "yx")),
        try list.enqueue(.update(0, "x")),
      ]
      gate.open()
      var batches: [RowList.Batch] = []
      for change in changes { batches.append(try await change.value) }
      #expect(storage.commitCounts == [1, 4])
      #expect(batches.map { $0.items[0].output.count("x") } == [5, 5, 5, 5])
      #expect(batches.map { $0.items[0].output.count("y") } == [0, nil, 0, nil])
      let written = batches.map { batch in
        Dictionary(uniqueKeysWithValues: batch.states.map { ($0.scope, $0.state) })
      }
      #expect(written[1] == [.counter("y"): nil, .counter("z"): .counter([])])
      #expect(written[2] == [.counter("z"): nil, .counter("y"): .counter([])])
      #expect(written[3] == [.counter("y"): nil])
      #expect(try file.openRows().states(2) == list.states(2))
      #expect(try list.states(2) == [.row: .row(isOpen: false), .counter("x"): .counter([5])])
    }
  }

  @Test func aFailedCommitLeavesTreesAndStatesAsTheyWere() async throws {
    try await ListFile.withGatedRows { list, storage, file in
      _ = try await list.apply(.section("xb"))
      _ = try await list.add(3, to: "x", in: .id(1)).value
      storage.faults.fail(.commit)
      await #expect(throws: DataSourceError.self) { _ = try await list.apply(.update(0, "y")) }
      #expect(try list.tree(1)?.count("x") == 3)
      #expect(try list.states(1) == [.row: .row(isOpen: false), .counter("x"): .counter([3])])
      try list.resume()
      let batch = try await list.apply(.update(0, "xz"))
      #expect(batch.items[0].output.count("x") == 3)
      #expect(batch.states.map { $0.scope } == [.counter("z")])
      #expect(try file.openRows().states(1) == list.states(1))
    }
  }

  @Test(arguments: [0, 1, 4_096])
  func everyTreeIsAsItWasAfterReopening(cachedOutputCountMax: Int) async throws {
    var limits = DataSourceConfiguration()
    limits.components.cachedOutputCountMax = cachedOutputCountMax
    try await ListFile.withRows(limits) { list, file in
      _ = try await list.apply(.section("abc"))
      _ = try await list.apply(.insert("xyz", at: 1))
      for (number, name) in ["a", "b", "c"].enumerated() {
        _ = try await list.add(number + 1, to: name, in: .id(number + 1)).value
      }
      _ = try await list.performActions([.toggle, .add(7, to: "y")], in: .id(4))
      let before = try list.outputs(inSection: 0).map { $0.output.views }
      await list.close()
      let reopened = try file.openRows(limits)
      #expect(try reopened.outputs(inSection: 0).map { $0.output.views } == before)
      #expect(try reopened.tree(4)?.count("y") == 7)
      #expect(try reopened.tree(4)?.count("more") == 0)
      await reopened.close()
    }
  }

  @Test func assignedStatesAreRestoredAsIfTheyHadBeenStored() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.emptySection)
      let first = try await list.apply(
        .insert("xy"), states: [.at(0, .row, "{\"isOpen\":true}")])
      #expect(first.items[0].output.count("more") == 0)
      let second = try await list.apply(
        TextChange(),
        states: [
          .at(0, .counter("x"), "{\"count\":1,\"history\":[1]}"), .at(0, .row, nil),
          .of(1, .counter("nobody"), "{}"),
        ])
      #expect(second.changes.operations.isEmpty)
      #expect(second.items.map { $0.targetPath } == [path(0)])
      #expect(second.items[0].output.count("x") == 1)
      #expect(second.items[0].output.count("more") == nil)
      #expect(
        try list.states(1) == [
          .row: .row(isOpen: false), .counter("x"): .counter([1]), .counter("y"): .counter([]),
        ])
      #expect(try list.tree(1)?.history("x") == [1])
    }
  }
}
