import CSQLite
import RosterCore
import RosterEngine
import RosterStore

/// One item of a long list, found by its key, beside a bare SELECT by an index.
struct KeyBenchmark {
  private static let searchCount = 1_000

  let runs: Int
  let count: Int

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let list = try filledList(SQLiteStore(path: folder.path("list")))
    let inMemory = try filledList(.inMemory())
    let database = try filledTable(folder.path("bare"))
    let select = try database.prepare("SELECT id, model FROM item WHERE key = ?")
    defer { sqlite3_finalize(select) }
    var random = FastRandom()
    let keys = (0..<Self.searchCount).map { _ in Int.random(in: 0..<count, using: &random) }
    func find(in snapshot: ListSnapshot<[UInt8], [UInt8]>) throws {
      for key in keys {
        guard try snapshot.item(key: key)?.path.item == key else {
          throw BareDatabase.Failure(message: "no item \(key)")
        }
      }
    }
    let (snapshot, snapshotInMemory) = (list.snapshot, inMemory.snapshot)
    let times = try Stopwatch().fewestSeconds(
      runs: runs,
      [
        { try find(in: snapshot) }, { try find(in: snapshotInMemory) },
        {
          for key in keys {
            sqlite3_bind_int64(select, 1, Int64(key))
            var model: [UInt8] = []
            try database.run(select) {
              let start = sqlite3_column_blob(select, 1)
              model = Array(
                UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(select, 1))))
            }
            guard model.count == BareList.modelSize else {
              throw BareDatabase.Failure(message: "no row \(key)")
            }
          }
        },
      ])
    let seconds = times.map { $0 / Double(keys.count) }
    let (found, foundInMemory, bare) = (seconds[0], seconds[1], seconds[2])
    return [
      Figure(
        name: "one of \(count) items by its key", value: found.asTime,
        baseline: "C, SELECT by an index \(bare.asTime)", ratio: (found / bare).asFactor,
        goal: "≤ 2×"),
      Figure(
        name: "  of a list in memory", value: foundInMemory.asTime,
        ratio: (foundInMemory / found).asFactor + " of it", goal: "≤ 1×"),
    ]
  }

  private func filledList(_ store: SQLiteStore) throws -> BenchmarkList.DataSource {
    guard let stored = try store.list(named: "main") else {
      throw BareDatabase.Failure(message: "no list")
    }
    var configuration = DataSourceConfiguration()
    configuration.cachedModelCountMax = 2
    let list = try BenchmarkList.DataSource(
      storage: stored, codec: BytesCodec(), sectionCodec: BytesCodec(), key: Self.key(of:),
      configuration: configuration)
    _ = try list.applySynchronously(Changeset { $0.insertSection(at: 0) })
    for start in stride(from: 0, to: count, by: 100_000) {
      let models = (start..<min(start + 100_000, count)).map(Self.model)
      _ = try list.applySynchronously(
        Changeset { $0.insertItems(models, at: ItemPath(section: 0, item: start)) })
    }
    return list
  }

  private func filledTable(_ path: String) throws -> BareDatabase {
    let database = try BareDatabase(path: path)
    try database.execute(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, model BLOB); BEGIN")
    let insert = try database.prepare("INSERT INTO item (key, model) VALUES (?, ?)")
    defer { sqlite3_finalize(insert) }
    for key in 0..<count {
      sqlite3_bind_int64(insert, 1, Int64(key))
      try Self.model(key).withUnsafeBytes { bytes in
        sqlite3_bind_blob(insert, 2, bytes.baseAddress, CInt(bytes.count), nil)
        try database.run(insert)
      }
    }
    try database.execute("COMMIT")
    return database
  }

  private static func model(_ key: Int) -> [UInt8] {
    var model = [UInt8](repeating: 0, count: BareList.modelSize)
    for byte in 0..<8 { model[byte] = UInt8(truncatingIfNeeded: key >> (8 * byte)) }
    return model
  }

  @Sendable private static func key(of model: [UInt8]) -> any ModelKeyConvertible {
    let key = model.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    return key
  }
}
