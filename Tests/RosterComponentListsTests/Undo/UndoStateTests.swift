import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// The states of components when changes are undone and redone.
@Suite("Undo and states")
struct UndoStateTests {
  @Test(arguments: TreeKind.allCases)
  func theStatesOfATreeComeBackWithIt(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      try await list.apply(kind.rows("ab"))
      _ = try await list.add(3, to: "a", in: kind.id(1)).value
      let states = try list.states(1, kind)
      try await list.apply(kind.remove(0))
      #expect(try list.states(1, kind).isEmpty)
      let batch = try #require(try await list.apply(.undo()).first)
      #expect(try list.states(1, kind) == states)
      #expect(try list.tree(1, kind)?.history("a") == [3])
      #expect(batch.outputs(kind).numbers == [1])
      #expect(batch.outputs(kind).counts("a") == [3])
      #expect(Set(batch.states(kind).map(\.scope)) == Set(states.keys))
      try await list.apply(.redo())
      #expect(try list.states(1, kind).isEmpty)
    }
  }

  @Test(arguments: TreeKind.allCases)
  func updatesOfStatesAreNoSteps(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      try await list.apply(kind.rows("ab"))
      try await list.apply(kind.remove(1))
      try await list.apply(.undo())
      _ = try await list.add(3, to: "a", in: kind.id(1)).value
      #expect(try list.canRedo())
      try await list.apply(.redo())
      #expect(try list.tree(1, kind)?.history("a") == [3])
      try await list.apply(.undo())
      try await list.apply(.undo())
      #expect(list.snapshot.state.sectionCount == 0)
      // The state that was updated meanwhile comes back with the tree.
      try await list.apply(.redo())
      #expect(try list.tree(1, kind)?.history("a") == [3])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anAssignedStateIsTakenBackUnlessItWasUpdatedSince(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      try await list.apply(kind.rows("ab"))
      let assignments = ["a", "b"].enumerated().map { index, name in
        StateAssignment(tree: kind.id(index + 1), scope: .counter(name), state: .counter([7]))
      }
      try await list.apply(Changeset(), states: assignments)
      _ = try await list.add(2, to: "b", in: kind.id(2)).value
      try await list.apply(.undo())
      #expect(try list.tree(1, kind)?.history("a") == [])
      #expect(try list.tree(2, kind)?.history("b") == [7, 2])
      try await list.apply(.redo())
      #expect(try list.tree(1, kind)?.history("a") == [7])
      #expect(try list.tree(2, kind)?.history("b") == [7, 2])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func aGroupThatWritesAStateTwiceTakesItBackToTheBegin(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      try await list.apply(kind.rows("a"))
      for number in [1, 2] {
        let assignment = StateAssignment(
          tree: kind.id(1), scope: .counter("a"), state: .counter([number]))
        try await list.apply(Changeset(), states: [assignment], ChangeAnnotation(group: "two"))
      }
      #expect(try await list.apply(.undo()).count == 2)
      #expect(try list.tree(1, kind)?.history("a") == [])
      #expect(try await list.apply(.redo()).count == 2)
      #expect(try list.tree(1, kind)?.history("a") == [2])
    }
  }

  @Test(arguments: TreeKind.allCases)
  func anUndoneModelKeepsTheStatesOfWhatIsInBoth(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      try await list.apply(kind.rows("a"))
      _ = try await list.add(5, to: "a", in: kind.id(1)).value
      try await list.apply(kind.update(0, "ax"))
      _ = try await list.add(1, to: "x", in: kind.id(1)).value
      _ = try await list.add(6, to: "a", in: kind.id(1)).value
      try await list.apply(.undo())
      #expect(try list.tree(1, kind)?.history("a") == [5, 6])
      #expect(try list.tree(1, kind)?.history("x") == nil)
      _ = try await list.add(7, to: "a", in: kind.id(1)).value
      let redone = try #require(try await list.apply(.redo()).first)
      #expect(redone.outputs(kind).histories("a") == [[5, 6, 7]])
    }
  }
}
