import Foundation
import GRDBSQLite
import RosterCore
import RosterEngine

/// Opening a long list and reading its first models, and what the open list holds in memory.
struct OpenBenchmark {
  let runs: Int
  let count: Int

  func figures() throws -> [Figure] {
    let folder = try TemporaryFolder()
    let path = folder.path("roster")
    do {
      let list = try BenchmarkList(path: path, count: count)
      precondition(list.dataSource.snapshot.state.itemCount == count)
    }
    var modelBytes = 0
    var bareBytes = 0
    let seconds = try Stopwatch().fewestSeconds(
      runs: runs * 3,
      [
        {
          let list = try BenchmarkList(path: path)
          modelBytes = try list.dataSource.snapshot.models(inSection: 0, 0..<50)
            .reduce(0) { $0 + $1.count }
        },
        { bareBytes = try Self.bareOpen(path) },
      ])
    precondition(modelBytes == bareBytes, "both read the same models")
    return [
      Figure(
        name: "open \(count) items, read 50", value: seconds[0].asTime,
        baseline: "C, same rows \(seconds[1].asTime)",
        ratio: (seconds[0] / seconds[1]).asFactor, goal: "≤ 25 ms, ≤ 3×")
    ] + (try memoryFigures(path))
  }

  /// Opens the file, and reads the directory, the first leaf and its first 50 models.
  private static func bareOpen(_ path: String) throws -> Int {
    let database = try BareDatabase(path: path, creating: false)
    let directory = try database.prepare(
      "SELECT id, section, ord, count FROM leaf INDEXED BY leaf_directory ORDER BY section, ord")
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
      JOIN item ON item.id = (1 << 40) + element.value WHERE leaf.id = ? LIMIT 50
      """)
    sqlite3_bind_int64(items, 1, leaves.first?.0 ?? 0)
    var bytes = 0
    try database.run(items) { bytes += Int(sqlite3_column_bytes(items, 0)) }
    sqlite3_finalize(directory)
    sqlite3_finalize(items)
    return bytes
  }

  private func memoryFigures(_ path: String) throws -> [Figure] {
    let before = Self.residentBytes
    let list = try BenchmarkList(path: path)
    let opened = Self.residentBytes - before
    let state = list.dataSource.snapshot.state
    let last = try state.itemID(at: ItemPath(section: 0, item: count - 1))
    precondition(last != nil)
    // Every order page and every place, as after a long session, but no models.
    for item in 0..<count where item % 50 == 0 {
      if let id = try state.itemID(at: ItemPath(section: 0, item: item)) {
        _ = try state.path(of: id)
      }
    }
    let touched = Self.residentBytes - before
    return [
      Figure(
        name: "memory of the open list, an item",
        value: "\((Double(opened) / Double(count)).digits) bytes", goal: "≤ 24 bytes"),
      Figure(
        name: "  with every page of it read",
        value: "\((Double(touched) / Double(count)).digits) bytes", goal: "≤ 24 bytes"),
    ]
  }

  /// What the process has in memory.
  private static var residentBytes: Int {
    // The second number is pages in memory; where there is no such file, nothing is measured.
    let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
    let pages = statistics?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
