import Foundation
import GRDB
import RosterCore
import RosterEngine
import RosterStore
import RosterTestKit
import RosterTestSupport

/// A day of traffic in miniature on one list: writers of two data sources, undo, followers, one of
/// them slow, a process that follows and whose output stays unread, and compaction by retention. What
/// it takes must come to rest.
package struct LoadAttack: Sendable {
  typealias List = ListDataSource<String, String, Never>

  private let seed: UInt64
  private let changeCount: Int
  private let holdsTransaction: Bool

  /// - Parameters:
  ///   - changeCount: How many changes each writer makes between two samples.
  ///   - holdsTransaction: Whether a reader begins a transaction and never ends it, which prevents
  ///     checkpoints: a defect that the attack must find.
  package init(seed: UInt64, changeCount: Int = 40, holdsTransaction: Bool = false) {
    self.seed = seed
    self.changeCount = changeCount
    self.holdsTransaction = holdsTransaction
  }

  /// Runs the load.
  ///
  /// - Parameter goesOn: Returns whether to take another sample, given their number so far.
  /// - Returns: What was measured.
  package func run(while goesOn: (Int) -> Bool) async throws -> [LoadSeries] {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "load.sqlite")
    let (one, other) = (try open(path), try open(path))
    let reader = holdsTransaction ? try HeldTransaction(path: path) : nil
    let followers = try [(one, BatchDelivery.every, 0), (other, .merged, 0), (other, .merged, 50)]
      .map { list, delivery, pause in
        let batches = try list.batches(delivery: delivery)
        return Task { try await Self.follow(batches, pause: pause) }
      }
    var writers = [
      LoadWriter(one, seed: seed, isUndoing: true), LoadWriter(one, seed: seed &+ 1),
      LoadWriter(other, seed: seed &+ 2),
    ]
    var samples: [ProcessSample] = []
    var follower: ChildProgram?
    while goesOn(samples.count) {
      writers = try await withThrowingTaskGroup { group in
        for writer in writers {
          group.addTask {
            var writer = writer
            try await writer.write(changeCount)
            return writer
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      samples.append(ProcessSample(path: path))
      if follower == nil { follower = try Self.stuckFollower(path) }
    }
    follower?.kill()
    _ = try follower?.lines()
    reader?.end()
    // The last revision is that of one of the writers, whose list has it already.
    let revision = max(one.snapshot.revision, other.snapshot.revision)
    for list in [one, other] { try await list.follow(to: revision) }
    await one.close()
    await other.close()
    let rows = try one.snapshot.models(inSection: 0)
    for follower in followers {
      guard try await follower.value == rows else {
        throw LoadFailure(description: "a follower does not see what the list holds")
      }
    }
    return Self.series(samples)
  }

  private func open(_ path: String) throws -> List {
    var configuration = DataSourceConfiguration(
      cachedModelCountMax: 1_000, subscriberBufferCountMax: 64)
    configuration.isShared = true
    // More revisions than a follower may lag.
    configuration.retention = JournalRetention(revisionCountMax: 1_000)
    configuration.compactionInterval = 64
    guard let list = try SQLiteStore(path: path).list(named: "main") else {
      throw StorageError(.failed, "the list cannot be created")
    }
    return try List(
      storage: list, codec: JSONModelCodec<String>(), sectionCodec: JSONModelCodec<String>(),
      configuration: configuration)
  }

  /// A process that prints commits until its output is full, because no process reads it.
  private static func stuckFollower(_ path: String) throws -> ChildProgram {
    let follower = try ChildProgram(
      "roster", ["follow", path, "--list", "main", "--after", "0", "--output", "ndjson"])
    follower.wait(forLines: 1)
    return follower
  }

  /// Keeps a copy of the first section.
  ///
  /// - Parameter pause: How long it takes to show a batch, in milliseconds.
  private static func follow(
    _ batches: BatchSequence<String, String, Never>, pause: Int
  ) async throws -> [String] {
    var rows = ListRows<String, String>()
    for try await batch in batches {
      rows = try rows.applying(batch.changes.operations)
      if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
    }
    return rows.sections.first?.items ?? []
  }

  private static func series(_ samples: [ProcessSample]) -> [LoadSeries] {
    let megabytes = "MB"
    return [
      LoadSeries(
        "memory", unit: megabytes, tolerance: 8, values: samples.compactMap(\.memory)),
      LoadSeries("database", unit: megabytes, tolerance: 0.25, values: samples.map(\.database)),
      LoadSeries("write-ahead log", unit: megabytes, tolerance: 4, values: samples.map(\.log)),
      LoadSeries(
        "descriptors", unit: "open", tolerance: 6,
        values: samples.map { Double($0.descriptorCount) }),
      LoadSeries(
        "threads", unit: "running", tolerance: 16,
        values: samples.compactMap(\.threadCount).map { Double($0) }),
    ].filter { !$0.values.isEmpty }
  }
}

extension LoadAttack.List {
  /// Waits until the list has followed what others have written up to a revision.
  ///
  /// - Throws: If it is closed before.
  func follow(to revision: Revision) async throws {
    let batches = try self.batches(after: snapshot.revision, delivery: .merged)
    var iterator = batches.makeAsyncIterator()
    while snapshot.revision < revision {
      guard try await iterator.next() != nil else {
        throw LoadFailure(description: "a list has ended before revision \(revision)")
      }
    }
  }
}

/// What a load has found beside growth.
package struct LoadFailure: Error, CustomStringConvertible {
  package let description: String
}

/// A connection that reads and does not end.
///
/// Its queue serializes what is done with the connection.
private final class HeldTransaction: Sendable {
  private let queue: DatabaseQueue

  init(path: String) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "BEGIN")
      _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM journal")
    }
  }

  func end() { try? queue.close() }
}
