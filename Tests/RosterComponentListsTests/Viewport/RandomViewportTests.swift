import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// The result of a split modification equals that of one built at once.
@Suite("Viewport: random histories", .fileOnly) struct RandomViewportTests {
  @Test(arguments: [0, 3, 4_096], 1..<5 as Range<UInt64>)
  func everyOutputComesOnceAndIsTheNewest(cachedOutputCountMax: Int, seed: UInt64) async throws {
    let splitting = Viewport.Splitting(outputCountMin: 2, chunkCountMax: 2)
    try await ListFile.withWall(splitting, cachedOutputCountMax: cachedOutputCountMax) { list, _ in
      let batches = try list.batches()
      var history = RandomHistory(seed: seed)
      for _ in 0..<60 {
        let offset = Double(history.random.index(below: 60))
        list.setViewport(
          history.random.index(below: 5) == 0
            ? nil : Viewport(offset: offset, length: Double(history.random.index(below: 30))))
        switch history.random.index(below: 8) {
        case 0: _ = try await list.apply(.reload())
        default: _ = try await list.apply(history.next())
        }
      }
      await list.close()
      var shown: [ItemID: String] = [:]
      var awaitedCount = 0
      var revision = 0
      var remainderCount = 0
      for batch in try await batches.collect() {
        let comment = "seed \(seed), revision \(batch.changes.targetRevision)"
        if batch.causes == .remainder {
          remainderCount += 1
          #expect(batch.changes.targetRevision == revision, "\(comment)")
          awaitedCount -= batch.items.count
          #expect(batch.awaitedOutputCount == awaitedCount, "\(comment)")
        } else {
          #expect(awaitedCount == 0, "\(comment)")
          awaitedCount = batch.awaitedOutputCount
        }
        revision = batch.changes.targetRevision
        for item in batch.items {
          shown[item.id] = item.output.views.first?.spec.attributes["size"]?.stringValue
        }
        if awaitedCount == 0 {
          for (id, model) in try batch.target.identifiedModels {
            #expect(shown[id] == model, "\(comment), \(id)")
          }
        }
      }
      #expect(awaitedCount == 0)
      #expect(remainderCount > 5, "seed \(seed)")
    }
  }
}
