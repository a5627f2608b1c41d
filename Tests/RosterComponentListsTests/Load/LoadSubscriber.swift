import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// One of several subscribers. Each has its own habits and its own copy of the list.
struct LoadSubscriber {
  enum Kind: CaseIterable {
    /// Reads every batch at once.
    case every
    /// Reads every batch, and changes the list from within its loop.
    case answering
    /// Reads every batch from the first revision on.
    case fromTheStart
    /// Reads every batch, and pauses now and then.
    case pausing
    /// Unsubscribes and subscribes again.
    case wandering
    /// Reads everything since the last time as one batch.
    case merged
    /// The same, with pauses.
    case mergedPausing
    /// The same, unsubscribing and subscribing again.
    case mergedWandering

    var delivery: BatchDelivery {
      switch self {
      case .merged, .mergedPausing, .mergedWandering: .merged
      default: .every
      }
    }

    var isWandering: Bool { self == .wandering || self == .mergedWandering }
    var isPausing: Bool { self == .pausing || self == .mergedPausing }
  }

  let list: TileList
  let kind: Kind
  private var random: SplitMix64
  private(set) var rows = ListRows<String, String>()
  private(set) var revision: Revision = 0
  /// The counts of the pins, according to their trees.
  private(set) var counts: [ItemID: Int] = [:]
  private(set) var batchCount = 0
  /// The revisions of its own changes, in the order in which they were made and came back.
  private(set) var made: [Revision] = []
  private(set) var seen: [Revision] = []

  init(_ list: TileList, _ kind: Kind, seed: UInt64) {
    self.list = list
    self.kind = kind
    random = SplitMix64(seed: ~seed &* 31 &+ UInt64(Kind.allCases.firstIndex(of: kind) ?? 0))
  }

  var origin: String { "\(kind)" }

  /// Runs until the list is closed and everything was delivered.
  ///
  /// - Parameter batches: The first sequence, from the revision of the copy on.
  mutating func run(_ batches: BatchSequence<String, String, ComponentTree<Never>>) async throws {
    var batches = batches
    while true {
      var left = kind.isWandering ? 1 + random.index(below: 12) : Int.max
      var iterator = batches.makeAsyncIterator()
      while left > 0 {
        guard let batch = try await iterator.next() else { return }
        try await take(batch)
        left -= 1
      }
      batches = try list.batches(after: revision, delivery: kind.delivery)
    }
  }

  private mutating func take(_ batch: TileList.Batch) async throws {
    let changes = batch.changes
    #expect(changes.sourceRevision == revision, "\(kind)")
    let isRevision = batch.causes.contains(.change)
    let next = isRevision ? revision + 1 : revision
    if kind.delivery == .every || !isRevision {
      #expect(changes.targetRevision == next, "\(kind)")
    } else {
      #expect(changes.targetRevision >= next, "\(kind)")
    }
    revision = changes.targetRevision
    rows = try rows.applying(changes.operations)
    #expect(batch.target.state.itemCounts == rows.counts, "\(kind)")
    for item in batch.items where item.id.rawValue <= LoadWriter.pinCount {
      counts[item.id] = item.output.tileCount
    }
    batchCount += 1
    if changes.annotation.origin == origin { seen.append(revision) }
    if kind == .answering, batchCount.isMultiple(of: 10) { try await answer() }
    if kind.isPausing, random.happens(percent: 20) {
      for _ in 0..<200 { await Task.yield() }
    }
  }

  /// Changes the list in one of several ways.
  private mutating func answer() async throws {
    let change = TextChange {
      $0.insertItem("answer.\(batchCount)/0", at: ItemPath(section: 1, item: 0))
    }
    let annotation = ChangeAnnotation(origin: origin)
    do {
      let batch =
        batchCount.isMultiple(of: 20)
        ? try list.applySynchronously(change, annotation)
        : try await list.apply(change, annotation)
      made.append(batch.changes.targetRevision)
    } catch DataSourceError.closed {
      // What was published last arrives after that.
    }
  }
}
