import Dispatch
import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterStore

/// What a changeset costs while updates of states wait before it.
struct UpdateBenchmark {
  let runs: Int

  private static let itemCount = 1_000
  private static let updateCount = 100

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let list = try GatedFeed(path: folder.path("pending"), count: Self.itemCount)
    var fewest = [Double.infinity, .infinity, .infinity]
    for _ in 0..<runs * 5 {
      fewest[0] = min(fewest[0], try list.seconds(pending: Self.updateCount, changes: true))
      fewest[1] = min(fewest[1], try list.seconds(pending: 0, changes: true))
      fewest[2] = min(fewest[2], try list.seconds(pending: Self.updateCount, changes: false))
    }
    return [
      Figure(
        name: "one item updated, \(Self.updateCount) state updates pending",
        value: fewest[0].asTime,
        baseline: "none pending \(fewest[1].asTime); only those \(fewest[2].asTime)",
        ratio: "\((fewest[0] / fewest[1]).asFactor); \((fewest[0] / fewest[2]).asFactor)")
    ]
  }
}

/// A list of feed rows whose work queue can be held up, so that things wait for certain.
private final class GatedFeed {
  private let dataSource: ComponentList<[UInt8], [UInt8], Never>
  private let count: Int
  private let gate = DispatchSemaphore(value: 0)
  private let model = [UInt8](repeating: 120, count: BareList.modelSize)
  private static let gateModel: [UInt8] = [0]

  init(path: String, count: Int) throws {
    guard let list = try SQLiteStore(path: path).list(named: "main") else {
      throw BareDatabase.Failure(message: "no list")
    }
    self.count = count
    let gate = gate
    dataSource = try ComponentList(
      storage: list, codec: BytesCodec(), sectionCodec: BytesCodec()
    ) { model, _ in Self.row(of: model, gate) }
    let models = Array(repeating: model, count: count)
    try dataSource.applySynchronously(Changeset { $0.insertSection(at: 0) })
    try dataSource.applySynchronously(
      Changeset { $0.insertItems(models, at: ItemPath(section: 0, item: 0)) })
  }

  /// A row, which one model has wait at the gate.
  private static func row(of model: [UInt8], _ gate: DispatchSemaphore) -> FeedRow {
    if model == gateModel { gate.wait() }
    return FeedRow()
  }

  /// The time from when the queue may go on until everything is published.
  ///
  /// - Parameters:
  ///   - pendingCount: How many updates of states wait, each of another item.
  ///   - changes: Whether a changeset of one item comes behind them.
  func seconds(pending pendingCount: Int, changes: Bool) throws -> Double {
    let last = ItemPath(section: 0, item: count - 1)
    try dataSource.enqueue(Changeset { $0.updateItem(at: last, Self.gateModel) })
    for number in 0..<pendingCount {
      _ = try dataSource.enqueue(
        .update(
          FeedRow.likeButton, of: FeedRow.LikeButton.self,
          in: .id(ItemID(rawValue: count - pendingCount + number))
        ) { $0.likeCount += 1 })
    }
    return try Stopwatch().seconds {
      gate.signal()
      if changes {
        let first = ItemPath(section: 0, item: 0)
        try dataSource.applySynchronously(Changeset { $0.updateItem(at: first, model) })
      } else {
        try dataSource.applySynchronously(
          .update(
            FeedRow.likeButton, of: FeedRow.LikeButton.self, in: .id(ItemID(rawValue: count - 1))
          ) { $0.likeCount += 1 })
      }
    }
  }
}
