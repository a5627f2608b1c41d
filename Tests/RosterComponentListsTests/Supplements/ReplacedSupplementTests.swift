import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// New closures for headers and footers while the list is open.
@Suite("Supplements: other components") struct ReplacedSupplementTests {
  @Test func aHeaderThatIsNotMadeAnyMoreIsGoneWithItsState() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a", "b"))
      _ = try await list.apply(.actions([.tap], in: .header(of: .index(1))))
      let batch = try #require(
        try list.applySynchronously(
          .configuration(.header { text, _ in text == "b" ? nil : Node(Heading(text: text)) })
        ).batch)
      #expect(batch.supplements.lines == ["header 0: a", "header 1: none"])
      #expect(batch.supplementStates.map(\.line) == ["header of section 1 Heading"])
      #expect(batch.causes == [.change, .configuration] && batch.target.revision == 3)
    }
  }

  @Test func withoutAClosureTreesGoAndStatesStay() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a."))
      _ = try await list.apply(.actions([.tap], in: .footer(of: .index(0))))
      let gone = try #require(try await list.apply(.configuration(.footer(nil))).batch)
      #expect(gone.supplements.lines == ["footer 0: none"] && gone.supplementStates.isEmpty)
      #expect(try list.supplements().lines == ["header 0: a."])
      #expect(try await list.apply(.updateSection(0, "b.")).supplements.lines == ["header 0: b."])
      let back = try #require(
        try await list.apply(
          .configuration(.footer { text, _ in Node(Heading(text: "under \(text)")) })
        ).batch)
      #expect(!back.namesAllOutputs)
      #expect(try list.supplements().lines == ["header 0: b.", "footer 0: under b., tapped 1"])
    }
  }

  @Test func aListThatHadNeitherCanGetThem() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.headed("a"))
      #expect(try list.supplements().isEmpty)
      let batch = try #require(
        try await list.apply(
          .configuration(
            .header { text, _ in Node(Heading(text: text)) }, .components { _, _ in Row(text: "z") }
          )
        ).batch)
      #expect(!batch.namesAllOutputs)
      #expect(try list.supplements().lines == ["header 0: a"])
      let next = try await list.apply(TextChange { $0.insertSection(at: 1, "b") })
      #expect(next.supplements.lines == ["header 1: b"])
    }
  }

  /// New supplements get room, and removed ones lose theirs.
  @Test(arguments: [nil, WorkingRange(ahead: .items(2), behind: .items(2))])
  func roomFollowsTheClosures(range: WorkingRange?) async throws {
    try await HeadedSlabs.with(range) { list in
      _ = try await list.apply(
        TextChange {
          $0.insertSection(at: 0, "a")
          $0.insertItems(["10", "10"], at: ItemPath(section: 0, item: 0))
        })
      list.setViewport(Viewport(offset: 0, length: 20))
      await list.waitForWorkingRange()
      let batches = try list.batches()
      func offset() -> Double? {
        let extents: ListExtents = list.extents()
        return extents.offset(of: ItemPath(section: 0, item: 0))
      }
      let first = try list.enqueue(.configuration(.header { _, _ in Node(Slab(text: "25")) }))
      #expect(try await first.value.batch?.extents?.offset(of: .footer, ofSection: 0) == 45)
      #expect(offset() == 25)
      _ = try await batches.next()
      let none = try await list.apply(.configuration(.header(nil), .footer(nil))).batch
      #expect(none?.extents?.length == 20 && offset() == 0)
      _ = try await batches.next()
      let back = try await list.apply(.configuration(.header { _, _ in Node(Slab(text: "30")) }))
        .batch
      // Estimated, because it was never built.
      #expect(back?.extents?.offset(of: ItemPath(section: 0, item: 0)) == 4)
      await list.waitForWorkingRange()
      if range != nil {
        _ = try await batches.next()
        let told = try #require(try await batches.next())
        #expect(told.causes == .workingRange && told.supplements.count == 1)
        #expect(told.extents?.offset(of: ItemPath(section: 0, item: 0)) == 30)
      } else {
        #expect(try list.supplement(.header(of: .index(0)))?.size?.height == 30)
      }
      #expect(offset() == 30)
    }
  }
}
