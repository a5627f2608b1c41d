import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// A section that an undo or redo would remove, and in which others have items.
@Suite("Undo: sections with items of others") struct KeptSectionTests {
  private static let push = ChangeAnnotation(origin: "server", undo: .none)

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  private func drawing(_ list: TextList) throws -> String { try list.snapshot.rows.drawing }

  /// The first change of a flat list makes its section.
  @Test(arguments: [UndoScope.none, UndoScope("other")])
  func onlyTheItemsOfTheChangeGoAndComeBack(others: UndoScope) async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.change { _, list in try list.append("a") }
      let (section, item) = (list.snapshot.state.sectionIDs, try list.snapshot.itemIDs[0][0])
      _ = try await list.change(ChangeAnnotation(undo: others)) { _, list in try list.append("x") }
      for _ in 0..<2 {
        try await list.apply(.undo())
        #expect(try drawing(list) == "x")
        try await list.apply(.redo())
        #expect(try drawing(list) == "ax")
        #expect(list.snapshot.state.sectionIDs == section)
        #expect(try list.snapshot.itemIDs[0][0] == item)
      }
    }
  }

  @Test func aSectionWithoutItemsOfOthersGoes() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"))
      try await list.apply(
        Changeset {
          $0.updateItem(at: Self.path(0, 1), "theirs")
          $0.updateSection(at: 0, "theirs")
          $0.insertItem("x", at: Self.path(0, 0))
        }, Self.push)
      try await list.apply(.remove(0), Self.push)
      try await list.apply(.undo())
      #expect(list.snapshot.state.sectionCount == 0)
      try await list.apply(.redo())
      #expect(try list.snapshot.models(inSection: 0) == ["a", "theirs"])
      #expect(try list.snapshot.sectionModel(at: 0) == "theirs")
    }
  }

  /// A redo does not bring the section back that the undo has left, so the next undo leaves it as well.
  @Test func aSectionThatWasKeptIsThatOfOthers() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("a"))
      try await list.apply(.insert("x"), Self.push)
      try await list.apply(.undo())
      try await list.apply(.redo())
      try await list.apply(.remove(0), Self.push)
      #expect(try drawing(list) == "a")
      try await list.apply(.undo())
      #expect(try list.snapshot.itemIDs == [[]])
      try await list.apply(Changeset { $0.removeSection(at: 0) }, Self.push)
      // Its section is gone, which others have removed.
      try await list.apply(.redo())
      #expect(list.snapshot.state.sectionCount == 0)
    }
  }

  @Test func aRedoneRemovalLeavesTheSection() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(ListRows("a|bc").asInsertion, Self.push)
      try await list.apply(Changeset { $0.removeSection(at: 1) })
      try await list.apply(.undo())
      try await list.apply(Changeset { $0.insertItem("x", at: Self.path(1, 1)) }, Self.push)
      #expect(try drawing(list) == "a|bxc")
      let sections = list.snapshot.state.sectionIDs
      try await list.apply(.redo())
      #expect(try drawing(list) == "a|x")
      try await list.apply(.undo())
      #expect(try Set(list.snapshot.models(inSection: 1)) == ["b", "x", "c"])
      #expect(list.snapshot.state.sectionIDs == sections)
    }
  }

  @Test func itemsAreThoseOfTheChangeWhereverTheyStand() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("xy"), Self.push)
      try await list.apply(
        Changeset {
          $0.insertSection(at: 1)
          $0.insertItems(["a", "b"], at: Self.path(1, 0))
        })
      try await list.apply(
        Changeset {
          $0.moveItem(from: Self.path(0, 0), to: Self.path(1, 0))
          $0.moveItem(from: Self.path(1, 1), to: Self.path(0, 1))
        }, Self.push)
      #expect(try drawing(list) == "yb|xa")
      try await list.apply(.undo())
      #expect(try drawing(list) == "y|x")
      try await list.apply(.redo())
      // Each comes back to where it went from.
      #expect(try drawing(list) == "yb|xa")
      try await list.apply(
        Changeset { $0.moveItem(from: Self.path(1, 0), to: Self.path(0, 0)) }, Self.push)
      try await list.apply(.undo())
      #expect(try drawing(list) == "xy|")
    }
  }

  @Test func aMoveToANewSectionIsTakenBackWithoutTheSection() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"), Self.push)
      let regrouping = TextChange {
        $0.insertSection(at: 1, "new")
        $0.moveItem(from: Self.path(0, 1), to: Self.path(1, 0))
      }
      try await list.apply(regrouping)
      try await list.apply(Changeset { $0.insertItem("x", at: Self.path(1, 1)) }, Self.push)
      try await list.apply(.undo())
      #expect(try drawing(list) == "ab|x")
      #expect(try list.snapshot.sectionModels() == [nil, "new"])
      try await list.apply(.redo())
      #expect(try Set(list.snapshot.models(inSection: 1)) == ["b", "x"])
    }
  }

  @Test func aNewSectionGoesOnceItsItemsHaveMovedBack() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(.section("ab"), Self.push)
      try await list.apply(
        Changeset {
          $0.insertSection(at: 1)
          $0.moveItem(from: Self.path(0, 1), to: Self.path(1, 0))
        })
      try await list.apply(.insert("x"), Self.push)
      try await list.apply(.undo())
      #expect(try drawing(list) == "xab")
    }
  }

  /// It was in the list before, so that no undo takes it away.
  @Test func anItemThatCannotMoveBackKeepsItsNewSection() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(ListRows("ab|c").asInsertion, Self.push)
      try await list.apply(
        Changeset {
          $0.insertSection(at: 2)
          $0.moveItem(from: Self.path(0, 1), to: Self.path(2, 0))
        })
      try await list.apply(Changeset { $0.removeSection(at: 0) }, Self.push)
      try await list.apply(.undo())
      #expect(try drawing(list) == "c|b")
      try await list.apply(.redo())
      #expect(try drawing(list) == "c|b")
    }
  }

  @Test func aGroupLeavesTheSectionToOthersAlone() async throws {
    try await ListFile.withList { list, _ in
      let typing = ChangeAnnotation(group: "typing")
      try await list.apply(.section("a"), typing)
      try await list.apply(.insert("x"), Self.push)
      try await list.apply(.insert("b"), typing)
      #expect(try await list.apply(.undo()).count == 2)
      #expect(try drawing(list) == "x")
      #expect(try await list.apply(.redo()).count == 2)
      #expect(try Set(list.snapshot.models(inSection: 0)) == ["a", "b", "x"])
      try await list.apply(.undo())
      #expect(try drawing(list) == "x")
    }
  }

  @Test func theSectionStaysBetweenItsNeighbours() async throws {
    try await ListFile.withList { list, _ in
      try await list.apply(ListRows("p|q|r").asInsertion, Self.push)
      // Two sections are new, one is moved, and one is gone.
      try await list.apply(
        Changeset {
          $0.removeSection(at: 1)
          $0.moveSection(from: 2, to: 0)
          $0.insertSection(at: 1)
          $0.insertSection(at: 3)
          $0.insertItem("a", at: Self.path(1, 0))
          $0.insertItem("b", at: Self.path(3, 0))
        })
      #expect(try drawing(list) == "r|a|p|b")
      try await list.apply(Changeset { $0.insertItem("x", at: Self.path(1, 0)) }, Self.push)
      try await list.apply(.undo())
      #expect(Set(try drawing(list).split(separator: "|")) == ["x", "p", "q", "r"])
      #expect(try list.snapshot.state.violations().isEmpty)
      try await list.apply(.redo())
      #expect(Set(try drawing(list).split(separator: "|")) == ["xa", "p", "b", "r"])
    }
  }

  /// The header keeps the state that the change wrote, as the section keeps its model.
  @Test(arguments: [TreeKind.header, .footer])
  func modelsAndStatesOfTheSectionStay(kind: TreeKind) async throws {
    try await ListFile.withTrees { list, _ in
      let state = StateAssignment(
        tree: kind.at(0), scope: .counter("s"), state: .counter([7]))
      try await list.apply(TreeKind.item.rows("a"), states: [state])
      try await list.apply(.insert("x"), Self.push)
      try await list.apply(.undo())
      #expect(try list.snapshot.models(inSection: 0) == ["x"])
      #expect(try list.snapshot.sectionModels() == ["s"])
      #expect(try list.tree(1, kind)?.history("s") == [7])
      try await list.apply(.redo())
      #expect(try list.tree(1, kind)?.history("s") == [7])
    }
  }
}
