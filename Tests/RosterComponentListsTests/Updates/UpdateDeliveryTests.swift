import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Updates that subscribers get late.
@Suite("Updates: delivery") struct UpdateDeliveryTests {
  @Test(arguments: TreeKind.allCases)
  func aSubscriberThatLagsGetsTheTreeFromTheJournal(kind: TreeKind) async throws {
    let limits = DataSourceConfiguration(subscriberBufferCountMax: 1)
    try await ListFile.withTrees(limits) { list, _ in
      _ = try await list.apply(kind.rows("a"))
      let batches = try list.batches()
      _ = try await list.add(3, to: "a", in: kind.id(1)).value
      for _ in 0..<2 { _ = try await list.apply(kind.insert("x", at: 1)) }
      await list.close()
      let received = try await batches.collect()
      #expect(received.map(\.target.revision) == [2, 3, 4])
      #expect(received.first?.outputs.map(\.tree) == [kind.tree(1)])
      #expect(received.first?.outputs.histories("a") == [[3]])
      #expect(received.first?.states.map(\.state) == [.counter([3])])
    }
  }

  /// The batches are merged from the buffer, or from the journal.
  @Test(arguments: TreeKind.allCases, [1, 5])
  func aMergedBatchHasTheLastStateOfEachTree(kind: TreeKind, updateCount: Int) async throws {
    let limits = DataSourceConfiguration(subscriberBufferCountMax: 2)
    try await ListFile.withTrees(limits) { list, _ in
      _ = try await list.apply(kind.rows("ab"))
      let batches = try list.batches(delivery: .merged)
      let numbers = Array(1...updateCount)
      for number in numbers { _ = try await list.add(number, to: "a", in: kind.id(1)).value }
      _ = try await list.add(7, to: "b", in: kind.id(2)).value
      await list.close()
      let received = try await batches.collect()
      #expect(received.count == 1)
      #expect(received.first?.outputs.map(\.tree) == [kind.tree(1), kind.tree(2)])
      #expect(received.first?.outputs.histories("a") == [numbers, nil])
      #expect(received.first?.outputs.histories("b") == [nil, [7]])
      #expect(received.first?.states.map(\.state) == [.counter(numbers), .counter([7])])
    }
  }
}
