import Foundation
import CSQLite
import RosterCore
import RosterEngine
import RosterStore

/// Opening a long list and reading its first models.
struct OpenBenchmark {
  let runs: Int
  let count: Int
  /// How many models are read: fewer than a page of a list that was filled at once has.
  private static let readCount = 40

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let path = folder.path("roster")
    do {
      let list = try BenchmarkList(path: path, count: count)
      precondition(list.dataSource.snapshot.state.itemCount == count)
    }
    return try [fileFigure(path), listFigure(path)] + MemoryProbe.figures(path, count: count)
  }

  private func fileFigure(_ path: String) throws -> Figure {
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs * 3, [{ _ = try Self.read(try SQLiteStore(path: path)) }])[0]
    return Figure(
      name: "open file and list of \(count) items, read \(Self.readCount)", value: seconds.asTime,
      goal: "≤ 25 ms")
  }

  private func listFigure(_ path: String) throws -> Figure {
    let store = try SQLiteStore(path: path)
    let bare = try BareDatabase(path: path, creating: false)
    var byteCounts = (roster: 0, bare: 0)
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs * 10,
      [
        { byteCounts.roster = try Self.read(store) },
        { byteCounts.bare = try Self.read(bare) },
      ])
    precondition(byteCounts.roster == byteCounts.bare, "both read the same models")
    return Figure(
      name: "open that list in an open file, read \(Self.readCount)", value: seconds[0].asTime,
      baseline: "C, same rows \(seconds[1].asTime)",
      ratio: (seconds[0] / seconds[1]).asFactor, goal: "≤ 3×")
  }

  /// Opens the list and reads its first models.
  private static func read(_ store: SQLiteStore) throws -> Int {
    let list = try BenchmarkList(store)
    return try list.dataSource.snapshot.models(inSection: 0, 0..<readCount)
      .reduce(0) { $0 + $1.count }
  }

  /// Reads the same rows: the directory, and the first models through the first leaf page.
  private static func read(_ database: BareDatabase) throws -> Int {
    let directory = try database.prepare(
      "SELECT id, section, ord, count FROM leaf WHERE id BETWEEN 1 << 40 AND (2 << 40) - 1")
    var leaves: [(Int64, Int64, Int64, Int64)] = []
    try database.run(directory) {
      leaves.append(
        (
          sqlite3_column_int64(directory, 0), sqlite3_column_int64(directory, 1),
          sqlite3_column_int64(directory, 2), sqlite3_column_int64(directory, 3)
        ))
    }
    let items = try database.prepare(
      """
      SELECT item.model FROM leaf JOIN json_each(leaf.items) AS element
      JOIN item ON item.id = (1 << 40) + element.value WHERE leaf.id = ? LIMIT \(readCount)
      """)
    sqlite3_bind_int64(items, 1, leaves.first?.0 ?? 0)
    var bytes = 0
    try database.run(items) { bytes += Int(sqlite3_column_bytes(items, 0)) }
    sqlite3_finalize(directory)
    sqlite3_finalize(items)
    return bytes
  }
}
