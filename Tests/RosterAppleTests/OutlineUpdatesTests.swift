import RosterApple
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// What an outline view is told, carried out by arrays.
@Suite("Updates of outline views") struct OutlineUpdatesTests {
  /// The sections of an outline, and the items of those that are expanded.
  private struct Rows: Equatable {
    var sections: [SectionID]
    var items: [SectionID: [ItemID]] = [:]

    init(_ list: ListState, isExpanded: (SectionID) -> Bool) throws {
      sections = list.sectionIDs
      for (section, id) in sections.enumerated() where isExpanded(id) {
        items[id] = try (0..<list.itemCount(inSection: section)).compactMap {
          try list.itemID(at: ItemPath(section: section, item: $0))
        }
      }
    }

    /// Carries out a call, and takes what it inserts from the target, as a view that asks for it within the call.
    mutating func carryOut(_ call: OutlineUpdates.Call, in target: ListState) throws {
      switch call {
      case .removeSections(let ranges):
        for range in ranges.reversed() {
          for id in sections[range] { items[id] = nil }
          sections.removeSubrange(range)
        }
      case .insertSections(let ranges):
        for index in ranges.joined() { sections.insert(target.sectionIDs[index], at: index) }
      case .moveSection(let from, let to): sections.insert(sections.remove(at: from), at: to)
      case .removeItems(let ranges, let id):
        for range in ranges.reversed() { items[id]?.removeSubrange(range) }
      case .insertItems(let ranges, let id):
        let section = try #require(target.index(of: id))
        for index in ranges.joined() {
          let item = try target.itemID(at: ItemPath(section: section, item: index))
          items[id]?.insert(try #require(item), at: index)
        }
      case .moveItem(let from, let source, let to, let other):
        let item = items[source]?.remove(at: from)
        try #require(items[other] != nil)
        items[other]?.insert(try #require(item), at: to)
      }
    }
  }

  /// What is wrong with what a view is told of a batch; `nil` if nothing is.
  private static func finding(
    _ batch: ChangeBatch<String, String>, isExpanded: (SectionID) -> Bool
  ) throws -> String? {
    let updates = batch.outlineUpdates(isExpanded: isExpanded)
    var rows = try Rows(batch.source, isExpanded: isExpanded)
    for call in updates.calls { try rows.carryOut(call, in: batch.target) }
    // What comes is collapsed.
    let come = Set(updates.comeSections.map { batch.target.sectionIDs[$0] })
    let target = try Rows(batch.target) { isExpanded($0) && !come.contains($0) }
    if rows != target { return "\(updates.calls): \(rows) is shown, not \(target)" }
    // One call for all that go of a section, and one for all that come into it.
    var told: Set<String> = []
    for call in updates.calls {
      let kind: String
      switch call {
      case .removeItems(_, let id): kind = "remove \(id)"
      case .insertItems(_, let id):
        kind = "insert \(id)"
        if batch.source.index(of: id) == nil {
          return "\(updates.calls): a call for what comes with its section"
        }
      case .removeSections: kind = "remove"
      case .insertSections: kind = "insert"
      case .moveSection, .moveItem: continue
      }
      if !told.insert(kind).inserted { return "\(updates.calls): more calls than are needed" }
    }
    return nil
  }

  /// Items go and move, then sections go, move and come, and items come last.
  @Test func callsComeInThisOrder() throws {
    let list = try TrackedList(
      ListRows([.init(model: "A", items: ["a", "b", "c"]), .init(model: "B", items: ["d"])]))
    let (first, second) = (list.state.sectionIDs[0], list.state.sectionIDs[1])
    let changeset = Changeset<String, String> {
      $0.removeItem(at: ItemPath(section: 0, item: 0))
      $0.updateItem(at: ItemPath(section: 0, item: 2), "C")
      $0.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
      $0.moveSection(from: 1, to: 0)
      $0.insertItem("x", at: ItemPath(section: 1, item: 1))
    }
    let batch = try list.state.batch(of: changeset)
    let calls: [OutlineUpdates.Call] = [
      .removeItems([0..<1], in: first), .moveItem(1, from: first, to: 0, in: second),
      .moveSection(1, to: 0), .insertItems([1..<2], in: first),
    ]
    #expect(batch.outlineUpdates().calls == calls)
    #expect(batch.outlineUpdates().updatedItems == [ItemPath(section: 0, item: 0)])
    // Of a section that is collapsed, nothing is known of a move.
    let callsOfCollapsed: [OutlineUpdates.Call] = [
      .removeItems([0..<1, 2..<3], in: first), .moveSection(1, to: 0),
      .insertItems([0..<1], in: second), .insertItems([1..<2], in: first),
    ]
    let updates = batch.outlineUpdates(isExpanded: { $0 == second })
    #expect(updates.calls == callsOfCollapsed)
    // What is inserted shows its model already.
    #expect(updates.updatedItems == [])
  }

  /// Every changeset of up to two changes over small lists, with all sections expanded, the first, the others, and none.
  @Test(arguments: [[], [2, 1], [0, 2], [3], [1, 1, 1]])
  func outlinesShowTheTarget(counts: [Int]) throws {
    let (finding, count) = try SmallBatches(counts: counts).first { batch, _, _ in
      let ids = batch.source.sectionIDs
      for expanded in [0..<ids.count, 0..<min(1, ids.count), 1..<max(1, ids.count), 0..<0] {
        let open = Set(ids[expanded.clamped(to: ids.indices)])
        do {
          if let finding = try Self.finding(batch, isExpanded: open.contains) { return finding }
        } catch {
          return "\(error)"
        }
      }
      return nil
    }
    #expect(finding == nil)
    #expect(count > (counts.isEmpty ? 3 : 40))
  }

  /// Long seeded histories with many changes at once.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func outlinesFollowHistories(seed: UInt64) throws {
    var changes = RandomChangesets(seed: seed)
    var list = TrackedList()
    for step in 0..<60 {
      let changeset = changes.valid(for: list.naive.counts).changeset(models: "\(step) ")
      let batch = try list.state.batch(of: changeset)
      let open = Set(batch.source.sectionIDs.filter { _ in changes.random.happens(percent: 70) })
      #expect(
        try Self.finding(batch, isExpanded: open.contains) == nil, "seed \(seed), step \(step)")
      let offence = list.apply(changeset)
      try #require(offence == nil)
    }
  }
}
