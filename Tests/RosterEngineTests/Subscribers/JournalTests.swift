import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Batches that are read from the journal equal those that were published.
@Suite("Subscribers: journal") struct JournalTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func batchesFromTheJournalEqualTheLiveOnes(seed: UInt64) async throws {
    try await ListFile.with { file in
      let limits = DataSourceConfiguration(cachedModelCountMax: seed.isMultiple(of: 2) ? 4 : 10_000)
      let list = try file.openList(limits)
      let live = try list.batches()
      var history = RandomHistory(seed: seed)
      for number in 0..<40 {
        let annotation = ChangeAnnotation(
          origin: number.isMultiple(of: 3) ? nil : "origin \(number)",
          at: number.isMultiple(of: 5) ? "2026-01-31T10:00:00Z" : nil,
          userInfo: number.isMultiple(of: 2) ? [:] : ["n": .number(Double(number) / 2)])
        _ = try await list.apply(history.next(removesTwice: false), annotation)
      }
      let late = try list.batches(after: 0)
      await list.close()
      let published = try await live.collect().map { try BatchFacts($0) }
      #expect(published.count == 40)
      let fromHere = try await late.collect().map { try BatchFacts($0) }
      #expect(BatchFacts.difference(fromHere, published) == nil, "seed \(seed)")

      let reopened = try file.openList(limits)
      let again = try reopened.batches(after: 7)
      await reopened.close()
      let fromThere = try await again.collect().map { try BatchFacts($0) }
      #expect(BatchFacts.difference(fromThere, Array(published[7...])) == nil, "seed \(seed)")
    }
  }

  @Test func whatARemovalAbsorbsIsLeftOut() async throws {
    try await ListFile.withList { list, _ in
      _ = try await list.apply(.section("AB|CD|E"))
      let live = try await list.apply(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 0), "absorbed")
          $0.removeItem(at: ItemPath(section: 0, item: 0))
          $0.updateItem(at: ItemPath(section: 1, item: 0), "absorbed")
          $0.removeItem(at: ItemPath(section: 1, item: 1))
          $0.updateSection(at: 1, "absorbed")
          $0.removeSection(at: 1)
          $0.updateItem(at: ItemPath(section: 2, item: 0), "E2")
        })
      let batches = try list.batches(after: 1)
      let batch = try #require(try await batches.next())
      let facts = try BatchFacts(batch)
      #expect(facts.isReplayable)
      #expect(try facts.target == live.target.rows)
      #expect(facts.outputs == (try BatchFacts(live).outputs))
      let outline = batch.changes.changeset.outline
      #expect(outline.updatedItems == [ItemPath(section: 2, item: 0)])
      #expect(outline.removedItems == [ItemPath(section: 0, item: 0)])
      #expect(outline.updatedSections == [])
    }
  }
}
