import RosterCore
import RosterEngine

/// How long a slow subscriber of merged batches waits for the one batch that it is given.
struct SubscriberBenchmark {
  let runs: Int

  private static let itemCount = 10_000
  private static let batchCount = 10_000
  private typealias Batches = BatchSequence<[UInt8], [UInt8], Never>

  func figures() async throws -> [Figure] {
    let folder = try TemporaryFolder()
    var live = DataSourceConfiguration()
    live.subscriberBufferCountMax = Self.batchCount
    var buffered = try Source(path: folder.path("live"), live)
    var lagging = try Source(path: folder.path("journal"), DataSourceConfiguration())
    var fewest = Times()
    for _ in 0..<runs {
      let run = try await buffered.mergedSeconds()
      fewest.live = min(fewest.live, run)
      fewest.journal = min(fewest.journal, try await lagging.mergedSeconds())
      fewest.every = min(fewest.every, try await lagging.oneByOneSeconds())
      fewest.array = min(fewest.array, lagging.arraySeconds())
    }
    await buffered.list.dataSource.close()
    await lagging.list.dataSource.close()
    return figures(fewest)
  }

  private struct Times {
    var live = Double.infinity
    var journal = Double.infinity
    var every = Double.infinity
    var array = Double.infinity
  }

  private func figures(_ times: Times) -> [Figure] {
    let array = "operations on an array \(times.array.asTime)"
    return [
      Figure(
        name: "merge of \(Self.batchCount) batches in memory", value: times.live.asTime,
        baseline: array, ratio: (times.live / times.array).asFactor, goal: "≤ 50 ms"),
      Figure(
        name: "  of those in the journal", value: times.journal.asTime,
        baseline: "one by one from there \(times.every.asTime)",
        ratio: (times.journal / times.every).asFactor, goal: "≤ 50 ms"),
    ]
  }

  /// A list, and what has been done to it.
  private struct Source {
    var list: BenchmarkList
    private var random = FastRandom()
    private var operations: [ListOperation<[UInt8], [UInt8]>] = []
    /// The number of items before those.
    private var sourceCount = 0

    init(path: String, _ configuration: DataSourceConfiguration) throws {
      list = try BenchmarkList(path: path, count: itemCount, configuration)
    }

    /// The time of the one batch for many changes of one item each.
    mutating func mergedSeconds() async throws -> Double {
      let batches = try list.dataSource.batches(delivery: .merged)
      let end = try await change()
      let clock = ContinuousClock()
      let start = clock.now
      let batch = try await batches.next()
      let seconds = (clock.now - start) / .seconds(1)
      guard batch?.changes.targetRevision == end else {
        throw BareDatabase.Failure(message: "not one batch for all")
      }
      return seconds
    }

    /// The time of as many batches, one by one out of the journal; notes their operations.
    mutating func oneByOneSeconds() async throws -> Double {
      let end = list.dataSource.snapshot.revision
      let batches = try list.dataSource.batches(after: end - batchCount)
      operations = []
      let clock = ContinuousClock()
      let start = clock.now
      while let batch = try await batches.next() {
        if operations.isEmpty { sourceCount = batch.source.state.itemCount }
        operations += batch.changes.operations
        if batch.changes.targetRevision == end { break }
      }
      return (clock.now - start) / .seconds(1)
    }

    /// The time that an array takes for the same operations.
    func arraySeconds() -> Double {
      var items = [[UInt8]](repeating: [], count: sourceCount)
      return Stopwatch().seconds {
        for operation in operations {
          switch operation {
          case .insertItems(_, let start, let models):
            items.insert(contentsOf: models, at: start)
          case .removeItems(_, let start, let count): items.removeSubrange(start..<start + count)
          case .updateItems(_, let start, let models):
            items.replaceSubrange(start..<start + models.count, with: models)
          case .moveItem(let source, let target):
            items.insert(items.remove(at: source.item), at: target.item)
          case .removeSections, .insertSections, .moveSection, .updateSection: break
          }
        }
      }
    }

    /// - Returns: The revision that all this leads to.
    private mutating func change() async throws -> Revision {
      let model = [UInt8](repeating: 121, count: BareList.modelSize)
      var last: Pending<BenchmarkList.DataSource.Batch>?
      var count = list.dataSource.snapshot.state.itemCount
      for number in 0..<batchCount {
        let path = ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random))
        let other = ItemPath(section: 0, item: Int.random(in: 0..<count, using: &random))
        last = try list.dataSource.enqueue(
          Changeset {
            switch number % 4 {
            case 0: $0.insertItem(model, at: path)
            case 1: $0.removeItem(at: path)
            case 2: $0.moveItem(from: path, to: other)
            default: $0.updateItem(at: path, model)
            }
          })
        count += number % 4 == 0 ? 1 : number % 4 == 1 ? -1 : 0
      }
      return try await last?.value.changes.targetRevision ?? 0
    }
  }
}
