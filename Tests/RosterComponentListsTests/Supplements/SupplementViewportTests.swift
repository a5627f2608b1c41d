import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What is visible next to headers and footers, which take up room.
@Suite("Supplements: viewport") struct SupplementViewportTests {
  /// A section with a header of this height, and some items of 10 points.
  private func section(_ items: Int) -> TextChange {
    TextChange {
      $0.insertSection(at: 0, "a")
      $0.insertItems(Array(repeating: "10", count: items), at: ItemPath(section: 0, item: 0))
    }
  }

  private func withHeader(
    _ height: Double, _ range: WorkingRange? = nil,
    _ body: (SlabList) async throws -> Void
  ) async throws {
    try await HeadedSlabs.with(range) { list in
      _ = try await list.apply(
        .configuration(
          .header { _, _ in Node(Slab(text: "\(height)")) },
          .footer { _, _ in Node(Slab(text: "7")) }))
      try await body(list)
    }
  }

  @Test func aHeaderThatFillsTheViewportLeavesNoItemVisible() async throws {
    try await withHeader(100) { list in
      list.setViewport(Viewport(offset: 0, length: 30))
      let batch = try await list.apply(section(50))
      #expect(batch.supplements.count == 2)
      #expect(batch.items.isEmpty && batch.awaitedOutputCount == 50)
    }
  }

  @Test func itemsBehindAHeaderAreVisibleByItsSize() async throws {
    try await withHeader(15) { list in
      list.setViewport(Viewport(offset: 0, length: 30))
      let batch = try await list.apply(section(50))
      #expect(batch.items.contains { $0.targetPath == ItemPath(section: 0, item: 1) })
      let extents: ListExtents = list.extents()
      #expect(
        try extents.items(in: Viewport(offset: 0, length: 30)) == [
          ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1),
        ])
      #expect(extents.length == 15 + 500 + 7)
      #expect(try extents.items(in: Viewport(offset: 0, length: 15)).isEmpty)
    }
  }

  @Test func aHeaderThatGrowsMovesTheItemsInItsBatch() async throws {
    try await withHeader(15) { list in
      list.setViewport(Viewport(offset: 0, length: 30))
      _ = try await list.apply(section(3))
      let outcome = try await list.apply(.actions([.raise(6)], in: .header(of: .index(0))))
      let batch = try #require(outcome.batch)
      #expect(batch.supplements.first?.formerSize?.height == 15)
      #expect(batch.supplements.first?.size?.height == 21)
      #expect(batch.extents?.offset(of: ItemPath(section: 0, item: 0)) == 21)
      #expect(batch.extents?.offset(of: .footer, ofSection: 0) == 51)
    }
  }

  @Test func aWorkingRangeByPointsCountsHeaders() async throws {
    let range = WorkingRange(ahead: .points(10), behind: .points(0))
    try await withHeader(100, range) { list in
      list.setViewport(Viewport(offset: 0, length: 95))
      _ = try await list.apply(section(50))
      await list.waitForWorkingRange()
      let batches = try list.batches()
      // The header ends at 100, so one item is at most 10 points away.
      list.setViewport(Viewport(offset: 1, length: 95))
      await list.waitForWorkingRange()
      list.setViewport(Viewport(offset: 90, length: 25))
      await list.waitForWorkingRange()
      await list.close()
      let shown = try await batches.collect().flatMap { $0.items.map(\.targetPath.item) }
      #expect(shown == [1, 2])
    }
  }

  /// Sections without items also have headers and footers.
  @Test func emptySectionsTakeRoom() async throws {
    try await withHeader(15) { list in
      _ = try await list.apply(.headed("a", "b", nil))
      list.setViewport(Viewport(offset: 0, length: 30))
      let extents: ListExtents = list.extents()
      // The last section has no model, so it has neither header nor footer.
      #expect(extents.length == 44)
      #expect(extents.offset(ofSection: 1) == 22)
      #expect(extents.extent(ofSection: 2) == 0)
      #expect(extents.item(at: 0) == nil)
      let visible = try extents.supplements(in: Viewport(offset: 20, length: 3))
      #expect(visible.map(\.description) == ["footer of section 1", "header of section 2"])
    }
  }
}
