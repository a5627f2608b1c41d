import RosterComponents
import RosterCore
import RosterEngine
import RosterTestSupport
import Testing

/// The states of components when changes are undone and redone.
@Suite("Undo and states")
struct UndoStateTests {
  @Test func theStatesOfAnItemComeBackWithIt() async throws {
    try await ListFile.withRows { list, _ in
      try await list.apply(.section("ab"))
      _ = try await list.add(3, to: "a", in: .id(1)).value
      let states = try list.states(1)
      try await list.apply(.remove(0))
      #expect(try list.states(1).isEmpty)
      let batch = try #require(try await list.undo().first)
      #expect(try list.states(1) == states)
      #expect(try list.tree(1)?.history("a") == [3])
      #expect(batch.items.map(\.id) == [ItemID(rawValue: 1)])
      #expect(batch.items.first?.output.count("a") == 3)
      #expect(Set(batch.states.map(\.scope)) == Set(states.keys))
      try await list.redo()
      #expect(try list.states(1).isEmpty)
    }
  }

  @Test func updatesOfStatesAreNoSteps() async throws {
    try await ListFile.withRows { list, _ in
      try await list.apply(.section("ab"))
      try await list.apply(.remove(1))
      try await list.undo()
      _ = try await list.add(3, to: "a", in: .id(1)).value
      #expect(try list.canRedo)
      try await list.redo()
      #expect(try list.tree(1)?.history("a") == [3])
      try await list.undo()
      try await list.undo()
      #expect(list.snapshot.state.itemCount == 0)
      // The state that was updated meanwhile comes back with the item.
      try await list.redo()
      #expect(try list.tree(1)?.history("a") == [3])
    }
  }

  @Test func anAssignedStateIsTakenBackUnlessItWasUpdatedSince() async throws {
    try await ListFile.withRows { list, _ in
      try await list.apply(.section("ab"))
      let assignments = ["a", "b"].enumerated().map { index, name in
        StateAssignment(item: .id(index + 1), scope: .counter(name), state: .counter([7]))
      }
      try await list.apply(Changeset(), states: assignments)
      _ = try await list.add(2, to: "b", in: .id(2)).value
      try await list.undo()
      #expect(try list.tree(1)?.history("a") == [])
      #expect(try list.tree(2)?.history("b") == [7, 2])
      try await list.redo()
      #expect(try list.tree(1)?.history("a") == [7])
      #expect(try list.tree(2)?.history("b") == [7, 2])
    }
  }

  @Test func aGroupThatWritesAStateTwiceTakesItBackToTheBegin() async throws {
    try await ListFile.withRows { list, _ in
      try await list.apply(.section("a"))
      for number in [1, 2] {
        let assignment = StateAssignment(
          item: .id(1), scope: .counter("a"), state: .counter([number]))
        try await list.apply(Changeset(), states: [assignment], ChangeAnnotation(group: "two"))
      }
      #expect(try await list.undo().count == 2)
      #expect(try list.tree(1)?.history("a") == [])
      #expect(try await list.redo().count == 2)
      #expect(try list.tree(1)?.history("a") == [2])
    }
  }

  @Test func anUndoneModelKeepsTheStatesOfWhatIsInBoth() async throws {
    try await ListFile.withRows { list, _ in
      try await list.apply(.section("a"))
      _ = try await list.add(5, to: "a", in: .id(1)).value
      try await list.apply(.update(0, "ax"))
      _ = try await list.add(1, to: "x", in: .id(1)).value
      _ = try await list.add(6, to: "a", in: .id(1)).value
      try await list.undo()
      #expect(try list.tree(1)?.history("a") == [5, 6])
      #expect(try list.tree(1)?.history("x") == nil)
    }
  }
}
