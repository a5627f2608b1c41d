import RosterCore
import RosterEngine
import RosterStore

/// A list of byte models in a file.
struct BenchmarkList {
  typealias DataSource = ListDataSource<[UInt8], [UInt8], Never>

  let dataSource: DataSource
  let model = [UInt8](repeating: 120, count: BareList.modelSize)
  private var random = FastRandom()

  /// Opens a list, and makes it as long as it is to be.
  init(
    path: String, count: Int = 0,
    _ configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws {
    try self.init(try SQLiteStore(path: path), configuration)
    if count > 0, dataSource.snapshot.state.sectionCount == 0 { try fill(count: count) }
  }

  /// Opens a list in a file.
  init(
    _ store: SQLiteStore, named name: String = "main",
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(), isShared: Bool = false
  ) throws {
    var configuration = configuration
    configuration.isShared = isShared
    guard let list = try store.list(named: name) else {
      throw BareDatabase.Failure(message: "no list")
    }
    dataSource = try DataSource(
      storage: list, codec: BytesCodec(), sectionCodec: BytesCodec(),
      configuration: configuration)
  }

  func fill(count: Int) throws {
    _ = try dataSource.applySynchronously(Changeset { $0.insertSection(at: 0) })
    for start in stride(from: 0, to: count, by: 100_000) {
      try insertBulk(count: min(100_000, count - start), at: start)
    }
  }

  func insertBulk(count: Int, at start: Int = 0) throws {
    let models = Array(repeating: model, count: count)
    _ = try dataSource.applySynchronously(
      Changeset { $0.insertItems(models, at: ItemPath(section: 0, item: start)) })
  }

  mutating func insertOne() throws {
    let count = dataSource.snapshot.state.itemCount
    let item = Int.random(in: 0...count, using: &random)
    _ = try dataSource.applySynchronously(insertion(at: item))
  }

  /// The same, made when its turn comes.
  mutating func insertAtItsTurn() throws {
    let item = Int.random(in: 0...dataSource.snapshot.state.itemCount, using: &random)
    _ = try dataSource.changeSynchronously { [model] _, change in
      try change.insert(model, at: ItemPath(section: 0, item: item))
    }
  }

  /// Inserts an item here and one into another list of the store, in one transaction.
  mutating func insertOne(with other: BenchmarkList, in store: SQLiteStore) throws {
    let lists = (dataSource, other.dataSource)
    let items = (
      Int.random(in: 0...lists.0.snapshot.state.itemCount, using: &random),
      Int.random(in: 0...lists.1.snapshot.state.itemCount, using: &random)
    )
    try store.applySynchronously(
      .change(lists.0, lists.1) { [model] one, other in
        try one.insert(model, at: ItemPath(section: 0, item: items.0))
        try other.insert(model, at: ItemPath(section: 0, item: items.1))
      })
  }

  /// Queues insertions, which are committed in groups as large as the configuration lets them be.
  mutating func insertInGroups(count: Int) throws {
    let itemCount = dataSource.snapshot.state.itemCount
    for number in 0..<count - 1 {
      let item = Int.random(in: 0...itemCount + number, using: &random)
      _ = try dataSource.enqueue(insertion(at: item))
    }
    // The last one waits for all.
    _ = try dataSource.applySynchronously(insertion(at: itemCount))
  }

  /// The same without blocking the caller's thread.
  mutating func insertAndAwait() async throws {
    let item = Int.random(in: 0...dataSource.snapshot.state.itemCount, using: &random)
    _ = try await dataSource.apply(insertion(at: item))
  }

  /// Queues insertions, of which not more than some wait, and waits for all of them.
  mutating func insertQueued(count: Int, pendingCountMax: Int) async throws {
    let itemCount = dataSource.snapshot.state.itemCount
    // A ring, so that batches are let go as soon as they are awaited.
    var pending: [Pending<DataSource.Batch>] = []
    for number in 0..<count {
      let item = Int.random(in: 0...itemCount + number, using: &random)
      if number < pendingCountMax {
        pending.append(try dataSource.enqueue(insertion(at: item)))
      } else {
        _ = try await pending[number % pendingCountMax].value
        pending[number % pendingCountMax] = try dataSource.enqueue(insertion(at: item))
      }
    }
    for change in pending { _ = try await change.value }
  }

  func insertion(at item: Int) -> Changeset<[UInt8], [UInt8]> {
    Changeset { $0.insertItem(model, at: ItemPath(section: 0, item: item)) }
  }

  mutating func updateOne() throws {
    let count = dataSource.snapshot.state.itemCount
    let item = Int.random(in: 0..<count, using: &random)
    _ = try dataSource.applySynchronously(
      Changeset { $0.updateItem(at: ItemPath(section: 0, item: item), model) })
  }
}
