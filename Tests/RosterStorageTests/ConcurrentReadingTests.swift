import Foundation
import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Snapshots: readers beside a writer")
struct ConcurrentReadingTests {
  @Test(arguments: StorageKind.all, 0..<3 as Range<UInt64>)
  func readersSeeTheRevisionThatTheyHoldWhileAWriterCommits(kind: StorageKind, seed: UInt64)
    async throws
  {
    let temporary = try kind.makeStorage(nil)
    var generator = RandomChangesets(seed: seed)
    generator.longestRun = 30
    var list = try CommittedList(temporary.list())
    try list.commit([
      newSection((0..<800).map { "\($0)" }), newSection(at: 1, (0..<500).map { "\($0)" }),
    ])
    try list.reopen()
    let snapshots = LatestSnapshot(list.state, list.naive)
    let storage = list.storage
    try await withThrowingTaskGroup(of: Void.self) { group in
      for reader in 0..<3 {
        group.addTask {
          try Self.read(snapshots, storage, SplitMix64(seed: seed &* 100 &+ UInt64(reader)))
        }
      }
      for _ in 0..<40 {
        try list.commit(1, from: &generator)
        snapshots.publish(list.state, list.naive)
      }
      snapshots.finish()
      try await group.waitForAll()
    }
    #expect(try list.difference() == nil, "seed \(seed)")
    #expect(try temporary.findings() == [], "seed \(seed)")
  }

  /// Reads from snapshots, from the first to the latest, until the writer is done.
  private static func read(
    _ snapshots: LatestSnapshot, _ storage: any ListStorage, _ random: SplitMix64
  ) throws {
    var random = random
    var held = [snapshots.first]
    var count = 0
    while count < 20 || !snapshots.isFinished {
      if random.happens(percent: 40) { held.append(snapshots.latest) }
      let (state, naive) = held[random.index(below: held.count)]
      guard state.sectionCount > 0 else { continue }
      let section = random.index(below: state.sectionCount)
      let rows = naive.sections[section]
      let start = random.index(below: rows.items.count)
      let items = try state.itemIDs(inSection: section, start..<start + 20)
      let expected = rows.items.dropFirst(start).prefix(20)
      #expect(items.map(\.rawValue) == expected.map(\.id), "revision \(state.revision)")
      let models = try storage.models(of: items, at: state.revision)
      #expect(models == expected.map { .text($0.model) }, "revision \(state.revision)")
      if let item = items.last {
        let path = try state.path(of: item)
        #expect(path == ItemPath(section: section, item: start + items.count - 1))
      }
      count += 1
    }
  }
}

/// The last state that a writer has committed, as the engine would publish it.
///
/// Unchecked because of its variables, which the lock guards.
private final class LatestSnapshot: @unchecked Sendable {
  typealias Snapshot = (state: ListState, naive: NaiveList<String, String>)

  let first: Snapshot
  private let lock = NSLock()
  private var snapshot: Snapshot
  private var hasFinished = false

  init(_ state: ListState, _ naive: NaiveList<String, String>) {
    first = (state, naive)
    snapshot = first
  }

  var latest: Snapshot { lock.withLock { snapshot } }
  var isFinished: Bool { lock.withLock { hasFinished } }

  func publish(_ state: ListState, _ naive: NaiveList<String, String>) {
    lock.withLock { snapshot = (state, naive) }
  }

  func finish() { lock.withLock { hasFinished = true } }
}
