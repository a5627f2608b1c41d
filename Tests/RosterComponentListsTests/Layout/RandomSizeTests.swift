import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// The sizes that batches report add up to the size of everything.
@Suite("Layout: random histories", .fileOnly) struct RandomSizeTests {
  /// The sizes that a subscriber to every batch knows.
  private struct KnownSizes {
    var sizes: [TreeID: Size] = [:]

    mutating func take(_ changed: [ChangedSize], _ comment: String) {
      for size in changed {
        #expect(sizes[size.tree] == size.from, "\(comment)")
        sizes[size.tree] = size.to
      }
      #expect(
        changed.map(\.targetPlace) == changed.map(\.targetPlace).sorted(), "\(comment)")
    }
  }

  @Test(arguments: [0, 3, 4_096], 1..<5 as Range<UInt64>)
  func sizesAreWhatModelsAndStatesMakeThem(cachedOutputCountMax: Int, seed: UInt64) async throws {
    let configuration = DataSourceConfiguration.width(
      3, cachedOutputCountMax: cachedOutputCountMax)
    try await ListFile.withPoems(configuration) { list, _ in
      var history = RandomHistory(seed: seed)
      var known = KnownSizes()
      var width = 3
      for step in 0..<60 {
        let comment = "seed \(seed), step \(step)"
        let items = history.list.itemIDs.flatMap { $0 }
        switch history.random.index(below: 6) {
        case 0 where cachedOutputCountMax == 4_096:
          width = 1 + history.random.index(below: 6)
          known.take(
            try await list.apply(.configuration(.layout(.width(width)))).batch?.sizes ?? [], comment
          )
        case 1, 2:
          guard let item = items.randomElement(using: &history.random) else { continue }
          let batch = try await list.extend(item).value.batch
          try history.take(TextChange())
          known.take(try #require(batch).sizes, comment)
        default:
          known.take(try await list.apply(history.next()).sizes, comment)
        }
        for (item, text) in try list.snapshot.identifiedModels {
          let tree = try #require(try list.output(of: item))
          let repetitions = try #require(tree.state(of: Poem.self, at: .poem)?.repetitions)
          let height = (text.count + width - 1) / width * repetitions
          let size = Size(width: Double(width), height: Double(height))
          #expect(tree.layout?.size == size, "\(comment)")
          #expect(known.sizes[.item(item)] == size, "\(comment)")
        }
      }
    }
  }
}
