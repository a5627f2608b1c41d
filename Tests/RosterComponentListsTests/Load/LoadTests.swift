import Foundation
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Eight writers, eight subscribers, two readers and a moving viewport, all at once. The thread
/// sanitizer must not find anything.
@Suite("Load", .fileOnly) struct LoadTests {
  private static let stepCount =
    ProcessInfo.processInfo.environment["ROSTER_CONFORMANCE"] == nil ? 30 : 600

  private static func configuration(seed: UInt64) -> DataSourceConfiguration {
    // Small limits, so that trees are built again and, for some seeds, subscribers lag.
    var configuration = DataSourceConfiguration(
      groupCountMax: 4, cachedModelCountMax: 16,
      subscriberBufferCountMax: seed.isMultiple(of: 2) ? 8 : 1_024)
    configuration.components.layout = .width(50)
    configuration.components.cachedOutputCountMax = 24
    configuration.components.splitting = Viewport.Splitting(outputCountMin: 4, chunkCountMax: 4)
    return configuration
  }

  private func openTiles(_ file: ListFile, seed: UInt64) throws -> TileList {
    try TileList(
      storage: file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: Self.configuration(seed: seed)
    ) { text, _ in Tile(text: text) }
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func allSubscribersSeeEverythingOnceAndInOrder(seed: UInt64) async throws {
    try await ListFile.with { file in
      let list = try openTiles(file, seed: seed)
      let subscribers = try subscribe(list, seed: seed)
      try await list.apply(
        ListRows([
          .init(model: "pins", items: (1...LoadWriter.pinCount).map { "pin.\($0)/0" }),
          .init(model: "rows", items: []),
        ]).asInsertion)
      let account = try await write(list, seed: seed)
      await list.close()
      let all = try await subscribers.value
      try check(all, account, list, seed: seed)
      let reopened = try openTiles(file, seed: seed)
      #expect(try reopened.snapshot.rows == list.snapshot.rows, "seed \(seed)")
      await reopened.close()
    }
  }

  // MARK: Parts

  private func subscribe(
    _ list: TileList, seed: UInt64
  ) throws -> Task<[LoadSubscriber], any Error> {
    let subscribers = try LoadSubscriber.Kind.allCases.map { kind in
      let start: Revision? = kind == .fromTheStart || kind.isWandering ? 0 : nil
      return (
        LoadSubscriber(list, kind, seed: seed),
        try list.batches(after: start, delivery: kind.delivery)
      )
    }
    return Task {
      try await withThrowingTaskGroup(of: LoadSubscriber.self) { group in
        for (subscriber, batches) in subscribers {
          group.addTask {
            var subscriber = subscriber
            try await subscriber.run(batches)
            return subscriber
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
  }

  private func write(_ list: TileList, seed: UInt64) async throws -> LoadWriter.Account {
    let readers = Task { try await read(list, seed: seed) }
    let account = try await withThrowingTaskGroup(of: LoadWriter.Account.self) { group in
      for kind in LoadWriter.Kind.allCases {
        group.addTask {
          var writer = LoadWriter(list, kind, seed: seed)
          return try await writer.run(stepCount: Self.stepCount)
        }
      }
      return try await group.reduce(into: LoadWriter.Account()) { $0.add($1) }
    }
    readers.cancel()
    try await readers.value
    return account
  }

  /// Reads the published list and moves the viewport, until it is cancelled.
  private func read(_ list: TileList, seed: UInt64) async throws {
    try await withThrowingTaskGroup { group in
      for reader in 0..<2 as Range<UInt64> {
        group.addTask {
          var random = SplitMix64(seed: seed &* 7 &+ reader)
          while !Task.isCancelled {
            let snapshot = list.snapshot
            #expect(try snapshot.rows.counts == snapshot.state.itemCounts)
            let earlier = Revision(random.index(below: snapshot.revision))
            #expect(try list.snapshot(at: earlier).revision == earlier)
            _ = try list.outputs(inSection: 1, 0..<random.index(below: 20))
            _ = try list.output(of: ItemID(rawValue: 1 + random.index(below: 50)))
            await Task.yield()
          }
        }
      }
      group.addTask {
        var random = SplitMix64(seed: seed)
        while !Task.isCancelled {
          list.setViewport(Viewport(offset: Double(random.index(below: 300)), length: 60))
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Facts

  private func check(
    _ subscribers: [LoadSubscriber], _ account: LoadWriter.Account, _ list: TileList, seed: UInt64
  ) throws {
    let rows = try list.snapshot.rows
    let last = list.snapshot.revision
    var changes = account.changes
    for subscriber in subscribers {
      #expect(subscriber.rows == rows, "seed \(seed), \(subscriber.kind)")
      #expect(subscriber.revision == last, "seed \(seed), \(subscriber.kind)")
      #expect(
        subscriber.counts.values.reduce(0, +) == account.added,
        "seed \(seed), \(subscriber.kind)")
      #expect(subscriber.batchCount > 0)
      #expect(subscriber.made == subscriber.seen || subscriber.kind.delivery == .merged)
      changes += subscriber.made
    }
    // Each revision is the outcome of one writer's modification, and none is lost.
    #expect(Set(changes).count == changes.count, "seed \(seed)")
    #expect(account.updates.isDisjoint(with: changes), "seed \(seed)")
    #expect(account.updates.union(changes) == Set(2...last), "seed \(seed)")
    #expect(account.refusalCount < changes.count, "seed \(seed)")
    print(
      "load \(seed): \(last) revisions, \(changes.count) changes, \(account.added) updates, "
        + "\(account.refusalCount) refused, batches "
        + subscribers.map { "\($0.kind) \($0.batchCount)" }.sorted().joined(separator: ", "))
  }
}
