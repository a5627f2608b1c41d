import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Headers and footers of sections that are inserted, updated, moved and removed.
@Suite("Supplements") struct SupplementTests {
  @Test func aListWithoutHeadersHasNoneToReloadOrToRead() async throws {
    try await ListFile.withRows { list, _ in
      _ = try await list.apply(.section("a"))
      let header = TreeReference.header(of: .index(0))
      let reload = try list.enqueue(.reload(.trees([header])))
      let error = await #expect(throws: DataSourceError.self) { _ = try await reload.value }
      #expect("\(String(describing: error))".contains("header of section at 0"))
      #expect(try list.output(of: header)?.tree == nil)
    }
  }

  @Test func insertedSectionsBringTheirHeadersAndFooters() async throws {
    try await ListFile.withHeadedRows { list, _ in
      let batch = try await list.apply(.headed("a.", "-b", nil, "c"))
      #expect(
        batch.supplements.lines == [
          "header 0: a.", "footer 0: end of a.", "header 3: c",
        ])
      #expect(
        try list.supplements().lines == ["header 0: a.", "footer 0: end of a.", "header 3: c"])
      #expect(try list.supplements(inSections: 1..<4).lines == ["header 3: c"])
      #expect(try list.supplement(.footer(of: .index(0)))?.line == "footer 0: end of a.")
      #expect(try list.supplement(.header(of: .index(1))) == nil)
      #expect(try list.supplement(.header(of: .index(9))) == nil)
      #expect(try list.supplement(.header(of: .id(SectionID(rawValue: 4))))?.line == "header 3: c")
    }
  }

  @Test func aListWithoutThemHasNone() async throws {
    try await ListFile.withRows { list, _ in
      let batch = try await list.apply(.headed("a"))
      #expect(batch.supplements.isEmpty)
      #expect(try list.supplements().isEmpty)
      await #expect {
        try await list.apply(.actions([.tap], in: .header(of: .index(0))))
      } throws: { error in
        if case DataSourceError.noSuchSupplement = error { true } else { false }
      }
    }
  }

  @Test func anUpdatedModelBringsAnotherHeaderOrNone() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a", "b"))
      let renamed = try await list.apply(.updateSection(1, "c."))
      #expect(renamed.supplements.lines == ["header 1: c.", "footer 1: end of c."])
      let without = try await list.apply(.updateSection(1, "-c"))
      #expect(without.supplements.lines == ["header 1: none", "footer 1: none"])
      #expect(try list.supplements().lines == ["header 0: a"])
      let unnamed = try await list.apply(.updateSection(0, nil))
      #expect(unnamed.supplements.lines == ["header 0: none", "footer 0: none"])
      #expect(try list.supplements().isEmpty)
    }
  }

  @Test func aHeaderStaysWithItsSectionWhereverThatMoves() async throws {
    try await ListFile.with { file in
      let built = Recorder<String>()
      let list = try file.openHeadedRows(built: built)
      _ = try await list.apply(.headed("a", "b", "c"))
      let count = built.values.count
      let batch = try await list.apply(
        TextChange {
          $0.moveSection(from: 2, to: 0)
          $0.removeSection(at: 0)
          $0.insertSection(at: 2, "d")
          $0.updateSection(at: 1, "B")
        })
      #expect(
        batch.supplements.lines == [
          "header 1: B", "footer 1: none", "header 2: d",
        ])
      #expect(built.values.count == count + 2)
      #expect(try list.supplements().lines == ["header 0: c", "header 1: B", "header 2: d"])
      #expect(built.values.count == count + 2)
      await list.close()
    }
  }

  @Test func changesOfItemsBringNoHeaders() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a"))
      #expect(try await list.apply(.insert("x")).supplements.isEmpty)
      #expect(try await list.apply(.update(0, "y")).supplements.isEmpty)
    }
  }

  @Test func severalChangesOfACommitGoOnFromEachOther() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openHeadedRows(.laidOut, storage)
      let batches = try list.batches()
      let gate = storage.stop(.commit)
      let first = try list.enqueue(.headed("x"))
      await gate.arrival()
      // These changes wait, and are committed together.
      let changes = try [
        list.enqueue(.headed("a")), list.enqueue(.updateSection(0, "ab")),
        list.enqueue(.updateSection(0, "-")), list.enqueue(.updateSection(0, "abc")),
      ]
      gate.open()
      _ = try await first.value
      for change in changes { _ = try await change.value }
      await list.close()
      let headers = try await batches.collect().map { batch in
        batch.supplements.filter { $0.id.kind == .header }.map { supplement in
          "\(supplement.line), was \(supplement.formerSize.map { "\(Int($0.width))" } ?? "none")"
        }
      }
      #expect(
        headers == [
          ["header 0: x, 1x1, was none"], ["header 0: a, 1x1, was none"],
          ["header 0: ab, 2x1, was 1"], ["header 0: none, was 2"],
          ["header 0: abc, 3x1, was none"],
        ])
    }
  }

  // MARK: Histories

  @Test func aReopenedListHasItsHeaders() async throws {
    try await ListFile.with { file in
      let writer = try file.openHeadedRows()
      _ = try await writer.apply(.headed("a", "b."))
      await writer.close()
      let list = try file.openHeadedRows()
      #expect(
        try list.supplements().lines == ["header 0: a", "header 1: b.", "footer 1: end of b."])
      let update = try await list.apply(.updateSection(0, "c"))
      #expect(update.supplements.lines == ["header 0: c", "footer 0: none"])
      await list.close()
    }
  }

  @Test func anUndoBringsHeadersBack() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a", "b"))
      _ = try await list.apply(.updateSection(0, "c"))
      _ = try await list.apply(TextChange { $0.removeSection(at: 0) })
      #expect(try list.supplements().lines == ["header 0: b"])
      let returned = try #require(try await list.apply(.undo()).first)
      #expect(returned.supplements.lines == ["header 0: c"])
      #expect(returned.supplements.map(\.id.section.rawValue) == [1])
      let renamed = try #require(try await list.apply(.undo()).first)
      #expect(renamed.supplements.lines == ["header 0: a", "footer 0: none"])
      #expect(try list.supplements().lines == ["header 0: a", "header 1: b"])
    }
  }

  @Test func aSnapshotBringsTheHeadersThatAreOthers() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a", "b"))
      let batch = try await list.apply(
        .contents(
          TextContents([
            .init(model: "b", items: []), .init(model: "A", items: []),
            .init(model: "c", items: []),
          ]), by: .byLetter))
      #expect(
        batch.supplements.lines == [
          "header 1: A", "footer 1: none", "header 2: c",
        ])
      #expect(try list.supplements().lines == ["header 0: b", "header 1: A", "header 2: c"])
    }
  }

  @Test func theHeadersOfOtherWritersAreShown() async throws {
    try await ListFile.with { file in
      var configuration = DataSourceConfiguration.laidOut
      configuration.isShared = true
      let one = try file.openHeadedRows(configuration)
      let other = try file.openHeadedRows(configuration)
      let batches = try other.batches()
      _ = try await one.apply(.headed("a", "b"))
      try await other.publishes(1)
      #expect(try other.supplements().lines == ["header 0: a, 1x1", "header 1: b, 1x1"])
      _ = try await one.apply(.updateSection(0, "abc"))
      _ = try await one.apply(TextChange { $0.removeSection(at: 1) })
      try await other.publishes(3)
      #expect(try other.supplements().lines == ["header 0: abc, 3x1"])
      await other.close()
      let received = try await batches.collect()
      #expect(
        received.map { $0.supplements.lines.filter { $0.hasPrefix("header") } } == [
          ["header 0: a, 1x1", "header 1: b, 1x1"], ["header 0: abc, 3x1"], [],
        ])
      await one.close()
    }
  }
}
