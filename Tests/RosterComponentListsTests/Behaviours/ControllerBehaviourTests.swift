import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What the controllers of a list's items are told about its batches.
@Suite("Behaviours: controllers") struct ControllerBehaviourTests {
  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  /// Runs a test on a list of some rows and a renderer that has received them.
  private func withRenderer(
    of rows: [[String]], _ body: (RowList, ListRenderer) async throws -> Void
  ) async throws {
    try await ListFile.withRows { list, _ in
      let renderer = ListRenderer(list)
      let contents = ListRows<String, String>(rows.map { .init(items: $0) })
      try renderer.take(try await list.apply(contents.asInsertion))
      try await body(list, renderer)
    }
  }

  @Test func anUpdatedModelInvalidatesExactlyTheControllersOfWhatIsGone() async throws {
    try await withRenderer(of: [["ab"], ["a"]]) { list, renderer in
      #expect(
        renderer.lines() == [
          "row ab didInit", "a didInit", "b didInit", "row a didInit", "a didInit",
        ])
      try renderer.take(try await list.apply(.update(0, "bc")))
      #expect(renderer.lines() == ["c didInit", "a invalidate", "row bc willUpdate"])
    }
  }

  @Test func aStateUpdateInvalidatesTheControllersOfWhatItTakesAway() async throws {
    try await withRenderer(of: [["a"]]) { list, renderer in
      _ = renderer.lines()
      try renderer.take(try await list.apply(.actions([.toggle], in: .id(1))).batch)
      #expect(renderer.lines() == ["more didInit", "row a willUpdate"])
      try renderer.take(try await list.apply(.actions([.toggle], in: .id(1))).batch)
      #expect(renderer.lines() == ["more invalidate", "row a willUpdate"])
    }
  }

  @Test func removingAnItemInvalidatesItsControllersOnce() async throws {
    try await withRenderer(of: [["a", "b"]]) { list, renderer in
      _ = renderer.lines()
      try renderer.take(try await list.apply(.remove(0)))
      #expect(renderer.lines() == ["a invalidate", "row a invalidate"])
      renderer.host.removeAll()
      #expect(renderer.lines() == ["b invalidate", "row b invalidate"])
      renderer.host.removeAll()
      #expect(renderer.lines() == [])
    }
  }

  @Test func removingASectionInvalidatesTheControllersOfItsItemsOnce() async throws {
    try await withRenderer(of: [["a", "b"], ["c"]]) { list, renderer in
      _ = renderer.lines()
      let batch = try await list.apply(
        TextChange {
          $0.removeSection(at: 0)
          $0.removeItem(at: path(0, 0))
        })
      #expect(try batch.changes.removedItemIDs().map(\.rawValue) == [1, 2])
      try renderer.take(batch)
      #expect(
        renderer.lines() == [
          "a invalidate", "row a invalidate", "b invalidate", "row b invalidate",
        ])
    }
  }

  @Test func anItemThatIsMovedOutOfARemovedSectionKeepsItsControllers() async throws {
    try await withRenderer(of: [["a", "b"], ["c"]]) { list, renderer in
      _ = renderer.lines()
      try renderer.take(
        try await list.apply(
          TextChange {
            $0.removeSection(at: 0)
            $0.moveItem(from: path(0, 1), to: path(0, 0))
          }))
      #expect(renderer.lines() == ["a invalidate", "row a invalidate"])
      try renderer.take(try await list.apply(.update(0, "bd")))
      #expect(renderer.lines() == ["d didInit", "row bd willUpdate"])
    }
  }

  @Test func aControllerOfAnItemThatIsNotShownHasTheLatestComponent() async throws {
    try await withRenderer(of: [["a"]]) { list, renderer in
      for text in ["b", "c"] { try renderer.take(try await list.apply(.update(0, text))) }
      _ = renderer.lines()
      renderer.host.removeAll()
      #expect(renderer.lines() == ["c invalidate", "row c invalidate"])
    }
  }

  @Test func anUpdateOfAnItemThatIsNotShownGivesOnlyWillUpdate() async throws {
    try await withRenderer(of: [["a"]]) { list, renderer in
      _ = renderer.lines()
      try renderer.take(try await list.apply(.update(0, "aa")))
      #expect(renderer.lines().filter { $0.hasPrefix("row") } == ["row aa willUpdate"])
    }
  }

  @Test func movingItemsTellsTheirControllersNothing() async throws {
    try await withRenderer(of: [["a", "b", "c"]]) { list, renderer in
      #expect(renderer.lines().allSatisfy { $0.hasSuffix("didInit") })
      try renderer.take(try await list.apply(.move(0, to: 2)))
      #expect(renderer.lines() == [])
    }
  }

  @Test func anUpdateBehindAnInsertionIsToldToTheControllerOfTheSameItem() async throws {
    try await withRenderer(of: [["a", "b"]]) { list, renderer in
      for id in [1, 2] { renderer.host.prepareLayout(of: .item(ItemID(rawValue: id))) }
      _ = renderer.lines()
      let batch = try await list.apply(
        TextChange {
          $0.insertItem("x", at: path(0, 0))
          $0.updateItem(at: path(0, 1), "B")
        })
      try renderer.take(batch)
      for item in batch.items { renderer.host.prepareLayout(of: item.tree) }
      #expect(
        renderer.lines().filter { $0.hasPrefix("row") } == [
          "row x didInit", "row B willUpdate", "row x didPrepareLayout", "row B didPrepareLayout",
        ])
    }
  }

  @Test func anUpdateOfAShownItemIsBuiltOnceAndSurroundsTheRemount() async throws {
    try await withRenderer(of: [["a"]]) { list, renderer in
      let item = TreeID.item(ItemID(rawValue: 1))
      renderer.host.mount(.row, of: item)
      _ = renderer.lines()
      let batch = try await list.apply(.update(0, "b"))
      #expect(batch.items.count == 1)
      try renderer.take(batch)
      renderer.host.mount(.row, of: item)
      #expect(
        renderer.lines().filter { $0.hasPrefix("row") } == [
          "row b willUpdate", "row b didPrepareLayout", "row b willRemount", "row b didRemount",
          "row b didUpdate",
        ])
    }
  }
}
