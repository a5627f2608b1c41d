import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterPages

/// Sections that a page folds.
@Suite struct FoldingTests {
  private func state(_ counts: [Int]) throws -> ListState {
    try ListState().applying(ListRows(counts: counts).asInsertion).target
  }

  private func places(_ counts: [Int], folded: Set<Int> = []) -> [TreePlace] {
    counts.enumerated().flatMap { section, count -> [TreePlace] in
      [.supplement(.header, ofSection: section)]
        + (0..<(folded.contains(section) ? 0 : count)).map {
          .item(ItemPath(section: section, item: $0))
        }
        + [.supplement(.footer, ofSection: section)]
    }
  }

  /// Calls a closure for each way to fold the sections of each small list.
  private func forEachFolding(
    _ body: (_ counts: [Int], _ folded: Set<Int>, _ shown: RowSlots) throws -> Void
  ) throws {
    for (length, shapeCount) in [1, 3, 9, 27].enumerated() {
      for shape in 0..<shapeCount {
        let counts = [1, 3, 9].prefix(length).map { shape / $0 % 3 }
        let state = try state(counts)
        for choice in 0..<(1 << length) {
          let folded = Set((0..<length).filter { choice >> $0 & 1 == 1 })
          for isOfAll in [false, true] {
            let named = (0..<length).filter { folded.contains($0) != isOfAll }
            let folding = Folding(
              isOfAll: isOfAll, sections: Set(named.compactMap(state.sectionID(at:))))
            try body(counts, folded, RowSlots(state, folding))
          }
        }
      }
    }
  }

  @Test func foldedItemsHaveNoSlots() throws {
    try forEachFolding { counts, folded, shown in
      let all = places(counts)
      let places = places(counts, folded: folded)
      #expect(shown.slotCount == places.count, "\(counts), \(folded)")
      for slot in -2..<places.count + 2 {
        let place = places.indices.contains(slot) ? places[slot] : nil
        #expect(shown.place(atSlot: slot) == place, "\(counts), \(folded), slot \(slot)")
        let end = place.flatMap(all.firstIndex(of:)) ?? (slot < 0 ? 0 : all.count)
        let before = all[..<end].count { $0.path != nil }
        #expect(
          shown.itemCount(beforeSlot: slot) == before, "\(counts), \(folded), slot \(slot)")
      }
      for place in all {
        #expect(
          shown.slot(of: place) == places.firstIndex(of: place), "\(counts), \(folded), \(place)")
      }
    }
  }

  @Test func rangesOfSlotsLeaveFoldedItemsOut() throws {
    try forEachFolding { counts, folded, shown in
      let places = places(counts, folded: folded)
      for start in -1...places.count + 1 {
        for end in start...places.count + 2 {
          let rows = try shown.rows(inSlots: start..<end)
          let expected = places.indices.filter { (start..<end).contains($0) }.map { places[$0] }
          #expect(rows.map(\.place) == expected, "\(counts), \(folded), \(start)..<\(end)")
          let foldedCounts = expected.map { place -> Int? in
            let section = place.section
            let isFolded =
              place == .supplement(.header, ofSection: section) && folded.contains(section)
            return isFolded ? counts[section] : nil
          }
          #expect(rows.map(shown.foldedCount) == foldedCounts)
        }
      }
    }
  }

  // MARK: Sessions

  /// Sections of 3, 2 and 4 items: i1 to i3, i4 and i5, i6 to i9.
  private func with(_ body: (Stand, Client) async throws -> Void) async throws {
    let stand = try Stand()
    try await stand.fill([3, 2, 4])
    let client = try stand.connect()
    try await client.take()
    try await body(stand, client)
    await stand.close()
  }

  private func keys(_ client: Client) -> String {
    client.page.rows.map(\.key).joined(separator: " ")
  }

  @Test func aFoldedSectionIsItsHeader() async throws {
    try await with { stand, client in
      try client.send(["folded": ["sections": ["h2"]]])
      try await client.take()
      #expect(keys(client) == "h1 i1 i2 i3 f1 h2 f2 h3 i6 i7 i8 i9 f3")
      #expect(client.page.rows[5].content == ["model": ["name": "section 1"], "folded": 2])
      #expect(client.page.int("slots") == 13)
      #expect(client.page.int("items") == 9)
      // It follows the list.
      try await stand.apply(
        JSONChange { $0.insertItem(["text": "new"], at: ItemPath(section: 1, item: 0)) })
      try await client.take()
      #expect(client.page.receivedKeys == ["h2"])
      #expect(client.page.rows[5].content["folded"] == 3)
      try client.send(["folded": ["sections": []]])
      try await client.take()
      #expect(keys(client) == "h1 i1 i2 i3 f1 h2 i10 i4 i5 f2 h3 i6 i7 i8 i9 f3")
      #expect(client.page.rows[5].content == ["model": ["name": "section 1"]])
    }
  }

  @Test func allSectionsAreFoldedButForSome() async throws {
    try await with { _, client in
      try client.send(["folded": ["all": true, "sections": ["h3"]]])
      try await client.take()
      #expect(keys(client) == "h1 f1 h2 f2 h3 i6 i7 i8 i9 f3")
      let found = try await client.ask(1, ["find": ["text": "0.1"]])
      #expect(found["found"] == ["key": "i2", "slot": 0, "item": 0])
      let item = try await client.ask(2, ["seek": ["item": 6]])
      #expect(item["sought"] == ["key": "i7", "slot": 6])
    }
  }

  @Test func theHeaderOfAFoldedAnchorComesIntoTheWindow() async throws {
    try await with { _, client in
      try client.send([
        "window": ["first": 6, "count": 3], "anchor": ["key": "i5", "slot": 7], "shown": 1,
      ])
      try await client.take()
      #expect(keys(client) == "i4 i5 f2")
      try client.send(["folded": ["sections": ["h2"]]])
      try await client.take()
      #expect(keys(client) == "f1 h2 f2")
    }
  }

  @Test func anAnchorStaysWhenSectionsAboveItAreFolded() async throws {
    try await with { _, client in
      try client.send([
        "window": ["first": 10, "count": 3], "anchor": ["key": "i7", "slot": 11], "shown": 1,
      ])
      try await client.take()
      #expect(keys(client) == "i6 i7 i8")
      try client.send(["folded": ["sections": ["h1"]]])
      try await client.take()
      #expect(keys(client) == "i6 i7 i8")
      #expect(client.page.first == 7)
      #expect(client.page.int("item") == 5)
    }
  }

  @Test func theHeaderThatIsPressedStays() async throws {
    try await with { _, client in
      try client.send(["folded": ["sections": ["h1", "h2"]]])
      try client.send([
        "window": ["first": 8, "count": 3], "anchor": ["key": "i6", "slot": 10], "shown": 1,
      ])
      try await client.take()
      #expect(client.page.first == 3)
      #expect(keys(client) == "f2 h3 i6")
      try client.send(["folded": ["sections": ["h1"]], "anchor": ["key": "h2", "slot": 2]])
      try await client.take()
      #expect(client.page.first == 1)
      #expect(keys(client) == "f1 h2 i4")
    }
  }

  @Test func aPageThatComesBackFindsItsSectionsFolded() async throws {
    try await with { stand, _ in
      let client = try stand.connect(first: 5, count: 3, folded: ["sections": ["h2"]])
      try await client.take()
      #expect(keys(client) == "h2 f2 h3")
      let again = try stand.connect(
        first: 5, count: 3, place: ("i4", 6), folded: ["sections": ["h2"]])
      try await again.take()
      #expect(keys(again) == "f1 h2 f2")
      #expect(again.page.update["place"] == ["key": "h2", "slot": 5])
    }
  }

  @Test func aPageThatDoesNotReadFoldsABoundedNumberOfTimes() async throws {
    try await with { _, client in
      // Of foldings one behind the other, the last one counts.
      for number in 1...1_000 {
        try client.send(["folded": ["sections": [number == 1_000 ? "h2" : "h1"]]])
      }
      try await client.take()
      #expect(keys(client) == "h1 i1 i2 i3 f1 h2 f2 h3 i6 i7 i8 i9 f3")
      func foldAndScroll() throws(PageError) {
        try client.send(["folded": ["sections": ["h1"]]])
        try client.send(["window": ["first": 0, "count": 20]])
      }
      for _ in 1...64 { try foldAndScroll() }
      let error = #expect(throws: PageError.self) { try foldAndScroll() }
      #expect(error?.code == .busy)
    }
  }

  @Test(arguments: [
    #"{"folded":5}"#, #"{"folded":{}}"#, #"{"folded":{"sections":["i1"]}}"#,
    #"{"folded":{"sections":["f1"]}}"#, #"{"folded":{"sections":"h1"}}"#,
    #"{"folded":{"all":1,"sections":[]}}"#,
  ])
  func whatFoldsNoSectionsEndsTheSession(message: String) throws {
    let error = #expect(throws: PageError.self) { try PageMessage(Array(message.utf8)) }
    #expect(error?.code == .malformed)
  }

  @Test func aPageNamesABoundedNumberOfSections() throws {
    let keys = (1...1_001).map { "\"h\($0)\"" }.joined(separator: ",")
    let error = #expect(throws: PageError.self) {
      try PageMessage(Array(#"{"folded":{"sections":[\#(keys)]}}"#.utf8))
    }
    #expect(error?.code == .tooLarge)
  }
}
